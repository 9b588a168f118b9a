"""Steps from cell to cell: which are open, and how far it is around walls (DDM-MOVE-5, -8, -9, DDM-DIST-3)."""

from heapq import heappop, heappush

from warcry3d.rules.dndminiatures.grid.cells import STEPS, Cell, Space, step_cost
from warcry3d.rules.dndminiatures.grid.contact import closed_ways
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap

__all__ = ["can_step", "walls_distance"]


def can_step(board: GridMap, space: Space, step: Cell) -> bool:
    """Return whether no wall stops a creature's step: of all its cells alike, not past the end of a wall diagonally.

    Creatures in the way are not asked.
    """
    dx, dy = step
    if not board.can_hold(space.shifted(step)):
        return False
    for x, y in space.cells():
        to = (x + dx, y + dy)
        if dx and dy:
            if closed_ways(board, (x, y), to):
                return False
        elif board.has_wall_between((x, y), to):
            return False
    return True


def walls_distance(board: GridMap, start: Space, target: Space, most: int) -> int | None:
    """Return the squares between two spaces, counted around walls but not around creatures; None above ``most``.

    The cheapest way of a creature of one cell from a cell of the first to a cell of the other (DDM-DIST-3).
    """
    goal = set(target.cells())
    best: dict[tuple[Cell, int], int] = {}
    queue: list[tuple[int, Cell, int]] = [(0, cell, 0) for cell in start.cells()]
    while queue:
        cost, cell, parity = heappop(queue)
        if cell in goal:
            return cost
        if best.get((cell, parity), most + 1) < cost:
            continue
        for step in STEPS:
            total = cost + step_cost(step, parity)
            to = (cell[0] + step[0], cell[1] + step[1])
            state = (to, parity ^ bool(step[0] and step[1]))
            if total <= most and total < best.get(state, most + 1) and can_step(board, Space(cell), step):
                best[state] = total
                heappush(queue, (total, *state))
    return None
