"""Drop columns: the places at which a model comes straight up or down between two height layers.

Between a level and a layer above it, a base passes wherever nothing is in its way. It can drop at every such place. It
can climb where an obstacle is near all the way: at places every `SPACING` along the border of what is in the way,
because the sides of an obstacle are part of that border.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.climbing import Obstacle
from warcry3d.motion.free_space import Room
from warcry3d.motion.reaching.height_layers import HeightLayer, blocked_column
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["SPACING", "Climbs", "DropColumn", "drop_column_between", "places_along"]

SPACING = 0.1
"""How far apart (in) the places are at which climbs, and walks after drops, begin along a border."""

CLEAR = 0.004
"""How far (in) from what is in the way such a place lies: more than the tolerance of polygons for curves."""


@dataclass(frozen=True, eq=False)
class Climbs:
    """Where a model climbs between a level and a layer, (n,) of each.

    Up: from ``foot`` (n, 2) on the level, touching an obstacle, ``aside`` (n,) inches to ``place`` (n, 2), then
    straight up; ``is_up`` (n,): whether the climb can begin below. Down: at ``place``, where ``is_held`` (n,): it holds
    on to the obstacle from the layer on. ``is_deadly`` (n,): the climb hurts. ``whose`` (n,): the obstacle's number.
    """

    foot: FloatArray
    place: FloatArray
    aside: FloatArray
    is_up: NDArray[np.bool_]
    is_held: NDArray[np.bool_]
    is_deadly: NDArray[np.bool_]
    whose: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DropColumn:
    """The open space between the layer ``low`` of a level and a layer ``high`` above it.

    ``area``: where a base comes straight down, a shapely geometry; ``rim`` (n, 2): places inside it at its border, from
    which walking goes on; ``climbs``: where it is climbed.
    """

    low: HeightLayer
    high: HeightLayer
    area: Any
    rim: FloatArray
    climbs: Climbs

    @property
    def tall(self) -> float:
        """Return the height difference of the two layers (in)."""
        return max(self.high.height - self.low.height, 0.0)


def drop_column_between(
    room: Room, low: HeightLayer, high: HeightLayer, obstacles: tuple[Obstacle, ...], reach: float
) -> DropColumn | None:
    """Return the drop column between a level's layer and a higher one; None where no base fits.

    ``reach``: how far (in) from its obstacle a climber's base may be, by the rule system's terms.
    """
    import shapely

    level = low.level
    assert level is not None, "a shaft ends on a level"
    blocked = blocked_column(room, level, high)
    above = high.area if high.level is None else shapely.difference(high.area, high.level.area)
    open_ = shapely.difference(shapely.intersection(above, low.area), blocked)
    area = shapely.intersection(open_, room.free(level))
    near = [(number, o) for number, o in enumerate(obstacles) if _reaches(o, low, high, reach) and _is_for(high, o)]
    border = _border(room, open_, blocked, near, reach)
    climbs = _climbs(room, low, high, border, near, reach)
    if area.area < LENGTH_EPSILON and not len(climbs.place):
        return None
    shapely.prepare(area)
    return DropColumn(low, high, area, _landings(room, low, area), climbs)


def _is_for(high: HeightLayer, obstacle: Obstacle) -> bool:
    """Return whether an obstacle can be climbed up to a layer: any obstacle to a level's, else only to the layer on its
    own top.
    """
    return high.level is not None or obstacle in high.over


def _reaches(obstacle: Obstacle, low: HeightLayer, high: HeightLayer, reach: float) -> bool:
    """Return whether an obstacle is near a base all the way up from one layer to the other, judged by heights alone."""
    if high.height <= low.height + RESTING_GAP:
        return False  # surfaces at one height: one jumps from the one to the other
    return obstacle.bounds[1][2] >= high.height - reach and obstacle.bounds[0][2] <= low.height + reach


def places_along(lines: Any, spacing: float = SPACING) -> FloatArray:
    """Return places along lines, their ends among them, no farther apart than ``spacing``, (n, 2)."""
    import shapely

    found = [np.empty((0, 2))]
    for line in shapely.get_parts(_merged(lines)).tolist():
        if line.length <= 0:
            continue
        count = max(1, math.ceil(line.length / spacing))
        shares = np.linspace(0, 1, count + 1)
        found.append(shapely.get_coordinates(shapely.line_interpolate_point(line, shares, normalized=True)))
    places = np.concatenate(found)
    return np.unique(np.round(places, 9), axis=0)


def _merged(lines: Any) -> Any:
    import shapely

    kept = [piece for piece in shapely.get_parts(lines).tolist() if piece.length > 0]
    return shapely.line_merge(shapely.MultiLineString(kept)) if kept else shapely.MultiLineString()


def _border(room: Room, open_: Any, blocked: Any, near: list[tuple[int, Obstacle]], reach: float) -> FloatArray:
    """Return places just beside what is in the way of a base between the layers, near obstacles to climb."""
    import shapely

    if not near:
        return np.empty((0, 2))
    out = room.volume.reach + reach
    boxes = [shapely.box(*o.bounds[0][:2], *o.bounds[1][:2]).buffer(out) for _, o in near]
    around = shapely.buffer(blocked, CLEAR, quad_segs=4)
    lines = shapely.intersection(shapely.boundary(around), shapely.union_all(boxes))
    places = places_along(lines)
    shapely.prepare(open_)
    return places[shapely.intersects_xy(open_, places[:, 0], places[:, 1])] if len(places) else places


def _landings(room: Room, low: HeightLayer, area: Any) -> FloatArray:
    """Return places in a drop column, on its border, where walking or jumping leads out of it."""
    import shapely

    level = low.level
    assert level is not None, "a shaft ends on a level"
    if area.area < LENGTH_EPSILON:
        return np.empty((0, 2))
    inner = shapely.buffer(area, -CLEAR / 2, join_style="mitre")
    walls = shapely.buffer(shapely.union_all([shapely.boundary(room.closed(level).area), _edge(room)]), 3 * CLEAR)
    places = places_along(shapely.difference(shapely.boundary(inner), walls))
    return places[shapely.intersects_xy(area, places[:, 0], places[:, 1])] if len(places) else places


def _edge(room: Room) -> Any:
    import shapely

    west, south, east, north = room.board
    return shapely.boundary(shapely.box(west, south, east, north))


def _climbs(
    room: Room,
    low: HeightLayer,
    high: HeightLayer,
    places: FloatArray,
    near: list[tuple[int, Obstacle]],
    reach: float,
) -> Climbs:
    """Return the places at which a model climbs, each with the first obstacle that serves; harmless obstacles come
    first.
    """
    none = np.empty((0, 2))
    if not len(places) or not near:
        empty = np.zeros(0, dtype=np.bool_)
        return Climbs(none, none, np.empty(0), empty, empty, empty, np.empty(0, dtype=np.int64))
    found = []
    left = np.ones(len(places), dtype=np.bool_)
    for number, obstacle in sorted(near, key=lambda pair: pair[1].is_deadly):
        chosen = np.flatnonzero(left & _is_by(room, obstacle, places, reach))
        chosen = chosen[_keeps_near(room, obstacle, _at(places[chosen], low), _at(places[chosen], high), reach)]
        chosen = chosen[_is_clear(room, low, high, places[chosen], is_ridden=True)]
        if not len(chosen):
            continue
        is_held = _is_held(room, high, obstacle, places[chosen])
        foot, is_up = _footing(room, low, high, obstacle, places[chosen], reach)
        use = is_up | is_held
        deadly = np.full(len(chosen), obstacle.is_deadly)
        whose = np.full(len(chosen), number)
        aside = np.where(is_up, np.hypot(*(foot - places[chosen]).T), 0.0)
        found.append([a[use] for a in (foot, places[chosen], aside, is_up, is_held, deadly, whose)])
        left[chosen[is_up]] = False
    if not found:
        return _climbs(room, low, high, none, [], reach)
    return Climbs(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _is_by(room: Room, obstacle: Obstacle, places: FloatArray, reach: float) -> NDArray[np.bool_]:
    """Return which places are as close to the bounding box of an obstacle as a climber must be."""
    out = room.volume.reach + reach + TOUCH_TOLERANCE
    least, most = (np.array(corner[:2]) for corner in obstacle.bounds)
    return np.asarray(((places >= least - out) & (places <= most + out)).all(axis=1))


def _feet(low: HeightLayer, places: FloatArray) -> FloatArray:
    """Return for each place the nearest one at which a base touches what stops a walker, (n, 2)."""
    import shapely

    border = shapely.boundary(shapely.buffer(low.area, -CLEAR, quad_segs=4))
    if border.is_empty:
        return places.copy()
    lines = shapely.shortest_line(border, shapely.points(places))
    feet: FloatArray = shapely.get_coordinates(lines)[::2]
    return feet


def _at(places: FloatArray, layer: HeightLayer) -> FloatArray:
    return np.column_stack([places, np.full(len(places), layer.height)])


def _footing(
    room: Room, low: HeightLayer, high: HeightLayer, obstacle: Obstacle, places: FloatArray, reach: float
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Return where climbs to the places begin (n, 2), touching the obstacle, and which of them are possible."""
    feet = places.copy()
    straight = _touches(room, obstacle, _at(places, low))
    rest = np.flatnonzero(~straight)
    rest = rest[_is_clear(room, low, high, places[rest], is_ridden=False)]
    feet[rest] = _feet(low, places[rest])
    rest = rest[np.hypot(*(feet[rest] - places[rest]).T) <= 2 * reach]
    rest = rest[_touches(room, obstacle, _at(feet[rest], low))]
    rest = rest[_keeps_near(room, obstacle, _at(feet[rest], low), _at(places[rest], low), reach)]
    rest = rest[~_meets(room, _at(feet[rest], low), _at(places[rest], low), _ridden(room, low))]
    is_up = straight.copy()
    is_up[rest] = True
    return np.where(is_up[:, None] & ~straight[:, None], feet, places), is_up


