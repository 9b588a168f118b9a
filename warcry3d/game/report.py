"""Battles as JSON for programs: ``warcry3d.report/1``."""

from typing import Any, TypeVar

from warcry3d.game.changes import GONE, Difference
from warcry3d.game.plain import plain, state_hash
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.replay import Divergence
from warcry3d.game.ruleset import Choice, Event, Outcome, Pending, Roll
from warcry3d.game.session import Game

__all__ = ["REPORT_FORMAT", "divergence_json", "fault_json", "pending_json", "report_json"]

S = TypeVar("S")
A = TypeVar("A")

REPORT_FORMAT = "warcry3d.report/1"


def report_json(game: Game[S, A], *, seed: int | None) -> dict[str, Any]:
    """Return all that was done in a battle and what came of it, what is due, and how it ended if it has."""
    pending = game.pending
    return {
        "format": REPORT_FORMAT,
        "ruleset": game.ruleset.name,
        "players": list(game.setup.players),
        "seed": seed,
        "steps": [
            {
                "step": number,
                "action": plain(step.action),
                "events": [_event(event) for event in step.events],
                "hash": state_hash(game.ruleset, step.state),
            }
            for number, step in enumerate(game.done, start=1)
        ],
        "due": None if isinstance(pending, Outcome) else pending_json(pending),
        "outcome": pending_json(pending) if isinstance(pending, Outcome) else None,
        "hash": game.hash,
    }


def _event(event: Event) -> dict[str, Any]:
    report: dict[str, Any] = {"kind": event.kind, "text": str(event), "rules": list(event.rules)}
    if event.models:
        report["models"] = list(event.models)
    if event.way:
        report["way"] = plain(event.way)
    if event.faces:
        report["faces"] = list(event.faces)
    return report


def pending_json(pending: Pending) -> dict[str, Any]:
    """Return what is due: a choice, dice, or the outcome."""
    match pending:
        case Choice():
            head = {"due": "choice", "player": pending.player, "kind": pending.kind, "about": plain(pending.about)}
            return head | _why(pending.why)
        case Roll():
            head = {"due": "roll", "player": pending.player, "count": pending.count, "sides": pending.sides}
            needs = {} if pending.needs is None else {"needs": str(pending.needs)}
            return head | _why(pending.why) | needs
        case Outcome():
            reasons = [_why(why) for why in pending.reasons]
            return {"winners": list(pending.winners), "reasons": reasons, "scores": dict(pending.scores)}


def _why(why: RuleReason) -> dict[str, Any]:
    return {"rule": why.rule, "text": str(why)}


def fault_json(fault: ActionFault) -> dict[str, Any]:
    """Return why an action is not allowed."""
    report: dict[str, Any] = {"rule": fault.rule, "place": fault.place, "text": str(fault)}
    return report if fault.at is None else report | {"at": plain(fault.at)}


def divergence_json(found: Divergence) -> dict[str, Any]:
    """Return where a battle, played again, goes another way, and what differs."""
    return {
        "step": found.step,
        "line": found.line,
        "expected": found.expected,
        "found": found.found or None,
        "differences": [_difference(one) for one in found.differences],
        "faults": [fault_json(fault) for fault in found.faults],
        "error": None if found.error is None else str(found.error),
        "dice": None if found.dice is None else list(found.dice),
    }


def _difference(one: Difference) -> dict[str, Any]:
    report = {"place": one.place}
    sides = (("recorded", one.before), ("now", one.after))
    return report | {name: value for name, value in sides if value is not GONE}
