"""The search: the cheapest cost of every place of every slice, by shortest ways in slices and links between them."""

import math
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.reaching.drop_columns import DropColumn
from warcry3d.motion.reaching.links import CostModel, Links, TransferKind
from warcry3d.motion.reaching.plan import Mask
from warcry3d.motion.reaching.search_graph import Falls, Page, SearchGraph
from warcry3d.motion.ways import Ways, ways
from warcry3d.units import LENGTH_EPSILON

__all__ = ["CostModel", "Search", "Transfer", "TransferKind"]

BETTER = 1e-6
"""An arrival counts when it is cheaper by more than this (in)."""

Counts = NDArray[np.int64]
Lattice: TypeAlias = tuple[FloatArray, Counts, Counts]


@dataclass(frozen=True, eq=False)
class Transfer:
    """Arrivals in a slice from slice ``before``, (n,) of each, by ``links`` (None: the search starts there, or turns).

    ``spot`` (n, 2): where in ``before`` they begin, ``place`` (n, 2) where they arrive, ``costs`` (n,), ``rolls`` and
    ``deadly`` (n,): damage rolls on the whole way up to there. ``drop`` (n,): how far they drop at last. ``whence``:
    the search in another facing from which they turned on the spot.
    """

    before: int
    links: Links | None
    spot: FloatArray
    place: FloatArray
    costs: FloatArray
    rolls: Counts
    deadly: Counts
    drop: FloatArray
    whence: "Search | None" = None

    @classmethod
    def turned(
        cls, number: int, places: FloatArray, costs: FloatArray, rolls: Counts, deadly: Counts, whence: "Search"
    ) -> "Transfer":
        """Return arrivals in a slice from the same places of it in another facing."""
        return cls(number, None, places, places, costs, rolls, deadly, np.zeros(len(costs)), whence)

    @classmethod
    def start(cls, place: tuple[float, float], cost: float) -> "Transfer":
        """Return the beginning of a search."""
        at, none = np.array([place]), np.zeros(1, dtype=np.int64)
        return cls(-1, None, at, at, np.array([cost]), none, none, np.zeros(1))

    def kind(self, which: int) -> TransferKind:
        """Return the kind of one of the arrivals."""
        if self.links is None:
            return TransferKind.START if self.whence is None else TransferKind.TURN
        return TransferKind(int(self.links.kind[which]))

    def whose(self, which: int) -> int:
        """Return the number of the obstacle that one of them climbs, or of the way through that it takes."""
        assert self.links is not None, "a start climbs nothing"
        return int(self.links.whose[which])


@dataclass(eq=False)
class _Found:
    """What is known of a slice so far: the arrivals in it, the ways from them, and what its spots cost: ``costs``,
    ``rolls``, ``deadly`` (m,), by whatever way.
    """

    costs: FloatArray
    rolls: Counts
    deadly: Counts
    hops: list[Transfer] = field(default_factory=list)
    ways: Ways | None = None
    risk: Any = None
    is_new: bool = False
    is_stale: bool = False
    least: float = math.inf
    floods: int = 0

    def lower(self, which: Any, costs: FloatArray, rolls: Counts, deadly: Counts) -> bool:
        """Lower what some spots cost where that is less; return whether it is anywhere."""
        better = costs < self.costs[which] - BETTER
        if not better.any():
            return False
        where = which[better]
        self.costs[where], self.rolls[where], self.deadly[where] = costs[better], rolls[better], deadly[better]
        return True


