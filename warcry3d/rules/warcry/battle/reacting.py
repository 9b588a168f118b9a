"""Reactions: who may react, and what it costs (WC-REACT-1)."""

from warcry3d.rules.warcry.battle.doing import Doing
from warcry3d.rules.warcry.battle.fighters import effects_on, is_unactivated
from warcry3d.rules.warcry.battle.state import Place, State

__all__ = ["STRIKE", "can_react", "spend_reaction"]

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


def spend_reaction(do: Doing, fighter: str) -> None:
    """Let a reaction cost what it costs: an action of this round; one that waited is not activated again."""
    reacting = do.state.fighter(fighter)
    if reacting.is_waiting:
        do.change_fighter(fighter, is_waiting=False)
    else:
        do.change_fighter(fighter, reactions=reacting.reactions + 1)
