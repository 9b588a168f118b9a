"""Pockets: parts of the floor that a base cannot walk out of."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.message import Message
from warcry3d.table.derive import OBSTACLE_RISE
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, Part, PartKind
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.ground import StandingGround, placed_shape, shadow_of
from warcry3d.units import LENGTH_EPSILON, MM

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["BASES_MM", "closed_in", "pockets", "ways_through"]

BASES_MM = (25.0, 32.0)
"""The round bases that are checked (mm): the common small ones."""

FIGURE_HEIGHT = 1.3
"""A common figure's height (in)."""

REACH = 1.0
"""A way through an arch or door ends where a base can be placed within this distance (in) beyond it."""

_Way = tuple[tuple[float, float], tuple[float, float], float]


def closed_in(table: Table, ground: StandingGround) -> Iterator[Finding]:
    """Yield the parts of the floor that a base of 25 or 32 mm cannot walk out of, nor leave by an arch or a door.

    A warning: a model can still climb, jump or fly into them. A place already reported for a smaller base is left out.
    """
    told: list[BaseGeometry] = []
    for diameter in BASES_MM:
        radius = diameter * MM / 2
        for pocket in pockets(table, ground, radius=radius):
            covered = pocket.buffer(radius)
            if any(covered.intersects(other) for other in told):
                continue
            told.append(covered)
            point = pocket.representative_point()
            yield Finding(
                "closed-in",
                Severity.WARNING,
                Message(
                    "{area:.1f} square inches of floor around ({x:.1f}, {y:.1f}) are closed in for bases of {base:g} "
                    "mm",
                    {"area": covered.area, "x": point.x, "y": point.y, "base": diameter},
                ),
                ((point.x, point.y, 0.0),),
            )


def pockets(
    table: Table, ground: StandingGround, *, radius: float, height: float = FIGURE_HEIGHT
) -> list["BaseGeometry"]:
    """Return the regions of the floor, as a base's centre moves in them, that are not connected to the largest region.

    Connected means by walking, or by an arch or a door.
    """
    import shapely

    free = ground.free(ground.levels[0], radius=radius, height=height)
    regions = [
        region for region in shapely.get_parts(free) if region.geom_type == "Polygon" and region.area > LENGTH_EPSILON
    ]
    if len(regions) < 2:
        return []
    group = list(range(len(regions)))
    for way in ways_through(table):
        ends = [end for end in (_landing(regions, way, side, radius) for side in (-1, 1)) if end is not None]
        if len(ends) == 2:
            kept, gone = group[ends[0]], group[ends[1]]
            group = [kept if number == gone else number for number in group]
    outside = group[max(range(len(regions)), key=lambda i: regions[i].area)]
    return [region for region, number in zip(regions, group, strict=True) if number != outside]


def ways_through(table: Table) -> list[_Way]:
    """Return the arches and doors that start on the floor: middle, unit direction through it, half the depth (in).

    The way goes straight through the middle, across the longer side of the part's plan (WC-TERR-5).
    """
    return [
        way
        for feature in table.terrain.features
        for part in feature.piece.parts
        if part.kinds & {PartKind.ARCH, PartKind.DOOR} and (way := _way(feature, part)) is not None
    ]


def _way(feature: Feature, part: Part) -> _Way | None:
    import shapely

    low, _ = part.solid.bounds
    bottom = float(low[2]) + feature.placement.at[2]
    if bottom > OBSTACLE_RISE:
        return None  # a way on a platform
    plan = placed_shape(shadow_of(part), feature.placement)
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(plan))
    if len(corners) < 4:
        return None
    sides = corners[1:3] - corners[:2]
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    across = int(lengths.argmin())
    x, y = (sides[across] / lengths[across]).tolist()
    middle = corners[:4].mean(axis=0).tolist()
    return (middle[0], middle[1]), (x, y), float(lengths[across]) / 2


def _landing(regions: Sequence["BaseGeometry"], way: _Way, side: int, radius: float) -> int | None:
    """Return the number of the region in which a base is placed nearest to a way's end on one side."""
    import shapely

    (x, y), (dx, dy), depth = way
    far = depth + radius + REACH
    start, end = ((x + side * t * dx, y + side * t * dy) for t in (depth, far))
    line = shapely.LineString([start, end])
    best: tuple[float, int] | None = None
    for number, region in enumerate(regions):
        met = region.intersection(line)
        if met.is_empty:
            continue
        away = min(math.hypot(px - x, py - y) for px, py in shapely.get_coordinates(met).tolist())
        if best is None or away < best[0]:
            best = (away, number)
    return None if best is None else best[1]
