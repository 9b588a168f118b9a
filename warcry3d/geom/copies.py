"""Bodies that are in a mesh several times, exactly one in the other: of each one."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.halfedges import Indices

__all__ = ["without_copies"]

_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
"""Odd numbers that mix the corners of a triangle into one number."""


def without_copies(faces: Indices) -> NDArray[np.bool_] | None:
    """Return which faces (m, 3) are left of bodies that are there several times; None where no body is.

    A body is what hangs together by its corners; it is there several times if each of its triangles is, the same way
    round. Bodies that only share some triangles need them all.
    """
    turned = np.take_along_axis(faces, (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1)
    mixed = (turned.astype(np.uint64) * _MIX).sum(axis=1, dtype=np.uint64)
    if len(np.unique(mixed)) > len(faces) - 4:  # no body has fewer triangles
        return None
    _, first, label, count = np.unique(turned, axis=0, return_index=True, return_inverse=True, return_counts=True)
    label = label.ravel()
    body = _bodies(turned)[turned[:, 0]]
    is_once = np.zeros(int(body.max()) + 1, dtype=bool)
    is_once[body[count[label] == 1]] = True
    keep = is_once[body]
    if keep.all():
        return None
    keep[first] = True
    return keep


def _bodies(faces: Indices) -> Indices:
    """Return for each point the number of the body that it belongs to."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    count = int(faces.max()) + 1
    ends = np.concatenate([faces[:, :2], faces[:, 1:]])
    graph = coo_matrix((np.ones(len(ends), dtype=np.int8), (ends[:, 0], ends[:, 1])), shape=(count, count))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)
