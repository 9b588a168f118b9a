"""Consistency checks of an ability whose words are all known: each fault with its place."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from warcry3d.rules.ability_words import DEEPEST, nested_structs
from warcry3d.rules.army_files import hyphenated_word
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.abilities.vocabulary import (
    Aura,
    Bonus,
    Change,
    Each,
    Face,
    FighterFilter,
    FightersNear,
    Grant,
    PickFighter,
    PlaceFighter,
    Riposte,
    RollDice,
    Shelter,
    When,
    inner,
)
from warcry3d.table.jsonfile import JsonPath

__all__ = ["check"]

OF_WEAPONS: Final = frozenset({"range", "attacks", "strength", "hit", "crit"})
"""Characteristics that attacks have; the others are the fighter's."""

OF_ATTACKS: Final = frozenset({"flat-range", "must-attack", "crit-on", "re-roll-hits"})
"""Words that attack actions are held against."""

NUMBERED: Final = {"crit-on": (2, 6), "re-roll-hits": (1, 20)}
"""Words that need a number, from and to."""


def check(ability: Ability, spot: JsonPath) -> None:
    """Raise `FileError` with the place of the first thing in an ability that makes no sense."""
    if ability.faction:
        hyphenated_word(ability.faction, spot.at("faction"))
    _marks(ability.runemarks, spot.at("runemarks"))
    _marks(ability.without, spot.at("without"))
    for i, condition in enumerate(ability.only):
        if isinstance(condition, FightersNear):
            _whom(condition.whom, spot.at("only", i, "whom"))
    _reacts(ability, spot)
    _words(ability.do, spot.at("do"), is_picked=ability.is_reaction)


def _reacts(ability: Ability, spot: JsonPath) -> None:
    """Check that a reaction says what it is to, and that words which only reactions to attacks have are in those."""
    reacts = ability.reacts
    if (ability.cost == "reaction") != (reacts is not None):
        raise spot.at("reacts").error(
            "a reaction has the cost 'reaction' and a field 'reacts' that says what it reacts to"
        )
    is_to_attack = reacts is not None and reacts.to in ("attack", "melee", "missile")
    if reacts is not None:
        if reacts.enemy is not None:
            _whom(reacts.enemy, spot.at("reacts", "enemy"))
        if reacts.in_cover and not is_to_attack:
            raise spot.at("reacts", "in_cover").error("this is a matter of reactions to attacks")
    for place, struct in nested_structs(ability.do, spot.at("do")):
        if not is_to_attack and (isinstance(struct, Riposte | Shelter) or _until(struct) == "this-attack"):
            raise place.error("this is a matter of reactions to attacks")
        if reacts is not None and resolve_values(struct, 1) != struct:
            raise place.error("a reaction has no value")


def _until(struct: Any) -> str:
    return str(getattr(struct, "until", ""))


def _words(words: Sequence[Any], spot: JsonPath, *, is_picked: bool, depth: int = 1) -> None:
    """Check a list of words; ``is_picked``: somebody was picked before."""
    if depth > DEEPEST:
        raise spot.error("words stand inside of words at most {most} deep", most=DEEPEST)
    for i, word in enumerate(words):
        here = spot.at(i)
        if not is_picked:
            _nobody_picked(word, here)
        for name, whom in _whoms(word):
            _whom(whom, here.at(name))
        _word(word, here)
        for steps, then in inner(word):
            _words(then, here.at(*steps), is_picked=is_picked or _picks_within(word), depth=depth + 1)
        is_picked = is_picked or isinstance(word, PickFighter)


def _picks_within(word: Any) -> bool:
    """Return whether somebody counts as picked in the lists of words inside a word."""
    match word:
        case Each():
            return True
        case When():
            return word.event == "attack"
        case RollDice():
            return isinstance(word.dice, FighterFilter)
    return False


def _nobody_picked(word: Any, spot: JsonPath) -> None:
    field = "of" if isinstance(word, PlaceFighter) and word.of == "picked" else "who"
    if getattr(word, field, None) == "picked":
        raise spot.at(field).error("no fighter was picked before this word")


def _whoms(word: Any) -> Iterator[tuple[str, FighterFilter]]:
    for name in type(word).__struct_fields__:
        value = getattr(word, name)
        if isinstance(value, FighterFilter):
            yield name, value


def _whom(whom: FighterFilter, spot: JsonPath) -> None:
    if whom.faction:
        hyphenated_word(whom.faction, spot.at("faction"))
    _marks(whom.runemarks, spot.at("runemarks"))
    _marks(whom.without, spot.at("without"))
    if whom.wholly and whom.within is None:
        raise spot.at("wholly").error("the field '{field}' is missing", field="within")
    if whom.beside is not None:
        _whom(whom.beside, spot.at("beside"))


def _marks(marks: Sequence[str], spot: JsonPath) -> None:
    for i, mark in enumerate(marks):
        hyphenated_word(mark, spot.at(i))


