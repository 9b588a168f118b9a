"""Distances between prisms (an outline between two heights), and between a prism and a solid."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.planar import ConvexShape2D, span_between
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.vertical_cast import winding
from warcry3d.units import LENGTH_EPSILON

__all__ = ["Point", "Prism", "Separation", "distance_to_solid", "separation"]

Point: TypeAlias = tuple[float, float, float]

SETTLED = 1e-13
"""How much nearer (in) an edge may come than what was found."""


@dataclass(frozen=True)
class Prism:
    """The upright body over ``outline`` from ``low`` to ``high`` (in)."""

    outline: ConvexShape2D
    low: float
    high: float

    def nearest(self, points: FloatArray) -> FloatArray:
        """Return the body's point nearest to each of ``points`` (n, 3): itself where it lies inside."""
        flat = self.outline.nearest(points[:, :2])
        return np.column_stack([flat, np.clip(points[:, 2], self.low, self.high)])

    @cached_property
    def bounds(self) -> FloatArray:
        """Return the lowest and highest corner of its box, (2, 3)."""
        left, right, front, back = self.outline.farthest(np.array([(-1.0, 0), (1, 0), (0, -1), (0, 1)]))
        return np.array([(left[0], front[1], self.low), (right[0], back[1], self.high)])

    @property
    def middle(self) -> Point:
        """Return the centre of the body."""
        return (*self.outline.centre, (self.low + self.high) / 2)

    def farthest(self, directions: FloatArray) -> FloatArray:
        """Return a point of the body farthest along each of ``directions`` (n, 3): where many are, the middle one."""
        up = np.array([self.low, (self.low + self.high) / 2, self.high])[np.sign(directions[:, 2]).astype(int) + 1]
        return np.column_stack([self.outline.farthest(directions[:, :2]), up])


@dataclass(frozen=True, slots=True)
class Separation:
    """How far two upright bodies are apart: level, upright and straight (in), and the points where they are nearest.

    ``start`` lies on the first body, ``end`` on the second; straight = hypot(level, upright).
    """

    straight: float
    level: float
    upright: float
    start: Point
    end: Point


def separation(a: Prism, b: Prism) -> Separation:
    """Return how far two upright bodies are apart, and where they are nearest.

    Seen from above the points are those of `warcry3d.geom.planar.span_between`. Where the bodies share heights both
    points lie at the middle of the shared heights; else each lies at its body's end that faces the other. So the answer
    is the same both ways round and turns and moves with the bodies.
    """
    span = span_between(a.outline, b.outline)
    upright = max(a.low - b.high, b.low - a.high, 0.0)
    if upright > 0:
        heights = (a.low, b.high) if a.low > b.high else (a.high, b.low)
    else:
        shared = (max(a.low, b.low) + min(a.high, b.high)) / 2
        heights = (shared, shared)
    straight = float(np.hypot(span.gap, upright))
    return Separation(straight, span.gap, upright, (*span.start, heights[0]), (*span.end, heights[1]))


def distance_to_solid(body: Prism, solid: Solid, within: float = math.inf) -> float:
    """Return the shortest distance between a body and a closed solid; 0 where they meet or one holds the other (in).

    Where the boxes around them alone, or around each of the solid's triangles, are more than ``within`` apart:
    infinity, at once.
    """
    between = np.maximum(solid.bounds[0] - body.bounds[1], body.bounds[0] - solid.bounds[1]).clip(0)
    if float(np.linalg.norm(between)) > within:
        return math.inf
    (low, high), (bottom, top) = solid.boxes, body.bounds[:, :, None]
    apart = np.maximum(np.maximum(low - top, bottom - high), 0.0)
    at_least = np.sqrt(np.einsum("im,im->m", apart, apart))
    first = int(at_least.argmin())
    best = math.inf
    if at_least[first] <= within:
        bound = float(_distances(body, solid.triangles[first]).min())
        near = np.flatnonzero(at_least <= bound + SETTLED)
        triangles = solid.triangles[near]
        best = _to_edges(body, triangles, _to_insides(body, triangles, solid.normals[near]))
    if best > LENGTH_EPSILON and _holds(solid, body.middle):
        return 0.0
    return best


def _holds(solid: Solid, point: Point) -> bool:
    low, high = solid.bounds
    return bool((low <= point).all() and (point <= high).all()) and winding(solid, np.array([point]))[0] != 0


def _distances(body: Prism, points: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(((body.nearest(points) - points) ** 2).sum(axis=1)))


