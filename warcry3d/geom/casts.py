"""Exact queries on trees of triangles: segment casts, insides and clearances (compiled, float64).

Casts treat surfaces as closed sets: a line that touches is stopped. The side of a line and an edge is computed in one
order of the edge's ends for both triangles beside it, so no line slips through between two triangles.
"""

import numpy as np

from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Floats1, Ints1
from warcry3d.geom.tree import Mesh

__all__ = [
    "LENGTH_EPSILON",
    "any_hit",
    "clearance",
    "cross_triangle",
    "first_hits",
    "is_blocked",
    "is_inside",
    "way_from",
]

LENGTH_EPSILON = 1e-9
"""Boxes are grown by this (in) before a line counts as missing them: more than all rounding errors."""


@inlined
def edge_side(V, sx, sy, sz, tx, ty, tz, i, j):
    """Return six times the volume of (s, t, i, j), computed in one order of i and j; its sign says on which side of
    the directed edge i to j the line from s to t passes.
    """
    flip = i > j
    if flip:
        i, j = j, i
    ax, ay, az = V[i, 0] - sx, V[i, 1] - sy, V[i, 2] - sz
    bx, by, bz = V[j, 0] - sx, V[j, 1] - sy, V[j, 2] - sz
    dx, dy, dz = tx - sx, ty - sy, tz - sz
    side = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx)
    return -side if flip else side


@inlined
def cross_triangle(mesh, f, sx, sy, sz, tx, ty, tz):
    """Return (sign, where): +1 the segment enters through triangle f, -1 it leaves, 0 it misses; where along it."""
    N = mesh.normals
    d = mesh.offsets[f]
    hs = N[f, 0] * sx + N[f, 1] * sy + N[f, 2] * sz - d
    ht = N[f, 0] * tx + N[f, 1] * ty + N[f, 2] * tz - d
    if (hs > 0 and ht > 0) or (hs < 0 and ht < 0):
        return 0, 0.0
    V = mesh.vertices
    i, j, k = mesh.faces[f, 0], mesh.faces[f, 1], mesh.faces[f, 2]
    a = edge_side(V, sx, sy, sz, tx, ty, tz, i, j)
    b = edge_side(V, sx, sy, sz, tx, ty, tz, j, k)
    c = edge_side(V, sx, sy, sz, tx, ty, tz, k, i)
    if not ((a >= 0 and b >= 0 and c >= 0) or (a <= 0 and b <= 0 and c <= 0)):
        return 0, 0.0
    if hs == ht:  # in the plane of the triangle: the corner tests decide nothing; a line that grazes counts as touching
        where = _touches_flat(mesh, f, sx, sy, sz, tx, ty, tz)
        return (1, where) if where >= 0.0 else (0, 0.0)
    return (1 if hs > ht else -1), hs / (hs - ht)


@lean_kernel
def _touches_flat(mesh, f, sx, sy, sz, tx, ty, tz):
    """Return where a segment lying in the plane of triangle f first meets it, -1 if nowhere."""
    drop = 0
    for i in range(1, 3):
        if abs(mesh.normals[f, i]) > abs(mesh.normals[f, drop]):
            drop = i
    u, v = (drop + 1) % 3, (drop + 2) % 3
    s = (sx, sy, sz)
    t = (tx, ty, tz)
    # clip the segment against the triangle's three edges in 2D
    low, high = 0.0, 1.0
    turn = 1.0 if mesh.normals[f, drop] > 0 else -1.0
    for e in range(3):
        p = mesh.vertices[mesh.faces[f, e]]
        q = mesh.vertices[mesh.faces[f, (e + 1) % 3]]
        du, dv = turn * (q[u] - p[u]), turn * (q[v] - p[v])
        hs = du * (s[v] - p[v]) - dv * (s[u] - p[u])
        ht = du * (t[v] - p[v]) - dv * (t[u] - p[u])
        if hs < 0 and ht < 0:
            return -1.0
        if hs < 0:
            low = max(low, hs / (hs - ht))
        elif ht < 0:
            high = min(high, hs / (hs - ht))
    return low if low <= high else -1.0


