"""What the Play room has done in the background: prompts, previews, and each change of the battle with its line in the
record.

Each kind has a thread of its own, so that a long answer of one keeps none of the others waiting; exact previews stop
while anything quicker is waited for. Answers are about the battle they were asked of: those of another one are dropped.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from warcry3d.app.play.history import before_choice, redone
from warcry3d.app.play.state import PERSON, BackTo, GameWish, PlayAction, SeatPerson, Wish
from warcry3d.app.shell.background.gate import Gate
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.errors import QuestionError, WarcryError
from warcry3d.game.dice import SeededDice
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Roll
from warcry3d.game.session import Game

__all__ = ["BattleWork", "GameChange", "Position", "PreviewQuestion"]

KEPT_PROMPTS = 16
"""The prompts of so many states are kept: who takes a choice back is asked the same again at once."""
KEPT_PREVIEWS = 200
AT_ONCE = 0.05
"""What takes no longer than this (s) is waited for: taking a choice back takes 2 ms, a frame more than 50."""
REST = 0.2
"""Exact previews are worked out when nothing has happened for so long (s): a drag asks about each place it passes."""
SOON = 0.02
"""So long (s) a frame may wait for what it is to show: the odds of an attack take 5 ms in the median."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where a battle stands: battles with the same state, not only an equal one, are asked the same."""

    game: Game[Any, Any]

    def __eq__(self, other: object) -> bool:
        """Return whether the other one has the very same state."""
        return isinstance(other, Position) and other.game.state is self.game.state

    def __hash__(self) -> int:
        """Return a number that is the same for the same state."""
        return id(self.game.state)


@dataclass(frozen=True, slots=True)
class PreviewQuestion:
    """What would come of an action in a battle; ``is_quick``: what can be said at once."""

    game: Game[Any, Any]
    action: Any
    is_quick: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class GameChange:
    """A wish, and the battle it is about."""

    game: Game[Any, Any]
    wish: Wish


@dataclass(frozen=True, slots=True, eq=False)
class ChangedGame:
    """The battle after a change; ``unwritten``: why its record could not be written."""

    game: Game[Any, Any]
    unwritten: WarcryError | None = None


