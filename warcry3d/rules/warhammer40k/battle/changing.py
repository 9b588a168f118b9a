"""What one action changes in a battle: units, models, sides."""

from collections.abc import Iterable
from typing import TypeAlias

from warcry3d.game import agenda
from warcry3d.rules.units.unit_actions import SetUpModel
from warcry3d.rules.warhammer40k.battle.state import (
    Deed40k,
    Model40k,
    ModelPlace40k,
    Side40k,
    State40k,
    Unit40k,
)

__all__ = [
    "Transition40k",
    "change_model",
    "change_side",
    "change_unit",
    "did",
    "lose_inside",
    "move_unit_to",
    "put_down",
]

Transition40k: TypeAlias = agenda.Transition[State40k]


def change_unit(do: Transition40k, id: str, **values: object) -> Unit40k:
    """Change fields of a unit; return it as it is now."""
    changed = do.state.unit(id).changed(**values)
    do.change(units=tuple(changed if one.id == id else one for one in do.state.units))
    return changed


def did(do: Transition40k, id: str, *deeds: Deed40k) -> None:
    """Note what a unit did in this turn."""
    before = do.state.unit(id).did
    change_unit(do, id, did=(*before, *(deed for deed in deeds if deed not in before)))


def change_model(do: Transition40k, id: str, **values: object) -> Model40k:
    """Change fields of a model; return it as it is now."""
    changed = do.state.troop(id).changed(**values)
    do.change(models=tuple(changed if one.id == id else one for one in do.state.models))
    return changed


def change_side(do: Transition40k, player: str, **values: object) -> Side40k:
    """Change fields of a player's side; return it as it is now."""
    changed = do.state.side(player).changed(**values)
    do.change(sides=tuple(changed if one.id == player else one for one in do.state.sides))
    return changed


def move_unit_to(do: Transition40k, unit: str, place: ModelPlace40k) -> None:
    """Put all models of a unit that were not destroyed somewhere off the table."""
    do.change(
        models=tuple(one.changed(place=place) if one.unit == unit and one.is_alive else one for one in do.state.models)
    )


def lose_inside(do: Transition40k, transport: str) -> None:
    """Destroy all that is inside a transport that never came onto the table, and inside those."""
    for one in do.state.passengers(transport):
        move_unit_to(do, one.id, ModelPlace40k.DESTROYED)
        do.emit("destroyed", "{unit} has no room: it counts as destroyed", "40K-COHERENCY-4", unit=one.id)
        lose_inside(do, one.id)


def put_down(do: Transition40k, places: Iterable[SetUpModel]) -> None:
    """Put models on the table."""
    by_id = {one.model: one for one in places}
    do.change(
        models=tuple(
            one.changed(at=by_id[one.id].at, turn=by_id[one.id].turn, place=ModelPlace40k.FIELD)
            if one.id in by_id
            else one
            for one in do.state.models
        )
    )
