"""Reach over terrain that is passed through: tops of low terrain, floors of ruins (40K-HEIGHT-1, 40K-RUIN-5, -6).

A model is searched on the ground that is left when such terrain is taken away. What it bears the model up is added:
nothing for low terrain, up and down for the floors of ruins (`passable_terrain`).
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.levels import Level, Levels, levels_of
from warcry3d.motion.path import Path, Point
from warcry3d.motion.reach import LevelReach, Reach, Route
from warcry3d.rules.warhammer40k.passable_terrain import FREE_HEIGHT, ground_under
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["BorneReach"]

STRAIGHT = 1e-6
"""A way that is longer than the straight line by less than this (in) is one."""

Standing = Callable[[Level], Any]
"""Returns where the centre of a model may end on a level of the whole table (shapely)."""


@dataclass(frozen=True, slots=True)
class _Raised:
    """A level of the whole table that is not on the ground that is left: where it stands on which ``ground``, and how
    high that counts (in).
    """

    level: Level
    ground: Level
    area: Any
    height: float


@dataclass(frozen=True, eq=False)
class BorneReach:
    """What a model reaches: on the ground that is ``left`` of a table, and on what bears it up.

    ``ground``: the search there, less where no move ends on the ground; ``anywhere``: the same without that.
    ``start``: where the model stands on the whole table. ``standing``: where it may end.
    """

    table: Table
    left: Table
    ground: Reach
    anywhere: Reach
    start: Point
    standing: Standing

    @property
    def spacing(self) -> float:
        """Return how far apart the places of a level are at which costs are given (in)."""
        return self.ground.spacing

    @property
    def is_whole(self) -> bool:
        """Return whether nothing was left out of the search."""
        return self.ground.is_whole

    @property
    def turns(self) -> bool:
        """Return whether it may end in facings other than its own."""
        return self.ground.turns

    @cached_property
    def _whole(self) -> Levels:
        return levels_of(self.table)

    @cached_property
    def _height(self) -> float:
        """Return how high the model stands that counts (in)."""
        return _counted(ground_under(self._whole, levels_of(self.left), self.start)[1])

    @cached_property
    def _kept(self) -> dict[int, Level]:
        """Return the levels that are left, by the numbers of the same levels of the whole table."""
        left = {_key(level): level for level in levels_of(self.left).levels}
        return {level.number: left[_key(level)] for level in self._whole.levels if _key(level) in left}

    @cached_property
    def _raised(self) -> dict[int, tuple[_Raised, ...]]:
        """Return the parts of the other levels, by their numbers, each over one level that is left."""
        found = {}
        for level in self._whole.levels:
            if level.number not in self._kept:
                parts = tuple(self._parts_of(level))
                if parts:
                    found[level.number] = parts
        return found

    def _parts_of(self, level: Level) -> Iterator[_Raised]:
        import shapely

        area = self.standing(level)
        for ground in reversed(levels_of(self.left).levels):
            if ground.height > level.height or area.is_empty:
                continue
            here = shapely.intersection(area, ground.area)
            if not here.is_empty:
                shapely.prepare(here)
                yield _Raised(level, ground, here, _counted(level.height - ground.height))
            area = shapely.difference(area, ground.area)

    @cached_property
    def levels(self) -> tuple[LevelReach, ...]:
        """Return the levels on which anything is reached, from low to high."""
        whole = {left.number: self._whole.levels[number] for number, left in self._kept.items()}
        found = [
            replace(one, level=whole.get(one.level.number, one.level), cost=self._costs(one, 0.0))
            for one in self.ground.levels
        ]
        for parts in self._raised.values():
            found += [one for part in parts if (one := self._lifted(part)) is not None]
        reached = (one for one in found if np.isfinite(one.cost).any())
        return tuple(sorted(reached, key=lambda one: (one.level.height, one.level.number)))

    def _lifted(self, part: _Raised) -> LevelReach | None:
        import shapely

        below = next((one for one in self.anywhere.levels if one.level is part.ground), None)
        if below is None:
            return None
        x, y = np.meshgrid(below.x, below.y)
        cost = np.where(shapely.intersects_xy(part.area, x, y), self._costs(below, part.height), math.nan)
        return replace(below, level=part.level, cost=cost, turn=np.where(np.isnan(cost), math.nan, below.turn))

    def _costs(self, found: LevelReach, height: float) -> FloatArray:
        """Return what places of a level cost that bear a model so high (in), nan where that is too much."""
        x, y = np.meshgrid(found.x, found.y)
        cost = self._with_heights(found.cost, np.hypot(x - self.start[0], y - self.start[1]), height)
        return np.where(cost <= self.ground.limit + LENGTH_EPSILON, cost, math.nan)

    def _with_heights(self, cost: FloatArray, straight: FloatArray, height: float) -> FloatArray:
        """Return costs with what is borne up and down: on a straight way only from its start to its end."""
        directly, around = abs(height - self._height), height + self._height
        found: FloatArray = cost + np.where(cost <= straight + STRAIGHT, directly, around)
        return found

    def cost_at(self, level: Level, place: tuple[float, float]) -> float | None:
        """Return the cost of standing at a place of a level of the whole table; None where it cannot be reached."""
        found = self._found(level, place)
        return None if found is None else found[1]

    def route(self, level: Level, place: tuple[float, float]) -> Route | None:
        """Return the cheapest way to a place of a level of the whole table; None where it cannot be reached."""
        found = self._found(level, place)
        if found is None:
            return None
        ground, cost = found
        searched = self.ground if level.number in self._kept else self.anywhere
        route = searched.route(ground, place)
        if route is None:
            return None
        if level.number in self._kept or not route.path.legs:
            return replace(route, cost=cost)
        *before, last = route.path.legs
        end = (*place, self._whole.resting_height(level, *place))
        return replace(route, cost=cost, path=Path((*before, replace(last, to=(*last.to[:-1], end)))))

    def _found(self, level: Level, place: tuple[float, float]) -> tuple[Level, float] | None:
        """Return the ground under a place and what the place costs; None where it cannot be reached."""
        import shapely

        height = 0.0
        if level.number in self._kept:
            ground = self._kept[level.number]
            cost = self.ground.cost_at(ground, place)
        else:
            parts = self._raised.get(level.number, ())
            part = next((one for one in parts if shapely.intersects_xy(one.area, *place)), None)
            if part is None:
                return None
            ground, height = part.ground, part.height
            cost = self.anywhere.cost_at(ground, place)
        if cost is None:
            return None
        straight = math.dist(place, self.start[:2])
        (whole,) = self._with_heights(np.array([cost]), np.array([straight]), height).tolist()
        return (ground, whole) if whole <= self.ground.limit + LENGTH_EPSILON else None

    def outline(self, level: Level, cost: float | None = None) -> Any:
        """Return the area of a level that is reached for at most ``cost``, as a shapely geometry, for drawing.

        Where the model stands high up it is made of the places of the lattice, for straight ways cost less there.
        """
        import shapely

        most = self.ground.limit if cost is None else cost
        if not self._height:
            if level.number in self._kept:
                return self.ground.outline(self._kept[level.number], cost)
            parts = (
                shapely.intersection(self.anywhere.outline(one.ground, most - one.height), one.area)
                for one in self._raised.get(level.number, ())
                if most >= one.height
            )
            return shapely.union_all(list(parts))
        half = self.spacing / 2
        cells = []
        for one in (one for one in self.levels if one.level.number == level.number):
            x, y = np.meshgrid(one.x, one.y)
            near = np.nan_to_num(one.cost, nan=math.inf) <= most
            cells.append(shapely.union_all(shapely.box(x[near] - half, y[near] - half, x[near] + half, y[near] + half)))
        return shapely.union_all(cells)


def _counted(height: float) -> float:
    return height if height > FREE_HEIGHT + LENGTH_EPSILON else 0.0


def _key(level: Level) -> tuple[float, frozenset[str]]:
    """Return what a level is known by on both tables."""
    return round(level.height, 6), frozenset(name for name, _ in level.parts)
