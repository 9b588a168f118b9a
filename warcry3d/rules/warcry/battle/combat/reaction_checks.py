"""Reactions: who may react, and what it costs (WC-REACT-1)."""

from collections.abc import Mapping

from warcry3d.game.ruleset import Action, ActionFault
from warcry3d.rules.warcry.battle.actions import Decline, React
from warcry3d.rules.warcry.battle.faults import NOT_DUE, fault
from warcry3d.rules.warcry.battle.fighters import effects_on, is_unactivated
from warcry3d.rules.warcry.battle.state import Place, State
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["STRIKE", "can_react", "react_faults", "spend_reaction"]

STRIKE = "strike-them-down"
"""The reaction to one who disengages (WC-REACT-4)."""


def can_react(state: State, fighter: str) -> bool:
    """Return whether a fighter may react at all: in an enemy's activation, not yet activated this round, or waiting;
    never a monster.
    """
    reacting, acting = state.fighter(fighter), state.activation
    if acting is not None and state.fighter(acting.fighter).player == reacting.player:
        return False
    if (
        reacting.place is not Place.BOARD
        or state.profile(fighter).is_monster
        or effects_on(state, fighter, "cannot-react")
    ):
        return False
    return reacting.is_waiting or is_unactivated(reacting)


def react_faults(action: Action, able: Mapping[str, tuple[str, ...]], rule: str) -> tuple[ActionFault, ...]:
    """Return why an action is no answer where these fighters may react, each in these ways, and nobody must."""
    if isinstance(action, Decline):
        return ()
    if not isinstance(action, React):
        return NOT_DUE
    if action.reaction in able.get(action.fighter, ()):
        return ()
    return fault(rule, "{fighter} cannot react by '{reaction}' now", fighter=action.fighter, reaction=action.reaction)


def spend_reaction(do: Transition, fighter: str) -> None:
    """Let a reaction cost what it costs: an action of this round; one that waited is not activated again."""
    reacting = do.state.fighter(fighter)
    if reacting.is_waiting:
        do.change_fighter(fighter, is_waiting=False)
    else:
        do.change_fighter(fighter, reactions=reacting.reactions + 1)
