"""Metadata of a piece's file: its source, and the kind, confidence and reason of each part.

The notes come from files of unknown origin: a reason's sentence is only filled in if its fields are plain names of its
values.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from warcry3d.message import Message
from warcry3d.table.format import NodeNote, PieceWire, ReasonWire, SourceWire
from warcry3d.table.piece_edits import Edit, edit_to_wire
from warcry3d.table.wire_types import Axis, LengthUnit

__all__ = [
    "Judged",
    "MadeNote",
    "PassageNote",
    "Source",
    "judged_of",
    "made_of",
    "part_note",
    "passage_of",
    "root_note",
    "source_of",
]

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PassageNote:
    """The passage of an arch or door.

    The straight line through its middle from the floor on one side to the floor on the other, and the clear width and
    height (in).
    """

    start: Place
    end: Place
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Judged:
    """How a part got its kinds.

    ``confidence`` from 0 to 1 (1: a person set them), the ``reasons`` with the deciding one first, and the measures by
    name (inches or numbers).
    """

    confidence: float
    reasons: tuple[Message, ...] = ()
    measures: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Source:
    """The mesh a piece was made from.

    Its file's name and content (``sha256``, bytes), how it was read, and how far it was moved after that (in) to stand
    on the floor around the origin. ``triangles``: how many it had; ``deviation_mm``: how far the piece's surface is
    from the mended mesh's at most; it is inside the mended mesh. ``closed``: how it was closed where it was open, by
    the names of `geom.closing.Closings`.
    """

    name: str
    sha256: str
    size: int
    unit: LengthUnit
    up: Axis
    scale: float = 1.0
    moved: Place = (0.0, 0.0, 0.0)
    triangles: int = 0
    deviation_mm: float = 0.0
    closed: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class MadeNote:
    """What a simple piece was made from: the id of its kind, and its parameters by name."""

    kind: str
    values: Mapping[str, float | int | str]


def judged_of(note: NodeNote) -> Judged | None:
    """Return how a part's note says it got its kinds; None if it does not say."""
    if note.confidence is None:
        return None
    reasons = tuple(_reason(wire) for wire in note.reasons)
    return Judged(note.confidence, reasons, MappingProxyType(dict(note.measures)))


_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>[a-z_]{1,40})(?::(?P<form>\+?(?:\.\d)?[fgd]?))?\}|[{}]")


def _reason(wire: ReasonWire) -> Message:
    """Return a reason with a valid sentence: one that cannot be filled from its values is taken literally."""
    found = list(_FIELD.finditer(wire.template))
    plain = all(match["name"] in wire.values for match in found if match["name"] is not None)
    lone = any(match[0] in "{}" for match in found)
    formed = (match["name"] for match in found if match["name"] is not None and match["form"])
    if plain and not lone and all(isinstance(wire.values[name], float | int) for name in formed):
        because = Message(wire.template, MappingProxyType(dict(wire.values)))
        try:
            str(because)
        except (ValueError, OverflowError):
            pass
        else:
            return because
    return _said(wire.template)


def _said(text: str) -> Message:
    return Message("{text}", MappingProxyType({"text": text}))


def passage_of(note: NodeNote) -> PassageNote | None:
    """Return the passage in a part's note."""
    wire = note.passage
    return None if wire is None else PassageNote(wire.start, wire.end, wire.width, wire.height)


def made_of(note: NodeNote | PieceWire) -> MadeNote | None:
    """Return what a piece's root note, or a piece inside a table, says it was made from."""
    wire = note.made
    return None if wire is None else MadeNote(wire.kind, MappingProxyType(dict(wire.values)))


def source_of(note: NodeNote) -> Source | None:
    """Return the source in a piece's root note."""
    wire = note.source
    if wire is None:
        return None
    return Source(
        wire.name,
        wire.sha256,
        wire.size,
        wire.unit,
        wire.up,
        wire.scale,
        wire.moved,
        wire.triangles,
        wire.deviation_mm,
        MappingProxyType(dict(wire.closed)),
    )


def part_note(judged: Judged | None, passage: PassageNote | None, deviation_mm: float = 0.0) -> dict[str, Any]:
    """Return the note of a part's node."""
    note: dict[str, Any] = {}
    if judged is not None:
        note["confidence"] = round(judged.confidence, 3)
        note["reasons"] = [{"template": why.template, "values": _plain(why.values)} for why in judged.reasons]
        note["measures"] = {
            name: round(float(value), 5) for name, value in judged.measures.items() if math.isfinite(value)
        }
    if passage is not None:
        start, end = ([round(x, 5) for x in point] for point in (passage.start, passage.end))
        note["passage"] = {
            "start": start,
            "end": end,
            "width": round(passage.width, 5),
            "height": round(passage.height, 5),
        }
    if deviation_mm > 0.0:
        note["deviation_mm"] = deviation_mm
    return {name: value for name, value in note.items() if value not in ([], {})}


def _plain(values: Mapping[str, object]) -> dict[str, float | str]:
    """Return a reason's values as JSON has them; numbers keep six digits."""
    return {
        name: float(f"{float(value):.6g}") if isinstance(value, float | int) and math.isfinite(value) else str(value)
        for name, value in values.items()
    }


def root_note(
    source: Source | None, edits: tuple[Edit, ...], unmet: tuple[Edit, ...] = (), made: MadeNote | None = None
) -> dict[str, Any]:
    """Return the note of a piece's root."""
    note: dict[str, Any] = {}
    if source is not None:
        note["source"] = {name: getattr(source, name) for name in SourceWire.__struct_fields__}
        note["source"]["moved"] = list(source.moved)
        note["source"]["closed"] = dict(source.closed)
    if edits:
        note["edits"] = [edit_to_wire(one, is_unmet=one in unmet) for one in edits]
    if made is not None:
        note["made"] = {"kind": made.kind, "values": dict(made.values)}
    return note
