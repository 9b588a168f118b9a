"""What can be climbed: parts that touch form one obstacle; a climber touches it first and stays near it."""

import math
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.ground import Ground, Stopper
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume
from warcry3d.once import once
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Terrain
from warcry3d.units import RESTING_GAP

__all__ = ["LADDERS", "Climbable", "Obstacle", "keeps_near", "obstacles_of", "statues_of", "strays"]

Climbable: TypeAlias = frozenset[PartKind] | None
"""The kinds of parts that a climber is limited to; None: everything that can be climbed."""

NEVER = frozenset({PartKind.UNCLIMBABLE, PartKind.LOW, PartKind.SCENERY})
"""Kinds that nobody climbs (WC-TERR-3; low terrain is no obstacle)."""

LADDERS = frozenset({PartKind.LADDER, PartKind.STAIRS})
"""Kinds with steps or rungs, on which a model stands while climbing (WC-TERR-4)."""

SETTLED = 0.001
"""How exactly (in) the place is found where a climber gets too far from its obstacle."""


@dataclass(frozen=True, eq=False)
class Obstacle:
    """Parts of one feature that touch and can be climbed as one; deadly parts are separate obstacles."""

    parts: tuple[Stopper, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return its parts' names."""
        return tuple(part.name for part in self.parts)

    @property
    def is_deadly(self) -> bool:
        """Return whether climbing it hurts."""
        return PartKind.DEADLY in self.parts[0].kinds

    @once
    def triangles(self) -> FloatArray:
        """Return the triangles of all its parts, (n, 3, 3)."""
        return np.concatenate([np.asarray(part.solid.triangles) for part in self.parts])

    @once
    def boxes(self) -> FloatArray:
        """Return the lowest and highest corner of each triangle, (n, 6)."""
        return np.concatenate([self.triangles.min(axis=1), self.triangles.max(axis=1)], axis=1)

    @once
    def bounds(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the lowest and highest corner of the box around it."""
        corners = np.array([part.solid.bounds for part in self.parts])
        return tuple(corners[:, 0].min(axis=0).tolist()), tuple(corners[:, 1].max(axis=0).tolist())

    @once
    def rungs(self) -> "Obstacle | None":
        """Return its ladders and stairs as an obstacle of their own; None if it has none."""
        parts = tuple(part for part in self.parts if part.kinds & LADDERS)
        return Obstacle(parts) if parts else None

    @once
    def flights(self) -> "tuple[Obstacle, ...]":
        """Return its ladders and stairs, one obstacle for each group of steps that touch."""
        return tuple(Obstacle(parts) for parts in _hanging([part for part in self.parts if part.kinds & LADDERS]))

    def is_below(self, volume: Volume, at: Point, reach: float) -> bool:
        """Return whether a model at ``at`` stands at the head of stairs or a ladder.

        That is: all of it ends no higher than the base's bottom, within ``reach`` of the base. The last step is lower
        than the deck it leads to.
        """
        most = reach + TOUCH_TOLERANCE
        below = [f for f in self.flights if at[2] - most <= f.bounds[1][2] <= at[2] + RESTING_GAP]
        return any(flight._is_within(volume, at, volume.base, most) for flight in below)

    def distance(self, volume: Volume, at: Point, *, tall: float | None = None, within: float = 1e9) -> float:
        """Return the distance from the base of a model at ``at`` (or its body up to ``tall``) to the obstacle's
        surface.

        Returns infinity where that is more than ``within``.
        """
        (west, south, _), (east, north, _) = self.bounds
        out = volume.reach + within
        if not (west - out <= at[0] <= east + out and south - out <= at[1] <= north + out):
            return math.inf
        return _distance(self.triangles, self.boxes, volume, at, volume.base if tall is None else tall, within)

    def near(self, volume: Volume, start: Point, end: Point, within: float) -> tuple[FloatArray, FloatArray]:
        """Return triangles and boxes of those within ``within`` of a base at any place of a straight way."""
        first, last = np.minimum(start, end), np.maximum(start, end)
        out = np.array([volume.reach + within, volume.reach + within, within])
        close = (self.boxes[:, :3] <= last + out + (0, 0, volume.base)) & (self.boxes[:, 3:] >= first - out)
        kept = np.flatnonzero(close.all(axis=1))
        return self.triangles[kept], self.boxes[kept]

    def is_touched(self, volume: Volume, at: Point) -> bool:
        """Return whether the base or body of a model at ``at`` touches it, within the tolerance of real pieces."""
        return self._is_within(volume, at, volume.height, RESTING_GAP)

    def _is_within(self, volume: Volume, at: Point, tall: float, reach: float) -> bool:
        """Return whether a body at ``at`` is within ``reach``."""
        (west, south, low), (east, north, high) = self.bounds
        out = volume.reach + reach
        if not (west - out <= at[0] <= east + out and south - out <= at[1] <= north + out):
            return False
        if not low - tall - reach <= at[2] <= high + reach:
            return False
        return _distance(self.triangles, self.boxes, volume, at, tall, reach, enough=reach) <= reach


def _distance(
    triangles: FloatArray,
    boxes: FloatArray,
    volume: Volume,
    at: Point,
    tall: float,
    within: float,
    *,
    enough: float = 0.0,
) -> float:
    """Return the distance from a body to triangles; infinity beyond ``within``; any value up to ``enough`` will do."""
    from warcry3d.motion.swept.distance import body_distance

    how = (_frame(volume), volume.is_square, tall, within, enough, np.empty(9))
    return float(body_distance(triangles, boxes, np.array(at, dtype=np.float64), *how)[0])


def _frame(volume: Volume) -> FloatArray:
    return np.array([math.cos(volume.turn), math.sin(volume.turn), volume.half[0], volume.half[1]])


def obstacles_of(terrain: Terrain, ground: Ground, kinds: Climbable) -> tuple[Obstacle, ...]:
    """Return the obstacles that a climber limited to ``kinds`` can climb, derived once for a terrain."""
    key = f"motion.obstacles {sorted(kinds) if kinds is not None else None}"
    if key not in terrain.derived:
        terrain.derived[key] = tuple(_obstacles(ground, kinds))
    return cast("tuple[Obstacle, ...]", terrain.derived[key])


def _obstacles(ground: Ground, kinds: Climbable) -> list[Obstacle]:
    groups = _hanging([stopper for stopper in ground.stoppers if not stopper.kinds & NEVER])
    if kinds is not None:  # of all that hangs together: loose rungs do by the wall behind them
        groups = [tuple(part for part in group if part.kinds & kinds) for group in groups]
    return [Obstacle(group) for group in groups if group]


def _hanging(parts: list[Stopper]) -> list[tuple[Stopper, ...]]:
    """Return parts in groups of those that touch."""
    group = list(range(len(parts)))
    for i, one in enumerate(parts):
        for j in range(i):
            if group[i] != group[j] and _hang_together(one, parts[j]):
                kept, gone = sorted((group[i], group[j]))
                group = [kept if number == gone else number for number in group]
    return [tuple(p for p, g in zip(parts, group, strict=True) if g == number) for number in sorted(set(group))]


def statues_of(terrain: Terrain, ground: Ground) -> tuple[Obstacle, ...]:
    """Return the parts that nobody climbs (WC-TERR-3), each on its own, derived once for a terrain."""
    key = "motion.statues"
    if key not in terrain.derived:
        terrain.derived[key] = tuple(Obstacle((s,)) for s in ground.stoppers if PartKind.UNCLIMBABLE in s.kinds)
    return cast("tuple[Obstacle, ...]", terrain.derived[key])


def _hang_together(one: Stopper, other: Stopper) -> bool:
    """Return whether two parts are one obstacle: of one feature, alike deadly or not, and touching."""
    if one.feature is not other.feature or (PartKind.DEADLY in one.kinds) != (PartKind.DEADLY in other.kinds):
        return False
    (low, high), (other_low, other_high) = one.solid.bounds, other.solid.bounds
    if (low > other_high + RESTING_GAP).any() or (other_low > high + RESTING_GAP).any():
        return False
    if one.body.is_empty() or other.body.is_empty():
        return True  # cannot be measured: their boxes touch
    return bool(one.body.min_gap(other.body, 2 * RESTING_GAP) <= RESTING_GAP)


def strays(obstacle: Obstacle, volume: Volume, start: Point, end: Point, reach: float) -> tuple[float, float] | None:
    """Return the share of a straight way at which a base first gets farther than ``reach`` from an obstacle, and its
    greatest distance on the whole way; None where it never does.

    The distance from the base (not the body) to the obstacle changes by no more than the base moves, so one measurement
    settles a whole stretch; what stays open is halved, down to `SETTLED`.
    """
    if keeps_near(obstacle, volume, start, end, reach):
        return None
    return _strayed(obstacle, volume, start, end, reach)


def keeps_near(obstacle: Obstacle, volume: Volume, start: Point, end: Point, reach: float) -> bool:
    """Return whether a base stays within ``reach`` of an obstacle on a straight way."""
    from warcry3d.motion.swept.batch import stay_near

    found = np.zeros(1, dtype=np.bool_)
    how = (_frame(volume), volume.is_square, volume.base, reach + TOUCH_TOLERANCE, SETTLED, found)
    stay_near(
        obstacle.triangles, obstacle.boxes, np.array([start], dtype=np.float64), np.array([end], dtype=np.float64), *how
    )
    return bool(found[0])


def _strayed(obstacle: Obstacle, volume: Volume, start: Point, end: Point, reach: float) -> tuple[float, float] | None:
    """Return what `strays` does, by measuring."""
    length = math.dist(start, end)
    most = reach + TOUCH_TOLERANCE
    first, farthest = math.inf, 0.0

    triangles, boxes = obstacle.near(volume, start, end, most + length)

    def measured(share: float) -> float:
        at = cast(Point, tuple(float(a + share * (b - a)) for a, b in zip(start, end, strict=True)))
        return _distance(triangles, boxes, volume, at, volume.base, 1e9)

    todo = [(0.0, 1.0)]
    while todo:
        low, high = todo.pop()
        if low >= first:
            continue
        middle = (low + high) / 2
        span = (high - low) * length / 2
        apart = measured(middle)
        if apart > most:
            farthest, first = max(farthest, apart), min(first, middle)
        if apart + span <= most or span <= SETTLED / 2:
            continue
        todo += [(middle, high), (low, middle)]
    for share in (0.0, 1.0) if length else (0.0,):
        apart = measured(share)
        if apart > most:
            farthest, first = max(farthest, apart), min(first, share)
    return None if first == math.inf else (first, farthest)
