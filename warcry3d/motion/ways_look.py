"""Looking through the net, and the shortest ways that looking gives (compiled).

A look runs from a point through the net, triangle by triangle, in the cone the last edges leave open: no line is ever
tested against an edge it does not reach. Shortest ways bend only at corners of what is closed, around them: so a corner
is looked from only between the way that arrived there and the corner's far side.

A *stop* is where a way starts or bends: stops 0 to p - 1 are the net's points, the sources follow.
"""

from typing import NamedTuple

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.solid import FloatArray, IntArray
from warcry3d.motion.ways_net import WAY_PLAY, following, located

__all__ = ["Stops", "flood", "measure", "stars"]

SLACK = 1e-6
"""Radians by which a cone behind a corner is opened towards the way that arrives: equal ways that differ by rounding
(1e-16 in) may differ by this in direction. What lies there is also seen from the stop before."""

SPARE = 8
"""Entries kept free in the list of a look."""


class Stops(NamedTuple):
    """Where shortest ways start and bend: places (n, 2), costs (n,) up to there (inf: not reached), last (n,) the stop
    before (-1: none), order (m,) the stops that ways go on from, cheapest first.
    """

    places: FloatArray
    costs: FloatArray
    last: IntArray
    order: IntArray


@inlined
def _cross(ax, ay, bx, by):
    return ax * by - ay * bx


@inlined
def _is_within(cone, x, y):
    """Return whether a point, relative to the cone's apex, lies between its sides (right x, y, left x, y)."""
    rx, ry, lx, ly = cone
    return (
        rx * y - ry * x >= -WAY_PLAY * (abs(rx) + abs(ry)) and x * ly - y * lx >= -WAY_PLAY * (abs(lx) + abs(ly))
    )


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
def _roomy(doors, cones, count):
    """Return both lists, with room to spare."""
    if count + SPARE <= len(doors):
        return doors, cones
    more_doors = np.empty(2 * len(doors) + SPARE, doors.dtype)
    more_cones = np.empty((2 * len(doors) + SPARE, 4), cones.dtype)
    more_doors[:count] = doors[:count]
    more_cones[:count] = cones[:count]
    return more_doors, more_cones


@lean_kernel
def _pass(net, x, y, radius, h, cone, doors, cones, count, with_ends):
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
def _look(net, x, y, radius, doors, cones, begin, count, with_ends):
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
        doors, cones = _roomy(doors, cones, count)
        rx, ry, lx, ly = cone
        right = following(h)
        left = following(right)
        ax, ay = net.points[net.origins[left], 0] - x, net.points[net.origins[left], 1] - y
        if _is_left(cone, ax, ay):
            count = _pass(net, x, y, radius, right, cone, doors, cones, count, with_ends)
        elif rx * ay - ry * ax <= 0:
            count = _pass(net, x, y, radius, left, cone, doors, cones, count, with_ends)
        else:
            count = _pass(net, x, y, radius, right, (rx, ry, ax, ay), doors, cones, count, with_ends)
            count = _pass(net, x, y, radius, left, (ax, ay, lx, ly), doors, cones, count, with_ends)
    return doors, cones, count


@kernel
def _begin_anywhere(net, x, y, radius, found, doors, cones, with_ends):
    """Begin a look all around a point; return the list and how many triangles it lies in (the first of the list)."""
    firsts = located(net, x, y, found)
    while firsts + SPARE > len(doors):
        doors, cones = _roomy(doors, cones, len(doors))
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
            doors, cones = _roomy(doors, cones, count)
            count = _pass(net, x, y, radius, h, cone, doors, cones, count, with_ends)
    return doors, cones, count, firsts


@inlined
def _goes_around(sector, ax, ay):
    """Return (left, right): whether a way arriving along (ax, ay) may go on around a closed sector on that side."""
    ux, uy, vx, vy, mx, my = sector
    length = abs(ax) + abs(ay)
    if length <= WAY_PLAY:  # starts there: the start has looked all around
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
def _bends(net, p, ax, ay):
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
def _begin_bending(net, p, ax, ay, doors, cones):
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
                doors, cones = _roomy(doors, cones, count)
                doors[count] = h
                cones[count, 0], cones[count, 1], cones[count, 2], cones[count, 3] = rx, ry, lx, ly
                count += 1
    return doors, cones, count


@kernel
def _seen(net, stop, places, last, radius, found, doors, cones):
    """Return the list (doors, cones, count, firsts) of all that shortest ways go on to from a stop."""
    x, y = places[stop, 0], places[stop, 1]
    if stop >= len(net.points):
        doors, cones, count, firsts = _begin_anywhere(net, x, y, radius, found, doors, cones, False)
    else:
        before = last[stop]
        doors, cones, firsts = _begin_bending(net, stop, x - places[before, 0], y - places[before, 1], doors, cones)
        count = firsts
        for i in range(firsts):
            doors, cones = _roomy(doors, cones, count)
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            count = _pass(net, x, y, radius, following(doors[i]), cone, doors, cones, count, False)
    doors, cones, count = _look(net, x, y, radius, doors, cones, firsts, count, False)
    return doors, cones, count, firsts


