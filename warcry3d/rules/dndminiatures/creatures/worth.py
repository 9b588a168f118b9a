"""What a creature should cost: the measure that balances the creatures that ship.

A creature is compared with a yardstick, a plain soldier. Exact odds give the rounds that each of the two needs on
average to destroy the other; what this leaves out is priced by a table. docs/creatures.md explains the figures.
"""

from collections.abc import Sequence
from math import floor, sqrt

from warcry3d.rules.dndminiatures.creatures.card import AttackValue, Creature
from warcry3d.rules.dndminiatures.creatures.traits import (
    CardScore,
    CommanderEffect,
    Condition,
    HitDamage,
    Lasting,
    OnHit,
    Power,
    ScoreBonus,
    Traits,
)

__all__ = ["YARDSTICK", "creature_worth", "rounds_to_destroy"]

YARDSTICK = Creature(
    id="yardstick",
    name="Yardstick",
    factions=("LG", "CG", "LE", "CE"),
    cost=10,
    level=4,
    speed=6,
    ac=16,
    hp=25,
    melee=(AttackValue(bonus=7, damage=HitDamage(amount=10)),),
)
"""The soldier that everybody is compared with: he is worth 10 points."""

MOST_USES = 4
"""More boxes than a skirmish is long are worth no more; so much is no limit worth."""

HARM = {
    Condition.STUNNED: 3.0,
    Condition.PARALYSED: 5.0,
    Condition.ASLEEP: 4.0,
    Condition.HELPLESS: 5.0,
    Condition.INVISIBLE: 3.0,
}
"""Points of a condition that certainly comes about."""

IN_FIGHT = frozenset({CardScore.ATTACK, CardScore.AC, CardScore.DAMAGE})


def rounds_to_destroy(attacks: Sequence[AttackValue], by: Traits, target: Creature) -> float:
    """Return the mean number of rounds in which ``target`` is destroyed by these attacks, all made each round.

    >>> round(rounds_to_destroy(YARDSTICK.melee, Traits(), YARDSTICK), 2)
    4.73
    """
    round_odds = {0: 1.0}
    for attack in attacks:
        odds = _attack_odds(attack, by, target)
        both: dict[int, float] = {}
        for one, share in round_odds.items():
            for other, chance in odds.items():
                both[one + other] = both.get(one + other, 0.0) + share * chance
        round_odds = both
    nothing = round_odds.pop(0, 0.0)
    hp = target.hp + 4 * target.traits.regenerates
    mean = [0.0]
    for left in range(1, hp + 1):
        later = sum(chance * mean[max(0, left - damage)] for damage, chance in round_odds.items())
        mean.append((1 + later) / max(1 - nothing, 1e-9))
    return mean[hp]


def _attack_odds(attack: AttackValue, by: Traits, target: Creature) -> dict[int, float]:
    """Return the odds of each damage of one attack (DDM-ATTACK-1 to -6, conceal, resistances)."""
    odds: dict[int, float] = {}
    kept = (21 - max(1, target.traits.conceal)) / 20
    for natural in range(1, 21):
        is_critical = natural >= by.critical
        is_hit = natural > 1 and (is_critical or natural == 20 or natural + attack.bonus >= target.ac)
        doubles = is_critical and "critical" not in target.traits.immune
        damage = _dealt(attack.damage, target.traits, doubles=doubles) if is_hit else 0
        odds[damage] = odds.get(damage, 0.0) + kept / 20
    odds[0] = odds.get(0, 0.0) + 1 - kept
    return odds


def _dealt(damage: HitDamage, traits: Traits, *, doubles: bool) -> int:
    parts = ((damage.amount * (2 if doubles else 1), damage.kind), (damage.bonus, damage.bonus_kind))
    return sum(max(0, amount - _resisted(amount, kind, traits)) for amount, kind in parts)


def _resisted(amount: int, kind: str, traits: Traits) -> int:
    fitting = [one for one in traits.resistances if one.kind == kind]
    return max((amount if one.amount is None else one.amount for one in fitting), default=0)


