"""Free space: where a base's centre may be, on each level and in the air at its height. Kept with the terrain."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.motion.ground import Ground, Stopper
from warcry3d.motion.levels import STEP, Level, Levels, levels_of
from warcry3d.motion.minkowski import minkowski_sum, union, within_board
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Board, Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["Bounds", "Closed", "ClosedPiece", "Room", "room_of"]

Bounds: TypeAlias = tuple[float, float, float, float]
"""West, south, east and north of a region (in)."""


class ClosedPiece(NamedTuple):
    """The share of a part (by its number among the stoppers) that is in the way.

    All of it between two heights, and the whole triangles whose bits are set in ``some``.
    """

    stopper: int
    low: float
    high: float
    some: bytes = b""


@dataclass(frozen=True, eq=False)
class Closed:
    """Where terrain keeps a base's centre out at one height, and which part is in the way there.

    ``area`` is a shapely geometry, prepared; ``projections``: the parts' names with what of them is in the way, not
    enlarged.
    """

    area: Any
    projections: tuple[tuple[str, Any], ...]

    def part_at(self, x: float, y: float) -> str:
        """Return the part that is in the way of a base at (x, y): the one nearest to its centre."""
        import shapely

        spot = shapely.Point(x, y)
        return min(self.projections, key=lambda projection: projection[1].distance(spot))[0]


class Room:
    """The room that a table's terrain leaves to one volume: closed and free areas by level, each derived once.

    Other models are not part of it.
    """

    def __init__(self, levels: Levels, board: Board, volume: Volume) -> None:
        self.levels = levels
        self.volume = volume
        self.board = within_board(board.width, board.depth, volume)
        self._closed: dict[int, Closed] = {}
        self._air: dict[int, Closed] = {}
        self._free: dict[int, Any] = {}
        self._closed_near: dict[tuple[int, bytes], Closed] = {}
        self._free_near: dict[tuple[int, bytes], Any] = {}
        self._low: dict[int, NDArray[np.bool_]] = {}
        self._pieces: dict[tuple[object, ...], Any] = {}

    @property
    def ground(self) -> Ground:
        """Return the terrain's stopping parts."""
        return self.levels.ground

    def closed(self, level: Level) -> Closed:
        """Return where terrain keeps out the centre of a walker on a level.

        Judged by columns: the walker rides over what ends less than `STEP` above the level, and passes under what
        begins at its body's height or above; everything else stops it. Parts that the players call low terrain are
        ridden over whatever their height. A body lower than a step moves as if it were as high as one.
        """
        if level.number not in self._closed:
            self._closed[level.number] = self._grown(self._projections(level, self.ground.stoppers))
        return self._closed[level.number]

    def _projections(self, level: Level, stoppers: Sequence[Stopper]) -> list[tuple[str, Any]]:
        """Return what of these parts stops a walker on a level, by their names."""
        low, high = self._slab(level)
        return [(s.name, s.projection(low, high)) for s in stoppers if not _is_ridden(s, level)]

    def air(self, level: Level) -> Closed:
        """Return where terrain keeps out a jumper that takes off from a level, at its height.

        Everything as high as the body counts, except low terrain on that level, which is part of where the jump starts.
        """
        if level.number not in self._air:
            import shapely

            low, high = self._slab(level)
            projections = []
            for stopper in self.ground.stoppers:
                every = stopper.projection(level.height + RESTING_GAP, high)
                if not every.is_empty:
                    tall = shapely.Polygon() if _is_ridden(stopper, level) else stopper.projection(low, high)
                    beyond = shapely.union(tall, shapely.difference(every, level.area))
                    projections.append((stopper.name, beyond))
            self._air[level.number] = self._grown(projections)
        return self._air[level.number]

    def low_terrain(self, level: Level) -> NDArray[np.bool_]:
        """Return for each of the ground's triangles whether it belongs to low terrain on a level.

        It does if it rises above the level, by less than a step in all, with its middle over it, or if its part is one
        that players call low. What ends at the level carries it: the rim of a deck is no low terrain on the deck.
        """
        if level.number not in self._low:
            import shapely

            ground = self.ground
            low, high = ground.boxes[:, 2], ground.boxes[:, 5]
            over = (
                (high > level.height + LENGTH_EPSILON)
                & (high < level.height + STEP - LENGTH_EPSILON)
                & (low > level.height - STEP)
            )
            middles = ground.triangles[over].mean(axis=1)
            over[over] = shapely.intersects_xy(level.area, middles[:, 0], middles[:, 1])
            ridden = np.array([_is_ridden(stopper, level) for stopper in ground.stoppers], dtype=np.bool_)
            self._low[level.number] = over | (ridden[ground.whose] if len(ridden) else over)
        return self._low[level.number]

    def free(self, level: Level) -> Any:
        """Return where on a level the centre may be: over the surface, on the board, outside the closed area."""
        if level.number not in self._free:
            import shapely

            free = shapely.difference(shapely.intersection(level.area, self.board_area), self.closed(level).area)
            shapely.prepare(free)
            self._free[level.number] = free
        return self._free[level.number]

    def closed_near(self, level: Level, region: Bounds) -> Closed:
        """Return an area that within a region is `closed(level)`; beyond the region it means nothing.

        Only the parts that reach into the region are looked at: a twentieth of the work on a large board. It depends on
        nothing that was asked before, so the same question has the same answer to the last bit.
        """
        near = self._near_parts(region)
        key = level.number, near.tobytes()
        if key not in self._closed_near:
            stoppers = [self.ground.stoppers[number] for number in np.flatnonzero(near).tolist()]
            self._closed_near[key] = self._grown(self._projections(level, stoppers))
        return self._closed_near[key]

    def free_near(self, level: Level, region: Bounds) -> Any:
        """Return an area that within a region is `free(level)`, as `closed_near` does."""
        import shapely

        if level.area.is_empty or not shapely.box(*level.area.bounds).intersects(shapely.box(*region)):
            return shapely.Polygon()
        key = level.number, self._near_parts(region).tobytes()
        if key not in self._free_near:
            ground = shapely.intersection(level.area, self.board_area)
            self._free_near[key] = shapely.difference(ground, self.closed_near(level, region).area)
        return self._free_near[key]

    def _near_parts(self, region: Bounds) -> NDArray[np.bool_]:
        """Return for each stopper whether a base with its centre in the region might overlap it as seen from above."""
        bounds = self.ground.bounds[:, :, :2]
        reach = self.volume.reach + TOUCH_TOLERANCE
        least, most = np.array(region[:2]) - reach, np.array(region[2:]) + reach
        return np.asarray(((bounds[:, 0] <= most) & (bounds[:, 1] >= least)).all(axis=1))

    @cached_property
    def board_area(self) -> Any:
        """Return where the centre may be if no part of the base is to pass the board's edge; empty on a board too
        small.
        """
        import shapely

        west, south, east, north = self.board
        return shapely.box(west, south, east, north) if west < east and south < north else shapely.Polygon()

    def is_on_board(self, at: Point) -> bool:
        """Return whether no part of a base at ``at`` passes the board's edge."""
        west, south, east, north = self.board
        return west <= at[0] <= east and south <= at[1] <= north

    def closed_areas(self, pieces: Sequence[ClosedPiece], inset: float = TOUCH_TOLERANCE) -> list[Any]:
        """Return the areas closed to the centre, one per feature; ``inset`` as in `warcry3d.motion.minkowski`."""
        found = []
        for _, group in groupby(pieces, lambda piece: id(self.ground.stoppers[piece.stopper].feature)):
            own = tuple(group)
            if (inset, own) not in self._pieces:
                projection = union([self._projection(piece) for piece in own])
                self._pieces[inset, own] = minkowski_sum(projection, self.volume, inset=inset)
            found.append(self._pieces[inset, own])
        return found

    def _projection(self, piece: ClosedPiece) -> Any:
        import shapely

        ground = self.ground
        projection = ground.stoppers[piece.stopper].projection(piece.low, piece.high)
        if not piece.some:
            return projection
        return shapely.union(projection, ground.flat(piece.stopper, piece.some))

    def _slab(self, level: Level) -> tuple[float, float]:
        """Return the heights between which terrain stops a walker on a level."""
        return level.height + STEP - LENGTH_EPSILON, level.height + max(
            self.volume.height, STEP + 2 * LENGTH_EPSILON
        ) - LENGTH_EPSILON

    def _grown(self, projections: list[tuple[str, Any]]) -> Closed:
        import shapely

        kept = tuple((name, projection) for name, projection in projections if projection.area > 0)
        area = minkowski_sum(shapely.union_all([projection for _, projection in kept]), self.volume)
        shapely.prepare(area)
        return Closed(area, kept)


def _is_ridden(stopper: Stopper, level: Level) -> bool:
    """Return whether players call the part low terrain, and it stands on the level."""
    return PartKind.LOW in stopper.kinds and level.height - STEP < stopper.low < level.height + STEP


def room_of(table: Table, volume: Volume) -> Room:
    """Return the room for a volume, one for all tables that share terrain and board, and for all equal volumes."""
    levels, board = levels_of(table), table.board
    key = f"motion.room {board.width} {board.depth} {volume.key} {volume.height}"
    derived = table.terrain.derived
    if not isinstance(derived.get(key), Room):
        derived[key] = Room(levels, board, volume)
    return cast(Room, derived[key])
