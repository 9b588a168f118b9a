"""Setting groups up: before the battle and from reserve (WC-DEPLOY-1 to 3)."""

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.ruleset import Action, ActionFault, Choice, RuleReason
from warcry3d.geom.planar import farthest_gap
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.message import Message
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.volume import volume_of
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.battle.actions import Deploy
from warcry3d.rules.warcry.battle.state import FighterState, Place, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.rules.warcry.plan import GROUPS
from warcry3d.sight.distance import base_outline, is_within, measure_to_point
from warcry3d.table.models import Model
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["Arrive", "DeployAll", "Deploying", "DeploymentGround", "free_ground", "places_for", "point_of"]

NEAREST_TOLERANCE = 0.1
"""Who cannot be set up where its group belongs stands as near as possible: within this of the nearest place (in)."""

SMALLEST = 1e-6
"""Areas (square inches) below this are rounding, no places."""


@dataclass(frozen=True, slots=True, eq=False)
class DeploymentGround:
    """Where on one level the centre of a base may be put: ``area``, a shapely geometry."""

    level: Level
    area: Any


@dataclass(frozen=True, slots=True)
class Deploying:
    """What a player is asked when it sets a group up: where, and who of it is still to come.

    ``may_be_far``: not all of it fit, so the next stands as near as possible (WC-DEPLOY-3).
    """

    point: DeploymentPoint
    fighters: tuple[str, ...]


def point_of(state: State, fighter: FighterState) -> DeploymentPoint:
    """Return where a fighter's group is set up."""
    return state.context.map(state).point(state.side(fighter.player).colour, fighter.group)


class DeployAll(Automatic[State], frozen=True, tag="deploy-all", tag_field="step"):
    """Both warbands are deployed: daggers, shields, hammers, each time the attacker first (WC-DEPLOY-1)."""

    def resolve(self, do: Transition) -> None:
        """Let the groups come; those of later rounds wait in reserve."""
        state = do.state
        points = state.context.map(state)
        for fighter in state.fighters:
            point = points.point(state.side(fighter.player).colour, fighter.group)
            if point.round > 1:
                change_fighter(do, fighter.id, place=Place.RESERVE)
        players = (state.attacker, state.opponent(state.attacker))
        do.push(*(Arrive(player, group, Place.ASIDE) for group in GROUPS for player in players))


class Arrive(Asking[State], frozen=True, tag="arrive", tag_field="step"):
    """A player sets a group up, one fighter after the other."""

    player: str
    group: str
    waits: Place

    def choice(self, state: State) -> Choice | None:
        """Return the question; None where nobody of the group is left to come."""
        left = self._left(state)
        if not left:
            return None
        values = {"player": self.player, "group": self.group}
        why = RuleReason("WC-DEPLOY-2", Message("{player} sets up its {group}", values))
        return Choice(self.player, "deploy", why, Deploying(point_of(state, left[0]), tuple(f.id for f in left)))

    def _left(self, state: State) -> tuple[FighterState, ...]:
        return tuple(
            f for f in state.fighters if f.player == self.player and f.group == self.group and f.place is self.waits
        )

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why a fighter cannot be set up there."""
        if not isinstance(action, Deploy):
            return NOT_DUE
        fighter = next((f for f in self._left(state) if f.id == action.fighter), None)
        if fighter is None:
            return fault("WC-DEPLOY-2", "'{fighter}' is not to be set up now", place="fighter", fighter=action.fighter)
        return _place_faults(state, fighter, action)

    def resolve(self, do: Transition, action: Action) -> None:
        """Set it up; then the next."""
        assert isinstance(action, Deploy), "its faults said so"
        table = _with(do.state, do.state.fighter(action.fighter), action.at, action.turn)
        level = levels_of(table).under(action.at)
        assert level is not None, "its faults said so"
        x, y, _ = action.at
        at = (x, y, levels_of(table).resting_height(level, x, y))
        change_fighter(do, action.fighter, place=Place.BOARD, at=at, turn=action.turn)
        values = {"fighter": action.fighter, "x": x, "y": y}
        do.emit("deploy", "{fighter} is set up at ({x:.1f}, {y:.1f})", "WC-DEPLOY-2", **values)
        do.push(self)


def _with(state: State, fighter: FighterState, at: Point, turn: float = 0.0) -> Table:
    """Return the table with a fighter on it that is set up now."""
    there = state.changed(
        fighters=tuple(
            f.changed(place=Place.BOARD, at=at, turn=turn) if f.id == fighter.id else f for f in state.fighters
        )
    )
    return there.context.table(there)


def _place_faults(state: State, fighter: FighterState, action: Deploy) -> tuple[ActionFault, ...]:
    """Return all that is wrong with a place: no surface, something in the way, too far from the group's point."""
    table = _with(state, fighter, action.at, action.turn)
    level = levels_of(table).under(action.at)
    if level is None:
        return fault("WC-DEPLOY-2", "there is no floor or platform there", at=action.at, place="at")
    leg = Leg(LegKind.PLACE, (action.at,), facing=action.turn)
    judged = judge_move(table, fighter.id, Path((leg,)), allowed=0.0)
    in_the_way = tuple(ActionFault("WC-DEPLOY-2", found.message, action.at, "at") for found in judged.faults)
    if in_the_way:
        return in_the_way
    return _reach_faults(state, fighter, table.model(fighter.id))


