"""Start areas are chosen and tiles laid, a player at a time (DDM-TILE-2 to -7)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from math import pi, tau

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.prompts import Option, PickOne, Place, PlaceArea, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.dndminiatures.battle.actions import LayTile
from warcry3d.rules.dndminiatures.battle.changing import SkirmishTransition
from warcry3d.rules.dndminiatures.battle.state import LaidTile, SkirmishState
from warcry3d.rules.dndminiatures.grid.cells import Cell
from warcry3d.rules.dndminiatures.tiles.map_tile import TURNS, LaidShape, MapTile
from warcry3d.rules.dndminiatures.tiles.tile_places import (
    TilePlace,
    area_choices,
    assembly_places,
    feature_places,
    lay_faults,
)
from warcry3d.rules.dndminiatures.tiles.tile_sets import feature_count

__all__ = ["ChoosesStarts", "cell_areas", "tiles_left"]


class ChoosesStarts(Automatic[SkirmishState], frozen=True, tag="chooses-starts", tag_field="step"):
    """Each player in turn chooses a start area and lays its assembly tile there; then come the feature tiles."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Ask each player, clockwise from the first."""
        has_tiles = bool(do.state.context.tiles)
        steps: list[AgendaStep] = []
        for player in do.state.in_turn(do.state.first):
            steps.append(ChoosesStart(player))
            if has_tiles:
                steps.append(LaysAssembly(player))
        do.push(*steps, *([NextFeature(do.state.first)] if has_tiles else []))


class ChoosesStart(Asking[SkirmishState], frozen=True, tag="chooses-start", tag_field="step"):
    """A player chooses its start area (DDM-TILE-2)."""

    player: str

    def _areas(self, state: SkirmishState) -> tuple[str, ...]:
        taken = [side.start for side in state.sides if side.has_chosen]
        return tuple(map(str, area_choices(state.context.grid, len(state.players), taken)))

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the question; None where one area is left."""
        areas = self._areas(state)
        return Choice(self.player, "start-area", self._why, areas) if len(areas) > 1 else None

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-TILE-2", Message("{player} chooses its start area", {"player": self.player}))

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the areas that are left."""
        grid = state.context.grid
        options = tuple(
            Option(area, message("start area {n}", n=int(area) + 1), at=_middle(cells), areas=cell_areas(cells))
            for area in self._areas(state)
            for cells in (grid.start(int(area)),)
        )
        heading = message("Start area")
        return (
            PickOne(id="start-area", heading=heading, action=lambda id: Pick((id,)), why=self._why, options=options),
        )

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of the areas is picked."""
        return picked_faults(action, self._areas(state), "DDM-TILE-2")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Note it."""
        assert isinstance(action, Pick), "its faults said so"
        self._take(do, int(action.picked[0]))

    def skip(self, do: SkirmishTransition) -> None:
        """Take the one that is left."""
        self._take(do, int(self._areas(do.state)[0]))

    def _take(self, do: SkirmishTransition, area: int) -> None:
        do.change(
            sides=tuple(
                side.changed(start=area, has_chosen=True) if side.id == self.player else side for side in do.state.sides
            )
        )
        do.emit("start-area", "{player} begins in start area {n}", "DDM-TILE-2", player=self.player, n=area + 1)


