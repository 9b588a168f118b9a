"""Standing models: upright bodies that no other model moves through."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from warcry3d.geom.shared_shapes import intersects
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.corner_kernels import distances_to_way
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume, volume_of
from warcry3d.once import once
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import RESTING_GAP

__all__ = ["Others", "StandingModel", "closed_around", "others_of"]

CLOSED_KEPT = 4096
"""Areas that are kept: 60 models that stand, for the dozen outlines and facings of those that move past them."""

_Key: TypeAlias = tuple[bool, float, float, float]


@dataclass(frozen=True, eq=False)
class StandingModel:
    """A standing model, and where it keeps out the centre of a mover with one outline."""

    model: Model
    volume: Volume
    mover: Volume

    @property
    def low(self) -> float:
        """Return the height at which it stands."""
        return self.model.placement.at[2]

    @property
    def high(self) -> float:
        """Return the height of the top of its body."""
        return self.low + self.volume.height

    @once
    def closed(self) -> Any:
        """Return where the mover's centre may not be, as a shapely geometry."""
        x, y, _ = self.model.placement.at
        return _closed_around(self.volume.key, (x, y), self.mover.key)

    def first_met(self, start: Point, end: Point, tall: float, *, deep: float = 0.0) -> float | None:
        """Return the share of a straight way at which a mover ``tall`` high first overlaps it; None if never.

        ``deep``: how far below its centre the mover reaches as well (a drop's whole column at once).
        """
        window = self._window(start[2], end[2], tall, deep)
        if window is None:
            return None
        a, b = (np.array(start[:2]) + share * (np.array(end[:2]) - np.array(start[:2])) for share in window)
        share = self._round(a, b) if self.volume.is_round and self.mover.is_round else self._any(a, b)
        return None if share is None else window[0] + share * (window[1] - window[0])

    def _window(self, first: float, last: float, tall: float, deep: float) -> tuple[float, float] | None:
        """Return the share of the way from which, and up to which, the two bodies share heights."""
        low = self.low + RESTING_GAP - tall
        high = self.high - RESTING_GAP + deep
        if last == first:
            return (0.0, 1.0) if low < first < high else None
        shares = sorted(((low - first) / (last - first), (high - first) / (last - first)))
        start, end = max(0.0, shares[0]), min(1.0, shares[1])
        return (start, end) if start < end else None

    def _round(self, a: Any, b: Any) -> float | None:
        """Solve for circles: the first share at which the centres are nearer than the radii together."""
        radius = self.volume.half[0] + self.mover.half[0] - TOUCH_TOLERANCE
        from_centre = a - np.array(self.model.placement.at[:2])
        along = b - a
        c = float(from_centre @ from_centre) - radius * radius
        if c < 0:
            return 0.0
        p, q = float(along @ along), float(from_centre @ along)
        root = q * q - p * c
        if p == 0.0 or root <= 0 or q >= 0:
            return None
        share = (-q - math.sqrt(root)) / p
        return share if share <= 1 else None

    def _any(self, a: Any, b: Any) -> float | None:
        import shapely

        way = shapely.LineString([a, b])
        if not intersects(self.closed, way):
            return None
        inside = shapely.intersection(way, self.closed)
        points = shapely.get_coordinates(inside) if not inside.is_empty else shapely.get_coordinates(way)[:1]
        if inside.length == 0 and np.hypot(*(b - a)) > 0:
            return None  # only touches
        length = float(np.hypot(*(b - a)))
        return float(np.hypot(*(points - a).T).min()) / length if length else 0.0


@dataclass(frozen=True, eq=False)
class Others:
    """All models but the mover, for one outline of the mover."""

    standing: tuple[StandingModel, ...]

    def met(self, start: Point, end: Point, tall: float, *, deep: float = 0.0) -> list[tuple[float, str]]:
        """Return the models met on a straight way and at which share of it, in that order."""
        met = []
        far = distances_to_way(self._places, np.array([start[:2], end[:2]], np.float64))
        for n in np.flatnonzero(far <= self._reaches).tolist():
            other = self.standing[n]
            share = other.first_met(start, end, tall, deep=deep)
            if share is not None:
                met.append((share, other.model.id))
        return sorted(met)

    @once
    def _places(self) -> FloatArray:
        """Return where they stand (n, 2)."""
        return np.array([one.model.placement.at[:2] for one in self.standing], np.float64).reshape(-1, 2)

    @once
    def _reaches(self) -> FloatArray:
        """Return within how many inches of each the mover may meet it (n,)."""
        return np.array([one.volume.reach + one.mover.reach for one in self.standing], np.float64)


@lru_cache(maxsize=CLOSED_KEPT)
def _closed_around(volume: _Key, at: tuple[float, float], mover: _Key) -> Any:
    """Return where a model at a place closes the way to a mover's centre; kept, as a unit's models ask one by one."""
    import shapely

    standing, moving = (Volume(key[0], (key[1], key[2]), key[3], 0.0, 0.0) for key in (volume, mover))
    area = minkowski_sum(standing.polygon(at), moving)
    shapely.prepare(area)
    return area


def closed_around(standing: Volume, at: tuple[float, float], mover: Volume) -> Any:
    """Return where a model of a volume, at a place, keeps out the centre of a mover, as a shapely geometry."""
    return _closed_around(standing.key, at, mover.key)


def others_of(table: Table, model: str, volume: Volume) -> Others:
    """Return the models that ``model`` may meet when it moves as ``volume``."""
    return Others(tuple(StandingModel(m, volume_of(m), volume) for m in table.models if m.id != model))
