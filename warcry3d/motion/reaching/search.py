"""The search: the least cost of every place of every layer, by shortest ways within layers and links between them."""

import math
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.reaching.drop_columns import DropColumn
from warcry3d.motion.reaching.links import CostModel, Links, TransferKind
from warcry3d.motion.reaching.plan import Mask
from warcry3d.motion.reaching.search_graph import LayerDrops, PreparedFlood, PreparedLayer, SearchGraph
from warcry3d.motion.ways import Ways, ways
from warcry3d.units import LENGTH_EPSILON

__all__ = ["CostModel", "Search", "Transfer", "TransferKind"]

BETTER = 1e-6
"""An arrival counts only if it is cheaper by more than this (in)."""

Counts = NDArray[np.int64]
Lattice: TypeAlias = tuple[FloatArray, Counts, Counts]


@dataclass(frozen=True, eq=False)
class Transfer:
    """Arrivals in a layer from layer ``before``, (n,) of each, by ``links`` (None: the search starts there, or turns).

    ``spot`` (n, 2): where in ``before`` they begin, ``place`` (n, 2): where they arrive; ``costs`` (n,); ``rolls`` and
    ``deadly`` (n,): damage rolls on the whole way up to there; ``drop`` (n,): how far they drop at the end.
    ``turned_from``: the search in another facing from which the model turned on the spot.
    """

    before: int
    links: Links | None
    spot: FloatArray
    place: FloatArray
    costs: FloatArray
    rolls: Counts
    deadly: Counts
    drop: FloatArray
    turned_from: "Search | None" = None

    @classmethod
    def turned(
        cls, number: int, places: FloatArray, costs: FloatArray, rolls: Counts, deadly: Counts, turned_from: "Search"
    ) -> "Transfer":
        """Return arrivals in a layer from the same places of it in another facing."""
        return cls(number, None, places, places, costs, rolls, deadly, np.zeros(len(costs)), turned_from)

    @classmethod
    def start(cls, place: tuple[float, float], cost: float) -> "Transfer":
        """Return the arrival with which a search starts."""
        at, none = np.array([place]), np.zeros(1, dtype=np.int64)
        return cls(-1, None, at, at, np.array([cost]), none, none, np.zeros(1))

    def kind(self, which: int) -> TransferKind:
        """Return the kind of one of the arrivals."""
        if self.links is None:
            return TransferKind.START if self.turned_from is None else TransferKind.TURN
        return TransferKind(int(self.links.kind[which]))

    def whose(self, which: int) -> int:
        """Return the number of the obstacle climbed, or of the passage link used, by one of the arrivals."""
        assert self.links is not None, "a start climbs nothing"
        return int(self.links.whose[which])


@dataclass(eq=False)
class _Found:
    """What is known of a layer so far: the arrivals in it, the ways from them, and the cost of its spots.

    ``costs``, ``rolls``, ``deadly`` (m,): the best so far, by any way.
    """

    costs: FloatArray
    rolls: Counts
    deadly: Counts
    transfers: list[Transfer] = field(default_factory=list)
    ways: Ways | None = None
    risk: Any = None
    is_new: bool = False
    is_stale: bool = False
    least: float = math.inf
    floods: int = 0

    def lower(self, which: Any, costs: FloatArray, rolls: Counts, deadly: Counts) -> bool:
        """Lower the costs of some spots where the new ones are less; return whether any was."""
        better = costs < self.costs[which] - BETTER
        if not better.any():
            return False
        where = which[better]
        self.costs[where], self.rolls[where], self.deadly[where] = costs[better], rolls[better], deadly[better]
        return True


