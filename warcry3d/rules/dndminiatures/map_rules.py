"""What D&D Miniatures asks of a battlefield: squares, start areas, ways wide enough (DDM-CELL-1, DDM-MAP, DDM-TILE)."""

from collections.abc import Iterator

from warcry3d.message import Message, counted, message, template
from warcry3d.rules.dndminiatures.creatures.faults import FEWEST_WARBANDS, MOST_WARBANDS
from warcry3d.rules.square_kinds import COMMON_SQUARES, SquareKind
from warcry3d.table.grid import EXITS, STARTS, SquareGrid
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["SIZE", "SQUARES", "map_findings"]

SIZE = (34.0, 22.0)
"""Squares of a printed map along x and y; others are allowed."""
SQUARES: tuple[SquareKind, ...] = (
    *COMMON_SQUARES,
    SquareKind(
        template("start area"), template("where this warband is set up"), STARTS[:MOST_WARBANDS], (0.95, 0.80, 0.30)
    ),
    SquareKind(
        template("exit"),
        template("squares of the start area by which routing creatures leave the map"),
        EXITS[:MOST_WARBANDS],
        (0.40, 0.85, 0.45),
    ),
)
"""What a map is drawn with (DDM-CELL-4, DDM-MAP-2, DDM-MAP-3)."""


def map_findings(table: Table) -> tuple[Finding, ...]:
    """Return where a table is not what a skirmish can be played on."""
    if table.grid is None:
        said = message("the board has no squares, on which this is played (DDM-CELL-1)")
        return (Finding("no-squares", Severity.ERROR, said),)
    return (*_starts(table.grid), *_exits(table.grid))


def _starts(grid: SquareGrid) -> Iterator[Finding]:
    starts = len(grid.start_numbers)
    if starts < FEWEST_WARBANDS:
        said: Message = counted(
            "the map has {n} start area; it needs {least} (DDM-MAP-3)",
            "the map has {n} start areas; it needs {least} (DDM-MAP-3)",
            starts,
            least=FEWEST_WARBANDS,
        )
        yield Finding("few-starts", Severity.ERROR, said)


def _exits(grid: SquareGrid) -> Iterator[Finding]:
    for number in grid.start_numbers:
        if not grid.exits(number):
            squares = sorted(grid.start(number))
            x, y = squares[0]
            said = message("start area {number} has no exit squares (DDM-MAP-2)", number=number + 1)
            yield Finding("no-exits", Severity.WARNING, said, ((x + 0.5, y + 0.5, 0.0),))
