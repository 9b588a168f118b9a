"""Map tiles: squares with walls, statues and difficult ground that players lay on an open map (DDM-TILE)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from warcry3d.table.grid import WALL, Square, SquareEdge, SquareGrid

__all__ = ["EXIT", "TURNS", "LaidShape", "MapTile", "TileKind", "WallBox", "turned_grid", "wall_boxes"]

EXIT = "x"
"""The letter of an exit square on an assembly tile."""
TURNS = 4
"""Quarter turns, counterclockwise, after which a tile lies as before."""

WallBox = tuple[int, int, int, int]
"""A wall as a closed box (x0, y0, x1, y1) of lattice points: a square, or a side of one."""


class TileKind(StrEnum):
    """What a tile is for: a warband assembles on it, or it is one of the others (DDM-BAND-6)."""

    ASSEMBLY = "assembly"
    FEATURE = "feature"


@dataclass(frozen=True, slots=True)
class MapTile:
    """A map tile. ``grid``: its squares with `EXIT` for exits, walls along edges; both in its own frame."""

    id: str
    name: str
    kind: TileKind
    grid: SquareGrid

    @property
    def is_assembly(self) -> bool:
        """Return whether a warband is set up on it."""
        return self.kind is TileKind.ASSEMBLY

    @property
    def exits(self) -> frozenset[Square]:
        """Return its exit squares."""
        return self.grid.squares(EXIT)

    def turned(self, quarters: int) -> "MapTile":
        """Return the tile turned counterclockwise by quarters; its least corner stays the origin."""
        return replace(self, grid=turned_grid(self.grid, quarters % TURNS))

    def turns(self) -> tuple[int, ...]:
        """Return the quarter turns that make a difference."""
        found: dict[SquareGrid, int] = {}
        for quarters in range(TURNS):
            found.setdefault(turned_grid(self.grid, quarters), quarters)
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class LaidShape:
    """A tile as it lies on the map: turned already, its least corner on ``cell``."""

    tile: MapTile
    cell: Square

    def squares(self) -> frozenset[Square]:
        """Return the squares of the map that it covers."""
        x, y = self.cell
        return frozenset((x + i, y + j) for i in range(self.tile.grid.width) for j in range(self.tile.grid.depth))

    def exits(self) -> frozenset[Square]:
        """Return the squares of the map on which its exits lie."""
        return frozenset((self.cell[0] + x, self.cell[1] + y) for x, y in self.tile.exits)


@lru_cache(maxsize=256)
def turned_grid(grid: SquareGrid, quarters: int) -> SquareGrid:
    """Return a grid turned counterclockwise by quarters.

    >>> turned_grid(SquareGrid(("#.", "..", "..")), 1).rows
    ('...', '#..')
    """
    if not quarters:
        return grid
    depth = grid.depth
    rows = tuple("".join(grid.at((y, depth - 1 - x)) for x in range(depth)) for y in range(grid.width - 1, -1, -1))
    edges = frozenset(_turned_edge(edge, depth) for edge in grid.edges)
    return turned_grid(SquareGrid(rows, edges), quarters - 1)


def _turned_edge(edge: SquareEdge, depth: int) -> SquareEdge:
    one, other = sorted((depth - y, x) for x, y in edge)
    return (one, other)


def wall_boxes(grid: SquareGrid, cell: Square = (0, 0)) -> tuple[WallBox, ...]:
    """Return the walls of a grid whose least corner lies on ``cell``: squares, then sides of squares."""
    return tuple(_boxes(grid, cell))


def _boxes(grid: SquareGrid, cell: Square) -> Iterator[WallBox]:
    x0, y0 = cell
    for x, y in sorted(grid.squares(WALL)):
        yield (x0 + x, y0 + y, x0 + x + 1, y0 + y + 1)
    ends: Sequence[SquareEdge] = sorted(grid.edges)
    for (ax, ay), (bx, by) in ends:
        yield (x0 + ax, y0 + ay, x0 + bx, y0 + by)
