"""How a battle ends: the winner, by victory points (WC-VICT-1)."""

from types import MappingProxyType

from warcry3d.game.ruleset import Outcome, RuleReason
from warcry3d.message import Message
from warcry3d.rules.warcry.battle.state import State

__all__ = ["outcome"]


def outcome(state: State) -> Outcome:
    """Return who won a battle that is over: the most victory points; alike, a draw."""
    one, two = state.sides
    scores = MappingProxyType({side.id: side.points for side in state.sides})
    if one.points == two.points:
        return Outcome(
            None,
            (RuleReason("WC-VICT-1", Message("both have {points} victory points", {"points": one.points})),),
            scores,
        )
    best = one if one.points > two.points else two
    values = {"player": best.id, "points": best.points}
    return Outcome(best.id, (RuleReason("WC-VICT-1", Message("{player} has {points} victory points", values)),), scores)
