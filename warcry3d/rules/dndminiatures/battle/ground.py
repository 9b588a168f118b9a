"""The ground of a skirmish: the map with the tiles laid so far, its start areas and exits."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from warcry3d.rules.dndminiatures.board import grid_map
from warcry3d.rules.dndminiatures.grid.cells import Cell
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.tiles.map_tile import EXIT, LaidShape
from warcry3d.table.grid import EXITS, FLOOR, STARTS, SquareEdge, SquareGrid
from warcry3d.table.table import Table

__all__ = ["SkirmishGround", "skirmish_ground"]


@dataclass(frozen=True, eq=False)
class SkirmishGround:
    """The map as it is now. ``table``: without creatures; ``starts`` and ``exits``: the squares of each start area."""

    table: Table
    grid: SquareGrid
    board: GridMap
    shapes: tuple[LaidShape, ...]
    starts: Mapping[int, frozenset[Cell]]
    exits: Mapping[int, frozenset[Cell]]

    @cached_property
    def flown(self) -> GridMap:
        """Return the map as flying creatures find it."""
        return replace(self.board, is_flown=True)

    @cached_property
    def known(self) -> dict[object, object]:
        """Return what was worked out of this map so far, by questions' own keys: sight and contact between spaces."""
        return {}


def skirmish_ground(
    table: Table,
    shapes: tuple[LaidShape, ...],
    starts: tuple[int, ...],
    players: int,
    *,
    squeezes: bool = False,
    cuts_corners: bool = False,
) -> SkirmishGround:
    """Return a table's map with tiles on it; ``starts``: the start area that each tile makes (-1: none).

    An assembly tile is a start area with all its squares. Its exits are those on the map's own exits: of one at the
    middle of an edge only those along the edge. Once each player has one, start areas without a tile are plain floor.
    """
    base = table.grid
    assert base is not None, "the context asked for squares"
    areas = {n: base.start(n) for n in base.start_numbers}
    exits = {n: base.exits(n) for n in base.start_numbers}
    for shape, start in zip(shapes, starts, strict=True):
        if start >= 0:
            areas[start] = shape.squares()
            exits[start] = shape.exits() & base.exits(start)
    used = {start for start in starts if start >= 0}
    grid = _laid_grid(base, shapes, starts, exits, clears=len(used) >= players)
    board = replace(grid_map(grid), squeezes=squeezes, cuts_corners=cuts_corners)
    return SkirmishGround(
        replace(table, grid=grid), grid, board, shapes, MappingProxyType(areas), MappingProxyType(exits)
    )


def _laid_grid(
    base: SquareGrid,
    shapes: tuple[LaidShape, ...],
    starts: tuple[int, ...],
    exits: Mapping[int, frozenset[Cell]],
    *,
    clears: bool,
) -> SquareGrid:
    if not shapes:
        return base
    squares = {(x, y): base.at((x, y)) for x in range(base.width) for y in range(base.depth)}
    if clears:
        squares = {square: FLOOR if letter in STARTS + EXITS else letter for square, letter in squares.items()}
    edges: set[SquareEdge] = set(base.edges)
    for shape, start in zip(shapes, starts, strict=True):
        (x0, y0), tile = shape.cell, shape.tile.grid
        for x in range(tile.width):
            for y in range(tile.depth):
                at = (x0 + x, y0 + y)
                letter = tile.at((x, y))
                if letter in (FLOOR, EXIT) and start >= 0:
                    letter = EXITS[start] if at in exits[start] else STARTS[start]
                squares[at] = letter
        edges |= {((x0 + ax, y0 + ay), (x0 + bx, y0 + by)) for (ax, ay), (bx, by) in tile.edges}
    rows = tuple("".join(squares[x, y] for x in range(base.width)) for y in range(base.depth - 1, -1, -1))
    return SquareGrid(rows, frozenset(edges))
