"""Answers on reach for any rule system, and what a rule system must provide."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from warcry3d.motion.levels import Level
from warcry3d.motion.path import Path, Point
from warcry3d.motion.reach import LevelReach, Route
from warcry3d.rules.move_result import MoveAction, RuleFault
from warcry3d.table.table import Table
from warcry3d.units import LengthUnit

__all__ = ["EDGE", "FALLS", "PROVOKES", "Charge", "ReachResult", "ReachSearch", "ReachingRules"]

FALLS = "falls"
"""The mark of ends from which a model falls: a base that hangs over, where it must not."""

EDGE = "edge"
"""The mark of ends near an open edge, over which it may fall when it is attacked."""

PROVOKES = "provokes"
"""The mark of ends that are reached only past enemies that may strike at it."""


class ReachSearch(Protocol):
    """All places that a model can reach, whichever way a rule system searches them: `warcry3d.motion.reach.Reach` over
    real terrain, or square by square.
    """

    @property
    def spacing(self) -> float:
        """Return how far apart the places of a level are at which costs are given (in)."""
        ...

    @property
    def is_whole(self) -> bool:
        """Return whether nothing was left out of the search."""
        ...

    @property
    def turns(self) -> bool:
        """Return whether it may end in facings other than its own."""
        ...

    @property
    def levels(self) -> tuple[LevelReach, ...]:
        """Return the levels on which anything is reached."""
        ...

    def cost_at(self, level: Level, place: tuple[float, float]) -> float | None:
        """Return the cost of standing at a place of a level; None where it cannot be reached."""
        ...

    def route(self, level: Level, place: tuple[float, float]) -> Route | None:
        """Return the cheapest way to a place of a level; None where it cannot be reached."""
        ...

    def outline(self, level: Level, cost: float | None = None) -> Any:
        """Return the area of a level that is reached for at most ``cost``, as a shapely geometry, for drawing."""
        ...


@dataclass(frozen=True, slots=True)
class Charge:
    """The cheapest place near something: an enemy (``subject`` its id) or a marker (``subject`` empty).

    ``at``: where the centre of the base ends, ``cost`` (in), ``rolls``: impact damage rolls on the way, ``deadly``:
    climbs of what is deadly, ``path``: the way, ``drops``: how far each drop on it goes (in). ``risks``: what threatens
    who ends there, as of `ReachResult`. ``provokes``: enemies that may strike at it on the way.
    """

    subject: str
    at: Point
    cost: float
    rolls: int
    deadly: int
    path: Path
    drops: tuple[float, ...] = ()
    risks: frozenset[str] = frozenset()
    provokes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ReachResult:
    """Where a model can get to with ``inches``, or as many of its ``unit``. ``is_careful``: doing nothing that hurts;
    ``is_carrying``: with a treasure. ``bars``: the rules that keep it from the action at all; then it reaches nothing.

    ``reach``: the field by level, less where the rules forbid to end; its marks are the risks of ending there: `FALLS`,
    `EDGE`, `PROVOKES`. ``engaged``: enemies within 1 in, of whom it must
    disengage before it may move. ``charging``: finds the charges.
    """

    ruleset: str
    model: str
    action: MoveAction
    inches: float
    is_careful: bool
    engaged: tuple[str, ...]
    reach: ReachSearch
    charging: Callable[[], tuple[Charge, ...]] = field(default=tuple, repr=False)
    is_carrying: bool = False
    bars: tuple[RuleFault, ...] = ()
    unit: LengthUnit = LengthUnit.INCHES

    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        """Return the cheapest place within 1 in of each enemy that it could end near, the cheapest first; looked for
        when first asked.
        """
        return self.charging()


class ReachingRules(Protocol):
    """What a rule system says about where a model can get to."""

    def reach(
        self,
        table: Table,
        model: str,
        *,
        inches: float | None,
        action: MoveAction,
        is_careful: bool,
        is_carrying: bool,
        keeps_facing: bool,
    ) -> ReachResult:
        """Return where it can get to."""
        ...

    def nearest(self, table: Table, reached: ReachResult, marker: Point) -> Charge | None:
        """Return the cheapest place from which it reaches a marker; None: there is none."""
        ...
