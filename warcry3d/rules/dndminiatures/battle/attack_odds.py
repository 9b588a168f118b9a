"""The exact odds of an attack: one D20 against a number, perhaps a second one, and fixed damage."""

from dataclasses import dataclass

from warcry3d.game.odds import Distribution, certain, mixture
from warcry3d.game.preview import AttackOdds
from warcry3d.message import Message, message
from warcry3d.rules.dndminiatures.battle.attack_terms import (
    AttackSituation,
    attack_sum,
    damage_of,
    outcome_terms,
)
from warcry3d.rules.dndminiatures.battle.state import SkirmishState

__all__ = ["HitChances", "attack_label", "attack_odds", "damage_distribution", "hit_chances"]

SIDES = 20


@dataclass(frozen=True, slots=True)
class HitChances:
    """The chances of a plain hit and of one that counts double (a critical hit, or on a helpless target)."""

    plain: float
    double: float

    @property
    def any(self) -> float:
        """Return the chance of a hit."""
        return self.plain + self.double


def hit_chances(state: SkirmishState, situation: AttackSituation) -> HitChances:
    """Return the chances of an attack's hits (DDM-ATTACK, DDM-MOD)."""
    sum = attack_sum(state, situation)
    passes = 1.0 if sum.conceal <= 1 else (SIDES + 1 - min(sum.conceal, SIDES + 1)) / SIDES
    if sum.hits_surely:
        return HitChances(0.0, passes)
    hits = SIDES + 1 - sum.least
    critical = SIDES + 1 - max(sum.critical, 2)
    if "critical" in state.card(situation.target).traits.immune:
        return HitChances(hits / SIDES * passes, 0.0)
    return HitChances((hits - critical) / SIDES * passes, critical / SIDES * passes)


def damage_distribution(state: SkirmishState, situation: AttackSituation) -> Distribution:
    """Return the chances of the points that an attack takes off its target."""
    chances = hit_chances(state, situation)
    return mixture(
        (
            (1.0 - chances.any, certain(0)),
            (chances.plain, certain(damage_of(state, situation, is_double=False))),
            (chances.double, certain(damage_of(state, situation, is_double=True))),
        )
    )


def attack_label(state: SkirmishState, situation: AttackSituation) -> Message:
    """Return what an attack value is called: melee or ranged, its bonus and its damage."""
    card = state.card(situation.attacker)
    value = (card.melee if situation.is_melee else card.ranged)[situation.value]
    bonus, amount = value.bonus, value.damage.amount + value.damage.bonus
    if situation.is_melee:
        return message("melee {bonus:+d} ({damage})", bonus=bonus, damage=amount)
    return message("ranged {bonus:+d} ({damage})", bonus=bonus, damage=amount)


def attack_odds(state: SkirmishState, situation: AttackSituation) -> AttackOdds:
    """Return the odds of an attack, term by term."""
    sum = attack_sum(state, situation)
    distribution = damage_distribution(state, situation)
    return AttackOdds(
        situation.attacker,
        situation.target,
        attack_label(state, situation),
        distribution.chances,
        distribution.at_least(state.hp_left(situation.target)),
        (*sum.terms, *outcome_terms(state, situation)),
        sum.cover,
    )
