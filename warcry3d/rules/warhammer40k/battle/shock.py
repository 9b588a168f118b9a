"""Battle-shock tests (40K-SHOCK-2, 40K-SHOCK-7, 40K-SHOCK-8)."""

from warcry3d.game.agenda import Automatic
from warcry3d.message import Message
from warcry3d.rules.units.unit_throws import total_needs
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_unit
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.strength import leadership_of
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["ShockTest40k"]

DICE = 2


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

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what both dice need, and the chance."""
        return total_needs(leadership_of(state, self.unit))

    def resolve(self, do: Transition40k) -> None:
        """Note it."""
        total, needed = sum(do.state.thrown.faces), leadership_of(do.state, self.unit)
        values = {"unit": self.unit, "total": total, "need": needed}
        if total >= needed:
            do.emit("shock", "{unit}: {total} against LD {need}+: passed", "40K-SHOCK-2", **values)
        else:
            do.emit("shock", "{unit}: {total} against LD {need}+: battle-shocked", "40K-SHOCK-2", **values)
            change_unit(do, self.unit, is_shocked=True)
