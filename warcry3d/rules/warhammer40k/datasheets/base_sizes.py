"""Base sizes by datasheet and model, and numbers of models, from tables that others share; or given by the user."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.rules.shared_rosters import RosterProfile
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile, Numbers
from warcry3d.rules.warhammer40k.datasheets.unit_import import is_unit_profile, name_key, numbers_of_profile
from warcry3d.table.bases import base_of_mm, base_of_text
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base

__all__ = ["SizeBook", "SizeEntry", "size_book", "with_sizes"]

MAX_ENTRIES: Final = 50_000

FLYING = {"small flying base": 32.0, "large flying base": 60.0}
"""What tables call flying bases without a size, in mm across."""

NO_SIZE = frozenset({"", "use model", "no official base size", "hull", "-"})
"""What tables say of models whose base has no size."""


@dataclass(frozen=True, slots=True)
class SizeEntry:
    """What a table says of a kind of model: ``base`` or ``hull`` (in), and ``numbers``; None: it does not say.

    ``faction``: as the table calls it. ``note``: what it says besides.
    """

    faction: str
    sheet: str
    model: str
    base: Base | None = None
    hull: tuple[float, float] | None = None
    numbers: Numbers | None = None
    note: str = ""


SizeBook = Mapping[str, tuple[SizeEntry, ...]]
"""Entries by the key of the datasheet's name."""


def size_book(value: Any, spot: JsonPath) -> SizeBook:
    """Return the entries of a table; raise `FileError` for what is none.

    Read are a list of objects with ``datasheet``, ``model`` and ``base`` (and numbers), factions with names and
    ``baseType``, factions with lines such as ``Overlord || 40mm``, and sizes by name (``{"Overlord": 40}``).
    """
    found = [*_entries(value, spot)]
    if len(found) > MAX_ENTRIES:
        raise spot.error("at most {most} entries are read, got {count}", most=MAX_ENTRIES, count=len(found))
    book: dict[str, list[SizeEntry]] = {}
    for one in found:
        book.setdefault(name_key(one.sheet), []).append(one)
    return MappingProxyType({name: tuple(entries) for name, entries in book.items()})


def _entries(value: Any, spot: JsonPath) -> Iterator[SizeEntry]:
    if isinstance(value, list):
        for i, one in enumerate(value):
            if not isinstance(one, dict) or not isinstance(one.get("datasheet"), str):
                raise spot.at(i).error("expected an object with the fields 'datasheet', 'model' and 'base'")
            yield _of_row(one)
    elif isinstance(value, dict):
        for faction, inside in value.items():
            yield from _of_faction(faction, inside, spot.at(faction))
    else:
        raise spot.error("expected a table of base sizes: a list, or an object by faction or by name")


def _of_row(row: Mapping[str, Any]) -> SizeEntry:
    texts = {key: str(value).strip() for key, value in row.items() if isinstance(value, str | int | float)}
    values = {"M": "", "T": "", "SV": "", "W": "", "LD": "", "OC": ""}
    values |= {key.upper(): text for key, text in texts.items() if key.upper() in values}
    inv = texts.get("inv", "-")
    profile = RosterProfile(texts["datasheet"], "Unit", values)
    try:
        numbers = numbers_of_profile(profile, int(inv) if re.fullmatch("[2-6]", inv) else None)
    except QuestionError:
        numbers = None
    has_numbers = is_unit_profile(profile) and bool(values["T"] and values["W"])
    return SizeEntry(
        faction=texts.get("faction", ""),
        sheet=texts["datasheet"],
        model=texts.get("model") or texts["datasheet"],
        base=_base(texts.get("base", "")),
        numbers=numbers if has_numbers else None,
        note=texts.get("base_note", ""),
    )


