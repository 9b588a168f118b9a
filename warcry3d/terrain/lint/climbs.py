"""Ladders that end short or lead nowhere, stairs with a step too high."""

from collections.abc import Iterator
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
from warcry3d.units import LEVEL_TOLERANCE, RESTING_GAP, to_mm

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["ladders", "steps", "treads"]

_SHORT = 0.25
"""A ladder may end this far (in) above the ground or below the platform: less than a rung."""
_LEANS = 0.75
"""A ladder leads to the platforms that begin within this distance (in) of it, seen from above."""
_HIGH_STEP = 0.45
"""A step higher than this share of a figure is climbed, not walked: half an inch, as on many pieces, is still walked.
"""
_TREAD = 0.08
"""Level places of a stair with less area (sq in) are no treads."""


def ladders(levels: PieceLevels) -> Iterator[Finding]:
    """Yield T-LADDER and T-NOWHERE for ladders and stairs.

    T-LADDER: one that ends above the ground or below the platform it leans on. T-NOWHERE: one without a platform that
    it leads to; a piece without any platform is made to be put to others.
    """
    has_platform = any(level.height >= STEP for level in levels.all)
    for part in levels.subject.piece.parts:
        if not part.kinds & {PartKind.LADDER, PartKind.STAIRS}:
            continue
        low, high = part.solid.bounds[:, 2].tolist()
        around = _outline(part)
        ground = _ground(levels, part, around, low)
        if low - ground > _SHORT:
            yield Finding(
                "T-LADDER",
                Severity.WARNING,
                Message(
                    "'{part}' begins {gap:.2f} in above the ground: at {low:.2f} in, with {ground:.2f} in below",
                    {"part": part.id, "gap": low - ground, "low": low, "ground": ground},
                ),
                places=(place(_end(part, 0)),),
                part=part.id,
            )
        tops = [
            level.height
            for level in levels.all
            if level.part != part.id and level.height > ground + 0.9 and around.distance(level.outline) <= _LEANS
        ]
        led = [top for top in tops if top <= high + _SHORT] or tops  # those it reaches, else the lowest
        if not led and not has_platform:
            continue
        if not led:
            yield Finding(
                "T-NOWHERE",
                Severity.WARNING,
                Message(
                    "'{part}' leads nowhere: no platform begins within {limit:g} in of it",
                    {"part": part.id, "limit": _LEANS},
                ),
                places=(place(_end(part, 1)),),
                part=part.id,
            )
        elif (short := min(led) - high) > (_SHORT if PartKind.LADDER in part.kinds else STEP):
            yield Finding(
                "T-LADDER",
                Severity.WARNING,
                Message(
                    "'{part}' ends {short:.2f} in below the platform at {top:.2f} in: at {high:.2f} in",
                    {"part": part.id, "short": short, "top": min(led), "high": high},
                ),
                places=(place(_end(part, 1)),),
                part=part.id,
            )


def _outline(part: Part) -> "BaseGeometry":
    import shapely

    return shapely.convex_hull(shapely.multipoints(part.solid.vertices[:, :2]))


def _end(part: Part, which: int) -> FloatArray:
    """Return the middle of a part's lowest (0) or highest (1) points."""
    z = part.solid.bounds[which, 2]
    points = part.solid.triangles.reshape(-1, 3)
    return np.asarray(points[np.abs(points[:, 2] - z) <= LEVEL_TOLERANCE].mean(axis=0))


def _ground(levels: PieceLevels, part: Part, around: "BaseGeometry", low: float) -> float:
    """Return the height of the ground under a ladder's foot: a level, or the floor."""
    foot = around.buffer(-min(0.05, 0.1 * float(np.sqrt(around.area))))
    under = [
        level.height
        for level in levels.all
        if level.part != part.id and level.height <= low + LEVEL_TOLERANCE and level.outline.intersects(foot)
    ]
    return max(under, default=0.0)


def steps(levels: PieceLevels) -> Iterator[Finding]:
    """Yield T-STEP for stairs with steps that are too high for a figure to walk up.

    Treads are the heights at which the stair has level places; the ground below and the platform above count with them.
    """
    limit = _HIGH_STEP * levels.subject.limits.figure
    for part in levels.subject.piece.parts:
        if PartKind.STAIRS not in part.kinds:
            continue
        flat = treads(part)
        around = _outline(part)
        low = float(part.solid.bounds[0, 2])
        ground = _ground(levels, part, around, low)
        if not flat or low - ground > RESTING_GAP + LEVEL_TOLERANCE:
            continue  # nothing to measure, or told as a ladder that ends short
        beside = [
            level.height
            for level in levels.all
            if level.part != part.id
            and flat[-1] < level.height <= flat[-1] + STEP
            and around.distance(level.outline) <= _LEANS
        ]
        heights = [ground, *flat, *sorted(beside)[:1]]
        rises = np.diff(heights)
        worst = int(np.argmax(rises))
        if rises[worst] <= limit:
            continue
        points = part.solid.triangles.reshape(-1, 3)
        there = points[np.argmin(np.abs(points[:, 2] - heights[worst + 1]))]
        yield Finding(
            "T-STEP",
            Severity.WARNING,
            Message(
                "a step of '{part}' is {rise_mm:.1f} mm high, from {start:.2f} to {end:.2f} in; for a figure of "
                "{figure_mm:g} mm steps are up to {limit_mm:.1f} mm high",
                {
                    "part": part.id,
                    "rise_mm": to_mm(float(rises[worst])),
                    "start": heights[worst],
                    "end": heights[worst + 1],
                    "figure_mm": levels.subject.limits.figure_mm,
                    "limit_mm": to_mm(limit),
                },
            ),
            places=(place(there),),
            part=part.id,
        )


def treads(part: Part) -> list[float]:
    """Return the heights of a stair's level places, from below."""
    solid = part.solid
    flat = np.flatnonzero(solid.normals[:, 2] > 0.94)
    t = solid.triangles[flat]
    area = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2
    heights = t[:, :, 2].mean(axis=1)
    order = np.argsort(heights, kind="stable")
    found: list[float] = []
    for group in np.split(order, np.flatnonzero(np.diff(heights[order]) > LEVEL_TOLERANCE) + 1):
        if len(group) and area[group].sum() >= _TREAD:
            found.append(float(np.average(heights[group], weights=area[group])))
    return found
