"""Tables with squares and models on them for tests: drawn as rows of text."""

from collections.abc import Sequence
from types import MappingProxyType

from warcry3d.geom.solid import Placement
from warcry3d.table.figures import named_figure
from warcry3d.table.grid import Square, SquareGrid
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.table import Board, Table, Terrain

__all__ = ["OPEN", "standing", "table"]

OPEN = tuple("." * 10 for _ in range(6))


def standing(id: str, square: Square, *, side: str = "red", size: int = 1, **profile: object) -> Model:
    """Return a model whose space has its least corner at a square; its speed is 4 unless its profile says otherwise."""
    at = (square[0] + size / 2, square[1] + size / 2, 0.0)
    base = Base(BaseShape.SQUARE, float(size), float(size))
    figure = named_figure("swordsman", JsonPath("figure"))
    return Model(id, side, base, figure, Placement(at), MappingProxyType({"speed": 4, **profile}))


def table(*models: Model, rows: Sequence[str] = OPEN, **grid: object) -> Table:
    squares = SquareGrid(tuple(rows), **grid)  # type: ignore[arg-type]
    board = Board(float(squares.width), float(squares.depth))
    return Table("dndminiatures", board, Terrain(()), models, grid=squares)
