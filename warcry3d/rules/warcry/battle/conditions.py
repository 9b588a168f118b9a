"""Whether what an ability asks for holds (docs/abilities.md)."""

from collections.abc import Sequence
from typing import assert_never

from warcry3d.motion.levels import levels_of
from warcry3d.rules.warcry.abilities.vocabulary import (
    Condition,
    Did,
    InBattle,
    Near,
    Round,
    Standing,
    TookDown,
    Value,
    Waited,
    Wounded,
)
from warcry3d.rules.warcry.battle.fitting import fitting
from warcry3d.rules.warcry.battle.state import State, Use

__all__ = ["all_hold", "first_unmet", "reason"]


def all_hold(state: State, use: Use, conditions: Sequence[Condition]) -> bool:
    """Return whether all conditions hold."""
    return first_unmet(state, use, conditions) is None


def first_unmet(state: State, use: Use, conditions: Sequence[Condition]) -> Condition | None:
    """Return the first condition that does not hold."""
    return next((c for c in conditions if _holds(state, use, c) == c.negated), None)


def _holds(state: State, use: Use, condition: Condition) -> bool:
    """Return whether it holds, ``not`` left aside."""
    acting = state.activation
    match condition:
        case Near(whom=whom, least=least, most=most):
            found = len(fitting(state, whom, use.fighter))
            return least <= found and (most is None or found <= most)
        case TookDown():
            return acting is not None and bool(acting.took_down)
        case Waited():
            return acting is not None and acting.began_waiting
        case Did(action=action):
            return acting is not None and action in (*acting.done, *acting.bonus)
        case Round(first=first, last=last):
            return first <= state.round and (last is None or state.round <= last)
        case InBattle(runemark=runemark):
            return any(state.profile(fighter.id).has(runemark) for fighter in state.fighters)
        case Standing(on=on):
            level = levels_of(state.table).under(state.fighter(use.fighter).at)
            return level is not None and level.is_floor == (on == "floor")
        case Wounded(least=least):
            return state.fighter(use.fighter).damage >= least
        case Value(first=first, last=last):
            return first <= use.value <= last
        case _:
            assert_never(condition)


def reason(condition: Condition) -> str:
    """Return why an ability cannot be used while a condition does not hold, as an English template."""
    match condition:
        case Near(negated=negated):
            return "there is a fighter that must not be there" if negated else "there is no such fighter as it needs"
        case TookDown(negated=negated):
            return "it took an enemy down this activation" if negated else "it took no enemy down this activation"
        case Waited(negated=negated):
            return "it was waiting" if negated else "it was not waiting"
        case Did(negated=negated):
            return "it made such an action" if negated else "it made no such action yet"
        case Round():
            return "not in this round"
        case InBattle(negated=negated):
            return "such a fighter takes part in the battle" if negated else "no such fighter takes part in the battle"
        case Standing():
            return "not where it stands"
        case Wounded(negated=negated):
            return "it has too much damage" if negated else "it has too little damage"
        case Value():
            return "not with this value"
        case _:
            assert_never(condition)
