"""Command points: who can pay for a stratagem, and paying (40K-STRAT-1 to 11)."""

from warcry3d.message import Message
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side
from warcry3d.rules.warhammer40k.battle.state import State40k

__all__ = ["can_pay", "pay"]


def can_pay(state: State40k, player: str, stratagem: str, cost: int, unit: str = "") -> bool:
    """Return whether a player may use a stratagem now, on a unit of its own where one is named.

    It must have the points (40K-STRAT-1), must not have used it in this phase (40K-STRAT-2, -3; outside of phases there
    is no such limit, 40K-STRAT-4), and not on a unit that is battle-shocked or inside a transport (40K-STRAT-11).
    """
    side = state.side(player)
    if side.command < cost or (state.phase is not None and stratagem in side.used):
        return False
    if not unit:
        return True
    target = state.unit(unit)
    return target.player == player and not target.is_shocked and not target.inside


def pay(do: Transition40k, player: str, stratagem: str, cost: int, name: Message, rule: str, unit: str = "") -> None:
    """Take the points for a stratagem, and note that it was used."""
    side = do.state.side(player)
    change_side(do, player, command=side.command - cost, used=(*side.used, stratagem))
    values = {"player": player, "what": name, "n": cost}
    if unit:
        do.emit("stratagem", "{player} uses {what} on {unit} ({n} CP)", rule, unit=unit, **values)
    else:
        do.emit("stratagem", "{player} uses {what} ({n} CP)", rule, **values)
