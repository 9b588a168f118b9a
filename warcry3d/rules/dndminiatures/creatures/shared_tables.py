"""Tables of creatures that other people share: rows of a CSV file, or a list of objects in JSON."""

import csv
import io
import json
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warcry3d.rules.dndminiatures.creatures.format import MAX_CREATURES
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, parse, read_bytes

__all__ = ["COLUMNS", "SharedCreature", "is_yes", "load_shared_creatures"]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("name",),
    "faction": ("faction", "factions"),
    "cost": ("cost", "points"),
    "commander": ("commander", "commander rating", "rating"),
    "unique": ("unique",),
    "difficult": ("difficult",),
    "level": ("lvl", "level"),
    "speed": ("spd", "speed"),
    "ac": ("ac",),
    "hp": ("hp",),
    "type": ("type",),
    "melee": ("melee", "melee attack"),
    "ranged": ("ranged", "ranged attack"),
    "abilities": ("special abilities", "special ability"),
    "effect": ("commander effect",),
    "spells": ("spells", "spell"),
    "set": ("set",),
    "number": ("number",),
    "rarity": ("rarity",),
}
"""What is read, by what tables call it (in any case): a column of CSV, a field of JSON, there or under ``stats``."""

IGNORED = frozenset({"stats", "stats_complete", "source_class", "source_file", "source"})
"""Fields that say nothing of the card."""

BY_WORD = {word: name for name, words in COLUMNS.items() for word in words}

DELIMITERS = (",", ";", "\t")
"""What separates cells: whichever the first line has most of, as programs for tables differ by country."""

MOST_FIELDS = 200
MOST_CELL = 20_000


@dataclass(frozen=True, slots=True)
class SharedCreature:
    """A creature of a table: what it says by the keys of `COLUMNS`, and ``others`` that have another name there.

    Values are as the table has them, without those that are empty. ``place`` is where it is in the file.
    """

    place: JsonPath
    values: Mapping[str, Any]
    others: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return what it is called; "" where the table does not say."""
        return str(self.values.get("name", "")).strip()


def load_shared_creatures(path: Path) -> tuple[SharedCreature, ...]:
    """Return the creatures of a table, JSON or CSV by what the file holds; raise `FileError` for what is neither."""
    spot = JsonPath(str(path))
    data = read_bytes(path, spot, limit=MAX_JSON_BYTES)
    begins = data[:100].removeprefix(BOM_UTF8).lstrip()[:1]
    rows = _of_json(data, spot) if begins in (b"[", b"{") else _of_csv(data, spot)
    if len(rows) > MAX_CREATURES:
        raise spot.error("at most {most} creatures are read, got {count}", most=MAX_CREATURES, count=len(rows))
    return tuple(rows)


def _of_json(data: bytes, spot: JsonPath) -> Sequence[SharedCreature]:
    value = parse(data, spot)
    if not isinstance(value, list):
        raise spot.error("expected a list of creatures, each with a name")
    found = []
    for i, entry in enumerate(value[: MAX_CREATURES + 1]):
        here = spot.at(i)
        if not isinstance(entry, dict) or not isinstance(entry.get("stats", {}), dict):
            raise here.error("expected a creature with a name, and its numbers there or under 'stats'")
        found.append(_creature({**entry, **entry.get("stats", {})}, here))
    return found


def _of_csv(data: bytes, spot: JsonPath) -> Sequence[SharedCreature]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise spot.error("not text in UTF-8: bad byte at {offset}", offset=error.start) from None
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        if "name" not in {str(word).strip().casefold() for word in reader.fieldnames or ()}:
            raise spot.error("expected a table with a column 'name' in its first line, or a list in JSON")
        found = []
        for row in reader:
            here = JsonPath(spot.file, f"line {reader.line_num}")
            if None in row:
                raise here.error("expected as many cells as the first line has: {count}", count=len(row) - 1)
            found.append(_creature({word: _cell(text) for word, text in row.items()}, here))
            if len(found) > MAX_CREATURES:
                break
    except csv.Error as error:
        here = JsonPath(spot.file, f"line {reader.line_num + 1}")
        raise here.error("no valid row of a table: {reason}", reason=str(error)) from None
    return found


def _cell(text: str | None) -> Any:
    """Return a cell's value: an object written as JSON is one."""
    plain = (text or "").strip()
    if plain.startswith("{") and len(plain) <= MOST_CELL:
        try:
            value = json.loads(plain)
        except (ValueError, RecursionError):
            return plain
        return value if isinstance(value, dict) else plain
    return plain


def _creature(entry: Mapping[str, Any], spot: JsonPath) -> SharedCreature:
    if len(entry) > MOST_FIELDS:
        raise spot.error("at most {most} fields are read, got {count}", most=MOST_FIELDS, count=len(entry))
    values: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for word, value in entry.items():
        if value in ("", None, [], {}) or word.strip().casefold() in IGNORED:
            continue
        name = BY_WORD.get(word.strip().casefold())
        if name is None:
            others[word.strip()] = value
        elif name not in values or not is_yes(values[name]):
            values[name] = value
    return SharedCreature(spot, values, others)


def is_yes(value: object) -> bool:
    """Return whether a value is more than ``false``: tables have ``unique`` twice, as False and as 1."""
    return str(value).strip().casefold() not in ("false", "0")