def _ridden(room: Room, low: HeightLayer) -> NDArray[np.bool_]:
    if low.level is None:
        return np.zeros(len(room.ground.whose), dtype=np.bool_)
    return room.low_terrain(low.level)


def _is_clear(
    room: Room, low: HeightLayer, high: HeightLayer, places: FloatArray, *, is_ridden: bool
) -> NDArray[np.bool_]:
    """Return at which places a climber meets nothing on its way up.

    Low terrain of the level at either end does not count while the climber stands there: ``is_ridden``.
    """
    import shapely

    nothing = np.zeros(len(room.ground.whose), dtype=np.bool_)
    bottom, top = _at(places, low), _at(places, high)
    if not is_ridden or low.level is None:
        return ~_meets(room, bottom, top, nothing)
    over = np.asarray(shapely.intersects_xy(low.level.area, places[:, 0], places[:, 1]))
    clear = np.zeros(len(places), dtype=np.bool_)
    clear[over] = ~_meets(room, bottom[over], top[over], _ridden(room, low))
    clear[~over] = ~_meets(room, bottom[~over], top[~over], nothing)
    return clear


def _is_held(room: Room, high: HeightLayer, obstacle: Obstacle, places: FloatArray) -> NDArray[np.bool_]:
    """Return where a climber holds on to an obstacle at the top: where it stood on it, crosses it, or touches it."""
    own = () if high.level is None else tuple(name for name, _ in high.level.parts)
    if obstacle in high.over or any(name in own for name in obstacle.names):
        return np.ones(len(places), dtype=np.bool_)
    return _touches(room, obstacle, _at(places, high))


