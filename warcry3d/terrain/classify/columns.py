"""A piece as columns: on a grid aligned with its walls, the stretches of solid and of air above every cell.

Nearly all shape features are read from the columns, so the way its surface is divided into triangles does not matter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Placement, Solid

__all__ = ["Bools", "Columns", "Gaps", "Ints", "Spans", "columns_of", "main_turn", "neighbours"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

FINEST = 0.04
"""Side (in) of a grid's cell: a millimetre, half of the thinnest rung that prints."""

CELLS = 200_000
"""The most cells of a piece's plan: larger pieces have larger cells (30 x 22 in has cells of 0.06 in)."""

MARGIN = 3
"""Free cells around the piece."""

_ASIDE = (0.0031, 0.0017)
"""The grid's offset (cells) from the piece's corner, so that no wall along the axes falls between two cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Stretches of solid: ``column`` (s,), from ``low`` to ``high`` (in); sorted by column, upwards."""

    column: Ints
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Stretches of air: ``column`` (g,), from ``floor`` to ``ceiling`` (in; infinite under the open sky), and the
    number of the span below (-1: the battlefield floor). Sorted by column, upwards.
    """

    column: Ints
    floor: FloatArray
    ceiling: FloatArray
    below: Ints

    @property
    def headroom(self) -> FloatArray:
        """Return the heights of the gaps (in)."""
        return self.ceiling - self.floor


@dataclass(frozen=True, eq=False)
class Columns:
    """A piece's columns: cell ``(i, j)`` has the number ``i * shape[1] + j``.

    Its middle is at ``origin + (i, j) * cell`` in the grid's own frame, which is the piece's turned by ``-turn``.
    """

    cell: float
    origin: tuple[float, float]
    shape: tuple[int, int]
    turn: float
    spans: Spans

    @cached_property
    def gaps(self) -> Gaps:
        """Return the air above each cell, down from the sky and between spans down to the floor."""
        spans = self.spans
        count = self.shape[0] * self.shape[1]
        is_first = np.r_[True, spans.column[1:] != spans.column[:-1]] if len(spans.column) else np.zeros(0, dtype=bool)
        has_air = is_first & (spans.low > 1e-3)
        under = np.flatnonzero(has_air)
        empty = np.setdiff1d(np.arange(count), spans.column)
        ceiling = np.full(len(spans.low), np.inf)
        inner = np.flatnonzero(~is_first)
        ceiling[inner - 1] = spans.low[inner]
        column = np.concatenate([empty, spans.column[under], spans.column])
        floor = np.concatenate([np.zeros(len(empty) + len(under)), spans.high])
        above = np.concatenate([np.full(len(empty), np.inf), spans.low[under], ceiling])
        below = np.concatenate([np.full(len(empty) + len(under), -1), np.arange(len(spans.low))])
        order = np.lexsort((floor, column))
        return Gaps(column[order], floor[order], above[order], below[order].astype(np.int64))

    @property
    def tops(self) -> FloatArray:
        """Return the height of the highest solid of each cell that has any (in)."""
        column = self.spans.column
        is_last = np.ones(len(column), dtype=bool)
        is_last[:-1] = column[1:] != column[:-1]
        return np.asarray(self.spans.high[is_last])

    def ij(self, column: Ints) -> tuple[Ints, Ints]:
        """Return the cells' numbers along both axes."""
        return column // self.shape[1], column % self.shape[1]

    def points(self, column: Ints) -> FloatArray:
        """Return the middles of cells (n, 2) in the grid's frame."""
        i, j = self.ij(column)
        return np.stack([self.origin[0] + i * self.cell, self.origin[1] + j * self.cell], axis=1)

    def to_piece(self, points: FloatArray) -> FloatArray:
        """Return points (n, 3) of the grid's frame in the piece's frame."""
        return Placement(turn=self.turn).apply(points)

    def mask(self, column: Ints) -> Bools:
        """Return the plan (shape) with these columns marked."""
        plan = np.zeros(self.shape, dtype=bool)
        plan.ravel()[column] = True
        return plan


def main_turn(solids: Sequence[Solid]) -> float:
    """Return the angle (rad, -pi/4 to pi/4) of the piece's walls to the axes; 0 where none prevails.

    Upright faces vote by area; walls at right angles vote for the same.
    """
    vote, total = 0j, 0.0
    for solid in solids:
        t = solid.triangles
        across = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]) / 2
        area = np.hypot(across[:, 0], across[:, 1])
        upright = area > 0.94 * np.sqrt((across**2).sum(axis=1))
        angle = np.arctan2(across[upright, 1], across[upright, 0])
        vote += complex((area[upright] * np.exp(4j * angle)).sum())
        total += float(area[upright].sum())
    return math.atan2(vote.imag, vote.real) / 4 if abs(vote) > 0.05 * total > 0 else 0.0


def columns_of(solids: Sequence[Solid], turn: float, *, finest: float = FINEST) -> Columns:
    """Return the columns of several solids together, on a grid turned by ``turn`` (rad)."""
    own = [Placement(turn=-turn).apply(solid.vertices)[solid.faces] for solid in solids]
    triangles = np.concatenate(own)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    size = high - low
    cell = max(finest, math.sqrt(float(size[0] * size[1]) / CELLS), float(size[:2].max()) / 4000)
    origin = (float(low[0]) - (MARGIN + _ASIDE[0]) * cell, float(low[1]) - (MARGIN + _ASIDE[1]) * cell)
    shape = (math.ceil(size[0] / cell) + 2 * MARGIN + 1, math.ceil(size[1] / cell) + 2 * MARGIN + 1)
    grid = triangles - (*origin, 0.0)
    grid[:, :, :2] /= cell
    return Columns(cell, origin, shape, turn, _spans(*_crossings(grid, shape[1])))


