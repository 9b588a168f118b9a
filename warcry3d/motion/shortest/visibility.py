"""Looking through the net of a free area (compiled).

A look runs from a point through the net, triangle by triangle, in the cone the last edges leave open: no line is ever
tested against an edge it does not reach. Shortest ways bend only at corners of what is closed, around them: so a corner
is looked from only between the way that arrived there and the corner's far side.

What is seen is a list: ``doors``, the half-edges by which triangles are entered, and ``cones``, the sight in each, as
the directions of its right and its left side.
"""

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.records import Floats2, Ints1
from warcry3d.motion.shortest.navmesh import GRAZE, WAY_TOLERANCE, Net, following, located

__all__ = ["begin_anywhere", "begin_bending", "bends", "is_within", "look", "pass_through", "roomy", "seen_from"]

SLACK = 1e-3
"""Radians by which a cone behind a corner is opened towards the way that arrives: ways that differ by rounding, or by
what they graze, differ by up to 1e-4 in direction. What lies there is also seen from the stop before."""

SPARE = 8
"""Entries kept free in the list of a look."""


@inlined
def _cross(ax, ay, bx, by):
    return ax * by - ay * bx


@inlined
def is_within(cone, x, y):
    """Return whether a point, relative to the cone's apex, lies between its sides (right x, y, left x, y)."""
    rx, ry, lx, ly = cone
    return rx * y - ry * x >= -GRAZE * (abs(rx) + abs(ry)) and x * ly - y * lx >= -GRAZE * (abs(lx) + abs(ly))


@inlined
def _is_beyond(ax, ay, bx, by, radius):
    """Return whether the segment a-b stays farther than radius from the origin."""
    dx, dy = bx - ax, by - ay
    along, length = -(ax * dx + ay * dy), dx * dx + dy * dy
    if along <= 0:
        nearest = ax * ax + ay * ay
    elif along >= length:
        nearest = bx * bx + by * by
    else:
        nearest = (ax * by - ay * bx) ** 2 / length
    return nearest > radius * radius


@kernel
def roomy(doors, cones, count):
    """Return both lists, with room to spare."""
    if count + SPARE <= len(doors):
        return doors, cones
    more_doors = np.empty(2 * len(doors) + SPARE, np.int32)
    more_cones = np.empty((2 * len(doors) + SPARE, 4))
    for i in range(count):  # a slice would be compiled with its checks and their messages
        more_doors[i] = doors[i]
        for k in range(4):
            more_cones[i, k] = cones[i, k]
    return more_doors, more_cones


@lean_kernel
def pass_through(net, x, y, radius, h, cone, doors, cones, count, with_ends):
    """Go from (x, y) through half-edge h, out of its triangle, within a cone; return the new length of the list.

    Nothing is added where the cone is empty. An end (the rim, or out of reach) is added as -1 - h if asked for.
    """
    rx, ry, lx, ly = cone
    if rx * ly - ry * lx <= 0:
        return count
    a, b = net.origins[h], net.origins[following(h)]
    twin = net.twins[h]
    if twin < 0 or _is_beyond(
        net.points[a, 0] - x, net.points[a, 1] - y, net.points[b, 0] - x, net.points[b, 1] - y, radius
    ):
        if not with_ends:
            return count
        doors[count] = -1 - h
    else:
        doors[count] = twin
    cones[count, 0], cones[count, 1], cones[count, 2], cones[count, 3] = rx, ry, lx, ly
    return count + 1


@inlined
def _is_left(cone, x, y):
    """Return whether a point ahead is at or beyond a cone's left side. Where triangles are so flat that rounding has it
    beyond both sides, the one it is farther from decides.
    """
    rx, ry, lx, ly = cone
    left, right = lx * y - ly * x, ry * x - rx * y
    return left >= 0 and (right <= 0 or left * (abs(rx) + abs(ry)) >= right * (abs(lx) + abs(ly)))


@kernel
def look(
    net: Net, x: float, y: float, radius: float, doors: Ints1, cones: Floats2, begin: int, count: int, with_ends: bool
):
    """Extend a list of doors, the half-edges triangles are entered by, to all that is seen from (x, y).

    Doors from ``begin`` on are gone through. Returns the list (doors, cones, count).
    """
    i = begin
    while i < count:
        h = doors[i]
        cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
        i += 1
        if h < 0:
            continue
        doors, cones = roomy(doors, cones, count)
        rx, ry, lx, ly = cone
        right = following(h)
        left = following(right)
        ax, ay = net.points[net.origins[left], 0] - x, net.points[net.origins[left], 1] - y
        if _is_left(cone, ax, ay):
            count = pass_through(net, x, y, radius, right, cone, doors, cones, count, with_ends)
        elif rx * ay - ry * ax <= 0:
            count = pass_through(net, x, y, radius, left, cone, doors, cones, count, with_ends)
        else:
            count = pass_through(net, x, y, radius, right, (rx, ry, ax, ay), doors, cones, count, with_ends)
            count = pass_through(net, x, y, radius, left, (ax, ay, lx, ly), doors, cones, count, with_ends)
    return doors, cones, count


@kernel
def begin_anywhere(net, x, y, radius, found, doors, cones, with_ends):
    """Begin a look all around a point; return the list and how many triangles it lies in (the first of the list)."""
    firsts = located(net, x, y, found)
    while firsts + SPARE > len(doors):
        doors, cones = roomy(doors, cones, len(doors))
    for i in range(firsts):
        doors[i] = 3 * found[i]
        cones[i] = 0.0
    count = firsts
    for i in range(firsts):
        for e in range(3):
            h = 3 * found[i] + e
            twin = net.twins[h]
            is_first = False
            for j in range(firsts):
                if twin >= 0 and twin // 3 == found[j]:
                    is_first = True
            if is_first:
                continue
            a, b = net.origins[h], net.origins[following(h)]
            cone = (net.points[a, 0] - x, net.points[a, 1] - y, net.points[b, 0] - x, net.points[b, 1] - y)
            doors, cones = roomy(doors, cones, count)
            count = pass_through(net, x, y, radius, h, cone, doors, cones, count, with_ends)
    return doors, cones, count, firsts


