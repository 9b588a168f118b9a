"""Moves of units whose M is rolled for, each time it is used (40K-DICE-5)."""

from warcry3d.game.agenda import Automatic
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k, move_dice, rolled_move
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["RollsMove"]


class RollsMove(Automatic[State40k], frozen=True, tag="rolls-move", tag_field="step"):
    """A unit moves; where its M is random, it is rolled first, one roll for the unit.

    ``inches``: what an advance adds; ``crossing``: as in `MovesUnit40k`.
    """

    unit: str
    kind: MoveKind40k
    inches: float = 0.0
    crossing: tuple[str, ...] = ()

    def resolve(self, do: Transition40k) -> None:
        """Roll for it, or let it move at once."""
        if not do.state.is_here(self.unit):
            return
        dice = move_dice(do.state, self.unit)
        if not dice.is_random:
            do.push(MovesUnit40k(self.unit, self.kind, self.inches, crossing=self.crossing))
            return
        player, then = do.state.unit(self.unit).player, MoveRolled(self.unit, self.kind, self.inches, self.crossing)
        throw(do, player, dice.count, "move", "40K-DICE-5", then, unit=self.unit)


class MoveRolled(Automatic[State40k], frozen=True, tag="move-rolled", tag_field="step"):
    """The roll is for this move only."""

    unit: str
    kind: MoveKind40k
    inches: float
    crossing: tuple[str, ...]

    def resolve(self, do: Transition40k) -> None:
        """Let it move so far; what rules change of M they change of the roll (40K-MOD-1)."""
        rolled = rolled_move(do.state, self.unit, do.state.thrown.faces)
        do.push(MovesUnit40k(self.unit, self.kind, self.inches + rolled, crossing=self.crossing))
