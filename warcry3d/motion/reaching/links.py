"""Links: everything that leads from slice to slice, laid down once for a stage in long columns.

Each slice has its *spots*: the places where links begin and end. A search learns what all of them cost along with the
ways themselves, so that following links is adding and comparing columns.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.reaching.shafts import Shaft
from warcry3d.motion.ways import Spots, spots_of
from warcry3d.units import HAIR

if TYPE_CHECKING:
    from warcry3d.motion.reaching.plan import Stage, Through
    from warcry3d.motion.reaching.rungs import Rungs

__all__ = ["Drops", "HopKind", "Ledger", "Links", "Tariff"]

Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a rule system charges for an inch: level is 1 in all ways, ``up`` and ``down`` climbing; drops are free.

    ``safe_drop``: more than this (in) hurts; ``is_careful``: nothing that hurts is done. ``is_walking``: it only walks
    and goes through doors. ``is_flying``: it flies wherever it goes. ``barred``: the names of ways through that the
    model does not pass.
    """

    up: float = 1.0
    down: float = 1.0
    safe_drop: float = 2.0
    is_careful: bool = False
    is_walking: bool = False
    is_flying: bool = False
    barred: frozenset[str] = frozenset()

    def hurts(self, drop: float) -> bool:
        """Return whether a drop hurts."""
        return drop > self.safe_drop + HAIR

    def drops(self, tall: float) -> bool:
        """Return whether it drops this far at all."""
        return not self.is_walking and not (self.is_careful and self.hurts(tall))


class HopKind(IntEnum):
    """How a way gets from slice to slice."""

    START = 0
    UP = 1
    DOWN = 2
    DROP = 3
    THROUGH = 4
    STEP = 5
    RUNGS = 6


@dataclass(frozen=True, eq=False)
class Links:
    """What leads out of a slice, (n,) of each: from the slice's ``spot`` to ``place`` of slice ``to``.

    ``kind`` is a `HopKind`; ``tall``: between the two slices (in); ``aside``: level inches on the way; ``is_over``: of
    climbs down whether there is a surface below to drop on; ``whose``: the obstacle climbed, the way through or the
    rungs taken.
    """

    spot: Indices
    to: Indices
    place: Indices
    kind: Indices
    tall: FloatArray
    aside: FloatArray
    is_over: Flags
    is_deadly: Flags
    whose: Indices

    def chosen(self, use: Flags) -> "Links":
        """Return only some of them."""
        return Links(*(getattr(self, name)[use] for name in Links.__dataclass_fields__))

    def drop(self, tariff: Tariff) -> FloatArray:
        """Return how far each drops at its end."""
        down = np.where(self.is_over, np.minimum(self.tall, tariff.safe_drop), 0.0)
        return np.where(self.kind == HopKind.DROP, self.tall, np.where(self.kind == HopKind.DOWN, down, 0.0))

    def priced(self, tariff: Tariff) -> FloatArray:
        """Return what each costs."""
        down = (self.tall - self.drop(tariff)) * tariff.down
        up = self.tall * tariff.up
        rungs = np.where(self.is_over, self.tall * tariff.down, up)
        up = np.where(self.kind == HopKind.RUNGS, rungs, up)
        return self.aside + np.where(
            (self.kind == HopKind.UP) | (self.kind == HopKind.RUNGS), up, np.where(self.kind == HopKind.DOWN, down, 0.0)
        )

    def allowed(self, tariff: Tariff, through: "tuple[Through, ...]") -> Flags:
        """Return which of them a tariff knows."""
        barred = np.array([way.passage.name in tariff.barred for way in through] or [False])
        is_through = self.kind == HopKind.THROUGH
        use: Flags = ~(is_through & barred[np.where(is_through, self.whose, 0)])
        if tariff.is_walking:
            use &= is_through | (self.kind == HopKind.STEP)
            return use
        if tariff.is_careful:
            hurts = self.tall > tariff.safe_drop + HAIR
            use &= ~self.is_deadly & ~((self.kind == HopKind.DROP) & hurts)
            use &= ~((self.kind == HopKind.DOWN) & self.is_over & ~hurts)
        else:
            use &= ~((self.kind == HopKind.DOWN) & self.is_over)  # a drop is cheaper
        return use


@dataclass(frozen=True, eq=False)
class Drops:
    """The spots of a level, ``low`` (n,), at which one drops from a slice above, and there, ``high`` (n,)."""

    shaft: Shaft
    low: Indices
    high: Indices


