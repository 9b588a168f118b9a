"""A slow judge of moves that shares nothing with the real one: boards of boxes and discs known by formulas, bases known
by points of their rims, ways walked in small steps, turns turned in small steps.

Whatever the real judge finds in the way, a base 0.003 in larger must meet here; and what it lets pass, one 0.003 in
smaller must pass here. Boards and paths for both: `tests.motion.sampled`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.record import FaultKind
from warcry3d.motion.trace import trace
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["BOARD", "PLAY", "Case", "Disc", "Post", "disagreements", "is_circle", "meets", "rim_of"]

PLAY = 0.003
STEP = 0.01
TURN_STEP = 0.01
"""Between two facings so near (radians) a tip sinks by less than 0.0001 in."""
RIM = 240
SIDES = 12
BOARD = 20.0
ON_FLOOR = 0.08
FLIGHTS = (LegKind.FLY, LegKind.PLACE)

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Disc:
    """A drum of 12 sides, or a rectangle where ``half`` is given: centre, radius or half sides, turn (radians)."""

    centre: tuple[float, float]
    radius: float = 0.0
    half: tuple[float, float] | None = None
    turn: float = 0.0

    def depth(self, points: Points) -> Points:
        """Return how far outside each of points (..., 2) lies; negative inside."""
        x, y = points[..., 0] - self.centre[0], points[..., 1] - self.centre[1]
        if self.half is None:
            middles = self.turn + (np.arange(SIDES) + 0.5) * (2 * math.pi / SIDES)
            beyond = [math.cos(t) * x + math.sin(t) * y for t in middles]
            return np.asarray(np.max(beyond, axis=0) - self.radius * math.cos(math.pi / SIDES))
        c, s = math.cos(self.turn), math.sin(self.turn)
        u, v = np.abs(c * x + s * y) - self.half[0], np.abs(c * y - s * x) - self.half[1]
        return np.asarray(np.hypot(np.maximum(u, 0), np.maximum(v, 0)) + np.minimum(np.maximum(u, v), 0))

    def rim(self) -> Points:
        """Return points of its rim, no farther apart than about `STEP`."""
        corners = np.concatenate([self.corners, self.corners[:1]])
        return np.concatenate(
            [
                p + np.linspace(0, 1, math.ceil(float(np.hypot(*(q - p))) / STEP) + 1)[:, None] * (q - p)
                for p, q in pairwise(corners)
            ]
        )

    @property
    def corners(self) -> Points:
        """Return its corners, anticlockwise."""
        if self.half is None:
            turns = self.turn + np.arange(SIDES) * (2 * math.pi / SIDES)
            return np.array(self.centre) + self.radius * np.column_stack([np.cos(turns), np.sin(turns)])
        c, s = math.cos(self.turn), math.sin(self.turn)
        own = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * np.array(self.half)
        return np.asarray(own @ np.array([[c, s], [-s, c]]) + np.array(self.centre))

    @property
    def reach(self) -> float:
        return self.radius if self.half is None else math.hypot(*self.half)


@dataclass(frozen=True)
class Post:
    """A thing that stands or hangs: its shape seen from above, and from which height to which."""

    shape: Disc
    low: float
    high: float

    def feature(self, id: str) -> Feature:
        """Return it as terrain."""
        if self.shape.half is None:
            return zoo.feature(id, zoo.part("part", shapes.prism(self.shape.corners.tolist(), (self.low, self.high))))
        a, b = self.shape.half
        box = zoo.box_part("part", (-a, -b, self.low), (a, b, self.high))
        return zoo.feature(id, box, at=self.shape.centre, turn=math.degrees(self.shape.turn))


@dataclass(frozen=True)
class Case:
    """A board of posts, others who stand on its floor, a mover, and its path."""

    posts: tuple[Post, ...]
    others: tuple[Model, ...]
    mover: Model
    path: Path
    _made: dict[str, Table] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """Return the board as the real judge reads it."""
        if "table" not in self._made:
            features = [post.feature(f"post-{i}") for i, post in enumerate(self.posts)]
            self._made["table"] = zoo.table(*features, self.mover, *self.others, width=BOARD, depth=BOARD)
        return self._made["table"]


def is_circle(base: Base) -> bool:
    """Return whether a base looks the same however it is turned."""
    return base.shape is not BaseShape.SQUARE and base.length == base.width


def rim_of(base: Base, turn: float, more: float) -> Points:
    """Return points of a base's rim about the origin, ``more`` larger."""
    half = (base.length / 2 + more, base.width / 2 + more)
    if base.shape is BaseShape.SQUARE:
        return Disc((0.0, 0.0), half=half, turn=turn).rim()
    turns = np.linspace(0, 2 * math.pi, RIM, endpoint=False)
    own = np.column_stack([half[0] * np.cos(turns), half[1] * np.sin(turns)])
    c, s = math.cos(turn), math.sin(turn)
    return np.asarray(own @ np.array([[c, s], [-s, c]]))


