"""What never changes during a battle: warbands, terrain, decks, agreements."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any, Literal, Protocol
from weakref import WeakValueDictionary

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, table_of
from warcry3d.geom.solid import Placement
from warcry3d.message import message
from warcry3d.motion.path import Point
from warcry3d.rules.move_result import MoveResult
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.files import all_abilities
from warcry3d.rules.warcry.bands.band import Fighter, Role, Warband
from warcry3d.rules.warcry.bands.faults import faults
from warcry3d.rules.warcry.bands.files import band_from_json
from warcry3d.rules.warcry.bands.table_models import model_of
from warcry3d.rules.warcry.battle.actions import Laid
from warcry3d.rules.warcry.battle.setup.cards import Deck, DecksWire, TerrainWire, VictoryWire, decks_from_json
from warcry3d.table.format import DeploymentPointWire
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.models import Model
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature
from warcry3d.table.wire_types import Wire
from warcry3d.terrain.layouts.maps import DeploymentMap, Direction, fitted, lying_arrow, map_from_json, turned

__all__ = [
    "AgreedWire",
    "BattleContext",
    "DetailsWire",
    "JudgedMove",
    "PlacedFighter",
    "TableState",
    "battle_id",
    "context_of",
]

NAME = "battle"
"""What stands for the file in errors about a set-up."""

MOST_JUDGED = 64
"""How many judged moves are kept: between the check of an action and the action the window judges others."""

LEAST_PLAYERS = 2
"""A battle has two players or more (WC-PLAYERS-1): as many as its deployment map has colours."""


class AgreedWire(Wire, kw_only=True):
    """What the players agreed on. ``too_close``: what a line of sight too close to call counts as. ``warbands``:
    whether they must be legal (WC-BAND-1 to 5), or any will do, for a skirmish.
    """

    too_close: Literal["hidden", "seen"] = "hidden"
    warbands: Literal["legal", "any"] = "legal"


class DetailsWire(Wire, kw_only=True):
    """What a Warcry battle's set-up says beside the table.

    ``warbands``: for each player one, as its file has it. ``terrain``: the table's as it lies; set up by a player out
    of the table's features; or drawn from the deck. ``decks``: those that are drawn from; ``cards``: the names of cards
    that are not drawn but chosen, by deck. ``abilities``: files of abilities beside those that ship, as parsed.
    ``agreed``: what the players agreed on.
    """

    warbands: dict[str, dict[str, Any]]
    terrain: Literal["fixed", "free", "deck"] = "fixed"
    decks: dict[str, Any] = msgspec.field(default_factory=lambda: {"format": "warcry3d.decks/1"})
    cards: dict[Deck, str] = msgspec.field(default_factory=dict)
    abilities: list[dict[str, Any]] = msgspec.field(default_factory=list)
    agreed: AgreedWire = msgspec.field(default_factory=AgreedWire)


def battle_id(player: str, fighter: str) -> str:
    """Return what a fighter of a player's warband is called in the battle: warbands may share names."""
    return f"{player}-{fighter}"


class PlacedFighter(Protocol):
    """A fighter with its place on the battlefield."""

    @property
    def id(self) -> str:
        """Return what the battle calls it."""

    @property
    def at(self) -> Point:
        """Return the centre of its base's bottom (in)."""

    @property
    def turn(self) -> float:
        """Return its facing (radians)."""


