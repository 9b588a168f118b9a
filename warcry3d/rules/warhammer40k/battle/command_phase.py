"""The command phase: command points, then battle-shock tests (40K-CMD, 40K-SHOCK)."""

from warcry3d.game.agenda import Automatic
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side, change_unit
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.battle.strength import is_below_half, leadership_of
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["CommandPhase", "ShockTest40k"]

DICE = 2


class CommandPhase(Automatic[State40k], frozen=True, tag="command-phase", tag_field="step"):
    """Both players gain a command point; battle-shock of the player's units ends; then its tests (40K-CMD-1, -3)."""

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
        do.push(BattleShockStep(self.player))


class BattleShockStep(Automatic[State40k], frozen=True, tag="battle-shock-step", tag_field="step"):
    """Each unit on the table that is below half strength is tested (40K-SHOCK-1)."""

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Test them, one after the other; Insane Bravery may come before each."""
        for unit in reversed(tuple(do.state.here(self.player))):
            if is_below_half(do.state, unit.id):
                do.push(MayUse(self.player, StratagemMoment.BEFORE_SHOCK_TEST, (unit.id,)), ShockTest40k(unit.id))


class ShockTest40k(Automatic[State40k], frozen=True, tag="shock-test", tag_field="step"):
    """2D6 against the best LD in the unit (40K-SHOCK-2)."""

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Roll them."""
        if do.state.is_here(self.unit):
            player = do.state.unit(self.unit).player
            throw(do, player, DICE, "shock", "40K-SHOCK-2", ShockRolled40k(self.unit), unit=self.unit)


class ShockRolled40k(Automatic[State40k], frozen=True, tag="shock-rolled", tag_field="step"):
    """The test is passed or failed; a unit that is shocked already stays so (40K-SHOCK-8)."""

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Note it."""
        total, needed = sum(do.state.thrown.faces), leadership_of(do.state, self.unit)
        values = {"unit": self.unit, "total": total, "need": needed}
        if total >= needed:
            do.emit("shock", "{unit}: {total} against LD {need}+: passed", "40K-SHOCK-2", **values)
        else:
            do.emit("shock", "{unit}: {total} against LD {need}+: battle-shocked", "40K-SHOCK-2", **values)
            change_unit(do, self.unit, is_shocked=True)
