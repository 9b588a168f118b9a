"""Visibility and cover in a battle."""

from warcry3d.rules.results import CoverVerdict, SightTerms
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover
from warcry3d.rules.warcry.sight import sight
from warcry3d.sight.verdict import Seen, TooClose
from warcry3d.table.table import Table

__all__ = ["cover_from", "sees", "sees_on"]


def sees(state: State, one: str, other: str) -> bool:
    """Return whether two fighters are visible to each other; too close to call counts as agreed (WC-SIGHT-1)."""
    pair = frozenset((one, other))
    if pair not in state.seen:
        state.seen[pair] = sees_on(state.table, one, other, state)
    return state.seen[pair]


def sees_on(table: Table, one: str, other: str, state: State) -> bool:
    """Return whether two models see each other on another table, as agreed for this battle about lines too close to
    call.
    """
    match sight(table, one, other, SightTerms()):
        case Seen():
            return True
        case TooClose():
            return state.context.details.agreed.too_close == "seen"
    return False


def cover_from(state: State, attacker: str, target: str) -> CoverVerdict:
    """Return whether a target is in cover from an attacker (WC-COVER)."""
    pair = (attacker, target)
    if pair not in state.covered:
        state.covered[pair] = cover(state.table, attacker, target)
    return state.covered[pair]
