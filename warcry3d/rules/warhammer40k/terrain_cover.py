"""The benefit of cover, by category of terrain, and plunging fire (40K-COVER, 40K-CRATER to 40K-RUIN).

docs/warhammer40k.md says how the rules are read.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message
from warcry3d.rules.feature_outlines import part_near
from warcry3d.rules.results import CoverVerdict, Reason
from warcry3d.rules.warhammer40k.area_terrain import AREA_RULES, never_fully_by, sees_out
from warcry3d.rules.warhammer40k.bases import footprint_points, measure_models
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.rules.warhammer40k.terrain_categories import category_of, is_wholly_within
from warcry3d.rules.warhammer40k.units_on_table import has_keyword, unit_of
from warcry3d.sight.distance import base_body, is_within
from warcry3d.sight.full_view import FullySeen, PartHidden
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, TerrainCategory

__all__ = ["BARRICADE_REACH", "COVER_RULE", "PLUNGE", "CoverSource", "benefit_of_cover", "cover_sources", "plunges"]

COVER_RULE = "40K-COVER-1"
BARRICADE_REACH = 3.0
"""How near a barricade infantry is wholly within for its cover (in; 40K-BARRICADE-2)."""
PLUNGE = 6.0
"""How high above the table a model in a ruin plunges its fire from (in; 40K-RUIN-8)."""
ON_TABLE = 0.05
"""How far (in) a base may be above the table for its model to be on it."""
HIDING = MappingProxyType({TerrainCategory.DEBRIS: "40K-DEBRIS-2", TerrainCategory.HILL: "40K-HILL-3"})
"""The rules of what gives cover to all that it keeps from being fully visible."""


@dataclass(frozen=True, slots=True)
class CoverSource:
    """A feature that gives a model cover, by which ``rule``. ``is_sure``: False where that is too close to call.

    ``shooter``: the model that the target is not fully visible to; "": whoever shoots.
    """

    feature: str
    rule: str
    category: TerrainCategory
    shooter: str = ""
    is_sure: bool = True


def benefit_of_cover(
    table: Table, target: str, shooter: str, *, sights: ModelSights | None = None, unit: Sequence[str] | None = None
) -> CoverVerdict:
    """Return whether a model has the benefit of cover from ranged attacks of another, and why (40K-COVER-1).

    ``sights``: answers on this table, where they are at hand. ``unit``: the models that shoot together, by default all
    of the shooter's unit. What is too close to call gives no cover here, and is said.
    """
    sources = cover_sources(table, target, shooter, sights=sights, unit=unit)
    one, other = table.model(shooter), table.model(target)
    line = measure_models(one, other).line
    sure = [source for source in sources if source.is_sure]
    reasons = tuple(
        Reason(source.rule, part_near(table, other, source.feature), line, other.placement.at) for source in sure
    )
    said = tuple(RuleReason(source.rule, _said(source, shooter)) for source in sources)
    if not said:
        said = (RuleReason(COVER_RULE, Message("{target} has no benefit of cover from {viewer}")),)
    return CoverVerdict(reasons, said=said, line=None if reasons else line)


def cover_sources(
    table: Table, target: str, shooter: str, *, sights: ModelSights | None = None, unit: Sequence[str] | None = None
) -> tuple[CoverSource, ...]:
    """Return what gives a model the benefit of cover from a shooter; the arguments are those of `benefit_of_cover`."""
    sights = sights or ModelSights(table)
    with_it = tuple(unit) if unit is not None else tuple(one.id for one in unit_of(table, table.model(shooter)))
    asked = _Asked(table, sights, table.model(shooter), table.model(target), with_it)
    found = (_SOURCES[category_of(feature)](asked, feature) for feature in table.terrain.features)
    return tuple(source for source in found if source is not None)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who shoots at whom: the ``unit`` are the ids of all that shoot together."""

    table: Table
    sights: ModelSights
    shooter: Model
    target: Model
    unit: tuple[str, ...]


def _crater(asked: _Asked, feature: Feature) -> CoverSource | None:
    if not is_wholly_within(asked.target, feature):
        return None
    return CoverSource(feature.id, "40K-CRATER-1", TerrainCategory.CRATER)


def _barricade(asked: _Asked, feature: Feature) -> CoverSource | None:
    if not has_keyword(asked.target, "infantry") or not _is_wholly_near(asked.target, feature, BARRICADE_REACH):
        return None
    return _hides_from(asked, feature, asked.shooter.id, "40K-BARRICADE-2")