class Search:
    """Costs of all places from a start, at most ``limit`` inches, in one facing; done when made, until more arrives
    from other facings.
    """

    def __init__(
        self, stage: SearchGraph, starts: list[tuple[int, Transfer]], *, limit: float, tariff: CostModel, spacing: float
    ) -> None:
        self.stage = stage
        self.slices = stage.plan.slices
        self.limit = limit
        self.tariff = tariff
        self.spacing = spacing
        self.found = [_nothing(len(places)) for places in stage.places]
        self._links = stage.priced(tariff)
        for number, hop in starts:
            self.arrive(number, hop)
        self.run()

    def run(self) -> None:
        """Find ways from all that has arrived, until nothing gets cheaper."""
        while True:
            waiting = [n for n, f in enumerate(self.found) if f.is_new or f.is_stale]
            if not waiting:
                break
            self._spread(min(waiting, key=lambda n: (self.found[n].least, n)))

    def _page(self, number: int) -> Page:
        """Return a slice made ready: where the model may be, beside the surface too unless it only walks."""
        return self.stage.page(self.slices[number], self.tariff)

    def arrive(self, number: int, hop: Transfer) -> None:
        """Take in arrivals in a slice: `run` goes on from them."""
        found = self.found[number]
        found.hops.append(hop)
        found.is_new = True
        found.least = min(found.least, float(hop.costs.min()))

    def _spread(self, number: int) -> None:
        """Find the ways in a slice from all arrivals, and follow the links from there."""
        found = self.found[number]
        if found.is_new:
            self._flood(number)
        found.is_new = found.is_stale = False
        found.least = math.inf
        links, prices = self._links[number]
        if len(prices):
            self._follow(number, links, prices)

    def _flood(self, number: int) -> None:
        found, page = self.found[number], self._page(number)
        places, costs = (np.concatenate([getattr(hop, name) for hop in found.hops]) for name in ("place", "costs"))
        found.ways = ways(page.field, places, costs, limit=self.limit, spacing=self.spacing, spots=page.spots)
        found.risk = None
        found.floods += 1
        count = len(found.costs)
        reached = np.flatnonzero(found.ways.spot_last[:count] >= 0)
        own, last = found.ways.spot_cost[reached], found.ways.spot_last[reached]
        rolls, deadly = (risk[last] for risk in self.risks(number))
        found.lower(reached, own, rolls, deadly)
        cost = np.where(found.ways.spot_last >= 0, found.ways.spot_cost, math.inf)
        for falls in page.falls:
            self._fall(falls, cost)

    def _fall(self, falls: Falls, cost: FloatArray) -> None:
        """Let what the spots below a slice cost be no more than dropping on them does."""
        below, above = self.found[falls.shaft.low.number], self.found[falls.shaft.high.number]
        over = cost[falls.high]
        better = np.flatnonzero(over < below.costs[falls.low] - BETTER)
        if len(better):
            here, there = falls.low[better], falls.high[better]
            hurts = int(self.tariff.hurts(falls.shaft.tall))
            assert above.ways is not None, "what falls was reached"
            last = above.ways.spot_last[there]
            rolls, deadly = (risk[last] for risk in self.risks(falls.shaft.high.number))
            below.lower(here, over[better], rolls + hurts, deadly)
            below.is_stale = True
            below.least = min(below.least, float(over[better].min()))

    def _follow(self, number: int, links: Links, prices: FloatArray) -> None:
        """Let those count that arrive by links from a slice cheaper than what is known."""
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
                here = here[self._page(other).is_held[place[here]]]
            if better.any() and len(here):
                self._hop(number, other, links, near[here], costs[here])

    def _hop(self, number: int, to: int, links: Links, which: Counts, costs: FloatArray) -> None:
        use = np.zeros(len(links.to), dtype=np.bool_)
        use[which] = True
        taken = links.chosen(use)
        drop = taken.drop(self.tariff)
        start = self.found[number]
        hurts = (taken.kind == TransferKind.DROP) & (drop > self.tariff.safe_drop + LENGTH_EPSILON)
        rolls = start.rolls[taken.spot] + hurts
        deadly = start.deadly[taken.spot] + taken.is_deadly
        spot, place = self.stage.places[number][taken.spot], self.stage.places[to][taken.place]
        self.arrive(to, Transfer(number, taken, spot, place, costs, rolls, deadly, drop))
        self.found[to].lower(taken.place, costs, rolls, deadly)

    def costs(self, number: int, places: FloatArray) -> tuple[FloatArray, Counts, Counts]:
        """Return what places of a slice cost (inf: not reached), the impact rolls on the way there, and the climbs of
        deadly things: (n,) each.
        """
        best, rolls, deadly = self._in_slice(number, places)
        for shaft in self.shafts_above(number):
            inside = self.stage.inside(shaft, places)
            if inside.any():
                costs, more, worse = self._in_slice(shaft.high.number, places[inside])
                better = costs < best[inside] - BETTER
                where = np.flatnonzero(inside)[better]
                best[where], deadly[where] = costs[better], worse[better]
                rolls[where] = more[better] + int(self.tariff.hurts(shaft.tall))
        return best, rolls, deadly

    def cheapest(self, number: int, places: FloatArray) -> tuple[FloatArray, list[DropColumn | None]]:
        """Return what places of a slice cost, and for each the shaft down which one drops there; None: one comes by
        the slice itself.
        """
        best = self._in_slice(number, places)[0]
        shafts: list[DropColumn | None] = [None] * len(places)
        for shaft in self.shafts_above(number):
            for i in np.flatnonzero(self.stage.inside(shaft, places)).tolist():
                cost = float(self._in_slice(shaft.high.number, places[i : i + 1])[0][0])
                if cost < best[i] - BETTER:
                    best[i], shafts[i] = cost, shaft
        return best, shafts

    def shafts_above(self, number: int) -> list[DropColumn]:
        """Return the shafts down which one drops to a level from where the search has been."""
        return [
            falls.shaft
            for above, found in enumerate(self.found)
            if found.ways is not None
            for falls in self._page(above).falls
            if falls.shaft.low.number == number
        ]

    def _in_slice(self, number: int, places: FloatArray) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        found = self.found[number]
        none = np.zeros(len(places), dtype=np.int64)
        if found.ways is None:
            return np.full(len(places), math.inf), none, none.copy()
        costs, stops = found.ways.reached(places)
        rolls, deadly = self.risks(number)
        at = np.maximum(stops, 0)
        return np.where(stops >= 0, costs, math.inf), rolls[at], deadly[at]

    def lattice(self, number: int, window: Mask, spacing: float) -> Lattice:
        """Return cost (nan: not reached), impact rolls and deadly climbs at the lattice points of a window of a slice,
        by the slice's own ways. ``spacing``: the window's, a multiple of the search's.
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
            cost[here], last[here] = found.cost[there], found.last[there]
        rolls, deadly = self.risks(number)
        at = np.maximum(last, 0)
        return cost, rolls[at], deadly[at]

    def landed(self, number: int, window: Mask, spacing: float) -> Lattice:
        """Return what `lattice` does, by whatever way one comes there: also by dropping from above."""
        cost, rolls, deadly = self.lattice(number, window, spacing)
        for shaft in self.shafts_above(number):
            part = self.stage.mask(shaft, spacing).cut(window)
            other, more, worse = self.lattice(shaft.high.number, window, spacing)
            better = part & (other < np.where(np.isnan(cost), math.inf, cost) - LENGTH_EPSILON)
            hurts = int(shaft.tall > self.tariff.safe_drop + LENGTH_EPSILON)
            cost[better], rolls[better], deadly[better] = other[better], more[better] + hurts, worse[better]
        return cost, rolls, deadly

    def state(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return what tells whether costs on a slice have changed: how often it and those above it were gone over."""
        above = sorted({shaft.high.number for shaft in self.shafts_above(number)} | {number})
        return tuple((n, self.found[n].floods) for n in above)

    def risks(self, number: int) -> tuple[Counts, Counts]:
        """Return for each stop of a slice's ways the impact rolls and the deadly climbs on the way there."""
        found = self.found[number]
        assert found.ways is not None, "only slices that were reached are asked"
        if found.risk is None:
            known = len(found.ways.sources)
            columns = [np.concatenate([getattr(h, n) for h in found.hops])[:known] for n in ("rolls", "deadly")]
            if not any(column.any() for column in columns):
                none = np.zeros(len(found.ways.stops.costs), dtype=np.int64)
                found.risk = none, none
            else:
                root = np.clip(found.ways.sources_of_stops(), 0, known - 1)
                found.risk = columns[0][root], columns[1][root]
        result: tuple[Counts, Counts] = found.risk
        return result


def _nothing(count: int) -> _Found:
    none = np.zeros(count, dtype=np.int64)
    return _Found(np.full(count, math.inf), none, none.copy())


def _overlap(first: int, begin: int, count: int, size: int, every: int) -> tuple[slice, slice] | None:
    """Return which of a window's ``size`` lines, from line ``begin`` on, each ``every`` fine lines, lie among ``count``
    fine lines from ``first`` on, and which of those they are; None: none.
    """
    low = max(math.ceil(first / every), begin)
    high = min((first + count - 1) // every + 1, begin + size)
    if low >= high:
        return None
    return slice(low - begin, high - begin), slice(low * every - first, (high - 1) * every - first + 1, every)
