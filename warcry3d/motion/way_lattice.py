"""About how many inches a model walks to get from anywhere to anywhere: around walls, over them, up to decks.

A lattice over all levels, made once for terrain and base; other models are not part of it, and it is no judge: where
a move goes is for `warcry3d.motion.reach` to say. It tells a model which way leads on that is farther than two moves.
"""

import math
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.levels import STEP, Level, Levels, levels_of
from warcry3d.motion.path import Point
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.table.models import Model
from warcry3d.table.table import Board, Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["WayLattice", "way_lattice"]

SPACING = 0.5
FINE = 0.125
WIDE = 1.2
"""Lattice points are so far (in) from each other: no step of one to the next gets past a wall. Finer ones for bases
that are wider than ``WIDE`` (in) about their centre, for which much of a board is narrow.
"""

THICK = 1.0
"""Walls that are thicker than this (in) are not climbed over, but for those that can be stood on."""

HIGHEST = 9.0
"""Nothing higher than this (in) is climbed in one go."""

HURTS_FROM = 2.0
DROP_COSTS = 3.0
"""A drop of more inches than that counts as so many inches more: it hurts."""

BESIDE = 1.2
"""Who climbs to another level is no farther (in) from its rim than this and its base."""

NEIGHBOURS = 3
"""So many places are looked at from which one gets to a place on a higher level."""

NEAR = 1.1 * SPACING
"""A place is as far from everything as the lattice points within this (in) say; in a gap the nearest, twice as far."""

SHORT = 3.0
"""Where nobody can stand within reach of something, from this much farther (in) is nearest."""

GOALS_KEPT = 64


_Grid = tuple[Level, int, FloatArray]
"""A level, the number of its first lattice point, and where they are."""


@dataclass(frozen=True, eq=False)
class WayLattice:
    """The lattice: its places (n, 3), and the steps between them with their inches."""

    places: FloatArray
    steps: Any
    tree: Any
    found: dict[tuple[Point, float, float], FloatArray] = field(default_factory=dict)

    def inches(self, places: FloatArray, at: Point, reach: float, wide: float = 0.0) -> FloatArray:
        """Return how far it is from places (n, 3) to where a base ``wide`` inches about its centre is within ``reach``
        of ``at``, (n,); infinite: no way is known.
        """
        to = self._to(at, reach, wide)
        apart, nodes = self.tree.query(places, k=4)
        whole = np.append(to, np.inf)[np.minimum(nodes, len(to))] + apart
        near = np.where(apart <= NEAR, whole, np.inf).min(axis=1)
        return cast(
            FloatArray, np.where(apart[:, 0] <= NEAR, near, np.where(apart[:, 0] <= 2 * NEAR, whole[:, 0], np.inf))
        )

    def _to(self, at: Point, reach: float, wide: float) -> FloatArray:
        """Return how far it is from each lattice point."""
        key = at, reach, wide
        if key not in self.found:
            if len(self.found) >= GOALS_KEPT:
                self.found.clear()
            self.found[key] = self._searched(at, reach, wide)
        return self.found[key]

    def _searched(self, at: Point, reach: float, wide: float) -> FloatArray:
        from scipy.sparse import csr_matrix, vstack
        from scipy.sparse.csgraph import dijkstra

        count = len(self.places)
        across = np.maximum(np.hypot(self.places[:, 0] - at[0], self.places[:, 1] - at[1]) - wide, 0.0)
        short = np.hypot(across, self.places[:, 2] - at[2]) - reach
        if not count or short.min() > SHORT:
            return np.full(count, np.inf)
        goals = np.flatnonzero(short <= max(float(short.min()), 0.0) + SPACING / 2)
        costs = np.maximum(short[goals], 0.0) + LENGTH_EPSILON
        start = csr_matrix((costs, (np.zeros(len(goals), dtype=np.int64), goals)), shape=(1, count + 1))
        grown = csr_matrix((self.steps.data, self.steps.indices, self.steps.indptr), shape=(count, count + 1))
        return cast(FloatArray, dijkstra(vstack([grown, start], format="csr"), indices=count)[:count])


def way_lattice(
    table: Table, model: Model, *, climbs: bool = True, once: float = math.inf, pays_down: bool = False
) -> WayLattice:
    """Return the lattice of a model's base, one for all equal ones on a table's terrain.

    ``climbs``: it climbs what is in its way. ``once``: no step takes more inches than this, and it stands wholly on a
    level. ``pays_down``: the way down costs its height, as the way up; otherwise it costs nothing, but a drop that
    hurts is avoided.
    """
    volume = volume_of(model)
    wide = min(volume.half)  # lengthwise it gets through what is narrow
    base = f"{wide:.3f} {volume.height:.3f} {climbs} {once} {pays_down}"
    key = f"way_lattice {table.board.width} {table.board.depth} {base}"
    derived = table.terrain.derived
    if not isinstance(derived.get(key), WayLattice):
        terms = _Terms(wide, climbs, once, pays_down)
        derived[key] = _lattice(levels_of(table), table.board, volume, terms)
    return cast(WayLattice, derived[key])


@dataclass(frozen=True, slots=True)
class _Terms:
    """A base ``wide`` inches about its centre, and how it goes: as `way_lattice` has it."""

    wide: float
    climbs: bool
    once: float
    pays_down: bool


