"""Which charges a plain player makes: those that cost the enemy more than they risk, with all who come along."""

from warcry3d.rules.ageofsigmar.battle.modifiers import roll_bonus
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import CHARGE_REACH
from warcry3d.rules.ageofsigmar.battle.phases.charge_phase import charge_faults
from warcry3d.rules.ageofsigmar.battle.sensing import COMBAT_REACH, are_near, once_in, unit_gap
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.players.worth import blow_worth, left_of, power_of, prefers_shooting, wound_worth
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.units.unit_throws import charge_chance

__all__ = ["charge_targets", "unit_to_charge"]

CHARGE_CHANCE = 0.25
"""A charge that is less likely than this is not tried."""

RISK = 0.75
"""What a charge may cost counts so much of what it deals: enemies that are let be may come by themselves."""


def unit_to_charge(state: SigmarState, player: str) -> str:
    """Return the unit that charges next, the nearest to its target first; empty: none should."""
    found = []
    for unit in state.here(player):
        if charge_faults(state, unit.id) or _is_frail(state, unit.id):
            continue
        targets = [one for one in state.enemies(unit.id) if _can_reach(state, unit.id, one.id)]
        good = [unit_gap(state, unit.id, one.id) for one in targets if _charge_worth(state, unit.id, one.id) > 0]
        if good:
            found.append((min(good), unit.id))
    return min(found)[1] if found else ""


def charge_targets(state: SigmarState, unit: str, inches: float) -> tuple[str, ...]:
    """Return the enemy units that a charge of so many inches may get to, the best target first."""
    near = [one.id for one in state.enemies(unit) if unit_gap(state, unit, one.id) <= inches + CHARGE_REACH]
    return tuple(sorted(near, key=lambda one: (-_charge_worth(state, unit, one), unit_gap(state, unit, one))))


def _is_frail(state: SigmarState, unit: str) -> bool:
    """Return whether a unit keeps out of combat: it casts spells, or shoots better than it fights."""
    return state.scroll(unit).casts > 0 or prefers_shooting(state, unit)


def _can_reach(state: SigmarState, unit: str, enemy: str) -> bool:
    """Return whether a charge of a unit to an enemy is likely enough."""
    needed = unit_gap(state, unit, enemy) - CHARGE_REACH - roll_bonus(state, "charge-roll", unit).total
    return charge_chance(needed) >= CHARGE_CHANCE


def _joins(state: SigmarState, unit: str, enemy: str) -> bool:
    """Return whether a unit fights an enemy unit in this turn, or may well charge it yet."""
    if are_near(state, unit, enemy, COMBAT_REACH):
        return True
    return not _is_frail(state, unit) and not charge_faults(state, unit) and _can_reach(state, unit, enemy)


def _charge_worth(state: SigmarState, unit: str, enemy: str) -> float:
    """Return what a unit deals in a charge, less what it risks: its share of what strikes back from around there."""

    def ask() -> float:
        player, melee = state.unit(unit).player, WeaponKind.MELEE
        with_it = [one.id for one in state.here(player) if one.id == unit or _joins(state, one.id, enemy)]
        left = left_of(state, enemy)
        together = sum(power_of(state, one, melee, at=enemy) for one in with_it)
        standing = max(1 - together / left, 0.0)
        others = [one.id for one in state.enemies(unit) if one.id != enemy]
        suffers = standing * power_of(state, enemy, melee, at=unit)
        suffers += sum(
            power_of(state, one, melee, at=unit) for one in others if are_near(state, one, enemy, COMBAT_REACH)
        )
        loses = min(suffers / len(with_it), left_of(state, unit))
        return blow_worth(state, unit, enemy) - RISK * loses * wound_worth(state, unit)

    return once_in(state, ("charge-worth", unit, enemy), ask)
