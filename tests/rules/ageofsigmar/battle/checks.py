"""What must hold in every state of a battle, counted anew."""

from itertools import combinations

from warcry3d.motion.volume import TOUCH_TOLERANCE, volume_of
from warcry3d.rules.ageofsigmar.battle.state import SigmarState, TroopStatus

__all__ = ["check_invariants"]


def check_invariants(state: SigmarState) -> None:
    """Raise `AssertionError` for models that overlap, stand off the board, have wounds they cannot have, or are lost
    twice.
    """
    board = state.context.ground.board
    for model in state.models:
        left = state.wounds_of(model.id) - model.wounds
        assert model.wounds >= 0 and left >= 0, f"{model.id}: {model.wounds} wounds"
        if model.is_here:
            assert left > 0, f"{model.id} stands though it is slain"
            assert 0 <= model.at[0] <= board.width and 0 <= model.at[1] <= board.depth
        if model.status is TroopStatus.SLAIN:
            assert state.unit(model.unit).player in state.players
    for one, other in combinations(state.table.models, 2):
        if one.base.shape == other.base.shape == "round" and abs(one.placement.at[2] - other.placement.at[2]) < 1.0:
            (x, y, _), (u, v, _) = one.placement.at, other.placement.at
            apart = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            assert apart >= volume_of(one).reach + volume_of(other).reach - 2 * TOUCH_TOLERANCE, f"{one.id}, {other.id}"
    for side in state.sides:
        own = [model for model in state.models if state.unit(model.unit).player == side.id]
        counted = {status: sum(model.status is status for model in own) for status in TroopStatus}
        assert sum(counted.values()) == len(own)
        assert state.lost(side.id) == counted[TroopStatus.SLAIN] + counted[TroopStatus.FLED]
