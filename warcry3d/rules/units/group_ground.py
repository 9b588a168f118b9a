"""The ground under a group that moves: where its models have room, and ways there that nothing is in the way of.

It only looks for what is worth judging: whether a way is allowed, the rules say.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np

from warcry3d.geom.shared_shapes import covers
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.corner_kernels import any_within, distances_to_way
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import STEP, Level, Levels, levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.standing_models import closed_around
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.motion.way_around import WaysFrom
from warcry3d.rules.units.formations import Spot
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["GroupTerrain"]

ROUND = 12
"""A model in the way is taken as a polygon of four times so many corners around its reach, which is a little larger."""

DEEP = 0.01
"""A model that stands so much (in) within another's circle cannot walk: real pieces overlap less."""

MOST_KEPT = 20_000
"""So many spots are kept with what terrain says of them."""

_Body: TypeAlias = tuple[Spot, Volume]
"""A model in the way: where it stands, and its volume."""


class _Bodies:
    """Models in the way, their places (n, 2) and reaches (n,) at hand for all at once."""

    def __init__(self, bodies: Sequence[_Body]) -> None:
        self._bodies = bodies
        self._places = np.array([at for at, _ in bodies], np.float64).reshape(-1, 2)
        self._reaches = np.array([volume.reach for _, volume in bodies], np.float64)

    def shut_in(self, volume: Volume, spot: Spot) -> bool:
        """Return whether a round mover at a spot stands well inside a round body: no walk leads out of that."""
        if not volume.is_round or not self._is_any_near(volume, spot, -DEEP):
            return False
        far = np.hypot(*(self._places - spot).T)
        deep = np.flatnonzero(far < self._reaches + (volume.reach - DEEP))
        return any(self._bodies[n][1].is_round for n in deep.tolist())

    def near_spot(self, volume: Volume, spot: Spot, more: float = 0.0) -> list[_Body]:
        """Return the bodies whose circles a mover's circle meets at a spot, or within ``more`` inches of it."""
        if not self._is_any_near(volume, spot, more):
            return []
        return self._near(np.hypot(*(self._places - spot).T), volume, more)

    def _is_any_near(self, volume: Volume, spot: Spot, more: float) -> bool:
        """Return whether any circle may be so near; a tenth of the time that naming them takes."""
        return bool(any_within(self._places, self._reaches, volume.reach + more + LENGTH_EPSILON, *spot))

    def near_line(self, volume: Volume, line: Any) -> list[_Body]:
        """Return the bodies whose circles a mover's circle meets on a line (shapely)."""
        import shapely

        return self._near(distances_to_way(self._places, shapely.get_coordinates(line)), volume)

    def _near(self, far: FloatArray, volume: Volume, more: float = 0.0) -> list[_Body]:
        met = np.flatnonzero(far < self._reaches + (volume.reach + more - LENGTH_EPSILON))
        return [self._bodies[n] for n in met.tolist()]


