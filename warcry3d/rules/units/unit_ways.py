"""Ways for models of a unit that move one after the other: straight where that is allowed, around things elsewhere."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point, along
from warcry3d.motion.reach import Reach
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.volume import volume_of
from warcry3d.rules.units.formations import Spot, rings
from warcry3d.table.table import Table
from warcry3d.units import RESTING_GAP

__all__ = ["Moved", "UnitWayTerms", "UnitWays", "free_spots", "straight_way", "surface_at", "turned_at_end"]

MOST_REACHES = 12
"""So many models of a unit are led around things in one move of it: each takes some 40 ms."""

LEAST_TURN, LAST = 0.2, 0.5
"""Turns of less than this (radians) are not made; a model turns on the last half inch of its way."""

Moved = tuple[tuple[str, Placement], ...]
"""Models that have moved already, in their order, and where they are."""


class WayJudge(Protocol):
    """Says where a model's way ends after others have moved; None: it is not allowed."""

    def __call__(self, table: Table, model: str, path: Path, before: Moved) -> Placement | None: ...


@dataclass(frozen=True, slots=True)
class UnitWayTerms:
    """What the rules say about a unit's move: ``judge`` of single ways, ``reach`` where a model gets to on a table,
    ``inches`` that it has, and whether it ``flies``; ``is_straight``: nobody goes around anything. ``facing``: the
    facing that a model should have at a spot (radians), if it can; None: its own.
    """

    judge: WayJudge
    reach: Callable[[Table, str], Reach]
    inches: Callable[[str], float]
    flies: bool = False
    is_straight: bool = False
    facing: Callable[[str, Spot], float | None] = lambda model, spot: None


class UnitWays:
    """The ways of one unit's move, found one after the other: see `warcry3d.rules.units.formations.follow`.

    ``height``: of the surface that they get to where several lie above each other (in); if not given, the nearest to
    where each model stands.
    """

    def __init__(self, table: Table, terms: UnitWayTerms, height: float | None = None) -> None:
        self._terms, self._height = terms, height
        self._tables = [table]
        self._ends: dict[str, Placement] = {}
        self._reaches: dict[tuple[str, int], Reach] = {}

    def way(self, model: str, spot: Spot, before: Sequence[ModelPath]) -> Path | None:
        """Return an allowed way to a spot after others have gone theirs; None where none is found."""
        table = self.after(before)
        here = table.model(model).placement.at
        if math.dist(here[:2], spot) > self._terms.inches(model):
            return None
        key = model, len(before)
        if key not in self._reaches:
            path = straight_way(table, model, spot, height=self._height, flies=self._terms.flies)
            if path is None:
                return None
            allowed = self._allowed(table, model, path, before)
            if allowed is not None:
                return allowed
            is_straight = self._terms.flies or self._terms.is_straight
            if is_straight or len(self._reaches) >= MOST_REACHES:
                return None
            self._reaches[key] = self._terms.reach(table, model)
        path = self._route(table, model, self._reaches[key], spot)
        return None if path is None else self._allowed(table, model, path, before)

    def spots(self, model: str, home: Spot, most: float, before: Sequence[ModelPath]) -> Iterator[Spot]:
        """Return a spot and those around it, up to ``most`` (in) away, on which the model has room and may get to."""
        table = self.after(before)
        around = np.array(list(rings(home, most)))
        here = table.model(model).placement.at
        near = np.hypot(around[:, 0] - here[0], around[:, 1] - here[1]) <= self._terms.inches(model)
        free = around[near & free_spots(table, model, around, self._height)]
        return ((x, y) for x, y in free.tolist())

    def after(self, before: Sequence[ModelPath]) -> Table:
        """Return the table after others have moved; made once for each of them."""
        while len(self._tables) <= len(before):
            last = before[len(self._tables) - 1].model
            self._tables.append(self._tables[-1].placing(last, self._ends[last]))
        return self._tables[len(before)]

    def _route(self, table: Table, model: str, reach: Reach, spot: Spot) -> Path | None:
        """Return the way to a spot by what a model reaches; None where there is none, or it stands there."""
        level = surface_at(table, model, spot, self._height)
        route = None if level is None else reach.route(level, spot)
        return route.path if route is not None and route.path.legs else None

    def _allowed(self, table: Table, model: str, path: Path, before: Sequence[ModelPath]) -> Path | None:
        """Return a way, with the facing that the model should have at its end if it can; None: it is not allowed."""
        here, last = table.model(model).placement, path.legs[-1].to[-1]
        facing = self._terms.facing(model, (last[0], last[1]))
        if facing is not None and abs(math.remainder(facing - here.turn, math.tau)) > LEAST_TURN:
            turned = turned_at_end(path, here.at, facing)
            if self._is_allowed(table, model, turned, before):
                return turned
        return path if self._is_allowed(table, model, path, before) else None

    def _is_allowed(self, table: Table, model: str, path: Path, before: Sequence[ModelPath]) -> bool:
        moved = tuple((one.model, self._ends[one.model]) for one in before)
        end = self._terms.judge(table, model, path, moved)
        if end is not None:
            self._ends[model] = end
        return end is not None


