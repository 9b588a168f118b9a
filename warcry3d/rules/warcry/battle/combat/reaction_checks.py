"""Who may react, and what it costs (WC-REACT-1)."""

from collections.abc import Mapping

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, React
from warcry3d.game.reasons import ActionFault
from warcry3d.game.state_data import StateData
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.fighters import effects_on, is_unactivated
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter

__all__ = [
    "COUNTER",
    "STRIKE",
    "TAKE_COVER",
    "ReactionOptions",
    "can_react",
    "next_to_react",
    "react_faults",
    "spend_reaction",
]

COUNTER = "counter"
TAKE_COVER = "take-cover"
STRIKE = "strike-them-down"
"""The reaction to a fighter that disengages (WC-REACT-4)."""


class ReactionOptions(StateData, frozen=True, kw_only=True):
    """The choice of a player who may react to what the fighter ``enemy`` does.

    ``offered``: its fighters that may react, each with the ways in which it may; ``attack``: the attack that is reacted
    to, if it is one.
    """

    offered: tuple[tuple[str, tuple[str, ...]], ...]
    enemy: str
    attack: AttackContext | None = None


def can_react(state: State, fighter: str) -> bool:
    """Return whether a fighter may react at all: in an enemy's activation, not yet activated this round, or waiting;
    never a monster.
    """
    reacting, acting = state.fighter(fighter), state.activation
    if acting is not None and state.fighter(acting.fighter).player == reacting.player:
        return False
    if (
        reacting.place is not FighterStatus.BOARD
        or state.profile(fighter).is_monster
        or effects_on(state, fighter, "cannot-react")
    ):
        return False
    return reacting.is_waiting or is_unactivated(reacting)


def next_to_react(
    state: State, enemy: str, able: Mapping[str, tuple[str, ...]], declined: tuple[str, ...]
) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return the next player who may react, with its fighters that may; an empty name if there is none.

    In the order of turns from the player whose fighter ``enemy`` acts, without those who declined.
    """
    for player in state.others(state.fighter(enemy).player):
        own = {id: ways for id, ways in able.items() if state.fighter(id).player == player}
        if own and player not in declined:
            return player, own
    return "", {}


def react_faults(action: Action, able: Mapping[str, tuple[str, ...]], rule: str) -> tuple[ActionFault, ...]:
    """Return why an action is no valid answer to which of these fighters reacts, if any, and how."""
    if isinstance(action, Decline):
        return ()
    if not isinstance(action, React):
        return NOT_DUE
    if action.reaction in able.get(action.fighter, ()):
        return ()
    return fault(rule, "{fighter} cannot react by '{reaction}' now", fighter=action.fighter, reaction=action.reaction)


def spend_reaction(do: Transition, fighter: str) -> None:
    """Take the cost of a reaction (WC-REACT-7): an action of this round; a waiting fighter loses its activation."""
    reacting = do.state.fighter(fighter)
    if reacting.is_waiting:
        change_fighter(do, fighter, is_waiting=False)
    else:
        change_fighter(do, fighter, reactions=reacting.reactions + 1)
