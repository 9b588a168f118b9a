"""Areas grown by a base's outline: where a base's centre may not be if the base shall not overlap them."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from warcry3d.motion.volume import CURVE_TOLERANCE, TOUCH_TOLERANCE, Volume

__all__ = ["joined", "minkowski_sum", "within_board"]


def minkowski_sum(area: Any, volume: Volume, *, inset: float = TOUCH_TOLERANCE) -> Any:
    """Return the Minkowski sum of a shapely area and the volume's outline, its rim drawn in by ``inset`` first.

    Exact for rectangles; for round and oval outlines curves are polygons outside of them by at most `CURVE_TOLERANCE`.
    """
    import shapely

    if area.is_empty:
        return shapely.Polygon()
    half = (volume.half[0] - inset, volume.half[1] - inset)
    if volume.is_square:
        return _by_rectangle(area, half, volume.turn)
    carried = _transformed(area, -volume.turn, (1.0, 1.0)) if not volume.is_round else area
    carried = carried if volume.is_round else _transformed(carried, 0.0, (1 / half[0], 1 / half[1]))
    radius = half[0] if volume.is_round else 1.0
    sides = max(4, math.ceil(math.pi / 2 / (2 * math.acos(1 / (1 + CURVE_TOLERANCE / max(half))))))
    around = shapely.buffer(carried, radius / math.cos(math.pi / (4 * sides)), quad_segs=sides)
    if volume.is_round:
        return around
    return _transformed(_transformed(around, 0.0, half), volume.turn, (1.0, 1.0))


def joined(areas: Sequence[Any]) -> Any:
    """Return the union of shapely areas; only those whose boxes meet are worked on together."""
    import shapely

    areas = [area for area in areas if not area.is_empty]
    if len(areas) < 2:
        return areas[0] if areas else shapely.Polygon()
    bounds = shapely.bounds(areas)
    group = list(range(len(areas)))
    for i in range(1, len(areas)):
        meets = (bounds[:i, :2] <= bounds[i, 2:]).all(axis=1) & (bounds[:i, 2:] >= bounds[i, :2]).all(axis=1)
        for j in np.flatnonzero(meets).tolist():
            if group[i] != group[j]:
                group = [group[i] if number == group[j] else number for number in group]
    parts = []
    for number in sorted(set(group)):
        whole = shapely.union_all([area for area, own in zip(areas, group, strict=True) if own == number])
        parts += shapely.get_parts(whole).tolist()
    return shapely.MultiPolygon([part for part in parts if part.geom_type == "Polygon"])


def _transformed(area: Any, turn: float, scale: tuple[float, float]) -> Any:
    """Return an area scaled along the axes, then turned about the origin."""
    import shapely

    c, s = math.cos(turn), math.sin(turn)
    matrix = np.array([[c, s], [-s, c]])
    return shapely.transform(area, lambda points: (points * np.array(scale)) @ matrix)


def _by_rectangle(area: Any, half: tuple[float, float], turn: float) -> Any:
    """Return the Minkowski sum with a rectangle: the area, and what the rectangle sweeps along each side of it."""
    import shapely

    own = _transformed(area, -turn, (1.0, 1.0))
    a, b = half
    swept = []
    for ring in shapely.get_rings(shapely.get_parts(own)):
        points = np.asarray(ring.coords)[:, :2]
        swept.append(_swept(points[:-1], points[1:], a, b))
    whole = shapely.union_all([own, *np.concatenate(swept)])
    return _transformed(whole, turn, (1.0, 1.0))


def _swept(start: Any, end: Any, a: float, b: float) -> Any:
    """Return the hexagons that a rectangle about the origin sweeps along stretches from start to end (n, 2)."""
    import shapely

    corners = np.array([(a, b), (-a, b), (-a, -b), (a, -b)])
    points = np.concatenate([start[:, None] + corners, end[:, None] + corners], axis=1)
    clouds = shapely.multipoints(shapely.points(points.reshape(-1, 2)), indices=np.repeat(np.arange(len(start)), 8))
    return shapely.convex_hull(clouds)


def within_board(width: float, depth: float, volume: Volume) -> tuple[float, float, float, float]:
    """Return west, south, east, north of where the centre may be if no part of the base shall pass the board's edge.

    A base may pass it by `TOUCH_TOLERANCE`. Where the base is larger than the board, west is beyond east.
    """
    x, y = volume.extents
    x, y = x - TOUCH_TOLERANCE, y - TOUCH_TOLERANCE
    return x, y, width - x, depth - y
