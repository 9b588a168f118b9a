"""Light on a finished mesh: how open each triangle is to the sky, and how much it juts out. Both drive the painting."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Caster", "face_normals", "jutting", "open_sky", "spread"]

SKY_RAYS = 160
"""Directions in which a triangle looks for the sky."""

REACH = 0.32
"""How far (in) something may be and still shade a recess."""

Floats = NDArray[np.float64]
Faces = NDArray[np.int64]


class Caster:
    """Rays against triangles (m, 3, 3), by Embree."""

    def __init__(self, triangles: Floats) -> None:
        from embreex import rtcore_scene
        from embreex.mesh_construction import TriangleMesh

        self._scene = rtcore_scene.EmbreeScene()
        self._mesh = TriangleMesh(self._scene, np.ascontiguousarray(triangles, dtype=np.float32))

    def cast(self, origins: Floats, ways: Floats) -> tuple[NDArray[np.int64], Floats, Floats, Floats]:
        """Return for each ray the triangle hit first (-1: none), its distance (inf), and where on it (u, v)."""
        found = self._scene.run(origins.astype(np.float32), np.ascontiguousarray(ways, dtype=np.float32), output=1)
        face = np.asarray(found["primID"], dtype=np.int64)
        far = np.where(face >= 0, np.asarray(found["tfar"], dtype=float), np.inf)
        return face, far, np.asarray(found["u"], dtype=float), np.asarray(found["v"], dtype=float)


def face_normals(vertices: Floats, faces: Faces) -> Floats:
    """Return unit normals (m, 3)."""
    t = vertices[faces]
    n = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    return n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-15)


def _directions(count: int) -> NDArray[np.float64]:
    """Return ``count`` directions spread evenly over the sphere (a Fibonacci lattice)."""
    i = np.arange(count) + 0.5
    z, turn = 1 - 2 * i / count, np.pi * (1 + 5**0.5) * i
    return np.stack([np.cos(turn) * np.sqrt(1 - z * z), np.sin(turn) * np.sqrt(1 - z * z), z], axis=1)


def open_sky(vertices: Floats, faces: Faces, floor: float) -> Floats:
    """Return for each triangle how open (0 to 1) the space before it is within ``REACH``; there is a floor too."""
    middles, normals = vertices[faces].mean(axis=1), face_normals(vertices, faces)
    ways = _directions(SKY_RAYS)
    facing = normals @ ways.T
    face, way = np.nonzero(facing > 0.08)
    origin = middles[face] + normals[face] * 0.004
    _, far, _, _ = Caster(vertices[faces]).cast(origin, ways[way])
    down = ways[way, 2] < -0.05
    far[down] = np.minimum(far[down], (origin[down, 2] - floor) / -ways[way[down], 2])
    weight = facing[face, way] * (1.2 + ways[way, 2])
    seen = np.bincount(face, weight * np.clip(far / REACH, 0, 1), minlength=len(faces))
    return seen / np.maximum(np.bincount(face, weight, minlength=len(faces)), 1e-9)


def spread(vertices: Floats, faces: Faces, values: Floats, *, rounds: int = 2) -> Floats:
    """Return values of faces mixed with their surroundings by area, ``rounds`` times: no single triangle stands out."""
    corner, out = faces.ravel(), values
    t = vertices[faces]
    area = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) + 1e-12
    weight = np.maximum(np.bincount(corner, np.repeat(area, 3)), 1e-12)
    for _ in range(rounds):
        mean = np.bincount(corner, np.repeat(area * out, 3)) / weight
        out = 0.3 * out + 0.7 * mean[faces].mean(axis=1)
    return out


def jutting(vertices: Floats, faces: Faces) -> Floats:
    """Return for each triangle how much it stands out (0 to 1): the bend over its convex edges."""
    normals = face_normals(vertices, faces)
    halves = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    face = np.tile(np.arange(len(faces)), 3)
    order = np.lexsort((halves.max(axis=1), halves.min(axis=1)))
    first, second = face[order[0::2]], face[order[1::2]]
    middle = vertices[faces].mean(axis=1)
    bend = np.einsum("ij,ij->i", middle[second] - middle[first], normals[second] - normals[first])
    span = np.linalg.norm(middle[second] - middle[first], axis=1)
    convex = np.clip(bend / np.maximum(span, 1e-9), 0, 1)
    total = np.bincount(np.r_[first, second], np.r_[convex, convex], minlength=len(faces))
    return np.clip(total / 2.2, 0, 1)