def creature_worth(creature: Creature) -> int:
    """Return what a creature is worth in points, at least 1.

    >>> creature_worth(YARDSTICK)
    10
    """
    strikes = max(_pace(creature.melee, creature.traits), _pace(creature.ranged, creature.traits))
    lasts = rounds_to_destroy(YARDSTICK.melee, YARDSTICK.traits, creature) + _head_start(creature)
    points = 10 * sqrt(lasts * strikes) * (1 + _share(creature) / 100)
    points += sum(_power(one) for one in creature.powers) + sum(_on_hit(one) for one in creature.on_hit)
    points += 2 * creature.rating + (0.0 if creature.commander is None else _command(creature.commander))
    return max(1, floor(points + 0.5))


def _pace(attacks: Sequence[AttackValue], traits: Traits) -> float:
    """Return how much of the yardstick is destroyed in a round: in half of them it moves, and makes one attack."""
    if not attacks:
        return 0.0
    single = max(1 / rounds_to_destroy([one], traits, YARDSTICK) for one in attacks)
    return (single + 1 / rounds_to_destroy(attacks, traits, YARDSTICK)) / 2


def _head_start(creature: Creature) -> float:
    """Return the rounds in which it shoots before the enemy is there."""
    if not creature.ranged:
        return 0.0
    return 2.0 if creature.traits.range is None else 1.0


def _share(creature: Creature) -> float:
    """Return by how many per cent speed, level and traits raise its worth."""
    traits = creature.traits
    share = 3 * (creature.speed - YARDSTICK.speed) + (creature.level - YARDSTICK.level)
    share += 10 * traits.flies + 10 * (traits.reach > 1) + 5 * traits.cleave - 10 * traits.difficult
    share += 5 * (traits.picks_target + traits.ignores_cover + traits.ignores_melee + (traits.spell_resistance > 0))
    share += 3 * len([word for word in traits.immune if word != "critical"])
    share += 3 * len([one for one in traits.resistances if one.kind])
    return share + sum(one.amount for one in traits.bonuses)


def _power(power: Power) -> float:
    value = 0.0 if power.damage is None else _points_of_damage(power)
    value += _fails(power.dc) * (2.0 * power.routs + _lasting(power.lasting)) + power.heal / 5
    count = MOST_USES if power.uses is None else min(power.uses, MOST_USES)
    return value * count * (2 if power.picks == "all" else 1) * (0.5 if power.types else 1)


def _points_of_damage(power: Power) -> float:
    """Return a point for each 5 of damage on average."""
    if power.damage is None:
        return 0.0
    passed = 1 - _fails(power.dc) if power.save == "half" else 0.0
    return (power.damage.amount + power.damage.bonus) * (_fails(power.dc) + passed / 2) / 5


def _on_hit(one: OnHit) -> float:
    """Return points for what half of its strikes bring about."""
    value = _lasting(one.lasting) + (0.0 if one.damage is None else (one.damage.amount + one.damage.bonus) / 5)
    return value * _fails(one.dc) * (MOST_USES if one.uses is None else min(one.uses, MOST_USES)) / 2


def _fails(dc: int | None) -> float:
    """Return how likely the yardstick fails a save (DDM-SAVE-1, -2)."""
    return 1.0 if dc is None else min(19, max(1, dc - 1 - YARDSTICK.level)) / 20


def _lasting(lasting: Lasting | None) -> float:
    if lasting is None:
        return 0.0
    return sum(HARM[one] for one in lasting.conditions) + _bonus_points(lasting.bonuses)


def _command(effect: CommanderEffect) -> float:
    return 2 * _bonus_points(effect.bonuses) + effect.rallied_act


def _bonus_points(bonuses: Sequence[ScoreBonus]) -> float:
    """Return half a point for each point of attack, AC or damage, a quarter for others."""
    return sum(abs(one.amount) * (0.5 if one.score in IN_FIGHT else 0.25) for one in bonuses)
