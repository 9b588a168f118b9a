"""What a rule system answers about where a model can get to, whatever the system; and what it must offer."""

from dataclasses import dataclass
from typing import Protocol

from warcry3d.motion.path import Path, Point
from warcry3d.motion.reach import Reach
from warcry3d.rules.moved import Action
from warcry3d.table.table import Table

__all__ = ["Charge", "Reached", "ReachingRules"]


@dataclass(frozen=True, slots=True)
class Charge:
    """The cheapest place near something: an enemy (``subject`` its id) or a marker (``subject`` empty).

    ``at``: where the centre of the base ends, ``cost`` (in), ``rolls``: impact damage rolls on the way, ``deadly``:
    climbs of what is deadly, ``path``: the way.
    """

    subject: str
    at: Point
    cost: float
    rolls: int
    deadly: int
    path: Path


@dataclass(frozen=True, eq=False)
class Reached:
    """Where a model can get to with ``inches``. ``is_careful``: doing nothing that hurts.

    ``reach``: the field by level, less where the rules forbid to end. ``engaged``: enemies within 1 in, of whom it must
    disengage before it may move. ``charges``: the enemies it could end near, the cheapest first.
    """

    ruleset: str
    model: str
    action: Action
    inches: float
    is_careful: bool
    engaged: tuple[str, ...]
    reach: Reach
    charges: tuple[Charge, ...]


class ReachingRules(Protocol):
    """What a rule system says about where a model can get to."""

    def reach(self, table: Table, model: str, *, inches: float | None, action: Action, is_careful: bool) -> Reached:
        """Return where it can get to."""
        ...

    def nearest(self, table: Table, reached: Reached, marker: Point) -> Charge | None:
        """Return the cheapest place from which it reaches a marker; None: there is none."""
        ...
