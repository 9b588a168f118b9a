"""Where a fighter may be set up with its battle group: level by level, and the distance from the group's point.

Pure geometry on a state: nothing here changes it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, cast

import numpy as np

from warcry3d.geom.planar import farthest_gap
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.free_space import Bounds, Room, room_of
from warcry3d.motion.levels import Level
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.standing_models import StandingModel, others_of
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.warcry.battle.actions import Deploy
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State
from warcry3d.sight.distance import base_outline, measure_to_point
from warcry3d.table.models import Model
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = [
    "FACINGS",
    "INSIDE",
    "SMALLEST",
    "DeploymentGround",
    "free_ground",
    "inches_off",
    "nearest_off",
    "nearest_places",
    "places_for",
    "point_of",
    "set_up",
    "table_with",
]

INSIDE = 0.004
"""Places on the border of an area are tried so far (in) inside of it, too: areas are drawn with polygons."""

FACINGS = (0.0, math.pi / 2, math.pi / 4, 3 * math.pi / 4)
"""Facings (radians) that are tried one after another: bases are as long one way as the other."""

MOST_KEPT = 500
"""How many answers about deployment are kept with a terrain: those of two or three battles."""

SMALLEST = 1e-6
"""Areas (square inches) below this come from rounding and are dropped."""


@dataclass(frozen=True, slots=True, eq=False)
class DeploymentGround:
    """Where on one level the centre of a base may be placed: ``area``, a shapely geometry."""

    level: Level
    area: Any


def point_of(state: State, fighter: FighterState) -> DeploymentPoint:
    """Return the deployment point of a fighter's group."""
    return state.context.map(state).point(state.side(fighter.player).colour, fighter.group)


def table_with(state: State, fighter: FighterState, at: Point, turn: float = 0.0) -> Table:
    """Return the table with a fighter that is being set up."""
    there = set_up(state, fighter, at, turn)
    return there.context.table(there)


def set_up(state: State, fighter: FighterState, at: Point, turn: float) -> State:
    """Return the state with a fighter that is being set up on the battlefield."""
    changed = fighter.changed(place=FighterStatus.BOARD, at=at, turn=turn)
    return state.changed(fighters=tuple(changed if f.id == fighter.id else f for f in state.fighters))


def inches_off(state: State, fighter: FighterState, model: Model, point: DeploymentPoint) -> float:
    """Return the level distance of the farthest part of a base from its group's point or line.

    Of a monster, the nearest part (WC-DEPLOY-2).
    """
    x, y, z = model.placement.at
    if state.profile(fighter.id).is_monster:
        return measure_to_point(model, (*_spot_on(point, x, y), z)).horizontal

    def gaps(points: FloatArray) -> FloatArray:
        return np.array([math.dist(_spot_on(point, px, py), (px, py)) for px, py in points.tolist()])

    return farthest_gap(base_outline(model), gaps)


def _spot_on(point: DeploymentPoint, x: float, y: float) -> tuple[float, float]:
    """Return the point, or the nearest place on its line."""
    if point.line is None:
        return point.at
    (ax, ay), (bx, by) = point.line
    length = math.dist((ax, ay), (bx, by))
    if length == 0:
        return ax, ay
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
    share = min(max(share, 0.0), 1.0)
    return ax + share * (bx - ax), ay + share * (by - ay)


def places_for(
    state: State, fighter: FighterState, turn: float = 0.0, radius: float | None = None
) -> tuple[DeploymentGround, ...]:
    """Return where a fighter may be set up with its group, level by level; none if there is no room.

    ``radius``: how far from the group's point, if not as far as the point says. Kept with the terrain: while a group is
    set up, the same is asked of each of its bases again and again.
    """
    point = point_of(state, fighter)
    if radius is not None:
        point = replace(point, radius=radius)
    is_monster = state.profile(fighter.id).is_monster
    volume = _volume_facing(state, fighter, turn)
    wanted = _wanted(state.table, volume, point, is_monster=is_monster)
    standing = _standing_near(state, fighter, volume, wanted.bounds)
    bodies = tuple((other.volume, other.model.placement.at) for other in standing)
    known = _kept(state.table, "places")
    key = (state.table.board, volume.key, volume.height, point, is_monster, bodies)
    if key not in known:
        grounds = _grounds(room_of(state.table, volume), standing, wanted.bounds)
        areas = [DeploymentGround(ground.level, ground.area.intersection(wanted)) for ground in grounds]
        known[key] = tuple(ground for ground in areas if ground.area.area > SMALLEST)
    return cast(tuple[DeploymentGround, ...], known[key])


