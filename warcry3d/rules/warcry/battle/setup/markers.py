"""Markers that players place before the battle, because a victory or twist card asks for it (WC-PLAN-4)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.prompts import Option, Place, PlaceArea, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import roll_off
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Point
from warcry3d.rules.reaches import surfaces_at
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name
from warcry3d.rules.warcry.battle.movement.place_choices import areas_of, placed_at
from warcry3d.rules.warcry.battle.setup.cards import PlaceMarkers
from warcry3d.rules.warcry.battle.state import Objective, State, Treasure
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.terrain.layouts.ground import footprint
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["MarkerPlace", "PlaceMarker", "markers_to_place"]

ROUNDED = 32
"""Segments of a quarter of a circle about a marker."""

STEP = 0.5
"""Places for a marker are suggested on a grid of this width (in)."""


@dataclass(frozen=True, slots=True)
class MarkerPlace:
    """The choice of a player who places a marker: the card's terms, and a place that is allowed."""

    asks: PlaceMarkers
    suggested: Point


def markers_to_place(card: str, asks: list[PlaceMarkers]) -> list[tuple[str, AgendaStep]]:
    """Return the steps of a card's placements, each with a name."""
    return [(f"{card}: {one.marker}", PlacementOrder(one)) for one in asks]


class PlacementOrder(Automatic[State], frozen=True, tag="placement-order", tag_field="step"):
    """Markers are to be placed: the card says who places them, or it is rolled off."""

    asks: PlaceMarkers

    def resolve(self, do: Transition) -> None:
        """Place them; in turn, the winner of a roll-off places the first."""
        state = do.state
        if self.asks.by == "in-turn":
            do.push(PlaceInTurn(self.asks))
            roll_off(do, state.players, "who places the first marker", "WC-PLAN-4")
            return
        player = state.attacker if self.asks.by == "attacker" else state.others(state.attacker)[0]
        do.push(*(PlaceMarker(player, self.asks) for _ in range(self.asks.count)))


class PlaceInTurn(Automatic[State], frozen=True, tag="place-in-turn", tag_field="step"):
    """The players place markers in turn, the winner of the roll-off just made first."""

    asks: PlaceMarkers

    def resolve(self, do: Transition) -> None:
        """Ask for them."""
        order = do.state.in_turn(do.state.roll_off.winner)
        do.push(*(PlaceMarker(order[n % len(order)], self.asks) for n in range(self.asks.count)))


