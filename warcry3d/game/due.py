"""Faults of actions that are not due, and actions read from JSON."""

from typing import Any, TypeVar

from warcry3d.game.actions import Action, Rolled
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Outcome, Pending, Roll, Ruleset
from warcry3d.message import Message, counted
from warcry3d.table.jsonfile import JsonPath, checked, valid_json

__all__ = ["due_faults", "read_action"]

S = TypeVar("S")
A = TypeVar("A")


def due_faults(pending: Pending, action: object) -> tuple[ActionFault, ...]:
    """Return why an action does not answer what is due, as far as that is so in any rule system; none: it may.

    Dice must be due and be as many as asked for, with faces that the dice have; nothing is due after the end.
    """
    match pending, action:
        case Outcome(), _:
            return (ActionFault("", Message("the battle is over")),)
        case Roll() as roll, Rolled(faces=faces):
            return _face_faults(roll, faces)
        case Roll() as roll, _:
            return (ActionFault(roll.why.rule, Message("dice are due first: {why}", {"why": str(roll.why)})),)
        case Choice() as choice, Rolled():
            return (
                ActionFault(
                    choice.why.rule, Message("no dice are due: {player} has to choose", {"player": choice.player})
                ),
            )
    return ()


def _face_faults(roll: Roll, faces: tuple[int, ...]) -> tuple[ActionFault, ...]:
    if len(faces) != roll.count:
        values = {"dice": counted("{n} die", "{n} dice", roll.count), "given": len(faces)}
        return (ActionFault(roll.why.rule, Message("expected {dice}, got {given}", values), place="faces"),)
    return tuple(
        ActionFault(
            roll.why.rule,
            Message("a die with {sides} sides does not show {face}", {"sides": roll.sides, "face": face}),
            place=f"faces[{index}]",
        )
        for index, face in enumerate(faces)
        if not 1 <= face <= roll.sides
    )


def read_action(ruleset: Ruleset[S, A], value: Any, spot: JsonPath) -> A:
    """Return the action of parsed JSON; raise `FileError` naming the place that is wrong and what was expected."""
    if not isinstance(value, dict):
        raise spot.error("expected an action: an object with a field 'do'")
    known = {_tag(kind): kind for kind in ruleset.actions}
    name = value.get("do")
    if not isinstance(name, str) or name not in known:
        raise spot.at("do").error(
            "no action '{name}' in {ruleset}; there are: {known}",
            name=str(name)[:60],
            ruleset=ruleset.name,
            known=", ".join(known),
        )
    return checked(valid_json(value, spot), known[name], spot)


def _tag(kind: Any) -> str:
    assert issubclass(kind, Action), f"{kind} is no Action"
    return str(kind.__struct_config__.tag)
