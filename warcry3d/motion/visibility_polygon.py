"""The hidden area: the part of a plane that polygons hide from a point (the complement of a visibility polygon)."""

from typing import Any

import numpy as np

from warcry3d.geom.planar import Point2
from warcry3d.units import LENGTH_EPSILON

__all__ = ["hidden_area"]


def hidden_area(eye: Point2, blocked: Any, far: float) -> Any:
    """Return the polygons of ``blocked`` and all that lies behind them, seen from ``eye``, as far as ``far``.

    ``eye`` lies outside of ``blocked`` or on its rim; what only touches a straight line from it hides nothing. Exact
    within the circle of radius ``far`` about the eye. Each edge hides the area between its ends' rays behind it.

    >>> import shapely
    >>> hidden = hidden_area((0.0, 0.0), shapely.box(2, -1, 3, 1), 10.0)
    >>> bool(hidden.intersects(shapely.Point(5, 2))), bool(hidden.intersects(shapely.Point(5, 3)))
    (True, False)
    """
    import shapely

    edges = _edges(blocked)
    if not len(edges):
        return blocked
    origin = np.array(eye)
    start, end = edges[:, 0] - origin, edges[:, 1] - origin
    lengths = np.hypot(start[:, 0], start[:, 1]), np.hypot(end[:, 0], end[:, 1])
    across = start[:, 0] * end[:, 1] - start[:, 1] * end[:, 0]
    size = np.hypot(*(end - start).T)
    seen = (np.minimum(*lengths) > LENGTH_EPSILON) & (np.abs(across) > LENGTH_EPSILON * size)
    start, end, across = start[seen], end[seen], across[seen]
    rays = start / lengths[0][seen, None], end / lengths[1][seen, None]
    middle = _between(rays[0], rays[1], across)
    longest = max(lengths[0].max(), lengths[1].max())
    out = 2 * max(
        far, longest
    )  # behind every edge; a chord between two rays at most 90 degrees apart is 0.7 of it away
    corners = [start, end, *(out * ray for ray in (rays[1], middle, rays[0]))]
    return shapely.union_all([blocked, *shapely.polygons(np.stack(corners, axis=1) + origin)])


def _between(start: Any, end: Any, across: Any) -> Any:
    """Return the unit vectors half-way between unit vectors (n, 2): in narrow sectors by their sum, exact however
    narrow they are; in wide ones at right angles to their difference, exact up to half a turn.
    """
    wide = np.sign(across)[:, None] * np.stack([end[:, 1] - start[:, 1], start[:, 0] - end[:, 0]], axis=1)
    middle = np.where((start * end).sum(axis=1)[:, None] > 0, start + end, wide)
    return middle / np.hypot(middle[:, 0], middle[:, 1])[:, None]


def _edges(area: Any) -> Any:
    """Return the edges of all rings of an area, (n, 2, 2)."""
    import shapely

    rings = [np.asarray(ring.coords)[:, :2] for ring in shapely.get_rings(shapely.get_parts(area))]
    return np.concatenate([np.zeros((0, 2, 2)), *(np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings)])
