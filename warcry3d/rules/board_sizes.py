"""The sizes of boards that rule systems play on, as a table that new boards are made from."""

from dataclasses import dataclass

from warcry3d.message import template
from warcry3d.table.default_ruleset import DEFAULT_RULESET
from warcry3d.table.table import Board

__all__ = ["BOARD_SIZES", "BoardSize", "grid_of"]


@dataclass(frozen=True, slots=True)
class BoardSize:
    """A size of board (in): what it is called (a template). ``grid``: the side of its squares, 0 where it has none.

    ``ruleset``: the rule system that a new table of this size names, and that is played on it.
    """

    title: str
    width: float
    depth: float
    grid: float = 0.0
    ruleset: str = DEFAULT_RULESET


BOARD_SIZES: tuple[BoardSize, ...] = (
    BoardSize(template("Warcry"), 30, 22),
    BoardSize(template("Age of Sigmar, the smallest: 3 x 3 ft"), 36, 36, ruleset="ageofsigmar"),
    BoardSize(template("Age of Sigmar: 4 x 4 ft"), 48, 48, ruleset="ageofsigmar"),
    BoardSize(template("Age of Sigmar: 6 x 4 ft"), 72, 48, ruleset="ageofsigmar"),
    BoardSize(template("Warhammer 40,000: Incursion, Strike Force"), 60, 44, ruleset="warhammer40k"),
    BoardSize(template("Warhammer 40,000: Onslaught"), 90, 44, ruleset="warhammer40k"),
    BoardSize(template("D&D Miniatures: a map of squares"), 34, 22, grid=1.0, ruleset="dndminiatures"),
)
"""In the order in which they are offered. Warcry: WC-PLAN; Age of Sigmar: at least 3 x 3 ft (AOS-TABLE-1); Warhammer
40,000: 40K-ARMY-1. D&D Miniatures names squares of an inch (DDM-CELL-1) and no size: this is that of its printed maps.
"""


def grid_of(board: Board) -> float:
    """Return the side (in) of the squares that a board of this size has, lying either way; 0: none.

    >>> grid_of(Board(34, 22)), grid_of(Board(30, 22))
    (1.0, 0.0)
    """
    sides = {(board.width, board.depth), (board.depth, board.width)}
    return next((one.grid for one in BOARD_SIZES if (one.width, one.depth) in sides), 0.0)
