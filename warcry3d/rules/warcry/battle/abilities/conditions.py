"""Whether the conditions of an ability hold (docs/abilities.md)."""

from collections.abc import Sequence
from typing import assert_never

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.motion.levels import levels_of
from warcry3d.rules.warcry.abilities.vocabulary import (
    Condition,
    Did,
    FightersNear,
    InBattle,
    Round,
    StandsOn,
    TookDown,
    Value,
    Waited,
    Wounded,
)
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.state import State, Use

__all__ = ["all_hold", "first_unmet", "unmet_faults"]


def all_hold(state: State, use: Use, conditions: Sequence[Condition]) -> bool:
    """Return whether all conditions hold."""
    return first_unmet(state, use, conditions) is None


def first_unmet(state: State, use: Use, conditions: Sequence[Condition]) -> Condition | None:
    """Return the first condition that does not hold."""
    return next((c for c in conditions if _holds(state, use, c) == c.negated), None)


def _holds(state: State, use: Use, condition: Condition) -> bool:
    """Return whether a condition holds, without its ``not``."""
    acting = state.activation
    match condition:
        case FightersNear(whom=whom, least=least, most=most):
            found = len(select_fighters(state, whom, use.fighter))
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
        case StandsOn(on=on):
            level = levels_of(state.table).under(state.fighter(use.fighter).at)
            return level is not None and level.is_floor == (on == "floor")
        case Wounded(least=least):
            return state.fighter(use.fighter).damage >= least
        case Value(first=first, last=last):
            return first <= use.value <= last
        case _:
            assert_never(condition)


def unmet_faults(condition: Condition, rule: str) -> tuple[ActionFault, ...]:
    """Return the fault for an ability whose condition does not hold; ``rule``: the rule that the ability belongs to."""
    is_unwanted = condition.negated
    match condition:
        case FightersNear():
            if is_unwanted:
                return fault(rule, "a fighter is near that the ability's condition excludes", place="ability")
            return fault(rule, "no fighter meets the ability's condition", place="ability")
        case TookDown():
            if is_unwanted:
                return fault(rule, "it took an enemy down this activation", place="ability")
            return fault(rule, "it took no enemy down with an attack this activation", place="ability")
        case Waited():
            if is_unwanted:
                return fault(rule, "it was waiting", place="ability")
            return fault(rule, "it was not waiting", place="ability")
        case Did(action=action):
            if is_unwanted:
                return fault(
                    rule, "it has taken this action in this activation: {action}", place="ability", action=action
                )
            return fault(
                rule, "it has not taken this action in this activation: {action}", place="ability", action=action
            )
        case InBattle(runemark=mark):
            if is_unwanted:
                return fault(rule, "a fighter with the runemark {mark} takes part", place="ability", mark=mark)
            return fault(rule, "no fighter with the runemark {mark} takes part", place="ability", mark=mark)
        case Round():
            return fault(rule, "the ability cannot be used in this round", place="ability")
        case StandsOn():
            return fault(rule, "the ability cannot be used where the fighter stands", place="ability")
        case Wounded():
            return fault(rule, "its damage does not meet the ability's condition", place="ability")
        case Value():
            return fault(rule, "the dice's value does not meet the ability's condition", place="ability")
        case _:
            assert_never(condition)
