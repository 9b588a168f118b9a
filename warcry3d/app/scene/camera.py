"""Camera positions: the whole board, a pair of fighters, a model's eye; pure arithmetic, no graphics."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.table.model_points import eye_point, middle_of
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = [
    "CORNER_AZIMUTH",
    "Clear",
    "Focus",
    "Shot",
    "above",
    "along",
    "around",
    "clip_matrix",
    "eye_point",
    "from_corner",
    "from_eye",
    "middle_of",
    "model_points",
    "near_to",
    "pixels_on_board",
    "point_of",
    "project",
    "rays_at",
]

Clear: TypeAlias = Callable[[FloatArray, FloatArray], bool]
"""Tells whether nothing is between two points."""

Focus: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float]]
"""A box of the table that pictures are to show: its lowest and its highest corner (in)."""

CORNER_AZIMUTH = math.radians(-104.0)
_ELEVATION = math.radians(33.0)
_FIELD = math.radians(30.0)
_FOCUS_FILL = 0.78
"""So much of a picture what is in focus takes: a bar of tools lies over its foot."""
_DEPTHS = (0.05, 1000.0)
"""The nearest and the farthest things in a picture (in)."""
_AROUND, _LEAST = 2.0, 11.0
"""How much (in) a view from above at a few points shows around them, and at least in all."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A camera: where it stands, what it looks at (in), its vertical field (radians), which way is up.

    ``shift``: how far to the right of the picture's middle the target is seen, in shares of the picture's height.
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    field: float
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)
    shift: float = 0.0

    def frame(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return unit vectors to the right, upwards in the picture, and forwards."""
        return _frame_of(self)


@lru_cache(maxsize=16)
def _frame_of(shot: Shot) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return a shot's unit vectors, read-only: everything seen or pointed at in a frame asks for the same ones."""
    forward = np.subtract(shot.target, shot.eye)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, shot.up)
    right = right / np.linalg.norm(right)
    frame = right, np.cross(right, forward), forward
    for vector in frame:
        vector.flags.writeable = False
    return frame


def project(shot: Shot, points: FloatArray, size: tuple[int, int]) -> FloatArray:
    """Return where points (n, 3) are in a picture of ``size`` (width, height).

    (n, 3): x and y in pixels from the top left corner, and the distance in front of the camera (in; not positive:
    behind it).
    """
    right, up, forward = shot.frame()
    away = np.asarray(points, np.float64) - shot.eye
    depth = away @ forward
    scale = size[1] / 2 / math.tan(shot.field / 2) / np.where(np.abs(depth) > 1e-9, depth, 1e-9)
    middle = size[0] / 2 + shot.shift * size[1]
    return np.stack([middle + away @ right * scale, size[1] / 2 - away @ up * scale, depth], axis=1)


def clip_matrix(shot: Shot, aspect: float) -> FloatArray:
    """Return the projection (4, 4) of a picture ``aspect`` times as wide as high.

    It takes a column (x, y, z, 1) to clip space: -1 to 1 from left to right, from below up, and from near to far.
    """
    right, up, forward = shot.frame()
    near, far = _DEPTHS
    high = 1 / math.tan(shot.field / 2)
    rows = np.zeros((4, 4))
    rows[0, :3] = high / aspect * right + 2 * shot.shift / aspect * forward
    rows[1, :3] = high * up
    rows[2, :3] = (far + near) / (far - near) * forward
    rows[3, :3] = forward
    rows[:, 3] = -(rows[:, :3] @ np.array(shot.eye))
    rows[2, 3] -= 2 * far * near / (far - near)
    return rows


def _fitted(
    points: FloatArray, direction: FloatArray, aspect: float, field: float, up: FloatArray, fill: float
) -> Shot:
    """Return the nearest shot along ``direction`` (from the scene to the camera) with all points within ``fill`` of the
    picture.
    """
    forward = -direction
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    upwards = np.cross(right, forward)
    high = math.tan(field / 2) * fill
    wide = high * aspect
    x, y, z = points @ right, points @ upwards, points @ forward
    # Each side of the picture is a plane through the camera: the two of a pair give its place across, and how far off.
    left, rightmost = (-x - wide * z).max(), (x - wide * z).max()
    low, top = (-y - high * z).max(), (y - high * z).max()
    away = max((left + rightmost) / 2 / wide, (low + top) / 2 / high)
    eye = right * (rightmost - left) / 2 + upwards * (top - low) / 2 - forward * away
    target = eye + forward * max(away + float(np.median(z)), 1.0)
    return Shot(point_of(eye), point_of(target), field, point_of(up))


