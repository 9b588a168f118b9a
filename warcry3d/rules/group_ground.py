"""The ground under a group that moves: where its models have room, and ways there that nothing is in the way of.

It only looks for what is worth judging: whether a way is allowed, the rules say.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import Level, Levels, levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.motion.way_around import WaysFrom
from warcry3d.rules.formations import Spot
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["GroupTerrain"]

ROUND = 12
"""A model in the way is taken as a polygon of four times so many corners around its reach, which is a little larger."""


@dataclass(frozen=True, eq=False)
class GroupTerrain:
    """A table, the models of a group by their ids, whether they fly, and the inches that each has."""

    table: Table
    figures: Mapping[str, Model]
    flies: bool
    inches: Callable[[str], float]
    _volumes: dict[str, Volume] = field(default_factory=dict)
    _ways: dict[str, tuple[dict[str, Spot], WaysFrom]] = field(default_factory=dict)

    def volume(self, model: str) -> Volume:
        """Return the volume of a model as it stands."""
        if model not in self._volumes:
            self._volumes[model] = volume_of(self.figures[model])
        return self._volumes[model]

    @cached_property
    def _levels(self) -> Levels:
        return levels_of(self.table)

    @cached_property
    def _others(self) -> tuple[FloatArray, FloatArray]:
        """Return the places (n, 2) of all models that are not in the group, and how far each reaches (n)."""
        there = [one for one in self.table.models if one.id not in self.figures]
        places = np.array([one.placement.at[:2] for one in there], np.float64).reshape(-1, 2)
        return places, np.array([volume_of(one).reach for one in there], np.float64)

    def _standing(self, model: str, taken: Mapping[str, Spot], *, are_there: bool) -> tuple[FloatArray, FloatArray]:
        """Return places and reaches of all others: of the group those that have gone, and where ``are_there`` the rest
        as they stand.
        """
        places, reaches = self._others
        own = [
            (taken.get(id, one.placement.at[:2]), self.volume(id).reach)
            for id, one in self.figures.items()
            if id != model and (are_there or id in taken)
        ]
        if not own:
            return places, reaches
        return np.concatenate([places, [at for at, _ in own]]), np.concatenate([reaches, [reach for _, reach in own]])

    def level_at(self, model: str, spot: Spot) -> Level | None:
        """Return the surface at a spot that is nearest in height to where a model stands; None off the board."""
        z = self.figures[model].placement.at[2]
        holding = [level for level in self._levels.levels if level.holds(*spot)]
        return min(holding, key=lambda one: abs(one.height - z)) if holding else None

    def _free(self, model: str, level: Level) -> Any:
        import shapely

        area = room_of(self.table, self.volume(model)).free(level)
        shapely.prepare(area)
        return area

    def can_stand(self, model: str, spot: Spot, taken: Mapping[str, Spot]) -> bool:
        """Return whether a model has room at a spot, beside terrain and those that have gone, and inches enough."""
        import shapely

        if math.dist(self.figures[model].placement.at[:2], spot) > self.inches(model) + LENGTH_EPSILON:
            return False
        places, reaches = self._standing(model, taken, are_there=False)
        near = reaches + self.volume(model).reach - LENGTH_EPSILON
        if len(places) and bool((np.hypot(*(places - spot).T) < near).any()):
            return False
        level = self.level_at(model, spot)
        return level is not None and bool(shapely.intersects_xy(self._free(model, level), *spot))

    def straight(self, model: str, spot: Spot, turn: float = 0.0) -> Path | None:
        """Return the straight way to a spot, turned by ``turn`` (radians) on it; None off the board."""
        level = self.level_at(model, spot)
        return None if level is None else self._path(model, level, (spot,), turn)

    def _path(self, model: str, level: Level, corners: Sequence[Spot], turn: float) -> Path:
        z = self._levels.resting_height(level, *corners[-1])
        points = (*((x, y, level.height) for x, y in corners[:-1]), (*corners[-1], z))
        facing = math.remainder(self.figures[model].placement.turn + turn, math.tau) if turn else None
        return Path((Leg(LegKind.FLY if self.flies else LegKind.WALK, points, facing=facing),))

    def way(self, model: str, spot: Spot, taken: Mapping[str, Spot], turn: float = 0.0) -> Path | None:
        """Return a way to a spot that is worth judging: straight, or on one surface around what is in the way."""
        level = self.level_at(model, spot)
        if level is None:
            return None
        here = self.figures[model].placement.at
        start = self._levels.under(here)
        if self.flies or start is None or start.number != level.number:
            return self._path(model, level, (spot,), turn)
        places, reaches = self._standing(model, taken, are_there=True)
        near = reaches + self.volume(model).reach
        if self._is_clear(model, level, spot, places, near):
            return self._path(model, level, (spot,), turn)
        if model not in self._ways or self._ways[model][0] != taken:
            self._ways[model] = {**taken}, self._ways_from(model, level, places, near)
        corners = self._ways[model][1].to((*spot, here[2]))
        return None if corners is None else self._path(model, level, [at[:2] for at in corners], turn)

    def _is_clear(self, model: str, level: Level, spot: Spot, places: FloatArray, near: FloatArray) -> bool:
        """Return whether nothing is in the way of a straight walk."""
        import shapely

        line = shapely.LineString([self.figures[model].placement.at[:2], spot])
        if len(places) and bool((_distances(line, places) < near - LENGTH_EPSILON).any()):
            return False
        return bool(shapely.covers(self._free(model, level), line))

    def _ways_from(self, model: str, level: Level, places: FloatArray, near: FloatArray) -> WaysFrom:
        """Return the walks of a model on a surface around what is in the way, others at ``places`` among it."""
        import shapely

        x, y, z = self.figures[model].placement.at
        inches = self.inches(model)
        free = shapely.intersection(
            self._free(model, level), shapely.box(x - inches, y - inches, x + inches, y + inches)
        )
        is_met = _distances(shapely.Point(x, y), places) < near + inches
        outside = near[is_met] / math.cos(math.pi / (4 * ROUND))
        free = shapely.difference(
            free, shapely.union_all(shapely.buffer(shapely.points(places[is_met]), outside, quad_segs=ROUND))
        )
        return WaysFrom(free, (x, y, z), inches)


def _distances(shape: Any, places: FloatArray) -> FloatArray:
    """Return how far places (n, 2) are from a shape (n)."""
    import shapely

    found: FloatArray = shapely.distance(shape, shapely.points(places)) if len(places) else np.zeros(0)
    return found
