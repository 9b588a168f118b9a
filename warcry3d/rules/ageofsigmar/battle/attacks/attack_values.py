"""The values of attacks that are rolled together (AOS-ATTACK-10)."""

from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.game.state_data import StateData
from warcry3d.rules.ageofsigmar.battle.throws import Again
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import OnAttack
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind

__all__ = ["AttackLine", "as_dice"]


class AttackLine(StateData, frozen=True, kw_only=True):
    """Attacks that are rolled together: all their values are the same (AOS-ATTACK-10).

    ``attacks``: how many, as a number; ``more``: dice that are rolled for more of them, one roll for each of ``rolls``
    models. ``hit``, ``wound``, ``save``: what a D6 must reach; the bonuses are added. ``damage``: a number or dice.
    ``ignores_rend``: Rend up to this, without its sign, does nothing to the target.
    """

    unit: str
    target: str
    weapon: str
    kind: WeaponKind
    attacks: int
    more: str = ""
    rolls: int = 0
    hit: int
    hit_bonus: int = 0
    hit_again: Again = "none"
    wound: int
    wound_bonus: int = 0
    wound_again: Again = "none"
    save: int
    save_bonus: int = 0
    save_again: Again = "none"
    rend: int = 0
    ignores_rend: int = 0
    damage: str = "1"
    specials: tuple[OnAttack, ...] = ()

    def with_rend(self, rend: int) -> "AttackLine":
        """Return it with another Rend, and what that makes of the save."""
        before, after = (0 if -one <= self.ignores_rend else one for one in (self.rend, rend))
        return self.changed(rend=rend, save_bonus=self.save_bonus + after - before)

    @property
    def damage_dice(self) -> DiceSum:
        """Return the damage of each attack that succeeds."""
        return as_dice(self.damage)


def as_dice(text: str) -> DiceSum:
    """Return a number or dice as a sum of dice.

    >>> str(as_dice("2")), str(as_dice("D3"))
    ('2', 'D3')
    """
    return dice_sum(int(text) if text.isdecimal() else text)
