"""How far an upright body is from triangles (compiled).

Two convex things are nearest where each one's point is the other's nearest: from a triangle's point to the body's
nearest to it, from there to the triangle's nearest, and so on, the distance only falls. The plane square to the line
between the two shows how much it can still fall at most: when that is `EXACT`, it is enough.
"""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Floats3

__all__ = ["EXACT", "distance"]

EXACT = 2e-5
"""Distances are this exact (in), on the far side."""

MOST_TURNS = 2000


@lean_kernel
def distance(
    triangles: Floats3,
    boxes: Floats2,
    centre: Floats1,
    frame: Floats1,
    is_square: bool,
    tall: float,
    within: float,
    enough: float,
    room: Floats1,
):
    """Return the distance from a body to the nearest triangle, and its number; infinity and -1 where it is more than
    ``within``. The first triangle that is no farther than ``enough`` will do, and whatever shows that it is.

    triangles (n, 3, 3), boxes (n, 6). centre (3,): of the body's bottom. frame: (cos, sin, half length, half width);
    tall: its height. room (9,) is written over. A body that holds a whole triangle is 0 away; a body inside of a closed
    mesh is not seen to be.
    """
    reach_x = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    best = within
    found = -1
    for i in range(len(triangles)):
        x = max(boxes[i, 0] - centre[0] - reach_x, centre[0] - reach_x - boxes[i, 3], 0.0)
        y = max(boxes[i, 1] - centre[1] - reach_x, centre[1] - reach_x - boxes[i, 4], 0.0)
        z = max(boxes[i, 2] - centre[2] - tall, centre[2] - boxes[i, 5], 0.0)
        if x * x + y * y + z * z > best * best:
            continue
        apart = _apart(triangles[i], centre, frame, is_square, tall, best, enough, room)
        if apart <= best:
            best = apart
            found = i
            if best <= enough:
                break
    return best if found >= 0 else np.inf, found


@inlined
def _apart(triangle, centre, frame, is_square, tall, within, enough, room):
    """Return the distance to one triangle, or something above ``within`` where it is more than that; something between
    the distance and ``enough`` where it is less than that.
    """
    for k in range(3):
        x, y = triangle[k, 0] - centre[0], triangle[k, 1] - centre[1]
        room[3 * k] = frame[0] * x + frame[1] * y
        room[3 * k + 1] = frame[0] * y - frame[1] * x
        room[3 * k + 2] = triangle[k, 2] - centre[2]
    px = (room[0] + room[3] + room[6]) / 3
    py = (room[1] + room[4] + room[7]) / 3
    pz = (room[2] + room[5] + room[8]) / 3
    apart = np.inf
    for _ in range(MOST_TURNS):
        bx, by = _onto(px, py, frame[2], frame[3], is_square)
        bz = min(max(pz, 0.0), tall)
        px, py, pz = _onto_triangle(bx, by, bz, room)
        ux, uy, uz = px - bx, py - by, pz - bz
        apart = math.sqrt(ux * ux + uy * uy + uz * uz)
        if apart <= EXACT:
            return 0.0
        if apart <= enough:
            return apart
        ux, uy, uz = ux / apart, uy / apart, uz / apart
        least = np.inf
        for k in range(3):
            least = min(least, ux * room[3 * k] + uy * room[3 * k + 1] + uz * room[3 * k + 2])
        if is_square:
            most = abs(ux) * frame[2] + abs(uy) * frame[3]
        else:
            most = math.sqrt((ux * frame[2]) ** 2 + (uy * frame[3]) ** 2)
        bound = least - most - max(uz, 0.0) * tall
        if bound > within or apart - bound <= EXACT:
            return apart
    return apart


@inlined
def _onto(x, y, long, wide, is_square):
    """Return the outline's point nearest to (x, y), itself where it lies inside."""
    if is_square:
        return min(max(x, -long), long), min(max(y, -wide), wide)
    if long == wide:
        length = math.sqrt(x * x + y * y)
        if length <= long:
            return x, y
        return x * long / length, y * long / length
    sx, sy = abs(x) * long, abs(y) * wide
    if (x / long) ** 2 + (y / wide) ** 2 <= 1.0:
        return x, y
    aa, bb = long * long, wide * wide
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
def _onto_triangle(x, y, z, room):
    """Return the triangle's point nearest to a point: by the regions of its corners, sides and inside."""
    ax, ay, az = room[0], room[1], room[2]
    ux, uy, uz = room[3] - ax, room[4] - ay, room[5] - az
    vx, vy, vz = room[6] - ax, room[7] - ay, room[8] - az
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
        return room[3], room[4], room[5]
    c = d1 * d4 - d3 * d2
    if c <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        s = d1 / (d1 - d3) if d1 != d3 else 0.0
        return ax + s * ux, ay + s * uy, az + s * uz
    d5, d6 = d1 - uv, d2 - vv
    if d6 >= 0.0 and d5 <= d6:
        return room[6], room[7], room[8]
    b = d5 * d2 - d1 * d6
    if b <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        s = d2 / (d2 - d6) if d2 != d6 else 0.0
        return ax + s * vx, ay + s * vy, az + s * vz
    a = d3 * d6 - d5 * d4
    if a <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        span = (d4 - d3) + (d5 - d6)
        s = (d4 - d3) / span if span != 0.0 else 0.0
        return room[3] + s * (room[6] - room[3]), room[4] + s * (room[7] - room[4]), room[5] + s * (room[8] - room[5])
    whole = a + b + c
    if whole == 0.0:
        return ax, ay, az
    s, t = b / whole, c / whole
    return ax + s * ux + t * vx, ay + s * uy + t * vy, az + s * uz + t * vz