def _is_under(base: Base, turn: float, more: float, points: Points) -> NDArray[np.bool_]:
    """Return whether points (..., 2) seen from a base's centre lie under it, ``more`` larger."""
    c, s = math.cos(turn), math.sin(turn)
    x, y = points[..., 0], points[..., 1]
    u = (c * x + s * y) / (base.length / 2 + more)
    v = (c * y - s * x) / (base.width / 2 + more)
    if base.shape is BaseShape.SQUARE:
        return np.asarray((np.abs(u) < 1) & (np.abs(v) < 1))
    return np.asarray(u * u + v * v < 1)


def meets(base: Base, turn: float, more: float, centres: Points, shape: Disc) -> bool:
    """Return whether a base overlaps a shape somewhere on its way, given by many centres (n, 2)."""
    reach = math.hypot(base.length, base.width) / 2 + shape.reach + 0.1
    near = centres[np.hypot(*(centres - np.array(shape.centre)).T) < reach]
    rim, post = rim_of(base, turn, more), shape.rim()
    for first in range(0, len(near), 200):
        some = near[first : first + 200]
        if (shape.depth(some[:, None] + rim) < 0).any() or (shape.depth(some) < 0).any():
            return True
        if _is_under(base, turn, more, post - some[:, None]).any():
            return True
    return False


def _way(start: Points, end: Points) -> Points:
    count = max(2, math.ceil(float(np.linalg.norm(end - start)) / STEP) + 1)
    return np.asarray(start + np.linspace(0, 1, count)[:, None] * (end - start))


def _tall(model: Model) -> float:
    return float(model.figure.parts[0].solid.vertices[:, 2].max())


@dataclass(frozen=True)
class Moment:
    """A leg as it begins: how the mover is there, and what it faces before it turns and after."""

    number: int
    leg: Leg
    mode: str
    start: Points
    before: float
    turn: float
    is_landing: bool
    """Whether the path leaves the air by a flight that ends with this leg."""

    @property
    def is_turned(self) -> bool:
        """Return whether it turns where that sweeps anything."""
        return self.turn != self.before and self.leg.kind not in FLIGHTS and self.mode != "flying"

    @property
    def facings(self) -> Points:
        """Return what it faces on its way from the one to the other, the shorter way round."""
        delta = math.remainder(self.turn - self.before, math.tau)
        return self.before + np.linspace(0, delta, max(2, math.ceil(abs(delta) / TURN_STEP) + 1))

    @property
    def stretches(self) -> list[tuple[Points, Points]]:
        """Return its straight stretches; a jump goes level, then down."""
        points = [self.start, *(np.array(to) for to in self.leg.to)]
        if self.leg.kind not in (LegKind.JUMP, LegKind.DROP):
            return list(pairwise(points))
        over = [np.array([*b[:2], a[2]]) for a, b in pairwise(points)]
        made = [((a, o), (o, b)) for a, o, b in zip(points, over, points[1:], strict=False)]
        return [(a, b) for pair in made for a, b in pair if (a != b).any()]


def moments(case: Case) -> Iterator[Moment]:
    """Yield the legs of a case's path as they begin."""
    at, turn = np.array(case.mover.placement.at), case.mover.placement.turn
    mode = "standing"
    legs = case.path.legs
    for number, leg in enumerate(legs):
        follows = legs[number + 1].kind if number + 1 < len(legs) else None
        is_landing = leg.kind is LegKind.PLACE or (leg.kind is LegKind.FLY and follows not in FLIGHTS)
        facing = turn if leg.facing is None or is_circle(case.mover.base) else leg.facing
        yield Moment(number, leg, mode, at, turn, facing, is_landing)
        at, turn = np.array(leg.to[-1]), facing
        if leg.kind is LegKind.FLY and not is_landing:
            mode = "flying"
        elif _is_down(case, at):
            mode = "standing"
        else:
            mode = "climbing" if leg.kind is LegKind.CLIMB else "air"


def _is_down(case: Case, at: Points) -> bool:
    """Return whether a centre is on the floor, or on (or in) low terrain there."""
    low = [post for post in case.posts if post.high < 1 and at[2] <= post.high + 0.02]
    return bool(at[2] <= ON_FLOOR or any(post.shape.depth(at[:2]) < 0 for post in low))


