"""Base sizes for fighters whose files have none: given by the user, or from files that community tools share."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from warcry3d.errors import UnknownNameError
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.bands.runemarks import runemark
from warcry3d.table.bases import LARGEST_MM, base_of_mm, base_of_text
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes
from warcry3d.table.models import Base

__all__ = ["BaseBook", "base_of_texts", "load_bases", "with_bases"]


class _Sized(msgspec.Struct):
    """The base size of an entry of a shared file; all other fields are ignored."""

    base_size_x: str | float | None = None
    base_size_y: str | float | None = None


class _ById(_Sized):
    id: str = msgspec.field(name="_id", default="")


class _ByName(_Sized):
    name: str = ""


_Millimetres = Annotated[float, Meta(gt=0, le=LARGEST_MM)]
_Given = _Millimetres | str | Annotated[list[_Millimetres], Meta(min_length=2, max_length=2)]


@dataclass(frozen=True, slots=True)
class BaseBook:
    """Base sizes by id and by name.

    ``given``: by id or name, given by the user; these replace the base of a profile, and each must match a profile.
    ``by_id``, ``by_name`` (grand alliance and name): from shared files, for profiles without a base; a name that has
    several sizes is ignored.
    """

    given: Mapping[str, Base]
    by_id: Mapping[str, Base]
    by_name: Mapping[tuple[str, str], frozenset[Base]]


def with_bases(profiles: Iterable[Profile], book: BaseBook) -> tuple[Profile, ...]:
    """Return the profiles with the bases that ``book`` knows; raise `UnknownNameError` for a given size of nobody."""
    profiles = tuple(profiles)
    known = {key for profile in profiles for key in (profile.id, profile.name)}
    for name in book.given:
        if name not in known:
            raise UnknownNameError("no fighter is called '{name}': a base size is given for it", name=name)
    return tuple(_with_base(profile, book) for profile in profiles)


def _with_base(profile: Profile, book: BaseBook) -> Profile:
    given = book.given.get(profile.id, book.given.get(profile.name))
    if given is not None:
        return replace(profile, base=given)
    if profile.base is not None:
        return profile
    named = book.by_name.get((profile.alliance, runemark(profile.name)), frozenset())
    own = book.by_id.get(profile.id, next(iter(named)) if len(named) == 1 else None)
    return replace(profile, base=own)


def load_bases(path: Path | str) -> BaseBook:
    """Return the sizes of a JSON file; raise `FileError`.

    Three kinds are read: sizes by name or id as a person writes them (``{"Digger": 32, "Carter": [60, 35]}``); a list
    of fighters with ``_id``, ``base_size_x`` and ``base_size_y``; lists of names with sizes by grand alliance.
    """
    spot = JsonPath(str(path))
    value = parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot)
    if isinstance(value, list):
        return BaseBook({}, _by_id(checked(value, list[_ById], spot), spot), {})
    if isinstance(value, dict) and any(_holds_objects(one) for one in value.values()):
        return BaseBook({}, {}, _by_name(checked(value, dict[str, list[_ByName]], spot), spot))
    given = checked(value, dict[str, _Given], spot)
    return BaseBook({name: _of_given(size, spot.at(name)) for name, size in given.items()}, {}, {})


def _holds_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def _by_id(entries: Sequence[_ById], spot: JsonPath) -> dict[str, Base]:
    sized = [base_of_texts(entry.base_size_x, entry.base_size_y, spot.at(i)) for i, entry in enumerate(entries)]
    found = zip(entries, sized, strict=True)
    return {entry.id: base for entry, base in found if entry.id and base is not None}


def _by_name(lists: Mapping[str, Sequence[_ByName]], spot: JsonPath) -> dict[tuple[str, str], frozenset[Base]]:
    found: dict[tuple[str, str], frozenset[Base]] = {}
    for alliance, entries in lists.items():
        for i, entry in enumerate(entries):
            base = base_of_texts(entry.base_size_x, entry.base_size_y, spot.at(alliance, i))
            if base is not None:
                key = (runemark(alliance), runemark(entry.name))
                found[key] = found.get(key, frozenset()) | {base}
    return found


def base_of_texts(x: str | float | None, y: str | float | None, spot: JsonPath) -> Base | None:
    """Return the base of ``base_size_x`` and ``base_size_y`` (mm), which come as text; None where neither is there."""
    if x is None and y is None:
        return None
    sizes = []
    for name, size in (("base_size_x", x), ("base_size_y", y)):
        if size is None:
            raise spot.error("the field '{field}' is missing", field=name)
        match = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,3})?)\s*", str(size))
        if match is None or not 0 < float(match[1]) <= LARGEST_MM:
            raise spot.at(name).error("expected a size in millimetres, got '{size}'", size=str(size)[:40])
        sizes.append(float(match[1]))
    return base_of_mm(*sizes)


def _of_given(size: float | str | list[float], spot: JsonPath) -> Base:
    if isinstance(size, str):
        base = base_of_text(size)
        if base is None:
            raise spot.error("expected a size in millimetres such as 32 or 60x35, got '{size}'", size=size[:40])
        return base
    return base_of_mm(*size) if isinstance(size, list) else base_of_mm(size, size)