@inlined
def _goes_around(sector, ax, ay):
    """Return (left, right): whether a way arriving along (ax, ay) may go on around a closed sector on that side."""
    ux, uy, vx, vy, mx, my = sector
    length = abs(ax) + abs(ay)
    if length <= WAY_TOLERANCE:  # starts there: the start has looked all around
        return False, False
    u = _cross(ax, ay, ux, uy) / (length * (abs(ux) + abs(uy)))
    v = _cross(ax, ay, vx, vy) / (length * (abs(vx) + abs(vy)))
    m = _cross(ax, ay, mx, my) / length
    return u >= -SLACK and v >= -SLACK and m >= -SLACK, u <= SLACK and v <= SLACK and m <= SLACK


@inlined
def _opened(ax, ay, ux, uy, side):
    """Return where a cone around a corner begins that ends at direction u: the way's own direction a, opened by the
    slack; never more than half a turn from u, nor beyond it. ``side``: 1 turning left, -1 turning right.
    """
    x, y = ax + side * SLACK * ay, ay - side * SLACK * ax
    if side * _cross(x, y, ux, uy) > 0:
        return x, y
    if x * ux + y * uy < 0:
        return -ux, -uy
    return ux + side * SLACK * uy, uy - side * SLACK * ux


@inlined
def _sector(net, s):
    return (
        net.sectors[s, 0],
        net.sectors[s, 1],
        net.sectors[s, 2],
        net.sectors[s, 3],
        net.sectors[s, 4],
        net.sectors[s, 5],
    )


@inlined
def bends(net, p, ax, ay):
    """Return whether a way arriving at point p along (ax, ay) may bend there."""
    for s in range(net.sector_start[p], net.sector_start[p + 1]):
        left, right = _goes_around(_sector(net, s), ax, ay)
        if left or right:
            return True
    return False


@inlined
def _common(wide, narrow):
    """Return what two convex cones have in common, all zero where that is nothing."""
    rx, ry, lx, ly = narrow
    wrx, wry, wlx, wly = wide
    if _cross(wrx, wry, rx, ry) >= 0 and _cross(rx, ry, wlx, wly) >= 0:
        sx, sy = rx, ry
    elif _cross(rx, ry, wrx, wry) >= 0 and _cross(wrx, wry, lx, ly) >= 0:
        sx, sy = wrx, wry
    else:
        return 0.0, 0.0, 0.0, 0.0
    if _cross(wrx, wry, lx, ly) >= 0 and _cross(lx, ly, wlx, wly) >= 0:
        return sx, sy, lx, ly
    if _cross(rx, ry, wlx, wly) >= 0 and _cross(wlx, wly, lx, ly) >= 0:
        return sx, sy, wlx, wly
    return 0.0, 0.0, 0.0, 0.0


@kernel
def begin_bending(net, p, ax, ay, doors, cones):
    """Begin a look from point p for ways that arrive along (ax, ay) and go around what is closed there.

    Returns the list: the triangles at p, by the half-edge that starts there, with the cones seen in them.
    """
    x, y = net.points[p, 0], net.points[p, 1]
    count = 0
    for s in range(net.sector_start[p], net.sector_start[p + 1]):
        sector = _sector(net, s)
        left, right = _goes_around(sector, ax, ay)
        for side in range(2):
            if side == 0 and left:
                wx, wy = _opened(ax, ay, sector[0], sector[1], 1)
                wide = (wx, wy, sector[0], sector[1])
            elif side == 1 and right:
                wx, wy = _opened(ax, ay, sector[2], sector[3], -1)
                wide = (sector[2], sector[3], wx, wy)
            else:
                continue
            for f in range(net.fan_start[p], net.fan_start[p + 1]):
                h = net.fan[f]
                a, b = net.origins[following(h)], net.origins[following(following(h))]
                narrow = (net.points[a, 0] - x, net.points[a, 1] - y, net.points[b, 0] - x, net.points[b, 1] - y)
                rx, ry, lx, ly = _common(wide, narrow)
                if rx == 0.0 and ry == 0.0:
                    continue
                doors, cones = roomy(doors, cones, count)
                doors[count] = h
                cones[count, 0], cones[count, 1], cones[count, 2], cones[count, 3] = rx, ry, lx, ly
                count += 1
    return doors, cones, count


@kernel
def seen_from(
    net: Net, stop: int, places: Floats2, last: Ints1, radius: float, found: Ints1, doors: Ints1, cones: Floats2
):
    """Return the list (doors, cones, count, firsts) of all that shortest ways go on to from a stop."""
    x, y = places[stop, 0], places[stop, 1]
    if stop >= len(net.points):
        doors, cones, count, firsts = begin_anywhere(net, x, y, radius, found, doors, cones, False)
    else:
        before = last[stop]
        doors, cones, firsts = begin_bending(net, stop, x - places[before, 0], y - places[before, 1], doors, cones)
        count = firsts
        for i in range(firsts):
            doors, cones = roomy(doors, cones, count)
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            count = pass_through(net, x, y, radius, following(doors[i]), cone, doors, cones, count, False)
    doors, cones, count = look(net, x, y, radius, doors, cones, firsts, count, False)
    return doors, cones, count, firsts
