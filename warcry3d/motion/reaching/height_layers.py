"""Height layers: the heights at which a model moves level, and where its centre may be at each of them.

A layer lies at the height of a level, where a model walks on the surface and jumps beyond its rim; or at the top of an
obstacle that is no platform, where it climbs or jumps across. Level inches cost the same however the model moves, so
one area holds all of them, and shortest ways over it are exact.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.motion.climbing import Obstacle
from warcry3d.motion.free_space import ClosedPiece, Room
from warcry3d.motion.levels import STEP, Level
from warcry3d.motion.minkowski import union
from warcry3d.motion.volume import TOUCH_TOLERANCE
from warcry3d.motion.ways import WaysField
from warcry3d.once import once
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["HeightLayer", "blocked_column", "field_of", "layers_of"]

SKIN = 1e-5
"""How far (in) ways stay off the rim of what is in the way: rounding can never move them across it."""

WARY = TOUCH_TOLERANCE / 2
"""How far (in) bases may overlap closed areas in the air: half of the judge's tolerance.

The judge tests meshes there, not their outlines, and both are rounded.
"""

SAME_TOP = 0.05
"""Tops of one obstacle nearer than this in height (in) are crossed at the higher one."""

LIKE_TOP = 0.002
"""Tops of several obstacles nearer than this in height (in) are crossed in one layer."""


@dataclass(frozen=True, eq=False)
class HeightLayer:
    """A height to move at.

    ``level``: the surface walked on there, if any; else ``over`` lists the obstacles crossed.
    """

    number: int
    height: float
    level: Level | None
    over: tuple[Obstacle, ...]
    room: Room

    @once
    def area(self) -> Any:
        """Return where the centre may be at this height, a shapely geometry: free for a walker on the surface, else for
        a jumper.
        """
        return _over(self.room, self.height) if self.level is None else _beside(self.room, self.level)

    @once
    def field(self) -> WaysField:
        """Return its area prepared for shortest ways."""
        return field_of(self.area)


def field_of(area: Any) -> WaysField:
    """Return an area prepared for shortest ways that keep `SKIN` away from its rim."""
    import shapely

    inner = shapely.buffer(area, -SKIN, join_style="mitre")
    return WaysField.of(shapely.MultiPolygon([p for p in shapely.get_parts(inner).tolist() if not p.is_empty]))


def layers_of(room: Room, obstacles: tuple[Obstacle, ...]) -> tuple[HeightLayer, ...]:
    """Return the layers of a table for a volume: one for each level, in their order, then those over obstacles."""
    made = [HeightLayer(level.number, level.height, level, (), room) for level in room.levels.levels]
    tops = sorted((height, number) for number, obstacle in enumerate(obstacles) for height in _tops(obstacle, room))
    while tops:
        alike = [top for top in tops if top[0] <= tops[0][0] + LIKE_TOP]
        over = tuple(obstacles[number] for number in sorted({number for _, number in alike}))
        made.append(HeightLayer(len(made), alike[-1][0], None, over, room))
        tops = tops[len(alike) :]
    return tuple(made)


def _beside(room: Room, level: Level) -> Any:
    """Return where one walks on a level, and where one jumps beside it."""
    import shapely

    free = room.free(level)
    beyond = shapely.difference(room.board_area, level.area)
    if beyond.area < LENGTH_EPSILON:
        return free
    met = _met(room, level.height, level.height, room.low_terrain(level), beyond)
    taken = shapely.union(met, shapely.buffer(room.air(level).area, TOUCH_TOLERANCE - WARY, join_style="mitre"))
    air = shapely.difference(beyond, taken)
    return shapely.union(free, shapely.buffer(air, LENGTH_EPSILON, join_style="mitre").intersection(room.board_area))


def _tops(obstacle: Obstacle, room: Room) -> list[float]:
    """Return the heights at which an obstacle is crossed: the tops of its parts that no level lies at."""
    heights = [level.height for level in room.levels.levels]
    kept: list[float] = []
    for top in sorted({part.high for part in obstacle.parts}, reverse=True):
        if all(abs(top - other) > SAME_TOP for other in (*kept, *heights)) and top > RESTING_GAP:
            kept.append(top)
    return sorted(kept)


def _over(room: Room, height: float) -> Any:
    """Return where the whole body is clear at a height above obstacles' tops."""
    import shapely

    low, high = height + RESTING_GAP - LENGTH_EPSILON, height + max(room.volume.height, 2 * RESTING_GAP)
    return shapely.difference(room.board_area, _blocked(room, low, high, None, room.board_area))


def blocked_column(room: Room, level: Level, layer: HeightLayer) -> Any:
    """Return where a body cannot come straight down from a layer to a level because of what is in between.

    Low terrain of the level, and of the layer's own surface, stops it no more than it stops a walker.
    """
    ridden = room.low_terrain(level)
    if layer.level is not None:
        ridden = ridden | room.low_terrain(layer.level)
    return _met(room, level.height, layer.height, ridden, layer.area)


def _met(room: Room, low: float, high: float, ridden: NDArray[np.bool_], window: Any) -> Any:
    """Return where the body meets something between two heights of its bottom, apart from the ``ridden`` triangles
    (n,).

    Where only some of a part's triangles are ridden over, the other triangles stop the body, as in the judge.
    """
    return _blocked(
        room,
        low + RESTING_GAP - LENGTH_EPSILON,
        high + room.volume.height,
        (ridden, low + STEP - LENGTH_EPSILON),
        window,
    )


def _blocked(room: Room, low: float, high: float, ridden: tuple[NDArray[np.bool_], float] | None, window: Any) -> Any:
    """Return where the centre cannot be in a window because of what lies between two heights.

    ``ridden``: the triangles that do not count, and the height from which on their parts do.
    """
    import shapely

    ground = room.ground
    if window.is_empty or not len(ground.stoppers):
        return shapely.Polygon()
    west, south, east, north = shapely.box(*window.bounds).buffer(room.volume.reach).bounds
    least, most = ground.bounds[:, 0], ground.bounds[:, 1]
    near = (least[:, :2] <= (east, north)).all(axis=1) & (most[:, :2] >= (west, south)).all(axis=1)
    near &= (most[:, 2] > low) & (least[:, 2] < high)
    pieces = [_piece(room, number, low, high, ridden) for number in np.flatnonzero(near).tolist()]
    return union(room.closed_areas([piece for piece in pieces if piece is not None], WARY))


def _piece(
    room: Room, number: int, low: float, high: float, ridden: tuple[NDArray[np.bool_], float] | None
) -> ClosedPiece | None:
    """Return what of a part stops a body; None if nothing does."""
    ground = room.ground
    bottom, top = max(low, ground.stoppers[number].low), min(high, ground.stoppers[number].high)
    if ridden is None:
        return ClosedPiece(number, bottom, top)
    first, last = ground.span(number)
    stopping = ~ridden[0][first:last]
    boxes = ground.boxes[first:last]
    reaching = stopping & (boxes[:, 5] > low) & (boxes[:, 2] < high)
    if not reaching.any():
        return None
    if stopping.all():
        return ClosedPiece(number, bottom, top)
    lower = reaching & (boxes[:, 2] < ridden[1])  # what is higher is part of the shadow from there on
    return ClosedPiece(number, max(bottom, ridden[1]), top, np.packbits(lower).tobytes() if lower.any() else b"")
