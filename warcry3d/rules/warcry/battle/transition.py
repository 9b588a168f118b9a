"""What one action changes in a Warcry battle: fighters, sides, the activation, effects."""

from typing import TypeAlias

from warcry3d.game import agenda
from warcry3d.rules.warcry.battle.state import Activation, Effect, FighterState, Side, State, Until

__all__ = [
    "Transition",
    "add_effect",
    "change_activation",
    "change_fighter",
    "change_side",
    "end_effects",
]

Transition: TypeAlias = agenda.Transition[State]


def change_fighter(do: Transition, id: str, **values: object) -> FighterState:
    """Change fields of a fighter; return it as it is now."""
    changed = do.state.fighter(id).changed(**values)
    do.change(fighters=tuple(changed if f.id == id else f for f in do.state.fighters))
    return changed


def change_side(do: Transition, id: str, **values: object) -> Side:
    """Change fields of a player's side; return it as it is now."""
    changed = do.state.side(id).changed(**values)
    do.change(sides=tuple(changed if s.id == id else s for s in do.state.sides))
    return changed


def change_activation(do: Transition, **values: object) -> Activation:
    """Change fields of the activation under way; return it as it is now."""
    assert do.state.activation is not None, "a fighter is activated"
    changed = do.state.activation.changed(**values)
    do.change(activation=changed)
    return changed


def add_effect(do: Transition, effect: Effect) -> None:
    """Let an effect begin."""
    do.change(effects=(*do.state.effects, effect))


def end_effects(do: Transition, until: Until, fighter: str = "") -> None:
    """End the effects that last until then, of one fighter or of all."""
    kept = tuple(e for e in do.state.effects if e.until is not until or (fighter and e.fighter != fighter))
    if kept != do.state.effects:
        do.change(effects=kept)
