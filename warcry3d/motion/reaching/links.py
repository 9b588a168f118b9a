"""Links: all transfers between layers, in arrays, so that following them is adding and comparing.

All links between two layers make a *join*, found once for a terrain and a volume; a search puts together the joins that
it may need.
"""

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.reaching.drop_columns import DropColumn
from warcry3d.units import LENGTH_EPSILON

if TYPE_CHECKING:
    from warcry3d.motion.reaching.passage_links import PassageLink
    from warcry3d.motion.reaching.rungs import Rungs

__all__ = [
    "CostModel",
    "Join",
    "Links",
    "TransferKind",
    "join_of_drop_column",
    "join_of_passage",
    "join_of_rungs",
    "join_of_step",
]

Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CostModel:
    """What a rule system charges for an inch: 1 for level inches, ``up`` and ``down`` for climbing, 0 for drops.

    ``safe_drop``: a longer drop (in) hurts; ``is_careful``: avoids everything that hurts. ``is_walking``: only walks
    and goes through doors. ``is_flying``: flies all the way, for its level inches; with ``flights_rise`` for the
    straight way from its start to its end, heights too. ``barred``: names of the doors and arches that no door leg
    leads the model through; ``shut``: those of them that it cannot walk or jump through either.
    """

    up: float = 1.0
    down: float = 1.0
    safe_drop: float = 2.0
    is_careful: bool = False
    is_walking: bool = False
    is_flying: bool = False
    flights_rise: bool = False
    barred: frozenset[str] = frozenset()
    shut: frozenset[str] = frozenset()

    def hurts(self, drop: float) -> bool:
        """Return whether a drop hurts."""
        return drop > self.safe_drop + LENGTH_EPSILON

    def drops(self, tall: float) -> bool:
        """Return whether a model may drop this far at all."""
        return not self.is_walking and not (self.is_careful and self.hurts(tall))


class TransferKind(IntEnum):
    """How a way gets from one layer to another."""

    START = 0
    UP = 1
    DOWN = 2
    DROP = 3
    PASSAGE = 4
    STEP = 5
    RUNGS = 6
    TURN = 7


