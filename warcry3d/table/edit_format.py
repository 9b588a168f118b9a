"""The format of what people did to a piece: the entries of ``edits`` in a piece's notes and in a file of edits.

Each entry says under ``edit`` what was done. The fields are those of the records in `warcry3d.table.piece_edits`.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from warcry3d.table.kinds import PartKind
from warcry3d.table.wire_types import MAX_PARTS, Coordinate, Id, Index, Length, Point3, Text, Wire

__all__ = [
    "MAX_EDITS",
    "AcceptFindingWire",
    "AddOpeningWire",
    "CutPartWire",
    "EditEntry",
    "EditWire",
    "Kinds",
    "MergePartsWire",
    "OverrideWire",
    "PaintWire",
    "PartName",
    "RenamePartWire",
    "SetKindsWire",
    "SplitPartWire",
    "SurfacePatchWire",
]

MAX_EDITS = 5000
MAX_PATCH = 300_000

Kinds: TypeAlias = Annotated[list[PartKind], Meta(max_length=10)]
PartName: TypeAlias = Annotated[str, Meta(max_length=500)]
Places: TypeAlias = Annotated[
    list[Point3], Meta(max_length=1000, description="points on the surface (in), by which the part is found again")
]


class EditEntry(Wire, kw_only=True, tag_field="edit"):
    """One thing a person did; ``unmet``: it had no effect the last time, for what it is about was not there."""

    unmet: bool = False


class SetKindsWire(EditEntry, kw_only=True, tag="kinds"):
    """The kinds of a part, by its name or by places on its surface (in, in the piece's frame)."""

    kinds: Annotated[Kinds, Meta(min_length=1)]
    part: PartName = ""
    places: Places = []


class SurfacePatchWire(Wire, kw_only=True):
    """A piece of surface: corners (in), and triangles as three corner numbers each, anticlockwise from outside."""

    vertices: Annotated[list[Point3], Meta(min_length=3, max_length=MAX_PATCH)]
    faces: Annotated[list[tuple[Index, Index, Index]], Meta(min_length=1, max_length=MAX_PATCH)]


class PaintWire(EditEntry, kw_only=True, tag="paint"):
    """A part of its own for what lies under painted surface: down to ``depth`` (in), or whole shells."""

    patch: SurfacePatchWire
    kinds: Annotated[Kinds, Meta(min_length=1)]
    name: PartName = ""
    depth: Length = 0.25


class CutPartWire(EditEntry, kw_only=True, tag="cut"):
    """A part cut in two at a height (in); the upper half is called ``above``."""

    part: PartName
    height: Coordinate
    above: PartName = ""
    places: Places = []


class MergePartsWire(EditEntry, kw_only=True, tag="merge"):
    """Parts united to one; without ``kinds`` it has those of the first part, without ``name`` its name."""

    parts: Annotated[list[PartName], Meta(min_length=2, max_length=MAX_PARTS)]
    name: PartName = ""
    kinds: Kinds = []
    places: Places = []


class SplitPartWire(EditEntry, kw_only=True, tag="split"):
    """A part split into its connected shells: the largest keeps the name, the others get ``names``."""

    part: PartName
    names: Annotated[list[PartName], Meta(max_length=MAX_PARTS)] = []
    places: Places = []


class RenamePartWire(EditEntry, kw_only=True, tag="rename"):
    """A new name for a part."""

    part: PartName
    name: Id
    places: Places = []


class AddOpeningWire(EditEntry, kw_only=True, tag="opening"):
    """A door, arch or window between two points on its rims (in); a width or height given wins over the measured."""

    kind: Annotated[str, Meta(pattern="^(door|arch|window)$")]
    start: Point3
    end: Point3
    name: PartName = ""
    width: Length | None = None
    height: Length | None = None


class AcceptFindingWire(EditEntry, kw_only=True, tag="accept"):
    """A finding of lint that is accepted, by its code, and why; or no longer accepted."""

    code: Text
    reason: Annotated[str, Meta(max_length=500)] = ""
    is_accepted: bool = True


EditWire: TypeAlias = (
    SetKindsWire
    | PaintWire
    | CutPartWire
    | MergePartsWire
    | SplitPartWire
    | RenamePartWire
    | AddOpeningWire
    | AcceptFindingWire
)


class OverrideWire(Wire, kw_only=True):
    """Kinds that a person set, as files before ``edits`` have them."""

    kinds: Annotated[list[PartKind], Meta(min_length=1, max_length=10)]
    part: PartName = ""
    places: Places = []
