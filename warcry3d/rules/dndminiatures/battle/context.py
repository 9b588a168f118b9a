"""What never changes during a skirmish: the warbands' cards, the map, what the players agreed on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import tau
from types import MappingProxyType
from typing import Literal, Protocol
from weakref import WeakValueDictionary

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, table_of
from warcry3d.rules.dndminiatures.battle.ground import SkirmishGround, skirmish_ground
from warcry3d.rules.dndminiatures.board import placement_of
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.grid.cells import Cell
from warcry3d.rules.dndminiatures.tiles.map_tile import LaidShape, MapTile
from warcry3d.rules.dndminiatures.tiles.tile_files import MapTileWire
from warcry3d.rules.dndminiatures.tiles.tile_places import is_for_tiles
from warcry3d.rules.dndminiatures.tiles.tile_sets import checked_tiles
from warcry3d.table.figures import named_figure
from warcry3d.table.grid import SquareGrid
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.models import Base, BaseShape, Figure, Model
from warcry3d.table.table import Table
from warcry3d.table.wire_types import Wire

__all__ = ["SkirmishContext", "SkirmishDetails", "skirmish_context"]

FIGURE = "swordsman"
"""The figure of a creature whose card names none."""
QUARTER = tau / 4
MODELS_KEPT = 4000
GROUNDS_KEPT = 200

GroundTile = tuple[MapTile, Cell, int, int]
"""A tile as it lies: where, its quarter turns, the start area that it makes (-1: none)."""


class AgreedReadings(Wire, kw_only=True):
    """How the players read what the text leaves open; the first of each is the usual reading.

    ``partner``: whether any enemy of the target may help to flank, or only a creature of the attacker's warband (games
    of three and more). ``opportunities``: whether in a creature's turn each enemy may make one attack of opportunity,
    or all of them together (DDM-AOO-3). ``corners``: whether diagonal steps past the end of a wall are closed or open
    (DDM-MOVE-9). ``squeezing``: whether a big creature passes gaps one square narrower than itself (DDM-MOVE-4).
    """

    partner: Literal["any", "own"] = "any"
    opportunities: Literal["each", "one"] = "each"
    corners: Literal["closed", "open"] = "closed"
    squeezing: Literal["no", "yes"] = "no"


class SkirmishDetails(Wire, kw_only=True):
    """What a skirmish's set-up says beside the table: each player's creatures as cards and what its warband is called,
    what was agreed on, and on an open map the tiles that each player brings.
    """

    warbands: dict[str, list[Creature]]
    names: dict[str, str] = msgspec.field(default_factory=dict)
    agreed: AgreedReadings = msgspec.field(default_factory=AgreedReadings)
    tiles: dict[str, list[MapTileWire]] = msgspec.field(default_factory=dict)


class PlacedCreature(Protocol):
    """A creature with its place on the map."""

    @property
    def id(self) -> str: ...
    @property
    def cell(self) -> Cell: ...
    @property
    def facing(self) -> int: ...


class MapState(Protocol):
    """What the table depends on in the state of a skirmish."""

    @property
    def ground(self) -> SkirmishGround: ...
    def on_map(self) -> Iterable[PlacedCreature]: ...


class SkirmishContext:
    """What a set-up lays down: ``cards`` by creature, ``owners`` their players, in the order of warbands; ``ground``
    the table without creatures, ``board`` its map. Raise a `WarcryError` that names what is wrong with the set-up.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        spot = JsonPath("skirmish").at("details")
        details = checked(setup.details, SkirmishDetails, spot)
        if set(details.warbands) != set(setup.players):
            raise spot.at("warbands").error(
                "expected a warband for each of {players}", players=", ".join(setup.players)
            )
        self.agreed = details.agreed
        self.names: Mapping[str, str] = MappingProxyType(details.names)
        self.tiles = checked_tiles(details.tiles, setup.players, spot.at("tiles"))
        self.cards, self.owners = _named(setup.players, details.warbands)
        self.ground = replace(table_of(setup, "skirmish"), models=())
        if self.ground.grid is None:
            raise QuestionError("this table has no squares, which D&D Miniatures is played on")
        self.grid: SquareGrid = self.ground.grid
        _check_map(self.grid, has_tiles=bool(self.tiles))
        starts = self.grid.start_numbers
        if len(starts) < len(setup.players):
            raise QuestionError(
                "this map has {starts} start areas, and {players} players need one each",
                starts=len(starts),
                players=len(setup.players),
            )
        self._grounds: dict[tuple[GroundTile, ...], SkirmishGround] = {}
        self._models: dict[tuple[str, Cell, int], Model] = {}

    def ground_with(self, tiles: tuple[GroundTile, ...]) -> SkirmishGround:
        """Return the map with the tiles that lie on it."""
        if tiles not in self._grounds:
            if len(self._grounds) > GROUNDS_KEPT:
                self._grounds.clear()
            shapes = tuple(LaidShape(tile.turned(turn), cell) for tile, cell, turn, _ in tiles)
            starts = tuple(start for _, _, _, start in tiles)
            self._grounds[tiles] = skirmish_ground(
                self.ground,
                shapes,
                starts,
                len(self.setup.players),
                squeezes=self.agreed.squeezing == "yes",
                cuts_corners=self.agreed.corners == "open",
            )
        return self._grounds[tiles]

    def card(self, id: str) -> Creature:
        """Return a creature's card."""
        return self.cards[id]

    def table(self, state: MapState) -> Table:
        """Return the table with the creatures of a state; a creature that stands still is the same object."""
        return replace(
            state.ground.table, models=tuple(self._model(one.id, one.cell, one.facing) for one in state.on_map())
        )

    def _model(self, id: str, cell: Cell, facing: int) -> Model:
        if (id, cell, facing) not in self._models:
            if len(self._models) > MODELS_KEPT:
                self._models.clear()
            card = self.cards[id]
            side = float(card.size.cells)
            self._models[id, cell, facing] = Model(
                id,
                self.owners[id],
                Base(BaseShape.SQUARE, side, side),
                _figure(card.figure or FIGURE),
                placement_of(cell, card.size.cells, facing * QUARTER),
                MappingProxyType({"creature": card.name, "speed": card.speed}),
            )
        return self._models[id, cell, facing]