def cell_areas(cells: Collection[Cell]) -> tuple[PlaceArea, ...]:
    """Return squares as prompts have areas."""
    return tuple(PlaceArea(0.0, (((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),)) for x, y in sorted(cells))


def _middle(cells: frozenset[Cell]) -> tuple[float, float, float]:
    n = max(len(cells), 1)
    return (sum(x for x, _ in cells) / n + 0.5, sum(y for _, y in cells) / n + 0.5, 0.0)


def tiles_left(state: SkirmishState, player: str) -> tuple[MapTile, ...]:
    """Return the feature tiles that a player may still lay: of three the players' number says how many (DDM-TILE-7)."""
    laid = [one.tile for one in state.tiles if one.player == player]
    features = [tile for tile in state.context.tiles[player] if not tile.is_assembly]
    done = sum(tile.id in laid for tile in features)
    if done >= feature_count(len(state.players)):
        return ()
    return tuple(tile for tile in features if tile.id not in laid)


def _lay(do: SkirmishTransition, player: str, tile: MapTile, place: TilePlace) -> None:
    laid = LaidTile(player=player, tile=tile.id, cell=place.cell, turn=place.turn)
    do.change(tiles=(*do.state.tiles, laid))
    x, y = place.cell
    do.emit("tile", "{player} lays {tile} at ({x}, {y})", "DDM-TILE-6", player=player, tile=tile.name, x=x, y=y)


class LaysAssembly(Asking[SkirmishState], frozen=True, tag="lays-assembly", tag_field="step"):
    """A player's first tile is its assembly tile, in its start area (DDM-TILE-3 to -5)."""

    player: str

    def _tile(self, state: SkirmishState) -> MapTile:
        return next(tile for tile in state.context.tiles[self.player] if tile.is_assembly)

    def _places(self, state: SkirmishState) -> tuple[TilePlace, ...]:
        return assembly_places(state.context.grid, state.side(self.player).start, self._tile(state))

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the question; None where it fits in one way, as in a corner."""
        places = self._places(state)
        return Choice(self.player, "assembly-tile", self._why, places) if len(places) > 1 else None

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-TILE-3", Message("{player} lays its assembly tile", {"player": self.player}))

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the ways in which it fits."""
        tile = self._tile(state)
        options = tuple(
            Option(
                str(n),
                message("from ({x}, {y})", x=place.cell[0], y=place.cell[1]),
                at=_middle(LaidShape(tile.turned(place.turn), place.cell).squares()),
            )
            for n, place in enumerate(self._places(state))
        )
        pick = PickOne(
            id="assembly-tile",
            heading=message("Assembly tile"),
            action=lambda id: Pick((id,)),
            why=self._why,
            options=options,
        )
        return (pick,)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of the ways is picked."""
        return picked_faults(action, tuple(map(str, range(len(self._places(state))))), "DDM-TILE-5")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Lay it."""
        assert isinstance(action, Pick), "its faults said so"
        _lay(do, self.player, self._tile(do.state), self._places(do.state)[int(action.picked[0])])

    def skip(self, do: SkirmishTransition) -> None:
        """Lay it in the one way."""
        _lay(do, self.player, self._tile(do.state), self._places(do.state)[0])


class NextFeature(Automatic[SkirmishState], frozen=True, tag="next-feature", tag_field="step"):
    """A player lays a feature tile, then the next one, until all lie or no room is left (DDM-TILE-6).

    ``idle``: the players in a row who could lay none.
    """

    player: str
    idle: int = 0

    def resolve(self, do: SkirmishTransition) -> None:
        """Ask the player, or pass it over."""
        if self.idle >= len(do.state.players):
            return
        order = do.state.in_turn(self.player)
        following = order[1] if len(order) > 1 else self.player
        if any(places_of(do.state, tile) for tile in tiles_left(do.state, self.player)):
            do.push(LaysFeature(self.player), NextFeature(following))
        else:
            do.push(NextFeature(following, self.idle + 1))


def places_of(state: SkirmishState, tile: MapTile) -> tuple[TilePlace, ...]:
    """Return where a feature tile may be laid now; worked out once for a state."""
    key = ("places", tile)
    if key not in state.known:
        state.known[key] = feature_places(state.context.grid, state.ground.shapes, tile)
    return state.known[key]  # type: ignore[return-value]


class LaysFeature(Asking[SkirmishState], frozen=True, tag="lays-feature", tag_field="step"):
    """A player lays one of its feature tiles (DDM-TILE-6, -7)."""

    player: str

    def choice(self, state: SkirmishState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "lay-tile", self._why, tuple(tile.id for tile in tiles_left(state, self.player)))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-TILE-6", Message("{player} lays a tile", {"player": self.player}))

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return each tile that is left with where it may lie."""
        return tuple(
            self._prompt(state, tile, number) for number, tile in enumerate(tiles_left(state, self.player), start=1)
        )

    def _prompt(self, state: SkirmishState, tile: MapTile, number: int) -> Place:
        places = places_of(state, tile)
        middle = (state.grid.width / 2, state.grid.depth / 2)
        best = min(places, key=lambda one: _apart(tile, one, middle), default=None)
        suggested = () if best is None else (_placing(tile, best),)
        none = () if places else fault("DDM-TILE-6", "there is no room for it")

        def areas(item: str, facing: float) -> tuple[PlaceArea, ...]:
            return tuple(_areas(tile, places, _quarters(tile, facing)))

        return Place(
            id=f"tile-{number}",
            heading=Message("{tile}", {"tile": tile.name}),
            action=lambda answer: _laid(tile, answer[0]),
            why=self._why,
            items=(Option(tile.id, Message("{tile}", {"tile": tile.name})),),
            areas=() if best is None else areas(tile.id, best.turn * pi / 2),
            suggested=suggested,
            areas_facing=areas,
            turn_step=pi / 2,
            faults=none,
        )

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return why a tile cannot lie there."""
        if not isinstance(action, LayTile):
            return NOT_DUE
        tile = next((one for one in tiles_left(state, self.player) if one.id == action.tile), None)
        if tile is None:
            return fault("DDM-TILE-7", "'{tile}' is none of the tiles that are left", tile=action.tile, place="tile")
        shape = LaidShape(tile.turned(action.turn), action.cell)
        return lay_faults(state.context.grid, state.ground.shapes, shape)

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Lay it."""
        assert isinstance(action, LayTile), "its faults said so"
        tile = next(one for one in do.state.context.tiles[self.player] if one.id == action.tile)
        _lay(do, self.player, tile, TilePlace(action.cell, action.turn))


def _size(tile: MapTile, turn: int) -> tuple[int, int]:
    grid = tile.grid
    return (grid.depth, grid.width) if turn % 2 else (grid.width, grid.depth)


def _apart(tile: MapTile, place: TilePlace, middle: tuple[float, float]) -> float:
    sizes = _size(tile, place.turn)
    return sum(abs(at + size / 2 - to) for at, size, to in zip(place.cell, sizes, middle, strict=True))


def _placing(tile: MapTile, place: TilePlace) -> Placing:
    (x, y), (width, depth) = place.cell, _size(tile, place.turn)
    return Placing(tile.id, (x + width / 2, y + depth / 2, 0.0), place.turn * pi / 2)


def _quarters(tile: MapTile, facing: float) -> int:
    """Return the quarter turns nearest to a facing; of those that make no difference the first."""
    turn = round(facing % tau / (pi / 2)) % TURNS
    return next(one for one in tile.turns() if tile.turned(one).grid == tile.turned(turn).grid)


def _laid(tile: MapTile, placing: Placing) -> LayTile:
    turn = _quarters(tile, placing.turn)
    width, depth = _size(tile, turn)
    # Ends far off the table are refused with a fault; numbers are kept within what an action holds.
    x, y = (max(min(round(at - side / 2), 900), -900) for at, side in zip(placing.at[:2], (width, depth), strict=True))
    return LayTile(tile.id, (x, y), turn)


def _areas(tile: MapTile, places: Sequence[TilePlace], turn: int) -> Iterator[PlaceArea]:
    """Yield where the middle may be: around each place half a square, places in a row at once."""
    width, depth = _size(tile, turn)
    cells = sorted((place.cell[1], place.cell[0]) for place in places if place.turn == turn)
    for (y, _), run in groupby(enumerate(cells), key=lambda one: (one[1][0], one[1][1] - one[0])):
        xs = [x for _, (_, x) in run]
        low = (xs[0] + width / 2 - 0.5, y + depth / 2 - 0.5)
        high = (xs[-1] + width / 2 + 0.5, low[1] + 1.0)
        yield PlaceArea(0.0, ((low, (high[0], low[1]), high, (low[0], high[1])),))
