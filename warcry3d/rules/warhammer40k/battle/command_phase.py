"""The command phase: command points, then battle-shock tests (40K-CMD, 40K-SHOCK)."""

from warcry3d.game.agenda import Automatic
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side, change_unit
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.state import ReserveKind, State40k
from warcry3d.rules.warhammer40k.battle.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.battle.strength import is_below_half
from warcry3d.rules.warhammer40k.battle.timed_rules import WorksNow
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import RuleMoment

__all__ = ["CommandPhase"]


class CommandPhase(Automatic[State40k], frozen=True, tag="command-phase", tag_field="step"):
    """Both players gain a command point; battle-shock of the player's units ends; then rules that work in the
    command phase, then tests (40K-CMD-1 to -3).
    """

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Give them, and let the tests come."""
        for side in do.state.sides:
            change_side(do, side.id, command=side.command + 1)
        do.emit("command", "both players gain 1 CP", "40K-CMD-1")
        for unit in do.state.units:
            if unit.player == self.player and unit.is_shocked:
                change_unit(do, unit.id, is_shocked=False)
                do.emit("shock", "{unit} is no longer battle-shocked", "40K-SHOCK-3", unit=unit.id)
        do.push(WorksNow(RuleMoment.COMMAND, self.player), BattleShockStep(self.player))


class BattleShockStep(Automatic[State40k], frozen=True, tag="battle-shock-step", tag_field="step"):
    """Each unit on the table that is below half strength is tested (40K-SHOCK-1); one that was taken off the table is
    tested when it is set up again (40K-REDEPLOY-4).
    """

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Test them, one after the other; Insane Bravery may come before each."""
        for away in do.state.units:
            if away.player == self.player and away.reserve is ReserveKind.AWAY and is_below_half(do.state, away.id):
                change_unit(do, away.id, owes_test=True)
        for unit in reversed(tuple(do.state.here(self.player))):
            if is_below_half(do.state, unit.id):
                do.push(MayUse(self.player, StratagemMoment.BEFORE_SHOCK_TEST, (unit.id,)), ShockTest40k(unit.id))
