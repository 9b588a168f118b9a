"""Files that others share, read by what they hold: rosters, lists as text, datasheets of ours, tables of bases."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from warcry3d.errors import FileError, QuestionError
from warcry3d.rules.armies import SharedFile
from warcry3d.rules.shared_rosters import ROSTER_ENDINGS, is_roster, roster_of
from warcry3d.rules.warhammer40k.datasheets.base_sizes import SizeBook, size_book, with_sizes
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet
from warcry3d.rules.warhammer40k.datasheets.files import load_any_datasheets
from warcry3d.rules.warhammer40k.datasheets.format import ARMY_FORMAT, DATASHEETS_FORMAT
from warcry3d.rules.warhammer40k.datasheets.list_text import roster_of_text
from warcry3d.rules.warhammer40k.datasheets.roster_import import ImportedArmy, army_of_roster
from warcry3d.rules.warhammer40k.datasheets.unit_import import name_key
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, parse, read_bytes
from warcry3d.table.text_encoding import begins_with
from warcry3d.table.xmlfile import MAX_XML_BYTES
from warcry3d.table.zipped import is_zip, only_member

__all__ = ["imported_army"]

MAX_TEXT_BYTES = 1024 * 1024


def imported_army(shared: SharedFile) -> ImportedArmy:
    """Return the army of a roster or a list, with base sizes and numbers from the files beside it.

    Raise `FileError`: file, place and what was expected.
    """
    known, books = _beside(shared.bases)
    spot = JsonPath(str(shared.file))
    data = read_bytes(shared.file, spot, limit=MAX_JSON_BYTES)
    try:
        if is_zip(data):
            _, data = only_member(data, spot, limit=MAX_XML_BYTES, endings=ROSTER_ENDINGS)
        if is_roster(data) or begins_with(data, b"{", b"["):
            roster = roster_of(shared.file, data)
        else:
            roster = roster_of_text(_decoded(data, spot), spot)
        found = army_of_roster(roster, known, name=shared.file.stem)
    except QuestionError as error:
        raise spot.about(error) from None
    army = found.army
    sheets = {
        one.id: one for one in with_sizes({u.sheet.id: u.sheet for u in army.units}.values(), books, shared.sizes)
    }
    units = tuple(replace(unit, sheet=sheets[unit.sheet.id]) for unit in army.units)
    return replace(found, army=replace(army, units=units))


def _beside(files: Iterable[Path]) -> tuple[dict[str, Datasheet], list[SizeBook]]:
    """Return the datasheets of our files, by the key of their names, and the entries of tables of bases."""
    known: dict[str, Datasheet] = {}
    books: list[SizeBook] = []
    for file in files:
        spot = JsonPath(str(file))
        value = parse(read_bytes(file, spot, limit=MAX_JSON_BYTES), spot)
        if isinstance(value, dict) and value.get("format") in (DATASHEETS_FORMAT, ARMY_FORMAT):
            known |= {name_key(sheet.name): sheet for sheet in load_any_datasheets(file)}
        else:
            books.append(size_book(value, spot))
    return known, books


def _decoded(data: bytes, spot: JsonPath) -> str:
    """Return the text of a list: UTF-8, or as Windows writes it (with a mark in front, or in its old code page)."""
    if len(data) > MAX_TEXT_BYTES:
        raise spot.error("the file is larger than {limit} MB", limit=MAX_TEXT_BYTES // 1024 // 1024)
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        if b"\x00" in data:
            raise spot.error("expected a roster, or a list of units with their points as text")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("cp1252")
    except UnicodeDecodeError as error:
        raise FileError(spot.file, "", "not text in UTF-8: bad byte at {offset}", offset=error.start) from None
