"""Platforms that nobody can reach or stand on, and their open edges."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.message import Message
from warcry3d.motion.levels import STEP
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.findings import Finding, Line, Severity
from warcry3d.terrain.lint.clusters import place
from warcry3d.terrain.lint.levels import PieceLevels, middle_of
from warcry3d.terrain.lint.subject import BASES_MM, PieceLevel
from warcry3d.units import BASE_HEIGHT, LEVEL_TOLERANCE, MM, PLATFORM_SIDE

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["edges", "reachable", "standable"]

_GUARD = STEP - LEVEL_TOLERANCE
"""A parapet is an obstacle: it rises an inch above the platform (WC-TERR-1, WC-EDGE-1), less the tolerance of pieces.
"""
_BESIDE = 0.3
"""A parapet stands, and the drop begins, within this distance (in) of the platform's rim."""
_SHORTEST = 0.25
"""Open edges shorter than this (in) are ignored."""


def standable(levels: PieceLevels) -> Iterator[Finding]:
    """Yield findings for platforms that are hard to stand on.

    T-LEVEL: no level square inch; T-STAND: no base finds room; T-TIGHT: only some bases do.
    """
    subject = levels.subject
    own = {level.part for level in levels.all}
    for part in subject.piece.parts:
        if PartKind.PLATFORM in part.kinds and part.id not in own:
            yield Finding(
                "T-LEVEL",
                Severity.WARNING,
                Message(
                    "'{part}' is marked as a platform, but has no open level area of {side:g} x {side:g} in",
                    {"part": part.id, "side": PLATFORM_SIDE},
                ),
                part=part.id,
            )
    for level in levels.all:
        fitting = levels.fitting(level)
        if fitting == BASES_MM:
            continue
        values = {"part": level.part, "height": level.height, "smallest_mm": BASES_MM[0]}
        where = (middle_of(level.outline, level.height),)
        if fitting:
            others = [base for base in BASES_MM if base not in fitting]
            sizes = {"fitting_mm": _listed(fitting), "others_mm": _listed(others)}
            yield Finding(
                "T-TIGHT",
                Severity.NOTE,
                Message(
                    "the platform of '{part}' at {height:.2f} in has room for bases of {fitting_mm} mm, but not of "
                    "{others_mm} mm",
                    values | sizes,
                ),
                places=where,
                part=level.part,
            )
            continue
        needed = subject.limits.figure + BASE_HEIGHT
        yield Finding(
            "T-STAND",
            Severity.WARNING,
            Message(
                "nobody can stand on the platform of '{part}' at {height:.2f} in: a base of {smallest_mm:g} mm has "
                "{found:.2f} in of headroom, and a figure needs {needed:.2f} in",
                values | {"found": levels.headroom(level), "needed": needed},
            ),
            places=where,
            part=level.part,
        )


def _listed(sizes: "tuple[float, ...] | list[float]") -> str:
    return ", ".join(f"{size:g}" for size in sizes)


def reachable(levels: PieceLevels) -> Iterator[Finding]:
    """Yield T-REACH for levels to which no way leads from the floor; those without room to stand have findings of their
    own.
    """
    for i, level in enumerate(levels.all):
        if i in levels.reached or not levels.fitting(level):
            continue
        yield Finding(
            "T-REACH",
            Severity.WARNING,
            Message(
                "nobody can reach the platform of '{part}' at {height:.2f} in: no ladder, stairs, climbable obstacle "
                "or neighbouring platform leads there",
                {"part": level.part, "height": level.height},
            ),
            places=(middle_of(level.outline, level.height),),
            part=level.part,
        )


def edges(levels: PieceLevels) -> Iterator[Finding]:
    """Yield T-EDGE for each level with open edges: no obstacle stands there, and it goes down by an inch or more."""
    for level in levels.all:
        if level.height < STEP:
            continue
        open_ = _open_edges(levels, level)
        lines = list(_strokes(open_, level.height))
        length = float(open_.length)
        if length < _SHORTEST:
            continue
        longest = max(lines, key=lambda line: float(np.linalg.norm(np.subtract(*line))))
        yield Finding(
            "T-EDGE",
            Severity.NOTE,
            Message(
                "the platform of '{part}' at {height:.2f} in has {open:.1f} in of open edge out of {rim:.1f} in: "
                "fighters attacked within half an inch of it may fall (WC-EDGE-1)",
                {
                    "part": level.part,
                    "height": level.height,
                    "open": length,
                    "rim": float(level.outline.exterior.length),
                },
            ),
            places=(place(np.mean(longest, axis=0)),),
            part=level.part,
            lines=tuple(lines),
        )


def _open_edges(levels: PieceLevels, level: PieceLevel) -> "BaseGeometry":
    """Return the stretches of a level's rim (lines) beyond which it goes down and where no obstacle stands."""
    import shapely

    whole = levels.subject.standing
    assert whole is not None
    # Joints and loopholes narrower than a base are no drop, nor a gap in a parapet.
    half = BASES_MM[0] * MM / 2
    rings = [ring for ring in _rings(level.outline) if shapely.Polygon(ring).area > half**2 * 3]
    ground = whole.projection(level.height - STEP + LEVEL_TOLERANCE, level.height + LEVEL_TOLERANCE).simplify(0.01)
    ground = ground.buffer(LEVEL_TOLERANCE).buffer(-LEVEL_TOLERANCE)
    guard = whole.projection(level.height + _GUARD - LEVEL_TOLERANCE, level.height + _GUARD).simplify(0.01)
    guard = guard.buffer(half).buffer(_BESIDE - half) if not guard.is_empty else guard
    open_ = _falling(rings, ground).difference(guard)
    parts = [part for part in shapely.get_parts(shapely.line_merge(open_)) if part.length >= _SHORTEST]
    return shapely.union_all(parts)


def _rings(outline: "BaseGeometry") -> list["BaseGeometry"]:
    """Return the rim of an outline and of the holes in it, all with the outline's inside on their left."""
    import shapely

    oriented = shapely.geometry.polygon.orient(outline.simplify(LEVEL_TOLERANCE / 4))
    rings: list[BaseGeometry] = shapely.get_rings(oriented).tolist()
    return rings


def _falling(rings: list["BaseGeometry"], ground: "BaseGeometry") -> "BaseGeometry":
    """Return the stretches of rims that have no ground `_BESIDE` off them: each side is moved out so far, what lies
    over ground is cut off it, and the rest moved back.
    """
    import shapely

    falling = []
    for ring in rings:
        points = np.array(ring.coords)[:, :2]
        for start, end in pairwise(points):
            along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-12)
            out = np.array([along[1], -along[0]]) * _BESIDE  # rims have their platform on the left
            free = shapely.LineString([start + out, end + out]).difference(ground)
            falling.append(shapely.transform(free, lambda xy, back=out: xy - back))
    return shapely.union_all(falling)


def _strokes(lines: "BaseGeometry", height: float) -> Iterator[Line]:
    """Yield straight strokes along lines at a height."""
    import shapely

    for part in shapely.get_parts(lines):
        points = [(round(float(x), 4), round(float(y), 4), round(height, 4)) for x, y in part.coords]
        yield from pairwise(points)
