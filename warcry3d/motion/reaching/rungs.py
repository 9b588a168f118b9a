"""Ways up and down ladders and stairs, which a base may overlap while it climbs them; each is checked by the judge."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from warcry3d.geom.planar import Point2
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.climbing import Obstacle, keeps_near
from warcry3d.motion.free_space import Room
from warcry3d.motion.levels import STEP, Level
from warcry3d.motion.minkowski import minkowski_sum, union
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.reaching.drop_columns import places_along
from warcry3d.motion.reaching.height_layers import HeightLayer
from warcry3d.motion.record import Mode
from warcry3d.motion.trace import Terms, trace
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["Rungs", "may_join", "rungs_of"]

BESIDE = 0.01
"""How far (in) a foot on the level lies from what stops a walker, and an entry from the rim of a surface."""

EVERY = 0.3
"""The distance (in) between the feet and entries that are tried."""

MOST_FEET = 10
MOST_ENTRIES = 5
"""How many feet and entries are tried for a ladder between two levels: those nearest to it."""

SHARES = (1.0, 0.5, 0.0)
"""Where between foot and entry the climb goes up, as shares of the way: at its foot, half way, at its end."""


@dataclass(frozen=True, slots=True)
class Rungs:
    """A climb between two levels by a ladder or stairs.

    ``points`` lead from one level to the other, as in a climb leg; ``start`` and ``end`` are the levels' numbers,
    ``aside`` the level inches.
    """

    obstacle: int
    start: int
    end: int
    points: tuple[Point, ...]
    aside: float

    @property
    def foot(self) -> Point2:
        """Return where it begins, seen from above."""
        return self.points[0][:2]

    @property
    def place(self) -> Point2:
        """Return where it ends, seen from above."""
        return self.points[-1][:2]


def rungs_of(
    table: Table,
    model: str,
    room: Room,
    ladder: tuple[int, Obstacle, Obstacle],
    low: HeightLayer,
    high: HeightLayer,
    terms: Terms,
) -> tuple[Rungs, ...]:
    """Return the climbs between two levels by a ladder or stairs; ``table`` must hold no other model.

    The ladder is given as the number of the obstacle that it belongs to, that obstacle, and the ladder itself.
    """
    number, obstacle, flight = ladder
    if not may_join(flight, low, high):
        return ()
    levels = [layer.level for layer in (low, high) if layer.level is not None]
    trying = _Trying(table, model, room, terms, number, obstacle, levels)
    return tuple(
        trying.between(low, high, union([part.projection(part.low - 1, part.high + 1) for part in flight.parts]))
    )


def may_join(flight: Obstacle, low: HeightLayer, high: HeightLayer) -> bool:
    """Return whether a ladder or stairs may join two levels, by their heights alone."""
    (_, _, bottom), (_, _, top) = flight.bounds
    is_higher = high.height > low.height + 0.5
    return is_higher and bottom <= low.height + 0.5 and top >= high.height - 0.5 - LENGTH_EPSILON


class _Trying:
    """Climbs between two levels, by one ladder."""

    def __init__(
        self,
        table: Table,
        model: str,
        room: Room,
        terms: Terms,
        number: int,
        obstacle: Obstacle,
        levels: Iterable[Level],
    ) -> None:
        self.table, self.model, self.room, self.terms = table, model, room, terms
        self.number, self.obstacle = number, obstacle
        self.skip = room.ground.belonging(obstacle.rungs.names if obstacle.rungs is not None else ())
        for level in levels:
            self.skip |= room.low_terrain(level)

    def between(self, low: HeightLayer, high: HeightLayer, footprint: Any) -> list[Rungs]:
        """Return the climbs in both directions between each foot and all entries that serve."""
        import shapely

        assert low.level is not None and high.level is not None, "rungs join levels"
        around = shapely.buffer(minkowski_sum(footprint, self.room.volume), 2 * BESIDE)
        feet = self._nearest(shapely.buffer(self.room.free(low.level), -BESIDE), around, footprint)[:MOST_FEET]
        feet = [f for f in feet if self.obstacle.is_touched(self.room.volume, (*f, low.height))]
        near = shapely.buffer(around, self.room.volume.reach + self.terms.climb_reach)
        entries = self._nearest(shapely.buffer(self.room.free(high.level), -BESIDE), near, footprint)[:MOST_ENTRIES]
        found = []
        for foot in feet:
            for entry in entries:
                points = self._climb(foot, low.height, entry, high.height)
                if points is not None:
                    found.append(self._rungs(low, high, points))
                    down = points[::-1]
                    if self._is_legal(down):
                        found.append(self._rungs(high, low, down))
        return found

    def _rungs(self, start: HeightLayer, end: HeightLayer, points: tuple[Point, ...]) -> Rungs:
        aside = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(points))
        return Rungs(self.number, start.number, end.number, points, aside)

    def _nearest(self, free: Any, around: Any, footprint: Any) -> list[Point2]:
        """Return places at the rim of a free area near a ladder, the nearest first."""
        import shapely

        places: FloatArray = places_along(shapely.intersection(shapely.boundary(free), around), EVERY)
        if not len(places):
            return []
        apart = shapely.distance(shapely.points(places), footprint)
        order = np.lexsort((places[:, 1], places[:, 0], np.round(apart, 6)))
        return [(float(x), float(y)) for x, y in places[order].tolist()]

    def _climb(self, foot: Point2, low: float, entry: Point2, high: float) -> tuple[Point, ...] | None:
        """Return the points of a climb that the judge allows: slanting or straight, rising at any share of the way."""
        for share in SHARES:
            x, y = (e + share * (f - e) for f, e in zip(foot, entry, strict=True))
            end, top = (*entry, high), (x, y, high)
            middles: tuple[tuple[Point, ...], ...] = ((top,), ((x, y, low), top)) if 0 < share < 1 else ((top,),)
            for middle in middles:
                points = ((*foot, low), *middle, *((end,) if share > 0 else ()))
                if self._is_legal(points):
                    return points
        return None

    def _is_hopeless(self, points: tuple[Point, ...]) -> bool:
        """Return whether a climb surely fails: it leaves the reach of its obstacle, or meets what always stops it."""
        volume, ground = self.room.volume, self.room.ground
        for a, b in pairwise(points):
            if not keeps_near(self.obstacle, volume, a, b, self.terms.climb_reach):
                return True
            if len(ground.meets(volume, a, b, low=STEP - LENGTH_EPSILON, skip=self.skip)):
                return True
        return False

    def _is_legal(self, points: tuple[Point, ...]) -> bool:
        if self._is_hopeless(points):
            return False
        path = Path((Leg(LegKind.PLACE, points[:1]), Leg(LegKind.CLIMB, points[1:])))
        judged = trace(self.table, self.model, path, self.terms)
        return not judged.faults and judged.end.mode is Mode.STANDING and judged.end.level is not None
