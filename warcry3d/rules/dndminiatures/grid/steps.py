"""Steps from cell to cell: which are open, and how far it is around walls (DDM-MOVE-4, -5, -8, -9, DDM-DIST-3)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush
from types import MappingProxyType

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import closed_ways
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.step_table import step_table

__all__ = ["can_step", "walls_distance", "walls_distances"]


def can_step(board: GridMap, space: Space, step: Cell) -> bool:
    """Return whether no wall stops a creature's step: of all its cells alike, not past the end of a wall diagonally.

    Creatures in the way are not asked. On a map where big creatures squeeze, a part of the space that is one cell
    narrower has room enough; all of the space is on the map all the same.
    """
    if _can_shift(board, space, step):
        return True
    if not board.squeezes or space.size == 1 or not all(map(board.has, space.shifted(step).cells())):
        return False
    return any(board.can_hold(part) and _can_shift(board, part, step) for part in _narrower(space))


def _narrower(space: Space) -> tuple[Space, ...]:
    """Return the parts of a space that are one cell narrower."""
    x, y = space.cell
    return tuple(Space((x + i, y + j), space.size - 1) for j in (0, 1) for i in (0, 1))


def _can_shift(board: GridMap, space: Space, step: Cell) -> bool:
    dx, dy = step
    if not board.can_hold(space.shifted(step)):
        return False
    for x, y in space.cells():
        to = (x + dx, y + dy)
        if dx and dy:
            if closed_ways(board, (x, y), to) > board.cuts_corners:
                return False
        elif board.has_wall_between((x, y), to):
            return False
    return True


def walls_distance(board: GridMap, start: Space, target: Space, most: int) -> int | None:
    """Return the squares between two spaces, counted around walls but not around creatures; None above ``most``.

    The cheapest way of a creature of one cell from a cell of the first to a cell of the other (DDM-DIST-3).
    """
    reached = walls_distances(board, start, most)
    return min((reached[cell] for cell in target.cells() if cell in reached), default=None)


@lru_cache(maxsize=4096)
def walls_distances(board: GridMap, start: Space, most: int) -> Mapping[Cell, int]:
    """Return the squares from a space to each cell, counted around walls, up to ``most`` (DDM-DIST-3)."""
    steps = step_table(replace(board, is_flown=True), 1)
    best = dict.fromkeys(start.cells(), 0)
    queue = [(0, cell) for cell in start.cells()]
    while queue:
        doubled, cell = heappop(queue)
        if best[cell] < doubled:
            continue
        for to, price in steps[cell]:
            total = doubled + price
            if total <= 2 * most + 1 and total < best.get(to, total + 1):
                best[to] = total
                heappush(queue, (total, to))
    return MappingProxyType({cell: doubled // 2 for cell, doubled in best.items()})
