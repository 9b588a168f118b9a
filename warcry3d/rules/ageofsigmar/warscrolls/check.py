"""Consistency checks of abilities and spells whose words are all known: the first fault with its place."""

from collections.abc import Sequence
from typing import Any, Final

from warcry3d.rules.ability_words import nested_structs
from warcry3d.rules.ageofsigmar.warscrolls.ability import ScrollAbility, Spell
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import (
    ChangeScore,
    DieFace,
    EachUnit,
    GrantWord,
    LastingWord,
    OnAttack,
    PickUnits,
    RollFor,
    UnitFilter,
)
from warcry3d.rules.army_files import hyphenated_word
from warcry3d.table.jsonfile import JsonPath

__all__ = ["check_ability", "check_spell"]

OF_ATTACKS: Final = frozenset({"hit-roll", "wound-roll", "range", "attacks", "rend", "damage"})
"""Rolls and characteristics of attacks; save rolls are made against them, the others have nothing to do with them."""

NUMBERED: Final = {"ignore-rend": (0, 6), "ignore-wounds": (2, 6), "ignore-mortal-wounds": (2, 6)}
"""Words that need a number, from and to."""


def check_ability(ability: ScrollAbility, loadouts: Sequence[str], weapons: Sequence[str], spot: JsonPath) -> None:
    """Raise `FileError` with the place of the first thing in an ability that makes no sense.

    ``loadouts``, ``weapons``: the ids of those of its warscroll.
    """
    for i, carrier in enumerate(ability.carried_by):
        _known(carrier, loadouts, spot.at("carried_by", i))
    for i, word in enumerate(ability.do):
        if ability.when == "always" and not isinstance(word, LastingWord):
            raise spot.at("do", i).error("an ability that always works has only changes, re-rolls and granted words")
    _check_words(ability.do, weapons, spot.at("do"), is_used=ability.when != "always")


def check_spell(spell: Spell, weapons: Sequence[str], spot: JsonPath) -> None:
    """Raise `FileError` with the place of the first thing in a spell that makes no sense."""
    _check_words(spell.do, weapons, spot.at("do"), is_used=True)


def _check_words(words: Sequence[Any], weapons: Sequence[str], spot: JsonPath, *, is_used: bool) -> None:
    for place, word in nested_structs(tuple(words), spot):
        _word(word, weapons, place)
        if is_used and isinstance(word, LastingWord) and word.until == "always":
            raise place.at("until").error("an ability that is used says until when it lasts")
    _picked(words, spot, is_picked=False)


def _known(name: str, known: Sequence[str], spot: JsonPath) -> None:
    if name not in known:
        raise spot.error("unknown word '{word}'; known here: {known}", word=name, known=", ".join(known) or "-")


def _word(word: Any, weapons: Sequence[str], spot: JsonPath) -> None:
    match word:
        case ChangeScore():
            _change(word, spot)
        case GrantWord():
            least, most = NUMBERED.get(word.word, (0, 0))
            if not least <= word.amount <= most:
                if not most:
                    raise spot.at("amount").error("'{word}' needs no number", word=word.word)
                raise spot.at("amount").error(
                    "'{word}' needs a number from {least} to {most}", word=word.word, least=least, most=most
                )
        case OnAttack():
            _on_attack(word, spot)
        case DieFace():
            if word.to < word.on:
                raise spot.at("to").error("'to' is less than 'on'")
        case UnitFilter():
            for name in ("keywords", "any_of", "without"):
                for i, mark in enumerate(getattr(word, name)):
                    hyphenated_word(mark, spot.at(name, i))
    if isinstance(word, LastingWord):
        for i, weapon in enumerate(word.weapons):
            _known(weapon, weapons, spot.at("weapons", i))


def _change(word: ChangeScore, spot: JsonPath) -> None:
    if (word.add != 0) + (word.set is not None) + word.double != 1:
        raise spot.error("expected exactly one of 'add', 'set', 'double'")
    other = [what for what in word.what if what not in OF_ATTACKS and what not in ("save-roll", "save")]
    if other and (word.attacks or word.against or word.weapons):
        field = "attacks" if word.attacks else "against" if word.against else "weapons"
        raise spot.at(field).error("'{word}' is not a matter of attacks", word=other[0])
    if word.set is not None and (rolls := [what for what in word.what if what.endswith("-roll")]):
        raise spot.at("set").error("'{word}' is rolled; a roll can only be changed by 'add'", word=rolls[0])


def _on_attack(word: OnAttack, spot: JsonPath) -> None:
    if not word.mortal and word.damage is None and word.rend is None and word.hits is None:
        raise spot.error("it has no effect: expected at least one of {fields}", fields="mortal, damage, rend, hits")
    if word.instead and not word.mortal:
        raise spot.at("instead").error("the field '{field}' is missing", field="mortal")
    if word.hits is not None and word.roll != "hit-roll":
        raise spot.at("hits").error("only a hit roll gives hits")


def _picked(words: Sequence[Any], spot: JsonPath, *, is_picked: bool) -> None:
    """Raise `FileError` where "picked" stands before anybody was picked."""
    for i, word in enumerate(words):
        here = spot.at(i)
        for field in ("who", "dice"):
            if getattr(word, field, None) == "picked" and not is_picked:
                raise here.at(field).error("no unit was picked before this word")
        within = (
            is_picked or isinstance(word, EachUnit) or (isinstance(word, RollFor) and not isinstance(word.dice, int))
        )
        for place, inner in _inner(word, here):
            _picked(inner, place, is_picked=within)
        is_picked = is_picked or isinstance(word, PickUnits)


def _inner(word: Any, spot: JsonPath) -> list[tuple[JsonPath, Sequence[Any]]]:
    """Return the lists of words inside a word, each with its place."""
    found = [(spot.at(name), getattr(word, name)) for name in ("then", "otherwise") if hasattr(word, name)]
    for name in ("of", "each"):
        parts = getattr(word, name, ())
        found += [(spot.at(name, i, "then"), part.then) for i, part in enumerate(parts)]
    return found
