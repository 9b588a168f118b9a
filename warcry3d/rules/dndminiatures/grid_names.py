"""What stands on the squares of a table, by the names that verdicts call parts of terrain by."""

from collections.abc import Iterable, Iterator

from warcry3d.rules.dndminiatures.grid.cells import Space
from warcry3d.rules.dndminiatures.grid.grid_map import Edge, GridMap
from warcry3d.rules.dndminiatures.grid.ranged_cover import CoveringCell, Crossed
from warcry3d.table.grid import GridPart, GridPartKind

__all__ = ["crossed_name", "span_names", "wall_names"]


def crossed_name(board: GridMap, crossed: Crossed) -> str:
    """Return the name of what gives cover; empty for a cell that only a creature occupies."""
    if not isinstance(crossed, CoveringCell):
        return str(GridPart(GridPartKind.EDGE, *crossed.edge))
    if crossed.cell in board.walls:
        return str(GridPart(GridPartKind.WALL, crossed.cell))
    return str(GridPart(GridPartKind.STATUE, crossed.cell)) if crossed.cell in board.statues else ""


def span_names(spans: Iterable[Edge]) -> Iterator[str]:
    """Yield the names of segments that block sight: diagonals of wall cells, and walls along sides."""
    for (ax, ay), (bx, by) in spans:
        if ax != bx and ay != by:
            yield str(GridPart(GridPartKind.WALL, (min(ax, bx), min(ay, by))))
        else:
            yield str(GridPart(GridPartKind.EDGE, (ax, ay), (bx, by)))


def wall_names(board: GridMap, one: Space, other: Space) -> Iterator[str]:
    """Yield the names of the walls about two adjacent spaces, cells first."""
    x0, y0 = (min(a, b) - 1 for a, b in zip(one.low, other.low, strict=True))
    x1, y1 = (max(a, b) for a, b in zip(one.high, other.high, strict=True))
    for x, y in sorted(board.walls):
        if x0 < x < x1 and y0 < y < y1:
            yield str(GridPart(GridPartKind.WALL, (x, y)))
    for low, high in sorted(board.edges):
        if x0 < low[0] and high[0] <= x1 and y0 < low[1] and high[1] <= y1:
            yield str(GridPart(GridPartKind.EDGE, low, high))
