"""Units dragged as one: where each model stands in a formation, and ways by which all get there, or near.

A rule system says what it allows with a `GroupGround`; everything else is the same for all systems.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy as np

from warcry3d.game.group_moves import GroupLink, GroupOrder
from warcry3d.game.prompts import ModelPath, Option
from warcry3d.message import message
from warcry3d.motion.path import Path, Point
from warcry3d.rules.units.formations import Spot, ranks, rings
from warcry3d.rules.units.unit_coherency import Coherency
from warcry3d.units import LENGTH_EPSILON

__all__ = ["AS_IT_STANDS", "FORMATIONS", "GroupGround", "follow_order", "formation_spots", "group_links"]

AS_IT_STANDS = "as-it-stands"
FORMATIONS = (
    Option(AS_IT_STANDS, message("As it stands")),
    Option("ranks", message("Two ranks")),
    Option("line", message("Line")),
    Option("column", message("Column")),
)
"""What a unit can be arranged in while it is dragged."""

BESIDE = 1.8
"""A model without room takes a place up to this (in) beside its own, twice as far once the others have gone."""

SHORTER = (0.85, 0.65, 0.4)
"""Shares of the ways that are tried, one after the other, where the whole of them would split the group."""

JOINS = 2
"""So often those that stand apart look for places beside the others, before and after ways are judged."""

SWAPS = 3
"""So often each two models are asked to swap their slots in a formation."""

MOST_JUDGED, MOST_SEARCHED = 3, 200
"""So many ways are judged for a model, each takes milliseconds, and so many places tried before it is said to have
none.
"""

FAR, FINE = 6.0, 0.25
"""A model that is set up looks for a place up to this (in) beside its own, in such steps."""

STEPS, SMALLEST = 8, 0.5
"""A model that gets nowhere near its own place looks all around itself: its inches in so many steps, none smaller than
half an inch.
"""


def formation_spots(places: Mapping[str, Point], order: GroupOrder, gaps: Spot, facing: float) -> dict[str, Spot]:
    """Return where each model stands in the formation of an order (in).

    ``places``: where they are; ``gaps``: between the centres of neighbours, along the ranks and from rank to rank;
    ``facing``: the direction of an unturned formation (radians).
    """
    x, y = order.to[:2]
    if order.formation in ("", AS_IT_STANDS):
        u, v, _ = places[order.leader]
        c, s = math.cos(order.turn), math.sin(order.turn)
        return {id: (x + c * (p - u) - s * (q - v), y + s * (p - u) + c * (q - v)) for id, (p, q, _) in places.items()}
    files = {"line": len(places), "column": 2}.get(order.formation, math.ceil(len(places) / 2))
    slots = ranks(len(places), 1.0, files)
    return _assigned(places, order.leader, _laid(slots, _front(slots), (x, y), gaps, facing + order.turn))


def _front(slots: Sequence[Spot]) -> int:
    """Return the slot in the middle of the first rank."""
    first = max(y for _, y in slots)
    return min((n for n, (_, y) in enumerate(slots) if y == first), key=lambda n: (abs(slots[n][0]), n))


def _laid(slots: Sequence[Spot], front: int, at: Spot, gaps: Spot, facing: float) -> tuple[Spot, list[Spot]]:
    """Return where the slots are once the one in front is at a place: that one, and all others."""
    c, s = math.sin(facing), -math.cos(facing)  # to the right of the facing
    a, b = slots[front]
    laid = [
        (at[0] + x * c - y * s, at[1] + x * s + y * c)
        for x, y in (((u - a) * gaps[0], (v - b) * gaps[1]) for u, v in slots)
    ]
    return laid[front], [*laid[:front], *laid[front + 1 :]]


def _assigned(places: Mapping[str, Point], leader: str, slots: tuple[Spot, list[Spot]]) -> dict[str, Spot]:
    """Return who takes which slot: the leader the one in front, of the others each the nearest that is left, those with
    the shortest ways first; then two of them swap slots as long as that makes their ways shorter.
    """
    first, rest = slots
    others = [id for id in places if id != leader]
    far = {(id, n): math.dist(places[id][:2], slot) ** 2 for id in others for n, slot in enumerate(rest)}
    taken: dict[str, int] = {}
    for id, n in sorted(far, key=lambda pair: far[pair]):
        if id not in taken and n not in taken.values():
            taken[id] = n
    for a, b in [pair for _ in range(SWAPS) for pair in combinations(others, 2)]:
        if far[a, taken[b]] + far[b, taken[a]] < far[a, taken[a]] + far[b, taken[b]]:
            taken[a], taken[b] = taken[b], taken[a]
    return {leader: first} | {id: rest[n] for id, n in taken.items()}


@dataclass(frozen=True, slots=True)
class GroupGround:
    """What a rule system says of the ways and places of a group.

    ``path``: a way for a model to a spot once others have gone to theirs, worth judging; None: there is none.
    ``allows``: whether it is allowed after the ways of others. ``straight``: the way that is shown where none is
    allowed; None: off the board. ``can_stand``: whether a spot is worth asking for: room beside terrain and models (of
    the group where they are by then), inches enough. ``inches``: those of a model. ``is_near``: whether two spots keep
    the models coherent; ``links``: the pairs that do so as they stand, and as long as they keep their distance;
    ``reaches``: spots within the first distance (in) are near, those beyond the second are not; ``least``: so many
    others each must be near. ``keeps``: whether the group may end as far apart as ways lead it. ``check``: is called
    before each search for a model's way, as `GroupOrder` says.
    """

    path: Callable[[str, Spot, Mapping[str, Spot]], Path | None]
    allows: Callable[[str, Path, Sequence[ModelPath]], bool]
    straight: Callable[[str, Spot], Path | None]
    can_stand: Callable[[str, Spot, Mapping[str, Spot]], bool]
    inches: Callable[[str], float]
    is_near: Callable[[Spot, Spot], bool]
    links: frozenset[tuple[str, str]] = frozenset()
    least: int = 1
    reaches: tuple[float, float] = (0.0, math.inf)
    keeps: Callable[[Sequence[ModelPath]], bool] = lambda ways: True
    check: Callable[[], None] = lambda: None


def follow_order(
    places: Mapping[str, Point], homes: Mapping[str, Spot], leader: str, ground: GroupGround, *, leads: bool = False
) -> tuple[ModelPath, ...]:
    """Return ways for all models of a group to their ``homes``, in the order of moving.

    Those in front go first, the leader before all others if it ``leads``. Who has no room or way takes a place beside
    its home that keeps the group together. Who finds none has the way that is shown as refused, behind all others.
    Where the group would end split though all find ways, they go a part of them, or keep as they stand, unless the
    leader leads.
    """
    whole, is_whole = _followed(places, homes, leader, ground, leads=leads)
    if leads or not is_whole or ground.keeps(whole):
        return whole
    for nearer in _shorter(places, homes, leader, ground):
        ways, is_whole = _followed(places, nearer, leader, ground)
        if is_whole and ground.keeps(ways):
            return ways
    return whole


def _shorter(
    places: Mapping[str, Point], homes: Mapping[str, Spot], leader: str, ground: GroupGround
) -> Iterator[dict[str, Spot]]:
    """Yield homes that are nearer for all; at last the leader's alone, as far as it gets, the others as they stand."""
    for share in SHORTER:
        yield {id: _between(places[id][:2], home, share) for id, home in homes.items()}
    here, home = places[leader][:2], homes[leader]
    far, least = math.dist(here, home), min(map(ground.inches, places))
    for share in (1.0, *SHORTER):
        x, y = _between(here, home, share * min(1.0, least / far if far else 0.0))
        yield {id: (u + x - here[0], v + y - here[1]) for id, (u, v, _) in places.items()}


