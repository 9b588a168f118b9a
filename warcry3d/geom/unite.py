"""Solids that touch or cross made one, so that no crack is left between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["United", "joined_shells", "overlapping", "unite"]


@dataclass(frozen=True, slots=True, eq=False)
class United:
    """The union of several solids: for each of its triangles, ``which`` (m,) solid it comes from and ``source`` (m,)
    the number of the triangle there in whose plane it lies.
    """

    solid: Solid
    which: Indices
    source: Indices


def unite(solids: Sequence[Solid]) -> United:
    """Return the union of one or more solids; raise `MeshError` where a solid cannot be cut.

    A single solid, and solids far from each other, come back unchanged, triangle by triangle.
    """
    if not solids:
        raise ValueError("there are no solids to unite")
    offsets = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    vertices = np.concatenate([solid.vertices for solid in solids])
    faces = np.concatenate(
        [solid.faces.astype(np.int64) + offset for solid, offset in zip(solids, offsets, strict=False)]
    )
    which = np.repeat(np.arange(len(solids)), [len(solid.faces) for solid in solids])
    first = np.cumsum([0, *(len(solid.faces) for solid in solids)])
    if not overlapping(vertices, faces, which):
        return United(Solid(vertices, faces.astype(np.int32)), which, np.arange(len(faces)) - first[which])
    united = joined_shells(vertices, faces, which)
    return United(united.solid, united.which, united.source - first[united.which])


def overlapping(vertices: FloatArray, faces: Indices, group: Indices) -> bool:
    """Return whether the boxes around any two groups of faces meet. group: (m,) a number for each face."""
    numbers, label = np.unique(group, return_inverse=True)
    if len(numbers) < 2:
        return False
    low, high = _group_bounds(vertices, faces, label.ravel(), len(numbers))
    order = np.argsort(low[:, 0])
    low, high = low[order], high[order]
    for i in range(len(low) - 1):
        stop = int(np.searchsorted(low[:, 0], high[i, 0], side="right"))
        rest = slice(i + 1, stop)
        if ((low[rest] <= high[i]) & (high[rest] >= low[i])).all(axis=1).any():
            return True
    return False


def _group_bounds(vertices: FloatArray, faces: Indices, label: Indices, count: int) -> tuple[FloatArray, FloatArray]:
    order = np.argsort(label, kind="stable")
    start = np.searchsorted(label[order], np.arange(count))
    corners = vertices[faces[order]]
    return np.minimum.reduceat(corners.min(axis=1), start), np.maximum.reduceat(corners.max(axis=1), start)


def joined_shells(vertices: FloatArray, faces: Indices, group: Indices) -> United:
    """Return the union of the closed groups of faces; ``source`` counts through all of ``faces``.

    Each group must be closed, oriented and face outward as a whole (a cavity belongs to the group of its shell).
    """
    import manifold3d

    order = np.argsort(group, kind="stable")
    numbers, first = np.unique(group[order], return_index=True)
    members = np.split(order, first[1:])
    base = manifold3d.Manifold.reserve_ids(len(numbers))
    bodies = [_body(manifold3d, vertices, faces, which, base + i) for i, which in enumerate(members)]
    mesh = manifold3d.Manifold.batch_boolean(bodies, manifold3d.OpType.Add).to_mesh64()
    points = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    triangles = np.array(mesh.tri_verts, dtype=np.int64)
    if len(mesh.merge_from_vert):
        to = np.arange(len(points))
        to[np.array(mesh.merge_from_vert, dtype=np.int64)] = np.array(mesh.merge_to_vert, dtype=np.int64)
        triangles = to[triangles]
    run_ends = np.array(mesh.run_index, dtype=np.int64) // 3
    which = numbers[np.repeat(np.array(mesh.run_original_id, dtype=np.int64) - base, run_ends[1:] - run_ends[:-1])]
    solid = Solid(points, triangles.astype(np.int32))
    return United(solid, which, np.array(mesh.face_id, dtype=np.int64))


def _body(manifold3d: Any, vertices: FloatArray, faces: Indices, which: Indices, id: int) -> Any:
    used, inverse = np.unique(faces[which], return_inverse=True)
    body = manifold3d.Manifold(
        manifold3d.Mesh64(
            np.array(vertices[used], order="C"),
            inverse.reshape(-1, 3).astype(np.uint64),
            run_index=np.array([0, 3 * len(which)], dtype=np.uint64),
            run_original_id=np.array([id], dtype=np.uint32),
            face_id=which.astype(np.uint64),
        )
    )
    if body.status() != manifold3d.Error.NoError:
        x, y, z = vertices[used].mean(axis=0)
        raise MeshError(
            "the shell around ({x:.2f}, {y:.2f}, {z:.2f}) cannot be united with the rest: {reason}",
            x=x,
            y=y,
            z=z,
            reason=body.status().name,
        )
    return body
