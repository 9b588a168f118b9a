"""What units and attacks are worth to a plain player: wounds that they can take and deal, before any dice."""

from warcry3d.rules.ageofsigmar.battle.actions import AimAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import all_at
from warcry3d.rules.ageofsigmar.battle.attacks.attack_lines import attack_lines, lines_odds, weapons_of
from warcry3d.rules.ageofsigmar.battle.modifiers import save_of
from warcry3d.rules.ageofsigmar.battle.sensing import are_near, once_in, unit_gap
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import ScrollWeapon, WeaponKind

__all__ = [
    "aim_worth",
    "best_target",
    "blow_worth",
    "is_hopeless",
    "left_of",
    "nearest_gap",
    "power_of",
    "prefers_shooting",
    "prize_of",
    "reach_of",
    "unit_worth",
    "wound_worth",
]

SAVED = 0.5
"""The chance that a plain save stops a wound, where nothing better is worked out."""

DESTROYED = 0.3
"""Destroying a unit is worth so much of what it is worth, beside the wounds it loses."""


MODEL = 3.0
"""A model is worth so much beside the wounds it has and deals: shares of models decide most battles (AOS-WIN-2)."""

LITTLE = 0.3
"""Who deals less than this share of an enemy's wounds deals little."""

TOGETHER = 12.0
"""Units within this of an enemy (in) may fight it together."""


def left_of(state: SigmarState, unit: str) -> int:
    """Return the wounds that a unit has left."""
    return sum(state.wounds_left(model.id) for model in state.troops(unit))


def _dealt(weapon: ScrollWeapon, saved: float = SAVED) -> float:
    hits, wounds = (7 - weapon.to_hit) / 6, (7 - weapon.to_wound) / 6
    unsaved = min(1 - saved - weapon.rend / 6, 1.0)
    return weapon.attacks.odds.mean * hits * wounds * unsaved * weapon.damage.odds.mean


def power_of(state: SigmarState, unit: str, kind: WeaponKind, *, at: str = "") -> float:
    """Return the wounds that a unit deals about with all weapons of a kind; ``at``: to that unit, by its save."""

    def ask() -> float:
        saved = max(7 - save_of(state, at), 0) / 6 if at else SAVED
        return sum(_dealt(weapon, saved) for one in state.troops(unit) for weapon in weapons_of(state, one.id, kind))

    return once_in(state, ("power", unit, kind, at), ask)


def prefers_shooting(state: SigmarState, unit: str) -> bool:
    """Return whether a unit shoots better than it fights: it stands off, others only shoot in passing."""
    return power_of(state, unit, WeaponKind.MISSILE) > power_of(state, unit, WeaponKind.MELEE)


def reach_of(state: SigmarState, unit: str) -> float:
    """Return the range of a unit's missile weapon that deals most; 0 without any."""
    weapons = [one for model in state.troops(unit) for one in weapons_of(state, model.id, WeaponKind.MISSILE)]
    return max(weapons, key=_dealt).range if weapons else 0.0


def unit_worth(state: SigmarState, unit: str) -> float:
    """Return what a unit is worth: the wounds it has, and those it deals."""
    scroll = state.scroll(unit)
    deals = max(power_of(state, unit, WeaponKind.MELEE), power_of(state, unit, WeaponKind.MISSILE))
    return left_of(state, unit) + 2 * deals + 4 * scroll.casts


def prize_of(state: SigmarState, unit: str) -> float:
    """Return what it is worth to destroy a unit: what it is worth, and each of its models (AOS-WIN-4)."""
    return unit_worth(state, unit) + MODEL * len(state.troops(unit))


def wound_worth(state: SigmarState, unit: str) -> float:
    """Return what a wound on a unit is worth: its share of the prize."""
    return prize_of(state, unit) / max(left_of(state, unit), 1)


def is_hopeless(state: SigmarState, unit: str, enemy: str) -> bool:
    """Return whether a unit that fights an enemy unit, with the friends that are near it, would suffer more than they
    deal, and deal little.
    """
    friends = [one.id for one in state.here(state.unit(unit).player) if one.id != unit]
    near = [one for one in friends if are_near(state, one, enemy, TOGETHER) and not prefers_shooting(state, one)]
    deals = sum(power_of(state, one, WeaponKind.MELEE, at=enemy) for one in (unit, *near))
    suffers = power_of(state, enemy, WeaponKind.MELEE, at=unit)
    return deals < LITTLE * left_of(state, enemy) and deals < suffers


def blow_worth(state: SigmarState, unit: str, enemy: str) -> float:
    """Return about what the melee attacks of a unit cost an enemy unit."""
    return min(power_of(state, unit, WeaponKind.MELEE, at=enemy), left_of(state, enemy)) * wound_worth(state, enemy)


def aim_worth(state: SigmarState, unit: str, kind: WeaponKind, aims: AimAttacks) -> float:
    """Return what attacks are worth: the wounds they deal on average, and units that they may destroy."""
    total = 0.0
    for target, damage in lines_odds(state, attack_lines(state, unit, kind, aims.aims)).items():
        left = left_of(state, target)
        destroyed = DESTROYED * damage.at_least(left) * unit_worth(state, target)
        total += damage.mean * wound_worth(state, target) + destroyed
    return total


def best_target(state: SigmarState, unit: str, kind: WeaponKind, targets: tuple[str, ...]) -> tuple[float, str]:
    """Return the target at which all attacks of a unit are worth most, and what they are worth."""
    found = [(aim_worth(state, unit, kind, all_at(state, unit, kind, target)), target) for target in targets]
    return max(found, key=lambda one: one[0])


def nearest_gap(state: SigmarState, unit: str) -> tuple[float, str]:
    """Return how far the nearest enemy unit is from a unit, and which it is; infinity without any."""
    found = [(unit_gap(state, unit, enemy.id), enemy.id) for enemy in state.enemies(unit)]
    return min(found, default=(float("inf"), ""))