@inlined
def _clip(rx, ry, e, dy, low, high):
    """Return a row's span cut by a half-plane: rx dy - ry dx >= -e."""
    room = rx * dy + e
    if ry > 0:
        high = min(high, room / ry)
    elif ry < 0:
        low = max(low, room / ry)
    elif room < 0:
        high = low - 1
    return low, high


@lean_kernel
def _spread(rows, t, cone, stop, x, y, start_cost, radius, cost, last):
    """Lower the costs of the lattice points of triangle t in a cone about (x, y) to what they cost from there."""
    rx, ry, lx, ly = cone
    right, left = WAY_PLAY * (abs(rx) + abs(ry)), WAY_PLAY * (abs(lx) + abs(ly))
    spacing = rows.spacing
    for r in range(rows.start[t], rows.start[t + 1]):
        dy = (rows.runs[r, 0] + rows.first_row) * spacing - y
        reach = radius * radius - dy * dy
        if reach < 0:
            continue
        high = np.sqrt(reach)
        low, high = _clip(rx, ry, right, dy, -high, high)
        low, high = _clip(-lx, -ly, left, dy, low, high)
        if low > high:
            continue
        first = max(rows.runs[r, 1], int(np.ceil((x + low) / spacing)) - rows.first_column)
        final = min(rows.runs[r, 2], int(np.floor((x + high) / spacing)) - rows.first_column)
        row = rows.runs[r, 0] * rows.columns
        for i in range(first, final + 1):
            dx = (i + rows.first_column) * spacing - x
            d = start_cost + np.sqrt(dx * dx + dy * dy)
            if not cost[row + i] <= d:
                cost[row + i] = d
                last[row + i] = stop


@inlined
def _sift_up(heap, slots, costs, i):
    item = heap[i]
    while i > 0:
        above = (i - 1) // 2
        if costs[heap[above]] <= costs[item]:
            break
        heap[i] = heap[above]
        slots[heap[i]] = i
        i = above
    heap[i] = item
    slots[item] = i


@inlined
def _sift_down(heap, slots, costs, count):
    item, i = heap[0], 0
    while True:
        below = 2 * i + 1
        if below >= count:
            break
        if below + 1 < count and costs[heap[below + 1]] < costs[heap[below]]:
            below += 1
        if costs[heap[below]] >= costs[item]:
            break
        heap[i] = heap[below]
        slots[heap[i]] = i
        i = below
    heap[i] = item
    slots[item] = i


@lean_kernel
def _relax(net, stop, to, places, costs, last, slots, heap, count, limit):
    """Lower the cost of stop ``to`` to what it is by way of another; return the new length of the heap."""
    ax, ay = places[to, 0] - places[stop, 0], places[to, 1] - places[stop, 1]
    d = costs[stop] + np.sqrt(ax * ax + ay * ay)
    if d >= costs[to] or d > limit + WAY_PLAY or slots[to] == -2:
        return count
    costs[to] = d
    last[to] = stop
    if slots[to] == -1:
        if to >= len(net.points) or not _bends(net, to, ax, ay):
            return count
        slots[to] = count
        heap[count] = to
        count += 1
    _sift_up(heap, slots, costs, slots[to])
    return count


