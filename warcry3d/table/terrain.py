"""Terrain: pieces with their parts, and features: pieces placed on a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.table.kinds import PartKind, TerrainCategory
from warcry3d.table.piece_edits import Edit
from warcry3d.table.piece_notes import Judged, MadeNote, PassageNote, Source
from warcry3d.table.skin import Skin

if TYPE_CHECKING:
    from warcry3d.table.format import PieceWire

__all__ = ["Feature", "Part", "PartKind", "Piece", "TerrainCategory", "deviation_of"]


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a piece, in the piece's own frame.

    ``kinds``: as in the file. ``is_opening``: an arch given as a plain shape is the passage itself: air. ``skin``
    colours the solid's triangles (None: plain, by kind). ``passage``: of an arch or door, if known; ``judged``: how an
    import found these kinds. ``deviation_mm``: the terrain is nowhere farther than this from the solid, and the solid
    is inside the terrain (docs/terrain.md); 0: the solid is the terrain. ``is_crossing``: shells of the solid cross in
    so many places that they stay one in the other.
    """

    id: str
    kinds: frozenset[PartKind]
    solid: Solid
    skin: Skin | None = None
    is_opening: bool = False
    passage: PassageNote | None = None
    judged: Judged | None = None
    deviation_mm: float = 0.0
    is_crossing: bool = False


@dataclass(frozen=True, eq=False)
class Piece:
    """A terrain piece: its name (a file's path or the table's inline name) and its parts, ids unique.

    ``written``: how a table file refers to it (a file's path, or the inline piece), for saving; None: made in code.
    ``accept``: codes of findings that its makers know of and accept. ``source``: the mesh it was made from;
    ``edits``: what people did to it, in that order, done again when a changed mesh is imported; ``unmet``: those
    without effect, because what they are about is not there. ``made``: the parameters of a
    simple piece, from which it can be made again (`terrain.making`).
    """

    name: str
    parts: tuple[Part, ...]
    written: "str | PieceWire | None" = field(default=None, repr=False)
    accept: tuple[str, ...] = ()
    source: Source | None = None
    edits: tuple[Edit, ...] = ()
    unmet: tuple[Edit, ...] = ()
    made: MadeNote | None = None


def deviation_of(piece: Piece, part: Part) -> float:
    """Return how far the terrain of a part may be from its solid (mm): 0 unless it was reduced."""
    return max(part.deviation_mm, 0.0 if piece.source is None else piece.source.deviation_mm)


@dataclass(frozen=True, eq=False)
class Feature:
    """A piece placed on a table. ``state`` of doors by part id: "open" or "closed" (the default).

    ``group``: features with the same name of a group are picked and moved together by hand; "": by itself.
    ``category``: what rule systems whose terrain has categories take it for; None: they judge it by its shape.
    """

    id: str
    piece: Piece
    placement: Placement
    state: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    group: str = ""
    category: TerrainCategory | None = None

    def is_open(self, part: Part) -> bool:
        """Return whether ``part`` is an open door."""
        return PartKind.DOOR in part.kinds and self.state.get(part.id, "closed") == "open"

    def blocks_sight(self, part: Part) -> bool:
        """Return whether lines of sight stop at ``part``: all but scenery, open doors and openings."""
        return not (PartKind.SCENERY in part.kinds or part.is_opening or self.is_open(part))

    @cached_property
    def solids(self) -> Mapping[str, Solid]:
        """Return each part's solid in the table's frame, by part id."""
        return MappingProxyType({part.id: part.solid.placed(self.placement) for part in self.piece.parts})

    @cached_property
    def bounds(self) -> FloatArray:
        """Return the lowest and highest corner (in) of all its parts in the table's frame, (2, 3)."""
        each = np.array([solid.bounds for solid in self.solids.values()])
        return np.stack([each[:, 0].min(axis=0), each[:, 1].max(axis=0)])