class Ledger:
    """All links of a stage, and the spots of each slice, (m, 2)."""

    def __init__(self, stage: "Stage", through: "tuple[Through, ...]", rungs: "tuple[Rungs, ...]") -> None:
        self.through = through
        self.rungs = rungs
        self._stage = stage
        self._pages: list[list[FloatArray]] = [[np.empty((0, 2))] for _ in stage.plan.slices]
        self._counts = [0] * len(stage.plan.slices)
        self._columns: list[list[tuple[Any, ...]]] = [[] for _ in stage.plan.slices]
        shafts = stage.shafts
        for shaft in shafts:
            self._enter_shaft(shaft)
        for step in stage.plan.steps:
            one, other = self._enter(step.one, step.places), self._enter(step.other, step.places)
            self._link(step.one, one, step.other, other, HopKind.STEP)
            self._link(step.other, other, step.one, one, HopKind.STEP)
        for number, way in enumerate(through):
            start, end = (self._enter(n, np.array([at])) for n, at in ((way.low, way.start), (way.high, way.end)))
            self._link(way.low, start, way.high, end, HopKind.THROUGH, aside=way.length, whose=number)
        for number, climb in enumerate(rungs):
            self._enter_rungs(number, climb)
        self.drops = tuple(self._dropping(shaft) for shaft in shafts)
        self.places = tuple(np.concatenate(page) for page in self._pages)
        self.links = tuple(self._page(n) for n in range(len(self.places)))
        self._spots: dict[tuple[int, bool], Spots] = {}
        self._priced: dict[Tariff, tuple[tuple[Links, FloatArray], ...]] = {}

    def spots(self, number: int, *, is_walking: bool) -> Spots:
        """Return the spots of a slice, prepared for its ways."""
        key = number, is_walking
        if key not in self._spots:
            slice_ = self._stage.plan.slices[number]
            field = self._stage.floor(slice_) if is_walking else self._stage.field(slice_)
            self._spots[key] = spots_of(field, self.places[number])
        return self._spots[key]

    def priced(self, tariff: Tariff) -> tuple[tuple[Links, FloatArray], ...]:
        """Return for each slice the links that a tariff knows, and what each costs."""
        if tariff not in self._priced:
            kept = [links.chosen(links.allowed(tariff, self.through)) for links in self.links]
            if tariff.is_walking:
                kept = [links.chosen(self._ends_on_floors(links)) for links in kept]
            self._priced[tariff] = tuple((links, links.priced(tariff)) for links in kept)
        return self._priced[tariff]

    def _ends_on_floors(self, links: Links) -> Flags:
        ends = [
            bool(self._stage.floor(self._stage.plan.slices[to]).holds(self.places[to][[place]])[0])
            for to, place in zip(links.to.tolist(), links.place.tolist(), strict=True)
        ]
        return np.array(ends, dtype=np.bool_)

    def _enter(self, number: int, places: FloatArray) -> Indices:
        """Write places down as spots of a slice, and return their numbers."""
        first = self._counts[number]
        self._pages[number].append(places)
        self._counts[number] += len(places)
        return np.arange(first, first + len(places))

    def _enter_shaft(self, shaft: Shaft) -> None:
        import shapely

        low, high, climbs = shaft.low.number, shaft.high.number, shaft.climbs
        if len(climbs.place):
            foot, below = self._enter(low, climbs.foot), self._enter(low, climbs.place)
            above = self._enter(high, climbs.place)
            over = np.asarray(shapely.intersects_xy(shaft.area, climbs.place[:, 0], climbs.place[:, 1]))
            up, down = climbs.is_up, climbs.is_held
            deadly, whose = climbs.is_deadly, climbs.whose
            self._link(
                low,
                foot[up],
                high,
                above[up],
                HopKind.UP,
                tall=shaft.tall,
                aside=climbs.aside[up],
                deadly=deadly[up],
                whose=whose[up],
            )
            self._link(
                high,
                above[down],
                low,
                below[down],
                HopKind.DOWN,
                tall=shaft.tall,
                over=over[down],
                deadly=deadly[down],
                whose=whose[down],
            )
        rims = self._enter(high, shaft.rim), self._enter(low, shaft.rim)
        self._link(high, rims[0], low, rims[1], HopKind.DROP, tall=shaft.tall)

    def _enter_rungs(self, number: int, climb: "Rungs") -> None:
        start, end = (self._enter(n, np.array([at])) for n, at in ((climb.start, climb.foot), (climb.end, climb.place)))
        rise = climb.points[-1][2] - climb.points[0][2]
        deadly = self._stage.plan.obstacles[climb.obstacle].is_deadly
        self._link(
            climb.start,
            start,
            climb.end,
            end,
            HopKind.RUNGS,
            tall=abs(rise),
            aside=climb.aside,
            over=rise < 0,
            deadly=deadly,
            whose=number,
        )

    def _link(
        self,
        start: int,
        spot: Indices,
        to: int,
        place: Indices,
        kind: HopKind,
        *,
        tall: float = 0.0,
        aside: FloatArray | float = 0.0,
        over: Flags | bool = False,
        deadly: Flags | bool = False,
        whose: Indices | int = -1,
    ) -> None:
        self._columns[start].append((spot, to, place, int(kind), tall, aside, over, deadly, whose))

    def _page(self, number: int) -> Links:
        """Return a slice's links whose ends lie where the model may be."""
        rows = self._columns[number]
        types = (np.int64, np.int64, np.int64, np.int64, np.float64, np.float64, np.bool_, np.bool_, np.int64)
        columns: list[Any] = [
            np.concatenate(
                [np.empty(0, dtype=kind)]
                + [np.broadcast_to(np.asarray(row[k], kind), np.shape(row[0])) for row in rows]
            )
            for k, kind in enumerate(types)
        ]
        links = Links(*columns)
        use = np.zeros(len(links.to), dtype=np.bool_)
        for to in np.unique(links.to).tolist():
            here = links.to == to
            field = self._stage.field(self._stage.plan.slices[to])
            use[here] = field.holds(self.places[to][links.place[here]])
        return links.chosen(use)

    def _dropping(self, shaft: Shaft) -> Drops:
        import shapely

        low, high = shaft.low.number, shaft.high.number
        places = np.concatenate(self._pages[low])
        inside = np.asarray(shapely.intersects_xy(shaft.area, places[:, 0], places[:, 1]))
        return Drops(shaft, np.flatnonzero(inside), self._enter(high, places[inside]))
