"""Which fighter is under the pointer: a ray against figures, bases and the terrain in front of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.table.models import Base, BaseShape
from warcry3d.table.table import Table

__all__ = ["PickHit", "first_triangle", "pick", "pick_feature", "pick_model", "ray_base", "ray_box", "ray_solid"]


@dataclass(frozen=True, slots=True)
class PickHit:
    """The first thing that a ray meets: a model's id (None: terrain) and how far along (in)."""

    model: str | None
    distance: float


def pick(table: Table, start: FloatArray, direction: FloatArray, *, without: Sequence[str] = ()) -> PickHit | None:
    """Return what the ray from ``start`` along the unit vector ``direction`` (3,) meets first; None if nothing.

    It passes through the models called by ``without``.
    """
    return _before_terrain(table, _first_model(table, start, direction, without), start, direction)


def pick_model(table: Table, start: FloatArray, direction: FloatArray, *, without: Sequence[str] = ()) -> str | None:
    """Return the model that a ray meets first, None where it meets none or terrain before it.

    Where no model is met, terrain is not asked about: most rays of a moving pointer are such.
    """
    nearest = _first_model(table, start, direction, without)
    hit = None if nearest is None else _before_terrain(table, nearest, start, direction)
    return None if hit is None else hit.model


def _first_model(table: Table, start: FloatArray, direction: FloatArray, without: Sequence[str]) -> PickHit | None:
    nearest: PickHit | None = None
    for model in table.models:
        if model.id in without:
            continue
        distances = [ray_solid(solid, start, direction) for solid in model.solids]
        distances.append(ray_base(model.base, model.placement, start, direction))
        nearest = _nearer(nearest, PickHit(model.id, min(distances)))
    return nearest


def _before_terrain(table: Table, nearest: PickHit | None, start: FloatArray, direction: FloatArray) -> PickHit | None:
    """Return the terrain that a ray meets before ``nearest``, else that."""
    for feature in table.terrain.features:
        beyond = nearest.distance if nearest else math.inf
        if ray_box(feature.bounds, start, direction) >= beyond:
            continue
        for part in feature.piece.parts:
            if not part.is_opening:
                beyond = nearest.distance if nearest else math.inf
                distance = ray_solid(feature.solids[part.id], start, direction, beyond=beyond)
                nearest = _nearer(nearest, PickHit(None, distance))
    return nearest


def pick_feature(table: Table, start: FloatArray, direction: FloatArray) -> str | None:
    """Return the feature that a ray meets first, whatever models stand before it; None where it meets none."""
    nearest, found = math.inf, None
    for feature in table.terrain.features:
        if ray_box(feature.bounds, start, direction) >= nearest:
            continue
        for part in feature.piece.parts:
            if not part.is_opening:
                distance = ray_solid(feature.solids[part.id], start, direction, beyond=nearest)
                if distance < nearest:
                    nearest, found = distance, feature.id
    return found


def _nearer(nearest: PickHit | None, hit: PickHit) -> PickHit | None:
    if hit.distance == math.inf or (nearest is not None and nearest.distance <= hit.distance):
        return nearest
    return hit


def ray_solid(solid: Solid, start: FloatArray, direction: FloatArray, *, beyond: float = math.inf) -> float:
    """Return how far along the ray first meets a solid's surface: infinite if never, or only ``beyond``."""
    entry = ray_box(solid.bounds, start, direction)
    if entry > beyond or entry == math.inf:
        return math.inf
    return first_triangle(solid.triangles, start, direction)[0]


def first_triangle(corners: FloatArray, start: FloatArray, direction: FloatArray) -> tuple[float, int]:
    """Return how far along a ray first meets one of the triangles (n, 3, 3), infinite for none, and which."""
    if not len(corners):
        return math.inf, 0
    edge1, edge2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across = np.cross(direction, edge2)
    determinant = np.einsum("ij,ij->i", edge1, across)
    with np.errstate(divide="ignore", invalid="ignore"):
        offset = start - corners[:, 0]
        u = np.einsum("ij,ij->i", offset, across) / determinant
        turned = np.cross(offset, edge1)
        v = turned @ direction / determinant
        distance = np.einsum("ij,ij->i", edge2, turned) / determinant
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > 0)
    distance = np.where(hit, distance, math.inf)
    face = int(distance.argmin())
    return float(distance[face]), face


def ray_box(bounds: FloatArray, start: FloatArray, direction: FloatArray) -> float:
    """Return how far along the ray enters a box (0 from inside it); infinite if it misses."""
    near, far = 0.0, math.inf
    for axis in range(3):
        low, high = _slab(float(start[axis]), float(direction[axis]), float(bounds[0, axis]), float(bounds[1, axis]))
        near, far = max(near, low), min(far, high)
    return near if near <= far else math.inf


def _slab(start: float, slope: float, low: float, high: float) -> tuple[float, float]:
    """Return from where to where ``start + t * slope`` stays between ``low`` and ``high``."""
    if slope == 0:
        return (-math.inf, math.inf) if low <= start <= high else (math.inf, -math.inf)
    first, last = (low - start) / slope, (high - start) / slope
    return min(first, last), max(first, last)


def ray_base(base: Base, placement: Placement, start: FloatArray, direction: FloatArray) -> float:
    """Return how far along the ray first meets a base: exactly, an upright cylinder over its outline."""
    cos, sin = math.cos(placement.turn), math.sin(placement.turn)
    offset = start - np.array(placement.at)
    half = np.array([base.length / 2, base.width / 2])
    at = np.array([cos * offset[0] + sin * offset[1], cos * offset[1] - sin * offset[0]]) / half
    way = np.array([cos * direction[0] + sin * direction[1], cos * direction[1] - sin * direction[0]]) / half
    spans = [_slab(float(offset[2]), float(direction[2]), 0.0, base.height)]
    if base.shape is BaseShape.SQUARE:
        spans += [_slab(float(at[axis]), float(way[axis]), -1.0, 1.0) for axis in range(2)]
    else:
        spans.append(_in_unit_circle(at, way))
    near, far = max(0.0, *(low for low, _ in spans)), min(high for _, high in spans)
    return near if near <= far else math.inf


def _in_unit_circle(at: FloatArray, way: FloatArray) -> tuple[float, float]:
    """Return from where to where ``at + t * way`` (2,) stays inside the unit circle."""
    a, b, c = float(way @ way), float(at @ way), float(at @ at) - 1
    if a == 0:
        return (-math.inf, math.inf) if c <= 0 else (math.inf, -math.inf)
    root = b * b - a * c
    if root < 0:
        return math.inf, -math.inf
    return (-b - math.sqrt(root)) / a, (-b + math.sqrt(root)) / a