@dataclass(frozen=True, eq=False)
class GroupTerrain:
    """A table, the models of a group by their ids, whether they fly, and the inches that each has."""

    table: Table
    figures: Mapping[str, Model]
    flies: bool
    inches: Callable[[str], float]
    _volumes: dict[tuple[str, float], Volume] = field(default_factory=dict)
    _spots: dict[tuple[str, float, Spot], bool] = field(default_factory=dict)
    _levels_at: dict[tuple[float, Spot], tuple[Level | None]] = field(default_factory=dict)
    _inches: dict[str, float] = field(default_factory=dict)
    _steps: dict[str, tuple[float, ...]] = field(default_factory=dict)
    _around: dict[str, Any] = field(default_factory=dict)
    """The free area that a model's inches may lead to."""
    _ways: dict[str, tuple[_Bodies, WaysFrom]] = field(default_factory=dict)
    _asked: dict[tuple[str, float, bool], tuple[dict[str, Spot], _Bodies]] = field(default_factory=dict)
    """Who stood where when a model was asked about last: the same object as long as that is the same."""

    def volume(self, model: str, turn: float = 0.0) -> Volume:
        """Return the volume of a model as it stands, turned by ``turn`` (radians)."""
        if (model, turn) not in self._volumes:
            figure = self.figures[model]
            turned = figure.moved(Placement(figure.placement.at, figure.placement.turn + turn)) if turn else figure
            self._volumes[model, turn] = volume_of(turned)
        return self._volumes[model, turn]

    @cached_property
    def _levels(self) -> Levels:
        return levels_of(self.table)

    @cached_property
    def _others(self) -> tuple[_Body, ...]:
        """Return all models that are not in the group."""
        there = (one for one in self.table.models if one.id not in self.figures)
        return tuple((one.placement.at[:2], volume_of(one)) for one in there)

    def _standing(self, model: str, taken: Mapping[str, Spot], turn: float, *, are_there: bool) -> _Bodies:
        """Return all others: of the group those that have gone, turned by then, and where ``are_there`` the rest."""
        asked = model, turn, are_there
        if self._asked.get(asked, (None,))[0] != taken:
            self._asked[asked] = {**taken}, self._bodies(model, taken, turn, are_there=are_there)
        return self._asked[asked][1]

    def _bodies(self, model: str, taken: Mapping[str, Spot], turn: float, *, are_there: bool) -> _Bodies:
        own = [
            (taken.get(id, one.placement.at[:2]), self.volume(id, turn if id in taken else 0.0))
            for id, one in self.figures.items()
            if id != model and (are_there or id in taken)
        ]
        return _Bodies([*self._others, *own])

    def level_at(self, model: str, spot: Spot) -> Level | None:
        """Return the surface at a spot that is nearest in height to where a model stands; None off the board."""
        z = self.figures[model].placement.at[2]
        found = self._levels_at.get((z, spot))
        if found is None:
            if len(self._levels_at) >= MOST_KEPT:
                self._levels_at.clear()
            holding = [level for level in self._levels.levels if level.holds(*spot)]
            found = (min(holding, key=lambda one: abs(one.height - z)) if holding else None,)
            self._levels_at[z, spot] = found
        return found[0]

    def _free(self, volume: Volume, level: Level) -> Any:
        import shapely

        area = room_of(self.table, volume).free(level)
        shapely.prepare(area)
        return area

    def can_stand(self, model: str, spot: Spot, taken: Mapping[str, Spot], turn: float = 0.0) -> bool:
        """Return whether a model has room at a spot, beside terrain and those that have gone, and inches enough; it and
        they are turned by ``turn`` (radians).
        """
        if math.dist(self.figures[model].placement.at[:2], spot) > self._inches_of(model) + LENGTH_EPSILON:
            return False
        if not self._has_room(model, spot, turn):
            return False
        volume = self.volume(model, turn)
        bodies = self._standing(model, taken, turn, are_there=False)
        return not any(_overlap(one, volume, spot) for one in bodies.near_spot(volume, spot))

    def _has_room(self, model: str, spot: Spot, turn: float) -> bool:
        """Return whether terrain leaves a model room at a spot."""
        import shapely

        found = self._spots.get((model, turn, spot))
        if found is None:
            if len(self._spots) >= MOST_KEPT:
                self._spots.clear()
            level = self.level_at(model, spot)
            free = None if level is None else self._free(self.volume(model, turn), level)
            found = free is not None and bool(shapely.intersects_xy(free, *spot))
            self._spots[model, turn, spot] = found
        return found

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
        bodies = self._standing(model, taken, turn, are_there=True)
        if bodies.shut_in(self.volume(model), here[:2]):
            return None
        if self._is_clear(model, level, spot, bodies):
            return self._path(model, level, (spot,), turn)
        if self._ways.get(model, (None,))[0] is not bodies:
            self._ways[model] = bodies, self._ways_from(model, level, bodies)
        corners = self._ways[model][1].to((*spot, here[2]))
        return None if corners is None else self._path(model, level, [at[:2] for at in corners], turn)

    def surely_meets(self, model: str, path: Path, before: Mapping[str, Placement]) -> bool:
        """Return whether a walk leads into another model of the group once some stand elsewhere; False: perhaps not.

        It costs a hundredth of a judgement, which would find the same.
        """
        volume, heights = self.volume(model), self._heights(model)
        if self.flies or not volume.is_round or any(leg.kind is not LegKind.WALK for leg in path.legs):
            return False
        others = [
            (before.get(id, one.placement).at, self.volume(id)) for id, one in self.figures.items() if id != model
        ]
        way = [self.figures[model].placement.at[:2], *(point[:2] for leg in path.legs for point in leg.to)]
        places = np.array([at[:2] for at, _ in others], np.float64).reshape(-1, 2)
        apart = distances_to_way(places, np.array(way, np.float64)) - [one.reach for _, one in others]
        met = (others[n] for n in np.flatnonzero(apart < volume.reach - DEEP).tolist())
        return any(one.is_round and _share_heights(at[2], one, heights, volume) for at, one in met)

    def _heights(self, model: str) -> tuple[float, ...]:
        """Return the heights of the surfaces that a model may get to by steps."""
        if model not in self._steps:
            start = self._levels.under(self.figures[model].placement.at)
            found = [] if start is None else [start.height]
            for height in found:
                near = (one.height for one in self._levels.levels if abs(one.height - height) < STEP)
                found += [one for one in near if one not in found]
            self._steps[model] = tuple(found)
        return self._steps[model]

    def _is_clear(self, model: str, level: Level, spot: Spot, bodies: _Bodies) -> bool:
        """Return whether nothing is in the way of a straight walk."""
        import shapely

        line, volume = shapely.LineString([self.figures[model].placement.at[:2], spot]), self.volume(model)
        if any(_is_crossed(one, volume, line) for one in bodies.near_line(volume, line)):
            return False
        return bool(covers(self._free(volume, level), line))

    def _ways_from(self, model: str, level: Level, bodies: _Bodies) -> WaysFrom:
        """Return the walks of a model on a surface around what is in the way, other models among it."""
        import shapely

        x, y, z = self.figures[model].placement.at
        inches, volume = self._inches_of(model), self.volume(model)
        if model not in self._around:
            box = shapely.box(x - inches, y - inches, x + inches, y + inches)
            self._around[model] = shapely.intersection(self._free(volume, level), box)
        met = bodies.near_spot(volume, (x, y), inches)
        free = shapely.difference(self._around[model], shapely.union_all([_closed(one, volume) for one in met]))
        return WaysFrom(free, (x, y, z), inches)

    def _inches_of(self, model: str) -> float:
        """Return the inches of a model, asked for once."""
        if model not in self._inches:
            self._inches[model] = self.inches(model)
        return self._inches[model]


