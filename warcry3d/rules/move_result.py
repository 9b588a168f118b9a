"""Answers of a judge of moves for any rule system, and what a rule system must provide to judge one."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from warcry3d.message import Message
from warcry3d.motion.edges import Edge
from warcry3d.motion.falls import Landings
from warcry3d.motion.path import Path, Point
from warcry3d.motion.record import MeasuredLeg, Trace
from warcry3d.table.table import Table
from warcry3d.units import LengthUnit

__all__ = ["FallOutcome", "MoveAction", "MoveEnd", "MoveResult", "MovingRules", "PricedLeg", "RuleFault"]


class MoveAction(StrEnum):
    """What a path is walked for."""

    MOVE = "move"
    DISENGAGE = "disengage"


class FallOutcome(StrEnum):
    """What becomes of a fighter that falls."""

    PLACED = "placed"
    STAYS = "stays"
    TAKEN_DOWN = "taken-down"


@dataclass(frozen=True, slots=True)
class RuleFault:
    """Why a move is not allowed: the rule's id, the leg, where, and the sentence for people."""

    rule: str
    leg: int
    at: Point
    message: Message

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class PricedLeg:
    """A leg as it was measured, and what it costs (in)."""

    measured: MeasuredLeg
    cost: float


@dataclass(frozen=True, slots=True)
class MoveEnd:
    """How a move ends.

    ``on``: "floor" or the part. ``climbing``: it holds on to ``on``; ``falls``: it falls now, ``falls_later``: it does
    if its activation ends here. ``impact_rolls``: impact damage rolls due; ``deadly_rolls``: times D6 damage due for
    climbing what is deadly, before. ``engaged``: enemies within 1 in. ``edges``: open platform edges within half an
    inch, for those who can fall over them. ``landings``, ``outcome``: where a falling fighter may be put, if it falls.
    ``provokes``: enemies that may strike at it on its way.
    """

    at: Point
    on: str
    climbing: bool
    falls: bool
    falls_later: bool
    impact_rolls: int
    deadly_rolls: int
    engaged: tuple[str, ...]
    edges: tuple[Edge, ...]
    landings: Landings | None = None
    outcome: FallOutcome | None = None
    provokes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What the judge says of a path: priced legs, what it costs and what is allowed (in ``unit``), every fault, the
    end.
    """

    ruleset: str
    model: str
    action: MoveAction
    legs: tuple[PricedLeg, ...]
    cost: float
    allowed: float
    faults: tuple[RuleFault, ...]
    ends: MoveEnd
    trace: Trace
    unit: LengthUnit = LengthUnit.INCHES

    @property
    def is_legal(self) -> bool:
        """Return whether the move may be made: it has no faults."""
        return not self.faults


class MovingRules(Protocol):
    """What a rule system says about moving."""

    def move(
        self,
        table: Table,
        model: str,
        path: Path,
        *,
        allowed: float | None,
        action: MoveAction,
        ends_activation: bool,
        is_carrying: bool,
    ) -> MoveResult:
        """Return what it says of a path."""
        ...
