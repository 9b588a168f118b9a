"""Whether anything stands in the way of a whole surface as seen from one point (compiled, float64).

Seen from an eye, a triangle is clear when no blocker meets the pyramid from the eye to it. The pyramids of all
triangles below a node of the target's tree lie in the hull of the eye and the node's box: where no blocker meets that,
they are all clear. docs/sight.md has the idea; `warcry3d.sight.full_view_proof` checks it with separate code.
"""

import math
from dataclasses import dataclass

import numpy as np

from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Floats3, Ints1, KernelRecord
from warcry3d.geom.shaft import PLANES, shaft_planes
from warcry3d.geom.tree import Mesh

__all__ = ["CLEAR", "GRAZE", "TOO_MANY", "ViewSpace", "draw_near", "first_obstacle", "view_space"]

CLEAR, TOO_MANY = -1, -2
"""What stands for a face where nothing is in the way; where there is too much near to be looked at."""
GRAZE = 1e-6
"""Inches by which a blocker must be apart from what is seen: far above rounding, far below the tolerance."""
FACING = 1e-6
"""Inches that an eye must be in front of a triangle's plane for the triangle to face it."""
MOST_NEAR = 1 << 17
MOST_PATCHES = 512
EYES = 12


@dataclass(frozen=True, eq=False)
class ViewSpace(KernelRecord):
    """Working memory: ``near`` lists of faces, one after another; nodes, starts, ends (128,): nodes to look at, and
    where their lists are; pyramid (4, 3), planes (10, 4), box (8, 3), point, spot, aim, centre (1, 3).

    Of the search: patches (p, 3, 3) that stay hidden, their owners (p,), how many cells each closed; eyes (e, 3);
    cell (8, 3); by (c,) which patch closed a cell; hints (c,) which closed the cell's other half.
    """

    near: Ints1
    nodes: Ints1
    starts: Ints1
    ends: Ints1
    stack: Ints1
    pyramid: Floats2
    planes: Floats2
    box: Floats2
    point: Floats2
    spot: Floats2
    aim: Floats2
    centre: Floats2
    patches: Floats3
    owners: Ints1
    eyes: Floats2
    covered: Ints1
    cell: Floats2
    by: Ints1
    hints: Ints1


def view_space(cells: int) -> ViewSpace:
    """Return working memory for a search of so many cells."""
    return ViewSpace(
        near=np.zeros(MOST_NEAR, np.int32),
        nodes=np.zeros(128, np.int32),
        starts=np.zeros(128, np.int32),
        ends=np.zeros(128, np.int32),
        stack=np.zeros(128, np.int32),
        pyramid=np.zeros((4, 3)),
        planes=np.zeros((PLANES, 4)),
        box=np.zeros((8, 3)),
        point=np.zeros((1, 3)),
        spot=np.zeros((1, 3)),
        aim=np.zeros((1, 3)),
        centre=np.zeros((1, 3)),
        patches=np.zeros((MOST_PATCHES, 3, 3)),
        owners=np.zeros(MOST_PATCHES, np.int32),
        eyes=np.zeros((EYES, 3)),
        covered=np.zeros(EYES, np.int32),
        cell=np.zeros((8, 3)),
        by=np.zeros(cells, np.int32),
        hints=np.zeros(cells, np.int32),
    )


@inlined
def _is_box_outside(mesh, node, planes):
    """Return whether a node's box lies wholly outside one of the half-spaces."""
    B = mesh.boxes
    for k in range(PLANES):
        x, y, z = planes[k, 0], planes[k, 1], planes[k, 2]
        low = x * (B[node, 0] if x > 0 else B[node, 3])
        low += y * (B[node, 1] if y > 0 else B[node, 4])
        low += z * (B[node, 2] if z > 0 else B[node, 5])
        if low > planes[k, 3]:
            return True
    return False


