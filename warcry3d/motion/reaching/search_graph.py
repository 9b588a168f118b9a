"""The search graph: a plan with the other models on it, about one start. A single search works on it.

Other models take up space at each height that they share with the mover's body. Terrain is not derived again for them:
fields are cut where somebody stands, and links that end there are left out.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.shared_shapes import intersects
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.minkowski import union
from warcry3d.motion.passages import passages_of
from warcry3d.motion.reaching.barriers import Barrier
from warcry3d.motion.reaching.drop_columns import DropColumn, places_along
from warcry3d.motion.reaching.effort import is_worn
from warcry3d.motion.reaching.height_layers import HeightLayer, field_of
from warcry3d.motion.reaching.links import CostModel, Join, Links, TransferKind
from warcry3d.motion.reaching.plan import SLACK, Mask, ReachPlan, Scope
from warcry3d.motion.standing_models import StandingModel, others_of
from warcry3d.motion.ways import QueryPoints, WaysField, prepare_queries
from warcry3d.once import once
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["LayerDrops", "PreparedFlood", "PreparedLayer", "SearchGraph", "search_graph_of"]

KEPT = 8
"""How many graphs a plan keeps."""

BESIDE = 0.004
"""How far (in) beside other models a model lands to walk on."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.int64]


class LayerDrops:
    """The spots ``low`` (n,) of a level on which a model drops down a drop column, and the spots ``high`` (n,) above
    them.
    """

    def __init__(self, drop_column: DropColumn, low: Indices, high: Indices) -> None:
        self.drop_column, self.low, self.high = drop_column, low, high


class PreparedLayer:
    """A layer prepared for a search that may reach it: its field, its spots, and the drop columns that lead down."""

    def __init__(self, field: WaysField, places: FloatArray, columns: tuple[DropColumn, ...]) -> None:
        self.field = field
        self.places = places
        self.columns = columns
        self.floods: dict[tuple[bytes, ...], PreparedFlood] = {}

    @once
    def is_held(self) -> Flags:
        """Return which of its spots lie in the field, (m,)."""
        return self.field.holds(self.places)


class PreparedFlood:
    """What a search asks of a layer: ``queries``, its spots and then those below it on which drops may land."""

    def __init__(self, queries: QueryPoints, drops_below: tuple[LayerDrops, ...]) -> None:
        self.queries = queries
        self.drops_below = drops_below


