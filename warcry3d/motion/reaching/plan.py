"""The plan of a table for one volume: its layers and the joins between them, kept with the terrain.

Joins are derived when a search first may need them: what is out of reach by straight distance and heights alone is
never looked at.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.climbing import Obstacle, obstacles_of
from warcry3d.motion.free_space import Room, room_of
from warcry3d.motion.levels import STEP, Level
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Point
from warcry3d.motion.reaching.drop_columns import DropColumn, drop_column_between, places_along
from warcry3d.motion.reaching.effort import is_limited, may_derive
from warcry3d.motion.reaching.height_layers import HeightLayer, field_of, layers_of
from warcry3d.motion.reaching.links import (
    Join,
    join_of_drop_column,
    join_of_passage,
    join_of_rungs,
    join_of_step,
)
from warcry3d.motion.reaching.passage_links import PassageLink, passage_links_of
from warcry3d.motion.reaching.rungs import Rungs, may_join, rungs_of
from warcry3d.motion.trace import Terms
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.motion.ways import WaysField
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["SLACK", "Mask", "ReachPlan", "Scope", "plan_of"]

ABOUT = 0.1
"""How far (in) above where a model stands its level may lie, with a margin."""

SLACK = 0.01
"""Inches left to rounding where places are left out that are too far off, or too high up, to be of use."""

DOORSTEP = 1.5
"""How far apart (in), besides the reaches of two bases, two levels may lie that are joined by a door."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a search: it starts at ``at`` and has ``limit`` inches.

    ``barred`` and ``shut``: the doors and arches that the model cannot pass, see `CostModel`.
    """

    at: Point
    limit: float
    up: float
    is_walking: bool
    barred: frozenset[str] = frozenset()
    shut: frozenset[str] = frozenset()

    def spans(self, places: FloatArray, rise: float = 0.0) -> NDArray[np.bool_]:
        """Return which of the places (n, 2) may be within its inches, of which ``rise`` are spent on climbing up."""
        x, y = places[:, 0] - self.at[0], places[:, 1] - self.at[1]
        left = self.limit - max(rise - SLACK, 0.0) + LENGTH_EPSILON
        return np.asarray((x * x + y * y <= left * left) & (left >= 0))

    def apart(self, box: tuple[float, float, float, float]) -> float:
        """Return the level distance from its start to a box: west, south, east, north."""
        west, south, east, north = box
        x, y, _ = self.at
        return math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))


class ReachPlan:
    """What all searches for a volume share; other models are not part of it.

    Several threads may search at once: what they derive is kept only once it is whole.
    """

    def __init__(self, table: Table, volume: Volume, terms: Terms) -> None:
        self.terms = terms
        self.room: Room = room_of(table, volume)
        self.obstacles: tuple[Obstacle, ...] = obstacles_of(table.terrain, self.room.ground, terms.climbs)
        self.layers: tuple[HeightLayer, ...] = layers_of(self.room, self.obstacles)
        self.passage_links: list[PassageLink] = []
        self.rungs: list[Rungs] = []
        self.derived: dict[object, object] = {}
        self.left_out = 0
        """How often something was left out because no more could be derived."""
        self._drop_columns: dict[tuple[int, int], tuple[DropColumn, Join] | None] = {}
        self._steps: dict[tuple[int, int], Join | None] = {}
        self._passage_joins: dict[str, list[Join]] = {}
        self._rungs: dict[tuple[str, int, int], list[Join]] = {}
        self._floors: dict[int, WaysField] = {}
        self._masks: dict[tuple[object, ...], Mask] = {}

    def drop_column(self, low: HeightLayer, high: HeightLayer) -> DropColumn | None:
        """Return the drop column between two layers, None where there is none; derived once."""
        found = self._drop_column(low, high)
        return None if found is None else found[0]

    def _drop_column(self, low: HeightLayer, high: HeightLayer) -> tuple[DropColumn, Join] | None:
        key = low.number, high.number
        if key not in self._drop_columns:
            if not self._may_derive():
                return None
            drop_column = drop_column_between(self.room, low, high, self.obstacles, self.terms.climb_reach)
            self._drop_columns[key] = None if drop_column is None else (drop_column, join_of_drop_column(drop_column))
        return self._drop_columns[key]

    def _may_derive(self) -> bool:
        may = may_derive()
        self.left_out += not may
        return may

    def floor(self, layer: HeightLayer) -> WaysField:
        """Return where the centre may be on a layer's level alone."""
        if layer.number not in self._floors:
            assert layer.level is not None, "only levels are walked on"
            self._floors[layer.number] = field_of(self.room.free(layer.level))
        return self._floors[layer.number]

    def mask(self, drop_column: DropColumn, spacing: float) -> "Mask":
        """Return the lattice points at which a model comes straight down a drop column."""
        key = drop_column.low.number, drop_column.high.number, spacing
        if key not in self._masks:
            self._masks[key] = Mask.of(drop_column.area, spacing)
        return self._masks[key]

    def standing(self, level: Level, spacing: float) -> "Mask":
        """Return the lattice points at which a model stands on a level."""
        key = level.number, spacing
        if key not in self._masks:
            self._masks[key] = Mask.of(self.room.free(level), spacing)
        return self._masks[key]

    def rises(self, scope: Scope) -> FloatArray:
        """Return the least cost of climbing up to each layer, whatever the way."""
        return _rises(self, scope)

    def near(self, scope: Scope, rises: FloatArray) -> tuple[HeightLayer, ...]:
        """Return the layers that a search may need: those it has the inches for, by distances and heights alone.
        ``rises``: of this scope.

        A level is needed only where its surface may be reached. A model that jumps in the air beside it and lands below
        must only be above what it passes over: the layers at the tops of obstacles serve for that.
        """
        kept = []
        for layer in self.layers:
            if layer.level is None and scope.is_walking:
                continue
            if self._least(layer, scope, rises) <= scope.limit + LENGTH_EPSILON:
                kept.append(layer)
        return tuple(kept)

    def _least(self, layer: HeightLayer, scope: Scope, rises: FloatArray) -> float:
        """Return the inches that it takes at least to get to a layer."""
        apart = min((scope.apart(box) for box in self._boxes(layer)), default=math.inf)
        return float(rises[layer.number]) + apart

    def derive_nearest(
        self, table: Table, model: Model, scope: Scope, layers: tuple[HeightLayer, ...], rises: FloatArray
    ) -> None:
        """Where no more than so much may be derived, derive what leads to the nearest of some layers: ladders first."""
        if not is_limited():
            return
        for _ in self._rungs_near(table, model, scope, layers):
            pass
        least = {layer.number: self._least(layer, scope, rises) for layer in layers}
        pairs = [(low, high) for low in layers for high in layers if is_over(low, high)]
        for low, high in sorted(pairs, key=lambda pair: max(least[layer.number] for layer in pair)):
            self._drop_column(low, high)

    def _boxes(self, layer: HeightLayer) -> list[tuple[float, float, float, float]]:
        """Return boxes that a model must have come near if it used a layer."""
        if layer.level is not None:
            area = layer.level.area
            return [area.bounds] if not area.is_empty else []
        out = self.room.volume.reach + 2 * self.terms.climb_reach
        return [_box(obstacle, out) for obstacle in layer.over]

    def drop_columns(self, layers: tuple[HeightLayer, ...]) -> Iterator[DropColumn]:
        """Return all drop columns among some layers."""
        for found in self._pairs(layers):
            yield found[0]

    def _pairs(self, layers: tuple[HeightLayer, ...]) -> Iterator[tuple[DropColumn, Join]]:
        for low in layers:
            for high in layers:
                if is_over(low, high) and (found := self._drop_column(low, high)) is not None:
                    yield found

    def joins(self, table: Table, model: Model, scope: Scope, layers: tuple[HeightLayer, ...]) -> Iterator[Join]:
        """Return all joins among some layers that a search may need."""
        levels = [layer.level for layer in layers if layer.level is not None]
        if not scope.is_walking:
            for _, join in self._pairs(layers):
                yield join
            yield from self._rungs_near(table, model, scope, layers)
        for i, one in enumerate(levels):
            for other in levels[i + 1 :]:
                if (step := self._step(one, other)) is not None:
                    yield step
        alone = replace(table, models=(model,))
        for passage in passages_of(table.terrain):
            if passage.name in scope.barred or math.dist(passage.middle, scope.at[:2]) > scope.limit:
                continue
            if passage.name not in self._passage_joins:
                found = passage_links_of(alone, model.id, self.room, passage)
                first = _added(self.passage_links, found)
                self._passage_joins[passage.name] = [
                    join_of_passage(first + number, way) for number, way in enumerate(found)
                ]
            numbers = {layer.number for layer in layers}
            yield from (join for join in self._passage_joins[passage.name] if {join.low, join.high} <= numbers)

    def _step(self, one: Level, other: Level) -> Join | None:
        """Return where a model walks from level to level."""
        import shapely

        key = one.number, other.number
        if key not in self._steps:
            step = None
            if abs(other.height - one.height) < STEP - LENGTH_EPSILON and shapely.dwithin(
                one.area, other.area, LENGTH_EPSILON
            ):
                rim = shapely.boundary(shapely.buffer(other.area, -50 * LENGTH_EPSILON, join_style="mitre"))
                both = shapely.intersection(rim, shapely.intersection(self.room.free(one), self.room.free(other)))
                places = places_along(both)
                step = join_of_step(*key, places) if len(places) else None
            self._steps[key] = step
        return self._steps[key]

    def _rungs_near(self, table: Table, model: Model, scope: Scope, layers: tuple[HeightLayer, ...]) -> Iterator[Join]:
        """Return the climbs by ladders and stairs, each checked once by the judge on a table without other models."""
        floors = [layer for layer in layers if layer.level is not None]
        alone, terms = replace(table, models=(model,)), self.terms
        for number, obstacle in enumerate(self.obstacles):
            for flight in obstacle.flights:
                if scope.apart(_box(flight, self.room.volume.reach + self.terms.climb_reach)) > scope.limit:
                    continue
                for low in floors:
                    for high in floors:
                        key = flight.names[0], low.number, high.number
                        if key not in self._rungs:
                            if may_join(flight, low, high) and not self._may_derive():
                                continue
                            found = rungs_of(alone, model.id, self.room, (number, obstacle, flight), low, high, terms)
                            first, hurts = _added(self.rungs, found), obstacle.is_deadly
                            self._rungs[key] = [
                                join_of_rungs(first + k, climb, is_deadly=hurts) for k, climb in enumerate(found)
                            ]
                        yield from self._rungs[key]


