"""Command points: what stratagems cost, who can pay for one, and paying (40K-STRAT-1 to 11)."""

from collections.abc import Sequence
from typing import Final

from warcry3d.message import Message
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side
from warcry3d.rules.warhammer40k.battle.data_rules import rules_on
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import StratagemRule

__all__ = ["can_pay", "cost_of", "pay"]

FREE_OF_TACTICS: Final = frozenset({"Air Caste Colossus", "Striding Colossus", "Towering Wraith Construct"})
"""Abilities that change the cost of all kinds of stratagems without naming one (40K-STRAT-10)."""


def cost_of(state: State40k, stratagem: str, cost: int, units: Sequence[str], *, is_tactic: bool) -> int:
    """Return what a stratagem costs when it is used on units, ``cost`` being its own cost; never below 0 (40K-STRAT-6).

    A rule that changes it counts for this use (40K-STRAT-7), and only if all of the units have one (40K-STRAT-8);
    without naming the stratagem it touches battle tactics only (40K-STRAT-9).
    """
    changes = []
    for unit in units:
        own = [rule.change for rule in rules_on(state, unit, StratagemRule) if _counts(rule, stratagem, is_tactic)]
        if not own:
            return cost
        changes.append(sum(own))
    return max(cost + max(changes, default=0), 0)


def _counts(rule: StratagemRule, stratagem: str, is_tactic: bool) -> bool:
    if rule.stratagem is not None:
        return rule.stratagem == stratagem
    return is_tactic or rule.name in FREE_OF_TACTICS


def can_pay(state: State40k, player: str, stratagem: str, cost: int, unit: str = "") -> bool:
    """Return whether a player may use a stratagem now for its cost, on a unit of its own where one is named.

    It must have the points (40K-STRAT-1), must not have used it in this phase (40K-STRAT-2, -3; outside of phases there
    is no such limit, 40K-STRAT-4), and not on a unit that is battle-shocked or inside a transport (40K-STRAT-11). Once
    the rules of the end of a phase have begun, no stratagem of the phase is used any more (40K-ORDER-5).
    """
    side = state.side(player)
    if side.command < cost or state.is_ending or (state.phase is not None and stratagem in side.used):
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
