"""Routing creatures flee to their exits by the quickest way (DDM-ROUT)."""

from collections.abc import Iterable

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.dndminiatures.battle.bonuses import speed_of
from warcry3d.rules.dndminiatures.battle.changing import SkirmishTransition, gone
from warcry3d.rules.dndminiatures.battle.harm import FLIGHT
from warcry3d.rules.dndminiatures.battle.opportunities import strikers_of
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import Walk, ground_for
from warcry3d.rules.dndminiatures.board import middle_of
from warcry3d.rules.dndminiatures.creatures.traits import Condition
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, space_distance
from warcry3d.rules.dndminiatures.grid.quickest_stops import quickest_stops
from warcry3d.rules.dndminiatures.grid.ways import CellWay, CreatureGround, ways

__all__ = ["Flee", "exits_of", "flights"]

FAR = 10_000
"""More squares than any way on a map has."""
LEAVING = 1
"""Squares that leaving the map by an exit takes (DDM-ROUT-2)."""


def exits_of(state: SkirmishState, player: str) -> frozenset[Cell]:
    """Return the squares by which a player's creatures leave the map."""
    return state.exit_cells(player)


def flights(state: SkirmishState, id: str) -> tuple[tuple[CellWay, bool], ...]:
    """Return the quickest ways to the exits, as far as a routing creature gets, each with whether it leaves the map.

    Several where ways as quick end elsewhere or let other enemies strike: its player chooses (DDM-ROUT-3). Where all
    are closed it goes as near to an exit as it can get (DDM-ROUT-4). None: it stays.
    """
    space = state.space(id)
    exits = exits_of(state, state.creature(id).player)
    strikers = strikers_of(state, id).at
    ground, budget = ground_for(state, id), 2 * speed_of(state, id)
    # Who has squares left at an exit leaves the map, even where a friend stands on it.
    passing = CreatureGround(ground.board, enemies=ground.enemies)
    costs = {cell: several[0].cost for cell, several in ways(passing, space, FAR).items()}
    ends = {cell for cell in costs if exits & set(Space(cell, space.size).cells())}
    if ends:
        quickest = min(costs[cell] for cell in ends)
        if quickest + LEAVING > budget:
            return _unlike((way, False) for way in quickest_stops(ground, space, ends, budget, strikers))
        # Who may strike on the way is asked of the ways that are as quick only: of all ways it takes 4 times as long.
        found = ways(passing, space, quickest, strikers)
        out = {cell: several for cell, several in found.items() if cell in ends}
        return _unlike((way, True) for several in out.values() for way in several if way.cost == quickest)
    found = ways(ground, space, budget, strikers)
    reached = [way for ways_there in found.values() for way in ways_there if way.cost <= budget]
    if not exits or not reached:
        return ()

    def apart(way: CellWay) -> int:
        return min(space_distance(Space(way.steps[-1], space.size), Space(cell)) for cell in exits)

    least = min(apart(way) for way in reached)
    near = [way for way in reached if apart(way) == least]
    cheapest = min(way.cost for way in near)
    return _unlike((way, False) for way in near if way.cost == cheapest)


def _unlike(flights: Iterable[tuple[CellWay, bool]]) -> tuple[tuple[CellWay, bool], ...]:
    """Return those that differ in where they end on the map or in who may strike."""
    kept: dict[object, tuple[CellWay, bool]] = {}
    for way, leaves in flights:
        kept.setdefault((None if leaves else way.steps[-1], way.strikers), (way, leaves))
    return tuple(kept.values())


class Flee(Asking[SkirmishState], frozen=True, tag="flee", tag_field="step"):
    """A routing creature moves up to double its speed to its exits; its player picks among ways that are as quick."""

    creature: str

    def _flights(self, state: SkirmishState) -> tuple[tuple[CellWay, bool], ...]:
        if gone(state, self.creature) or not state.creature(self.creature).is_routing:
            return ()
        if state.is_helpless(self.creature) or state.has(self.creature, Condition.STUNNED):
            return ()
        key = ("flights", self.creature)
        if key not in state.known:
            state.known[key] = flights(state, self.creature)
        return state.known[key]  # type: ignore[return-value]

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the question; None where there is one way at most."""
        offered = self._ids(state)
        return Choice(state.creature(self.creature).player, "flee", self._why, offered) if len(offered) > 1 else None

    def _ids(self, state: SkirmishState) -> tuple[str, ...]:
        return tuple(str(n) for n in range(len(self._flights(state))))

    @property
    def _why(self) -> RuleReason:
        said = Message("{fighter} flees: by which of the quickest ways?", {"fighter": self.creature})
        return RuleReason("DDM-ROUT-3", said)

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the ways, each with who may strike on it."""
        size = state.space(self.creature).size
        options = tuple(
            Option(
                str(n),
                message("to ({x}, {y})", x=way.steps[-1][0], y=way.steps[-1][1]),
                at=middle_of(Space(way.steps[-1], size)),
                facts=(
                    RuleReason(
                        "DDM-AOO-1",
                        counted("{n} enemy may strike", "{n} enemies may strike", way.strikers.bit_count()),
                    ),
                ),
            )
            for n, (way, _) in enumerate(self._flights(state))
        )
        pick = PickOne(
            id="flee", heading=message("Flee"), action=lambda id: Pick((id,)), why=self._why, options=options
        )
        return (pick,)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of the ways is picked."""
        return picked_faults(action, self._ids(state), "DDM-ROUT-3")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Go the way that was picked."""
        assert isinstance(action, Pick), "its faults said so"
        self._go(do, int(action.picked[0]))

    def skip(self, do: SkirmishTransition) -> None:
        """Go the one way, if there is one."""
        if self._flights(do.state):
            self._go(do, 0)

    def _go(self, do: SkirmishTransition, number: int) -> None:
        way, leaves = self._flights(do.state)[number]
        squares = counted("{n} square", "{n} squares", way.cost)
        do.emit("flees", "{fighter} flees {squares}", "DDM-ROUT-1", fighter=self.creature, squares=squares)
        do.push(Walk(self.creature, way.steps[1:], is_rout=True, leaves=leaves))


FLIGHT[:] = [Flee]
