"""Groups of points near each other, so that one problem is reported once."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.findings import Place

__all__ = ["connected", "groups", "place"]


def groups(points: FloatArray, distance: float) -> list[NDArray[np.int64]]:
    """Return the points (n, 3) in groups, as numbers: each is within ``distance`` (in) of another of its group.

    The largest group first; of equals the one with the first point.
    """
    if not len(points):
        return []
    # Cells of half the distance stand for their points, or a heap of points would have a square of pairs.
    cells, cell = np.unique(np.floor(points / (distance / 2)).astype(np.int64), axis=0, return_inverse=True)
    near = connected(len(cells), _neighbours(cells))
    label = np.empty(len(cells), dtype=np.int64)
    for number, group in enumerate(near):
        label[group] = number
    return _by_label(label[cell.ravel()])


def connected(count: int, pairs: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the numbers below ``count`` in groups that ``pairs`` (k, 2) join; the largest first."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    if not count:
        return []
    ones = np.ones(len(pairs), dtype=np.int8)
    graph = coo_matrix((ones, (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    return _by_label(connected_components(graph, directed=False)[1])


def _by_label(label: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    order = np.argsort(label, kind="stable")
    found = np.split(order, np.flatnonzero(np.diff(label[order])) + 1)
    return sorted(found, key=lambda group: (-len(group), int(group[0])))


def _neighbours(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    from scipy.spatial import cKDTree

    pairs: NDArray[np.int64] = cKDTree(cells).query_pairs(1.8, output_type="ndarray")
    return pairs


def place(point: FloatArray) -> Place:
    """Return a point (3,) as a place of a finding."""
    x, y, z = (round(float(v), 4) for v in point)
    return (x, y, z)
