"""Judged moves as the JSON that commands print: ``warcry3d.move/1``."""

import math
from typing import Literal

from warcry3d.motion.falls import Landings
from warcry3d.motion.path import Path, Point
from warcry3d.rules.move_result import MoveEnd, MoveResult, PricedLeg, RuleFault
from warcry3d.table.format import register_schema
from warcry3d.table.wire_types import Point3, Wire
from warcry3d.units import LengthUnit

__all__ = [
    "EdgeWire",
    "EndsWire",
    "FallWire",
    "FaultWire",
    "MoveLegWire",
    "MoveWire",
    "PathLegWire",
    "fault_wire",
    "move_wire",
    "path_wire",
]

DIGITS = 4
"""Digits after the point of lengths (in): a four-hundredth of a millimetre."""

PLACE_DIGITS = 6
"""Digits after the point of places (in), so that a move made again ends where it ended."""


class MoveLegWire(Wire, kw_only=True):
    """A leg: what it costs, and its parts (in). ``drop``: down at the end of jumps. ``through``: doors and arches that
    it takes; ``climbs``: the parts of the obstacle it begins to climb.
    """

    kind: str
    cost: float
    horizontal: float
    up: float
    down: float
    drop: float
    through: list[str]
    climbs: list[str]


class FaultWire(Wire, kw_only=True):
    """Why the move is not allowed: the rule, the leg (from 0), where, and a sentence."""

    rule: str
    leg: int
    at: Point3
    text: str


class EdgeWire(Wire, kw_only=True):
    """An open platform edge near the end: its nearest place and how far it is (in)."""

    at: Point3
    distance: float


class FallWire(Wire, kw_only=True):
    """What becomes of a fighter that falls. ``places``: the nearest place of each level where it may be put."""

    outcome: Literal["placed", "stays", "taken-down"]
    places: list[Point3]
    area: float


class EndsWire(Wire, kw_only=True):
    """How the move ends; see docs/motion.md. ``provokes``: enemies that may strike at it on its way, if any may."""

    at: Point3
    on: str
    climbing: bool
    falls: bool
    falls_later: bool
    impact_damage_rolls: int
    deadly_damage_rolls: int
    engaged: list[str]
    edges: list[EdgeWire]
    fall: FallWire | None = None
    provokes: list[str] | None = None


class PathLegWire(Wire, kw_only=True):
    """A leg as path files have it. ``facing``: what the model turns to before it (degrees)."""

    kind: str
    to: list[Point3]
    through: str | None = None
    facing: float | None = None


class MoveWire(Wire, kw_only=True):
    """The judge's answer about a path (``warcry3d move --json``); lengths in inches, costs in ``unit`` where it is
    given. ``path``: its legs, where the program found the way itself.
    """

    format: Literal["warcry3d.move/1"]
    ruleset: str
    model: str
    action: str
    legal: bool
    cost: float
    allowed: float
    legs: list[MoveLegWire]
    faults: list[FaultWire]
    ends: EndsWire
    path: list[PathLegWire] | None = None
    unit: str | None = None


def path_wire(path: Path) -> list[PathLegWire]:
    """Return a path's legs as path files have them."""
    return [
        PathLegWire(
            kind=leg.kind.value,
            to=[_point(point) for point in leg.to],
            through=leg.through or None,
            facing=None if leg.facing is None else round(math.degrees(leg.facing), PLACE_DIGITS) + 0.0,
        )
        for leg in path.legs
    ]


def move_wire(moved: MoveResult, path: Path | None = None) -> MoveWire:
    """Return a judged move as its JSON has it; sentences are English. ``path``: the way, if it was found."""
    return MoveWire(
        format="warcry3d.move/1",
        ruleset=moved.ruleset,
        model=moved.model,
        action=moved.action.value,
        legal=moved.is_legal,
        cost=_length(moved.cost),
        allowed=_length(moved.allowed),
        legs=[_leg(leg) for leg in moved.legs],
        faults=[fault_wire(fault) for fault in moved.faults],
        ends=_ends(moved.ends),
        path=None if path is None else path_wire(path),
        unit=None if moved.unit is LengthUnit.INCHES else moved.unit.value,
    )


def _leg(leg: PricedLeg) -> MoveLegWire:
    measured = leg.measured
    return MoveLegWire(
        kind=measured.kind.value,
        cost=_length(leg.cost),
        horizontal=_length(measured.horizontal),
        up=_length(measured.up),
        down=_length(measured.down),
        drop=_length(measured.drop),
        through=[passage.name for passage in measured.passages],
        climbs=list(measured.climbed),
    )


def fault_wire(fault: RuleFault) -> FaultWire:
    """Return a fault as its JSON has it."""
    return FaultWire(rule=fault.rule, leg=fault.leg, at=_point(fault.at), text=str(fault))


def _ends(ends: MoveEnd) -> EndsWire:
    return EndsWire(
        at=_point(ends.at),
        on=ends.on,
        climbing=ends.climbing,
        falls=ends.falls,
        falls_later=ends.falls_later,
        impact_damage_rolls=ends.impact_rolls,
        deadly_damage_rolls=ends.deadly_rolls,
        engaged=list(ends.engaged),
        edges=[EdgeWire(at=_point(edge.at), distance=_length(edge.distance)) for edge in ends.edges],
        fall=None if ends.landings is None or ends.outcome is None else _fall(ends.landings, ends.outcome.value),
        provokes=list(ends.provokes) or None,
    )


def _fall(landings: Landings, outcome: Literal["placed", "stays", "taken-down"]) -> FallWire:
    return FallWire(
        outcome=outcome,
        places=[_point(place.nearest) for place in landings.places],
        area=_length(sum(float(place.area.area) for place in landings.places)),
    )


def _length(value: float) -> float:
    return round(float(value), DIGITS) + 0.0


def _point(point: Point) -> Point3:
    x, y, z = (round(float(value), PLACE_DIGITS) + 0.0 for value in point)
    return x, y, z


register_schema("move", MoveWire, title="warcry3d move", description="What `warcry3d move --json` prints.")
