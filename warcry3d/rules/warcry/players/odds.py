"""Exact odds of an attack's damage."""

from dataclasses import dataclass
from functools import lru_cache

from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.combat.hit_rolls import hits_on

__all__ = ["Odds", "odds", "odds_of"]

CRIT = 6


@dataclass(frozen=True, slots=True)
class Odds:
    """``damage``: how many wounds are lost on average, no more than there are; ``kill``: the chance of taking down.

    ``misses``: what a counter costs the attacker on average (WC-REACT-2).
    """

    damage: float
    kill: float
    misses: float


def odds_of(weapon: Weapon, toughness: int, wounds: int, *, more: int = 0, shelters: bool = False) -> Odds:
    """Return the odds of an attack with ``more`` attacks against a toughness (cover counted) and the wounds left;
    ``shelters``: the target takes cover (WC-REACT-3).
    """
    return odds(weapon.attacks + more, hits_on(weapon.strength, toughness), weapon.hit, weapon.crit, wounds, shelters)


@lru_cache(maxsize=20_000)
def odds(attacks: int, least: int, hit: int, crit: int, wounds: int, shelters: bool = False) -> Odds:
    """Return the odds of so many dice that hit from ``least`` on, critically on a 6.

    >>> odds(1, 3, 1, 4, 10).damage, odds(2, 4, 1, 4, 1).kill
    (1.1666666666666665, 0.75)
    """
    critical = 1 / 6 if not shelters else 1 / 12
    hits = (CRIT - least) / 6 + (1 / 6 - critical)
    lost = [1.0, *([0.0] * wounds)]
    for _ in range(attacks):
        after = [0.0] * (wounds + 1)
        for points, chance in enumerate(lost):
            after[points] += chance * (1 - hits - critical)
            after[min(points + hit, wounds)] += chance * hits
            after[min(points + crit, wounds)] += chance * critical
        lost = after
    damage = sum(points * chance for points, chance in enumerate(lost))
    return Odds(damage, lost[wounds], attacks * ((least - 1) / 6 + 1 / 6))