def _reach_faults(state: State, fighter: FighterState, model: Model) -> tuple[ActionFault, ...]:
    """Return that a place is not where the group is set up; where nobody fits there, that it is not the nearest."""
    point = point_of(state, fighter)
    inches = _inches_off(state, fighter, model, point)
    if is_within(inches, point.radius):
        return ()
    values = {"fighter": fighter.id, "inches": inches, "radius": point.radius}
    far = fault(
        "WC-DEPLOY-2",
        "{fighter} stands {inches:.2f} in from the point of its group; within {radius:g} in is allowed",
        at=model.placement.at,
        place="at",
        **values,
    )
    if any(ground.area.area > SMALLEST for ground in places_for(state, fighter, model.placement.turn)):
        return far
    nearest = _nearest_off(state, fighter, model, point)
    if inches <= nearest + NEAREST_TOLERANCE:
        return ()
    return fault(
        "WC-DEPLOY-3",
        "{fighter} finds no place with its group and stands as near as possible: {nearest:.2f} in, not {inches:.2f}",
        at=model.placement.at,
        place="at",
        fighter=fighter.id,
        nearest=nearest,
        inches=inches,
    )


def _inches_off(state: State, fighter: FighterState, model: Model, point: DeploymentPoint) -> float:
    """Return how far, level, the farthest part of a base is from its group's point or line; of a monster the nearest
    part (WC-DEPLOY-2).
    """
    x, y, z = model.placement.at
    if state.profile(fighter.id).is_monster:
        return measure_to_point(model, (*_spot_on(point, x, y), z)).horizontal

    def gaps(points: FloatArray) -> FloatArray:
        return np.array([math.dist(_spot_on(point, px, py), (px, py)) for px, py in points.tolist()])

    return farthest_gap(base_outline(model), gaps)


def _spot_on(point: DeploymentPoint, x: float, y: float) -> tuple[float, float]:
    """Return the point, or the place on its line that is nearest to a place."""
    if point.line is None:
        return point.at
    (ax, ay), (bx, by) = point.line
    length = math.dist((ax, ay), (bx, by))
    if length == 0:
        return ax, ay
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
    share = min(max(share, 0.0), 1.0)
    return ax + share * (bx - ax), ay + share * (by - ay)


def places_for(state: State, fighter: FighterState, turn: float = 0.0) -> tuple[DeploymentGround, ...]:
    """Return where a fighter may be set up with its group, level by level; none: there is no room."""
    point = point_of(state, fighter)
    model = state.context.model(fighter.changed(at=(0.0, 0.0, 0.0), turn=turn))
    wanted = _wanted(model, point, is_monster=state.profile(fighter.id).is_monster)
    found = []
    for ground in free_ground(state, fighter, turn):
        area = ground.area.intersection(wanted)
        if area.area > SMALLEST:
            found.append(DeploymentGround(ground.level, area))
    return tuple(found)


def _wanted(model: Model, point: DeploymentPoint, *, is_monster: bool) -> Any:
    """Return where the centre of a base may be for it to be wholly within reach of its group's point or line; of a
    monster, for any part of it to be.
    """
    import shapely

    volume = volume_of(model)
    middle = shapely.Point(point.at) if point.line is None else shapely.LineString(point.line)
    if is_monster:
        return minkowski_sum(middle.buffer(LENGTH_EPSILON), volume, inset=0.0).buffer(point.radius, quad_segs=32)
    if volume.is_round:
        return middle.buffer(max(point.radius - volume.reach, 0.0), quad_segs=64)
    reach = middle.buffer(point.radius, quad_segs=64)
    moved = (shapely.affinity.translate(reach, -x, -y) for x, y in volume.rim().tolist())
    return reduce(shapely.intersection, moved)


def free_ground(state: State, fighter: FighterState, turn: float) -> tuple[DeploymentGround, ...]:
    """Return where on each level nothing is in the way of a fighter."""
    import shapely

    aside = _with(state, fighter, (0.0, 0.0, 0.0), turn)
    volume = volume_of(aside.model(fighter.id))
    room = room_of(aside, volume)
    standing = others_of(aside, fighter.id, volume).standing
    grounds = []
    for level in room.levels.levels:
        top = level.height + volume.height
        taken = [o.closed for o in standing if o.low < top - RESTING_GAP and o.high > level.height + RESTING_GAP]
        grounds.append(DeploymentGround(level, shapely.difference(room.free(level), shapely.union_all(taken))))
    return tuple(grounds)


def _nearest_off(state: State, fighter: FighterState, model: Model, point: DeploymentPoint) -> float:
    """Return how far off the nearest place is where a fighter can be set up at all."""
    import shapely

    middle = shapely.Point(point.at) if point.line is None else shapely.LineString(point.line)
    best = math.inf
    for ground in free_ground(state, fighter, model.placement.turn):
        if ground.area.is_empty:
            continue
        x, y = shapely.get_coordinates(shapely.shortest_line(ground.area, middle))[0].tolist()
        there = model.moved(Placement((x, y, ground.level.height), model.placement.turn))
        best = min(best, _inches_off(state, fighter, there, point))
    return best
