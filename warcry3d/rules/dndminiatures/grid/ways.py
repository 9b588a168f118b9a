"""Where a creature can move, for what cost, and which enemies may strike at it on the way (DDM-MOVE, DDM-AOO-1)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from types import MappingProxyType

from warcry3d.rules.dndminiatures.grid.cells import STEPS, Cell, Space, step_cost
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.steps import can_step

__all__ = ["CellWay", "CreatureGround", "entry_cost", "ways"]


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
    cost: int
    strikers: int
    cell: Cell
    parity: int
    before: "_Label | None"
    is_beaten: bool = False


def ways(
    ground: CreatureGround, start: Space, budget: int, strikers_at: Callable[[Space], int] = lambda space: 0
) -> Mapping[Cell, Sequence[CellWay]]:
    """Return for each place where the creature may end its ways worth taking, the cheapest first.

    A way is worth taking where no other is as cheap and lets only the same enemies strike. ``strikers_at``: a bit for
    each enemy that may strike at a creature that leaves a space. One square is always allowed (DDM-MOVE-6), whatever it
    costs. The creature's own place is among them, for 0.
    """
    masks: dict[Cell, int] = {}
    first = _Label(0, 0, start.cell, 0, None)
    best: dict[tuple[Cell, int], list[_Label]] = {(start.cell, 0): [first]}
    order = count()
    queue = [(0, 0, next(order), first)]
    while queue:
        label = heappop(queue)[-1]
        if label.is_beaten:
            continue
        cell = label.cell
        if cell not in masks:
            masks[cell] = strikers_at(Space(cell, start.size))
        strikers = label.strikers | masks[cell]
        for step in _steps_from(ground.board, cell, start.size):
            price = step.odd if label.parity else step.even
            cost = label.cost + price
            if (cost > budget and label.before is not None) or not ground.enemies.isdisjoint(step.entered):
                continue
            new = _Label(cost, strikers, step.to, label.parity ^ step.turns_parity, label)
            if _is_kept(new, best.setdefault((new.cell, new.parity), [])):
                heappush(queue, (cost, strikers.bit_count(), next(order), new))
    return _collected(ground, start, best)


def _is_kept(new: _Label, known: list[_Label]) -> bool:
    """Add a label where no other is as good; those that it beats go."""
    for one in known:
        if one.cost <= new.cost and one.strikers & ~new.strikers == 0:
            return False
    for one in known:
        one.is_beaten = new.cost <= one.cost and new.strikers & ~one.strikers == 0
    known[:] = [*(one for one in known if not one.is_beaten), new]
    return True


@dataclass(frozen=True, slots=True)
class _Step:
    """An open step: to where, its cost after an even and an odd number of diagonals, the cells entered by it."""

    to: Cell
    even: int
    odd: int
    turns_parity: bool
    entered: tuple[Cell, ...]


@lru_cache(maxsize=1 << 16)
def _steps_from(board: GridMap, cell: Cell, size: int) -> tuple[_Step, ...]:
    """Return the steps that no wall stops."""
    space = Space(cell, size)
    found = []
    for step in STEPS:
        if can_step(board, space, step):
            even, odd = (entry_cost(board, space, step, diagonals) for diagonals in (0, 1))
            after = space.shifted(step)
            entered = tuple(each for each in after.cells() if not space.has(each))
            found.append(_Step(after.cell, even, odd, even != odd, entered))
    return tuple(found)


def _collected(
    ground: CreatureGround, start: Space, best: Mapping[tuple[Cell, int], Iterable[_Label]]
) -> Mapping[Cell, Sequence[CellWay]]:
    found: dict[Cell, list[_Label]] = {}
    for (cell, _), labels in best.items():
        found.setdefault(cell, []).extend(labels)
    result = {}
    for cell in sorted(found):
        if cell != start.cell and not ground.can_end(Space(cell, start.size)):
            continue
        kept: list[_Label] = []
        for label in sorted(
            found[cell], key=lambda one: (one.cost, one.strikers.bit_count(), one.strikers, one.parity)
        ):
            if not any(one.strikers & ~label.strikers == 0 for one in kept):
                kept.append(label)
        result[cell] = tuple(CellWay(_steps(label), label.cost, label.strikers) for label in kept)
    return MappingProxyType(result)


def _steps(label: _Label) -> tuple[Cell, ...]:
    steps = []
    at: _Label | None = label
    while at is not None:
        steps.append(at.cell)
        at = at.before
    return tuple(reversed(steps))
