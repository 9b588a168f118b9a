"""Legs off the ground: climbs, jumps and drops, flights, and placements."""

import math

import numpy as np

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


def climb(going: TraceState, leg: Leg) -> None:
    """Judge a climb leg: it begins at an obstacle or the head of stairs, stays near it, and passes through nothing."""
    if going.mode is Mode.FLYING:
        going.fault(FaultKind.IN_FLIGHT, going.at)
    _take_hold(going, leg)
    goal = going.room.levels.under(leg.to[-1])
    for to in leg.to:
        climb_stretch(going, to, goal)
    going.land()
    going.stand()
    if going.level is not None:
        going.check_room(going.level, going.at)


def _take_hold(going: TraceState, leg: Leg) -> None:
    """Choose what is climbed: of the obstacles touched, the one that carries the leg farthest.

    A model that is already climbing may continue on its obstacle or grasp another that it touches.
    """
    is_standing, reach = going.mode is Mode.STANDING, going.terms.climb_reach
    touched = [
        o
        for o in going.obstacles
        if o.is_touched(going.volume, going.at) or (is_standing and o.is_below(going.volume, going.at, reach))
    ]
    held = (going.may_hold or (going.obstacle,)) if going.mode is Mode.CLIMBING else ()
    choices = [o for o in held if o is not None] + [o for o in touched if o not in held]
    if not choices:
        if (name := going.touched_unclimbable()) is not None:
            going.fault(FaultKind.UNCLIMBABLE, going.at, name)
        near = [(o.distance(going.volume, going.at), o) for o in going.obstacles]
        apart, nearest = min(near, key=lambda pair: pair[0], default=(math.inf, None))
        subject = nearest.names[0] if nearest is not None and apart < math.inf else ""
        if name is None:
            going.fault(FaultKind.TOUCHES_NOTHING, going.at, subject, has=apart if subject else 0.0)
        going.obstacle, going.mode = nearest if apart <= going.terms.climb_reach else None, Mode.CLIMBING
        return
    chosen = choices[0] if len(choices) == 1 else max(choices, key=lambda o: (_carries(going, o, leg), not o.is_deadly))
    if chosen not in held:
        going.climbed = chosen
    going.obstacle, going.mode, going.may_hold = chosen, Mode.CLIMBING, ()


def _carries(going: TraceState, obstacle: Obstacle, leg: Leg) -> float:
    """Return how far along a leg (in points and shares) a climber stays near an obstacle."""
    at = going.at
    for number, to in enumerate(leg.to):
        stray = strays(obstacle, going.volume, at, to, going.terms.climb_reach)
        if stray is not None:
            return number + stray[0]
        at = to
    return float(len(leg.to))


def climb_stretch(going: TraceState, to: Point, goal: Level | None = None) -> None:
    """Judge one straight stretch of a climb and move along it; ``goal``: the level that the climb ends on."""
    start, obstacle = going.at, going.obstacle
    if obstacle is not None:
        stray = strays(obstacle, going.volume, start, to, going.terms.climb_reach)
        if stray is not None:
            place = along(start, to, stray[0])
            going.fault(FaultKind.FAR, place, obstacle.names[0], needs=going.terms.climb_reach, has=stray[1])
    _check_climb_terrain(going, start, to, goal)
    going.check_others(start, to)
    going.check_board(to)
    rise = to[2] - start[2]
    going.go(to, Stride(math.dist(start[:2], to[:2]), max(rise, 0.0), max(-rise, 0.0)))
    going.level = going.took_off = None


def _check_climb_terrain(going: TraceState, start: Point, to: Point, goal: Level | None) -> None:
    """Report faults for everything that a climber passes through.

    Low terrain of the level at either end stops it no more than a walker; at the goal only from the goal's height on.
    On a ladder or stairs it steps on what rises less than `STEP` above its feet, as a walker does. Its middle may enter
    only the steps themselves and the platform that they lead to: a broad base on narrow steps overlaps the next steps,
    a rail, the rim of the deck.
    """
    ground = going.room.ground
    is_up = goal is not None and min(start[2], to[2]) >= goal.height - STANDING_TOLERANCE
    levels = [going.level, going.room.levels.under(to), goal if is_up else None]
    skip = going.low_terrain(levels)
    rungs = _rungs(going, start, to)
    if not rungs:
        going.check_terrain(start, to, skip=skip)
        return
    own = ground.belonging(rungs)
    low = np.zeros_like(own) if skip is None else skip
    middle = min(going.volume.half) - MIDDLE
    going.check_terrain(start, to, skip=own | low, low=STEP - LENGTH_EPSILON)
    going.check_terrain(start, to, skip=~own | low, low=STEP - LENGTH_EPSILON, play=middle)
    decks = [name for level in (*levels, goal) if level is not None for name, _ in level.parts]
    going.check_terrain(start, to, skip=own | low | ground.belonging(decks), play=middle)