def point_of(vector: FloatArray) -> tuple[float, float, float]:
    """Return a vector (3,) as plain numbers."""
    x, y, z = (float(v) for v in vector)
    return (x, y, z)


def _towards(azimuth: float, elevation: float) -> FloatArray:
    c = math.cos(elevation)
    return np.array([math.cos(azimuth) * c, math.sin(azimuth) * c, math.sin(elevation)])


def _corners(low: Sequence[float], high: Sequence[float]) -> FloatArray:
    ends = np.array([low, high], np.float64)
    return np.array([ends[index, range(3)] for index in np.ndindex(2, 2, 2)])


def _board_points(table: Table) -> FloatArray:
    """Return points that a picture of the whole table must contain: the board with its frame, and everything on it."""
    w, d = table.board.width, table.board.depth
    points = [_corners((-0.6, -0.6, -0.3), (w + 0.6, d + 0.6, 0.1))]
    points += [_corners(*s.bounds) for f in table.terrain.features for s in f.solids.values()]
    points += [_corners(*s.bounds) for m in table.models for s in m.solids]
    return np.concatenate(points)


def above(table: Table, aspect: float, points: FloatArray | None = None) -> Shot:
    """Return the board from high above, its depth upwards: a long lens, so walls hardly lean.

    ``points`` (n, 3): only the part of the board around them.
    """
    field = math.radians(9.0)
    up = np.array([0.0, 1.0, 0.0])
    whole = _board_points(table)
    if points is not None:
        low, high = points.min(axis=0) - _AROUND, points.max(axis=0) + _AROUND
        room = np.array([_LEAST, _LEAST, 0]) - (high - low)
        low, high = low - np.maximum(room, 0) / 2, high + np.maximum(room, 0) / 2
        whole = np.clip(_corners((*low[:2], 0.0), (*high[:2], 0.1)), whole.min(axis=0), whole.max(axis=0))
    return _fitted(whole, np.array([0.0, 0.0, 1.0]), aspect, field, up, 0.97)


