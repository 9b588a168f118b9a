"""A recorded battle to step through: the table, what was done and how it stands after every step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from warcry3d.app.shell.battle_start import BattleStart
from warcry3d.game.ruleset import Event
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer, Standings
from warcry3d.table.table import Table

__all__ = ["Moment", "Timeline", "timeline_of"]


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


def timeline_of(start: BattleStart) -> Timeline:
    """Return a battle to step through."""
    return Timeline(start.game, start.rules, start.divergence is None)