def surface_at(table: Table, model: str, spot: Spot, height: float | None = None) -> Level | None:
    """Return the surface at a spot that is nearest to a height, that of the model if not given; None off the board."""
    z = table.model(model).placement.at[2] if height is None else height
    holding = [level for level in levels_of(table).levels if level.holds(*spot)]
    return min(holding, key=lambda one: abs(one.height - z), default=None)


def straight_way(
    table: Table, model: str, spot: Spot, *, height: float | None = None, flies: bool = False
) -> Path | None:
    """Return the straight way to a spot, on the surface that `surface_at` gives; None off the board."""
    level = surface_at(table, model, spot, height)
    if level is None:
        return None
    z = levels_of(table).resting_height(level, *spot)
    return Path((Leg(LegKind.FLY if flies else LegKind.WALK, ((spot[0], spot[1], z),)),))


def turned_at_end(path: Path, start: Point, facing: float) -> Path:
    """Return a way on whose last half inch the model turns to a facing (radians)."""
    last = path.legs[-1]
    a, b = (start if len(path.legs) == 1 else path.legs[-2].to[-1]) if len(last.to) == 1 else last.to[-2], last.to[-1]
    length = math.dist(a, b)
    if last.kind is LegKind.FLY or length < LEAST_TURN:
        return Path((*path.legs[:-1], replace(last, facing=facing)))
    between = along(a, b, max(1.0 - LAST / length, 0.5))
    return Path((*path.legs[:-1], replace(last, to=(*last.to[:-1], between)), replace(last, to=(b,), facing=facing)))


def free_spots(table: Table, model: str, spots: FloatArray, height: float | None = None) -> NDArray[np.bool_]:
    """Return at which of some spots (n, 2) a model has room beside terrain and other models, as it faces now.

    Looked at on the surfaces that `surface_at` gives. Ways, and rules about their ends, are for the judge.
    """
    import shapely

    mover = table.model(model)
    volume = volume_of(mover)
    room, z = room_of(table, volume), mover.placement.at[2] if height is None else height
    free = np.zeros(len(spots), dtype=np.bool_)
    others = others_of(table, model, volume).standing
    left = np.ones(len(spots), dtype=np.bool_)
    for level in sorted(levels_of(table).levels, key=lambda one: abs(one.height - z)):
        here = left & shapely.intersects_xy(level.area, spots[:, 0], spots[:, 1])
        if not here.any():
            continue
        left &= ~here
        open_ = here & shapely.intersects_xy(room.free(level), spots[:, 0], spots[:, 1])
        for other in others:
            if not open_.any():
                break
            if other.low + RESTING_GAP - volume.height < level.height < other.high - RESTING_GAP:
                x, y, _ = other.model.placement.at
                near = open_ & (np.hypot(spots[:, 0] - x, spots[:, 1] - y) <= other.volume.reach + volume.reach)
                open_[near] = ~shapely.intersects_xy(other.closed, spots[near, 0], spots[near, 1])
        free |= open_
    return free
