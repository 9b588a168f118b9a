"""Walk legs, on which the centre stays on a floor or platform clear of obstacles; and ways through doors and arches."""

import math
from itertools import pairwise
from typing import Any

import numpy as np

from warcry3d.geom.shared_shapes import covers, intersects
from warcry3d.motion.airborne import climb_stretch
from warcry3d.motion.levels import STANDING_TOLERANCE, STEP, Level
from warcry3d.motion.passages import Passage
from warcry3d.motion.path import Leg, Point, along
from warcry3d.motion.record import FaultKind, Mode, Stride
from warcry3d.motion.trace_state import TraceState
from warcry3d.motion.volume import TOUCH_TOLERANCE
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["go_through", "walk"]

MIDDLE_TOLERANCE = 0.02
"""How far (in) from the middle of a door or arch a way through it may pass: a tolerance for real pieces."""

DOOR_REACH = 0.5
"""A door set back in a wall is touched when the wall is, and the door itself is no farther than this (in)."""

FORGIVEN = 0.1
"""A model that stands too deep in something, as real pieces allow, may leave it within this much of its way (in)."""


def walk(state: TraceState, leg: Leg) -> None:
    """Judge a walk leg: straight from point to point over one surface, or surfaces less than a step apart."""
    _stop_hanging(state, leg.to[0])
    for to in leg.to:
        _stretch(state, to)


def _stop_hanging(state: TraceState, to: Point) -> None:
    """Report a fault for a walk that begins in the air; a climber may first climb on to where its walk begins."""
    if state.mode is Mode.FLYING:
        state.fault(FaultKind.IN_FLIGHT, state.at)
    elif state.mode is Mode.AIR:
        state.fault(FaultKind.HANGING, state.at)
    elif state.mode is Mode.CLIMBING:
        level = state.room.levels.under(to) or state.room.levels.nearest_below(to)
        entry = None if level is None else _entry(level, state.at, to)
        if level is None or entry is None or not state.at[2] - level.height + STANDING_TOLERANCE >= 0:
            state.fault(FaultKind.HANGING, state.at)
            return
        spot = (*along(state.at, to, entry)[:2], state.at[2])
        climb_stretch(state, spot)
        state.stand()
        if state.level is None:
            state.fault(FaultKind.HANGING, spot)


def _entry(level: Level, start: Point, end: Point) -> float | None:
    """Return the share of a straight way at which its centre comes over a level for good; None: it does not."""
    import shapely

    if level.holds(start[0], start[1]):
        return 0.0
    if not level.holds(end[0], end[1]):
        return None
    length = math.dist(start[:2], end[:2])
    inside = shapely.intersection(shapely.LineString([start[:2], end[:2]]), level.area)
    last = [piece for piece in shapely.get_parts(inside) if piece.distance(shapely.Point(end[:2])) < LENGTH_EPSILON]
    if not last or length == 0:
        return None
    nearest = min(math.dist(start[:2], point) for point in shapely.get_coordinates(last).tolist())
    return min(1.0, (nearest + 2 * LENGTH_EPSILON) / length)


def _stretch(state: TraceState, to: Point) -> None:
    """Judge one straight stretch of a walk and move along it."""
    start = state.at
    level = state.level
    there = state.room.levels.under(to)
    if there is None:
        below = state.room.levels.nearest_below(to)
        if below is None or (level is not None and not level.holds(to[0], to[1]) and below is not level):
            pass
        elif to[2] - below.height > STANDING_TOLERANCE:
            state.fault(FaultKind.HEIGHT, to, below.name_at(to[0], to[1]), has=to[2] - below.height)
        there = level
    if level is not None and there is not None:
        if there is level:
            _judge(state, level, start, to)
        elif abs(there.height - level.height) < STEP - LENGTH_EPSILON:
            _step_over(state, level, there, start, to)
        else:
            state.fault(
                FaultKind.STEP, to, there.name_at(to[0], to[1]), needs=STEP, has=abs(there.height - level.height)
            )
    state.check_board(to)
    state.pass_through(start, to)
    state.go(to, Stride(math.dist(start[:2], to[:2])))
    state.level = there
    state.mode = Mode.STANDING


def _step_over(state: TraceState, level: Level, there: Level, start: Point, to: Point) -> None:
    """Judge a stretch between two levels less than a step apart: the walker changes level where the higher one begins
    or ends.
    """
    if there.height > level.height:
        share = _entry(there, start, to)
    else:
        back = _entry(level, to, start)
        share = None if back is None else 1 - back
    border = to if share is None else along(start, to, share)
    _judge(state, level, start, border)
    if share is not None:
        _judge(state, there, border, to)


def _judge(state: TraceState, level: Level, start: Point, to: Point) -> None:
    """Report faults of a straight walk on a level: off its surface, into terrain, into other models."""
    import shapely

    length = math.dist(start[:2], to[:2])
    way = shapely.LineString([start[:2], to[:2]]) if length > 0 else shapely.Point(start[:2])
    if not covers(level.area, way):
        off = _first(shapely.difference(way, level.area), start, to)
        if off is not None:
            state.fault(FaultKind.OFF, off, level.name_at(start[0], start[1]))
    closed = state.room.closed(level)
    if intersects(closed.area, way):
        _blocked(state, level, way, start, to)
    a, b = (start[0], start[1], level.height), (to[0], to[1], level.height)
    state.check_others(a, b)


