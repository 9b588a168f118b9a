"""The command phase: command points, then battle-shock tests (40K-CMD, 40K-SHOCK)."""

from warcry3d.game.agenda import Automatic
from warcry3d.game.ordering import in_order
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side, change_unit
from warcry3d.rules.warhammer40k.battle.phases.timed_rules import WorksNow
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.state import ReserveKind, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.battle.strength import is_below_half
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
                if not do.state.living(unit.id):
                    continue
                do.emit("shock", "{unit} is no longer battle-shocked", "40K-SHOCK-3", unit=unit.id)
        do.push(WorksNow(RuleMoment.COMMAND, self.player), BattleShockStep(self.player))


class BattleShockStep(Automatic[State40k], frozen=True, tag="battle-shock-step", tag_field="step"):
    """Each unit on the table that is below half strength is tested (40K-SHOCK-1); one that was taken off the table is
    tested when it is set up again (40K-REDEPLOY-4).
    """

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Test them, one after the other, in the player's order (40K-ORDER-1)."""
        for away in do.state.units:
            if away.player == self.player and away.reserve is ReserveKind.AWAY and is_below_half(do.state, away.id):
                change_unit(do, away.id, owes_test=True)
        shaken = [unit.id for unit in do.state.here(self.player) if is_below_half(do.state, unit.id)]
        in_order(do, self.player, [(unit, TakesShockTest(self.player, unit)) for unit in shaken], "40K-ORDER-1")


class TakesShockTest(Automatic[State40k], frozen=True, tag="tests-shock", tag_field="step"):
    """The test of a unit comes; Insane Bravery may come before it (40K-STRAT-BRAVE-1)."""

    player: str
    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Let it."""
        do.push(MayUse(self.player, StratagemMoment.BEFORE_SHOCK_TEST, (self.unit,)), ShockTest40k(self.unit))
