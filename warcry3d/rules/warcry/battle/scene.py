"""What stays the same from the first action of a battle to the last: warbands, terrain, cards, what was agreed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, table_of
from warcry3d.geom.solid import Placement
from warcry3d.rules.warcry.bands.band import Fighter, Warband
from warcry3d.rules.warcry.bands.files import band_from_json
from warcry3d.rules.warcry.fighter import BEAST, FLY, GARGANTUAN, MOUNT
from warcry3d.table.figures import named_figure
from warcry3d.table.format import Wire
from warcry3d.table.jsonfile import Spot, checked
from warcry3d.table.models import Figure, Model
from warcry3d.table.table import Table

if TYPE_CHECKING:
    from warcry3d.rules.warcry.battle.state import FighterState, State

__all__ = ["AgreedWire", "DetailsWire", "Scene", "battle_id"]

PLAYERS = 2

STAND_INS = ((GARGANTUAN, "gargantuan"), (MOUNT, "rider"), (FLY, "flyer"), (BEAST, "beast"))
"""Figures for fighters that have none chosen, by runemark; all others are spearmen."""


class AgreedWire(Wire, kw_only=True):
    """What the players agreed on. ``too_close``: what a line of sight too close to call counts as."""

    too_close: Literal["hidden", "seen"] = "hidden"


class DetailsWire(Wire, kw_only=True):
    """What a Warcry battle's set-up says beside the table: a warband for each player, as its file has it; the decks and
    the cards that are not drawn but chosen, by deck; what was agreed.
    """

    warbands: dict[str, dict[str, Any]]
    cards: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    decks: dict[str, list[dict[str, Any]]] = msgspec.field(default_factory=dict)
    agreed: AgreedWire = msgspec.field(default_factory=AgreedWire)


def battle_id(player: str, fighter: str) -> str:
    """Return what a fighter of a player's warband is called in the battle: warbands may share names."""
    return f"{player}-{fighter}"


class Scene:
    """What a battle was set up with. Two scenes of the same set-up give the same battle.

    ``setup`` is what it was made of, ``details`` the part that is Warcry's own, ``warbands`` each player's.
    """

    def __init__(self, setup: Setup) -> None:
        """Read the set-up; raise `FileError` naming the place of what is wrong in it."""
        spot = Spot("battle").at("details")
        self.setup = setup
        self.details = checked(setup.details, DetailsWire, spot)
        self.warbands: Mapping[str, Warband] = MappingProxyType(
            {
                player: band_from_json(wire, folder=Path(), name=f"battle: warband of {player}")
                for player, wire in self.details.warbands.items()
            }
        )
        if len(setup.players) != PLAYERS or set(setup.players) != set(self.warbands):
            raise spot.at("warbands").error(
                "a battle has two players, each with a warband: players {players}, warbands of {bands}",
                players=", ".join(setup.players),
                bands=", ".join(self.warbands),
            )
        self._terrain: dict[str, Table] = {}
        self._models: dict[str, Model] = {}
        self._figures: dict[str, Figure] = {}

    @cached_property
    def fighters(self) -> Mapping[str, tuple[str, Fighter]]:
        """Return all fighters by what the battle calls them, with whose they are: player by player, as picked."""
        return MappingProxyType(
            {
                battle_id(player, fighter.id): (player, fighter)
                for player in self.setup.players
                for fighter in self.warbands[player].fighters
            }
        )

    def fighter(self, id: str) -> Fighter:
        """Return a fighter of the warbands."""
        return self.fighters[id][1]

    @cached_property
    def board(self) -> Table:
        """Return the table of the set-up: terrain as it was before the battle, nobody on it."""
        table = replace(table_of(self.setup, "battle"), models=())
        if table.ruleset != "warcry":
            raise QuestionError("the table is one of '{ruleset}', not of Warcry", ruleset=table.ruleset)
        return table

    def table(self, state: "State") -> Table:
        """Return the table as a state has it; whoever did not move is the same object as before."""
        bare = self._bare(state)
        models = tuple(self.model(fighter) for fighter in state.on_board())
        return Table(bare.ruleset, bare.board, bare.terrain, models, bare.warnings, bare.deployment)

    def _bare(self, state: "State") -> Table:
        if not state.laid and not state.gone:
            return self.board
        key = msgspec.json.encode([state.laid, state.gone], order="sorted").decode()
        if key not in self._terrain:
            features = [*self.setup.table.get("features", ()), *state.laid]
            kept = [feature for feature in features if feature.get("id") not in state.gone]
            setup = msgspec.structs.replace(self.setup, table={**self.setup.table, "features": kept, "models": []})
            self._terrain[key] = table_of(setup, "battle")
        return self._terrain[key]

    def model(self, fighter: "FighterState") -> Model:
        """Return a fighter's model where it stands."""
        last = self._models.get(fighter.id)
        placement = Placement(fighter.at, fighter.turn)
        if last is None or last.placement != placement:
            last = self._made(fighter.id, placement) if last is None else last.moved(placement)
            self._models[fighter.id] = last
        return last

    def _made(self, id: str, placement: Placement) -> Model:
        player, fighter = self.fighters[id]
        profile = fighter.profile
        if profile.base is None:
            raise QuestionError("'{fighter}' has no base: give it one in its profile", fighter=fighter.name)
        spot = Spot("battle").at("details").at("warbands", player)
        marks = MappingProxyType({"move": profile.move, "runemarks": list(profile.runemarks), "name": fighter.name})
        return Model(id, player, profile.base, self._figure(profile.figure, profile.runemarks, spot), placement, marks)

    def _figure(self, name: str | None, runemarks: tuple[str, ...], spot: Spot) -> Figure:
        chosen = name or next((figure for mark, figure in STAND_INS if mark in runemarks), "spearman")
        if chosen not in self._figures:
            self._figures[chosen] = named_figure(chosen, spot)
        return self._figures[chosen]
