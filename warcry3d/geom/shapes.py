"""Plain solids: boxes, prisms, cylinders."""

import math
from collections.abc import Sequence

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.units import WELD_DISTANCE

__all__ = ["box", "cylinder", "is_simple", "prism", "triangulate"]

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
    gaps = np.abs(polygon[:, None] - polygon[None]).max(axis=2) + np.eye(n)
    if gaps.min() <= WELD_DISTANCE:
        i, j = np.unravel_index(int(gaps.argmin()), gaps.shape)
        raise MeshError("the outline's corners {a} and {b} are the same point", a=min(i, j), b=max(i, j))
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


def _crossing(polygon: FloatArray) -> tuple[int, int] | None:
    """Return the first two sides that meet other than neighbours in their common corner."""
    n = len(polygon)
    start, end = polygon, np.roll(polygon, -1, axis=0)
    a, b = start[:, None], end[:, None]
    c, d = start[None], end[None]
    abc, abd, cda, cdb = _turns(a, b, c), _turns(a, b, d), _turns(c, d, a), _turns(c, d, b)
    apart = (np.maximum(a, b) < np.minimum(c, d)).any(axis=2) | (np.maximum(c, d) < np.minimum(a, b)).any(axis=2)
    meet = (np.sign(abc) * np.sign(abd) <= 0) & (np.sign(cda) * np.sign(cdb) <= 0) & ~apart
    index = np.arange(n)
    step = (index[None] - index[:, None]) % n
    # Neighbours share a corner; they meet elsewhere only when the second folds straight back along the first.
    folds = (step == 1) & (abd == 0) & (((b - a) * (d - c)).sum(axis=2) < 0)
    found = np.argwhere((meet & (step != 0) & (step != 1) & (step != n - 1)) | folds)
    return (int(found[0].min()), int(found[0].max())) if len(found) else None


def is_simple(polygon: FloatArray) -> bool:
    """Return whether a closed outline (n, 2) never meets itself."""
    return _crossing(polygon) is None


def triangulate(polygon: FloatArray) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return triangles (n - 2, 3) of a simple polygon's (n, 2) corners, given anticlockwise, by cutting off ears.

    Of the ears there are, the one with the widest smallest angle goes first among neighbours in order, so round
    outlines do not become fans of slivers. Corners on a straight side are kept: their ears have no area but the
    triangles' edges match the outline's.
    """
    ring = list(range(len(polygon)))
    triangles: list[tuple[int, int, int]] = []
    while len(ring) > 3:
        k = _best_ear(polygon, ring)
        triangles.append((ring[k - 1], ring[k], ring[(k + 1) % len(ring)]))
        del ring[k]
    triangles.append((ring[0], ring[1], ring[2]))
    return np.array(triangles, dtype=np.int64)


def _best_ear(polygon: FloatArray, ring: list[int]) -> int:
    points = polygon[ring]
    before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
    turn = _turns(before, points, after)
    sides = ((points - before) ** 2).sum(1) + ((after - points) ** 2).sum(1) + ((after - before) ** 2).sum(1)
    order = np.argsort(-turn / sides, kind="stable")
    reflex = points[turn <= 0]
    for k in order:
        if turn[k] <= 0:
            break
        a, b, c = before[k], points[k], after[k]
        inside = (_turns(a, b, reflex) >= 0) & (_turns(b, c, reflex) >= 0) & (_turns(c, a, reflex) >= 0)
        corners = (reflex == a).all(1) | (reflex == b).all(1) | (reflex == c).all(1)
        if not (inside & ~corners).any():
            return int(k)
    # Only rounding brings a simple polygon here: the flattest corner left does the least harm.
    return int(np.argmin(np.abs(turn)))
