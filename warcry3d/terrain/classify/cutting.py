"""Solids cut in two along prisms and boxes; each triangle keeps its origin.

Both sides of a cut share its corners exactly, so that together they are the solid again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.needles import FLAT, coplanar_groups, needles_of, without_needles
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.skin import Skin
from warcry3d.terrain.classify.columns import Ints

if TYPE_CHECKING:
    import shapely

    from warcry3d.terrain.classify.openings import DoorPanel

__all__ = ["CutSolid", "box_between", "joined_skin", "plate_between", "prism", "sources", "union"]


@dataclass(frozen=True, eq=False)
class CutSolid:
    """A body that is cut: ``shape`` is a body of manifold3d.

    It is made of originals with ids of the range ``ids``; their faces are numbered through ``skin``, if any, and have
    their ``middles`` (m, 3).
    """

    shape: Any
    skin: Skin | None
    ids: range
    middles: FloatArray

    @classmethod
    def of(cls, solids: Sequence[Solid], skins: Sequence[Skin | None]) -> "CutSolid":
        """Return solids united; raise `MeshError` where one cannot be cut. Plain ones beside coloured ones are grey."""
        import manifold3d

        ids = range(base := manifold3d.Manifold.reserve_ids(len(solids)), base + len(solids))
        shapes, offset = [], 0
        for id, solid in zip(ids, solids, strict=True):
            shapes.append(_shape(manifold3d, solid, id, offset))
            offset += len(solid.faces)
        whole = shapes[0] if len(shapes) == 1 else manifold3d.Manifold.batch_boolean(shapes, manifold3d.OpType.Add)
        middles = np.concatenate([solid.triangles.mean(axis=1) for solid in solids])
        return cls(whole, joined_skin(solids, skins), ids, middles)

    def with_shape(self, shape: Any) -> "CutSolid":
        """Return another shape cut from the same solid."""
        return replace(self, shape=shape)

    @property
    def volume(self) -> float:
        """Return the volume (cubic inches)."""
        return float(self.shape.volume())

    @cached_property
    def bounds(self) -> FloatArray:
        """Return the lowest and highest corner, (2, 3)."""
        return np.array(self.shape.bounding_box(), dtype=np.float64).reshape(2, 3)

    def meets(self, cutter: Any) -> bool:
        """Return whether the boxes around the solid and a cutter meet."""
        other = np.array(cutter.bounding_box()).reshape(2, 3)
        return bool((other[0] < self.bounds[1]).all() and (other[1] > self.bounds[0]).all())

    def is_near(self, other: "CutSolid", gap: float) -> bool:
        """Return whether any triangle's box comes within ``gap`` of the box around another solid."""
        import shapely

        tree, heights = self._faces_above
        low, high = other.bounds[0] - gap, other.bounds[1] + gap
        z = heights[tree.query(shapely.box(*low[:2], *high[:2]))]
        return bool(((z[:, 0] <= high[2]) & (z[:, 1] >= low[2])).any())

    @cached_property
    def _faces_above(self) -> "tuple[shapely.STRtree, FloatArray]":
        """Return the plan of each triangle's box in a tree, and how high each reaches (m, 2)."""
        import shapely

        corners = self.plain.triangles
        low, high = corners.min(axis=1), corners.max(axis=1)
        tree = shapely.STRtree(shapely.box(*low[:, :2].T, *high[:, :2].T))
        return tree, np.stack([low[:, 2], high[:, 2]], axis=1)

    def split(self, cutter: Any) -> "tuple[CutSolid, CutSolid]":
        """Return what is inside the cutter and what is outside."""
        inside, outside = self.shape.split(cutter)
        return self.with_shape(inside), self.with_shape(outside)

    def bodies(self) -> "tuple[CutSolid, ...]":
        """Return the connected pieces, in the order of their places; a cavity stays with the piece around it."""
        shells = _shells(self.shape)
        solid = [shell for shell in shells if shell.volume() > 0]
        hollow = [shell for shell in shells if not shell.volume() > 0]
        if hollow and not solid:
            return (self,)
        if hollow:
            boxes = np.array([shell.bounding_box() for shell in solid])
            around = [_around(boxes, shell) for shell in hollow]
            for k in sorted(set(around)):
                inside = [shell for shell, at in zip(hollow, around, strict=True) if at == k]
                solid[k] = _composed([solid[k], *inside])
        order = sorted(range(len(solid)), key=lambda k: tuple(round(x, 3) for x in solid[k].bounding_box()))
        return tuple(self.with_shape(solid[k]) for k in order)

    @cached_property
    def plain(self) -> Solid:
        """Return the shape as a solid for display: what the library cuts is closed."""
        points, triangles = _merged(self.shape.to_mesh64())
        return Solid(points, triangles.astype(np.int32), _checked=True)

    @cached_property
    def _solid(self) -> tuple[Solid, Skin | None]:
        solid = Solid(self.plain.vertices, self.plain.faces)
        if self.skin is None:
            return solid, None
        return solid, _carried(self.skin, self.middles, _sources(self.shape.to_mesh64(), self.ids), solid)

    def solid(self) -> tuple[Solid, Skin | None]:
        """Return the shape as a solid, checked, with its skin; raise `MeshError` where nothing closed is left."""
        return self._solid

    def even_solid(self) -> tuple[Solid, Skin | None]:
        """Return the shape as `solid`, without the needles that cuts have left on it."""
        return self._even_solid

    @cached_property
    def _even_solid(self) -> tuple[Solid, Skin | None]:
        return _evened(*self._solid)