class SearchGraph:
    """A plan about a start, with the models that stand near."""

    def __init__(
        self, plan: ReachPlan, scope: Scope, others: tuple[StandingModel | Barrier, ...], table: Table, model: Model
    ) -> None:
        self.plan = plan
        self.scope = scope
        self.others = others
        self._rises = plan.rises(scope)
        self.layers = plan.near(scope, self._rises)
        self._table = table
        self._model = model
        self._beside: dict[int, FloatArray] = {}
        self._taken: dict[tuple[int, ...], Any] = {}
        self._free: dict[int, Any] = {}
        self._masks: dict[tuple[object, ...], Mask] = {}
        self._prepared_layers: dict[tuple[int, CostModel], PreparedLayer] = {}
        self._priced: dict[CostModel, tuple[tuple[Links, FloatArray], ...]] = {}
        self._left_out = 0

    @property
    def is_whole(self) -> bool:
        """Return whether nothing was left out of it so far because no more could be derived."""
        return not self._left_out

    @once
    def drop_columns(self) -> tuple[DropColumn, ...]:
        """Return the drop columns among its layers."""
        if self.scope.is_walking:
            return ()
        before = self.plan.left_out
        self.plan.derive_nearest(self._table, self._model, self.scope, self.layers, self._rises)
        found = tuple(self.plan.drop_columns(self.layers))
        self._left_out += self.plan.left_out - before
        return found

    @once
    def _laid(self) -> tuple[tuple[FloatArray, ...], tuple[Links, ...]]:
        places: list[list[FloatArray]] = [[np.empty((0, 2))] for _ in self.plan.layers]
        links: list[list[Links]] = [[] for _ in self.plan.layers]
        columns, before = self.drop_columns, self.plan.left_out
        for join in self.plan.joins(self._table, self._model, self.scope, self.layers):
            self._lay(join, places, links)
        self._left_out += self.plan.left_out - before
        for drop_column in columns:
            self._lay_beside(drop_column, places, links)
        return tuple(np.concatenate(ends) for ends in places), tuple(Links.put_together(several) for several in links)

    @property
    def places(self) -> tuple[FloatArray, ...]:
        """Return the places (m, 2) of each layer at which links begin and end."""
        return self._laid[0]

    @property
    def links(self) -> tuple[Links, ...]:
        """Return the links out of each layer."""
        return self._laid[1]

    def _lay(self, join: Join, places: list[list[FloatArray]], links: list[list[Links]]) -> None:
        """Add the links of a join that are within the inches and that no other model blocks."""
        below = self.scope.spans(join.below, self._rises[join.low])
        above = self.scope.spans(join.above, self._rises[join.high])
        if not below.any() or not above.any():
            return
        low, high = (self.plan.layers[number] for number in (join.low, join.high))
        taken = self.taken(low.height, high.height)
        if not taken.is_empty:
            below[below] = ~_within(taken, join.below[below])
            above[above] = ~_within(taken, join.above[above])
        if len(join.up.kind) and join.up.kind[0] in (TransferKind.PASSAGE, TransferKind.RUNGS) and self._bars(join):
            return
        below, above = join.linked(below, above)
        numbers = [
            self._enter(number, ends, kept, places)
            for number, ends, kept in ((join.low, join.below, below), (join.high, join.above, above))
        ]
        links[join.low].append(join.up.numbered(numbers[0], numbers[1]))
        links[join.high].append(join.down.numbered(numbers[1], numbers[0]))

    def _bars(self, join: Join) -> bool:
        """Return whether another model is in the way of a climb by a ladder, or of a way through a passage."""
        kind, number = TransferKind(int(join.up.kind[0])), int(join.up.whose[0])
        tall = self.plan.room.volume.height
        if kind is TransferKind.RUNGS:
            points = self.plan.rungs[number].points
        else:
            way = self.plan.passage_links[number]
            heights = [self.plan.layers[n].height for n in (way.low, way.high)]
            points = ((*way.start, heights[0]), (*way.end, heights[1]))
        return any(other.first_met(a, b, tall) is not None for other in self.others for a, b in pairwise(points))

    def _enter(self, number: int, ends: FloatArray, kept: Flags, places: list[list[FloatArray]]) -> Indices:
        """Add the kept ends of a join to the spots of a layer; return the number of each, -1 if it is not kept."""
        numbers = np.full(len(ends), -1, dtype=np.int64)
        numbers[kept] = sum(map(len, places[number])) + np.arange(int(kept.sum()))
        places[number].append(ends[kept])
        return numbers

    def _lay_beside(self, drop_column: DropColumn, places: list[list[FloatArray]], links: list[list[Links]]) -> None:
        """Add places beside other models, in a drop column, from which a model walks on where it cannot land among
        them.
        """
        near = self._in_the_way(drop_column.low.height, drop_column.high.height)
        if not near:
            return
        around = np.concatenate([self._around(other) for other in near])
        around = around[self.scope.spans(around, self._rises[drop_column.high.number])]
        around = around[self.inside(drop_column, around)]
        low, high = drop_column.low.number, drop_column.high.number
        every = np.ones(len(around), dtype=np.bool_)
        below, above = (self._enter(number, around, every, places) for number in (low, high))
        links[high].append(Links.of(above, low, below, TransferKind.DROP, tall=drop_column.tall))

    def _around(self, other: StandingModel | Barrier) -> FloatArray:
        """Return places all around another model, (n, 2)."""
        import shapely

        if id(other) not in self._beside:
            self._beside[id(other)] = places_along(shapely.boundary(shapely.buffer(other.closed, BESIDE)))
        return self._beside[id(other)]

    def _in_the_way(self, low: float, high: float) -> list[StandingModel | Barrier]:
        """Return the models that share heights with the mover's body somewhere between two heights of its bottom."""
        low, high = min(low, high), max(low, high)
        tall = self.plan.room.volume.height
        return [
            o
            for o in self.others
            if o.low + RESTING_GAP - tall < high + LENGTH_EPSILON and o.high - RESTING_GAP > low - LENGTH_EPSILON
        ]

    def taken(self, low: float, high: float) -> Any:
        """Return where other models block the centre between two heights of the base's bottom; prepared."""
        import shapely

        near = self._in_the_way(low, high)
        key = tuple(id(other) for other in near)
        if key not in self._taken:
            area = union([other.closed for other in near])
            shapely.prepare(area)
            self._taken[key] = area
        return self._taken[key]

    def inside(self, drop_column: DropColumn, places: FloatArray) -> Flags:
        """Return at which places a model comes straight down a drop column."""
        inside = _within(drop_column.area, places)
        taken = self.taken(drop_column.low.height, drop_column.high.height)
        if inside.any() and not taken.is_empty:
            inside[inside] = ~_within(taken, places[inside])
        return inside

    def open(self, drop_column: DropColumn) -> Any:
        """Return the area in which a model comes straight down a drop column."""
        import shapely

        return shapely.difference(drop_column.area, self.taken(drop_column.low.height, drop_column.high.height))

    def prepared(self, layer: HeightLayer, cost_model: CostModel) -> PreparedLayer:
        """Return a layer prepared for a search; derived when the layer is first reached."""
        key = layer.number, cost_model
        if key not in self._prepared_layers:
            field = self._field(layer, cost_model.is_walking)
            columns = tuple(c for c in self.drop_columns if c.high is layer and cost_model.drops(c.tall))
            self._prepared_layers[key] = PreparedLayer(field, self.places[layer.number], columns)
        return self._prepared_layers[key]

    def flood(self, prepared: PreparedLayer, known: Sequence[FloatArray]) -> PreparedFlood:
        """Return what a search asks of a layer; ``known``: the costs of all spots of each layer so far.

        Spots on which no drop from here can land for less than is known are left out: costs only fall.
        """
        lows = [column.low.number for column in prepared.columns]
        may_land = [self.may_land(c, self.places[n], known[n]) for c, n in zip(prepared.columns, lows, strict=True)]
        key = tuple(low.tobytes() for low in may_land)
        if key not in prepared.floods:
            places, drops_below, count = [prepared.places], list[LayerDrops](), len(prepared.places)
            for column, near in zip(prepared.columns, may_land, strict=True):
                own = self.places[column.low.number]
                low = near[self.inside(column, own[near])]
                drops_below.append(LayerDrops(column, low, count + np.arange(len(low))))
                places.append(own[low])
                count += len(low)
            queries = prepare_queries(prepared.field, np.concatenate(places))
            prepared.floods[key] = PreparedFlood(queries, tuple(drops_below))
        return prepared.floods[key]

    def may_land(self, column: DropColumn, places: FloatArray, known: FloatArray) -> Indices:
        """Return those of the places (n, 2) of a level to which drops down a column might lead for less than ``known``
        (n,), judged by distance and height alone.
        """
        (x, y, _), rise = self.scope.at, max(self._rises[column.high.number] - SLACK, 0.0)
        least = np.hypot(places[:, 0] - x, places[:, 1] - y) + rise - SLACK
        return np.flatnonzero((least < known) & (least <= self.scope.limit))

    def _field(self, layer: HeightLayer, is_walking: bool) -> WaysField:
        """Return where the centre may be at a layer's height; if ``is_walking``, on its level alone."""
        import shapely

        taken = self.taken(layer.height, layer.height)
        area = layer.area
        if is_walking:
            assert layer.level is not None, "only levels are walked on"
            area = self.plan.room.free(layer.level)
        if taken.is_empty or not intersects(taken, area):
            return self.plan.floor(layer) if is_walking else layer.field
        window = shapely.Point(self.scope.at[:2]).buffer(self.scope.limit + 10 * LENGTH_EPSILON + 0.01, quad_segs=4)
        return field_of(shapely.difference(shapely.intersection(area, shapely.envelope(window)), taken))

    def holds(self, layer: HeightLayer, places: FloatArray, cost_model: CostModel) -> Flags:
        """Return which places lie in a layer's field."""
        return self.prepared(layer, cost_model).field.holds(places)

    def stands(self, layer: HeightLayer, places: FloatArray) -> Flags:
        """Return at which places a model may stand on a layer's level."""
        if layer.level is None:
            return np.zeros(len(places), dtype=np.bool_)
        stands = _within(self.plan.room.free(layer.level), places)
        taken = self.taken(layer.height, layer.height)
        if not taken.is_empty:
            stands &= ~_within(taken, places)
        return stands

    def free(self, layer: HeightLayer) -> Any:
        """Return the area in which a model may stand on a layer's level."""
        import shapely

        if layer.number not in self._free:
            assert layer.level is not None, "one stands on levels"
            free = self.plan.room.free(layer.level)
            taken = self.taken(layer.height, layer.height)
            self._free[layer.number] = free if taken.is_empty else shapely.difference(free, taken)
        return self._free[layer.number]

    def priced(self, cost_model: CostModel) -> tuple[tuple[Links, FloatArray], ...]:
        """Return for each layer the links that a cost model allows, and the cost of each."""
        if cost_model not in self._priced:
            passage_links = tuple(self.plan.passage_links)
            kept = [links.chosen(links.allowed(cost_model, passage_links)) for links in self.links]
            self._priced[cost_model] = tuple((links, links.priced(cost_model)) for links in kept)
        return self._priced[cost_model]

    def mask(self, drop_column: DropColumn, spacing: float) -> Mask:
        """Return the lattice points near the start at which a model comes straight down a drop column."""
        key = drop_column.low.number, drop_column.high.number, spacing
        if key not in self._masks:
            whole, heights = self.plan.mask(drop_column, spacing), (drop_column.low.height, drop_column.high.height)
            self._masks[key] = self._less_others(whole, heights, spacing)
        return self._masks[key]

    def standing(self, layer: HeightLayer, spacing: float) -> Mask:
        """Return the lattice points near the start at which a model stands on a layer's level."""
        key = layer.number, spacing
        if key not in self._masks:
            assert layer.level is not None, "one stands on levels"
            whole = self.plan.standing(layer.level, spacing)
            self._masks[key] = self._less_others(whole, (layer.height, layer.height), spacing)
        return self._masks[key]

    def _less_others(self, mask: Mask, heights: tuple[float, float], spacing: float) -> Mask:
        (x, y, _), out = self.scope.at, self.scope.limit + spacing
        if np.isfinite(out):
            mask = mask.within(x - out, y - out, x + out, y + out, spacing)
        near = self._in_the_way(*heights)
        if near:
            mask = Mask(mask.inside.copy(), mask.row, mask.column)
        for other in near:
            body = Mask.of(other.closed, spacing)
            mask.inside[body.cut(mask)] = False
        return mask


