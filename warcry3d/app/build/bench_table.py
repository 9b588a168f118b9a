"""The table on which a piece is built: a board around it with nothing else, and what is shown on it.

The room's document is such a table, so that every other room can show and judge the piece as it stands.
"""

from functools import lru_cache

import numpy as np

from warcry3d.app.scene.made_looks import look_of
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.rules.systems import DEFAULT
from warcry3d.table.models import Model
from warcry3d.table.skin import Material, Skin
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.table_edits import base_sold, figure_named
from warcry3d.table.terrain import Feature, Part, Piece

__all__ = [
    "FEATURE",
    "FIGURE",
    "FIGURE_BASE_MM",
    "bench_table",
    "bounds_of",
    "empty_bench",
    "origin_of",
    "piece_on",
    "shown_piece",
    "size_figure",
]

FEATURE = "piece"
FIGURE = "figure-of-32-mm"
FIGURE_BASE_MM = 32.0
MARGIN = 2.8
"""So much board is left around a piece (in): room for the ruler, and for a figure on a base of 60 mm."""
FIGURE_ASIDE = 1.1
"""So far to the left of the piece and before it the figure stands (in)."""
STONE = (176, 170, 158)
"""The colour (sRGB) of a piece whose mesh has none."""


def bounds_of(piece: Piece) -> FloatArray:
    """Return the lowest and the highest coordinates (2, 3) of a piece's parts, in its own frame."""
    bounds = np.stack([part.solid.bounds for part in piece.parts])
    return np.stack([bounds[:, 0].min(axis=0), bounds[:, 1].max(axis=0)])


def bench_table(piece: Piece) -> Table:
    """Return a board a little larger than a piece, with the piece in its middle."""
    board, at = _around(bounds_of(piece))
    return Table(DEFAULT, board, Terrain((Feature(FEATURE, piece, Placement(at)),)), ())


def empty_bench(piece: Piece) -> Table:
    """Return the board for a piece without it: what is open before it is known which parts the piece has."""
    return Table(DEFAULT, _around(bounds_of(piece))[0], Terrain(()), ())


def piece_on(table: Table) -> Piece | None:
    """Return the piece that a bench's table carries; None where there is none."""
    return table.terrain.features[0].piece if table.terrain.features else None


def origin_of(piece: Piece, table: Table) -> tuple[float, float, float]:
    """Return where a piece's origin is on its table."""
    if table.terrain.features and table.terrain.features[0].piece is piece:
        return table.terrain.features[0].placement.at
    return _around(bounds_of(piece))[1]


def _around(bounds: FloatArray) -> tuple[Board, tuple[float, float, float]]:
    (width, depth, _), (left, front, _) = (bounds[1] - bounds[0]).tolist(), bounds[0].tolist()
    board = Board(round(width + 2 * MARGIN, 4), round(depth + 2 * MARGIN, 4))
    return board, (round(MARGIN - left, 4), round(MARGIN - front, 4), 0.0)


@lru_cache(maxsize=4)
def size_figure(board: Board) -> Model:
    """Return the figure that stands beside the piece for its size, at the piece's near left corner."""
    base = base_sold(FIGURE_BASE_MM, FIGURE_BASE_MM)
    at = (MARGIN - FIGURE_ASIDE, MARGIN - FIGURE_ASIDE, 0.0)
    return Model(FIGURE, "guide", base, figure_named("swordsman"), Placement(at, -0.6))


def shown_piece(piece: Piece) -> Piece:
    """Return a piece as it is drawn: in its mesh's colours, or in one of stone; kinds are laid over it as tints.

    A piece from parameters looks as it does on every other table.
    """
    return Piece(piece.name, tuple(_shown_part(piece, part) for part in piece.parts))


def _shown_part(piece: Piece, part: Part) -> Part:
    if part.skin is not None:
        return part
    if piece.made is not None:
        return Part(part.id, part.kinds, part.solid, look_of(piece, part), part.is_opening)
    count = len(part.solid.faces)
    skin = Skin(np.tile(np.array(STONE, np.uint8), (count, 1)), np.full(count, Material.STONE, np.uint8))
    return Part(part.id, part.kinds, part.solid, skin, part.is_opening)
