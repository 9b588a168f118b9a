"""Random boards and paths, and boards that are grazed by a hair, for the real judge of moves and the slow one."""

import math
from dataclasses import replace

import numpy as np

from tests import zoo
from tests.motion.sampler import Case, Disc, Points, Post, meets, rim_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.units import MM

__all__ = ["grazing_case", "random_case", "turning_case"]


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


def random_case(seed: int, *, turning: bool = False) -> Case:
    """Return a board and a path by a seed: walks and jumps over the floor, or a climb up a wall and along it.

    ``turning``: two of three legs turn the base first, and some paths lead through the air: jumps that go on from a
    climb, or flights.
    """
    rng = np.random.default_rng(seed)
    posts = tuple(_post(rng) for _ in range(rng.integers(15, 50) if turning else rng.integers(3, 14)))
    base, turn = _base(rng), math.degrees(rng.uniform(0, 2 * math.pi))
    tall = float(rng.choice([1.1, 1.4, 2.2]))
    others = tuple(
        zoo.fighter(f"o{i}", (rng.uniform(2, 18), rng.uniform(2, 18)), base=_base(rng), facing=rng.uniform(0, 360))
        for i in range(rng.integers(0, 9) if turning else rng.integers(0, 3))
    )
    start = (rng.uniform(2, 18), rng.uniform(2, 18))
    mover = zoo.fighter("a", start, base=base, facing=turn, tall=tall)
    kind = rng.random()
    if kind < 0.3:
        case = _climb(rng, posts, others, mover)
    elif turning and kind < 0.5:
        case = _leap(rng, posts, others, mover)
    else:
        case = _cleared(Case(posts, others, mover, _errand(rng, start, flies=turning and kind < 0.65)))
    return _turning(rng, case) if turning else case


def _errand(rng: np.random.Generator, start: tuple[float, ...], *, flies: bool) -> Path:
    """Return walks and jumps over the floor; or flights, a way put down, and a walk on from there."""
    legs = []
    for _ in range(rng.integers(1, 4)):
        kind = LegKind.JUMP if rng.random() < 0.25 else LegKind.WALK
        if flies:
            kind = [LegKind.FLY, LegKind.FLY, LegKind.PLACE, LegKind.WALK][rng.integers(4)]
        start = tuple(np.clip(np.array(start[:2]) + rng.normal(0, 2.5, 2), 0.3, 19.7))
        legs.append(Leg(kind, ((float(start[0]), float(start[1]), 0.0),)))
    return Path(tuple(legs))


def _turning(rng: np.random.Generator, case: Case) -> Case:
    """Return the case with a leg for each point, two of three turned first: a little, a quarter, half round, anyhow."""
    legs, turn = [], case.mover.placement.turn
    for leg in [replace(whole, to=(to,)) for whole in case.path.legs for to in whole.to]:
        if rng.random() < 2 / 3:
            turn += float(rng.choice([rng.normal(0, 0.2), math.pi / 2, math.pi, rng.uniform(-math.pi, math.pi)]))
            leg = replace(leg, facing=math.remainder(turn, math.tau))
        legs.append(leg)
    return replace(case, path=Path(tuple(legs)), _made={})


def _cleared(case: Case, *, keep: int = 0) -> Case:
    """Return the case without what its mover touches where it starts, but for the first ``keep`` posts."""
    at, base, turn = case.mover.placement.at, case.mover.base, case.mover.placement.turn
    spot = np.array([at[:2]])
    posts = [p for i, p in enumerate(case.posts) if i < keep or not meets(base, turn, 0.05, spot, p.shape)]
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


def _leap(rng: np.random.Generator, posts: tuple[Post, ...], others: tuple[Model, ...], mover: Model) -> Case:
    """Return a climber that leaps off its wall, and on in the air once or twice, the last time down to the floor."""
    climber = _climb(rng, posts, others, mover)
    x, y, z = climber.path.legs[0].to[0]
    legs = [Leg(LegKind.CLIMB, ((x, y, z),))]
    for number in range(rng.integers(1, 4)):
        x, y = x + float(rng.normal(0, 1)), y + float(rng.uniform(0.2, 2))
        z = max(z - float(rng.choice([0, 0.5])), 0.2) if number == 0 or rng.random() < 0.5 else z
        legs.append(Leg(LegKind.JUMP, ((x, y, z),)))
    legs += [Leg(LegKind.DROP, ((x, y, 0.0),)), Leg(LegKind.WALK, ((x + 0.3, y + 0.6, 0.0),))]
    return replace(climber, path=Path(tuple(legs)), _made={})


