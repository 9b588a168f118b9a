"""Packing of round bases side by side: a way to place them all, a proof that they do not fit, or neither."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.units import LENGTH_EPSILON

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["Fits", "NotFound", "Room", "TooFull", "most", "packed", "room_for"]


@dataclass(frozen=True, slots=True)
class Fits:
    """All bases find room: ``at``, the level's number and the centre (in) of each base."""

    at: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, slots=True)
class TooFull:
    """At most ``most`` of them can find room, however they are placed."""

    most: int


@dataclass(frozen=True, slots=True)
class NotFound:
    """Room was found for ``placed`` of them; it is unknown whether all fit."""

    placed: int


Room: TypeAlias = Fits | TooFull | NotFound

_TURNS = 6
_SHIFTS = 4
_TOLERANCE = 0.005
"""Areas are enlarged by this (in) before they are declared too small: more than polygons fall short of their curves."""


def room_for(count: int, areas: "list[BaseGeometry]", *, radius: float, crowded: FloatArray) -> Room:
    """Return whether ``count`` round bases find room with their centres in these areas, one list for each level.

    ``crowded`` (n, n): 1 where bases on two levels must not overlap in plan (a level with itself, and levels closer to
    each other than a figure is high).
    """
    bound = most(areas, radius=radius)
    if bound < count:
        return TooFull(bound)
    found = packed(count, areas, radius=radius, crowded=crowded)
    return Fits(tuple(found)) if len(found) >= count else NotFound(len(found))


def most(areas: "list[BaseGeometry]", *, radius: float) -> int:
    """Return a bound on how many round bases can be placed, each level by itself.

    One for an area of centres that is nowhere two radii broad; else the lesser of two bounds for each connected area:
    the bases lie side by side in the area enlarged by their radius; and points at least d apart in a compact area of A
    square inches, P around, number at most 2 A

    (sqrt(3) d^2) + P

    (2 d) + 1 (Oler 1961; Folkman and Graham 1969 for areas that are not convex).
    """
    import shapely

    apart = 2 * radius
    total = 0
    for area in (part for level in areas for part in shapely.get_parts(level.buffer(_TOLERANCE)).tolist()):
        if area.is_empty:
            continue
        if _breadth(area) < apart:
            total += 1
            continue
        by_area = area.buffer(radius + _TOLERANCE).area / (math.pi * radius**2)
        by_distance = 2 * area.area / (math.sqrt(3) * apart**2) + area.length / (2 * apart) + 1
        total += math.floor(min(by_area, by_distance) + LENGTH_EPSILON)
    return total


def _breadth(area: "BaseGeometry") -> float:
    """Return the greatest distance of two points of an area."""
    import shapely

    corners = shapely.get_coordinates(shapely.convex_hull(area))
    return float(np.sqrt(((corners[:, None] - corners[None]) ** 2).sum(axis=2).max()))


def packed(
    count: int, areas: "list[BaseGeometry]", *, radius: float, crowded: FloatArray
) -> list[tuple[int, float, float]]:
    """Return centres of bases side by side, ``count`` of them or as many as found room.

    Bases are placed one by one, each touching others or the areas' rims where possible: on hexagons in several turns
    and shifts, then as near as possible to one side of the area, from several sides.
    """
    best: list[tuple[int, float, float]] = []
    for candidates in _orders(areas, radius):
        chosen = _greedy(candidates, count, 2 * radius, crowded)
        if len(chosen) > len(best):
            best = [(int(level), float(x), float(y)) for level, x, y in candidates[chosen].tolist()]
        if len(best) >= count:
            break
    return best


def _orders(areas: "list[BaseGeometry]", radius: float) -> "list[FloatArray]":
    """Return lists of centres (n, 3: level, x, y) in the orders in which they are tried."""
    orders = [
        _hexagons(areas, radius, t * math.pi / 3 / _TURNS, s / _SHIFTS) for t in range(_TURNS) for s in range(_SHIFTS)
    ]
    fine = _fine(areas, radius / 6)
    for turn in np.arange(8) * math.pi / 4:
        along = fine[:, 1] * math.cos(turn) + fine[:, 2] * math.sin(turn)
        aside = fine[:, 2] * math.cos(turn) - fine[:, 1] * math.sin(turn)
        orders.append(fine[np.lexsort((aside, np.round(along, 6)))])
    return orders


def _within(areas: "list[BaseGeometry]", flat: FloatArray) -> FloatArray:
    import shapely

    found = [np.zeros((0, 3))]
    for level, area in enumerate(areas):
        inside = flat[shapely.contains_xy(area, flat[:, 0], flat[:, 1])]
        found.append(np.column_stack([np.full(len(inside), level), inside]))
    return np.concatenate(found)


def _bounds(areas: "list[BaseGeometry]") -> FloatArray:
    import shapely

    return np.asarray(shapely.total_bounds([area for area in areas if not area.is_empty]))


def _hexagons(areas: "list[BaseGeometry]", radius: float, turn: float, shift: float) -> FloatArray:
    """Return the corners of a lattice of equal triangles two radii wide that lie in the areas."""
    x0, y0, x1, y1 = _bounds(areas)
    side = 2 * radius + 2 * LENGTH_EPSILON
    reach = math.ceil(math.hypot(x1 - x0, y1 - y0) / side) + 1
    i, j = (index.ravel() for index in np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1)))
    x = (i + j / 2 + shift) * side
    y = (j * math.sqrt(3) / 2 + shift) * side
    c, s = math.cos(turn), math.sin(turn)
    return _within(areas, np.column_stack([c * x - s * y + (x0 + x1) / 2, s * x + c * y + (y0 + y1) / 2]))


def _fine(areas: "list[BaseGeometry]", step: float) -> FloatArray:
    """Return a fine lattice of the areas and points all along their rims, drawn in slightly."""
    import shapely

    x0, y0, x1, y1 = _bounds(areas)
    grid = np.stack(
        [
            g.ravel()
            for g in np.meshgrid(np.arange(x0 + LENGTH_EPSILON, x1, step), np.arange(y0 + LENGTH_EPSILON, y1, step))
        ],
        axis=1,
    )
    rims = [shapely.get_coordinates(shapely.segmentize(a.buffer(-LENGTH_EPSILON).boundary, step)) for a in areas]
    return _within(areas, np.concatenate([grid, *rims]))


def _greedy(candidates: FloatArray, count: int, apart: float, crowded: FloatArray) -> list[int]:
    """Return the candidates that are free of all candidates taken before them, in order."""
    level, flat = candidates[:, 0].astype(np.int64), candidates[:, 1:]
    is_free = np.ones(len(candidates), np.bool_)
    chosen: list[int] = []
    while len(chosen) < count and is_free.any():
        k = int(is_free.argmax())
        chosen.append(k)
        near = ((flat - flat[k]) ** 2).sum(axis=1) < apart**2 - LENGTH_EPSILON**2
        is_free &= ~(near & (crowded[level[k], level] > 0))
        is_free[k] = False
    return chosen
