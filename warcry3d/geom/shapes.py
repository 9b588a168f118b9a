"""Plain solids: boxes, prisms, cylinders."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.units import WELD_DISTANCE

__all__ = ["box", "cylinder", "is_simple", "prism", "triangulate"]

Indices = NDArray[np.int64]

ROUNDNESS = 0.002
"""A cylinder's flat sides stay within this (in) of the true circle: a twentieth of a millimetre."""


def box(low: Sequence[float], high: Sequence[float]) -> Solid:
    """Return the box between two opposite corners (in); raise `MeshError` unless ``low`` < ``high`` on each axis."""
    for axis, a, b in zip("xyz", low, high, strict=True):
        _check_span(axis, a, b)
    corners = [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])]
    quads = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    faces = [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]
    return Solid(np.array(corners, dtype=np.float64), np.array(faces, dtype=np.int32))


def prism(outline: Sequence[Sequence[float]], z: Sequence[float]) -> Solid:
    """Return the upright prism over a simple polygon, given in either direction.

    outline: (n, 2) corners in order; the last joins the first (and may repeat it). Raises `MeshError` where it has
    no area, gives a corner twice or crosses itself.
    """
    _check_span("z", *z)
    polygon = _checked_outline(np.array(outline, dtype=np.float64))
    n = len(polygon)
    top = triangulate(polygon)
    bottom = top[:, ::-1]
    i = np.arange(n)
    j = (i + 1) % n
    sides = np.concatenate([np.stack([i, j, j + n], axis=1), np.stack([i, j + n, i + n], axis=1)])
    vertices = np.concatenate([np.column_stack([polygon, np.full(n, height)]) for height in z])
    return Solid(vertices, np.concatenate([bottom, top + n, sides]).astype(np.int32))


def cylinder(centre: Sequence[float], radius: float, z: Sequence[float]) -> Solid:
    """Return an upright cylinder as a prism of 16 to 128 sides whose corners lie on the circle."""
    if not radius > 0:
        raise MeshError("the radius is {radius}; expected more than 0", radius=radius)
    sides = min(128, max(16, 4 * math.ceil(math.pi / math.acos(1 - min(1, ROUNDNESS / radius)) / 4)))
    angle = np.arange(sides) * (2 * math.pi / sides)
    outline = np.stack([centre[0] + radius * np.cos(angle), centre[1] + radius * np.sin(angle)], axis=1)
    return prism(outline.tolist(), z)


def _check_span(axis: str, low: float, high: float) -> None:
    if not high - low > WELD_DISTANCE:
        raise MeshError(
            "{axis} runs from {low:g} to {high:g}; expected the second to be the greater", axis=axis, low=low, high=high
        )


def _checked_outline(polygon: FloatArray) -> FloatArray:
    if len(polygon) > 3 and np.allclose(polygon[0], polygon[-1], rtol=0, atol=WELD_DISTANCE):
        polygon = polygon[:-1]
    n = len(polygon)
    if n < 3:
        raise MeshError("the outline has {count} corners; expected 3 or more", count=n)
    a, b = _meeting(polygon - WELD_DISTANCE / 2, polygon + WELD_DISTANCE / 2).T
    if len(a):
        raise MeshError("the outline's corners {a} and {b} are the same point", a=int(a[0]), b=int(b[0]))
    if crossing := _crossing(polygon):
        raise MeshError("the outline crosses itself: its sides {a} and {b} meet", a=crossing[0], b=crossing[1])
    area = _area(polygon)
    if abs(area) <= WELD_DISTANCE:
        raise MeshError("the outline encloses no area")
    return polygon if area > 0 else polygon[::-1]


