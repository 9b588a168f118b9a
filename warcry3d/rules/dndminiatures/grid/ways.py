"""Where a creature can move, for what cost, and which enemies may strike at it on the way (DDM-MOVE, DDM-AOO-1)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from types import MappingProxyType

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, step_cost
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.step_table import step_table

__all__ = ["CellWay", "CreatureGround", "covering", "entry_cost", "ways"]


@dataclass(frozen=True, slots=True)
class CreatureGround:
    """The map as one creature finds it.

    ``friends``: cells that it may pass but not end on; ``enemies``: cells that it may not enter.
    """

    board: GridMap
    friends: frozenset[Cell] = frozenset()
    enemies: frozenset[Cell] = frozenset()

    def can_end(self, space: Space) -> bool:
        """Return whether a creature may stop there: not on friends, enemies or statues (DDM-MOVE-2)."""
        return self.board.can_hold(space) and not any(
            cell in self.friends or cell in self.enemies or cell in self.board.statues for cell in space.cells()
        )


@dataclass(frozen=True, slots=True)
class CellWay:
    """A way to a place.

    ``steps``: the cells that the creature's least cell stands on, from its start; ``cost`` in squares; ``strikers``: a
    bit for each enemy that may strike at it on the way.
    """

    steps: tuple[Cell, ...]
    cost: int
    strikers: int


def entry_cost(board: GridMap, space: Space, step: Cell, diagonals: int) -> int:
    """Return what a step costs: double into difficult ground, a statue or a narrow space, 3 diagonally (DDM-MOVE-4).

    The dearest cell newly entered decides (DDM-MOVE-8).
    """
    after = space.shifted(step)
    is_narrow = board.squeezes and not board.can_hold(after)
    if is_narrow or board.is_slow(cell for cell in after.cells() if not space.has(cell)):
        return 3 if step[0] and step[1] else 2
    return step_cost(step, diagonals)


@dataclass(slots=True, eq=False)
class _Label:
    """A way up to a cell: twice its cost, plus one after an odd number of diagonals; the last label before it."""

    doubled: int
    strikers: int
    cell: Cell
    before: "_Label | None"


def ways(
    ground: CreatureGround,
    start: Space,
    budget: int,
    strikers_at: Callable[[Space], int] = lambda space: 0,
) -> Mapping[Cell, Sequence[CellWay]]:
    """Return for each place where the creature may end its ways worth taking, the cheapest first.

    A way is worth taking where no other is as cheap and lets only the same enemies strike. ``strikers_at``: a bit for
    each enemy that may strike at a creature that leaves a space. One square is always allowed (DDM-MOVE-6), whatever it
    costs. The creature's own place is among them, for 0.

    With costs doubled a straight step is 2 and each diagonal 3: half of the sum, rounded down, is what DDM-MOVE-1
    counts. So a label need not say after how many diagonals it is, and the first one that comes to a cell is the
    cheapest.
    """
    steps, blocked = step_table(ground.board, start.size), covering(ground.enemies, start.size)
    masks: dict[Cell, int] = {}
    settled: dict[Cell, list[_Label]] = {}
    pushed: dict[tuple[Cell, int], int] = {}
    order = count()
    queue = [(0, 0, next(order), _Label(0, 0, start.cell, None))]
    most = 2 * budget + 1
    while queue:
        label = heappop(queue)[-1]
        cell = label.cell
        known = settled.setdefault(cell, [])
        if _is_beaten(known, label.strikers):
            continue
        known.append(label)
        if cell not in masks:
            masks[cell] = strikers_at(Space(cell, start.size))
        strikers, limit = label.strikers | masks[cell], most if label.before is not None else MOST
        bits = strikers.bit_count()
        for to, price in steps[cell]:
            doubled = label.doubled + price
            if doubled > limit or to in blocked or pushed.get((to, strikers), MOST) <= doubled:
                continue
            pushed[to, strikers] = doubled
            if to not in settled or not _is_beaten(settled[to], strikers):
                heappush(queue, (doubled, bits, next(order), _Label(doubled, strikers, to, label)))
    return _collected(ground, start, settled)


MOST = 1 << 40
"""More than any way costs."""


def _is_beaten(known: Iterable[_Label], strikers: int) -> bool:
    """Return whether one of these, all as cheap, lets only the same enemies strike."""
    return any(one.strikers & ~strikers == 0 for one in known)


def covering(cells: Iterable[Cell], size: int) -> frozenset[Cell]:
    """Return where the least cell of a space is that covers one of these cells."""
    return frozenset((x - i, y - j) for x, y in cells for i in range(size) for j in range(size))


def _collected(
    ground: CreatureGround, start: Space, settled: Mapping[Cell, Iterable[_Label]]
) -> Mapping[Cell, Sequence[CellWay]]:
    result: dict[Cell, tuple[CellWay, ...]] = {}
    board, size = ground.board, start.size
    taken = covering(ground.friends | ground.enemies | board.statues, size)
    for cell in sorted(settled):
        is_narrow = board.squeezes and size > 1 and not board.can_hold(Space(cell, size))
        if cell != start.cell and (cell in taken or is_narrow):
            continue
        kept: list[_Label] = []
        # Two that cost the same may be apart by a diagonal: the one that fewer strike at comes first.
        ordered = sorted(settled[cell], key=lambda one: (one.doubled // 2, one.strikers.bit_count(), one.strikers))
        for label in ordered:
            if not _is_beaten(kept, label.strikers):
                kept.append(label)
        result[cell] = tuple(CellWay(_steps(label), label.doubled // 2, label.strikers) for label in kept)
    return MappingProxyType(result)


def _steps(label: _Label) -> tuple[Cell, ...]:
    steps = []
    at: _Label | None = label
    while at is not None:
        steps.append(at.cell)
        at = at.before
    return tuple(reversed(steps))
