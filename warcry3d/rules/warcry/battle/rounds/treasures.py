"""Treasure: picked up on the way, carried, dropped (WC-OBJ-2)."""

import math
from collections.abc import Iterator
from dataclasses import replace

from warcry3d.game.ruleset import Action, ActionFault, Choice, RuleReason
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Point, along
from warcry3d.rules.move_result import MoveResult
from warcry3d.rules.reaches import surfaces_at
from warcry3d.rules.warcry.battle.actions import Move, PlaceAt
from warcry3d.rules.warcry.battle.combat.visibility import sees_on
from warcry3d.rules.warcry.battle.faults import NOT_DUE, fault
from warcry3d.rules.warcry.battle.state import Place, State
from warcry3d.rules.warcry.battle.steps import Asking, Automatic
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.fighter import BEAST, GARGANTUAN
from warcry3d.sight.distance import is_within, measure_to_point
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.units import LENGTH_EPSILON, MM, RESTING_GAP

__all__ = ["PickUp", "drop_treasure", "drop_treasure_faults", "pick_up_faults"]

PICK_UP_REACH = 1.0
"""Who comes within this of a treasure's centre in a move action may pick it up (in)."""

DROP_REACH = 1.0
"""A treasure is put down within this of its carrier, level (in)."""

TOKEN = 8 * MM
"""Half the width of the token that stands for a treasure when it is looked for (in), and its height."""

TOKEN_ID = "(treasure)"
_TOKEN_BASE = Base(BaseShape.ROUND, 2 * TOKEN, 2 * TOKEN, LENGTH_EPSILON)
_TOKEN_FIGURE = Figure(
    "treasure", (FigurePart("token", Tag.BODY, box((-TOKEN, -TOKEN, RESTING_GAP), (TOKEN, TOKEN, TOKEN))),)
)

ROUNDS = 60
"""How often the search for the nearest place of a straight way narrows it: far below a hair's breadth."""


def pick_up_faults(state: State, fighter: str, action: Move, judged: MoveResult) -> tuple[ActionFault, ...]:
    """Return why a treasure cannot be picked up on a way."""
    if not action.treasure:
        return ()
    treasure = next((t for t in state.treasures if t.id == action.treasure and not t.carrier), None)
    if treasure is None:
        return fault("WC-OBJ-2", "no treasure '{treasure}' lies there", place="treasure", treasure=action.treasure)
    found: list[ActionFault] = []
    barred = [mark for mark in (GARGANTUAN, BEAST) if state.profile(fighter).has(mark)]
    if barred:
        found += fault(
            "WC-OBJ-2", "a fighter with the runemark {mark} carries no treasure", place="treasure", mark=barred[0]
        )
    if state.fighter(fighter).treasure:
        found += fault("WC-OBJ-2", "{fighter} carries a treasure already", place="treasure", fighter=fighter)
    inches = _nearest_on_way(state.table.model(fighter), action, judged, treasure.at)
    if not is_within(inches, PICK_UP_REACH):
        found += fault(
            "WC-OBJ-2",
            "{fighter} comes no nearer to {treasure} than {inches:.2f} in; it must come within {reach:g}",
            place="treasure",
            fighter=fighter,
            treasure=treasure.id,
            inches=inches,
            reach=PICK_UP_REACH,
        )
    return tuple(found)


def _nearest_on_way(model: Model, action: Move, judged: MoveResult, at: Point) -> float:
    """Return how near a base comes to a place on its way (in)."""
    turn, best = model.placement.turn, math.inf
    for leg, measured in zip(action.path.legs, judged.trace.legs, strict=False):
        turn = turn if leg.facing is None else leg.facing
        for start, end in _straights(measured.points, [stride.drop for stride in measured.strides]):
            best = min(best, _nearest_on_straight(model, start, end, turn, at))
    return best


