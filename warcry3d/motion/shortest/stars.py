"""All that shortest ways reach, as star-shaped polygons, for drawing (compiled)."""

import numpy as np

from warcry3d.geom.array_kernels import argsort, copy_row, copy_rows
from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.motion.shortest.flood import Stops
from warcry3d.motion.shortest.navmesh import WAY_TOLERANCE, Net, following
from warcry3d.motion.shortest.visibility import begin_anywhere, begin_bending, look, pass_through

__all__ = ["stars"]


@inlined
def _along(dx, dy, ax, ay, bx, by):
    """Return how far along the ray (dx, dy) from the origin the line a-b is, in lengths of the ray."""
    across = dx * (by - ay) - dy * (bx - ax)
    along = ax * (by - ay) - ay * (bx - ax)
    far = np.sqrt(max(ax * ax + ay * ay, bx * bx + by * by) / (dx * dx + dy * dy))
    return min(max(along / across, 0.0), far) if across != 0 else far


@lean_kernel
def _arc(out, count, x, y, radius, ax, ay, bx, by, step):
    """Write points of a circle about (x, y), from direction a to direction b, both included; return the new length."""
    angle = np.arctan2(ax * by - ay * bx, ax * bx + ay * by)
    pieces = max(1, int(np.ceil(angle / step)))
    start = np.arctan2(ay, ax)
    for i in range(pieces + 1):
        out[count, 0] = x + radius * np.cos(start + angle * i / pieces)
        out[count, 1] = y + radius * np.sin(start + angle * i / pieces)
        count += 1
    return count


@lean_kernel
def _chain(net, h, cone, x, y, radius, step, out, count):
    """Write the far side of what is seen in a cone that ends at half-edge h: the edge where it is nearer than radius,
    the circle where it is not; return the new length.
    """
    a, b = net.origins[h], net.origins[following(h)]
    ax, ay = net.points[a, 0] - x, net.points[a, 1] - y
    bx, by = net.points[b, 0] - x, net.points[b, 1] - y
    rx, ry, lx, ly = cone
    right, left = _along(rx, ry, ax, ay, bx, by), _along(lx, ly, ax, ay, bx, by)
    px, py, qx, qy = rx * right, ry * right, lx * left, ly * left
    dx, dy = qx - px, qy - py
    a2, b2, c2 = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py - radius * radius
    inside = b2 * b2 - a2 * c2
    if a2 == 0 and c2 <= 0:
        enter, leave = 0.0, 1.0
    elif a2 == 0 or inside <= 0:  # outside, or touches at most
        enter, leave = 2.0, 2.0
    else:
        enter, leave = (-b2 - np.sqrt(inside)) / a2, (-b2 + np.sqrt(inside)) / a2
    if enter >= 1 or leave <= 0:
        return _arc(out, count, x, y, radius, rx, ry, lx, ly, step)
    ex, ey = px + max(enter, 0.0) * dx, py + max(enter, 0.0) * dy
    fx, fy = px + min(leave, 1.0) * dx, py + min(leave, 1.0) * dy
    if enter > 0:
        count = _arc(out, count, x, y, radius, rx, ry, ex, ey, step)
    out[count, 0], out[count, 1] = x + ex, y + ey
    out[count + 1, 0], out[count + 1, 1] = x + fx, y + fy
    count += 2
    if leave < 1:
        count = _arc(out, count, x, y, radius, fx, fy, lx, ly, step)
    return count


@kernel
def stars(net: Net, stops: Stops, limit: float, sagitta: float):
    """Return (points (n, 2), star (n,)): all that ways up to a limit go straight to from each stop, as polygons.

    Each is a stop and, anticlockwise, the far side of what is seen in one cone narrower than half a turn. Arcs keep
    within ``sagitta`` of their circle, inside it.
    """
    n = len(net.points)
    points, star = np.empty((1024, 2)), np.empty(1024, np.int32)
    found = np.empty(len(net.origins) // 3 + 1, np.int32)
    doors, cones = np.empty(256, np.int32), np.empty((256, 4))
    starts, openings = np.empty(256, np.int32), np.empty((256, 4))
    count, number = 0, 0
    for i in range(len(stops.order)):
        stop = stops.order[i]
        x, y = stops.places[stop, 0], stops.places[stop, 1]
        radius = limit - stops.costs[stop]
        if radius <= WAY_TOLERANCE:
            continue
        step = 2 * np.arccos(max(1 - sagitta / radius, 0.0))
        if stop >= n:
            starts, openings, last, first = begin_anywhere(net, x, y, np.inf, found, starts, openings, True)
        else:
            before = stops.last[stop]
            ax, ay = x - stops.places[before, 0], y - stops.places[before, 1]
            starts, openings, last = begin_bending(net, stop, ax, ay, starts, openings)
            first = 0
        for s in range(first, last):
            cone = (openings[s, 0], openings[s, 1], openings[s, 2], openings[s, 3])
            if stop >= n:
                doors[0] = starts[s]
                copy_row(openings[s], cones[0])
                seen = 1
            else:
                seen = pass_through(net, x, y, radius, following(starts[s]), cone, doors, cones, 0, True)
            doors, cones, seen = look(net, x, y, radius, doors, cones, 0, seen, True)
            angles, order = np.empty(seen), np.empty(seen, np.int64)
            for e in range(seen):
                rx, ry = cones[e, 0], cones[e, 1]
                angles[e] = np.arctan2(cone[0] * ry - cone[1] * rx, cone[0] * rx + cone[1] * ry)
            need = count + 1 + seen * (8 + 2 * int(np.pi / step))
            if need > len(points):
                more, more_star = np.empty((2 * need, 2)), np.empty(2 * need, np.int32)
                copy_rows(points, count, more)
                copy_row(star[:count], more_star)
                points, star = more, more_star
            begin = count
            points[count, 0], points[count, 1] = x, y
            count += 1
            argsort(angles, order)
            for e in order:
                if doors[e] < 0:
                    side = (cones[e, 0], cones[e, 1], cones[e, 2], cones[e, 3])
                    count = _chain(net, -1 - doors[e], side, x, y, radius, step, points, count)
            for p in range(begin, count):
                star[p] = number
            number += 1
    return points[:count], star[:count]
