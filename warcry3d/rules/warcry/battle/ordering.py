"""Who orders what happens at once (WC-ORDER-1 to 4)."""

from collections.abc import Sequence

from warcry3d.game import ordering
from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.game.ordering import InOrder, numbered
from warcry3d.game.roll_offs import roll_off
from warcry3d.rules.warcry.battle.state import Phase, State
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["WinnerOrders", "in_order", "orderer"]


def orderer(state: State) -> tuple[str, str]:
    """Return who orders what happens at once, and by which rule; an empty name if the players must roll off.

    In the combat phase it is the player whose fighter is activated (WC-ORDER-1), else the player with the initiative
    (WC-ORDER-2). Before the battle, when nobody has the initiative, it is the winner of a roll-off (WC-ORDER-3).
    """
    if state.phase is Phase.COMBAT and state.activation is not None:
        return state.fighter(state.activation.fighter).player, "WC-ORDER-1"
    return (state.initiative, "WC-ORDER-2") if state.initiative else ("", "WC-ORDER-3")


def in_order(do: Transition, things: Sequence[tuple[str, AgendaStep]]) -> None:
    """Let these steps come next, each with a name, one by one in the order that `orderer` chooses."""
    player, rule = orderer(do.state)
    if player or len(things) < 2:
        ordering.in_order(do, player, things, rule)
        return
    do.push(*(step for _, step in things))
    do.push(WinnerOrders(numbered([name for name, _ in things])))
    roll_off(do, do.state.players, "who orders what happens at once", "WC-ORDER-3")


class WinnerOrders(Automatic[State], frozen=True, tag="winner-orders", tag_field="step"):
    """The winner of the roll-off just made orders the next steps of the agenda (WC-ORDER-3)."""

    names: tuple[str, ...]

    def resolve(self, do: Transition) -> None:
        """Ask the winner."""
        do.push(InOrder(do.state.roll_off.winner, self.names, "WC-ORDER-3"))
