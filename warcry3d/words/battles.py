"""Battles told: reports as they go, what is due, how they end, where a record goes another way."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from warcry3d.words.speak import Words

if TYPE_CHECKING:
    from warcry3d.game.changes import Difference
    from warcry3d.game.replay import Divergence
    from warcry3d.game.ruleset import ActionFault, Choice, Event, Outcome, Roll, Why

__all__ = ["choice_line", "divergence_lines", "event_lines", "fault_lines", "outcome_lines", "roll_line", "said"]

STEP = "  "
MOST_VALUE = 60


def said(told: "Why | Event | ActionFault", words: Words) -> str:
    """Return a sentence of a rule system with its values; lists in them are read out."""
    return words.say(told.template, **{name: _value(value, words) for name, value in told.values.items()})


def _value(value: object, words: Words) -> object:
    if isinstance(value, tuple | list | frozenset):
        parts = sorted(value) if isinstance(value, frozenset) else value
        return words.say(", ").join(str(_value(part, words)) for part in parts)
    return value


def event_lines(
    events: "Iterable[Event]", words: Words, *, headings: Mapping[str, int], rules: bool = False, rolled: bool = False
) -> Iterator[str]:
    """Yield a report's lines for what one action did; an empty line before what is a heading of the first rank.

    ``rules``: with the ids of the rules at work. ``rolled``: the action was dice: what came of them is set in.
    """
    for event in events:
        rank = headings.get(event.kind, 0)
        if rank == 1:
            yield ""
        line = said(event, words)
        if rules and event.rules:
            line = words.say("{sentence} ({rules})", sentence=line, rules=", ".join(event.rules))
        yield STEP * (0 if rank else 1 + event.depth + rolled) + line[:1].upper() + line[1:]


def outcome_lines(outcome: "Outcome", words: Words, *, rules: bool = False) -> Iterator[str]:
    """Yield who won, why, and the points."""
    yield ""
    yield words.say("{player} wins.", player=outcome.winner) if outcome.winner else words.say("Nobody wins.")
    for why in outcome.reasons:
        line = said(why, words)
        yield STEP + (words.say("{sentence} ({rules})", sentence=line, rules=why.rule) if rules and why.rule else line)
    if outcome.scores:
        scores = (f"{player} {points}" for player, points in outcome.scores.items())
        yield words.say("Points: {scores}", scores=words.say(", ").join(scores))


def roll_line(roll: "Roll", words: Words) -> str:
    """Return which dice are due, for whom and why."""
    return words.say(
        "{player} throws {count}D{sides}: {why}",
        player=roll.player,
        count=roll.count,
        sides=roll.sides,
        why=_with_rule(roll.why, words),
    )


def choice_line(choice: "Choice", words: Words) -> str:
    """Return who has to decide what."""
    return words.say("{player}: {why}", player=choice.player, why=_with_rule(choice.why, words))


def _with_rule(why: "Why", words: Words) -> str:
    return (
        words.say("{sentence} ({rules})", sentence=said(why, words), rules=why.rule) if why.rule else said(why, words)
    )


def fault_lines(faults: "Iterable[ActionFault]", words: Words) -> Iterator[str]:
    """Yield why an action is not allowed, a line each: place, sentence, rule."""
    for fault in faults:
        line = said(fault, words)
        if fault.place:
            line = words.say("{place}: {sentence}", place=fault.place, sentence=line)
        yield words.say("{sentence} ({rules})", sentence=line, rules=fault.rule) if fault.rule else line


def divergence_lines(found: "Divergence", words: Words) -> Iterator[str]:
    """Yield where a battle, played again, goes another way, and what differs."""
    if found.step == 0:
        yield words.say("The battle does not begin as it was recorded (line 1).")
    else:
        yield words.say("Step {step} (line {line}) goes another way.", step=found.step, line=found.line)
    if found.error is not None:
        yield STEP + words.error(found.error)
    if found.dice is not None:
        yield STEP + words.say("the seed gives other dice: {faces}", faces=_value(found.dice, words))
    if found.faults:
        yield STEP + words.say("the action is not allowed:")
        yield from (STEP + STEP + line for line in fault_lines(found.faults, words))
    yield from (STEP + _difference(one, words) for one in found.differences)
    if found.found:
        yield STEP + words.say(
            "state recorded: {expected}; now: {found}", expected=found.expected[:16], found=found.found[:16]
        )


def _difference(one: "Difference", words: Words) -> str:
    return words.say(
        "{place}: recorded {before}, now {after}", place=one.place, before=_short(one.before), after=_short(one.after)
    )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_VALUE else text[: MOST_VALUE - 3] + "..."
