"""Limits of what is mended: loose triangles and dust would take minutes and become nothing."""

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.halfedges import Indices

__all__ = ["open_edges", "refuse_dust"]

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


def _shells(faces: Indices, count: int) -> int:
    """Return how many pieces a mesh of ``count`` points falls into."""
    if len(faces) <= _MOST_SHELLS:
        return 1
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    ends = np.concatenate([faces[:, :2], faces[:, 1:]])
    graph = coo_matrix((np.ones(len(ends), dtype=np.int8), (ends[:, 0], ends[:, 1])), shape=(count, count))
    return len(np.unique(connected_components(graph, directed=False)[1][faces[:, 0]]))
