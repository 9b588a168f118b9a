"""Cover: whole units in or on one terrain feature (AOS-COVER). docs/ageofsigmar.md says how the rules are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from warcry3d.rules.feature_outlines import feature_outline, holds_points
from warcry3d.sight.body_distance import body_vertices
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import RESTING_GAP

__all__ = ["CoverLack", "UnitCover", "is_in_feature", "unit_cover"]


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
    return holds_points(feature_outline(feature), body_vertices(model))
