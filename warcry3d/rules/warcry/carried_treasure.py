"""Moving with a treasure in Warcry (WC-OBJ-2)."""

from warcry3d.message import Message
from warcry3d.motion.path import LegKind, Point
from warcry3d.motion.record import Trace
from warcry3d.rules.move_result import MoveAction, RuleFault
from warcry3d.rules.warcry.fighter import BEAST, GARGANTUAN, FighterTraits

__all__ = ["carrying_bars", "carrying_faults", "move_of_carrier"]

BURDEN = 2.0
"""A fighter that starts a move action with treasure moves this much less (in)."""

LEAST_MOVE = 3.0
"""The Move is not lowered below this (in); a lower Move stays as it is."""

EMPTY_HANDED = (GARGANTUAN, BEAST)
"""Fighters with these runemarks cannot carry treasure."""


def move_of_carrier(move: float) -> float:
    """Return the inches that are left of a Move: 2 less, though no less than 3 (or than the Move, if that is less)."""
    return min(move, max(move - BURDEN, LEAST_MOVE))


def carrying_faults(traced: Trace, fighter: FighterTraits, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what a fighter may not do that begins its action with a treasure: fly, disengage, or be what carries none.

    Being placed is no action of its own: it is never at fault.
    """
    moved = [leg for leg in traced.legs if leg.kind is not LegKind.PLACE]
    if not moved:
        return ()
    flights = [leg for leg in moved if leg.kind is LegKind.FLY]
    return (
        *carrying_bars(fighter, action, moved[0].number, moved[0].points[0]),
        *(
            RuleFault("WC-CARRY-2", leg.number, leg.points[0], Message("a fighter that carries treasure cannot fly"))
            for leg in flights
        ),
    )


def carrying_bars(fighter: FighterTraits, action: MoveAction, leg: int, at: Point) -> tuple[RuleFault, ...]:
    """Return what forbids an action to a fighter with treasure, whatever its path."""
    found = []
    barred = [mark for mark in EMPTY_HANDED if mark in fighter.runemarks]
    if barred:
        values = {"mark": barred[0]}
        found.append(
            RuleFault(
                "WC-TREASURE-3", leg, at, Message("a fighter with the runemark {mark} cannot carry treasure", values)
            )
        )
    if action is MoveAction.DISENGAGE:
        found.append(RuleFault("WC-CARRY-4", leg, at, Message("a fighter that carries treasure cannot disengage")))
    return tuple(found)
