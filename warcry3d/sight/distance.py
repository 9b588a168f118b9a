"""The distance of two models, base to base, in three dimensions."""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.nearest import Point, Prism, distance_to_solid, separation
from warcry3d.geom.planar import ConvexShape2D, Ellipse, Rectangle, farthest_gap
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "Between",
    "Farthest",
    "Measure",
    "are_within",
    "base_body",
    "base_outline",
    "base_to_solid",
    "farthest_part",
    "is_within",
    "measure",
    "measure_to_point",
]

Line: TypeAlias = tuple[Point, Point]

MEASURES_KEPT = 10_000
"""Distances that are kept: a battle has some hundred pairs of fighters at a time."""

TO_SOLID_KEPT = 500
"""Distances to a solid that are kept."""
_TO_SOLIDS: WeakKeyDictionary[Solid, dict[tuple[Base, Placement, float], float]] = WeakKeyDictionary()


class Between(StrEnum):
    """What of two models a distance is between."""

    BASES = "bases"
    BODIES = "bodies"


@dataclass(frozen=True, slots=True)
class Measure:
    """How far two bases (or bodies, as ``between`` says) are apart (in).

    ``direct`` is the shortest distance between them; ``horizontal`` the distance of their outlines seen from above and
    ``vertical`` the empty height between the two bodies, each 0 where they overlap: direct = hypot(horizontal,
    vertical). ``line`` runs from the first base's nearest point to the second's.
    """

    direct: float
    horizontal: float
    vertical: float
    line: Line
    between: Between = Between.BASES


@dataclass(frozen=True, slots=True)
class Farthest:
    """How far the farthest part of a base is from something (in): in all, seen from above, and in height.

    The base is wholly within X of it if ``direct`` is within X; wholly within X horizontally if ``horizontal`` is.
    """

    direct: float
    horizontal: float
    vertical: float


def base_outline(model: Model) -> ConvexShape2D:
    """Return the outline of a model's base, where it stands."""
    return _outline(model.base, model.placement)


def _outline(base: Base, placement: Placement) -> ConvexShape2D:
    shape = Rectangle if base.shape is BaseShape.SQUARE else Ellipse
    x, y, _ = placement.at
    return shape((x, y), (base.length / 2, base.width / 2), placement.turn)


def base_body(model: Model) -> Prism:
    """Return the body of a model's base, where it stands: its outline from its bottom to its top."""
    return _body(model.base, model.placement)


def _body(base: Base, placement: Placement) -> Prism:
    bottom = placement.at[2]
    return Prism(_outline(base, placement), bottom, bottom + base.height)


def measure(a: Model, b: Model) -> Measure:
    """Return how far two models' bases are apart; the same both ways round, the line's ends exchanged.

    The nearest points, where many pairs are nearest: see `warcry3d.geom.nearest.separation`.
    """
    return _measured(a.base, a.placement, b.base, b.placement)


@lru_cache(maxsize=MEASURES_KEPT)
def _measured(base: Base, placement: Placement, other: Base, elsewhere: Placement) -> Measure:
    """Return how far two bases are apart: oval ones take a millisecond, and most are asked about again and again."""
    apart = separation(_body(base, placement), _body(other, elsewhere))
    return Measure(apart.straight, apart.level, apart.upright, (apart.start, apart.end))


def are_within(a: Model, b: Model, limit: float) -> bool:
    """Return whether two models' bases are within a distance of each other; what is plainly farther costs nothing."""
    (ax, ay, az), (bx, by, bz) = a.placement.at, b.placement.at
    most = limit + LENGTH_EPSILON
    reaches = math.hypot(a.base.length, a.base.width) / 2 + math.hypot(b.base.length, b.base.width) / 2
    if math.hypot(bx - ax, by - ay) - reaches > most or max(bz - az - a.base.height, az - bz - b.base.height) > most:
        return False
    return is_within(measure(a, b).direct, limit)


def measure_to_point(model: Model, point: Point) -> Measure:
    """Return how far a model's base is from a point, such as the centre of a marker."""
    nearest = base_body(model).nearest(np.array([point]))[0]
    across, height = float(np.hypot(*(nearest - point)[:2])), abs(float(nearest[2] - point[2]))
    start = (float(nearest[0]), float(nearest[1]), float(nearest[2]))
    return Measure(float(np.hypot(across, height)), across, height, (start, point))


def farthest_part(model: Model, other: Model | Point) -> Farthest:
    """Return how far the farthest part of a model's base is from another's base, or from a point.

    The farthest part seen from above and the farthest end in height belong to one upright body: direct =
    hypot(horizontal, vertical).
    """
    body = base_body(model)
    if isinstance(other, Model):
        low, high, nearest = base_body(other).low, base_body(other).high, base_outline(other).nearest
    else:
        low, high, nearest = other[2], other[2], lambda points: np.array(other[:2])

    def distance(points: FloatArray) -> FloatArray:
        return np.asarray(np.sqrt(((nearest(points) - points) ** 2).sum(axis=1)))

    horizontal = farthest_gap(body.outline, distance)
    vertical = max(low - body.low, body.high - high, 0.0)
    return Farthest(float(np.hypot(horizontal, vertical)), horizontal, vertical)


def base_to_solid(model: Model, solid: Solid, within: float = math.inf) -> float:
    """Return the shortest distance from a model's base to a solid; 0 where they touch or overlap (in).

    Where it is plainly more than ``within``: infinity, at once. The last answers about a solid are kept: who attacks
    past an obstacle asks for each target how far it is.
    """
    known = _TO_SOLIDS.setdefault(solid, {})
    asked = (model.base, model.placement, within)
    if asked not in known:
        if len(known) >= TO_SOLID_KEPT:
            known.clear()
        known[asked] = distance_to_solid(base_body(model), solid, within)
    return known[asked]


def is_within(length: float, limit: float) -> bool:
    """Return whether a measured length is at most ``limit``; equal up to rounding counts (WC-DIST-2)."""
    return length <= limit + LENGTH_EPSILON
