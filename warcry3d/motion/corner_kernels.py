"""Shortest ways over the corners of a flat area (compiled): which corners see each other is found as it is needed;
and what is near a way.

Dijkstra's algorithm and A*, with edges evaluated lazily: a line to a place is tested only when it would be the place's
shortest way. A search of 150 corners tests some 500 lines of 11,000 that way, each against all edges of the area.
"""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, kernel
from warcry3d.geom.records import Floats1, Floats2, Longs1

__all__ = ["any_within", "distances_to_way", "edge_boxes", "first_that_sees", "shortest_ways"]


BLOCK = 8
"""Edges that follow each other are looked past together, by the box around so many."""


@inlined
def _crosses_any(ax, ay, bx, by, edges, boxes):
    """Return whether the segment a-b meets any of the edges."""
    low_x, high_x, low_y, high_y = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    dx, dy = bx - ax, by - ay
    for n in range(len(boxes)):
        if boxes[n, 0] > high_x or boxes[n, 2] < low_x or boxes[n, 1] > high_y or boxes[n, 3] < low_y:
            continue
        for k in range(n * BLOCK, min((n + 1) * BLOCK, len(edges))):
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
def edge_boxes(edges: Floats2):
    """Return the boxes (k, 4) around each `BLOCK` of edges (m, 4): least x, least y, greatest x, greatest y."""
    boxes = np.empty(((len(edges) + BLOCK - 1) // BLOCK, 4))
    for n in range(len(boxes)):
        boxes[n, 0], boxes[n, 1], boxes[n, 2], boxes[n, 3] = np.inf, np.inf, -np.inf, -np.inf
        for k in range(n * BLOCK, min((n + 1) * BLOCK, len(edges))):
            boxes[n, 0] = min(boxes[n, 0], edges[k, 0], edges[k, 2])
            boxes[n, 1] = min(boxes[n, 1], edges[k, 1], edges[k, 3])
            boxes[n, 2] = max(boxes[n, 2], edges[k, 0], edges[k, 2])
            boxes[n, 3] = max(boxes[n, 3], edges[k, 1], edges[k, 3])
    return boxes


@kernel
def shortest_ways(places: Floats2, edges: Floats2, boxes: Floats2, ahead: Floats1, most: float, goal: int):
    """Return (costs, previous): what each place (n, 2) costs from the first one, and the place before it.

    ``edges`` (m, 4): where lines may not go; ``boxes``: around them (`edge_boxes`). ``ahead`` (n,): at least so much is
    left from each place to the goal. ``most``: a place that costs more with what is left costs infinity. ``goal``: the
    search ends there; -1: nowhere.
    """
    n = len(places)
    costs, previous = np.full(n, np.inf), np.zeros(n, np.int64)
    likely, via, rank = np.full(n, np.inf), np.zeros(n, np.int64), np.full(n, np.inf)
    is_done = np.zeros(n, np.bool_)
    through = np.full((n, n), np.inf)  # what a place would cost from another whose cost is known, if that sees it
    likely[0], rank[0] = 0.0, ahead[0]
    while True:
        here, least = -1, np.inf
        for i in range(n):
            if rank[i] < least:
                here, least = i, rank[i]
        if here < 0 or least > most:
            return costs, previous
        x, y, before = places[here, 0], places[here, 1], via[here]
        if here > 0 and _crosses_any(places[before, 0], places[before, 1], x, y, edges, boxes):
            through[here, before] = np.inf
            found, least = 0, np.inf
            for i in range(n):
                if through[here, i] < least:
                    found, least = i, through[here, i]
            likely[here], via[here], rank[here] = least, found, least + ahead[here]
            continue
        is_done[here], costs[here], previous[here], rank[here] = True, likely[here], before, np.inf
        if here == goal:
            return costs, previous
        for i in range(n):
            if not is_done[i]:
                cost = costs[here] + math.hypot(x - places[i, 0], y - places[i, 1])
                through[i, here] = cost
                if cost < likely[i]:
                    likely[i], via[i], rank[i] = cost, here, cost + ahead[i]


@kernel
def first_that_sees(places: Floats2, order: Longs1, x: float, y: float, edges: Floats2, boxes: Floats2):
    """Return which of the places of an order is the first that sees (x, y), past no edge (m, 4); -1: none does."""
    for k in range(len(order)):
        i = order[k]
        if not _crosses_any(places[i, 0], places[i, 1], x, y, edges, boxes):
            return i
    return -1


@kernel
def any_within(places: Floats2, reaches: Floats1, more: float, x: float, y: float):
    """Return whether (x, y) is within ``more`` inches of the reach of any place (n, 2)."""
    for n in range(len(places)):
        dx, dy = places[n, 0] - x, places[n, 1] - y
        most = reaches[n] + more
        if most > 0.0 and dx * dx + dy * dy < most * most:
            return True
    return False


@kernel
def distances_to_way(places: Floats2, way: Floats2):
    """Return how far each place (n, 2) is from a way of straight pieces through points (k, 2), one at least."""
    far = np.full(len(places), np.inf)
    for k in range(max(len(way) - 1, 1)):
        x, y, end = way[k, 0], way[k, 1], min(k + 1, len(way) - 1)
        along, across = way[end, 0] - x, way[end, 1] - y
        length = along * along + across * across
        for n in range(len(places)):
            u, v = places[n, 0] - x, places[n, 1] - y
            share = min(max((u * along + v * across) / length, 0.0), 1.0) if length > 0.0 else 0.0
            far[n] = min(far[n], math.hypot(u - share * along, v - share * across))
    return far
