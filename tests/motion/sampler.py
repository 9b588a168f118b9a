"""A slow judge of moves that shares nothing with the real one: boards of boxes and discs known by formulas, bases known
by points of their rim, ways walked in small steps. And random boards and paths for both to judge.

Whatever the real judge finds in the way, a base 0.003 in larger must meet here; and what it lets pass, one 0.003 in
smaller must pass here.
"""

import math
from dataclasses import dataclass, field, replace
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
from warcry3d.units import MM

__all__ = ["Case", "Disc", "Post", "disagreements", "grazing_case", "random_case"]

PLAY = 0.003
STEP = 0.01
RIM = 240
SIDES = 12

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
        box = zoo.box_part("part", (-a, -b, 0), (a, b, self.high - self.low))
        return zoo.feature(id, box, at=(*self.shape.centre, self.low), turn=math.degrees(self.shape.turn))


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
            self._made["table"] = zoo.table(*features, self.mover, *self.others, width=20, depth=20)
        return self._made["table"]


def _rim(base: Base, turn: float, more: float) -> Points:
    """Return points of a base's rim about the origin, ``more`` larger."""
    half = (base.length / 2 + more, base.width / 2 + more)
    if base.shape is BaseShape.SQUARE:
        return Disc((0.0, 0.0), half=half, turn=turn).rim()
    turns = np.linspace(0, 2 * math.pi, RIM, endpoint=False)
    own = np.column_stack([half[0] * np.cos(turns), half[1] * np.sin(turns)])
    c, s = math.cos(turn), math.sin(turn)
    return own @ np.array([[c, s], [-s, c]])


def _is_under(base: Base, turn: float, more: float, points: Points) -> NDArray[np.bool_]:
    """Return whether points (..., 2) seen from a base's centre lie under it, ``more`` larger."""
    c, s = math.cos(turn), math.sin(turn)
    x, y = points[..., 0], points[..., 1]
    u = (c * x + s * y) / (base.length / 2 + more)
    v = (c * y - s * x) / (base.width / 2 + more)
    if base.shape is BaseShape.SQUARE:
        return np.asarray((np.abs(u) < 1) & (np.abs(v) < 1))
    return np.asarray(u * u + v * v < 1)


def _meets(base: Base, turn: float, more: float, centres: Points, shape: Disc) -> bool:
    """Return whether a base overlaps a shape somewhere on its way, given by many centres (n, 2)."""
    reach = math.hypot(base.length, base.width) / 2 + shape.reach + 0.1
    near = centres[np.hypot(*(centres - np.array(shape.centre)).T) < reach]
    rim, post = _rim(base, turn, more), shape.rim()
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


def _is_blocked(case: Case, kind: LegKind, start: Points, end: Points, more: float) -> bool:
    """Return whether the base, ``more`` larger, meets a post between two points of a leg."""
    mover, tall = case.mover, _tall(case.mover)
    turn = mover.placement.turn
    way = _way(start, end)
    for post in case.posts:
        if kind is LegKind.CLIMB:
            if post.high < 1 and min(start[2], end[2]) <= 0.08:
                continue
            shares = (way[:, 2] + 0.02 < post.high) & (way[:, 2] + tall - 0.002 > post.low)
        else:
            shares = np.full(len(way), post.high >= 1 and post.low < tall)
        if shares.any() and _meets(mover.base, turn, more, way[shares][:, :2], post.shape):
            return True
    return False


def _meets_other(case: Case, start: Points, end: Points, more: float) -> bool:
    mover, tall = case.mover, _tall(case.mover)
    way = _way(start, end)
    for other in case.others:
        top = _tall(other)
        shares = (way[:, 2] + tall > 0.02) & (way[:, 2] < top - 0.02)
        if not shares.any():
            continue
        # Two bases overlap where the rim of one lies under the other, or one holds the other's centre.
        rims = _rim(other.base, other.placement.turn, 0.0) + np.array(other.placement.at[:2])
        own = _rim(mover.base, mover.placement.turn, more)
        for centre in way[shares][:, :2]:
            if math.dist(centre, other.placement.at[:2]) > 4:
                continue
            if _is_under(mover.base, mover.placement.turn, more, rims - centre).any():
                return True
            seen = own + centre - np.array(other.placement.at[:2])
            if _is_under(other.base, other.placement.turn, 0.0, seen).any():
                return True
    return False


