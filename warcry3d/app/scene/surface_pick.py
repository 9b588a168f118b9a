"""Where the pointer would put a base down: on the floor, a platform, or beside the wall that it points to."""

import math

import numpy as np

from warcry3d.app.scene.pick import first_triangle, ray_box, ray_solid
from warcry3d.geom.solid import FloatArray
from warcry3d.geom.vertical_cast import inside, vertical_cast
from warcry3d.table.table import Table
from warcry3d.units import RESTING_GAP

__all__ = ["heights_at", "surface_under_ray"]

STEEP = 0.5
"""A face whose upward slope (the z of its normal) is less than this is a wall."""
HEADROOM = 0.05
"""So little must be free above a surface for something to be put there (in)."""

Point = tuple[float, float, float]


def surface_under_ray(table: Table, start: FloatArray, direction: FloatArray, *, reach: float = 0.0) -> Point | None:
    """Return where a base whose edge is ``reach`` (in) from its centre is put down by a ray; None beside the board.

    ``start`` (3,), unit ``direction`` (3,). On a face that rises too steeply the base is held before it, and stands on
    what is below there.
    """
    distance, normal = _floor(table, start, direction), np.array([0.0, 0.0, 1.0])
    for feature in table.terrain.features:
        if ray_box(feature.bounds, start, direction) >= distance:
            continue
        for part in feature.piece.parts:
            if not feature.blocks_sight(part):
                continue
            solid = feature.solids[part.id]
            if ray_solid(solid, start, direction, beyond=distance) < distance:
                met, face = first_triangle(solid.triangles, start, direction)
                a, b, c = solid.triangles[face]
                across = np.cross(b - a, c - a)
                distance, normal = met, across / max(float(np.linalg.norm(across)), 1e-12)
    if distance == math.inf:
        return None
    x, y, z = (start + distance * direction).tolist()
    if normal[2] >= STEEP:
        return x, y, max(z, 0.0)
    flat = math.hypot(normal[0], normal[1])
    away = normal[:2] / flat if flat > 1e-6 else -direction[:2]
    x, y = x + float(away[0]) * (reach + RESTING_GAP), y + float(away[1]) * (reach + RESTING_GAP)
    below = [height for height in heights_at(table, x, y) if height <= z + RESTING_GAP]
    return x, y, max(below, default=0.0)


def heights_at(table: Table, x: float, y: float) -> tuple[float, ...]:
    """Return the heights (in) at which something can be put down at a place, from the lowest up."""
    at, heights = np.array([[x, y]]), [0.0]
    features = [
        f for f in table.terrain.features if (f.bounds[0, :2] <= at[0]).all() and (at[0] <= f.bounds[1, :2]).all()
    ]
    solids = [f.solids[p.id] for f in features for p in f.piece.parts if f.blocks_sight(p)]
    near = [one for one in solids if (one.bounds[0, :2] <= at[0]).all() and (at[0] <= one.bounds[1, :2]).all()]
    for solid in near:
        met = vertical_cast(solid, at)
        heights += met.z[met.up].tolist()
    free = [z for z in heights if not any(inside(one, np.array([[x, y, z + HEADROOM]]))[0] for one in near)]
    return tuple(sorted({round(z, 6) for z in free}))


def _floor(table: Table, start: FloatArray, direction: FloatArray) -> float:
    if direction[2] > -1e-4 or start[2] <= 0:
        return math.inf
    along = float(-start[2] / direction[2])
    x, y = (start + along * direction)[:2].tolist()
    margin = 3.0
    is_near = -margin <= x <= table.board.width + margin and -margin <= y <= table.board.depth + margin
    return along if is_near else math.inf
