"""What a rule system answers whose battles are steps of an agenda: how to go on, what is wrong."""

from collections.abc import Callable, Mapping
from types import GenericAlias
from typing import Any, TypeVar, get_type_hints

import msgspec

from warcry3d.game.actions import Action
from warcry3d.game.agenda import AgendaState, Asking, Transition, advance, asked, run, step_union
from warcry3d.game.due import due_faults
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Event, Outcome, Pending

__all__ = ["carried_out", "due_in", "fields_from_plain", "open_prompts", "plain_fields", "started", "step_faults"]

S = TypeVar("S", bound=AgendaState)

_DUE = "_due"
"""What a state keeps of what is due in it, beside its fields."""


def started(state: S) -> S:
    """Return a battle after all that asks nobody, up to its first question."""
    do = Transition(state)
    run(do)
    return do.state


def due_in(state: S, outcome: Callable[[S], Outcome]) -> Pending:
    """Return the choice or the dice that the next step asks for; the outcome where no step is left.

    It is worked out once for a state, which has a dictionary: where a fighter may fall to is much work, and asked for
    with each proposal.
    """
    kept: dict[str, Pending] = vars(state)
    if _DUE not in kept:
        kept[_DUE] = asked(state) or outcome(state)
    return kept[_DUE]


def _asking(state: AgendaState) -> Asking[Any]:
    step = state.agenda[-1]
    assert isinstance(step, Asking), "only a step that asks gives a choice"
    return step


def open_prompts(state: AgendaState, due: Pending) -> tuple[Prompt, ...]:
    """Return how the next step's choice can be answered; none where no choice is due."""
    return _asking(state).prompts(state) if isinstance(due, Choice) else ()


def step_faults(
    state: AgendaState,
    due: Pending,
    action: Action,
    malformed: Callable[[Any], tuple[ActionFault, ...]] = lambda action: (),
) -> tuple[ActionFault, ...]:
    """Return all that speaks against an action now; ``malformed``: what is wrong with it at any time."""
    found = due_faults(due, action)
    if found or not isinstance(due, Choice):
        return found
    return malformed(action) or _asking(state).faults(state, action)


def carried_out(state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
    """Return the battle after an action without faults and all that follows by itself, and what happened."""
    do = Transition(state)
    advance(do, action)
    return do.state, tuple(do.events)


def plain_fields(state: msgspec.Struct) -> object:
    """Return all of a state but its ``context``, which no action changes, as msgspec writes it."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name != "context"}
    return msgspec.to_builtins(fields, str_keys=True)


def fields_from_plain(
    kind: type[msgspec.Struct], plain: object, package: str, known: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the fields of a state of a ``kind`` that `plain_fields` wrote, read back from JSON.

    ``package``: where the agenda's steps are defined; ``known``: types that annotations of ``kind`` name and its module
    does not have.
    """
    values = msgspec.convert(plain, dict[str, Any])
    types = {
        **get_type_hints(kind, localns=dict(known or {})),
        "agenda": GenericAlias(tuple, (step_union(package), ...)),
    }
    return {name: msgspec.convert(value, types[name]) for name, value in values.items()}
