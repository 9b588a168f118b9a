"""How sheltered places are from an enemy, about: areas that hold a model, terrain on the straight line to it.

A quick look at outlines from above, to choose between places; the judge decides about cover when shots are made.
"""

from collections.abc import Iterable
from typing import Any

from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.terrain_categories import category_of
from warcry3d.table.terrain import TerrainCategory

__all__ = ["shelter_of"]

Spot = tuple[float, float]

AREAS = (TerrainCategory.CRATER, TerrainCategory.WOODS, TerrainCategory.RUINS)
SLACK = 0.2
"""A line that only touches an outline by less than this (in) is open."""


def _outlines(state: State40k) -> list[tuple[bool, Any]]:
    """Return the outline of each feature (shapely), and whether it covers who stands within."""
    import shapely

    kept = state.context.kept
    if "outlines" not in kept:
        kept["outlines"] = [
            (category_of(one) in AREAS, shapely.Polygon(feature_outline(one)))
            for one in state.context.ground.terrain.features
        ]
    found: list[tuple[bool, Any]] = kept["outlines"]
    return found


def shelter_of(state: State40k, spots: Iterable[Spot], enemy: Spot) -> float:
    """Return the share of places, from 0 to 1, that terrain shelters from an enemy."""
    import shapely

    places = list(spots)
    sheltered = 0
    for spot in places:
        point, line = shapely.Point(spot), shapely.LineString([enemy, spot])
        sheltered += any(
            (is_area and outline.covers(point)) or outline.intersection(line).length > SLACK
            for is_area, outline in _outlines(state)
        )
    return sheltered / max(len(places), 1)
