"""Single stones, planks, rods and tufts: convex bodies and their kin, unpainted, centred on the origin unless said."""

from collections.abc import Sequence
from itertools import pairwise

import manifold3d as m3
import numpy as np
from numpy.typing import ArrayLike

from assets.source.terrain.clay import Body

__all__ = ["beam", "boulder", "box", "faced", "hull", "lathe", "plank", "rod", "slab", "stone", "tube", "tuft", "wedge"]

Rng = np.random.Generator


def hull(points: ArrayLike) -> Body:
    """Return the convex hull of points (n, 3)."""
    return Body.hull_points(np.asarray(points, dtype=np.float64))


def box(low: Sequence[float], high: Sequence[float]) -> Body:
    """Return the box from corner ``low`` to corner ``high``."""
    size = tuple(float(b - a) for a, b in zip(low, high, strict=True))
    return Body.cube(size).translate(tuple(float(a) for a in low))


def stone(
    size: Sequence[float],
    rng: Rng,
    *,
    bevel: float = 0.05,
    jitter: float = 0.012,
    chip: float = 0.25,
    foot: bool = True,
) -> Body:
    """Return a stone bevelled on all edges (without ``foot``: sharp round its underside, which is then hidden).

    With chance ``chip`` a corner is broken off.
    """
    half = np.asarray(size, dtype=float) / 2
    bevel = min(bevel, *(half * 0.4))
    points = []
    for corner in np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).T.reshape(-1, 3):
        shift = rng.uniform(-jitter, jitter, 3)
        if not foot:
            points += _half_bevelled(corner, half, bevel * rng.uniform(0.6, 1.3), shift)
            continue
        for axis in range(3):
            inset = np.where(np.arange(3) == axis, 0, bevel * rng.uniform(0.7, 1.3))
            points.append(corner * (half - inset) + shift)
    body = hull(points)
    return _chipped(body, half, rng) if rng.random() < chip else body


def _half_bevelled(corner: np.ndarray, half: np.ndarray, bevel: float, shift: np.ndarray) -> list[np.ndarray]:
    """Return the points of one corner whose upright edge is bevelled, and its top ones too if it is an upper one."""
    upper = corner[2] > 0
    sides = [corner * (half - bevel * np.array(inset)) + shift * (1, 1, 0) for inset in ((1, 0, upper), (0, 1, upper))]
    return [*sides, corner * (half - bevel * np.array((1, 1, 0))) + shift] if upper else sides


def _chipped(body: Body, half: np.ndarray, rng: Rng) -> Body:
    normal = rng.choice([-1.0, 1.0], 3) * rng.uniform(0.6, 1.0, 3)
    normal[2] = abs(normal[2])
    normal /= np.linalg.norm(normal)
    reach = float(np.abs(normal) @ half)
    return body.trim_by_plane(tuple(-normal), -(reach - rng.uniform(0.10, 0.2) * min(1.0, 2 * half.min() / 0.4)))


