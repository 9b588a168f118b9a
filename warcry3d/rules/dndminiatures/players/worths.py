"""What attacks and powers are worth to who makes them, in points of cost."""

from warcry3d.rules.dndminiatures.battle.attack_odds import damage_distribution
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation, resisted
from warcry3d.rules.dndminiatures.battle.harm import MORALE, is_immune, morale_chance, save_chance
from warcry3d.rules.dndminiatures.battle.power_facts import spell_chance
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import Power

__all__ = ["attack_worth", "power_worth", "struck_worth"]

DOWN = 0.5
"""Destroying an enemy is worth so much of its cost beside the HP it loses."""
SAVED = 0.5
"""What a save leaves of damage that it halves."""


def attack_worth(state: SkirmishState, situation: AttackSituation) -> float:
    """Return what an attack costs the target's player on average, in points: of the HP lost, and of being destroyed."""
    key = ("worth", situation)
    if key not in state.known:
        card, left = state.card(situation.target), state.hp_left(situation.target)
        damage = damage_distribution(state, situation)
        state.known[key] = card.cost * (damage.capped(left).mean / card.hp + DOWN * damage.at_least(left))
    return state.known[key]  # type: ignore[return-value]


def struck_worth(state: SkirmishState, id: str, enemy: str) -> float:
    """Return what an attack of opportunity by an enemy costs on average, with its best attack value."""
    values = dict.fromkeys(state.card(enemy).melee)
    numbers = (state.card(enemy).melee.index(value) for value in values)
    return max(attack_worth(state, AttackSituation(enemy, id, "melee", n, is_opportunity=True)) for n in numbers)


def power_worth(state: SkirmishState, id: str, target: str, power: Power) -> float:
    """Return about what a power is worth on one target: below 0 where it hurts a friend.

    What the target is immune to or resists is worth nothing.
    """
    card = state.card(target)
    is_friend = state.creature(target).player == state.creature(id).player
    works = spell_chance(state, id, target, power)
    fails = works * (1.0 if power.dc is None else 1.0 - save_chance(state, target, power.dc))
    worth = 0.0
    if power.damage is not None:
        points = min(resisted(state, target, power.damage), state.hp_left(target))
        share = fails + (works - fails) * (SAVED if power.save == "half" else 0.0)
        is_down = points >= state.hp_left(target)
        worth += share * card.cost * (points / card.hp + DOWN * is_down)
    if power.routs and not state.creature(target).is_routing and MORALE not in card.traits.immune:
        worth += works * (1.0 - morale_chance(state, target)) * card.cost * 0.5
    if power.lasting is not None and power.lasting.conditions and not is_friend:
        is_in_vain = is_immune(state, target, power.lasting) or state.has(target, *power.lasting.conditions)
        worth += 0.0 if is_in_vain else fails * card.cost * 0.4
    if is_friend:
        healed = min(power.heal, state.creature(target).damage)
        is_kind = power.lasting is not None and power.damage is None
        has_it = any(effect.name == power.name for effect in state.effects_on(target))
        return card.cost * healed / card.hp - worth + (0.05 * card.cost if is_kind and not has_it else 0.0)
    return worth