def search_graph_of(plan: ReachPlan, scope: Scope, table: Table, model: Model) -> SearchGraph:
    """Return the graph for a search. The plan keeps the last `KEPT` graphs; models out of reach do not matter."""
    near = [
        other
        for other in others_of(table, model.id, plan.room.volume).standing
        if scope.apart((*other.model.placement.at[:2],) * 2) <= scope.limit + other.volume.reach + other.mover.reach
    ]
    key = scope, tuple((o.model.placement, o.volume.key, o.volume.height) for o in near)
    graph = plan.derived.pop(key, None)
    if not isinstance(graph, SearchGraph) or not (graph.is_whole or is_worn()):
        graph = SearchGraph(plan, scope, (*near, *_barriers(plan, scope, table)), table, model)
    plan.derived[key] = graph  # the latest last
    for old in list(plan.derived)[:-KEPT]:
        plan.derived.pop(old, None)
    return graph


def _barriers(plan: ReachPlan, scope: Scope, table: Table) -> list[Barrier]:
    """Return barriers for the doors and arches within the model's inches that it cannot pass."""
    shut = [passage for passage in passages_of(table.terrain) if passage.name in scope.shut]
    tall = plan.room.volume.height
    return [
        Barrier(passage, tall)
        for passage in shut
        if math.dist(passage.middle, scope.at[:2]) <= scope.limit + passage.width / 2
    ]


def _within(area: Any, places: FloatArray) -> Flags:
    import shapely

    return np.asarray(shapely.intersects_xy(area, places[:, 0], places[:, 1]), dtype=np.bool_)
