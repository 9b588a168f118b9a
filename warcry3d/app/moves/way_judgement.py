"""What is said of a way: by the table's rule system, or where that has no rules of movement, by geometry alone."""

from dataclasses import replace

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.game.reasons import ActionFault
from warcry3d.motion.path import Leg, LegKind, Path, along
from warcry3d.motion.record import Mode, Trace
from warcry3d.motion.trace import trace
from warcry3d.rules.move_result import MoveAction, MoveEnd, MoveResult, PricedLeg, RuleFault
from warcry3d.rules.moves import judge_move
from warcry3d.rules.systems import system
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["has_movement", "judged_way", "refused", "shortened"]

MOST_SNAPPED = 1.5
"""A way that is too long by more than this (in) is not shortened: then it is shown as it is."""
SHY = 1e-4
"""How far before the last legal inch a shortened way ends (in)."""


def has_movement(table: Table) -> bool:
    """Return whether the table's rule system has rules of movement."""
    try:
        system(table.ruleset).movement()
    except (QuestionError, UnknownNameError):
        return False
    return True


def judged_way(table: Table, model: str, path: Path, *, allowed: float, action: MoveAction) -> MoveResult:
    """Return what is said of a path of ``model`` with ``allowed`` inches."""
    if has_movement(table):
        return judge_move(table, model, path, allowed=allowed, action=action)
    traced = trace(table, model, path)
    legs = tuple(PricedLeg(leg, leg.horizontal + leg.up + leg.down) for leg in traced.legs)
    cost = sum(leg.cost for leg in legs)
    return MoveResult(table.ruleset, model, action, legs, cost, allowed, (), _end(traced), traced)


def _end(traced: Trace) -> MoveEnd:
    end = traced.end
    return MoveEnd(end.at, end.on, end.mode is Mode.CLIMBING, end.mode is Mode.AIR, False, 0, 0, (), ())


def refused(moved: MoveResult, faults: tuple[ActionFault, ...]) -> MoveResult:
    """Return a judgement with the faults that a battle's rules find, and no others."""
    last = max(len(moved.legs) - 1, 0)
    found = tuple(RuleFault(one.rule, last, one.at or moved.ends.at, one.message) for one in faults)
    return replace(moved, faults=found)


def shortened(path: Path, moved: MoveResult) -> Path | None:
    """Return a path that is a little too long, ended at its last inch; None where that is no way to mend it.

    Only a last leg that goes straight over a level or through the air is cut.
    """
    over = moved.cost - moved.allowed
    if not path.legs or not LENGTH_EPSILON < over <= MOST_SNAPPED:
        return None
    last, priced = path.legs[-1], moved.legs[-1]
    points = priced.measured.points
    if last.kind not in (LegKind.WALK, LegKind.FLY) or len(points) != 2 or priced.cost <= over + SHY:
        return None
    share = 1 - (over + SHY) / priced.cost
    end = along(points[0], points[-1], share)
    return Path((*path.legs[:-1], Leg(last.kind, ((end[0], end[1], last.to[-1][2]),), last.through, last.facing)))
