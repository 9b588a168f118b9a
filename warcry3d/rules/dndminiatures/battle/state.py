"""The state of a skirmish: frozen, plain data; what never changes is in its `SkirmishContext`."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

from warcry3d.errors import UnknownNameError
from warcry3d.game.agenda import AgendaStep
from warcry3d.game.state_data import StateData
from warcry3d.rules.dndminiatures.creatures.traits import Condition, Lasting
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.table.grid import SquareGrid

if TYPE_CHECKING:
    from warcry3d.rules.dndminiatures.battle.context import GroundTile, SkirmishContext
    from warcry3d.rules.dndminiatures.battle.ground import SkirmishGround
    from warcry3d.rules.dndminiatures.creatures.card import Creature
    from warcry3d.table.table import Table

__all__ = [
    "AttackMode",
    "CreatureState",
    "CreatureStatus",
    "CreatureTurn",
    "LaidTile",
    "Rolls",
    "RunningEffect",
    "SkirmishSide",
    "SkirmishState",
]

AttackMode = Literal["melee", "ranged"]


class CreatureStatus(StrEnum):
    """Where a creature is: not set up yet, on the map, destroyed, fled off the map."""

    ASIDE = "aside"
    ON_MAP = "on-map"
    DESTROYED = "destroyed"
    FLED = "fled"


class CreatureState(StateData, frozen=True, kw_only=True):
    """What changes of a creature.

    ``cell``: the least cell of its space. ``facing``: where its figure looks, in quarters of a turn counterclockwise
    from east, which no rule asks for. ``damage``: points lost. ``has_activated``: this round. ``has_saved``: it
    made a morale save before, passed or not (DDM-MORALE-6). ``spent``: uses of its powers so far, by their id.
    """

    id: str
    player: str
    cell: Cell = (0, 0)
    facing: int = 0
    status: CreatureStatus = CreatureStatus.ASIDE
    damage: int = 0
    has_activated: bool = False
    has_saved: bool = False
    is_routing: bool = False
    spent: tuple[tuple[str, int], ...] = ()

    @property
    def is_on_map(self) -> bool:
        """Return whether it is on the map."""
        return self.status is CreatureStatus.ON_MAP

    def used(self, power: str) -> int:
        """Return how often it used a power."""
        return dict(self.spent).get(power, 0)


class RunningEffect(StateData, frozen=True, kw_only=True):
    """An effect on a creature: what it is called, who caused it, what it does, and what a save must reach to end it
    (0: none does). ``is_new``: it began in its bearer's own turn, and lasts through the next one.
    """

    creature: str
    name: str
    by: str
    lasting: Lasting
    dc: int = 0
    is_new: bool = False


class CreatureTurn(StateData, frozen=True, kw_only=True):
    """The turn under way.

    ``speed``: squares it may move, or twice that (DDM-COMMAND-4). ``is_commanded``: it began under command. ``moved``:
    squares spent, None: it has not moved. ``attacks``: the attack values used, in order, all of one ``mode``; a power
    in the place of an attack counts as ``is_spent``. ``charge``: whom it may charge and ``rush`` whom it may rush, seen
    at the start of the turn (DDM-CHARGE-3, DDM-RUSH-5). ``rushing``: the enemy that it must attack now. ``cleaves``:
    further melee attacks that it has, ``has_cleaved``: it had its one. ``strikers``: who made an attack of opportunity
    in this turn (DDM-AOO-3).
    ``routers``: pairs of a creature that routed in this turn and the enemy that made it do so (DDM-AOO-8).
    """

    creature: str
    speed: int = 0
    is_commanded: bool = True
    moved: int | None = None
    attacks: tuple[int, ...] = ()
    mode: AttackMode | None = None
    is_spent: bool = False
    is_over: bool = False
    charge: tuple[str, ...] = ()
    rush: tuple[str, ...] = ()
    rushing: str = ""
    cleaves: int = 0
    has_cleaved: bool = False
    strikers: tuple[str, ...] = ()
    routers: tuple[tuple[str, str], ...] = ()

    @property
    def has_begun(self) -> bool:
        """Return whether it has done anything yet."""
        return self.moved is not None or bool(self.attacks) or self.is_spent


class Rolls(StateData, frozen=True, kw_only=True):
    """The faces of those who have rolled for something, and who won."""

    faces: tuple[tuple[str, int], ...] = ()
    winner: str = ""

    def with_face(self, player: str, face: int) -> "Rolls":
        """Return them with one more player's die."""
        return self.changed(faces=(*self.faces, (player, face)))

    def highest(self, ratings: Mapping[str, int]) -> tuple[str, ...]:
        """Return who has the highest total, of equal ones with the highest rating (DDM-INIT-2, -3); several: tied."""
        totals = {player: (face + ratings[player], ratings[player]) for player, face in self.faces}
        return tuple(player for player, both in totals.items() if both == max(totals.values()))


class SkirmishSide(StateData, frozen=True, kw_only=True):
    """A player: ``id``, the number of its start area (from 0), and whether it was chosen yet (DDM-TILE-2)."""

    id: str
    start: int = 0
    has_chosen: bool = False


class LaidTile(StateData, frozen=True, kw_only=True):
    """A tile on the map: whose, which of its tiles, the square of its least corner, its quarter turns."""

    player: str
    tile: str
    cell: Cell
    turn: int = 0


