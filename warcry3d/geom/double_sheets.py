"""Sheets that are in a mesh twice, with a front and a back in the same places: of each one side."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.halfedges import Indices

__all__ = ["one_side"]


def one_side(faces: Indices) -> NDArray[np.bool_] | None:
    """Return which faces (m, 3) make one side, each connected sheet turned alike: that of its first face.

    None unless every triangle is there exactly twice, once each way round, and every sheet has two sides. Where more
    than two sheets meet along an edge, each ends there.
    """
    partner = _partners(faces)
    if partner is None:
        return None
    label = _sides(faces, partner)
    if (label == label[partner]).any():  # a strip with one side
        return None
    first = np.full(int(label.max()) + 1, len(faces))
    np.minimum.at(first, label, np.arange(len(faces)))
    return np.asarray(first[label] < first[label[partner]])


def _partners(faces: Indices) -> Indices | None:
    """Return for each face the one with the same corners, the other way round; None where there is not just one."""
    turned = np.take_along_axis(faces, (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1)
    is_up = turned[:, 1] < turned[:, 2]
    corners = np.sort(turned, axis=1)
    order = np.lexsort((is_up, *corners.T[::-1]))
    if len(faces) % 2:
        return None
    one, other = order[::2], order[1::2]
    is_pair = (corners[one] == corners[other]).all(axis=1) & (is_up[one] != is_up[other])
    if not is_pair.all() or len(np.unique(corners, axis=0)) != len(one):
        return None
    partner = np.empty(len(faces), dtype=np.int64)
    partner[one], partner[other] = other, one
    return partner


def _sides(faces: Indices, partner: Indices) -> Indices:
    """Return for each face the number of the side it is on: with neighbours turned alike, over edges of two sheets."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    ends = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)
    owner = np.repeat(np.arange(len(faces)), 3)
    is_back = ends[:, 0] > ends[:, 1]
    order = np.lexsort((is_back, ends.max(axis=1), ends.min(axis=1)))
    _, start, count = np.unique(np.sort(ends, axis=1)[order], axis=0, return_index=True, return_counts=True)
    four = owner[order[start[count == 4][:, None] + np.arange(4)]]  # two that run it one way, two the other
    neighbour = np.where(partner[four[:, 0]] == four[:, 2], four[:, 3], four[:, 2])
    rest = np.where(neighbour == four[:, 2], four[:, 3], four[:, 2])
    links = np.concatenate([np.stack([four[:, 0], neighbour], 1), np.stack([four[:, 1], rest], 1)])
    graph = coo_matrix((np.ones(len(links), np.int8), (links[:, 0], links[:, 1])), shape=(len(faces), len(faces)))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)
