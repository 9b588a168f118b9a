"""Openings through a wall that are wide and tall enough to walk through (WC-TERR-5), read off the columns.

A window has its sill above the floor and so no floor beside it at its height; a niche opens to one side only; a canopy
on posts opens to more than two.
"""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.classify.columns import Bools, Columns, Ints, neighbours

__all__ = ["Opening", "openings"]

_HEIGHT = 1.15
"""Clear height (in) a way needs: 29 mm, what a common figure measures up to its eyes."""

_WIDTH = (0.7, 4.5)
"""Clear width (in): from 18 mm, a narrow door of the smallest scale, up to the span of a bridge."""

_DEPTH = 5.0
_SILL = 0.5
"""A threshold may be this high (in); what is higher is a window's sill."""

_ASTRAY = 0.2
"""Share of ways out to the sides of a way through: more and it is a canopy."""

_BEYOND = 1.0
"""Free ground (in) beyond both ends, for the smallest base: else nobody can be placed there after walking through."""

_POST = 0.5
"""What stands beside a way is a post, and the way leads under a canopy, where it is narrower than this (in) ..."""

_BEAM = 0.4
"""... and what it carries hangs less than this (in) below the ceiling beyond, or there is a ceiling beyond both."""

_JUMPS = (0.4, 0.13)
"""How much the ceiling may change from cell to cell (in) within one way: the first follows round arches to their
springing, the second parts a lintel from a ceiling hardly above it."""

_AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """A way through: the middles of both ends (3,) in the grid's frame on their floors, clear ``width`` and ``height``
    (in) and how far it goes through the wall; ``fill``: how much of the ground of these sizes is free; ``top``: where
    it ends; ``posts``: how many of its sides are posts under a ceiling.
    """

    start: FloatArray
    end: FloatArray
    width: float
    height: float
    depth: float
    fill: float
    top: float
    posts: int

    @property
    def middle(self) -> FloatArray:
        """Return the middle of the way on its floor (3,)."""
        return np.asarray((self.start + self.end) / 2)

    @property
    def way(self) -> FloatArray:
        """Return the unit vector through the opening (2,)."""
        step = (self.end - self.start)[:2]
        return np.asarray(step / np.hypot(*step))


def openings(columns: Columns) -> tuple[Opening, ...]:
    """Return the ways through walls, in the order of their places."""
    gaps = columns.gaps
    walked = np.flatnonzero(gaps.headroom >= _HEIGHT)
    covered = np.isfinite(gaps.ceiling[walked])
    found: list[Opening] = []
    a, b = neighbours(columns, gaps.column[walked], _AROUND)
    level = np.abs(gaps.floor[walked[a]] - gaps.floor[walked[b]])
    stepped = level <= _SILL
    a, b, level = a[stepped], b[stepped], level[stepped]
    for jump in _JUMPS:
        for group, exits in _groups(columns, walked, covered, (a, b), level, jump):
            opening = _opening(columns, walked[group], exits)
            if opening is not None and not any(_same(opening, other) for other in found):
                found.append(opening)
    return tuple(sorted(found, key=lambda o: tuple(o.middle.round(3))))


