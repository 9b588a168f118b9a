"""Open edges of platforms: the parts of the rim that no obstacle fences."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from warcry3d.motion.levels import STEP, Level, Levels, levels_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.volume import Volume
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, LEVEL_TOLERANCE

__all__ = ["Edge", "edges_near", "near_edges", "open_rim"]

FENCE_REACH = 0.1
"""A wall fences the rim of a platform within this distance (in) of its masonry, across joints and chamfers."""

SHORTEST = 0.1
"""Pieces of a rim shorter than this (in) between fences are gaps, not edges to fall over."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The nearest place of one stretch of open rim to a base, and its distance (in)."""

    at: Point
    distance: float


def open_rim(table: Table, level: Level) -> Any:
    """Return the open rim of a platform as shapely lines, derived once: none for the floor.

    The rim is open where no obstacle fences it, and no other surface less than a step higher or lower continues it.
    """
    key = f"motion.rim {table.board.width} {table.board.depth} {level.number}"
    derived = table.terrain.derived
    if key not in derived:
        derived[key] = _open_rim(levels_of(table), level)
    return derived[key]


def _open_rim(levels: Levels, level: Level) -> Any:
    import shapely

    if level.is_floor:
        return shapely.MultiLineString()
    outline = shapely.union_all([area for _, area in level.parts])
    low = level.height + STEP - LENGTH_EPSILON
    fences = shapely.buffer(levels.ground.projection(low, low + 2 * LENGTH_EPSILON), FENCE_REACH)
    beside = [
        shapely.buffer(other.area, LEVEL_TOLERANCE)
        for other in levels.levels
        if other is not level and abs(other.height - level.height) < STEP - LENGTH_EPSILON
    ]
    rim = shapely.line_merge(shapely.difference(shapely.boundary(outline), shapely.union_all([fences, *beside])))
    return shapely.union_all([piece for piece in shapely.get_parts(rim).tolist() if piece.length >= SHORTEST])


def near_edges(table: Table, level: Level, volume: Volume, within: float) -> Any:
    """Return the area in which the centre of a base has an open edge within ``within``, derived once."""
    import shapely

    key = f"motion.edges {table.board.width} {table.board.depth} {level.number} {volume.key} {within}"
    derived = table.terrain.derived
    if key not in derived:
        rim = open_rim(table, level)
        around = minkowski_sum(shapely.buffer(rim, LENGTH_EPSILON), volume, inset=0.0)
        derived[key] = around if rim.is_empty else shapely.buffer(around, within, quad_segs=32)
    return derived[key]


def edges_near(table: Table, level: Level, volume: Volume, at: Point, within: float) -> tuple[Edge, ...]:
    """Return the stretches of a platform's open rim that are within ``within`` of a base on it, the nearest first.

    Measured level from the rim of the base; a base that hangs over has distance 0.
    """
    import shapely

    outline = volume.outline(at)
    found = []
    rim = open_rim(table, level)
    window = volume.polygon(at).buffer(within)
    for piece in cast("list[Any]", shapely.get_parts(shapely.line_merge(shapely.intersection(rim, window))).tolist()):
        if piece.length == 0:
            continue
        spot = shapely.get_coordinates(shapely.shortest_line(piece, volume.polygon(at)))[:1]
        apart = float(np.hypot(*(outline.nearest(spot) - spot)[0]))
        if apart <= within + LENGTH_EPSILON:
            found.append(Edge((float(spot[0, 0]), float(spot[0, 1]), level.height), apart))
    return tuple(sorted(found, key=lambda edge: (edge.distance, edge.at)))
