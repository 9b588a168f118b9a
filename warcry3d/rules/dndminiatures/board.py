"""Squares and models: the map of a table, the space that a model occupies, the place that a space gives."""

from collections.abc import Sequence
from functools import lru_cache

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Point
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.table.grid import DIFFICULT, STATUE, WALL, SquareGrid
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = [
    "cells_along",
    "grid_map",
    "map_of",
    "middle_of",
    "needed_map",
    "placement_of",
    "size_of",
    "space_at",
    "space_of",
]

MAX_CELLS = 300
"""Cells of a way at most; none costs so much."""
MAX_SIZE = 4
"""The most cells along a side of a creature's space."""


def map_of(table: Table) -> GridMap:
    """Return the map of a table: its squares; where it has none, an open floor as large as the board."""
    if table.grid is None:
        return GridMap(max(int(table.board.width), 1), max(int(table.board.depth), 1))
    return grid_map(table.grid)


def needed_map(table: Table) -> GridMap:
    """Return the map of a table; raise `QuestionError` for one without squares."""
    if table.grid is None:
        raise QuestionError("this table has no squares, which D&D Miniatures is played on")
    return grid_map(table.grid)


@lru_cache(maxsize=64)
def grid_map(grid: SquareGrid) -> GridMap:
    """Return a grid as the rules read it (DDM-CELL-4)."""
    return GridMap(
        grid.width, grid.depth, grid.squares(WALL), grid.edges, grid.squares(STATUE), grid.squares(DIFFICULT)
    )


def size_of(model: Model) -> int:
    """Return the cells along a side of a model's space: its base in whole inches, one at least (DDM-CELL-1)."""
    return min(max(round(max(model.base.length, model.base.width)), 1), MAX_SIZE)


def space_of(model: Model) -> Space:
    """Return the space nearest to where a model stands."""
    return space_at(model.placement.at[0], model.placement.at[1], size_of(model))


def space_at(x: float, y: float, size: int = 1) -> Space:
    """Return the space whose middle is nearest to a point (in).

    >>> space_at(3.4, 2.6).cell, space_at(3.4, 2.6, size=2).cell
    ((3, 2), (2, 2))
    """
    return Space((_nearest(x, size), _nearest(y, size)), size)


def _nearest(at: float, size: int) -> int:
    """Return the least cell along an axis; halfway between two it is the farther one."""
    return int((2 * at - size + 1) // 2)


def middle_of(space: Space) -> Point:
    """Return the place (in) where a model stands in the middle of a space."""
    return (*space.middle, 0.0)


def placement_of(cell: Cell, size: int, turn: float = 0.0) -> Placement:
    """Return where a model stands whose space has its least corner at ``cell``."""
    return Placement(middle_of(Space(cell, size)), turn)


def cells_along(space: Space, points: Sequence[Point]) -> tuple[Cell, ...]:
    """Return the cells that a space comes to on its way past points: those nearest to them, and straight on between
    them, diagonal steps first; no more than any way on a map has.
    """
    cells: list[Cell] = []
    at = space.cell
    for x, y, _ in points:
        to = space_at(x, y, space.size).cell
        while at != to and len(cells) < MAX_CELLS:
            at = (at[0] + _sign(to[0] - at[0]), at[1] + _sign(to[1] - at[1]))
            cells.append(at)
    return tuple(cells)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