def _check_map(grid: SquareGrid, *, has_tiles: bool) -> None:
    """Refuse tiles on a map that has its own terrain, and an open map without tiles (DDM-BAND-6)."""
    if has_tiles and not is_for_tiles(grid):
        raise QuestionError("no tiles are laid on this map: its start areas have squares of their own")
    if not has_tiles and is_for_tiles(grid):
        raise QuestionError("this map is open: each warband brings 4 tiles to lay on it")


def _named(
    players: Iterable[str], warbands: Mapping[str, Sequence[Creature]]
) -> tuple[Mapping[str, Creature], Mapping[str, str]]:
    """Return each creature's card and player by what the skirmish calls it; creatures that are alike are numbered."""
    cards: dict[str, Creature] = {}
    owners: dict[str, str] = {}
    for player in players:
        ids = [creature.id for creature in warbands[player]]
        for n, creature in enumerate(warbands[player]):
            number = f"-{ids[: n + 1].count(creature.id)}" if ids.count(creature.id) > 1 else ""
            id = f"{player}-{creature.id}{number}"
            cards[id], owners[id] = creature, player
    return MappingProxyType(cards), MappingProxyType(owners)


@lru_cache(maxsize=64)
def _figure(name: str) -> Figure:
    return named_figure(name, JsonPath(name))


_contexts: WeakValueDictionary[int, SkirmishContext] = WeakValueDictionary()


def skirmish_context(setup: Setup) -> SkirmishContext:
    """Return the context of a set-up: the same while one of it is in use, since its table takes long to read."""
    known = _contexts.get(id(setup))
    if known is None or known.setup is not setup:
        known = _contexts[id(setup)] = SkirmishContext(setup)
    return known
