"""The search: the cheapest cost of every place of every slice, by shortest ways in slices and hops between them."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.reaching.plan import Mask, Stage, Through
from warcry3d.motion.reaching.shafts import Climbs, Shaft
from warcry3d.motion.reaching.slices import Slice
from warcry3d.motion.ways import Field, Ways, ways
from warcry3d.units import HAIR

__all__ = ["Hop", "HopKind", "Search", "Tariff"]

BETTER = 1e-6
"""An arrival counts when it is cheaper by more than this (in)."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a rule system charges for an inch: level is 1 in all ways, ``up`` and ``down`` climbing; drops are free.

    ``safe_drop``: more than this (in) hurts; ``is_careful``: nothing that hurts is done.
    ``is_walking``: it only walks and goes through doors. ``is_flying``: it flies wherever it goes.
    ``barred``: the names of ways through that the model does not pass.
    """

    up: float = 1.0
    down: float = 1.0
    safe_drop: float = 2.0
    is_careful: bool = False
    is_walking: bool = False
    is_flying: bool = False
    barred: frozenset[str] = frozenset()


class HopKind(StrEnum):
    """How a way gets from slice to slice."""

    START = "start"
    UP = "up"
    DOWN = "down"
    DROP = "drop"
    THROUGH = "through"
    STEP = "step"


@dataclass(frozen=True, eq=False)
class Hop:
    """Arrivals of one kind in a slice, from slice ``before``, (n,) of each.

    ``spot`` (n, 2): where in ``before`` they begin, ``place`` (n, 2) where they arrive, ``costs`` (n,), ``rolls`` and
    ``deadly`` (n,): damage rolls on the whole way up to there. ``drop`` (n,): how far they drop at last.
    ``whose`` (n,): of climbs the obstacle's number.
    """

    kind: HopKind
    before: int
    spot: FloatArray
    place: FloatArray
    costs: FloatArray
    rolls: NDArray[np.int64]
    deadly: NDArray[np.int64]
    drop: float = 0.0
    through: Through | None = None
    whose: NDArray[np.int64] | None = None

    def kept(self, which: NDArray[np.bool_]) -> "Hop":
        """Return only some of the arrivals."""
        return Hop(
            self.kind,
            self.before,
            self.spot[which],
            self.place[which],
            self.costs[which],
            self.rolls[which],
            self.deadly[which],
            self.drop,
            self.through,
            None if self.whose is None else self.whose[which],
        )


@dataclass(eq=False)
class _Found:
    """What is known of a slice so far: the arrivals in it, and the ways from them."""

    hops: list[Hop] = field(default_factory=list)
    ways: Ways | None = None
    roots: Any = None
    is_new: bool = False
    is_stale: bool = False
    least: float = math.inf
    drawn: float = math.inf

    def starts(self) -> tuple[FloatArray, FloatArray]:
        return np.concatenate([h.place for h in self.hops]), np.concatenate([h.costs for h in self.hops])

    def rolls(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return np.concatenate([h.rolls for h in self.hops]), np.concatenate([h.deadly for h in self.hops])


class Search:
    """Costs of all places from a start, at most ``limit`` inches; done when made."""

    def __init__(
        self,
        stage: Stage,
        through: tuple[Through, ...],
        starts: list[tuple[int, Hop]],
        origin: tuple[float, float],
        *,
        limit: float,
        tariff: Tariff,
        spacing: float,
    ) -> None:
        self.stage = stage
        self.slices = stage.plan.slices
        self.through = tuple(t for t in through if t.passage.name not in tariff.barred)
        self.origin = np.array(origin)
        self.limit = limit
        self.tariff = tariff
        self.spacing = spacing
        self.found = [_Found() for _ in self.slices]
        for number, hop in starts:
            self._arrive(number, hop)
        self._run()

    def _run(self) -> None:
        while True:
            waiting = [n for n, f in enumerate(self.found) if f.is_new or f.is_stale]
            if not waiting:
                return
            number = min(waiting, key=lambda n: (self.found[n].least, n))
            self._spread(number)

    def _spread(self, number: int) -> None:
        """Find the ways in a slice from all arrivals, and the arrivals in others from there."""
        found, slice_ = self.found[number], self.slices[number]
        if found.is_new:
            places, costs = found.starts()
            found.ways = ways(self._field(slice_), places, costs, limit=self.limit, spacing=self.spacing)
            found.roots = None
        found.is_new = found.is_stale = False
        found.least = math.inf
        if slice_.level is not None:
            self._pass_through(slice_)
            self._step(slice_)
        if self.tariff.is_walking:
            return
        if slice_.level is not None:
            self._go_up(slice_)
        self._come_down(slice_)

    def _field(self, slice_: Slice) -> Field:
        """Return where the model may be in a slice: beside the surface too, unless it only walks."""
        return self.stage.floor(slice_) if self.tariff.is_walking else self.stage.field(slice_)

    def _near(self, places: FloatArray, more: FloatArray | float) -> NDArray[np.bool_]:
        """Return which places are not too far from the start, ``more`` inches being spent besides."""
        away = np.hypot(places[:, 0] - self.origin[0], places[:, 1] - self.origin[1])
        return np.asarray(away + more <= self.limit + HAIR)

    def _go_up(self, slice_: Slice) -> None:
        for high in self.slices:
            rise = (high.height - slice_.height) * self.tariff.up
            if rise <= 0 or rise > self.limit or not self._is_close(high):
                continue
            shaft = self.stage.shaft(slice_, high)
            if shaft is None or not len(shaft.climbs.place):
                continue
            climbs = shaft.climbs
            more = climbs.aside + rise
            use = climbs.is_up & self._near(climbs.foot, more)
            if self.tariff.is_careful:
                use &= ~climbs.is_deadly
            if use.any():
                self._hop(
                    HopKind.UP, slice_, high, climbs.foot[use], climbs.place[use], more[use], climbs=(climbs, use)
                )

    def _is_close(self, slice_: Slice) -> bool:
        """Return whether an obstacle's slice is near enough to be worth a look."""
        if slice_.over is None:
            return True
        (west, south, _), (east, north, _) = slice_.over.bounds
        x, y = self.origin
        away = math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))
        return away <= self.limit + self.stage.plan.room.volume.reach + 0.5

    def _pass_through(self, slice_: Slice) -> None:
        for way in self.through:
            if way.low == slice_.number:
                spot, place = np.array([way.start]), np.array([way.end])
                self._hop(
                    HopKind.THROUGH, slice_, self.slices[way.high], spot, place, np.array([way.length]), through=way
                )

    def _step(self, slice_: Slice) -> None:
        for step in self.stage.plan.steps:
            if slice_.number in (step.one, step.other):
                to = self.slices[step.other if slice_.number == step.one else step.one]
                use = self._near(step.places, 0.0)
                places = step.places[use]
                self._hop(HopKind.STEP, slice_, to, places, places, np.zeros(len(places)))

    def _come_down(self, slice_: Slice) -> None:
        for low in self.slices:
            if low.level is None or low.height >= slice_.height or not self._is_close(slice_):
                continue
            shaft = self.stage.shaft(low, slice_)
            if shaft is None:
                continue
            self._climb_down(shaft)
            if self._drops(shaft):
                rim = shaft.rim[self._near(shaft.rim, 0.0)]
                hurts = int(shaft.tall > self.tariff.safe_drop + HAIR)
                self._hop(HopKind.DROP, slice_, low, rim, rim, np.zeros(len(rim)), drop=shaft.tall, hurts=hurts)
                self.found[low.number].is_stale = True

    def _drops(self, shaft: Shaft) -> bool:
        """Return whether one drops down a shaft at all."""
        return not self.tariff.is_careful or shaft.tall <= self.tariff.safe_drop + HAIR

    def _climb_down(self, shaft: Shaft) -> None:
        """Let climbers come down: where there is a surface below they let go as soon as that is harmless."""
        import shapely

        climbs = shaft.climbs
        if not len(climbs.place):
            return
        over = np.asarray(shapely.intersects_xy(shaft.area, climbs.place[:, 0], climbs.place[:, 1]))
        use = climbs.is_held & self._near(climbs.place, 0.0)
        if self._drops(shaft):
            use &= ~over
        if self.tariff.is_careful:
            use &= ~climbs.is_deadly
        for where, drop in ((use & over, min(shaft.tall, self.tariff.safe_drop)), (use & ~over, 0.0)):
            place = climbs.place[where]
            more = np.full(len(place), (shaft.tall - drop) * self.tariff.down)
            self._hop(HopKind.DOWN, shaft.high, shaft.low, place, place, more, climbs=(climbs, where), drop=drop)

    def _hop(
        self,
        kind: HopKind,
        start: Slice,
        to: Slice,
        spot: FloatArray,
        place: FloatArray,
        more: FloatArray,
        *,
        climbs: tuple[Climbs, NDArray[np.bool_]] | None = None,
        through: Through | None = None,
        drop: float = 0.0,
        hurts: int = 0,
    ) -> None:
        """Let arrivals from one slice in another count, those that are cheaper than what is known."""
        if not len(spot):
            return
        costs, rolls, deadly = self.costs(start.number, spot)
        costs = costs + more
        use = costs <= self.limit + HAIR
        use[use] &= self._field(to).holds(place[use])
        if use.any():
            known = self.costs(to.number, place[use])[0]
            use[use] &= ~(known <= costs[use] + BETTER)
        if use.any():
            whose = None
            if climbs is not None:
                deadly, whose = deadly + climbs[0].is_deadly[climbs[1]], climbs[0].whose[climbs[1]]
            hop = Hop(kind, start.number, spot, place, costs, rolls + hurts, deadly, drop, through, whose)
            self._arrive(to.number, hop.kept(use))

    def _arrive(self, number: int, hop: Hop) -> None:
        found = self.found[number]
        found.hops.append(hop)
        found.is_new = True
        found.least = min(found.least, float(hop.costs.min()))

    def costs(self, number: int, places: FloatArray) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        """Return what places of a slice cost as far as is known (inf: not reached), the impact rolls on the way there,
        and the climbs of deadly things: (n,) each.
        """
        best, rolls, deadly = self._in_slice(number, places)
        for shaft in self.shafts_above(number):
            inside = self._inside(shaft, places)
            if inside.any():
                costs, more, worse = self._in_slice(shaft.high.number, places[inside])
                hurts = int(shaft.tall > self.tariff.safe_drop + HAIR)
                better = costs < best[inside] - BETTER
                where = np.flatnonzero(inside)[better]
                best[where], rolls[where], deadly[where] = costs[better], more[better] + hurts, worse[better]
        return best, rolls, deadly

    def cheapest(self, number: int, places: FloatArray) -> tuple[FloatArray, list[Shaft | None]]:
        """Return what places of a slice cost, and for each the shaft down which one drops there; None: one comes by
        the slice itself.
        """
        best = self._in_slice(number, places)[0]
        shafts: list[Shaft | None] = [None] * len(places)
        for shaft in self.shafts_above(number):
            for i in np.flatnonzero(self._inside(shaft, places)).tolist():
                cost = float(self._in_slice(shaft.high.number, places[i : i + 1])[0][0])
                if cost < best[i] - BETTER:
                    best[i], shafts[i] = cost, shaft
        return best, shafts

    def _inside(self, shaft: Shaft, places: FloatArray) -> NDArray[np.bool_]:
        import shapely

        return np.asarray(shapely.intersects_xy(shaft.area, places[:, 0], places[:, 1]), dtype=np.bool_)

    def shafts_above(self, number: int) -> list[Shaft]:
        """Return the shafts down which one drops to a level from where the search has been."""
        low = self.slices[number]
        if low.level is None or self.tariff.is_walking:
            return []
        shafts = [
            self.stage.shaft(low, self.slices[n])
            for n, found in enumerate(self.found)
            if found.ways is not None and self.slices[n].height > low.height and n != number
        ]
        return [shaft for shaft in shafts if shaft is not None and self._drops(shaft)]

    def _in_slice(self, number: int, places: FloatArray) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        found = self.found[number]
        none = np.zeros(len(places), dtype=np.int64)
        if found.ways is None:
            return np.full(len(places), math.inf), none, none.copy()
        costs, stops = found.ways.reached(places)
        rolls, deadly = self.risks(number)
        at = np.maximum(stops, 0)
        return np.where(stops >= 0, costs, math.inf), rolls[at], deadly[at]

    def lattice(self, number: int, window: Mask) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        """Return cost (nan: not reached), impact rolls and deadly climbs at the lattice points of a window of a slice,
        by the slice's own ways.
        """
        shape = window.inside.shape
        cost, none = np.full(shape, math.nan), np.zeros(shape, dtype=np.int64)
        found = self.found[number].ways
        if found is None or not len(found.x) or not len(found.y):
            return cost, none, none.copy()
        last = np.full(shape, -1, dtype=np.int64)
        row, column = (round(float(v[0]) / self.spacing) for v in (found.y, found.x))
        row, column = row - window.row, column - window.column
        top, right = min(row + len(found.y), shape[0]), min(column + len(found.x), shape[1])
        bottom, left = max(row, 0), max(column, 0)
        if bottom < top and left < right:
            here = slice(bottom, top), slice(left, right)
            there = slice(bottom - row, top - row), slice(left - column, right - column)
            cost[here], last[here] = found.cost[there], found.last[there]
        rolls, deadly = self.risks(number)
        at = np.maximum(last, 0)
        return cost, rolls[at], deadly[at]

    def risks(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each stop of a slice's ways the impact rolls and the deadly climbs on the way there."""
        found = self.found[number]
        assert found.ways is not None, "only slices that were reached are asked"
        if found.roots is None:
            root = np.clip(found.ways.sources_of_stops(), 0, len(found.ways.sources) - 1)
            rolls, deadly = found.rolls()
            known = len(found.ways.sources)
            found.roots = rolls[:known][root], deadly[:known][root]
        result: tuple[NDArray[np.int64], NDArray[np.int64]] = found.roots
        return result
