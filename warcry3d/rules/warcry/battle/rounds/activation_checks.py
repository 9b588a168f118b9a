"""Who can be activated, and with how many actions (WC-COMBAT-1 and 2, WC-MON-1)."""

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State

__all__ = ["ACTIONS", "actions_of", "can_activate", "why_not_activated"]

ACTIONS = 2
"""How many actions an activation has (WC-COMBAT-2); those of monsters and of waiting fighters have one."""

MONSTER_ACTIVATIONS = 3
"""How often a monster is activated in a round (WC-MON-1)."""

MOST_REACTIONS = 2
"""A fighter that reacted so often counts as activated (WC-REACT-1)."""


def can_activate(state: State, fighter: FighterState) -> bool:
    """Return whether a fighter can be activated now, as far as it is its player's turn."""
    if fighter.place is not FighterStatus.BOARD:
        return False
    if state.profile(fighter.id).is_monster:
        return fighter.activations < MONSTER_ACTIVATIONS
    return fighter.is_waiting or (fighter.activations == 0 and fighter.reactions < MOST_REACTIONS)


def why_not_activated(state: State, player: str, id: str) -> tuple[ActionFault, ...]:
    """Return why a player cannot activate a fighter."""
    fighter = next((f for f in state.fighters if f.id == id), None)
    if fighter is None or fighter.player != player:
        return fault("WC-COMBAT-1", "{player} has no fighter '{fighter}'", player=player, fighter=id)
    if fighter.place is not FighterStatus.BOARD:
        return fault("WC-COMBAT-1", "{fighter} is not on the battlefield", fighter=id)
    if not can_activate(state, fighter):
        return fault("WC-COMBAT-1", "{fighter} was activated this round", fighter=id)
    return ()


def actions_of(state: State, fighter: FighterState) -> int:
    """Return how many actions a fighter has once it is activated: one for monsters and for who waited; each reaction
    has cost one.
    """
    has_one = fighter.is_waiting or state.profile(fighter.id).is_monster
    return 1 if has_one else ACTIONS - fighter.reactions
