"""What became of a table of creatures, as text for people and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from warcry3d.message import Message, counted, message, template
from warcry3d.rules.dndminiatures.creatures.card_import import CardImport

__all__ = ["import_json", "import_lines"]

FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "name": template("name"),
        "faction": template("faction"),
        "cost": template("cost"),
        "level": template("level"),
        "speed": template("speed"),
        "ac": template("AC"),
        "hp": template("HP"),
        "melee": template("melee attack"),
    }
)
"""What the fields of a card are called that none can do without."""


def import_lines(out: Path, found: Sequence[CardImport]) -> Iterator[Message]:
    """Yield what was written, then by creature why it is not in it, and what of its card has no effect in play."""
    cards = [one for one in found if one.creature is not None]
    yield message("{file}: {creatures}", file=str(out), creatures=counted("{n} creature", "{n} creatures", len(cards)))
    left_out = [one for one in found if one.creature is None]
    if left_out:
        yield counted("{n} creature is left out:", "{n} creatures are left out:", len(left_out))
        yield from (_left_out(one) for one in left_out)
        yield message("fill in the table what is missing, and import it again")
    noted = [one for one in cards if one.unknown or one.partly]
    if noted:
        yield counted(
            "{n} creature has something on its card that is kept as text, without effect in play:",
            "{n} creatures have something on their cards that is kept as text, without effect in play:",
            len(noted),
        )
        for one in noted:
            yield from (message("  {name}: {text}", name=one.name, text=text) for text in one.unknown)
            yield from (message("  {name}: {text} (read in part)", name=one.name, text=text) for text in one.partly)


def _left_out(one: CardImport) -> Message:
    place = _place(one.place)
    name = one.name or place
    if one.missing:
        fields = tuple(Message(FIELDS[field]) for field in one.missing)
        return message("  {name} ({place}): missing: {fields}", name=name, place=place, fields=fields)
    return message("  {name} ({place}): {faults}", name=name, place=place, faults=one.wrong)


def _place(place: str) -> Message | str:
    """Return a place in a table as people say it; of JSON as it is."""
    number = place.removeprefix("line ")
    return message("line {line}", line=int(number)) if number != place and number.isdecimal() else place


def import_json(out: Path, found: Sequence[CardImport]) -> dict[str, Any]:
    """Return what `import_lines` says, for programs."""
    return {
        "format": "warcry3d.creature-import/1",
        "out": str(out),
        "creatures": sum(one.creature is not None for one in found),
        "left_out": [
            {
                "name": one.name,
                "place": one.place,
                "missing": [*one.missing],
                "wrong": [str(text) for text in one.wrong],
            }
            for one in found
            if one.creature is None
        ],
        "kept_as_text": [
            {"name": one.name, "unknown": [*one.unknown], "in_part": [*one.partly]}
            for one in found
            if one.unknown or one.partly
        ],
    }
