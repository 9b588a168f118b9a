"""Passages: doors and arches, their clear width and height, and whether there is room beyond."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.motion.levels import STEP
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.lint.clusters import place
from warcry3d.terrain.lint.levels import PieceLevels
from warcry3d.terrain.lint.subject import BASES_MM, Subject, Whole
from warcry3d.units import BASE_HEIGHT, MM, RESTING_GAP, to_mm

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["WayThrough", "passages", "ways"]

_SILL = 0.15
"""The width of a passage is measured from this height (in) over its floor: pebbles and thresholds are stepped over."""
_SHOULDER = 1.0
"""And up to this height (in)."""
_FAR = 4.0
"""The most (in) that the width or height of a passage is measured."""
_AHEAD = 2.5
"""A model that goes through must find room to stand within this distance (in) beyond."""


@dataclass(frozen=True, slots=True, eq=False)
class WayThrough:
    """A passage: its ``part``, the ``middle`` (3,) of its floor, the unit vector ``through`` (2,) it.

    ``half``: the distance from its middle to either end; clear ``width`` and ``height`` (in).
    """

    part: str
    middle: FloatArray
    through: FloatArray
    half: float
    width: float
    height: float


def ways(subject: Subject) -> tuple[WayThrough, ...]:
    """Return the ways through the piece's doors and arches, in the order of its parts.

    The clear width is that of the straight corridor round the way's middle: level lines to both sides, cast at nine
    places along the way and at heights a tenth of an inch apart, the shortest on each side taken.
    """
    found = (_way(subject, part) for part in subject.piece.parts if part.kinds & {PartKind.DOOR, PartKind.ARCH})
    return tuple(way for way in found if way is not None)


def _way(subject: Subject, part: Part) -> WayThrough | None:
    low, high = part.solid.bounds[:, 2].tolist()
    whole = subject.standing
    if part.passage is not None and part.passage.start[:2] != part.passage.end[:2]:
        ends = np.array([part.passage.start, part.passage.end])
        middle, low, step = ends[:, :2].mean(axis=0), float(ends[:, 2].min()), (ends[1] - ends[0])[:2]
        half = float(np.linalg.norm(step)) / 2
        through = step / (2 * half)
        across, limit = np.array([through[1], -through[0]]), part.passage.width / 2 + 0.5
    elif PartKind.DOOR in part.kinds or part.is_opening:
        middle, axes, halves = _box_of(_flat(part))
        narrow = int(np.argmin(halves))
        if part.is_opening and whole is not None:
            at = np.array([*middle, low + min(0.5 * (high - low), 0.5)])
            free = [_free_both_ways(whole, at, axis, half + 0.5) for axis, half in zip(axes, halves, strict=True)]
            narrow = free.index(True) if sum(free) == 1 else narrow
        across, half, limit = axes[1 - narrow], halves[narrow], halves[1 - narrow]
        through = axes[narrow]
    else:
        piers = _piers(part)
        if piers is None:
            return None
        middle, across, limit = piers
        through = np.array([-across[1], across[0]])
        corners = part.solid.vertices[:, :2] - middle
        half = float(np.abs(corners @ through).max())
    floor = np.array([*middle, low])
    sides = _sides(whole, floor, through, across, half, min(limit, _FAR), high - low)
    middle = middle + across * (sides[1] - sides[0]) / 2
    floor = np.array([*middle, low])
    return WayThrough(part.id, floor, through, half, sum(sides), _height(whole, floor, high - low))


def _flat(part: Part) -> "BaseGeometry":
    import shapely

    return shapely.multipoints(part.solid.vertices[:, :2])


def _box_of(shape: "BaseGeometry") -> tuple[FloatArray, tuple[FloatArray, FloatArray], tuple[float, float]]:
    """Return the middle of the smallest rectangle round a shape, its two axes and half its extents along them."""
    corners = np.array(shape.minimum_rotated_rectangle.exterior.coords)
    sides = np.diff(corners[:3], axis=0)
    lengths = np.linalg.norm(sides, axis=1)
    axes = sides / lengths[:, None]
    return corners[:4].mean(axis=0), (axes[0], axes[1]), (float(lengths[0] / 2), float(lengths[1] / 2))


def _free_both_ways(whole: Whole, at: FloatArray, axis: FloatArray, length: float) -> bool:
    step = np.array([*(axis * length), 0.0])
    return not bool(whole.is_blocked(np.array([at, at]), np.array([at + step, at - step])).any())


def _piers(part: Part) -> tuple[FloatArray, FloatArray, float] | None:
    """Return the opening of an arch of stone; None if it has no two piers.

    The point between the piers, the direction from one to the other, and half the distance between their middles.
    """
    import shapely

    from warcry3d.terrain.lint.subject import Whole

    low, high = part.solid.bounds[:, 2].tolist()
    alone = Whole((part,), part.solid, np.zeros(len(part.solid.faces), dtype=np.int64))
    cut = alone.section(low + min(0.4 * (high - low), 0.8)).buffer(0.1).buffer(-0.1)
    piers = sorted(shapely.get_parts(cut).tolist(), key=lambda pier: -float(pier.area))[:2]
    if len(piers) < 2 or piers[1].area < 0.02:
        return None
    first, second = (np.array(pier.centroid.coords[0]) for pier in piers)
    ends = np.array(shapely.shortest_line(*piers).coords)
    _, axes, _ = _box_of(_flat(part))
    across = max(axes, key=lambda axis: abs(float(axis @ (second - first))))
    middle = (first + second) / 2
    middle = middle + across * float(across @ ((ends[0] + ends[1]) / 2 - middle))
    return middle, across, float(np.linalg.norm(second - first)) / 2


def _sides(
    whole: Whole | None,
    floor: FloatArray,
    through: FloatArray,
    across: FloatArray,
    half: float,
    limit: float,
    tall: float,
) -> tuple[float, float]:
    """Return the free distance from the middle of a passage to both sides of ``across``, ``limit`` at most."""
    if whole is None:
        return limit, limit
    along = np.linspace(-half, half, 9)
    heights = np.arange(min(_SILL, tall / 4), min(_SHOULDER, 0.8 * tall) + 1e-9, 0.1)
    t, z = (grid.ravel() for grid in np.meshgrid(along, heights))
    starts = np.column_stack([floor[:2] + t[:, None] * through, floor[2] + z])
    step = np.array([*across, 0.0]) * limit
    back, forth = (float(np.minimum(whole.hits(starts, starts + sign * step)[0], 1.0).min()) for sign in (-1, 1))
    return back * limit, forth * limit


def _height(whole: Whole | None, floor: FloatArray, tall: float) -> float:
    """Return the height of a passage over its middle: up to what hangs there, or the part's own height."""
    if whole is None:
        return tall
    start = floor + np.array([0.0, 0.0, _SILL])
    where = float(whole.hits(start[None], start[None] + np.array([0.0, 0.0, _FAR]))[0][0])
    return where * _FAR + _SILL if where <= 1 else tall