class TableState(Protocol):
    """What the table depends on in the state of a battle."""

    @property
    def laid(self) -> tuple[Laid, ...] | None:
        """Return where features were set up in this battle; None: as the set-up has them."""

    @property
    def gone(self) -> tuple[str, ...]:
        """Return the features that were removed."""

    @property
    def lowered(self) -> tuple[tuple[str, float], ...]:
        """Return the features that came down, by how many inches."""

    @property
    def arrow(self) -> Direction | None:
        """Return where the deployment map's arrow points, if a player chose."""

    def card(self, deck: str) -> str:
        """Return the name of the card that was drawn or chosen from a deck; empty: none."""

    def on_board(self, player: str = "") -> Iterator[PlacedFighter]:
        """Yield the fighters on the battlefield, of one player or of all."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedMove:
    """The result of a path that was judged on a table."""

    table: Table
    result: MoveResult


class BattleContext:
    """What a battle was set up with. Two scenes of the same set-up give the same battle.

    ``setup`` is what it was made of, ``details`` the part that is Warcry's own, ``warbands`` each player's, ``decks``
    the cards there are.
    """

    def __init__(self, setup: Setup) -> None:
        """Read the set-up; raise `FileError` naming the place of what is wrong in it."""
        spot = JsonPath(NAME).at("details")
        self.setup = setup
        self.details = checked(setup.details, DetailsWire, spot)
        every: DecksWire = decks_from_json(self.details.decks, f"{NAME}: details.decks")
        fitting = [card for card in every.deployment if _colours(card.points) == len(setup.players)]
        self.decks: DecksWire = msgspec.structs.replace(every, deployment=fitting)
        for player, wire in self.details.warbands.items():
            if wire.get("from"):
                raise spot.at("warbands", player, "from").error("a battle's warbands are written out, fighters and all")
        self.warbands: Mapping[str, Warband] = MappingProxyType(
            {
                player: band_from_json(wire, folder=FilePath(), name=f"{NAME}: warband of {player}")
                for player, wire in self.details.warbands.items()
            }
        )
        self.abilities: Mapping[str, Ability] = MappingProxyType(
            all_abilities(self.details.abilities, spot.at("abilities"))
        )
        self._check(spot, every)
        self._bare: dict[tuple[object, ...], Table] = {}
        self._maps: dict[str, DeploymentMap] = {}
        self._fitted: dict[tuple[str, Direction, Board], DeploymentMap] = {}
        self._models: dict[str, Model] = {}
        self.judged_moves: dict[Hashable, JudgedMove] = {}

    def _check(self, spot: JsonPath, every: DecksWire) -> None:
        players = self.setup.players
        if len(set(players)) < max(LEAST_PLAYERS, len(players)) or set(players) != set(self.warbands):
            raise spot.at("warbands").error(
                "expected two players or more with a warband each, got players {players}, warbands of {bands}",
                players=", ".join(players),
                bands=", ".join(self.warbands),
            )
        chosen = self.details.cards.get(Deck.DEPLOYMENT, "")
        if chosen in every.cards(Deck.DEPLOYMENT) and chosen not in self.decks.cards(Deck.DEPLOYMENT):
            raise spot.at("cards", Deck.DEPLOYMENT.value).error(
                "the deployment map '{name}' has {colours} colours; expected one for each of {players} players",
                name=chosen,
                colours=_colours(every.cards(Deck.DEPLOYMENT)[chosen].points),
                players=len(players),
            )
        for deck, name in self.details.cards.items():
            if name not in self.decks.cards(deck):
                raise spot.at("cards", deck.value).error(
                    "no card '{name}' in the deck; there are: {known}",
                    name=name,
                    known=", ".join(self.decks.cards(deck)) or "none",
                )
        self._check_decks(spot.at("decks"))
        if self.details.agreed.warbands == "any":
            return
        for player, band in self.warbands.items():
            found = faults(band)
            if found:
                raise spot.at("warbands", player).error(
                    "the warband is not legal: {faults}",
                    faults=tuple(message("{fault} ({rule})", fault=fault.message, rule=fault.rule) for fault in found),
                )

    def _check_decks(self, spot: JsonPath) -> None:
        """Refuse a set-up with no card to be had where the battle needs one."""
        needed = [Deck.VICTORY]
        if self.details.terrain == "deck":
            needed.append(Deck.TERRAIN)
        if self.details.terrain != "fixed" or not self._has_own_points:
            needed.append(Deck.DEPLOYMENT)
        for deck in needed:
            if deck is Deck.DEPLOYMENT and not self.decks.cards(deck):
                raise spot.at(deck.value).error(
                    "no deployment map has a colour for each of {players} players", players=len(self.setup.players)
                )
            if not self.decks.cards(deck):
                raise spot.at(deck.value).error("expected at least one card: the battle needs one")

    @property
    def _has_own_points(self) -> bool:
        """Return whether the table itself has deployment points, of as many colours as there are players."""
        points = (self.setup.table.get("deployment") or {}).get("points", ())
        return len({point["side"] for point in points}) == len(self.setup.players)

    def keep_judged_move(self, asked: Hashable, judged: JudgedMove) -> None:
        """Keep the result of a move, by what else was asked; the oldest go."""
        self.judged_moves[asked] = judged
        for oldest in list(self.judged_moves)[:-MOST_JUDGED]:  # the window judges in several threads
            self.judged_moves.pop(oldest, None)

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
    def abilities_by_fighter(self) -> Mapping[str, tuple[Ability, ...]]:
        """Return what abilities each fighter's faction and runemarks let it use (WC-ABIL-1)."""
        return MappingProxyType(
            {
                id: tuple(ability for ability in self.abilities.values() if ability.is_open_to(fighter.profile))
                for id, (_, fighter) in self.fighters.items()
            }
        )

    def is_leader(self, id: str) -> bool:
        """Return whether a fighter leads its warband."""
        return self.fighter(id).role is Role.LEADER

    @cached_property
    def board(self) -> Table:
        """Return the table of the set-up: terrain as it was before the battle, nobody on it."""
        return _warcry(table_of(self.setup, NAME))

    def table(self, state: TableState) -> Table:
        """Return the table as a state has it; whoever did not move is the same object as before."""
        bare = self.bare(state)
        return replace(bare, models=tuple(self.model(fighter) for fighter in state.on_board()))

    def bare(self, state: TableState) -> Table:
        """Return a state's table without fighters. States with the same terrain get the same object."""
        key = (state.card(Deck.TERRAIN), state.laid, state.gone, state.lowered)
        if key not in self._bare:
            self._bare[key] = self._with_terrain(state)
        return self._bare[key]

    def _with_terrain(self, state: TableState) -> Table:
        card = state.card(Deck.TERRAIN)
        table = self._drawn(card) if card else self.board
        features = table.terrain.features
        if self.details.terrain == "free":
            where = {laid.feature: Placement(laid.at, laid.turn) for laid in state.laid or ()}
            features = tuple(replace(f, placement=where[f.id]) for f in features if f.id in where)
        for id, inches in state.lowered:
            features = tuple(_lowered(f, inches) if f.id == id else f for f in features)
        kept = tuple(feature for feature in features if feature.id not in state.gone)
        return table if kept == table.terrain.features else replace(table, terrain=Terrain(kept))

    def _drawn(self, card: str) -> Table:
        key = (card, None, (), ())
        if key not in self._bare:
            wire = self.decks.cards(Deck.TERRAIN)[card]
            setup = msgspec.structs.replace(self.setup, table=wire.table, files=wire.files)
            self._bare[key] = _warcry(table_of(setup, f"{NAME}: terrain card {card}"))
        return self._bare[key]

    def map(self, state: TableState) -> DeploymentMap:
        """Return the deployment map as it lies on the battlefield; without a card, the table's own points."""
        table = self.bare(state)
        card = state.card(Deck.DEPLOYMENT)
        if not card:
            return DeploymentMap(NAME, table.board, table.deployment)
        if card not in self._maps:
            spot = JsonPath(NAME).at("details").at("decks", Deck.DEPLOYMENT.value)
            self._maps[card] = map_from_json(msgspec.json.encode(self.decks.cards(Deck.DEPLOYMENT)[card]), spot)
        drawn = self._maps[card]
        key = card, state.arrow or self._arrow(state, drawn), table.board
        if key not in self._fitted:
            self._fitted[key] = fitted(turned(drawn, key[1]), table.board)
        return self._fitted[key]

    def _arrow(self, state: TableState, drawn: DeploymentMap) -> Direction:
        """Return where the arrow points that nobody chose: as the terrain card's, else as the map lies."""
        card = state.card(Deck.TERRAIN)
        terrain: TerrainWire | None = self.decks.cards(Deck.TERRAIN)[card] if card else None
        return (terrain.arrow if terrain else None) or lying_arrow(drawn, self.bare(state).board)

    def victory(self, state: TableState) -> VictoryWire:
        """Return the victory card."""
        card: VictoryWire = self.decks.cards(Deck.VICTORY)[state.card(Deck.VICTORY)]
        return card

    def model(self, fighter: PlacedFighter) -> Model:
        """Return a fighter's model where it stands."""
        last = self._models.get(fighter.id)
        placement = Placement(fighter.at, fighter.turn)
        if last is None or last.placement != placement:
            player, whose = self.fighters[fighter.id]
            last = model_of(whose, player, placement, id=fighter.id) if last is None else last.moved(placement)
            self._models[fighter.id] = last
        return last


_contexts: "WeakValueDictionary[int, BattleContext]" = WeakValueDictionary()


def context_of(setup: Setup) -> BattleContext:
    """Return the context of a set-up: the same while one of it is in use, since its table takes long to read."""
    known = _contexts.get(id(setup))
    if known is None or known.setup is not setup:
        known = _contexts[id(setup)] = BattleContext(setup)
    return known


def _lowered(feature: Feature, inches: float) -> Feature:
    x, y, z = feature.placement.at
    return replace(feature, placement=Placement((x, y, z - inches), feature.placement.turn))


def _colours(points: Iterable[DeploymentPointWire]) -> int:
    """Return of how many colours deployment points are."""
    return len({point.side for point in points})


def _warcry(table: Table) -> Table:
    if table.ruleset != "warcry":
        raise QuestionError("the table is one of '{ruleset}', not of Warcry", ruleset=table.ruleset)
    return replace(table, models=())
