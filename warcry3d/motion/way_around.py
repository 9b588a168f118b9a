"""Ways around what is in the way on one surface, found at once: a proposal for the judge until the search is done.

A* over the corners of the free area (de Berg et al., Computational Geometry, ch. 15), each corner's view looked up only
when it is reached.
"""

import heapq
import math
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point

__all__ = ["way_around"]

CLEARANCE = 0.06
"""How far (in) from what is in the way a corner is passed."""
COARSE = 0.03
"""Corners are thinned by this (in) at most: less than `CLEARANCE`, so that the way stays clear."""
ROUGH = 1e-3
"""A fighter may stand by so much (in) within what is in its way."""
MOST_DETOUR = 1.5
"""A way around is looked for up to so many times its inches, so that one that is only too long is shown as that."""
MOST_CORNERS = 400


def way_around(free: Any, start: Point, goal: Point, inches: float) -> tuple[Point, ...] | None:
    """Return the corners of a short way on one surface, the goal last; None where none of about ``inches`` is found.

    ``free``: where the centre of the base may be, a shapely geometry.
    """
    import shapely

    most = max(MOST_DETOUR * inches, math.dist(start[:2], goal[:2]))
    corners = _corners(free, start, goal, most)
    places = np.array([start[:2], goal[:2], *corners.tolist()])
    roomy = shapely.buffer(free, ROUGH, quad_segs=1)
    shapely.prepare(roomy)
    found = _cheapest(places, roomy, most)
    return None if found is None else tuple((float(x), float(y), goal[2]) for x, y in places[found])


def _corners(free: Any, start: Point, goal: Point, most: float) -> FloatArray:
    """Return the corners of the free area (n, 2), a little inside of it, that a way of ``most`` inches can touch."""
    import shapely

    inner = shapely.simplify(shapely.buffer(free, -CLEARANCE, join_style="mitre", quad_segs=2), COARSE)
    corners: FloatArray = shapely.get_coordinates(inner)
    past = np.hypot(*(corners - start[:2]).T) + np.hypot(*(corners - goal[:2]).T)
    near = np.argsort(past, kind="stable")
    found: FloatArray = corners[near[past[near] <= most]][:MOST_CORNERS]
    return found


def _cheapest(places: FloatArray, free: Any, most: float) -> list[int] | None:
    """Return the numbers of the places after the first one on the shortest way to the second; None: there is none."""
    import shapely

    ahead = np.hypot(*(places - places[1]).T)
    costs, previous = np.full(len(places), np.inf), np.zeros(len(places), np.int64)
    costs[0] = 0.0
    waiting, is_done = [(float(ahead[0]), 0)], np.zeros(len(places), np.bool_)
    while waiting:
        _, here = heapq.heappop(waiting)
        if here == 1:
            return _back(previous)
        if is_done[here]:
            continue
        is_done[here] = True
        through = costs[here] + np.hypot(*(places - places[here]).T)
        likely = np.flatnonzero((through < costs) & (through + ahead <= most) & ~is_done)
        lines = shapely.linestrings(np.stack([np.broadcast_to(places[here], (len(likely), 2)), places[likely]], axis=1))
        for there in likely[shapely.covers(free, lines)].tolist():
            costs[there], previous[there] = through[there], here
            heapq.heappush(waiting, (float(through[there] + ahead[there]), there))
    return None


def _back(previous: Any) -> list[int]:
    """Return the numbers from the first place, left out, to the second one."""
    way = [1]
    while previous[way[-1]] != 0:
        way.append(int(previous[way[-1]]))
    return way[::-1]