def _followed(
    places: Mapping[str, Point], homes: Mapping[str, Spot], leader: str, ground: GroupGround, *, leads: bool = False
) -> tuple[tuple[ModelPath, ...], bool]:
    """Return ways for all models of a group to their ``homes`` or near them, split or not; whether all are allowed."""
    shift = np.subtract([homes[id] for id in places], [places[id][:2] for id in places]).mean(axis=0)
    ahead = sorted(places, key=lambda id: -(places[id][0] * shift[0] + places[id][1] * shift[1]))
    march = _March(places, homes, leader, ground)
    march.plan([leader, *(id for id in ahead if id != leader)] if leads else ahead)
    march.join()
    waiting = march.settle()
    march.rejoin()
    straight = ((id, ground.straight(id, homes[id])) for id in waiting)
    refused = [ModelPath(id, path) for id, path in straight if path is not None]
    ways = (*refused[:1], *march.ways, *refused[1:]) if leads and leader in waiting else (*march.ways, *refused)
    return ways, not waiting


def _between(one: Spot, other: Spot, share: float) -> Spot:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


class _March:
    """Models of a group on their way, one after the other."""

    def __init__(
        self, places: Mapping[str, Point], homes: Mapping[str, Spot], leader: str, ground: GroupGround
    ) -> None:
        self._places, self._homes, self._leader, self._ground = places, homes, leader, ground
        self._taken: dict[str, Spot] = {}
        self._planned: dict[str, Path] = {}
        self._without: list[str] = []
        self._refused: set[tuple[str, Spot]] = set()
        self.ways: list[ModelPath] = []

    def plan(self, models: Sequence[str]) -> None:
        """Look for a spot and a way for each model, unjudged; once more for those without, when others have gone."""
        without = [id for id in models if not self._plan(id, BESIDE)]
        self._without = [id for id in without if not self._plan(id, 2 * BESIDE)]

    def join(self) -> None:
        """Bring those who stand apart from the leader back to it, where they can be; they go last. Who finds no place
        looks once more, beside those that have come back.
        """
        for _ in range(JOINS):
            for id in self._apart():
                main = [self._taken[one] for one in self._joined() if one != id]
                path, spot = self._planned.pop(id), self._taken.pop(id)
                if not self._plan(id, 2 * BESIDE, main):
                    self._planned[id], self._taken[id] = path, spot

    def settle(self) -> list[str]:
        """Have all ways judged; who may not go so looks for another way after all others. Return who finds none."""
        waiting = [*self._without]
        for id, path in self._planned.items():
            if self._ground.allows(id, path, self.ways):
                self.ways.append(ModelPath(id, path))
            else:
                self._refused.add((id, self._taken.pop(id)))
                waiting.append(id)
        return [id for id in waiting if not self._find(id, 2 * BESIDE)]

    def rejoin(self) -> None:
        """Have those that stand apart now that all have gone look for places beside the others once more; they go last,
        if the others may go as they do without them.
        """
        for _ in range(JOINS):
            apart = self._apart()
            for id in apart:
                main = [self._taken[one] for one in self._joined()]
                ways, spot = self.ways, self._taken.pop(id)
                self.ways = []
                for way in ways:
                    if way.model != id and self._ground.allows(way.model, way.path, self.ways):
                        self.ways.append(way)
                if len(self.ways) < len(ways) - 1 or not self._find(id, 2 * BESIDE, main):
                    self.ways, self._taken[id] = ways, spot
            if not apart:
                break

    def _plan(self, id: str, most: float, near: Sequence[Spot] | None = None) -> bool:
        """Give a model a way that is not judged, up to ``most`` beside its home; ``near``: near one of these spots."""
        self._ground.check()
        searched = 0
        for spot in self._spots(id, most, near):
            if not self._ground.can_stand(id, spot, self._taken):
                continue
            path = self._ground.path(id, spot, self._taken)
            if path is not None:
                self._planned[id], self._taken[id] = path, spot
                return True
            searched += 1
            if searched >= MOST_SEARCHED:
                break
        return False

    def _find(self, id: str, most: float, near: Sequence[Spot] | None = None) -> bool:
        """Give a model a way that is allowed, up to ``most`` beside its home; ``near``: near one of these spots."""
        self._ground.check()
        judged = searched = 0
        for spot in self._spots(id, most, near):
            if (id, spot) in self._refused or not self._ground.can_stand(id, spot, self._taken):
                continue
            path = self._ground.path(id, spot, self._taken)
            if path is not None and self._ground.allows(id, path, self.ways):
                self.ways.append(ModelPath(id, path))
                self._taken[id] = spot
                return True
            judged, searched = judged + (path is not None), searched + 1
            if judged >= MOST_JUDGED or searched >= MOST_SEARCHED:
                break
        return False

    def _spots(self, id: str, most: float, near: Sequence[Spot] | None) -> Iterator[Spot]:
        """Yield where a model may stand: at home, beside it near the others, as far on the way home as it gets; then
        anywhere that its inches lead, the nearest to its home first, at last far from the others.
        """
        home = self._homes[id]
        if near is None:
            yield home
        others = [self._taken.get(one, at) for one, at in self._homes.items() if one != id] if near is None else near
        needed = min(self._ground.least, len(others))
        here, inches = self._places[id][:2], self._ground.inches(id)
        far = math.dist(here, home)
        short = (
            home
            if far <= inches
            else (
                here[0] + (home[0] - here[0]) * inches / far,
                here[1] + (home[1] - here[1]) * inches / far,
            )
        )
        around: list[Callable[[], Iterable[Spot]]] = [lambda: _all_around(here, inches, home)]
        if short != home:
            around.insert(0, lambda: rings(short, most))
        if far - inches < most:
            around.insert(0, lambda: islice(rings(home, most), 1, None))
        alone = []
        for some in around:
            spots = [*some()]
            for spot, is_linked in zip(spots, self._have_near(spots, others, needed), strict=True):
                if is_linked:
                    yield spot
                elif near is None:
                    alone.append(spot)
        yield from alone

    def _have_near(self, spots: Sequence[Spot], others: Sequence[Spot], needed: int) -> Iterator[bool]:
        """Yield for each spot whether so many of the others are near it."""
        apart = np.array(spots, np.float64).reshape(-1, 1, 2) - np.array(others, np.float64).reshape(1, -1, 2)
        far = np.hypot(apart[..., 0], apart[..., 1])
        least, most = self._ground.reaches
        surely = (far < least - LENGTH_EPSILON).sum(axis=1) >= needed
        perhaps = (far < most + LENGTH_EPSILON).sum(axis=1) >= needed
        for spot, is_sure, is_possible in zip(spots, surely.tolist(), perhaps.tolist(), strict=True):
            yield is_sure or (is_possible and self._has_near(spot, others, needed))

    def _has_near(self, spot: Spot, others: Sequence[Spot], needed: int) -> bool:
        near_ones = (other for other in others if self._ground.is_near(spot, other))
        return sum(1 for _ in islice(near_ones, needed)) >= needed

    def _are_linked(self, one: str, other: str) -> bool:
        a, b = self._taken[one], self._taken[other]
        are_home = a == self._homes[one] and b == self._homes[other]
        was_linked = (one, other) in self._ground.links or (other, one) in self._ground.links
        before = math.dist(self._places[one][:2], self._places[other][:2])
        is_kept = are_home and was_linked and abs(math.dist(a, b) - before) < LENGTH_EPSILON
        return is_kept or self._ground.is_near(a, b)

    def _joined(self) -> set[str]:
        """Return who is joined with the leader."""
        joined, border = {self._leader}, [self._leader]
        while border:
            here = border.pop()
            found = [id for id in self._taken if id not in joined and self._are_linked(here, id)]
            joined.update(found)
            border += found
        return joined

    def _apart(self) -> list[str]:
        """Return who is not joined with the leader or has too few others near, the nearest to its group first."""
        if self._leader not in self._taken or len(self._taken) == 1:
            return []
        joined = self._joined()
        needed = min(self._ground.least, len(self._taken) - 1)
        main = np.array([self._taken[id] for id in joined])

        def far(id: str) -> float:
            return float(np.hypot(*(main - self._taken[id]).T).min())

        def is_alone(id: str) -> bool:
            return sum(1 for one in self._taken if one != id and self._are_linked(id, one)) < needed

        return sorted((id for id in self._taken if id not in joined or is_alone(id)), key=far)


