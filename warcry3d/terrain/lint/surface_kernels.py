"""Compiled loops of lint: many ray casts at once, faces that look at each other, and where a surface intersects itself
(float64, exact tree).
"""

import numpy as np

from warcry3d.geom.casts import first_hits, is_blocked
from warcry3d.geom.compiled import kernel
from warcry3d.geom.records import Floats2
from warcry3d.geom.tree import MAX_DEPTH, Mesh

__all__ = ["any_blocked", "facing_pairs", "nearest_hits", "self_intersections"]

STACK = 2 * MAX_DEPTH


@kernel
def nearest_hits(mesh: Mesh, starts: Floats2, ends: Floats2):
    """Return for segments (n, 3) to (n, 3) the first crossing of each: the fraction of its length (n,) from
    0 to 1 (infinite: none), the face of ``mesh`` (n,) and the sign (n,), 1 entering and -1 leaving the solid.
    """
    n = len(starts)
    fraction = np.full(n, np.inf)
    face = np.full(n, -1, np.int32)
    sign = np.zeros(n, np.int32)
    stack = np.empty(STACK, np.int32)
    faces = np.empty(1, np.int32)
    signs = np.empty(1, np.int32)
    fractions = np.empty(1)
    for i in range(n):
        if first_hits(mesh, mesh.roots, starts[i], ends[i], faces, signs, fractions, stack) > 0:
            fraction[i], face[i], sign[i] = fractions[0], faces[0], signs[0]
    return fraction, face, sign


@kernel
def any_blocked(mesh: Mesh, starts: Floats2, ends: Floats2):
    """Return for segments (n, 3) to (n, 3) whether each touches a triangle (n,)."""
    n = len(starts)
    blocked = np.zeros(n, np.bool_)
    stack = np.empty(STACK, np.int32)
    for i in range(n):
        blocked[i] = is_blocked(mesh, mesh.roots, starts[i], ends[i], stack)
    return blocked


@kernel
def self_intersections(mesh: Mesh, depth: float, limit: int):
    """Return (points, faces): where edges pass through triangles that share no corner with them, deeper than ``depth``
    (in) on both sides, and the two faces; (k, 3) and (k, 2), at most ``limit``.
    """
    vertices, triangles = mesh.vertices, mesh.faces
    points = np.empty((limit, 3))
    faces = np.empty((limit, 2), np.int32)
    count = 0
    stack = np.empty(STACK, np.int32)
    for f in range(len(triangles)):
        for e in range(3):
            if mesh.neighbours[f, e] < f:
                continue
            if count == limit:  # heaps of shells cross in millions of places
                return points, faces
            i, j = triangles[f, e], triangles[f, (e + 1) % 3]
            s, t = vertices[i], vertices[j]
            stack[0] = mesh.roots[0]
            top = 1
            while top:
                top -= 1
                node = stack[top]
                is_separate = False
                for k in range(3):
                    low, high = min(s[k], t[k]), max(s[k], t[k])
                    is_separate = is_separate or low > mesh.boxes[node, k + 3] or high < mesh.boxes[node, k]
                if is_separate:
                    continue
                first = mesh.children[node, 0]
                if first >= 0:
                    stack[top] = first
                    stack[top + 1] = mesh.children[node, 1]
                    top += 2
                    continue
                for g in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                    fraction = _crossing_fraction(mesh, g, i, j, s, t, depth)
                    if fraction >= 0.0 and count < limit:
                        for k in range(3):
                            points[count, k] = s[k] + fraction * (t[k] - s[k])
                        faces[count, 0], faces[count, 1] = f, g
                        count += 1
    return points[:count].copy(), faces[:count].copy()


@kernel
def _crossing_fraction(mesh, g, i, j, s, t, depth):
    """Return the fraction of the edge s to t (vertices i and j) at which it passes through face g, -1 if none."""
    a, b, c = mesh.faces[g, 0], mesh.faces[g, 1], mesh.faces[g, 2]
    if i in (a, b, c) or j in (a, b, c):
        return -1.0
    n, d = mesh.normals[g], mesh.offsets[g]
    hs = n[0] * s[0] + n[1] * s[1] + n[2] * s[2] - d
    ht = n[0] * t[0] + n[1] * t[1] + n[2] * t[2] - d
    if not ((hs > depth and ht < -depth) or (hs < -depth and ht > depth)):
        return -1.0
    fraction = hs / (hs - ht)
    x, y, z = s[0] + fraction * (t[0] - s[0]), s[1] + fraction * (t[1] - s[1]), s[2] + fraction * (t[2] - s[2])
    vertices = mesh.vertices
    for e in range(3):
        p, q = vertices[mesh.faces[g, e]], vertices[mesh.faces[g, (e + 1) % 3]]
        ex, ey, ez = q[0] - p[0], q[1] - p[1], q[2] - p[2]
        px, py, pz = x - p[0], y - p[1], z - p[2]
        length = np.sqrt(ex * ex + ey * ey + ez * ez)
        side = n[0] * (ey * pz - ez * py) + n[1] * (ez * px - ex * pz) + n[2] * (ex * py - ey * px)
        if side <= depth * length:
            return -1.0
    return fraction


