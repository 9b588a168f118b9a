"""Data passed from reading a mesh to classifying it, and on into a piece."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from warcry3d.geom.solid import Solid
from warcry3d.message import Message
from warcry3d.table.piece_notes import PassageNote
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part

__all__ = ["Classified", "ImportedBody", "PassageNote"]


@dataclass(frozen=True, eq=False)
class ImportedBody:
    """One body of an imported mesh, mended, in inches, z up, standing on the floor: a node of its file, or a shell.

    ``name`` is what the file calls it, empty where it says nothing.
    """

    name: str
    solid: Solid
    skin: Skin | None = None


@dataclass(frozen=True, eq=False)
class Classified:
    """A part with the kinds that its shape, its name or a person gave it.

    ``confidence`` from 0 to 1 (1: a person said so); ``reasons`` in words, the deciding one first; ``passage`` of an
    arch or door; ``measures``: what was found, by name, in inches or numbers (tread, rungs, level area ...).
    """

    part: Part
    confidence: float
    reasons: tuple[Message, ...]
    passage: PassageNote | None = None
    measures: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