def _stops(case: Case, moment: Moment, post: Post, way: Points) -> NDArray[np.bool_]:
    """Return at which places of a way a post is in the way of the mover's heights."""
    tall = _tall(case.mover)
    if not _is_aloft(moment):
        return np.full(len(way), post.high >= 1 and post.low < tall)
    if post.high < 1 and (_is_down(case, way[0]) or _is_down(case, way[-1])):
        return np.zeros(len(way), dtype=np.bool_)  # low terrain of the floor that it comes from or to
    return np.asarray((way[:, 2] + 0.02 < post.high) & (way[:, 2] + tall - 0.002 > post.low))


def _is_aloft(moment: Moment) -> bool:
    """Return whether a leg is judged by the heights it passes, rather than by columns over the floor."""
    return moment.leg.kind is LegKind.CLIMB or (moment.leg.kind not in FLIGHTS and moment.mode in ("climbing", "air"))


def _is_blocked(case: Case, moment: Moment, more: float) -> bool:
    """Return whether the base, ``more`` larger, meets a post on a leg."""
    for way in _ways(moment):
        for post in case.posts:
            shares = _stops(case, moment, post, way)
            if shares.any() and meets(case.mover.base, moment.turn, more, way[shares][:, :2], post.shape):
                return True
    return False


def _ways(moment: Moment) -> Iterator[Points]:
    """Yield where the centre is while it is in somebody's way: all along a leg, at the end of a flight."""
    if moment.leg.kind in FLIGHTS:
        if moment.is_landing:
            yield np.array([moment.leg.to[-1]])
        return
    for start, end in moment.stretches:
        yield _way(start, end)


def _who_is_met(case: Case, turn: float, more: float, way: Points) -> set[str]:
    """Return the others whom the base, ``more`` larger, meets."""
    mover, tall = case.mover, _tall(case.mover)
    own, met = rim_of(mover.base, turn, more), set()
    for other in case.others:
        # Two bases overlap where the rim of one lies under the other, or one holds the other's centre.
        place = np.array(other.placement.at[:2])
        shares = (way[:, 2] + tall > 0.02) & (way[:, 2] < _tall(other) - 0.02)
        shares &= np.hypot(*(way[:, :2] - place).T) < 4
        rims = rim_of(other.base, other.placement.turn, 0.0) + place
        for centre in way[shares][:, :2]:
            under = _is_under(mover.base, turn, more, rims - centre).any()
            if under or _is_under(other.base, other.placement.turn, 0.0, own + centre - place).any():
                met.add(other.id)
                break
    return met


def _meets_other(case: Case, moment: Moment, more: float) -> bool:
    return any(_who_is_met(case, moment.turn, more, way) for way in _ways(moment))


def _is_off(case: Case, moment: Moment, more: float) -> bool:
    """Return whether the base passes the board's edge at a point of a leg."""
    return any(_is_over_edge(case.mover.base, moment.turn, more, np.array(to)) for to in moment.leg.to)


def _is_over_edge(base: Base, turn: float, more: float, at: Points) -> bool:
    rim = rim_of(base, turn, more) + at[:2]
    return bool((rim < 0).any() or (rim > BOARD).any())


def _gap(base: Base, turn: float, tall: float, post: Post, spot: Points) -> float:
    """Return how far a base at a place, or all up to ``tall``, is from a post."""
    rim = rim_of(base, turn, 0.0)
    level = max(0.0, float(post.shape.depth(rim + spot[:2]).min()))
    if _is_under(base, turn, 0.0, post.shape.rim() - spot[:2]).any():
        level = 0.0
    return math.hypot(level, max(0.0, post.low - spot[2] - tall, spot[2] - post.high))


def _strays(case: Case, moment: Moment, post: Post, limit: float) -> bool:
    """Return whether a climber's base gets farther than ``limit`` from a post on a leg."""
    base = case.mover.base
    ways = (_way(start, end) for start, end in moment.stretches)
    return any(_gap(base, moment.turn, base.height, post, spot) > limit for way in ways for spot in way)


def _turns_away(case: Case, moment: Moment, post: Post, limit: float) -> bool:
    """Return whether a climber's base, turning on the spot, gets farther than ``limit`` from a post."""
    base = case.mover.base
    return any(_gap(base, turn, base.height, post, moment.start) > limit for turn in moment.facings.tolist())