class BattleWork:
    """The background of one battle. ``close()`` it when done: then its record is closed too."""

    def __init__(self, seed: int | None, journal: Journal[Any, Any] | None, is_person: Callable[[str], bool]) -> None:
        self._seed = seed
        self._journal = journal
        self._is_person = is_person
        self._unwritten: Game[Any, Any] | None = None
        self._seated: dict[str, str] = {}
        self.prompts: Answers[Position, tuple[Prompt, ...]] = Answers(_prompts, keep=KEPT_PROMPTS)
        self.glances: Answers[PreviewQuestion, Preview] = Answers(_preview, keep=KEPT_PREVIEWS)
        self.previews: Answers[PreviewQuestion, Preview] = Answers(self._exactly, keep=KEPT_PREVIEWS)
        self._calm = Gate()
        self._paused = -math.inf
        self.changes: Answers[GameChange, ChangedGame] = Answers(self._change, keep=1)

    @property
    def is_working(self) -> bool:
        """Whether anything is being worked out that is waited for."""
        return any(one.is_working for one in (self.prompts, self.changes, self.glances, self.previews))

    def poll(self, *, is_hurried: bool = False) -> bool:
        """Take in what was worked out; return whether there was anything. ``is_hurried``: what is worked out elsewhere
        comes before exact previews.
        """
        polled = [one.poll() for one in (self.prompts, self.glances, self.previews, self.changes)]
        is_resting = time.monotonic() - self._paused > REST
        if is_hurried or self.glances.is_working or not is_resting:
            self._calm.shut()
        else:
            self._calm.open()
        return any(polled)

    def pause(self) -> None:
        """Stop exact previews for a moment: something has just happened, and more may follow."""
        self._paused = time.monotonic()
        self._calm.shut()

    def change(self, change: GameChange) -> None:
        """Ask for a change; one that only goes back or on again is there at once."""
        self.changes.ask(change)
        if change.wish in (GameWish.UNDO, GameWish.REDO):
            self.changes.settle(AT_ONCE)

    def preview(self, game: Game[Any, Any], action: Any, *, is_waited_for: bool = False) -> Preview | None:
        """Return what would come of an action, once it is known: first at a glance, then exactly.

        ``is_waited_for``: a glance that takes no longer than the odds of an attack is there at once.
        """
        exact, quick = PreviewQuestion(game, action), PreviewQuestion(game, action, is_quick=True)
        known, glance = self.previews.known.get(exact), self.glances.known.get(quick)
        if known is None and glance is None and self.glances.failure(quick) is None:
            self._calm.shut()
            self.glances.ask(quick)
            self.previews.ask(None)
            if is_waited_for and self.glances.settle(SOON):
                glance = self.glances.known.get(quick)
        elif known is None and (glance is None or not glance.is_exact):
            self.previews.ask(exact)
        return known or glance

    def look_ahead(self, game: Game[Any, Any], action: Any) -> None:
        """Have what previews of such actions rest on derived, while nothing is pointed to yet."""
        self.glances.ask(PreviewQuestion(game, action, is_quick=True))

    def write(self) -> bool:
        """Write what could not be written before; return whether the record holds the whole battle now."""
        if self._journal is None or self._unwritten is None:
            return True
        if self.changes.is_working:
            return False
        try:
            self._journal.follow(self._unwritten, by=self._seated)
        except WarcryError:
            return False
        self._unwritten = None
        return True

    def close(self) -> None:
        """Stop; a change under way is waited for, so that the record holds all that was done.

        What could not be written before is tried once more. Raises `FileError` where the record does not hold it all.
        """
        for one in (self.prompts, self.glances, self.previews):
            one.close()
        self._calm.open()
        self.changes.close(is_waited_for=True)
        journal, self._journal = self._journal, None
        if journal is None:
            return
        try:
            if self._unwritten is not None:
                journal.follow(self._unwritten, by=self._seated)
        finally:
            journal.close()

    def _exactly(self, asked: PreviewQuestion) -> Preview:
        self._calm.wait()
        with self._calm.passed():
            return _preview(asked)

    def _change(self, change: GameChange) -> ChangedGame:
        """Return the battle after a change, once it is in the record; raise `IllegalActionError` as the rules do."""
        game = self._changed(change.game, change.wish)
        if isinstance(change.wish, SeatPerson):
            self._seated[change.wish.player] = PERSON
        _ = game.pending, game.table, game.hash  # kept by the game: asked for in the window's thread soon
        try:
            if self._journal is not None:
                self._journal.follow(game, by=self._seated)
        except WarcryError as error:
            self._unwritten = game
            return ChangedGame(game, error)
        self._unwritten = None
        return ChangedGame(game)

    def _changed(self, game: Game[Any, Any], wish: Wish) -> Game[Any, Any]:
        match wish:
            case PlayAction(action=action):
                return game.play(action)
            case GameWish.UNDO:
                return before_choice(game, self._is_person)
            case GameWish.REDO:
                return redone(game, self._is_person)
            case BackTo(step=step):
                return game.undo(len(game.done) - step)
            case SeatPerson():
                return game
            case GameWish.THROW:
                return game.roll(SeededDice(self._seed) if self._seed is not None else _Fallen())


class _Fallen:
    """The source of dice that lie already; there is none for others."""

    def faces(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        raise QuestionError("real dice are thrown by hand: enter their faces")


def _prompts(position: Position) -> tuple[Prompt, ...]:
    return tuple(position.game.ruleset.prompts(position.game.state))


def _preview(asked: PreviewQuestion) -> Preview:
    preview: Preview = asked.game.ruleset.preview(asked.game.state, asked.action, is_quick=asked.is_quick)
    return preview
