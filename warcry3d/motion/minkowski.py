"""Minkowski sums of areas and base outlines: where a base's centre may not be if the base must not overlap an area."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.slab import plan_of
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume

__all__ = ["minkowski_sum", "union", "within_board"]

T = TypeVar("T", bound=np.generic)


def minkowski_sum(area: Any, volume: Volume, *, inset: float = TOUCH_TOLERANCE) -> Any:
    """Return the Minkowski sum of the polygons of a shapely area and the volume's outline, its rim drawn in by
    ``inset`` first.

    The outline is the polygon `Volume.rim`, which contains the true curve and exceeds it by at most `CURVE_TOLERANCE`.
    It is the same polygon for every area, so the sum is monotone: a larger area has a larger sum. Coordinates are
    rounded to 1e-8 in.

    The boundary of each polygon is convolved with the outline; a point belongs to the sum where the convolution winds
    around it (Guibas, Ramshaw and Stolfi, "A kinetic framework for computational geometry", 1983). That holds for
    polygons without holes, so polygons with holes are cut first.
    """
    import manifold3d
    import shapely

    rim = volume.rim(inset=inset)  # symmetric about the origin, so the reflected outline is the outline itself
    sides = _by_direction(rim)
    curves = [
        _convolution(shapely.get_coordinates(piece.exterior)[:-1], *sides)
        for polygon in shapely.get_parts(area)
        if polygon.geom_type == "Polygon" and not polygon.is_empty
        for piece in _without_holes(polygon, np.ptp(rim, axis=0))
    ]
    if not curves:
        return shapely.Polygon()
    return plan_of(manifold3d.CrossSection(curves, manifold3d.FillRule.Positive))


def _without_holes(polygon: Any, extent: FloatArray) -> Iterator[Any]:
    """Yield anticlockwise polygons without holes that cover a polygon together; a hole narrower or lower than
    ``extent``, into which the outline does not fit, is filled.
    """
    import shapely

    holes = [hole for hole in polygon.interiors if (np.ptp(shapely.get_coordinates(hole), axis=0) > extent).all()]
    pieces: list[Any] = [shapely.Polygon(polygon.exterior)]
    if holes:
        west, south, east, north = polygon.bounds
        middles = {(hole.bounds[0] + hole.bounds[2]) / 2 for hole in holes}
        cuts = [west - 1, *sorted(middles), east + 1]
        strips = shapely.box(np.array(cuts[:-1]), south - 1, np.array(cuts[1:]), north + 1)
        pieces = shapely.get_parts(shapely.intersection(shapely.Polygon(polygon.exterior, holes), strips)).tolist()
    yield from (shapely.geometry.polygon.orient(piece) for piece in pieces if piece.geom_type == "Polygon")


def _by_direction(rim: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a convex anticlockwise rim (m, 2) from the side on with the least direction (radians), and the directions
    of its sides.
    """
    sides = _rolled(rim, 1) - rim
    directions = np.arctan2(sides[:, 1], sides[:, 0])
    first = int(directions.argmin())
    return _rolled(rim, first), _rolled(directions, first)


def _convolution(ring: FloatArray, rim: FloatArray, directions: FloatArray) -> FloatArray:
    """Return the convolution (k, 2) of an anticlockwise ring (n, 2) and a convex rim (m, 2), as `_by_direction` has it.

    Along a side of the ring it runs at the rim's corner farthest to the right. At a corner of the ring it follows the
    rim from one such corner to the next: forward where the ring turns left, backward where it turns right.
    """
    ring = ring[np.any(ring != _rolled(ring, -1), axis=1)]
    way = _rolled(ring, 1) - ring
    after = np.searchsorted(directions, np.arctan2(way[:, 1], way[:, 0])) % len(rim)
    before, came = _rolled(after, -1), _rolled(way, -1)
    is_left = came[:, 0] * way[:, 1] - came[:, 1] * way[:, 0] >= 0
    count = 1 + np.where(is_left, after - before, before - after) % len(rim)
    corner = np.repeat(np.arange(len(ring)), count)
    step = np.arange(len(corner)) - np.repeat(np.cumsum(count) - count, count)
    at = (before[corner] + np.where(is_left[corner], step, -step)) % len(rim)
    return np.asarray(ring[corner] + rim[at], dtype=np.float64)


def _rolled(rows: NDArray[T], first: int) -> NDArray[T]:
    """Return rows beginning with number ``first``: `numpy.roll` takes ten times as long for few rows."""
    return np.concatenate((rows[first:], rows[:first]))


def union(areas: Sequence[Any]) -> Any:
    """Return the union of shapely areas; only areas whose bounding boxes meet are united."""
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


def within_board(width: float, depth: float, volume: Volume) -> tuple[float, float, float, float]:
    """Return west, south, east, north of where the centre may be if no part of the base may pass the board's edge.

    A base may pass it by `TOUCH_TOLERANCE`. Where the base is larger than the board, west is beyond east.
    """
    x, y = volume.extents
    x, y = x - TOUCH_TOLERANCE, y - TOUCH_TOLERANCE
    return x, y, width - x, depth - y