class PlaceMarker(Asking[State], frozen=True, tag="place-marker", tag_field="step"):
    """A player places a marker; if no place is allowed, it is left out."""

    player: str
    asks: PlaceMarkers

    def choice(self, state: State) -> Choice | None:
        """Return the choice, with a place that is allowed; None if there is none."""
        suggested = self._suggested(state)
        if suggested is None:
            return None
        return Choice(self.player, "marker", self._why, MarkerPlace(self.asks, suggested))

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player, "marker": self.asks.marker}
        return RuleReason("WC-PLAN-4", Message("{player} places a marker: {marker}", values))

    def _suggested(self, state: State) -> Point | None:
        """Return a place that is allowed; None if there is none."""
        return next((at for at in _grid(state) if not self._faults(state, at)), None)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return where the card lets the marker lie."""
        suggested = self._suggested(state)
        assert suggested is not None, "there is a choice"
        marker = marker_name(f"{self.asks.marker}-{_count(state, self.asks.marker) + 1}")
        values = {"apart": self.asks.apart, "edge": self.asks.edge}
        place = Place(
            id="marker",
            heading=message("Place {marker}", marker=marker),
            detail=Message("{apart:g} in from other markers, {edge:g} in from the edge", values),
            why=self._why,
            hint=message("Pick a place in one of the areas."),
            action=placed_at,
            items=(Option("marker", marker, at=suggested),),
            areas=tuple(self._areas(state)),
            turns=False,
            suggested=(Placing("marker", suggested),),
        )
        return (place,)

    def _areas(self, state: State) -> Iterator[PlaceArea]:
        """Yield what is left of each surface beside terrain, edges and other markers."""
        import shapely

        table, edge = state.context.bare(state), self.asks.edge
        within = shapely.box(edge, edge, table.board.width - edge, table.board.depth - edge)
        if self.asks.on == "floor":
            within = within.difference(shapely.union_all([footprint(one) for one in table.terrain.features]))
        for level in levels_of(table).levels[: 1 if self.asks.on == "floor" else None]:
            taken = [_disc(other, level.height, self.asks.apart) for other in _markers(state)]
            yield from areas_of(level.height, level.area.intersection(within).difference(shapely.union_all(taken)))

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why the marker cannot lie there."""
        return self._faults(state, action.at) if isinstance(action, PlaceAt) else NOT_DUE

    def _faults(self, state: State, at: Point) -> tuple[ActionFault, ...]:
        """Return what is wrong with a place: no surface, terrain, too near to an edge or to another marker."""
        x, y, z = at
        table = state.context.bare(state)
        edge, board = self.asks.edge, table.board
        if not any(abs(level.height - z) <= RESTING_GAP for level in surfaces_at(table, x, y, None)):
            return fault("WC-FIELD-2", "there is no floor or platform there", place="at", at=at)
        if self.asks.on == "floor" and _has_terrain(state, at):
            template = "the marker must lie on the battlefield floor, not on terrain"
            return fault("WC-FIELD-1", template, place="at", at=at)
        if min(x, y, board.width - x, board.depth - y) < edge - LENGTH_EPSILON:
            return fault("WC-PLAN-4", "that is less than {edge:g} in from the edge", place="at", at=at, edge=edge)
        nearest = min((math.dist(at, other) for other in _markers(state)), default=math.inf)
        if nearest < self.asks.apart - LENGTH_EPSILON:
            return fault(
                "WC-PLAN-4",
                "that is {inches:.2f} in from another marker; it must be at least {apart:g} in away",
                place="at",
                at=at,
                inches=nearest,
                apart=self.asks.apart,
            )
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Place it."""
        assert isinstance(action, PlaceAt), "its faults said so"
        id = f"{self.asks.marker}-{_count(do.state, self.asks.marker) + 1}"
        if self.asks.marker == "objective":
            do.change(objectives=(*do.state.objectives, Objective(id=id, at=action.at)))
        else:
            do.change(treasures=(*do.state.treasures, Treasure(id=id, at=action.at)))
        values = {"player": self.player, "marker": marker_name(id), "place": place_name(action.at)}
        do.emit("marker", "{player} places {marker} at {place}", "WC-PLAN-4", **values)


def _disc(at: Point, height: float, apart: float) -> Any:
    """Return what of the surfaces at a height is too near to a marker, seen from above."""
    import shapely

    rise = height - at[2]
    return shapely.Point(at[:2]).buffer(math.sqrt(max(apart**2 - rise**2, 0.0)), quad_segs=ROUNDED)


def _count(state: State, marker: str) -> int:
    """Return how many markers of a kind there are."""
    return len(state.objectives) if marker == "objective" else len(state.treasures)


def _markers(state: State) -> Iterator[Point]:
    yield from (objective.at for objective in state.objectives)
    yield from (treasure.at for treasure in state.treasures if not treasure.carrier)


def _has_terrain(state: State, at: Point) -> bool:
    import shapely

    spot = shapely.Point(at[:2])
    return any(footprint(feature).covers(spot) for feature in state.context.bare(state).terrain.features)


def _grid(state: State) -> Iterator[Point]:
    """Yield places on a grid, the nearest to the middle of the battlefield first, on the highest surface of each."""
    table = state.context.bare(state)
    width, depth = table.board.width, table.board.depth
    places = product((STEP * n for n in range(int(width / STEP) + 1)), (STEP * n for n in range(int(depth / STEP) + 1)))
    for x, y in sorted(places, key=lambda at: (math.dist(at, (width / 2, depth / 2)), at)):
        surfaces = surfaces_at(table, x, y, None)
        if surfaces:
            yield (x, y, surfaces[0].height)
