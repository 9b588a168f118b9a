"""Files of edits (``warcry3d schema edits``): a list of what is to be done to a piece, in that order.

Entries are those that a piece keeps, but paint may say how its faces are chosen instead of which surface they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
from msgspec import Meta

from warcry3d.errors import EditError
from warcry3d.table.edit_format import (
    MAX_EDITS,
    AcceptFindingWire,
    AddOpeningWire,
    CutPartWire,
    EditEntry,
    Kinds,
    MergePartsWire,
    PartName,
    RenamePartWire,
    SetKindsWire,
    SplitPartWire,
    SurfacePatchWire,
)
from warcry3d.table.format import register_schema
from warcry3d.table.jsonfile import JsonPath, checked, parse, read_bytes
from warcry3d.table.piece_edits import Edit, Paint, SurfacePatch, edit_of
from warcry3d.table.terrain import Piece
from warcry3d.table.wire_types import MAX_OUTLINE, Length, Point2, Point3, Wire
from warcry3d.terrain.editing.selection import FaceMesh, Selection

__all__ = ["EDITS_FORMAT", "EditsWire", "FileEntry", "edit_in", "read_edits"]

EDITS_FORMAT = "warcry3d.edits/1"
MAX_EDITS_BYTES = 64 * 1024 * 1024

_FINEST = 0.1
"""Faces that a brush, a box or a lasso chooses from have no longer edges (in), unless the entry says otherwise."""

Angle: TypeAlias = Annotated[float, Meta(ge=0, le=180, description="degrees")]


class _StepWire(Wire, kw_only=True, tag_field="by"):
    """One step in choosing faces; ``remove``: they are taken out of the choice instead of put in."""

    remove: bool = False


class BrushStepWire(_StepWire, kw_only=True, tag="brush"):
    """The faces in a sphere around a place on the surface, connected with the face there."""

    at: Point3
    radius: Length


class FloodStepWire(_StepWire, kw_only=True, tag="flood"):
    """The faces reached from the one at a place without crossing an edge that bends by more than an angle."""

    at: Point3
    angle: Angle = 20.0


class ShellStepWire(_StepWire, kw_only=True, tag="shell"):
    """The connected shell at a place."""

    at: Point3


class BoxStepWire(_StepWire, kw_only=True, tag="box"):
    """The faces whose middles lie in a box."""

    min: Point3
    max: Point3


class LassoStepWire(_StepWire, kw_only=True, tag="lasso"):
    """The faces whose middles lie in an outline drawn over a view; ``through``: those behind others too.

    The view is a projection, 16 numbers row by row, that takes (x, y, z, 1) to clip space; the outline's corners go
    from -1 to 1, from left to right and from below up.
    """

    outline: Annotated[list[Point2], Meta(min_length=3, max_length=MAX_OUTLINE)]
    view: Annotated[list[float], Meta(min_length=16, max_length=16)]
    through: bool = False


class GrowStepWire(_StepWire, kw_only=True, tag="grow"):
    """The faces beside those chosen, too; so many ``times``, negative: without those at the border."""

    times: Annotated[int, Meta(ge=-1000, le=1000)] = 1


class InvertStepWire(_StepWire, kw_only=True, tag="invert"):
    """All other faces instead."""


StepWire: TypeAlias = (
    BrushStepWire | FloodStepWire | ShellStepWire | BoxStepWire | LassoStepWire | GrowStepWire | InvertStepWire
)


class PaintEntryWire(EditEntry, kw_only=True, tag="paint"):
    """Paint: a ``patch`` of surface, or how to ``select`` the faces, of which those with edges longer than ``finest``
    (in) are divided first.
    """

    kinds: Annotated[Kinds, Meta(min_length=1)]
    name: PartName = ""
    depth: Length = 0.25
    patch: SurfacePatchWire | None = None
    select: Annotated[list[StepWire], Meta(max_length=1000)] = []  # noqa: RUF012
    finest: Length | None = None


FileEntry: TypeAlias = (
    SetKindsWire
    | PaintEntryWire
    | CutPartWire
    | MergePartsWire
    | SplitPartWire
    | RenamePartWire
    | AddOpeningWire
    | AcceptFindingWire
)


class EditsWire(Wire, kw_only=True):
    """A file of edits."""

    format: Literal["warcry3d.edits/1"]
    edits: Annotated[list[FileEntry], Meta(max_length=MAX_EDITS)]


register_schema(
    "edits", EditsWire, title="warcry3d edits", description="What is to be done to a piece: terrain classify --edits."
)


def read_edits(path: Path) -> tuple[FileEntry, ...]:
    """Return the entries of a file of edits; raise `FileError` that names the place and what was expected there."""
    spot = JsonPath(str(path))
    value = parse(read_bytes(path, spot, limit=MAX_EDITS_BYTES), spot)
    found: EditsWire = checked(value, EditsWire, spot)
    for k, entry in enumerate(found.edits):
        if isinstance(entry, PaintEntryWire) and (entry.patch is None) == (not entry.select):
            raise spot.at("edits", k).error("expected either a patch, or how to select faces")
    return tuple(found.edits)


def edit_in(piece: Piece, entry: FileEntry) -> Edit:
    """Return the edit that an entry means for a piece: its faces are chosen there.

    Raise `EditError` where none is chosen.
    """
    if not isinstance(entry, PaintEntryWire):
        return edit_of(entry)
    if entry.patch is not None:
        patch = SurfacePatch(tuple(entry.patch.vertices), tuple(entry.patch.faces))
    else:
        patch = _Choice.of(piece, entry).patch(entry.select)
    return Paint(patch, frozenset(entry.kinds), entry.name, entry.depth)


@dataclass(frozen=True, eq=False)
class _Choice:
    """The faces of a piece to choose from."""

    faces: FaceMesh

    @classmethod
    def of(cls, piece: Piece, entry: PaintEntryWire) -> "_Choice":
        """Return the faces, divided where the steps would find only large ones."""
        is_fine = any(isinstance(step, BrushStepWire | BoxStepWire | LassoStepWire) for step in entry.select)
        solid = [part.solid for part in piece.parts if not part.is_opening]
        return cls(FaceMesh.of(solid, finest=entry.finest or (_FINEST if is_fine else None)))

    def patch(self, steps: Sequence[StepWire]) -> SurfacePatch:
        """Return the surface that the steps choose."""
        chosen = self.faces.none()
        for step in steps:
            chosen = self._after(chosen, step)
        if not chosen.any():
            raise EditError("the steps of the selection choose no face; expected at least one")
        return self.faces.patch(chosen)

    def _after(self, chosen: Selection, step: StepWire) -> Selection:
        match step:
            case GrowStepWire(times=times):
                for _ in range(abs(times)):
                    chosen = self.faces.grown(chosen) if times > 0 else self.faces.shrunk(chosen)
                return chosen
            case InvertStepWire():
                return ~chosen
        found = self._found(step)
        return chosen & ~found if step.remove else chosen | found

    def _found(self, step: Any) -> Selection:
        match step:
            case BrushStepWire(at=at, radius=radius):
                return self.faces.brush(at, radius)
            case FloodStepWire(at=at, angle=angle):
                return self.faces.flood(self.faces.face_at(at), float(np.radians(angle)))
            case ShellStepWire(at=at):
                return self.faces.shell(self.faces.face_at(at))
            case BoxStepWire(min=low, max=high):
                return self.faces.in_box(low, high)
            case LassoStepWire(outline=outline, view=view, through=through):
                return self.faces.within(np.array(outline), np.array(view).reshape(4, 4), through=through)
        raise TypeError(f"no step {step!r}")
