"""Offset curves: all places at which a convex shape is at a given distance from another, and where two of them meet.

The centre of a shape S that is ``d`` away from a convex shape B lies on the rim of the Minkowski sum of B, S mirrored
and a disc of radius ``d``. Everything is read off support functions, h(u) = how far a shape reaches along u: those of
a sum add up, so a circle, an ellipse, a rectangle and a polygon are one case.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.planar import Ellipse, Point2, Rectangle
from warcry3d.units import LENGTH_EPSILON

__all__ = ["ConvexPolygon", "Meeting", "OffsetCurve", "OffsetLine", "OffsetShape", "dot", "meeting"]

FloatArray: TypeAlias = NDArray[np.float64]

DIRECTIONS = 64
"""Directions that are tried for the greatest distance; then ever closer ones around the best."""
ROUNDS, FAN = 8, 9
KNOTS = 240
"""Points of a curve between which a meeting is looked for; a dip between two of them is followed to its bottom."""
CREASE = 1e-9
"""Half the angle (rad) over which the normal is taken to turn at a flat side: there the curve is straight."""
HALVINGS = 42
GOLDEN = (math.sqrt(5.0) - 1) / 2


@dataclass(frozen=True, slots=True)
class ConvexPolygon:
    """The convex hull of ``corners``, in any order."""

    corners: tuple[Point2, ...]

    def farthest(self, directions: FloatArray) -> FloatArray:
        """Return the corner farthest along each of ``directions`` (n, 2)."""
        corners = np.array(self.corners)
        return np.asarray(corners[(directions @ corners.T).argmax(axis=1)])

    def creases(self) -> tuple[float, ...]:
        """Return the directions (rad) that its sides face."""
        from shapely import MultiPoint, Polygon

        hull = MultiPoint(self.corners).convex_hull
        if not isinstance(hull, Polygon):
            points = np.array(hull.coords)
            along = [math.atan2(*(points[-1] - points[0])[::-1].tolist())] if len(points) > 1 else []
            return tuple(turn + side for turn in along for side in (math.pi / 2, -math.pi / 2))
        rim = np.array(hull.exterior.coords)
        rim = rim if hull.exterior.is_ccw else rim[::-1]
        sides = np.diff(rim, axis=0)
        return tuple(np.arctan2(-sides[:, 0], sides[:, 1]).tolist())


OffsetShape: TypeAlias = Ellipse | Rectangle | ConvexPolygon


def dot(at: Point2) -> Ellipse:
    """Return the shape that is one point."""
    return Ellipse(at, (0.0, 0.0))


class _Curve(Protocol):
    """A curve that can be walked along from knot to knot, and from which the distance of any point is known."""

    @property
    def is_closed(self) -> bool: ...
    @property
    def knots(self) -> int: ...
    def at(self, way: FloatArray) -> FloatArray: ...
    def signed(self, points: FloatArray) -> FloatArray: ...


@dataclass(frozen=True, eq=False)
class OffsetCurve:
    """Where the centre of ``moving`` can be while its nearest point is ``distance`` (in) from ``fixed``.

    ``moving`` is given about the origin, turned as it stands; None: its centre itself is measured to.
    """

    fixed: OffsetShape
    moving: OffsetShape | None
    distance: float
    is_closed = True

    @property
    def knots(self) -> int:
        """Return the number of knots; the last one is joined to the first."""
        return len(self._turns)

    @cached_property
    def _turns(self) -> FloatArray:
        even = np.arange(KNOTS) * (math.tau / KNOTS)
        creases = np.add.outer(self._creases, (-CREASE, CREASE))
        return np.sort(np.concatenate([even, creases.ravel() % math.tau]))

    @cached_property
    def _creases(self) -> tuple[float, ...]:
        own = () if self.moving is None else tuple(turn + math.pi for turn in _creases(self.moving))
        return (*_creases(self.fixed), *own)

    def _rim(self, turns: FloatArray) -> FloatArray:
        """Return the points of the curve whose normals have these directions (n,), as (n, 2)."""
        along = _directions(turns)
        mirrored = 0.0 if self.moving is None else self.moving.farthest(-along)
        return np.asarray(self.fixed.farthest(along) - mirrored + self.distance * along)

    def at(self, way: FloatArray) -> FloatArray:
        """Return the points (n, 2) of the curve after so many knots (n,): 2.5 is halfway from the third to the next."""
        first = np.floor(way).astype(np.int64) % self.knots
        share = (way - np.floor(way))[:, None]
        start, end = self._turns[first], self._turns[(first + 1) % self.knots]
        angle = (end - start) % math.tau
        curved = self._rim(start + share[:, 0] * angle)
        straight = self._rim(start) * (1 - share) + self._rim(end) * share
        return np.where((angle <= 2.5 * CREASE)[:, None], straight, curved)

    def signed(self, points: FloatArray) -> FloatArray:
        """Return how far ``points`` (n, 2) are outside the curve; negative: nearer to the shape than the distance.

        The distance of a point p from a convex shape is the greatest p . u - h(u) over all directions u.
        """
        coarse = np.concatenate([np.arange(DIRECTIONS) * (math.tau / DIRECTIONS), self._creases])
        values = self._room(points[:, None, :], np.broadcast_to(coarse, (len(points), len(coarse))))
        best = coarse[values.argmax(axis=1)]
        greatest, spread = values.max(axis=1), math.tau / DIRECTIONS
        for _ in range(ROUNDS):
            fan = best[:, None] + np.linspace(-spread, spread, FAN)
            values = self._room(points[:, None, :], fan)
            best = fan[np.arange(len(fan)), values.argmax(axis=1)]
            greatest, spread = np.maximum(greatest, values.max(axis=1)), spread * 2 / (FAN - 1)
        return np.asarray(greatest)

    def _room(self, points: FloatArray, turns: FloatArray) -> FloatArray:
        """Return p . u - h(u) of points (n, 1, 2) along directions (n, m)."""
        along = _directions(turns.ravel())
        reach = (self._rim(turns.ravel()) * along).sum(axis=1).reshape(turns.shape)
        return np.asarray((points * along.reshape(*turns.shape, 2)).sum(axis=2) - reach)


@dataclass(frozen=True, eq=False)
class OffsetLine:
    """Where the centre of ``moving`` can be while it is ``distance`` (in) from the straight edge ``start`` to ``end``,
    on its left.
    """

    start: Point2
    end: Point2
    moving: OffsetShape | None
    distance: float
    is_closed = False

    @property
    def knots(self) -> int:
        """Return the number of knots from one end to the other."""
        return KNOTS

    @cached_property
    def _normal(self) -> FloatArray:
        along = np.subtract(self.end, self.start)
        return np.array([-along[1], along[0]]) / math.hypot(*along)

    @cached_property
    def _offset(self) -> float:
        back = -self._normal[None]
        reach = 0.0 if self.moving is None else float((self.moving.farthest(back) * back).sum())
        return self.distance + reach

    def at(self, way: FloatArray) -> FloatArray:
        """Return the points (n, 2) of the line after so many knots (n,)."""
        share = (way / (self.knots - 1))[:, None]
        start = np.array(self.start) + self._offset * self._normal
        return np.asarray(start + share * np.subtract(self.end, self.start))

    def signed(self, points: FloatArray) -> FloatArray:
        """Return how much farther from the edge than the distance ``points`` (n, 2) are; negative: nearer."""
        return np.asarray((points - np.array(self.start)) @ self._normal - self._offset)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where two curves meet: ``points``, in the order along the first; where they do not, how far they stay ``apart``
    (in), and the place ``between`` them that misses each by half of that.
    """

    points: tuple[Point2, ...]
    apart: float
    between: Point2


