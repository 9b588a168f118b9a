"""How a mesh would stand with each of its axes up: what its shape says of which one is."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.table.wire_types import Axis

__all__ = ["AXES", "UprightFit", "standings"]

AXES: tuple[Axis, ...] = ("z", "y", "x", "-z", "-y", "-x")

_FLAT = 0.02
"""What lies within this share of the height above the lowest point is its foot."""

_UPRIGHT = 0.2
"""Sines of faces' slopes off the upright (12 degrees) up to which they count as walls."""

_FIRM = 0.5
"""The way from the centre to the foot's edge, as a share of the height, from which more makes nothing firmer."""

_FOOT, _WALLS, _FIRMNESS = 3.0, 5.0, 5.0
"""How much each says for an axis (log odds), fitted to 274 upright pieces in six directions: benchmarks/results.md."""

_SHEET = 0.5
"""The least share of its area that the area vectors of a sheet add up to; those of a closed mesh add up to nothing."""

_BINS = 1024
"""Of many points, the outermost in each of as many strips make the outline."""


@dataclass(frozen=True, slots=True)
class UprightFit:
    """How a mesh stands with an axis up.

    ``foot``: the share (0 to 1) of its outline seen from above that the outline of its foot covers, both without
    dents: a corner of two walls stands as firmly as what they go round. ``walls``: the share (0 to 1) of its surface
    that is upright. ``firm``: how far (as a share of the height, -0.5 to 0.5) the centre of its surface lies within the
    foot's outline; negative where it would tip over.
    """

    foot: float
    walls: float
    firm: float

    @property
    def evidence(self) -> float:
        """Return what speaks for the axis, in log odds."""
        return _FOOT * self.foot + _WALLS * self.walls + _FIRMNESS * self.firm


def standings(triangles: FloatArray) -> dict[Axis, UprightFit]:
    """Return how triangles (m, 3, 3) stand with each axis up; a sheet's open side counts as its foot."""
    vectors = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]) / 2
    areas = np.linalg.norm(vectors, axis=1)
    total = float(areas.sum())
    points = triangles.reshape(-1, 3)
    least, most = points.min(axis=0), points.max(axis=0)
    if not total > 0:
        return dict.fromkeys(AXES, UprightFit(0.0, 0.0, -_FIRM))
    centre = (triangles.mean(axis=1) * areas[:, None]).sum(axis=0) / total
    opening = _opening(vectors, total)
    found: dict[Axis, UprightFit] = {}
    for axis in AXES:
        k = "xyz".index(axis[-1])
        plan = [i for i in range(3) if i != k]
        walls = float(areas[np.abs(vectors[:, k]) <= _UPRIGHT * areas].sum()) / total
        height = float(most[k] - least[k])
        low = points[:, k] >= most[k] - _FLAT * height if axis[0] == "-" else points[:, k] <= least[k] + _FLAT * height
        outline = _hull(points[:, plan])
        foot = _hull(points[low][:, plan])
        share = foot.area / outline.area if outline.area > 0 else 0.0
        box = float(np.prod((most - least)[plan]))
        gap = float(-opening[k] if axis[0] == "-" else opening[k])
        if box > 0 and gap / box > share:
            share, foot = min(gap / box, 1.0), outline
        found[axis] = UprightFit(share, walls, _firm(foot, centre[plan], height))
    return found


def _opening(vectors: FloatArray, total: float) -> FloatArray:
    """Return the area that a sheet lacks to be closed, as a vector that points to the side that is up more often, as
    its faces may look either way; of what is no sheet nothing.
    """
    whole = vectors.sum(axis=0)
    return np.abs(whole) if float(np.linalg.norm(whole)) > _SHEET * total else np.zeros(3)


def _firm(foot: shapely.Geometry, centre: FloatArray, height: float) -> float:
    """Return how far a centre lies within a foot (negative: beside it), as a share of the height."""
    at = shapely.Point(centre)
    if height <= 0:
        return _FIRM
    way = foot.boundary.distance(at) if foot.area > 0 and foot.contains(at) else -foot.distance(at)
    return float(np.clip(way / height, -_FIRM, _FIRM))


def _hull(points: NDArray[np.float64]) -> shapely.Geometry:
    """Return the convex hull of points (n, 2); of very many, of the outermost in each of `_BINS` strips."""
    if len(points) > 8 * _BINS:
        least, most = points[:, 0].min(), points[:, 0].max()
        width = max(float(most - least), 1e-300)
        strip = np.minimum(((points[:, 0] - least) / width * _BINS).astype(np.int64), _BINS - 1)
        low, high = np.full(_BINS, np.inf), np.full(_BINS, -np.inf)
        np.minimum.at(low, strip, points[:, 1])
        np.maximum.at(high, strip, points[:, 1])
        at = least + (np.arange(_BINS) + 0.5) / _BINS * width
        ends = points[[points[:, 0].argmin(), points[:, 0].argmax()]]
        points = np.concatenate([np.column_stack([at, low]), np.column_stack([at, high]), ends])
        points = points[np.isfinite(points).all(axis=1)]
    return shapely.MultiPoint(points).convex_hull
