"""A stage: a plan with the other models on it, about one start: what a single search works with.

Others that stand where a search may come take room at each height that they share with the mover's body. Terrain is
never gone over again for them: fields are cut where somebody stands in them, links are left out by their ends.
"""

import math
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.minkowski import union
from warcry3d.motion.passages import passages_of
from warcry3d.motion.reaching.barriers import Barrier
from warcry3d.motion.reaching.drop_columns import DropColumn, places_along
from warcry3d.motion.reaching.height_layers import HeightLayer, field_of
from warcry3d.motion.reaching.links import CostModel, Join, Links, TransferKind
from warcry3d.motion.reaching.plan import Mask, ReachPlan, Scope
from warcry3d.motion.standing_models import StandingModel, others_of
from warcry3d.motion.ways import ExtraPlaces, WaysField, spots_of
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["Falls", "Page", "SearchGraph", "search_graph_of"]

KEPT = 8
"""Graphs that a plan keeps."""

BESIDE = 0.004
"""How far (in) beside others one comes down to walk on."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.int64]


class Falls:
    """The spots ``low`` (n,) of a level on which one drops down a shaft, and the spots ``high`` (n,) above them."""

    def __init__(self, shaft: DropColumn, low: Indices, high: Indices) -> None:
        self.shaft, self.low, self.high = shaft, low, high


class Page:
    """What a search knows of a slice before it comes there: its field, its spots, the drops out of it."""

    def __init__(self, field: WaysField, places: FloatArray, falls: tuple[Falls, ...]) -> None:
        self.field = field
        self.places = places
        self.falls = falls

    @cached_property
    def spots(self) -> ExtraPlaces:
        """Return its spots prepared for its ways."""
        return spots_of(self.field, self.places)

    @cached_property
    def is_held(self) -> Flags:
        """Return which of its spots lie in the field, (m,)."""
        return self.field.holds(self.places)


class SearchGraph:
    """A plan about a start, with the others that stand near."""

    def __init__(
        self, plan: ReachPlan, scope: Scope, others: tuple[StandingModel | Barrier, ...], table: Table, model: Model
    ) -> None:
        self.plan = plan
        self.scope = scope
        self.others = others
        self.slices = plan.near(scope)
        self._table = table
        self._model = model
        self._beside: dict[int, FloatArray] = {}
        self._taken: dict[tuple[int, ...], Any] = {}
        self._free: dict[int, Any] = {}
        self._masks: dict[tuple[object, ...], Mask] = {}
        self._pages: dict[tuple[int, CostModel], Page] = {}
        self._counts = [0] * len(plan.slices)
        self._priced: dict[CostModel, tuple[tuple[Links, FloatArray], ...]] = {}

    @cached_property
    def shafts(self) -> tuple[DropColumn, ...]:
        """Return the shafts among its slices."""
        return () if self.scope.is_walking else tuple(self.plan.shafts(self.slices))

    @cached_property
    def _laid(self) -> tuple[tuple[FloatArray, ...], tuple[Links, ...]]:
        places: list[list[FloatArray]] = [[np.empty((0, 2))] for _ in self.plan.slices]
        links: list[list[Links]] = [[] for _ in self.plan.slices]
        for join in self.plan.joins(self._table, self._model, self.scope, self.slices):
            self._lay(join, places, links)
        for shaft in self.shafts:
            self._lay_beside(shaft, places, links)
        return tuple(np.concatenate(page) for page in places), tuple(Links.put_together(page) for page in links)

    @property
    def places(self) -> tuple[FloatArray, ...]:
        """Return the places (m, 2) of each slice at which links begin and end."""
        return self._laid[0]

    @property
    def links(self) -> tuple[Links, ...]:
        """Return the links out of each slice."""
        return self._laid[1]

    def _lay(self, join: Join, places: list[list[FloatArray]], links: list[list[Links]]) -> None:
        """Put down what of a join is within the inches, and not barred by others."""
        below, above = self.scope.spans(join.below), self.scope.spans(join.above)
        if not below.any() or not above.any():
            return
        low, high = (self.plan.slices[number] for number in (join.low, join.high))
        taken = self.taken(low.height, high.height)
        if not taken.is_empty:
            below[below] = ~_within(taken, join.below[below])
            above[above] = ~_within(taken, join.above[above])
        if len(join.up.kind) and join.up.kind[0] in (TransferKind.THROUGH, TransferKind.RUNGS) and self._bars(join):
            return
        numbers = [
            self._enter(number, ends, kept, places)
            for number, ends, kept in ((join.low, join.below, below), (join.high, join.above, above))
        ]
        links[join.low].append(join.up.numbered(numbers[0], numbers[1]))
        links[join.high].append(join.down.numbered(numbers[1], numbers[0]))

    def _bars(self, join: Join) -> bool:
        """Return whether anybody is in the way of a climb by a ladder, or of a way through."""
        kind, number = TransferKind(int(join.up.kind[0])), int(join.up.whose[0])
        tall = self.plan.room.volume.height
        if kind is TransferKind.RUNGS:
            points = self.plan.rungs[number].points
        else:
            way = self.plan.through[number]
            heights = [self.plan.slices[n].height for n in (way.low, way.high)]
            points = ((*way.start, heights[0]), (*way.end, heights[1]))
        return any(other.first_met(a, b, tall) is not None for other in self.others for a, b in pairwise(points))

    def _enter(self, number: int, ends: FloatArray, kept: Flags, places: list[list[FloatArray]]) -> Indices:
        """Write the ends of a join that are kept down as spots of a slice; return the number of each, -1: not kept."""
        count = int(kept.sum())
        numbers = np.full(len(ends), -1, dtype=np.int64)
        numbers[kept] = self._counts[number] + np.arange(count)
        self._counts[number] += count
        places[number].append(ends[kept])
        return numbers

    def _lay_beside(self, shaft: DropColumn, places: list[list[FloatArray]], links: list[list[Links]]) -> None:
        """Put down places beside others, in a shaft, from which one walks on where one cannot come down."""
        near = self._in_the_way(shaft.low.height, shaft.high.height)
        if not near:
            return
        around = np.concatenate([self._around(other) for other in near])
        around = around[self.scope.spans(around)]
        around = around[self.inside(shaft, around)]
        low, high = shaft.low.number, shaft.high.number
        every = np.ones(len(around), dtype=np.bool_)
        below, above = (self._enter(number, around, every, places) for number in (low, high))
        links[high].append(Links.of(above, low, below, TransferKind.DROP, tall=shaft.tall))

    def _around(self, other: StandingModel | Barrier) -> FloatArray:
        """Return places all around somebody, (n, 2)."""
        import shapely

        if id(other) not in self._beside:
            self._beside[id(other)] = places_along(shapely.boundary(shapely.buffer(other.closed, BESIDE)))
        return self._beside[id(other)]

    def _in_the_way(self, low: float, high: float) -> list[StandingModel | Barrier]:
        """Return who shares heights with the mover's body somewhere between two heights of its bottom."""
        low, high = min(low, high), max(low, high)
        tall = self.plan.room.volume.height
        return [
            o
            for o in self.others
            if o.low + RESTING_GAP - tall < high + LENGTH_EPSILON and o.high - RESTING_GAP > low - LENGTH_EPSILON
        ]

    def taken(self, low: float, high: float) -> Any:
        """Return where others keep the centre out between two heights of the base's bottom; prepared."""
        import shapely

        near = self._in_the_way(low, high)
        key = tuple(id(other) for other in near)
        if key not in self._taken:
            area = union([other.closed for other in near])
            shapely.prepare(area)
            self._taken[key] = area
        return self._taken[key]

    def inside(self, shaft: DropColumn, places: FloatArray) -> Flags:
        """Return at which places one comes straight down a shaft."""
        inside = _within(shaft.area, places)
        taken = self.taken(shaft.low.height, shaft.high.height)
        if inside.any() and not taken.is_empty:
            inside[inside] = ~_within(taken, places[inside])
        return inside

    def open(self, shaft: DropColumn) -> Any:
        """Return where one comes straight down a shaft, as an area."""
        import shapely

        return shapely.difference(shaft.area, self.taken(shaft.low.height, shaft.high.height))

    def page(self, slice_: HeightLayer, tariff: CostModel) -> Page:
        """Return a slice made ready to be searched, once it is reached."""
        key = slice_.number, tariff
        if key not in self._pages:
            field = self._field(slice_, tariff.is_walking)
            falls: list[Falls] = []
            places = [self.places[slice_.number]]
            count = len(places[0])
            for shaft in self.shafts:
                if shaft.high is slice_ and tariff.drops(shaft.tall):
                    own = self.places[shaft.low.number]
                    low = np.flatnonzero(self.inside(shaft, own))
                    falls.append(Falls(shaft, low, count + np.arange(len(low))))
                    places.append(own[low])
                    count += len(low)
            self._pages[key] = Page(field, np.concatenate(places), tuple(falls))
        return self._pages[key]

    def _field(self, slice_: HeightLayer, is_walking: bool) -> WaysField:
        """Return where the centre may be at a slice's height, or on its level alone."""
        import shapely

        taken = self.taken(slice_.height, slice_.height)
        area = slice_.area
        if is_walking:
            assert slice_.level is not None, "only levels are walked on"
            area = self.plan.room.free(slice_.level)
        if taken.is_empty or not taken.intersects(area):
            return self.plan.floor(slice_) if is_walking else slice_.field
        window = shapely.Point(self.scope.at[:2]).buffer(self.scope.limit + 10 * LENGTH_EPSILON + 0.01, quad_segs=4)
        return field_of(shapely.difference(shapely.intersection(area, shapely.envelope(window)), taken))

    def holds(self, slice_: HeightLayer, places: FloatArray, tariff: CostModel) -> Flags:
        """Return which places lie in a slice's field."""
        return self.page(slice_, tariff).field.holds(places)

    def stands(self, slice_: HeightLayer, places: FloatArray) -> Flags:
        """Return at which places one may stand on a slice's level."""
        if slice_.level is None:
            return np.zeros(len(places), dtype=np.bool_)
        stands = _within(self.plan.room.free(slice_.level), places)
        taken = self.taken(slice_.height, slice_.height)
        if not taken.is_empty:
            stands &= ~_within(taken, places)
        return stands

    def free(self, slice_: HeightLayer) -> Any:
        """Return where one may stand on a slice's level, as an area."""
        import shapely

        if slice_.number not in self._free:
            assert slice_.level is not None, "one stands on levels"
            free = self.plan.room.free(slice_.level)
            taken = self.taken(slice_.height, slice_.height)
            self._free[slice_.number] = free if taken.is_empty else shapely.difference(free, taken)
        return self._free[slice_.number]

    def priced(self, tariff: CostModel) -> tuple[tuple[Links, FloatArray], ...]:
        """Return for each slice the links that a tariff knows, and what each costs."""
        if tariff not in self._priced:
            through = tuple(self.plan.through)
            kept = [links.chosen(links.allowed(tariff, through)) for links in self.links]
            self._priced[tariff] = tuple((links, links.priced(tariff)) for links in kept)
        return self._priced[tariff]

    def mask(self, shaft: DropColumn, spacing: float) -> Mask:
        """Return the lattice points near the start at which one comes straight down a shaft."""
        key = shaft.low.number, shaft.high.number, spacing
        if key not in self._masks:
            whole, heights = self.plan.mask(shaft, spacing), (shaft.low.height, shaft.high.height)
            self._masks[key] = self._less_others(whole, heights, spacing)
        return self._masks[key]

    def standing(self, slice_: HeightLayer, spacing: float) -> Mask:
        """Return the lattice points near the start at which one stands on a slice's level."""
        key = slice_.number, spacing
        if key not in self._masks:
            assert slice_.level is not None, "one stands on levels"
            whole = self.plan.standing(slice_.level, spacing)
            self._masks[key] = self._less_others(whole, (slice_.height, slice_.height), spacing)
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
    if not isinstance(graph, SearchGraph):
        graph = SearchGraph(plan, scope, (*near, *_barriers(plan, scope, table)), table, model)
    plan.derived[key] = graph  # the latest last
    for old in list(plan.derived)[:-KEPT]:
        plan.derived.pop(old, None)
    return graph


def _barriers(plan: ReachPlan, scope: Scope, table: Table) -> list[Barrier]:
    """Return the doors and arches that are shut to the model, as far as it may come to them."""
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
