"""Patches: parts of a figure's surface, and the few points whose hull stands for each (compiled, float64)."""

import math

from warcry3d.geom.casts import is_inside
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.rims import PULL
from warcry3d.geom.shaft import NO_WAY, boxes_meet, meets_patch, way

__all__ = [
    "corners",
    "draw_apart",
    "faces_away",
    "halve",
    "is_touched",
    "lies_outside",
    "middle",
    "patch",
    "span",
]


@lean_kernel
def span(mesh, node):
    """Return the range of faces below a node."""
    left = node
    while mesh.children[left, 0] >= 0:
        left = mesh.children[left, 0]
    right = node
    while mesh.children[right, 0] >= 0:
        right = mesh.children[right, 1]
    return -mesh.children[left, 0] - 1, -mesh.children[right, 0] - 1 + mesh.children[right, 1]


@lean_kernel
def corners(mesh, f, P):
    """Write the corners of a triangle into P (3, 3)."""
    for k in range(3):
        for i in range(3):
            P[k, i] = mesh.vertices[mesh.faces[f, k], i]


@lean_kernel
def patch(mesh, node, pool, piece, P):
    """Write the points of a patch: a piece of a triangle, a triangle, or the corners of a node's box; return how
    many.
    """
    if piece >= 0:
        for k in range(3):
            for i in range(3):
                P[k, i] = pool[piece, k, i]
        return 3
    if mesh.children[node, 0] < 0 and mesh.children[node, 1] == 1:
        corners(mesh, -mesh.children[node, 0] - 1, P)
        return 3
    first, last = span(mesh, node)
    if last - first <= 8:
        n = 0
        for q in range(first, last):
            for c in range(3):
                v = mesh.faces[q, c]
                known = False
                for k in range(n):
                    known = known or (
                        P[k, 0] == mesh.vertices[v, 0]
                        and P[k, 1] == mesh.vertices[v, 1]
                        and P[k, 2] == mesh.vertices[v, 2]
                    )
                if not known:
                    if n == 8:
                        n = 9
                        break
                    for i in range(3):
                        P[n, i] = mesh.vertices[v, i]
                    n += 1
            if n == 9:
                break
        if 3 < n < 9:
            return n
    for k in range(8):
        P[k, 0] = mesh.boxes[node, 3 if k & 1 else 0]
        P[k, 1] = mesh.boxes[node, 4 if k & 2 else 1]
        P[k, 2] = mesh.boxes[node, 5 if k & 4 else 2]
    return 8


@lean_kernel
def faces_away(mesh, node, S, ns, T, nt):
    """Return whether no triangle of the patch S has any of T in front of it: a line from there runs into the figure
    itself and leaves it again elsewhere, or along it.
    """
    if ns == 3:
        f = -mesh.children[node, 0] - 1
        n, d = mesh.normals[f], mesh.offsets[f]
        for j in range(nt):
            if n[0] * T[j, 0] + n[1] * T[j, 1] + n[2] * T[j, 2] - d > 1e-9:
                return False
        return True
    c = mesh.cones[node]
    if c[3] <= 0.0:
        return False
    ahead, back, reach = -1e300, 1e300, 0.0
    for j in range(nt):
        ahead = max(ahead, c[0] * T[j, 0] + c[1] * T[j, 1] + c[2] * T[j, 2])
    for i in range(ns):
        back = min(back, c[0] * S[i, 0] + c[1] * S[i, 1] + c[2] * S[i, 2])
    for i in range(3):
        low, high = 1e300, -1e300
        for k in range(ns):
            low, high = min(low, S[k, i]), max(high, S[k, i])
        for k in range(nt):
            low, high = min(low, T[k, i]), max(high, T[k, i])
        reach += (high - low) ** 2
    return ahead - back < -(math.sqrt(max(0.0, 1.0 - c[3] * c[3])) * math.sqrt(reach) + 1e-9)


@lean_kernel
def is_touched(mesh, roots, P, n, stack):
    """Return whether any triangle under the roots may meet the hull of the points."""
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            if not boxes_meet(mesh.boxes, node, P, n, 0.0):
                continue
            first = mesh.children[node, 0]
            if first < 0:
                for q in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                    if meets_patch(mesh, q, P, n, 0.0):
                        return True
                continue
            stack[top] = mesh.children[node, 0]
            stack[top + 1] = mesh.children[node, 1]
            top += 2
    return False


@lean_kernel
def lies_outside(mesh, root, P, n, scratch):
    """Return whether the hull of the points lies wholly outside the figure under ``root``."""
    if not boxes_meet(mesh.boxes, root, P, n, 0.0):
        return True
    scratch.one[0] = root
    return not is_touched(mesh, scratch.one, P, n, scratch.stack) and not is_inside(
        mesh, scratch.one, P[0], scratch.stack
    )


@lean_kernel
def draw_apart(S, ns, T, nt, line):
    """Move both patches and the line between them away from each other by `PULL`, along the way between their means."""
    ax, ay, az = way(S, ns, T, nt)
    length = math.sqrt(ax * ax + ay * ay + az * az)
    if length < NO_WAY:
        return
    ax, ay, az = ax * PULL / length, ay * PULL / length, az * PULL / length
    for k in range(ns):
        S[k, 0], S[k, 1], S[k, 2] = S[k, 0] - ax, S[k, 1] - ay, S[k, 2] - az
    for k in range(nt):
        T[k, 0], T[k, 1], T[k, 2] = T[k, 0] + ax, T[k, 1] + ay, T[k, 2] + az
    line[0, 0], line[0, 1], line[0, 2] = line[0, 0] - ax, line[0, 1] - ay, line[0, 2] - az
    line[1, 0], line[1, 1], line[1, 2] = line[1, 0] + ax, line[1, 1] + ay, line[1, 2] + az


@lean_kernel
def middle(P, n, point):
    """Write the mean of the points."""
    for i in range(3):
        point[i] = 0.0
        for k in range(n):
            point[i] += P[k, i] / n


@lean_kernel
def halve(P, pool, at):
    """Write the two halves of a triangle, cut through the middle of its longest edge, into pool rows at and at + 1;
    return the corner where that edge begins.
    """
    best, cut = -1.0, 0
    for k in range(3):
        j = (k + 1) % 3
        length = 0.0
        for i in range(3):
            length += (P[j, i] - P[k, i]) ** 2
        if length > best:
            best, cut = length, k
    j, o = (cut + 1) % 3, (cut + 2) % 3
    for i in range(3):
        mid = 0.5 * (P[cut, i] + P[j, i])
        pool[at, 0, i], pool[at, 1, i], pool[at, 2, i] = P[cut, i], mid, P[o, i]
        pool[at + 1, 0, i], pool[at + 1, 1, i], pool[at + 1, 2, i] = mid, P[j, i], P[o, i]
    return cut