@inlined
def _is_face_outside(mesh, f, planes, eye, box):
    """Return whether a triangle lies wholly outside one of the half-spaces, or eye and box on one side of its plane."""
    V, F = mesh.vertices, mesh.faces
    for k in range(PLANES):
        x, y, z, d = planes[k, 0], planes[k, 1], planes[k, 2], planes[k, 3]
        if (
            x * V[F[f, 0], 0] + y * V[F[f, 0], 1] + z * V[F[f, 0], 2] > d
            and x * V[F[f, 1], 0] + y * V[F[f, 1], 1] + z * V[F[f, 1], 2] > d
            and x * V[F[f, 2], 0] + y * V[F[f, 2], 1] + z * V[F[f, 2], 2] > d
        ):
            return True
    N, d = mesh.normals, mesh.offsets[f]
    h = N[f, 0] * eye[0] + N[f, 1] * eye[1] + N[f, 2] * eye[2] - d
    low, high = h, h
    for k in range(8):
        h = N[f, 0] * box[k, 0] + N[f, 1] * box[k, 1] + N[f, 2] * box[k, 2] - d
        low, high = min(low, h), max(high, h)
    return low > 2.0 * GRAZE or high < -2.0 * GRAZE


@lean_kernel
def _gather(mesh, roots, eye, space):
    """List the faces under the roots that may meet the hull of the eye and the box; return how many, -1: too many."""
    near, stack, planes = space.near, space.stack, space.planes
    count = 0
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            if _is_box_outside(mesh, node, planes):
                continue
            first = mesh.children[node, 0]
            if first >= 0:
                stack[top] = first
                stack[top + 1] = mesh.children[node, 1]
                top += 2
                continue
            for f in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                if not _is_face_outside(mesh, f, planes, eye, space.box):
                    if count == len(near):
                        return -1
                    near[count] = f
                    count += 1
    return count


@inlined
def _box_corners(mesh, node, box):
    for k in range(8):
        box[k, 0] = mesh.boxes[node, 3 if k & 1 else 0]
        box[k, 1] = mesh.boxes[node, 4 if k & 2 else 1]
        box[k, 2] = mesh.boxes[node, 5 if k & 4 else 2]


@lean_kernel
def draw_near(P, n, x, y, z, tau):
    """Move the points by ``tau`` (in), all the same way, from their mean towards a place; not beyond it."""
    mx = my = mz = 0.0
    for k in range(n):
        mx, my, mz = mx + P[k, 0] / n, my + P[k, 1] / n, mz + P[k, 2] / n
    wx, wy, wz = x - mx, y - my, z - mz
    length = math.sqrt(wx * wx + wy * wy + wz * wz)
    share = min(tau / max(length, 1e-12), 0.5)
    for k in range(n):
        P[k, 0], P[k, 1], P[k, 2] = P[k, 0] + share * wx, P[k, 1] + share * wy, P[k, 2] + share * wz


@lean_kernel
def _pyramid(mesh, t, eye, tau, X):
    """Write the pyramid from the eye to a triangle, each corner drawn towards the eye by ``tau`` (in)."""
    for i in range(3):
        X[0, i] = eye[i]
    for k in range(3):
        length = 0.0
        for i in range(3):
            X[k + 1, i] = mesh.vertices[mesh.faces[t, k], i]
            length += (eye[i] - X[k + 1, i]) ** 2
        share = min(tau / max(math.sqrt(length), 1e-12), 0.5)
        for i in range(3):
            X[k + 1, i] += share * (eye[i] - X[k + 1, i])


@inlined
def _separates(X, V, a, b, c, x, y, z):
    """Return whether the direction tells the pyramid X from the triangle of vertices a, b, c, by more than `GRAZE`."""
    size = math.sqrt(x * x + y * y + z * z)
    if size < 1e-14:
        return False
    x, y, z = x / size, y / size, z / size
    ox, oy, oz = X[0, 0], X[0, 1], X[0, 2]
    p = x * (V[a, 0] - ox) + y * (V[a, 1] - oy) + z * (V[a, 2] - oz)
    q = x * (V[b, 0] - ox) + y * (V[b, 1] - oy) + z * (V[b, 2] - oz)
    r = x * (V[c, 0] - ox) + y * (V[c, 1] - oy) + z * (V[c, 2] - oz)
    low, high = 0.0, 0.0
    for k in range(1, 4):
        h = x * (X[k, 0] - ox) + y * (X[k, 1] - oy) + z * (X[k, 2] - oz)
        low, high = min(low, h), max(high, h)
    return min(p, min(q, r)) > high + GRAZE or max(p, max(q, r)) < low - GRAZE


