"""Exact odds of an attack's damage."""

from dataclasses import dataclass
from functools import lru_cache

from warcry3d.game.odds import pool_odds
from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.combat.hit_table import CRIT, SHELTERED, HitTable, hits_on
from warcry3d.rules.warcry.battle.combat.odds import hit_pool

__all__ = ["Odds", "odds", "odds_of"]


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

    >>> round(odds(1, 3, 1, 4, 10).damage, 3), round(odds(2, 4, 1, 4, 1).kill, 3)
    (1.167, 0.75)
    """
    table = HitTable(
        dice=attacks,
        least=least,
        crit_from=CRIT,
        hit=hit,
        crit=crit,
        shelters=SHELTERED if shelters else 0,
        is_countered=True,
    )
    found = pool_odds(hit_pool(table, wounds))
    lost = found.gain.capped(wounds)
    return Odds(lost.mean, lost.at_least(wounds), found.cost.mean)
