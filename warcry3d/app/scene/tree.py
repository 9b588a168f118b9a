"""Distances along rays without a ray engine: a box tree in numba, for machines that embreex has no wheel for.

For light and cameras only; nothing here judges.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.compiled import kernel, lean_kernel
from warcry3d.geom.records import Floats2, Floats3, Ints2, Singles1, Singles2

__all__ = ["tree_distances"]

_LEAF = 4
_DEPTH = 64
Float32 = NDArray[np.float32]


def _grown(
    boxes: NDArray[np.float32], centres: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int32]]:
    """Return nodes (k, 3: first triangle, count, right child; the left child follows), their boxes (k, 6), the order.

    Each node is halved at the median of its longest side.
    """
    order = np.arange(len(boxes), dtype=np.int32)
    nodes: list[list[int]] = []
    bounds: list[NDArray[np.float32]] = []
    waiting = [(0, len(boxes), -1)]
    while waiting:
        begin, end, parent = waiting.pop()
        if parent >= 0:
            nodes[parent][2] = len(nodes)
        here = order[begin:end]
        low, high = boxes[here, :3].min(axis=0), boxes[here, 3:].max(axis=0)
        bounds.append(np.concatenate([low, high]))
        nodes.append([begin, end - begin, -1])
        if end - begin > _LEAF:
            middle = (end - begin) // 2
            axis = int(np.ptp(centres[here], axis=0).argmax())
            order[begin:end] = here[np.argpartition(centres[here, axis], middle)]
            nodes[-1][1] = 0
            # The left child is taken next, so that it follows its parent.
            waiting.append((begin + middle, end, len(nodes) - 1))
            waiting.append((begin, begin + middle, -1))
    return np.array(nodes, np.int32), np.array(bounds, np.float32), order


@lean_kernel
def _meets(box, o, inverse, limit):
    near, far = 0.0, limit
    for i in range(3):
        a, b = (box[i] - o[i]) * inverse[i], (box[i + 3] - o[i]) * inverse[i]
        near, far = max(near, min(a, b)), min(far, max(a, b))
    return near <= far * 1.000001


@lean_kernel
def _distance(corners, o, d):
    """Return the distance along ``d`` to a triangle, infinite where it is missed (Moeller and Trumbore 1997)."""
    e10, e11, e12 = corners[1, 0] - corners[0, 0], corners[1, 1] - corners[0, 1], corners[1, 2] - corners[0, 2]
    e20, e21, e22 = corners[2, 0] - corners[0, 0], corners[2, 1] - corners[0, 1], corners[2, 2] - corners[0, 2]
    p0, p1, p2 = d[1] * e22 - d[2] * e21, d[2] * e20 - d[0] * e22, d[0] * e21 - d[1] * e20
    determinant = e10 * p0 + e11 * p1 + e12 * p2
    if abs(determinant) < 1e-12:
        return np.inf
    s0, s1, s2 = o[0] - corners[0, 0], o[1] - corners[0, 1], o[2] - corners[0, 2]
    u = (s0 * p0 + s1 * p1 + s2 * p2) / determinant
    if u < -1e-7 or u > 1 + 1e-7:
        return np.inf
    q0, q1, q2 = s1 * e12 - s2 * e11, s2 * e10 - s0 * e12, s0 * e11 - s1 * e10
    v = (d[0] * q0 + d[1] * q1 + d[2] * q2) / determinant
    if v < -1e-7 or u + v > 1 + 1e-7:
        return np.inf
    away = (e20 * q0 + e21 * q1 + e22 * q2) / determinant
    return away if away >= 0 else np.inf


@kernel
def _shoot(
    nodes: Ints2,
    bounds: Singles2,
    triangles: Floats3,
    origins: Floats2,
    directions: Floats2,
    reach: float,
    found: Singles1,
):
    stack = np.empty(_DEPTH, np.int32)
    inverse = np.empty(3)
    for ray in range(len(origins)):
        o, d = origins[ray], directions[ray]
        for i in range(3):
            inverse[i] = 1.0 / d[i] if abs(d[i]) > 1e-12 else (1e12 if d[i] >= 0 else -1e12)
        nearest = reach
        stack[0], height = 0, 1
        while height:
            height -= 1
            node = stack[height]
            if not _meets(bounds[node], o, inverse, nearest):
                continue
            begin, count, right = nodes[node, 0], nodes[node, 1], nodes[node, 2]
            for t in range(begin, begin + count):
                nearest = min(nearest, _distance(triangles[t], o, d))
            if right >= 0:
                stack[height] = right
                stack[height + 1] = node + 1
                height += 2
        found[ray] = nearest


def tree_distances(points: Float32, faces: NDArray[np.int32]) -> Callable[[Float32, Float32, float], Float32]:
    """Return what `warcry3d.app.scene.bake.ray_distances` returns."""
    triangles = points[faces].astype(np.float64)
    boxes = np.concatenate([triangles.min(axis=1), triangles.max(axis=1)], axis=1).astype(np.float32)
    nodes, bounds, order = _grown(boxes, triangles.mean(axis=1).astype(np.float32))
    ordered = np.ascontiguousarray(triangles[order])

    def shoot(origins: Float32, directions: Float32, reach: float) -> Float32:
        found = np.empty(len(origins), np.float32)
        starts, ways = np.ascontiguousarray(origins, np.float64), np.ascontiguousarray(directions, np.float64)
        _shoot(nodes, bounds, ordered, starts, ways, float(reach), found)
        return found

    return shoot
