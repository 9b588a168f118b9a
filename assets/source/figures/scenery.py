"""What figures stand on or carry of the drowned forest: broken stones, stumps, reeds, moss, skulls."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assets.source.figures.shapes import Shape, smooth_path, sweep
from assets.source.sdf import Field, Points, ball, box, common, cut, displaced, ellipsoid, half_space, union, vec

__all__ = ["moss", "reeds", "skull", "stones"]


def stones(spots: Sequence[tuple[float, float, float, float]], *, seed: int, top: float | None = None) -> Field:
    """Return broken stones: x, y, z and size of each; ``top`` cuts the first off level, to stand on."""
    rng = np.random.default_rng(seed)
    out = []
    for i, (x, y, z, size) in enumerate(spots):
        level = top if i == 0 else None
        tall = size * 0.75 if level is None else level / 2
        at = np.array([x, y, z + (size * 0.35 if level is None else tall)])
        block = box(at, (size, size * 0.86, tall), size * 0.18 if level is None else 0.02)
        for _ in range(7):
            n = rng.normal(size=3) * (1, 1, 1 if level is None else 0.3)
            n /= np.linalg.norm(n)
            block = common(block, half_space(at + n * size * rng.uniform(0.55, 0.8), n))
        out.append(block)
    return union(*out, k=0.01)


def moss(surface: Field, at: ArrayLike, radius: float, *, thick: float = 0.02, seed: int = 1) -> Field:
    """Return a ragged cushion of moss on ``surface`` around ``at``."""
    c = np.asarray(at, dtype=float)
    phase = np.random.default_rng(seed).uniform(0, 6, 6)

    def lumps(p: Points) -> NDArray[np.float64]:
        q = (p - c) / radius
        a = np.sin(5 * q[:, 0] + phase[0]) + np.sin(6 * q[:, 1] + phase[1]) + np.sin(5.5 * q[:, 2] + phase[2])
        b = np.sin(13 * q[:, 0] + phase[3]) * np.sin(12 * q[:, 1] + phase[4]) * np.sin(14 * q[:, 2] + phase[5])
        return thick * (0.25 * a + 0.3 * b)

    raised = displaced(surface, lambda p: thick * 0.7 + lumps(p), 2 * thick)
    near = displaced(ball(c, radius), lambda p: 3 * lumps(p), 3 * thick)
    return common(raised, near, k=thick)


def reeds(
    root: ArrayLike, count: int, high: float, *, seed: int, thick: float = 0.012, spread: float = 0.12
) -> list[Shape]:
    """Return a tuft of reeds that grow from ``root``."""
    rng = np.random.default_rng(seed)
    out, start = [], np.asarray(root, dtype=float)
    for _ in range(count):
        lean = rng.uniform(-1, 1, 2) * spread
        tall = high * rng.uniform(0.65, 1.0)
        p = start + np.array([*(rng.uniform(-0.3, 0.3, 2) * spread), -0.02])
        path = [p, p + vec(lean[0] * 0.4, lean[1] * 0.4, tall * 0.55), p + vec(lean[0] * 1.6, lean[1] * 1.6, tall)]
        out.append(sweep(smooth_path(path, 6), thick * np.array([1, 1, 0.9, 0.8, 0.6, 0.2]), sides=4, flat=0.6))
    return out


def skull(at: ArrayLike, axes: NDArray[np.float64], size: float) -> Field:
    """Return a human skull; ``size`` is its radius."""
    c = np.asarray(at, dtype=float)

    def put(x: float, y: float, z: float) -> NDArray[np.float64]:
        return c + axes @ (np.array([x, y, z]) * size)

    bone_case = union(
        ball(c, size), ellipsoid(put(0.5, 0, -0.75), np.array([0.62, 0.6, 0.6]) * size, axes), k=0.4 * size
    )
    holes = [ball(put(0.92, y * 0.43, -0.08), 0.3 * size) for y in (-1, 1)]
    return cut(bone_case, *holes, ball(put(1.12, 0, -0.5), 0.17 * size), k=0.05 * size)
