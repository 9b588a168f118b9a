"""The kernel's faults told as Warcry's rules: an id and a sentence with its numbers."""

from warcry3d.message import Message
from warcry3d.motion.path import LegKind
from warcry3d.motion.record import Fault, FaultKind, Trace
from warcry3d.rules.move_result import RuleFault

__all__ = ["as_rule_fault"]


def as_rule_fault(fault: Fault, traced: Trace, *, is_mount: bool) -> RuleFault:
    """Return a fault of the kernel with its rule and its sentence."""
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
                "WC-DOOR-3", fault.leg, fault.at, Message("{subject} leaves no room to stand beyond", values)
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
                Message("the base passes the battlefield's edge by {has:.2f} in", values),
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
                    "{subject} is {has:.2f} in higher or lower: only steps of less than {needs:g} in are walked", values
                ),
            )
        case _:
            return RuleFault(
                "WC-WALK-1",
                fault.leg,
                fault.at,
                Message("this point of a walk hangs {has:.2f} in above {subject}", values),
            )


def _turning(fault: Fault) -> RuleFault:
    if not fault.subject:
        return RuleFault(
            "WC-MOVE-4", fault.leg, fault.at, Message("turning on the spot, the base passes the battlefield's edge", {})
        )
    rule = "WC-MOVE-3" if "/" in fault.subject else "WC-MOVE-2"  # a part of terrain, or a fighter
    return RuleFault(
        rule, fault.leg, fault.at, Message("{subject} is in the way of turning on the spot", _values(fault))
    )


def _in_the_air(fault: Fault, kind: LegKind) -> RuleFault:
    values = _values(fault)
    match fault.kind:
        case FaultKind.HANGING if kind is LegKind.DOOR:
            return RuleFault(
                "WC-DOOR-1", fault.leg, fault.at, Message("it stands on nothing: a way through is walked", values)
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
                "WC-FLY-4", fault.leg, fault.at, Message("it flies until its centre is over floor or platform", values)
            )
        case FaultKind.RISES:
            return RuleFault(
                "WC-JUMP-5",
                fault.leg,
                fault.at,
                Message("a jump leads level and down: this one rises {has:.2f} in", values),
            )
        case FaultKind.STRAIGHT_DOWN:
            return RuleFault(
                "WC-JUMP-1",
                fault.leg,
                fault.at,
                Message("a drop leads straight down: this one goes {has:.2f} in aside", values),
            )
        case FaultKind.NO_LANDING if kind is LegKind.PLACE:
            return RuleFault(
                "WC-DEPLOY-9", fault.leg, fault.at, Message("there is neither floor nor platform here", values)
            )
        case FaultKind.NO_LANDING if fault.subject and fault.has > 0:
            return RuleFault(
                "WC-FLY-3", fault.leg, fault.at, Message("the flight ends {has:.2f} in above {subject}", values)
            )
        case _:
            return RuleFault(
                "WC-FLY-4", fault.leg, fault.at, Message("the flight ends over neither floor nor platform", values)
            )


def _climbing(fault: Fault, *, is_mount: bool) -> RuleFault:
    values = _values(fault)
    match fault.kind:
        case FaultKind.FAR:
            return RuleFault(
                "WC-CLIMB-4",
                fault.leg,
                fault.at,
                Message("it climbs {has:.2f} in away from {subject}: within {needs:g} in is allowed", values),
            )
        case FaultKind.UNCLIMBABLE:
            return RuleFault("WC-TERR-3", fault.leg, fault.at, Message("{subject} cannot be climbed", values))
        case _ if is_mount:
            return RuleFault(
                "WC-CLIMB-7",
                fault.leg,
                fault.at,
                Message("mounts climb only ladders and stairs: it touches none", values),
            )
        case _ if fault.subject:
            return RuleFault(
                "WC-CLIMB-1",
                fault.leg,
                fault.at,
                Message("a climb begins touching an obstacle: the nearest, {subject}, is {has:.2f} in away", values),
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
                    "a way through leads straight through the middle: {subject} is passed {has:.2f} in beside it",
                    values,
                ),
            )
        case _:
            return RuleFault(
                "WC-DOOR-3", fault.leg, fault.at, Message("it does not end clear beyond {subject}", values)
            )
