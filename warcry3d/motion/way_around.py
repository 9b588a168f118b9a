"""Ways around what is in the way on one surface, found at once: a proposal for the judge until the search is done.

A* over the corners of the free area (de Berg et al., Computational Geometry, ch. 15), each corner's view looked up only
when it is reached. `WaysFrom` searches once for all goals: what each corner costs from the start is kept.
"""

import heapq
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.shared_shapes import covers
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point
from warcry3d.units import LENGTH_EPSILON

__all__ = ["WaysFrom", "way_around"]

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


class WaysFrom:
    """Short ways on one surface from a place to wherever is asked, of ``inches`` at most.

    ``free``: where the centre of the base may be, a shapely geometry.
    """

    def __init__(self, free: Any, start: Point, inches: float) -> None:
        import shapely

        self._inches = inches
        corners = _corners(free, start, start, 2 * inches)
        self._places = np.array([start[:2], *corners.tolist()])
        self._roomy = shapely.buffer(free, ROUGH, quad_segs=1)
        shapely.prepare(self._roomy)
        self._costs, self._previous = _all_cheapest(self._places, self._roomy, inches)

    def to(self, goal: Point) -> tuple[Point, ...] | None:
        """Return the corners of the shortest way to a goal, which is the last; None: it has too few inches for any."""
        import shapely

        through = self._costs + np.hypot(*(self._places - goal[:2]).T)
        likely = np.flatnonzero(through <= self._inches + LENGTH_EPSILON)
        for corner in likely[np.argsort(through[likely], kind="stable")].tolist():
            if covers(self._roomy, shapely.LineString([self._places[corner], goal[:2]])):
                way = [corner, *_back(self._previous, corner)][::-1] if corner else []
                return (*((float(x), float(y), goal[2]) for x, y in self._places[way]), goal)
        return None


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
    costs, previous = _all_cheapest(places, free, most, goal=1)
    return [*[*_back(previous, 1)][::-1], 1] if np.isfinite(costs[1]) else None


def _all_cheapest(
    places: FloatArray, free: Any, most: float, goal: int | None = None
) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return what each place costs from the first one, ``most`` at most (else infinite), and the one before it.

    ``goal``: the search ends once it knows the shortest way to this one.
    """
    import shapely

    ahead = np.zeros(len(places)) if goal is None else np.hypot(*(places - places[goal]).T)
    costs, previous = np.full(len(places), np.inf), np.zeros(len(places), np.int64)
    costs[0] = 0.0
    waiting, is_done = [(float(ahead[0]), 0)], np.zeros(len(places), np.bool_)
    while waiting:
        _, here = heapq.heappop(waiting)
        if here == goal:
            break
        if is_done[here]:
            continue
        is_done[here] = True
        through = costs[here] + np.hypot(*(places - places[here]).T)
        likely = np.flatnonzero((through < costs) & (through + ahead <= most) & ~is_done)
        lines = shapely.linestrings(np.stack([np.broadcast_to(places[here], (len(likely), 2)), places[likely]], axis=1))
        for there in likely[covers(free, lines)].tolist():
            costs[there], previous[there] = through[there], here
            heapq.heappush(waiting, (float(through[there] + ahead[there]), there))
    return costs, previous


def _back(previous: NDArray[np.int64], number: int) -> Iterator[int]:
    """Yield the numbers before a place back to the first one, both left out."""
    while previous[number] != 0:
        number = int(previous[number])
        yield number
