"""Faults of a trace as faults of Warcry's rules: the id of the clause, and a message with its numbers."""

from warcry3d.message import Message
from warcry3d.motion.path import LegKind
from warcry3d.motion.record import Fault, FaultKind, Trace
from warcry3d.rules.move_result import RuleFault

__all__ = ["as_rule_fault"]


def as_rule_fault(fault: Fault, traced: Trace, *, is_mount: bool) -> RuleFault:
    """Return a fault of a trace with its rule and its message."""
    kind = traced.legs[fault.leg].kind
    match fault.kind:
        case FaultKind.BLOCKED | FaultKind.FIGHTER | FaultKind.EDGE | FaultKind.OFF | FaultKind.STEP | FaultKind.HEIGHT:
            return _in_the_way(fault, kind)
        case FaultKind.TURN:
            return _turning(fault)
        case FaultKind.HANGING | FaultKind.IN_FLIGHT | FaultKind.RISES | FaultKind.STRAIGHT_DOWN | FaultKind.NO_LANDING:
            return _in_the_air(fault, kind)
        case FaultKind.TOUCHES_NOTHING | FaultKind.FAR | FaultKind.UNCLIMBABLE:
            return _climbing(fault, is_mount=is_mount)
        case FaultKind.NO_PASSAGE | FaultKind.APART | FaultKind.CROOKED | FaultKind.SAME_SIDE:
            return _passing(fault)


def _values(fault: Fault) -> dict[str, object]:
    return {"subject": fault.subject, "needs": fault.needs, "has": fault.has}


def _in_the_way(fault: Fault, kind: LegKind) -> RuleFault:
    values = _values(fault)
    match fault.kind:
        case FaultKind.BLOCKED if kind is LegKind.DOOR:
            return RuleFault(
                "WC-DOOR-3", fault.leg, fault.at, Message("there is no room to stand beyond {subject}", values)
            )
        case FaultKind.BLOCKED:
            return RuleFault("WC-MOVE-3", fault.leg, fault.at, Message("{subject} is in the way", values))
        case FaultKind.FIGHTER:
            return RuleFault("WC-MOVE-2", fault.leg, fault.at, Message("the fighter {subject} is in the way", values))
        case FaultKind.EDGE:
            return RuleFault(
                "WC-MOVE-4",
                fault.leg,
                fault.at,
                Message("the base crosses the battlefield's edge by {has:.2f} in", values),
            )
        case FaultKind.OFF if kind is LegKind.DOOR:
            return RuleFault(
                "WC-DOOR-3", fault.leg, fault.at, Message("there is nothing to stand on beyond {subject}", values)
            )
        case FaultKind.OFF:
            return RuleFault(
                "WC-WALK-1", fault.leg, fault.at, Message("the centre of the base leaves {subject}", values)
            )
        case FaultKind.STEP:
            return RuleFault(
                "WC-WALK-1",
                fault.leg,
                fault.at,
                Message(
                    "{subject} is {has:.2f} in higher or lower; a walk only steps up or down by less than {needs:g} in",
                    values,
                ),
            )
        case _:
            return RuleFault(
                "WC-WALK-1",
                fault.leg,
                fault.at,
                Message("this point of the walk is {has:.2f} in above {subject}", values),
            )


def _turning(fault: Fault) -> RuleFault:
    if not fault.subject:
        return RuleFault(
            "WC-MOVE-4",
            fault.leg,
            fault.at,
            Message("the base crosses the battlefield's edge while it turns on the spot", {}),
        )
    rule = "WC-MOVE-3" if "/" in fault.subject else "WC-MOVE-2"  # a part of terrain, or a fighter
    return RuleFault(rule, fault.leg, fault.at, Message("{subject} blocks the turn on the spot", _values(fault)))


def _in_the_air(fault: Fault, kind: LegKind) -> RuleFault:
    values = _values(fault)
    match fault.kind:
        case FaultKind.HANGING if kind is LegKind.DOOR:
            return RuleFault(
                "WC-DOOR-1",
                fault.leg,
                fault.at,
                Message("a fighter must stand on a surface to go through a door or an arch", values),
            )
        case FaultKind.HANGING:
            return RuleFault(
                "WC-WALK-2",
                fault.leg,
                fault.at,
                Message("the centre of the base is over neither floor nor platform", values),
            )
        case FaultKind.IN_FLIGHT:
            return RuleFault(
                "WC-FLY-4",
                fault.leg,
                fault.at,
                Message("it must fly on: here its centre is over neither floor nor platform", values),
            )
        case FaultKind.RISES:
            return RuleFault(
                "WC-JUMP-5",
                fault.leg,
                fault.at,
                Message("a jump goes level, then down; this one rises {has:.2f} in", values),
            )
        case FaultKind.STRAIGHT_DOWN:
            return RuleFault(
                "WC-JUMP-1",
                fault.leg,
                fault.at,
                Message("a drop goes straight down; this one goes {has:.2f} in sideways", values),
            )
        case FaultKind.NO_LANDING if kind is LegKind.PLACE:
            return RuleFault(
                "WC-DEPLOY-9", fault.leg, fault.at, Message("there is neither floor nor platform here", values)
            )
        case FaultKind.NO_LANDING if fault.subject and fault.has > 0:
            return RuleFault(
                "WC-FLY-3",
                fault.leg,
                fault.at,
                Message("a flight ends on a surface, and this one {has:.2f} in above {subject}", values),
            )
        case _:
            return RuleFault(
                "WC-FLY-4",
                fault.leg,
                fault.at,
                Message("a flight ends over floor or platform: here the centre is over neither", values),
            )


def _climbing(fault: Fault, *, is_mount: bool) -> RuleFault:
    values = _values(fault)
    match fault.kind:
        case FaultKind.FAR:
            return RuleFault(
                "WC-CLIMB-4",
                fault.leg,
                fault.at,
                Message("it climbs {has:.2f} in away from {subject}; at most {needs:g} in is allowed", values),
            )
        case FaultKind.UNCLIMBABLE:
            return RuleFault("WC-TERR-3", fault.leg, fault.at, Message("{subject} cannot be climbed", values))
        case _ if is_mount:
            return RuleFault(
                "WC-CLIMB-7",
                fault.leg,
                fault.at,
                Message("mounts climb only ladders and stairs, and it touches none", values),
            )
        case _ if fault.subject:
            return RuleFault(
                "WC-CLIMB-1",
                fault.leg,
                fault.at,
                Message(
                    "a climb must start touching an obstacle; the nearest, {subject}, is {has:.2f} in away", values
                ),
            )
        case _:
            return RuleFault("WC-CLIMB-1", fault.leg, fault.at, Message("there is no obstacle to climb", values))


def _passing(fault: Fault) -> RuleFault:
    values = _values(fault)
    match fault.kind:
        case FaultKind.NO_PASSAGE:
            return RuleFault(
                "WC-TERR-5", fault.leg, fault.at, Message("{subject} is neither a door nor an arch", values)
            )
        case FaultKind.APART:
            return RuleFault(
                "WC-DOOR-1",
                fault.leg,
                fault.at,
                Message("it does not touch {subject}: it is {has:.2f} in away", values),
            )
        case FaultKind.CROOKED:
            return RuleFault(
                "WC-DOOR-3",
                fault.leg,
                fault.at,
                Message(
                    "the way must go straight through the middle of {subject}; it passes {has:.2f} in beside it",
                    values,
                ),
            )
        case _:
            return RuleFault(
                "WC-DOOR-3", fault.leg, fault.at, Message("it must end clear of {subject}, on the other side", values)
            )