def _touches(room: Room, obstacle: Obstacle, at: FloatArray) -> NDArray[np.bool_]:
    return _near_along(room, obstacle, at, at, room.volume.height, RESTING_GAP)


def _keeps_near(
    room: Room, obstacle: Obstacle, starts: FloatArray, ends: FloatArray, reach: float
) -> NDArray[np.bool_]:
    return _near_along(room, obstacle, starts, ends, room.volume.base, reach + TOUCH_TOLERANCE / 2)


def _near_along(
    room: Room, obstacle: Obstacle, starts: FloatArray, ends: FloatArray, tall: float, reach: float
) -> NDArray[np.bool_]:
    from warcry3d.motion.swept.batch import stay_near

    found = np.zeros(len(starts), dtype=np.bool_)
    if len(starts):
        how = (_frame(room.volume), room.volume.is_square, tall, reach, TOUCH_TOLERANCE / 2)
        stay_near(obstacle.triangles, obstacle.boxes, starts, ends, *how, found)
    return found


def _meets(room: Room, starts: FloatArray, ends: FloatArray, skip: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return on which straight ways the whole body meets any terrain."""
    from warcry3d.motion.swept.batch import any_collision

    ground, volume = room.ground, room.volume
    found = np.zeros(len(starts), dtype=np.bool_)
    if len(starts) and len(ground.stoppers):
        frame = _frame(volume)
        frame[2:] = np.maximum(frame[2:] - TOUCH_TOLERANCE, 1e-6)
        first = ground.starts
        how = (frame, volume.is_square, RESTING_GAP, volume.height - TOUCH_TOLERANCE)
        any_collision(ground.triangles, ground.boxes, first, ground.bounds, skip, starts, ends, *how, found)
    return found


def _frame(volume: Volume) -> FloatArray:
    return np.array([math.cos(volume.turn), math.sin(volume.turn), *volume.half])
