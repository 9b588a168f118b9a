"""Charges: whom, to where, and by which cells (DDM-CHARGE)."""

from collections.abc import Sequence

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.dndminiatures.battle.bonuses import speed_of
from warcry3d.rules.dndminiatures.battle.sensing import touch
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, step_cost
from warcry3d.rules.dndminiatures.grid.charge_line import charge_cells, charge_edges, destinations
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.path_checks import path_cost
from warcry3d.rules.dndminiatures.grid.steps import can_step

__all__ = ["LEAST", "charge_ends", "charge_faults", "charge_way"]

LEAST = 2
"""A charge goes so many squares at least (DDM-CHARGE-7)."""


def charge_ends(state: SkirmishState, id: str, target: str) -> tuple[Space, ...]:
    """Return where a charge at a target may end: the spaces next to it that are nearest to the charger."""
    return destinations(state.board, state.space(id), state.space(target))


def charge_way(state: SkirmishState, id: str, end: Space) -> tuple[Cell, ...] | None:
    """Return the cells of a charge, the cheapest of those that the straight line crosses (DDM-CHARGE-6, -9).

    None: something on the line slows or stops it.
    """
    start, ground = state.space(id), ground_for(state, id)
    line = charge_cells(start.cell, end.cell)
    own = set(start.cells())
    board = ground.board
    taken = ground.friends | ground.enemies
    for cell in line:
        for x, y in Space(cell, start.size).cells():
            if (x, y) not in own and ((x, y) in taken or board.is_wall((x, y)) or board.is_slow(((x, y),))):
                return None
    for dx, dy in Space((0, 0), start.size).cells():
        one, other = (start.cell[0] + dx, start.cell[1] + dy), (end.cell[0] + dx, end.cell[1] + dy)
        if charge_edges(one, other, board):
            return None
    return _along(board, start, line)


def _along(board: GridMap, start: Space, line: Sequence[Cell]) -> tuple[Cell, ...] | None:
    """Return the cheapest way whose every cell is on a line, the first to the last; None: walls' ends close it."""
    best: dict[tuple[Cell, int], tuple[int, tuple[Cell, ...]]] = {(line[0], 0): (0, ())}
    for n, cell in enumerate(line):
        for parity in (0, 1):
            if (cell, parity) not in best:
                continue
            cost, way = best[cell, parity]
            for to in line[n + 1 : n + 3]:  # no further cell of a straight line is a step away
                step = (to[0] - cell[0], to[1] - cell[1])
                if max(map(abs, step)) != 1 or not can_step(board, Space(cell, start.size), step):
                    continue
                new = (cost + step_cost(step, parity), (*way, to))
                key = (to, parity ^ bool(step[0] and step[1]))
                if key not in best or new < best[key]:
                    best[key] = new
    ends = [best[line[-1], parity] for parity in (0, 1) if (line[-1], parity) in best]
    return min(ends)[1] if ends else None


def charge_faults(state: SkirmishState, turn: CreatureTurn, target: str, cell: Cell) -> tuple[ActionFault, ...]:
    """Return why the creature whose turn it is cannot charge a target and end on ``cell``."""
    id = turn.creature
    if turn.has_begun:
        return fault("DDM-CHARGE-1", "a charge takes the whole turn")
    if target not in turn.charge:
        return fault("DDM-CHARGE-2", "only the nearest enemy in sight can be charged", place="target")
    if touch(state, id, target) is not Contact.NONE:
        return fault("DDM-CHARGE-7", "an adjacent enemy cannot be charged", place="target")
    end = Space(cell, state.space(id).size)
    if end not in charge_ends(state, id, target):
        x, y = cell
        return fault("DDM-CHARGE-4", "({x}, {y}) is not the nearest square next to it", x=x, y=y, place="cell")
    if not ground_for(state, id).can_end(end):
        return fault("DDM-CHARGE-5", "the nearest square next to it is not free", place="cell")
    way = charge_way(state, id, end)
    if way is None:
        return fault("DDM-CHARGE-6", "the straight line is not clear", place="cell")
    if contact(state.board, end, state.space(target)) is Contact.NONE:
        return fault("DDM-MELEE-1", "a wall is between that square and the target", place="cell")
    squares = path_cost(ground_for(state, id).board, state.space(id), way)
    budget = 2 * speed_of(state, id)
    if squares < LEAST:
        return fault("DDM-CHARGE-7", "too near: a charge moves {least} squares at least", least=LEAST, place="cell")
    if squares > budget:
        return fault("DDM-CHARGE-7", "it is {squares} squares away, {budget} at most", squares=squares, budget=budget)
    return ()
