"""What is to be known of a power before it is used: its uses, what it does, how likely it works on each target."""

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message, percentage
from warcry3d.rules.dndminiatures.battle.attack_terms import resisted
from warcry3d.rules.dndminiatures.battle.harm import MORALE, is_immune, morale_chance, save_chance
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import Power

__all__ = ["power_facts", "spell_chance", "target_facts"]

SIDES = 20


def power_facts(state: SkirmishState, id: str, power: Power) -> tuple[RuleReason, ...]:
    """Return what a power does, and how often it can be used."""
    found = []
    if power.uses is not None:
        left = power.uses - state.creature(id).used(power.id)
        found.append(RuleReason("DDM-CARD-15", counted("{n} use left", "{n} uses left", left)))
    if power.damage is not None:
        points = power.damage.amount + power.damage.bonus
        found.append(RuleReason("DDM-ATTACK-8", message("{points} HP of damage", points=points)))
    if power.heal:
        found.append(RuleReason("DDM-WORD-4", message("heals {points} HP", points=power.heal)))
    if power.dc is not None:
        found.append(RuleReason("DDM-SAVE-1", message("a save of {dc}", dc=power.dc)))
    if power.routs:
        found.append(RuleReason("DDM-MORALE-1", message("a morale save, or it routs")))
    return tuple(found)


def spell_chance(state: SkirmishState, id: str, target: str, power: Power) -> float:
    """Return how likely a power gets past the target's spell resistance, which stops spells of enemies only."""
    resistance = state.card(target).traits.spell_resistance
    is_enemy = state.creature(id).player != state.creature(target).player
    if not (resistance and is_enemy and power.is_spell):
        return 1.0
    return (SIDES + 1 - resistance) / SIDES


def target_facts(state: SkirmishState, id: str, target: str, power: Power) -> tuple[RuleReason, ...]:
    """Return what is to be known of a power on one target: immunity, spell resistance, its chance to save, and damage
    that it resists.
    """
    if power.damage is None and not power.heal and not power.routs and is_immune(state, target, power.lasting):
        return (RuleReason("DDM-CARD-14", Message("{fighter} is immune to all that it does", {"fighter": target})),)
    found = []
    if (chance := spell_chance(state, id, target, power)) < 1.0:
        values = {"fighter": target, "chance": percentage(chance)}
        found.append(RuleReason("DDM-WORD-4", Message("works on {fighter} with {chance}: spell resistance", values)))
    if power.dc is not None and (power.damage is not None or power.lasting is not None):
        values = {"fighter": target, "chance": percentage(save_chance(state, target, power.dc))}
        found.append(RuleReason("DDM-SAVE-1", Message("{fighter} saves with {chance}", values)))
    if power.routs and MORALE in state.card(target).traits.immune:
        found.append(RuleReason("DDM-CARD-14", Message("{fighter} never routs", {"fighter": target})))
    elif power.routs:
        values = {"fighter": target, "chance": percentage(1.0 - morale_chance(state, target))}
        found.append(RuleReason("DDM-MORALE-2", Message("{fighter} routs with {chance}", values)))
    if power.damage is not None:
        whole = power.damage.amount + power.damage.bonus
        if (points := resisted(state, target, power.damage)) < whole:
            values = {"fighter": target, "points": points}
            found.append(RuleReason("DDM-CARD-14", Message("{fighter} resists all but {points} HP", values)))
    return tuple(found)
