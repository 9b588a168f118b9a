"""Where a model can get to on a table's squares, and which enemies may strike at it on the way (DDM-MOVE, DDM-AOO)."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from warcry3d.errors import QuestionError
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.reach import LevelReach, Route
from warcry3d.rules.dndminiatures.board import middle_of, space_at, space_of
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.ways import CellWay, CreatureGround, ways
from warcry3d.rules.dndminiatures.table_rules import Threats, ground_of_model, speed_on_table
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import PROVOKES, Charge, ReachResult
from warcry3d.table.table import Table
from warcry3d.units import LengthUnit

__all__ = ["GridReach", "GridReaching", "path_through"]

MARKER_SQUARES = 1
"""A marker is reached from its own square or one next to it."""


def path_through(cells: Sequence[Cell], size: int) -> Path:
    """Return a walk through the middles of spaces."""
    points = tuple(middle_of(Space(cell, size)) for cell in cells)
    return Path((Leg(LegKind.WALK, points),)) if points else Path(())


class GridReach:
    """All places that a creature can reach, by the least cell of its space. ``found``: for each the ways worth taking,
    the cheapest first; the start is among them.
    """

    spacing = 1.0
    turns = False
    is_whole = True

    def __init__(self, level: Level, start: Space, found: Mapping[Cell, Sequence[CellWay]]) -> None:
        self._level = level
        self.start = start
        self.found = found

    def way(self, cell: Cell) -> CellWay | None:
        """Return the cheapest way to a place."""
        known = self.found.get(cell)
        return known[0] if known else None

    @cached_property
    def levels(self) -> tuple[LevelReach, ...]:
        """Return the floor with its costs in squares; a place is marked that is reached only past who may strike."""
        if not self.found:
            return ()
        xs, ys = [x for x, _ in self.found], [y for _, y in self.found]
        x0, y0, half = min(xs), min(ys), self.start.size / 2
        shape = (max(ys) - y0 + 1, max(xs) - x0 + 1)
        cost, marked = np.full(shape, math.nan), np.zeros(shape, np.bool_)
        for (x, y), some in self.found.items():
            cost[y - y0, x - x0] = some[0].cost
            marked[y - y0, x - x0] = all(way.strikers for way in some)
        none = np.zeros(shape, np.int64)
        columns, rows = (
            np.arange(n, dtype=np.float64) + (low + half) for n, low in zip(shape[::-1], (x0, y0), strict=True)
        )
        return (LevelReach(self._level, columns, rows, cost, none, none, {PROVOKES: marked}, np.full(shape, math.nan)),)

    def cost_at(self, level: Level, place: tuple[float, float]) -> float | None:
        """Return the squares that the space nearest to a place costs."""
        way = self.way(space_at(*place, self.start.size).cell)
        return None if way is None else float(way.cost)

    def route(self, level: Level, place: tuple[float, float]) -> Route | None:
        """Return the cheapest way to the space nearest to a place."""
        way = self.way(space_at(*place, self.start.size).cell)
        if way is None:
            return None
        marks = frozenset({PROVOKES}) if way.strikers else frozenset[str]()
        return Route(path_through(way.steps[1:], self.start.size), float(way.cost), 0, 0, marks=marks)

    def outline(self, level: Level, cost: float | None = None) -> Any:
        """Return the squares about the middles of the spaces that are reached for at most ``cost``."""
        import shapely

        middles = [
            Space(cell, self.start.size).middle
            for cell, some in self.found.items()
            if cost is None or some[0].cost <= cost
        ]
        return shapely.union_all([shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5) for x, y in middles])


class GridReaching:
    """The rules of D&D Miniatures on where a creature can get to."""

    def reach(
        self,
        table: Table,
        model: str,
        *,
        inches: float | None,
        action: MoveAction,
        is_careful: bool,
        is_carrying: bool,
        keeps_facing: bool = False,
    ) -> ReachResult:
        """Return everywhere it can end: with its speed unless squares are given.

        ``is_careful``: where no enemy may strike at it on the way. Raise `QuestionError` for what these rules lack.
        """
        if action is not MoveAction.MOVE or is_carrying:
            raise QuestionError("this rule system knows neither disengaging nor treasure")
        mover = table.model(model)
        squares = speed_on_table(mover, inches, "--inches")
        ground, start, threats = ground_of_model(table, mover), space_of(mover), Threats.to(table, mover)
        found = ways(ground, start, squares, threats.bits_at)
        if is_careful:
            safe = {cell: tuple(way for way in some if not way.strikers) for cell, some in found.items()}
            found = {cell: some for cell, some in safe.items() if some}
        search = GridReach(levels_of(table).levels[0], start, found)
        near = tuple(id for id, there in threats.enemies if contact(ground.board, start, there) is not Contact.NONE)

        def charging() -> tuple[Charge, ...]:
            some = (_nearest(search, id, partial(_touches, ground, there), threats) for id, there in threats.enemies)
            return tuple(sorted((one for one in some if one), key=lambda one: (one.cost, one.subject)))

        return ReachResult(
            table.ruleset, model, action, float(squares), is_careful, near, search, charging, unit=LengthUnit.SQUARES
        )

    def nearest(self, table: Table, reached: ReachResult, marker: Point) -> Charge | None:
        """Return the cheapest space that holds a marker or is next to it; None where it reaches none."""
        search = reached.reach
        assert isinstance(search, GridReach), "it was searched here"
        target = space_at(marker[0], marker[1])
        threats = Threats.to(table, table.model(reached.model))

        def is_near(space: Space) -> bool:
            return space.has(target.cell) or contact(threats.board, space, target) is not Contact.NONE

        return _nearest(search, "", is_near, threats)


def _touches(ground: CreatureGround, target: Space, space: Space) -> bool:
    return contact(ground.board, space, target) is not Contact.NONE


def _nearest(search: GridReach, subject: str, is_near: Callable[[Space], bool], threats: Threats) -> Charge | None:
    """Return the cheapest reached space of which something holds, of equal ones the one with fewest strikers."""
    best: tuple[int, int, Cell] | None = None
    for cell, some in search.found.items():
        key = (some[0].cost, some[0].strikers.bit_count(), cell)
        if (best is None or key < best) and is_near(Space(cell, search.start.size)):
            best = key
    if best is None:
        return None
    way = search.found[best[2]][0]
    at = middle_of(Space(best[2], search.start.size))
    path = path_through(way.steps[1:], search.start.size)
    risks = frozenset({PROVOKES}) if way.strikers else frozenset[str]()
    return Charge(subject, at, float(way.cost), 0, 0, path, risks=risks, provokes=threats.names(way.strikers))
