"""What is under the pointer: a fighter, or a place of the board. Pixels count from the top left corner."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from warcry3d.app.scene.camera import Shot, project
from warcry3d.app.scene.orbit import Orbit, ray
from warcry3d.app.scene.overlays import Sign, SignKind, lifted
from warcry3d.app.scene.pick import pick_model, ray_base, ray_solid
from warcry3d.geom.solid import FloatArray
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["board_under", "fighter_under", "model_under", "ray_under"]

Pixel = tuple[float, float]

_AROUND = ((0, 0), *((6 * x, 6 * y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))))
"""The pixels that are tried for a fighter under the pointer, the one under it first."""
_MOST_AROUND = 7
_INNER = 0.6
"""Within this share of a ring's radius the ring is meant, also where the figure of another ringed one is drawn."""


def fighter_under(
    table: Table,
    shot: Shot,
    at: Pixel,
    size: tuple[int, int],
    *,
    without: Sequence[str] = (),
    rings: Sequence[Sign] = (),
    scale: float = 1.0,
) -> str | None:
    """Return the fighter under a pixel of a picture of ``size``, else one so near that it was probably meant.

    Those called by ``without`` are ignored. ``rings``: drawn at fighters over whatever is in front of them, so that
    they are pointed at there; ``scale``: pixels in a point.
    """
    ringed = _ringed(table, rings, without)
    near, share = _ring_under(shot, at, size, ringed, scale)
    if near is not None and share <= _INNER:
        return near
    found = _body_under(table, shot, at, size, without)
    return near if near is not None and found not in ringed else found


def _body_under(table: Table, shot: Shot, at: Pixel, size: tuple[int, int], without: Sequence[str]) -> str | None:
    """Return the fighter whose figure or base is under a pixel, or near it."""
    far = _far_from(table, shot, at, size)
    if len(far) == len(table.models):
        return None
    tried = ((at[0] + dx, at[1] + dy) for dx, dy in _AROUND)
    return next((id for pixel in tried if (id := _exactly_under(table, shot, pixel, size, (*without, *far)))), None)


def _ringed(table: Table, rings: Sequence[Sign], without: Sequence[str]) -> dict[str, Sign]:
    """Return the largest ring of each fighter that has one."""
    drawn: dict[tuple[float, float, float], Sign] = {}
    for sign in rings:
        if sign.kind is SignKind.RING and (sign.at not in drawn or drawn[sign.at].size < sign.size):
            drawn[sign.at] = sign
    if not drawn:
        return {}
    places = {one.id: lifted(one.placement.at) for one in table.models if one.id not in without}
    return {id: drawn[place] for id, place in places.items() if place in drawn}


def _ring_under(
    shot: Shot, at: Pixel, size: tuple[int, int], ringed: Mapping[str, Sign], scale: float
) -> tuple[str | None, float]:
    """Return whose ring is under a pixel, its middle the nearest, and how far that is away in shares of its radius."""
    best: tuple[str | None, float] = (None, 1.0)
    if ringed:
        places = project(shot, np.array([sign.at for sign in ringed.values()]), size).tolist()
        for (id, sign), (x, y, depth) in zip(ringed.items(), places, strict=True):
            share = math.dist((x, y), at) / (sign.size / 2 * scale)
            if depth > 0 and share <= best[1]:
                best = id, share
    return best


def _far_from(table: Table, shot: Shot, at: Pixel, size: tuple[int, int]) -> list[str]:
    """Return the models that no ray through a pixel tried for ``at`` can meet: most of them, for most pixels."""
    low, high = _outlines(table, shot, size)
    is_far = np.any((low > at) | (high < at), axis=1)
    return [table.models[number].id for number in np.flatnonzero(is_far).tolist()]


@lru_cache(maxsize=2)
def _outlines(table: Table, shot: Shot, size: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Return rectangles (n, 2), (n, 2) of a picture around all pixels from which each model may be meant.

    They are infinite for a model that is not wholly before the camera.
    """
    corners = np.array([_corners(model) for model in table.models]).reshape(-1, 3)
    seen = project(shot, corners, size).reshape(-1, 8, 3)
    low, high = seen[..., :2].min(axis=1) - _MOST_AROUND, seen[..., :2].max(axis=1) + _MOST_AROUND
    is_before = (seen[..., 2].min(axis=1) > 0)[:, None]
    return np.where(is_before, low, -np.inf), np.where(is_before, high, np.inf)


def _corners(model: Model) -> FloatArray:
    """Return the corners (8, 3) of a box around a model, base and figure."""
    x, y, z = model.placement.at
    reach = math.hypot(model.base.length, model.base.width) / 2
    boxes = np.array([((x - reach, y - reach, z), (x + reach, y + reach, z + model.base.height))])
    boxes = np.concatenate([boxes, *(solid.bounds[None] for solid in model.solids)])
    ends = np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])
    return np.array([ends[index, range(3)] for index in np.ndindex(2, 2, 2)])


def board_under(table: Table, orbit: Orbit, at: Pixel, size: tuple[int, int]) -> tuple[float, float, float] | None:
    """Return the point of the board under a pixel as the orbit sees it; None beside the board."""
    point = orbit.under(*_share(at, size), _aspect(size))
    if point is None or not (0 <= point[0] <= table.board.width and 0 <= point[1] <= table.board.depth):
        return None
    return point


def ray_under(shot: Shot, at: Pixel, size: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Return start and unit direction of the line of sight through a pixel of a picture of ``size``."""
    return ray(shot, *_share(at, size), _aspect(size))


def model_under(model: Model, line: tuple[FloatArray, FloatArray]) -> bool:
    """Return whether a line of sight meets a model, whatever else is in front of it."""
    start, direction = line
    if ray_base(model.base, model.placement, start, direction) < math.inf:
        return True
    return any(ray_solid(solid, start, direction) < math.inf for solid in model.solids)


def _exactly_under(table: Table, shot: Shot, at: Pixel, size: tuple[int, int], without: Sequence[str]) -> str | None:
    start, direction = ray_under(shot, at, size)
    return pick_model(table, start, direction, without=without)


def _share(at: Pixel, size: tuple[int, int]) -> Pixel:
    """Return a pixel as x and y from -1 (left, bottom) to 1."""
    return 2 * at[0] / size[0] - 1, 1 - 2 * at[1] / size[1]


def _aspect(size: tuple[int, int]) -> float:
    return size[0] / size[1]