def _lattice(levels: Levels, board: Board, volume: Volume, terms: _Terms) -> WayLattice:
    """Return the lattice of a base."""
    from scipy.sparse import coo_matrix
    from scipy.spatial import KDTree

    wide = terms.wide
    spacing = FINE if wide > WIDE else SPACING
    x = np.arange(wide, board.width - wide + LENGTH_EPSILON, spacing)
    y = np.arange(wide, board.depth - wide + LENGTH_EPSILON, spacing)
    over = math.ceil((2 * wide + THICK) / spacing) if terms.climbs else 1
    grids, steps, first = list[_Grid](), list[FloatArray](), 0
    for level in levels.levels:
        tops = _tops(levels, level, volume, wide, x, y, is_whole=terms.once < math.inf)
        numbers = np.full(tops.shape, -1)
        free = tops == 0.0
        numbers[free] = first + np.arange(int(free.sum()))
        rows, columns = np.nonzero(free)
        places = np.column_stack([x[columns], y[rows], np.full(len(rows), level.height)])
        first += len(rows)
        if len(rows):
            steps += _across(numbers, tops, over, spacing)
            for below, start, lower in grids:
                steps += _between((below, start, lower), (level, first - len(rows), places), terms)
            grids.append((level, first - len(rows), places))
    places = np.concatenate([own for _, _, own in grids]) if grids else np.zeros((0, 3))
    table = np.concatenate(steps) if steps else np.zeros((0, 3))
    table = table[table[:, 2] <= terms.once]
    ends = table[:, 1].astype(np.int64), table[:, 0].astype(np.int64)  # searched from the goals: turned around
    whole = coo_matrix((table[:, 2], ends), shape=(len(places), len(places))).tocsr()
    return WayLattice(places, whole, KDTree(places))


def _tops(
    levels: Levels, level: Level, volume: Volume, wide: float, x: FloatArray, y: FloatArray, *, is_whole: bool
) -> FloatArray:
    """Return for each lattice point of a level how high (in) what keeps a base out rises, (y, x): 0 where nothing does,
    infinite beyond the level; ``is_whole``: the base must not hang over its rim.
    """
    import shapely

    columns, rows = np.meshgrid(x, y)
    area = shapely.buffer(level.area, -wide + LENGTH_EPSILON) if is_whole and not level.is_floor else level.area
    tops = np.where(shapely.intersects_xy(area, columns, rows), 0.0, np.inf)
    low = level.height + STEP - LENGTH_EPSILON
    high = level.height + max(volume.height, STEP + 2 * LENGTH_EPSILON) - LENGTH_EPSILON
    for stopper in levels.ground.stoppers:
        (west, south, _), (east, north, top) = stopper.solid.bounds.tolist()
        if stopper.high <= low or stopper.low >= high:
            continue
        inside = np.s_[
            np.searchsorted(y, south - wide) : np.searchsorted(y, north + wide),
            np.searchsorted(x, west - wide) : np.searchsorted(x, east + wide),
        ]
        shape = stopper.projection(low, high)
        if shape.is_empty or not tops[inside].size:
            continue
        shapely.prepare(shape)
        met = shapely.dwithin(shape, shapely.points(columns[inside], rows[inside]), wide - 0.01)
        tops[inside] = np.where(met, np.maximum(tops[inside], top - level.height), tops[inside])
    return tops


def _across(numbers: NDArray[np.int64], tops: FloatArray, over: int, spacing: float) -> list[FloatArray]:
    """Return the steps on a level, both ways: to lattice points beside, and over what is in the way, so many points
    far.
    """
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for far in range(1, over + 1):
            one, other = _shifted(numbers, down * far, right * far)
            height = np.zeros(one.shape)
            for between in range(1, far):
                passed = _passed(tops, down * far, right * far, down * between, right * between)
                height = np.where(passed == 0.0, np.inf, np.maximum(height, passed))
            fits = (one >= 0) & (other >= 0) & (height <= HIGHEST)
            inches = far * spacing * float(np.hypot(down, right)) + height[fits]
            found.append(np.column_stack([one[fits], other[fits], inches]))
            found.append(np.column_stack([other[fits], one[fits], inches]))
    return found


def _shifted(grid: NDArray[Any], down: int, right: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return a grid without the rows and columns that have none so far down and right of them; and those."""
    rows, columns = grid.shape
    left, to = max(-right, 0), columns - max(right, 0)
    return grid[: max(rows - down, 0), left:to], grid[down:, left + right : max(to + right, 0)]


def _passed(grid: FloatArray, down: int, right: int, by_down: int, by_right: int) -> FloatArray:
    """Return what lies so far on the way from each lattice point to the one ``down`` and ``right`` of it."""
    rows, columns = grid.shape
    left, to = max(-right, 0), columns - max(right, 0)
    return grid[by_down : max(rows - down, 0) + by_down, left + by_right : max(to + by_right, 0)]


def _between(lower: _Grid, upper: _Grid, terms: _Terms) -> list[FloatArray]:
    """Return the steps from one level up to a higher one, and down again, beside its rim."""
    import shapely
    from scipy.spatial import KDTree

    below, start, low_places = lower
    above, first, high_places = upper
    rise = above.height - below.height
    open_to = ~shapely.intersects_xy(above.area, low_places[:, 0], low_places[:, 1])
    if rise > HIGHEST or not open_to.any():
        return []
    beside = np.flatnonzero(open_to)
    tree = KDTree(low_places[beside, :2])
    apart, near = tree.query(high_places[:, :2], k=NEIGHBOURS, distance_upper_bound=2 * terms.wide + BESIDE)
    rows, columns = np.nonzero(np.isfinite(apart))
    low, high = start + beside[near[rows, columns]], first + rows
    inches = apart[rows, columns]
    more = rise if terms.pays_down else DROP_COSTS * (rise > HURTS_FROM)
    down = np.column_stack([high, low, inches + more])
    return [down, np.column_stack([low, high, inches + rise])] if terms.climbs else [down]