def _evened(solid: Solid, skin: Skin | None) -> tuple[Solid, Skin | None]:
    """Return a solid without needles; as it is where it has none.

    Where other diagonals are not enough, corners inside flat faces of one colour and on their straight sides go: cuts
    leave them where they cross the edges of triangles, and several in a row on a strip have nothing to join but its
    far end.
    """
    even, source = without_needles(solid)
    if len(needles_of(even.triangles)[0]) and (simple := _simplified(solid, skin)) is not None:
        even, source = simple
    return even, None if skin is None else Skin(skin.colours[source], skin.materials[source])


def _simplified(solid: Solid, skin: Skin | None) -> tuple[Solid, Ints] | None:
    """Return a solid with no corners that its flat faces do not need, without needles, and the triangles it was made
    from; None where that changes its volume.
    """
    import manifold3d

    label = None if skin is None else skin.colours.astype(np.int64) @ (1 << 24, 1 << 16, 1 << 8) + skin.materials
    numbers = coplanar_groups(solid, label).astype(np.uint64)
    mesh = manifold3d.Mesh64(solid.vertices.copy(), solid.faces.astype(np.uint64), face_id=numbers)
    shape = manifold3d.Manifold(mesh).simplify(FLAT)
    if shape.status() != manifold3d.Error.NoError or _differs(shape, solid):
        return None
    less = shape.to_mesh64()
    points, triangles = _merged(less)
    even, turned = without_needles(Solid(points, triangles.astype(np.int32)))
    return even, np.array(less.face_id, dtype=np.int64)[turned]


_MANY_SHELLS, _HEAVY = 32, 20_000
"""With more shells and triangles than these the library's own way to take a shape apart is slow: it goes through all
triangles for every shell, 14 s for the 847 shells of a tree's leaves with 358,000."""


def _shells(shape: Any) -> list[Any]:
    """Return the connected shells of a shape, each a shape."""
    import manifold3d

    if shape.num_tri() < _HEAVY:
        return list(shape.decompose())
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    mesh = shape.to_mesh64()
    points, triangles = _merged(mesh)
    ends = np.concatenate([triangles[:, :2], triangles[:, 1:]])
    graph = coo_matrix((np.ones(len(ends), dtype=np.int8), ends.T), shape=(len(points),) * 2)
    count, label = connected_components(graph, directed=False)
    if count <= _MANY_SHELLS:
        return list(shape.decompose())
    order = np.argsort(label[triangles[:, 0]], kind="stable")
    bounds = np.searchsorted(label[triangles[order, 0]], np.arange(1, count))
    runs = np.array(mesh.run_index, dtype=np.int64) // 3
    ids, face_ids = np.array(mesh.run_original_id, dtype=np.uint32), np.array(mesh.face_id, dtype=np.uint64)
    made = []
    for which in np.split(order, bounds):
        own_runs = 3 * np.searchsorted(which, runs)
        made.append(_numbered(points, triangles[which], own_runs, ids, face_ids[which], shape.get_tolerance()))
    is_whole = all(one.status() == manifold3d.Error.NoError and not one.is_empty() for one in made)
    return made if is_whole and sum(one.num_tri() for one in made) == len(triangles) else list(shape.decompose())


def _composed(shells: Sequence[Any]) -> Any:
    """Return shells that do not meet as one shape, a cavity among them; the library's own way unites them."""
    meshes = [shell.to_mesh64() for shell in shells]
    merged = [_merged(mesh) for mesh in meshes]
    firsts = np.cumsum([0, *(len(points) for points, _ in merged)])
    before = np.cumsum([0, *(3 * len(triangles) for _, triangles in merged)])
    runs = [np.array(mesh.run_index, dtype=np.int64)[:-1] + by for mesh, by in zip(meshes, before, strict=False)]
    return _numbered(
        np.concatenate([points for points, _ in merged]),
        np.concatenate([triangles + by for (_, triangles), by in zip(merged, firsts, strict=False)]),
        np.concatenate([*runs, before[-1:]]),
        np.concatenate([np.array(mesh.run_original_id, dtype=np.uint32) for mesh in meshes]),
        np.concatenate([np.array(mesh.face_id, dtype=np.uint64) for mesh in meshes]),
        max(shell.get_tolerance() for shell in shells),
    )