@inlined
def _meets_box(boxes, node, hair, sx, sy, sz, rx, ry, rz):
    """Return whether the segment from s with reciprocals r of its direction meets the node's box, grown by ``hair``."""
    low, high = 0.0, 1.0
    for i in range(3):
        o = sx if i == 0 else (sy if i == 1 else sz)
        r = rx if i == 0 else (ry if i == 1 else rz)
        a = (boxes[node, i] - hair - o) * r
        b = (boxes[node, i + 3] + hair - o) * r
        if a > b:
            a, b = b, a
        low = max(low, a)
        high = min(high, b)
        if low > high:
            return False
    return True


@lean_kernel
def _reciprocal(x):
    if abs(x) < 1e-30:
        return 1e30
    return 1.0 / x


@inlined
def any_hit(mesh, roots, s, t, stack):
    """Return a triangle under the given roots that the segment from s to t touches, the first found; -1: none."""
    sx, sy, sz, tx, ty, tz = s[0], s[1], s[2], t[0], t[1], t[2]
    rx, ry, rz = _reciprocal(tx - sx), _reciprocal(ty - sy), _reciprocal(tz - sz)
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            if not _meets_box(mesh.boxes, node, LENGTH_EPSILON, sx, sy, sz, rx, ry, rz):
                continue
            first = mesh.children[node, 0]
            if first < 0:
                for q in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                    sign, _ = cross_triangle(mesh, q, sx, sy, sz, tx, ty, tz)
                    if sign != 0:
                        return q
            else:
                stack[top] = first
                stack[top + 1] = mesh.children[node, 1]
                top += 2
    return -1


@lean_kernel
def is_blocked(mesh: Mesh, roots: Ints1, s: Floats1, t: Floats1, stack: Ints1):
    """Return whether the segment from s to t touches any triangle under the given roots."""
    return any_hit(mesh, roots, s, t, stack) >= 0


@lean_kernel
def first_hits(
    mesh: Mesh, roots: Ints1, s: Floats1, t: Floats1, faces: Ints1, signs: Ints1, wheres: Floats1, stack: Ints1
):
    """Fill the three arrays with crossings of the segment, nearest to s first; return how many (at most their length,
    then the nearest are kept).
    """
    sx, sy, sz, tx, ty, tz = s[0], s[1], s[2], t[0], t[1], t[2]
    rx, ry, rz = _reciprocal(tx - sx), _reciprocal(ty - sy), _reciprocal(tz - sz)
    n, room = 0, len(faces)
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            if not _meets_box(mesh.boxes, node, LENGTH_EPSILON, sx, sy, sz, rx, ry, rz):
                continue
            first = mesh.children[node, 0]
            if first >= 0:
                stack[top] = first
                stack[top + 1] = mesh.children[node, 1]
                top += 2
                continue
            for q in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                f = q
                sign, where = cross_triangle(mesh, f, sx, sy, sz, tx, ty, tz)
                if sign == 0 or (n == room and where >= wheres[n - 1]):
                    continue
                k = n if n < room else room - 1
                while k > 0 and wheres[k - 1] > where:
                    faces[k], signs[k], wheres[k] = faces[k - 1], signs[k - 1], wheres[k - 1]
                    k -= 1
                faces[k], signs[k], wheres[k] = f, sign, where
                n = min(n + 1, room)
    return n


@lean_kernel
def is_inside(mesh: Mesh, roots: Ints1, p: Floats1, stack: Ints1):
    """Return whether p lies inside a solid: signed crossings of a slightly slanted line to high above do not cancel."""
    reach = 1000.0
    tx, ty, tz = p[0] + reach * 0.0137, p[1] + reach * 0.0091, p[2] + reach
    rx, ry, rz = _reciprocal(tx - p[0]), _reciprocal(ty - p[1]), _reciprocal(tz - p[2])
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        total = 0
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            if not _meets_box(mesh.boxes, node, LENGTH_EPSILON, p[0], p[1], p[2], rx, ry, rz):
                continue
            first = mesh.children[node, 0]
            if first < 0:
                for q in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                    sign, _ = cross_triangle(mesh, q, p[0], p[1], p[2], tx, ty, tz)
                    total += sign
            else:
                stack[top] = first
                stack[top + 1] = mesh.children[node, 1]
                top += 2
        if total < 0:
            return True
    return False


@lean_kernel
def _clamp(x):
    return 0.0 if x < 0.0 else (1.0 if x > 1.0 else x)