def _groups(
    columns: Columns, walked: Ints, covered: Bools, pairs: tuple[Ints, Ints], level: FloatArray, jump: float
) -> list[tuple[Ints, FloatArray]]:
    """Return the covered pieces of ground under one ceiling, and for each of their cells the way out, if any (2,)."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    gaps = columns.gaps
    a, b = pairs
    both = covered[a] & covered[b]
    ceiling = np.where(covered, gaps.ceiling[walked], 0.0)
    one = both & (np.abs(ceiling[a] - ceiling[b]) <= jump) & (level <= 0.15)
    graph = coo_matrix((np.ones(int(one.sum()), dtype=np.int8), (a[one], b[one])), shape=(len(walked), len(walked)))
    _, group = connected_components(graph, directed=False)
    leaves = group[a] != group[b]
    (ai, aj), (bi, bj) = columns.ij(gaps.column[walked[a[leaves]]]), columns.ij(gaps.column[walked[b[leaves]]])
    count = len(walked)
    steps = (bi - ai).astype(np.float64), (bj - aj).astype(np.float64)
    exits = np.stack([np.bincount(a[leaves], weights=step, minlength=count) for step in steps], axis=1)
    sizes = np.bincount(group[covered], minlength=int(group.max()) + 1) * columns.cell**2
    order = np.argsort(group, kind="stable")
    bounds = np.searchsorted(group[order], np.arange(len(sizes) + 1))
    numbers = np.flatnonzero((sizes >= 0.1 * _WIDTH[0]) & (sizes <= _WIDTH[1] * _DEPTH))
    members = [np.asarray(order[bounds[k] : bounds[k + 1]], dtype=np.int64) for k in numbers.tolist()]
    return [(items, np.asarray(exits[items], dtype=np.float64)) for items in members]


def _opening(columns: Columns, items: Ints, exits: FloatArray) -> Opening | None:
    sides = _ends(exits)
    if sides is None:
        return None
    way, *ends = sides
    gaps = columns.gaps
    place = columns.points(gaps.column[items])
    side = np.array([-way[1], way[0]])
    across = place @ side
    width = float(np.ptp(across)) + columns.cell
    span = [float(np.ptp(place[end] @ side)) + columns.cell for end in ends]
    if not _WIDTH[0] <= width <= _WIDTH[1] or min(span) < 0.6 * width:
        return None
    through = place @ way
    length = float(np.ptp(through)) + columns.cell
    centre = (across.max() + across.min()) / 2
    middle = np.abs(across - centre) <= 0.25 * width
    height = float(np.median(gaps.headroom[items][middle])) if middle.any() else 0.0
    fill = len(items) * columns.cell**2 / (width * length)
    if height < _HEIGHT or fill < 0.75 or length > _DEPTH:
        return None
    start, end = (
        np.array([*(way * along + side * centre), np.median(gaps.floor[items[e]])])
        for along, e in zip((through.min() - columns.cell / 2, through.max() + columns.cell / 2), ends, strict=True)
    )
    top = float(np.quantile(gaps.ceiling[items], 0.98))
    usual = float(np.median(gaps.ceiling[items][middle]))
    before, after = _leads_on(columns, start, -way), _leads_on(columns, end, way)
    if before is None or after is None:
        return None
    lintel = min(before, after) - usual
    if not all(_is_jambed(columns, (start + end) / 2, turned, width) for turned in (side, -side)):
        return None
    narrow = sum(_jamb(columns, (start + end) / 2, turned, width) < _POST for turned in (side, -side))
    if lintel < 0.08 or (narrow and lintel < _BEAM) or (narrow == 2 and np.isfinite(lintel)):
        return None
    return Opening(start, end, width, height, length, fill, top, narrow if np.isfinite(lintel) else 0)


def _leads_on(columns: Columns, start: FloatArray, way: FloatArray) -> float | None:
    """Return the usual ceiling just beyond an end (infinite: the sky), or None where no level ground goes on from
    ``start`` (3,) along ``way`` (2,).
    """
    floor = float(start[2])
    ceilings: list[float] = []
    for step in np.arange(columns.cell, _BEYOND, columns.cell):
        here = _air(columns, start[:2] + way * step, floor)
        if here is None:
            return None
        floor = here[0]
        if step <= 0.45:
            ceilings.append(here[1])
    return None if floor > 0.6 + float(start[2]) else float(np.median(ceilings))


def _air(columns: Columns, place: FloatArray, floor: float) -> tuple[float, float] | None:
    """Return floor and ceiling of the air at a place (2,) where one gets to from a floor by no more than a sill."""
    gaps = columns.gaps
    i, j = np.floor((place - columns.origin) / columns.cell + 0.5).astype(int).tolist()
    if not (0 <= i < columns.shape[0] and 0 <= j < columns.shape[1]):
        return 0.0, np.inf  # the open ground around the piece
    column = i * columns.shape[1] + j
    here = slice(*np.searchsorted(gaps.column, [column, column + 1]).tolist())
    fits = (gaps.headroom[here] >= _HEIGHT) & (np.abs(gaps.floor[here] - floor) <= _SILL)
    if not fits.any():
        return None
    k = here.start + int(np.flatnonzero(fits)[0])
    return float(gaps.floor[k]), float(gaps.ceiling[k])


def _is_jambed(columns: Columns, middle: FloatArray, side: FloatArray, width: float) -> bool:
    """Return whether something stands on the floor beside the way; a brace that slants down there does not."""
    spans, height, run = columns.spans, float(middle[2]) + 0.3, 0.0
    for step in np.arange(0.0, 0.9, columns.cell):
        place = middle[:2] + side * (width / 2 + step)
        i, j = np.floor((place - columns.origin) / columns.cell + 0.5).astype(int).tolist()
        if not (0 <= i < columns.shape[0] and 0 <= j < columns.shape[1]):
            return False
        column = i * columns.shape[1] + j
        here = slice(*np.searchsorted(spans.column, [column, column + 1]).tolist())
        is_solid = bool(((spans.low[here] <= height) & (spans.high[here] >= height)).any())
        run = run + columns.cell if is_solid else 0.0
        if run >= 0.15:
            return True
    return False


def _jamb(columns: Columns, middle: FloatArray, side: FloatArray, width: float) -> float:
    """Return how broad (in) what stands beside the way is: up to where one can walk again; a wall is broader."""
    first = width / 2
    for step in np.arange(0.5 * columns.cell, 3 * _POST, columns.cell):
        if step > 2 * columns.cell and _air(columns, middle[:2] + side * (first + step), float(middle[2])) is not None:
            return float(step)
    return 3 * _POST


def _ends(exits: FloatArray) -> tuple[FloatArray, Ints, Ints] | None:
    """Return the way through (2,) and the cells at both ends, or None where one cannot leave by just two sides that
    face away from each other.
    """
    spread = exits.T @ exits
    shares, axes = np.linalg.eigh(spread)
    if not shares[1] > 0 or shares[0] > _ASTRAY * shares[1]:
        return None
    axis = axes[:, 1] * (1 if (axes[0, 1], axes[1, 1]) > (0, 0) else -1)
    along = exits @ axis
    ends = np.flatnonzero(along < -0.5), np.flatnonzero(along > 0.5)
    return (axis, *ends) if all(len(end) >= 3 for end in ends) else None


def _same(a: Opening, b: Opening) -> bool:
    """Return whether two ways are parts of one: steps of one jamb behind each other."""
    step = (a.middle - b.middle)[:2]
    aside = abs(float(step[0] * a.way[1] - step[1] * a.way[0]))
    along = abs(float(step @ a.way))
    near = aside < 0.25 * min(a.width, b.width) and along <= (a.depth + b.depth) / 2 + 0.1
    return bool(near and abs(float(a.way @ b.way)) > 0.9 and abs(a.middle[2] - b.middle[2]) < 0.4)
