"""Exact odds of the damage and healing of an ability, from its words (docs/abilities.md, docs/odds.md)."""

from collections.abc import Sequence

from warcry3d.game.dice import d3
from warcry3d.game.odds import NOTHING, Distribution, certain, die, mixture
from warcry3d.rules.warcry.abilities.vocabulary import (
    Damage,
    Do,
    Each,
    Face,
    FighterFilter,
    If,
    PickFighter,
    RollDice,
)
from warcry3d.rules.warcry.battle.abilities.conditions import all_hold
from warcry3d.rules.warcry.battle.abilities.effect_runner import meant
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.state import State, Use

__all__ = ["ability_damage", "amount_odds"]

FACES = range(1, 7)
D3, D6 = die(d3(face) for face in FACES), die(FACES)


def amount_odds(amount: object) -> Distribution:
    """Return the distribution of a number of an ability: a D3, a D6, or the number itself."""
    match amount:
        case "D3":
            return D3
        case "D6":
            return D6
        case int():
            return certain(amount)
    raise AssertionError(f"{amount!r} is resolved when an ability is used")


def ability_damage(state: State, use: Use, words: Sequence[Do], picked: tuple[str, ...]) -> dict[str, Distribution]:
    """Return the damage that words do to each fighter, as the battle stands, with ``picked`` the picked ones.

    Numbers are resolved for the ability's value. What depends on a further choice of a player, on an action or on a
    later event is left out. Of several things that one die does to a fighter all count.
    """
    total: dict[str, Distribution] = {}
    for n, word in enumerate(words):
        match word:
            case Damage(who=who, amount=amount):
                _add(total, dict.fromkeys(meant(state, use, who, picked), amount_odds(amount)))
            case Each(who=who, then=then):
                for id in meant(state, use, who, picked):
                    _add(total, ability_damage(state, use, then, (id,)))
            case If(that=that, then=then, otherwise=otherwise):
                holds = all_hold(state, use, that)
                _add(total, ability_damage(state, use, then if holds else otherwise, picked))
            case RollDice():
                _add(total, _rolled(state, use, word, picked))
            case PickFighter(whom=whom, count=count, up_to=up_to):
                offered = select_fighters(state, whom, use.fighter)
                if count != "any" and not up_to and count >= len(offered):
                    _add(total, ability_damage(state, use, words[n + 1 :], offered))
                break
    return total


def _add(total: dict[str, Distribution], more: dict[str, Distribution]) -> None:
    for id, odds in more.items():
        total[id] = total[id].plus(odds) if id in total else odds


def _rolled(state: State, use: Use, word: RollDice, picked: tuple[str, ...]) -> dict[str, Distribution]:
    """Return the damage of dice: of each by itself, or of what happens once if any of them shows it."""
    total: dict[str, Distribution] = {}
    if isinstance(word.dice, FighterFilter):
        for id in select_fighters(state, word.dice, use.fighter):
            _add(total, _one_die(state, use, word.each, (id,)))
        return total
    dice = int(word.dice)
    for part in word.any:
        shown = 1 - (1 - _share(part)) ** dice
        then = ability_damage(state, use, part.then, picked)
        _add(total, {id: mixture(((shown, odds), (1 - shown, NOTHING))) for id, odds in then.items()})
    if not word.any:
        one = _one_die(state, use, word.each, picked)
        _add(total, {id: odds.times(dice) for id, odds in one.items()})
    return total


def _one_die(state: State, use: Use, parts: Sequence[Face], picked: tuple[str, ...]) -> dict[str, Distribution]:
    """Return the damage that one die does to each fighter."""
    by_part = [(part, ability_damage(state, use, part.then, picked)) for part in parts]
    hit = dict.fromkeys(id for _, found in by_part for id in found)
    return {id: mixture((1 / 6, _on_face(face, by_part, id)) for face in FACES) for id in hit}


def _on_face(face: int, by_part: list[tuple[Face, dict[str, Distribution]]], id: str) -> Distribution:
    odds = NOTHING
    for part, found in by_part:
        if part.on <= face <= part.to and id in found:
            odds = odds.plus(found[id])
    return odds


def _share(part: Face) -> float:
    """Return the chance that a die shows a face of a part."""
    return max(part.to - part.on + 1, 0) / 6
