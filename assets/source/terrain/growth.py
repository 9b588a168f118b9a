"""What grows and rots in the drowned forest: moss, hanging weed, reeds, roots and branches."""

from collections.abc import Sequence
from itertools import pairwise

import manifold3d as m3
import numpy as np

from assets.source.terrain.clay import Body, moved, painted
from assets.source.terrain.paints import REED, foliage
from assets.source.terrain.shapes import boulder, hull, tuft

__all__ = ["drape", "moss", "reeds", "top_of"]

Rng = np.random.Generator


def top_of(body: Body, x: float, y: float, *, below: float = 20.0) -> float:
    """Return the height of the highest surface of ``body`` at (x, y) under ``below``; 0 where there is none."""
    hits = body.ray_cast((x, y, below), (x, y, -1.0))
    return float(hits[0].position[2]) if hits else 0.0


def moss(
    body: Body, spots: Sequence[Sequence[float]], rng: Rng, *, radius: tuple[float, float] = (0.1, 0.24)
) -> list[Body]:
    """Return cushions of moss, two or three tufts each, on the tops of ``body``: spots (x, y) or (x, y, below)."""
    bodies = []
    for x, y, *below in spots:
        for i in range(int(rng.integers(2, 4))):
            size = rng.uniform(*radius) * (1 if i == 0 else 0.65)
            dx, dy = rng.uniform(-0.8, 0.8, 2) * (0 if i == 0 else radius[1])
            z = top_of(body, x + dx, y + dy, below=below[0] if below else 20.0)
            bodies.append(
                painted(
                    moved(tuft(size, rng), (x + dx, y + dy, z - 0.08 * size), turn=rng.uniform(0, 90)), foliage(rng)
                )
            )
    return bodies


def drape(
    body: Body,
    at: tuple[float, float],
    width: float,
    length: float,
    rng: Rng,
    *,
    turn: float = 0.0,
    depth: float = 0.12,
    lip: bool = True,
) -> list[Body]:
    """Return weed hanging over the edge of ``body`` at ``at`` (x, y on its face): strands of unlike lengths.

    The face's plane is turned by ``turn`` (degrees) from x; the strands straddle it, each hangs from the
    top it finds. With a ``lip`` it also grows over the edge.
    """
    n = max(3, round(width / 0.2))
    along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    across = np.array([-along[1], along[0]]) * 0.08
    bodies = []
    for i in range(n):
        x = (i + 0.5) / n * width - width / 2
        fall = length * rng.uniform(0.3, 1.0) * (1 - 0.6 * abs(2 * x / width) ** 2)
        foot = np.asarray(at) + along * x
        top = max(top_of(body, *(foot + s * across)) for s in (-1, 0, 1))
        if top < 0.3:
            continue
        strand = _strand(width / n * rng.uniform(1.15, 1.5), depth * rng.uniform(0.7, 1.1), min(fall, top - 0.1), rng)
        bodies.append(painted(moved(strand, (*foot, top if lip else top - 0.05), turn=turn), foliage(rng).shade(0.95)))
        if i % 2 == 0 and lip:
            bed = boulder((0.36, 0.3, 0.13), rng)
            bodies.append(painted(moved(bed, (*foot, top), turn=turn + rng.uniform(-30, 30)), foliage(rng)))
    return bodies


def _strand(wide: float, thick: float, fall: float, rng: Rng) -> Body:
    sway = rng.uniform(-0.12, 0.12)
    points = [(sway * fall + 0.1 * wide, 0.0, -fall), (sway * fall - 0.2 * wide, 0.0, -0.9 * fall)]
    for z, share in ((0.02, 0.9), (-0.1 * fall, 1.0), (-0.55 * fall, 0.85)):
        for sx, sy in ((-1, 0), (1, 0), (0.1, -1), (-0.1, 1)):
            points.append((-sway * z + sx * wide / 2 * share, sy * thick / 2 * share, z))
    return hull(points)


def reeds(at: tuple[float, float], count: int, spread: float, height: tuple[float, float], rng: Rng) -> list[Body]:
    """Return a clump of reed blades growing from the floor at ``at``."""
    bodies = []
    for _ in range(count):
        angle, out = rng.uniform(0, 2 * np.pi), spread * np.sqrt(rng.uniform(0, 1))
        x, y = at[0] + out * np.cos(angle), at[1] + out * np.sin(angle)
        tall = rng.uniform(*height)
        lean = rng.uniform(0.1, 0.5) * tall
        bodies.append(_blade((x, y), tall, (lean * np.cos(angle), lean * np.sin(angle)), rng))
    return bodies


def _blade(foot: tuple[float, float], tall: float, lean: tuple[float, float], rng: Rng) -> Body:
    """Return a blade with a ridge along its back, bending over towards its tip."""
    turn = rng.uniform(0, np.pi)
    wide = rng.uniform(0.03, 0.055)
    side = np.array([np.cos(turn), np.sin(turn)])
    flat = np.array([-side[1], side[0]])
    rings = []
    for z, share, bend in ((-0.05, 0.7, 0.0), (0.5 * tall, 1.0, 0.18), (0.82 * tall, 0.7, 0.55)):
        at = np.asarray(foot) + bend * np.asarray(lean)
        corners = (at - side * wide * share, at + side * wide * share, at + flat * 0.5 * wide * share)
        rings.append([(*corner, z) for corner in corners])
    rings.append([(*(np.asarray(foot) + np.asarray(lean)), tall)])
    body = Body.batch_boolean([hull(a + b) for a, b in pairwise(rings)], m3.OpType.Add)
    return painted(body, REED.shade(rng.uniform(0.75, 1.15)).mixed(foliage(rng), rng.uniform(0, 0.5)))