def _numbered(points: FloatArray, triangles: Ints, runs: Ints, ids: Any, face_ids: Any, tolerance: float) -> Any:
    """Return some triangles of a mesh, each with its origin and number there, as a shape."""
    import manifold3d

    used, inverse = np.unique(triangles, return_inverse=True)
    mesh = manifold3d.Mesh64(
        np.ascontiguousarray(points[used]),
        inverse.reshape(-1, 3).astype(np.uint64),
        run_index=runs.astype(np.uint64),
        run_original_id=ids,
        face_id=face_ids,
        tolerance=tolerance,
    )
    return manifold3d.Manifold(mesh)


def _merged(mesh: Any) -> tuple[FloatArray, Ints]:
    """Return the points and triangles of a shape's mesh, each point once."""
    points = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    triangles = np.array(mesh.tri_verts, dtype=np.int64)
    if not len(mesh.merge_from_vert):
        return points, triangles
    to = np.arange(len(points))
    to[np.array(mesh.merge_from_vert, dtype=np.int64)] = np.array(mesh.merge_to_vert, dtype=np.int64)
    used, inverse = np.unique(to[triangles], return_inverse=True)
    return points[used], inverse.reshape(-1, 3)


def _shape(manifold3d: Any, solid: Solid, id: int, offset: int) -> Any:
    used, inverse = np.unique(solid.faces, return_inverse=True)
    count = len(solid.faces)
    mesh = np.array(solid.vertices[used], order="C"), inverse.reshape(-1, 3).astype(np.uint64)
    numbered = manifold3d.Mesh64(
        *mesh,
        run_index=np.array([0, 3 * count], dtype=np.uint64),
        run_original_id=np.array([id], dtype=np.uint32),
        face_id=np.arange(offset, offset + count, dtype=np.uint64),
    )
    shape = manifold3d.Manifold(numbered)
    for decimals in _ROUNDINGS:
        if shape.status() == manifold3d.Error.NoError and not _differs(shape, solid):
            return shape
        # Turning the edges of slivers, the library may fold a surface; without the slivers it lies flat again. It takes
        # them out where faces carry no numbers; colours then come from the nearest faces.
        points = np.ascontiguousarray(np.round(mesh[0], decimals))
        shape = manifold3d.Manifold(manifold3d.Mesh64(points, mesh[1])).simplify(0)
    if shape.status() != manifold3d.Error.NoError:
        raise MeshError("the solid cannot be cut: {reason}", reason=shape.status().name)
    if _differs(shape, solid):
        raise MeshError("the solid cannot be cut: {reason}", reason="slivers")
    return shape


_ROUNDINGS = (12, 7, 6, 5)
"""Decimals (in) of the corners that are tried where a solid has slivers: the last is what welding takes for a point."""


def _differs(shape: Any, solid: Solid) -> bool:
    return bool(abs(shape.volume() - solid.volume) > 1e-6 * max(1.0, solid.volume))


def _around(boxes: FloatArray, shell: Any) -> int:
    """Return which of the solids in ``boxes`` (k, 6) has the cavity ``shell``: the one with the least box around it."""
    inner = np.array(shell.bounding_box())
    holds = (boxes[:, :3] <= inner[:3] + 1e-9).all(axis=1) & (boxes[:, 3:] >= inner[3:] - 1e-9).all(axis=1)
    sizes = np.prod(boxes[:, 3:] - boxes[:, :3], axis=1)
    return int(np.lexsort((sizes, ~holds))[0])


def sources(cut_solid: CutSolid) -> Ints:
    """Return for each triangle of a shape the number of the original face it lies in, -1 on a cut."""
    return _sources(cut_solid.shape.to_mesh64(), cut_solid.ids)


def _sources(mesh: Any, ids: range) -> Ints:
    ends = np.array(mesh.run_index, dtype=np.int64) // 3
    origin = np.repeat(np.array(mesh.run_original_id, dtype=np.int64), ends[1:] - ends[:-1])
    return np.where((origin >= ids.start) & (origin < ids.stop), np.array(mesh.face_id, dtype=np.int64), -1)