def pixels_on_board(table: Table, height: float, size: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Return the x of each column (w,) and the y of each row (h,) of the picture `above`, at a height (in)."""
    ends = np.array([(0.0, 0.0, height), (10.0, 10.0, height)])
    (x0, y0, _), (x1, y1, _) = project(above(table, size[0] / size[1]), ends, size).tolist()
    columns = (np.arange(size[0]) + 0.5 - x0) / (x1 - x0) * 10
    rows = (np.arange(size[1]) + 0.5 - y0) / (y1 - y0) * 10
    return columns, rows


def from_corner(
    table: Table,
    aspect: float,
    azimuth: float = CORNER_AZIMUTH,
    *,
    elevation: float = _ELEVATION,
    focus: Focus | None = None,
) -> Shot:
    """Return the whole board from one side, as a player there sees it; ``elevation``: from how high (radians).

    ``focus``: only what is in a box, with some room around it.
    """
    points = _board_points(table) if focus is None else _corners(*focus)
    fill = 0.94 if focus is None else _FOCUS_FILL
    return _fitted(points, _towards(azimuth, elevation), aspect, _FIELD, np.array([0, 0, 1.0]), fill)


def model_points(model: Model) -> FloatArray:
    """Return the corners of the box around a model, base and figure."""
    x, y, z = model.placement.at
    r = max(model.base.length, model.base.width) / 2
    boxes = [_corners((x - r, y - r, z), (x + r, y + r, z + model.base.height))]
    return np.concatenate(boxes + [_corners(*s.bounds) for s in model.solids])


def rays_at(shot: Shot, points: FloatArray, across: int = 24) -> FloatArray:
    """Return unit directions (across * across, 3) from the camera that cover evenly the area of ``points`` (n, 3).

    Points behind the camera are skipped.
    """
    right, up, forward = shot.frame()
    away = np.asarray(points, np.float64) - shot.eye
    depth = away @ forward
    away, depth = away[depth > 1e-6], depth[depth > 1e-6]
    if not len(depth):
        return np.zeros((0, 3))
    x, y = away @ right / depth, away @ up / depth
    steps = (np.arange(across) + 0.5) / across
    columns, rows = np.meshgrid(x.min() + steps * np.ptp(x), y.min() + steps * np.ptp(y))
    made = forward + columns.reshape(-1, 1) * right + rows.reshape(-1, 1) * up
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True))


def from_eye(viewer: Model, target: Model, clear: Clear | None = None) -> Shot:
    """Return what ``viewer`` sees when it looks at ``target``: from slightly behind its eye, as players stoop.

    ``clear(a, b)`` tells whether nothing is between two points; without it, or where something is behind the eye, the
    camera is at the eye itself.
    """
    eye, aim = eye_point(viewer), middle_of(target)
    ahead = aim - eye
    away = max(float(np.linalg.norm(ahead)), 0.2)
    ahead /= away
    back = max(viewer.base.length, viewer.base.width) / 2 + 0.25
    while back > 0.05 and (clear is None or not clear(eye, eye - ahead * back)):
        back = 0.0 if clear is None else back / 2
    stand = eye - ahead * max(back - 0.05, 0.0)
    size = float(np.linalg.norm(np.ptp(model_points(target), axis=0)))
    field = min(max(2.6 * math.atan2(size, away + back), math.radians(26)), math.radians(58))
    return Shot(point_of(stand), point_of(aim), field, _upwards(ahead))


def along(line: tuple[Sequence[float], Sequence[float]], target: Model, clear: Clear | None = None) -> Shot:
    """Return the view along ``line`` from its start to its end on ``target``: as through a narrow gap.

    ``clear`` as for `from_eye`: if nothing is behind the start, the camera stands back a little.
    """
    start, end = (np.asarray(p, np.float64) for p in line)
    ahead = end - start
    away = max(float(np.linalg.norm(ahead)), 1e-3)
    ahead /= away
    stand = start - ahead * (0.3 if clear is not None and clear(start, start - ahead * 0.35) else 0.0)
    size = float(np.linalg.norm(np.ptp(model_points(target), axis=0)))
    field = min(max(1.9 * math.atan2(size, away), math.radians(14)), math.radians(44))
    return Shot(point_of(stand), point_of(end), field, _upwards(ahead))


def near_to(shot: Shot, point: Sequence[float], around: float) -> Shot:
    """Return ``shot`` zoomed to ``around`` (in) a point, from the same place."""
    away = max(math.dist(shot.eye, point), 1e-3)
    x, y, z = point
    return Shot(shot.eye, (x, y, z), min(2 * math.atan(around / away), shot.field), shot.up)


def _upwards(ahead: FloatArray) -> tuple[float, float, float]:
    """Return the upward direction of a picture that looks ``ahead``; straight up or down it is along the board."""
    return (0.0, 0.0, 1.0) if abs(ahead[2]) < 0.98 else (1.0, 0.0, 0.0)


def around(
    points: FloatArray,
    aspect: float,
    *,
    hidden: Callable[[FloatArray], float] | None = None,
    prefer: float = CORNER_AZIMUTH,
    fill: float = 0.74,
) -> Shot:
    """Return a shot that contains ``points`` (n, 3), from the side where least is in the way.

    ``hidden(eye)`` returns what share of what matters is hidden from there; of equals, the side nearest to ``prefer``
    (azimuth, radians) and across the longer way of the points wins.
    """
    span = points.max(axis=0) - points.min(axis=0)
    spread = points[:, :2] - points[:, :2].mean(axis=0)
    along = np.linalg.eigh(spread.T @ spread)[1][:, 1]
    best: tuple[float, Shot] | None = None
    low = points - (0, 0, 0.05 * span[2])
    for elevation in (24.0, 34.0, 46.0):
        for step in range(16):
            azimuth = prefer + step * math.pi / 8
            direction = _towards(azimuth, math.radians(elevation))
            shot = _fitted(low, direction, aspect, _FIELD, np.array([0, 0, 1.0]), fill)
            across = abs(float(direction[:2] @ along)) / math.cos(math.radians(elevation))
            cost = 0.5 * across + 0.12 * (1 - math.cos(azimuth - prefer)) + 0.004 * abs(elevation - 30)
            if hidden is not None:
                cost += 3.0 * hidden(np.array(shot.eye))
            if best is None or cost < best[0]:
                best = (cost, shot)
    assert best is not None
    return best[1]