@kernel
def facing_pairs(mesh: Mesh, reach: float, cosine: float, limit: int):
    """Return (points, faces): for each two faces that look at each other (normals with a cosine below ``cosine``) with
    no more than ``reach`` (in) between them somewhere, a point of the first: the middle of its part that lies in front
    of the second; (k, 3) and (k,), at most ``limit``.
    """
    vertices, triangles, normals = mesh.vertices, mesh.faces, mesh.normals
    points = np.empty((limit, 3))
    faces = np.empty(limit, np.int64)
    count = 0
    stack = np.empty(STACK, np.int32)
    poly = np.empty((16, 3))
    clipped = np.empty((16, 3))
    for f in range(len(triangles)):
        if count == limit:
            break
        n = normals[f]
        a, b, c = vertices[triangles[f, 0]], vertices[triangles[f, 1]], vertices[triangles[f, 2]]
        stack[0] = mesh.roots[0]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            is_separate = False
            for k in range(3):
                low = min(a[k], b[k], c[k]) + min(0.0, n[k]) * reach
                high = max(a[k], b[k], c[k]) + max(0.0, n[k]) * reach
                is_separate = is_separate or low > mesh.boxes[node, k + 3] or high < mesh.boxes[node, k]
            if is_separate:
                continue
            first = mesh.children[node, 0]
            if first >= 0:
                stack[top] = first
                stack[top + 1] = mesh.children[node, 1]
                top += 2
                continue
            for g in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                if g == f or n[0] * normals[g, 0] + n[1] * normals[g, 1] + n[2] * normals[g, 2] > cosine:
                    continue
                size = _clip_in_front(mesh, f, g, reach, poly, clipped)
                if size >= 3 and count < limit:
                    for k in range(3):
                        total = 0.0
                        for i in range(size):
                            total += poly[i, k]
                        points[count, k] = total / size
                    faces[count] = f
                    count += 1
    return points[:count].copy(), faces[:count].copy()


@kernel
def _clip_in_front(mesh, f, g, reach, poly, clipped):
    """Fill ``poly`` with the part of face f that lies under face g, seen along f's normal, from 0 to ``reach`` away;
    return how many corners it has.
    """
    vertices, triangles, normals = mesh.vertices, mesh.faces, mesh.normals
    n, m = normals[f], normals[g]
    size = 3
    for i in range(3):
        for k in range(3):
            poly[i, k] = vertices[triangles[f, i], k]
    # Inside of g's three sides, seen along n: g looks the other way, so its sides run clockwise from here.
    for e in range(5):
        if e < 3:
            p, q = vertices[triangles[g, e]], vertices[triangles[g, (e + 1) % 3]]
            dx, dy, dz = q[0] - p[0], q[1] - p[1], q[2] - p[2]
            hx, hy, hz = dy * n[2] - dz * n[1], dz * n[0] - dx * n[2], dx * n[1] - dy * n[0]
            offset = hx * p[0] + hy * p[1] + hz * p[2]
        else:
            # How far above a point of f the plane of g lies along n, as a plane: 0 <= h <= reach.
            slope = n[0] * m[0] + n[1] * m[1] + n[2] * m[2]
            hx, hy, hz = -m[0] / slope, -m[1] / slope, -m[2] / slope
            offset = -mesh.offsets[g] / slope
            if e == 4:
                hx, hy, hz, offset = -hx, -hy, -hz, -offset - reach
        kept = 0
        for i in range(size):
            u, w = poly[i], poly[(i + 1) % size]
            hu = hx * u[0] + hy * u[1] + hz * u[2] - offset
            hw = hx * w[0] + hy * w[1] + hz * w[2] - offset
            if hu >= 0.0 and kept < 15:
                clipped[kept, 0], clipped[kept, 1], clipped[kept, 2] = u[0], u[1], u[2]
                kept += 1
            if (hu < 0.0) != (hw < 0.0) and kept < 15:
                t = hu / (hu - hw)
                for k in range(3):
                    clipped[kept, k] = u[k] + t * (w[k] - u[k])
                kept += 1
        size = kept
        if size < 3:
            return 0
        for i in range(size):
            for k in range(3):
                poly[i, k] = clipped[i, k]
    return size
