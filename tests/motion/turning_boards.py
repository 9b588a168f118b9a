"""Boards on which a base that is not round must turn, and a slow search over place and facing that shares nothing with
the real one: bases and obstacles are polygons, a walk sweeps the hull of a base at both its ends, a turn many facings.
"""

import heapq
import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import shapely

from tests import zoo
from tests.motion.moves import mover
from tests.motion.sampler import rim_of
from warcry3d.table.models import Base, BaseShape
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["SPACING", "Walker", "lanes"]

SIDE = 12.0
SPACING = 0.25
TURN_STEP = math.radians(1)

State: TypeAlias = tuple[int, int, int]
"""Facing, row and column."""


def lanes(seed: int) -> Table:
    """Return a board of tall blocks that nobody climbs, with lanes between them about as wide as the base of "a" who
    moves: an oval, or a square.
    """
    rng = np.random.default_rng(seed)
    base = [zoo.oval_base(60, 35), zoo.oval_base(75, 42), zoo.square_base(1.25)][seed % 3]
    turn = float(rng.choice([0.0, 30.0, rng.uniform(0, 90)]))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    features = []
    for row in range(2):
        x = -4.5
        for number in range(3):
            wide, deep = rng.uniform(1.2, 3.4), rng.uniform(0.8, 2.2)
            y = 2.6 * row - 0.3 + rng.uniform(-0.2, 0.2)
            block = zoo.box_part("b", (0, 0, 0), (wide, deep, 9), "unclimbable")
            at = (6 + c * x - s * y, 6.3 + s * x + c * y)
            features.append(zoo.feature(f"block-{row}-{number}", block, at=at, turn=turn))
            x += wide + base.width + float(rng.uniform(0.05, 0.9))
    at = (float(rng.uniform(3, 9)), float(rng.uniform(1.4, 2.4)))
    other = zoo.fighter("b", (float(rng.uniform(2, 10)), float(rng.uniform(10, 11))), side="blue")
    one = mover(at, base=base, facing=float(rng.uniform(0, 360)))
    clear = [feature for feature in features if _footprint(feature).distance(shapely.Point(at)) > 1.7]
    return zoo.table(*clear, other, one, width=SIDE, depth=SIDE)


def _footprint(feature: Feature) -> Any:
    return shapely.MultiPoint(feature.solids["b"].vertices[:, :2]).convex_hull


