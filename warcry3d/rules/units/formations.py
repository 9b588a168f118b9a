"""Units of several models in formation: ranks to set them up in, and ways for all models that follow one of them."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from warcry3d.game.prompts import ModelPath
from warcry3d.motion.path import Path, Point

__all__ = ["Spot", "SpotsFor", "WayFor", "follow", "form_up", "ranks", "rings"]

Spot: TypeAlias = tuple[float, float]

WayFor: TypeAlias = Callable[[str, Spot, Sequence[ModelPath]], Path | None]
"""Returns an allowed way for a model to a spot, after others have gone theirs; None where there is none."""

SpotsFor: TypeAlias = Callable[[str, Spot, float, Sequence[ModelPath]], Iterable[Spot]]
"""Returns spots for a model at and around one, up to so many inches away, after others have gone; the best first."""

RING = 0.45
"""The distance (in) of spots that are tried around the one a model should get to."""

TURNS = 8

MOST_TRIES = 6
"""So many places beside its own a model tries before it waits for the others."""

JOINED = 4
"""So many models that have moved, and places beside each, are tried by one that found no place."""


def ranks(count: int, gap: float, files: int) -> tuple[Spot, ...]:
    """Return the offsets of ``count`` models in ranks of ``files`` each, ``gap`` apart, about their middle (in).

    x runs along the ranks, y forward; the first rank is in front.

    >>> ranks(3, 2.0, 2)
    ((-1.0, 1.0), (1.0, 1.0), (0.0, -1.0))
    """
    rows = math.ceil(count / files)
    found = []
    for row in range(rows):
        here = min(files, count - row * files)
        y = gap * ((rows - 1) / 2 - row)
        found += [(gap * (n - (here - 1) / 2), y) for n in range(here)]
    return tuple(found)


def rings(spot: Spot, most: float) -> Iterator[Spot]:
    """Yield a spot, then others around it, the nearest first, up to ``most`` away (in)."""
    yield spot
    for ring in range(1, int(most / RING) + 1):
        for n in range(TURNS):
            angle = math.tau * (n + ring / 2) / TURNS
            yield spot[0] + ring * RING * math.cos(angle), spot[1] + ring * RING * math.sin(angle)


def follow(
    places: Mapping[str, Point],
    leader: str,
    to: Spot,
    way: WayFor,
    is_near: Callable[[Spot, Spot], bool],
    *,
    most: float = 1.4,
    leads: bool = False,
    gathers: bool = False,
    spots: SpotsFor | None = None,
) -> tuple[ModelPath, ...]:
    """Return ways for all models of a unit that keep their formation while one of them goes to a spot.

    ``places``: where they stand. Those in front go first, the leader before all others if it ``leads``. Who cannot
    get to its place in the formation takes one up to ``most`` (in) beside it; ``is_near``: whether two spots keep a
    unit together. ``gathers``: the leader goes first, then those nearest to it, and each keeps near to one that has
    moved. ``spots``: which places are tried for a model; `rings`, if not given. Who finds none so gathers beside
    one that has moved. The ways are in the order of moving; a model that finds no place is left out: it stays.
    Empty: the leader cannot get there.
    """
    x, y, _ = places[leader]
    shift = (to[0] - x, to[1] - y)
    ahead = sorted(places, key=lambda id: -(places[id][0] * shift[0] + places[id][1] * shift[1]))
    if gathers:
        ahead = sorted(places, key=lambda id: math.dist(places[id][:2], (x, y)))
    leads = leads or gathers
    order = [leader, *(id for id in ahead if id != leader)] if leads else ahead
    march = _March(places, leader, to, shift, way, is_near, spots or _around, keeps_near=gathers)
    if leads and march.settle([leader], most):
        return ()
    waiting = march.settle(order[leads:], most)
    if leader in waiting and march.settle([leader], most):
        return ()
    march.gather(march.settle([id for id in waiting if id != leader], 2 * most))
    return tuple(march.ways)


def _around(model: str, home: Spot, most: float, before: Sequence[ModelPath]) -> Iterator[Spot]:
    return rings(home, most)


class _March:
    """Models of a unit on their way, one after the other."""

    def __init__(
        self,
        places: Mapping[str, Point],
        leader: str,
        to: Spot,
        shift: Spot,
        way: WayFor,
        is_near: Callable[[Spot, Spot], bool],
        spots: SpotsFor,
        *,
        keeps_near: bool,
    ) -> None:
        self._places, self._leader, self._to, self._shift = places, leader, to, shift
        self._way, self._is_near, self._spots, self._keeps_near = way, is_near, spots, keeps_near
        self._taken = [to]
        self.ways: list[ModelPath] = []

    def settle(self, models: Sequence[str], most: float) -> list[str]:
        """Find a way for each model, up to ``most`` beside its place; return those that have none yet."""
        return [id for id in models if not self._find(id, most)]

    def gather(self, models: Sequence[str]) -> list[str]:
        """Find a way for each model to beside the nearest that have moved; return those that have none."""
        return [id for id in models if not self._join(id)]

    def _find(self, id: str, most: float) -> bool:
        home = (self._places[id][0] + self._shift[0], self._places[id][1] + self._shift[1])
        spots = (self._to,) if id == self._leader else self._spots(id, home, most, tuple(self.ways))
        tries = 0
        for spot in spots:
            is_own = spot == self._to or (spot == home and not self._keeps_near)
            if not is_own and not any(self._is_near(spot, other) for other in self._taken):
                continue  # who keeps its place in the formation is as near to the others as before
            if self._goes(id, spot):
                return True
            tries += 1
            if tries >= MOST_TRIES:
                break
        return False

    def _join(self, id: str) -> bool:
        here = self._places[id][:2]
        for other in sorted(self._taken, key=lambda one: math.dist(one, here))[:JOINED]:
            spots = [spot for spot in self._spots(id, other, 2.5, tuple(self.ways)) if self._is_near(spot, other)]
            for spot in sorted(spots, key=lambda one: math.dist(one, here))[:JOINED]:
                if self._goes(id, spot):
                    return True
        return False

    def _goes(self, id: str, spot: Spot) -> bool:
        path = self._way(id, spot, tuple(self.ways))
        if path is not None:
            self.ways.append(ModelPath(id, path))
            self._taken.append(spot)
        return path is not None


def form_up(
    count: int,
    gaps: Spot,
    facing: float,
    anchors: Sequence[Spot],
    is_free: Callable[[Spot], bool],
    *,
    files: Sequence[int] = (),
) -> tuple[Spot, ...]:
    """Return places for ``count`` models in ranks that face a direction (radians), at the first anchor with room.

    ``gaps``: between the centres of neighbours, along the ranks and from rank to rank (in). ``files``: the widths of
    ranks to try. Where no ranks have room, the models gather around an anchor as they can; empty: there is no room.
    """
    c, s = math.sin(facing), -math.cos(facing)  # to the right of the facing
    for anchor in anchors:
        for wide in files or (min(count, 10), min(count, 5)):
            spots = [
                (anchor[0] + x * c - y * s, anchor[1] + x * s + y * c)
                for x, y in ((u * gaps[0], v * gaps[1]) for u, v in ranks(count, 1.0, wide))
            ]
            if all(map(is_free, spots)):
                return tuple(spots)
    return next((found for anchor in anchors if (found := _gathered(count, gaps, facing, anchor, is_free))), ())


def _gathered(count: int, gaps: Spot, facing: float, anchor: Spot, is_free: Callable[[Spot], bool]) -> tuple[Spot, ...]:
    """Return places on a lattice around an anchor, each beside one before; empty: there is no room for all."""
    c, s = math.sin(facing), -math.cos(facing)
    seen, border, found = {(0, 0)}, [(0, 0)], list[Spot]()
    while border and len(found) < count:
        i, k = border.pop(0)
        x, y = i * gaps[0], k * gaps[1]
        spot = (anchor[0] + x * c - y * s, anchor[1] + x * s + y * c)
        if not is_free(spot):
            continue
        found.append(spot)
        for step in ((i + 1, k), (i - 1, k), (i, k - 1), (i, k + 1)):
            if step not in seen:
                seen.add(step)
                border.append(step)
    return tuple(found) if len(found) == count else ()
