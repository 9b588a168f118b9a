"""Shortest ways over the corners of a flat area (compiled): which corners see each other is found as it is needed.

Dijkstra's algorithm and A*, with edges evaluated lazily: a line to a place is tested only when it would be the place's
shortest way. A search of 150 corners tests some 500 lines of 11,000 that way, each against all edges of the area.
"""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, kernel
from warcry3d.geom.records import Floats1, Floats2, Longs1

__all__ = ["first_that_sees", "shortest_ways"]


@inlined
def _crosses_any(ax, ay, bx, by, edges):
    """Return whether the segment a-b meets any of the edges."""
    low_x, high_x, low_y, high_y = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    dx, dy = bx - ax, by - ay
    for k in range(len(edges)):
        px, py, qx, qy = edges[k, 0], edges[k, 1], edges[k, 2], edges[k, 3]
        if (px < low_x and qx < low_x) or (px > high_x and qx > high_x):
            continue
        if (py < low_y and qy < low_y) or (py > high_y and qy > high_y):
            continue
        if (dx * (py - ay) - dy * (px - ax)) * (dx * (qy - ay) - dy * (qx - ax)) > 0:
            continue
        ex, ey = qx - px, qy - py
        if (ex * (ay - py) - ey * (ax - px)) * (ex * (by - py) - ey * (bx - px)) <= 0:
            return True
    return False


@kernel
def shortest_ways(places: Floats2, edges: Floats2, ahead: Floats1, most: float, goal: int):
    """Return (costs, previous): what each place (n, 2) costs from the first one, and the place before it.

    ``edges`` (m, 4): where lines may not go. ``ahead`` (n,): at least so much is left from each place to the goal.
    ``most``: a place that costs more with what is left costs infinity. ``goal``: the search ends there; -1: nowhere.
    """
    n = len(places)
    costs, previous = np.full(n, np.inf), np.zeros(n, np.int64)
    likely, via = np.full(n, np.inf), np.zeros(n, np.int64)
    is_done, is_blocked = np.zeros(n, np.bool_), np.zeros((n, n), np.bool_)
    likely[0] = 0.0
    while True:
        here, least = -1, np.inf
        for i in range(n):
            if not is_done[i] and likely[i] + ahead[i] < least:
                here, least = i, likely[i] + ahead[i]
        if here < 0 or least > most:
            return costs, previous
        x, y, before = places[here, 0], places[here, 1], via[here]
        if here > 0 and _crosses_any(places[before, 0], places[before, 1], x, y, edges):
            is_blocked[before, here], likely[here] = True, np.inf
            for i in range(n):
                if is_done[i] and not is_blocked[i, here]:
                    cost = costs[i] + math.hypot(x - places[i, 0], y - places[i, 1])
                    if cost < likely[here]:
                        likely[here], via[here] = cost, i
            continue
        is_done[here], costs[here], previous[here] = True, likely[here], before
        if here == goal:
            return costs, previous
        for i in range(n):
            if not is_done[i]:
                cost = costs[here] + math.hypot(x - places[i, 0], y - places[i, 1])
                if cost < likely[i]:
                    likely[i], via[i] = cost, here


@kernel
def first_that_sees(places: Floats2, order: Longs1, x: float, y: float, edges: Floats2):
    """Return which of the places of an order is the first that sees (x, y), past no edge (m, 4); -1: none does."""
    for k in range(len(order)):
        i = order[k]
        if not _crosses_any(places[i, 0], places[i, 1], x, y, edges):
            return i
    return -1
