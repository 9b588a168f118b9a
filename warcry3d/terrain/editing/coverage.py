"""How much of a solid's surface a piece of painted surface covers, whatever triangles either has."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.piece_edits import SurfacePatch

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["Coverage", "PlaneFrame", "coverage", "patch_area"]

Ints = NDArray[np.int64]

_SAME = 2e-5
"""Corners nearer than this (in) are the same: files round places to a millionth, meshes to float32."""

_ON_IT = 0.04
"""Painted surface lies on a face if it is nearer than this (in): a mesh that was sculpted on, or reduced otherwise."""

_ALIKE = 0.5
"""And if their normals are at most 60 degrees apart."""

_ALL, _NONE = 0.995, 0.005
"""Shares of a face from and up to which all and nothing of it is painted."""

_SPECK = 1e-3
"""But not where more than this (square in) of a large face would be left out, or painted that was not."""


@dataclass(frozen=True, eq=False)
class PlaneFrame:
    """The planes of faces: a point of each, (k, 3), two axes in it and the normal, (k, 3, 3) by rows."""

    origin: FloatArray
    axes: FloatArray

    @classmethod
    def of(cls, triangles: FloatArray) -> "PlaneFrame":
        """Return the planes of triangles (k, 3, 3) with some area."""
        u = triangles[:, 1] - triangles[:, 0]
        u = u / np.linalg.norm(u, axis=1, keepdims=True)
        w = np.cross(u, triangles[:, 2] - triangles[:, 0])
        w = w / np.linalg.norm(w, axis=1, keepdims=True)
        return cls(triangles[:, 0], np.stack([u, np.cross(w, u), w], axis=1))

    def seen(self, points: FloatArray) -> FloatArray:
        """Return points (k, c, 3) in the planes' frames: along both axes, and above."""
        return np.asarray(np.einsum("kij,kcj->kci", self.axes, points - self.origin[:, None]))


@dataclass(frozen=True, eq=False)
class Coverage:
    """What of a solid's faces is painted: the faces that are as a whole, and parts of others.

    ``partly`` has a face's number and the painted part, in the frame that `PlaneFrame` gives its triangle. ``area``:
    how much was found in all (square in).
    """

    whole: Ints
    partly: "tuple[tuple[int, BaseGeometry], ...]"
    area: float


def patch_area(patch: SurfacePatch) -> float:
    """Return the area of painted surface (square in)."""
    return float(_areas(_triangles(patch)).sum())


def coverage(solid: Solid, patch: SurfacePatch) -> Coverage:
    """Return which faces of a solid a piece of surface covers, entirely or partly."""
    triangles = _triangles(patch)
    triangles = triangles[_areas(triangles) > 1e-12]
    same, left = _same_faces(solid, triangles)
    areas = _areas(solid.triangles)
    if not left.any():
        return Coverage(same, (), float(areas[same].sum()))
    faces, shapes = _overlaps(solid, same, triangles[left])
    covered = np.array([shape.area for shape in shapes])
    shares = covered / np.maximum(areas[faces], 1e-300)
    is_whole = (shares >= _ALL) & (areas[faces] - covered <= _SPECK)
    whole = np.union1d(same, faces[is_whole])
    part = ~is_whole & ((shares > _NONE) | (covered > _SPECK))
    partly = tuple((int(faces[k]), shapes[k]) for k in np.flatnonzero(part))
    return Coverage(whole, partly, float(areas[whole].sum()) + sum(shape.area for _, shape in partly))


def _triangles(patch: SurfacePatch) -> FloatArray:
    faces = np.array(patch.faces, dtype=np.int64)
    vertices = np.array(patch.vertices, dtype=np.float64)
    return vertices[np.clip(faces, 0, len(vertices) - 1)]


def _areas(triangles: FloatArray) -> FloatArray:
    n = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(np.linalg.norm(n, axis=1) / 2)