def _word(word: Any, spot: JsonPath) -> None:
    match word:
        case Change() | Aura():
            _change(word, spot)
        case Grant():
            _grant(word, spot)
        case Bonus():
            _bonus(word, spot)
        case RollDice():
            _roll(word, spot)
        case When():
            _when(word, spot)
        case Riposte():
            if (word.each is None) == (word.on is None):
                raise spot.error("expected either 'each' or 'on'")
            if word.on is not None and word.to < word.on:
                raise spot.at("to").error("'to' is less than 'on'")


def _change(word: Change | Aura, spot: JsonPath) -> None:
    if (word.add is None) == (word.subtract is None):
        raise spot.error("expected either 'add' or 'subtract'")
    own = [what for what in word.what if what not in OF_WEAPONS]
    if own and (word.attacks or word.against):
        field = "attacks" if word.attacks else "against"
        raise spot.at(field).error("'{word}' is not a matter of attacks", word=own[0])
    if own and word.until == "next-attack":
        raise spot.at("until").error("'{word}' is not a matter of attacks", word=own[0])
    if word.until == "next-move" and set(word.what) != {"move"}:
        raise spot.at("until").error("only 'move' is a matter of move actions")


def _grant(word: Grant, spot: JsonPath) -> None:
    least, most = NUMBERED.get(word.word, (0, 0))
    if not least <= word.amount <= most:
        if not most:
            raise spot.at("amount").error("'{word}' needs no number", word=word.word)
        raise spot.at("amount").error(
            "'{word}' needs a number from {least} to {most}", word=word.word, least=least, most=most
        )
    if word.word not in OF_ATTACKS and (word.attacks or word.against or word.until == "next-attack"):
        field = "attacks" if word.attacks else "against" if word.against else "until"
        raise spot.at(field).error("'{word}' is not a matter of attacks", word=word.word)
    if word.word == "fly" and word.whom is not None:
        raise spot.at("whom").error("'{word}' holds for one fighter at a time", word=word.word)
    if word.until == "next-move" and word.word != "fly":
        raise spot.at("until").error("'{word}' is not a matter of move actions", word=word.word)


def _bonus(word: Bonus, spot: JsonPath) -> None:
    for field, action in (("inches", "move"), ("add", "move"), ("ways", "move"), ("attacks", "attack")):
        if getattr(word, field) and action not in word.actions:
            raise spot.at(field).error("this is a matter of the bonus action '{word}'", word=action)
    for field in ("ends_near", "ends_away", "ends_closer"):
        whom = getattr(word, field)
        if whom and not {"move", "disengage"} & set(word.actions):
            raise spot.at(field).error("this is a matter of the bonus action '{word}'", word="move")
        if isinstance(whom, FighterFilter) and whom.within is None:
            raise spot.at(field).error("the field '{field}' is missing", field="within")
    for i, change in enumerate(word.changes):
        _begun_with(change, spot.at("changes", i))
    if word.add and word.inches is not None:
        raise spot.at("add").error("expected either 'inches' or 'add'")


def _begun_with(change: Change | Grant, spot: JsonPath) -> None:
    """Check what begins with a bonus action: it is about the one who acts, and has its numbers."""
    if change.who != "self":
        raise spot.at("who").error("this is about the one who makes the bonus action")
    for name, whom in _whoms(change):
        _whom(whom, spot.at(name))
    _word(change, spot)
    for field in ("add", "subtract"):
        if getattr(change, field, None) in ("D3", "D6"):
            raise spot.at(field).error("nothing is rolled for here; roll before the bonus action")


def _roll(word: RollDice, spot: JsonPath) -> None:
    if bool(word.each) == bool(word.any):
        raise spot.error("expected either 'each' or 'any'")
    if word.any and isinstance(word.dice, FighterFilter):
        raise spot.at("any").error("dice for each of some fighters are looked at one by one: 'each'")
    faces: Sequence[tuple[str, int, Face]] = [
        *(("each", i, face) for i, face in enumerate(word.each)),
        *(("any", i, face) for i, face in enumerate(word.any)),
    ]
    for field, i, face in faces:
        if face.to < face.on:
            raise spot.at(field, i, "to").error("'to' is less than 'on'")


def _when(word: When, spot: JsonPath) -> None:
    of_attacks, of_moves = ("attacks", "target", "scored"), ("near",)
    for field in of_moves if word.event == "attack" else of_attacks:
        if getattr(word, field):
            raise spot.at(field).error("this is not a matter of the event '{event}'", event=word.event)
    wrong = "next-move" if word.event == "attack" else "next-attack"
    if word.until == wrong:
        raise spot.at("until").error("this is not a matter of the event '{event}'", event=word.event)
    if word.near is not None and word.near.within is None:
        raise spot.at("near").error("the field '{field}' is missing", field="within")
