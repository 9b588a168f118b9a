"""Faces chosen on a surface: by brush, by flooding up to edges, by a shape drawn in a view; grown, shrunk, inverted.

A `FaceMesh` is built once for a solid; selections are arrays of one bool for each of its faces.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, IntArray, Solid
from warcry3d.table.piece_edits import SurfacePatch
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.finer import finer_mesh

if TYPE_CHECKING:
    from warcry3d.geom.tree import Mesh

__all__ = ["FaceMesh", "Selection"]

Selection = NDArray[np.bool_]

_PATCH_DIGITS = 6

_FAR = 1000.0
"""So far a ray is followed (in)."""


@dataclass(frozen=True, eq=False)
class FaceMesh:
    """The faces of one or several solids, to choose from.

    vertices (n, 3) in inches, faces (m, 3) outward; ``part`` (m,): which of the solids given a face is of, and
    ``source`` (m,): the number of the face there that it is, or lies in where faces were made finer. ``solids``: those.
    """

    vertices: FloatArray
    faces: IntArray
    part: NDArray[np.int64]
    source: NDArray[np.int64]
    solids: tuple[Solid, ...] = ()

    @classmethod
    def of(cls, solids: Sequence[Solid], *, finest: float | None = None) -> Self:
        """Return the faces of solids; with ``finest`` (in) those with longer edges are divided, so that a part of a
        flat wall can be chosen too. The surface stays the same.
        """
        vertices, faces, part, source = [], [], [], []
        at = 0
        for k, solid in enumerate(solids):
            points, corners = solid.vertices, solid.faces.astype(np.int64)
            own = np.arange(len(corners))
            if finest is not None:
                points, corners, own = finer_mesh(points, corners, finest)
            vertices.append(points)
            faces.append(corners + at)
            part.append(np.full(len(corners), k))
            source.append(own)
            at += len(points)
        joined = np.concatenate(faces).astype(np.int32)
        return cls(np.concatenate(vertices), joined, np.concatenate(part), np.concatenate(source), tuple(solids))

    @classmethod
    def of_piece(cls, piece: Piece, *, finest: float | None = None) -> Self:
        """Return the faces of a piece's parts; ``part`` counts through ``piece.parts``."""
        return cls.of([part.solid for part in piece.parts], finest=finest)

    def __len__(self) -> int:
        return len(self.faces)

    @cached_property
    def triangles(self) -> FloatArray:
        """Return the corner points of each face, (m, 3, 3)."""
        return self.vertices[self.faces]

    @cached_property
    def middles(self) -> FloatArray:
        """Return the middle of each face, (m, 3)."""
        return np.asarray(self.triangles.mean(axis=1))

    @cached_property
    def normals(self) -> FloatArray:
        """Return outward unit normals, (m, 3); zero for a face without area."""
        t = self.triangles
        n = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
        length = np.linalg.norm(n, axis=1, keepdims=True)
        return np.asarray(n / np.where(length > 0, length, 1))

    @cached_property
    def beside(self) -> NDArray[np.int64]:
        """Return the pairs of faces that share an edge, (e, 2)."""
        m = len(self.faces)
        halves = np.concatenate([self.faces[:, [0, 1]], self.faces[:, [1, 2]], self.faces[:, [2, 0]]]).astype(np.int64)
        key = halves.min(axis=1) * len(self.vertices) + halves.max(axis=1)
        order = np.argsort(key, kind="stable")
        face = np.tile(np.arange(m), 3)[order]
        return np.column_stack([face[0::2], face[1::2]])

    @cached_property
    def bends(self) -> FloatArray:
        """Return the angle (rad) between the normals of each pair in ``beside``, (e,): 0 where the surface is flat."""
        a, b = self.normals[self.beside[:, 0]], self.normals[self.beside[:, 1]]
        return np.asarray(np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), (a * b).sum(axis=1)))

    @cached_property
    def _tree(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.middles)

    @cached_property
    def _neighbours(self) -> IntArray:
        """Return the three faces beside each face, (m, 3)."""
        ends = np.concatenate([self.beside, self.beside[:, ::-1]])
        return np.asarray(ends[np.argsort(ends[:, 0], kind="stable"), 1].reshape(-1, 3), dtype=np.int32)

    @cached_property
    def casts(self) -> "Mesh":
        """Return the tree for casting lines at the faces; its faces are ours in another order (``source``)."""
        from warcry3d.geom.tree import mesh_of

        return mesh_of([Solid(self.vertices, self.faces, _checked=True)], leaf=4)

    def prepare(self) -> None:
        """Build everything that choosing faces needs, so that the first stroke takes no longer than the others."""
        _ = self._tree, self._neighbours, self.bends
        self.under_ray(np.zeros(3), np.array([0.0, 0.0, 1.0]))

    def none(self) -> Selection:
        """Return a selection without faces."""
        return np.zeros(len(self.faces), dtype=np.bool_)

    def face_at(self, place: Sequence[float]) -> int:
        """Return the face nearest to a place (3,), of those whose middles are near the one that is nearest."""
        from warcry3d.terrain.editing.targets import distances_to_triangles

        point = np.asarray(place, dtype=np.float64)
        reach = np.linalg.norm(self.triangles - point, axis=2).min()
        low, high = self.triangles.min(axis=1), self.triangles.max(axis=1)
        near = np.flatnonzero(((low <= point + reach) & (high >= point - reach)).all(axis=1))
        return int(near[int(np.argmin(distances_to_triangles(self.triangles[near], point)))])

    def under_ray(self, start: FloatArray, direction: FloatArray) -> tuple[int, tuple[float, float, float]] | None:
        """Return the face that a ray along a unit vector (3,) meets first, and where (in); None where it meets none."""
        from warcry3d.terrain.lint.surface_kernels import nearest_hits

        end = start + _FAR * direction
        share, face, _ = nearest_hits(self.casts, np.ascontiguousarray(start[None]), np.ascontiguousarray(end[None]))
        if face[0] < 0:
            return None
        x, y, z = (start + share[0] * (end - start)).tolist()
        return int(self.casts.source[face[0]]), (x, y, z)

    def brush(self, place: Sequence[float], radius: float, *, face: int | None = None) -> Selection:
        """Return the faces whose middles lie in a sphere (in) around a place on ``face``, connected with that face
        through others in the sphere; the face itself always. Without ``face`` it is the one nearest to the place.
        """
        start = self.face_at(place) if face is None else face
        found = np.array(self._tree.query_ball_point(np.asarray(place, dtype=np.float64), radius), dtype=np.int64)
        inside = self.none()
        inside[found] = True
        inside[start] = True
        return self._connected(start, inside)

    def _connected(self, start: int, allowed: Selection) -> Selection:
        """Return the faces of a selection that are connected with one of them."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        some = np.flatnonzero(allowed)
        number = np.full(len(self.faces), -1)
        number[some] = np.arange(len(some))
        to = number[self._neighbours[some]]
        rows = np.repeat(np.arange(len(some)), 3)
        kept = to.ravel() >= 0
        graph = coo_array((np.ones(int(kept.sum()), dtype=np.int8), (rows[kept], to.ravel()[kept])), (len(some),) * 2)
        _, label = connected_components(graph, directed=False)
        chosen = self.none()
        chosen[some[label == label[number[start]]]] = True
        return chosen

    def flood(self, face: int, angle: float) -> Selection:
        """Return the faces reached from one without crossing an edge that bends by more than ``angle`` (rad)."""
        label = self._flooded(angle)[1]
        return np.asarray(label == label[face])

    def _flooded(self, angle: float) -> tuple[int, NDArray[np.int32]]:
        if angle not in self._floods:
            from scipy.sparse import coo_array
            from scipy.sparse.csgraph import connected_components

            flat = self.beside[self.bends <= angle]
            ones = np.ones(len(flat), dtype=np.int8)
            self._floods.clear()
            self._floods[angle] = connected_components(
                coo_array((ones, (flat[:, 0], flat[:, 1])), (len(self.faces),) * 2), directed=False
            )
        return self._floods[angle]

    @cached_property
    def _floods(self) -> dict[float, tuple[int, NDArray[np.int32]]]:
        return {}

    def shell(self, face: int) -> Selection:
        """Return the connected shell of a face."""
        return self.flood(face, np.pi)

    def within(self, outline: FloatArray, view: FloatArray, *, through: bool = False) -> Selection:
        """Return the faces whose middles lie in a polygon drawn over a view: a box or a lasso.

        outline: (k, 2) in the view's plane, -1 to 1 from left to right and from below up. view: the projection (4, 4)
        that takes a column (x, y, z, 1) to clip space, -1 in front to 1 far off. Only faces that are seen: turned to
        the viewer and not behind others; ``through``: all.
        """
        import shapely

        at, is_before = self._projected(view)
        inside = is_before & (at >= outline.min(axis=0)).all(axis=1) & (at <= outline.max(axis=0)).all(axis=1)
        shape = shapely.make_valid(shapely.Polygon(outline))
        shapely.prepare(shape)
        inside[inside] = shapely.contains_xy(shape, at[inside, 0], at[inside, 1])
        return inside if through else self._seen(inside, view, at)

    def in_box(self, low: Sequence[float], high: Sequence[float]) -> Selection:
        """Return the faces whose middles lie in a box between two corners (3,)."""
        corners = np.sort(np.array([low, high], dtype=np.float64), axis=0)
        return np.asarray(((self.middles >= corners[0]) & (self.middles <= corners[1])).all(axis=1))

    def _projected(self, view: FloatArray) -> tuple[FloatArray, Selection]:
        """Return where the middles are in the view's plane, (m, 2), and whether they are in front of the viewer."""
        clip = self.middles @ view[:, :3].T + view[:, 3]
        is_before = clip[:, 3] > 1e-9
        return clip[:, :2] / np.where(is_before, clip[:, 3], 1.0)[:, None], is_before

    def _seen(self, some: Selection, view: FloatArray, at: FloatArray) -> Selection:
        """Return those of some faces that are turned to the viewer and not hidden."""
        from warcry3d.terrain.lint.surface_kernels import any_blocked

        which = np.flatnonzero(some)
        back = np.linalg.inv(view)
        eye = np.column_stack([at[which], np.full(len(which), -1.0), np.ones(len(which))]) @ back.T
        start = eye[:, :3] / eye[:, 3:]
        way = start - self.middles[which]
        faces = (way * self.normals[which]).sum(axis=1) > 0
        which, start, way = which[faces], start[faces], way[faces]
        length = np.linalg.norm(way, axis=1, keepdims=True)
        end = self.middles[which] + way / np.where(length > 0, length, 1) * 1e-4
        chosen = self.none()
        chosen[which[~any_blocked(self.casts, np.ascontiguousarray(start), np.ascontiguousarray(end))]] = True
        return chosen

    def grown(self, chosen: Selection) -> Selection:
        """Return a selection with the faces beside it."""
        more = chosen.copy()
        a, b = self.beside[:, 0], self.beside[:, 1]
        more[a[chosen[b]]] = True
        more[b[chosen[a]]] = True
        return more

    def shrunk(self, chosen: Selection) -> Selection:
        """Return a selection without the faces at its border."""
        return ~self.grown(~chosen)

    def area(self, chosen: Selection) -> float:
        """Return the area (square in) of a selection."""
        t = self.triangles[chosen]
        return float(np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum() / 2)

    def patch(self, chosen: Selection) -> SurfacePatch:
        """Return a selection as a piece of surface, for `Paint`: faces that were made finer as one where all of the
        face that they lie in are chosen.
        """
        corners = np.concatenate([self._whole(chosen), self.triangles[chosen & ~self._is_whole(chosen)]])
        points, inverse = np.unique(np.round(corners.reshape(-1, 3), _PATCH_DIGITS), axis=0, return_inverse=True)
        faces = inverse.reshape(-1, 3).tolist()
        return SurfacePatch(tuple((x, y, z) for x, y, z in points.tolist()), tuple((i, j, k) for i, j, k in faces))

    @cached_property
    def _owner(self) -> NDArray[np.int64]:
        """Return for each face the number of the one it lies in, counted through all solids, (m,)."""
        first = np.cumsum([0, *(len(solid.faces) for solid in self.solids)])
        return np.asarray(first[self.part] + self.source)

    def _is_whole(self, chosen: Selection) -> Selection:
        """Return which faces lie in one of the solids' that is chosen entirely."""
        if not self.solids:
            return self.none()
        total = np.bincount(self._owner)
        return np.asarray((np.bincount(self._owner, chosen, minlength=len(total)) == total)[self._owner])

    def _whole(self, chosen: Selection) -> FloatArray:
        """Return the solids' own triangles (k, 3, 3) that are chosen entirely."""
        if not self.solids:
            return np.zeros((0, 3, 3))
        owners = np.unique(self._owner[self._is_whole(chosen)])
        return np.asarray(np.concatenate([solid.triangles for solid in self.solids])[owners])
