"""Replay of a record by the current rules, up to the first divergence."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from warcry3d.errors import FileError, QuestionError, UnknownNameError, WarcryError
from warcry3d.game.actions import Rolled
from warcry3d.game.changes import Difference, differences
from warcry3d.game.dice import SeededDice
from warcry3d.game.due import read_action
from warcry3d.game.plain import plain
from warcry3d.game.reasons import ActionFault
from warcry3d.game.record import Record
from warcry3d.game.record_format import Recorded
from warcry3d.game.ruleset import Roll, Ruleset
from warcry3d.game.session import Game, IllegalActionError
from warcry3d.table.jsonfile import JsonPath

__all__ = ["Divergence", "Replayed", "replay"]

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a battle, played again, is no longer the one that was recorded.

    ``step``: the number of the action, 0: before the first; ``line``: of the file. ``expected``: the digest of the
    recorded state, ``found``: of the state now ("" where there is none). ``differences``: the places where the recorded
    state (before) and the one now (after) differ. ``faults``: why the action is not allowed now. ``error``: why it
    cannot even be asked. ``dice``: the faces that the seed gives, where other ones were recorded.
    """

    step: int
    line: int
    expected: str
    found: str = ""
    differences: tuple[Difference, ...] = ()
    faults: tuple[ActionFault, ...] = ()
    error: WarcryError | None = None
    dice: tuple[int, ...] | None = None


@dataclass(frozen=True, eq=False)
class Replayed(Generic[S, A]):
    """A battle played again: as far as it is the recorded one, and where it stops being that (None: nowhere).

    ``game`` stands before the action of the divergence; None where the battle does not even begin as it did.
    """

    game: Game[S, A] | None
    divergence: Divergence | None = field(default=None)


def replay(record: Record, ruleset: Ruleset[S, A], *, to: int | None = None) -> Replayed[S, A]:
    """Return the battle of a record after ``to`` actions (None: all), or where it first goes another way.

    Each action is asked about, applied, and the state after it compared with the recorded one; dice by a seed are
    compared with what the seed gives. Raises `UnknownNameError` where the record is of another rule system, and
    `QuestionError` where it has fewer than ``to`` actions.
    """
    if record.head.setup.ruleset != ruleset.name:
        raise UnknownNameError(
            "the record is of a battle by {recorded}, not {name}",
            recorded=record.head.setup.ruleset,
            name=ruleset.name,
        )
    if to is not None and not 0 <= to <= len(record.steps):
        raise QuestionError("there is no step {step}: the record has {there}", step=to, there=len(record.steps))
    game = Game.begin(ruleset, record.head.setup)
    if game.hash != record.head.hash:
        return Replayed(None, _other_state(0, 1, record.head.state, record.head.hash, game))
    return _played(record, game, record.steps[:to])


def _played(record: Record, game: Game[S, A], steps: tuple[Recorded, ...]) -> Replayed[S, A]:
    for number, step in enumerate(steps, start=1):
        try:
            action = read_action(game.ruleset, step.action, JsonPath(f"{record.file}: line {step.line}").at("action"))
            if (dice := _seeded(record, game, action)) is not None:
                return Replayed(game, Divergence(number, step.line, step.hash, dice=dice))
            after = game.play(action)
        except IllegalActionError as error:
            return Replayed(game, Divergence(number, step.line, step.hash, faults=error.faults))
        except FileError as error:
            return Replayed(game, Divergence(number, step.line, step.hash, error=error))
        if after.hash != step.hash:
            return Replayed(game, _other_state(number, step.line, step.state, step.hash, after))
        game = after
    return Replayed(game)


def _seeded(record: Record, game: Game[S, A], action: A) -> tuple[int, ...] | None:
    """Return the faces that the seed gives where the recorded ones are others; None: they are the same, or typed in."""
    if record.head.seed is None or not isinstance(action, Rolled) or not isinstance(game.pending, Roll):
        return None
    faces = SeededDice(record.head.seed).faces(game.pending, game.thrown)
    return None if faces == action.faces else faces


def _other_state(number: int, line: int, recorded: Any, expected: str, game: Game[S, A]) -> Divergence:
    state = plain(game.ruleset.plain(game.state))
    return Divergence(number, line, expected, game.hash, tuple(_some(differences(recorded, state))))


def _some(found: Iterator[Difference]) -> Iterator[Difference]:
    """Yield the first hundred: more say no more."""
    for _, one in zip(range(100), found, strict=False):
        yield one
