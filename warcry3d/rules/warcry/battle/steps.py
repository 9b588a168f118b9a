"""How a battle goes on: steps on an agenda, each asking a player, asking for dice, or doing its work by itself."""

from warcry3d.game.ruleset import Action, ActionFault, Choice, Roll, Rolled
from warcry3d.rules.warcry.battle.state import AgendaStep, State
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["Asking", "Automatic", "Rolling", "advance", "asked", "run"]

LONGEST = 10_000
"""More steps in a row than any battle takes without asking: beyond it two steps call each other for ever."""


class Automatic(AgendaStep, frozen=True, tag=True, tag_field="step"):
    """A step that asks nobody."""

    def resolve(self, do: Transition) -> None:
        """Do it."""
        raise NotImplementedError


class Asking(AgendaStep, frozen=True, tag=True, tag_field="step"):
    """A step that asks a player."""

    def choice(self, state: State) -> Choice | None:
        """Return whom it asks what; None where there is nothing to choose."""
        raise NotImplementedError

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why an action is no answer; none where it is."""
        raise NotImplementedError

    def resolve(self, do: Transition, action: Action) -> None:
        """Do what was chosen."""
        raise NotImplementedError

    def skip(self, do: Transition) -> None:
        """Do what follows where there was nothing to choose."""


class Rolling(AgendaStep, frozen=True, tag=True, tag_field="step"):
    """A step that asks for dice."""

    def roll(self, state: State) -> Roll | None:
        """Return which dice are due; None where there are none to roll."""
        raise NotImplementedError

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Do what the faces mean."""
        raise NotImplementedError

    def skip(self, do: Transition) -> None:
        """Do what follows where no dice were due."""


def asked(state: State) -> Choice | Roll | None:
    """Return what the next step asks; None where it asks nothing, or nothing is left to do."""
    if not state.agenda:
        return None
    match state.agenda[-1]:
        case Asking() as step:
            return step.choice(state)
        case Rolling() as step:
            return step.roll(state)
    return None


def advance(do: Transition, action: Action) -> None:
    """Do an action that has no faults, then all that asks nobody, up to the next question."""
    match do.pop(), action:
        case Rolling() as step, Rolled(faces=faces):
            step.resolve(do, faces)
        case Asking() as step, _:
            step.resolve(do, action)
    run(do)


def run(do: Transition) -> None:
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
