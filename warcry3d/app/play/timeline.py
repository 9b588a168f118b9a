"""A recorded battle to step through: the table, what was done and how it stands after every step."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warcry3d.app.shell.room import LoadedFile
from warcry3d.errors import FileError
from warcry3d.game.record import load_record
from warcry3d.game.replay import replay
from warcry3d.game.ruleset import Event
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer, Standings
from warcry3d.rules.systems import system
from warcry3d.table.table import Table

__all__ = ["Moment", "Timeline", "load_timeline"]


@dataclass(frozen=True, eq=False)
class Moment:
    """A battle after some step: its table, the fighters' names, what was done last, how it stands."""

    table: Table
    names: Mapping[str, str]
    events: tuple[Event, ...]
    standings: Standings

    def labels(self) -> dict[str, str]:
        """Return each fighter's name with the wounds it has left, by the model's id."""
        wounds = self.standings.wounds
        return {
            model.id: f"{self.names.get(model.id, model.id)}  {wounds[model.id][0]}/{wounds[model.id][1]}"
            if model.id in wounds
            else self.names.get(model.id, model.id)
            for model in self.table.models
        }

    def event_lines(self, words: Words) -> list[str]:
        """Return what happened in the step, in sentences."""
        return [line.strip() for line in Teller(words, self.names).event_lines(self.events)]

    def standing_lines(self, words: Words) -> list[str]:
        """Return how it stands: round, points."""
        teller = Teller(words, self.names)
        return [teller.said(line.message).strip() for line in self.standings.lines]


@dataclass(frozen=True, eq=False)
class Timeline:
    """A battle that was replayed to its end. ``is_whole``: it went as it was recorded."""

    game: Game[Any, Any]
    rules: BattleOffer
    is_whole: bool

    @property
    def steps(self) -> int:
        """Return how many steps there are; `moment` takes 0, before the first, to this."""
        return len(self.game.done)

    def moment(self, step: int) -> Moment:
        """Return the battle after a step."""
        game = self.game.undo(self.steps - step)
        names = {id: name for members in self.rules.rosters(game.state).values() for id, name in members.items()}
        events = game.done[-1].events if game.done else ()
        return Moment(game.table, names, events, self.rules.standings(game.state))


def load_timeline(path: Path) -> LoadedFile:
    """Return the record of a battle as a timeline, with the table as it stands at its end.

    Raise `FileError` where the file is no record, or where the rules cannot begin its battle.
    """
    record = load_record(path)
    rules = system(record.head.setup.ruleset).battle()
    played = replay(record, rules.ruleset)
    if played.game is None:
        raise FileError(path, "", "the rules cannot begin the recorded battle: see warcry3d replay")
    timeline = Timeline(played.game, rules, played.divergence is None)
    return LoadedFile(path, timeline.moment(timeline.steps).table, timeline)
