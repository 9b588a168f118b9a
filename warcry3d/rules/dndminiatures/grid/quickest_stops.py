"""Where a creature may stop that goes as far as its squares last on one of its quickest ways (DDM-ROUT-3)."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from heapq import heappop, heappush
from typing import TypeAlias

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.step_table import StepTable, doubled_costs, step_table, steps_into
from warcry3d.rules.dndminiatures.grid.ways import CellWay, CreatureGround, covering

__all__ = ["quickest_stops"]

Node: TypeAlias = tuple[Cell, int]
"""A cell on a quickest way, and twice what the way costs up to there, as `step_table` has it."""


def quickest_stops(
    ground: CreatureGround,
    start: Space,
    goals: Collection[Cell],
    budget: int,
    strikers_at: Callable[[Space], int] = lambda space: 0,
) -> tuple[CellWay, ...]:
    """Return the ways on which a creature stops short of its goals: parts of the quickest ways to the nearest of them,
    each as long as its squares last and it can end there.

    ``goals``: cells of a space's least cell; ``strikers_at``: as of `ways`. Friends are passed, also at a goal. Of ways
    to one place those are left out on which all strike that strike on another. The longest come first. Empty: no way
    leads to a goal.
    """
    steps = step_table(ground.board, start.size)
    closed = covering(ground.enemies, start.size)
    reached = doubled_costs(steps, {start.cell: 0}, closed)
    open_goals = {cell: 0 for cell in goals if cell in reached}
    back = doubled_costs(steps_into(ground.board, start.size), open_goals, closed)
    if start.cell not in back:
        return ()
    most = back[start.cell] | 1  # half of it, rounded down, is what the way costs: one more costs the same
    search = _Search(ground, start, goals, budget, {cell: most - cost for cell, cost in back.items()}, steps)
    return tuple(sorted(search.stops(strikers_at), key=lambda way: (-way.cost, way.strikers.bit_count())))


class _Search:
    """The quickest ways as a graph. ``latest``: twice what a way may cost up to each cell and still be one of them."""

    def __init__(
        self,
        ground: CreatureGround,
        start: Space,
        goals: Container[Cell],
        budget: int,
        latest: Mapping[Cell, int],
        steps: StepTable,
    ) -> None:
        self._ground, self._start, self._goals, self._budget = ground, start, goals, budget
        self._latest, self._steps = latest, steps
        self._first: Node = (start.cell, 0)
        self._next: dict[Node, tuple[Node, ...]] = {}
        self._order = self._found()

    def _found(self) -> list[Node]:
        """Return the nodes that its squares last for, the cheapest first, and note where each leads."""
        queue, order = [(0, self._start.cell)], list[Node]()
        while queue:
            cost, cell = heappop(queue)
            if (cell, cost) in self._next:
                continue
            after = tuple(
                (to, cost + price)
                for to, price in (() if cell in self._goals else self._steps[cell])
                if cost + price <= self._latest.get(to, -1)
            )
            self._next[cell, cost] = after
            order.append((cell, cost))
            for to, dearer in after:
                if self._lasts(dearer):
                    heappush(queue, (dearer, to))
        return order

    def _lasts(self, cost: int) -> bool:
        return cost // 2 <= self._budget

    def _may_end(self, node: Node) -> bool:
        return node == self._first or self._ground.can_end(Space(node[0], self._start.size))

    def stops(self, strikers_at: Callable[[Space], int]) -> Iterable[CellWay]:
        """Yield the ways."""
        goes_no_farther: dict[Node, bool] = {}
        for node in reversed(self._order):
            after = self._next[node]
            goes_no_farther[node] = not after or any(
                not self._lasts(one[1]) or (goes_no_farther[one] and not self._may_end(one)) for one in after
            )
        struck: dict[Node, dict[int, tuple[Cell, ...]]] = {self._first: {0: (self._start.cell,)}}
        for node in self._order:
            if goes_no_farther[node] and self._may_end(node):
                yield from (CellWay(way, node[1] // 2, mask) for mask, way in struck[node].items())
            mask_here = strikers_at(Space(node[0], self._start.size))
            for one in self._next[node]:
                if self._lasts(one[1]):
                    for mask, way in struck[node].items():
                        _add(struck.setdefault(one, {}), mask | mask_here, (*way, one[0]))


def _add(known: dict[int, tuple[Cell, ...]], mask: int, way: tuple[Cell, ...]) -> None:
    """Note a way unless all who strike at one that is known would strike at it; forget those that it makes needless."""
    if any(one & ~mask == 0 for one in known):
        return
    for one in [one for one in known if mask & ~one == 0]:
        del known[one]
    known[mask] = way
