"""Ways around what is in the way on one surface, found at once: a proposal for the judge until the search is done.

A* over the corners of the free area (de Berg et al., Computational Geometry, ch. 15): `motion/corner_kernels.py`.
`WaysFrom` searches once for all goals: what each corner costs from the start is kept.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.corner_kernels import edge_boxes, first_that_sees, shortest_ways
from warcry3d.motion.path import Point
from warcry3d.once import once
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
FEW = 4
"""Ways to so many goals are looked for one by one, each in a sixth of the time that the search for all goals takes."""


def way_around(free: Any, start: Point, goal: Point, inches: float) -> tuple[Point, ...] | None:
    """Return the corners of a short way on one surface, the goal last; None where none of about ``inches`` is found.

    ``free``: where the centre of the base may be, a shapely geometry.
    """
    most = max(MOST_DETOUR * inches, math.dist(start[:2], goal[:2]))
    places = np.array([start[:2], goal[:2], *_corners(free, start, goal, most).tolist()], np.float64)
    costs, previous = _search(places, _edges(free, start), most, goal=1)
    if not np.isfinite(costs[1]):
        return None
    found = [*[*_back(previous, 1)][::-1], 1]
    return tuple((float(x), float(y), goal[2]) for x, y in places[found])


class WaysFrom:
    """Short ways on one surface from a place to wherever is asked, of ``inches`` at most.

    ``free``: where the centre of the base may be, a shapely geometry. From most places few goals are asked for: the
    first searches look only toward theirs, and one is made for all others.
    """

    def __init__(self, free: Any, start: Point, inches: float) -> None:
        self._inches = inches
        self._edges = _edges(free, start)
        corners = _corners(free, start, start, 2 * inches) if len(self._edges) else np.zeros((0, 2))
        self._places = np.array([start[:2], *corners.tolist()], np.float64)
        self._boxes = edge_boxes(self._edges)
        self._asked = 0

    def to(self, goal: Point) -> tuple[Point, ...] | None:
        """Return the corners of the shortest way to a goal, which is the last; None: it has too few inches for any."""
        if not len(self._edges):
            return None
        self._asked += 1
        way = self._only(goal) if self._asked <= FEW else self._among_all(goal)
        return None if way is None else (*((float(x), float(y), goal[2]) for x, y in self._places[way]), goal)

    def _only(self, goal: Point) -> list[int] | None:
        """Return the numbers of the corners of the shortest way to a goal; None: there is none."""
        places = np.concatenate([self._places, [goal[:2]]])
        costs, previous = _search(places, self._edges, self._inches + LENGTH_EPSILON, goal=len(places) - 1)
        return [*_back(previous, len(places) - 1)][::-1] if np.isfinite(costs[-1]) else None

    def _among_all(self, goal: Point) -> list[int] | None:
        costs, before = self._searched
        through = costs + np.hypot(*(self._places - goal[:2]).T)
        likely = np.flatnonzero(through <= self._inches + LENGTH_EPSILON)
        order = likely[np.argsort(through[likely], kind="stable")]
        corner = first_that_sees(self._places, order, goal[0], goal[1], self._edges, self._boxes)
        if corner < 0:
            return None
        return [corner, *_back(before, corner)][::-1] if corner else []

    @once
    def _searched(self) -> tuple[FloatArray, NDArray[np.int64]]:
        """Return what each corner costs, and the one before it."""
        return _search(self._places, self._edges, self._inches)


def _corners(free: Any, start: Point, goal: Point, most: float) -> FloatArray:
    """Return the corners of the free area (n, 2), a little inside of it, that a way of ``most`` inches can touch."""
    import shapely

    inner = shapely.simplify(shapely.buffer(free, -CLEARANCE, join_style="mitre", quad_segs=2), COARSE)
    corners: FloatArray = shapely.get_coordinates(inner)
    past = np.hypot(*(corners - start[:2]).T) + np.hypot(*(corners - goal[:2]).T)
    near = np.argsort(past, kind="stable")
    found: FloatArray = corners[near[past[near] <= most]][:MOST_CORNERS]
    return found


def _edges(free: Any, start: Point) -> FloatArray:
    """Return the edges (n, 4) of the free area, a hair larger than it is; none where one starts outside of it."""
    import shapely

    if shapely.distance(free, shapely.Point(start[:2])) > 2 * ROUGH:
        return np.zeros((0, 4))
    roomy = shapely.buffer(free, ROUGH, quad_segs=1)
    if not shapely.intersects_xy(roomy, *start[:2]):
        return np.zeros((0, 4))
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(roomy))]
    return np.concatenate([np.hstack([ring[:-1], ring[1:]]) for ring in rings])


def _search(places: FloatArray, edges: FloatArray, most: float, goal: int = -1) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return what each place costs from the first one, ``most`` at most (else infinite), and the one before it.

    ``goal``: the search ends once it knows the shortest way to this one.
    """
    if not len(edges):
        return np.full(len(places), np.inf), np.zeros(len(places), np.int64)
    ahead = np.zeros(len(places)) if goal < 0 else np.hypot(*(places - places[goal]).T)
    found: tuple[FloatArray, NDArray[np.int64]] = shortest_ways(places, edges, edge_boxes(edges), ahead, most, goal)
    return found


def _back(previous: NDArray[np.int64], number: int) -> Iterator[int]:
    """Yield the numbers before a place back to the first one, both left out."""
    while previous[number] != 0:
        number = int(previous[number])
        yield number
