"""The plan of a table for one volume: slices, shafts between them, ways through, steps. Kept with the terrain."""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.climbing import Climbable, Obstacle, obstacles_of
from warcry3d.motion.free import Room, room_of
from warcry3d.motion.levels import STEP
from warcry3d.motion.others import Others, others_of
from warcry3d.motion.passages import Passage, passages_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.reaching.links import Ledger
from warcry3d.motion.reaching.rungs import Rungs, rungs_of
from warcry3d.motion.reaching.shafts import Climbs, Shaft, places_along, shaft_between
from warcry3d.motion.reaching.slices import Slice, field_of, slices_of
from warcry3d.motion.trace import Terms, trace
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.motion.ways import Field
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import HAIR, RESTING_GAP

__all__ = ["Plan", "Stage", "Step", "Through", "plan_of", "stage_of"]

SLANTS = tuple(math.radians(degrees) for degrees in (0, -10, 10, -20, 20, -30, 30, -40, 40, -50, 50, -60, 60))
"""At which angles to straight a way through a door or arch is tried."""


@dataclass(frozen=True, slots=True)
class Through:
    """A straight way through a door or arch: from (x, y) on one level's slice to another, and its length."""

    passage: Passage
    low: int
    start: tuple[float, float]
    high: int
    end: tuple[float, float]

    @property
    def length(self) -> float:
        """Return how long it is (in)."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True, eq=False)
class Step:
    """Places (n, 2) at which one walks between two levels less than a step apart in height."""

    one: int
    other: int
    places: FloatArray


class Plan:
    """What a search for a volume rests on; other models are no part of it."""

    def __init__(self, table: Table, volume: Volume, climbs: Climbable) -> None:
        self.climbs = climbs
        self.room: Room = room_of(table, volume)
        self.obstacles: tuple[Obstacle, ...] = obstacles_of(table.terrain, self.room.ground, climbs)
        self.slices: tuple[Slice, ...] = slices_of(self.room, self.obstacles)
        self._shafts: dict[tuple[int, int], Shaft | None] = {}
        self._steps: tuple[Step, ...] | None = None
        self._through: tuple[Through, ...] | None = None
        self._rungs: tuple[Rungs, ...] | None = None
        self.kept_stage: tuple[object, Stage] | None = None

    def shaft(self, low: Slice, high: Slice) -> Shaft | None:
        """Return the shaft between two slices, None where there is none; found once."""
        key = low.number, high.number
        if key not in self._shafts:
            is_shaft = low.level is not None and high.height > low.height + RESTING_GAP
            self._shafts[key] = shaft_between(self.room, low, high, self.obstacles) if is_shaft else None
        return self._shafts[key]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return where one walks from level to level."""
        if self._steps is None:
            self._steps = tuple(_steps(self.room))
        return self._steps

    def through(self, table: Table, model: Model) -> tuple[Through, ...]:
        """Return the ways through doors and arches, each tried once by the judge, nobody else being there."""
        if self._through is None:
            alone = replace(table, models=(model,))
            self._through = tuple(
                way for passage in passages_of(table.terrain) for way in _through(alone, model, self.room, passage)
            )
        return self._through

    def rungs(self, table: Table, model: Model) -> tuple[Rungs, ...]:
        """Return the climbs by ladders and stairs, each tried once by the judge, nobody else being there."""
        if self._rungs is None:
            alone = replace(table, models=(model,))
            terms = Terms(climbs=self.climbs)
            self._rungs = rungs_of(alone, model.id, self.room, self.slices, self.obstacles, terms)
        return self._rungs


def plan_of(table: Table, model: Model, climbs: Climbable) -> Plan:
    """Return the plan for a model's volume, found once for all tables that share terrain and board."""
    volume = volume_of(model)
    limits = sorted(climbs) if climbs is not None else None
    key = f"motion.plan {table.board.width} {table.board.depth} {volume.key} {volume.height} {limits}"
    derived = table.terrain.derived
    if not isinstance(derived.get(key), Plan):
        derived[key] = Plan(table, volume, climbs)
    return cast(Plan, derived[key])