@dataclass(frozen=True, eq=False)
class Links:
    """The links that leave a layer, (n,) of each: from the layer's ``spot`` to ``place`` of layer ``to``.

    ``kind`` is a `TransferKind`; ``tall``: the height between the two layers (in); ``aside``: level inches;
    ``is_over``: whether a climb down has a surface below to drop on; ``whose``: number of the obstacle, passage link or
    ladder used.
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

    @classmethod
    def of(
        cls,
        spot: Any,
        to: int,
        place: Any,
        kind: TransferKind,
        *,
        tall: float = 0.0,
        aside: FloatArray | float = 0.0,
        is_over: Flags | bool = False,
        is_deadly: Flags | bool = False,
        whose: Indices | int = -1,
    ) -> "Links":
        """Return links of one kind to one layer; a value that all of them share may be given once."""
        spots = np.atleast_1d(np.asarray(spot, np.int64))
        columns = (to, place, int(kind), tall, aside, is_over, is_deadly, whose)
        types = (np.int64, np.int64, np.int64, np.float64, np.float64, np.bool_, np.bool_, np.int64)
        rest: list[Any] = [np.broadcast_to(np.asarray(c, t), spots.shape) for c, t in zip(columns, types, strict=True)]
        return cls(spots, *rest)

    @classmethod
    def put_together(cls, several: "list[Links]") -> "Links":
        """Return all links of several in one."""
        several = [*several, Links.of(np.empty(0, np.int64), 0, np.empty(0, np.int64), TransferKind.START)]
        return cls(*(np.concatenate([getattr(links, field.name) for links in several]) for field in fields(cls)))

    def chosen(self, use: Flags) -> "Links":
        """Return the links with a flag set in ``use``."""
        return Links(*(getattr(self, field.name)[use] for field in fields(self)))

    def numbered(self, spots: Indices, places: Indices) -> "Links":
        """Return the links with other numbers for spots and places, without those whose end has no number (-1)."""
        spot, place = spots[self.spot], places[self.place]
        use = (spot >= 0) & (place >= 0)
        rest = (getattr(self, field.name)[use] for field in fields(self)[3:])
        return Links(spot[use], self.to[use], place[use], *rest)

    def drop(self, cost_model: CostModel) -> FloatArray:
        """Return how far each link drops at its end."""
        down = np.where(self.is_over, np.minimum(self.tall, cost_model.safe_drop), 0.0)
        return np.where(self.kind == TransferKind.DROP, self.tall, np.where(self.kind == TransferKind.DOWN, down, 0.0))

    def priced(self, cost_model: CostModel) -> FloatArray:
        """Return the cost of each link."""
        down = (self.tall - self.drop(cost_model)) * cost_model.down
        up = self.tall * cost_model.up
        rungs = np.where(self.is_over, self.tall * cost_model.down, up)
        up = np.where(self.kind == TransferKind.RUNGS, rungs, up)
        return self.aside + np.where(
            (self.kind == TransferKind.UP) | (self.kind == TransferKind.RUNGS),
            up,
            np.where(self.kind == TransferKind.DOWN, down, 0.0),
        )

    def allowed(self, cost_model: CostModel, passage_links: "tuple[PassageLink, ...]") -> Flags:
        """Return which of the links a cost model allows."""
        barred = np.array([way.passage.name in cost_model.barred for way in passage_links] or [False])
        is_passage = self.kind == TransferKind.PASSAGE
        use: Flags = ~(is_passage & barred[np.where(is_passage, self.whose, 0)])
        if cost_model.is_walking:
            use &= is_passage | (self.kind == TransferKind.STEP)
            return use
        if cost_model.is_careful:
            hurts = self.tall > cost_model.safe_drop + LENGTH_EPSILON
            use &= ~self.is_deadly & ~((self.kind == TransferKind.DROP) & hurts)
            use &= ~((self.kind == TransferKind.DOWN) & self.is_over & ~hurts)
        else:
            use &= ~((self.kind == TransferKind.DOWN) & self.is_over)  # a drop is cheaper
        return use


@dataclass(frozen=True, eq=False)
class Join:
    """All links between two layers, ``low`` and ``high``.

    Their ends are the spots ``below`` (n, 2) in one and ``above`` (m, 2) in the other. ``up`` leads out of the lower
    layer, ``down`` out of the higher one.
    """

    low: int
    high: int
    below: FloatArray
    above: FloatArray
    up: Links
    down: Links

    def linked(self, below: Flags, above: Flags) -> tuple[Flags, Flags]:
        """Return which of some ends below and above belong to a link of which both ends are among them."""
        rises = below[self.up.spot] & above[self.up.place]
        falls = above[self.down.spot] & below[self.down.place]
        low, high = np.zeros_like(below), np.zeros_like(above)
        low[self.up.spot[rises]] = low[self.down.place[falls]] = True
        high[self.up.place[rises]] = high[self.down.spot[falls]] = True
        return low, high


def join_of_drop_column(drop_column: DropColumn) -> Join:
    """Return the climbs and drops of a drop column."""
    import shapely

    low, high, climbs, tall = drop_column.low.number, drop_column.high.number, drop_column.climbs, drop_column.tall
    n, rims = len(climbs.place), np.arange(len(drop_column.rim))
    number = np.arange(n)
    over = np.asarray(shapely.intersects_xy(drop_column.area, climbs.place[:, 0], climbs.place[:, 1]), dtype=np.bool_)
    is_up, is_held = climbs.is_up, climbs.is_held
    up = Links.of(
        number[is_up],
        high,
        number[is_up],
        TransferKind.UP,
        tall=tall,
        aside=climbs.aside[is_up],
        is_deadly=climbs.is_deadly[is_up],
        whose=climbs.whose[is_up],
    )
    down = Links.of(
        number[is_held],
        low,
        n + number[is_held],
        TransferKind.DOWN,
        tall=tall,
        is_over=over[is_held],
        is_deadly=climbs.is_deadly[is_held],
        whose=climbs.whose[is_held],
    )
    drops = Links.of(n + rims, low, 2 * n + rims, TransferKind.DROP, tall=tall)
    below = np.concatenate([climbs.foot, climbs.place, drop_column.rim])
    above = np.concatenate([climbs.place, drop_column.rim])
    return Join(low, high, below, above, up, Links.put_together([down, drops]))


def join_of_step(one: int, other: int, places: FloatArray) -> Join:
    """Return the walks between two levels at places (n, 2)."""
    number = np.arange(len(places))
    up, down = (Links.of(number, to, number, TransferKind.STEP) for to in (other, one))
    return Join(one, other, places, places, up, down)


def join_of_passage(number: int, way: "PassageLink") -> Join:
    """Return a way through a door or arch."""
    start, end = (np.array([at], dtype=np.float64) for at in (way.start, way.end))
    up = Links.of(np.zeros(1, np.int64), way.high, 0, TransferKind.PASSAGE, aside=way.length, whose=number)
    return Join(way.low, way.high, start, end, up, up.chosen(np.zeros(1, np.bool_)))


def join_of_rungs(number: int, climb: "Rungs", *, is_deadly: bool) -> Join:
    """Return a climb by a ladder or stairs."""
    start, end = (np.array([at], dtype=np.float64) for at in (climb.foot, climb.place))
    rise = climb.points[-1][2] - climb.points[0][2]
    how: dict[str, Any] = {"aside": climb.aside, "is_over": rise < 0, "is_deadly": is_deadly, "whose": number}
    up = Links.of(np.zeros(1, np.int64), climb.end, 0, TransferKind.RUNGS, tall=abs(rise), **how)
    return Join(climb.start, climb.end, start, end, up, up.chosen(np.zeros(1, np.bool_)))
