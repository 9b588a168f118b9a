"""A slow search that shares nothing with the real one but the judge: it tries legs of all kinds from place to place on
a coarse lattice, each traced. And small random boards for both.
"""

import heapq
import math
from collections.abc import Iterator

import numpy as np
import shapely

from tests import zoo
from tests.motion.moves import mover
from warcry3d.geom.solid import Placement
from warcry3d.motion.free_space import Room, room_of
from warcry3d.motion.levels import Level
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.record import Trace
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import volume_of
from warcry3d.rules.warcry.pricing import price
from warcry3d.table.table import Table

__all__ = ["brute", "cost_of", "small_board"]

SIDE = 10.0
STEP = 0.5


def small_board(seed: int) -> Table:
    """Return a board of 10 x 10 in: a block to stand on, a wall, something low, another fighter, and "a" who moves."""
    rng = np.random.default_rng(seed)
    turn = float(rng.choice([0, 90, rng.uniform(0, 180)]))
    a, b = rng.uniform(1.4, 3, 2).tolist()
    high = float(rng.choice([1.3, 2.0, 2.6, 3.0]))
    block = zoo.feature(
        "block", zoo.box_part("stone", (-a / 2, -b / 2, 0), (a / 2, b / 2, high)), at=(6.6, 6.2), turn=turn
    )
    wall_high = float(rng.choice([1.2, 1.8, 2.5]))
    along = float(rng.uniform(0, 180))
    wall = zoo.feature("wall", zoo.box_part("w", (-1.5, -0.15, 0), (1.5, 0.15, wall_high)), at=(3.4, 6.0), turn=along)
    low = zoo.feature("low", zoo.box_part("l", (-0.8, -0.3, 0), (0.8, 0.3, 0.8), "low"), at=(6.5, 2.5), turn=turn)
    other = zoo.fighter("b", (float(rng.uniform(1, 9)), float(rng.uniform(8.2, 9.2))), side="blue")
    base = [zoo.round_base(25), zoo.round_base(32), zoo.oval_base(60, 35), zoo.square_base(1.0)][int(rng.integers(4))]
    start = mover(
        (float(rng.uniform(2.5, 5)), float(rng.uniform(1.5, 3))), base=base, facing=float(rng.uniform(0, 360))
    )
    return zoo.table(block, wall, low, other, start, width=SIDE, depth=SIDE)


def cost_of(table: Table, path: Path) -> float | None:
    """Return what a path of "a" costs; None where it has faults or does not end standing."""
    return _cost(trace(table, "a", path))


def _cost(traced: Trace) -> float | None:
    if traced.faults or traced.end.level is None:
        return None
    return math.fsum(price(leg) for leg in traced.legs)


def brute(table: Table, inches: float, seed: int) -> dict[tuple[int, float, float], float]:
    """Return what places (level, x, y) on a lattice of half inches cost by the best chain of legs that was tried: walks
    to the next places, jumps and drops in 16 directions, climbs from places at random along what is in the way.
    """
    rng = np.random.default_rng(seed)
    room = room_of(table, volume_of(table.model("a")))
    levels = room.levels.levels
    start = table.model("a").placement.at
    feet = _feet(room, rng)
    best: dict[tuple[int, float, float], float] = {}
    cheapest: dict[Point, float] = {}
    queue: list[tuple[float, int, Point]] = [(0.0, 0, start)]
    done: set[Point] = set()
    while queue:
        cost, level, at = heapq.heappop(queue)
        if at in done:
            continue
        done.add(at)
        here = table.placing("a", Placement(at, table.model("a").placement.turn))
        for path, end in _tries(at, level, levels, feet):
            if cost + math.dist(at[:2], end[:2]) >= cheapest.get(end, inches + 1e-9):
                continue  # no leg costs less than its level inches
            traced = trace(here, "a", path)
            more, number = _cost(traced), traced.end.level
            if more is None or number is None or cost + more > inches:
                continue
            cheapest[end] = min(cost + more, cheapest.get(end, math.inf))
            key = (number.number, round(end[0], 6), round(end[1], 6))
            if cost + more < best.get(key, math.inf) - 1e-9:
                best[key] = cost + more
                heapq.heappush(queue, (cost + more, number.number, (end[0], end[1], number.height)))
    return best


def _feet(room: Room, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Return places at random from which a base touches something, on the floor."""
    rim = shapely.boundary(shapely.buffer(room.closed(room.levels.levels[0]).area, 0.005))
    places = [shapely.line_interpolate_point(rim, rng.uniform(0, rim.length)) for _ in range(14)]
    return [(place.x, place.y) for place in places]


def _tries(
    at: Point, level: int, levels: tuple[Level, ...], feet: list[tuple[float, float]]
) -> Iterator[tuple[Path, Point]]:
    """Yield paths to try from a place, and where each ends."""
    x, y, z = at
    i, j = round(x / STEP), round(y / STEP)
    for dx in range(-2, 3):
        for dy in range(-2, 3):
            to = ((i + dx) * STEP, (j + dy) * STEP, z)
            yield Path((Leg(LegKind.WALK, (to,)),)), to
    for lower in levels:
        if z - lower.height > 0.1:
            for dx in range(-4, 5):
                for dy in range(-4, 5):
                    to = ((i + dx) * STEP, (j + dy) * STEP, lower.height)
                    yield Path((Leg(LegKind.JUMP, (to,)),)), to
    if level:
        return
    for fx, fy in feet:
        if math.dist((fx, fy), (x, y)) > 1.6:
            continue
        heights = {other.height for other in levels[1:]} | {1.2, 1.8, 2.5}
        for high in sorted(heights):
            up = (Leg(LegKind.WALK, ((fx, fy, 0.0),)), Leg(LegKind.CLIMB, ((fx, fy, high),)))
            for dx in range(-4, 5, 2):
                for dy in range(-4, 5, 2):
                    over = ((round(fx / STEP) + dx) * STEP, (round(fy / STEP) + dy) * STEP)
                    yield Path((*up, Leg(LegKind.JUMP, ((*over, high),)))), (*over, high)
                    yield Path((*up, Leg(LegKind.JUMP, ((*over, 0.0),)))), (*over, 0.0)