def _same_faces(solid: Solid, triangles: FloatArray) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the faces that are triangles of the patch, and which of these are left over."""
    from scipy.spatial import cKDTree

    middles = solid.triangles.mean(axis=1)
    left = np.ones(len(triangles), dtype=bool)
    if not len(triangles):
        return np.empty(0, dtype=np.int64), left
    off, nearest = cKDTree(middles).query(triangles.mean(axis=1), distance_upper_bound=_SAME)
    near = np.flatnonzero(np.isfinite(off))
    face = nearest[near]
    mine, theirs = solid.triangles[face], triangles[near]
    fits = np.zeros(len(near), dtype=bool)
    for turn in range(3):
        fits |= (np.abs(np.roll(mine, turn, axis=1) - theirs) <= _SAME).all(axis=(1, 2))
    left[near[fits]] = False
    return np.unique(face[fits]), left


def _overlaps(solid: Solid, done: Ints, triangles: FloatArray) -> "tuple[Ints, list[BaseGeometry]]":
    """Return the faces, but those that are done, on which triangles lie, and what these cover of each."""
    import shapely

    face, over = _near_pairs(solid, done, triangles)
    if not len(face):
        return face, []
    frame = PlaneFrame.of(solid.triangles[face])
    flat, seen = frame.seen(solid.triangles[face]), frame.seen(triangles[over])
    normal = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    both = shapely.intersection(_polygons(flat), _polygons(seen))
    middle = shapely.get_coordinates(shapely.centroid(both))
    size = shapely.area(both)
    kept = np.flatnonzero(size > 0)
    if len(middle) != len(both):  # empty ones have no centroid
        places = np.full((len(both), 2), np.nan)
        places[~shapely.is_empty(both)] = middle
        middle = places
    step = middle[kept] - seen[kept].mean(axis=1)[:, :2]
    above = seen[kept].mean(axis=1)[:, 2] - (normal[kept, :2] * step).sum(axis=1) / normal[kept, 2]
    kept = kept[np.abs(above) <= _ON_IT]
    faces, start = np.unique(face[kept], return_index=True)
    groups = np.split(both[kept], start[1:]) if len(kept) else []
    return faces, [shapely.union_all(group) for group in groups]


def _polygons(corners: FloatArray) -> "NDArray[np.object_]":
    import shapely

    flat = corners[:, :, :2]
    return np.asarray(shapely.polygons(np.concatenate([flat, flat[:, :1]], axis=1)))


def _near_pairs(solid: Solid, done: Ints, triangles: FloatArray) -> tuple[Ints, Ints]:
    """Return pairs of a face and a triangle that look the same way and whose boxes meet, ordered by the faces."""
    import shapely

    corners = solid.triangles
    free = _areas(corners) > 1e-12
    free[done] = False
    low, high = triangles.min(axis=(0, 1)) - _ON_IT, triangles.max(axis=(0, 1)) + _ON_IT
    free &= (corners.min(axis=1) <= high).all(axis=1) & (corners.max(axis=1) >= low).all(axis=1)
    faces = np.flatnonzero(free)
    if not len(faces):
        return faces, faces
    u, v, w = np.argsort(-(high - low)).tolist()
    boxes = [(some.min(axis=1) - by, some.max(axis=1) + by) for some, by in ((corners[faces], _ON_IT), (triangles, 0))]
    flat = [shapely.box(a[:, u], a[:, v], b[:, u], b[:, v]) for a, b in boxes]
    at, over = shapely.STRtree(flat[1]).query(flat[0])
    meet = (boxes[0][0][at, w] <= boxes[1][1][over, w]) & (boxes[0][1][at, w] >= boxes[1][0][over, w])
    at, over = at[meet], over[meet]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    alike = (solid.normals[faces[at]] * normals[over]).sum(axis=1) >= _ALIKE
    at, over = at[alike], over[alike]
    order = np.argsort(faces[at], kind="stable")
    return faces[at][order], over[order]
