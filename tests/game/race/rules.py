"""The rules of the race: the contract of `warcry3d.game.ruleset`, question by question."""

from typing import Any, Final

import msgspec

from tests.game.race.checks import gone, push_faults, run_faults
from tests.game.race.questions import race_preview, race_prompts
from tests.game.race.state import START, TIRING, Bump, Go, Now, Push, RaceAction, Running, Track
from warcry3d.errors import QuestionError
from warcry3d.game.actions import Rolled
from warcry3d.game.due import due_faults
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Event, Outcome, Pending, Roll
from warcry3d.game.setup import Setup, table_of
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.table import Table

__all__ = ["Race"]


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
        if START + track.length >= table.board.width - START:
            raise QuestionError("a track of {length} in does not fit on the board", length=track.length)
        return Running(setup.players, track.length, track.rounds, table, now)

    def table(self, state: Running) -> Table:
        """Return the runners as far as they are."""
        table = state.ground
        for name, inches in state.now.at.items():
            table = table.placing(name, Placement(state.place(name, inches)))
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
                why = RuleReason("RACE-1", Message("how hard to push?"))
                return Choice(state.runner, "push", why, state.most_dice)
            case "roll":
                return Roll(state.runner, now.dice, RuleReason("RACE-2", Message("how far to go at most")), sides=4)
            case "go":
                return Choice(state.runner, "go", RuleReason("RACE-2", Message("how far to go?")), state.most_inches)
            case "bump":
                why = RuleReason("RACE-3", Message("whose bump counts first?"))
                return Choice(state.other, "bump", why, state.players)

    def prompts(self, state: Running) -> tuple[Prompt, ...]:
        """Return how the choice that is due can be answered."""
        return race_prompts(state, self.pending(state))

    def preview(self, state: Running, action: RaceAction, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return race_preview(state, action)

    def faults(self, state: Running, action: RaceAction) -> tuple[ActionFault, ...]:
        """Return why an action cannot be."""
        pending = self.pending(state)
        if faults := due_faults(pending, action):
            return faults
        match pending, action:
            case Roll(), Rolled():
                return ()
            case Choice(kind="push"), Push(dice=dice):
                return push_faults(state, dice)
            case Choice(kind="go"), Go(path=path):
                return run_faults(state, path)
            case Choice(kind="bump"), Bump(first=first):
                said = Message("nobody is called that")
                return () if first in state.players else (ActionFault("RACE-3", said, place="first"),)
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
            case Go(path=path):
                inches = gone(state, path)
                there = {**now.at, runner: now.at[runner] + inches}
                close = state.bumps(inches)
                change = {"at": there, "stage": "bump" if close else "push", "turn": now.turn + (not close)}
                said = Message("{runner} goes {inches:.2f} in", {"runner": runner, "inches": inches})
                way = (state.place(runner, now.at[runner]), *(point for leg in path.legs for point in leg.to))
                event = Event("go", said, (), (runner,), way)
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