@lean_kernel
def segments_gap2(p, q, a, b):
    """Return (squared distance, x, y): x along p-q and y along a-b where the two segments are nearest."""
    ux, uy, uz = q[0] - p[0], q[1] - p[1], q[2] - p[2]
    vx, vy, vz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    wx, wy, wz = p[0] - a[0], p[1] - a[1], p[2] - a[2]
    uu, vv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
    uv = ux * vx + uy * vy + uz * vz
    uw, vw = ux * wx + uy * wy + uz * wz, vx * wx + vy * wy + vz * wz
    den = uu * vv - uv * uv
    x = _clamp((uv * vw - vv * uw) / den) if den > 1e-18 * uu * vv + 1e-300 else 0.0
    y = (uv * x + vw) / vv if vv > 0 else 0.0
    if y < 0.0 or y > 1.0:
        y = _clamp(y)
        x = _clamp((uv * y - uw) / uu) if uu > 0 else 0.0
    dx, dy, dz = wx + ux * x - vx * y, wy + uy * x - vy * y, wz + uz * x - vz * y
    return dx * dx + dy * dy + dz * dz, x, y


@lean_kernel
def _point_triangle_gap2(mesh, f, p):
    """Return the squared distance from p to triangle f if its nearest point is inside the triangle, else infinity."""
    V, n = mesh.vertices, mesh.normals[f]
    h = n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - mesh.offsets[f]
    x, y, z = p[0] - h * n[0], p[1] - h * n[1], p[2] - h * n[2]
    for e in range(3):
        a = V[mesh.faces[f, e]]
        b = V[mesh.faces[f, (e + 1) % 3]]
        ex, ey, ez = b[0] - a[0], b[1] - a[1], b[2] - a[2]
        px, py, pz = x - a[0], y - a[1], z - a[2]
        if n[0] * (ey * pz - ez * py) + n[1] * (ez * px - ex * pz) + n[2] * (ex * py - ey * px) < 0:
            return np.inf
    return h * h


@lean_kernel
def clearance(mesh: Mesh, roots: Ints1, s: Floats1, t: Floats1, limit: float, stack: Ints1):
    """Return (gap, face): the distance (in) from a segment that touches nothing to the nearest triangle, at most
    ``limit`` (face -1 where nothing is nearer).
    """
    best, nearest = limit * limit, -1
    sx, sy, sz = s[0], s[1], s[2]
    rx, ry, rz = _reciprocal(t[0] - sx), _reciprocal(t[1] - sy), _reciprocal(t[2] - sz)
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            reach = np.sqrt(best)
            if not _meets_box(mesh.boxes, node, reach, sx, sy, sz, rx, ry, rz):
                continue
            first = mesh.children[node, 0]
            if first >= 0:
                stack[top] = first
                stack[top + 1] = mesh.children[node, 1]
                top += 2
                continue
            for q in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                f = q
                gap2 = min(_point_triangle_gap2(mesh, f, s), _point_triangle_gap2(mesh, f, t))
                for e in range(3):
                    a = mesh.vertices[mesh.faces[f, e]]
                    b = mesh.vertices[mesh.faces[f, (e + 1) % 3]]
                    gap2 = min(gap2, segments_gap2(s, t, a, b)[0])
                if gap2 < best:
                    best, nearest = gap2, f
    return np.sqrt(best), nearest


@lean_kernel
def way_from(mesh, f, s, t, away):
    """Write the unit vector from triangle f's nearest point to the segment's (the normal of f where they touch); return
    where along the segment that is, from 0 to 1.
    """
    gap2, along = np.inf, 0.5
    n = mesh.normals[f]
    for i in range(3):
        away[i] = n[i]
    for end in range(2):
        p = s if end == 0 else t
        off = _point_triangle_gap2(mesh, f, p)
        if off < gap2:
            gap2, along = off, float(end)
            above = n[0] * p[0] + n[1] * p[1] + n[2] * p[2] > mesh.offsets[f]
            for i in range(3):
                away[i] = n[i] if above else -n[i]
    for e in range(3):
        a = mesh.vertices[mesh.faces[f, e]]
        b = mesh.vertices[mesh.faces[f, (e + 1) % 3]]
        off, x, y = segments_gap2(s, t, a, b)
        if off < gap2:
            gap2, along = off, x
            if off > 1e-20:
                for i in range(3):
                    away[i] = (s[i] + x * (t[i] - s[i]) - a[i] - y * (b[i] - a[i])) / np.sqrt(off)
    return along
