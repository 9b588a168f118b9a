"""Whether a creature can go a way of cells, and what it costs (DDM-MOVE, DDM-CARD-6)."""

from collections.abc import Sequence
from itertools import pairwise

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.steps import can_step
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround, entry_cost

__all__ = ["ground_path_faults", "path_cost", "step_costs"]


def step_costs(board: GridMap, start: Space, cells: Sequence[Cell]) -> tuple[int, ...]:
    """Return what each step of a way costs: diagonal steps 1, 2, 1 and so on, slow cells double (DDM-MOVE-1, -4)."""
    costs, diagonals = [], 0
    for one, other in pairwise((start.cell, *cells)):
        step = (other[0] - one[0], other[1] - one[1])
        space = Space(one, start.size)
        costs.append(entry_cost(board, space, step, diagonals))
        diagonals += entry_cost(board, space, step, 0) != entry_cost(board, space, step, 1)
    return tuple(costs)


def path_cost(board: GridMap, start: Space, cells: Sequence[Cell]) -> int:
    """Return what a way costs in squares."""
    return sum(step_costs(board, start, cells))


def ground_path_faults(
    ground: CreatureGround, name: str, start: Space, cells: Sequence[Cell], budget: int
) -> tuple[ActionFault, ...]:
    """Return why the creature called ``name`` cannot go a way: the first step that is none, its end, what it costs."""
    if not cells:
        return fault("DDM-TURN-1", "this way leads nowhere", place="cells")
    for n, (one, other) in enumerate(pairwise((start.cell, *cells))):
        found = _step_faults(ground, Space(one, start.size), other, f"cells[{n}]")
        if found:
            return found
    end = Space(cells[-1], start.size)
    if not ground.can_end(end):
        x, y = cells[-1]
        at = (*end.middle, 0.0)
        return fault("DDM-MOVE-2", "{fighter} cannot end at ({x}, {y})", fighter=name, x=x, y=y, at=at, place="cells")
    cost = path_cost(ground.board, start, cells)
    if cost > budget and len(cells) > 1:
        return fault("DDM-CARD-6", "this way costs {cost} squares of {budget}", cost=cost, budget=budget, place="cells")
    return ()


def _step_faults(ground: CreatureGround, space: Space, to: Cell, place: str) -> tuple[ActionFault, ...]:
    step = (to[0] - space.cell[0], to[1] - space.cell[1])
    x, y = to
    at = (*Space(to, space.size).middle, 0.0)
    if max(abs(step[0]), abs(step[1])) != 1:
        return fault("DDM-MOVE-1", "({x}, {y}) is no step from the cell before", x=x, y=y, at=at, place=place)
    if not can_step(ground.board, space, step):
        return fault("DDM-MOVE-5", "a wall is in the way to ({x}, {y})", x=x, y=y, at=at, place=place)
    if not ground.enemies.isdisjoint(space.shifted(step).cells()):
        return fault("DDM-MOVE-3", "an enemy is in the way at ({x}, {y})", x=x, y=y, at=at, place=place)
    return ()
