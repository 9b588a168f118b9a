"""Projections: the parts and triangles between two heights as seen from above, as areas (manifold3d, shapely)."""

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.slab import body_of, plan_of
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.table.terrain import Part

__all__ = ["flat_projection", "placed_shape", "projection"]

MOST_CUT = 6
"""How many bodies cut off at a height are kept for each part."""

THIN = 2e-5
"""The half width (in) given to what is seen edge on: an area without width would vanish."""

FLAT = 1e-9
"""Twice the area (square inches) below which a triangle counts as seen edge on."""


def placed_shape(shape: Any, placement: Placement) -> Any:
    """Return a shapely geometry in the piece's own plan moved to the plan of the table."""
    import shapely

    return shapely.transform(shape, lambda flat: placement.apply(np.column_stack([flat, np.zeros(len(flat))]))[:, :2])


def projection(part: Part, low: float, high: float, placement: Placement) -> Any:
    """Return a placed part between two heights (in) as seen from above, a shapely geometry.

    A column of the part that covers some height strictly between them is in it. It is cut by manifold3d; of a mesh that
    cannot be cut, all triangles between the heights count. Each is derived once for a part, however often it is placed.
    """
    import shapely

    z = placement.at[2]
    low, high = round(low - z, 9), round(high - z, 9)
    bottom, top = part.solid.bounds[:, 2].tolist()
    if top <= low or bottom >= high:
        return shapely.Polygon()
    if part not in _KEPT:
        _KEPT[part] = _Projections(part.solid)
    return placed_shape(_KEPT[part].between(max(low, bottom), min(high, top)), placement)


class _Projections:
    """The projections of a solid that were derived so far."""

    def __init__(self, solid: Solid) -> None:
        self._solid = solid
        self._body = body_of(solid)
        self._found: dict[tuple[float, float], Any] = {}
        self._cut: dict[float, Any] = {}

    def between(self, low: float, high: float) -> Any:
        """Return the projection of what is between two heights, both limited to the solid."""
        if (low, high) not in self._found:
            self._found[low, high] = self._projected(low, high)
        return self._found[low, high]

    def _projected(self, low: float, high: float) -> Any:
        if self._body.is_empty():
            corners = self._solid.triangles
            reaching = (corners[:, :, 2].max(axis=1) > low) & (corners[:, :, 2].min(axis=1) < high)
            return flat_projection(corners[reaching])
        body = self._above(low)
        if high < body.bounding_box()[5]:
            body = body.trim_by_plane((0, 0, -1), -high)
        return plan_of(body.project())

    def _above(self, low: float) -> Any:
        """Return the body above a height; kept, because levels are few and cutting is most of the work."""
        if low <= self._body.bounding_box()[2]:
            return self._body
        body = self._cut.get(low)
        if body is None:
            body = self._cut[low] = self._body.trim_by_plane((0, 0, 1), low)
            for other in list(self._cut)[:-MOST_CUT]:  # the window judges and searches at once
                self._cut.pop(other, None)
        return body


_KEPT: "WeakKeyDictionary[Part, _Projections]" = WeakKeyDictionary()


def flat_projection(triangles: FloatArray) -> Any:
    """Return the area that triangles (n, 3, 3) cover; those seen edge on get a small width."""
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
