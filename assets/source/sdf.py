"""A kit to model with signed distances: shapes as fields, joined softly or crisply, then meshed.

A `Field` gives the distance to its surface (negative inside) at points (n, 3), and knows the box it lies in. Fields are
combined with `union`, `cut` and `common`; ``k`` is the width (in) over which two surfaces melt into each other. `mesh`
turns a field into a closed triangle mesh by marching cubes, evaluating it only near the surface. Distances need not be
exact away from the surface, only never steeper than about 1.3 per inch.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Field",
    "Points",
    "ball",
    "bone",
    "box",
    "chain",
    "common",
    "cut",
    "cylinder",
    "displaced",
    "ellipsoid",
    "frame",
    "grown",
    "half_space",
    "mesh",
    "plate",
    "ring",
    "union",
    "vec",
]

Points = NDArray[np.float64]
"""(n, 3) inches."""

FAR = 1e3
"""Half the size (in) of the box of a field without end."""

BLOCK = 8
"""Cells along the side of a block that is skipped or evaluated as one."""


@dataclass(frozen=True, eq=False)
class Field:
    """A signed distance ``at`` points (n, 3) -> (n,), and the corners ``lo``, ``hi`` of a box around its inside."""

    at: Callable[[Points], NDArray[np.float64]]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]

    def placed(self, turn: ArrayLike, at: ArrayLike) -> "Field":
        """Return the field turned by the matrix ``turn`` (3, 3; columns are the new axes), then moved to ``at``."""
        axes, origin = np.asarray(turn, dtype=float), np.asarray(at, dtype=float)
        corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
        moved = (self.lo + corners * (self.hi - self.lo)) @ axes.T + origin
        return Field(lambda p: self.at((p - origin) @ axes), moved.min(axis=0), moved.max(axis=0))

    def mirrored(self) -> "Field":
        """Return the field seen in the mirror y -> -y."""
        flip = np.array([1.0, -1.0, 1.0])
        lo, hi = self.lo * flip, self.hi * flip
        return Field(lambda p: self.at(p * flip), np.minimum(lo, hi), np.maximum(lo, hi))


def vec(x: float, y: float, z: float) -> NDArray[np.float64]:
    """Return a point or an offset."""
    return np.array([x, y, z], dtype=float)


def frame(x: ArrayLike, near_z: ArrayLike = (0, 0, 1)) -> NDArray[np.float64]:
    """Return axes (3, 3) as columns: the first along ``x``, the third as near to ``near_z`` as may be."""
    first = np.asarray(x, dtype=float)
    first = first / np.linalg.norm(first)
    up = np.asarray(near_z, dtype=float)
    if abs(first @ up) > 0.999 * np.linalg.norm(up):
        up = np.array([1.0, 0.0, 0.0]) if abs(first[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    second = np.cross(up, first)
    second /= np.linalg.norm(second)
    return np.column_stack([first, second, np.cross(first, second)])


def _around(points: ArrayLike, reach: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    p = np.atleast_2d(np.asarray(points, dtype=float))
    return p.min(axis=0) - reach, p.max(axis=0) + reach


def ball(centre: ArrayLike, radius: float) -> Field:
    """Return a ball."""
    c = np.asarray(centre, dtype=float)
    return Field(lambda p: np.linalg.norm(p - c, axis=1) - radius, *_around(c, radius))


def bone(a: ArrayLike, b: ArrayLike, ra: float, rb: float) -> Field:
    """Return a limb from ``a`` to ``b`` whose radius runs from ``ra`` to ``rb``, rounded at both ends."""
    p0, p1 = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    along = p1 - p0
    scale = 1.0 / max(float(along @ along), 1e-12)

    def at(p: Points) -> NDArray[np.float64]:
        t = np.clip(((p - p0) @ along) * scale, 0, 1)
        off = p - p0 - t[:, None] * along
        return np.sqrt(np.einsum("ij,ij->i", off, off)) - (ra + (rb - ra) * t)

    return Field(at, *_around([p0, p1], max(ra, rb)))


def chain(points: ArrayLike, radii: Sequence[float], k: float = 0.0) -> Field:
    """Return bones laid end to end through ``points`` (n, 3) with a radius at each."""
    p = np.asarray(points, dtype=float)
    return union(*(bone(p[i], p[i + 1], radii[i], radii[i + 1]) for i in range(len(p) - 1)), k=k)


def ellipsoid(centre: ArrayLike, radii: ArrayLike, turn: ArrayLike | None = None) -> Field:
    """Return an ellipsoid with half axes ``radii`` along the columns of ``turn`` (a good approximation of distance)."""
    r = np.asarray(radii, dtype=float)

    def at(p: Points) -> NDArray[np.float64]:
        first = np.linalg.norm(p / r, axis=1)
        second = np.linalg.norm(p / (r * r), axis=1)
        return np.where(second > 1e-9, first * (first - 1) / np.maximum(second, 1e-9), -r.min())

    return Field(at, -r, r).placed(np.eye(3) if turn is None else turn, centre)


def box(centre: ArrayLike, half: ArrayLike, rounding: float = 0.0, turn: ArrayLike | None = None) -> Field:
    """Return a box with half sizes ``half`` and edges rounded by ``rounding`` (within those sizes)."""
    h = np.asarray(half, dtype=float)

    def at(p: Points) -> NDArray[np.float64]:
        q = np.abs(p) - (h - rounding)
        outside = np.linalg.norm(np.maximum(q, 0), axis=1)
        return outside + np.minimum(q.max(axis=1), 0) - rounding

    return Field(at, -h, h).placed(np.eye(3) if turn is None else turn, centre)


def cylinder(a: ArrayLike, b: ArrayLike, ra: float, rb: float | None = None, rounding: float = 0.0) -> Field:
    """Return a cylinder (a cone where the radii differ) from ``a`` to ``b`` with flat ends."""
    p0, p1 = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    length = float(np.linalg.norm(p1 - p0))
    end = ra if rb is None else rb
    slant = length / np.hypot(length, ra - end)

    def at(p: Points) -> NDArray[np.float64]:
        side = np.linalg.norm(p[:, 1:], axis=1)
        radius = ra + (end - ra) * np.clip(p[:, 0] / length, 0, 1)
        q = np.stack([(side - radius) * slant + rounding, np.abs(p[:, 0] - length / 2) - length / 2 + rounding], axis=1)
        return np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(axis=1), 0) - rounding

    reach = max(ra, end)
    return Field(at, np.array([0, -reach, -reach]), np.array([length, reach, reach])).placed(frame(p1 - p0), p0)


def ring(centre: ArrayLike, axis: ArrayLike, radius: float, thickness: float, height: float | None = None) -> Field:
    """Return a torus about ``axis``; with ``height`` its section is an ellipse ``height`` tall along the axis."""
    tall = thickness if height is None else height

    def at(p: Points) -> NDArray[np.float64]:
        q = np.stack([(np.linalg.norm(p[:, 1:], axis=1) - radius) / thickness, p[:, 0] / tall], axis=1)
        return (np.linalg.norm(q, axis=1) - 1) * min(thickness, tall)

    reach = radius + thickness
    return Field(at, np.array([-tall, -reach, -reach]), np.array([tall, reach, reach])).placed(frame(axis), centre)


def half_space(point: ArrayLike, outward: ArrayLike) -> Field:
    """Return all that lies behind the plane through ``point`` whose normal is ``outward``."""
    p0, n = np.asarray(point, dtype=float), np.asarray(outward, dtype=float)
    n = n / np.linalg.norm(n)
    return Field(lambda p: (p - p0) @ n, np.full(3, -FAR), np.full(3, FAR))


def plate(outline: ArrayLike, thickness: float, bevel: float = 0.0) -> Field:
    """Return a flat plate over a polygon ``outline`` (n, 2) in x, y about z = 0.

    With ``bevel`` > 0 it grows from an edge without thickness to ``thickness`` over that width: a blade.
    """
    poly = np.asarray(outline, dtype=float)
    start, step = poly, np.roll(poly, -1, axis=0) - poly
    square = np.maximum(np.einsum("ij,ij->i", step, step), 1e-12)

    def flat(p: Points) -> NDArray[np.float64]:
        best, inside = np.full(len(p), np.inf), np.zeros(len(p), dtype=bool)
        for s, d, q in zip(start, step, square, strict=True):
            w = p[:, :2] - s
            t = np.clip((w @ d) / q, 0, 1)
            off = w - t[:, None] * d
            best = np.minimum(best, np.einsum("ij,ij->i", off, off))
            crosses = (w[:, 1] < 0) != (w[:, 1] < d[1])
            inside ^= crosses & ((w[:, 0] * d[1] - w[:, 1] * d[0] < 0) == (d[1] > 0))
        return np.where(inside, -1.0, 1.0) * np.sqrt(best)

    def at(p: Points) -> NDArray[np.float64]:
        d, z = flat(p), np.abs(p[:, 2])
        if bevel <= 0:
            return np.maximum(d, z - thickness / 2)
        slope = thickness / 2 / bevel
        return np.maximum((z + slope * d) / np.hypot(1, slope), z - thickness / 2)

    lo, hi = poly.min(axis=0), poly.max(axis=0)
    return Field(at, np.array([*lo, -thickness / 2]), np.array([*hi, thickness / 2]))


def _soft_min(a: NDArray[np.float64], b: NDArray[np.float64], k: float) -> NDArray[np.float64]:
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.minimum(a, b) - h * h * k / 4


def union(*fields: Field, k: float = 0.0) -> Field:
    """Return all fields together, melted into each other over ``k``."""

    def at(p: Points) -> NDArray[np.float64]:
        d = fields[0].at(p)
        for other in fields[1:]:
            e = other.at(p)
            d = _soft_min(d, e, k) if k > 0 else np.minimum(d, e)
        return d

    lo, hi = np.min([f.lo for f in fields], axis=0), np.max([f.hi for f in fields], axis=0)
    return Field(at, lo - k / 4, hi + k / 4)


def cut(whole: Field, *tools: Field, k: float = 0.0) -> Field:
    """Return ``whole`` without the ``tools``."""

    def at(p: Points) -> NDArray[np.float64]:
        d = whole.at(p)
        for tool in tools:
            e = -tool.at(p)
            d = -_soft_min(-d, -e, k) if k > 0 else np.maximum(d, e)
        return d

    return Field(at, whole.lo, whole.hi)


def common(first: Field, *others: Field, k: float = 0.0) -> Field:
    """Return what all fields share."""

    def at(p: Points) -> NDArray[np.float64]:
        d = first.at(p)
        for other in others:
            e = other.at(p)
            d = -_soft_min(-d, -e, k) if k > 0 else np.maximum(d, e)
        return d

    lo = np.max([f.lo for f in (first, *others)], axis=0)
    hi = np.min([f.hi for f in (first, *others)], axis=0)
    return Field(at, lo, hi)


def grown(whole: Field, by: float) -> Field:
    """Return the field with its surface moved outward by ``by``."""
    return Field(lambda p: whole.at(p) - by, whole.lo - by, whole.hi + by)


def displaced(whole: Field, by: Callable[[Points], NDArray[np.float64]], most: float) -> Field:
    """Return the field with its surface pushed outward by ``by(points)``, never more than ``most``."""
    return Field(lambda p: whole.at(p) - by(p), whole.lo - most, whole.hi + most)


def _near_blocks(whole: Field, lo: NDArray[np.float64], shape: NDArray[np.int64], h: float) -> NDArray[np.float64]:
    """Return the distance at the centre of each block of cells."""
    axes = [lo[k] + (np.arange(shape[k]) + 0.5) * BLOCK * h for k in range(3)]
    centres = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    return whole.at(centres)


def _samples(whole: Field, h: float) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Return distances on a grid of step ``h`` around the field, exact near the surface, and the grid's origin."""
    lo = whole.lo - 2.5 * h
    blocks = np.maximum(np.ceil((whole.hi + 2.5 * h - lo) / (h * BLOCK)).astype(int), 1)
    centre = _near_blocks(whole, lo, blocks, h)
    reach = 0.5 * np.sqrt(3) * BLOCK * h * 1.35 + 2 * h
    size = blocks * BLOCK
    grid = np.repeat(np.repeat(np.repeat(centre.reshape(blocks), BLOCK, 0), BLOCK, 1), BLOCK, 2).astype(np.float32)
    cell = np.stack(np.meshgrid(*[np.arange(BLOCK)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    near = np.argwhere(np.abs(centre.reshape(blocks)) < reach) * BLOCK
    for some in np.array_split(near, max(1, len(near) // 48)):
        index = (some[:, None, :] + cell).reshape(-1, 3)
        value = whole.at(lo + index * h)
        grid[index[:, 0], index[:, 1], index[:, 2]] = np.where(np.abs(value) < 1e-5 * h, 1e-5 * h, value)
    for axis in range(3):
        edge = np.moveaxis(grid, axis, 0)
        edge[[0, size[axis] - 1]] = np.maximum(edge[[0, size[axis] - 1]], h)
    return grid, lo


def mesh(whole: Field, h: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return vertices (n, 3) and faces (m, 3), closed and oriented outward, of a field sampled every ``h`` inches."""
    from skimage.measure import marching_cubes

    grid, lo = _samples(whole, h)
    vertices, faces, _, _ = marching_cubes(grid, 0.0, allow_degenerate=False)
    points = lo + vertices.astype(np.float64) * h
    a, b, c = (points[faces[:, k]] for k in range(3))
    volume = np.einsum("ij,ij->", a - points[0], np.cross(b - points[0], c - points[0]))
    return points, (faces if volume > 0 else faces[:, ::-1]).astype(np.int64)