def _share_heights(low: float, body: Volume, heights: Sequence[float], volume: Volume) -> bool:
    """Return whether a body that stands at a height shares some with a mover, on whichever of some surfaces it is."""
    least, most = low + RESTING_GAP - volume.height, low + body.height - RESTING_GAP
    return bool(heights) and all(least < height < most for height in heights)


def _are_round(body: _Body, volume: Volume) -> bool:
    return body[1].is_round and volume.is_round


def _overlap(body: _Body, volume: Volume, spot: Spot) -> bool:
    """Return whether a body whose circle meets a mover's at a spot overlaps it there."""
    return _are_round(body, volume) or bool(closed_around(body[1], body[0], volume).contains(_point(spot)))


def _is_crossed(body: _Body, volume: Volume, line: Any) -> bool:
    """Return whether a body whose circle meets a mover's on a line is in its way."""
    if _are_round(body, volume):
        return True
    return bool(closed_around(body[1], body[0], volume).intersection(line).length > LENGTH_EPSILON)


def _closed(body: _Body, volume: Volume) -> Any:
    """Return where a body keeps a mover's centre out (shapely): of circles a polygon that is a little larger."""
    if not _are_round(body, volume):
        return closed_around(body[1], body[0], volume)
    return _circle(*body[0], (body[1].reach + volume.reach) / math.cos(math.pi / (4 * ROUND)))


@lru_cache(maxsize=4096)
def _circle(x: float, y: float, radius: float) -> Any:
    """Return a polygon around a place (shapely); kept, as the models of a unit ask for it one by one."""
    return _point((x, y)).buffer(radius, quad_segs=ROUND)


def _point(spot: Spot) -> Any:
    import shapely

    return shapely.Point(spot)
