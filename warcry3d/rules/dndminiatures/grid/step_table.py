"""All steps of a map at once: which are open for creatures of a size, and what they cost.

The same as `can_step` and `entry_cost` say of each step, for the whole map in the time of some dozens of them.
"""

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from warcry3d.rules.dndminiatures.grid.cells import STEPS, Cell
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap

__all__ = ["StepTable", "doubled_costs", "step_table", "steps_into"]

StepTable: TypeAlias = Mapping[Cell, tuple[tuple[Cell, int], ...]]
"""For each cell the cells that a space's least cell can step to, each with twice what the step costs on average over
the diagonals before it: 2 straight, 3 diagonally, 4 and 6 where it is slow.
"""
Bools: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

MARGIN = 5
"""Cells around the map that are walls: more than the side of a space."""


@lru_cache(maxsize=128)
def step_table(board: GridMap, size: int) -> StepTable:
    """Return the steps of creatures of ``size`` x ``size`` cells that no wall stops (DDM-MOVE-4, -5, -8, -9)."""
    cells = _Cells(board)
    found: dict[Cell, list[tuple[Cell, int]]] = {
        (x, y): [] for x in range(-MARGIN, board.width) for y in range(-MARGIN, board.depth)
    }
    holds, slow = cells.holds(size), cells.slow(board)
    for step in STEPS:
        dx, dy = step
        opens = cells.shifts(size, step)
        if board.squeezes and size > 1:
            part = cells.shifts(size - 1, step) & cells.holds(size - 1)
            parts = part | _at(part, 1, 0) | _at(part, 0, 1) | _at(part, 1, 1)
            opens = opens | (parts & _at(_all(cells.inside, size), dx, dy))
        is_slow = _entered(slow, size, step)
        if board.squeezes:
            is_slow = is_slow | ~_at(holds, dx, dy)
        usual = 3 if dx and dy else 2
        for x, y in np.argwhere(opens).tolist():
            at = (x - MARGIN, y - MARGIN)
            if at in found:
                found[at].append(((at[0] + dx, at[1] + dy), 2 * usual if is_slow[x, y] else usual))
    return MappingProxyType({cell: tuple(some) for cell, some in found.items()})


@lru_cache(maxsize=64)
def steps_into(board: GridMap, size: int) -> StepTable:
    """Return for each cell the cells from which a step leads to it, with its doubled cost."""
    found: dict[Cell, list[tuple[Cell, int]]] = {}
    steps = step_table(board, size)
    for cell, some in steps.items():
        for to, price in some:
            found.setdefault(to, []).append((cell, price))
    return MappingProxyType({cell: tuple(found.get(cell, ())) for cell in steps})


def doubled_costs(steps: StepTable, begun: Mapping[Cell, int], blocked: frozenset[Cell]) -> Mapping[Cell, int]:
    """Return twice the least cost of a way to each cell from those where one begins, with what it costs there already;
    none leads into a ``blocked`` cell. With `steps_into`: of a way from each cell to those.
    """
    best = dict(begun)
    queue = sorted((doubled, cell) for cell, doubled in begun.items())
    while queue:
        doubled, cell = heappop(queue)
        if best[cell] < doubled:
            continue
        for to, price in steps[cell]:
            total = doubled + price
            if to not in blocked and total < best.get(to, total + 1):
                best[to] = total
                heappush(queue, (total, to))
    return MappingProxyType(best)


class _Cells:
    """A map as arrays by x and y, with a margin: ``inside`` the map, ``free`` of walls, and where a wall keeps a cell
    from the next one ``east`` or ``north`` of it.
    """

    def __init__(self, board: GridMap) -> None:
        shape = (board.width + 2 * MARGIN, board.depth + 2 * MARGIN)
        self.inside = np.zeros(shape, np.bool_)
        self.inside[MARGIN:-MARGIN, MARGIN:-MARGIN] = True
        self.free = self.inside.copy()
        for x, y in board.walls:
            self.free[x + MARGIN, y + MARGIN] = False
        self._east, self._north = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
        for (x, y), (_, y1) in board.edges:
            if y1 > y:
                self._east[x - 1 + MARGIN, y + MARGIN] = True
            else:
                self._north[x + MARGIN, y - 1 + MARGIN] = True
        self._closed = {
            (1, 0): self._east | ~(self.free & _at(self.free, 1, 0)),
            (0, 1): self._north | ~(self.free & _at(self.free, 0, 1)),
        }
        self._cuts = board.cuts_corners

    def slow(self, board: GridMap) -> Bools:
        """Return the cells that slow who enters them."""
        slow = np.zeros_like(self.inside)
        for x, y in () if board.is_flown else board.difficult | board.statues:
            slow[x + MARGIN, y + MARGIN] = True
        return slow

    def holds(self, size: int) -> Bools:
        """Return the least cells of spaces that are free of walls (`GridMap.can_hold`)."""
        found = _all(self.free, size)
        for i in range(size):
            for j in range(size):
                if i < size - 1:
                    found &= ~_at(self._east, i, j)
                if j < size - 1:
                    found &= ~_at(self._north, i, j)
        return found

    def shifts(self, size: int, step: Cell) -> Bools:
        """Return the least cells of spaces all of whose cells can shift by a step, to where they are free of walls."""
        one = self._diagonal(step) if step[0] and step[1] else ~self._straight(step)
        return _all(one, size) & _at(self.holds(size), *step)

    def _straight(self, step: Cell) -> Bools:
        """Return the cells that a wall keeps from the next one in a direction."""
        dx, dy = step
        return self._closed[step] if step in self._closed else _at(self._closed[-dx, -dy], dx, dy)

    def _diagonal(self, step: Cell) -> Bools:
        """Return the cells from which a diagonal step is open: of the two ways round its corner not too many closed."""
        dx, dy = step
        across, along = self._straight((dx, 0)), self._straight((0, dy))
        one, other = across | _at(along, dx, 0), along | _at(across, 0, dy)
        return ~(one & other) if self._cuts else ~(one | other)


def _at(cells: Bools, dx: int, dy: int) -> Bools:
    """Return what holds of the cell so far away."""
    return np.roll(cells, (-dx, -dy), (0, 1)) if dx or dy else cells


def _all(cells: Bools, size: int) -> Bools:
    """Return the least cells of spaces of whose cells all hold."""
    found = cells.copy()
    for i in range(size):
        for j in range(size):
            found &= _at(cells, i, j)
    return found


def _entered(cells: Bools, size: int, step: Cell) -> Bools:
    """Return the least cells of spaces that newly enter one of these cells by a step."""
    found = np.zeros_like(cells)
    for i in range(size):
        for j in range(size):
            x, y = i + step[0], j + step[1]
            if not (0 <= x < size and 0 <= y < size):
                found |= _at(cells, x, y)
    return found