def faced(size: Sequence[float], rng: Rng, *, bevel: float = 0.055, depth: float = 0.07) -> Body:
    """Return a stone for the run of a wall, bevelled on its two faces (-y and +y) only: its sides lie in the joints."""
    x, y, z = np.asarray(size, dtype=float) / 2
    points = [(sx * x, sy * (y - depth), sz * z) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    for sy in (-1, 1):
        left, right, foot, head = bevel * rng.uniform(0.6, 1.5, 4)
        points += [(px, sy * y, pz) for px in (left - x, x - right) for pz in (foot - z, z - head)]
    return hull(points)


def slab(size: Sequence[float], rng: Rng, *, bevel: float = 0.03) -> Body:
    """Return a flagstone or coping: bevelled round its top only, so that its top is level and its foot square."""
    x, y, z = np.asarray(size, dtype=float) / 2
    points = [(sx * x, sy * y, sz) for sx in (-1, 1) for sy in (-1, 1) for sz in (-z, z - bevel)]
    for sx in (-1, 1):
        for sy in (-1, 1):
            b = bevel * rng.uniform(0.6, 1.6, 2)
            points.append((sx * (x - b[0]), sy * (y - b[1]), z))
    return hull(points)


def plank(size: Sequence[float], *, bevel: float = 0.025, foot: bool = True) -> Body:
    """Return a plank along x, bevelled on its long edges (without ``foot``: on the upper two); its top is level."""
    x, y, z = np.asarray(size, dtype=float) / 2
    b = min(bevel, 0.4 * y, 0.4 * z)
    ring = [(sy * (y - b), z) for sy in (-1, 1)] + [(sy * y, z - b) for sy in (-1, 1)]
    ring += [(sy * (y - b), -z) for sy in (-1, 1)] + [(sy * y, b - z) for sy in (-1, 1)] if foot else []
    ring += [] if foot else [(sy * y, -z) for sy in (-1, 1)]
    return hull([(sx * x, py, pz) for sx in (-1, 1) for py, pz in ring])


def beam(start: Sequence[float], end: Sequence[float], width: float, height: float, *, bevel: float = 0.03) -> Body:
    """Return a squared timber from ``start`` to ``end``, ``width`` across and ``height`` in its upright plane."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    length = float(np.linalg.norm(b - a))
    body = plank((length, width, height), bevel=bevel)
    along = (b - a) / length
    pitch = -np.degrees(np.arcsin(np.clip(along[2], -1, 1)))
    heading = np.degrees(np.arctan2(along[1], along[0])) if abs(along[2]) < 0.9999 else 0.0
    return body.rotate((0.0, float(pitch), 0.0)).rotate((0.0, 0.0, float(heading))).translate(tuple((a + b) / 2))


def rod(
    start: Sequence[float], end: Sequence[float], radius: float, *, tip: float | None = None, sides: int = 7
) -> Body:
    """Return a round pole from ``start`` to ``end``; ``tip`` is its radius at the end (the same unless given)."""
    return tube([start, end], [radius, radius if tip is None else tip], sides=sides)


def tube(path: Sequence[Sequence[float]], radii: Sequence[float], *, sides: int = 7, rng: Rng | None = None) -> Body:
    """Return the union of the hulls of rings along ``path``; with ``rng`` the rings are gnarled."""
    points = np.asarray(path, dtype=float)
    rings = []
    for i, (centre, radius) in enumerate(zip(points, radii, strict=True)):
        along = points[min(i + 1, len(points) - 1)] - points[max(i - 1, 0)]
        along = along / np.linalg.norm(along)
        side = np.cross(along, (0, 0, 1) if abs(along[2]) < 0.8 else (1, 0, 0))
        side /= np.linalg.norm(side)
        angle = np.linspace(0, 2 * np.pi, sides, endpoint=False) + 0.1
        swell = np.ones(sides) if rng is None else rng.uniform(0.82, 1.15, sides)
        ring = np.outer(np.cos(angle), side) + np.outer(np.sin(angle), np.cross(along, side))
        rings.append(centre + ring * (radius * swell)[:, None])
    return Body.batch_boolean([hull(np.vstack(pair)) for pair in pairwise(rings)], m3.OpType.Add)


def lathe(profile: Sequence[tuple[float, float]], *, sides: int = 20) -> Body:
    """Return the body turned about z from a closed outline of (radius, z) points, anticlockwise."""
    return m3.CrossSection([np.asarray(profile, dtype=np.float64)]).revolve(sides)


def wedge(
    angles: tuple[float, float], radii: tuple[float, float], depth: tuple[float, float], *, bevel: float = 0.05
) -> Body:
    """Return a stone of a ring about z: between two angles (radians), two radii and two heights, bevelled outside."""
    a, b = angles
    inner, outer = radii
    low, high = depth
    points = []
    da = bevel / outer
    for angle, inset in ((a, 0.0), (b, 0.0), (a + da, 1.0), (b - da, 1.0)):
        radius = outer - (0.0 if inset else bevel)
        rise = bevel * inset
        for z in (low + rise, high - rise):
            points.append((radius * np.cos(angle), radius * np.sin(angle), z))
            if not inset:
                points.append((inner * np.cos(angle), inner * np.sin(angle), z))
    return hull(points)


def boulder(size: Sequence[float], rng: Rng, *, points: int = 14) -> Body:
    """Return a rough convex rock within ``size``."""
    directions = rng.normal(size=(points, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    swell = rng.uniform(0.85, 1.0, points)[:, None]
    return hull(directions * swell * np.asarray(size, dtype=float) / 2)


def tuft(radius: float, rng: Rng, *, flat: float = 0.45) -> Body:
    """Return a low cushion of moss, its middle at the origin."""
    return boulder((2 * radius, 2 * radius * rng.uniform(0.7, 1.0), 2 * radius * flat), rng, points=13)
