"""Slabs of solids projected from above, and sections (manifold3d cuts, shapely holds the areas)."""

from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

__all__ = ["body_of", "plan_of", "slab_plan"]


def body_of(solid: Solid) -> Any:
    """Return a solid as a body of manifold3d, to cut and project; its status says where that fails."""
    import manifold3d

    return manifold3d.Manifold(manifold3d.Mesh64(np.array(solid.vertices), solid.faces.astype(np.uint64)))


def slab_plan(body: Any, low: float, high: float) -> "BaseGeometry":
    """Return what of a body lies between two heights (in), seen from above."""
    return plan_of(body.trim_by_plane((0, 0, 1), low).trim_by_plane((0, 0, -1), -high).project())


def plan_of(section: Any) -> "BaseGeometry":
    """Return a cross-section of manifold3d as a shapely geometry: what its anticlockwise rings hold, less its holes,
    the clockwise ones; what stands in a hole, like a tower in a courtyard, is part of it.

    Polygons are put together by union, never by what lines close in: that takes rings which touch beside their corners
    for none, and loses whole walls.
    """
    import shapely

    rings = [np.asarray(ring) for ring in section.to_polygons() if len(ring) >= 3]
    if not rings:
        return shapely.Polygon()
    whose = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    polygons = shapely.make_valid(shapely.polygons(shapely.linearrings(np.concatenate(rings), indices=whose)))
    is_hole = np.array([_turn(ring) < 0 for ring in rings])
    whole = shapely.union_all(polygons[~is_hole])
    if not is_hole.any():
        return whole
    return shapely.difference(whole, shapely.union_all(_without_islands(polygons[is_hole], polygons[~is_hole])))


def _without_islands(holes: "NDArray[np.object_]", polygons: "NDArray[np.object_]") -> "NDArray[np.object_]":
    """Return holes less the polygons that stand in them: those smaller than the hole, with a point in it."""
    import shapely

    hole, island = shapely.STRtree(shapely.point_on_surface(polygons)).query(holes, predicate="contains")
    is_inside = shapely.area(polygons[island]) < shapely.area(holes[hole])
    hole, island = hole[is_inside], island[is_inside]
    open_ = holes.copy()
    for number in np.unique(hole).tolist():
        open_[number] = shapely.difference(holes[number], shapely.union_all(polygons[island[hole == number]]))
    return open_


def _turn(ring: FloatArray) -> float:
    """Return twice the area of a ring, negative where it runs clockwise."""
    x, y = ring.T
    return float(x @ np.concatenate((y[1:], y[:1])) - y @ np.concatenate((x[1:], x[:1])))
