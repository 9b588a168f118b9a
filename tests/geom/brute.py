"""Casts and distances worked out plainly, triangle by triangle (exact for whole coordinates); a ball to try them on."""

import itertools
import math

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["ball", "gap_by_samples", "pierces", "touches", "winding_number"]


def ball(rings: int = 12, radius: float = 2.0, at: tuple[float, float, float] = (0, 0, 0)) -> Solid:
    """Return a ball of triangles."""
    sides = 2 * rings
    heights = [math.pi * i / rings for i in range(1, rings)]
    turns = [2 * math.pi * k / sides for k in range(sides)]
    rows = [(math.sin(h) * math.cos(t), math.sin(h) * math.sin(t), math.cos(h)) for h in heights for t in turns]
    vertices = np.array([(0, 0, 1), *rows, (0, 0, -1)]) * radius + at
    last = len(vertices) - 1
    faces = []
    for k in range(sides):
        n = (k + 1) % sides
        faces.append((0, 1 + k, 1 + n))
        for r in range(rings - 2):
            a, b = 1 + r * sides, 1 + (r + 1) * sides
            faces += [(a + k, b + k, b + n), (a + k, b + n, a + n)]
        faces.append((last, last - sides + n, last - sides + k))
    return Solid(vertices, np.array(faces, np.int32))


def touches(corners: FloatArray, start: FloatArray, end: FloatArray) -> bool:
    """Return whether the segment has a point in common with one of the triangles (m, 3, 3); exact where all coordinates
    are whole numbers below 10,000.
    """
    return any(_meets(triangle, start, end) for triangle in corners[_near(corners, start, end)])


def pierces(corners: FloatArray, start: FloatArray, end: FloatArray) -> bool:
    """Return whether the segment passes from one side of some triangle's plane to the other through the triangle, its
    rim included.
    """
    for triangle in corners[_near(corners, start, end)]:
        heights = _side(*triangle, start), _side(*triangle, end)
        if heights[0] * heights[1] < 0 and _meets(triangle, start, end):
            return True
    return False


def gap_by_samples(triangle: FloatArray, start: FloatArray, end: FloatArray, steps: int = 40) -> tuple[float, float]:
    """Return bounds, lower and upper, for the distance from a segment to a triangle: by points on both."""
    on_line = start + np.linspace(0, 1, steps + 1)[:, None] * (end - start)
    shares = np.array([(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]) / steps
    on_face = shares @ triangle
    upper = float(np.linalg.norm(on_line[:, None] - on_face[None], axis=2).min())
    longest = max(np.linalg.norm(a - b) for a, b in itertools.combinations(triangle, 2))
    return upper - float(np.linalg.norm(end - start) + 2 * longest) / steps, upper


def _near(corners: FloatArray, start: FloatArray, end: FloatArray) -> np.ndarray:
    low, high = np.minimum(start, end), np.maximum(start, end)
    return np.flatnonzero(((corners.min(axis=1) <= high) & (corners.max(axis=1) >= low)).all(axis=1))


def _side(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> float:
    """Return six times the signed volume of a tetrahedron."""
    u, v, w = b - a, c - a, d - a
    return float(
        u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])
    )


def _meets(triangle: FloatArray, start: FloatArray, end: FloatArray) -> bool:
    a, b, c = triangle
    heights = _side(a, b, c, start), _side(a, b, c, end)
    if heights[0] * heights[1] > 0:
        return False
    if heights == (0, 0):
        return _meets_in_plane(triangle, start, end)
    sides = [_side(start, end, p, q) for p, q in ((a, b), (b, c), (c, a))]
    return min(sides) >= 0 or max(sides) <= 0


def _meets_in_plane(triangle: FloatArray, start: FloatArray, end: FloatArray) -> bool:
    """Return whether a segment in the plane of a triangle meets it: no side and not the segment itself parts them."""
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    flat = [i for i in range(3) if i != int(np.abs(normal).argmax())]
    corners, ends = triangle[:, flat], np.stack([start, end])[:, flat]
    ways = [*(np.roll(corners, -1, axis=0) - corners), ends[1] - ends[0]]
    for way in ways:
        across = np.array([-way[1], way[0]])
        one, two = corners @ across, ends @ across
        if one.max() < two.min() or two.max() < one.min():
            return False
    along = ways[-1]  # a segment that lies on the line of a side
    one, two = corners @ along, ends @ along
    return bool(one.max() >= two.min() and two.max() >= one.min())


def winding_number(solid: Solid, point: tuple[float, float, float]) -> float:
    """Return how often the surface winds round ``point``, by solid angles: about 0 outside, 1 inside, more where it
    overlaps.
    """
    a, b, c = np.moveaxis(solid.triangles - np.array(point), 1, 0)
    la, lb, lc = (np.sqrt((v * v).sum(axis=1)) for v in (a, b, c))
    volume = (a * np.cross(b, c)).sum(axis=1)
    spread = la * lb * lc + (a * b).sum(axis=1) * lc + (b * c).sum(axis=1) * la + (c * a).sum(axis=1) * lb
    return float(np.arctan2(volume, spread).sum() / (2 * np.pi))