def _swept(case: Case, moment: Moment, facings: Points, more: float) -> set[str]:
    """Return what a base turned on the spot, ``more`` larger, overlaps at one of these facings; "": the edge."""
    base, spot = case.mover.base, np.array([moment.start])
    reach = math.hypot(base.length, base.width) / 2 + 0.1
    tall, z = _tall(case.mover), moment.start[2]
    met: set[str] = set()
    for number, post in enumerate(case.posts):
        if moment.mode == "standing":
            stops = post.high >= 1 and post.low < tall
        else:
            stops = z + 0.02 < post.high and z + tall - 0.002 > post.low
        if not stops or math.dist(post.shape.centre, moment.start[:2]) > reach + post.shape.reach:
            continue
        if any(meets(base, turn, more, spot[:, :2], post.shape) for turn in facings.tolist()):
            met.add(f"post-{number}/part")
    for turn in facings.tolist():
        met |= _who_is_met(case, turn, more, spot)
        met |= {""} if _is_over_edge(base, turn, more, moment.start) else set()
    return met


def _turn_disagreements(case: Case, moment: Moment, told: set[str]) -> Iterator[str]:
    """Yield where the two judges differ about what a turn sweeps; what is overlapped before it is forgiven."""
    if not moment.is_turned:
        yield from (f"turned into {subject!r} without a turn" for subject in sorted(told))
        return
    facings = moment.facings
    large, small = (_swept(case, moment, facings, more) for more in (PLAY, -PLAY))
    before, surely_before = (_swept(case, moment, facings[:1], more) for more in (PLAY, -PLAY))
    yield from (f"turned into {subject!r}, where it is not" for subject in sorted(told - large))
    yield from (f"turned into {subject!r}, where it was" for subject in sorted(told & surely_before))
    yield from (f"not turned into {subject!r}" for subject in sorted(small - before - told))


def _touched(case: Case, moment: Moment, more: float) -> list[Post]:
    """Return the posts that a climb may begin at: those an inch high."""
    base, tall = case.mover.base, _tall(case.mover)
    return [
        post
        for post in case.posts
        if post.high >= 1 and _gap(base, moment.turn, tall, post, moment.start) <= 0.02 + more
    ]


def _far_disagreements(case: Case, moment: Moment, told: bool, held: list[Post]) -> Iterator[str]:
    """Yield where the two judges differ about the half inch."""
    climbs = moment.leg.kind is LegKind.CLIMB
    turns = moment.is_turned and moment.mode == "climbing" and climbs
    if told:
        away = turns and all(_turns_away(case, moment, post, 0.5 - PLAY) for post in held)
        sure = [*held, *_touched(case, moment, -PLAY)]
        if not away and not (climbs and all(_strays(case, moment, post, 0.5 - PLAY) for post in sure)):
            yield "far where it is not"
    else:
        may = [*held, *_touched(case, moment, PLAY)]
        if turns and held and all(_turns_away(case, moment, post, 0.5 + PLAY) for post in held):
            yield "not turned away too far"
        if climbs and may and all(_strays(case, moment, post, 0.5 + PLAY) for post in may):
            yield "not far"


def disagreements(case: Case) -> list[str]:
    """Return where the two judges differ by more than `PLAY`, leg by leg."""
    found = trace(case.table, case.mover.id, case.path)
    wrong = []
    held: list[Post] = []
    for moment in moments(case):
        faults = [fault for fault in found.faults if fault.leg == moment.number]
        kinds = {fault.kind for fault in faults}
        swept = {fault.subject for fault in faults if fault.kind is FaultKind.TURN}
        differ = [*_turn_disagreements(case, moment, swept)]
        differ += _far_disagreements(case, moment, FaultKind.FAR in kinds, held)
        checks: list[tuple[FaultKind, Any]] = [
            (FaultKind.BLOCKED, _is_blocked),
            (FaultKind.FIGHTER, _meets_other),
            (FaultKind.EDGE, _is_off),
        ]
        for kind, check in checks:
            if kind in kinds and not check(case, moment, PLAY):
                differ.append(f"{kind.value} where there is nothing")
            # Who turned a hair into something as its path began, and walks out of it, is told of the turn alone.
            is_told = kind is FaultKind.BLOCKED and moment.number == 0 and bool(swept)
            if kind not in kinds and not is_told and check(case, moment, -PLAY):
                differ.append(f"no {kind.value}")
        wrong += [f"leg {moment.number}: {one}" for one in differ]
        if moment.leg.kind is LegKind.CLIMB:
            held = [*(held if moment.mode == "climbing" else ()), *_touched(case, moment, PLAY)]
        else:
            held = []
    return wrong
