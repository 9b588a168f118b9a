"""Who orders what happens at once (WC-ORDER-1 to 3)."""

from collections.abc import Sequence

from warcry3d.game import ordering
from warcry3d.game.agenda import AgendaStep
from warcry3d.rules.warcry.battle.state import Phase, State
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["in_order", "orderer"]


def orderer(state: State) -> str:
    """Return who orders what happens at once: in the combat phase the player whose fighter is activated, else the one
    with the initiative; the attacker before anybody has it.
    """
    if state.phase is Phase.COMBAT and state.activation is not None:
        return state.fighter(state.activation.fighter).player
    return state.initiative or state.attacker or state.sides[0].id


def in_order(do: Transition, things: Sequence[tuple[str, AgendaStep]]) -> None:
    """Let these steps come next, each called something, in the order that the player chooses whose right it is."""
    ordering.in_order(do, orderer(do.state), things, "WC-ORDER-1")
