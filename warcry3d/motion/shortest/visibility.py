"""Which triangles of a navigation mesh are visible from a point (compiled): triangular expansion.

The expansion enters one triangle after another, in the cone that the edges behind leave open: no line is ever tested
against an edge that it does not reach. Shortest paths bend only at corners of obstacles, around them: so a corner is
expanded only between the direction of the path that arrived there and the corner's far side.

What is visible is a list: ``portals``, the half-edges through which triangles are entered, and ``cones``, what is
visible through each, as the directions of its right and its left side.
"""

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.records import Floats2, Ints1
from warcry3d.motion.shortest.navmesh import GRAZING_TOLERANCE, WAY_TOLERANCE, NavMesh, locate_triangles, next_half_edge

__all__ = [
    "cone_contains",
    "expand_visibility",
    "may_bend",
    "push_portal",
    "start_at_corner",
    "start_at_point",
    "visible_portals",
    "with_capacity",
]

ANGLE_SLACK = 1e-3
"""Radians by which a cone behind a corner is widened towards the path that arrives: paths that differ by rounding, or
that graze a corner, differ by up to 1e-4 in direction. What lies there is also visible from the node before."""

SPARE_ENTRIES = 8
"""Entries kept free at the end of a list."""


@inlined
def _cross(ax, ay, bx, by):
    return ax * by - ay * bx


@inlined
def cone_contains(cone, x, y):
    """Return whether a point, relative to the cone's apex, lies between its sides (right x, y, left x, y)."""
    rx, ry, lx, ly = cone
    return rx * y - ry * x >= -GRAZING_TOLERANCE * (abs(rx) + abs(ry)) and x * ly - y * lx >= -GRAZING_TOLERANCE * (
        abs(lx) + abs(ly)
    )


@inlined
def _is_out_of_reach(ax, ay, bx, by, radius):
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
def with_capacity(portals, cones, count):
    """Return both lists with at least `SPARE_ENTRIES` free entries."""
    if count + SPARE_ENTRIES <= len(portals):
        return portals, cones
    more_portals = np.empty(2 * len(portals) + SPARE_ENTRIES, np.int32)
    more_cones = np.empty((2 * len(portals) + SPARE_ENTRIES, 4))
    for i in range(count):  # a slice would be compiled with its checks and their messages
        more_portals[i] = portals[i]
        for k in range(4):
            more_cones[i, k] = cones[i, k]
    return more_portals, more_cones


@lean_kernel
def push_portal(mesh, x, y, radius, h, cone, portals, cones, count, with_ends):
    """Append the portal entered from (x, y) through half-edge h within a cone; return the new length of the list.

    Nothing is added where the cone is empty. An end (the boundary, or out of reach) is added as -1 - h if asked for.
    """
    rx, ry, lx, ly = cone
    if rx * ly - ry * lx <= 0:
        return count
    a, b = mesh.origins[h], mesh.origins[next_half_edge(h)]
    twin = mesh.twins[h]
    if twin < 0 or _is_out_of_reach(
        mesh.points[a, 0] - x, mesh.points[a, 1] - y, mesh.points[b, 0] - x, mesh.points[b, 1] - y, radius
    ):
        if not with_ends:
            return count
        portals[count] = -1 - h
    else:
        portals[count] = twin
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
def expand_visibility(
    mesh: NavMesh,
    x: float,
    y: float,
    radius: float,
    portals: Ints1,
    cones: Floats2,
    begin: int,
    count: int,
    with_ends: bool,
):
    """Extend a list of portals to all that are visible from (x, y).

    Portals from ``begin`` on are expanded. Returns the list (portals, cones, count).
    """
    i = begin
    while i < count:
        h = portals[i]
        cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
        i += 1
        if h < 0:
            continue
        portals, cones = with_capacity(portals, cones, count)
        rx, ry, lx, ly = cone
        right = next_half_edge(h)
        left = next_half_edge(right)
        ax, ay = mesh.points[mesh.origins[left], 0] - x, mesh.points[mesh.origins[left], 1] - y
        if _is_left(cone, ax, ay):
            count = push_portal(mesh, x, y, radius, right, cone, portals, cones, count, with_ends)
        elif rx * ay - ry * ax <= 0:
            count = push_portal(mesh, x, y, radius, left, cone, portals, cones, count, with_ends)
        else:
            count = push_portal(mesh, x, y, radius, right, (rx, ry, ax, ay), portals, cones, count, with_ends)
            count = push_portal(mesh, x, y, radius, left, (ax, ay, lx, ly), portals, cones, count, with_ends)
    return portals, cones, count


@kernel
def start_at_point(mesh, x, y, radius, found, portals, cones, with_ends):
    """Start an expansion all around a point; return the list and how many triangles contain it (listed first)."""
    start_count = locate_triangles(mesh, x, y, found)
    while start_count + SPARE_ENTRIES > len(portals):
        portals, cones = with_capacity(portals, cones, len(portals))
    for i in range(start_count):
        portals[i] = 3 * found[i]
        cones[i] = 0.0
    count = start_count
    for i in range(start_count):
        for e in range(3):
            h = 3 * found[i] + e
            twin = mesh.twins[h]
            is_first = False
            for j in range(start_count):
                if twin >= 0 and twin // 3 == found[j]:
                    is_first = True
            if is_first:
                continue
            a, b = mesh.origins[h], mesh.origins[next_half_edge(h)]
            cone = (mesh.points[a, 0] - x, mesh.points[a, 1] - y, mesh.points[b, 0] - x, mesh.points[b, 1] - y)
            portals, cones = with_capacity(portals, cones, count)
            count = push_portal(mesh, x, y, radius, h, cone, portals, cones, count, with_ends)
    return portals, cones, count, start_count


