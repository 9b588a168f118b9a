"""What the Build room shows: the piece in the colours of its kinds, beside a figure of 32 mm and tapes along it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warcry3d.app.build.bench_table import FEATURE, bounds_of, shown_piece, size_figure
from warcry3d.app.build.model import BuildModel
from warcry3d.app.scene.camera import Focus, point_of
from warcry3d.app.scene.colours import Colour
from warcry3d.app.scene.kinds import KIND_COLOURS, leading_kind
from warcry3d.app.scene.overlays import Overlay, Tape, Tint
from warcry3d.app.scene.unlit import PreparedScene
from warcry3d.app.shell.room import TableView
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature, Part, Piece

__all__ = ["BenchScene", "Ruler", "kind_colour", "rulers"]

ASIDE = 0.45
"""So far from the piece its tapes lie (in)."""
ROOM, FIGURE_HEIGHT = 1.8, 1.6
"""So much room the figure takes beside the piece, and so high it is (in)."""
LIT = 0.42
"""How much lighter the tint of a chosen part is."""
CHOSEN: Colour = (0.98, 0.86, 0.55)
"""What a chosen part without a colour of its own is tinted with."""


def kind_colour(kind: PartKind) -> Colour:
    """Return the colour of a kind."""
    red, green, blue = KIND_COLOURS[kind]
    return red / 255, green / 255, blue / 255


@dataclass(frozen=True, slots=True)
class Ruler:
    """A tape along a side of a piece, and how long it is (in)."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    length: float


def rulers(bounds: FloatArray) -> tuple[Ruler, ...]:
    """Return tapes along the width, the depth and the height of what is inside ``bounds`` (2, 3)."""
    (x0, y0, _), (x1, y1, z1) = bounds.tolist()
    near, beside, flat = y0 - ASIDE, x1 + ASIDE, 0.03
    return (
        Ruler((x0, near, flat), (x1, near, flat), x1 - x0),
        Ruler((beside, y0, flat), (beside, y1, flat), y1 - y0),
        Ruler((beside, near, 0.0), (beside, near, z1), z1),
    )


class BenchScene:
    """Makes what is shown of each model; what is costly is made once for the same shape, or ``offer``-ed."""

    def __init__(self) -> None:
        self._shown: tuple[tuple[object, ...], Piece] = ((), Piece("", ()))
        self._table: tuple[Piece, Table] | None = None
        self._prepared: PreparedScene | None = None

    def offer(self, piece: Piece, shown: Piece, prepared: PreparedScene) -> None:
        """Take what was made in the background for a piece that is shown soon."""
        self._shown = (_shape_of(piece), shown)
        self._prepared = prepared

    def view(self, model: BuildModel, models: Sequence[object] = ()) -> TableView:
        """Return what is shown of a model: of no piece the table that is open."""
        piece = model.on_show
        if piece is None or model.content is None:
            return TableView(model.table)
        shown = model.content.shown if piece is model.content.glance.piece else self._shown_of(piece)
        table = self._table_of(shown, model)
        bounds = bounds_of(piece) + np.array(model.origin)
        tapes = [Tape(one.start, one.end, width=9.0) for one in rulers(bounds)] if model.has_rulers else []
        return TableView(
            table,
            (*self._tints(model), *tapes),
            is_passing=model.trial is not None,
            prepared=self._prepared,
            focus=_focus(bounds),
        )

    def _shown_of(self, piece: Piece) -> Piece:
        shape = _shape_of(piece)
        if self._shown[0] != shape:
            self._shown = (shape, shown_piece(piece))
        return self._shown[1]

    def _table_of(self, shown: Piece, model: BuildModel) -> Table:
        on = model.table
        if self._table is None or self._table[0] is not shown or self._table[1].board != on.board:
            terrain = Terrain((Feature(FEATURE, shown, Placement(model.origin)),))
            self._table = (shown, Table(on.ruleset, on.board, terrain, (size_figure(on.board),)))
        return self._table[1]

    def _tints(self, model: BuildModel) -> list[Overlay]:
        made: list[Overlay] = []
        piece = model.trial or model.piece
        for part in piece.parts if piece is not None else ():
            colour = _tint(part, is_lit=part.id in (*model.chosen, model.hovered), has_colours=model.has_colours)
            if colour is not None and not part.is_opening:
                made.append(Tint(f"{FEATURE}/{part.id}", colour))
        return made


def _focus(bounds: FloatArray) -> Focus:
    """Return the box around a piece within ``bounds`` (2, 3), its tapes, and the figure beside it."""
    low, high = bounds[0] - (ROOM, ROOM, 0.0), bounds[1] + (2 * ASIDE, 0.0, 0.0)
    return point_of(low), point_of(np.maximum(high, (0.0, 0.0, FIGURE_HEIGHT)))


def _shape_of(piece: Piece) -> tuple[object, ...]:
    """Return what two pieces share that look alike but for the colours of their kinds.

    A piece from parameters has no mesh with a look of its own: its parts look like what they are.
    """
    is_made = piece.made is not None
    return tuple((part.id, part.is_opening, part.solid, part.skin, is_made and part.kinds) for part in piece.parts)


def _tint(part: Part, *, is_lit: bool, has_colours: bool) -> Colour | None:
    kind = leading_kind(part)
    if not has_colours or kind is PartKind.OBSTACLE:
        return CHOSEN if is_lit else None
    red, green, blue = kind_colour(kind)
    if not is_lit:
        return red, green, blue
    return red + LIT * (1 - red), green + LIT * (1 - green), blue + LIT * (1 - blue)
