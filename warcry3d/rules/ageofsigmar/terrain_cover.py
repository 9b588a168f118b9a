"""Cover: whole units in or on one terrain feature (AOS-COVER). docs/ageofsigmar.md says how the rules are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.body_distance import body_vertices
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["CoverLack", "UnitCover", "feature_outline", "is_in_feature", "unit_cover"]

_OUTLINES: WeakKeyDictionary[Feature, FloatArray] = WeakKeyDictionary()


class CoverLack(StrEnum):
    """Why a unit has no cover: a model is in no feature, or its models are in several."""

    OUTSIDE = "outside"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class UnitCover:
    """The ``feature`` that all models of a unit are in or on; "" and why there is none, with the ``model`` that it is
    about.
    """

    feature: str
    lack: CoverLack | None = None
    model: str = ""


def unit_cover(table: Table, models: Sequence[Model]) -> UnitCover:
    """Return the first feature that all of these models are in or on (AOS-COVER-1, AOS-COVER-2); they are some."""
    common: set[str] | None = None
    for model in models:
        here = {feature.id for feature in table.terrain.features if is_in_feature(model, feature)}
        if not here:
            return UnitCover("", CoverLack.OUTSIDE, model.id)
        common = here if common is None else common & here
        if not common:
            return UnitCover("", CoverLack.SPREAD, model.id)
    shared = common or set()
    return UnitCover(next((feature.id for feature in table.terrain.features if feature.id in shared), ""))


def is_in_feature(model: Model, feature: Feature) -> bool:
    """Return whether a model's body is wholly in or on a feature (AOS-OPEN-33): within its outline seen from above, and
    standing no higher than its top.
    """
    top = max(float(solid.bounds[1][2]) for solid in feature.solids.values())
    if model.placement.at[2] > top + RESTING_GAP:
        return False
    outline = feature_outline(feature)
    points = body_vertices(model)[:, :2]
    ways = np.roll(outline, -1, axis=0) - outline
    for corner, way in zip(outline, ways, strict=True):
        off = points - corner
        if (way[0] * off[:, 1] - way[1] * off[:, 0]).min() < -LENGTH_EPSILON * float(np.hypot(*way)):
            return False
    return True


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