def passages(levels: PieceLevels) -> Iterator[Finding]:
    """Yield T-DOOR for passages narrower than common bases, T-BEYOND where these find no room behind."""
    for way in ways(levels.subject):
        wider = [base for base in BASES_MM if base > to_mm(way.width) + 0.05]
        if wider:
            narrower = [base for base in BASES_MM if base not in wider]
            values = {"part": way.part, "width_mm": to_mm(way.width), "wider_mm": _listed(wider)}
            is_bad = 32.0 in wider
            yield Finding(
                "T-DOOR",
                Severity.WARNING if is_bad else Severity.NOTE,
                Message(
                    "the way through '{part}' is {width_mm:.1f} mm wide: bases of {narrower_mm} mm pass, those of "
                    "{wider_mm} mm are wider (the rules let them through, WC-TERR-5)"
                    if narrower
                    else "the way through '{part}' is {width_mm:.1f} mm wide: bases of {wider_mm} mm, all common "
                    "ones, are wider (the rules let them through, WC-TERR-5)",
                    values | ({"narrower_mm": _listed(narrower)} if narrower else {}),
                ),
                places=(place(way.middle),),
                part=way.part,
            )
        yield from _beyond(levels, way)


def _beyond(levels: PieceLevels, way: WayThrough) -> Iterator[Finding]:
    for side in (-1.0, 1.0):
        without = [base for base in BASES_MM if not _is_room(levels, way, side, base)]
        if not without:
            continue
        yield Finding(
            "T-BEYOND",
            Severity.WARNING if 32.0 in without else Severity.NOTE,
            Message(
                "bases of {without_mm} mm have no room to stand within {ahead:g} in beyond the way through '{part}'",
                {"part": way.part, "ahead": _AHEAD, "without_mm": _listed(without)},
            ),
            places=(place(way.middle + np.array([*(way.through * side * (way.half + 0.5)), 0.0])),),
            part=way.part,
        )


def _is_room(levels: PieceLevels, way: WayThrough, side: float, base_mm: float) -> bool:
    """Return whether a base finds room on one side of a passage: clear of obstacles, on floor or platform."""
    import shapely

    whole = levels.subject.standing
    if whole is None:
        return True
    radius = base_mm * MM / 2
    aside = np.array([-way.through[1], way.through[0]]) * max(way.width / 2, radius)
    near = way.middle[:2] + way.through * side * (way.half + radius)
    far = way.middle[:2] + way.through * side * (way.half + _AHEAD)
    ground = shapely.Polygon([near - aside, far - aside, far + aside, near + aside])
    floor = float(way.middle[2])
    if floor > RESTING_GAP + STEP:
        there = [level.outline for level in levels.all if abs(level.height - floor) < STEP / 2]
        ground = ground.intersection(shapely.union_all(there))
    tall = levels.subject.limits.figure + BASE_HEIGHT
    in_way = whole.projection(floor + 2 * _SILL, floor + tall).simplify(0.005)
    return bool(ground.difference(in_way.buffer(radius)).area > 1e-4)


def _listed(sizes: list[float]) -> str:
    return ", ".join(f"{size:g}" for size in sizes)
