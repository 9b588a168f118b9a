"""How a battle ends: the winner, by victory points (WC-WIN-1, WC-WIN-2)."""

from types import MappingProxyType

from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Outcome
from warcry3d.message import Message, counted
from warcry3d.rules.warcry.battle.state import State

__all__ = ["outcome"]


def outcome(state: State) -> Outcome:
    """Return who won a battle that is over: the player with the most victory points; nobody on a tie."""
    scores = MappingProxyType({side.id: side.points for side in state.sides})
    most = max(scores.values())
    best = tuple(player for player, points in scores.items() if points == most)
    points = counted("{n} victory point", "{n} victory points", most)
    if len(best) > 1:
        why = RuleReason("WC-WIN-2", Message("{players} have {points} each", {"players": best, "points": points}))
        return Outcome((), (why,), scores)
    why = RuleReason("WC-WIN-1", Message("{player} has the most: {points}", {"player": best[0], "points": points}))
    return Outcome(best, (why,), scores)