@lean_kernel
def _is_apart(mesh, f, X):
    """Return whether a triangle is apart from the pyramid X (4, 3): some face or pair of edges tells them apart."""
    V = mesh.vertices
    a, b, c = mesh.faces[f, 0], mesh.faces[f, 1], mesh.faces[f, 2]
    N = mesh.normals
    if _separates(X, V, a, b, c, N[f, 0], N[f, 1], N[f, 2]):
        return True
    for k in range(4):
        i, j, m = (1, 2, 3) if k == 0 else ((0, 1, 2) if k == 1 else ((0, 2, 3) if k == 2 else (0, 3, 1)))
        ux, uy, uz = X[j, 0] - X[i, 0], X[j, 1] - X[i, 1], X[j, 2] - X[i, 2]
        vx, vy, vz = X[m, 0] - X[i, 0], X[m, 1] - X[i, 1], X[m, 2] - X[i, 2]
        if _separates(X, V, a, b, c, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx):
            return True
    for e in range(3):
        p, q = mesh.faces[f, e], mesh.faces[f, 0 if e == 2 else e + 1]
        ux, uy, uz = V[q, 0] - V[p, 0], V[q, 1] - V[p, 1], V[q, 2] - V[p, 2]
        for k in range(6):
            i, j = (0, k + 1) if k < 3 else (k - 2, 1 if k == 5 else k - 1)
            vx, vy, vz = X[j, 0] - X[i, 0], X[j, 1] - X[i, 1], X[j, 2] - X[i, 2]
            if _separates(X, V, a, b, c, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx):
                return True
    return False


@lean_kernel
def first_obstacle(mesh: Mesh, roots: Ints1, b: int, eye: Floats1, tau: float, space: ViewSpace):
    """Return (triangle, blocker): one of the triangles under node ``b`` that face the eye, and what meets its pyramid.

    (`CLEAR`, `CLEAR`) where there is none: all of the surface that faces the eye is seen from there, but for its last
    ``tau`` (in), where it may touch something. (`TOO_MANY`, `TOO_MANY`) where it is not known.
    """
    near, planes, box = space.near, space.planes, space.box
    for i in range(3):
        space.point[0, i] = eye[i]
    _box_corners(mesh, b, box)
    is_told = shaft_planes(space.point, 1, box, 8, planes)
    if not is_told:
        return TOO_MANY, TOO_MANY
    for k in range(PLANES):
        planes[k, 3] += 2.0 * GRAZE
    count = _gather(mesh, roots, eye, space)
    if count < 0:
        return TOO_MANY, TOO_MANY
    space.nodes[0], space.starts[0], space.ends[0] = b, 0, count
    top = 1 if count > 0 else 0
    while top:
        top -= 1
        node, start, end = space.nodes[top], space.starts[top], space.ends[top]
        _box_corners(mesh, node, box)
        if end + (end - start) <= len(near) and shaft_planes(space.point, 1, box, 8, planes):
            for k in range(PLANES):
                planes[k, 3] += 2.0 * GRAZE
            filled = end
            for n in range(start, end):
                if not _is_face_outside(mesh, near[n], planes, eye, box):
                    near[filled] = near[n]
                    filled += 1
            start, end = end, filled
        if start == end:
            continue
        first = mesh.children[node, 0]
        if first >= 0:
            for child in range(2):
                space.nodes[top + child] = mesh.children[node, child]
                space.starts[top + child], space.ends[top + child] = start, end
            top += 2
            continue
        for t in range(-first - 1, -first - 1 + mesh.children[node, 1]):
            N = mesh.normals
            if N[t, 0] * eye[0] + N[t, 1] * eye[1] + N[t, 2] * eye[2] - mesh.offsets[t] <= FACING:
                continue
            _pyramid(mesh, t, eye, tau, space.pyramid)
            for n in range(start, end):
                if not _is_apart(mesh, near[n], space.pyramid):
                    return t, near[n]
    return CLEAR, CLEAR
