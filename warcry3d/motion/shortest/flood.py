"""Shortest ways by looking (compiled): from sources to the lattice, and back from any point.

A *stop* is where a way starts or bends: stops 0 to p - 1 are the net's points, the sources follow.
"""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Ints1, KernelRecord
from warcry3d.motion.shortest.navmesh import WAY_TOLERANCE, Net, Rows, located, moored
from warcry3d.motion.shortest.visibility import begin_anywhere, bends, is_within, look, seen_from

__all__ = ["ExtraPlaces", "Stops", "flood", "measure", "spotted"]


@dataclass(frozen=True, eq=False)
class Stops(KernelRecord):
    """Where shortest ways start and bend: places (n, 2), costs (n,) up to there (inf: not reached), last (n,) the stop
    before (-1: none), order (m,) the stops that ways go on from, cheapest first.
    """

    places: Floats2
    costs: Floats1
    last: Ints1
    order: Ints1


@dataclass(frozen=True, eq=False)
class ExtraPlaces(KernelRecord):
    """Places that a flood tells the costs of besides the lattice: places (m, 2), and by triangle as chains: head (t,),
    who, following (a place on a side belongs to the triangles on both sides of it).
    """

    places: Floats2
    head: Ints1
    who: Ints1
    following: Ints1


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
    right, left = WAY_TOLERANCE * (abs(rx) + abs(ry)), WAY_TOLERANCE * (abs(lx) + abs(ly))
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


@lean_kernel
def _mark(spots, t, cone, stop, x, y, start_cost, radius, cost, last):
    """Lower the costs of the spots of triangle t in a cone about (x, y) to what they cost from there."""
    j = spots.head[t]
    while j >= 0:
        q = spots.who[j]
        j = spots.following[j]
        dx, dy = spots.places[q, 0] - x, spots.places[q, 1] - y
        square = dx * dx + dy * dy
        if square > radius * radius:
            continue
        d = start_cost + np.sqrt(square)
        if not cost[q] <= d and is_within(cone, dx, dy):
            cost[q] = d
            last[q] = stop


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
    if d >= costs[to] or d > limit + WAY_TOLERANCE or slots[to] == -2:
        return count
    costs[to] = d
    last[to] = stop
    if slots[to] == -1:
        if to >= len(net.points) or not bends(net, to, ax, ay):
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
def spotted(net: Net, points: Floats2):
    """Return (places, head, who, following) of `ExtraPlaces`; a point outside the net is in no chain."""
    found = np.empty(len(net.origins) // 3 + 1, np.int32)
    places = np.empty((len(points), 2))
    for i in range(len(points)):
        places[i, 0], places[i, 1] = moored(net, points[i, 0], points[i, 1], found)
    head, who, after = _by_triangle(net, places, found)
    return places, head, who, after


@kernel
def flood(net: Net, rows: Rows, sources: Floats2, start_costs: Floats1, limit: float, spots: ExtraPlaces):
    """Return (stops, cost, last, spot_cost, spot_last): shortest ways from sources (k, 2) with
    costs to start with, up to a limit.

    cost and last (rows * columns,): of each lattice point the cheapest way there (nan: none) and the stop it comes from
    (-1). A source that is cheaper to reach from others starts nothing.
    """
    n, k = len(net.points), len(sources)
    places = np.empty((n + k, 2))
    for i in range(n):
        places[i, 0], places[i, 1] = net.points[i, 0], net.points[i, 1]
    found = np.empty(len(net.origins) // 3 + 1, np.int32)
    for j in range(k):
        places[n + j, 0], places[n + j, 1] = moored(net, sources[j, 0], sources[j, 1], found)
    costs = np.full(n + k, np.inf)
    last = np.full(n + k, -1, np.int32)
    slots = np.full(n + k, -1, np.int32)  # in the heap; -1: not yet, -2: done
    heap = np.empty(n + k, np.int32)
    order = np.empty(n + k, np.int32)
    cost = np.full(rows.columns * rows.rows, np.nan)
    by = np.full(rows.columns * rows.rows, -1, np.int32)
    spot_cost = np.full(len(spots.places), np.nan)
    spot_by = np.full(len(spots.places), -1, np.int32)
    doors, cones = np.empty(256, np.int32), np.empty((256, 4))
    head, who, after = _by_triangle(net, places[n:], found)
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
        radius = limit + WAY_TOLERANCE - costs[stop]
        doors, cones, seen, firsts = seen_from(net, stop, places, last, radius, found, doors, cones)
        if seen > 0:
            order[settled] = stop
            settled += 1
        for i in range(seen):
            t = doors[i] // 3
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            _spread(rows, t, cone, stop, x, y, costs[stop], radius, cost, by)
            _mark(spots, t, cone, stop, x, y, costs[stop], radius, spot_cost, spot_by)
            for e in range(3):
                p = net.origins[3 * t + e]
                if i >= firsts and doors[i] % 3 != (e + 1) % 3:  # only the point across the door is new
                    continue
                if net.sector_start[p] == net.sector_start[p + 1] or p == stop:
                    continue
                if is_within(cone, places[p, 0] - x, places[p, 1] - y):
                    count = _relax(net, stop, p, places, costs, last, slots, heap, count, limit)
            j = head[t]
            while j >= 0:
                to = n + who[j]
                if to != stop and is_within(cone, places[to, 0] - x, places[to, 1] - y):
                    count = _relax(net, stop, to, places, costs, last, slots, heap, count, limit)
                j = after[j]
    return (places, costs, last, order[:settled].copy()), cost, by, spot_cost, spot_by


@kernel
def measure(net: Net, stops: Stops, points: Floats2, least: float, limit: float):
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
        x, y = moored(net, points[q, 0], points[q, 1], found)
        radius = limit + WAY_TOLERANCE - least
        doors, cones, count, firsts = begin_anywhere(net, x, y, radius, found, doors, cones, False)
        doors, cones, count = look(net, x, y, radius, doors, cones, firsts, count, False)
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
                d = stops.costs[stop] + np.hypot(
                    stops.places[stop, 0] - points[q, 0], stops.places[stop, 1] - points[q, 1]
                )
                if d <= limit + WAY_TOLERANCE and not cost[q] <= d and is_within(cone, dx, dy):
                    cost[q] = d
                    last[q] = stop
    return cost, last
