"""Slabs of solids seen from above, and sections through them (manifold3d cuts, shapely keeps the plan)."""

from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.geom.solid import Solid

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["body_of", "plan_of", "slab_plan"]


def body_of(solid: Solid) -> Any:
    """Return a solid as a body of manifold3d, to cut and project; its status tells where that fails."""
    import manifold3d

    return manifold3d.Manifold(manifold3d.Mesh64(np.array(solid.vertices), solid.faces.astype(np.uint64)))


def slab_plan(body: Any, low: float, high: float) -> "BaseGeometry":
    """Return what of a body lies between two heights (in), seen from above."""
    return plan_of(body.trim_by_plane((0, 0, 1), low).trim_by_plane((0, 0, -1), -high).project())


def plan_of(section: Any) -> "BaseGeometry":
    """Return a cross-section of manifold3d as a shapely geometry: the area inside an odd number of its rings."""
    import shapely

    rings = [shapely.LinearRing(ring) for ring in section.to_polygons() if len(ring) >= 3]
    return shapely.build_area(shapely.MultiLineString(rings)) if rings else shapely.Polygon()
