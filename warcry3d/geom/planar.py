"""Flat convex shapes, ellipses and rectangles, and the nearest points of two of them.

Everything is exact up to rounding: an ellipse is an ellipse, never a polygon. An outline is the closed filled shape.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.units import FLAT_TOLERANCE, LENGTH_EPSILON

__all__ = ["ConvexShape2D", "Ellipse", "Point2", "Rectangle", "Span", "farthest_gap", "span_between"]

Point2: TypeAlias = tuple[float, float]
FloatArray: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where an outline lies: its centre, half its length and width, and how far its length is turned from +x (rad)."""

    centre: Point2
    half: Point2
    turn: float = 0.0

    @property
    def is_circle(self) -> bool:
        """Return whether the outline is a circle."""
        return isinstance(self, Ellipse) and self.half[0] == self.half[1]

    @property
    def outer_radius(self) -> float:
        """Return the radius of a circle about the centre that holds the outline."""
        return math.hypot(*self.half)

    def _to_own(self, x: float, y: float) -> Point2:
        c, s = math.cos(self.turn), math.sin(self.turn)
        return c * x + s * y, c * y - s * x

    def _from_own(self, x: float, y: float) -> Point2:
        c, s = math.cos(self.turn), math.sin(self.turn)
        return c * x - s * y, s * x + c * y

    def _turned(self) -> FloatArray:
        """Return the matrix (2, 2) that carries row vectors from the outline's own axes to the table's."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        return np.array([[c, s], [-s, c]])


@dataclass(frozen=True, slots=True)
class Ellipse(_Frame):
    """An ellipse; a circle where both halves are equal."""

    def face(self, x: float, y: float, play: float = 0.0) -> tuple[Point2, Point2]:
        """Return the two ends, from the centre, of what lies farthest along (x, y): for an ellipse one point, twice."""
        del play
        a, b = self.half
        u, v = self._to_own(x, y)
        reach = math.hypot(a * u, b * v)
        point = self._from_own(a * a * u / reach, b * b * v / reach)
        return point, point

    def farthest(self, directions: FloatArray) -> FloatArray:
        """Return the point farthest along each of ``directions`` (n, 2), any length; the centre where that is 0."""
        turned, half = self._turned(), np.array(self.half)
        own = directions @ turned.T * half
        length = np.sqrt((own**2).sum(axis=1, keepdims=True))
        return np.asarray(own * half / np.where(length > 0, length, 1.0) @ turned + np.array(self.centre))

    def rim(self, turns: FloatArray) -> FloatArray:
        """Return points of the rim at ``turns`` (n,) of its defining circle (rad)."""
        own = np.column_stack([np.cos(turns), np.sin(turns)]) * np.array(self.half)
        return np.asarray(own @ self._turned() + np.array(self.centre))

    def nearest(self, points: FloatArray) -> FloatArray:
        """Return the point of the outline nearest to each of ``points`` (n, 2): itself where it lies inside."""
        turned = self._turned()
        own = (points - np.array(self.centre)) @ turned.T
        half = np.array(self.half)
        outside = np.flatnonzero(((own / half) ** 2).sum(axis=1) > 1)
        nearest = np.array(points, dtype=np.float64)
        nearest[outside] = _onto_ellipse(own[outside], half) @ turned + np.array(self.centre)
        return nearest


@dataclass(frozen=True, slots=True)
class Rectangle(_Frame):
    """A rectangle; a square where both halves are equal."""

    def face(self, x: float, y: float, play: float = 0.0) -> tuple[Point2, Point2]:
        """Return the two ends, from the centre, of what lies farthest along (x, y), a unit vector.

        A corner, or a whole side where the side is square to (x, y): points that fall short of the farthest by
        ``play`` or less count as farthest.
        """
        a, b = self.half
        u, v = self._to_own(x, y)
        corner = (math.copysign(a, u), math.copysign(b, v))
        if abs(v) <= abs(u):
            length = 2 * b if abs(v) * 2 * b <= play else play / abs(v)
            other = (corner[0], corner[1] - math.copysign(length, v))
        else:
            length = 2 * a if abs(u) * 2 * a <= play else play / abs(u)
            other = (corner[0] - math.copysign(length, u), corner[1])
        return self._from_own(*corner), self._from_own(*other)

    def farthest(self, directions: FloatArray) -> FloatArray:
        """Return a point farthest along each of ``directions`` (n, 2), any length: a corner, or a side's middle."""
        turned = self._turned()
        own = np.sign(directions @ turned.T) * np.array(self.half)
        return np.asarray(own @ turned + np.array(self.centre))

    def corners(self) -> FloatArray:
        """Return the corners, anticlockwise, (4, 2)."""
        own = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * np.array(self.half)
        return np.asarray(own @ self._turned() + np.array(self.centre))

    def nearest(self, points: FloatArray) -> FloatArray:
        """Return the point of the outline nearest to each of ``points`` (n, 2): itself where it lies inside."""
        turned = self._turned()
        half = np.array(self.half)
        own = (points - np.array(self.centre)) @ turned.T
        clipped = np.clip(own, -half, half)
        outside = np.flatnonzero((clipped != own).any(axis=1))
        nearest = np.array(points, dtype=np.float64)
        nearest[outside] = clipped[outside] @ turned + np.array(self.centre)
        return nearest


