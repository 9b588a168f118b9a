"""Creatures from tables that other people share: cards where the table says enough, and what is missing or not known.

Nothing is lost silently: what a card says and no data can stand for is kept as text in its ``notes``, and reported.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from warcry3d.errors import FileError
from warcry3d.message import Message, message
from warcry3d.rules.army_files import numbered_ids
from warcry3d.rules.dndminiatures.creatures.ability_text import ReadAbility, ability_from_text, merged_traits
from warcry3d.rules.dndminiatures.creatures.attack_text import attack_text, attacks_from_text
from warcry3d.rules.dndminiatures.creatures.card import FACTIONS, Creature, Size
from warcry3d.rules.dndminiatures.creatures.effect_text import ReadEffect, effect_from_text
from warcry3d.rules.dndminiatures.creatures.files import creatures_from_json
from warcry3d.rules.dndminiatures.creatures.format import CREATURES_FORMAT
from warcry3d.rules.dndminiatures.creatures.shared_tables import SharedCreature, is_yes
from warcry3d.rules.dndminiatures.creatures.spell_text import slug, spells_from_text
from warcry3d.rules.dndminiatures.creatures.traits import CommanderEffect, OnHit, Power, Traits
from warcry3d.table.jsonfile import JsonPath

__all__ = ["CardImport", "imported_cards"]

NEEDED = ("name", "faction", "cost", "level", "speed", "ac", "hp", "melee")
"""What a card cannot do without, by the keys of `COLUMNS`."""

MOST_NOTE = 2000

CARD = JsonPath("card", "creatures[0]")
"""Where the card is that is being read."""


@dataclass(frozen=True, slots=True)
class CardImport:
    """A creature of a table, and what became of it.

    ``creature``: its card; None where it cannot be one: ``missing`` names what the table lacks, ``wrong`` says what is
    not as it should be. ``unknown``: texts that were kept as notes, since nothing stands for them; ``partly``: texts
    that were read, but not all that they say (kept as notes, too).
    """

    name: str
    place: str
    creature: Creature | None
    missing: tuple[str, ...] = ()
    wrong: tuple[Message, ...] = ()
    unknown: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    """What was read of a card so far."""

    traits: Traits = field(default_factory=Traits)
    powers: list[Power] = field(default_factory=list)
    on_hit: list[OnHit] = field(default_factory=list)
    effect: CommanderEffect | None = None
    unknown: list[str] = field(default_factory=list)
    partly: list[str] = field(default_factory=list)

    def take(self, text: str, read: ReadAbility | None) -> None:
        """Add what an ability says, or keep its text."""
        if read is None:
            self.unknown.append(text)
            return
        if not read.is_whole:
            self.partly.append(text)
        self.traits = merged_traits(self.traits, read.traits)
        self.powers += read.powers
        self.on_hit += read.on_hit


def imported_cards(rows: Sequence[SharedCreature]) -> tuple[CardImport, ...]:
    """Return each creature of a table as a card, with what is missing or not known."""
    ids = numbered_ids([None] * len(rows), [slug(row.name) for row in rows])
    return tuple(_imported(row, id) for row, id in zip(rows, ids, strict=True))


def _imported(row: SharedCreature, id: str) -> CardImport:
    missing = tuple(name for name in NEEDED if name not in row.values)
    if missing:
        return CardImport(row.name, row.place.place, None, missing)
    reading = _Reading()
    try:
        card = _card(row, id, reading)
    except FileError as error:
        return CardImport(row.name, row.place.place, None, wrong=(_wrong(error),))
    return CardImport(row.name, row.place.place, card, unknown=tuple(reading.unknown), partly=tuple(reading.partly))


def _wrong(error: FileError) -> Message:
    """Return an error with its place on the card."""
    what = Message(error.template, error.values)
    return message("{place}: {fault}", place=error.place.removeprefix(f"{CARD.place}."), fault=what)


def _card(row: SharedCreature, id: str, reading: _Reading) -> Creature:
    """Return the card; raise `FileError` for what no card can say."""
    values = row.values
    size, types = _size_and_types(str(values.get("type", "")))
    rating = _number(row, "commander")
    _read_abilities(values.get("abilities", ""), reading)
    _read_spells(str(values.get("spells", "")), reading)
    _read_marks(row, reading)
    _read_effect(str(values.get("effect", "")), reading, has_rating=rating > 0)
    reading.unknown += [f"{word}: {value}" for word, value in row.others.items()]
    wire = {
        "id": id,
        "name": row.name,
        "factions": _factions(values["faction"]),
        **{name: _number(row, name) for name in ("cost", "level", "speed", "ac", "hp")},
        **{name: _attacks(str(values[name]), name) for name in ("melee", "ranged") if name in values},
        "rating": rating,
        "types": types,
        "size": size,
        "commander": msgspec.to_builtins(reading.effect),
        "traits": msgspec.to_builtins(reading.traits),
        "powers": _numbered(reading.powers),
        "on_hit": _numbered(reading.on_hit),
        "set": str(values.get("set", "")).strip(),
        "number": _number(row, "number"),
        "rarity": str(values.get("rarity", "")).strip().lower(),
        "notes": [text[:MOST_NOTE] for text in (*reading.unknown, *reading.partly)],
    }
    (card,) = creatures_from_json({"format": CREATURES_FORMAT, "creatures": [wire]}, CARD.file)
    return card


def _number(row: SharedCreature, name: str) -> int:
    """Return a whole number; 0 where the table has none. Raise `FileError` for anything else."""
    value = row.values.get(name, 0)
    text = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,6}", text):
        raise CARD.at(name).error("expected a whole number, got '{text}'", text=text)
    return int(text)


def _attacks(text: str, name: str) -> str:
    return attack_text(attacks_from_text(text, CARD.at(name)))


def _factions(value: object) -> list[str]:
    """Return the faction symbols of ``CG/LG``, or of a list."""
    words = [str(word) for word in value] if isinstance(value, list) else re.split(r"[/,;\s]+", str(value))
    found = {word.strip().upper() for word in words if word.strip()}
    if not found or found - set(FACTIONS):
        raise CARD.at("factions").error(
            "expected faction symbols such as {known}, got '{text}'", known="/".join(FACTIONS), text=", ".join(words)
        )
    return [symbol for symbol in FACTIONS if symbol in found]


def _size_and_types(text: str) -> tuple[str, list[str]]:
    """Return size and types of ``Small Humanoid (Halfling)``; a size that none of ours is stays a word of its type."""
    main, _, rest = text.partition("(")
    first, _, others = main.strip().partition(" ")
    is_size = first.lower() in {size.value for size in Size}
    names = [others if is_size else main, *rest.rstrip(") ").split(",")]
    types = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    return (first.lower() if is_size else Size.MEDIUM.value), types


def _read_abilities(value: Any, reading: _Reading) -> None:
    """Read special abilities: an object of names and values, or a text with ``;`` between them."""
    if not isinstance(value, Mapping):
        entries = value if isinstance(value, list) else str(value).split(";")
        value = {str(entry).strip(): "" for entry in entries if str(entry).strip()}
    for name, given in value.items():
        plain = {str(k): str(v) for k, v in given.items()} if isinstance(given, Mapping) else str(given).strip()
        said = ", ".join(f"{k}: {v}" for k, v in plain.items()) if isinstance(plain, Mapping) else plain
        reading.take(f"{name} {said}".strip(), ability_from_text(str(name).strip(), plain))


def _read_spells(text: str, reading: _Reading) -> None:
    for spell in spells_from_text(text):
        if spell.power is None:
            reading.unknown.append(spell.text)
            continue
        reading.powers.append(spell.power)
        if not spell.is_whole:
            reading.partly.append(spell.text)


def _read_marks(row: SharedCreature, reading: _Reading) -> None:
    """Read what tables have in columns of their own: whether it is unique, and how difficult it is to command."""
    if is_yes(row.values.get("unique", False)):
        reading.take("Unique", ReadAbility(Traits(is_unique=True)))
    if is_yes(row.values.get("difficult", False)):
        reading.take(f"Difficult {row.values['difficult']}", ReadAbility(Traits(difficult=True), is_whole=False))


def _read_effect(text: str, reading: _Reading, *, has_rating: bool) -> None:
    if not text:
        return
    read = effect_from_text(text) if has_rating else ReadEffect(None, (text,))
    reading.effect = read.effect
    reading.unknown += [f"Commander Effect: {part}" for part in read.unread]


def _numbered(found: Sequence[Power | OnHit]) -> list[Any]:
    """Return powers as files have them; those of one name get ids of their own."""
    ids = numbered_ids([None] * len(found), [one.id for one in found])
    return [{**msgspec.to_builtins(one), "id": id} for one, id in zip(found, ids, strict=True)]
