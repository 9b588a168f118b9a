"""Everywhere a model can get to: what each place costs, the way there, and what it risks.

`reach` searches, `trace` is the truth: all ways that are offered are paths for `trace`, which finds no fault with them
and measures them alike. Places at which climbs and walks after drops begin are tried every 0.1 in along borders; a way
that would begin between two of them may come out longer by a little: see docs/motion.md for how much.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import QuestionError
from warcry3d.geom.planar import Point2
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.levels import FLOOR, Level
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.reaching.plan import Mask, Scope, plan_of
from warcry3d.motion.reaching.search import Hop, Search, Tariff
from warcry3d.motion.reaching.slices import Slice
from warcry3d.motion.reaching.stage import Stage, stage_of
from warcry3d.motion.reaching.trail import path_to
from warcry3d.motion.trace import Terms, trace
from warcry3d.motion.ways_field import Field
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import HAIR

__all__ = ["Ends", "LevelReach", "Reach", "Rim", "Route", "Tariff", "prepare_reach", "reach"]

LATTICE = 0.1
"""How far apart lattice points are (in) unless asked otherwise."""


STEEP = 1e9
"""What an inch up costs who only walks: more than anybody has."""

SPECK = 0.004
"""Gaps of a rim narrower than twice this (in), and patches of less than this (square inches), are not drawn."""

TOO_DEEP = 0.03
"""How far (in) from where it is free a model may stand and still move: what the judge forgives, and a hair."""


@dataclass(frozen=True, slots=True)
class Route:
    """The cheapest way to a place: the ``path``, what it costs (in), the impact rolls on it, the climbs of deadly
    things, how far each of its drops goes (in), and the marks of its end.
    """

    path: Path
    cost: float
    rolls: int
    deadly: int
    drops: tuple[float, ...] = ()
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Rim:
    """The rim of a patch of a level: ``outer`` (n, 2) anticlockwise, ``holes`` (each (m, 2)) clockwise, not closed."""

    outer: FloatArray
    holes: tuple[FloatArray, ...]


@dataclass(frozen=True, eq=False)
class LevelReach:
    """What of a level is reached: ``cost`` (rows, columns) at lattice points (``x[i]``, ``y[j]``), nan where it is not;
    ``rolls`` alike, the impact damage rolls on the cheapest way there, ``deadly`` the climbs of deadly things;
    ``marks``: for each mark whose areas were given, which points lie in one.
    """

    level: Level
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    cost: NDArray[np.float64]
    rolls: NDArray[np.int64]
    deadly: NDArray[np.int64]
    marks: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return "floor", or the parts that the level is made of."""
        return FLOOR if self.level.is_floor else ", ".join(sorted({name for name, _ in self.level.parts}))

    @property
    def count(self) -> int:
        """Return how many lattice points are reached."""
        return int(np.isfinite(self.cost).sum())


@dataclass(frozen=True, slots=True)
class Ends:
    """What a rule system says about ends, by areas of a level: ``kept_off``: where none is; ``marks``: where it is
    marked, by the mark's name.
    """

    kept_off: Callable[[Level], Any] | None = None
    marks: Mapping[str, Callable[[Level], Any]] = field(default_factory=dict)


