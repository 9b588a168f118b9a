"""The thickness of a solid behind its surface, and the side on which points lie (compiled)."""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Ints2, Longs1
from warcry3d.terrain.reducing.gap_kernel import box_gap2, face_gap2, nearest_face
from warcry3d.terrain.reducing.stars import normal

__all__ = ["depths", "signed_gaps"]

_INTO = 0.1
"""Share of the way to the middle of its face from which the solid behind a sample is looked at: on an edge there are
two ways."""
_EDGE = 1e-9
"""Share of a triangle beyond its sides that still counts as hit."""
_TIE = 1e-7
"""Faces whose squared distances from a point differ by no larger share are equally near to it."""


@lean_kernel
def _way_out(V, f, F, x, y, z, dx, dy, dz):
    """Return where a way from a point leaves a solid through a triangle, as a share of it; infinity if it does not."""
    i, j, k = F[f, 0], F[f, 1], F[f, 2]
    nx, ny, nz = normal(V, i, j, k)
    along = nx * dx + ny * dy + nz * dz
    if along <= 0.0:
        return math.inf
    ox, oy, oz = V[i, 0] - x, V[i, 1] - y, V[i, 2] - z
    t = (ox * nx + oy * ny + oz * nz) / along
    if t < 0.0 or t > 1.0:
        return math.inf
    px, py, pz = t * dx - ox, t * dy - oy, t * dz - oz
    ux, uy, uz = V[j, 0] - V[i, 0], V[j, 1] - V[i, 1], V[j, 2] - V[i, 2]
    vx, vy, vz = V[k, 0] - V[i, 0], V[k, 1] - V[i, 1], V[k, 2] - V[i, 2]
    nn = nx * nx + ny * ny + nz * nz
    a = ((py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz) / nn
    b = ((uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz) / nn
    return t if a >= -_EDGE and b >= -_EDGE and a + b <= 1.0 + _EDGE else math.inf


@inlined
def _meets_box(boxes, node, x, y, z, dx, dy, dz):
    """Return whether the box around the way from a point meets a node's box."""
    return (
        min(x, x + dx) <= boxes[node, 3]
        and max(x, x + dx) >= boxes[node, 0]
        and min(y, y + dy) <= boxes[node, 4]
        and max(y, y + dy) >= boxes[node, 1]
        and min(z, z + dz) <= boxes[node, 5]
        and max(z, z + dz) >= boxes[node, 2]
    )


@kernel
def depths(
    V: Floats2, F: Ints2, boxes: Floats2, children: Ints2, points: Floats2, home: Longs1, reach: float, depth: Floats1
):
    """Write for each point of a surface how thick the solid is behind it, at most ``reach`` (in), into ``depth`` (p,).

    points (p, 3) and ``home`` (p,) the face each lies on; V, F, boxes, children: the surface in its tree. It is how far
    it is straight behind the face to one that looks the other way.
    """
    stack = np.empty(256, np.int64)
    for p in range(len(points)):
        i, j, k = F[home[p], 0], F[home[p], 1], F[home[p], 2]
        nx, ny, nz = normal(V, i, j, k)
        size = math.sqrt(nx * nx + ny * ny + nz * nz)
        depth[p] = reach
        if size <= 0.0:
            continue
        x = points[p, 0] + _INTO * ((V[i, 0] + V[j, 0] + V[k, 0]) / 3.0 - points[p, 0])
        y = points[p, 1] + _INTO * ((V[i, 1] + V[j, 1] + V[k, 1]) / 3.0 - points[p, 1])
        z = points[p, 2] + _INTO * ((V[i, 2] + V[j, 2] + V[k, 2]) / 3.0 - points[p, 2])
        dx, dy, dz = -nx * reach / size, -ny * reach / size, -nz * reach / size
        stack[0], top = 0, 1
        while top:
            top -= 1
            node = stack[top]
            if not _meets_box(boxes, node, x, y, z, dx, dy, dz):
                continue
            first = children[node, 0]
            if first >= 0:
                stack[top], stack[top + 1] = first, children[node, 1]
                top += 2
                continue
            for f in range(-first - 1, -first - 1 + children[node, 1]):
                depth[p] = min(depth[p], reach * _way_out(V, f, F, x, y, z, dx, dy, dz))


@lean_kernel
def _side(V, F, boxes, children, x, y, z, reach2, stack):
    """Return on which side of the faces within a squared distance a point lies: 1 in front, -1 behind.

    Where several are equally near, that whose plane it is farthest from tells.
    """
    farthest, side = 0.0, 1.0
    stack[0], top = 0, 1
    while top:
        top -= 1
        node = stack[top]
        if box_gap2(boxes, node, x, y, z) > reach2:
            continue
        first = children[node, 0]
        if first >= 0:
            stack[top], stack[top + 1] = first, children[node, 1]
            top += 2
            continue
        for f in range(-first - 1, -first - 1 + children[node, 1]):
            i, j, k = F[f, 0], F[f, 1], F[f, 2]
            if face_gap2(V, i, j, k, x, y, z) > reach2:
                continue
            nx, ny, nz = normal(V, i, j, k)
            size = math.sqrt(nx * nx + ny * ny + nz * nz)
            height = (nx * (x - V[i, 0]) + ny * (y - V[i, 1]) + nz * (z - V[i, 2])) / max(size, 1e-300)
            if abs(height) > farthest:
                farthest, side = abs(height), 1.0 if height > 0.0 else -1.0
    return side


@kernel
def signed_gaps(V: Floats2, F: Ints2, boxes: Floats2, children: Ints2, points: Floats2, gap: Floats1):
    """Write for each of ``points`` (p, 3) the distance to the surface into ``gap`` (p,), negative behind it."""
    stack = np.empty(256, np.int64)
    near = 0
    for p in range(len(points)):
        x, y, z = points[p, 0], points[p, 1], points[p, 2]
        best, near = nearest_face(V, F, boxes, children, x, y, z, near, 0.0, stack)
        gap[p] = math.sqrt(best)
        if gap[p] > 0.0:
            gap[p] *= _side(V, F, boxes, children, x, y, z, best * (1.0 + _TIE) + 1e-24, stack)
