"""Level areas of a piece that hold the platform's square, read from its columns (WC-TERR-1)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.table.derive import SQUARE_TOLERANCE
from warcry3d.terrain.classify.columns import Bools, Columns, Ints
from warcry3d.units import LEVEL_TOLERANCE, PLATFORM_SIDE

__all__ = ["BASES_MM", "HEADROOM", "LevelArea", "level_areas"]

HEADROOM = 1.0
"""The least air (in) above a level area for anybody to stand there: the height of a crouching figure."""

BASES_MM = (25, 32, 40)
"""Round bases (mm) that are tried on each level area."""

_WINDOW = 2 * LEVEL_TOLERANCE
"""How much a sculpted surface may rise and fall in all (in): twice as much as level flagstones."""

_SLOPE = 0.07
"""How steep a level area may be (4 degrees): as much as bent prints; a ramp is steeper."""

_BIN = 0.01

_TURNS = (15.0, 30.0, 45.0, 60.0, 75.0)


@dataclass(frozen=True, slots=True, eq=False)
class LevelArea:
    """A level area: its cells (``items``: numbers of gaps, ``plan``: marked), its ``height``, how thick the solid below
    it is (in; the greater part of it), the least and usual ``headroom`` and the largest circle's diameter on it.
    """

    items: Ints
    plan: Bools
    height: float
    top: float
    area: float
    thickness: float
    headroom: float
    circle: float
    unevenness: float


def level_areas(columns: Columns) -> tuple[LevelArea, ...]:
    """Return the level areas that hold a square of `PLATFORM_SIDE` and have `HEADROOM`, the highest first.

    Heights are taken by how much area lies at them: the fullest window first, so that flagstones, planks and sculpted
    ground come out as one area at its most common height.
    """
    from scipy import ndimage

    gaps = columns.gaps
    wanted = np.flatnonzero((gaps.below >= 0) & (gaps.headroom >= HEADROOM) & (gaps.floor > 2 * _BIN))
    if not len(wanted):
        return ()
    heights = gaps.floor[wanted]
    slot = (heights / _BIN).astype(np.int64)
    width = round(_WINDOW / _BIN)
    free = np.ones(len(wanted), dtype=bool)
    found: list[LevelArea] = []
    least = 0.8 * PLATFORM_SIDE**2 / columns.cell**2
    counts = np.bincount(slot, minlength=int(slot.max()) + width + 1)
    while True:
        sums = np.convolve(counts, np.ones(width, dtype=np.int64), mode="valid")
        best = int(sums.argmax())
        if sums[best] < least:
            break
        chosen = free & (slot >= best) & (slot < best + width)
        plan = columns.mask(gaps.column[wanted[chosen]])
        label, _ = ndimage.label(_closed(plan, columns.cell))
        label = np.where(plan, label, 0).ravel()[gaps.column[wanted]]
        sizes = np.bincount(label[chosen])
        for number in np.flatnonzero(sizes >= least):
            if number == 0:
                continue
            part = wanted[chosen & (label == number)]
            if (level := _level(columns, part)) is not None:
                found.append(level)
        free &= ~chosen
        counts = np.bincount(slot[free], minlength=int(slot.max()) + width + 1)
    return tuple(sorted(found, key=lambda level: (-level.height, -level.area)))


def _closed(plan: Bools, cell: float) -> Bools:
    """Return the plan with joints of `LEVEL_TOLERANCE` closed."""
    from scipy import ndimage

    reach = max(1, round(LEVEL_TOLERANCE / cell / 2 + 0.25))
    return np.asarray(ndimage.binary_closing(np.pad(plan, reach), np.ones((3, 3)), reach)[reach:-reach, reach:-reach])


def _level(columns: Columns, items: Ints) -> LevelArea | None:
    gaps = columns.gaps
    plan = _closed(columns.mask(gaps.column[items]), columns.cell)
    circle = _holds_square(plan, columns.cell)
    if circle is None:
        return None
    heights = gaps.floor[items]
    place = columns.points(gaps.column[items])
    if np.hypot(*_slope(place, heights)) > _SLOPE:
        return None
    spans = gaps.below[items]
    solid = columns.spans.high[spans] - columns.spans.low[spans]
    low, high = np.quantile(heights, [0.02, 0.98])
    return LevelArea(
        items,
        plan,
        float(np.median(heights)),
        float(heights.max()),
        float(plan.sum()) * columns.cell**2,
        float(np.median(solid)),
        float(np.median(gaps.headroom[items])),
        circle,
        float(high - low),
    )


def _slope(place: FloatArray, heights: FloatArray) -> FloatArray:
    """Return how much the best plane through the points rises along both axes."""
    flat = np.column_stack([place - place.mean(axis=0), np.ones(len(place))])
    return np.asarray(np.linalg.lstsq(flat, heights, rcond=None)[0][:2], dtype=np.float64)


def _holds_square(plan: Bools, cell: float) -> float | None:
    """Return the diameter (in) of the largest circle on the plan if the platform's square fits in any direction.

    Judged by cells, so that no area that holds the square is left out.
    """
    from scipy import ndimage

    padded = np.pad(plan, 1)
    # A cell's middle is half a cell inside the rim.
    radius = float(ndimage.distance_transform_edt(padded).max()) * cell - cell / 2
    side = PLATFORM_SIDE - SQUARE_TOLERANCE
    if 2 * radius < side - 2 * cell:
        return None
    if 2 * radius >= side * 1.4143:
        return 2 * radius
    count = int(np.floor(side / cell))
    views: list[Any] = [padded]
    i, j = np.nonzero(padded)
    small = padded[i.min() - 1 : i.max() + 2, j.min() - 1 : j.max() + 2]
    if _fits(small, count):
        return 2 * radius
    views = [ndimage.rotate(small.astype(np.float32), turn, order=1, reshape=True) > 0.5 for turn in _TURNS]
    return 2 * radius if any(_fits(view, count) for view in views) else None


def _fits(plan: Bools, count: int) -> bool:
    """Return whether a square of ``count`` cells lies within the marked ones."""
    if min(plan.shape) < count:
        return False
    total = np.pad(plan.astype(np.int64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    boxes = total[count:, count:] - total[:-count, count:] - total[count:, :-count] + total[:-count, :-count]
    return bool((boxes == count * count).any())
