"""The map: where walls, statues and difficult ground are (DDM-CELL-4, DDM-MAP)."""

from collections.abc import Iterable
from dataclasses import dataclass

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space

__all__ = ["Edge", "GridMap", "edge_between"]

Edge = tuple[Cell, Cell]
"""A side of a cell: its two lattice points, the smaller first."""


def edge_between(one: Cell, other: Cell) -> Edge:
    """Return the side that two cells share; raise `ValueError` where they share none.

    >>> edge_between((2, 0), (1, 0))
    ((2, 0), (2, 1))
    """
    (x, y), (dx, dy) = max(one, other), (other[0] - one[0], other[1] - one[1])
    if abs(dx) + abs(dy) != 1:
        raise ValueError(f"cells {one} and {other} share no side")
    return ((x, y), (x, y + 1)) if dx else ((x, y), (x + 1, y))


@dataclass(frozen=True, slots=True)
class GridMap:
    """A map of ``width`` x ``depth`` cells, from (0, 0).

    ``walls``: cells that are solid; ``edges``: sides of cells with a wall along them; ``statues`` and ``difficult``
    ground: cells. The map's border is a wall everywhere (DDM-MAP-1).

    How it is walked on: ``is_flown``: neither difficult ground nor statues slow; ``squeezes``: a big creature passes
    gaps one cell narrower than itself; ``cuts_corners``: diagonal steps pass the end of a wall (against DDM-MOVE-9).
    """

    width: int
    depth: int
    walls: frozenset[Cell] = frozenset()
    edges: frozenset[Edge] = frozenset()
    statues: frozenset[Cell] = frozenset()
    difficult: frozenset[Cell] = frozenset()
    is_flown: bool = False
    squeezes: bool = False
    cuts_corners: bool = False

    def has(self, cell: Cell) -> bool:
        """Return whether a cell lies on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.depth

    def is_wall(self, cell: Cell) -> bool:
        """Return whether nobody can be in a cell: a wall, or off the map."""
        return cell in self.walls or not self.has(cell)

    def has_wall_between(self, one: Cell, other: Cell) -> bool:
        """Return whether a wall keeps two cells that share a side apart: one along their side, or one of them."""
        return edge_between(one, other) in self.edges or self.is_wall(one) or self.is_wall(other)

    def is_slow(self, cells: Iterable[Cell]) -> bool:
        """Return whether one of these cells slows who enters it: difficult ground or a statue (DDM-MOVE-4)."""
        return not self.is_flown and any(cell in self.difficult or cell in self.statues for cell in cells)

    def can_hold(self, space: Space) -> bool:
        """Return whether all cells of a space are on the map, free of walls, and with no wall between them."""
        cells = space.cells()
        if any(self.is_wall(cell) for cell in cells):
            return False
        return space.size == 1 or not any(edge in self.edges for edge in _inner_edges(space))


def _inner_edges(space: Space) -> Iterable[Edge]:
    x, y = space.cell
    for i in range(space.size - 1):
        for j in range(space.size):
            yield edge_between((x + i, y + j), (x + i + 1, y + j))
            yield edge_between((x + j, y + i), (x + j, y + i + 1))
