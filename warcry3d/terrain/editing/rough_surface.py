"""The body under painted surface that is rough: tiles of it drawn straight down, each along its own mean normal.

Sculpted stone has thousands of faces that look every way; drawing each way by itself makes thousands of bodies that
all cross. A tile takes what its faces cover as seen along its normal, so cracks and bumps within it do not matter.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["under_rough_surface"]

_ABOVE = 0.002
"""A tile begins so far above its highest place (in)."""

_LEAST, _MOST_TILES = 0.1, 500
"""Tiles are as wide as the paint is deep, but at least so wide (in), and wider where there would be more of them."""

_SLANT = 0.15
"""Faces count for a tile's outline if they are turned to its normal by more than this (cosine)."""

_STRAY = 0.003
"""Outlines of tiles are simplified by at most this (in): a rim on rough stone is as exact as that."""

_LOOKS = 3
"""A thin wall that is painted on both sides has tiles that look two ways; three at most are told apart."""


def under_rough_surface(solid: Solid, faces: NDArray[np.int64], depth: float) -> Iterator[Any]:
    """Yield the bodies under painted faces of a solid: together they cover all that lies under them."""
    triangles, normals = solid.triangles[faces], solid.normals[faces]
    areas = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) / 2
    middles = triangles.mean(axis=1)
    wide = max(depth, _LEAST, float(np.sqrt(areas.sum() / _MOST_TILES)))
    cells = np.floor(middles / wide).astype(np.int64)
    order = np.lexsort(cells.T)
    ends = np.flatnonzero((np.diff(cells[order], axis=0) != 0).any(axis=1)) + 1
    for own in np.split(order, ends):
        low = cells[own[0]] * wide - depth
        near = np.flatnonzero(((middles >= low) & (middles <= low + wide + 2 * depth)).all(axis=1))
        for look, mine in _looks(normals[own], areas[own]):
            body = _tile(triangles[own[mine]], triangles[near[normals[near] @ look > _SLANT]], look, depth)
            if body is not None:
                yield body


def _looks(normals: FloatArray, areas: FloatArray) -> Iterator[tuple[FloatArray, NDArray[np.bool_]]]:
    """Yield the directions in which faces look, and which faces (k,) look there."""
    left = np.ones(len(normals), dtype=bool)
    for _ in range(_LOOKS):
        if not areas[left].sum() > 0:
            return
        mean = (normals[left] * areas[left, None]).sum(axis=0)
        if np.linalg.norm(mean) < 0.5 * areas[left].sum():
            mean = normals[left][int(np.argmax(areas[left]))]
        mine = left & (normals @ mean > 0)
        if not mine.any():
            return
        mean = (normals[mine] * areas[mine, None]).sum(axis=0)
        length = float(np.linalg.norm(mean))
        if length > 0:
            yield mean / length, mine
        left &= ~mine


def _tile(own: FloatArray, near: FloatArray, look: FloatArray, depth: float) -> Any:
    """Return the body under a tile's faces (k, 3, 3), with the outline that they and those ``near`` have together."""
    import manifold3d
    import shapely

    u = np.cross(look, (0.0, 0.0, 1.0) if abs(look[2]) < 0.9 else (1.0, 0.0, 0.0))
    u /= np.linalg.norm(u)
    axes = np.stack([u, np.cross(look, u), look])
    heights = own @ look
    flat = near @ axes[:2].T
    shapes = shapely.polygons(np.concatenate([flat, flat[:, :1]], axis=1))
    mine = (own @ axes[:2].T).reshape(-1, 2)
    window = shapely.box(*(mine.min(axis=0) - depth), *(mine.max(axis=0) + depth))
    outline = shapely.intersection(shapely.union_all(shapes[shapely.area(shapes) > 1e-12]), window)
    outline = outline.buffer(_STRAY / 3, join_style="mitre").simplify(_STRAY)
    rings = [
        np.array(ring.coords)[:-1, :2]
        for part in shapely.get_parts(outline).tolist()
        if part.geom_type == "Polygon"
        for ring in (part.exterior, *part.interiors)
    ]
    if not rings:
        return None
    bottom, top = float(heights.mean()) - depth, float(heights.max()) + _ABOVE
    flat_shape = manifold3d.CrossSection(rings, manifold3d.FillRule.EvenOdd)
    if flat_shape.is_empty() or not top > bottom:
        return None
    body = flat_shape.extrude(top - bottom).translate((0, 0, bottom))
    return body.transform(np.column_stack([axes.T, np.zeros(3)]))
