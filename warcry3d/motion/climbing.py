"""What may be climbed: obstacles as they hang together, touching one, and staying near it on the way."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, cast

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.ground import Ground, Stopper
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_PLAY, Volume
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Terrain
from warcry3d.units import RESTING_GAP

__all__ = ["LADDERS", "Climbable", "Obstacle", "obstacles_of", "strays"]

Climbable: TypeAlias = frozenset[PartKind] | None
"""The kinds a climber is limited to; None: all that can be climbed."""

NEVER = frozenset({PartKind.UNCLIMBABLE, PartKind.LOW, PartKind.SCENERY})
"""Kinds that nobody climbs (WC-TERR-3; low terrain is no obstacle)."""

LADDERS = frozenset({PartKind.LADDER, PartKind.STAIRS})
"""Kinds with steps or rungs, on which one stands while climbing (WC-TERR-4)."""

SETTLED = 0.001
"""How exactly (in) the place is found where a climber strays."""


@dataclass(frozen=True, eq=False)
class Obstacle:
    """Parts of one feature that hang together and can be climbed as one; deadly ones apart from all others."""

    parts: tuple[Stopper, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return its parts' names."""
        return tuple(part.name for part in self.parts)

    @property
    def is_deadly(self) -> bool:
        """Return whether climbing it hurts."""
        return PartKind.DEADLY in self.parts[0].kinds

    @cached_property
    def triangles(self) -> FloatArray:
        """Return the triangles of all its parts, (n, 3, 3)."""
        return np.concatenate([np.asarray(part.solid.triangles) for part in self.parts])

    @cached_property
    def boxes(self) -> FloatArray:
        """Return the lowest and highest corner of each triangle, (n, 6)."""
        return np.concatenate([self.triangles.min(axis=1), self.triangles.max(axis=1)], axis=1)

    @cached_property
    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """Return the lowest and highest corner of the box around it."""
        return self.boxes[:, :3].min(axis=0), self.boxes[:, 3:].max(axis=0)

    def distance(self, volume: Volume, at: Point, *, tall: float | None = None, within: float = 1e9) -> float:
        """Return how far the base of a model at ``at`` is from its surface (or the body of that volume up to ``tall``);
        infinity where it is more than ``within``.
        """
        from warcry3d.motion.swept.near import distance

        least, most = self.bounds
        spot = np.array(at, dtype=np.float64)
        tall = volume.base if tall is None else tall
        if (spot + volume.reach + within < least)[:2].any() or (spot - volume.reach - within > most)[:2].any():
            return math.inf
        frame = np.array([math.cos(volume.turn), math.sin(volume.turn), *volume.half])
        room = np.empty(9)
        return float(distance(self.triangles, self.boxes, spot, frame, volume.is_square, tall, within, room))

    def is_touched(self, volume: Volume, at: Point) -> bool:
        """Return whether a model at ``at`` touches it, with its base or its body, within the play of real pieces."""
        return self.distance(volume, at, tall=volume.height, within=RESTING_GAP) <= RESTING_GAP


def obstacles_of(terrain: Terrain, ground: Ground, kinds: Climbable) -> tuple[Obstacle, ...]:
    """Return the obstacles that can be climbed by whoever is limited to ``kinds``, found once for a terrain."""
    key = f"motion.obstacles {sorted(kinds) if kinds is not None else None}"
    if key not in terrain.derived:
        terrain.derived[key] = tuple(_obstacles(ground, kinds))
    return cast("tuple[Obstacle, ...]", terrain.derived[key])


def _obstacles(ground: Ground, kinds: Climbable) -> list[Obstacle]:
    parts = [s for s in ground.stoppers if not s.kinds & NEVER and (kinds is None or s.kinds & kinds)]
    group = list(range(len(parts)))
    for i, one in enumerate(parts):
        for j in range(i):
            if group[i] != group[j] and _hang_together(one, parts[j]):
                kept, gone = sorted((group[i], group[j]))
                group = [kept if number == gone else number for number in group]
    return [
        Obstacle(tuple(p for p, g in zip(parts, group, strict=True) if g == number)) for number in sorted(set(group))
    ]


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
    """Return the share of a straight way at which a base first gets farther than ``reach`` from an obstacle, and how
    far it gets on all of it; None where it never does.

    The distance from the base (not the body) to the obstacle changes by no more than the base moves, so one measure
    settles a whole stretch; what stays open is halved, down to `SETTLED`.
    """
    length = math.dist(start, end)
    most = reach + TOUCH_PLAY
    first, farthest = math.inf, 0.0

    def measured(share: float) -> float:
        at = cast(Point, tuple(a + share * (b - a) for a, b in zip(start, end, strict=True)))
        return obstacle.distance(volume, at)

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
