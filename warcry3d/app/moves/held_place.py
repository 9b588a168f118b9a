"""Where the pointer holds a base: on the surface under it, or against the wall under it."""

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from warcry3d.app.moves.likely_legs import HeldPlace
from warcry3d.app.scene.pick import first_triangle
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.free_space import Room
from warcry3d.motion.levels import Level
from warcry3d.motion.path import Point
from warcry3d.motion.standing_models import Others
from warcry3d.table.grid import snapped
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["place_under", "square_under"]

STEEP = 0.5
"""A face whose upward slope (the z of its normal) is less than this is a wall."""
LOWEST_HOLD = 0.3
"""Against a wall, lower than this (in) above a level, the base is held on that level."""
SNAP = 0.5
"""A base held where it cannot stand is put beside, if there is a place within this (in)."""
TOUCH = 0.004
"""How far from a wall (in) a base is held against it."""

Fits: TypeAlias = Callable[[Level, tuple[float, float]], bool]
"""Whether a base fits at a place of a level, however turned."""


def place_under(
    room: Room, others: Others, start: FloatArray, direction: FloatArray, fits: Fits | None = None
) -> HeldPlace | None:
    """Return where a ray from the eye holds the base that ``room`` is for; None where it meets no table.

    ``start`` (3,), unit ``direction`` (3,). Beside walls, others and the edge of the board the base slides along.
    ``fits``: where it may be held all the same, for it fits turned otherwise.
    """
    met = _first_face(room, start, direction)
    if met is None:
        return None
    (x, y, z), normal = met
    if normal[2] >= STEEP:
        if z <= LENGTH_EPSILON:
            x, y = _on_board(room, x, y)
        level = room.levels.under((x, y, z))
        if level is None:
            return HeldPlace((x, y, z), is_wall=True)
        return _standing(room, others, level, (x, y), fits)
    flat = math.hypot(normal[0], normal[1])
    nx, ny = normal[0] / flat, normal[1] / flat
    if normal[2] < -STEEP or flat < LENGTH_EPSILON:
        nx, ny = -float(direction[0]), -float(direction[1])
    away = _reach_towards(room, -nx, -ny) + TOUCH
    x, y = x + nx * away, y + ny * away
    below = room.levels.nearest_below((x, y, z))
    if below is not None and z - below.height < LOWEST_HOLD:
        return _standing(room, others, below, (x, y), fits)
    return HeldPlace((x, y, max(z, 0.0)), is_wall=True)


def square_under(table: Table, model: Model, start: FloatArray, direction: FloatArray) -> HeldPlace | None:
    """Return where a ray from the eye holds a model on a table with squares: its base covers the whole squares nearest
    to where the ray meets the floor; None far beside the board.
    """
    if direction[2] > -1e-4 or start[2] <= 0:
        return None
    x, y = (start - start[2] / direction[2] * direction)[:2].tolist()
    board, base = table.board, model.base
    if not (-SNAP <= x <= board.width + SNAP and -SNAP <= y <= board.depth + SNAP):
        return None
    x = min(max(x, base.length / 2), board.width - base.length / 2)
    y = min(max(y, base.width / 2), board.depth - base.width / 2)
    return HeldPlace((*snapped(x, y, base.length, base.width), 0.0))


def _on_board(room: Room, x: float, y: float) -> tuple[float, float]:
    """Return the nearest place to one on or beside the board where no part of the base passes its edge; its middle on a
    board that is too small.
    """
    west, south, east, north = room.board
    return min(max(x, min(west, east)), max(west, east)), min(max(y, min(south, north)), max(south, north))


def _reach_towards(room: Room, u: float, v: float) -> float:
    """Return how far the base reaches from its centre in a level direction."""
    return float((room.volume.rim() @ np.array([u, v])).max())


def _standing(room: Room, others: Others, level: Level, at: tuple[float, float], fits: Fits | None) -> HeldPlace:
    """Return the place on a level nearest to ``at`` that is free, if one is near; else the place itself."""
    import shapely

    x, y = at
    spot = shapely.Point(at)
    free = room.free(level)
    bodies = [other.closed for other in others.standing if _shares_heights(room, level, other.low, other.high)]
    if not shapely.intersects_xy(free, x, y):
        x, y = _nearest(free, spot, at)
    for body in bodies:
        if shapely.intersects_xy(body, x, y):
            left = shapely.difference(shapely.intersection(free, shapely.Point(x, y).buffer(2 * SNAP)), _union(bodies))
            x, y = _nearest(left, spot, at)
            break
    if (x, y) != at and fits is not None and fits(level, at):
        x, y = at
    return HeldPlace((x, y, room.levels.resting_height(level, x, y)))


def _shares_heights(room: Room, level: Level, low: float, high: float) -> bool:
    return low < level.height + room.volume.height and high > level.height


def _union(areas: Iterable[Any]) -> Any:
    import shapely

    return shapely.union_all(list(areas))


def _nearest(free: Any, spot: Any, at: tuple[float, float]) -> tuple[float, float]:
    """Return the place of ``free`` nearest to a spot, ``at`` itself if none is near."""
    import shapely

    if free.is_empty or shapely.distance(free, spot) > SNAP:
        return at
    line = shapely.shortest_line(free, spot)
    x, y = shapely.get_coordinates(line)[0].tolist()
    return float(x), float(y)


def _first_face(room: Room, start: FloatArray, direction: FloatArray) -> tuple[Point, Point] | None:
    """Return where the ray first meets terrain that stops bases, or the floor, and the face's outward normal."""
    best, normal = _floor(room, start, direction), (0.0, 0.0, 1.0)
    ground = room.ground
    with np.errstate(divide="ignore", invalid="ignore"):
        slabs = (ground.bounds - start) / direction
        near = np.nanmax(slabs.min(axis=1), axis=1) if len(ground.stoppers) else np.zeros(0)
        far = np.nanmin(slabs.max(axis=1), axis=1) if len(ground.stoppers) else np.zeros(0)
    for number in np.flatnonzero((near <= far) & (far > 0)).tolist():
        if near[number] > best:
            continue
        corners = np.asarray(ground.stoppers[number].solid.triangles)
        distance, face = first_triangle(corners, start, direction)
        if distance < best:
            a, b, c = corners[face]
            across = np.cross(b - a, c - a)
            across = across / max(float(np.linalg.norm(across)), 1e-12)
            best, normal = distance, (float(across[0]), float(across[1]), float(across[2]))
    if best == math.inf:
        return None
    x, y, z = (start + best * direction).tolist()
    return (x, y, z), normal


def _floor(room: Room, start: FloatArray, direction: FloatArray) -> float:
    """Return how far along the ray meets the board; infinite beside it (some way beyond its edge still counts)."""
    if direction[2] > -1e-4 or start[2] <= 0:
        return math.inf
    along = float(-start[2] / direction[2])
    x, y = (start + along * direction)[:2].tolist()
    west, south, east, north = room.board
    beyond = 2 * room.volume.reach + SNAP
    inside = west - beyond <= x <= east + beyond and south - beyond <= y <= north + beyond
    return along if inside else math.inf
