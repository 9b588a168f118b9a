"""Legs off the ground: climbs, jumps and drops, flights, and placements."""

import math

import numpy as np

from warcry3d.geom.shared_shapes import intersects
from warcry3d.motion.climbing import Obstacle, strays
from warcry3d.motion.levels import STANDING_TOLERANCE, STEP, Level
from warcry3d.motion.path import Leg, LegKind, Point, along
from warcry3d.motion.record import FaultKind, Mode, Stride
from warcry3d.motion.trace_state import TraceState
from warcry3d.motion.volume import TOUCH_TOLERANCE
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["alight", "climb", "climb_stretch", "fly", "jump", "place"]

MIDDLE = 0.05
"""On steps and rungs nothing but them may be within this distance (in) of the centre's line."""


def climb(state: TraceState, leg: Leg) -> None:
    """Judge a climb leg: it begins at an obstacle or the head of stairs, stays near it, and passes through nothing."""
    if state.mode is Mode.FLYING:
        state.fault(FaultKind.IN_FLIGHT, state.at)
    _take_hold(state, leg)
    goal = state.room.levels.under(leg.to[-1])
    for to in leg.to:
        climb_stretch(state, to, goal)
    state.land()
    state.stand()
    if state.level is not None:
        state.check_room(state.level, state.at)


def _take_hold(state: TraceState, leg: Leg) -> None:
    """Choose what is climbed: of the obstacles touched, the one that carries the leg farthest.

    A model that is already climbing may continue on its obstacle or grasp another that it touches.
    """
    is_standing, reach = state.mode is Mode.STANDING, state.terms.climb_reach
    touched = [
        o
        for o in state.obstacles
        if o.is_touched(state.volume, state.at) or (is_standing and o.is_below(state.volume, state.at, reach))
    ]
    held = (state.may_hold or (state.obstacle,)) if state.mode is Mode.CLIMBING else ()
    choices = [o for o in held if o is not None] + [o for o in touched if o not in held]
    if not choices:
        if (name := state.touched_unclimbable()) is not None:
            state.fault(FaultKind.UNCLIMBABLE, state.at, name)
        near = [(o.distance(state.volume, state.at), o) for o in state.obstacles]
        apart, nearest = min(near, key=lambda pair: pair[0], default=(math.inf, None))
        subject = nearest.names[0] if nearest is not None and apart < math.inf else ""
        if name is None:
            state.fault(FaultKind.TOUCHES_NOTHING, state.at, subject, has=apart if subject else 0.0)
        state.obstacle, state.mode = nearest if apart <= state.terms.climb_reach else None, Mode.CLIMBING
        return
    chosen = choices[0] if len(choices) == 1 else max(choices, key=lambda o: (_carries(state, o, leg), not o.is_deadly))
    if chosen not in held:
        state.climbed = chosen
    state.obstacle, state.mode, state.may_hold = chosen, Mode.CLIMBING, ()


def _carries(state: TraceState, obstacle: Obstacle, leg: Leg) -> float:
    """Return how far along a leg (in points and shares) a climber stays near an obstacle."""
    at = state.at
    for number, to in enumerate(leg.to):
        stray = strays(obstacle, state.volume, at, to, state.terms.climb_reach)
        if stray is not None:
            return number + stray[0]
        at = to
    return float(len(leg.to))


def climb_stretch(state: TraceState, to: Point, goal: Level | None = None) -> None:
    """Judge one straight stretch of a climb and move along it; ``goal``: the level that the climb ends on."""
    start, obstacle = state.at, state.obstacle
    if obstacle is not None:
        stray = strays(obstacle, state.volume, start, to, state.terms.climb_reach)
        if stray is not None:
            place = along(start, to, stray[0])
            state.fault(FaultKind.FAR, place, obstacle.names[0], needs=state.terms.climb_reach, has=stray[1])
    _check_climb_terrain(state, start, to, goal)
    state.check_others(start, to)
    state.check_board(to)
    rise = to[2] - start[2]
    state.go(to, Stride(math.dist(start[:2], to[:2]), max(rise, 0.0), max(-rise, 0.0)))
    state.level = state.took_off = None


def _check_climb_terrain(state: TraceState, start: Point, to: Point, goal: Level | None) -> None:
    """Report faults for everything that a climber passes through.

    Low terrain of the level at either end stops it no more than a walker; at the goal only from the goal's height on.
    On a ladder or stairs it steps on what rises less than `STEP` above its feet, as a walker does. Its middle may enter
    only the steps themselves and the platform that they lead to: a broad base on narrow steps overlaps the next steps,
    a rail, the rim of the deck.
    """
    ground = state.room.ground
    is_up = goal is not None and min(start[2], to[2]) >= goal.height - STANDING_TOLERANCE
    levels = [state.level, state.room.levels.under(to), goal if is_up else None]
    skip = state.low_terrain(levels)
    rungs = _rungs(state, start, to)
    if not rungs:
        state.check_terrain(start, to, skip=skip)
        return
    own = ground.belonging(rungs)
    low = np.zeros_like(own) if skip is None else skip
    middle = min(state.volume.half) - MIDDLE
    state.check_terrain(start, to, skip=own | low, low=STEP - LENGTH_EPSILON)
    state.check_terrain(start, to, skip=~own | low, low=STEP - LENGTH_EPSILON, play=middle)
    decks = [name for level in (*levels, goal) if level is not None for name, _ in level.parts]
    state.check_terrain(start, to, skip=own | low | ground.belonging(decks), play=middle)


