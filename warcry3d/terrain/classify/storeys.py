"""A piece at one height: where a model walks at about that height, where it would drop, and what stands in the way.

A storey can be viewed along any direction: its cells are then sampled along lines in that direction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.terrain.classify.columns import Bools, Columns, Ints

__all__ = ["BLOCKED", "CLEAR", "DROP", "SILL", "WALKED", "Storey", "StoreyView", "storeys", "view", "wall_directions"]

BLOCKED, WALKED, DROP = 0, 1, 2
"""The state of a cell at a storey's height: blocked, walkable, or a drop."""

SILL = 0.5
"""How high (in) a threshold may be; anything higher is a window's sill."""

CLEAR = 1.15
"""The least clear height (in) of a passage: 29 mm, the height of a common figure's eyes."""

_AREA = 0.8
"""Ground at one height counts as a storey from this area (square in) on."""

_MOST = 8
_BIN = 0.1
_APART = 0.4
"""The least distance (in) between storeys: nearer ground belongs to the same one."""

_CHEST = (0.3, 0.85)
"""Heights (in) over a storey's ground at which walls are probed: a slanting brace is at different places in both."""

_STEP = 5.0
_SHARE = 0.06
"""Walls have a main direction if this share of all upright area has it, within `_STEP` degrees."""

_MOST_DIRECTIONS = 6
_CURVED = 0.15
"""With more upright area than this in no main direction, walls are round: all directions are tried."""

_ROUND_STEP = 15.0


@dataclass(frozen=True, eq=False)
class Storey:
    """What there is at one ``height`` (in): ``state``, ``floor`` and ``ceiling`` of each cell (the columns' shape)."""

    columns: Columns
    height: float
    state: NDArray[np.uint8]
    floor: FloatArray
    ceiling: FloatArray

    @property
    def covered(self) -> Bools:
        """Return where a model walks under something."""
        return np.asarray((self.state == WALKED) & np.isfinite(self.ceiling))

    @cached_property
    def walls(self) -> Ints:
        """Return a number for each thing that stands upright here, cell by cell (0: none)."""
        from scipy import ndimage

        columns = self.columns
        masks = []
        for above in _CHEST:
            z = self.height + above
            inside = (columns.spans.low <= z) & (columns.spans.high > z)
            masks.append(columns.mask(columns.spans.column[inside]))
        label, _ = ndimage.label(masks[0] & masks[1], np.ones((3, 3)))
        return np.asarray(label, dtype=np.int64)

    def breadth(self, place: FloatArray, *, near: float, most: float) -> float:
        """Return how far (in, at most ``most``) from a place (2,) of the grid's frame the upright thing within ``near``
        of it reaches; 0 where there is none.
        """
        columns, cell = self.columns, self.columns.cell
        i, j = np.floor((place - columns.origin) / cell + 0.5).astype(int).tolist()
        reach = int(np.ceil(most / cell))
        rows = slice(max(0, i - reach), max(0, i + reach + 1))
        across = slice(max(0, j - reach), max(0, j + reach + 1))
        window = self.walls[rows, across]
        found = np.argwhere(window > 0)
        if not len(found):
            return 0.0
        away = np.hypot(*((found + np.array([rows.start, across.start])) * cell + columns.origin - place).T)
        nearest = int(away.argmin())
        if away[nearest] > near:
            return 0.0
        own = window[tuple(found.T)] == window[tuple(found[nearest])]
        return min(float(away[own].max()), most)


@dataclass(frozen=True, eq=False)
class StoreyView:
    """A storey looked at along a direction: cell ``(r, c)`` lies at ``corner + c * cell * along + r * cell * way`` of
    the grid's frame; rows run ``along`` (2,), from row to row it goes ``way`` (2,).
    """

    cell: float
    corner: FloatArray
    along: FloatArray
    way: FloatArray
    state: NDArray[np.uint8]
    floor: FloatArray
    ceiling: FloatArray

    def place(self, row: float, column: float) -> FloatArray:
        """Return the point (2,) of the grid's frame at a row and column, also between them."""
        return np.asarray(self.corner + self.cell * (column * self.along + row * self.way))


def storeys(columns: Columns) -> tuple[Storey, ...]:
    """Return the piece at the heights at which there is covered ground to walk on, from below up."""
    gaps = columns.gaps
    walked = gaps.headroom >= CLEAR
    heights = gaps.floor[walked & (gaps.floor < 60)]
    counts = np.bincount((heights / _BIN).astype(np.int64)) * columns.cell**2
    chosen = [0.0]
    for slot in np.argsort(-counts, kind="stable").tolist():
        if counts[slot] < _AREA or len(chosen) >= _MOST:
            break
        here = heights[(heights / _BIN).astype(np.int64) == slot]
        height = float(np.median(here))
        if all(abs(height - other) >= _APART for other in chosen):
            chosen.append(height)
    found = [_storey(columns, height) for height in sorted(chosen)]
    return tuple(storey for storey in found if storey.covered.any())


