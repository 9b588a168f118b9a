"""Every place that a model can get to: its cost, the way there, and the risks on it.

`trace` is the judge: every way that `reach` offers is a path in which `trace` finds no fault and which it measures
alike. Places at which climbs and walks after drops begin are tried every 0.1 in along borders; a way that would begin
between two of them may come out slightly longer: docs/motion.md says by how much.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import QuestionError
from warcry3d.geom.planar import Point2
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.levels import FLOOR, Level
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.reaching.facing import EndAreas, Facing
from warcry3d.motion.reaching.plan import Mask, Scope, plan_of
from warcry3d.motion.reaching.search import CostModel, Search, Transfer
from warcry3d.motion.reaching.search_graph import SearchGraph, search_graph_of
from warcry3d.motion.reaching.trail import path_to
from warcry3d.motion.reaching.turns import FACINGS, Turns, turns_of
from warcry3d.motion.trace import Terms, trace
from warcry3d.motion.volume import volume_of
from warcry3d.motion.ways_field import WaysField
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "FACINGS",
    "CostModel",
    "EndAreas",
    "Facing",
    "LevelReach",
    "Reach",
    "Rim",
    "Route",
    "prepare_reach",
    "preparing_reach",
    "reach",
]

LATTICE = 0.1
"""The default distance of lattice points (in)."""


STEEP = 1e9
"""The cost of an inch up for a model that only walks: more than anyone has."""

SPECK = 0.004
"""Gaps of a rim narrower than twice this (in), and patches smaller than this (square inches), are not drawn."""

ALIKE = 0.002
"""A turn that saves no more than this (in) is not made."""

TOO_DEEP = 0.03
"""How far (in) from a free place a model may stand and still move: the judge's tolerance and a little more."""


@dataclass(frozen=True, slots=True)
class Route:
    """The cheapest way to a place.

    ``path``; ``cost`` (in); ``rolls``: impact rolls on it; ``deadly``: climbs of deadly things; ``drops``: the height
    of each drop (in); ``marks`` of its end; ``turn``: the facing of the model there (radians).
    """

    path: Path
    cost: float
    rolls: int
    deadly: int
    drops: tuple[float, ...] = ()
    marks: frozenset[str] = frozenset()
    turn: float = 0.0


@dataclass(frozen=True, eq=False)
class Rim:
    """The rim of a patch of a level: ``outer`` (n, 2) anticlockwise, ``holes`` (each (m, 2)) clockwise, not closed."""

    outer: FloatArray
    holes: tuple[FloatArray, ...]


@dataclass(frozen=True, eq=False)
class LevelReach:
    """The reached part of a level.

    ``cost`` (rows, columns) at lattice points (``x[i]``, ``y[j]``), nan where not reached; ``rolls`` and ``deadly``
    alike: impact rolls and climbs of deadly things on the cheapest way there; ``marks``: which points lie in the areas
    of each mark; ``turn``: the facing of a model that ends there (radians, nan where none does).
    """

    level: Level
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    cost: NDArray[np.float64]
    rolls: NDArray[np.int64]
    deadly: NDArray[np.int64]
    marks: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    turn: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 0)))

    @property
    def name(self) -> str:
        """Return "floor", or the parts that the level is made of."""
        return FLOOR if self.level.is_floor else ", ".join(sorted({name for name, _ in self.level.parts}))

    @property
    def count(self) -> int:
        """Return how many lattice points are reached."""
        return int(np.isfinite(self.cost).sum())


