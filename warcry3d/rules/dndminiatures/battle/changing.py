"""What one action changes in a skirmish: creatures, the turn, effects."""

from typing import TypeAlias

from warcry3d.game import agenda
from warcry3d.rules.dndminiatures.battle.state import (
    CreatureState,
    CreatureStatus,
    CreatureTurn,
    RunningEffect,
    SkirmishState,
)
from warcry3d.rules.dndminiatures.creatures.traits import EffectEnd
from warcry3d.rules.dndminiatures.grid.cells import quarter_towards

__all__ = [
    "SkirmishTransition",
    "begin_effect",
    "change_creature",
    "change_turn",
    "end_effects",
    "gone",
    "remove",
    "spend",
    "turn_to",
]

SkirmishTransition: TypeAlias = agenda.Transition[SkirmishState]


def change_creature(do: SkirmishTransition, id: str, **values: object) -> CreatureState:
    """ScoreChange fields of a creature; return it as it is now."""
    changed = do.state.creature(id).changed(**values)
    do.change(creatures=tuple(changed if one.id == id else one for one in do.state.creatures))
    return changed


def change_turn(do: SkirmishTransition, **values: object) -> CreatureTurn:
    """ScoreChange fields of the turn under way; return it as it is now."""
    assert do.state.turn is not None, "it is a creature's turn"
    changed = do.state.turn.changed(**values)
    do.change(turn=changed)
    return changed


def turn_to(do: SkirmishTransition, id: str, target: str) -> None:
    """Let a creature's figure look at another creature."""
    if id != target:
        at, to = (do.state.space(one).middle for one in (id, target))
        change_creature(do, id, facing=quarter_towards(at, to, do.state.creature(id).facing))


def spend(do: SkirmishTransition, id: str, power: str) -> None:
    """Mark a box of a power (DDM-CARD-15)."""
    spent = dict(do.state.creature(id).spent)
    spent[power] = spent.get(power, 0) + 1
    change_creature(do, id, spent=tuple(spent.items()))


def begin_effect(do: SkirmishTransition, effect: RunningEffect) -> None:
    """Let an effect begin; the same one from the same creature begins anew, it does not add up."""
    kept = tuple(
        one for one in do.state.effects if (one.creature, one.name, one.by) != (effect.creature, effect.name, effect.by)
    )
    do.change(effects=(*kept, effect))


def end_effects(do: SkirmishTransition, creature: str, until: EffectEnd) -> None:
    """End the effects on a creature that last until then: at the end of a turn all but those that began in it."""
    stays = until is EffectEnd.NEXT_TURN
    ending = [e for e in do.state.effects_on(creature) if e.lasting.until is until and not (stays and e.is_new)]
    for effect in ending:
        do.emit("effect", "{effect} ends for {fighter}", "DDM-WORD-4", effect=effect.name, fighter=creature)
    if ending:
        do.change(effects=tuple(effect for effect in do.state.effects if effect not in ending))


def remove(do: SkirmishTransition, id: str, status: CreatureStatus) -> None:
    """Take a creature off the map; its turn ends, if it is under way, and so do effects on it."""
    change_creature(do, id, status=status, is_routing=False)
    kept = tuple(effect for effect in do.state.effects if effect.creature != id)
    if kept != do.state.effects:
        do.change(effects=kept)
    if do.state.turn is not None and do.state.turn.creature == id:
        change_turn(do, is_over=True)


def gone(state: SkirmishState, id: str) -> bool:
    """Return whether a creature is no longer on the map."""
    return not state.creature(id).is_on_map
