"""What the vocabularies of abilities of all rule systems are made of (docs/abilities.md)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.table.jsonfile import JsonPath

__all__ = ["DEEPEST", "MAX_WORDS", "Face6", "Inches", "Mark", "Marks", "StrictStruct", "Whole", "nested_structs"]

MAX_WORDS: Final = 50
"""Words in one list: ten times what any card says."""

DEEPEST: Final = 20
"""How deep words stand inside of words at most: cards need three."""

Inches: TypeAlias = Annotated[float, Meta(ge=0, le=1000, description="inches")]
Whole: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Mark: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Marks: TypeAlias = Annotated[tuple[Mark, ...], Meta(max_length=20)]
Face6: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class StrictStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A JSON object whose fields are known, all of them."""


def nested_structs(thing: Any, spot: JsonPath, depth: int = 1) -> Iterator[tuple[JsonPath, Any]]:
    """Yield all words inside of others, the outer ones last, each with its place.

    Raise `FileError` where they stand deeper in each other than `DEEPEST`.
    """
    if isinstance(thing, tuple):
        for i, part in enumerate(thing):
            yield from nested_structs(part, spot.at(i), depth)
    elif isinstance(thing, msgspec.Struct):
        if depth > 2 * DEEPEST:
            raise spot.error("words stand inside of words at most {most} deep", most=DEEPEST)
        for name in thing.__struct_fields__:
            yield from nested_structs(getattr(thing, name), spot.at(name), depth + 1)
        yield spot, thing
