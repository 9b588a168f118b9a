"""What one action changes in a battle: units, models, sides, effects."""

from typing import TypeAlias

from warcry3d.game import agenda
from warcry3d.rules.ageofsigmar.battle.effects import UnitEffect
from warcry3d.rules.ageofsigmar.battle.state import (
    Deed,
    SigmarModel,
    SigmarSide,
    SigmarState,
    SigmarUnit,
    TroopStatus,
    WizardTurn,
)

__all__ = [
    "SigmarTransition",
    "add_effect",
    "change_side",
    "change_troop",
    "change_unit",
    "change_wizard",
    "did",
    "remove_troop",
    "wizard_turn",
]

SigmarTransition: TypeAlias = agenda.Transition[SigmarState]


def change_unit(do: SigmarTransition, id: str, **values: object) -> SigmarUnit:
    """Change fields of a unit; return it as it is now."""
    changed = do.state.unit(id).changed(**values)
    do.change(units=tuple(changed if one.id == id else one for one in do.state.units))
    return changed


def did(do: SigmarTransition, id: str, *deeds: Deed) -> None:
    """Note what a unit did in this turn."""
    before = do.state.unit(id).did
    change_unit(do, id, did=(*before, *(deed for deed in deeds if deed not in before)))


def change_troop(do: SigmarTransition, id: str, **values: object) -> SigmarModel:
    """Change fields of a model; return it as it is now."""
    changed = do.state.troop(id).changed(**values)
    do.change(models=tuple(changed if one.id == id else one for one in do.state.models))
    return changed


def change_side(do: SigmarTransition, player: str, **values: object) -> SigmarSide:
    """Change fields of a player's side; return it as it is now."""
    changed = do.state.side(player).changed(**values)
    do.change(sides=tuple(changed if one.id == player else one for one in do.state.sides))
    return changed


def add_effect(do: SigmarTransition, effect: UnitEffect) -> None:
    """Let an effect begin beside those there are; the very same one is not added twice."""
    do.change(effects=(*do.state.effects, effect))


def wizard_turn(state: SigmarState, model: str) -> WizardTurn:
    """Return what a wizard did in this turn."""
    return next((one for one in state.wizards if one.model == model), WizardTurn(model=model))


def change_wizard(do: SigmarTransition, model: str, **values: object) -> None:
    """Note what a wizard did in this turn."""
    changed = wizard_turn(do.state, model).changed(**values)
    do.change(wizards=(*(one for one in do.state.wizards if one.model != model), changed))


def remove_troop(do: SigmarTransition, id: str, status: TroopStatus) -> None:
    """Take a model off the battlefield; a slain one counts for its unit's battleshock test (AOS-SHOCK-7, -8)."""
    troop = change_troop(do, id, status=status)
    if status is TroopStatus.SLAIN:
        unit = do.state.unit(troop.unit)
        change_unit(do, unit.id, slain=unit.slain + 1)
    if not do.state.is_here(troop.unit):
        do.change(effects=tuple(one for one in do.state.effects if one.unit != troop.unit))