class Reach:
    """All that a model can reach with some inches. ``levels``: the levels on which it reaches anything."""

    def __init__(
        self,
        stage: Stage,
        search: Search | None,
        start: Point,
        limit: float,
        spacing: float,
        ends: Ends,
    ) -> None:
        """``search``: None for who flies."""
        self._kept_off = ends.kept_off
        self._marks = ends.marks
        self.stage = stage
        self.start = start
        self.limit = limit
        self.spacing = spacing
        self._search = search

    @cached_property
    def levels(self) -> tuple[LevelReach, ...]:
        """Return the levels on which any lattice point is reached."""
        found = [self._level(s) for s in self.stage.slices if s.level is not None and self._is_reached(s)]
        return tuple(level for level in found if level is not None)

    def _level(self, slice_: Slice) -> LevelReach | None:
        assert slice_.level is not None
        mask = self.stage.standing(slice_, self.spacing)
        if self._kept_off is not None:
            off = Mask.of(self._kept_off(slice_.level), self.spacing).cut(mask)
            mask = Mask(mask.inside & ~off, mask.row, mask.column)
        if not mask.inside.any():
            return None
        cost, rolls, deadly = self._costs(slice_, mask)
        cost[~mask.inside] = math.nan
        if not np.isfinite(cost).any():
            return None
        x, y = self._axes(mask)
        marks = {name: Mask.of(area(slice_.level), self.spacing).cut(mask) for name, area in self._marks.items()}
        return LevelReach(slice_.level, x, y, cost, rolls, deadly, marks)

    def _is_reached(self, slice_: Slice) -> bool:
        """Return whether anything on a level may have been reached."""
        search = self._search
        if search is None:
            return True
        return search.found[slice_.number].ways is not None or bool(search.shafts_above(slice_.number))

    def _axes(self, mask: Mask) -> tuple[FloatArray, FloatArray]:
        rows, columns = mask.inside.shape
        x = np.arange(mask.column, mask.column + columns, dtype=np.float64)
        y = np.arange(mask.row, mask.row + rows, dtype=np.float64)
        return x * self.spacing, y * self.spacing

    def _costs(self, slice_: Slice, mask: Mask) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        """Return cost, rolls and deadly climbs for the lattice points of a window on a level."""
        search = self._search
        if search is None:
            return self._flown(mask)
        cost, rolls, deadly = search.lattice(slice_.number, mask)
        for shaft in search.shafts_above(slice_.number):
            part = self.stage.mask(shaft, self.spacing).cut(mask)
            other, more, worse = search.lattice(shaft.high.number, mask)
            better = part & (other < np.where(np.isnan(cost), math.inf, cost) - HAIR)
            hurts = int(shaft.tall > search.tariff.safe_drop + HAIR)
            cost[better], rolls[better], deadly[better] = other[better], more[better] + hurts, worse[better]
        return cost, rolls, deadly

    def _flown(self, mask: Mask) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        x, y = self._axes(mask)
        cost = np.hypot(x[None, :] - self.start[0], y[:, None] - self.start[1])
        cost[cost > self.limit + HAIR] = math.nan
        none = np.zeros(mask.inside.shape, dtype=np.int64)
        return cost, none, none.copy()

    def costs_at(self, level: Level, places: FloatArray) -> FloatArray:
        """Return what standing at places (n, 2) of a level costs; nan where that cannot be."""
        import shapely

        if not len(places):
            return np.empty(0)
        stands = self.stage.stands(self.stage.plan.slices[level.number], places)
        if self._kept_off is not None:
            stands &= ~shapely.intersects_xy(self._kept_off(level), places[:, 0], places[:, 1])
        if self._search is None:
            cost = np.hypot(places[:, 0] - self.start[0], places[:, 1] - self.start[1])
        else:
            cost = self._search.costs(level.number, places)[0]
        return np.where(stands & (cost <= self.limit + HAIR), cost, math.nan)

    def cost_at(self, level: Level, place: Point2) -> float | None:
        """Return what standing at a place of a level costs; None where it cannot be reached."""
        cost = float(self.costs_at(level, np.array([place]))[0])
        return None if math.isnan(cost) else cost

    def lattice_in(self, level: Level, area: Any) -> FloatArray:
        """Return the lattice points of a level that are reached and lie in an area, (n, 2)."""
        import shapely

        for found in self.levels:
            if found.level is level:
                x, y = np.meshgrid(found.x, found.y)
                inside = np.isfinite(found.cost) & shapely.intersects_xy(area, x, y)
                return np.column_stack([x[inside], y[inside]])
        return np.empty((0, 2))

    def route(self, level: Level, place: Point2) -> Route | None:
        """Return the cheapest way to a place of a level; None where it cannot be reached."""
        cost = self.cost_at(level, place)
        if cost is None:
            return None
        marks = self.marks_at(level, place)
        if self._search is None:
            return Route(Path((Leg(LegKind.FLY, ((place[0], place[1], level.height),)),)), cost, 0, 0, marks=marks)
        _, rolls, deadly = self._search.costs(level.number, np.array([place]))
        path = path_to(self._search, level.number, place, self.start)
        return Route(path, cost, int(rolls[0]), int(deadly[0]), _drops(path, self.start), marks)

    def marks_at(self, level: Level, place: Point2) -> frozenset[str]:
        """Return the marks of an end at a place of a level."""
        import shapely

        return frozenset(name for name, area in self._marks.items() if shapely.intersects_xy(area(level), *place))

    def outline(self, level: Level, cost: float | None = None) -> Any:
        """Return the area of a level that is reached for up to a cost, as a shapely geometry: for drawing.

        Its sides are those of the exact area, within 0.005 in: straight along terrain and decks, arcs about the start
        and about corners gone around. `rims` gives it as plain rings.
        """
        import shapely

        slice_ = self.stage.plan.slices[level.number]
        free = self.stage.free(slice_)
        if self._kept_off is not None:
            free = shapely.difference(free, self._kept_off(level))
        if self._search is None:
            disc = shapely.Point(self.start[:2]).buffer(self.limit if cost is None else cost, quad_segs=32)
            return shapely.intersection(free, disc)
        found = self._search.found[level.number].ways
        parts = [] if found is None else [shapely.intersection(found.outline(cost), free)]
        for shaft in self._search.shafts_above(level.number):
            above = self._search.found[shaft.high.number].ways
            if above is not None:
                parts.append(shapely.intersection(above.outline(cost), self.stage.open(shaft)))
        return shapely.union_all(parts)

    def rims(self, level: Level, cost: float | None = None) -> tuple[Rim, ...]:
        """Return the rims of what `outline` gives, the largest first; specks that nothing would show left out."""
        import shapely
        from shapely.geometry.polygon import orient

        whole = shapely.buffer(shapely.buffer(self.outline(level, cost), SPECK), -SPECK)
        parts = [part for part in shapely.get_parts(whole).tolist() if part.area > SPECK]
        found = []
        for part in sorted(parts, key=lambda part: -part.area):
            polygon = orient(shapely.simplify(part, SPECK / 4))
            holes = tuple(_ring(ring) for ring in polygon.interiors)
            found.append(Rim(_ring(polygon.exterior), holes))
        return tuple(found)