@kernel
def _by_triangle(net, sources, found):
    """Return the sources in each triangle as chains: (head (t,), who, following)."""
    total = 0
    for j in range(len(sources)):
        total += located(net, sources[j, 0], sources[j, 1], found)
    head = np.full(len(net.origins) // 3, -1, np.int32)
    who, after = np.empty(total, np.int32), np.empty(total, np.int32)
    total = 0
    for j in range(len(sources)):
        for i in range(located(net, sources[j, 0], sources[j, 1], found)):
            who[total], after[total] = j, head[found[i]]
            head[found[i]] = total
            total += 1
    return head, who, after


@kernel
def flood(net, rows, sources, start_costs, limit):
    """Return (stops, cost, last): shortest ways from sources (k, 2) with costs to start with, up to a limit.

    cost and last (rows * columns,): of each lattice point the cheapest way there (nan: none) and the stop it comes from
    (-1). A source that is cheaper to reach from others starts nothing.
    """
    n, k = len(net.points), len(sources)
    places = np.empty((n + k, 2))
    places[:n] = net.points
    places[n:] = sources
    costs = np.full(n + k, np.inf)
    last = np.full(n + k, -1, np.int32)
    slots = np.full(n + k, -1, np.int32)  # in the heap; -1: not yet, -2: done
    heap = np.empty(n + k, np.int32)
    order = np.empty(n + k, np.int32)
    cost = np.full(rows.columns * rows.rows, np.nan)
    by = np.full(rows.columns * rows.rows, -1, np.int32)
    found = np.empty(len(net.origins) // 3 + 1, np.int32)
    doors, cones = np.empty(256, np.int32), np.empty((256, 4))
    head, who, after = _by_triangle(net, sources, found)
    count, settled = 0, 0
    for j in range(k):
        if start_costs[j] <= limit:
            costs[n + j] = start_costs[j]
            heap[count] = n + j
            slots[n + j] = count
            count += 1
            _sift_up(heap, slots, costs, count - 1)
    while count > 0:
        stop = heap[0]
        count -= 1
        heap[0] = heap[count]
        if count > 0:
            _sift_down(heap, slots, costs, count)
        slots[stop] = -2
        if stop >= n and last[stop] >= 0:
            continue
        x, y = places[stop, 0], places[stop, 1]
        radius = limit + WAY_PLAY - costs[stop]
        doors, cones, seen, firsts = _seen(net, stop, places, last, radius, found, doors, cones)
        if seen > 0:
            order[settled] = stop
            settled += 1
        for i in range(seen):
            t = doors[i] // 3
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            _spread(rows, t, cone, stop, x, y, costs[stop], radius, cost, by)
            for e in range(3):
                p = net.origins[3 * t + e]
                if i >= firsts and doors[i] % 3 != (e + 1) % 3:  # only the point across the door is new
                    continue
                if net.sector_start[p] == net.sector_start[p + 1] or p == stop:
                    continue
                if _is_within(cone, places[p, 0] - x, places[p, 1] - y):
                    count = _relax(net, stop, p, places, costs, last, slots, heap, count, limit)
            j = head[t]
            while j >= 0:
                to = n + who[j]
                if to != stop and _is_within(cone, places[to, 0] - x, places[to, 1] - y):
                    count = _relax(net, stop, to, places, costs, last, slots, heap, count, limit)
                j = after[j]
    return Stops(places, costs, last, order[:settled].copy()), cost, by


@kernel
def measure(net, stops, points, least, limit):
    """Return (cost, last) of points (n, 2): what the cheapest way there costs, nan if none, and the stop before (-1).

    Looks back from each point for the stops it sees. ``least``: the cheapest source's cost.
    """
    n = len(net.points)
    cost = np.full(len(points), np.nan)
    last = np.full(len(points), -1, np.int32)
    found = np.empty(len(net.origins) // 3 + 1, np.int32)
    doors, cones = np.empty(256, np.int32), np.empty((256, 4))
    is_on = np.zeros(len(stops.places), np.bool_)
    for i in range(len(stops.order)):
        is_on[stops.order[i]] = True
    head, who, after = _by_triangle(net, stops.places[n:], found)
    for q in range(len(points)):
        x, y = points[q, 0], points[q, 1]
        radius = limit + WAY_PLAY - least
        doors, cones, count, firsts = _begin_anywhere(net, x, y, radius, found, doors, cones, False)
        doors, cones, count = _look(net, x, y, radius, doors, cones, firsts, count, False)
        for i in range(count):
            t = doors[i] // 3
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            j, e = head[t], 0
            while e < 3 or j >= 0:
                if e < 3:
                    stop = net.origins[3 * t + e]
                    e += 1
                else:
                    stop = n + who[j]
                    j = after[j]
                if not is_on[stop]:
                    continue
                dx, dy = stops.places[stop, 0] - x, stops.places[stop, 1] - y
                d = stops.costs[stop] + np.sqrt(dx * dx + dy * dy)
                if d <= limit + WAY_PLAY and not cost[q] <= d and _is_within(cone, dx, dy):
                    cost[q] = d
                    last[q] = stop
    return cost, last


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
def stars(net, stops, limit, sagitta):
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
        if radius <= WAY_PLAY:
            continue
        step = 2 * np.arccos(max(1 - sagitta / radius, 0.0))
        if stop >= n:
            starts, openings, last, first = _begin_anywhere(net, x, y, np.inf, found, starts, openings, True)
        else:
            before = stops.last[stop]
            ax, ay = x - stops.places[before, 0], y - stops.places[before, 1]
            starts, openings, last = _begin_bending(net, stop, ax, ay, starts, openings)
            first = 0
        for s in range(first, last):
            cone = (openings[s, 0], openings[s, 1], openings[s, 2], openings[s, 3])
            if stop >= n:
                doors[0] = starts[s]
                cones[0] = openings[s]
                seen = 1
            else:
                seen = _pass(net, x, y, radius, following(starts[s]), cone, doors, cones, 0, True)
            doors, cones, seen = _look(net, x, y, radius, doors, cones, 0, seen, True)
            angles = np.empty(seen)
            for e in range(seen):
                rx, ry = cones[e, 0], cones[e, 1]
                angles[e] = np.arctan2(cone[0] * ry - cone[1] * rx, cone[0] * rx + cone[1] * ry)
            need = count + 1 + seen * (8 + 2 * int(np.pi / step))
            if need > len(points):
                more, more_star = np.empty((2 * need, 2)), np.empty(2 * need, np.int32)
                more[:count], more_star[:count] = points[:count], star[:count]
                points, star = more, more_star
            begin = count
            points[count, 0], points[count, 1] = x, y
            count += 1
            for e in np.argsort(angles):
                if doors[e] < 0:
                    side = (cones[e, 0], cones[e, 1], cones[e, 2], cones[e, 3])
                    count = _chain(net, -1 - doors[e], side, x, y, radius, step, points, count)
            star[begin:count] = number
            number += 1
    return points[:count], star[:count]