def _rungs(going: TraceState, start: Point, to: Point) -> tuple[str, ...]:
    """Return the names of the ladders and stairs climbed on a stretch: those near at both ends; else none."""
    reach = going.terms.climb_reach + TOUCH_TOLERANCE
    rungs = going.obstacle.rungs if going.obstacle else None
    if rungs is None:
        return ()
    near = all(rungs.distance(going.volume, at, within=reach) <= reach for at in (start, to))
    return rungs.names if near else ()


def jump(going: TraceState, leg: Leg) -> None:
    """Judge a jump (or a drop, which has no level part): level at the height of its start, then straight down."""
    if going.mode is Mode.FLYING:
        going.fault(FaultKind.IN_FLIGHT, going.at)
    for to in leg.to:
        _jump_to(going, to, is_drop=leg.kind is LegKind.DROP)


def _jump_to(going: TraceState, to: Point, *, is_drop: bool) -> None:
    start = going.at
    going.took_off = going.level or going.took_off
    rise = to[2] - start[2]
    if rise > STANDING_TOLERANCE:
        going.fault(FaultKind.RISES, to, has=rise)
    over = (to[0], to[1], start[2])
    aside = math.dist(start[:2], to[:2])
    if is_drop and aside > RESTING_GAP:
        going.fault(FaultKind.STRAIGHT_DOWN, to, has=aside)
    if aside > 0:
        _check_air(going, start, over)
    if rise < 0:
        landing = going.room.levels.under(to)
        going.check_terrain(over, to, skip=going.low_terrain([going.took_off, landing]))
        going.check_others(over, to)
    going.check_board(to)
    going.pass_through(start, over)
    going.go(to, Stride(aside, drop=max(-rise, 0.0)))
    going.fallen += max(-rise, 0.0)
    going.level, going.obstacle, going.mode = None, None, Mode.AIR
    going.stand()


def _check_air(going: TraceState, start: Point, over: Point) -> None:
    """Report faults for what is in the way of the level part of a jump."""
    import shapely

    level: Level | None = going.took_off
    going.check_others(start, over)
    if level is None or abs(start[2] - level.height) > LENGTH_EPSILON:
        going.check_terrain(start, over, skip=going.low_terrain([level]))
        return
    air = going.room.air(level)
    way = shapely.LineString([start[:2], over[:2]])
    if not air.area.intersects(way):
        return
    inside = shapely.intersection(way, air.area)
    if inside.length > LENGTH_EPSILON:
        points = shapely.get_coordinates(inside).tolist()
        place = along(start, over, min(math.dist(start[:2], p) for p in points) / way.length)
        going.fault(FaultKind.BLOCKED, place, air.part_at(place[0], place[1]))


def fly(going: TraceState, leg: Leg) -> None:
    """Judge a flight: over and through anything, as long as it stays on the board. Its end is judged separately."""
    for to in leg.to:
        start = going.at
        rise = to[2] - start[2]
        going.check_board(to)
        going.go(to, Stride(math.dist(start[:2], to[:2]), max(rise, 0.0), max(-rise, 0.0)))
    going.fallen = 0.0
    going.level, going.took_off, going.obstacle, going.mode = None, None, None, Mode.FLYING


def alight(going: TraceState) -> None:
    """Judge the end of a flight: the centre is over a surface at its height, and clear of everything."""
    at = going.at
    level = going.room.levels.under(at)
    if level is not None:
        going.check_room(level, at)
        going.stand()
        return
    below = going.room.levels.nearest_below(at)
    on, over = going.room.ground.top_under(at, at[2] + RESTING_GAP)
    name = below.name_at(at[0], at[1]) if below is not None else ""
    hangs = at[2] - below.height if below is not None else 0.0
    if over and at[2] - on <= RESTING_GAP and (below is None or on > below.height + TOUCH_TOLERANCE):
        name, hangs = over, 0.0
    going.fault(FaultKind.NO_LANDING, at, name, has=hangs)


def place(going: TraceState, leg: Leg) -> None:
    """Judge a placement: on a surface and clear of everything; the way there does not matter."""
    going.go(leg.to[-1], Stride(0.0))
    going.fallen = 0.0
    going.level, going.obstacle, going.mode = None, None, Mode.FLYING
    alight(going)
