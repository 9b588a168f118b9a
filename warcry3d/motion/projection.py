"""Shadows: what of solids and triangles lies between two heights, seen from above, as areas (manifold3d, shapely)."""

from typing import Any

import numpy as np

from warcry3d.geom.slab import plan_of
from warcry3d.geom.solid import FloatArray

__all__ = ["cut_off", "cut_shadow", "flat_shadow"]

THIN = 2e-5
"""How far (in) to both sides what is seen edge on counts: an area without width would be none."""

FLAT = 1e-9
"""Twice the area (square inches) under which a triangle is seen edge on."""


def cut_shadow(body: Any, high: float) -> Any:
    """Return what of a body of manifold3d lies below a height (in); of all of it where that is above its top."""
    if high < body.bounding_box()[5]:
        body = body.trim_by_plane((0, 0, -1), -high)
    return plan_of(body.project())


def cut_off(body: Any, low: float) -> Any:
    """Return what of a body of manifold3d lies above a height (in)."""
    return body.trim_by_plane((0, 0, 1), low) if low > body.bounding_box()[2] else body


def flat_shadow(triangles: FloatArray) -> Any:
    """Return what triangles (n, 3, 3) cover; those seen edge on are as wide as a hair."""
    import manifold3d

    flat = np.ascontiguousarray(triangles[:, :, :2])
    u, v = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    across = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    is_flat = np.abs(across) < FLAT
    faces = np.where((across < 0)[:, None, None], flat[:, ::-1], flat)[~is_flat]
    rings = [*faces, *_widened(flat[is_flat])]
    return plan_of(manifold3d.CrossSection(rings, manifold3d.FillRule.Positive))


def _widened(flat: FloatArray) -> FloatArray:
    """Return triangles (n, 3, 2) without area as rectangles (n, 4, 2) along their longest sides, anticlockwise."""
    sides = np.roll(flat, -1, axis=1) - flat
    longest = np.argmax(np.hypot(sides[..., 0], sides[..., 1]), axis=1)
    rows = np.arange(len(flat))
    start, along = flat[rows, longest], sides[rows, longest]
    length = np.hypot(along[:, 0], along[:, 1])[:, None]
    ahead = np.where(length > 0, along / np.where(length > 0, length, 1.0), (1.0, 0.0)) * THIN
    left = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    end = start + along + ahead
    start = start - ahead
    return np.stack([start - left, end - left, end + left, start + left], axis=1)
