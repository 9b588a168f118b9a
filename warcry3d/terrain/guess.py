"""Guessing the unit and the up axis of a mesh, from the file or from its shape."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.table.bodies import INCHES
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.terrain.standing import AXES, UprightFit, standings
from warcry3d.units import MM

__all__ = ["AXES", "Guess", "guess_unit", "guess_up", "is_possible", "is_sensible", "likely_units", "upright"]

T = TypeVar("T", bound=str)

_SENSIBLE = (0.3, 60.0)
"""Longest extents (in) of terrain there is: a crate of 8 mm, a wall across a table."""

_POSSIBLE = (0.05, 240.0)
"""Longest extents (in) that a mesh is read with at all, however odd they are."""

_LIKELY: tuple[tuple[float, float], ...] = ((0.3, 0.05), (0.8, 0.5), (1.5, 1.0), (8.7, 1.0), (14.0, 0.4), (60.0, 0.05))
"""How likely a longest extent (in) is: most pieces are between a barrel of 20 mm and a print bed of 220 mm."""

_USED: tuple[tuple[LengthUnit, float], ...] = (("mm", 1.0), ("in", 0.4), ("cm", 0.25), ("m", 0.25))
"""How often meshes are made in each unit: slicers take millimetres."""

_USUALLY_UP: dict[str, tuple[Axis, ...]] = {".obj": ("y", "z")}
"""Axes that point up in files of a kind which does not say; "z" for all others, as printers have it."""

_UP_AT_ALL: tuple[Axis, ...] = ("z", "y")
_SELDOM: dict[Axis, float] = {"z": 0.2, "y": 0.15, "x": 0.09, "-z": 0.05, "-y": 0.05, "-x": 0.05}
"""How often an axis is up where another usually is, which counts as 1: a shape must speak clearly against the usual."""

_NO_FOOT = 0.05
"""Shares of the outline that a foot spans, from which less is none."""

_FAR_BETTER = 2.0
"""The difference in what speaks for two axes from which the one that a file states is doubted: 7 to 1."""


@dataclass(frozen=True, slots=True)
class Guess(Generic[T]):
    """What was taken for the unit, or for the axis that points up; how sure that is (0 to 1), and why."""

    value: T
    confidence: float
    reason: Message


def _message(template: str, /, **values: object) -> Message:
    return Message(template, MappingProxyType(values))


def is_sensible(size: float) -> bool:
    """Return whether a piece may be ``size`` (in) long."""
    return _SENSIBLE[0] <= size <= _SENSIBLE[1]


def is_possible(size: float) -> bool:
    """Return whether a mesh is read that would be ``size`` (in) long."""
    return _POSSIBLE[0] <= size <= _POSSIBLE[1]


def guess_unit(extent: float, stated: LengthUnit | None, said_by: str, scale: float = 1.0) -> Guess[LengthUnit]:
    """Return the unit of a mesh whose longest side is ``extent`` of it.

    ``stated``: the unit that the file, or its format (``said_by``), gives; it is believed as long as a piece can be of
    that size.
    """
    if stated is not None and is_sensible(extent * INCHES[stated] * scale):
        size = extent * INCHES[stated] * scale
        return Guess(
            stated,
            0.95,
            _message(
                "{who} states {unit}, and {size:.1f} in is a plausible length of terrain",
                who=said_by,
                unit=stated,
                size=size,
            ),
        )
    scores = likely_units(extent, scale)
    best = max(scores, key=lambda unit: scores[unit])
    total = sum(scores.values())
    size_mm = extent * INCHES[best] * scale / MM
    if not total > 0:
        return _odd_unit(extent, scale)
    reason = _message(
        "{size:.0f} mm is a plausible length of terrain: a storey is 60 to 90 mm, a door 40 mm wide, a print bed "
        "220 mm",
        size=size_mm,
    )
    if stated is not None:
        reason = _message(
            "{who} states {unit}, which would make it {wrong:.3g} in long; {size:.0f} mm is a plausible length "
            "of terrain",
            who=said_by,
            unit=stated,
            wrong=extent * INCHES[stated] * scale,
            size=size_mm,
        )
    return Guess(best, round(scores[best] / total, 2), reason)


def _odd_unit(extent: float, scale: float) -> Guess[LengthUnit]:
    """Return the first unit in which a mesh of no plausible length is possible; with confidence 0 if it is in none."""
    for unit, _ in _USED:
        size = extent * INCHES[unit] * scale
        if is_possible(size):
            return Guess(
                unit, 0.05, _message("{size:.3g} in is odd for terrain, but no unit gives a better length", size=size)
            )
    return Guess("mm", 0.0, _message("{size:g} is no plausible length of terrain in any unit", size=extent))


def likely_units(extent: float, scale: float = 1.0) -> dict[LengthUnit, float]:
    """Return how likely each unit is for a mesh whose longest side is ``extent`` of it."""
    return {unit: often * _likelihood(extent * INCHES[unit] * scale) for unit, often in _USED}


def _likelihood(size: float) -> float:
    if not is_sensible(size):
        return 0.0
    at, likely = zip(*_LIKELY, strict=True)
    return float(np.interp(np.log(size), np.log(at), likely))


def upright(vertices: FloatArray, up: str) -> FloatArray:
    """Return points (n, 3) with the axis ``up`` turned to point along z."""
    x, y, z = vertices.T
    turned = {"z": (x, y, z), "y": (x, -z, y), "x": (y, z, x), "-z": (x, -y, -z), "-y": (x, z, -y), "-x": (-y, z, -x)}
    return np.ascontiguousarray(np.stack(turned[up], axis=1))


def guess_up(triangles: FloatArray, stated: Axis | None, said_by: str, suffix: str) -> Guess[Axis]:
    """Return the axis of a mesh, triangles (m, 3, 3) in its unit, that points up: what the file says (with a word where
    it looks wrong), else the one for which its shape (`UprightFit`) speaks and what such files have up mostly.
    """
    if stated is not None and suffix == ".stl":  # only ours say so
        return Guess(stated, 0.95, _message("{who} states that {axis} is up", who=said_by, axis=stated))
    stands = standings(triangles)
    if stated is not None:
        return _as_stated(stated, said_by, stands)
    usual: Sequence[Axis] = _USUALLY_UP.get(suffix, ("z",))
    often = {axis: 1.0 if axis in usual else _SELDOM[axis] for axis in AXES}
    spoken = {axis: float(np.log(often[axis])) + stands[axis].evidence for axis in AXES}
    best = max(AXES, key=lambda axis: spoken[axis])
    if stands[best].foot < _NO_FOOT and best not in usual:  # it stands on nothing: walls alone say little
        best = max(usual, key=lambda axis: spoken[axis])
        return Guess(best, 0.5, _message("no side of it is flat; {axis} is up in most files of this kind", axis=best))
    second = max(value for axis, value in spoken.items() if axis != best)
    one = stands[best]
    reason = _message(
        "with {axis} up its foot spans {share:.0f} % of its outline seen from above, and {walls:.0f} % of its surface "
        "is upright",
        axis=best,
        share=100 * one.foot,
        walls=100 * one.walls,
    )
    if one.foot < _NO_FOOT:
        reason = _message("no side of it is flat; {axis} is up in most files of this kind", axis=best)
    return Guess(best, round(1.0 / (1.0 + float(np.exp(second - spoken[best]))), 2), reason)


def _as_stated(stated: Axis, said_by: str, stands: Mapping[Axis, UprightFit]) -> Guess[Axis]:
    """Return the axis that the file says is up; less surely where another of those that are up in most files stands far
    better: programs that turn one format into another often forget to turn the mesh.
    """
    other = max((axis for axis in _UP_AT_ALL if axis != stated), key=lambda axis: stands[axis].evidence)
    if stands[other].evidence < stands[stated].evidence + _FAR_BETTER:
        return Guess(stated, 0.95, _message("{axis} is up in {who}", who=said_by, axis=stated))
    return Guess(
        stated,
        0.5,
        _message(
            "{axis} is up in {who}, and its foot spans {share:.0f} % of its outline; with {other} up it would be "
            "{more:.0f} %: turn it with --up {other}",
            who=said_by,
            axis=stated,
            share=100 * stands[stated].foot,
            other=other,
            more=100 * stands[other].foot,
        ),
    )
