"""Charges over barricades: within 2 in of the target is near enough, and both may fight (40K-BARRICADE-3)."""

from collections.abc import Iterator, Sequence

from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.warhammer40k.bases import ENGAGEMENT_HEIGHT, footprint_points, measure_models
from warcry3d.rules.warhammer40k.battle.state import Phase40k, State40k
from warcry3d.rules.warhammer40k.terrain_categories import category_of
from warcry3d.sight.distance import is_within
from warcry3d.table.models import Model
from warcry3d.table.terrain import Feature, TerrainCategory

__all__ = ["are_engaged_across", "ends_across"]

REACH = 2.0
"""How near to its target a charge over a barricade ends (in)."""

BESIDE = 1.0
"""How near to the barricade its target is (in)."""

CLOSE = 0.1
"""A model that is so near to a barricade (in) is as near as it can get."""


def _barricades(state: State40k) -> Iterator[Feature]:
    features = state.context.ground.terrain.features
    return (one for one in features if category_of(one) is TerrainCategory.BARRICADE)


def _off(model: Model, feature: Feature) -> float:
    """Return how far a model's base is from a feature, seen from above (in)."""
    import shapely

    own = shapely.MultiPoint(footprint_points(model)).convex_hull
    return float(shapely.distance(own, shapely.Polygon(feature_outline(feature))))


def _is_between(feature: Feature, one: Model, other: Model) -> bool:
    import shapely

    line = shapely.LineString([one.placement.at[:2], other.placement.at[:2]])
    return bool(shapely.Polygon(feature_outline(feature)).intersects(line))


def _is_near(one: Model, other: Model) -> bool:
    apart = measure_models(one, other)
    return is_within(apart.horizontal, REACH) and is_within(apart.vertical, ENGAGEMENT_HEIGHT)


def ends_across(state: State40k, chargers: Sequence[Model], targets: Sequence[Model]) -> bool:
    """Return whether a charge reaches a unit over a barricade: the unit is within 1 in of it, a charging model stands
    as near to it as it can on the other side, within 2 in of the unit.
    """
    return any(
        _is_near(one, other) and _is_between(feature, one, other) and _off(one, feature) <= CLOSE
        for feature in _barricades(state)
        if any(_off(target, feature) <= BESIDE for target in targets)
        for one in chargers
        for other in targets
    )


def are_engaged_across(state: State40k, one: Model, other: Model) -> bool:
    """Return whether two models can fight each other over a barricade in this turn's fight phase (40K-OPEN-24)."""
    if state.phase is not Phase40k.FIGHT:
        return False
    a, b = (state.unit(state.troop(model.id).unit) for model in (one, other))
    if b.id not in a.across and a.id not in b.across:
        return False
    return _is_near(one, other) and any(_is_between(feature, one, other) for feature in _barricades(state))
