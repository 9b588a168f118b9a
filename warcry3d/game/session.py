"""A battle under way, frozen: each action with its result; undo and redo."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, Self, TypeVar, cast

from warcry3d.errors import WarcryError
from warcry3d.game.actions import Rolled
from warcry3d.game.dice import Dice
from warcry3d.game.plain import state_hash
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Event, Outcome, Pending, Roll, Ruleset
from warcry3d.game.setup import Setup
from warcry3d.message import Message, counted
from warcry3d.table.table import Table

__all__ = ["Game", "IllegalActionError", "NothingToUndoError", "Step", "reasons"]

S = TypeVar("S")
A = TypeVar("A")


class IllegalActionError(WarcryError, ValueError):
    """An action was played that the rules do not allow; ``faults`` are all that speaks against it."""

    faults: tuple[ActionFault, ...] = ()


def _illegal(faults: tuple[ActionFault, ...]) -> IllegalActionError:
    error = IllegalActionError("not allowed: {reasons}", reasons=reasons(faults))
    error.faults = faults
    return error


def reasons(faults: tuple[ActionFault, ...]) -> str:
    """Return faults as one sentence, with their rules."""
    return "; ".join(f"{fault} ({fault.rule})" if fault.rule else str(fault) for fault in faults)


class NothingToUndoError(WarcryError, LookupError):
    """There is nothing to take back, or nothing taken back to do again."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S, A]):
    """An action that was played, the state after it, and what happened."""

    action: A
    state: S = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Game(Generic[S, A]):
    """A battle at some point of it: its log ``done``, and ``undone``, what was taken back, the next one last.

    Every method that goes on returns another game; this one stays as it is. States are kept, so that taking back and
    doing again give back the very same ones.
    """

    ruleset: Ruleset[S, A] = field(repr=False)
    setup: Setup = field(repr=False)
    first: S = field(repr=False)
    done: tuple[Step[S, A], ...] = field(default=(), repr=False)
    undone: tuple[Step[S, A], ...] = field(default=(), repr=False)

    @classmethod
    def begin(cls, ruleset: Ruleset[S, A], setup: Setup) -> Self:
        """Return the battle before its first action; raises as `Ruleset.start` does."""
        return cls(ruleset, setup, ruleset.start(setup))

    @property
    def state(self) -> S:
        """Return the state now."""
        return self.done[-1].state if self.done else self.first

    @cached_property
    def pending(self) -> Pending:
        """Return what is due now."""
        return self.ruleset.pending(self.state)

    @cached_property
    def table(self) -> Table:
        """Return the table as it stands now."""
        return self.ruleset.table(self.state)

    @cached_property
    def hash(self) -> str:
        """Return the digest of the state now (`warcry3d.game.plain.state_hash`)."""
        return state_hash(self.ruleset, self.state)

    @property
    def is_over(self) -> bool:
        """Return whether the battle has its outcome."""
        return isinstance(self.pending, Outcome)

    @property
    def thrown(self) -> int:
        """Return how many dice fell so far: where a seed's next die stands."""
        return sum(len(step.action.faces) for step in self.done if isinstance(step.action, Rolled))

    def faults(self, action: A) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now; none: it is allowed."""
        return self.ruleset.faults(self.state, action)

    def play(self, action: A) -> Self:
        """Return the game after an action; raise `IllegalActionError` with all faults where it is not allowed.

        What was taken back can be done again only if the action is the next of it.
        """
        if self.undone and self.undone[-1].action == action:
            return self.redo()
        if faults := self.faults(action):
            raise _illegal(faults)
        state, events = self.ruleset.apply(self.state, action)
        return replace(self, done=(*self.done, Step(action, state, events)), undone=())

    def roll(self, dice: Dice) -> Self:
        """Return the game after the dice that are due; as it is where none are.

        Dice that were taken back fall as they fell: no source is asked for them again.
        """
        match self.pending:
            case Roll() as roll if self.undone and isinstance(self.undone[-1].action, Rolled):
                assert len(self.undone[-1].action.faces) == roll.count, "what was taken back does not fit"
                return self.redo()
            case Roll() as roll:
                return self.play(cast(A, Rolled(dice.faces(roll, self.thrown))))
        return self

    def settle(self, dice: Dice) -> Self:
        """Return the game with all dice thrown until a player has to choose or the battle is over."""
        game = self
        while isinstance(game.pending, Roll):
            game = game.roll(dice)
        return game

    def undo(self, actions: int = 1) -> Self:
        """Return the game with the last actions taken back, dice among them; `NothingToUndoError` if it has fewer."""
        if not 0 <= actions <= len(self.done):
            raise NothingToUndoError(
                "cannot undo {actions}: there were only {there}", actions=_counted(actions), there=len(self.done)
            )
        kept = len(self.done) - actions
        return replace(self, done=self.done[:kept], undone=(*self.undone, *reversed(self.done[kept:])))

    def redo(self, actions: int = 1) -> Self:
        """Return the game with actions done again that were taken back; `NothingToUndoError` if there are fewer."""
        if not 0 <= actions <= len(self.undone):
            raise NothingToUndoError(
                "cannot redo {actions}: only {there} can be redone", actions=_counted(actions), there=len(self.undone)
            )
        kept = len(self.undone) - actions
        return replace(self, done=(*self.done, *reversed(self.undone[kept:])), undone=self.undone[:kept])

    def undo_choice(self) -> Self:
        """Return the game before the last thing a player chose, with the dice that followed taken back too."""
        for count, earlier in enumerate(self._earlier(), start=1):
            if isinstance(earlier, Choice):
                return self.undo(count)
        raise NothingToUndoError("no player has chosen anything yet")

    def _earlier(self) -> Iterator[Pending]:
        """Yield what was due before the last action, before the one before it, and so on."""
        for count in range(1, len(self.done) + 1):
            before = self.done[-count - 1].state if count < len(self.done) else self.first
            yield self.ruleset.pending(before)

    @property
    def events(self) -> Iterator[Event]:
        """Yield all that happened so far, in order."""
        for step in self.done:
            yield from step.events


def _counted(actions: int) -> Message:
    return counted("{n} action", "{n} actions", actions)
