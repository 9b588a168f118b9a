"""Where a fighter can get to, searched once for all that its player asks while nobody moves."""

from dataclasses import dataclass
from typing import Any, cast

from warcry3d.motion.reaching.effort import is_worn
from warcry3d.rules.reach_result import ReachResult
from warcry3d.rules.reaches import reach_of
from warcry3d.rules.warcry.battle.state import State
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["reached_by"]

KEPT = 3
"""So many searches are kept with the terrain."""

KEY = "warcry.players.reached"


@dataclass(frozen=True, eq=False, slots=True)
class _Search:
    """A search, and where everybody stood."""

    board: Any
    models: tuple[Model, ...]
    result: ReachResult

    def answers(self, table: Table, id: str, inches: float, *, is_carrying: bool) -> bool:
        """Return whether it says where a fighter gets to with so many inches: nobody has moved since."""
        is_same = self.board == table.board and len(self.models) == len(table.models)
        return (
            is_same
            and (self.result.reach.is_whole or is_worn())
            and (self.result.model, self.result.is_carrying) == (id, is_carrying)
            and self.result.inches >= inches - LENGTH_EPSILON
            and all(one is other for one, other in zip(self.models, table.models, strict=True))
        )


def reached_by(state: State, id: str, inches: float) -> ReachResult:
    """Return where a fighter gets to with so many inches, or more: what costs more than ``inches`` may be in it.

    A base that is not round keeps its facing.
    """
    table, is_carrying = state.table, bool(state.fighter(id).treasure)
    kept = cast(tuple[_Search, ...], table.terrain.derived.get(KEY, ()))
    found = next((one for one in kept if one.answers(table, id, inches, is_carrying=is_carrying)), None)
    if found is None:
        result = reach_of(table, id, inches=inches, is_carrying=is_carrying, keeps_facing=True)
        found = _Search(table.board, table.models, result)
        table.terrain.derived[KEY] = (found, *kept)[:KEPT]
    return found.result