class Reach:
    """All places that a model can reach with some inches.

    ``facings``: those in which it gets anywhere, its own first; ``levels``: those on which it reaches anything.
    """

    def __init__(self, facings: tuple[Facing, ...]) -> None:
        own = facings[0]
        self.facings = facings
        self.start = own.start
        self.limit = own.limit
        self.spacing = own.spacing
        self._ends = own.ends
        self._routes: dict[tuple[int, Point2], Route | None] = {}

    @property
    def is_whole(self) -> bool:
        """Return whether nothing was left out of the search because no more could be derived."""
        return all(facing.graph.is_whole for facing in self.facings)

    @property
    def turns(self) -> bool:
        """Return whether it gets anywhere in a facing other than its own."""
        return len(self.facings) > 1

    @property
    def graph(self) -> SearchGraph:
        """Return the search graph of the model's own facing."""
        return self.facings[0].graph

    @cached_property
    def levels(self) -> tuple[LevelReach, ...]:
        """Return the levels on which any lattice point is reached."""
        found = [self._level(layer.level) for layer in self.graph.layers if layer.level is not None]
        return tuple(level for level in found if level is not None)

    def _level(self, level: Level) -> LevelReach | None:
        """Return the reached part of a level in any facing; of equal costs, the first facing counts."""
        parts = [(facing, part) for facing in self.facings if (part := facing.lattice(level)) is not None]
        if not parts:
            return None
        window = Mask.around([mask for _, (mask, _) in parts])
        shape = window.inside.shape
        cost, turn = np.full(shape, math.nan), np.full(shape, math.nan)
        rolls, deadly = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        marks = {name: parts[0][0].marked(level, name, window) for name in self._ends.marks}
        for facing, (mask, (costs, more, worse)) in parts:
            here = mask.spot_in(window)
            better = _pays(costs, cost[here])
            for into, values in ((cost, costs), (rolls, more), (deadly, worse)):
                into[here][better] = values[better]
            turn[here][better] = facing.volume.turn
            for name, marked in marks.items():
                marked[here][better] = facing.marked(level, name, mask)[better]
        return LevelReach(level, *window.axes(self.spacing), cost, rolls, deadly, marks, turn)

    def costs_at(self, level: Level, places: FloatArray, facing: Facing | None = None) -> FloatArray:
        """Return the costs of standing at places (n, 2) of a level, in any facing unless one is given.

        nan where the model cannot stand.
        """
        if not len(places):
            return np.empty(0)
        if facing is not None:
            return facing.costs_at(level, places)
        return self._chosen(level, places)[0]

    def _chosen(self, level: Level, places: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
        """Return the costs of places and the number of the facing in which the model ends there."""
        cost, which = np.full(len(places), math.nan), np.zeros(len(places), dtype=np.int64)
        for number, facing in enumerate(self.facings):
            costs = facing.costs_at(level, places)
            better = _pays(costs, cost)
            cost[better], which[better] = costs[better], number
        return cost, which

    def cost_at(self, level: Level, place: Point2) -> float | None:
        """Return the cost of standing at a place of a level; None where it cannot be reached."""
        cost = float(self.costs_at(level, np.array([place]))[0])
        return None if math.isnan(cost) else cost

    def lattice_in(self, level: Level, area: Any) -> FloatArray:
        """Return the reached lattice points of a level that lie in an area, (n, 2)."""
        import shapely

        for found in self.levels:
            if found.level is level:
                x, y = np.meshgrid(found.x, found.y)
                inside = np.isfinite(found.cost) & shapely.intersects_xy(area, x, y)
                return np.column_stack([x[inside], y[inside]])
        return np.empty((0, 2))

    def route(self, level: Level, place: Point2, facing: Facing | None = None) -> Route | None:
        """Return the cheapest way to a place of a level, to end in any facing unless one is given.

        Returns None where the place cannot be reached. Ways in any facing are kept: players ask for them again.
        """
        if facing is not None:
            return self._route_of(level, place, facing)
        key = level.number, place
        if key not in self._routes:
            self._routes[key] = self._route_of(level, place)
        return self._routes[key]

    def _route_of(self, level: Level, place: Point2, facing: Facing | None = None) -> Route | None:
        """Return what `route` does, found anew."""
        if facing is None:
            (cost,), (which,) = self._chosen(level, np.array([place]))
            facing = self.facings[int(which)]
        else:
            (cost,) = facing.costs_at(level, np.array([place]))
        if math.isnan(cost):
            return None
        marks = self._marks(level, place, facing)
        own = self.facings[0].volume.turn
        if facing.is_flying:
            turn = None if facing is self.facings[0] else facing.volume.turn
            leg = Leg(LegKind.FLY, ((place[0], place[1], level.height),), facing=turn)
            return Route(Path((leg,)), float(cost), 0, 0, marks=marks, turn=facing.volume.turn)
        _, rolls, deadly = facing.search.costs(level.number, np.array([place]))
        path = path_to(facing.search, level.number, place, self.start, own)
        turn = next((leg.facing for leg in reversed(path.legs) if leg.facing is not None), own)
        drops = _drops(path, self.start)
        return Route(path, float(cost), int(rolls[0]), int(deadly[0]), drops, marks, turn)

    def _marks(self, level: Level, place: Point2, facing: Facing) -> frozenset[str]:
        """Return the marks of an end at a place in a facing."""
        import shapely

        areas = {name: area(level, facing.volume) for name, area in self._ends.marks.items()}
        return frozenset(name for name, area in areas.items() if shapely.intersects_xy(area, *place))

    def outline(self, level: Level, cost: float | None = None) -> Any:
        """Return the area of a level that is reached for at most ``cost``, as a shapely geometry, for drawing.

        Its sides are those of the exact area, within 0.005 in: straight along terrain and decks, arcs about the start
        and about corners on the way. `rims` gives it as plain rings.
        """
        import shapely

        parts = [facing.outline(level, cost) for facing in self.facings]
        return parts[0] if len(parts) == 1 else shapely.union_all(parts)

    def rims(self, level: Level, cost: float | None = None) -> tuple[Rim, ...]:
        """Return the rims of the area that `outline` gives, the largest first, without specks too small to see."""
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
    """Return the height of each drop of a path; drops that follow each other in the air are one."""
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


def _pays(costs: FloatArray, known: FloatArray) -> NDArray[np.bool_]:
    """Return where costs in another facing are worth a turn, compared with those known (nan: not reached)."""
    return np.asarray(np.isfinite(costs) & (np.isnan(known) | (costs < known - ALIKE)))


def _ring(ring: Any) -> FloatArray:
    return np.asarray(ring.coords, dtype=np.float64)[:-1, :2]


def prepare_reach(table: Table, model: str, terms: Terms = Terms(), *, facings: int = FACINGS) -> None:  # noqa: B008
    """Derive at once all that searches for a model on this terrain share; otherwise each search derives what it needs.

    Other models do not matter.
    """
    for _ in preparing_reach(table, model, terms, facings=facings):
        pass


def preparing_reach(
    table: Table,
    model: str,
    terms: Terms = Terms(),  # noqa: B008
    *,
    facings: int = FACINGS,
    inches: float = math.inf,
) -> Iterator[None]:
    """Do what `prepare_reach` does, and yield after each piece of it; only as far as searches from where the model
    stands go with ``inches``.
    """
    mover = table.model(model)
    for turn in turns_of(volume_of(mover), facings):
        yield from _preparing(table, _turned(mover, turn), terms, inches)


def _preparing(table: Table, mover: Model, terms: Terms, inches: float) -> Iterator[None]:
    plan = plan_of(table, mover, terms)
    up = 1.0 if math.isfinite(inches) else 0.0
    scope = Scope(mover.placement.at, inches, up, is_walking=False)
    layers = plan.near(scope, plan.rises(scope)) if math.isfinite(inches) else plan.layers
    for join in plan.joins(table, mover, scope, layers):
        assert join.low <= len(plan.layers)
        yield
    for drop_column in plan.drop_columns(layers):
        plan.mask(drop_column, LATTICE)
        yield
    for layer in layers:
        layer.field.rows(LATTICE)
        if layer.level is not None:
            plan.standing(layer.level, LATTICE)
        yield


def _turned(mover: Model, turn: float) -> Model:
    return mover if turn == mover.placement.turn else replace(mover, placement=replace(mover.placement, turn=turn))


def reach(
    table: Table,
    model: str,
    inches: float,
    *,
    terms: Terms = Terms(),  # noqa: B008
    cost_model: CostModel = CostModel(),  # noqa: B008
    spacing: float = LATTICE,
    ends: EndAreas = EndAreas(),  # noqa: B008
    facings: int = FACINGS,
) -> Reach:
    """Return every place that ``model`` can get to for ``inches``.

    A base that is not round turns on the way: it is searched in ``facings`` facings over half a turn, besides its own;
    with 1 it keeps its facing, which is faster and may reach less. Raises `UnknownNameError` for an unknown model,
    `QuestionError` for inches that are not a finite number of at least 0.
    """
    if not (math.isfinite(inches) and inches >= 0):
        raise QuestionError("inches must be a finite number of at least 0, got {inches}", inches=inches)
    mover = table.model(model)
    turns = turns_of(volume_of(mover), facings)
    up = 0.0 if cost_model.is_flying else STEEP if cost_model.is_walking else cost_model.up
    scope = Scope(mover.placement.at, inches, up, cost_model.is_walking, cost_model.barred, cost_model.shut)
    fine = spacing / max(1, math.ceil(spacing / LATTICE - LENGTH_EPSILON)) if len(turns) > 1 else spacing

    def facing(turn: float) -> Facing:
        turned = _turned(mover, turn)
        graph = search_graph_of(plan_of(table, turned, terms), scope, table, turned)
        made = None
        if not cost_model.is_flying:
            starts = _starts(table, mover, graph, terms, cost_model) if turned is mover else []
            made = Search(graph, starts, limit=inches, cost_model=cost_model, spacing=fine)
        return Facing(graph, made, scope.at, inches, spacing, cost_model, ends)

    own = facing(turns[0])
    if len(turns) == 1:
        return Reach((own,))
    if cost_model.is_flying:
        return Reach((own, *(facing(turn) for turn in turns[1:])))
    return Reach(Turns(table, own, turns, facing, fine).facings)


def _starts(
    table: Table, mover: Model, graph: SearchGraph, terms: Terms, cost_model: CostModel
) -> list[tuple[int, Transfer]]:
    """Return where the search starts: the layer that the model stands in, or those it gets to straight up or down."""
    at = mover.placement.at
    level = graph.plan.room.levels.under(at)
    if level is not None:
        prepared = graph.prepared(graph.plan.layers[level.number], cost_model)
        place = _nearest(prepared.field, at[:2])
        return [] if place is None else [(level.number, Transfer.start(place, math.dist(place, at[:2])))]
    found = []
    for layer in graph.layers:
        to = (at[0], at[1], layer.height)
        kind = LegKind.CLIMB
        judged = trace(table, mover.id, Path((Leg(kind, (to,)),)), terms)
        if not judged.faults and graph.holds(layer, np.array([at[:2]]), cost_model)[0]:
            found.append((layer.number, Transfer.start(at[:2], abs(at[2] - layer.height))))
    return found


def _nearest(field: WaysField, at: Point2) -> Point2 | None:
    """Return the place itself; for a model slightly inside an obstacle, the nearest free place."""
    import shapely

    if field.holds(np.array([at]))[0]:
        return at
    if field.area.is_empty:
        return None
    x, y = shapely.get_coordinates(shapely.shortest_line(field.area, shapely.Point(at)))[0].tolist()
    return (x, y) if math.dist((x, y), at) <= TOO_DEEP else None
