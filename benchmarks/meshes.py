"""Meshes made in code that several benchmarks measure on."""

import numpy as np

from warcry3d.geom.solid import Solid

__all__ = ["rough_wall"]


def rough_wall(triangles: int, *, seed: int = 0) -> Solid:
    """Return a wall of 120 x 14 x 60 mm on a foot, its faces like hewn stone, in mm: smooth bumps, courses, grain.

    Made as a sphere's net over a rounded block, so it is closed at every fineness.
    """
    n = max(8, round((triangles / 4) ** 0.5))
    u, v = np.meshgrid(np.arange(2 * n) * (np.pi / n), (np.arange(n) + 0.5) * (np.pi / n), indexing="ij")
    ball = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)], axis=-1).reshape(-1, 3)
    points = np.concatenate([ball, [[0, 0, 1.0], [0, 0, -1.0]]])
    block = np.sign(points) * np.abs(points) ** 0.25 * np.array([60, 7, 30])
    rng = np.random.default_rng(seed)
    off = np.zeros(len(block))
    for wave, depth in ((0.15, 0.5), (0.5, 0.25), (2.0, 0.05)):
        for _ in range(6):
            off += depth / 2 * np.sin(block @ (rng.normal(size=3) * wave) + rng.uniform(0, 6))
    block += points * off[:, None]
    block[:, 2] = np.maximum(block[:, 2], -29.0)
    i, j = np.meshgrid(np.arange(2 * n), np.arange(n - 1), indexing="ij")
    a, b = (i * n + j).ravel(), (((i + 1) % (2 * n)) * n + j).ravel()
    k = np.arange(2 * n)
    after = (k + 1) % (2 * n)
    faces = [np.stack([a, a + 1, b], 1), np.stack([b, a + 1, b + 1], 1)]
    top, bottom = len(ball), len(ball) + 1
    faces += [np.stack([np.full(2 * n, top), k * n, after * n], 1)]
    faces += [np.stack([k * n + n - 1, np.full(2 * n, bottom), after * n + n - 1], 1)]
    return Solid(block, np.concatenate(faces).astype(np.int32))
