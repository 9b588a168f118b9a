"""The ground that a terrain feature covers, seen from above, and what lies wholly on it."""

from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import LENGTH_EPSILON

__all__ = ["feature_outline", "holds_points", "part_near"]

_OUTLINES: WeakKeyDictionary[Feature, FloatArray] = WeakKeyDictionary()


def feature_outline(feature: Feature) -> FloatArray:
    """Return the corners (n, 2), anticlockwise, of a feature's outline: the convex hull of all its parts from above.

    Walls around an open inside, and the trees of a wood, have no outline of their own that holds a model.
    """
    if feature not in _OUTLINES:
        import shapely
        from shapely.geometry.polygon import orient

        points = np.concatenate([solid.vertices[:, :2] for solid in feature.solids.values()])
        hull = orient(shapely.convex_hull(shapely.MultiPoint(points)))
        _OUTLINES[feature] = np.asarray(hull.exterior.coords, dtype=np.float64)[:-1]
    return _OUTLINES[feature]


def holds_points(outline: FloatArray, points: FloatArray) -> bool:
    """Return whether points (n, 2 or 3) lie within an outline (k, 2), seen from above, its edge included."""
    ways = np.roll(outline, -1, axis=0) - outline
    for corner, way in zip(outline, ways, strict=True):
        off = points[:, :2] - corner
        if (way[0] * off[:, 1] - way[1] * off[:, 0]).min() < -LENGTH_EPSILON * float(np.hypot(*way)):
            return False
    return True


def part_near(table: Table, model: Model, feature: str) -> str:
    """Return the part of a feature whose middle is nearest to a model, as ``feature/part``: what is about all of a
    feature is shown there.
    """
    whole = next(one for one in table.terrain.features if one.id == feature)
    x, y, z = model.placement.at

    def off(part: str) -> float:
        middle = whole.solids[part].bounds.mean(axis=0)
        return float((middle[0] - x) ** 2 + (middle[1] - y) ** 2 + (middle[2] - z) ** 2)

    return f"{feature}/{min(whole.solids, key=off)}"
