"""Checks whether a piece fits figures of the given size: doors, steps, storeys, parts with known names."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.message import Message
from warcry3d.motion.levels import STEP
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.findings import Finding, Place, Severity
from warcry3d.terrain.lint.climbs import treads
from warcry3d.terrain.lint.clusters import place
from warcry3d.terrain.lint.levels import PieceLevels, middle_of
from warcry3d.terrain.lint.ways import ways
from warcry3d.units import to_mm

if TYPE_CHECKING:
    from warcry3d.table.terrain import Part

__all__ = ["scale"]

_DOORS = (1.05, 2.5)
"""The height of passages, in figures: one goes through upright, and a gate lets a rider in."""
_LYING = 0.5
"""A thing less high than this share of its lesser width is lying."""
_STEPS = (0.08, 0.6)
"""The height of a usual step of stairs, in figures."""
_STOREY = 4.5
"""The greatest height of one level over another, or over the floor, in figures."""
_THINGS = {
    "crate": (0.2, 1.3),
    "chest": (0.2, 1.0),
    "barrel": (0.35, 1.3),
    "sack": (0.15, 0.8),
    "bench": (0.15, 0.6),
    "chair": (0.3, 1.1),
    "table": (0.3, 0.8),
    "well": (0.3, 3.0),
}
"""The height of things, in figures, by the names of parts."""


def scale(levels: PieceLevels) -> Iterator[Finding]:
    """Yield T-SCALE for everything too small or too large for figures of the given size."""
    sizes = {part.id: np.ptp(part.solid.bounds, axis=0) for part in levels.subject.piece.parts}
    lying = {name for name, (x, y, z) in sizes.items() if z < _LYING * min(x, y)}
    for way in ways(levels.subject):
        yield from _odd(
            levels,
            "'{part}' lies flat, {size_mm:.1f} mm high; for figures of {figure_mm:g} mm, doors are {low_mm:.0f} "
            "to {high_mm:.0f} mm high: should it stand upright?"
            if way.part in lying
            else "the way through '{part}' is {size_mm:.1f} mm high; for figures of {figure_mm:g} mm, doors are "
            "{low_mm:.0f} to {high_mm:.0f} mm high: check the scale",
            part=way.part,
            size=way.height,
            expected=_DOORS,
            where=place(way.middle),
        )
    for part in levels.subject.piece.parts:
        yield from _steps(levels, part)
        yield from _thing(levels, part)
    yield from _storeys(levels)


def _odd(
    levels: PieceLevels,
    template: str,
    *,
    part: str,
    size: float,
    expected: tuple[float, float],
    where: Place,
) -> Iterator[Finding]:
    """Yield a finding where a size (in) is outside the expected range (in figures)."""
    limits = levels.subject.limits
    low, high = (limits.figure * share for share in expected)
    if low <= size <= high:
        return
    values = {
        "part": part,
        "size_mm": to_mm(size),
        "figure_mm": limits.figure_mm,
        "low_mm": to_mm(low),
        "high_mm": to_mm(high),
    }
    yield Finding("T-SCALE", Severity.WARNING, Message(template, values), places=(where,), part=part)


def _steps(levels: PieceLevels, part: "Part") -> Iterator[Finding]:
    if PartKind.STAIRS not in part.kinds or len(heights := treads(part)) < 2:
        return
    yield from _odd(
        levels,
        "the steps of '{part}' are {size_mm:.1f} mm high; for figures of {figure_mm:g} mm, steps are "
        "{low_mm:.1f} to {high_mm:.0f} mm high: check the scale",
        part=part.id,
        size=float(np.median(np.diff(heights))),
        expected=_STEPS,
        where=place(part.solid.bounds.mean(axis=0)),
    )


def _thing(levels: PieceLevels, part: "Part") -> Iterator[Finding]:
    words = re.findall(r"[a-z]+", part.id.lower())
    named = next((name for name in _THINGS if name in words or f"{name}s" in words), None)
    if named is None:
        return
    yield from _odd(
        levels,
        "'{part}' is {size_mm:.1f} mm high; for figures of {figure_mm:g} mm, objects of that name are "
        "{low_mm:.0f} to {high_mm:.0f} mm high: check the scale",
        part=part.id,
        size=float(np.ptp(part.solid.bounds[:, 2])),
        expected=_THINGS[named],
        where=place(part.solid.bounds.mean(axis=0)),
    )


def _storeys(levels: PieceLevels) -> Iterator[Finding]:
    """Check how far each level is over the highest one below it, or over the floor."""
    for level in levels.all:
        under = [
            other.height
            for other in levels.all
            if other.height < level.height - STEP and other.outline.intersects(level.outline)
        ]
        yield from _odd(
            levels,
            "the platform of '{part}' is {size_mm:.0f} mm above the surface below it; for figures of "
            "{figure_mm:g} mm, storeys are up to {high_mm:.0f} mm high: check the scale",
            part=level.part,
            size=level.height - max(under, default=0.0),
            expected=(0.0, _STOREY),
            where=middle_of(level.outline, level.height),
        )
