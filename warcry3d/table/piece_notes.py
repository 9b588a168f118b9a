"""Metadata of a piece's file: its source, and the kind, confidence and reason of each part.

Notes come from files of anybody: a reason's sentence is only filled in where its fields are plain names of its values.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from warcry3d.message import Message
from warcry3d.table.format import Axis, LengthUnit, NodeNote, ReasonWire, SourceWire
from warcry3d.table.kinds import PartKind

__all__ = [
    "Judged",
    "Override",
    "PassageNote",
    "Source",
    "judged_of",
    "overrides_of",
    "part_note",
    "passage_of",
    "root_note",
    "source_of",
]

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PassageNote:
    """The way through an arch or door: the straight line through its middle from floor to floor of both sides, and the
    clear width and height (in).
    """

    start: Place
    end: Place
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Override:
    """What a person said: the part called ``part``, or whatever has its surface nearest to the ``places`` (in, in the
    piece's frame; they outlive a changed mesh), is of these kinds.
    """

    kinds: frozenset[PartKind]
    part: str = ""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """How a part came to its kinds: ``confidence`` from 0 to 1 (1: a person said so), the ``reasons`` with the deciding
    one first, and what was measured, by name (inches or numbers).
    """

    confidence: float
    reasons: tuple[Message, ...] = ()
    measures: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Source:
    """The mesh a piece was made from: its file's name and content (``sha256``, bytes), how it was read, and by what it
    was moved after that (in) to stand on the floor around the origin.

    ``triangles``: how many it had; ``deviation_mm``: how far the piece's surface lies from the mended mesh's at most,
    which it goes nowhere beyond.
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


def judged_of(note: NodeNote) -> Judged | None:
    """Return how a part's note says that it came to its kinds; None where it says nothing of it."""
    if note.confidence is None:
        return None
    reasons = tuple(_reason(wire) for wire in note.reasons)
    return Judged(note.confidence, reasons, MappingProxyType(dict(note.measures)))


_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>[a-z_]{1,40})(?::(?P<form>\+?(?:\.\d)?[fgd]?))?\}|[{}]")


def _reason(wire: ReasonWire) -> Message:
    """Return a reason as it can be said: one whose sentence cannot be filled from its values is taken word for word."""
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
    """Return the way through that a part's note tells of."""
    wire = note.passage
    return None if wire is None else PassageNote(wire.start, wire.end, wire.width, wire.height)


def overrides_of(note: NodeNote) -> tuple[Override, ...]:
    """Return what people said of a piece's parts, as its root's note has it."""
    return tuple(Override(frozenset(wire.kinds), wire.part, tuple(wire.places)) for wire in note.overrides)


def source_of(note: NodeNote) -> Source | None:
    """Return what a piece was made from, as its root's note has it."""
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
    )


def part_note(judged: Judged | None, passage: PassageNote | None, deviation_mm: float = 0.0) -> dict[str, Any]:
    """Return what a part's node notes of these."""
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


def root_note(source: Source | None, overrides: tuple[Override, ...]) -> dict[str, Any]:
    """Return what a piece's root notes of these."""
    note: dict[str, Any] = {}
    if source is not None:
        note["source"] = {name: getattr(source, name) for name in SourceWire.__struct_fields__}
        note["source"]["moved"] = list(source.moved)
    if overrides:
        note["overrides"] = [_override(one) for one in overrides]
    return note


def _override(one: Override) -> dict[str, Any]:
    wire: dict[str, Any] = {"kinds": sorted(one.kinds, key=list(PartKind).index)}
    wire["kinds"] = [kind.value for kind in wire["kinds"]]
    if one.part:
        wire["part"] = one.part
    if one.places:
        wire["places"] = [list(place) for place in one.places]
    return wire
