"""What a profile should cost: the formula that balances the shipped warbands."""

import math

from warcry3d.rules.warcry.bands.profile import Profile, Weapon
from warcry3d.rules.warcry.bands.runemarks import FLY

__all__ = ["expected_damage", "worth"]

USUAL_TOUGHNESS = 4
"""The toughness that weapons are measured against."""

FEWEST_POINTS = 50
STEP = 5

SHARES = {1: (3 / 6, 1 / 6), 0: (2 / 6, 1 / 6), -1: (1 / 6, 1 / 6)}
"""How likely a die hits, and hits critically, by whether strength is above, equal to or below toughness (WC-ATT-3)."""


def expected_damage(weapon: Weapon, toughness: int = USUAL_TOUGHNESS) -> float:
    """Return the mean damage of an attack action with ``weapon`` at a target of that toughness.

    >>> expected_damage(Weapon("sword", 0, 1, attacks=4, strength=4, hit=2, crit=5))
    6.0
    """
    above = (weapon.strength > toughness) - (weapon.strength < toughness)
    hit, crit = SHARES[above]
    return weapon.attacks * (hit * weapon.hit + crit * weapon.crit)


def worth(profile: Profile) -> int:
    """Return what a profile is worth in points, undamaged.

    3 a wound, half of one more for each point of toughness above 3; 10 for each point of damage its best melee weapon
    does on average, 5 for each inch it reaches beyond the first; a point for each such point of damage and inch of
    range of its best missile weapon; 8 an inch of Move; 15 for a flyer, 15 for a hero, 90 for a monster; less 25. To
    the nearest 5, and at least 50.
    """
    melee = [10 * expected_damage(one) + 5 * (one.max_range - 1) for one in profile.weapons if one.is_melee]
    missile = [expected_damage(one) * one.max_range for one in profile.weapons if not one.is_melee]
    points = 3 * profile.wounds + profile.wounds * (profile.toughness - 3) / 2
    points += max(melee, default=0) + max(missile, default=0) + 8 * profile.move
    points += 15 * profile.has(FLY) + 15 * profile.is_hero + 90 * profile.is_monster - 25
    return max(FEWEST_POINTS, STEP * math.floor(points / STEP + 0.5))