def _area(polygon: FloatArray) -> float:
    x, y = (polygon - polygon[0]).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _turns(a: FloatArray, b: FloatArray, c: FloatArray) -> FloatArray:
    """Return twice the signed area of the triangles a, b, c: more than 0 where they turn left."""
    return np.asarray(
        (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    )


def _meeting(low: FloatArray, high: FloatArray) -> Indices:
    """Return the pairs (p, 2) of boxes in the plane that meet, in order, the smaller number first.

    low, high: (n, 2).
    """
    order = np.argsort(low[:, 0], kind="stable")
    until = np.searchsorted(low[order, 0], high[order, 0], side="right")
    count = until - np.arange(1, len(order) + 1)
    first = np.repeat(np.arange(len(order)), count)
    second = np.arange(len(first)) - np.repeat(np.cumsum(count) - count, count) + first + 1
    a, b = order[first], order[second]
    both = (low[a, 1] <= high[b, 1]) & (low[b, 1] <= high[a, 1])
    pairs = np.sort(np.stack([a[both], b[both]], axis=1), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _crossing(polygon: FloatArray) -> tuple[int, int] | None:
    """Return the first two sides that meet other than neighbours in their common corner."""
    n = len(polygon)
    sides = np.stack([polygon, np.roll(polygon, -1, axis=0)], axis=1)
    i, j = _meeting(sides.min(axis=1), sides.max(axis=1)).T
    (a, b), (c, d) = sides[i].transpose(1, 0, 2), sides[j].transpose(1, 0, 2)
    abc, abd, cda, cdb = _turns(a, b, c), _turns(a, b, d), _turns(c, d, a), _turns(c, d, b)
    meet = (np.sign(abc) * np.sign(abd) <= 0) & (np.sign(cda) * np.sign(cdb) <= 0)
    is_next, is_before = j - i == 1, j - i == n - 1
    # Neighbours share a corner; they meet elsewhere only when the second folds straight back along the first.
    is_straight = np.where(is_next, abd, cdb) == 0
    folds = (is_next | is_before) & is_straight & (((b - a) * (d - c)).sum(axis=1) < 0)
    found = np.flatnonzero((meet & ~is_next & ~is_before) | folds)
    return (int(i[found[0]]), int(j[found[0]])) if len(found) else None


def is_simple(polygon: FloatArray) -> bool:
    """Return whether a closed outline (n, 2) never meets itself."""
    return _crossing(polygon) is None


def triangulate(polygon: FloatArray) -> Indices:
    """Return triangles (n - 2, 3) of a simple polygon's (n, 2) corners, given anticlockwise, by cutting off ears.

    Of the ears there are, the one with the widest smallest angle goes first among neighbours in order, so round
    outlines do not become fans of slivers. Corners on a straight side are kept: their ears have no area but the
    triangles' edges match the outline's.
    """
    ring = _Ring(polygon)
    triangles = [ring.cut(ring.best_ear()) for _ in range(len(polygon) - 3)]
    a, b, c = np.flatnonzero(ring.is_left).tolist()
    return np.array([*triangles, (a, b, c)], dtype=np.int64)


class _Ring:
    """A polygon while ears are cut off: which corners are left, and what is known of each as an ear.

    A corner that is no ear is remembered with one corner that lies inside its triangle: it is tested again only when
    that one is gone. A thousand corners take a tenth of a second, where testing them all again took half a second.
    """

    def __init__(self, polygon: FloatArray) -> None:
        count = len(polygon)
        self._points = polygon
        self._before, self._after = np.roll(np.arange(count), 1), np.roll(np.arange(count), -1)
        self.is_left = np.ones(count, dtype=bool)
        self._turn, self._quality = np.empty(count), np.empty(count)
        self._blocker = np.full(count, -1)
        self._measure(np.arange(count))

    def _measure(self, which: Indices) -> None:
        a, b, c = self._points[self._before[which]], self._points[which], self._points[self._after[which]]
        turn = _turns(a, b, c)
        sides = ((b - a) ** 2).sum(1) + ((c - b) ** 2).sum(1) + ((c - a) ** 2).sum(1)
        self._turn[which] = turn
        self._quality[which] = np.where(turn > 0, turn / sides, -np.inf)
        self._blocker[which] = -1

    def best_ear(self) -> int:
        """Return the corner to cut off next."""
        is_reflex = self.is_left & (self._turn <= 0)
        is_blocked = (self._blocker >= 0) & is_reflex[self._blocker]
        quality = np.where(is_blocked, -np.inf, self._quality)
        while True:
            k = int(quality.argmax())
            if quality[k] == -np.inf:
                # Only rounding brings a simple polygon here: the flattest corner left does the least harm.
                left = np.flatnonzero(self.is_left)
                return int(left[np.argmin(np.abs(self._turn[left]))])
            if self._is_ear(k, np.flatnonzero(is_reflex)):
                return k
            quality[k] = -np.inf

    def _is_ear(self, k: int, reflex: Indices) -> bool:
        a, b, c = self._points[self._before[k]], self._points[k], self._points[self._after[k]]
        p = self._points[reflex]
        is_inside = (_turns(a, b, p) >= 0) & (_turns(b, c, p) >= 0) & (_turns(c, a, p) >= 0)
        is_corner = (p == a).all(1) | (p == b).all(1) | (p == c).all(1)
        inside = np.flatnonzero(is_inside & ~is_corner)
        self._blocker[k] = reflex[inside[0]] if len(inside) else -1
        return not len(inside)

    def cut(self, k: int) -> tuple[int, int, int]:
        """Cut a corner off; return it between its neighbours."""
        a, c = int(self._before[k]), int(self._after[k])
        self.is_left[k] = False
        self._quality[k] = -np.inf
        self._after[a], self._before[c] = c, a
        self._measure(np.array([a, c]))
        return a, k, c
