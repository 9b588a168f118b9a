"""Corners of terrain that a tape is held against: found by pointing near them. Pure.

A corner is an upright edge where the outline of a part, seen from above, turns sharply: players hold a tape against its
foot, its top or anywhere between.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from warcry3d.app.scene.pick import ray_box, ray_solid
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.table import Table
from warcry3d.table.terrain import Piece

__all__ = ["TerrainCorner", "corner_under", "corners_of", "feet_of", "piece_with_corner"]

BEVEL = 0.08
"""Bevels and bumps of an outline that are flatter than this (in) are no corners of their own."""
SHARP = math.radians(40)
"""An outline that turns by less at a place is round there: a tower has no corners."""
BESIDE = 0.15
"""Vertices this near to a corner (in, seen from above) say how high it reaches."""
GRAIN = 0.01
"""Of vertices in one square of this size (in, seen from above) one is looked at: scans have a million."""
NEAREST = 0.5
"""A corner further than this from the line of sight (in) is not meant, however small the table is seen."""
FOOT, APART = 0.3, 0.3
"""A corner has its foot on the ground if it begins this near to it (in); feet this near to each other are one."""
BEHIND = 0.25
"""A corner this far behind what the line of sight to it meets first (in) is out of sight."""

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class TerrainCorner:
    """An upright edge: where it is seen from above, and from where to where it reaches (in)."""

    at: tuple[float, float]
    low: float
    high: float


@lru_cache(maxsize=64)
def corners_of(solid: Solid) -> tuple[TerrainCorner, ...]:
    """Return the corners of a part in its frame, anticlockwise; none where its outline is round."""
    from shapely import MultiPoint, get_coordinates

    points = solid.vertices
    squares = np.round(points[:, :2] / GRAIN).astype(np.int64)
    _, kept = np.unique((squares[:, 0] << 32) + squares[:, 1], return_index=True)
    hull = MultiPoint(points[kept, :2]).convex_hull
    rim = get_coordinates(hull.simplify(BEVEL))[:-1] if hull.geom_type == "Polygon" else np.empty((0, 2))
    if len(rim) < 3:
        return ()
    ways = np.roll(rim, -1, axis=0) - rim
    turns = np.arctan2(ways[:, 1], ways[:, 0]) - np.arctan2(*np.roll(ways, 1, axis=0).T[::-1])
    sharp = np.abs(np.remainder(turns + math.pi, 2 * math.pi) - math.pi) >= SHARP
    made = []
    for x, y in rim[sharp].tolist():
        heights = points[np.hypot(points[:, 0] - x, points[:, 1] - y) <= BESIDE, 2]
        made.append(TerrainCorner((x, y), float(heights.min()), float(heights.max())))
    return tuple(made)


def feet_of(piece: Piece) -> tuple[tuple[float, float], ...]:
    """Return where the corners of a piece meet the ground, (x, y) in its frame: what a tape is held against there."""
    parts = [part for part in piece.parts if not part.is_opening]
    ground = min((float(part.solid.bounds[0, 2]) for part in parts), default=0.0)
    made: list[tuple[float, float]] = []
    for corner in (corner for part in parts for corner in corners_of(part.solid)):
        if corner.low <= ground + FOOT and all(math.dist(corner.at, one) > APART for one in made):
            made.append(corner.at)
    return tuple(made)


def corner_under(
    table: Table, ray: tuple[FloatArray, FloatArray], beside: tuple[FloatArray, FloatArray]
) -> Point | None:
    """Return the point of a corner of terrain that a line of sight passes; None where it passes none in sight.

    ``beside``: the line of sight as far to the side as it may miss. Near a foot or a top it is that.
    """
    found, nearest = None, math.inf
    for feature in table.terrain.features:
        if not _is_near(feature.bounds, ray):
            continue
        for part in feature.piece.parts:
            for corner in corners_of(feature.solids[part.id]) if feature.blocks_sight(part) else ():
                at, miss, room = _nearest(corner, ray, beside)
                if miss <= min(room, NEAREST) and miss < nearest and _is_in_sight(table, at, ray[0]):
                    found, nearest = at, miss
    return found


def piece_with_corner(table: Table, at: Point) -> str | None:
    """Return the feature of which a point is a corner; None where it is none's."""
    x, y, z = at
    for feature in table.terrain.features:
        low, high = feature.bounds
        if not ((low - 1e-6 <= at) & (at <= high + 1e-6)).all():
            continue
        for part in feature.piece.parts:
            for corner in corners_of(feature.solids[part.id]) if feature.blocks_sight(part) else ():
                is_there = math.dist(corner.at, (x, y)) < 1e-6 and corner.low - 1e-6 <= z <= corner.high + 1e-6
                if is_there:
                    return feature.id
    return None


def _is_near(bounds: FloatArray, ray: tuple[FloatArray, FloatArray]) -> bool:
    """Return whether a line of sight passes the ball around a box near enough for one of its corners to be meant."""
    (start, way), middle = ray, bounds.mean(axis=0)
    met = start + max(float((middle - start) @ way), 0.0) * way
    return float(np.linalg.norm(met - middle)) <= float(np.linalg.norm(bounds[1] - middle)) + NEAREST


def _nearest(
    corner: TerrainCorner, ray: tuple[FloatArray, FloatArray], beside: tuple[FloatArray, FloatArray]
) -> tuple[Point, float, float]:
    """Return the point of a corner that is meant, how far a line of sight misses it, and how far it may."""
    start, way = ray
    x, y = corner.at
    for z in (corner.high, corner.low) if start[2] > corner.high else (corner.low, corner.high):
        miss, room = _passed((x, y, z), ray, beside)
        if miss <= room:
            return (x, y, z), miss, room
    # The point of the upright line that is nearest to the line of sight.
    flat = way[0] ** 2 + way[1] ** 2
    along = ((x - start[0]) * way[0] + (y - start[1]) * way[1]) / max(float(flat), 1e-12)
    z = min(max(float(start[2] + along * way[2]), corner.low), corner.high)
    return (x, y, z), *_passed((x, y, z), ray, beside)


def _passed(
    point: Point, ray: tuple[FloatArray, FloatArray], beside: tuple[FloatArray, FloatArray]
) -> tuple[float, float]:
    """Return how far a line of sight misses a point, and how far the one beside it lies from it there (in)."""
    (start, way), (other, other_way) = ray, beside
    along = float((np.array(point) - start) @ way)
    if along <= 0:
        return math.inf, 0.0
    met = start + along * way
    return float(np.linalg.norm(met - point)), float(np.linalg.norm(other + along * other_way - met))


def _is_in_sight(table: Table, at: Point, start: FloatArray) -> bool:
    """Return whether nothing of the terrain stands before a point, seen from ``start``."""
    way = np.array(at) - start
    far = float(np.linalg.norm(way))
    way /= max(far, 1e-12)
    for feature in table.terrain.features:
        if ray_box(feature.bounds, start, way) >= far - BEHIND:
            continue
        for part in feature.piece.parts:
            if feature.blocks_sight(part) and ray_solid(feature.solids[part.id], start, way) < far - BEHIND:
                return False
    return True
