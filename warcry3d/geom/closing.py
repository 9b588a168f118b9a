"""Closing open surfaces, as photo-scans and height fields are: caps, walls down to a flat base, or a thickness.

No triangle of the surface is moved, so what one sees of it stays exact. Each connected surface is closed in the first
of these ways that suits it:

- **based**: a surface that looks upward (a height field, scanned ground) gets walls straight down from its rim to a
  flat base; so does one that is open at its bottom; one that looks another way (the front of a house) straight back;
- **capped**: a rim that lies in a plane with all of the surface on one side gets a flat cap there;
- **patched**: other holes, where they are a small share of the surface, are spanned from rim to rim;
- **thickened**: what is left (a sheet, a leaf, a strip with one side) gets a back a millimetre behind its front.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom import halfedges
from warcry3d.geom.double_sheets import one_side
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray
from warcry3d.units import WELD_DISTANCE

__all__ = [
    "BASE",
    "NOT_OPEN",
    "THICKNESS",
    "Closings",
    "close_surfaces",
    "flat_points",
    "flat_triangles",
    "without_backs",
]

BASE = 0.08
"""Inches (2 mm) of solid below the lowest point of a surface that stands on a flat base."""

THICKNESS = 0.04
"""Inches (1 mm) from the front of a sheet to the back that it gets."""

_PLANAR = 0.005
"""Of its width: a rim that lies within this of a plane is flat, and so far the surface may stick out of it."""

_ONE_WAY, _WHOLE = 0.7, 0.4
"""A surface looks one way where this share of its area does, and its areas as vectors add up to so much of it."""

_UP = 0.6
"""The least cosine to straight up: scanned ground slopes, and leans where the camera did."""

_LOW = 0.35
"""Of the height: a rim that lies in the lowest share is an open bottom."""

_PATCHED = 0.45
"""Of the area of the surface: holes that span no more are patched."""

_SPECK = 0.005
"""Of the area of the whole mesh: flat open sheets smaller than this are dirt, and dropped..."""

_SPECKS = 0.2
"""...unless all of them together are more than this."""


@dataclass(frozen=True, slots=True)
class Closings:
    """How many holes were ``capped`` and ``patched``, and how many surfaces were ``based`` and ``thickened``."""

    capped: int = 0
    based: int = 0
    patched: int = 0
    thickened: int = 0

    def __add__(self, other: "Closings") -> "Closings":
        return Closings(
            self.capped + other.capped,
            self.based + other.based,
            self.patched + other.patched,
            self.thickened + other.thickened,
        )

    def __bool__(self) -> bool:
        return bool(self.capped or self.based or self.patched or self.thickened)


NOT_OPEN = Closings()
"""Nothing had to be closed."""


def close_surfaces(
    vertices: FloatArray, faces: Indices, twin: Indices, thin: NDArray[np.bool_] | None = None
) -> tuple[FloatArray, Indices, Indices, Closings]:
    """Return the mesh with every open surface closed: points, faces, the face each comes from (-1: new), and how.

    vertices: (n, 3) in inches, z up; faces: (m, 3), twin: (3m,) as `halfedges.twins` pairs them. thin: (m,) which
    faces belong to sheets that are thickened anyhow.
    """
    faces, old = halfedges.split_corners(faces, twin)
    closer = _Closer(vertices[old], faces)
    areas = np.linalg.norm(_area_vectors(closer.points, faces), axis=1)
    total = float(areas.sum())
    sheets: list[Indices] = []
    specks: list[Indices] = []
    for which in _open_surfaces(twin):
        if thin is not None and thin[which].all():
            sheets.append(which)
        elif _is_flat(closer.points, faces[which]) and not _is_slope(closer.points, faces[which], total):
            (sheets if float(areas[which].sum()) >= _SPECK * total else specks).append(which)
        elif not closer.close(which, twin):
            sheets.append(which)
    if specks:
        every = np.concatenate(specks)
        if float(areas[every].sum()) > _SPECKS * total:
            sheets += specks
        else:
            closer.keep[every] = False
    if sheets:
        closer.thicken(np.concatenate(sheets), twin, len(sheets))
    return closer.result()


def without_backs(vertices: FloatArray, faces: Indices, twin: Indices) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which faces (m,) stay where closed shells have a front and a back in the same place: of these the fronts,
    so that they are open sheets. Specks stay, and are dropped as shells without thickness. The second (m,): faces of
    curved sheets, whose front is that of their first triangle, and which are to be thickened, whatever they look like.
    """
    count, label = halfedges.shells(twin)
    vectors = _area_vectors(vertices, faces)
    areas = np.linalg.norm(vectors, axis=1)
    is_open = np.zeros(count, dtype=bool)
    is_open[label[np.flatnonzero(twin < 0) // 3]] = True
    whole = np.stack([np.bincount(label, weights=vectors[:, k], minlength=count) for k in range(3)], axis=1)
    sizes = np.bincount(label, weights=areas, minlength=count)
    balanced = np.linalg.norm(whole, axis=1) <= 1e-9 * sizes
    keep, thin = np.ones(len(faces), dtype=bool), np.zeros(len(faces), dtype=bool)
    order = np.argsort(label, kind="stable")
    bounds = np.searchsorted(label[order], np.arange(count + 1))
    for k in np.flatnonzero(~is_open & balanced & (sizes >= _SPECK * areas.sum())).tolist():
        which = order[bounds[k] : bounds[k + 1]]
        normal = vectors[which[np.argmax(areas[which])]]
        normal = normal * np.sign(normal[np.argmax(np.abs(normal))]) / np.linalg.norm(normal)
        heights = vertices[faces[which].ravel()] @ normal
        if float(np.ptp(heights)) <= WELD_DISTANCE:
            keep[which] = vectors[which] @ normal > 0
        elif (side := one_side(faces[which])) is not None:
            keep[which], thin[which] = side, True
    return keep, thin


def flat_points(vertices: FloatArray, faces: Indices, twin: Indices) -> frozenset[int]:
    """Return the points of open surfaces that lie in one plane each: sheets, which no filling closes."""
    return frozenset(
        int(point)
        for which in _open_surfaces(twin)
        if _is_flat(vertices, faces[which])
        for point in np.unique(faces[which])
    )


def _open_surfaces(twin: Indices) -> list[Indices]:
    """Return the faces of each connected surface that has a rim."""
    count, label = halfedges.shells(twin)
    is_open = np.zeros(count, dtype=bool)
    is_open[label[np.flatnonzero(twin < 0) // 3]] = True
    order = np.argsort(label, kind="stable")
    bounds = np.searchsorted(label[order], np.arange(count + 1))
    return [order[bounds[k] : bounds[k + 1]] for k in np.flatnonzero(is_open).tolist()]


class _Closer:
    """Adds what closes surfaces to their mesh."""

    def __init__(self, points: FloatArray, faces: Indices) -> None:
        self.points, self.faces = points, faces
        self.keep = np.ones(len(faces), dtype=bool)
        self._new: list[Indices] = []
        self._made = Closings()
        self._lowest = float(points[faces.ravel(), 2].min())

    def result(self) -> tuple[FloatArray, Indices, Indices, Closings]:
        """Return points, faces, where each comes from, and how all was closed."""
        new = np.concatenate([np.empty((0, 3), dtype=np.int64), *self._new])
        kept = np.flatnonzero(self.keep)
        source = np.concatenate([kept, np.full(len(new), -1, dtype=np.int64)])
        return self.points, np.concatenate([self.faces[kept], new]), source, self._made

    def close(self, which: Indices, twin: Indices) -> bool:
        """Close one surface with a base, caps or patches; return False where only a thickness is left."""
        own = self.faces[which]
        rims = [np.array(rim) for rim in _rims(self.faces, twin, which) if len(rim) > 2]
        way, share = self._way(own)
        if share >= _ONE_WAY and way[2] < -_UP:  # a sheet of ground with its faces turned down
            own = self.faces[which] = own[:, ::-1]
            way, rims = -way, [rim[::-1] for rim in rims]
        if share >= _ONE_WAY and way[2] > _UP:
            self._base(own, rims, way)
            return True
        caps = [self._cap(own, rim) for rim in rims]
        open_ = [rim for rim, cap in zip(rims, caps, strict=True) if cap is None]
        if open_ and share >= _ONE_WAY:
            self._base(own, open_, way)
        elif open_ and not (self._bottom(own, open_) or self._patched(own, open_)):
            return False
        self._new += [cap for cap in caps if cap is not None]
        self._made += Closings(capped=len(rims) - len(open_))
        return True

    def _way(self, own: Indices) -> tuple[FloatArray, float]:
        """Return the way that a surface looks, straight up or down where it nearly does, and the share of its area
        that looks so.
        """
        vectors = _area_vectors(self.points, own)
        whole = vectors.sum(axis=0)
        areas = np.linalg.norm(vectors, axis=1)
        way = whole / max(float(np.linalg.norm(whole)), 1e-12)
        if abs(way[2]) > _UP:
            way = np.array([0.0, 0.0, np.sign(way[2])])
        if float(np.linalg.norm(whole)) < _WHOLE * float(areas.sum()):
            return way, 0.0
        return way, float(areas[vectors @ way > 0].sum() / max(float(areas.sum()), 1e-12))

    def _cap(self, own: Indices, rim: Indices) -> Indices | None:
        """Return a flat cap over a rim in a plane with the surface on one side; None where there is none."""
        at = self.points[rim]
        normal = _newell(at)
        length = float(np.linalg.norm(normal))
        if length < 1e-9:
            return None
        normal /= length
        heights = (at - at.mean(axis=0)) @ normal
        near = _PLANAR * float(np.ptp(at, axis=0).max())
        out = float(((self.points[own.ravel()] - at.mean(axis=0)) @ normal).max())
        if float(np.abs(heights).max()) > near or out > near:
            return None
        return _spanned(at, rim, normal)

    def _base(self, own: Indices, rims: list[Indices], way: FloatArray) -> None:
        """Add walls from the outer rim back to a flat base, and patches over the holes inside of it."""
        outer = int(np.argmax([abs(_newell(self.points[rim]) @ way) for rim in rims]))
        floor = self._lowest if way[2] > 0.99 else float((self.points[own.ravel()] @ way).min())
        self._new += [self._spanned_anyhow(rim) for k, rim in enumerate(rims) if k != outer]
        self._new += self._skirt(rims[outer], way, floor - BASE)
        self._made += Closings(based=1, patched=len(rims) - 1)

    def _bottom(self, own: Indices, rims: list[Indices]) -> bool:
        """Add a base below a surface that is open at its bottom, where no other hole is large; return whether."""
        up = np.array([0.0, 0.0, 1.0])
        spans = [float(np.linalg.norm(_newell(self.points[rim]))) for rim in rims]
        outer = int(np.argmax(spans))
        area = float(np.linalg.norm(_area_vectors(self.points, own), axis=1).sum())
        high = float(self.points[own.ravel(), 2].max())
        top = float(self.points[rims[outer], 2].max())
        downward = float(_newell(self.points[rims[outer]]) @ up) < 0
        if not downward or top > self._lowest + _LOW * (high - self._lowest):
            return False
        if sum(spans) - spans[outer] > _PATCHED * area:
            return False
        self._base(own, rims, up)
        return True

    def _skirt(self, rim: Indices, way: FloatArray, floor: float) -> list[Indices]:
        """Return walls from a rim straight back to the plane at ``floor`` along ``way``, and the base there."""
        at = self.points[rim]
        down = at - np.outer(at @ way - floor, way)
        below = len(self.points) + np.arange(len(rim))
        self.points = np.concatenate([self.points, down])
        after, after_below = np.roll(rim, -1), np.roll(below, -1)
        walls = np.concatenate([np.stack([rim, after, after_below], 1), np.stack([rim, after_below, below], 1)])
        return [walls, self._plane(below, -way)]

    def _plane(self, rim: Indices, normal: FloatArray) -> Indices:
        """Return triangles over a rim in a plane, a fan where its outline crosses itself."""
        flat = _spanned(self.points[rim], rim, normal)
        return self._fan(rim) if flat is None else flat

    def _patched(self, own: Indices, rims: list[Indices]) -> bool:
        """Add patches over holes, unless they span too much of the surface; return whether."""
        area = float(np.linalg.norm(_area_vectors(self.points, own), axis=1).sum())
        holes = sum(float(np.linalg.norm(_newell(self.points[rim]))) for rim in rims)
        if holes > _PATCHED * area:
            return False
        self._new += [self._spanned_anyhow(rim) for rim in rims]
        self._made += Closings(patched=len(rims))
        return True

    def _spanned_anyhow(self, rim: Indices) -> Indices:
        at = self.points[rim]
        normal = _newell(at)
        length = float(np.linalg.norm(normal))
        found = _spanned(at, rim, normal / length) if length > 1e-12 else None
        return self._fan(rim) if found is None else found

    def _fan(self, rim: Indices) -> Indices:
        middle = len(self.points)
        self.points = np.concatenate([self.points, self.points[rim].mean(axis=0)[None]])
        return np.stack([rim, np.roll(rim, -1), np.full(len(rim), middle)], axis=1)

    def thicken(self, which: Indices, twin: Indices, count: int) -> None:
        """Give sheets a back at `THICKNESS` behind their front, and walls along their rims."""
        own = self.faces[which]
        used, renamed = np.unique(own, return_inverse=True)
        vectors = _area_vectors(self.points, own)
        normals = np.zeros((len(used), 3))
        for k in range(3):
            np.add.at(normals, renamed.reshape(-1, 3)[:, k], vectors)
        sizes = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = np.where(sizes > 1e-12, normals / np.maximum(sizes, 1e-12), [0.0, 0.0, 1.0])
        back = len(self.points) + np.arange(len(used))
        to = np.empty(int(used.max()) + 1, dtype=np.int64)
        to[used] = back
        self.points = np.concatenate([self.points, self.points[used] - THICKNESS * normals])
        halves = (3 * which[:, None] + np.arange(3)).ravel()
        halves = halves[twin[halves] < 0]
        a, b = self.faces.ravel()[halves], self.faces[halves // 3, (halves % 3 + 1) % 3]
        walls = np.concatenate([np.stack([b, a, to[a]], 1), np.stack([b, to[a], to[b]], 1)])
        self._new += [to[own][:, ::-1], walls]
        self._made += Closings(thickened=count)


def _area_vectors(points: FloatArray, faces: Indices) -> FloatArray:
    t = points[faces]
    return np.asarray(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]) / 2)


def _newell(rim: FloatArray) -> FloatArray:
    """Return the area vector of a closed line (n, 3)."""
    centred = rim - rim.mean(axis=0)
    return np.asarray(np.cross(centred, np.roll(centred, -1, axis=0)).sum(axis=0) / 2)


def _is_flat(points: FloatArray, faces: Indices) -> bool:
    """Return whether a surface lies in one plane."""
    if len(faces) == 1:
        return True
    at = points[np.unique(faces)]
    extents = np.linalg.svd(at - at.mean(axis=0), compute_uv=False, full_matrices=False)
    return bool(extents[2] <= 1e-3 * max(float(extents[0]), 1e-12))


def _is_slope(points: FloatArray, faces: Indices, total: float) -> bool:
    """Return whether a flat surface is most of its mesh and sloping ground."""
    whole = _area_vectors(points, faces).sum(axis=0)
    area = float(np.linalg.norm(whole))
    return area > 0.5 * total and _UP < abs(float(whole[2])) / area < 0.999


def _rims(faces: Indices, twin: Indices, which: Indices) -> list[list[int]]:
    """Return the rims of one surface, as `halfedges.loops` does."""
    halves = (3 * which[:, None] + np.arange(3)).ravel()
    local = np.where(twin[halves] < 0, -1, 0)
    return halfedges.loops(faces[which], local)


def _spanned(at: FloatArray, rim: Indices, normal: FloatArray) -> Indices | None:
    """Return triangles over a rim (n, 3) whose picture along ``normal`` is simple; None where it crosses itself."""
    across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    across /= np.linalg.norm(across)
    flat = (at - at.mean(axis=0)) @ np.stack([across, np.cross(normal, across)], axis=1)
    found = flat_triangles(flat)
    return None if found is None else rim[found]


def flat_triangles(outline: FloatArray) -> Indices | None:
    """Return triangles (n - 2, 3) of an outline (n, 2) given anticlockwise; None where it crosses itself."""
    import manifold3d

    triangulate: Callable[..., Any] = manifold3d.triangulate
    try:
        found: NDArray[np.int64] = np.asarray(triangulate([outline]), dtype=np.int64).reshape(-1, 3)
    except (RuntimeError, ValueError):
        return None
    if len(found) != len(outline) - 2:
        return None
    a, b, c = (outline[found[:, k]] for k in range(3))
    signed = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return found if float(signed.min()) >= -1e-9 else None