def _steps(room: Room) -> list[Step]:
    import shapely

    found = []
    for one in room.levels.levels:
        for other in room.levels.levels[one.number + 1 :]:
            if abs(other.height - one.height) >= STEP - HAIR:
                continue
            rim = shapely.boundary(shapely.buffer(other.area, -50 * HAIR, join_style="mitre"))
            both = shapely.intersection(rim, shapely.intersection(room.free(one), room.free(other)))
            places = places_along(both)
            if len(places):
                found.append(Step(one.number, other.number, places))
    return found


def _through(table: Table, model: Model, room: Room, passage: Passage) -> list[Through]:
    """Return the straight ways through a passage that the judge lets pass, both ways."""
    volume = room.volume
    found = []
    u, v = passage.along
    for slant in SLANTS:
        c, s = math.cos(slant), math.sin(slant)
        way = (c * u - s * v, s * u + c * v)
        outline = volume.outline((0.0, 0.0))
        ahead = float(outline.farthest(np.array([(u, v)]))[0] @ np.array([u, v]))
        far = (passage.depth / 2 + ahead + CLEARANCE) / c
        x, y = passage.middle
        ends = [(x - far * way[0], y - far * way[1]), (x + far * way[0], y + far * way[1])]
        for start, end in (ends, ends[::-1]):
            low = room.levels.under((*start, passage.low))
            high = room.levels.under((*end, passage.low))
            if low is None or high is None:
                continue
            legs = (
                Leg(LegKind.PLACE, ((*start, low.height),)),
                Leg(LegKind.DOOR, ((*end, high.height),), passage.name),
            )
            if not trace(table, model.id, Path(legs)).faults:
                found.append(Through(passage, low.number, start, high.number, end))
    return found


CLEARANCE = 0.004
"""How far (in) before and beyond the way through a base stands."""


class Stage:
    """A plan with the other models on it: who stands somewhere takes room at each height that the body shares."""

    def __init__(self, plan: Plan, others: Others) -> None:
        self.plan = plan
        self.others = others
        self._fields: dict[int, Field] = {}
        self._floors: dict[int, Field] = {}
        self._ledger: Ledger | None = None
        self._free: dict[int, Any] = {}
        self._shafts: dict[tuple[int, int], Shaft | None] = {}
        self._masks: dict[tuple[int, int, float], Mask] = {}
        self._walks: dict[tuple[int, float], Mask] = {}

    def taken(self, low: float, high: float) -> Any:
        """Return where other models keep the centre out between two heights of the base's bottom."""
        import shapely

        tall = self.plan.room.volume.height
        bodies = [
            other.closed
            for other in self.others.standing
            if other.low + RESTING_GAP - tall < high + HAIR and other.high - RESTING_GAP > low - HAIR
        ]
        return shapely.union_all(bodies)

    def field(self, slice_: Slice) -> Field:
        """Return where the centre may be at a slice's height."""
        import shapely

        if slice_.number not in self._fields:
            taken = self.taken(slice_.height, slice_.height)
            if not taken.intersects(slice_.area):
                self._fields[slice_.number] = slice_.field
            else:
                self._fields[slice_.number] = field_of(shapely.difference(slice_.area, taken))
        return self._fields[slice_.number]

    def floor(self, slice_: Slice) -> Field:
        """Return where the centre may be on a slice's level alone."""
        if slice_.number not in self._floors:
            self._floors[slice_.number] = field_of(self.free(slice_))
        return self._floors[slice_.number]

    def free(self, slice_: Slice) -> Any:
        """Return where a centre may stand on the slice's level; nothing for a slice without a level."""
        import shapely

        if slice_.number not in self._free:
            free = shapely.Polygon()
            if slice_.level is not None:
                free = shapely.difference(self.plan.room.free(slice_.level), self.taken(slice_.height, slice_.height))
            shapely.prepare(free)
            self._free[slice_.number] = free
        return self._free[slice_.number]

    def shaft(self, low: Slice, high: Slice) -> Shaft | None:
        """Return the shaft between two slices without what others take of it."""
        import shapely

        key = low.number, high.number
        if key not in self._shafts:
            shaft = self.plan.shaft(low, high)
            if shaft is not None:
                taken = self.taken(low.height, high.height)
                if not taken.is_empty:
                    shapely.prepare(taken)
                    area = shapely.difference(shaft.area, taken)
                    shapely.prepare(area)
                    rim = shaft.rim[~_within(taken, shaft.rim)] if len(shaft.rim) else shaft.rim
                    more = self._landings(low, taken, area)
                    shaft = replace(
                        shaft, area=area, rim=np.concatenate([rim, more]), climbs=_left(shaft.climbs, taken)
                    )
            self._shafts[key] = shaft
        return self._shafts[key]

    @property
    def shafts(self) -> tuple[Shaft, ...]:
        """Return all shafts there are."""
        slices = self.plan.slices
        pairs = [(low, high) for low in slices if low.level is not None for high in slices if high.height > low.height]
        return tuple(shaft for low, high in pairs if (shaft := self.shaft(low, high)) is not None)

    def ledger(self, through: tuple[Through, ...], rungs: tuple[Rungs, ...]) -> Ledger:
        """Return all links, laid down once."""
        if self._ledger is None:
            free = [way for way in rungs if not self._is_taken(way)]
            self._ledger = Ledger(self, through, tuple(free))
        return self._ledger

    def _is_taken(self, way: Rungs) -> bool:
        """Return whether others are in the way of a climb."""
        tall = self.plan.room.volume.height
        return any(self.others.met(a, b, tall) for a, b in pairwise(way.points))

    def _landings(self, low: Slice, taken: Any, area: Any) -> FloatArray:
        """Return places beside others, in a shaft, from which one walks on where one cannot come down."""
        import shapely

        lines = shapely.intersection(shapely.boundary(shapely.buffer(taken, CLEARANCE)), area)
        places = places_along(lines)
        return places[_within(area, places)] if len(places) else places

    def mask(self, shaft: Shaft, spacing: float) -> "Mask":
        """Return the lattice points at which one comes straight down a shaft."""
        key = shaft.low.number, shaft.high.number, spacing
        if key not in self._masks:
            self._masks[key] = Mask.of(shaft.area, spacing)
        return self._masks[key]

    def standing(self, slice_: Slice, spacing: float) -> "Mask":
        """Return the lattice points at which one stands on the slice's level."""
        key = slice_.number, spacing
        if key not in self._walks:
            self._walks[key] = Mask.of(self.free(slice_), spacing)
        return self._walks[key]