def _added(kept: list[Any], found: Sequence[Any]) -> int:
    """Add what was found to what is kept and return the number of the first of it, whoever else adds meanwhile."""
    kept.extend(found)
    return next((number for number, one in enumerate(kept) if found and one is found[0]), 0)


def is_over(low: HeightLayer, high: HeightLayer) -> bool:
    """Return whether a drop column may lead from a layer to another: a level that is lower, or another at the same
    height.
    """
    if low.level is None or low is high:
        return False
    return high.height > low.height + RESTING_GAP or (
        high.level is not None and abs(high.height - low.height) <= RESTING_GAP
    )


def _box(obstacle: Obstacle, out: float) -> tuple[float, float, float, float]:
    (west, south, _), (east, north, _) = obstacle.bounds
    return west - out, south - out, east + out, north + out


def _rises(plan: ReachPlan, scope: Scope) -> FloatArray:
    """Return the least cost of climbing up to each layer, whatever the way.

    Rises of less than a step between levels that lie side by side are walked.
    """
    heights = np.array([layer.height for layer in plan.layers])
    least = scope.up * np.maximum(heights - scope.at[2] - ABOUT, 0.0)
    levels = [layer for layer in plan.layers if layer.level is not None and not layer.level.area.is_empty]
    beside = 2 * plan.room.volume.reach + DOORSTEP
    steps = [
        (one.number, other.number)
        for one in levels
        for other in levels
        if one is not other
        and abs(one.height - other.height) < STEP + 2 * RESTING_GAP
        and _are_near(one, other, beside)
    ]
    for _ in plan.layers:
        before = least.copy()
        for one, other in steps:
            least[other] = min(least[other], least[one])
        for layer in levels:
            rise = np.maximum(heights - layer.height, 0.0) * scope.up
            least = np.minimum(least, least[layer.number] + rise)
        if (least == before).all():
            break
    return least


