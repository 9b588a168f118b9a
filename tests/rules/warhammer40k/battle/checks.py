"""What must hold in every state of a battle, counted anew."""

from itertools import combinations

from warcry3d.motion.volume import TOUCH_TOLERANCE, volume_of
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, State40k

__all__ = ["check_invariants"]


def check_invariants(state: State40k) -> None:
    """Raise `AssertionError` for models that overlap, stand off the board, have wounds they cannot have, or are in two
    places; for points below 0.
    """
    board = state.context.ground.board
    for model in state.models:
        left = state.wounds_left(model.id)
        assert model.lost >= 0 and left >= 0, f"{model.id}: {model.lost} lost"
        if model.is_here:
            assert left > 0, f"{model.id} stands though it has no wounds left"
            reach = volume_of(state.table.model(model.id)).reach
            x, y, _ = model.at
            assert min(x, y, board.width - x, board.depth - y) >= 0, f"{model.id} is off the board"
            assert reach > 0
        inside = state.unit(model.unit).inside
        if model.is_alive:
            assert (model.place is ModelPlace40k.INSIDE) == bool(inside), f"{model.id}: {model.place}, inside {inside}"
    for one, other in combinations(state.table.models, 2):
        if one.base.shape == other.base.shape == "round" and abs(one.placement.at[2] - other.placement.at[2]) < 1.0:
            (x, y, _), (u, v, _) = one.placement.at, other.placement.at
            apart = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            assert apart >= volume_of(one).reach + volume_of(other).reach - 2 * TOUCH_TOLERANCE, f"{one.id}, {other.id}"
    for side in state.sides:
        assert side.command >= 0 and 0 <= side.victory <= 3 * state.context.agreed.rounds
        assert len(set(side.used)) == len(side.used), "a stratagem was used twice in a phase"
