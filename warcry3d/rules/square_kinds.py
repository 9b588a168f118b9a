"""What a rule system that plays on squares draws on them, as an editor of boards offers it."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from warcry3d.message import template
from warcry3d.table.grid import DIFFICULT, FLOOR, STATUE, WALL, Square, SquareEdge, SquareGrid
from warcry3d.table.grid_edits import cleared, edges_between, squares_between, with_edges, with_squares
from warcry3d.table.side_colours import Colour

__all__ = ["COMMON_SQUARES", "EDGE", "SquareBrush", "SquareKind"]

EDGE = "|"
"""Stands for walls along sides of squares, which have no letter of their own."""


@dataclass(frozen=True, slots=True)
class SquareKind:
    """A kind of square: what it is called and what it does (templates), and its ``letters``: one for each area where
    they are numbered, else a single one, or `EDGE`.
    """

    title: str
    tip: str
    letters: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class SquareBrush:
    """What is drawn: a kind, and which of its areas (from 0)."""

    kind: SquareKind
    number: int = 0

    @property
    def letter(self) -> str:
        """Return the letter that is drawn, or `EDGE`."""
        return self.kind.letters[min(self.number, len(self.kind.letters) - 1)]

    def marked(
        self, grid: SquareGrid, one: tuple[float, float], other: tuple[float, float]
    ) -> AbstractSet[Square] | AbstractSet[SquareEdge]:
        """Return what a stroke between two places (in) covers: squares, or sides of them."""
        return edges_between(grid, one, other) if self.letter == EDGE else squares_between(grid, one, other)

    def drawn(self, grid: SquareGrid, one: tuple[float, float], other: tuple[float, float]) -> SquareGrid:
        """Return a grid after a stroke between two places (in).

        >>> wall = SquareBrush(COMMON_SQUARES[1])
        >>> wall.drawn(SquareGrid(("...", "...")), (0.5, 0.5), (1.5, 0.5)).rows
        ('...', '##.')
        """
        if self.letter == EDGE:
            return with_edges(grid, edges_between(grid, one, other))
        squares = squares_between(grid, one, other)
        return cleared(grid, squares) if self.letter == FLOOR else with_squares(grid, squares, self.letter)


COMMON_SQUARES: tuple[SquareKind, ...] = (
    SquareKind(
        template("open floor"), template("clears squares, and the walls along their sides"), FLOOR, (0.86, 0.83, 0.76)
    ),
    SquareKind(template("wall"), template("squares that nobody enters or sees through"), WALL, (0.75, 0.55, 0.40)),
    SquareKind(
        template("wall along sides"),
        template("drag along the lines between squares; once more takes it away"),
        EDGE,
        (0.96, 0.60, 0.24),
    ),
    SquareKind(
        template("difficult ground"), template("squares that cost twice as much"), DIFFICULT, (0.55, 0.70, 0.36)
    ),
    SquareKind(template("statue"), template("stands on its square"), STATUE, (0.80, 0.80, 0.84)),
)
"""Those that every grid can have."""
