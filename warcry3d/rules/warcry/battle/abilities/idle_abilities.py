"""Abilities that may be used now, but would change nothing: what they are for cannot come any more."""

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.vocabulary import Change, Do, Grant, Heal
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.state import State

__all__ = ["idle_faults"]

OF_ACTIONS = frozenset({"move", "range", "attacks", "strength", "hit", "crit"})
"""The characteristics that count for a fighter's own actions alone."""
GRANTED = frozenset({"flat-range", "fly", "crit-on", "re-roll-hits"})


def idle_faults(state: State, fighter: str, ability: Ability) -> tuple[ActionFault, ...]:
    """Return why an ability would change nothing if an activated fighter used it now; none: it may change something.

    The rules allow it all the same.
    """
    rule, acting = ability.rule or "WC-ABIL-1", state.activation
    if not ability.do or acting is None:
        return ()
    if all(isinstance(word, Heal) and word.who == "self" for word in ability.do):
        is_whole = wounds_left(state, fighter) == state.profile(fighter).wounds
        return fault(rule, "it would change nothing: {fighter} is not hurt", fighter=fighter) if is_whole else ()
    if acting.left == 0 and all(map(_is_for_actions, ability.do)):
        return fault(rule, "it would change nothing: no action is left to use it for")
    return ()


def _is_for_actions(word: Do) -> bool:
    """Return whether a word counts for the actions of this activation alone."""
    match word:
        case Change(who="self", until="activation" | "next-attack" | "next-move", what=what):
            return set(what) <= OF_ACTIONS
        case Grant(who="self", until="activation" | "next-attack" | "next-move", word=granted):
            return granted in GRANTED
    return False