def _is_off(case: Case, end: Points, more: float) -> bool:
    rim = _rim(case.mover.base, case.mover.placement.turn, more) + end[:2]
    return bool((rim < 0).any() or (rim > 20).any())


def _strays(case: Case, post: Post, start: Points, end: Points, limit: float) -> bool:
    """Return whether a climber's base gets farther than ``limit`` from a post."""
    base, turn = case.mover.base, case.mover.placement.turn
    rim = _rim(base, turn, 0.0)
    for spot in _way(start, end):
        level = max(0.0, float(post.shape.depth(rim + spot[:2]).min()))
        if _is_under(base, turn, 0.0, post.shape.rim() - spot[:2]).any():
            level = 0.0
        upright = max(0.0, post.low - spot[2] - base.height, spot[2] - post.high)
        if math.hypot(level, upright) > limit:
            return True
    return False


def disagreements(case: Case) -> list[str]:
    """Return where the two judges differ by more than `PLAY`, leg by leg."""
    found = trace(case.table, case.mover.id, case.path)
    at: Any = np.array(case.mover.placement.at)
    wrong = []
    for number, leg in enumerate(case.path.legs):
        kinds = {fault.kind for fault in found.faults if fault.leg == number}
        points = [at, *(np.array(to) for to in leg.to)]
        stretches = list(pairwise(points))
        checks: list[tuple[FaultKind, Any]] = [
            (FaultKind.BLOCKED, lambda a, b, more: _is_blocked(case, leg.kind, a, b, more)),  # noqa: B023
            (FaultKind.FIGHTER, lambda a, b, more: _meets_other(case, a, b, more)),
            (FaultKind.EDGE, lambda a, b, more: _is_off(case, b, more)),
        ]
        if leg.kind is LegKind.CLIMB:
            post = case.posts[0]
            checks.append((FaultKind.FAR, lambda a, b, more: _strays(case, post, a, b, 0.5 - more)))  # noqa: B023
        for kind, check in checks:
            if kind in kinds and not any(check(a, b, PLAY) for a, b in stretches):
                wrong.append(f"leg {number}: {kind.value} where there is nothing")
            if kind not in kinds and any(check(a, b, -PLAY) for a, b in stretches):
                wrong.append(f"leg {number}: no {kind.value}")
        at = points[-1]
    return wrong


def _base(rng: np.random.Generator) -> Base:
    shape = rng.integers(3)
    if shape == 0:
        return zoo.round_base(float(rng.choice([25, 28.5, 32, 40, 60])))
    if shape == 1:
        return zoo.oval_base(*[(60.0, 35.0), (75.0, 42.0), (90.0, 52.0)][rng.integers(3)])
    return zoo.square_base(float(rng.choice([20 * MM, 1.0, 50 * MM])))


def _post(rng: np.random.Generator) -> Post:
    low, high = [(0, 0.5), (0, 0.95), (0, 1.3), (0, 3), (0.7, 2), (1.0, 1.2), (1.8, 2.6), (0, 2)][rng.integers(8)]
    centre = (rng.uniform(2, 18), rng.uniform(2, 18))
    if rng.random() < 0.35:
        return Post(Disc(centre, radius=float(rng.choice([0.02, 0.1, 0.5, 1.0]))), low, high)
    half = (rng.uniform(0.02, 2), rng.uniform(0.02, 0.6))
    return Post(Disc(centre, half=half, turn=float(rng.choice([0, math.pi / 2, rng.uniform(0, 3)]))), low, high)


def random_case(seed: int) -> Case:
    """Return a board and a path by a seed: walks and jumps over the floor, or a climb up a wall and along it."""
    rng = np.random.default_rng(seed)
    posts = tuple(_post(rng) for _ in range(rng.integers(3, 14)))
    base, turn = _base(rng), math.degrees(rng.uniform(0, 2 * math.pi))
    tall = float(rng.choice([1.1, 1.4, 2.2]))
    others = tuple(
        zoo.fighter(f"o{i}", (rng.uniform(2, 18), rng.uniform(2, 18)), base=_base(rng), facing=rng.uniform(0, 360))
        for i in range(rng.integers(0, 3))
    )
    start = (rng.uniform(2, 18), rng.uniform(2, 18))
    mover = zoo.fighter("a", start, base=base, facing=turn, tall=tall)
    if rng.random() < 0.3:
        return _climb(rng, posts, others, mover)
    legs = []
    for _ in range(rng.integers(1, 4)):
        kind = LegKind.JUMP if rng.random() < 0.25 else LegKind.WALK
        start = tuple(np.clip(np.array(start) + rng.normal(0, 2.5, 2), 0.3, 19.7))
        legs.append(Leg(kind, ((float(start[0]), float(start[1]), 0.0),)))
    return _cleared(Case(posts, others, mover, Path(tuple(legs))))


