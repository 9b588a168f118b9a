"""Sight in the plane, decided by other means: for tables on which all stands upright and equally high.

There a line of sight exists if one exists in the plan. Were there a line that keeps ``half`` away from all walls, it
could be pushed until it touches, then turned about that place until it touches again: so one of the lines that pass two
corners at exactly that distance (at none, for corners of the two who look) would do too. All of them are tried.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np
import shapely

from warcry3d.geom.solid import FloatArray
from warcry3d.units import SIGHT_TOLERANCE_MM, to_mm

__all__ = ["is_clear", "widest_gap_mm"]

SLACK = 1e-9


def is_clear(viewer: FloatArray, target: FloatArray, walls: Sequence[FloatArray], half: float) -> bool:
    """Return whether a segment from viewer to target keeps ``half`` (in, more than 0) away from all walls.

    Each (n, 2), corners in order; viewer and target convex, apart, and farther than ``half`` from all walls.
    """
    mass = shapely.unary_union([shapely.Polygon(wall) for wall in walls])
    own = np.concatenate([viewer, target])
    corners = np.concatenate([own, *walls]) if walls else own
    room = np.where(np.arange(len(corners)) < len(own), 0.0, half)
    normals, levels = _touching(corners, room)
    segments = _between(normals, levels, viewer, target)
    if not len(segments):
        return False
    return bool((shapely.distance(shapely.linestrings(segments), mass) >= half - SLACK).any())


def widest_gap_mm(
    viewer: FloatArray, target: FloatArray, walls: Sequence[FloatArray], most_mm: float = 2 * SIGHT_TOLERANCE_MM
) -> float:
    """Return the width (mm, to 1e-4) of the widest strip that runs from viewer to target, at most ``most_mm``."""
    low, high = 0.0, most_mm
    while high - low > 1e-4:
        middle = (low + high) / 2
        if is_clear(viewer, target, walls, middle / to_mm(2.0)):
            low = middle
        else:
            high = middle
    return high


def _touching(corners: FloatArray, room: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the lines n.x = c that pass two corners each at the distance ``room`` gives: n (k, 2), c (k,)."""
    i, j = np.array(list(combinations(range(len(corners)), 2))).T
    way = corners[j] - corners[i]
    square = np.einsum("ki,ki->k", way, way)
    across = np.stack([-way[:, 1], way[:, 0]], axis=1)
    normals, levels = [], []
    for one in (1.0, -1.0):
        for two in (1.0, -1.0):
            apart = one * room[i] - two * room[j]
            keep = square > apart**2 + SLACK**2
            n = (
                apart[keep, None] * way[keep]
                + np.sqrt(square - apart**2, where=keep, out=np.ones_like(square))[keep, None] * (across[keep])
            )
            n /= square[keep, None]
            normals.append(n)
            levels.append(np.einsum("ki,ki->k", n, corners[i][keep]) + one * room[i][keep])
    return np.concatenate(normals), np.concatenate(levels)


def _between(normals: FloatArray, levels: FloatArray, viewer: FloatArray, target: FloatArray) -> FloatArray:
    """Return for each line that meets both the segment between their nearest points on it, (k, 2, 2)."""
    along = np.stack([-normals[:, 1], normals[:, 0]], axis=1)
    (a, b), (c, d) = (_span(normals, levels, along, polygon) for polygon in (viewer, target))
    start = np.where(d < a, a, b)
    end = np.where(d < a, d, c)
    keep = (a <= b) & (c <= d) & ((b < c) | (d < a))
    feet, along = (normals * levels[:, None])[keep], along[keep]
    return np.stack([feet + start[keep, None] * along, feet + end[keep, None] * along], axis=1)


def _span(
    normals: FloatArray, levels: FloatArray, along: FloatArray, polygon: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return from where to where along each line it lies in a convex polygon; the first larger where nowhere."""
    corners = shapely.get_coordinates(shapely.orient_polygons(shapely.Polygon(polygon)))
    low, high = np.full(len(levels), -np.inf), np.full(len(levels), np.inf)
    feet = normals * levels[:, None]
    for p, q in pairwise(corners):
        inward = np.array([p[1] - q[1], q[0] - p[0]]) / np.hypot(*(q - p))
        height, rate = (feet - p) @ inward + SLACK, along @ inward
        with np.errstate(divide="ignore", invalid="ignore"):
            cut = -height / rate
        low = np.where(rate > SLACK, np.maximum(low, cut), low)
        high = np.where(rate < -SLACK, np.minimum(high, cut), high)
        high = np.where((abs(rate) <= SLACK) & (height < 0), -np.inf, high)
    return low, high