def meeting(a: OffsetCurve | OffsetLine, b: OffsetCurve | OffsetLine) -> Meeting:
    """Return where two curves meet; curves that touch within rounding meet once.

    The distance of the second is followed along the first: where it changes its sign they cross, and where it dips
    without a change the bottom of the dip decides.
    """
    value: Callable[[FloatArray], FloatArray] = lambda way: b.signed(a.at(way))
    # Round a closed curve from the knot before the first to the one after the last, so that each has two neighbours.
    ways = np.arange(-1.0, a.knots + 1.0) if a.is_closed else np.arange(float(a.knots))
    values = value(ways)
    low, high, dips, depths = _brackets(value, ways, values)
    touching = dips[np.abs(depths) <= LENGTH_EPSILON]
    found = np.sort(np.append(_halved(value, low, high), touching))
    points = _apart(a.at(found)) if len(found) else ()
    everything = np.concatenate([ways, dips])
    misses = np.concatenate([values, depths])
    least = int(np.abs(misses).argmin())
    near = a.at(everything[least : least + 1])
    between = near[0] - _uphill(b, near[0]) * misses[least] / 2
    apart = 0.0 if points else float(abs(misses[least]))
    return Meeting(points, apart, (float(between[0]), float(between[1])))


def _brackets(
    value: Callable[[FloatArray], FloatArray], ways: FloatArray, values: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return both ends of the stretches over which the value changes its sign, and its dips towards 0 with depths."""
    is_out = values >= 0
    changes = np.flatnonzero(is_out[:-1] != is_out[1:])
    size = np.abs(values)
    inner = np.arange(1, len(ways) - 1)
    is_alone = (is_out[inner] == is_out[inner - 1]) & (is_out[inner] == is_out[inner + 1])
    bottoms = inner[is_alone & (size[inner] <= size[inner - 1]) & (size[inner] <= size[inner + 1])]
    reach = 2 * np.abs(np.diff(values)).max()  # no dip between knots goes deeper
    bottoms = bottoms[(size[bottoms] <= reach) | (size[bottoms] <= size.min())]
    signs = np.where(is_out[bottoms], 1.0, -1.0)
    dips = _lowest(lambda way: signs * value(way), ways[bottoms - 1], ways[bottoms + 1])
    depths = value(dips) if len(dips) else np.zeros(0)
    # A dip that passes 0 between two knots is crossed on its way down and on its way up.
    crossed = (depths >= 0) != is_out[bottoms]
    low = np.concatenate([ways[changes], ways[bottoms - 1][crossed], dips[crossed]])
    high = np.concatenate([ways[changes + 1], dips[crossed], ways[bottoms + 1][crossed]])
    return low, high, dips, depths


def _halved(value: Callable[[FloatArray], FloatArray], low: FloatArray, high: FloatArray) -> FloatArray:
    """Return where the value changes its sign between each pair of ends."""
    if not len(low):
        return low
    is_up = value(low) < 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_before = (value(middle) < 0) == is_up
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    return np.asarray((low + high) / 2)


def _lowest(value: Callable[[FloatArray], FloatArray], low: FloatArray, high: FloatArray) -> FloatArray:
    """Return where the value is least between each pair of ends, by golden section."""
    if not len(low):
        return low
    for _ in range(HALVINGS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        is_left = value(left) <= value(right)
        low, high = np.where(is_left, low, left), np.where(is_left, right, high)
    return np.asarray((low + high) / 2)


def _apart(points: FloatArray) -> tuple[Point2, ...]:
    """Return the points without those that only repeat one before."""
    kept: list[Point2] = []
    for x, y in points.tolist():
        if all(math.hypot(x - u, y - v) > 10 * LENGTH_EPSILON for u, v in kept):
            kept.append((x, y))
    return tuple(kept)


def _uphill(curve: OffsetCurve | OffsetLine, point: FloatArray) -> FloatArray:
    """Return the unit direction in which a point leaves a curve fastest."""
    step = 1e-5
    around = point + np.array([(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)])
    east, west, north, south = curve.signed(around).tolist()
    slope = np.array([east - west, north - south])
    return np.asarray(slope / max(float(np.hypot(*slope)), 1e-12))


def _creases(shape: OffsetShape) -> tuple[float, ...]:
    """Return the directions (rad) of a shape's flat sides."""
    match shape:
        case Rectangle(turn=turn):
            return tuple(turn + quarter * math.pi / 2 for quarter in range(4))
        case ConvexPolygon():
            return shape.creases()
        case Ellipse():
            return ()


def _directions(turns: FloatArray) -> FloatArray:
    return np.column_stack([np.cos(turns), np.sin(turns)])