def _blocked(state: TraceState, level: Level, way: Any, start: Point, to: Point) -> None:
    """Report a fault for each part that a straight walk enters."""
    import shapely

    from warcry3d.motion.minkowski import minkowski_sum

    closed = state.room.closed(level)
    inside = shapely.intersection(way, closed.area)
    deep = [piece for piece in shapely.get_parts(inside).tolist() if _is_deep(state, piece, closed.area, start, way)]
    if not deep:
        return
    inside = shapely.union_all(deep)
    corridor = shapely.buffer(way, state.volume.reach + LENGTH_EPSILON)
    for name, projection in closed.projections:
        if not corridor.intersects(projection):
            continue
        entered = shapely.intersection(inside, minkowski_sum(shapely.intersection(projection, corridor), state.volume))
        place = None if entered.is_empty else _first(entered, start, to)
        if place is not None:
            state.fault(FaultKind.BLOCKED, place, name)


def _is_deep(state: TraceState, piece: Any, area: Any, start: Point, way: Any) -> bool:
    """Return whether a piece of the way inside a closed area counts as a fault.

    It does not where the model only touches, or leaves what it stood too deep in when its path began.
    """
    import shapely

    if piece.length <= LENGTH_EPSILON and way.length > LENGTH_EPSILON:
        return False
    spot = shapely.Point(start[:2])
    leaves = state.number == 0 and not state.strides and piece.distance(spot) < LENGTH_EPSILON
    if not leaves or piece.length >= min(FORGIVEN, way.length - LENGTH_EPSILON):
        return True
    return float(shapely.boundary(area).distance(spot)) > RESTING_GAP


def _first(part: Any, start: Point, to: Point) -> Point | None:
    """Return the place of a way at which it first enters ``part``; None if it does not."""
    import shapely

    points = shapely.get_coordinates(part)
    if not len(points) or (part.length <= LENGTH_EPSILON and math.dist(start[:2], to[:2]) > LENGTH_EPSILON):
        return None
    length = math.dist(start[:2], to[:2])
    nearest = float(np.hypot(*(points - np.array(start[:2])).T).min())
    return along(start, to, min(1.0, nearest / length)) if length else start


def go_through(state: TraceState, leg: Leg) -> None:
    """Judge a door leg: straight through the middle of a door or arch, however wide the base is.

    It begins on a surface, touching it, and ends beyond, on a surface, clear of the way itself and of all else.
    """
    to = leg.to[-1]
    if state.mode is not Mode.STANDING:
        state.fault(FaultKind.HANGING, state.at)
    passage = next((p for p in state.passages if p.name == leg.through), None)
    if passage is None:
        state.fault(FaultKind.NO_PASSAGE, state.at, leg.through)
    else:
        _through(state, passage, leg)
        state.taken.append(passage)
    for point in leg.to:
        state.check_others(state.at, point)
        state.go(point, Stride(math.dist(state.at[:2], point[:2])))
    state.mode = Mode.AIR
    state.stand()
    if state.level is None:
        state.fault(FaultKind.OFF, to, leg.through)
    else:
        state.check_room(state.level, to)


def _through(state: TraceState, passage: Passage, leg: Leg) -> None:
    """Report faults of how a way through a passage begins, passes the middle, and ends."""
    start, to = state.at, leg.to[-1]
    apart = _distance_to_way(state, passage)
    if apart > RESTING_GAP:
        beside = [s for s in state.room.ground.stoppers if s.feature is passage.feature]
        touches_wall = any(_base_gap(state, s.solid) <= RESTING_GAP for s in beside) if apart <= DOOR_REACH else False
        if not touches_wall:
            state.fault(FaultKind.APART, start, passage.name, has=apart)
    before = passage.side(start[0], start[1])
    points = (start, *leg.to)
    crossing = None
    for a, b in pairwise(points):
        one, other = passage.side(a[0], a[1]), passage.side(b[0], b[1])
        if (one < 0) != (other < 0):
            crossing = along(a, b, one / (one - other))
    if crossing is None or not _is_clear(state, passage, to, before):
        state.fault(FaultKind.SAME_SIDE, to, passage.name)
    if crossing is not None:
        aside = abs(passage.across(crossing[0], crossing[1]))
        if aside > MIDDLE_TOLERANCE + LENGTH_EPSILON or len(leg.to) > 1:
            state.fault(FaultKind.CROOKED, crossing, passage.name, has=aside)


def _is_clear(state: TraceState, passage: Passage, to: Point, before: float) -> bool:
    """Return whether the base at ``to`` is beyond the passage: on the other side, and clear of its depth."""
    outline = state.volume.outline((0.0, 0.0))
    u, v = passage.along
    ahead = float(outline.farthest(np.array([(u, v)]))[0] @ np.array([u, v]))
    after = passage.side(to[0], to[1])
    return (after > 0) != (before > 0) and abs(after) - ahead >= passage.depth / 2 - TOUCH_TOLERANCE


def _distance_to_way(state: TraceState, passage: Passage) -> float:
    """Return the distance from the base to the passage: to its rectangle of width by depth, between its heights."""
    from warcry3d.geom.nearest import Prism, separation
    from warcry3d.geom.planar import Rectangle

    turn = math.atan2(passage.along[1], passage.along[0])
    way = Prism(Rectangle(passage.middle, (passage.depth / 2, passage.width / 2), turn), passage.low, passage.high)
    return separation(state.volume.base_body(state.at), way).straight


def _base_gap(state: TraceState, solid: Any) -> float:
    from warcry3d.geom.nearest import distance_to_solid

    return distance_to_solid(state.volume.base_body(state.at), solid, RESTING_GAP)
