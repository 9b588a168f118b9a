"""Rows of spikes, and what is round and thin: read off the solid's cross-sections."""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.classify.columns import Columns, columns_of

__all__ = ["Slender", "Spikes", "slender_of", "spikes_of"]

_BELOW = (0.1, 0.35)
"""A tip is looked at this far (in) below its end, and farther down where it is broader."""

_TIP_AREA = 0.03
_TIP_ACROSS = 0.22
"""A tip's cross-section (square in, in) at the first of these: a point, not a ridge."""

_FOOT = 0.3
"""Where it is broader it is still a spike: no more than this (square in); a candle on an altar stands on more."""

_LEAST_HEIGHT = 0.6
_APART = 0.12
_TALL = 1.25
"""Statues and trees are at least as tall (in) as a figure."""

_LEAST_TIPS = 4
_ROW = 0.9
"""Spikes stand no farther apart (in)."""


@dataclass(frozen=True, slots=True, eq=False)
class Spikes:
    """Tips (n, 3) of spikes in the grid's frame and the usual distance (in) from one to the next."""

    tips: FloatArray
    spacing: float
    spread: float


@dataclass(frozen=True, slots=True)
class Slender:
    """What is round and thin: how wide it is (in, usual width of its sections), how tall, how round its sides are (1:
    faces look everywhere alike, 0: along two axes), how unlike a column, and its most branches at one height.
    """

    width: float
    height: float
    roundness: float
    irregularity: float
    branches: int


def spikes_of(columns: Columns) -> Spikes | None:
    """Return the row of spikes that what these columns hold ends in, or None."""
    from scipy import ndimage
    from scipy.spatial import cKDTree

    top = np.full(columns.shape[0] * columns.shape[1], -np.inf)
    np.maximum.at(top, columns.spans.column, columns.spans.high)
    plan = top.reshape(columns.shape)
    reach = max(2, round(0.1 / columns.cell))
    peak = (plan == ndimage.maximum_filter(plan, size=2 * reach + 1)) & np.isfinite(plan)
    around = max(4, round(0.45 / columns.cell))
    candidates = [
        (plan[i, j], columns.origin[0] + i * columns.cell, columns.origin[1] + j * columns.cell)
        for i, j in np.argwhere(peak).tolist()
        if plan[i, j] >= _LEAST_HEIGHT and _is_pointed(plan, (i, j), around, columns.cell)
    ]
    tips: list[tuple[float, float, float]] = []
    for height, x, y in sorted(candidates, reverse=True):
        if all(np.hypot(x - u, y - v) > _APART for u, v, _ in tips):
            tips.append((x, y, height))
    if len(tips) < _LEAST_TIPS:
        return None
    points = np.array(tips)
    distance = cKDTree(points[:, :2]).query(points[:, :2], k=2)[0][:, 1]
    spread = float(np.std(points[:, 2]))
    spacing = float(np.median(distance))
    if spread > 0.3 or spacing > _ROW or (distance > 2 * _ROW).any():
        return None
    return Spikes(points, spacing, spread)


def _is_pointed(plan: FloatArray, cell_of: tuple[int, int], around: int, cell: float) -> bool:
    """Return whether the surface (heights by cell) narrows to a tip at a cell: small a little below, broader below."""
    from scipy import ndimage

    (i, j), height = cell_of, float(plan[cell_of])
    corner = max(0, i - around), max(0, j - around)
    window = plan[corner[0] : i + around + 1, corner[1] : j + around + 1]
    sizes = []
    for below in _BELOW:
        label, _ = ndimage.label(window > height - below)
        own = label == label[i - corner[0], j - corner[1]]
        sizes.append(int(own.sum()))
        if below == _BELOW[0]:
            rows, columns = np.nonzero(own)
            if max(np.ptp(rows), np.ptp(columns)) * cell > _TIP_ACROSS:
                return False
    return sizes[0] * cell**2 <= _TIP_AREA and sizes[0] + 1 <= 0.6 * sizes[1] <= 0.6 * _FOOT / cell**2


def slender_of(solid: Solid) -> Slender | None:
    """Return what makes a body a statue, a tree or a branch, or None where it is none."""
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
    is_branching = branches >= 4 and roundness > 0.5 and width <= 1.2 and span > 2 * width
    if not (is_figure or is_branching):
        return None
    return Slender(width, height, roundness, irregularity, branches)


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
