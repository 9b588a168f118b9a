"""The distance from an upright body to triangles (compiled): alternating projections between two convex bodies.

From a point of the triangle to the closest point of the body, from there to the closest point of the triangle, and so
on, the distance only falls. The plane perpendicular to the line between the two bounds how much it can still fall: the
iteration ends when that is at most `DISTANCE_TOLERANCE`.
"""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Floats3

__all__ = ["DISTANCE_TOLERANCE", "body_distance"]

DISTANCE_TOLERANCE = 2e-5
"""A distance is at most this much (in) above the true one, and never below it."""

MAX_ITERATIONS = 2000


@lean_kernel
def body_distance(
    triangles: Floats3,
    boxes: Floats2,
    centre: Floats1,
    frame: Floats1,
    is_square: bool,
    height: float,
    limit: float,
    near_enough: float,
    scratch: Floats1,
):
    """Return the distance from a body to the nearest triangle, and its number; infinity and -1 where it is more than
    ``limit``. The search ends at the first triangle that is no farther than ``near_enough``.

    triangles (n, 3, 3), boxes (n, 6). centre (3,): of the body's bottom. frame: (cos, sin, half length, half width);
    height: its height. scratch (9,) is overwritten. A body that contains a whole triangle has distance 0; a body inside
    a closed mesh is not recognized as inside.
    """
    radius = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    best = limit
    found = -1
    for i in range(len(triangles)):
        x = max(boxes[i, 0] - centre[0] - radius, centre[0] - radius - boxes[i, 3], 0.0)
        y = max(boxes[i, 1] - centre[1] - radius, centre[1] - radius - boxes[i, 4], 0.0)
        z = max(boxes[i, 2] - centre[2] - height, centre[2] - boxes[i, 5], 0.0)
        if x * x + y * y + z * z > best * best:
            continue
        gap = _triangle_distance(triangles[i], centre, frame, is_square, height, best, near_enough, scratch)
        if gap <= best:
            best = gap
            found = i
            if best <= near_enough:
                break
    return best if found >= 0 else np.inf, found


@inlined
def _triangle_distance(triangle, centre, frame, is_square, height, limit, near_enough, scratch):
    """Return the distance to one triangle, or something above ``limit`` where it is more than that; something between
    the distance and ``near_enough`` where it is less than that.
    """
    for k in range(3):
        x, y = triangle[k, 0] - centre[0], triangle[k, 1] - centre[1]
        scratch[3 * k] = frame[0] * x + frame[1] * y
        scratch[3 * k + 1] = frame[0] * y - frame[1] * x
        scratch[3 * k + 2] = triangle[k, 2] - centre[2]
    px = (scratch[0] + scratch[3] + scratch[6]) / 3
    py = (scratch[1] + scratch[4] + scratch[7]) / 3
    pz = (scratch[2] + scratch[5] + scratch[8]) / 3
    gap = np.inf
    for _ in range(MAX_ITERATIONS):
        bx, by = _closest_on_outline(px, py, frame[2], frame[3], is_square)
        bz = min(max(pz, 0.0), height)
        px, py, pz = _closest_on_triangle(bx, by, bz, scratch)
        ux, uy, uz = px - bx, py - by, pz - bz
        gap = math.sqrt(ux * ux + uy * uy + uz * uz)
        if gap <= DISTANCE_TOLERANCE:
            return 0.0
        if gap <= near_enough:
            return gap
        ux, uy, uz = ux / gap, uy / gap, uz / gap
        least = np.inf
        for k in range(3):
            least = min(least, ux * scratch[3 * k] + uy * scratch[3 * k + 1] + uz * scratch[3 * k + 2])
        if is_square:
            most = abs(ux) * frame[2] + abs(uy) * frame[3]
        else:
            most = math.sqrt((ux * frame[2]) ** 2 + (uy * frame[3]) ** 2)
        bound = least - most - max(uz, 0.0) * height
        if bound > limit or gap - bound <= DISTANCE_TOLERANCE:
            return gap
    return gap


@inlined
def _closest_on_outline(x, y, half_length, half_width, is_square):
    """Return the outline's point closest to (x, y): the point itself where it lies inside."""
    if is_square:
        return min(max(x, -half_length), half_length), min(max(y, -half_width), half_width)
    if half_length == half_width:
        length = math.sqrt(x * x + y * y)
        if length <= half_length:
            return x, y
        return x * half_length / length, y * half_length / length
    sx, sy = abs(x) * half_length, abs(y) * half_width
    if (x / half_length) ** 2 + (y / half_width) ** 2 <= 1.0:
        return x, y
    aa, bb = half_length * half_length, half_width * half_width
    t = max(sx - aa, sy - bb, 0.0)
    for _ in range(60):
        qx, qy = sx / (aa + t), sy / (bb + t)
        square = qx * qx + qy * qy
        length = math.sqrt(square)
        step = (length - 1.0) * square / (qx * qx / (aa + t) + qy * qy / (bb + t))
        if step <= 1e-15 * (bb + t):
            break
        t += step
    return x * aa / (aa + t), y * bb / (bb + t)


@inlined
def _closest_on_triangle(x, y, z, scratch):
    """Return the triangle's point closest to a point, by the Voronoi regions of its corners, sides and inside."""
    ax, ay, az = scratch[0], scratch[1], scratch[2]
    ux, uy, uz = scratch[3] - ax, scratch[4] - ay, scratch[5] - az
    vx, vy, vz = scratch[6] - ax, scratch[7] - ay, scratch[8] - az
    wx, wy, wz = x - ax, y - ay, z - az
    d1 = ux * wx + uy * wy + uz * wz
    d2 = vx * wx + vy * wy + vz * wz
    if d1 <= 0.0 and d2 <= 0.0:
        return ax, ay, az
    uu = ux * ux + uy * uy + uz * uz
    uv = ux * vx + uy * vy + uz * vz
    vv = vx * vx + vy * vy + vz * vz
    d3, d4 = d1 - uu, d2 - uv
    if d3 >= 0.0 and d4 <= d3:
        return scratch[3], scratch[4], scratch[5]
    c = d1 * d4 - d3 * d2
    if c <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        s = d1 / (d1 - d3) if d1 != d3 else 0.0
        return ax + s * ux, ay + s * uy, az + s * uz
    d5, d6 = d1 - uv, d2 - vv
    if d6 >= 0.0 and d5 <= d6:
        return scratch[6], scratch[7], scratch[8]
    b = d5 * d2 - d1 * d6
    if b <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        s = d2 / (d2 - d6) if d2 != d6 else 0.0
        return ax + s * vx, ay + s * vy, az + s * vz
    a = d3 * d6 - d5 * d4
    if a <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        span = (d4 - d3) + (d5 - d6)
        s = (d4 - d3) / span if span != 0.0 else 0.0
        return (
            scratch[3] + s * (scratch[6] - scratch[3]),
            scratch[4] + s * (scratch[7] - scratch[4]),
            scratch[5] + s * (scratch[8] - scratch[5]),
        )
    whole = a + b + c
    if whole == 0.0:
        return ax, ay, az
    s, t = b / whole, c / whole
    return ax + s * ux + t * vx, ay + s * uy + t * vy, az + s * uz + t * vz
