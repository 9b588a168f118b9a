"""What is wrong with a traced path, in words that hold for any rule system; each adds the rule behind it."""

from collections.abc import Mapping

from warcry3d.message import Message
from warcry3d.motion.path import LegKind
from warcry3d.motion.record import Fault, FaultKind

__all__ = ["trace_message"]


def trace_message(fault: Fault, kind: LegKind) -> Message:
    """Return the sentence of a fault in a leg of a kind, with its numbers."""
    values = {"subject": fault.subject, "needs": fault.needs, "has": fault.has}
    match fault.kind:
        case FaultKind.BLOCKED | FaultKind.FIGHTER | FaultKind.EDGE | FaultKind.OFF | FaultKind.STEP | FaultKind.HEIGHT:
            return _in_the_way(fault.kind, kind, values)
        case FaultKind.TURN if not fault.subject:
            return Message("the base crosses the battlefield's edge while it turns on the spot", {})
        case FaultKind.TURN:
            return Message("{subject} blocks the turn on the spot", values)
        case FaultKind.HANGING | FaultKind.IN_FLIGHT | FaultKind.RISES | FaultKind.STRAIGHT_DOWN | FaultKind.NO_LANDING:
            return _in_the_air(fault, kind, values)
        case FaultKind.TOUCHES_NOTHING | FaultKind.FAR | FaultKind.UNCLIMBABLE:
            return _climbing(fault, values)
        case FaultKind.NO_PASSAGE | FaultKind.APART | FaultKind.CROOKED | FaultKind.SAME_SIDE:
            return _passing(fault.kind, values)


def _in_the_way(fault: FaultKind, kind: LegKind, values: Mapping[str, object]) -> Message:
    match fault:
        case FaultKind.BLOCKED if kind is LegKind.DOOR:
            return Message("there is no room to stand beyond {subject}", values)
        case FaultKind.BLOCKED | FaultKind.FIGHTER:
            return Message("{subject} is in the way", values)
        case FaultKind.EDGE:
            return Message("the base crosses the battlefield's edge by {has:.2f} in", values)
        case FaultKind.OFF if kind is LegKind.DOOR:
            return Message("there is nothing to stand on beyond {subject}", values)
        case FaultKind.OFF:
            return Message("the centre of the base leaves {subject}", values)
        case FaultKind.STEP:
            return Message(
                "{subject} is {has:.2f} in higher or lower; a walk only steps up or down by less than {needs:g} in",
                values,
            )
        case _:
            return Message("this point of the walk is {has:.2f} in above {subject}", values)


def _in_the_air(fault: Fault, kind: LegKind, values: Mapping[str, object]) -> Message:
    match fault.kind:
        case FaultKind.HANGING if kind is LegKind.DOOR:
            return Message("a fighter must stand on a surface to go through a door or an arch", values)
        case FaultKind.HANGING:
            return Message("the centre of the base is over neither floor nor platform", values)
        case FaultKind.IN_FLIGHT:
            return Message("it must fly on: here its centre is over neither floor nor platform", values)
        case FaultKind.RISES:
            return Message("a jump goes level, then down; this one rises {has:.2f} in", values)
        case FaultKind.STRAIGHT_DOWN:
            return Message("a drop goes straight down; this one goes {has:.2f} in sideways", values)
        case FaultKind.NO_LANDING if kind is LegKind.PLACE:
            return Message("there is neither floor nor platform here", values)
        case FaultKind.NO_LANDING if fault.subject and fault.has > 0:
            return Message("a flight ends on a surface, and this one {has:.2f} in above {subject}", values)
        case _:
            return Message("a flight ends over floor or platform: here the centre is over neither", values)


def _climbing(fault: Fault, values: Mapping[str, object]) -> Message:
    match fault.kind:
        case FaultKind.FAR:
            return Message("it climbs {has:.2f} in away from {subject}; at most {needs:g} in is allowed", values)
        case FaultKind.UNCLIMBABLE:
            return Message("{subject} cannot be climbed", values)
        case _ if fault.subject:
            return Message(
                "a climb must start touching an obstacle; the nearest, {subject}, is {has:.2f} in away", values
            )
        case _:
            return Message("there is no obstacle to climb", values)


def _passing(fault: FaultKind, values: Mapping[str, object]) -> Message:
    match fault:
        case FaultKind.NO_PASSAGE:
            return Message("{subject} is neither a door nor an arch", values)
        case FaultKind.APART:
            return Message("it does not touch {subject}: it is {has:.2f} in away", values)
        case FaultKind.CROOKED:
            return Message(
                "the way must go straight through the middle of {subject}; it passes {has:.2f} in beside it", values
            )
        case _:
            return Message("it must end clear of {subject}, on the other side", values)
