"""The distance of two surfaces: bounded, or measured at corners and sampled points."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.reducing.boxes import Boxed, boxed
from warcry3d.terrain.reducing.farthest import farthest
from warcry3d.terrain.reducing.gap_kernel import gaps
from warcry3d.terrain.reducing.sides import signed_gaps
from warcry3d.units import MM

__all__ = ["Deviation", "along_edges", "bound", "deviation", "distances", "heights", "samples", "spread"]

Ints = NDArray[np.int64]

SPACING = 0.25 * MM
"""Samples stand about so far apart (in), as long as there are not more than `MOST`."""
FEWEST, MOST = 20_000, 600_000
LEAST = 0.1
"""Bounds below this share of what is allowed are not looked at closer: on flat sides that takes long."""
PLACES = 10_000
"""The most places too far off that each part reports;"""
PARTS = 2
"""in so many parts a surface is looked at side by side, on every machine: what comes out does not depend on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Deviation:
    """How far apart two surfaces are (in): ``there`` from the first to the second at most, ``back`` from the second to
    the first; ``samples``: how many points were measured in all.
    """

    there: float
    back: float
    samples: int

    @property
    def largest(self) -> float:
        """Return the larger of both: the distance of Hausdorff, as far as samples tell."""
        return max(self.there, self.back)


def distances(mesh: Boxed, points: FloatArray) -> tuple[FloatArray, Ints]:
    """Return for each of ``points`` (p, 3) the distance (in) to the surface and the mesh's triangle nearest to it.

    ``mesh.source`` of it is the triangle's number in the solid. Points in the order of the surface are quick.
    """
    gap, face = np.empty(len(points)), np.empty(len(points), dtype=np.int64)
    gaps(mesh.vertices, mesh.faces, mesh.boxes, mesh.children, np.ascontiguousarray(points), gap, face)
    return gap, face


def heights(mesh: Boxed, points: FloatArray) -> FloatArray:
    """Return for each of ``points`` (p, 3) the distance (in) to the surface, negative where it lies behind it."""
    gap = np.empty(len(points))
    signed_gaps(mesh.vertices, mesh.faces, mesh.boxes, mesh.children, np.ascontiguousarray(points), gap)
    return gap


def bound(mesh: Boxed, other: Boxed, allowed: float, fine: float) -> tuple[float, FloatArray]:
    """Return a distance (in) that no point of ``mesh`` is farther from ``other`` than: no sample, it holds everywhere.
    It is too much by ``fine`` at most, unless it is less than a tenth of ``allowed``. And places (k, 3) that are
    farther than ``allowed``.
    """
    known = float(distances(other, mesh.vertices)[0].max())

    def of_part(faces: NDArray[np.int32]) -> tuple[float, FloatArray]:
        places = np.empty((PLACES, 3))
        least = LEAST * allowed
        tree = (other.vertices, other.faces, other.boxes, other.children)
        most, count = farthest(mesh.vertices, faces, *tree, known, least, fine, allowed, places)
        return float(most), places[:count]

    with ThreadPoolExecutor(PARTS) as pool:
        found = list(pool.map(of_part, np.array_split(mesh.faces, PARTS)))
    return max(most for most, _ in found), np.concatenate([places for _, places in found])


def along_edges(vertices: FloatArray, faces: NDArray[np.int32], spacing: float, most: int) -> tuple[FloatArray, Ints]:
    """Return points (p, 3) on all edges of a closed mesh, ``spacing`` (in) apart, one at least and ``most`` at most on
    each, and a triangle that each lies on.
    """
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    once = np.flatnonzero(start < end)
    first, way = vertices[start[once]], vertices[end[once]] - vertices[start[once]]
    count = np.clip((np.linalg.norm(way, axis=1) / spacing).astype(np.int64), 1, most)
    edge = np.repeat(np.arange(len(once)), count)
    nth = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
    return first[edge] + ((nth + 0.5) / count[edge])[:, None] * way[edge], once[edge] // 3


def spread(vertices: FloatArray, faces: NDArray[np.int32], count: int, *, seed: int = 0) -> tuple[FloatArray, Ints]:
    """Return ``count`` points (p, 3) spread evenly over a surface, and the triangle each lies on, in their order."""
    corners = vertices[faces]
    sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    reach = np.cumsum(np.linalg.norm(sides, axis=1))
    rng = np.random.default_rng(seed)
    # One point in each of ``count`` equal shares of the area, so no stretch of it is missed.
    at = (np.arange(count) + rng.random(count)) * (reach[-1] / count)
    face = np.minimum(np.searchsorted(reach, at), len(faces) - 1)
    weight = rng.random((count, 2))
    over = weight.sum(axis=1) > 1
    weight[over] = 1 - weight[over]
    a, b, c = (corners[face, k] for k in range(3))
    return a + weight[:, :1] * (b - a) + weight[:, 1:] * (c - a), face.astype(np.int64)


def samples(mesh: Boxed, *, seed: int = 0) -> FloatArray:
    """Return all corners of a surface and points spread over it."""
    corners = mesh.vertices[mesh.faces]
    area = float(np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum())
    count = int(np.clip(area / 2 / SPACING**2, FEWEST, MOST))
    return np.concatenate([mesh.vertices, spread(mesh.vertices, mesh.faces, count, seed=seed)[0]])


def deviation(first: Solid, second: Solid) -> Deviation:
    """Return how far two surfaces lie from each other, measured both ways."""
    one, other = boxed(first), boxed(second)
    points, back = samples(one, seed=1), samples(other, seed=2)
    there = float(distances(other, points)[0].max())
    return Deviation(there, float(distances(one, back)[0].max()), len(points) + len(back))
