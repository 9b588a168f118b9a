"""The straight line of a charge (DDM-CHARGE-4 to -8): where it ends and which cells it crosses."""

from collections.abc import Iterator

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, are_adjacent, space_distance
from warcry3d.rules.dndminiatures.grid.grid_map import Edge, GridMap

__all__ = ["charge_cells", "charge_edges", "destinations"]


def destinations(board: GridMap, charger: Space, target: Space) -> tuple[Space, ...]:
    """Return the spaces adjacent to the target that are nearest to the charger, by the count of squares (DDM-CHARGE-4).

    Off the map there are none; whether something stands there, or a wall, is not asked.
    """
    around = [space for space in _touching(charger.size, target) if all(board.has(cell) for cell in space.cells())]
    nearest = min((_moved(charger, space) for space in around), default=0)
    return tuple(sorted(space for space in around if _moved(charger, space) == nearest))


def _touching(size: int, target: Space) -> Iterator[Space]:
    (x0, y0), (x1, y1) = target.low, target.high
    for x in range(x0 - size, x1 + 1):
        for y in range(y0 - size, y1 + 1):
            space = Space((x, y), size)
            if are_adjacent(space, target):
                yield space


def _moved(start: Space, end: Space) -> int:
    """Return the squares of moving a whole space."""
    return space_distance(Space(start.cell), Space(end.cell))


def charge_cells(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """Return the cells whose interior the segment between two cells' centres crosses, from the start's to the end's.

    >>> charge_cells((0, 0), (3, 1))
    ((0, 0), (1, 0), (2, 1), (3, 1))
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    found = []
    for x in range(min(start[0], end[0]), max(start[0], end[0]) + 1):
        for y in range(min(start[1], end[1]), max(start[1], end[1]) + 1):
            # Which side of the line its corners are on; lengths are doubled, from the centre of the start.
            u, v = 2 * (x - start[0]), 2 * (y - start[1])
            sides = [dx * (v + j) - dy * (u + i) for i in (-1, 1) for j in (-1, 1)]
            if min(sides) < 0 < max(sides) or start == end:
                found.append((x, y))
    return tuple(sorted(found, key=lambda cell: (cell[0] - start[0]) * dx + (cell[1] - start[1]) * dy))


def charge_edges(start: Cell, end: Cell, board: GridMap) -> tuple[Edge, ...]:
    """Return the walls along cells' sides that the segment between two cells' centres crosses, ends included."""
    # Lengths are doubled: the centre of cell k is at 2 k + 1.
    a, b = (2 * start[0] + 1, 2 * start[1] + 1), (2 * end[0] + 1, 2 * end[1] + 1)
    return tuple(edge for edge in sorted(board.edges) if _meet(a, b, _doubled(edge[0]), _doubled(edge[1])))


def _doubled(point: Cell) -> Cell:
    return (2 * point[0], 2 * point[1])


def _meet(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Return whether two segments cross each other between their ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Cell, b: Cell, c: Cell) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
