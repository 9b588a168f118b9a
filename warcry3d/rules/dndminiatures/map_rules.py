"""What D&D Miniatures asks of a battlefield: squares, start areas, ways wide enough (DDM-CELL-1, DDM-MAP, DDM-TILE)."""

from collections.abc import Iterator

from warcry3d.message import Message, counted, message
from warcry3d.rules.dndminiatures.creatures.faults import FEWEST_WARBANDS
from warcry3d.table.grid import SquareGrid
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["SIZE", "map_findings"]

SIZE = (34.0, 22.0)
"""Squares of a printed map along x and y; others are allowed."""


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