@inlined
def _sides_to_turn(sector, ax, ay):
    """Return (left, right): whether a path arriving along (ax, ay) may turn around a closed sector on that side."""
    ux, uy, vx, vy, mx, my = sector
    length = abs(ax) + abs(ay)
    if length <= WAY_TOLERANCE:  # starts there: the start was expanded all around
        return False, False
    u = _cross(ax, ay, ux, uy) / (length * (abs(ux) + abs(uy)))
    v = _cross(ax, ay, vx, vy) / (length * (abs(vx) + abs(vy)))
    m = _cross(ax, ay, mx, my) / length
    return (
        u >= -ANGLE_SLACK and v >= -ANGLE_SLACK and m >= -ANGLE_SLACK,
        u <= ANGLE_SLACK and v <= ANGLE_SLACK and m <= ANGLE_SLACK,
    )


@inlined
def _widened_direction(ax, ay, ux, uy, side):
    """Return where a cone around a corner begins that ends at direction u: the path's own direction a, widened by the
    slack; never more than half a turn from u, nor beyond it. ``side``: 1 turning left, -1 turning right.
    """
    x, y = ax + side * ANGLE_SLACK * ay, ay - side * ANGLE_SLACK * ax
    if side * _cross(x, y, ux, uy) > 0:
        return x, y
    if x * ux + y * uy < 0:
        return -ux, -uy
    return ux + side * ANGLE_SLACK * uy, uy - side * ANGLE_SLACK * ux


@inlined
def _sector(mesh, s):
    return (
        mesh.sectors[s, 0],
        mesh.sectors[s, 1],
        mesh.sectors[s, 2],
        mesh.sectors[s, 3],
        mesh.sectors[s, 4],
        mesh.sectors[s, 5],
    )


@inlined
def may_bend(mesh, p, ax, ay):
    """Return whether a path arriving at vertex p along (ax, ay) may bend there."""
    for s in range(mesh.sector_start[p], mesh.sector_start[p + 1]):
        left, right = _sides_to_turn(_sector(mesh, s), ax, ay)
        if left or right:
            return True
    return False


@inlined
def _intersect_cones(wide, narrow):
    """Return the intersection of two convex cones, all zero where it is empty."""
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
def start_at_corner(mesh, p, ax, ay, portals, cones):
    """Start an expansion at vertex p for paths that arrive along (ax, ay) and bend around the obstacle there.

    Returns the list: the triangles at p, by the half-edge that starts there, with the cones visible in them.
    """
    x, y = mesh.points[p, 0], mesh.points[p, 1]
    count = 0
    for s in range(mesh.sector_start[p], mesh.sector_start[p + 1]):
        sector = _sector(mesh, s)
        left, right = _sides_to_turn(sector, ax, ay)
        for side in range(2):
            if side == 0 and left:
                wx, wy = _widened_direction(ax, ay, sector[0], sector[1], 1)
                wide = (wx, wy, sector[0], sector[1])
            elif side == 1 and right:
                wx, wy = _widened_direction(ax, ay, sector[2], sector[3], -1)
                wide = (sector[2], sector[3], wx, wy)
            else:
                continue
            for f in range(mesh.fan_start[p], mesh.fan_start[p + 1]):
                h = mesh.fan[f]
                a, b = mesh.origins[next_half_edge(h)], mesh.origins[next_half_edge(next_half_edge(h))]
                narrow = (mesh.points[a, 0] - x, mesh.points[a, 1] - y, mesh.points[b, 0] - x, mesh.points[b, 1] - y)
                rx, ry, lx, ly = _intersect_cones(wide, narrow)
                if rx == 0.0 and ry == 0.0:
                    continue
                portals, cones = with_capacity(portals, cones, count)
                portals[count] = h
                cones[count, 0], cones[count, 1], cones[count, 2], cones[count, 3] = rx, ry, lx, ly
                count += 1
    return portals, cones, count


@kernel
def visible_portals(
    mesh: NavMesh,
    node: int,
    positions: Floats2,
    previous: Ints1,
    radius: float,
    found: Ints1,
    portals: Ints1,
    cones: Floats2,
):
    """Return the list (portals, cones, count, start_count) of all that shortest paths reach straight from a node."""
    x, y = positions[node, 0], positions[node, 1]
    if node >= len(mesh.points):
        portals, cones, count, start_count = start_at_point(mesh, x, y, radius, found, portals, cones, False)
    else:
        origin = previous[node]
        portals, cones, start_count = start_at_corner(
            mesh, node, x - positions[origin, 0], y - positions[origin, 1], portals, cones
        )
        count = start_count
        for i in range(start_count):
            portals, cones = with_capacity(portals, cones, count)
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            count = push_portal(mesh, x, y, radius, next_half_edge(portals[i]), cone, portals, cones, count, False)
    portals, cones, count = expand_visibility(mesh, x, y, radius, portals, cones, start_count, count, False)
    return portals, cones, count, start_count
