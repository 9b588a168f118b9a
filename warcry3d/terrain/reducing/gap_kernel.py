"""Distances of points from a surface: a walk down its tree, nearer boxes first."""

import numpy as np

from warcry3d.geom.compiled import inlined, kernel
from warcry3d.geom.records import Floats1, Floats2, Ints2, Longs1

__all__ = ["box_gap2", "face_gap2", "gaps", "nearest_face"]


@inlined
def box_gap2(boxes, node, x, y, z):
    """Return the squared distance from a point to a node's box."""
    dx = max(boxes[node, 0] - x, x - boxes[node, 3], 0.0)
    dy = max(boxes[node, 1] - y, y - boxes[node, 4], 0.0)
    dz = max(boxes[node, 2] - z, z - boxes[node, 5], 0.0)
    return dx * dx + dy * dy + dz * dz


@inlined
def _edge_gap2(ax, ay, az, bx, by, bz):
    """Return the squared distance from the origin to the segment from a to b."""
    ux, uy, uz = bx - ax, by - ay, bz - az
    length = ux * ux + uy * uy + uz * uz
    t = -(ax * ux + ay * uy + az * uz) / length if length > 0 else 0.0
    t = min(max(t, 0.0), 1.0)
    px, py, pz = ax + t * ux, ay + t * uy, az + t * uz
    return px * px + py * py + pz * pz


@inlined
def face_gap2(V, i, j, k, x, y, z):
    """Return the squared distance from a point to the triangle of three vertices (with no unit normal, which a
    sliver may not have).
    """
    ax, ay, az = V[i, 0] - x, V[i, 1] - y, V[i, 2] - z
    bx, by, bz = V[j, 0] - x, V[j, 1] - y, V[j, 2] - z
    cx, cy, cz = V[k, 0] - x, V[k, 1] - y, V[k, 2] - z
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    nn = nx * nx + ny * ny + nz * nz
    if nn > 0.0:
        # signs of the volumes over the three sides tell whether the foot of the plumb line lies within
        s0 = (by * cz - bz * cy) * nx + (bz * cx - bx * cz) * ny + (bx * cy - by * cx) * nz
        s1 = (cy * az - cz * ay) * nx + (cz * ax - cx * az) * ny + (cx * ay - cy * ax) * nz
        s2 = (ay * bz - az * by) * nx + (az * bx - ax * bz) * ny + (ax * by - ay * bx) * nz
        if s0 >= 0.0 and s1 >= 0.0 and s2 >= 0.0:
            h = ax * nx + ay * ny + az * nz
            return h * h / nn
    first = _edge_gap2(ax, ay, az, bx, by, bz)
    return min(first, _edge_gap2(bx, by, bz, cx, cy, cz), _edge_gap2(cx, cy, cz, ax, ay, az))


@inlined
def nearest_face(V, F, boxes, children, x, y, z, near, enough2, stack):
    """Return the squared distance from a point to the nearest triangle, and that triangle.

    ``near``: a triangle likely to be near; the walk ends where one within ``enough2`` (a squared distance) is found.
    """
    best = face_gap2(V, F[near, 0], F[near, 1], F[near, 2], x, y, z)
    stack[0] = 0
    top = 1
    while top and best > enough2:
        top -= 1
        node = stack[top]
        if box_gap2(boxes, node, x, y, z) >= best:
            continue
        first = children[node, 0]
        if first >= 0:
            second = children[node, 1]
            if box_gap2(boxes, first, x, y, z) < box_gap2(boxes, second, x, y, z):
                first, second = second, first
            stack[top] = first
            stack[top + 1] = second
            top += 2
            continue
        for f in range(-first - 1, -first - 1 + children[node, 1]):
            gap2 = face_gap2(V, F[f, 0], F[f, 1], F[f, 2], x, y, z)
            if gap2 < best:
                best, near = gap2, f
    return best, near


@kernel
def gaps(V: Floats2, F: Ints2, boxes: Floats2, children: Ints2, points: Floats2, gap: Floats1, face: Longs1):
    """Write for each of ``points`` (p, 3) the distance to the nearest triangle into ``gap`` (p,), and the number of
    that triangle into ``face`` (p,).

    V (n, 3), F (m, 3), boxes (k, 6), children (k, 2): of a `warcry3d.geom.tree.Mesh`. A point begins with the distance
    to the triangle nearest to the point before it, so points in the order of the surface are quick.
    """
    stack = np.empty(256, np.int64)
    near = 0
    for p in range(len(points)):
        best, near = nearest_face(V, F, boxes, children, points[p, 0], points[p, 1], points[p, 2], near, 0.0, stack)
        gap[p] = np.sqrt(best)
        face[p] = near
