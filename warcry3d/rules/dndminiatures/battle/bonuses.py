"""What changes a creature's scores: its card, effects on it, commanders near it (DDM-EFFECT)."""

from collections.abc import Iterator
from dataclasses import dataclass

from warcry3d.message import Message
from warcry3d.rules.dndminiatures.battle.sensing import near_commanders
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import BonusCase, CardScore, CommanderEffect, ScoreBonus

__all__ = ["ScoreChange", "changes", "commander_effects", "speed_of", "total"]


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A change of a score: by how much, and where it comes from."""

    amount: int
    source: Message
    rule: str


def changes(
    state: SkirmishState, id: str, score: CardScore, cases: frozenset[BonusCase] = frozenset(), other: str = ""
) -> tuple[ScoreChange, ...]:
    """Return what changes a score of a creature now: in an attack of these ``cases`` where ``other`` is the other one.

    Bonuses of the same kind of different commanders do not add up, nor do penalties: the highest counts (DDM-EFFECT-2,
    -3).
    """
    found = [
        ScoreChange(bonus.amount, Message("its card"), "DDM-CARD-14")
        for bonus in state.card(id).traits.bonuses
        if _fits(state, bonus, score, cases, other)
    ]
    found += [
        ScoreChange(bonus.amount, Message("{effect}", {"effect": effect.name}), "DDM-WORD-4")
        for effect in state.effects_on(id)
        for bonus in effect.lasting.bonuses
        if _fits(state, bonus, score, cases, other)
    ]
    best: dict[tuple[object, ...], ScoreChange] = {}
    for commander, effect in commander_effects(state, id):
        for bonus in effect.bonuses:
            if not _fits(state, bonus, score, cases, other):
                continue
            key = (bonus.when, bonus.against, bonus.amount > 0)
            if key not in best or abs(bonus.amount) > abs(best[key].amount):
                rule = "DDM-EFFECT-3" if effect.on_enemies else "DDM-EFFECT-2"
                best[key] = ScoreChange(bonus.amount, Message("{fighter}", {"fighter": commander}), rule)
    return (*found, *best.values())


def total(
    state: SkirmishState, id: str, score: CardScore, cases: frozenset[BonusCase] = frozenset(), other: str = ""
) -> int:
    """Return the sum of what changes a score."""
    return sum(change.amount for change in changes(state, id, score, cases, other))


def speed_of(state: SkirmishState, id: str) -> int:
    """Return a creature's speed as its card has it, with all that changes it (DDM-CARD-6)."""
    return max(state.card(id).speed + total(state, id, CardScore.SPEED), 0)


def _fits(state: SkirmishState, bonus: ScoreBonus, score: CardScore, cases: frozenset[BonusCase], other: str) -> bool:
    if bonus.score is not score or not set(bonus.when) <= cases:
        return False
    return not bonus.against or (bool(other) and state.card(other).is_of(bonus.against))


def commander_effects(state: SkirmishState, id: str) -> Iterator[tuple[str, CommanderEffect]]:
    """Yield the commander effects that a creature gets, with whose they are."""
    card = state.card(id)
    for enemies in (False, True):
        if not enemies and card.traits.difficult:
            continue
        for commander in near_commanders(state, id, enemies=enemies):
            effect = state.card(commander).commander
            if effect is not None and effect.on_enemies is enemies and card.is_of(effect.types):
                yield commander, effect
