"""A battle as it stood after one of its steps: its table, names, what was done last, how it stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from warcry3d.game.ruleset import Event
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer, Standings, UnitStanding
from warcry3d.rules.place_words import PlaceWords
from warcry3d.rules.units.unit_standings import middles_of
from warcry3d.table.table import Table

__all__ = ["Moment", "moment_of", "places_after"]


@dataclass(frozen=True, eq=False)
class Moment:
    """A battle after ``step`` actions. ``sides``: each player's fighters, those not on the table too; ``names``: what
    fighters are called, by id.
    """

    step: int
    state: Any = field(repr=False)
    table: Table = field(repr=False)
    sides: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]
    events: tuple[Event, ...]
    standings: Standings

    @cached_property
    def places(self) -> PlaceWords:
        """Return the words for places on the table as it stands."""
        acting = (id for id, one in self.standings.models.items() if one.is_acting)
        return PlaceWords(self.table, self.standings.markers, next(acting, ""))

    def side_of(self, id: str) -> str:
        """Return whose a fighter is; "" for one that nobody has."""
        return next((side for side, members in self.sides.items() if id in members), "")

    @cached_property
    def _places(self) -> Mapping[str, tuple[str, int]]:
        """Return each fighter's side and the number of its row in that side's roster, where a unit has one."""
        made: dict[str, tuple[str, int]] = {}
        for side, members in self.sides.items():
            rows = dict.fromkeys(id if (unit := self.unit_of(id)) is None else unit.id for id in members)
            numbers = {row: number for number, row in enumerate(rows, 1)}
            for id in members:
                unit = self.unit_of(id)
                made[id] = side, numbers[id if unit is None else unit.id]
        return made

    def place_of(self, id: str) -> tuple[str, int]:
        """Return a fighter's side and the number of its row, or its unit's, in that side's roster, from 1 on; 0 where
        it is in none.
        """
        return self._places.get(id, ("", 0))

    @cached_property
    def _units(self) -> Mapping[str, UnitStanding]:
        return {id: unit for unit in self.standings.units for id in unit.models}

    def unit_of(self, id: str) -> UnitStanding | None:
        """Return the unit of several models that a fighter belongs to; None: it stands for itself."""
        unit = self._units.get(id)
        return unit if unit is not None and len(unit.models) > 1 else None

    def mates(self, id: str) -> tuple[str, ...]:
        """Return the models on the table of a fighter's unit, itself among them; itself alone where it has none."""
        unit = self.unit_of(id)
        if unit is None:
            return (id,)
        there = {model.id for model in self.table.models}
        return tuple(one for one in unit.models if one in there)

    def company(self, id: str) -> tuple[str, ...]:
        """Return the models on the table that act as one with a fighter, itself among them: of its unit and of those
        joined to it.
        """
        own = self._units.get(id)
        if own is None:
            return (id,)
        whole = own.joins or own.id
        there = {model.id for model in self.table.models}
        units = (unit for unit in self.standings.units if whole in (unit.id, unit.joins))
        return tuple(one for unit in units for one in unit.models if one in there)

    def middles(self) -> Iterator[tuple[str, UnitStanding]]:
        """Return for each unit on the table the model in its middle, with the unit."""
        return middles_of(self.standings.units, self.table.models)

    def labels(self, words: Words) -> dict[str, str]:
        """Return each fighter's name with the wounds it has left, by the model's id."""
        wounds, called = self.standings.wounds, {}
        for model in self.table.models:
            left = f"  {wounds[model.id][0]}/{wounds[model.id][1]}" if model.id in wounds else ""
            called[model.id] = words.name(self.names.get(model.id, model.id)) + left
        return called

    def teller(self, words: Words) -> Teller:
        """Return one who tells of the battle as it stands to people, places in words."""
        return Teller(words, self.names, where=self.places.said)

    def event_lines(self, words: Words) -> list[str]:
        """Return what happened in the step, in sentences."""
        return [line.strip() for line in self.teller(words).event_lines(self.events)]

    def standing_lines(self, words: Words) -> list[str]:
        """Return how it stands: round, points."""
        teller = self.teller(words)
        return [teller.said(line.message).strip() for line in self.standings.lines]


def moment_of(game: Game[Any, Any], rules: BattleOffer, step: int) -> Moment:
    """Return a battle after ``step`` of its actions, 0 to all of them."""
    state = game.done[step - 1].state if step else game.first
    rosters = rules.rosters(state)
    table = game.table if step == len(game.done) else game.ruleset.table(state)
    sides = {side: tuple(members) for side, members in rosters.items()} or _sides_of(table)
    names = rules.names(state)
    events = game.done[step - 1].events if step else ()
    return Moment(step, state, table, sides, names, events, rules.standings(state))


def places_after(game: Game[Any, Any], rules: BattleOffer, state: Any) -> PlaceWords:
    """Return the words for places on the table of a state."""
    return PlaceWords(game.ruleset.table(state), rules.standings(state).markers)


def _sides_of(table: Table) -> dict[str, tuple[str, ...]]:
    """Return the sides of a system that has no rosters: the models on the table."""
    sides = dict.fromkeys(model.side for model in table.models)
    return {side: tuple(model.id for model in table.models if model.side == side) for side in sides}
