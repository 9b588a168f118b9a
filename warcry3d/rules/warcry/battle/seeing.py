"""Who sees whom in a battle."""

from warcry3d.rules.judgement import ruleset
from warcry3d.rules.results import SightTerms
from warcry3d.rules.warcry.battle.state import State
from warcry3d.sight.verdict import Seen, TooClose

__all__ = ["sees"]


def sees(state: State, one: str, other: str) -> bool:
    """Return whether two fighters are visible to each other; too close to call counts as agreed (WC-SIGHT-1)."""
    match ruleset(state.table.ruleset).sight(state.table, one, other, SightTerms()):
        case Seen():
            return True
        case TooClose():
            return state.scene.details.agreed.too_close == "seen"
    return False