def _to_edges(body: Prism, triangles: FloatArray, best: float) -> float:
    """Return the shortest distance from the body to the triangles' edges and corners, or ``best`` where that is less.

    Along an edge the distance is convex: it is least at an end, or where its slope passes zero. An edge goes as soon as
    the tangents at two of its points say that it comes no nearer than another one does.
    """
    corners = triangles.reshape(-1, 3)
    ways = corners - body.nearest(corners)
    apart = np.sqrt((ways**2).sum(axis=1))
    best = min(best, float(apart.min()))
    if best == 0.0:
        return 0.0
    ahead = np.roll(np.arange(len(corners)).reshape(-1, 3), -1, axis=1).ravel()
    along = corners[ahead] - corners
    slopes = (ways * along).sum(axis=1) / apart, (ways[ahead] * along).sum(axis=1) / apart[ahead]
    between = np.flatnonzero((slopes[0] < 0) & (slopes[1] > 0))
    ends = _Stretch(np.zeros(len(between)), apart[between], slopes[0][between])
    others = _Stretch(np.ones(len(between)), apart[ahead][between], slopes[1][between])
    return _least(body, corners[between], along[between], ends, others, best)


@dataclass(slots=True)
class _Stretch:
    """One end each of stretches of many edges: where it is (share of the edge), how far from the body, the slope there;
    ``weight``: by how much the slope counts where the next point is looked for.
    """

    share: FloatArray
    apart: FloatArray
    slope: FloatArray
    weight: FloatArray | float = 1.0

    def taking(self, other: "_Stretch", where: NDArray[np.bool_]) -> "_Stretch":
        """Return it with another's points where those are; where it stays, its slope counts half as much."""
        share, apart = np.where(where, other.share, self.share), np.where(where, other.apart, self.apart)
        return _Stretch(share, apart, np.where(where, other.slope, self.slope), np.where(where, 1.0, self.weight / 2))

    def only(self, rows: NDArray[np.bool_]) -> "_Stretch":
        """Return those of some edges."""
        weight = self.weight if isinstance(self.weight, float) else self.weight[rows]
        return _Stretch(self.share[rows], self.apart[rows], self.slope[rows], weight)


def _least(body: Prism, start: FloatArray, along: FloatArray, low: _Stretch, high: _Stretch, best: float) -> float:
    """Return the least distance, at most ``best``, from a body to edges along which it falls from ``low`` on and rises
    to ``high``.

    Regula falsi in its Illinois form (an end that stays counts half), every third step a bisection.
    """
    for step in range(120):
        width = high.share - low.share
        crossing = (high.apart - low.apart - high.slope * width) / (low.slope - high.slope)
        rows = low.apart + low.slope * crossing < best - SETTLED
        if not rows.any():
            break
        if not rows.all():
            start, along, low, high = start[rows], along[rows], low.only(rows), high.only(rows)
        if step % 3 == 2:
            share = (low.share + high.share) / 2
        else:
            at_low, at_high = low.weight * low.slope * low.apart, high.weight * high.slope * high.apart
            share = (low.share * at_high - high.share * at_low) / (at_high - at_low)
        points = start + share[:, None] * along
        ways = points - body.nearest(points)
        apart = np.sqrt((ways**2).sum(axis=1))
        best = min(best, float(apart.min()))
        if best == 0.0:
            break
        middle = _Stretch(share, apart, (ways * along).sum(axis=1) / apart)
        rises = middle.slope < 0
        low, high = low.taking(middle, rises), high.taking(middle, ~rises)
    return best


def _to_insides(body: Prism, triangles: FloatArray, normals: FloatArray) -> float:
    """Return the shortest distance from the body to a point inside a triangle that is nearest to it; inf without.

    There the way is square to the triangle, so it starts at the body's point farthest against the triangle's normal. A
    triangle that cuts through the body is met where its plane parts the body's two farthest points along the normal.
    """
    has_area = normals.any(axis=1)
    normal = normals[has_area]
    a, b, c = (triangles[has_area, corner] for corner in range(3))
    below, above = body.farthest(-normal), body.farthest(normal)
    least, greatest = ((below - a) * normal).sum(axis=1), ((above - a) * normal).sum(axis=1)
    gap = np.maximum(np.maximum(least, -greatest), 0.0)
    share = np.clip(-least / np.where(greatest > least, greatest - least, 1.0), 0.0, 1.0)
    point = below + share[:, None] * (above - below)
    edges = ((a, b), (b, c), (c, a))
    inside = np.all([(np.cross(q - p, point - p) * normal).sum(axis=1) >= 0 for p, q in edges], axis=0)
    return float(gap[inside].min()) if inside.any() else float("inf")
