"""Devastating wounds: critical wounds that do their damage as mortal wounds (40K-MORTAL-3, 40K-MORTAL-4)."""

from warcry3d.game.agenda import Automatic
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import AttackLine40k
from warcry3d.rules.warhammer40k.battle.attacks.wounds import MortalWounds40k
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["DevastatingWounds"]


class DevastatingWounds(Automatic[State40k], frozen=True, tag="devastating-wounds", tag_field="step"):
    """Critical wounds of devastating weapons do their damage as mortal wounds, after the others (40K-MORTAL-3)."""

    line: AttackLine40k
    count: int

    def resolve(self, do: Transition40k) -> None:
        """Roll the damage of the first; then the others."""
        line = self.line
        if not self.count or not do.state.is_here(line.target):
            return
        dice = line.damage_dice
        player, then = do.state.unit(line.unit).player, DevastationRolled(line)
        do.push(DevastatingWounds(line, self.count - 1))
        throw(do, player, dice.count, "damage", "40K-DAMAGE-3", then, unit=line.unit, each=dice.count)


class DevastationRolled(Automatic[State40k], frozen=True, tag="devastation-rolled", tag_field="step"):
    """The damage of one is known."""

    line: AttackLine40k

    def resolve(self, do: Transition40k) -> None:
        """Let the target take it."""
        wounds = self.line.damage_by(do.state.thrown.faces)
        do.push(MortalWounds40k(self.line.target, wounds, is_psychic=self.line.is_psychic))
