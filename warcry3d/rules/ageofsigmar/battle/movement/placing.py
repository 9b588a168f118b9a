"""Where units can be set up: what speaks against places of models, and places that are proposed."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from warcry3d.game.action_faults import fault
from warcry3d.game.prompts import Placing
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.ageofsigmar.battle.sensing import coherent
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.unit_actions import SetUpModel
from warcry3d.rules.units.unit_places import proposed_places, standing_faults
from warcry3d.table.models import Model

__all__ = ["placed_models", "unit_faults", "unit_places"]


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


def unit_places(
    state: SigmarState,
    unit: str,
    zone: Any,
    facing: float,
    towards: Spot,
    is_allowed: Callable[[tuple[SetUpModel, ...]], bool],
) -> tuple[Placing, ...]:
    """Return places for a unit on the floor in a zone (shapely), in ranks that face a direction; empty: none found."""
    bare = tuple(state.context.bare(model.id) for model in state.all_troops(unit))
    places = proposed_places(state.table, bare, zone, facing, towards, is_allowed)
    return tuple(Placing(one.model, one.at, one.turn) for one in places)
