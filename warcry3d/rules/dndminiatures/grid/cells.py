"""Cells and spaces of the map, and how squares are counted (DDM-CELL, DDM-DIST).

Cell ``(x, y)`` is the closed unit square ``[x, x + 1] x [y, y + 1]``, one inch wide.
"""

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["STEPS", "Cell", "Space", "are_adjacent", "cell_distance", "quarter_towards", "space_distance", "step_cost"]

Cell = tuple[int, int]
"""The corner of a cell with the smaller coordinates."""

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The steps to the eight neighbours of a cell: the straight ones first, each four counterclockwise."""


@dataclass(frozen=True, slots=True, order=True)
class Space:
    """The cells that a creature occupies: a square of ``size`` x ``size`` cells with its least corner at ``cell``."""

    cell: Cell
    size: int = 1

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"a space has at least 1 cell, not {self.size}")

    @property
    def low(self) -> Cell:
        """The corner with the smaller coordinates."""
        return self.cell

    @property
    def high(self) -> Cell:
        """The corner with the larger coordinates."""
        return (self.cell[0] + self.size, self.cell[1] + self.size)

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the space."""
        return (self.cell[0] + self.size / 2, self.cell[1] + self.size / 2)

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells, row by row."""
        x, y = self.cell
        return tuple((x + i, y + j) for j in range(self.size) for i in range(self.size))

    def corners(self) -> tuple[Cell, ...]:
        """Return the lattice points of the space, each the corner of at least one of its cells."""
        x, y = self.cell
        return tuple((x + i, y + j) for j in range(self.size + 1) for i in range(self.size + 1))

    def outline(self) -> tuple[Cell, Cell, Cell, Cell]:
        """Return the four corners of the whole space, counterclockwise."""
        (x0, y0), (x1, y1) = self.low, self.high
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))

    def shifted(self, step: Cell) -> "Space":
        """Return the space with all its cells moved by the same step (DDM-MOVE-8)."""
        return Space((self.cell[0] + step[0], self.cell[1] + step[1]), self.size)

    def has(self, cell: Cell) -> bool:
        """Return whether ``cell`` is one of the space's."""
        return all(low <= at < low + self.size for low, at in zip(self.cell, cell, strict=True))

    def overlaps(self, other: "Space") -> bool:
        """Return whether the spaces share a cell."""
        return _gap(self, other, 0) < 1 and _gap(self, other, 1) < 1

    def neighbours(self) -> Iterator[Cell]:
        """Yield the cells around the space, each once."""
        (x0, y0), (x1, y1) = self.low, self.high
        for x in range(x0 - 1, x1 + 1):
            for y in range(y0 - 1, y1 + 1):
                if not self.has((x, y)):
                    yield (x, y)


def _gap(one: Space, other: Space, axis: int) -> int:
    """Return the steps along an axis between the nearest cells of two spaces; 0 where they share a row."""
    apart = other.cell[axis] - one.cell[axis]
    return max(apart - one.size + 1, 1 - apart - other.size, 0)


def are_adjacent(one: Space, other: Space) -> bool:
    """Return whether a cell of one space and a cell of the other share a side or a corner (DDM-CELL-3)."""
    return max(_gap(one, other, 0), _gap(one, other, 1)) == 1


def cell_distance(dx: int, dy: int) -> int:
    """Return the squares between cells at these offsets: every second diagonal step counts twice (DDM-DIST-1).

    >>> [cell_distance(*offset) for offset in ((3, 3), (4, 4), (5, 2), (4, 5))]
    [4, 6, 6, 7]
    """
    wide, narrow = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    return wide + narrow // 2


def space_distance(one: Space, other: Space) -> int:
    """Return the squares between two spaces: the least over their pairs of cells; adjacent: 1 (DDM-DIST-2)."""
    return cell_distance(_gap(one, other, 0), _gap(one, other, 1))


def quarter_towards(at: tuple[float, float], to: tuple[float, float], before: int = 0) -> int:
    """Return the direction from one point to another in quarters of a turn, counterclockwise from east, the nearest.

    Of two as near it is ``before``, if that is one of them.

    >>> [quarter_towards((0, 0), to) for to in ((1, 0), (1, 3), (-5, 1), (0, -1), (2, 2))]
    [0, 1, 2, 3, 0]
    >>> quarter_towards((0, 0), (2, 2), before=1)
    1
    """
    dx, dy = to[0] - at[0], to[1] - at[1]
    along, across = (2 if dx < 0 else 0), (3 if dy < 0 else 1)
    if abs(dx) == abs(dy):
        return before if before == across or not dx else along
    return along if abs(dx) > abs(dy) else across


def step_cost(step: Cell, diagonals: int) -> int:
    """Return what a step costs after so many diagonal ones: the 1st diagonal 1, the 2nd 2, the 3rd 1 (DDM-MOVE-1)."""
    return 2 if step[0] and step[1] and diagonals % 2 else 1
