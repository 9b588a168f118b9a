"""What each face of an attack's hit dice does: for dice that fell, and for the odds (WC-HIT, WC-ATT-3)."""

from dataclasses import dataclass

from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.fighters import effects_on, weapon_of
from warcry3d.rules.warcry.battle.state import State

__all__ = ["CRIT", "MISS_COSTS", "ONE_COSTS", "SHELTERED", "HitTable", "RiposteCost", "hit_table", "hits_on", "when_of"]

CRIT = 6
"""A critical hit, whatever the Strength (WC-HIT-1)."""

SHELTERED = 4
"""From this face on, a critical hit on a target that took cover becomes a hit (WC-HIDE-1)."""

MISS_COSTS, ONE_COSTS = 1, 2
"""Damage to the attacker for a miss, and for a roll of 1, against a counter (WC-REACT-2)."""


def hits_on(strength: int, toughness: int) -> int:
    """Return the lowest face that hits (WC-HIT-1)."""
    return 3 if strength > toughness else 4 if strength == toughness else 5


@dataclass(frozen=True, slots=True)
class RiposteCost:
    """``points`` of damage to the attacker for each die with this ``result``, or with a face from ``least`` to ``most``
    (where ``result`` is empty).
    """

    points: int
    result: str
    least: int
    most: int

    def cost(self, face: int, result: str) -> int:
        """Return what a die costs the attacker."""
        shown = result == self.result if self.result else self.least <= face <= self.most
        return self.points if shown else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HitTable:
    """The hit dice of an attack: how many, what each face is, and what it does.

    ``least``: the lowest face that hits, ``crit_from``: the lowest that hits critically, for ``hit`` and ``crit``
    points. ``rerolls``: dice that may be rolled again. ``shelters``: from this face on a critical hit is a hit after
    all, 0: it stays one. ``is_countered``: misses hurt the attacker. ``ripostes``: what else does.
    """

    dice: int
    least: int
    crit_from: int
    hit: int
    crit: int
    rerolls: int = 0
    shelters: int = 0
    is_countered: bool = False
    ripostes: tuple[RiposteCost, ...] = ()

    def result(self, face: int) -> str:
        """Return what a face is: a ``miss``, a ``hit`` or a ``crit`` (WC-HIT-1)."""
        return "crit" if face >= self.crit_from else "hit" if face >= self.least else "miss"

    def counter_cost(self, face: int) -> int:
        """Return what a face costs the attacker by the counter (WC-REACT-2)."""
        if not self.is_countered or self.result(face) != "miss":
            return 0
        return ONE_COSTS if face == 1 else MISS_COSTS

    def riposte_cost(self, face: int) -> int:
        """Return what a face costs the attacker by abilities with which the target reacted."""
        return sum(riposte.cost(face, self.result(face)) for riposte in self.ripostes)


def when_of(attack: AttackContext) -> str:
    """Return of which kind an attack is, as effects say it: ``melee`` or ``missile``."""
    return "melee" if attack.is_melee else "missile"


def hit_table(state: State, attack: AttackContext) -> HitTable:
    """Return what the hit dice of an attack come to as the battle stands."""
    attacker, target, when = attack.attacker, attack.target, when_of(attack)
    weapon = weapon_of(state, attacker, attack.weapon, target)
    crits = (effect.amount for effect in effects_on(state, attacker, "crit-on", when, target))
    again = sum(effect.amount for effect in effects_on(state, attacker, "re-roll-hits", when, target))
    return HitTable(
        dice=weapon.attacks,
        least=hits_on(weapon.strength, attack.toughness),
        crit_from=min([CRIT, *crits]),
        hit=attack.hit,
        crit=attack.crit,
        rerolls=min(again, weapon.attacks),
        shelters=attack.shelters,
        is_countered=attack.counter,
        ripostes=tuple(
            RiposteCost(effect.amount, effect.about, effect.least, effect.most or effect.least)
            for effect in effects_on(state, target, "riposte")
        ),
    )