def stage_of(plan: Plan, table: Table, model: Model) -> Stage:
    """Return the plan with the others of a table on it; the last one asked for is kept."""
    others = others_of(table, model.id, plan.room.volume)
    key = tuple((o.model.placement, o.volume.key, o.volume.height) for o in others.standing)
    if plan.kept_stage is None or plan.kept_stage[0] != key:
        plan.kept_stage = (key, Stage(plan, others))
    return plan.kept_stage[1]


@dataclass(frozen=True, eq=False)
class Mask:
    """Which points of the lattice lie in an area: ``inside`` (rows, columns), the first of them in line ``row`` and
    column ``column``, counted from the origin.
    """

    inside: NDArray[np.bool_]
    row: int
    column: int

    @classmethod
    def of(cls, area: Any, spacing: float) -> "Mask":
        """Return the mask of a shapely area."""
        import shapely

        if area.is_empty:
            return cls(np.zeros((0, 0), dtype=np.bool_), 0, 0)
        west, south, east, north = area.bounds
        column, row = math.ceil(west / spacing), math.ceil(south / spacing)
        columns, rows = math.floor(east / spacing) - column + 1, math.floor(north / spacing) - row + 1
        x, y = np.meshgrid((column + np.arange(columns)) * spacing, (row + np.arange(rows)) * spacing)
        return cls(np.asarray(shapely.intersects_xy(area, x, y)), row, column)


def _within(area: Any, places: FloatArray) -> NDArray[np.bool_]:
    import shapely

    return np.asarray(shapely.intersects_xy(area, places[:, 0], places[:, 1]), dtype=np.bool_)


def _left(climbs: Climbs, taken: Any) -> Climbs:
    if not len(climbs.place):
        return climbs
    keep = ~(_within(taken, climbs.place) | _within(taken, climbs.foot))
    return Climbs(*(getattr(climbs, name)[keep] for name in Climbs.__dataclass_fields__))