class SkirmishState(StateData, frozen=True, kw_only=True, dict=True):
    """A skirmish between two actions. ``agenda``: the steps to come, the next one last.

    ``sides``: clockwise around the map; ``tiles``: those that lie on it, in order. ``first``: who is first this round;
    ``rolls``: the last initiative.
    """

    context: "SkirmishContext"
    sides: tuple[SkirmishSide, ...]
    creatures: tuple[CreatureState, ...]
    round: int = 0
    first: str = ""
    rolls: Rolls = Rolls()
    turn: CreatureTurn | None = None
    effects: tuple[RunningEffect, ...] = ()
    tiles: tuple[LaidTile, ...] = ()
    agenda: tuple[AgendaStep, ...] = ()
    is_over: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players, clockwise."""
        return tuple(side.id for side in self.sides)

    @cached_property
    def model_ids(self) -> frozenset[str]:
        """Return the ids of all creatures."""
        return frozenset(creature.id for creature in self.creatures)

    @cached_property
    def _by_id(self) -> dict[str, CreatureState]:
        return {creature.id: creature for creature in self.creatures}

    def creature(self, id: str) -> CreatureState:
        """Return a creature; raise `UnknownNameError` for one that is not in the skirmish."""
        if id not in self._by_id:
            raise UnknownNameError(
                "no creature '{id}' in this skirmish; there are: {known}", id=id, known=", ".join(self._by_id)
            )
        return self._by_id[id]

    def card(self, id: str) -> "Creature":
        """Return a creature's card."""
        return self.context.card(id)

    def side(self, player: str) -> SkirmishSide:
        """Return a player's side."""
        return next(side for side in self.sides if side.id == player)

    def in_turn(self, first: str) -> tuple[str, ...]:
        """Return all players clockwise, beginning with one of them."""
        n = self.players.index(first)
        return (*self.players[n:], *self.players[:n])

    def on_map(self, player: str = "") -> tuple[CreatureState, ...]:
        """Return the creatures on the map, of one player or of all, in the order of their warbands."""
        found = self._on_map.get(player)
        if found is None:
            some = (one for one in self.creatures if one.is_on_map)
            found = self._on_map[player] = tuple(one for one in some if player in ("", one.player))
        return found

    def enemies(self, id: str) -> tuple[CreatureState, ...]:
        """Return a creature's enemies on the map (DDM-WORD-2)."""
        player = self.creature(id).player
        found = self._against.get(player)
        if found is None:
            found = self._against[player] = tuple(one for one in self.on_map() if one.player != player)
        return found

    @cached_property
    def _on_map(self) -> dict[str, tuple[CreatureState, ...]]:
        return {}

    @cached_property
    def _against(self) -> dict[str, tuple[CreatureState, ...]]:
        return {}

    def friends(self, id: str) -> Iterator[CreatureState]:
        """Yield the other creatures of its warband on the map."""
        player = self.creature(id).player
        return (c for c in self.on_map(player) if c.id != id)

    def space(self, id: str) -> Space:
        """Return the space that a creature occupies."""
        spaces = self._spaces
        if id not in spaces:
            spaces[id] = Space(self.creature(id).cell, self.card(id).size.cells)
        return spaces[id]

    @cached_property
    def _spaces(self) -> dict[str, Space]:
        return {}

    def hp_left(self, id: str) -> int:
        """Return the points of damage after which a creature is destroyed (DDM-CARD-8)."""
        return self.card(id).hp - self.creature(id).damage

    def effects_on(self, id: str) -> Iterator[RunningEffect]:
        """Yield the effects on a creature, in the order in which they began."""
        return (effect for effect in self.effects if effect.creature == id)

    def has(self, id: str, *conditions: Condition) -> bool:
        """Return whether a creature is in one of these conditions."""
        return any(one in effect.lasting.conditions for effect in self.effects_on(id) for one in conditions)

    def is_helpless(self, id: str) -> bool:
        """Return whether a creature is helpless: paralysed and sleeping ones are (DDM-MOD-5)."""
        return self.has(id, Condition.HELPLESS, Condition.PARALYSED, Condition.ASLEEP)

    @cached_property
    def ground(self) -> "SkirmishGround":
        """Return the map with the tiles that lie on it."""
        return self.context.ground_with(tuple(self._lying(one) for one in self.tiles))

    def _lying(self, one: LaidTile) -> "GroundTile":
        tile = next(tile for tile in self.context.tiles[one.player] if tile.id == one.tile)
        return tile, one.cell, one.turn, self.side(one.player).start if tile.is_assembly else -1

    @property
    def board(self) -> GridMap:
        """Return the map as the rules read it."""
        return self.ground.board

    @property
    def grid(self) -> SquareGrid:
        """Return the squares of the map, with the tiles that lie on it."""
        return self.ground.grid

    def start_cells(self, player: str) -> frozenset[Cell]:
        """Return the squares of a player's start area: those of its assembly tile, if tiles are laid."""
        return self.ground.starts.get(self.side(player).start, frozenset())

    def exit_cells(self, player: str) -> frozenset[Cell]:
        """Return the squares by which a player's creatures leave the map (DDM-MAP-2)."""
        return self.ground.exits.get(self.side(player).start, frozenset())

    @cached_property
    def known(self) -> dict[object, object]:
        """Return what was worked out of this state so far, by questions' own keys: nothing moves within a state."""
        return {}

    def standing(self, id: str, cell: Cell) -> Self:
        """Return the state as it would be with a creature elsewhere on the map; kept for questions to come."""
        creature = self.creature(id)
        if creature.cell == cell:
            return self
        if (id, cell) not in self._elsewhere:
            moved = creature.changed(cell=cell)
            self._elsewhere[id, cell] = self.changed(
                creatures=tuple(moved if one.id == id else one for one in self.creatures)
            )
        return self._elsewhere[id, cell]

    @cached_property
    def _elsewhere(self) -> dict[tuple[str, Cell], Self]:
        return {}

    @cached_property
    def table(self) -> "Table":
        """Return the table as it stands: the creatures on the map."""
        return self.context.table(self)