def joined_skin(solids: Sequence[Solid], skins: Sequence[Skin | None]) -> Skin | None:
    """Return the skin of solids put together, grey where one has none; None where none has."""
    if not any(skin is not None for skin in skins):
        return None
    filled = [
        skin
        if skin is not None
        else Skin(np.full((len(solid.faces), 3), 200, dtype=np.uint8), np.zeros(len(solid.faces), dtype=np.uint8))
        for solid, skin in zip(solids, skins, strict=True)
    ]
    return Skin(np.concatenate([s.colours for s in filled]), np.concatenate([s.materials for s in filled]))


def _carried(skin: Skin, middles: FloatArray, source: Ints, solid: Solid) -> Skin:
    """Return the skin of the solid's triangles; a cut's takes that of the nearest triangle there was."""
    unknown = (source < 0) | (source >= len(middles))
    if unknown.any():
        from scipy.spatial import cKDTree

        _, nearest = cKDTree(middles).query(solid.triangles[unknown].mean(axis=1))
        source = source.copy()
        source[unknown] = nearest
    return Skin(skin.colours[source], skin.materials[source])


def union(pieces: Sequence[CutSolid]) -> CutSolid:
    """Return one or more pieces of one solid, united."""
    if len(pieces) == 1:
        return pieces[0]
    import manifold3d

    shape = manifold3d.Manifold.batch_boolean([piece.shape for piece in pieces], manifold3d.OpType.Add)
    return pieces[0].with_shape(shape)


def prism(area: Any, low: float, high: float, turn: float) -> Any:
    """Return the cutter over a polygon or several (shapely, in the grid's frame) between two heights, in the piece's
    frame; None where the area is empty.
    """
    import manifold3d
    import shapely

    rings = [
        np.array(ring.coords)[:-1, :2]
        for part in shapely.get_parts(area).tolist()
        if part.geom_type == "Polygon" and not part.is_empty
        for ring in (part.exterior, *part.interiors)
    ]
    if not rings or not high > low:
        return None
    c, s = np.cos(turn), np.sin(turn)
    turned = [ring @ np.array([[c, s], [-s, c]]) for ring in rings]
    flat = manifold3d.CrossSection(turned, manifold3d.FillRule.EvenOdd)
    if flat.is_empty():
        return None
    return flat.extrude(high - low).translate((0, 0, low))


def box_between(start: FloatArray, end: FloatArray, along: FloatArray, half: tuple[float, float], turn: float) -> Any:
    """Return the box from ``start`` to ``end`` (3,) in the grid's frame, reaching ``half[0]`` to both sides along the
    level unit vector ``along`` (2,) and ``half[1]`` square to it, as a cutter in the piece's frame.
    """
    import manifold3d

    way = end - start
    length = float(np.linalg.norm(way))
    w = way / length
    u = np.array([along[0], along[1], 0.0])
    u = u - w * float(u @ w)
    u /= np.linalg.norm(u)
    v = np.cross(w, u)
    c, s = np.cos(turn), np.sin(turn)
    back = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    axes = back @ np.stack([u, v, w], axis=1)
    matrix = np.column_stack([axes, back @ start])
    cube = manifold3d.Manifold.cube((2 * half[0], 2 * half[1], length)).translate((-half[0], -half[1], 0))
    return cube.transform(matrix)


def plate_between(start: FloatArray, way: FloatArray, leaf: "DoorPanel", floor: float, turn: float) -> Any:
    """Return the upright plate of a leaf as a cutter in the piece's frame: from the height ``floor`` (in) up to its
    edge, in an opening that begins at ``start`` (3,) and leads along ``way`` (2,), both in the grid's frame.
    """
    import manifold3d

    across = np.array([-way[1], way[0]])
    aside = leaf.left + leaf.cell * np.arange(len(leaf.heights) + 1)
    upper = np.maximum(leaf.heights[np.minimum(np.arange(len(aside)), len(leaf.heights) - 1)], floor + 0.01) + 0.005
    outline = np.concatenate([[(aside[0], floor), (aside[-1], floor)], np.column_stack([aside, upper])[::-1]])
    flat = manifold3d.CrossSection([outline], manifold3d.FillRule.EvenOdd)
    c, s = np.cos(turn), np.sin(turn)
    back = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    u, v = np.array([*across, 0.0]), np.array([*way, 0.0])
    # The outline lies in (u, z); it is drawn out along its third axis, u x z, which is the way or its opposite.
    w = np.cross(u, (0.0, 0.0, 1.0))
    near, far = sorted((leaf.near * float(v @ w), leaf.far * float(v @ w)))
    origin = np.array([start[0], start[1], 0.0]) + w * near
    axes = back @ np.stack([u, np.array([0.0, 0.0, 1.0]), w], axis=1)
    return flat.extrude(far - near).transform(np.column_stack([axes, back @ origin]))
