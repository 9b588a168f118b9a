"""The legs that a drag most likely means: from where the fighter is to where the pointer holds its base.

Nothing is decided here. What is offered goes to the judge, the likeliest first; see `warcry3d.app.moves.move_judge`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from warcry3d.motion.free_space import Room
from warcry3d.motion.levels import STEP, Level
from warcry3d.motion.passages import Passage
from warcry3d.motion.path import Leg, LegKind, Point
from warcry3d.motion.record import End, Mode
from warcry3d.motion.volume import Volume
from warcry3d.units import LENGTH_EPSILON

__all__ = ["HeldPlace", "Legs", "Stance", "likely_legs", "stance_of"]

Legs: TypeAlias = tuple[Leg, ...]
Place: TypeAlias = tuple[float, float]

INSIDE = 0.01
"""How far inside of a rim (in) one is taken to stand on it."""
CLEARANCES = (0.0, 0.12, 0.28, 0.44)
"""How far from the foot of what it climbs (in) a climber is tried to hang: walls bulge, parapets stand out."""
BEYOND = 0.006
"""How far before and beyond a door or arch (in) a base begins and ends its way through."""


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """Where the pointer holds the base: the centre of its bottom; ``is_wall``: against the side of something."""

    at: Point
    is_wall: bool = False


@dataclass(frozen=True, slots=True)
class Stance:
    """How a fighter is where the legs laid so far leave it; ``level``: what it stands on, None while it climbs."""

    at: Point
    level: Level | None


def stance_of(end: End) -> Stance:
    """Return the stance at the end of a judged path."""
    return Stance(end.at, None if end.mode is Mode.CLIMBING else end.level)


def likely_legs(room: Room, passages: tuple[Passage, ...], stance: Stance, spot: HeldPlace) -> Iterator[Legs]:
    """Yield what may be meant by holding the base at ``spot``, the likeliest first; always at least one.

    Flights are not among them: who may fly flies straight.
    """
    goal = None if spot.is_wall else room.levels.under(spot.at)
    at, to = stance.at, spot.at
    if math.dist(at[:2], to[:2]) < LENGTH_EPSILON and abs(at[2] - to[2]) < LENGTH_EPSILON:
        yield (Leg(LegKind.WALK, (to,)),)
    elif stance.level is None:
        yield from _climbing_on(at, to, goal)
    elif goal is not None and abs(goal.height - stance.level.height) < STEP - LENGTH_EPSILON:
        yield (Leg(LegKind.WALK, (to,)),)
        yield from _through(room, passages, at, to)
    elif goal is None or goal.height > stance.level.height:
        yield from _climbing_up(room, stance.level, at, to, goal)
    else:
        yield from _going_down(room, stance.level, at, to, goal)


def _climbing_on(at: Point, to: Point, goal: Level | None) -> Iterator[Legs]:
    """Yield ways on for who climbs: on along the wall, up or down and onto a level, or letting go."""
    if goal is None:
        yield (_climb(to),)
        return
    beside = (at[0], at[1], to[2])
    onto = _entry(goal.area, at, to)
    if to[2] > at[2]:
        yield (_climb(beside, (*onto, to[2])), *_walk((*onto, to[2]), to))
        yield (_climb(beside, to),)
        return
    yield (_climb(beside), *_walk(beside, to)) if goal.holds(at[0], at[1]) else (_climb(beside, to),)
    yield (Leg(LegKind.JUMP, (to,)),)


def _climbing_up(room: Room, level: Level, at: Point, to: Point, goal: Level | None) -> Iterator[Legs]:
    """Yield climbs from a level to what is higher, or to a place against a wall."""
    if goal is None:
        beneath = (to[0], to[1], level.height)
        if to[2] >= level.height:
            yield (*_walk(at, beneath), _climb(to))
            nearer = _last_free(room.free(level), at, to)
            yield (*_walk(at, (*nearer, level.height)), _climb((*nearer, to[2]), to))
        else:
            rim = _rim(level, at, to)
            yield (*_walk(at, (*rim, at[2])), _climb((to[0], to[1], at[2]), to))
        return
    foot = _last_free(room.free(level), at, to)
    yield from _up_from(level, at, foot, to, goal)


def _up_from(level: Level, at: Point, foot: Place, to: Point, goal: Level) -> Iterator[Legs]:
    """Yield climbs from a foot up to a level: straight, or hanging a little way out."""
    onto = _entry(goal.area, (*foot, 0.0), to)
    away = _unit(to, foot)
    start = (*foot, level.height)
    for clearance in CLEARANCES:
        out = (foot[0] + clearance * away[0], foot[1] + clearance * away[1])
        first = ((*out, level.height),) if clearance else ()
        climb = _climb(*first, (*out, to[2]), (*onto, to[2]))
        yield (*_walk(at, start), climb, *_walk((*onto, to[2]), to))


def _going_down(room: Room, level: Level, at: Point, to: Point, goal: Level) -> Iterator[Legs]:
    """Yield ways over the edge: a jump from the rim, then climbs down from it."""
    rim = (*_rim(level, at, to), at[2])
    yield (*_walk(at, rim), Leg(LegKind.JUMP, (to,)))
    foot = _first_free(room.free(goal), rim, to)
    away = _unit(to, (at[0], at[1]))
    for clearance in CLEARANCES:
        out = (foot[0] - clearance * away[0], foot[1] - clearance * away[1])
        climb = _climb((*out, at[2]), (*out, goal.height))
        yield (*_walk(at, rim), climb, *_walk((*out, goal.height), to))


def _through(room: Room, passages: tuple[Passage, ...], at: Point, to: Point) -> Iterator[Legs]:
    """Yield the way through the door or arch that the straight way crosses, if it crosses one."""
    for passage in passages:
        if not passage.low - STEP <= at[2] <= passage.high:
            continue
        before, after = passage.side(at[0], at[1]), passage.side(to[0], to[1])
        if (before < 0) == (after < 0):
            continue
        share = before / (before - after)
        x, y = at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1])
        if abs(passage.across(x, y)) > passage.width / 2 + room.volume.reach:
            continue
        near, far = (passage.middle, passage.middle)
        way = math.copysign(_half_way(passage, room.volume), -before)
        near = (near[0] - way * passage.along[0], near[1] - way * passage.along[1])
        far = (far[0] + way * passage.along[0], far[1] + way * passage.along[1])
        door = Leg(LegKind.DOOR, ((*far, to[2]),), passage.name)
        yield (*_walk(at, (*near, at[2])), door, *_walk((*far, to[2]), to))


def _half_way(passage: Passage, volume: Volume) -> float:
    """Return how far from the middle of a way a base is clear of it."""
    rim = volume.rim()
    ahead = float((rim @ (passage.along[0], passage.along[1])).max())
    return passage.depth / 2 + ahead + BEYOND


def _walk(at: Point, to: Point) -> Legs:
    """Return a walk, none to where one is."""
    return () if math.dist(at, to) < LENGTH_EPSILON else (Leg(LegKind.WALK, (to,)),)


def _climb(*to: Point) -> Leg:
    return Leg(LegKind.CLIMB, to)


def _unit(tip: tuple[float, ...], foot: Place) -> Place:
    """Return the level unit direction from ``tip`` to ``foot``."""
    dx, dy = foot[0] - tip[0], foot[1] - tip[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > LENGTH_EPSILON else (0.0, 0.0)


def _last_free(free: Any, at: Point, to: Point) -> Place:
    """Return the place on the way to ``to`` that lies in ``free`` and is nearest to it; ``at`` where none is."""
    return max(_ends_within(free, at, to), default=(0.0, at[:2]))[1]


def _first_free(free: Any, at: Point, to: Point) -> Place:
    """Return the first place in ``free`` of the stretch of the way that leads on to ``to``; ``to`` where none is."""
    stretches = _stretches(free, at, to)
    return min(stretches[-1], default=(1.0, to[:2]))[1] if stretches else to[:2]


def _entry(area: Any, at: tuple[float, ...], to: Point) -> Place:
    """Return where the way to ``to`` comes over ``area`` for good, a little inside."""
    stretches = _stretches(area, at, to)
    if not stretches:
        return to[:2]
    share, _ = min(stretches[-1])
    length = math.dist(at[:2], to[:2])
    return _along(at, to, min(share + INSIDE / length, 1.0)) if length > LENGTH_EPSILON else to[:2]


def _rim(level: Level, at: Point, to: Point) -> Place:
    """Return where the way to ``to`` leaves a level, a little inside."""
    stretches = _stretches(level.area, at, to)
    length = math.dist(at[:2], to[:2])
    if not stretches or length <= LENGTH_EPSILON:
        return at[:2]
    return _along(at, to, max(max(stretches[0])[0] - INSIDE / length, 0.0))


def _along(at: tuple[float, ...], to: Point, share: float) -> Place:
    return at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1])


def _ends_within(area: Any, at: tuple[float, ...], to: Point) -> list[tuple[float, Place]]:
    return [end for stretch in _stretches(area, at, to) for end in stretch]


def _stretches(area: Any, at: tuple[float, ...], to: Point) -> list[list[tuple[float, Place]]]:
    """Return the stretches of a straight way that lie in an area: their points with their shares, in its order."""
    import shapely

    length = math.dist(at[:2], to[:2])
    if length <= LENGTH_EPSILON:
        return []
    inside = shapely.get_parts(shapely.intersection(shapely.LineString([at[:2], to[:2]]), area)).tolist()
    found = []
    for piece in inside:
        points = [(x, y) for x, y in shapely.get_coordinates(piece).tolist()]
        if points:
            found.append([(math.dist(at[:2], point) / length, point) for point in points])
    return sorted(found)