def _storey(columns: Columns, height: float) -> Storey:
    gaps = columns.gaps
    count = columns.shape[0] * columns.shape[1]
    state = np.zeros(count, dtype=np.uint8)
    floor, ceiling = np.full(count, height), np.full(count, np.inf)
    drop = (gaps.floor < height - SILL) & (gaps.ceiling >= height + CLEAR)
    state[gaps.column[drop]] = DROP
    ceiling[gaps.column[drop]] = gaps.ceiling[drop]
    off = np.abs(gaps.floor - height)
    here = np.flatnonzero((off <= SILL) & (gaps.headroom >= CLEAR))
    here = here[np.argsort(-off[here], kind="stable")]  # where there are several, the nearest is written last
    state[gaps.column[here]] = WALKED
    floor[gaps.column[here]] = gaps.floor[here]
    ceiling[gaps.column[here]] = gaps.ceiling[here]
    shape = columns.shape
    return Storey(columns, height, state.reshape(shape), floor.reshape(shape), ceiling.reshape(shape))


def view(storey: Storey, angle: float, *, margin: float) -> StoreyView:
    """Return everything within ``margin`` (in) of what is covered, in rows along ``angle`` (rad)."""
    columns, cell = storey.columns, storey.columns.cell
    along = np.array([np.cos(angle), np.sin(angle)])
    way = np.array([-np.sin(angle), np.cos(angle)])
    places = np.argwhere(storey.covered) * cell + np.array(columns.origin)
    c, r = places @ along, places @ way
    corner = along * (c.min() - margin) + way * (r.min() - margin)
    size = int((np.ptp(r) + 2 * margin) / cell) + 1, int((np.ptp(c) + 2 * margin) / cell) + 1
    rows, across = np.indices(size)
    ij = [
        np.floor((corner[k] + cell * (across * along[k] + rows * way[k]) - columns.origin[k]) / cell + 0.5).astype(int)
        for k in range(2)
    ]
    outside = (ij[0] < 0) | (ij[0] >= columns.shape[0]) | (ij[1] < 0) | (ij[1] >= columns.shape[1])
    at = np.clip(ij[0], 0, columns.shape[0] - 1), np.clip(ij[1], 0, columns.shape[1] - 1)
    open_ground = WALKED if storey.height <= SILL else DROP
    state = np.where(outside, open_ground, storey.state[at]).astype(np.uint8)
    ceiling = np.where(outside, np.inf, storey.ceiling[at])
    floor = np.where(outside, 0.0 if open_ground == WALKED else storey.height, storey.floor[at])
    return StoreyView(cell, corner, along, way, state, floor, ceiling)


def wall_directions(solids: Sequence[Solid], turn: float) -> tuple[tuple[float, ...], bool]:
    """Return the directions (rad, 0 to pi) along which walls run in a frame turned by ``turn``, and whether walls are
    round.

    The most common first, each with the one square to it; if walls are round, all in steps of 15 degrees follow.
    """
    angles, areas = [], []
    for solid in solids:
        t = Placement(turn=-turn).apply(solid.vertices)[solid.faces]
        across = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]) / 2
        area = np.hypot(across[:, 0], across[:, 1])
        upright = area > 0.94 * np.sqrt((across**2).sum(axis=1))
        angles.append(np.arctan2(across[upright, 1], across[upright, 0]) % (np.pi / 2))
        areas.append(area[upright])
    angle, area = np.concatenate(angles), np.concatenate(areas)
    total = float(area.sum())
    found = [0.0]
    left = _off(angle, 0.0) > np.radians(_STEP) / 2
    while len(found) < _MOST_DIRECTIONS and total > 0:
        slot = np.round(angle[left] / np.radians(_STEP)).astype(np.int64) % 18
        votes = np.bincount(slot, area[left], minlength=18)
        best = int(votes.argmax())
        if votes[best] < _SHARE * total:
            break
        middle = best * np.radians(_STEP)
        mine = left & (_off(angle, middle) <= np.radians(_STEP) / 2)
        mean = float(np.angle((area[mine] * np.exp(4j * angle[mine])).sum()) / 4) if mine.any() else middle
        found.append(mean % (np.pi / 2))
        left &= _off(angle, mean) > np.radians(_STEP)
    is_round = bool(total > 0 and area[left].sum() > _CURVED * total)
    if is_round:
        found += [
            a for a in np.radians(np.arange(0, 90, _ROUND_STEP)).tolist() if min(_apart(a, b) for b in found) > 0.05
        ]
    return tuple(angle for one in found for angle in (one, one + np.pi / 2)), is_round


def _off(angles: FloatArray, middle: float) -> FloatArray:
    """Return the difference of angles (n,) to one, treating walls at right angles as equal."""
    quarter = np.pi / 2
    return np.asarray(np.abs((angles - middle + quarter / 2) % quarter - quarter / 2))


def _apart(a: float, b: float) -> float:
    return float(_off(np.array([a]), b)[0])
