"""Moves on a table's squares, judged without a battle (DDM-MOVE, DDM-AOO-1)."""

from itertools import pairwise

from warcry3d.message import Message
from warcry3d.motion.levels import FLOOR, levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.record import End, MeasuredLeg, Mode, Stride, Trace
from warcry3d.rules.dndminiatures.board import cells_along, middle_of, space_of
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.path_checks import ground_path_faults, step_costs
from warcry3d.rules.dndminiatures.table_rules import Threats, ground_of_model, speed_on_table
from warcry3d.rules.move_result import MoveAction, MoveEnd, MoveResult, PricedLeg, RuleFault
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LengthUnit

__all__ = ["GridMovement"]


class GridMovement:
    """The rules of D&D Miniatures on moving."""

    def move(
        self,
        table: Table,
        model: str,
        path: Path,
        *,
        allowed: float | None,
        action: MoveAction,
        ends_activation: bool,
        is_carrying: bool = False,
    ) -> MoveResult:
        """Return what the rules say of a path: it leads from square to square, those nearest to its points."""
        mover = table.model(model)
        budget = speed_on_table(mover, allowed, "--allow")
        ground, start = ground_of_model(table, mover), space_of(mover)
        ways = _cells_of_legs(start, path)
        cells = tuple(cell for way in ways for cell in way)
        legs = _priced(mover, start, path, ways, step_costs(ground.board, start, cells))
        found = ground_path_faults(ground, model, start, cells, budget) if cells else ()
        last = max(len(legs) - 1, 0)
        end = Space(cells[-1] if cells else start.cell, start.size)
        faults = (
            *(_kind_fault(n, leg, mover) for n, leg in enumerate(path.legs) if leg.kind is not LegKind.WALK),
            *(RuleFault(one.rule, last, one.at or middle_of(end), one.message) for one in found),
        )
        cost = float(sum(leg.cost for leg in legs))
        ends = _ends(table, mover, (start.cell, *cells), end)
        trace = Trace(tuple(leg.measured for leg in legs), (), _end(table, mover, end))
        return MoveResult(
            table.ruleset, model, action, legs, cost, float(budget), faults, ends, trace, LengthUnit.SQUARES
        )


def _cells_of_legs(start: Space, path: Path) -> list[tuple[Cell, ...]]:
    """Return the cells that each leg of a path comes to."""
    ways, at = [], start
    for leg in path.legs:
        cells = cells_along(at, leg.to)
        ways.append(cells)
        at = Space(cells[-1], start.size) if cells else at
    return ways


def _kind_fault(number: int, leg: Leg, mover: Model) -> RuleFault:
    said = Message("creatures move from square to square: a leg is a walk, not {manner}", {"manner": leg.kind.value})
    return RuleFault("DDM-MOVE-1", number, mover.placement.at, said)


def _priced(
    mover: Model, start: Space, path: Path, ways: list[tuple[Cell, ...]], costs: tuple[int, ...]
) -> tuple[PricedLeg, ...]:
    legs, at, done = [], start.cell, 0
    for number, (leg, cells) in enumerate(zip(path.legs, ways, strict=True)):
        points = tuple(middle_of(Space(cell, start.size)) for cell in (at, *cells))
        strides = tuple(Stride(_apart(*two)) for two in pairwise(points))
        cost = float(sum(costs[done : done + len(cells)]))
        legs.append(PricedLeg(MeasuredLeg(number, leg.kind, strides, points), cost))
        at, done = (cells[-1] if cells else at), done + len(cells)
    return tuple(legs)


def _apart(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _ends(table: Table, mover: Model, cells: tuple[Cell, ...], end: Space) -> MoveEnd:
    threats = Threats.to(table, mover)
    bits = 0
    for cell in cells[:-1]:
        bits |= threats.bits_at(Space(cell, end.size))
    near = tuple(id for id, there in threats.enemies if contact(threats.board, end, there) is not Contact.NONE)
    return MoveEnd(middle_of(end), FLOOR, False, False, False, 0, 0, near, (), provokes=threats.names(bits))


def _end(table: Table, mover: Model, end: Space) -> End:
    return End(middle_of(end), Mode.STANDING, FLOOR, levels_of(table).levels[0], mover.placement.turn)
