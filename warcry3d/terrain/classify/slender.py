"""Rows of spikes, and round thin things: read from the solid's cross-sections."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.classify.columns import Columns, Ints, columns_of

__all__ = ["Slender", "Spikes", "is_pole", "slender_of", "spikes_of"]

_BELOW = (0.1, 0.35)
"""How far (in) below its end a tip is measured, and farther down where it is broader."""

_TIP_AREA = 0.03
_TIP_ACROSS = 0.22
"""The greatest cross-section of a tip (square in, in) at the first of these: a point, not a ridge."""

_FOOT = 0.3
"""Where it is broader it is still a spike up to this (square in); a candle on an altar stands on more."""

_LEAST_HEIGHT = 0.6
_APART = 0.12
_TALL = 1.25
"""Statues and trees are at least as tall (in) as a figure."""

_POLE, _LANK = 0.4, 5.0
"""The greatest thickness of a mast or a bough (in: 10 mm, half a metre at the figures' scale), and how many times as
tall it is.
"""

_WAIST, _ALIKE = 1.3, 0.12
"""A turned shape narrows by this much between two wider places; widths that differ by no more than this are equal."""

_UNLIKE, _MOST = 0.35, 0.75
"""How much (in) a tip may be higher than the nearest; which share of all may be."""

_UPRIGHT, _ONE_LINE = 0.4, 0.85
"""Upright: leaning by less than the first (in per in). Directions mod 180 degrees agree from the second on (1: all are
one).
"""

_LENGTH = 1.0
"""The least length (in) of a row of spikes: a broken mast ends in splinters."""

_LEAST_TIPS = 4
_ROW = 0.9
"""Spikes stand no farther apart (in)."""


@dataclass(frozen=True, slots=True, eq=False)
class Spikes:
    """Tips (n, 3) of spikes in the grid's frame and the usual distance (in) from one to the next."""

    tips: FloatArray
    spacing: float


@dataclass(frozen=True, slots=True)
class Slender:
    """A round thin thing.

    Its width (in, median of its sections), its height, how round its sides are (1: faces look everywhere alike, 0:
    along two axes), how unlike a column it is, and the greatest number of branches at one height.
    """

    width: float
    height: float
    roundness: float
    irregularity: float
    branches: int


def spikes_of(columns: Columns) -> Spikes | None:
    """Return the row of spikes in which these columns end, or None.

    Spikes of a row are about as high as the next, and stand upright or lean along one line: twigs lean in all
    directions.
    """
    from scipy import ndimage
    from scipy.spatial import cKDTree

    top = np.full(columns.shape[0] * columns.shape[1], -np.inf)
    np.maximum.at(top, columns.spans.column, columns.spans.high)
    plan = top.reshape(columns.shape)
    reach = max(2, round(0.1 / columns.cell))
    peak = (plan == ndimage.maximum_filter(plan, size=2 * reach + 1)) & np.isfinite(plan)
    around = max(4, round(0.45 / columns.cell))
    candidates = [
        (plan[i, j], columns.origin[0] + i * columns.cell, columns.origin[1] + j * columns.cell, lean)
        for i, j in np.argwhere(peak).tolist()
        if plan[i, j] >= _LEAST_HEIGHT and (lean := _lean(plan, (i, j), around, columns.cell)) is not None
    ]
    tips: list[tuple[float, float, float, complex]] = []
    for height, x, y, lean in sorted(candidates, key=lambda one: one[:3], reverse=True):
        if all(np.hypot(x - u, y - v) > _APART for u, v, _, _ in tips):
            tips.append((x, y, height, lean))
    points, leans = np.array([tip[:3] for tip in tips]), np.array([tip[3] for tip in tips])
    row = _together(points)
    if len(row) < _LEAST_TIPS:
        return None
    points, leans = points[row], leans[row]
    distance, nearest = (found[:, 1] for found in cKDTree(points[:, :2]).query(points[:, :2], k=2))
    spacing = float(np.median(distance))
    if spacing > _ROW or not _is_row(points[:, 2], nearest, leans):
        return None
    return Spikes(points, spacing)


def _together(points: FloatArray) -> Ints:
    """Return which tips (n, 3) belong to rows: each within twice `_ROW` of another of its row."""
    if len(points) < _LEAST_TIPS:
        return np.empty(0, dtype=np.int64)
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import distance_matrix

    count, group = connected_components(distance_matrix(points[:, :2], points[:, :2]) <= 2 * _ROW, directed=False)
    rows = [np.flatnonzero(group == k) for k in range(count)]
    kept = [row for row in rows if len(row) >= _LEAST_TIPS and np.ptp(points[row, :2], axis=0).max() >= _LENGTH]
    return np.concatenate(kept) if kept else np.empty(0, dtype=np.int64)


def _is_row(heights: FloatArray, nearest: Ints, leans: NDArray[np.complex128]) -> bool:
    """Return whether tips are mostly as high as the nearest, and stand upright or lean along one line."""
    if float((np.abs(heights - heights[nearest]) <= _UNLIKE).mean()) < _MOST:
        return False
    leaning = leans[np.abs(leans) > _UPRIGHT]
    if len(leaning) <= (1 - _MOST) * len(leans):
        return True
    return abs(float(np.abs(np.mean((leaning / np.abs(leaning)) ** 2)))) >= _ONE_LINE


def _lean(plan: FloatArray, cell_of: tuple[int, int], around: int, cell: float) -> complex | None:
    """Return how a tip at a cell leans (horizontally per height, as x + iy).

    None where the surface (heights by cell) does not narrow to a tip there: small a little below, broader farther down.
    """
    from scipy import ndimage

    (i, j), height = cell_of, float(plan[cell_of])
    corner = max(0, i - around), max(0, j - around)
    window = plan[corner[0] : i + around + 1, corner[1] : j + around + 1]
    at, top = (i - corner[0], j - corner[1]), window > height - _BELOW[0]
    if max(_run(top[at[0]], at[1]), _run(top[:, at[1]], at[0])) * cell > _TIP_ACROSS:
        return None  # most cells of flat tops, at a twentieth of the cost
    sizes, middles = [], []
    for below in _BELOW:
        label, _ = ndimage.label(window > height - below)
        own = label == label[at]
        sizes.append(int(own.sum()))
        rows, columns = np.nonzero(own)
        middles.append(complex(rows.mean(), columns.mean()))
        if below == _BELOW[0] and max(np.ptp(rows), np.ptp(columns)) * cell > _TIP_ACROSS:
            return None
    if sizes[0] * cell**2 > _TIP_AREA or not sizes[0] + 1 <= 0.6 * sizes[1] <= 0.6 * _FOOT / cell**2:
        return None
    # The middle of what lies above a cut is about halfway up to the tip.
    return 2 * (middles[0] - middles[1]) * cell / (_BELOW[1] - _BELOW[0])


def _run(line: NDArray[np.bool_], at: int) -> int:
    """Return how many steps the unbroken run of true cells around ``at`` spans."""
    gaps = np.flatnonzero(~line)
    after = int(np.searchsorted(gaps, at))
    first = int(gaps[after - 1]) + 1 if after else 0
    last = int(gaps[after]) - 1 if after < len(gaps) else len(line) - 1
    return last - first


def slender_of(solid: Solid) -> Slender | None:
    """Return what makes a body a statue, a tree or a branch; None where it is none of these."""
    low, high = solid.bounds
    height = float(high[2] - low[2])
    if height < _TALL:
        return None
    sections = _sections(solid)
    if sections is None:
        return None
    widths, spans, counts = sections
    width, span = float(np.median(widths)), float(np.median(spans))
    roundness = _roundness(solid)
    irregularity = float((widths < 0.84 * spans).mean())
    branches = int(np.quantile(counts, 0.9))
    is_figure = span <= 1.7 and height >= 1.3 * width and roundness > 0.5 and irregularity > 0.3
    is_figure = is_figure or (span <= 2.0 and height >= 1.2 * width and roundness > 0.5 and _is_turned(widths))
    is_branching = branches >= 4 and roundness > 0.5 and width <= 1.2 and span > 2 * width
    found = Slender(width, height, roundness, irregularity, branches)
    return found if is_figure or is_branching or (span <= 2 * width and is_pole(found)) else None


def is_pole(slender: Slender) -> bool:
    """Return whether something is no more than a pole: thin, tall and round, as masts are; posts are square."""
    return slender.width <= _POLE and slender.height >= _LANK * slender.width and slender.roundness > 0.7


def _is_turned(widths: FloatArray) -> bool:
    """Return whether a round thing grows narrow and wide again as idols and fountains do.

    A column stays equally wide nearly all the way between base and capital.
    """
    waist = max(
        min(float(widths[:k].max()), float(widths[k + 1 :].max())) / float(widths[k]) for k in range(1, len(widths) - 1)
    )
    alike = float((np.abs(widths / np.median(widths) - 1) <= _ALIKE).mean())
    return waist >= _WAIST and alike <= 0.5


def _roundness(solid: Solid) -> float:
    """Return 1 where the sides look every way alike, 0 where all look along two axes at right angles."""
    t = solid.triangles
    across = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    area = np.hypot(across[:, 0], across[:, 1])
    total = float(area.sum())
    if total <= 0:
        return 0.0
    votes = [abs((area * np.exp(1j * k * np.arctan2(across[:, 1], across[:, 0]))).sum()) / total for k in (2, 4)]
    return 1.0 - float(max(votes))


def _sections(solid: Solid) -> tuple[FloatArray, FloatArray, FloatArray] | None:
    """Return for level cuts the width of the solid (of its whole area as one circle, in), of the circle around it, and
    how many pieces it falls into. Cavities that are closed all round count as solid.
    """
    from scipy import ndimage

    columns = columns_of([solid], 0.0)
    low, high = solid.bounds[:, 2]
    widths, across, counts = [], [], []
    for z in np.linspace(low, high, 26)[1:-1]:
        inside = columns.spans.column[(columns.spans.low <= z) & (columns.spans.high > z)]
        if not len(inside):
            continue
        plan = ndimage.binary_fill_holes(columns.mask(inside))
        label, _ = ndimage.label(plan, np.ones((3, 3)))
        sizes = np.bincount(label.ravel())[1:]
        place = columns.points(np.flatnonzero(plan))
        radius = float(np.sqrt(((place - place.mean(axis=0)) ** 2).sum(axis=1).max())) + columns.cell / 2
        area = float(plan.sum()) * columns.cell**2
        widths.append(2 * np.sqrt(area / np.pi))
        across.append(2 * radius)
        counts.append(int((sizes * columns.cell**2 > 0.003).sum()))
    if len(widths) < 5:
        return None
    return np.array(widths), np.array(across), np.array(counts, dtype=np.float64)
