"""Shafts: the places at which a model comes straight up or down between two slices.

Between a level and a slice above it a base passes wherever nothing is in its way in between. It drops there freely, at
every such place. It climbs where an obstacle is near all the way: at places every `SPACING` along the border of what is
in the way, for an obstacle's side is part of that border.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.climbing import Obstacle, strays
from warcry3d.motion.free import Room
from warcry3d.motion.path import Point
from warcry3d.motion.reaching.slices import Slice, blocked_column
from warcry3d.motion.volume import Volume
from warcry3d.units import HAIR

__all__ = ["SPACING", "Climbs", "Shaft", "places_along", "shaft_between"]

SPACING = 0.1
"""How far apart (in) the places are at which climbs, and walks after drops, begin along a border."""

NEAR = 0.5
"""How far (in) from its obstacle a climber's base may be."""

CLEAR = 0.004
"""How far (in) beside what is in the way such a place lies: past the play of polygons for curves."""


@dataclass(frozen=True, eq=False)
class Climbs:
    """Where one climbs between a level and a slice, (n,) of each.

    Up: from ``foot`` (n, 2) on the level, touching an obstacle, aside to ``place`` (n, 2), ``aside`` (n,) inches away,
    and straight up; ``is_up`` (n,): whether it can begin below. Down: at ``place``, where ``is_held`` (n,): it
    holds on to the obstacle from the slice on. ``is_deadly`` (n,): it hurts. ``whose`` (n,): the obstacle's
    number.
    """

    foot: FloatArray
    place: FloatArray
    aside: FloatArray
    is_up: NDArray[np.bool_]
    is_held: NDArray[np.bool_]
    is_deadly: NDArray[np.bool_]
    whose: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Shaft:
    """The open room between a level's slice ``low`` and a slice ``high`` above it.

    ``area``: where a base comes straight down, a shapely geometry; ``rim`` (n, 2): places on its border, in it, from
    which walking leads on; ``climbs``: where it is climbed.
    """

    low: Slice
    high: Slice
    area: Any
    rim: FloatArray
    climbs: Climbs

    @property
    def tall(self) -> float:
        """Return how far it is from one to the other (in)."""
        return self.high.height - self.low.height


def shaft_between(room: Room, low: Slice, high: Slice, obstacles: tuple[Obstacle, ...]) -> Shaft | None:
    """Return the shaft between a level's slice and a higher one; None where a base passes nowhere."""
    import shapely

    level = low.level
    assert level is not None, "a shaft ends on a level"
    blocked = blocked_column(room, level, high)
    above = high.area if high.level is None else shapely.difference(high.area, high.level.area)
    open_ = shapely.difference(shapely.intersection(above, low.area), blocked)
    area = shapely.intersection(open_, room.free(level))
    near = [(number, o) for number, o in enumerate(obstacles) if _reaches(o, low, high) and high.over in (None, o)]
    border = _border(room, open_, blocked, near)
    climbs = _climbs(room, low, high, border, near)
    if area.area < HAIR and not len(climbs.place):
        return None
    shapely.prepare(area)
    return Shaft(low, high, area, _landings(room, low, area), climbs)


def _reaches(obstacle: Obstacle, low: Slice, high: Slice) -> bool:
    """Return whether an obstacle is near a base all the way up from one slice to the other, as its heights go."""
    return obstacle.bounds[1][2] >= high.height - NEAR and obstacle.bounds[0][2] <= low.height + NEAR


def places_along(lines: Any) -> FloatArray:
    """Return places along lines, their ends among them, no farther apart than `SPACING`, (n, 2)."""
    import shapely

    found = [np.empty((0, 2))]
    for line in shapely.get_parts(_merged(lines)).tolist():
        if line.length <= 0:
            continue
        count = max(1, math.ceil(line.length / SPACING))
        shares = np.linspace(0, 1, count + 1)
        found.append(shapely.get_coordinates(shapely.line_interpolate_point(line, shares, normalized=True)))
    places = np.concatenate(found)
    return np.unique(np.round(places, 9), axis=0)


def _merged(lines: Any) -> Any:
    import shapely

    kept = [piece for piece in shapely.get_parts(lines).tolist() if piece.length > 0]
    return shapely.line_merge(shapely.MultiLineString(kept)) if kept else shapely.MultiLineString()


def _border(room: Room, open_: Any, blocked: Any, near: list[tuple[int, Obstacle]]) -> FloatArray:
    """Return places just beside what is in the way of a base between the slices, near obstacles to climb."""
    import shapely

    if not near:
        return np.empty((0, 2))
    out = room.volume.reach + NEAR
    boxes = [shapely.box(*o.bounds[0][:2], *o.bounds[1][:2]).buffer(out) for _, o in near]
    around = shapely.buffer(blocked, CLEAR, quad_segs=4)
    lines = shapely.intersection(shapely.boundary(around), shapely.union_all(boxes))
    places = places_along(lines)
    shapely.prepare(open_)
    return places[shapely.intersects_xy(open_, places[:, 0], places[:, 1])] if len(places) else places