def _kept(table: Table, what: str) -> dict[object, object]:
    """Return what was found so far of one kind on a table's terrain; it is dropped when there is too much of it."""
    known = table.terrain.derived.setdefault(f"warcry.deployment {what}", {})
    assert isinstance(known, dict), "nothing else is kept by this name"
    if len(known) >= MOST_KEPT:
        known.clear()
    return known


def _volume_facing(state: State, fighter: FighterState, turn: float) -> Volume:
    return volume_of(state.context.model(fighter.changed(at=(0.0, 0.0, 0.0), turn=turn)))


def _wanted(table: Table, volume: Volume, point: DeploymentPoint, *, is_monster: bool) -> Any:
    """Return where the centre of a base may be for it to be wholly within reach of its group's point or line.

    Of a monster, for any part of it to be.
    """
    known, key = _kept(table, "wanted"), (volume.key, point, is_monster)
    if key not in known:
        known[key] = _within_reach(volume, point, is_monster=is_monster)
    return known[key]


def _within_reach(volume: Volume, point: DeploymentPoint, *, is_monster: bool) -> Any:
    import shapely

    middle = shapely.Point(point.at) if point.line is None else shapely.LineString(point.line)
    if is_monster:
        return minkowski_sum(middle.buffer(LENGTH_EPSILON), volume, inset=0.0).buffer(point.radius, quad_segs=32)
    if volume.is_round:
        return middle.buffer(max(point.radius - volume.reach, 0.0), quad_segs=64)
    reach = middle.buffer(point.radius, quad_segs=64)
    moved = (shapely.affinity.translate(reach, -x, -y) for x, y in volume.rim().tolist())
    return reduce(shapely.intersection, moved)


def free_ground(state: State, fighter: FighterState, turn: float) -> tuple[DeploymentGround, ...]:
    """Return where on each level of the whole board a fighter has room."""
    volume = _volume_facing(state, fighter, turn)
    return _grounds(room_of(state.table, volume), others_of(state.table, fighter.id, volume).standing)


def _grounds(room: Room, standing: Sequence[StandingModel], near: Bounds | None = None) -> tuple[DeploymentGround, ...]:
    """Return where on each level there is room between models.

    ``near``: the region that is asked about (None: all of the board); what the areas have beyond it means nothing.
    """
    import shapely

    grounds = []
    for level in room.levels.levels:
        top = level.height + room.volume.height
        free = room.free(level) if near is None else room.free_near(level, near)
        taken = [o.closed for o in standing if o.low < top - RESTING_GAP and o.high > level.height + RESTING_GAP]
        if taken and not free.is_empty:
            free = shapely.difference(free, shapely.union_all(taken))
        grounds.append(DeploymentGround(level, free))
    return tuple(grounds)


def _standing_near(state: State, fighter: FighterState, volume: Volume, region: Bounds) -> tuple[StandingModel, ...]:
    """Return the other models that a fighter with its centre in a region might overlap as seen from above."""
    standing = others_of(state.table, fighter.id, volume).standing
    return tuple(other for other in standing if _comes_near(other, region))


def _comes_near(other: StandingModel, region: Bounds) -> bool:
    x, y, _ = other.model.placement.at
    apart = other.volume.reach + other.mover.reach
    west, south, east, north = region
    return west - apart <= x <= east + apart and south - apart <= y <= north + apart


def nearest_off(state: State, fighter: FighterState, model: Model, point: DeploymentPoint) -> float:
    """Return the distance of the nearest place at which a fighter can be set up at all."""
    import shapely

    middle = shapely.Point(point.at) if point.line is None else shapely.LineString(point.line)
    best = math.inf
    for ground in free_ground(state, fighter, model.placement.turn):
        if ground.area.is_empty:
            continue
        x, y = shapely.get_coordinates(shapely.shortest_line(ground.area, middle))[0].tolist()
        there = model.moved(Placement((x, y, ground.level.height), model.placement.turn))
        best = min(best, inches_off(state, fighter, there, point))
    return best


def nearest_places(state: State, fighter: FighterState) -> Iterator[Deploy]:
    """Yield the nearest places on each level to where a fighter's group is set up, the nearest of all first, for one
    facing after another.
    """
    import shapely

    point = point_of(state, fighter)
    middle = shapely.Point(point.at) if point.line is None else shapely.LineString(point.line)
    for turn in FACINGS:
        found = []
        for ground in free_ground(state, fighter, turn):
            for inset in (0.0, INSIDE):
                area = ground.area.buffer(-inset) if inset else ground.area
                if not area.is_empty:
                    line = shapely.shortest_line(area, middle)
                    x, y = shapely.get_coordinates(line)[0].tolist()
                    found.append((line.length, (x, y, ground.level.height)))
        yield from (Deploy(fighter.id, at, turn) for _, at in sorted(found))