def _are_near(one: HeightLayer, other: HeightLayer, apart: float) -> bool:
    assert one.level is not None and other.level is not None
    a, b = one.level.area.bounds, other.level.area.bounds
    return all(a[k] <= b[k + 2] + apart and b[k] <= a[k + 2] + apart for k in range(2))


@dataclass(frozen=True, eq=False)
class Mask:
    """Which points of the lattice lie in an area.

    ``inside`` (rows, columns); its first point is in line ``row`` and column ``column``, counted from the origin.
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

    def cut(self, window: "Mask") -> NDArray[np.bool_]:
        """Return its values in the window of another mask."""
        out = np.zeros(window.inside.shape, dtype=np.bool_)
        row, column = self.row - window.row, self.column - window.column
        rows, columns = self.inside.shape
        height, width = window.inside.shape
        top, right = min(row + rows, height), min(column + columns, width)
        bottom, left = max(row, 0), max(column, 0)
        if bottom < top and left < right:
            out[bottom:top, left:right] = self.inside[bottom - row : top - row, left - column : right - column]
        return out

    @property
    def corner(self) -> NDArray[np.int64]:
        """Return the row and column of its first point, (2,)."""
        return np.array((self.row, self.column), dtype=np.int64)

    @classmethod
    def around(cls, masks: "Sequence[Mask]") -> "Mask":
        """Return an empty mask whose window contains those of ``masks``."""
        low = [min(getattr(mask, name) for mask in masks) for name in ("row", "column")]
        shapes = [mask.inside.shape for mask in masks]
        high = [
            max(getattr(mask, name) + shape[k] for mask, shape in zip(masks, shapes, strict=True))
            for k, name in enumerate(("row", "column"))
        ]
        return cls(np.zeros((high[0] - low[0], high[1] - low[1]), dtype=np.bool_), low[0], low[1])

    def spot_in(self, window: "Mask") -> tuple[slice, slice]:
        """Return its rows and columns in a window that contains it."""
        row, column = self.row - window.row, self.column - window.column
        rows, columns = self.inside.shape
        return slice(row, row + rows), slice(column, column + columns)

    def axes(self, spacing: float) -> tuple[FloatArray, FloatArray]:
        """Return the x of its columns and the y of its rows."""
        rows, columns = self.inside.shape
        x = np.arange(self.column, self.column + columns, dtype=np.float64)
        y = np.arange(self.row, self.row + rows, dtype=np.float64)
        return x * spacing, y * spacing

    def within(self, west: float, south: float, east: float, north: float, spacing: float) -> "Mask":
        """Return the part of it that lies in a box."""
        left = max(math.ceil(west / spacing) - self.column, 0)
        bottom = max(math.ceil(south / spacing) - self.row, 0)
        right = max(math.floor(east / spacing) - self.column + 1, left)
        top = max(math.floor(north / spacing) - self.row + 1, bottom)
        return Mask(self.inside[bottom:top, left:right], self.row + bottom, self.column + left)


def plan_of(table: Table, model: Model, terms: Terms) -> ReachPlan:
    """Return the plan for a model's volume, shared by all tables with the same terrain and board."""
    volume = volume_of(model)
    limits = (terms.climb_reach, sorted(terms.climbs) if terms.climbs is not None else None)
    key = f"motion.plan {table.board.width} {table.board.depth} {volume.key} {volume.height} {volume.base} {limits}"
    derived = table.terrain.derived
    if not isinstance(derived.get(key), ReachPlan):
        derived[key] = ReachPlan(table, volume, terms)
    return cast(ReachPlan, derived[key])
