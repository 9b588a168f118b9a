"""Judged moves as sentences."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words, template
from warcry3d.units import LengthUnit

if TYPE_CHECKING:
    from warcry3d.rules.move_result import MoveEnd, MoveResult, PricedLeg

__all__ = ["KINDS", "end_sentences", "leg_sum", "move_sentences"]

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "walk": template("walk"),
        "climb": template("climb"),
        "jump": template("jump"),
        "drop": template("drop"),
        "fly": template("fly"),
        "door": template("pass through"),
        "place": template("be placed"),
    }
)


def move_sentences(moved: "MoveResult", words: Words) -> tuple[str, ...]:
    """Return the verdict, what each leg costs, every fault, and the end."""
    name = fighter_name(moved.model, words)
    if moved.unit is LengthUnit.SQUARES:
        verdict = _squares_verdict(moved, name, words)
    elif moved.is_legal:
        verdict = words.say(
            "{model}: allowed, {cost:.2f} of {allowed:g} in.", model=name, cost=moved.cost, allowed=moved.allowed
        )
    else:
        verdict = words.say(
            "{model}: not allowed, {cost:.2f} of {allowed:g} in.", model=name, cost=moved.cost, allowed=moved.allowed
        )
    faults = [
        words.say(
            "  leg {leg}, at {at}: {text} ({rule})",
            leg=fault.leg + 1,
            at=_place(fault.at),
            text=words.text(fault.message),
            rule=fault.rule,
        )
        for fault in moved.faults
    ]
    return verdict, f"  {leg_sum(moved, words)}", *faults, *end_sentences(moved.ends, words, moved.unit)


def _squares_verdict(moved: "MoveResult", name: str, words: Words) -> str:
    cost, allowed = round(moved.cost), round(moved.allowed)
    if moved.is_legal:
        return words.say("{model}: allowed, {cost} of {allowed} squares.", model=name, cost=cost, allowed=allowed)
    return words.say("{model}: not allowed, {cost} of {allowed} squares.", model=name, cost=cost, allowed=allowed)


def leg_sum(moved: "MoveResult", words: Words) -> str:
    """Return what each leg costs, as a sum: 2.50 walk + 4.00 climb."""
    said = _squares_words if moved.unit is LengthUnit.SQUARES else leg_words
    return " + ".join(said(leg, words) for leg in moved.legs)


def leg_words(leg: "PricedLeg", words: Words) -> str:
    """Return what a leg costs and its kind, in words."""
    return f"{leg.cost:.2f} {words.say(KINDS[leg.measured.kind.value])}"


def _squares_words(leg: "PricedLeg", words: Words) -> str:
    return f"{round(leg.cost)} {words.say(KINDS[leg.measured.kind.value])}"


def _place(at: tuple[float, float, float]) -> str:
    return "({})".format(", ".join(f"{value + 0.0:.2f}" for value in at))


def end_sentences(ends: "MoveEnd", words: Words, unit: LengthUnit = LengthUnit.INCHES) -> list[str]:
    """Return where a move ends, and what is due then."""
    at, on = _place(ends.at), ends.on or words.say("the air")
    if ends.climbing:
        lines = [words.say("It ends at {at}, climbing {on}.", at=at, on=on)]
    else:
        lines = [words.say("It ends at {at}, on {on}.", at=at, on=on)]
    if ends.falls:
        lines.append(_fall(ends, words))
    elif ends.falls_later:
        lines.append(words.say("It falls if its activation ends there (WC-FALL-4)."))
    if ends.impact_rolls:
        lines.append(
            words.count("{n} roll for impact damage is due.", "{n} rolls for impact damage are due.", ends.impact_rolls)
        )
    if ends.deadly_rolls:
        lines.append(
            words.count(
                "{n} D6 of damage is due for climbing deadly terrain (WC-DEADLY-1).",
                "{n} D6 of damage are due for climbing deadly terrain (WC-DEADLY-1).",
                ends.deadly_rolls,
            )
        )
    if ends.engaged:
        names = words.say(", ").join(fighter_name(id, words) for id in ends.engaged)
        if unit is LengthUnit.SQUARES:
            lines.append(words.say("Enemies next to it: {names}.", names=names))
        else:
            lines.append(words.say("Enemies within 1 in: {names}.", names=names))
    if ends.provokes:
        names = words.say(", ").join(fighter_name(id, words) for id in ends.provokes)
        lines.append(words.say("Enemies that may strike at it on its way: {names}.", names=names))
    if ends.edges:
        edge = ends.edges[0]
        lines.append(
            words.say(
                "An open edge is {distance:.2f} in away, at {at} (WC-EDGE-1).",
                distance=edge.distance,
                at=_place(edge.at),
            )
        )
    return lines


def _fall(ends: "MoveEnd", words: Words) -> str:
    match ends.outcome:
        case "placed" if ends.landings is not None:
            spot = _place(ends.landings.places[0].nearest)
            return words.say("It falls (WC-FALL-1): the opponent places it, nearest at {at}.", at=spot)
        case "stays":
            return words.say("It falls (WC-FALL-1), but there is no place to fall to: it stays (WC-FALL-8).")
        case _:
            return words.say("It falls (WC-FALL-1), and there is no place to fall to: it is taken down (WC-FALL-9).")
