"""Low terrain that is one body with something high: rubble against a wall, a crate on a deck, a breach (WC-TERR-1).

What rises less than an inch above its ground is low if it ends at a cliff; where it rises gradually, as a ramp or a
heap does, it is one with what it rises to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.table.derive import OBSTACLE_RISE
from warcry3d.terrain.classify.columns import Bools, Columns
from warcry3d.terrain.classify.levels import LevelArea

__all__ = ["LowArea", "low_areas"]

_LEAST = 0.13
"""A rise of less than this (in) is roughness of the ground itself."""

_RESTS = 0.06
"""The greatest height (in) above the ground at which something that stands on it begins."""

_RIM = 0.6
"""The greatest distance (in) of a parapet from the ground that it stands on."""

_AIR = 2.0
"""The least air (in) above most of it: with less it is what is below a window."""

_AREA = 0.15
_BROAD = 0.13
"""The least area (square in) and inner circle's radius (in) of a low part: a wall's plinth is smaller."""

_REACH = 0.25
"""How far (in) it reaches from what is high: otherwise it is the foot of that."""

_CLIFF = 0.25
_STEEP = 0.7
"""Where it ends at something high, that is this much higher (in) over at least this share of the border."""

_EVEN = 0.08
"""How even (in) a plinth's top is around what stands on it."""


@dataclass(frozen=True, slots=True, eq=False)
class LowArea:
    """A low part: its cells (``plan``); whether it stands on its ground or goes on below, as walls do (``is_loose``);
    the cells of each thing that stands on it and its height there (``tables``, in); ``high``: the cells of what it
    leans on; the height of its ``ground`` and its ``top`` (in), the ``level`` area it stands on (None: the floor).
    """

    plan: Bools
    is_loose: bool
    tables: tuple[tuple[Bools, float], ...]
    high: Bools
    ground: float
    top: float
    level: LevelArea | None

    @property
    def rise(self) -> float:
        """Return how far it rises above its ground (in)."""
        return self.top - self.ground


def low_areas(columns: Columns, grounds: Sequence[LevelArea]) -> tuple[LowArea, ...]:
    """Return the low parts of a high body, on the floor and on each of ``grounds``: the level areas an inch up."""
    found: list[LowArea] = []
    taken = np.zeros(columns.shape, dtype=bool)
    for level in grounds:
        taken |= level.plan
    for ground in (None, *grounds):
        low, high, free, top = _standing(columns, ground)
        low &= ~taken if ground is None else _beside(ground, columns.cell)
        found += _parts(columns, low, high, free, top, ground)
    return tuple(found)


def _beside(ground: LevelArea, cell: float) -> Bools:
    """Return where something stands on a level area: on its rim, or all around it is the level area."""
    from scipy import ndimage

    rim = ndimage.binary_dilation(ground.plan, iterations=round(_RIM / cell))
    return np.asarray((rim | ndimage.binary_fill_holes(ground.plan)) & ~ground.plan)


def _standing(columns: Columns, ground: LevelArea | None) -> tuple[Bools, Bools, Bools, FloatArray]:
    """Return where something low stands on a ground, where something high does, where there is air above the low parts,
    and the heights of both (shape).
    """
    spans = columns.spans
    height = 0.0 if ground is None else ground.height
    rise = spans.high - height
    rests = (spans.low <= height + _RESTS) & (rise > _LEAST)
    air = np.full(len(spans.low), np.inf)
    above = np.flatnonzero(spans.column[1:] == spans.column[:-1])
    air[above] = spans.low[above + 1] - spans.high[above]
    is_low = rests & (rise < OBSTACLE_RISE - 1e-6)
    is_high = rests & (rise >= OBSTACLE_RISE - 1e-6)
    top = np.zeros(columns.shape[0] * columns.shape[1])
    top[spans.column[rests]] = spans.high[rests]
    low, high, free = (columns.mask(spans.column[which]) for which in (is_low, is_high, is_low & (air >= _AIR)))
    return low, high, free, top.reshape(columns.shape)


def _parts(
    columns: Columns, low: Bools, high: Bools, free: Bools, top: FloatArray, ground: LevelArea | None
) -> list[LowArea]:
    from scipy import ndimage

    if not low.any() or (ground is None and not high.any()):
        return []
    cell = columns.cell
    label, _ = ndimage.label(low)
    sizes = np.bincount(label.ravel())
    away = ndimage.distance_transform_edt(~high) * cell if high.any() else np.full(low.shape, np.inf)
    broad = ndimage.distance_transform_edt(low) * cell
    around = np.zeros(low.shape, dtype=bool) if ground is None else ndimage.binary_dilation(ground.plan, iterations=3)
    found = []
    for number, where in enumerate(ndimage.find_objects(label), start=1):
        if sizes[number] * cell**2 < _AREA or where is None:
            continue
        where = tuple(slice(max(0, s.start - 2), s.stop + 2) for s in where)
        mine = label[where] == number
        if float(broad[where][mine].max()) < _BROAD or float(away[where][mine].max()) < _REACH:
            continue
        if float(free[where][mine].mean()) < 0.5:
            continue
        near = ndimage.binary_dilation(mine, iterations=2) & high[where]
        if ground is None and not near.any():
            continue
        if ground is not None and (around[where] & mine).sum() * cell < _REACH:
            continue
        if not _is_cliff(top[where], mine, high[where]):
            continue
        found.append(_low_area(columns, (where, mine, high), top, ground))
    return found


def _is_cliff(top: FloatArray, mine: Bools, high: Bools) -> bool:
    """Return whether a low part ends at what is high by a jump nearly everywhere, not by a slope."""
    steps = []
    for axis in (0, 1):
        for by in (2, -2):
            other = np.roll(high, by, axis=axis)
            pairs = mine & other
            steps.append((np.roll(top, by, axis=axis) - top)[pairs])
    jumps = np.concatenate(steps)
    return not len(jumps) or float((jumps >= _CLIFF).mean()) >= _STEEP


def _low_area(
    columns: Columns, given: tuple[tuple[slice, ...], Bools, Bools], top: FloatArray, ground: LevelArea | None
) -> LowArea:
    from scipy import ndimage

    where, mine, high = given
    plan = np.zeros(columns.shape, dtype=bool)
    plan[where] = mine
    label, count = ndimage.label(ndimage.binary_fill_holes(plan) & ~plan & high)
    tables = []
    for number in range(1, count + 1):
        hole = label == number
        heights = top[ndimage.binary_dilation(hole, iterations=2) & plan]
        if len(heights) and float(np.quantile(heights, 0.9) - np.quantile(heights, 0.1)) <= _EVEN:
            tables.append((hole, float(np.median(heights))))
            high = high & ~hole
    height = 0.0 if ground is None else ground.height
    return LowArea(
        plan,
        _is_loose(columns, plan, ground),
        tuple(tables),
        high,
        height,
        float(np.quantile(top[plan], 0.995)),
        ground,
    )


def _is_loose(columns: Columns, plan: Bools, ground: LevelArea | None) -> bool:
    """Return whether what stands on a level area ends not far below it: a crate does, a wall continues."""
    if ground is None:
        return True
    spans = columns.spans
    here = plan.ravel()[spans.column] & (spans.low <= ground.height + _RESTS) & (spans.high > ground.height + _LEAST)
    return bool(here.any() and float((spans.low[here] >= ground.height - ground.thickness - 0.3).mean()) >= 0.5)
