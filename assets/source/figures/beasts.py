"""Beasts and wings: bodies, legs, heads and feathers, from joints."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assets.source.figures.shapes import Shape, loft, smooth_path
from assets.source.sdf import Field, ball, chain, common, ellipsoid, frame, half_space, union

__all__ = ["feather", "hoofed_leg", "leg", "paw", "trunk", "wing"]

Vector = NDArray[np.float64]


def trunk(points: ArrayLike, radii: Sequence[float], *, deep: float = 1.0, k: float = 0.12, count: int = 13) -> Field:
    """Return a beast's trunk along its spine, ``deep`` times as high as wide."""
    both = smooth_path(np.column_stack([np.asarray(points, dtype=float), radii]), count)
    path, r = both[:, :3], both[:, 3]
    along = np.gradient(path, axis=0)
    parts = []
    for i in range(count):
        axes = frame(along[i])
        step = float(np.linalg.norm(along[i]))
        parts.append(ellipsoid(path[i], (max(r[i], step * 1.25), r[i] / deep**0.5, r[i] * deep**0.5), axes))
    return union(*parts, k=k)


def leg(points: ArrayLike, radii: Sequence[float], *, k: float = 0.04) -> Field:
    """Return a leg through its joints, muscles melting into each other."""
    return chain(np.asarray(points, dtype=float), list(radii), k=k)


def hoofed_leg(points: Sequence[Sequence[float]], radii: Sequence[float], *, level: bool = True) -> tuple[Field, Field]:
    """Return a leg and its hoof; ``level``: the hoof stands flat on the ground."""
    p = np.asarray(points, dtype=float)
    whole = leg(p, radii)
    way = (p[-1] - p[-2]) / np.linalg.norm(p[-1] - p[-2])
    toe = p[-1] + way * 0.01
    hoof = chain([p[-2] * 0.35 + p[-1] * 0.65, toe], [radii[-1] * 1.12, radii[-1] * 1.45])
    floor = half_space((0, 0, p[-1, 2] - 0.055), (0, 0, -1)) if level else half_space(toe + way * 0.02, way)
    return whole, common(hoof, floor)


def paw(at: ArrayLike, yaw: float, size: float) -> tuple[Field, list[Shape]]:
    """Return a paw with four toes standing at ``at`` (its sole), and its claws."""
    c, a = np.asarray(at, dtype=float), np.radians(yaw)
    f, s = np.array([np.cos(a), np.sin(a), 0.0]), np.array([-np.sin(a), np.cos(a), 0.0])
    up = np.array([0, 0, 1.0])
    parts = [ellipsoid(c + up * 0.45 * size, (0.75 * size, 0.62 * size, 0.5 * size), np.column_stack([f, s, up]))]
    claws = []
    for i in range(4):
        y = (i - 1.5) * 0.36
        toe = c + f * (0.72 - 0.09 * abs(i - 1.5)) * size + s * y * size + up * 0.26 * size
        parts.append(ball(toe, 0.27 * size))
        tip = toe + f * 0.5 * size - up * 0.2 * size
        claws.append(loft([_disc(toe + f * 0.12 * size, f, 0.12 * size), _disc(tip, f, 0.015 * size)]))
    return common(union(*parts, k=0.15 * size), half_space(c, -up)), claws


def _disc(at: Vector, along: Vector, radius: float, sides: int = 5) -> Vector:
    axes = frame(along)
    angle = np.arange(sides) * 2 * np.pi / sides
    return at + radius * (np.cos(angle)[:, None] * axes[:, 1] + np.sin(angle)[:, None] * axes[:, 2])


def feather(
    root: ArrayLike, tip: ArrayLike, flat: ArrayLike, width: float, *, thick: float = 0.018, curl: float = 0.0
) -> Shape:
    """Return a feather with a midrib, broad towards its rounded tip, bent along ``flat`` by ``curl``."""
    p, q = np.asarray(root, dtype=float), np.asarray(tip, dtype=float)
    axes = frame(q - p, flat)
    rings = []
    for t, w in ((0.0, 0.35), (0.25, 0.8), (0.6, 1.0), (0.86, 0.8), (0.97, 0.4), (1.0, 0.06)):
        at = p + (q - p) * t + axes[:, 2] * curl * t * t
        half, h = width / 2 * w, thick / 2 * max(w, 0.45)
        rings.append([at + axes[:, 1] * half, at + axes[:, 2] * h, at - axes[:, 1] * half, at - axes[:, 2] * h])
    return loft(rings)


def wing(
    joints: ArrayLike,
    ends: ArrayLike,
    *,
    counts: tuple[int, int] = (8, 8),
    thick: float = 0.06,
    normal: ArrayLike = (1, 0, 0),
) -> tuple[Field, list[Shape], list[Shape]]:
    """Return a feathered wing: its arm, its long feathers, its coverts.

    ``joints`` shoulder, elbow, wrist, fingertip; ``ends`` where the feathers from elbow, wrist and fingertip end.
    """
    j, e = np.asarray(joints, dtype=float), np.asarray(ends, dtype=float)
    n = np.asarray(normal, dtype=float)
    arm = chain(smooth_path(j, 12), list(thick * np.linspace(1.15, 0.35, 12)), k=0.02)
    long, short = [], []
    inner, outer = counts
    for i in range(inner + outer):
        first = i < inner
        t = i / inner if first else (i - inner) / (outer - 1)
        root = (j[1] * (1 - t) + j[2] * t) if first else (j[2] * (1 - t) + j[3] * t)
        tip = (e[0] * (1 - t) + e[1] * t) if first else _arc(e[1], e[2], j[2], t)
        lift = n * (0.012 * (i % 2) - 0.006)
        long.append(feather(root + lift, tip + lift, n, 0.125, curl=-0.06))
        half = root + (tip - root) * 0.45
        short.append(feather(root + n * 0.022 + lift, half + n * 0.03 + lift, n, 0.12, thick=0.022))
    for i in range(3):
        t = (i + 0.5) / 3
        root = j[0] * (1 - t) + j[1] * t
        tip = root + (e[0] - j[1]) * (0.55 + 0.4 * t)
        long.append(feather(root, tip, n, 0.13, curl=-0.04))
    return arm, long, short


def _arc(a: Vector, b: Vector, centre: Vector, t: float) -> Vector:
    """Return the point between ``a`` and ``b`` on a fan about ``centre``."""
    u, v = a - centre, b - centre
    way = u * (1 - t) + v * t
    size = np.linalg.norm(u) * (1 - t) + np.linalg.norm(v) * t
    return centre + way / np.linalg.norm(way) * size
