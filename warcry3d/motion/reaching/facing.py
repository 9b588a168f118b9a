"""The search result for one facing: which places a base that ends in this facing reaches, and what they cost."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.levels import Level
from warcry3d.motion.path import Point
from warcry3d.motion.reaching.height_layers import HeightLayer
from warcry3d.motion.reaching.links import CostModel
from warcry3d.motion.reaching.plan import Mask
from warcry3d.motion.reaching.search import Lattice, Search
from warcry3d.motion.reaching.search_graph import SearchGraph
from warcry3d.motion.volume import Volume
from warcry3d.units import LENGTH_EPSILON

__all__ = ["EndAreas", "Facing"]

LevelArea: TypeAlias = Callable[[Level, Volume], Any]


@dataclass(frozen=True, slots=True)
class EndAreas:
    """What a rule system says about the ends of moves, as areas of a level for a volume in its final facing.

    ``kept_off``: where no move may end; ``marks``: areas to be marked, by the mark's name.
    """

    kept_off: LevelArea | None = None
    marks: Mapping[str, LevelArea] = field(default_factory=dict)


class Facing:
    """A model in one facing: its search graph, and what it reaches."""

    def __init__(
        self,
        graph: SearchGraph,
        made: Search | None,
        start: Point,
        limit: float,
        spacing: float,
        cost_model: CostModel,
        ends: EndAreas,
    ) -> None:
        """``made``: None for a model that flies."""
        self.graph = graph
        self.start = start
        self.limit = limit
        self.spacing = spacing
        self.cost_model = cost_model
        self.ends = ends
        self._search = made

    @property
    def volume(self) -> Volume:
        """Return the model's volume in this facing."""
        return self.graph.plan.room.volume

    @property
    def is_flying(self) -> bool:
        """Return whether the model flies all the way, so that nothing is searched."""
        return self._search is None

    @property
    def search(self) -> Search:
        """Return its search."""
        assert self._search is not None, "who flies searches nothing"
        return self._search

    def slice(self, level: Level) -> HeightLayer:
        """Return the layer of a level."""
        return self.graph.plan.layers[level.number]

    def holds(self, level: Level, places: FloatArray) -> NDArray[np.bool_]:
        """Return at which places of a level, or beside it at its height, its base may be."""
        return self.graph.holds(self.slice(level), places, self.cost_model)

    def is_reached(self, level: Level) -> bool:
        """Return whether anything on a level may have been reached."""
        if self._search is None:
            return True
        return self._search.found[level.number].ways is not None or bool(self._search.drop_columns_above(level.number))

    def lattice(self, level: Level) -> tuple[Mask, Lattice] | None:
        """Return where on a level the model may end, with cost (nan: not reached), impact rolls and deadly climbs on
        the way.

        Returns None where it reaches nothing.
        """
        if not self.is_reached(level):
            return None
        mask = self.graph.standing(self.slice(level), self.spacing)
        if self.ends.kept_off is not None:
            off = Mask.of(self.ends.kept_off(level, self.volume), self.spacing).cut(mask)
            mask = Mask(mask.inside & ~off, mask.row, mask.column)
        if not mask.inside.any():
            return None
        cost, rolls, deadly = (
            self._flown(mask, level) if self._search is None else self._search.landed(level.number, mask, self.spacing)
        )
        cost[~mask.inside] = math.nan
        return (mask, (cost, rolls, deadly)) if np.isfinite(cost).any() else None

    def _rise(self, level: Level) -> float:
        """Return what of the height to a level a flight pays for."""
        if not self.cost_model.flights_rise:
            return 0.0
        return abs(level.height - self.graph.plan.room.levels.surface_height(self.start))

    def _flown(self, mask: Mask, level: Level) -> Lattice:
        x, y = mask.axes(self.spacing)
        cost = np.hypot(np.hypot(x[None, :] - self.start[0], y[:, None] - self.start[1]), self._rise(level))
        cost[cost > self.limit + LENGTH_EPSILON] = math.nan
        none = np.zeros(mask.inside.shape, dtype=np.int64)
        return cost, none, none.copy()

    def marked(self, level: Level, name: str, window: Mask) -> NDArray[np.bool_]:
        """Return which lattice points of a window have a mark."""
        return Mask.of(self.ends.marks[name](level, self.volume), self.spacing).cut(window)

    def costs_at(self, level: Level, places: FloatArray) -> FloatArray:
        """Return what ending at places (n, 2) of a level costs; nan where that cannot be."""
        import shapely

        stands = self.graph.stands(self.slice(level), places)
        if self.ends.kept_off is not None:
            stands &= ~shapely.intersects_xy(self.ends.kept_off(level, self.volume), places[:, 0], places[:, 1])
        if self._search is None:
            across = np.hypot(places[:, 0] - self.start[0], places[:, 1] - self.start[1])
            cost = np.hypot(across, self._rise(level))
        else:
            cost = self._search.costs(level.number, places)[0]
        return np.where(stands & (cost <= self.limit + LENGTH_EPSILON), cost, math.nan)

    def outline(self, level: Level, cost: float | None) -> Any:
        """Return the area of a level where it ends for up to a cost."""
        import shapely

        free = self.graph.free(self.slice(level))
        if self.ends.kept_off is not None:
            free = shapely.difference(free, self.ends.kept_off(level, self.volume))
        if self._search is None:
            most, rise = self.limit if cost is None else cost, self._rise(level)
            if rise > most:
                return shapely.Polygon()
            disc = shapely.Point(self.start[:2]).buffer(math.sqrt(most * most - rise * rise), quad_segs=32)
            return shapely.intersection(free, disc)
        found = self._search.found[level.number].ways
        parts = [] if found is None else [shapely.intersection(found.outline(cost), free)]
        for drop_column in self._search.drop_columns_above(level.number):
            above = self._search.found[drop_column.high.number].ways
            if above is not None:
                below = shapely.intersection(above.outline(cost), self.graph.open(drop_column))
                parts.append(below if self.ends.kept_off is None else shapely.intersection(below, free))
        return shapely.union_all(parts)
