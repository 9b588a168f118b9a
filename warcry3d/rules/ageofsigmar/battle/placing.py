"""Where units can be set up: what speaks against places of models, and places that are proposed."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from warcry3d.game.action_faults import fault
from warcry3d.game.prompts import PlaceArea, Placing
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import volume_of
from warcry3d.rules.ageofsigmar.battle.actions import SetUpModel
from warcry3d.rules.ageofsigmar.battle.sensing import coherent
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.formations import Spot, form_up
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["areas_of", "placed_models", "proposed_places", "standing_faults", "unit_faults"]

INSIDE = 0.003
"""Places that are offered keep this far (in) inside of what the rules allow: areas are drawn with polygons."""

SLACK = 0.03
"""Bases that are proposed keep this far (in) apart."""

ANCHOR_STEP = 2.0
MOST_ANCHORS = 60
TOLERANCE = 0.02


def standing_faults(table: Table, model: str, rule: str, place: str) -> tuple[ActionFault, ...]:
    """Return why a model cannot stand where it is on a table: no surface, something in the way (AOS-OPEN-3)."""
    placement = table.model(model).placement
    at = placement.at
    levels = levels_of(table)
    level = levels.under(at)
    if level is None or abs(levels.resting_height(level, at[0], at[1]) - at[2]) > TOLERANCE:
        return fault(rule, "there is no floor or platform there", at=at, place=place)
    traced = trace(table, model, Path((Leg(LegKind.PLACE, (at,), facing=placement.turn),)))
    return tuple(
        ActionFault(rule, Message("{fighter} has no room there", {"fighter": model}), at, place)
        for _ in traced.faults[:1]
    )


def placed_models(state: SigmarState, places: Iterable[SetUpModel]) -> tuple[Model, ...]:
    """Return models as they would stand."""
    return tuple(state.context.model_at(one.model, one.at, one.turn) for one in places)


def unit_faults(state: SigmarState, unit: str, places: Sequence[SetUpModel], rule: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be set up at places: all of its models, each with room, coherent (AOS-UNIT-3)."""
    expected = [model.id for model in state.all_troops(unit)]
    if sorted(one.model for one in places) != sorted(expected):
        return fault("AOS-UNIT-3", "set up all models of {unit}, each once", unit=unit, place="models")
    if not all(math.isfinite(value) for one in places for value in (*one.at, one.turn)):
        return fault(rule, "a place is given by finite numbers", place="models")
    models = placed_models(state, places)
    table = state.context.table(state.models)
    table = replace(table, models=(*table.models, *models))
    for n, one in enumerate(places):
        found = standing_faults(table, one.model, rule, f"models[{n}]")
        if found:
            return found
    hanging = coherent(models)
    if not hanging.is_coherent:
        return fault(
            "AOS-UNIT-2",
            "{unit} is split: {fighter} is too far from the others",
            place="models",
            unit=unit,
            fighter=hanging.outside[0],
        )
    return ()


def areas_of(zone: Any, height: float = 0.0) -> tuple[PlaceArea, ...]:
    """Return an area (shapely) as prompts have it."""
    parts = getattr(zone, "geoms", (zone,))
    return tuple(
        PlaceArea(height, tuple(tuple((x, y) for x, y in ring.coords) for ring in (part.exterior, *part.interiors)))
        for part in parts
        if not part.is_empty and part.geom_type == "Polygon"
    )


def proposed_places(
    state: SigmarState,
    unit: str,
    zone: Any,
    facing: float,
    towards: Spot,
    is_allowed: Callable[[tuple[SetUpModel, ...]], bool],
) -> tuple[Placing, ...]:
    """Return places for a unit on the floor in a zone (shapely), in ranks that face a direction; empty: none found.

    The nearest anchor to ``towards`` comes first.
    """
    import shapely

    troops = state.all_troops(unit)
    bare = state.context.bare(troops[0].id).moved(Placement((0.0, 0.0, 0.0), facing))
    volume = volume_of(bare)
    levels = levels_of(state.context.ground)
    floor = levels.levels[0]
    free = shapely.intersection(room_of(state.context.ground, volume).free(floor), zone.buffer(-INSIDE))
    if free.is_empty:
        return ()
    others = [(one.placement.at, volume_of(one).reach) for one in state.table.models]
    shapely.prepare(free)

    def is_free(spot: Spot) -> bool:
        if not shapely.intersects_xy(free, *spot):
            return False
        return all(math.dist(spot, at[:2]) > reach + volume.reach + SLACK for at, reach in others)

    gaps = (bare.base.width + SLACK, bare.base.length + SLACK)
    anchors = _anchors(free, towards)
    for n in range(0, len(anchors), 12):
        spots = form_up(len(troops), gaps, facing, anchors[n : n + 12], is_free)
        if not spots:
            continue
        places = tuple(
            SetUpModel(model.id, (x, y, levels.resting_height(floor, x, y)), facing)
            for model, (x, y) in zip(troops, spots, strict=True)
        )
        if is_allowed(places):
            return tuple(Placing(one.model, one.at, one.turn) for one in places)
    return ()


def _anchors(area: Any, towards: Spot) -> list[Spot]:
    """Return places on a lattice in an area, the nearest to a spot first."""
    import shapely

    west, south, east, north = area.bounds
    found: list[Spot] = []
    y = south + ANCHOR_STEP / 4
    while y < north:
        x = west + ANCHOR_STEP / 4
        while x < east:
            if shapely.intersects_xy(area, x, y):
                found.append((x, y))
            x += ANCHOR_STEP
        y += ANCHOR_STEP
    return sorted(found, key=lambda spot: math.dist(spot, towards))[:MOST_ANCHORS]