ConvexShape2D: TypeAlias = Ellipse | Rectangle


def _onto_ellipse(points: FloatArray, half: FloatArray) -> FloatArray:
    """Return the nearest points of the ellipse of half axes ``half`` about the origin to points (n, 2) outside it.

    The nearest point is p * half^2 / (half^2 + t) with the one t > 0 that puts it on the ellipse. 1 / |p * half /
    (half^2 + t)| grows with t and bends down, so Newton's steps from below never overshoot and settle within a few.
    """
    if half[0] == half[1]:
        return np.asarray(points * (half[0] / np.hypot(points[:, 0], points[:, 1]))[:, None])
    squared = half**2
    scaled = np.abs(points) * half
    t = np.maximum((scaled - squared).max(axis=1), 0.0)
    if not len(points):
        return points
    for _ in range(60):
        shares = scaled / (squared + t[:, None])
        length = np.sqrt((shares**2).sum(axis=1))
        step = (length - 1) * length**2 / (shares**2 / (squared + t[:, None])).sum(axis=1)
        t = t + np.maximum(step, 0.0)
        if not (step > 1e-15 * (squared.min() + t)).any():
            break
    return np.asarray(points * squared / (squared + t[:, None]))


@dataclass(frozen=True, slots=True)
class Span:
    """Where two outlines are nearest: ``gap`` between them (0 where they overlap) and a point of each (in)."""

    gap: float
    start: Point2
    end: Point2


def span_between(a: ConvexShape2D, b: ConvexShape2D) -> Span:
    """Return where two outlines are nearest; ``start`` lies on ``a``, ``end`` on ``b``.

    Of many nearest pairs (flat sides that face each other) the middle one is taken. Of outlines that overlap, the
    point where they would first touch if both grew at one pace from nothing, each about its centre; both ends are it.
    Both choices are the same with the outlines exchanged, and turn and move with them.

    With u a direction along which a gap can be seen (u . (centre b - centre a) = distance of the centres, so u = d + t
    e with d towards b and e across), the room between the outlines along u, room(t), is concave, and the gap is the
    greatest room(t) / |u|. A bisection finds the greatest room; a second, between there and the centres' line, the gap.
    """
    dx, dy = b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]
    distance = math.hypot(dx, dy)
    if distance <= LENGTH_EPSILON:
        middle = ((a.centre[0] + b.centre[0]) / 2, (a.centre[1] + b.centre[1]) / 2)
        return Span(0.0, middle, middle)
    pair = _Pair(a, b, distance, (dx / distance, dy / distance))
    steepest = (distance + a.outer_radius + b.outer_radius) / (min(a.half) + min(b.half))
    if a.is_circle and b.is_circle:
        widest = 0.0  # all is even about the centres' line
    else:
        widest = _falls_through_zero(pair.slope, -steepest, steepest)
    if pair.room(widest) <= 0:
        return pair.shared_point(widest)
    return pair.span(_falls_through_zero(pair.tilt, min(widest, 0.0), max(widest, 0.0)))


