"""A tape that is held between two things on the table, and what it reads. Pure."""

import math
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

from warcry3d.app.scene.overlays import Overlay, Sign, SignKind, Tape, lifted
from warcry3d.rules.judgement import measured_between
from warcry3d.sight.body_distance import measure_bodies, measure_body_to_point
from warcry3d.sight.distance import Between, measure, measure_to_point
from warcry3d.table.table import Table

__all__ = ["GripBase", "GripPoint", "HeldTape", "TapeGrip", "TapeReading", "grip_on_board", "read_tape"]

Point: TypeAlias = tuple[float, float, float]

EDGE_SNAP = 0.25
"""A tape held this near to an edge or corner of the board (in) is held against it."""


@dataclass(frozen=True, slots=True)
class GripBase:
    """Held against the edge of a model's base."""

    id: str


@dataclass(frozen=True, slots=True)
class GripPoint:
    """Held against a point of the table; ``is_corner``: of a corner of terrain."""

    at: Point
    is_corner: bool = False


TapeGrip: TypeAlias = GripBase | GripPoint


@dataclass(frozen=True, slots=True)
class TapeReading:
    """What a tape reads (in): through the air, seen from above, and up or down; between which two points."""

    direct: float
    across: float
    up: float
    start: Point
    end: Point


def read_tape(table: Table, start: TapeGrip, end: TapeGrip) -> TapeReading:
    """Return the shortest distance between two things, as the table's rules measure: the nearest edges of bases, or
    the nearest points of bodies.
    """
    are_bodies = measured_between(table.ruleset) is Between.BODIES
    of_models, to_point = (measure_bodies, measure_body_to_point) if are_bodies else (measure, measure_to_point)
    match start, end:
        case GripPoint(at=a), GripPoint(at=b):
            across, up = math.dist(a[:2], b[:2]), abs(b[2] - a[2])
            return TapeReading(math.hypot(across, up), across, up, a, b)
        case GripBase(id=one), GripBase(id=other) if one != other:
            apart = of_models(table.model(one), table.model(other))
        case GripBase(id=one), GripPoint(at=b):
            apart = to_point(table.model(one), b)
        case GripPoint(at=a), GripBase(id=other):
            apart = to_point(table.model(other), a)
            return TapeReading(apart.direct, apart.horizontal, apart.vertical, a, apart.line[0])
        case _:
            at = table.model(start.id).placement.at if isinstance(start, GripBase) else start.at
            return TapeReading(0.0, 0.0, 0.0, at, at)
    return TapeReading(apart.direct, apart.horizontal, apart.vertical, *apart.line)


def grip_on_board(table: Table, at: Point) -> GripPoint:
    """Return where a tape is held: at a point, or against the edge or corner of the board that is near it."""
    x, y, z = at
    if abs(z) > EDGE_SNAP:
        return GripPoint(at)
    return GripPoint((_snapped(x, table.board.width), _snapped(y, table.board.depth), z))


def _snapped(along: float, length: float) -> float:
    near = min((0.0, length), key=lambda end: abs(along - end))
    return near if abs(along - near) <= EDGE_SNAP or not 0 <= along <= length else along


@dataclass(frozen=True, slots=True)
class HeldTape:
    """A tape in hand: where it begins and where its end is pulled to; None: it lies nowhere yet."""

    start: TapeGrip | None = None
    end: TapeGrip | None = None

    def pulled(self, start: TapeGrip, end: TapeGrip) -> Self:
        """Return it between two things."""
        return replace(self, start=start, end=end)

    def reading(self, table: Table) -> TapeReading | None:
        """Return what it reads on a table; None where it lies nowhere, or its model has gone."""
        there = {model.id for model in table.models}
        grips = [grip for grip in (self.start, self.end) if isinstance(grip, GripBase)]
        if self.start is None or self.end is None or any(grip.id not in there for grip in grips):
            return None
        return read_tape(table, self.start, self.end)

    def overlays(self, table: Table) -> tuple[Overlay, ...]:
        """Return what shows it: the tape, and a plumb line where its ends are at different heights."""
        read = self.reading(table)
        if read is None or read.direct == 0:
            return ()
        start, end = lifted(read.start), lifted(read.end)
        ends = tuple(Sign(at, SignKind.DOT, size=12.0) for at in (start, end))
        return (Tape(start, end), *ends)