def _of_faction(faction: str, inside: Any, spot: JsonPath) -> Iterator[SizeEntry]:
    match inside:
        case int() | float() | str():
            base = _base(f"{inside:g}" if isinstance(inside, int | float) else inside)
            if base is None:
                raise spot.error(
                    "expected a size in millimetres such as 32 or 60x35, got '{size}'", size=str(inside)[:40]
                )
            yield SizeEntry("", faction, faction, base)
        case list():
            for i, line in enumerate(inside):
                if not isinstance(line, str):
                    raise spot.at(i).error("expected a text such as 'Overlord || 40mm'")
                name, _, size = line.partition("||")
                yield _named(faction, name.strip(), size.strip(), None)
        case dict():
            for name, one in inside.items():
                if isinstance(one, str):
                    yield _named(faction, name, one, None)
                elif isinstance(one, dict):
                    yield _named(faction, name, str(one.get("baseType", "")), one.get("hullDimensions"))
                else:
                    raise spot.at(name).error("expected a size as text, or an object with the field 'baseType'")
        case _:
            raise spot.error("expected a table of base sizes: a list, or an object by faction or by name")


def _named(faction: str, name: str, size: str, hull: Any) -> SizeEntry:
    sheet, _, model = name.partition(": ")
    return SizeEntry(faction, sheet, model or sheet, _base(size), _hull(hull))


def _hull(value: Any) -> tuple[float, float] | None:
    sizes: list[Any] = [value.get("height"), value.get("width")] if isinstance(value, dict) else []
    if len(sizes) != 2 or not all(isinstance(one, int | float) and 0 < one <= 40 for one in sizes):
        return None
    return float(max(sizes)), float(min(sizes))


def _base(text: str) -> Base | None:
    """Return the base of a text such as ``120 x 92mm flying base``; None where no size is in it."""
    plain = text.casefold().strip()
    if plain in NO_SIZE:
        return None
    if plain in FLYING:
        return base_of_mm(FLYING[plain], FLYING[plain])
    return base_of_text(plain.removesuffix("flying base").removesuffix("round").strip())


def with_sizes(
    sheets: Iterable[Datasheet], books: Sequence[SizeBook], given: Mapping[str, str]
) -> tuple[Datasheet, ...]:
    """Return the datasheets with the bases, hulls and numbers that the tables know where they have none.

    ``given``: sizes by the name or the id of a datasheet, or by the name of a model, which come first. Raise
    `UnknownNameError` for a size of nobody and `QuestionError` for what is no size.
    """
    sheets = tuple(sheets)
    names = {word for sheet in sheets for word in (sheet.id, sheet.name, *(one.name for one in sheet.models))}
    bases: dict[str, Base] = {}
    for name, text in given.items():
        base = base_of_text(text)
        if base is None:
            raise QuestionError("expected a size in millimetres such as 32 or 60x35, got '{size}'", size=text[:40])
        if name not in names:
            raise UnknownNameError("no datasheet or model is called '{name}': a base size is given for it", name=name)
        bases[name] = base
    return tuple(_sized(sheet, books, bases) for sheet in sheets)


def _sized(sheet: Datasheet, books: Sequence[SizeBook], given: Mapping[str, Base]) -> Datasheet:
    models = []
    for one in sheet.models:
        own = given.get(one.name, given.get(sheet.name, given.get(sheet.id)))
        model = replace(one, base=own, hull=None) if own is not None else one
        for book in books:
            model = _filled(model, sheet, book.get(name_key(sheet.name), ()))
        models.append(model)
    return replace(sheet, models=tuple(models))


def _filled(model: ModelProfile, sheet: Datasheet, entries: Sequence[SizeEntry]) -> ModelProfile:
    """Return a model with what it lacks from the entries of its datasheet that agree."""
    own = _of_model(model.name, sheet, entries)
    sizes = {one.base for one in own if one.base is not None}
    hulls = {one.hull for one in own if one.hull is not None}
    numbers = {one.numbers for one in own if one.numbers is not None}
    if not model.has_size and len(sizes) == 1:
        model = replace(model, base=next(iter(sizes)))
    if not model.has_size and not sizes and len(hulls) == 1:
        model = replace(model, hull=next(iter(hulls)))
    if model.numbers is None and len(numbers) == 1:
        model = replace(model, numbers=next(iter(numbers)))
    return model


def _of_model(name: str, sheet: Datasheet, entries: Sequence[SizeEntry]) -> Sequence[SizeEntry]:
    """Return the entries for a model: of its name, else of its datasheet's name, else all of them."""
    for wanted in (name, sheet.name):
        found = [one for one in entries if _singular(one.model) == _singular(wanted)]
        if found:
            return found
    return entries


def _singular(name: str) -> str:
    return name_key(name).removesuffix("s")
