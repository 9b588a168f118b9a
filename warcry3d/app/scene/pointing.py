"""What is under the pointer: a fighter, or a place of the board. Pixels count from the top left corner."""

import math
from collections.abc import Sequence

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.orbit import Orbit, ray
from warcry3d.app.scene.pick import pick_model, ray_base, ray_solid
from warcry3d.geom.solid import FloatArray
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["board_under", "fighter_under", "model_under", "ray_under"]

Pixel = tuple[float, float]

_AROUND = ((0, 0), *((6 * x, 6 * y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))))
"""The pixels that are tried for a fighter under the pointer, the one under it first."""


def fighter_under(
    table: Table, shot: Shot, at: Pixel, size: tuple[int, int], *, without: Sequence[str] = ()
) -> str | None:
    """Return the fighter under a pixel of a picture of ``size``, else one so near that it was probably meant.

    Those called by ``without`` are ignored.
    """
    tried = ((at[0] + dx, at[1] + dy) for dx, dy in _AROUND)
    return next((id for pixel in tried if (id := _exactly_under(table, shot, pixel, size, without))), None)


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