def _straights(points: tuple[Point, ...], drops: list[float]) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces of a leg: a jump goes level, then down."""
    for start, end, drop in zip(points, points[1:], drops, strict=False):
        if drop > 0:
            over = (end[0], end[1], end[2] + drop)
            yield start, over
            yield over, end
        else:
            yield start, end


def _nearest_on_straight(model: Model, start: Point, end: Point, turn: float, at: Point) -> float:
    """Return how near a base comes to a place on a straight way: the distance of a convex body that is shifted is a
    convex function of the way gone, so thirds are cut off.
    """

    def inches(share: float) -> float:
        return measure_to_point(model.moved(Placement(along(start, end, share), turn)), at).direct

    low, high = 0.0, 1.0
    for _ in range(ROUNDS):
        third = (high - low) / 3
        if inches(low + third) <= inches(high - third):
            high -= third
        else:
            low += third
    return min(inches(0.0), inches(low), inches(1.0))


class PickUp(Automatic, frozen=True, tag="pick-up", tag_field="step"):
    """A fighter picks a treasure up on its way."""

    fighter: str
    treasure: str

    def resolve(self, do: Transition) -> None:
        """Pick it up, unless it was taken down before."""
        if do.state.fighter(self.fighter).place is not Place.BOARD:
            return
        _change(do, self.treasure, carrier=self.fighter)
        do.change_fighter(self.fighter, treasure=self.treasure)
        values = {"fighter": self.fighter, "treasure": self.treasure}
        do.emit("pick-up", "{fighter} picks up {treasure}", "WC-OBJ-2", **values)


def drop_treasure_faults(state: State, fighter: str) -> tuple[ActionFault, ...]:
    """Return why a fighter cannot put a treasure down."""
    if not state.fighter(fighter).treasure:
        return fault("WC-OBJ-2", "{fighter} carries no treasure", fighter=fighter)
    return ()


def drop_treasure(do: Transition, fighter: str) -> None:
    """Let a treasure be put down next: as an action, or because its carrier is taken down."""
    do.push(Drop(fighter, do.state.fighter(fighter).treasure))


class Drop(Asking, frozen=True, tag="drop", tag_field="step"):
    """A player picks where its fighter's treasure is put down."""

    fighter: str
    treasure: str

    def choice(self, state: State) -> Choice:
        """Return the question, with a place that will do: right under the fighter."""
        values = {"fighter": self.fighter, "treasure": self.treasure}
        why = RuleReason("WC-OBJ-2", "where {fighter} puts down {treasure}", values)
        return Choice(state.fighter(self.fighter).player, "drop", why, (self.fighter, self._under(state)))

    def _under(self, state: State) -> Point:
        """Return the surface under the fighter's centre: there the treasure can lie in any case."""
        x, y, z = state.fighter(self.fighter).at
        level = next((level for level in surfaces_at(state.table, x, y, None) if level.height <= z + RESTING_GAP), None)
        return (x, y, level.height if level is not None else 0.0)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot lie there: a visible place within 1 in, level, as high or lower, floor or platform."""
        if not isinstance(action, PlaceAt):
            return NOT_DUE
        if action.at == self._under(state):
            return ()
        model = state.table.model(self.fighter)
        if action.at[2] > model.placement.at[2] + RESTING_GAP:
            return fault("WC-OBJ-2", "that is higher than {fighter}", place="at", fighter=self.fighter)
        inches = measure_to_point(model, action.at).horizontal
        if not is_within(inches, DROP_REACH):
            return fault("WC-OBJ-2", "that is {inches:.2f} in away; within 1 is allowed", place="at", inches=inches)
        x, y, z = action.at
        if not any(abs(level.height - z) <= RESTING_GAP for level in surfaces_at(state.table, x, y, None)):
            return fault("WC-OBJ-2", "there is no floor or platform there", place="at")
        if not self._is_visible(state, action.at):
            return fault("WC-OBJ-2", "that is not visible to {fighter}", place="at", fighter=self.fighter)
        return ()

    def _is_visible(self, state: State, at: Point) -> bool:
        token = Model(TOKEN_ID, "", _TOKEN_BASE, _TOKEN_FIGURE, Placement(at, 0.0))
        table = replace(state.table, models=(*state.table.models, token))
        return sees_on(table, self.fighter, TOKEN_ID, state)

    def resolve(self, do: Transition, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, PlaceAt), "its faults said so"
        _change(do, self.treasure, carrier="", at=action.at)
        do.change_fighter(self.fighter, treasure="")
        values = {"fighter": self.fighter, "treasure": self.treasure}
        do.emit("drop", "{fighter} puts down {treasure}", "WC-OBJ-2", **values)


def _change(do: Transition, treasure: str, **values: object) -> None:
    do.change(treasures=tuple(t.changed(**values) if t.id == treasure else t for t in do.state.treasures))