def _cleared(case: Case, *, keep: int = 0) -> Case:
    """Return the case without what its mover touches where it starts, but for the first ``keep`` posts."""
    at, base, turn = case.mover.placement.at, case.mover.base, case.mover.placement.turn
    spot = np.array([at[:2]])
    posts = [p for i, p in enumerate(case.posts) if i < keep or not _meets(base, turn, 0.05, spot, p.shape)]
    others = [
        other
        for other in case.others
        if math.dist(other.placement.at, at) > 0.1 + math.hypot(base.length, base.width) / 2 + other.base.length
    ]
    return replace(case, posts=tuple(posts), others=tuple(others), _made={})


def grazing_case(seed: int, gap: float) -> Case:
    """Return a base that passes a post, or another base, with ``gap`` to spare (negative: overlapping by so much), on a
    straight walk or jump in any direction.

    Passing along x, a base sweeps what it covers along y: so the thing beside begins where the base ends, and ``gap``.
    """
    rng = np.random.default_rng(seed)
    base, facing, way = _base(rng), rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi)
    out = float(_support(base, facing - way)) + gap
    c, s = math.cos(way), math.sin(way)

    def carried(x: float, y: float) -> tuple[float, float]:
        return 10 + c * x - s * y, 10 + s * x + c * y

    posts: tuple[Post, ...] = ()
    others: tuple[Model, ...] = ()
    if rng.random() < 0.3:
        other, turn = _base(rng), rng.uniform(0, 2 * math.pi)
        at = carried(0.0, out + _support(other, turn - way))
        others = (zoo.fighter("b", at, base=other, facing=math.degrees(turn)),)
    else:
        shape = _post(rng).shape
        turn = shape.turn
        deep = -float(replace(shape, centre=(0.0, 0.0)).corners[:, 1].min())
        posts = (Post(replace(shape, centre=carried(0.0, out + deep), turn=turn + way), 0.0, 2.0),)
    mover = zoo.fighter("a", carried(-5, 0), base=base, facing=math.degrees(facing))
    kind = LegKind.JUMP if rng.random() < 0.4 else LegKind.WALK
    return Case(posts, others, mover, Path((Leg(kind, ((*carried(5, 0), 0.0),)),)))


def _support(base: Base, turn: float) -> float:
    """Return how far a base turned by ``turn`` reaches along y from its centre."""
    a, b = base.length / 2 * abs(math.sin(turn)), base.width / 2 * abs(math.cos(turn))
    return a + b if base.shape is BaseShape.SQUARE else math.hypot(a, b)


def _climb(rng: np.random.Generator, posts: tuple[Post, ...], others: tuple[Model, ...], mover: Model) -> Case:
    """Return a climber that stands against the side of a wall, goes up, aside, and up or down again."""
    wall = Post(Disc((10.0, 10.0), half=(2.0, 0.3)), 0.0, float(rng.choice([2.0, 3.0, 4.0])))
    rim = _rim(mover.base, mover.placement.turn, 0.0)
    x, y = float(rng.uniform(8.3, 11.7)), 10.3 - float(rim[:, 1].min())
    mover = replace(mover, placement=replace(mover.placement, at=(x, y, 0.0)))
    up = float(rng.uniform(0.2, wall.high + 0.7))
    aside = (x + float(rng.uniform(-2.5, 2.5)), y + float(rng.uniform(-0.1, 0.7)))
    last = float(rng.uniform(0.1, wall.high + 0.7))
    leg = Leg(LegKind.CLIMB, ((x, y, up), (*aside, up), (*aside, last)))
    return _cleared(Case((wall, *posts), others, mover, Path((leg,))), keep=1)
