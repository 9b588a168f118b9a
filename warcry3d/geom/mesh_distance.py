"""The shortest distance between two closed meshes (compiled, float64).

Two trees are walked down together, the nearer halves first: pairs of boxes no nearer than what was found are left out.
"""

import numpy as np

from warcry3d.geom.casts import segments_gap2
from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Ints2
from warcry3d.geom.tree import MAX_DEPTH, Mesh

__all__ = ["PAIRS", "nearest_points"]

PAIRS = 4 * MAX_DEPTH
"""Rows of the stack that `nearest_points` needs: each pair leaves at most one other behind for each level of a tree."""


@inlined
def _box_gap2(one, a, other, b, x, y, z):
    """Return the squared distance of two nodes' boxes, the second shifted: never more than that of their faces."""
    p, q = one.boxes, other.boxes
    dx = max(p[a, 0] - q[b, 3] - x, q[b, 0] + x - p[a, 3], 0.0)
    dy = max(p[a, 1] - q[b, 4] - y, q[b, 1] + y - p[a, 4], 0.0)
    dz = max(p[a, 2] - q[b, 5] - z, q[b, 2] + z - p[a, 5], 0.0)
    return dx * dx + dy * dy + dz * dz


@lean_kernel
def _face_gap2(p, t, best, at):
    """Return the squared distance from a point to the triangle in ``t`` (3, 3) if its nearest point is within it and
    that is less than ``best``, else infinity; write that point into ``at``.
    """
    ux, uy, uz = t[1, 0] - t[0, 0], t[1, 1] - t[0, 1], t[1, 2] - t[0, 2]
    vx, vy, vz = t[2, 0] - t[0, 0], t[2, 1] - t[0, 1], t[2, 2] - t[0, 2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    size = nx * nx + ny * ny + nz * nz
    if size < 1e-300:
        return np.inf
    h = (nx * (p[0] - t[0, 0]) + ny * (p[1] - t[0, 1]) + nz * (p[2] - t[0, 2])) / size
    if h * h * size >= best:
        return np.inf
    x, y, z = p[0] - h * nx, p[1] - h * ny, p[2] - h * nz
    for e in range(3):
        f = (e + 1) % 3
        ex, ey, ez = t[f, 0] - t[e, 0], t[f, 1] - t[e, 1], t[f, 2] - t[e, 2]
        px, py, pz = x - t[e, 0], y - t[e, 1], z - t[e, 2]
        if nx * (ey * pz - ez * py) + ny * (ez * px - ex * pz) + nz * (ex * py - ey * px) < 0:
            return np.inf
    at[0], at[1], at[2] = x, y, z
    return h * h * size


@lean_kernel
def _volume(a, b, c, d):
    """Return six times the signed volume of four points."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    wx, wy, wz = d[0] - a[0], d[1] - a[1], d[2] - a[2]
    return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx)


@lean_kernel
def _pierces(p, q, t, at):
    """Return whether the segment p-q crosses the triangle in ``t``; write where into ``at``."""
    hp, hq = _volume(t[0], t[1], t[2], p), _volume(t[0], t[1], t[2], q)
    if (hp > 0 and hq > 0) or (hp < 0 and hq < 0) or hp == hq:
        return False
    a, b, c = _volume(p, q, t[0], t[1]), _volume(p, q, t[1], t[2]), _volume(p, q, t[2], t[0])
    if not ((a >= 0 and b >= 0 and c >= 0) or (a <= 0 and b <= 0 and c <= 0)):
        return False
    share = hp / (hp - hq)
    for i in range(3):
        at[i] = p[i] + share * (q[i] - p[i])
    return True


@lean_kernel
def _triangles(s, t, best, may_cross, ends, at):
    """Return the squared distance of two triangles (3, 3) if it is less than ``best``, else that; write its ends.

    Without ``may_cross`` they do not cross.
    """
    for e in range(3):
        p, q = s[e], s[(e + 1) % 3]
        for f in range(3):
            a, b = t[f], t[(f + 1) % 3]
            gap2, x, y = segments_gap2(p, q, a, b)
            if gap2 < best:
                best = gap2
                for i in range(3):
                    ends[0, i], ends[1, i] = p[i] + x * (q[i] - p[i]), a[i] + y * (b[i] - a[i])
    for k in range(3):
        gap2 = _face_gap2(s[k], t, best, at)
        if gap2 < best:
            best = gap2
            for i in range(3):
                ends[0, i], ends[1, i] = s[k, i], at[i]
        gap2 = _face_gap2(t[k], s, best, at)
        if gap2 < best:
            best = gap2
            for i in range(3):
                ends[0, i], ends[1, i] = at[i], t[k, i]
    for k in range(3):
        if (
            may_cross
            and best > 0.0
            and (_pierces(s[k], s[(k + 1) % 3], t, at) or _pierces(t[k], t[(k + 1) % 3], s, at))
        ):
            best = 0.0
            for i in range(3):
                ends[0, i], ends[1, i] = at[i], at[i]
    return best


@lean_kernel
def nearest_points(
    one: Mesh, other: Mesh, shift: Floats1, limit: float, enough: float, ends: Floats2, work: Floats2, stack: Ints2
):
    """Return the distance between the surfaces of two meshes' first groups (in), the second shifted by ``shift`` (3,);
    0 where they cross. Write the two nearest points into ``ends`` (2, 3).

    What is ``limit`` apart or more gives ``limit``, and ``ends`` stay; what is ``enough`` or nearer may give any
    distance up to that. ``work`` (7, 3) and ``stack`` (`PAIRS`, 2) are scratch.
    """
    best = limit * limit
    x, y, z = shift[0], shift[1], shift[2]
    stack[0, 0], stack[0, 1] = one.roots[0], other.roots[0]
    top = 1
    s, t, at = work[0:3], work[3:6], work[6]
    while top:
        top -= 1
        a, b = stack[top, 0], stack[top, 1]
        apart = _box_gap2(one, a, other, b, x, y, z)
        if apart >= best:
            continue
        first, second = one.children[a, 0], other.children[b, 0]
        if first < 0 and second < 0:
            for f in range(-first - 1, -first - 1 + one.children[a, 1]):
                _corners(one, f, 0.0, 0.0, 0.0, s)
                for g in range(-second - 1, -second - 1 + other.children[b, 1]):
                    _corners(other, g, x, y, z, t)
                    best = _triangles(s, t, best, apart == 0.0, ends, at)
                    if best <= enough * enough:
                        return np.sqrt(best)
            continue
        if second >= 0 and (first < 0 or _size(other, b) > _size(one, a)):
            near, far = second, other.children[b, 1]
            if _box_gap2(one, a, other, far, x, y, z) < _box_gap2(one, a, other, near, x, y, z):
                near, far = far, near
            stack[top, 0], stack[top, 1], stack[top + 1, 0], stack[top + 1, 1] = a, far, a, near
        else:
            near, far = first, one.children[a, 1]
            if _box_gap2(one, far, other, b, x, y, z) < _box_gap2(one, near, other, b, x, y, z):
                near, far = far, near
            stack[top, 0], stack[top, 1], stack[top + 1, 0], stack[top + 1, 1] = far, b, near, b
        top += 2
    return np.sqrt(best)


@inlined
def _corners(mesh, face, x, y, z, corners):
    for k in range(3):
        v = mesh.vertices[mesh.faces[face, k]]
        corners[k, 0], corners[k, 1], corners[k, 2] = v[0] + x, v[1] + y, v[2] + z


@inlined
def _size(mesh, node):
    box = mesh.boxes[node]
    return box[3] - box[0] + box[4] - box[1] + box[5] - box[2]