def _hiding(asked: _Asked, feature: Feature) -> CoverSource | None:
    """Return the cover of debris and hills: unless every model of the attacking unit sees the target fully past it."""
    doubt = None
    for shooter in (asked.shooter.id, *(one for one in asked.unit if one != asked.shooter.id)):
        found = _hides_from(asked, feature, shooter, HIDING[category_of(feature)])
        if found is not None and found.is_sure:
            return found
        doubt = doubt or found
    return doubt


def _area(asked: _Asked, feature: Feature) -> CoverSource | None:
    """Return the cover of woods and ruins: what is never fully visible because of them has it, and what they truly hide
    a part of, from who is not within.
    """
    area = never_fully_by(asked.sights.pairs, feature, asked.shooter.id, asked.target.id)
    if area is None:
        if sees_out(asked.shooter, feature):
            return None
        return _hides_from(asked, feature, asked.shooter.id, AREA_RULES[category_of(feature)])
    return CoverSource(feature.id, area.rule, category_of(feature), asked.shooter.id, area.is_sure)


_SOURCES: Mapping[TerrainCategory, Callable[[_Asked, Feature], CoverSource | None]] = MappingProxyType(
    {
        TerrainCategory.CRATER: _crater,
        TerrainCategory.BARRICADE: _barricade,
        TerrainCategory.DEBRIS: _hiding,
        TerrainCategory.HILL: _hiding,
        TerrainCategory.WOODS: _area,
        TerrainCategory.RUINS: _area,
    }
)


def _hides_from(asked: _Asked, feature: Feature, shooter: str, rule: str) -> CoverSource | None:
    """Return whether a feature alone keeps the target from being fully visible to a model."""
    if not asked.sights.pairs.may_pass(shooter, asked.target.id, feature):
        return None
    view = asked.sights.past_feature(shooter, asked.target.id, feature.id)
    if isinstance(view, FullySeen):
        return None
    return CoverSource(feature.id, rule, category_of(feature), shooter, isinstance(view, PartHidden))


def _is_wholly_near(model: Model, feature: Feature, limit: float) -> bool:
    """Return whether no part of a model's base or hull is farther than ``limit`` from a feature (40K-DIST-7)."""
    import shapely

    plan = shapely.union_all(
        [shapely.MultiPoint(solid.vertices[:, :2]).convex_hull for solid in feature.solids.values()]
    )
    farthest = max(float(plan.distance(shapely.Point(point))) for point in footprint_points(model).tolist())
    body = base_body(model)
    low = min(float(solid.bounds[0][2]) for solid in feature.solids.values())
    high = max(float(solid.bounds[1][2]) for solid in feature.solids.values())
    return is_within(math.hypot(farthest, max(low - body.high, body.low - high, 0.0)), limit)


def plunges(table: Table, shooter: str, target: str) -> str:
    """Return the ruin from which a model's fire plunges on another (40K-RUIN-8); "": none.

    The shooter is wholly within it and at least `PLUNGE` above the table, the target stands on the table.
    """
    one, other = table.model(shooter), table.model(target)
    if not is_within(PLUNGE, one.placement.at[2]) or other.placement.at[2] > ON_TABLE:
        return ""
    ruins = (feature for feature in table.terrain.features if category_of(feature) is TerrainCategory.RUINS)
    return next((feature.id for feature in ruins if is_wholly_within(one, feature)), "")


def _said(source: CoverSource, shooter: str) -> Message:
    """Return why a source gives cover from a shooter, or that this is too close to call."""
    values = MappingProxyType({"feature": source.feature, "shooter": source.shooter})
    if not source.is_sure:
        return Message(
            "whether {feature} gives {target} the benefit of cover is too close to call: agree, or roll off", values
        )
    match source.category:
        case TerrainCategory.CRATER:
            return Message("{target} has the benefit of cover: it is wholly within {feature}, a crater", values)
        case TerrainCategory.BARRICADE:
            return Message(
                "{target} has the benefit of cover: it is infantry wholly within 3 in of {feature}, a barricade that "
                "keeps a part of it from {shooter}'s view",
                values,
            )
        case TerrainCategory.DEBRIS | TerrainCategory.HILL if source.shooter == shooter:
            return Message(
                "{target} has the benefit of cover: {feature} keeps a part of it from {shooter}'s view", values
            )
        case TerrainCategory.DEBRIS | TerrainCategory.HILL:
            return Message(
                "{target} has the benefit of cover: {feature} keeps a part of it from the view of {shooter}, of the "
                "attacking unit",
                values,
            )
    return Message(
        "{target} has the benefit of cover: {feature} keeps it from being fully visible to {shooter}",
        values,
    )
