"""A small game to try what all battles share: two runners, dice, places between numbers, and who goes first when both
happen at once.

In turn each runner says how many dice to push with (one, two, or three and be tired after), throws them, and goes as
far as it likes up to their sum. Runners that end within half an inch of each other bump: the other player says whose
bump counts first. Who passes the end of the track has won; after the last round it is a draw.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tests import zoo
from warcry3d.errors import QuestionError
from warcry3d.game.actions import Action, Rolled
from warcry3d.game.due import due_faults
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Event, Outcome, Pending, Roll, Ruleset
from warcry3d.game.setup import Setup, setup_of, table_of
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.table import Table

__all__ = ["Bump", "Eager", "Go", "Push", "Race", "Running", "race_setup"]

BUMP = 0.5
TIRING = 3


class Push(Action, frozen=True, tag="push"):
    """Throw this many dice."""

    dice: int


class Go(Action, frozen=True, tag="go"):
    """Run this far (in)."""

    inches: float


class Bump(Action, frozen=True, tag="bump"):
    """Of two bumps at once, this player's counts first."""

    first: str


RaceAction: TypeAlias = Push | Go | Bump | Rolled


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a race wants to know: how long the track is (in), and after how many rounds it ends."""

    length: Annotated[float, Meta(gt=0, le=1000)]
    rounds: Annotated[int, Meta(ge=1, le=1000)]


class Now(msgspec.Struct, frozen=True):
    """All of a race that changes. ``at`` by player; ``stage``: what the runner whose turn it is does next."""

    turn: int
    stage: Literal["push", "roll", "go", "bump"]
    at: dict[str, float]
    dice: int = 0
    faces: tuple[int, ...] = ()
    tired: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Running:
    """A race: what was laid down at the start, and how it stands."""

    players: tuple[str, ...]
    length: float
    rounds: int
    ground: Table = field(repr=False)
    now: Now

    @property
    def runner(self) -> str:
        """Return whose turn it is."""
        return self.players[self.now.turn % len(self.players)]


def race_setup(length: float = 20.0, rounds: int = 12) -> Setup:
    """Return two runners side by side on an empty board."""
    runners = [zoo.fighter(name, (1.0, 2.0 + 3 * lane), side=name) for lane, name in enumerate(("red", "blue"))]
    return setup_of(zoo.table(*runners, ruleset="race"), ("red", "blue"), {"length": length, "rounds": rounds})


class Race:
    """The rules of the race."""

    name: Final = "race"
    actions: Final[tuple[type[RaceAction], ...]] = (Push, Go, Bump, Rolled)

    def start(self, setup: Setup) -> Running:
        """Return both runners at the start."""
        if setup.players != ("red", "blue"):
            raise QuestionError("red and blue run, not {players}", players=", ".join(setup.players))
        start = Now(0, "push", dict.fromkeys(setup.players, 0.0))
        return self._running(setup, start)

    def _running(self, setup: Setup, now: Now) -> Running:
        track = checked(setup.details, Track, JsonPath("set-up").at("details"))
        table = table_of(setup)
        for name in setup.players:
            table.model(name)
        return Running(setup.players, track.length, track.rounds, table, now)

    def table(self, state: Running) -> Table:
        """Return the runners as far as they are."""
        table = state.ground
        for name, inches in state.now.at.items():
            x, y, z = table.model(name).placement.at
            table = table.placing(name, Placement((x + inches, y, z)))
        return table

    def pending(self, state: Running) -> Pending:
        """Return what the runner does next."""
        now = state.now
        if winners := [name for name in state.players if now.at[name] > state.length]:
            return Outcome((winners[0],), (RuleReason("RACE-4", Message("{name} is through", {"name": winners[0]})),))
        if now.turn >= state.rounds * len(state.players):
            return Outcome((), (RuleReason("RACE-5", Message("nobody is through")),), dict.fromkeys(state.players, 0))
        match now.stage:
            case "push":
                most = 2 if state.runner in now.tired else 3
                return Choice(state.runner, "push", RuleReason("RACE-1", Message("how hard to push?")), most)
            case "roll":
                return Roll(state.runner, now.dice, RuleReason("RACE-2", Message("how far to go at most")), sides=4)
            case "go":
                return Choice(
                    state.runner, "go", RuleReason("RACE-2", Message("how far to go?")), float(sum(now.faces))
                )
            case "bump":
                return Choice(
                    self._other(state), "bump", RuleReason("RACE-3", Message("whose bump counts first?")), state.players
                )

    def _other(self, state: Running) -> str:
        return state.players[(state.now.turn + 1) % 2]

    def faults(self, state: Running, action: RaceAction) -> tuple[ActionFault, ...]:
        """Return why an action cannot be."""
        pending = self.pending(state)
        if faults := due_faults(pending, action):
            return faults
        match pending, action:
            case Roll(), Rolled():
                return ()
            case Choice(kind="push", about=int(most)), Push(dice=dice):
                values = {"most": most, "dice": dice}
                wrong = ActionFault(
                    "RACE-1", Message("1 to {most} dice may be thrown, not {dice}", values), place="dice"
                )
                return () if 1 <= dice <= most else (wrong,)
            case Choice(kind="go", about=float(most)), Go(inches=inches):
                values = {"over": inches - most}
                wrong = ActionFault(
                    "RACE-2", Message("{over:.2f} in too far", values), at=(1 + most, 0.0, 0.0), place="inches"
                )
                return () if 0 <= inches <= most else (wrong,)
            case Choice(kind="bump"), Bump(first=first):
                return (
                    ()
                    if first in state.players
                    else (ActionFault("RACE-3", Message("nobody is called that"), place="first"),)
                )
        return (ActionFault("", Message("something else is due")),)

    def apply(self, state: Running, action: RaceAction) -> tuple[Running, tuple[Event, ...]]:
        """Return the race after an action."""
        now, runner = state.now, state.runner
        change: dict[str, Any]
        match action:
            case Push(dice=dice):
                tired = now.tired | {runner} if dice == TIRING else now.tired - {runner}
                change = {"stage": "roll", "dice": dice, "tired": tired}
                event = Event(
                    "push", Message("{runner} pushes with {dice}", {"runner": runner, "dice": dice}), ("RACE-1",)
                )
            case Rolled(faces=faces):
                change = {"stage": "go", "faces": faces}
                event = Event(
                    "rolled", Message("{runner} throws {faces}", {"runner": runner, "faces": faces}), faces=faces
                )
            case Go(inches=inches):
                there = {**now.at, runner: now.at[runner] + inches}
                close = abs(there["red"] - there["blue"]) <= BUMP and there[runner] <= state.length
                change = {"at": there, "stage": "bump" if close else "push", "turn": now.turn + (not close)}
                way = tuple((1 + x, 0.0, 0.0) for x in (now.at[runner], there[runner]))
                event = Event(
                    "go",
                    Message("{runner} goes {inches:.2f} in", {"runner": runner, "inches": inches}),
                    (),
                    (runner,),
                    way,
                )
            case Bump(first=first):
                return self._bumped(state, first)
        return self._with(state, **{"faces": (), **change}), (event,)

    def _bumped(self, state: Running, first: str) -> tuple[Running, tuple[Event, ...]]:
        second = next(name for name in state.players if name != first)
        at = dict(state.now.at)
        at[second] = max(0.0, at[second] - 1)
        at[first] = max(0.0, at[first] - (0.1 if at[second] else 0.3))
        events = tuple(
            Event(
                "bumped",
                Message("{name} is bumped back to {at:.2f}", {"name": name, "at": at[name]}),
                ("RACE-3",),
                (name,),
            )
            for name in (second, first)
        )
        return self._with(state, at=at, stage="push", turn=state.now.turn + 1), events

    def _with(self, state: Running, **change: Any) -> Running:
        now = msgspec.structs.replace(state.now, **change)
        return Running(state.players, state.length, state.rounds, state.ground, now)

    def plain(self, state: Running) -> object:
        """Return how it stands."""
        return state.now

    def deserialize(self, setup: Setup, plain: object) -> Running:
        """Return the race that stands so."""
        return self._running(setup, msgspec.convert(plain, Now))


class Eager:
    """A runner that likes to go far, not always the whole way."""

    def choose(
        self, ruleset: Ruleset[Running, RaceAction], state: Running, choice: Choice, random: Stream
    ) -> RaceAction:
        """Return any action that is allowed."""
        match choice:
            case Choice(kind="push", about=int(most)):
                return Push(1 + random.below(most))
            case Choice(kind="go", about=float(most)):
                return Go(random.pick((most, random.between(0, most))))
        return Bump(random.pick(state.players))