def farthest_gap(a: ConvexShape2D, distance: Callable[[FloatArray], FloatArray]) -> float:
    """Return the greatest value on ``a`` of ``distance`` (of points (n, 2), (n,)), the distance to a convex shape.

    Such a distance is convex, so it is greatest at a corner, or somewhere on an ellipse's rim. Round the rim it has few
    peaks (from a point at most two: its square is a wave of two turns): each peak among 720 points is looked at ever
    closer.
    """
    if isinstance(a, Rectangle):
        return float(distance(a.corners()).max())
    turns = np.asarray(np.arange(720) * (2 * math.pi / 720), dtype=np.float64)
    values = distance(a.rim(turns))
    peaks = turns[(values >= np.roll(values, 1)) & (values >= np.roll(values, -1))]
    spread = 2 * math.pi / 720
    best = float(values.max())
    while spread > 1e-9:
        around = np.asarray(peaks[:, None] + np.linspace(-spread, spread, 21), dtype=np.float64)
        values = distance(a.rim(around.ravel())).reshape(around.shape)
        peaks = around[np.arange(len(peaks)), values.argmax(axis=1)]
        best, spread = max(best, float(values.max())), spread / 8
    return best


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two outlines seen along u = d + t e, d = ``along`` the unit vector from a's centre to b's, e = d turned left."""

    a: ConvexShape2D
    b: ConvexShape2D
    distance: float
    along: Point2

    def direction(self, t: float) -> Point2:
        (x, y), length = self.along, math.hypot(1.0, t)
        return (x - t * y) / length, (y + t * x) / length

    def _reach(self, t: float, axis: Point2) -> float:
        """Return how far along ``axis`` the points of both that lie farthest along u(t) are from their centres."""
        u = self.direction(t)
        points = (self.a.face(*u)[0], self.b.face(*u)[0])
        return sum(p[0] * axis[0] + p[1] * axis[1] for p in points)

    def room(self, t: float) -> float:
        """Return the room between the outlines along u(t), times |u(t)|; negative where they overlap."""
        return self.distance - self._reach(t, self.direction(t)) * math.hypot(1.0, t)

    def slope(self, t: float) -> float:
        """Return the slope of `room` at t; it drops by a step where a side is square to u(t)."""
        return -self._reach(t, (-self.along[1], self.along[0]))

    def tilt(self, t: float) -> float:
        """Return the slope of room(t) / |u(t)|, times |u(t)| ** 3."""
        return self.slope(t) * (1 + t * t) - self.room(t) * t

    def shared_point(self, t: float) -> Span:
        """Return the point where the outlines, scaled about their centres until they just touch along u(t), meet."""
        scale = self.distance / (self.distance - self.room(t))
        start, end = self._middle(t, scale)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        return Span(0.0, middle, middle)

    def span(self, t: float) -> Span:
        start, end = self._middle(t, 1.0)
        return Span(self.room(t) / math.hypot(1.0, t), start, end)

    def _middle(self, t: float, scale: float) -> tuple[Point2, Point2]:
        """Return the points of both farthest faces along u(t), scaled, at the middle of what they share across u(t)."""
        x, y = self.direction(t)
        first = _face_at(self.a, (x, y), scale)
        second = _face_at(self.b, (-x, -y), scale)
        ends = [sorted(py * x - px * y for px, py in face) for face in (first, second)]
        middle = (max(ends[0][0], ends[1][0]) + min(ends[0][1], ends[1][1])) / 2
        return _point_at(first, middle, (x, y)), _point_at(second, middle, (x, y))


def _face_at(outline: ConvexShape2D, u: Point2, scale: float) -> tuple[Point2, Point2]:
    (ax, ay), (bx, by) = outline.face(*u, FLAT_TOLERANCE)
    cx, cy = outline.centre
    return (cx + scale * ax, cy + scale * ay), (cx + scale * bx, cy + scale * by)


def _point_at(face: tuple[Point2, Point2], across: float, u: Point2) -> Point2:
    """Return the point of a segment whose place across ``u`` is nearest to ``across``."""
    (ax, ay), (bx, by) = face
    start, end = ay * u[0] - ax * u[1], by * u[0] - bx * u[1]
    share = 0.5 if start == end else min(1.0, max(0.0, (across - start) / (end - start)))
    return ax + share * (bx - ax), ay + share * (by - ay)


def _falls_through_zero(value: Callable[[float], float], low: float, high: float) -> float:
    """Return where a falling function, which may drop by steps, passes zero in [low, high]."""
    for _ in range(200):
        middle = (low + high) / 2
        if high - low <= 1e-16 or middle in (low, high):
            break
        at_middle = value(middle)
        if at_middle == 0:
            return middle
        low, high = (middle, high) if at_middle > 0 else (low, middle)
    return (low + high) / 2