def _crossings(triangles: FloatArray, rows: int) -> tuple[Ints, FloatArray, Bools]:
    """Return where the cells' middles cross triangles (t, 3, 3), given in cells: column, height, whether it faces up.

    Each triangle is cut by the lines of equal x through the middles, each cut by those of equal y. What two triangles
    share is computed from the same corners in the same order, so no line slips between them.
    """
    flat = triangles[:, :, :2]
    across = (flat[:, 1, 0] - flat[:, 0, 0]) * (flat[:, 2, 1] - flat[:, 0, 1])
    across -= (flat[:, 1, 1] - flat[:, 0, 1]) * (flat[:, 2, 0] - flat[:, 0, 0])
    first, last = np.ceil(flat.min(axis=1)), np.ceil(flat.max(axis=1)) - 1
    used = np.flatnonzero((across != 0) & (first <= last).all(axis=1))
    found: list[tuple[Ints, FloatArray, Bools]] = []
    step = max(1, 3_000_000 // max(1, rows))
    for start in range(0, len(used), step):
        some = used[start : start + step]
        found.append(_cut(triangles[some], across[some] > 0, rows))
    if not found:
        return np.empty(0, dtype=np.int64), np.empty(0), np.empty(0, dtype=bool)
    column, z, up = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return column, z, up


def _cut(triangles: FloatArray, up: Bools, rows: int) -> tuple[Ints, FloatArray, Bools]:
    order = np.lexsort((triangles[:, :, 2], triangles[:, :, 1], triangles[:, :, 0]), axis=1)
    a, b, c = (triangles[np.arange(len(triangles)), order[:, k]] for k in range(3))
    t, x = _runs(np.ceil(a[:, 0]), np.ceil(c[:, 0]))
    long = _at(a[t], c[t], x, 0)
    before = x < b[t, 0]
    short = _at(np.where(before[:, None], a[t], b[t]), np.where(before[:, None], b[t], c[t]), x, 0)
    swap = long[:, 1] > short[:, 1]
    lower, upper = np.where(swap[:, None], short, long), np.where(swap[:, None], long, short)
    r, y = _runs(np.ceil(lower[:, 1]), np.ceil(upper[:, 1]))
    z = _at(lower[r], upper[r], y, 1)[:, 2]
    return (x[r] * rows + y).astype(np.int64), z, up[t[r]]


def _runs(first: FloatArray, stop: FloatArray) -> tuple[Ints, FloatArray]:
    """Return for ranges of whole numbers the range of each number, and the number."""
    count = np.maximum(stop - first, 0).astype(np.int64)
    which = np.repeat(np.arange(len(count)), count)
    start = np.cumsum(count) - count
    return which, first[which] + (np.arange(len(which)) - start[which])


def _at(a: FloatArray, b: FloatArray, value: FloatArray, axis: int) -> FloatArray:
    """Return the points of the segments a b (n, 3) where their coordinate ``axis`` is ``value``."""
    width = b[:, axis] - a[:, axis]
    share = (value - a[:, axis]) / np.where(width == 0, 1.0, width)
    return np.asarray(a + (b - a) * share[:, None])


def _spans(column: Ints, z: FloatArray, up: Bools) -> Spans:
    """Return the stretches of solid: where a line upwards has entered more shells than it has left."""
    order = np.lexsort((up, z, column))
    column, z, up = column[order], z[order], up[order]
    inside = np.cumsum(np.where(up, -1, 1))
    before = np.r_[0, inside[:-1]]
    begins, ends = np.flatnonzero((before <= 0) & (inside > 0)), np.flatnonzero((before > 0) & (inside <= 0))
    if len(begins) != len(ends) or (column[begins] != column[ends]).any():
        begins, ends = _paired(column, inside, before)
    thick = z[ends] - z[begins] > 1e-6
    return Spans(column[begins[thick]], z[begins[thick]], z[ends[thick]])


def _paired(column: Ints, inside: Ints, before: Ints) -> tuple[Ints, Ints]:
    """Return the starts and ends that match in one column (rounding may lose one)."""
    begins, ends = np.flatnonzero((before <= 0) & (inside > 0)), np.flatnonzero((before > 0) & (inside <= 0))
    nearest = np.searchsorted(ends, begins)
    has_end = nearest < len(ends)
    begins, nearest = begins[has_end], nearest[has_end]
    same = column[begins] == column[ends[nearest]]
    return begins[same], ends[nearest[same]]


def neighbours(columns: Columns, column: Ints, steps: Sequence[tuple[int, int]]) -> tuple[Ints, Ints]:
    """Return all pairs of items whose cells lie one of ``steps`` apart; ``column`` (n,), sorted: each item's cell."""
    count = columns.shape[0] * columns.shape[1]
    start = np.searchsorted(column, np.arange(count + 1))
    i, j = columns.ij(column)
    first: list[Ints] = []
    second: list[Ints] = []
    for di, dj in steps:
        p, q = i + di, j + dj
        is_in = np.flatnonzero((p >= 0) & (p < columns.shape[0]) & (q >= 0) & (q < columns.shape[1]))
        beside = column[is_in] + di * columns.shape[1] + dj
        which, item = _runs(start[beside].astype(float), start[beside + 1].astype(float))
        first.append(is_in[which])
        second.append(item.astype(np.int64))
    return np.concatenate(first), np.concatenate(second)
