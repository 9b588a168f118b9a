"""The kinds of simple pieces: what each is called, its parameters, and the piece that they make.

A piece remembers its kind and parameters in its notes (`Piece.made`), so that it can be changed later.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from warcry3d.errors import UnknownNameError
from warcry3d.message import Message, message
from warcry3d.table.piece_notes import MadeNote
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.making.blocks import (
    PlainBox,
    PlainCylinder,
    box_handles,
    box_parts,
    cylinder_handles,
    cylinder_parts,
)
from warcry3d.terrain.making.climbs import (
    PlainLadder,
    PlainStairs,
    ladder_handles,
    ladder_parts,
    stairs_handles,
    stairs_parts,
)
from warcry3d.terrain.making.fields import (
    FieldHandle,
    FieldValue,
    ParameterError,
    PieceField,
    fields_of,
    parameters_of,
    values_of,
)
from warcry3d.terrain.making.platforms import PlainPlatform, platform_handles, platform_parts
from warcry3d.terrain.making.ruins import TwoStoreyRuin, ruin_handles, ruin_parts
from warcry3d.terrain.making.walls import (
    CornerWall,
    StraightWall,
    corner_handles,
    corner_parts,
    straight_handles,
    straight_parts,
)

__all__ = ["SIMPLE_KINDS", "SimpleKind", "made_from", "simple_kind", "simple_piece"]


@dataclass(frozen=True, slots=True)
class SimpleKind:
    """A kind of simple piece: its ``id``, what it is called, its record of parameters, and how it is built.

    >>> wall = simple_kind("wall")
    >>> [field.name for field in wall.fields][:3]
    ['length', 'height', 'thickness']
    >>> [part.id for part in wall.piece({"length": 4, "way": "door"}).parts]
    ['wall', 'wall-door']
    """

    id: str
    label: Message
    help: Message
    record: type
    build: Callable[[Any], tuple[Part, ...]]
    place_handles: Callable[[Any], tuple[FieldHandle, ...]]

    @property
    def fields(self) -> tuple[PieceField, ...]:
        """Return its parameters in the order in which they are shown."""
        return fields_of(self.record)

    def fitted(self, values: Mapping[str, object]) -> dict[str, FieldValue]:
        """Return all parameters with these values, made to fit each other: a door is lower than its wall.

        Raise `ParameterError` for a value that is unknown or out of its range.
        """
        return values_of(self._record(values))

    def piece(self, values: Mapping[str, object] = MappingProxyType({}), name: str = "") -> Piece:
        """Return the piece of these parameters, made to fit each other; the others are as by default."""
        record = self._record(values)
        return Piece(name or self.id, self.build(record), made=MadeNote(self.id, values_of(record)))

    def handles(self, values: Mapping[str, object]) -> tuple[FieldHandle, ...]:
        """Return the handles of the piece of these parameters, a field each; fields without a place have none."""
        return self.place_handles(self._record(values))

    def _record(self, values: Mapping[str, object]) -> Any:
        return parameters_of(self.record, values).fitted()


SIMPLE_KINDS: tuple[SimpleKind, ...] = (
    SimpleKind(
        "wall",
        message("straight wall"),
        message("a straight wall, whole or broken, with windows and a way through"),
        StraightWall,
        straight_parts,
        straight_handles,
    ),
    SimpleKind(
        "corner",
        message("wall corner"),
        message("two walls at right angles, whole or broken, with windows"),
        CornerWall,
        corner_parts,
        corner_handles,
    ),
    SimpleKind(
        "platform",
        message("platform"),
        message("a deck on posts, with railings and a way up"),
        PlainPlatform,
        platform_parts,
        platform_handles,
    ),
    SimpleKind(
        "stairs",
        message("stairs"),
        message("solid stairs, with or without a landing"),
        PlainStairs,
        stairs_parts,
        stairs_handles,
    ),
    SimpleKind(
        "ladder",
        message("ladder"),
        message("a ladder that leans on a deck"),
        PlainLadder,
        ladder_parts,
        ladder_handles,
    ),
    SimpleKind("box", message("box"), message("a solid box"), PlainBox, box_parts, box_handles),
    SimpleKind(
        "cylinder",
        message("cylinder"),
        message("a solid upright cylinder"),
        PlainCylinder,
        cylinder_parts,
        cylinder_handles,
    ),
    SimpleKind(
        "ruin",
        message("ruin"),
        message("a ruin of two storeys with windows, a way in, half an upper floor and a way up"),
        TwoStoreyRuin,
        ruin_parts,
        ruin_handles,
    ),
)
"""All kinds, in the order in which they are offered."""


def simple_kind(id: str) -> SimpleKind:
    """Return the kind with this id; raise `UnknownNameError`."""
    found = next((kind for kind in SIMPLE_KINDS if kind.id == id), None)
    if found is None:
        known = ", ".join(kind.id for kind in SIMPLE_KINDS)
        raise UnknownNameError("no kind of simple piece '{name}'; there are: {known}", name=id, known=known)
    return found


def simple_piece(kind: str, values: Mapping[str, object] = MappingProxyType({}), name: str = "") -> Piece:
    """Return a simple piece of a kind; raise `UnknownNameError` and `ParameterError`."""
    return simple_kind(kind).piece(values, name)


def made_from(piece: Piece) -> tuple[SimpleKind, dict[str, FieldValue]] | None:
    """Return the kind and the parameters that a piece says it was made from; None where it says nothing that can be.

    A file may come from anywhere: values that this version does not know or that are out of range count for nothing.
    """
    if piece.made is None:
        return None
    try:
        kind = simple_kind(piece.made.kind)
        return kind, kind.fitted(piece.made.values)
    except (UnknownNameError, ParameterError):
        return None
