"""What people did to a piece, one record each; `warcry3d.terrain.editing` carries them out.

Records mean surface, not face numbers: a part by its name and by places on it, painted faces by their triangles. So
they hold for a changed mesh too. Lengths are inches in the piece's frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from warcry3d.table import edit_format
from warcry3d.table.edit_format import EditWire, OverrideWire
from warcry3d.table.kinds import PartKind

__all__ = [
    "AcceptFinding",
    "AddOpening",
    "CutPart",
    "Edit",
    "MergeParts",
    "OpeningKind",
    "Paint",
    "RenamePart",
    "SetKinds",
    "SplitPart",
    "SurfacePatch",
    "edit_entry",
    "edit_of",
    "edit_to_wire",
    "edits_of",
]

Place: TypeAlias = tuple[float, float, float]


class OpeningKind(StrEnum):
    """What an opening in a wall is: shut by a leaf, a way through, or for lines of sight only."""

    DOOR = "door"
    ARCH = "arch"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class SurfacePatch:
    """A piece of surface: corners, and triangles as three corner numbers each, anticlockwise seen from outside."""

    vertices: tuple[Place, ...]
    faces: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class SetKinds:
    """Set the kinds of the part called ``part``, or of the parts whose surface is nearest to the ``places``."""

    kinds: frozenset[PartKind]
    part: str = ""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Paint:
    """Make a part of what lies under ``patch`` down to ``depth``, or of whole shells where it covers them.

    Without a ``name`` it is named for its kind.
    """

    patch: SurfacePatch
    kinds: frozenset[PartKind]
    name: str = ""
    depth: float = 0.25


@dataclass(frozen=True, slots=True)
class CutPart:
    """Cut a part in two at a height; the lower half keeps its name, the upper half is called ``above``."""

    part: str
    height: float
    above: str = ""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class MergeParts:
    """Unite parts; without ``kinds`` the result has those of the first, without ``name`` its name.

    ``places``: one on each part.
    """

    parts: tuple[str, ...]
    name: str = ""
    kinds: frozenset[PartKind] = frozenset()
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class SplitPart:
    """Split a part into its connected shells: the largest keeps the name, the others get ``names``."""

    part: str
    names: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class RenamePart:
    """Give a part another name."""

    part: str
    name: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class AddOpening:
    """Mark the opening between two points on its rims as a door, an arch or a window.

    ``width`` and ``height`` win over what is measured there.
    """

    kind: OpeningKind
    start: Place
    end: Place
    name: str = ""
    width: float | None = None
    height: float | None = None


@dataclass(frozen=True, slots=True)
class AcceptFinding:
    """Accept the findings of lint with this code, with the reason for it; or no longer."""

    code: str
    reason: str = ""
    is_accepted: bool = True


Edit: TypeAlias = SetKinds | Paint | CutPart | MergeParts | SplitPart | RenamePart | AddOpening | AcceptFinding

_WIRES: dict[type[Any], type[Any]] = {
    SetKinds: edit_format.SetKindsWire,
    Paint: edit_format.PaintWire,
    CutPart: edit_format.CutPartWire,
    MergeParts: edit_format.MergePartsWire,
    SplitPart: edit_format.SplitPartWire,
    RenamePart: edit_format.RenamePartWire,
    AddOpening: edit_format.AddOpeningWire,
    AcceptFinding: edit_format.AcceptFindingWire,
}
"""The entry of a file for each record; both have the same fields."""

_RECORDS = {wire: record for record, wire in _WIRES.items()}

_DIGITS = 6
"""Decimals (in) that files keep: a fortieth of a micrometre, less than float32 keeps of a mesh."""


def edit_of(wire: EditWire) -> Edit:
    """Return the record of a file's entry."""
    made: Edit = msgspec.convert(wire, _RECORDS[type(wire)], from_attributes=True)
    return made


def edits_of(wires: Sequence[EditWire], before: Sequence[OverrideWire]) -> tuple[tuple[Edit, ...], tuple[Edit, ...]]:
    """Return the records of a piece's notes, and those that had no effect.

    ``before``: kinds that were set, as files had them before they had edits: the first things done.
    """
    first = tuple(SetKinds(frozenset(one.kinds), one.part, tuple(one.places)) for one in before)
    found = tuple(edit_of(wire) for wire in wires)
    return (*first, *found), tuple(edit for edit, wire in zip(found, wires, strict=True) if wire.unmet)


def edit_entry(edit: Edit) -> dict[str, Any]:
    """Return a record as an entry of a file, with all its fields; nothing is checked."""
    plain: dict[str, Any] = _plain(msgspec.to_builtins(edit, order="deterministic"))
    if kinds := plain.get("kinds"):
        plain["kinds"] = sorted(kinds, key=list(PartKind).index)
    return {"edit": _WIRES[type(edit)].__struct_config__.tag, **plain}


def edit_to_wire(edit: Edit, *, is_unmet: bool = False) -> dict[str, Any]:
    """Return a record as files have it, without what needs not be said."""
    entry = edit_entry(edit) | ({"unmet": True} if is_unmet else {})
    made: dict[str, Any] = msgspec.to_builtins(msgspec.convert(entry, _WIRES[type(edit)]))
    return made


def _plain(value: Any) -> Any:
    """Return plain data with numbers rounded as files keep them."""
    match value:
        case dict():
            return {name: _plain(one) for name, one in value.items()}
        case list() | tuple():
            return [_plain(one) for one in value]
        case float():
            return round(value, _DIGITS)
    return value