def _drops(path: Path, start: Point) -> tuple[float, ...]:
    """Return how far each drop of a path goes; those that follow each other in the air are one."""
    drops: list[float] = []
    z, is_falling = start[2], False
    for leg in path.legs:
        falls = leg.kind in (LegKind.JUMP, LegKind.DROP)
        down = z - leg.to[-1][2] if leg.to else 0.0
        if falls and down > 0:
            drops = [*drops[:-1], drops[-1] + down] if is_falling else [*drops, down]
        is_falling = falls and (is_falling or down > 0)
        z = leg.to[-1][2] if leg.to else z
    return tuple(drops)


def _ring(ring: Any) -> FloatArray:
    return np.asarray(ring.coords, dtype=np.float64)[:-1, :2]


def prepare_reach(table: Table, model: str, terms: Terms = Terms()) -> None:  # noqa: B008
    """Derive at once all that searches for a model on this terrain may ever rest on; else each derives what it needs.

    Other models do not count.
    """
    mover = table.model(model)
    plan = plan_of(table, mover, terms.climbs)
    scope = Scope(mover.placement.at, math.inf, 0.0, is_walking=False)
    for join in plan.joins(table, mover, scope, plan.slices):
        assert join.low <= len(plan.slices)
    for shaft in plan.shafts(plan.slices):
        plan.mask(shaft, LATTICE)
    for slice_ in plan.slices:
        slice_.field.rows(LATTICE)
        if slice_.level is not None:
            plan.standing(slice_.level, LATTICE)


def reach(
    table: Table,
    model: str,
    inches: float,
    *,
    terms: Terms = Terms(),  # noqa: B008
    tariff: Tariff = Tariff(),  # noqa: B008
    spacing: float = LATTICE,
    ends: Ends = Ends(),
) -> Reach:
    """Return everywhere ``model`` can get to for ``inches``.

    Raises `UnknownNameError` for a model that is not there, `QuestionError` where the inches are no number from 0 on.
    """
    if not (math.isfinite(inches) and inches >= 0):
        raise QuestionError("inches must be a number from 0 on, got {inches}", inches=inches)
    mover = table.model(model)
    plan = plan_of(table, mover, terms.climbs)
    at = mover.placement.at
    up = 0.0 if tariff.is_flying else STEEP if tariff.is_walking else tariff.up
    stage = stage_of(plan, Scope(at, inches, up, tariff.is_walking), table, mover)
    if tariff.is_flying:
        return Reach(stage, None, at, inches, spacing, ends)
    starts = _starts(table, mover, stage, terms, tariff)
    search = Search(stage, starts, limit=inches, tariff=tariff, spacing=spacing)
    return Reach(stage, search, at, inches, spacing, ends)


def _starts(table: Table, mover: Model, stage: Stage, terms: Terms, tariff: Tariff) -> list[tuple[int, Hop]]:
    """Return where the search begins: the slice the model stands in, or those it gets to straight up or down."""
    at = mover.placement.at
    level = stage.plan.room.levels.under(at)
    if level is not None:
        page = stage.page(stage.plan.slices[level.number], tariff)
        place = _nearest(page.field, at[:2])
        return [] if place is None else [(level.number, Hop.start(place, math.dist(place, at[:2])))]
    found = []
    for slice_ in stage.slices:
        to = (at[0], at[1], slice_.height)
        kind = LegKind.CLIMB
        judged = trace(table, mover.id, Path((Leg(kind, (to,)),)), terms)
        if not judged.faults and stage.holds(slice_, np.array([at[:2]]), tariff)[0]:
            found.append((slice_.number, Hop.start(at[:2], abs(at[2] - slice_.height))))
    return found


def _nearest(field: Field, at: Point2) -> Point2 | None:
    """Return a place, or where a model that stands there a little too deep in something gets clear of it."""
    import shapely

    if field.holds(np.array([at]))[0]:
        return at
    if field.area.is_empty:
        return None
    x, y = shapely.get_coordinates(shapely.shortest_line(field.area, shapely.Point(at)))[0].tolist()
    return (x, y) if math.dist((x, y), at) <= TOO_DEEP else None
