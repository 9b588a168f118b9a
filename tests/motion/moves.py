"""Small helpers for tests of moves: paths written short, and fighters with profiles."""

from dataclasses import replace
from typing import Any

from tests import zoo
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.record import FaultKind, Trace
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.rules.moves import judge_move
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import MM

R = 16 * MM
"""The radius of a 32 mm base: 0.630 in."""


def leg(kind: str, *to: tuple[float, ...], through: str = "", facing: float | None = None) -> Leg:
    """Return a leg; points of two numbers lie on the floor."""
    return Leg(LegKind(kind), tuple((*p, 0.0)[:3] for p in to), through, facing)  # type: ignore[misc]


def path(*legs: Leg) -> Path:
    """Return a path of these legs."""
    return Path(legs)


def mover(
    at: tuple[float, ...] = (5.0, 5.0), *, move: float = 20, runemarks: tuple[str, ...] = (), **how: Any
) -> Model:
    """Return the fighter "a" with a profile."""
    return replace(zoo.fighter("a", at, **how), profile={"move": move, "runemarks": list(runemarks)})


def judged(
    table: Table,
    *legs: Leg,
    action: str = "move",
    allowed: float | None = None,
    ends: bool = False,
    carrying: bool = False,
) -> MoveResult:
    """Return what the judge says of the fighter "a" on this path."""
    path, how = Path(legs), MoveAction(action)
    return judge_move(table, "a", path, allowed=allowed, action=how, ends_activation=ends, is_carrying=carrying)


def rules(moved: MoveResult) -> list[str]:
    """Return the rules that the faults name, in order."""
    return [fault.rule for fault in moved.faults]


def kinds(traced: Trace) -> list[FaultKind]:
    """Return the kinds of the faults, in order."""
    return [fault.kind for fault in traced.faults]
