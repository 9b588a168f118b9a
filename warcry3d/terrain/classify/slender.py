"""Rows of spikes, and what is round and thin: read off the solid's cross-sections."""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.classify.columns import Columns, columns_of

__all__ = ["Slender", "Spikes", "slender_of", "spikes_of"]

_TIP = 0.15
"""A tip is looked at this far (in) below its end."""

_TIP_AREA = 0.035
"""A tip's cross-section there (square in): a point, not a post's flat end."""

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
    tips = []
    around = max(4, round(0.3 / columns.cell))
    for i, j in np.argwhere(peak).tolist():
        height = plan[i, j]
        window = plan[max(0, i - around) : i + around + 1, max(0, j - around) : j + around + 1]
        label, _ = ndimage.label(window > height - _TIP)
        own = label[min(i, around), min(j, around)]
        if (label == own).sum() * columns.cell**2 <= _TIP_AREA and height >= 0.6:
            tips.append((columns.origin[0] + i * columns.cell, columns.origin[1] + j * columns.cell, height))
    if len(tips) < _LEAST_TIPS:
        return None
    points = np.array(tips)
    distance = cKDTree(points[:, :2]).query(points[:, :2], k=2)[0][:, 1]
    spread = float(np.std(points[:, 2]))
    spacing = float(np.median(distance))
    if spread > 0.3 or spacing > _ROW or (distance > 2 * _ROW).any():
        return None
    return Spikes(points, spacing, spread)


def slender_of(solid: Solid) -> Slender | None:
    """Return what makes a body a statue, a tree or a branch, or None where it is none."""
    low, high = solid.bounds
    height = float(high[2] - low[2])
    if height < 0.9:
        return None
    sections = _sections(solid)
    if sections is None:
        return None
    widths, fills, counts = sections
    width = float(np.median(widths))
    roundness = _roundness(solid)
    irregularity = float((fills < 0.7).mean())
    branches = int(np.quantile(counts, 0.9))
    is_figure = width <= 1.4 and height >= 1.4 * width and roundness > 0.5 and irregularity > 0.3
    is_branching = branches >= 3 and roundness > 0.5 and width <= 1.6
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
    """Return for level cuts the width of the solid (of its whole area as one circle, in), how much of the circle around
    it each fills, and how many pieces it falls into.
    """
    from scipy import ndimage

    columns = columns_of([solid], 0.0)
    low, high = solid.bounds[:, 2]
    widths, fills, counts = [], [], []
    for z in np.linspace(low, high, 26)[1:-1]:
        inside = columns.spans.column[(columns.spans.low <= z) & (columns.spans.high > z)]
        if not len(inside):
            continue
        plan = columns.mask(inside)
        label, count = ndimage.label(plan, np.ones((3, 3)))
        sizes = np.bincount(label.ravel())[1:]
        place = columns.points(inside)
        radius = float(np.sqrt(((place - place.mean(axis=0)) ** 2).sum(axis=1).max())) + columns.cell / 2
        area = len(inside) * columns.cell**2
        widths.append(2 * np.sqrt(area / np.pi))
        fills.append(area / (np.pi * radius**2))
        counts.append(int((sizes * columns.cell**2 > 0.003).sum()))
    if len(widths) < 5:
        return None
    return np.array(widths), np.array(fills), np.array(counts, dtype=np.float64)