def _rungs(state: TraceState, start: Point, to: Point) -> tuple[str, ...]:
    """Return the names of the ladders and stairs climbed on a stretch: those near at both ends; else none."""
    reach = state.terms.climb_reach + TOUCH_TOLERANCE
    rungs = state.obstacle.rungs if state.obstacle else None
    if rungs is None:
        return ()
    near = all(rungs.distance(state.volume, at, within=reach) <= reach for at in (start, to))
    return rungs.names if near else ()


def jump(state: TraceState, leg: Leg) -> None:
    """Judge a jump (or a drop, which has no level part): level at the height of its start, then straight down."""
    if state.mode is Mode.FLYING:
        state.fault(FaultKind.IN_FLIGHT, state.at)
    for to in leg.to:
        _jump_to(state, to, is_drop=leg.kind is LegKind.DROP)


def _jump_to(state: TraceState, to: Point, *, is_drop: bool) -> None:
    start = state.at
    state.took_off = state.level or state.took_off
    rise = to[2] - start[2]
    if rise > STANDING_TOLERANCE:
        state.fault(FaultKind.RISES, to, has=rise)
    over = (to[0], to[1], start[2])
    aside = math.dist(start[:2], to[:2])
    if is_drop and aside > RESTING_GAP:
        state.fault(FaultKind.STRAIGHT_DOWN, to, has=aside)
    if aside > 0:
        _check_air(state, start, over)
    if rise < 0:
        landing = state.room.levels.under(to)
        state.check_terrain(over, to, skip=state.low_terrain([state.took_off, landing]))
        state.check_others(over, to)
    state.check_board(to)
    state.pass_through(start, over)
    state.go(to, Stride(aside, drop=max(-rise, 0.0)))
    state.fallen += max(-rise, 0.0)
    state.level, state.obstacle, state.mode = None, None, Mode.AIR
    state.stand()


def _check_air(state: TraceState, start: Point, over: Point) -> None:
    """Report faults for what is in the way of the level part of a jump."""
    import shapely

    level: Level | None = state.took_off
    state.check_others(start, over)
    if level is None or abs(start[2] - level.height) > LENGTH_EPSILON:
        state.check_terrain(start, over, skip=state.low_terrain([level]))
        return
    air = state.room.air(level)
    way = shapely.LineString([start[:2], over[:2]])
    if not intersects(air.area, way):
        return
    inside = shapely.intersection(way, air.area)
    if inside.length > LENGTH_EPSILON:
        points = shapely.get_coordinates(inside).tolist()
        place = along(start, over, min(math.dist(start[:2], p) for p in points) / way.length)
        state.fault(FaultKind.BLOCKED, place, air.part_at(place[0], place[1]))


def fly(state: TraceState, leg: Leg) -> None:
    """Judge a flight: over and through anything, as long as it stays on the board. Its end is judged separately."""
    for to in leg.to:
        start = state.at
        rise = to[2] - start[2]
        state.check_board(to)
        state.go(to, Stride(math.dist(start[:2], to[:2]), max(rise, 0.0), max(-rise, 0.0)))
    state.fallen = 0.0
    state.level, state.took_off, state.obstacle, state.mode = None, None, None, Mode.FLYING


def alight(state: TraceState) -> None:
    """Judge the end of a flight: the centre is over a surface at its height, and clear of everything."""
    at = state.at
    level = state.room.levels.under(at)
    if level is not None:
        state.check_room(level, at)
        state.stand()
        return
    below = state.room.levels.nearest_below(at)
    on, over = state.room.ground.top_under(at, at[2] + RESTING_GAP)
    name = below.name_at(at[0], at[1]) if below is not None else ""
    hangs = at[2] - below.height if below is not None else 0.0
    if over and at[2] - on <= RESTING_GAP and (below is None or on > below.height + TOUCH_TOLERANCE):
        name, hangs = over, 0.0
    state.fault(FaultKind.NO_LANDING, at, name, has=hangs)


def place(state: TraceState, leg: Leg) -> None:
    """Judge a placement: on a surface and clear of everything; the way there does not matter."""
    state.go(leg.to[-1], Stride(0.0))
    state.fallen = 0.0
    state.level, state.obstacle, state.mode = None, None, Mode.FLYING
    alight(state)
