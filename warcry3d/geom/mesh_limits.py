"""Limits of what is mended: loose triangles and dust would take minutes and become nothing."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray

__all__ = ["largest_shells", "open_edges", "refuse_dust"]

_LOOSE = 20_000
"""More open edges than this, and than a quarter of the triangles, are no slip of a modeller: closing them would take
minutes and lead nowhere."""

_MOST_SHELLS = 60_000
"""Uniting more shells than this takes longer than anybody waits: such a mesh is dust."""


def refuse_dust(faces: Indices, count: int) -> None:
    """Raise `MeshError` for a mesh (of ``count`` points) of loose triangles, or of more shells than can be united."""
    edges, triangles = open_edges(faces, count), len(faces)
    if edges > _LOOSE and edges > triangles / 4:
        raise MeshError(
            "the mesh is loose triangles: {edges} open edges around {count} triangles", edges=edges, count=triangles
        )
    if (shells := _shells(faces, count)) > _MOST_SHELLS:
        raise MeshError("{count} separate shells exceed the limit of {limit}", count=shells, limit=_MOST_SHELLS)


def open_edges(faces: Indices, count: int) -> int:
    """Return how many edges of a mesh of ``count`` points have one triangle alone beside them."""
    corners = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2)
    _, beside = np.unique(ends.min(axis=1) * count + ends.max(axis=1), return_counts=True)
    return int((beside % 2).sum())


def largest_shells(vertices: FloatArray, faces: Indices) -> NDArray[np.bool_]:
    """Return which faces belong to the largest pieces by area, as many as can be united; of most meshes all."""
    if len(faces) <= _MOST_SHELLS:
        return np.ones(len(faces), dtype=bool)
    _, label = np.unique(_pieces(faces, len(vertices)), return_inverse=True)
    label = label.ravel()
    t = vertices[faces]
    areas = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1)
    sizes = np.bincount(label, weights=areas)
    kept = np.zeros(len(sizes), dtype=bool)
    kept[np.argsort(-sizes, kind="stable")[:_MOST_SHELLS]] = True
    return np.asarray(kept[label])


def _shells(faces: Indices, count: int) -> int:
    """Return how many pieces a mesh of ``count`` points falls into."""
    return 1 if len(faces) <= _MOST_SHELLS else len(np.unique(_pieces(faces, count)))


def _pieces(faces: Indices, count: int) -> Indices:
    """Return a number for each face that those share which hang together, (m,)."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    ends = np.concatenate([faces[:, :2], faces[:, 1:]])
    graph = coo_matrix((np.ones(len(ends), dtype=np.int8), (ends[:, 0], ends[:, 1])), shape=(count, count))
    return np.asarray(connected_components(graph, directed=False)[1][faces[:, 0]], dtype=np.int64)
