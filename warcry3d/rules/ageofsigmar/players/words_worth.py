"""What abilities and spells are worth to a plain player, word by word, in the wounds that they cost or save."""

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any

from warcry3d.game.dice_sum import dice_sum
from warcry3d.rules.ageofsigmar.battle.abilities.ability_words import ScrollUse, meant
from warcry3d.rules.ageofsigmar.battle.abilities.unit_filters import holds, matching
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.players.worth import left_of, nearest_gap, unit_worth, wound_worth
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import (
    ChangeScore,
    Do,
    EachUnit,
    EitherEffect,
    GrantWord,
    HealWounds,
    IfUnit,
    LetReroll,
    ModelsFlee,
    MortalWounds,
    MoveModels,
    OnAttack,
    PickUnits,
    RollFor,
    SetUpUnit,
)

__all__ = ["best_effect", "best_picks", "words_worth"]

LASTING_REACH = 18.0
"""Bonuses are worth something to units with an enemy within this (in): others do not get to use them."""

LASTING = 0.5
"""A bonus is worth about this share of a unit that stands 0 in from an enemy, over the distance and 6 in."""

SUMMONED = 8.0
MOVED = 0.3
"""What a new unit is worth, and a move in passing."""

FACES = 6


def words_worth(state: SigmarState, use: ScrollUse, words: Sequence[Do]) -> float:
    """Return what words are worth to the player who uses them; 0: they do nothing now."""
    if not words:
        return 0.0
    first, *rest = words
    if isinstance(first, PickUnits):
        count = first.count if isinstance(first.count, int) else 2
        return best_picks(state, use, first, rest, count)[0]
    return _worth(first, state, use) + words_worth(state, use, rest)


def best_picks(
    state: SigmarState, use: ScrollUse, word: PickUnits, rest: Sequence[Do], count: int
) -> tuple[float, tuple[str, ...]]:
    """Return what words are worth if the best units are picked for them, and these units: as many as have use."""
    units = matching(state, use.unit, word.whom, from_model=use.model)
    found = sorted(((words_worth(state, use.changed(picked=(unit,)), rest), unit) for unit in units), reverse=True)
    best = [(worth, unit) for n, (worth, unit) in enumerate(found[:count]) if worth > 0 or not (word.up_to and n)]
    return sum(worth for worth, _ in best), tuple(unit for _, unit in best)


def best_effect(state: SigmarState, use: ScrollUse, word: EitherEffect) -> int:
    """Return which of several effects is worth most."""
    return max(range(len(word.of)), key=lambda n: words_worth(state, use, word.of[n].then))


@singledispatch
def _worth(word: Any, state: SigmarState, use: ScrollUse) -> float:
    """Return what one word is worth."""
    return 0.0


def _mean(amount: int | str) -> float:
    return dice_sum(amount).odds.mean


def _hurts(state: SigmarState, use: ScrollUse, units: Sequence[str], amount: int | str) -> float:
    total = 0.0
    for unit in units:
        sign = -1 if state.unit(unit).player == use.player else 1
        total += sign * min(_mean(amount), left_of(state, unit)) * wound_worth(state, unit)
    return total


@_worth.register
def _(word: MortalWounds, state: SigmarState, use: ScrollUse) -> float:
    return _hurts(state, use, meant(state, use, word.who), word.amount)


@_worth.register
def _(word: ModelsFlee, state: SigmarState, use: ScrollUse) -> float:
    return _hurts(state, use, meant(state, use, word.who), word.amount)


@_worth.register
def _(word: HealWounds, state: SigmarState, use: ScrollUse) -> float:
    total = 0.0
    for unit in meant(state, use, word.who):
        sign = 1 if state.unit(unit).player == use.player else -1
        lost = sum(model.wounds for model in state.troops(unit))
        total += sign * min(_mean(word.amount), lost) * wound_worth(state, unit)
    return total


@_worth.register(ChangeScore)
@_worth.register(LetReroll)
@_worth.register(GrantWord)
@_worth.register(OnAttack)
def _(word: ChangeScore | LetReroll | GrantWord | OnAttack, state: SigmarState, use: ScrollUse) -> float:
    return sum(_lasting(state, unit) for unit in meant(state, use, word.who))


def _lasting(state: SigmarState, unit: str) -> float:
    """Return what a bonus of one's own unit, or a malus of an enemy's, is worth: much near the other side."""

    def ask() -> float:
        gap = nearest_gap(state, unit)[0]
        return LASTING * unit_worth(state, unit) / (6.0 + gap) if gap <= LASTING_REACH else 0.0

    return once_in(state, ("lasting", unit), ask)


@_worth.register
def _(word: MoveModels, state: SigmarState, use: ScrollUse) -> float:
    return MOVED * len(meant(state, use, word.who))


@_worth.register
def _(word: SetUpUnit, state: SigmarState, use: ScrollUse) -> float:
    return SUMMONED


@_worth.register
def _(word: RollFor, state: SigmarState, use: ScrollUse) -> float:
    def of_die(used: ScrollUse) -> float:
        return sum((one.to - one.on + 1) / FACES * words_worth(state, used, one.then) for one in word.each)

    if isinstance(word.dice, int):
        return word.dice * of_die(use)
    return _for_each(state, use, meant(state, use, word.dice), of_die)


@_worth.register
def _(word: EachUnit, state: SigmarState, use: ScrollUse) -> float:
    return _for_each(state, use, meant(state, use, word.who), lambda used: words_worth(state, used, word.then))


def _for_each(state: SigmarState, use: ScrollUse, units: Sequence[str], worth: Callable[[ScrollUse], float]) -> float:
    return sum(worth(use.changed(picked=(unit,))) for unit in units)


@_worth.register
def _(word: IfUnit, state: SigmarState, use: ScrollUse) -> float:
    is_so = holds(state, use.unit, word.that, model=use.model)
    return words_worth(state, use, word.then if is_so else word.otherwise)


@_worth.register
def _(word: EitherEffect, state: SigmarState, use: ScrollUse) -> float:
    return words_worth(state, use, word.of[best_effect(state, use, word)].then)
