"""Where a falling model may be placed: all places of lower surfaces nearby where it stands free."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from warcry3d.geom.shared_shapes import intersects
from warcry3d.motion.airborne import MIDDLE
from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.free_space import Room, room_of
from warcry3d.motion.levels import STANDING_TOLERANCE, STEP, Level
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.standing_models import StandingModel, others_of
from warcry3d.motion.visibility_polygon import hidden_area
from warcry3d.motion.volume import CURVE_TOLERANCE, TOUCH_TOLERANCE, Volume, volume_of
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["Landing", "Landings", "landings"]

ROUNDED = 64
"""Sides of a quarter circle about a base: 2 in away within 0.0002 in."""

SMALLEST = 1e-6
"""Areas (square inches) below this come from rounding and are dropped."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The places of one level where the centre may be placed.

    ``area``: a shapely geometry; ``nearest``: the place nearest to the model, ``distance`` away, level; ``down``: how
    far below the model (in). Two are equal if their places are.
    """

    level: Level = field(repr=False, compare=False)
    area: Any = field(repr=False)
    nearest: Point
    distance: float
    down: float


@dataclass(frozen=True, slots=True)
class Landings:
    """All places where a falling model may be placed, the level with the nearest first.

    Also says whether part of the model's base is on a platform where it is.
    """

    places: tuple[Landing, ...]
    is_on_platform: bool


def landings(
    table: Table, model: str, at: Point, *, within: float, turn: float | None = None, by_any_part: bool = False
) -> Landings:
    """Return where ``model`` may be placed when it falls from ``at``.

    Its centre goes to a place of a surface lower than ``at``, within ``within`` of its base, level; there it must stand
    clear of terrain, other models and the board's edge. The way there, straight and level to above that place, then
    straight down, must be free: nobody falls through a wall, a floor or a model. ``by_any_part``: any part of its base
    goes to that place, not its centre.
    """
    import shapely

    mover = table.model(model)
    volume = volume_of(mover).facing(mover.placement.turn if turn is None else turn)
    room = room_of(table, volume)
    near = shapely.intersection(shapely.buffer(volume.polygon(at), within, quad_segs=ROUNDED), room.board_area)
    others = others_of(table, model, volume).standing
    hidden = _hidden(room, at, others, within)
    found = []
    for level in room.levels.levels:
        if level.height >= at[2] - LENGTH_EPSILON:
            continue
        top = at[2] + volume.height
        area = shapely.intersection(near, level.area)
        if by_any_part and area.area > SMALLEST:
            filled = shapely.union_all([projection for _, projection in room.closed(level).projections])
            open_places = shapely.difference(area, filled)  # nobody points into a wall
            area = shapely.intersection(minkowski_sum(open_places, volume, inset=0.0), room.board_area)
        beside = [o for o in others if o.low < top - RESTING_GAP and o.high > level.height + RESTING_GAP]
        taken = [o.closed for o in beside if intersects(o.closed, area)]
        area = shapely.difference(area, shapely.union_all([_columns(room, level, top, area), hidden, *taken]))
        if area.area > SMALLEST:
            found.append(_landing(room, level, area, at))
    return Landings(tuple(sorted(found, key=lambda landing: (landing.distance, landing.down))), _holds_base(room, at))


def _hidden(room: Room, at: Point, others: Sequence[StandingModel], within: float) -> Any:
    """Return where the centre cannot get to straight and level from ``at`` because of terrain or models.

    What rises less than a step above the level that the model stands on is passed over, and so are steps and rungs
    above a model that climbs them, as in walking and climbing. Where the model is already too deep in something (a
    broad base on a ladder overlaps rails and rims), only its middle is stopped by that.
    """
    import shapely

    volume = room.volume
    level = room.levels.under(at)
    far = 2 * volume.reach + within
    top = at[2] + volume.height
    window = shapely.Point(at[:2]).buffer(far + volume.reach)
    blocked = []
    for stopper in room.ground.stoppers:
        if PartKind.LOW in stopper.kinds or not window.intersects(shapely.box(*stopper.solid.bounds[:, :2].ravel())):
            continue
        is_trodden = level is not None or bool(stopper.kinds & LADDERS)
        low = at[2] + (STEP - LENGTH_EPSILON if is_trodden else RESTING_GAP)
        blocked.append(
            _beside(shapely.intersection(stopper.projection(low, max(top, low + LENGTH_EPSILON)), window), volume, at)
        )
    blocked += [
        o.closed if not shapely.intersects_xy(o.closed, *at[:2]) else shapely.Polygon()
        for o in others
        if o.low < top - RESTING_GAP and o.high > at[2] + RESTING_GAP and intersects(o.closed, window)
    ]
    return hidden_area(at[:2], shapely.union_all(blocked), far)


def _beside(projection: Any, volume: Volume, at: Point) -> Any:
    """Return where a projection keeps out the centre of a volume that is at a place now."""
    import shapely

    for inset in (TOUCH_TOLERANCE + CURVE_TOLERANCE, min(volume.half) - MIDDLE):
        area = minkowski_sum(projection, volume, inset=inset)
        if not shapely.intersects_xy(area, *at[:2]):
            return area
    return shapely.Polygon()


def _columns(room: Room, level: Level, top: float, area: Any) -> Any:
    """Return where something is in the way between a step above the level and the height ``top``."""
    import shapely

    if area.is_empty:
        return shapely.Polygon()
    window = shapely.box(*area.bounds).buffer(room.volume.reach + LENGTH_EPSILON, join_style="mitre")
    low, high = (
        level.height + STEP - LENGTH_EPSILON,
        max(top, level.height + STEP + 2 * LENGTH_EPSILON) - LENGTH_EPSILON,
    )
    near = [s for s in room.ground.stoppers if window.intersects(shapely.box(*s.solid.bounds[:, :2].ravel()))]
    projection = shapely.intersection(room.ground.projection(low, high, near), window)
    return shapely.union(minkowski_sum(projection, room.volume), room.closed(level).area)


def _landing(room: Room, level: Level, area: Any, at: Point) -> Landing:
    import shapely

    spot = shapely.Point(at[:2])
    x, y = at[:2] if area.covers(spot) else shapely.get_coordinates(shapely.shortest_line(area, spot))[0].tolist()
    z = room.levels.resting_height(level, x, y)
    return Landing(level, area, (x, y, z), float(np.hypot(x - at[0], y - at[1])), at[2] - z)


def _holds_base(room: Room, at: Point) -> bool:
    """Return whether a part of a base at ``at`` is on a platform there."""
    outline = room.volume.polygon(at)
    return any(
        not level.is_floor and abs(level.height - at[2]) <= STANDING_TOLERANCE and intersects(level.area, outline)
        for level in room.levels.levels
    )
