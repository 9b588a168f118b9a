"""The agenda of a battle: the steps to come, each asking a player, asking for dice, or doing its work by itself.

A rule system keeps its agenda in its state, the next step last, and derives its steps from `Automatic`, `Asking` and
`Rolling`, each with a tag. Steps are plain data: every state between two actions can be written and read back.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from warcry3d.game.actions import Action, Rolled
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Event, Roll
from warcry3d.message import Message

__all__ = [
    "AgendaState",
    "AgendaStep",
    "Asking",
    "Automatic",
    "Rolling",
    "Transition",
    "advance",
    "asked",
    "run",
    "step_union",
]

LONGEST = 10_000
"""More steps in a row than any battle takes without asking: beyond it two steps call each other for ever."""


class AgendaStep(msgspec.Struct, frozen=True, tag=True, tag_field="step"):
    """Something the rules still have to do or to ask."""


class AgendaState(Protocol):
    """A state with an agenda. ``model_ids``: the ids of all models, by which events know whom they concern."""

    @property
    def agenda(self) -> tuple[AgendaStep, ...]:
        """Return the steps to come, the next one last."""
        ...

    @property
    def model_ids(self) -> Collection[str]:
        """Return the ids of the models in the battle."""
        ...

    def changed(self, **values: object) -> Self:
        """Return the state with some fields changed."""
        ...


S = TypeVar("S", bound=AgendaState)


class Transition(Generic[S]):
    """What an action does to a battle, while it is being done. Steps get one to work on.

    ``state``: the battle as it is now; ``events``: what happened, in order.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def pop(self) -> AgendaStep:
        """Take the next step off the agenda and return it."""
        *rest, step = self.state.agenda
        self.state = self.state.changed(agenda=tuple(rest))
        return step

    def push(self, *steps: AgendaStep) -> None:
        """Let these steps come next, in this order, before all that is on the agenda."""
        self.state = self.state.changed(agenda=(*self.state.agenda, *reversed(steps)))

    def change(self, **values: object) -> None:
        """Change fields of the state."""
        self.state = self.state.changed(**values)

    def emit(self, kind: str, template: str, *rules: str, **values: object) -> None:
        """Add an event: an English ``template`` with its ``values``, by which rules, about the models it names."""
        known = self.state.model_ids
        concerned = tuple(dict.fromkeys(v for v in values.values() if isinstance(v, str) and v in known))
        self.events.append(Event(kind, Message(template, values), rules=rules, models=concerned))

    def blame(self, cause: str) -> None:
        """Say by whose doing the first model of the last event is hurt: a unit, a model, or "" for nobody."""
        self.events[-1] = replace(self.events[-1], cause=cause)


class Automatic(AgendaStep, Generic[S], frozen=True, tag=True, tag_field="step"):
    """A step that asks nobody."""

    def resolve(self, do: Transition[S]) -> None:
        """Do it."""
        raise NotImplementedError


class Asking(AgendaStep, Generic[S], frozen=True, tag=True, tag_field="step"):
    """A step that asks a player."""

    def choice(self, state: S) -> Choice | None:
        """Return whom it asks what; None where there is nothing to choose."""
        raise NotImplementedError

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return how its choice can be answered."""
        raise NotImplementedError

    def faults(self, state: S, action: Action) -> tuple[ActionFault, ...]:
        """Return why an action is no answer; none where it is."""
        raise NotImplementedError

    def resolve(self, do: Transition[S], action: Action) -> None:
        """Do what was chosen."""
        raise NotImplementedError

    def skip(self, do: Transition[S]) -> None:
        """Do what follows where there was nothing to choose."""


class Rolling(AgendaStep, Generic[S], frozen=True, tag=True, tag_field="step"):
    """A step that asks for dice."""

    def roll(self, state: S) -> Roll | None:
        """Return which dice are due; None where there are none to roll."""
        raise NotImplementedError

    def resolve(self, do: Transition[S], faces: tuple[int, ...]) -> None:
        """Do what the faces mean."""
        raise NotImplementedError

    def skip(self, do: Transition[S]) -> None:
        """Do what follows where no dice were due."""


def asked(state: AgendaState) -> Choice | Roll | None:
    """Return what the next step asks; None where it asks nothing, or nothing is left to do."""
    if not state.agenda:
        return None
    match state.agenda[-1]:
        case Asking() as step:
            return step.choice(state)
        case Rolling() as step:
            return step.roll(state)
    return None


def advance(do: Transition[S], action: Action) -> None:
    """Do an action that has no faults, then all that asks nobody, up to the next question."""
    match do.pop(), action:
        case Rolling() as step, Rolled(faces=faces):
            step.resolve(do, faces)
        case Asking() as step, _:
            step.resolve(do, action)
    run(do)


def run(do: Transition[S]) -> None:
    """Do all that asks nobody, up to the next question or the end of the battle."""
    for _ in range(LONGEST):
        if not do.state.agenda or asked(do.state) is not None:
            return
        match do.pop():
            case Automatic() as step:
                step.resolve(do)
            case Asking() | Rolling() as step:
                step.skip(do)
    raise AssertionError("the agenda goes on for ever")


def step_union(package: str) -> Any:
    """Return the union of the steps that a package defines and of those in `warcry3d.game`, to read agendas back.

    Only modules that were imported are known: import all steps first.
    """
    packages = (f"{package}.", "warcry3d.game.")
    found = (step for step in _leaves(AgendaStep) if f"{step.__module__}.".startswith(packages))
    return reduce(or_, sorted(found, key=lambda step: step.__name__))


def _leaves(kind: type[AgendaStep]) -> Iterator[type[AgendaStep]]:
    children = kind.__subclasses__()
    if not children and kind not in (AgendaStep, Automatic, Asking, Rolling):
        yield kind
    for child in children:
        yield from _leaves(child)
