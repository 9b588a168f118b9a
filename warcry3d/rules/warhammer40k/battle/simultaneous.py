"""What happens at the same time: who says what comes first (40K-ORDER-1, 40K-ORDER-2)."""

from collections.abc import Sequence

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.game.ordering import InOrder, in_order, numbered
from warcry3d.game.roll_offs import roll_off
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.state import State40k

__all__ = ["WinnerOrders40k", "orders_at_once"]


def orders_at_once(do: Transition40k, things: Sequence[tuple[str, AgendaStep]]) -> None:
    """Let these steps come next, each called something, in the order of the player whose turn it is (40K-ORDER-1);
    outside of turns in that of the winner of a roll-off (40K-ORDER-2).
    """
    if do.state.phase is not None or len(things) < 2:
        in_order(do, do.state.active, things, "40K-ORDER-1")
        return
    do.push(*(step for _, step in things))
    do.push(WinnerOrders40k(numbered([name for name, _ in things])))
    roll_off(do, do.state.players, "who orders what happens at once", "40K-ORDER-2")


class WinnerOrders40k(Automatic[State40k], frozen=True, tag="winner-orders", tag_field="step"):
    """The winner of the roll-off just made orders the next steps of the agenda (40K-ORDER-2)."""

    names: tuple[str, ...]

    def resolve(self, do: Transition40k) -> None:
        """Ask the winner."""
        do.push(InOrder(do.state.roll_off.winner, self.names, "40K-ORDER-2"))
