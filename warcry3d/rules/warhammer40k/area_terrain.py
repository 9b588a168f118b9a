"""Woods and ruins between two models (40K-WOODS-1 to -3, 40K-RUIN-1 to -4): what is never fully visible.

An area's outline reaches up without end (40K-OPEN-41): all lines of sight pass through it if the two would not see
each other past a solid of that outline.
"""

from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from warcry3d.geom import shapes
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.warhammer40k.pair_lines import PairLines
from warcry3d.rules.warhammer40k.terrain_categories import category_of, covers_part_of, is_wholly_within
from warcry3d.rules.warhammer40k.units_on_table import has_keyword
from warcry3d.sight.blockers import with_figures
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.sight.visible import Sightlines
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature, TerrainCategory

__all__ = ["AREA_RULES", "AreaBetween", "area_between", "never_fully_by", "sees_out"]

AREA_RULES = {TerrainCategory.WOODS: "40K-WOODS-1", TerrainCategory.RUINS: "40K-RUIN-1"}
_UP, _DOWN = 120.0, 12.0
"""How far (in) the solid of an outline reaches above the table and below it: more than anything stands."""
_SOLID = "area: "
_OUTLINES = "40k outlines"
_NOTHING = Terrain(())


@dataclass(frozen=True, slots=True)
class AreaBetween:
    """Woods or ruins by whose ``rule`` a model is never fully visible. ``is_sure``: False where it is too close to call
    whether some line of sight passes beside them.
    """

    feature: str
    rule: str
    is_sure: bool = True


def area_between(pairs: PairLines, viewer: str, target: str) -> AreaBetween | None:
    """Return the first area that keeps ``target`` from being fully visible to ``viewer``; sure ones come first."""
    doubt = None
    for feature in pairs.table.terrain.features:
        found = never_fully_by(pairs, feature, viewer, target)
        if found is not None and found.is_sure:
            return found
        doubt = doubt or found
    return doubt


def never_fully_by(pairs: PairLines, feature: Feature, viewer: str, target: str) -> AreaBetween | None:
    """Return whether one feature keeps ``target`` from being fully visible to ``viewer``; None: it does not."""
    category = category_of(feature)
    if category not in AREA_RULES:
        return None
    table = pairs.table
    one, other = table.model(viewer), table.model(target)
    if _is_exempt(category, one, other):
        return None
    found = AreaBetween(feature.id, AREA_RULES[category])
    if is_wholly_within(other, feature):
        return found
    if sees_out(one, feature) or not pairs.may_pass(viewer, target, feature):
        return None
    plain = pairs.glimpse(viewer, target)
    if plain is not None and not _passes(np.array(plain.witness)[:, :2], feature_outline(feature)):
        return None
    is_hidden = plain is None and isinstance(pairs.between(viewer, target), Hidden)
    match _past_outline(pairs, feature, one, other, alone=is_hidden).between(viewer, target):
        case Seen():
            return None
        case Hidden():
            return found
    return replace(found, is_sure=False)


def _is_exempt(category: TerrainCategory, viewer: Model, target: Model) -> bool:
    """Return whether lines between two models are checked as usual: of aircraft, and in woods of towering models."""
    words = ("aircraft", "towering") if category is TerrainCategory.WOODS else ("aircraft",)
    return has_keyword(viewer, *words) or has_keyword(target, *words)


def sees_out(viewer: Model, feature: Feature) -> bool:
    """Return whether a viewer sees out of an area as if it were not there (40K-WOODS-3, 40K-RUIN-3, 40K-RUIN-4)."""
    if is_wholly_within(viewer, feature):
        return True
    is_towering = category_of(feature) is TerrainCategory.RUINS and has_keyword(viewer, "towering")
    return is_towering and covers_part_of(viewer, feature)


def _passes(line: FloatArray, outline: FloatArray) -> bool:
    import shapely

    return bool(shapely.LineString(line).intersects(shapely.Polygon(outline)))


def _past_outline(pairs: PairLines, feature: Feature, viewer: Model, target: Model, *, alone: bool) -> Sightlines:
    """Return lines where an area is a solid of its outline: on the table, prepared once for all areas, the others as
    air; or with it ``alone`` between the two, where nothing is seen on the table, and only what the area itself keeps
    apart counts.
    """
    terms, outlines = pairs.terms, _outlines(pairs.table.terrain)
    if alone:
        pair = (pairs.counted.model(viewer.id), pairs.counted.model(target.id), outlines[feature.id])
        bare: Table = replace(pairs.counted, terrain=_NOTHING, models=pair)
        return Sightlines(bare, tags=terms.tags, tolerance_mm=terms.tolerance_mm)
    if pairs.past_outlines is None:
        whole: Table = replace(pairs.counted, models=(*pairs.counted.models, *outlines.values()))
        blockers = with_figures(pairs.lines.blockers, tuple(outlines.values()), terms.tags)
        pairs.past_outlines = Sightlines(whole, tags=terms.tags, tolerance_mm=terms.tolerance_mm, blockers=blockers)
    return pairs.past_outlines.through([one.id for id, one in outlines.items() if id != feature.id])


def _outlines(terrain: Terrain) -> dict[str, Model]:
    """Return the solids of all areas' outlines by the areas' ids, made once for a terrain."""
    found = terrain.derived.get(_OUTLINES)
    if found is None:
        areas = [feature for feature in terrain.features if category_of(feature) in AREA_RULES]
        found = terrain.derived[_OUTLINES] = {feature.id: _outline_model(feature) for feature in areas}
    return cast(dict[str, Model], found)


def _outline_model(feature: Feature) -> Model:
    """Return the solid of an area's outline as a model: figures are not united with terrain, which takes long."""
    solid = shapes.prism(feature_outline(feature).tolist(), (-_DOWN, _UP))
    figure = Figure(_SOLID + feature.id, (FigurePart("outline", Tag.BODY, solid),))
    return Model(_SOLID + feature.id, "", Base(BaseShape.ROUND, 0.1, 0.1), figure, Placement())
