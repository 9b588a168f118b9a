"""Changes of a table's squares by hand: an empty grid, squares and walls drawn between two places, taken away again.

Each returns another grid; places are in inches, those beside the grid count as its rim.
"""

import math
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from warcry3d.table.grid import FLOOR, Square, SquareEdge, SquareGrid
from warcry3d.table.table import Board

__all__ = ["cleared", "edges_between", "empty_grid", "sides_of", "squares_between", "with_edges", "with_squares"]

Spot = tuple[float, float]


def empty_grid(board: Board) -> SquareGrid:
    """Return open floor on the whole squares of a board.

    >>> empty_grid(Board(3, 2)).rows
    ('...', '...')
    """
    return SquareGrid((FLOOR * max(int(board.width), 1),) * max(int(board.depth), 1))


def squares_between(grid: SquareGrid, one: Spot, other: Spot) -> frozenset[Square]:
    """Return the squares of the rectangle between two places.

    >>> sorted(squares_between(SquareGrid(("...", "...")), (0.2, 0.7), (1.4, -5)))
    [(0, 0), (1, 0)]
    """
    xs = _span(one[0], other[0], grid.width)
    ys = _span(one[1], other[1], grid.depth)
    return frozenset((x, y) for x in xs for y in ys)


def _span(one: float, other: float, count: int) -> range:
    low, high = (min(max(math.floor(at), 0), count - 1) for at in sorted((one, other)))
    return range(low, high + 1)


def edges_between(grid: SquareGrid, one: Spot, other: Spot) -> frozenset[SquareEdge]:
    """Return the sides of squares on the straight line between two places, along the axis on which they lie farther
    apart; where they are one place, the side nearest to it.

    >>> sorted(edges_between(SquareGrid(("...", "...")), (0.1, 0.9), (2.2, 1.2)))
    [((0, 1), (1, 1)), ((1, 1), (2, 1))]
    >>> sorted(edges_between(SquareGrid(("...", "...")), (1.1, 0.5), (1.1, 0.5)))
    [((1, 0), (1, 1))]
    """
    (x0, y0), (x1, y1) = one, other
    if max(abs(x1 - x0), abs(y1 - y0)) < 0.5:
        return frozenset((_nearest_edge(grid, one),))
    if abs(x1 - x0) >= abs(y1 - y0):
        row = _whole(y0, grid.depth)
        ends = sorted((_whole(x0, grid.width), _whole(x1, grid.width)))
        points = [(x, row) for x in range(ends[0], ends[1] + 1)]
    else:
        column = _whole(x0, grid.width)
        ends = sorted((_whole(y0, grid.depth), _whole(y1, grid.depth)))
        points = [(column, y) for y in range(ends[0], ends[1] + 1)]
    return frozenset(pairwise(points))


def _whole(at: float, count: int) -> int:
    return min(max(math.floor(at + 0.5), 0), count)


def _nearest_edge(grid: SquareGrid, at: Spot) -> SquareEdge:
    (x,), (y,) = _span(at[0], at[0], grid.width), _span(at[1], at[1], grid.depth)
    return min(sides_of((x, y)), key=lambda edge: (math.dist(at, _middle(edge)), edge))


def sides_of(mark: Square | SquareEdge) -> tuple[SquareEdge, ...]:
    """Return the four sides of a square; of a side, itself."""
    match mark:
        case ((int(), int()) as one, (int(), int()) as other):
            return ((one, other),)
        case (int(x), int(y)):
            pass
    return (
        ((x, y), (x + 1, y)),
        ((x, y + 1), (x + 1, y + 1)),
        ((x, y), (x, y + 1)),
        ((x + 1, y), (x + 1, y + 1)),
    )


def _middle(edge: SquareEdge) -> Spot:
    (x0, y0), (x1, y1) = edge
    return (x0 + x1) / 2, (y0 + y1) / 2


def with_squares(grid: SquareGrid, squares: AbstractSet[Square], letter: str) -> SquareGrid:
    """Return a grid with one letter on some squares.

    >>> with_squares(SquareGrid(("...", "...")), {(0, 0), (2, 1)}, "#").rows
    ('..#', '#..')
    """
    rows = (
        "".join(letter if (x, grid.depth - 1 - n) in squares else old for x, old in enumerate(row))
        for n, row in enumerate(grid.rows)
    )
    return replace(grid, rows=tuple(rows))


def with_edges(grid: SquareGrid, edges: AbstractSet[SquareEdge]) -> SquareGrid:
    """Return a grid with walls along sides of squares; where all of them are there, they are taken away.

    >>> walled = with_edges(SquareGrid(("..",)), {((1, 0), (1, 1))})
    >>> walled.edges, with_edges(walled, walled.edges).edges
    (frozenset({((1, 0), (1, 1))}), frozenset())
    """
    kept = grid.edges - edges if edges <= grid.edges else grid.edges | edges
    return replace(grid, edges=frozenset(kept))


def cleared(grid: SquareGrid, squares: AbstractSet[Square]) -> SquareGrid:
    """Return a grid with open floor on some squares, and no wall along a side of any of them."""
    sides = {side for square in squares for side in sides_of(square)}
    return replace(with_squares(grid, squares, FLOOR), edges=grid.edges - sides)