@dataclass(frozen=True)
class Walker:
    """Somebody who walks over the floor of a table and turns on the spot between facings next to each other
    (radians, in order round a period), the first of them its own.
    """

    table: Table
    base: Base
    turns: tuple[float, ...]
    more: float = 0.0

    @cached_property
    def solid(self) -> Any:
        """Return all that is in its way, seen from above."""
        parts = [_footprint(feature) for feature in self.table.terrain.features]
        others = [m for m in self.table.models if m.id != "a"]
        parts += [shapely.Polygon(rim_of(m.base, m.placement.turn, 0.0) + np.array(m.placement.at[:2])) for m in others]
        board = shapely.box(0, 0, self.table.board.width, self.table.board.depth)
        whole = shapely.union_all([*parts, shapely.difference(board.buffer(5, join_style="mitre"), board)])
        shapely.prepare(whole)
        return whole

    def _rim(self, turn: float) -> Any:
        return rim_of(self.base, turn, self.more)

    def _is_clear(self, shape: Any, places: Any) -> Any:
        """Return at which places a shape about the origin overlaps nothing."""
        ring = shapely.get_coordinates(shape.exterior)
        gaps = self._gaps(places)
        clear = gaps > np.hypot(*ring.T).max()
        unsure = ~clear & (gaps >= shape.exterior.distance(shapely.Point(0.0, 0.0)))  # nearer ones overlap for certain
        clear[unsure] = ~shapely.intersects(self.solid, shapely.polygons(places[unsure][:, None] + ring))
        return clear

    def _gaps(self, places: Any) -> Any:
        """Return how far places are from what is in the way; those of the last ones asked about are kept."""
        if self._kept.get("places") is not places:
            self._kept.update(places=places, gaps=shapely.distance(self.solid, shapely.points(places)))
        return self._kept["gaps"]

    @cached_property
    def _kept(self) -> dict[str, Any]:
        return {}

    def costs(self, start: tuple[float, float], inches: float) -> dict[tuple[float, float], float]:
        """Return what lattice points cost from a start, by walks in 16 directions and turns, in whatever facing."""
        count = round(SIDE / SPACING) + 1
        rows, columns = np.divmod(np.arange(count * count), count)
        places = np.column_stack([columns, rows]) * SPACING
        ways = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if math.gcd(y, x) == 1]
        walks = {}
        for k, turn in enumerate(self.turns):
            rim = self._rim(turn)
            for y, x in ways:
                hull = shapely.MultiPoint(np.concatenate([rim, rim + np.array((x, y)) * SPACING])).convex_hull
                walks[k, y, x] = self._is_clear(hull, places).reshape(count, count)
        turned = {(i, j): self._is_clear(self._sweep(i, j), places).reshape(count, count) for i, j in self._pairs()}
        best: dict[State, float] = {}
        queue = self._first(start, count)
        while queue:
            cost, state = heapq.heappop(queue)
            if state in best or cost > inches:
                continue
            best[state] = cost
            k, row, column = state
            for y, x in ways:
                if walks[k, y, x][row, column]:
                    heapq.heappush(queue, (cost + SPACING * math.hypot(x, y), (k, row + y, column + x)))
            for i, j in self._pairs():
                if i == k and turned[i, j][row, column]:
                    heapq.heappush(queue, (cost, (j, row, column)))
        found: dict[tuple[float, float], float] = {}
        for (_, row, column), cost in best.items():
            at = (round(column * SPACING, 6), round(row * SPACING, 6))
            found[at] = min(cost, found.get(at, math.inf))
        return found

    def _pairs(self) -> list[tuple[int, int]]:
        count = len(self.turns)
        return [(k, (k + side) % count) for k in range(count) for side in (1, -1)] if count > 1 else []

    def _sweep(self, i: int, j: int) -> Any:
        """Return what is swept from one facing to the next, the shorter way."""
        period = math.pi / 2 if self.base.length == self.base.width else math.pi
        delta = math.remainder(self.turns[j] - self.turns[i], period)
        shares = np.linspace(0, 1, math.ceil(abs(delta) / TURN_STEP) + 1)
        turns = [self.turns[i] + delta * share for share in shares.tolist()]
        ways = np.linspace(0, math.tau, 1440, endpoint=False)
        far = np.max([self._far(ways - turn) for turn in turns], axis=0)
        return shapely.Polygon(np.column_stack([far * np.cos(ways), far * np.sin(ways)]))

    def _far(self, ways: Any) -> Any:
        """Return how far the rim is from the centre in some directions."""
        a, b = self.base.length / 2 + self.more, self.base.width / 2 + self.more
        c, s = np.abs(np.cos(ways)) / a, np.abs(np.sin(ways)) / b
        return 1 / (np.maximum(c, s) if self.base.shape is BaseShape.SQUARE else np.hypot(c, s))

    def _first(self, start: tuple[float, float], count: int) -> list[tuple[float, State]]:
        """Return the lattice points about the start that it walks to straight, after turning there or not."""
        at = np.array([start])
        able = {0}
        for side in (1, -1):
            k = 0
            for _ in self.turns[1:]:
                to = (k + side) % len(self.turns)
                if not self._is_clear(self._sweep(k, to), at)[0]:
                    break
                able.add(to)
                k = to
        queue = []
        low = np.floor(at[0][::-1] / SPACING).astype(int)
        for k in sorted(able):
            rim = self._rim(self.turns[k])
            for row in range(low[0] - 1, low[0] + 3):
                for column in range(low[1] - 1, low[1] + 3):
                    there = np.array((column, row)) * SPACING
                    hull = shapely.MultiPoint(np.concatenate([rim + at[0], rim + there])).convex_hull
                    if not self.solid.intersects(hull) and min(row, column) >= 0 and max(row, column) < count:
                        queue.append((float(np.hypot(*(there - at[0]))), (k, row, column)))
        heapq.heapify(queue)
        return queue