class Search:
    """The costs of all places from a start, at most ``limit`` inches, in one facing.

    The search is complete when made; arrivals from other facings may improve it later.
    """

    def __init__(
        self,
        graph: SearchGraph,
        starts: list[tuple[int, Transfer]],
        *,
        limit: float,
        cost_model: CostModel,
        spacing: float,
    ) -> None:
        self.graph = graph
        self.layers = graph.plan.layers
        self.limit = limit
        self.cost_model = cost_model
        self.spacing = spacing
        self.found = [_nothing(len(places)) for places in graph.places]
        self._links = graph.priced(cost_model)
        self._floods: dict[int, PreparedFlood] = {}
        for number, transfer in starts:
            self.arrive(number, transfer)
        self.run()

    def run(self) -> None:
        """Spread from all arrivals until nothing gets cheaper."""
        while True:
            waiting = [n for n, f in enumerate(self.found) if f.is_new or f.is_stale]
            if not waiting:
                break
            self._spread(min(waiting, key=lambda n: (self.found[n].least, n)))

    def _prepared(self, number: int) -> PreparedLayer:
        """Return the prepared layer: where the model may be on it, and beside it unless the model only walks."""
        return self.graph.prepared(self.layers[number], self.cost_model)

    def _asked(self, number: int) -> PreparedFlood:
        """Return what is asked of a layer, settled when it is first reached."""
        if number not in self._floods:
            known = [found.costs for found in self.found]
            self._floods[number] = self.graph.flood(self._prepared(number), known)
        return self._floods[number]

    def arrive(self, number: int, transfer: Transfer) -> None:
        """Add arrivals in a layer; `run` goes on from them."""
        found = self.found[number]
        found.transfers.append(transfer)
        found.is_new = True
        found.least = min(found.least, float(transfer.costs.min()))

    def _spread(self, number: int) -> None:
        """Find the ways in a layer from all arrivals, and follow the links from there."""
        found = self.found[number]
        if found.is_new:
            self._flood(number)
        found.is_new = found.is_stale = False
        found.least = math.inf
        links, prices = self._links[number]
        if len(prices):
            self._follow(number, links, prices)

    def _flood(self, number: int) -> None:
        found, prepared, asked = self.found[number], self._prepared(number), self._asked(number)
        places, costs = (
            np.concatenate([getattr(transfer, name) for transfer in found.transfers]) for name in ("place", "costs")
        )
        found.ways = ways(prepared.field, places, costs, limit=self.limit, spacing=self.spacing, queries=asked.queries)
        found.risk = None
        found.floods += 1
        count = len(found.costs)
        reached = np.flatnonzero(found.ways.query_previous[:count] >= 0)
        own, last = found.ways.query_cost[reached], found.ways.query_previous[reached]
        rolls, deadly = (risk[last] for risk in self.risks(number))
        found.lower(reached, own, rolls, deadly)
        cost = np.where(found.ways.query_previous >= 0, found.ways.query_cost, math.inf)
        for drops in asked.drops_below:
            self._drop_below(drops, cost)

    def _drop_below(self, drops: LayerDrops, cost: FloatArray) -> None:
        """Lower the costs of the spots below a layer to the cost of dropping on them."""
        below, above = self.found[drops.drop_column.low.number], self.found[drops.drop_column.high.number]
        over = cost[drops.high]
        better = np.flatnonzero(over < below.costs[drops.low] - BETTER)
        if len(better):
            here, there = drops.low[better], drops.high[better]
            hurts = int(self.cost_model.hurts(drops.drop_column.tall))
            assert above.ways is not None, "what falls was reached"
            last = above.ways.query_previous[there]
            rolls, deadly = (risk[last] for risk in self.risks(drops.drop_column.high.number))
            below.lower(here, over[better], rolls + hurts, deadly)
            below.is_stale = True
            below.least = min(below.least, float(over[better].min()))

    def _follow(self, number: int, links: Links, prices: FloatArray) -> None:
        """Add the arrivals by links from a layer that are cheaper than what is known."""
        found = self.found[number]
        costs = found.costs[links.spot] + prices
        near = np.flatnonzero(costs <= self.limit + LENGTH_EPSILON)
        if not len(near):
            return
        to, place, costs = links.to[near], links.place[near], costs[near]
        for other in np.unique(to).tolist():
            here = np.flatnonzero(to == other)
            better = costs[here] < self.found[other].costs[place[here]] - BETTER
            if better.any():
                here = here[better]
                here = here[self._prepared(other).is_held[place[here]]]
            if better.any() and len(here):
                self._transfer(number, other, links, near[here], costs[here])

    def _transfer(self, number: int, to: int, links: Links, which: Counts, costs: FloatArray) -> None:
        use = np.zeros(len(links.to), dtype=np.bool_)
        use[which] = True
        taken = links.chosen(use)
        drop = taken.drop(self.cost_model)
        start = self.found[number]
        hurts = (taken.kind == TransferKind.DROP) & (drop > self.cost_model.safe_drop + LENGTH_EPSILON)
        rolls = start.rolls[taken.spot] + hurts
        deadly = start.deadly[taken.spot] + taken.is_deadly
        spot, place = self.graph.places[number][taken.spot], self.graph.places[to][taken.place]
        self.arrive(to, Transfer(number, taken, spot, place, costs, rolls, deadly, drop))
        self.found[to].lower(taken.place, costs, rolls, deadly)

    def costs(self, number: int, places: FloatArray) -> tuple[FloatArray, Counts, Counts]:
        """Return the costs of places of a layer (inf: not reached), the impact rolls and the deadly climbs on the way
        there.

        Each has shape (n,).
        """
        best, rolls, deadly = self._in_layer(number, places)
        for drop_column in self.drop_columns_above(number):
            inside = self.graph.may_land(drop_column, places, best)
            inside = inside[self.graph.inside(drop_column, places[inside])]
            if len(inside):
                costs, more, worse = self._in_layer(drop_column.high.number, places[inside])
                better = costs < best[inside] - BETTER
                where = inside[better]
                best[where], deadly[where] = costs[better], worse[better]
                rolls[where] = more[better] + int(self.cost_model.hurts(drop_column.tall))
        return best, rolls, deadly

    def cheapest(self, number: int, places: FloatArray) -> tuple[FloatArray, list[DropColumn | None]]:
        """Return the costs of places of a layer, and for each the drop column by which the model lands there.

        None: the model comes by the layer itself.
        """
        best = self._in_layer(number, places)[0]
        drop_columns: list[DropColumn | None] = [None] * len(places)
        for drop_column in self.drop_columns_above(number):
            inside = self.graph.may_land(drop_column, places, best)
            for i in inside[self.graph.inside(drop_column, places[inside])].tolist():
                cost = float(self._in_layer(drop_column.high.number, places[i : i + 1])[0][0])
                if cost < best[i] - BETTER:
                    best[i], drop_columns[i] = cost, drop_column
        return best, drop_columns

    def drop_columns_above(self, number: int) -> list[DropColumn]:
        """Return the drop columns by which the search drops to a level from layers that it has reached."""
        return [
            column
            for above, found in enumerate(self.found)
            if found.ways is not None
            for column in self._prepared(above).columns
            if column.low.number == number
        ]

    def _in_layer(self, number: int, places: FloatArray) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        found = self.found[number]
        none = np.zeros(len(places), dtype=np.int64)
        if found.ways is None:
            return np.full(len(places), math.inf), none, none.copy()
        costs, nodes = found.ways.cheapest_to(places)
        rolls, deadly = self.risks(number)
        at = np.maximum(nodes, 0)
        return np.where(nodes >= 0, costs, math.inf), rolls[at], deadly[at]

    def lattice(self, number: int, window: Mask, spacing: float) -> Lattice:
        """Return cost (nan: not reached), impact rolls and deadly climbs at the lattice points of a window of a layer.

        Only ways on the layer itself count. ``spacing``: the window's, a multiple of the search's.
        """
        shape = window.inside.shape
        cost, none = np.full(shape, math.nan), np.zeros(shape, dtype=np.int64)
        found = self.found[number].ways
        if found is None or not len(found.x) or not len(found.y):
            return cost, none, none.copy()
        last = np.full(shape, -1, dtype=np.int64)
        every = round(spacing / self.spacing)
        first = [round(float(v[0]) / self.spacing) for v in (found.y, found.x)]
        spans = zip(first, (window.row, window.column), found.cost.shape, shape, strict=True)
        sides = [_overlap(a, begin, count, size, every) for a, begin, count, size in spans]
        if all(side is not None for side in sides):
            here, there = (tuple(side[k] for side in sides if side is not None) for k in range(2))
            cost[here], last[here] = found.cost[there], found.previous[there]
        rolls, deadly = self.risks(number)
        at = np.maximum(last, 0)
        return cost, rolls[at], deadly[at]

    def landed(self, number: int, window: Mask, spacing: float) -> Lattice:
        """Return the same as `lattice`, with drops from above counted too."""
        cost, rolls, deadly = self.lattice(number, window, spacing)
        for drop_column in self.drop_columns_above(number):
            part = self.graph.mask(drop_column, spacing).cut(window)
            other, more, worse = self.lattice(drop_column.high.number, window, spacing)
            better = part & (other < np.where(np.isnan(cost), math.inf, cost) - LENGTH_EPSILON)
            hurts = int(drop_column.tall > self.cost_model.safe_drop + LENGTH_EPSILON)
            cost[better], rolls[better], deadly[better] = other[better], more[better] + hurts, worse[better]
        return cost, rolls, deadly

    def state(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return a value that changes when costs on a layer do: how often it and the layers above it were searched."""
        above = sorted({drop_column.high.number for drop_column in self.drop_columns_above(number)} | {number})
        return tuple((n, self.found[n].floods) for n in above)

    def risks(self, number: int) -> tuple[Counts, Counts]:
        """Return for each stop of a layer's ways the impact rolls and the deadly climbs on the way there."""
        found = self.found[number]
        assert found.ways is not None, "only slices that were reached are asked"
        if found.risk is None:
            known = len(found.ways.sources)
            columns = [np.concatenate([getattr(h, n) for h in found.transfers])[:known] for n in ("rolls", "deadly")]
            if not any(column.any() for column in columns):
                none = np.zeros(len(found.ways.tree.costs), dtype=np.int64)
                found.risk = none, none
            else:
                root = np.clip(found.ways.sources_of_nodes(), 0, known - 1)
                found.risk = columns[0][root], columns[1][root]
        result: tuple[Counts, Counts] = found.risk
        return result


def _nothing(count: int) -> _Found:
    none = np.zeros(count, dtype=np.int64)
    return _Found(np.full(count, math.inf), none, none.copy())


def _overlap(first: int, begin: int, count: int, size: int, every: int) -> tuple[slice, slice] | None:
    """Return the overlap of a window's lines with fine lines, as a slice of each; None if there is none.

    The window has ``size`` lines from line ``begin`` on, each ``every`` fine lines apart; the ``count`` fine lines
    begin at ``first``.
    """
    low = max(math.ceil(first / every), begin)
    high = min((first + count - 1) // every + 1, begin + size)
    if low >= high:
        return None
    return slice(low - begin, high - begin), slice(low * every - first, (high - 1) * every - first + 1, every)