def _all_around(here: Spot, inches: float, home: Spot) -> Iterator[Spot]:
    """Yield spots on a lattice around a model, the nearest to its home first; around its home where any inches do."""
    if not math.isfinite(inches):
        here, inches, step = home, FAR, FINE
    else:
        step = max(inches / STEPS, SMALLEST)
    along = np.arange(-int(inches / step), int(inches / step) + 1) * step
    spots = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
    spots = spots[(np.hypot(*spots.T) <= inches) & spots.any(axis=1)] + here
    nearest = np.argsort(np.hypot(*(spots - home).T), kind="stable")
    yield from ((x, y) for x, y in spots[nearest].tolist())


def group_links(hanging: Coherency, figures: Sequence[Any], gap: Callable[[Any, Any], float]) -> tuple[GroupLink, ...]:
    """Return the links of a unit: those that hold, and for each model or group apart the gap to the nearest.

    ``figures``: its models where they would be; ``gap``: how far two are apart (in).
    """
    by_id = {one.id: one for one in figures}
    found = [GroupLink(one, other, is_held=True) for one, other in hanging.links]
    if hanging.is_coherent:
        return tuple(found)
    groups = [(id,) for id in hanging.apart] if hanging.apart else hanging.groups[1:]
    for group in groups:
        others = [id for id in by_id if id not in group] if hanging.apart else hanging.groups[0]
        held = {frozenset(link) for link in hanging.links}
        pairs = [(gap(by_id[a], by_id[b]), a, b) for a in group for b in others if frozenset((a, b)) not in held]
        if pairs:
            apart, a, b = min(pairs)
            found.append(GroupLink(a, b, is_held=False, gap=apart))
    return tuple(found)
