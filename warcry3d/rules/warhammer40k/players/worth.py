"""What units and attacks are worth to a plain player: points of what is left, wounds that attacks take on average."""

from warcry3d.rules.warhammer40k.battle.actions import AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.aiming import all_at
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.attack_odds import lines_odds
from warcry3d.rules.warhammer40k.battle.formations import points_of
from warcry3d.rules.warhammer40k.battle.sensing import once_in, unit_gap
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponMode

__all__ = [
    "aim_worth",
    "best_target",
    "is_fighter",
    "left_of",
    "might_of",
    "nearest_gap",
    "power_of",
    "reach_of",
    "unit_worth",
]

LOOKED_AT = 3
"""So many targets are compared with the cover that they have."""

DESTROYED = 0.3
"""Destroying a unit is worth so much of what it is worth, beside the wounds it loses."""


def left_of(state: State40k, unit: str) -> int:
    """Return the W that a unit has left."""
    return sum(state.wounds_left(model.id) for model in state.living(unit))


def _dealt(mode: WeaponMode) -> float:
    hits = 1.0 if mode.skill is None else (7 - mode.skill) / 6
    return mode.attacks.odds.mean * hits * min(mode.strength.odds.mean / 8, 1.0) * mode.damage.odds.mean


def power_of(state: State40k, unit: str, *, is_melee: bool) -> float:
    """Return the wounds that a unit deals about with all weapons of a kind, before saves."""

    def ask() -> float:
        return sum(
            max(_dealt(mode) for mode in carried.weapon.modes)
            for model in state.living(unit)
            for carried in state.context.weapons(model.id, is_melee=is_melee)
        )

    return once_in(state, ("power", unit, is_melee), ask)


def might_of(state: State40k, model: str) -> float:
    """Return the wounds that a model deals about with its best melee weapon, before saves."""
    weapons = state.context.weapons(model, is_melee=True)
    return max((_dealt(mode) for carried in weapons for mode in carried.weapon.modes), default=0.0)


def reach_of(state: State40k, unit: str) -> float:
    """Return the range of the ranged weapons of a unit that deal most together; 0 without any."""
    found: dict[float, float] = {}
    for model in state.living(unit):
        for carried in state.context.weapons(model.id, is_melee=False):
            mode = max(carried.weapon.modes, key=_dealt)
            found[mode.reach or 0.0] = found.get(mode.reach or 0.0, 0.0) + _dealt(mode)
    return max(found, key=lambda reach: found[reach], default=0.0)


def is_fighter(state: State40k, unit: str) -> bool:
    """Return whether a unit deals more in a fight than from afar."""
    return power_of(state, unit, is_melee=True) > 1.2 * power_of(state, unit, is_melee=False)


def unit_worth(state: State40k, unit: str) -> float:
    """Return what is left of a unit's points."""
    parts = {model.part for model in state.all_troops(unit)}
    whole = sum(state.context.profile(model).wounds for part in parts for model in state.context.parts[part].models)
    return points_of(state, unit) * left_of(state, unit) / max(whole, 1)


def aim_worth(state: State40k, unit: str, aims: AimWeapons, *, is_rough: bool = True) -> float:
    """Return what attacks are worth: the points they cost on average, and units that they may destroy.

    ``is_rough``: without cover, which takes long to find out.
    """
    total = 0.0
    for target, damage in lines_odds(state, attack_lines(state, unit, aims.aims, is_rough=is_rough)).items():
        left, worth = left_of(state, target), unit_worth(state, target)
        total += damage.mean * worth / max(left, 1) + DESTROYED * damage.at_least(left) * worth
    return total


def best_target(
    state: State40k, unit: str, targets: tuple[str, ...], *, is_melee: bool, only: str = ""
) -> tuple[float, str]:
    """Return the target at which all attacks of a unit are worth most, and what they are worth.

    Of those shot at, the best ones without cover are looked at again with the cover that they have.
    """
    attacks = {target: all_at(state, unit, target, is_melee=is_melee, only=only) for target in targets}
    rough = sorted(((aim_worth(state, unit, aims), target) for target, aims in attacks.items()), reverse=True)
    if is_melee or len(rough) < 2:
        return rough[0]
    exact = [(aim_worth(state, unit, attacks[target], is_rough=False), target) for _, target in rough[:LOOKED_AT]]
    return max(exact)


def nearest_gap(state: State40k, unit: str) -> tuple[float, str]:
    """Return how far the nearest enemy unit is from a unit, and which it is; infinity without any."""
    found = [(unit_gap(state, unit, enemy.id), enemy.id) for enemy in state.enemies(unit)]
    return min(found, default=(float("inf"), ""))
