"""What a unit is called of which only its leader lives: by the leader, who is a unit of its own then (40K-OPEN-1)."""

from collections.abc import Mapping
from dataclasses import replace

from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Choice, Event, Pending, Roll
from warcry3d.message import Message
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.state import State40k

__all__ = ["due_by_who_lives", "events_by_who_lives", "prompts_by_who_lives", "who_lives"]

Names = Mapping[str, str]


def who_lives(state: State40k, unit: str) -> str:
    """Return what a unit is called now: its leader's name where only that is left of it."""
    return _alone(state).get(unit, unit)


def _alone(state: State40k) -> Names:
    return once_in(state, "leaders-alone", lambda: _leaders_alone(state))


def _leaders_alone(state: State40k) -> Names:
    """Return the leaders that are left alone, by the unit that they joined."""
    found: dict[str, set[str]] = {}
    for model in state.models:
        if model.is_alive:
            found.setdefault(model.unit, set()).add(model.part)
    return {unit: next(iter(parts)) for unit, parts in found.items() if unit not in parts and len(parts) == 1}


def due_by_who_lives(state: State40k, due: Pending) -> Pending:
    """Return what is due with such units called so."""
    match due:
        case Choice(why=why) | Roll(why=why) if names := _alone(state):
            return replace(due, why=_reason(why, names))
    return due


def prompts_by_who_lives(state: State40k, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """Return prompts that call such units so."""
    names = _alone(state)
    return tuple(_prompt(one, names) for one in prompts) if names else prompts


def _prompt(prompt: Prompt, names: Names) -> Prompt:
    hint = None if prompt.hint is None else _message(prompt.hint, names)
    why = None if prompt.why is None else _reason(prompt.why, names)
    return replace(prompt, heading=_message(prompt.heading, names), hint=hint, why=why)


def events_by_who_lives(state: State40k, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what happened in an action from a state on, with units called so of which only the leader lived then."""
    names = _alone(state)
    return tuple(replace(one, message=_message(one.message, names)) for one in events) if names else events


def _reason(reason: RuleReason, names: Names) -> RuleReason:
    return replace(reason, message=_message(reason.message, names))


def _message(message: Message, names: Names) -> Message:
    values = {field: names.get(one, one) if isinstance(one, str) else one for field, one in message.values.items()}
    return replace(message, values=values)