def _landings(room: Room, low: Slice, area: Any) -> FloatArray:
    """Return places in a shaft, on its border, where walking or jumping leads out of it."""
    import shapely

    level = low.level
    assert level is not None, "a shaft ends on a level"
    if area.area < HAIR:
        return np.empty((0, 2))
    inner = shapely.buffer(area, -CLEAR / 2, join_style="mitre")
    walls = shapely.buffer(shapely.union_all([shapely.boundary(room.closed(level).area), _edge(room)]), 3 * CLEAR)
    places = places_along(shapely.difference(shapely.boundary(inner), walls))
    return places[shapely.intersects_xy(area, places[:, 0], places[:, 1])] if len(places) else places


def _edge(room: Room) -> Any:
    import shapely

    west, south, east, north = room.board
    return shapely.boundary(shapely.box(west, south, east, north))


def _climbs(room: Room, low: Slice, high: Slice, places: FloatArray, near: list[tuple[int, Obstacle]]) -> Climbs:
    """Return which places are climbed at: by the first obstacle that serves, those that do not hurt before others."""
    found = []
    ordered = sorted(near, key=lambda pair: pair[1].is_deadly)
    feet = _Feet(room, low)
    for x, y in places.tolist():
        for number, obstacle in ordered:
            climb = _climb_at(room, low, high, (x, y), obstacle, feet)
            if climb is not None:
                found.append((*climb, obstacle.is_deadly, number))
                if climb[3]:
                    break
    foot = np.array([c[0] for c in found]).reshape(-1, 2)
    place = np.array([c[1] for c in found]).reshape(-1, 2)
    aside, whose = np.array([c[2] for c in found]), np.array([c[6] for c in found], dtype=np.int64)
    flags = np.array([c[3:6] for c in found], dtype=np.bool_).reshape(-1, 3)
    return Climbs(foot, place, aside, flags[:, 0], flags[:, 1], flags[:, 2], whose)


class _Feet:
    """Where a climb begins on a level: the border of what is in a walker's way."""

    def __init__(self, room: Room, low: Slice) -> None:
        import shapely

        self.low = low
        self.border = shapely.boundary(shapely.buffer(low.area, -CLEAR, quad_segs=4))
        shapely.prepare(self.border)

    def beside(self, x: float, y: float) -> tuple[float, float] | None:
        """Return the place nearest to (x, y) from which a base touches what is in its way."""
        import shapely

        if self.border.is_empty:
            return None
        spot = shapely.get_coordinates(shapely.shortest_line(self.border, shapely.Point(x, y)))[0]
        return float(spot[0]), float(spot[1])


def _climb_at(
    room: Room, low: Slice, high: Slice, place: tuple[float, float], obstacle: Obstacle, feet: _Feet
) -> tuple[tuple[float, float], tuple[float, float], float, bool, bool] | None:
    """Return foot, place, the distance between them, whether one climbs up there, and whether one holds on from above;
    None where an obstacle does not serve.
    """
    volume, reach = room.volume, NEAR
    bottom, top = (*place, low.height), (*place, high.height)
    if obstacle.distance(volume, bottom, within=reach) > reach or obstacle.distance(volume, top, within=reach) > reach:
        return None
    if (
        not _is_clear(room, low, bottom, top, is_ridden=True)
        or strays(obstacle, volume, bottom, top, reach) is not None
    ):
        return None
    is_held = _is_held(high, obstacle, volume, top)
    is_clear = _is_clear(room, low, bottom, top, is_ridden=False)
    for foot in (place, feet.beside(*place)):
        if foot is None or math.dist(foot, place) > 2 * reach or not (foot == place or is_clear):
            continue
        if obstacle.is_touched(volume, (*foot, low.height)) and _leads(room, low, obstacle, foot, place):
            return foot, place, math.dist(foot, place), True, is_held
    return (place, place, 0.0, False, is_held) if is_held else None


def _is_clear(room: Room, low: Slice, bottom: Point, top: Point, *, is_ridden: bool) -> bool:
    """Return whether a climber meets nothing between two points, one above the other; low terrain of the level that it
    starts from or comes to does not count while it stands there: ``is_ridden``.
    """
    skip = None
    if is_ridden and low.level is not None and low.level.holds(bottom[0], bottom[1]):
        skip = room.low_terrain(low.level)
    return not len(room.ground.meets(room.volume, bottom, top, skip=skip))


def _is_held(high: Slice, obstacle: Obstacle, volume: Volume, top: Point) -> bool:
    """Return whether a climber holds on to an obstacle at the upper end: it stood on it, crosses it, or touches it."""
    if high.over is obstacle or obstacle.is_touched(volume, top):
        return True
    own = () if high.level is None else tuple(name for name, _ in high.level.parts)
    return any(name in own for name in obstacle.names)


def _leads(room: Room, low: Slice, obstacle: Obstacle, foot: tuple[float, float], place: tuple[float, float]) -> bool:
    """Return whether a climber comes from its foot aside to the place, low on the obstacle."""
    if foot == place:
        return True
    start, end = (*foot, low.height), (*place, low.height)
    if strays(obstacle, room.volume, start, end, NEAR) is not None:
        return False
    skip = room.low_terrain(low.level) if low.level is not None and low.level.holds(*foot) else None
    return not len(room.ground.meets(room.volume, start, end, skip=skip))