def _climb(rng: np.random.Generator, posts: tuple[Post, ...], others: tuple[Model, ...], mover: Model) -> Case:
    """Return a climber that stands against the side of a wall, goes up, aside, and up or down again."""
    wall = Post(Disc((10.0, 10.0), half=(2.0, 0.3)), 0.0, float(rng.choice([2.0, 3.0, 4.0])))
    rim = rim_of(mover.base, mover.placement.turn, 0.0)
    x, y = float(rng.uniform(8.3, 11.7)), 10.3 - float(rim[:, 1].min())
    mover = replace(mover, placement=replace(mover.placement, at=(x, y, 0.0)))
    up = float(rng.uniform(0.2, wall.high + 0.7))
    aside = (x + float(rng.uniform(-2.5, 2.5)), y + float(rng.uniform(-0.1, 0.7)))
    last = float(rng.uniform(0.1, wall.high + 0.7))
    leg = Leg(LegKind.CLIMB, ((x, y, up), (*aside, up), (*aside, last)))
    return _cleared(Case((wall, *posts), others, mover, Path((leg,))), keep=1)


def turning_case(seed: int, gap: float) -> Case:
    """Return a base that turns on the spot beside a wall, another base or the board's edge, with ``gap`` to spare at
    its widest (negative: overlapping by so much): standing, hanging on to something behind it, or in the air.
    """
    rng = np.random.default_rng(seed)
    ahead = math.pi if seed % 5 == 0 else rng.uniform(0, math.tau)
    mode = ("stands", "hangs", "leaps")[seed % 3]
    back = ahead + (2.2 if mode == "hangs" else math.pi)  # a base is as wide before as behind, so: aslant
    while True:
        base, before, sweep = _base(rng), rng.uniform(0, math.tau), rng.uniform(-math.pi, math.pi)
        facings = np.linspace(before, before + sweep, 1500).tolist()
        front, behind = ([_reach(base, turn, way) for turn in facings] for way in (ahead, back))
        # Who hangs must touch what it holds on to as it begins, and may neither turn into it nor too far away.
        is_held = behind[0] > max(behind) - 0.015 and min(behind) > max(behind) - 0.45
        if max(front) > front[0] + 0.02 and (is_held or mode != "hangs"):
            break
    out = max(front) + gap
    spot = np.array([out if seed % 5 == 0 else 10.0, 10.0])
    foot = spot + out * np.array([math.cos(ahead), math.sin(ahead)])
    posts, others = ((), ()) if seed % 5 == 0 else _beside(rng, foot, ahead)
    behind_it = max(behind) if mode == "hangs" else behind[0]
    path, start, hold = _turn_path(mode, spot, back, behind_it, before + sweep)
    mover = zoo.fighter("a", start, base=base, facing=math.degrees(before))
    wall = (Post(Disc(hold, half=(0.2, 1.0 if mode == "hangs" else 1.5), turn=back), 0.0, 4.0),)
    return Case((*(wall if mode != "stands" else ()), *posts), others, mover, path)


def _beside(rng: np.random.Generator, foot: Points, ahead: float) -> tuple[tuple[Post, ...], tuple[Model, ...]]:
    """Return a wall or another fighter whose flat side faces back from ``foot``."""
    way = np.array([math.cos(ahead), math.sin(ahead)])
    if rng.random() < 0.3:
        other = zoo.square_base(100 * MM)
        x, y = (foot + way * (other.length / 2)).tolist()
        return (), (zoo.fighter("b", (x, y), base=other, facing=math.degrees(ahead), tall=4.0),)
    deep = float(rng.uniform(0.05, 1))
    x, y = (foot + way * deep).tolist()
    return (Post(Disc((x, y), half=(deep, 2.5), turn=ahead), 0.0, 4.0),), ()


def _turn_path(
    mode: str, spot: Points, back: float, behind: float, after: float
) -> tuple[Path, tuple[float, float], tuple[float, float]]:
    """Return a path that turns at a spot, where it starts, and the middle of what it holds on to, ``back`` of there."""
    x, y = spot.tolist()
    way = np.array([math.cos(back), math.sin(back)])
    start = spot + way * 2 if mode == "leaps" else spot
    u, v = start.tolist()
    legs: tuple[Leg, ...]
    if mode == "stands":
        legs = (Leg(LegKind.WALK, ((x + 0.3 * way[0], y + 0.3 * way[1], 0.0),), facing=after),)
    elif mode == "hangs":
        legs = (Leg(LegKind.CLIMB, ((x, y, 1.0),)), Leg(LegKind.CLIMB, ((x, y, 1.2),), facing=after))
    else:
        legs = (
            Leg(LegKind.CLIMB, ((u, v, 1.0),)),
            Leg(LegKind.JUMP, ((x, y, 1.0),)),
            Leg(LegKind.DROP, ((x, y, 0.0),), facing=after),
        )
    hold = (start + way * (behind + 0.001 + 0.2)).tolist()
    return Path(legs), (u, v), (hold[0], hold[1])


def _reach(base: Base, turn: float, ahead: float) -> float:
    """Return how far a base turned by ``turn`` reaches in a direction from its centre."""
    return _support(base, turn - ahead + math.pi / 2)
