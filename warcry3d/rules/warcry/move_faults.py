"""Faults of a trace as faults of Warcry's rules: the id of the clause, and a message with its numbers."""

from warcry3d.message import Message
from warcry3d.motion.path import LegKind
from warcry3d.motion.record import Fault, FaultKind, Trace
from warcry3d.rules.move_result import RuleFault
from warcry3d.rules.reports.trace_messages import trace_message

__all__ = ["as_rule_fault"]

RULES = {
    FaultKind.BLOCKED: "WC-MOVE-3",
    FaultKind.FIGHTER: "WC-MOVE-2",
    FaultKind.EDGE: "WC-MOVE-4",
    FaultKind.OFF: "WC-WALK-1",
    FaultKind.STEP: "WC-WALK-1",
    FaultKind.HEIGHT: "WC-WALK-1",
    FaultKind.HANGING: "WC-WALK-2",
    FaultKind.IN_FLIGHT: "WC-FLY-4",
    FaultKind.RISES: "WC-JUMP-5",
    FaultKind.STRAIGHT_DOWN: "WC-JUMP-1",
    FaultKind.FAR: "WC-CLIMB-4",
    FaultKind.UNCLIMBABLE: "WC-TERR-3",
    FaultKind.NO_PASSAGE: "WC-TERR-5",
    FaultKind.APART: "WC-DOOR-1",
    FaultKind.CROOKED: "WC-DOOR-3",
    FaultKind.SAME_SIDE: "WC-DOOR-3",
}
"""The rule behind each kind of fault that has one alone."""

OF_DOORS = {FaultKind.BLOCKED: "WC-DOOR-3", FaultKind.OFF: "WC-DOOR-3", FaultKind.HANGING: "WC-DOOR-1"}
"""The rule behind faults of ways through doors and arches."""


def as_rule_fault(fault: Fault, traced: Trace, *, is_mount: bool) -> RuleFault:
    """Return a fault of a trace with its rule and its message."""
    kind = traced.legs[fault.leg].kind
    if fault.kind is FaultKind.TOUCHES_NOTHING and is_mount:
        said = Message("mounts climb only ladders and stairs, and it touches none", _values(fault))
        return RuleFault("WC-CLIMB-7", fault.leg, fault.at, said)
    return RuleFault(_rule(fault, kind), fault.leg, fault.at, trace_message(fault, kind))


def _values(fault: Fault) -> dict[str, object]:
    return {"subject": fault.subject, "needs": fault.needs, "has": fault.has}


def _rule(fault: Fault, kind: LegKind) -> str:
    if kind is LegKind.DOOR and fault.kind in OF_DOORS:
        return OF_DOORS[fault.kind]
    match fault.kind:
        case FaultKind.TURN:
            if not fault.subject:
                return "WC-MOVE-4"
            return "WC-MOVE-3" if "/" in fault.subject else "WC-MOVE-2"  # a part of terrain, or a fighter
        case FaultKind.NO_LANDING if kind is LegKind.PLACE:
            return "WC-DEPLOY-9"
        case FaultKind.NO_LANDING:
            return "WC-FLY-3" if fault.subject and fault.has > 0 else "WC-FLY-4"
        case FaultKind.TOUCHES_NOTHING:
            return "WC-CLIMB-1"
    return RULES[fault.kind]
