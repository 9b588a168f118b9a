"""Joiner's work: decks, ladders, doors, stairs, railings; boards on a solid core, so that only meant gaps are gaps."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from assets.source.terrain.clay import Body, moved, painted
from assets.source.terrain.paints import BRONZE, IRON, ROPE, timber
from assets.source.terrain.shapes import beam, box, lathe, plank, rod
from warcry3d.units import RESTING_GAP

__all__ = ["SHALLOW", "deck", "door", "fence_rail", "ladder", "lashing", "post", "strut"]

Rng = np.random.Generator

GROOVE = 0.03
"""Width (in) of the groove between two planks."""

SHALLOW = 0.75 * RESTING_GAP
"""Depth (in) of grooves in what one stands on: a base whose middle is over a groove still rests on the deck."""


def deck(
    low: tuple[float, float],
    high: tuple[float, float],
    top: float,
    rng: Rng,
    *,
    thickness: float = 0.17,
    board: float = 0.5,
    along: str = "y",
    overhang: float = 0.12,
) -> list[Body]:
    """Return planks over the rectangle whose level tops are exactly at ``top``, and the solid board that carries them.

    ``overhang``: how far plank ends may stick out beyond the rectangle.
    """
    (x0, y0), (x1, y1) = low, high
    bodies = [painted(box((x0, y0, top - thickness), (x1, y1, top - SHALLOW)), timber(rng, top).shade(0.55))]
    span, run = ((x0, x1), (y0, y1)) if along == "y" else ((y0, y1), (x0, x1))
    n = max(2, round((span[1] - span[0]) / board))
    widths = rng.uniform(0.8, 1.2, n)
    cuts = span[0] + (span[1] - span[0]) * np.concatenate([[0], np.cumsum(widths) / widths.sum()])
    for a, b in pairwise(cuts):
        for p, q in _lengths(run, overhang, rng):
            body = plank((q - p - GROOVE, b - a - GROOVE, thickness - GROOVE), bevel=0.028, foot=False)
            centre = ((p + q) / 2, (a + b) / 2, top - (thickness - GROOVE) / 2)
            if along == "y":
                body, centre = body.rotate((0, 0, 90)), (centre[1], centre[0], centre[2])
            bodies.append(painted(body.translate(centre), timber(rng, top)))
    return bodies


def _lengths(run: tuple[float, float], overhang: float, rng: Rng) -> list[tuple[float, float]]:
    a, b = run[0] - rng.uniform(0.02, 1) * overhang, run[1] + rng.uniform(0.02, 1) * overhang
    if b - a < 2.6 or rng.random() < 0.35:
        return [(a, b)]
    cut = a + (b - a) * rng.uniform(0.3, 0.7)
    return [(a, cut), (cut, b)]


def post(x: float, y: float, low: float, high: float, rng: Rng, *, width: float = 0.27) -> Body:
    """Return an upright squared post."""
    body = beam((0, 0, low), (0, 0, high), width, width * rng.uniform(0.92, 1.05), bevel=0.045)
    return painted(moved(body, (x, y, 0), turn=rng.uniform(-4, 4)), timber(rng, 0.9).shade(0.88))


def strut(start: Sequence[float], end: Sequence[float], width: float, height: float, rng: Rng) -> Body:
    """Return a painted beam between two points."""
    middle = (start[2] + end[2]) / 2
    return painted(beam(start, end, width, height), timber(rng, middle).shade(0.92))


def lashing(x: float, y: float, z: float, width: float, rng: Rng) -> list[Body]:
    """Return turns of rope round a squared post."""
    turns = []
    for i in range(2):
        size = width / 2 + 0.035
        body = plank((2 * size, 2 * size, 0.075), bevel=0.03).rotate((0, 0, rng.uniform(-3, 3)))
        turns.append(painted(body.translate((x, y, z + 0.085 * i)), ROPE.shade(rng.uniform(0.85, 1.05))))
    return turns


def ladder(
    foot: Sequence[float], head: Sequence[float], rng: Rng, *, width: float = 0.85, turn: float = 0.0
) -> list[Body]:
    """Return a ladder from ``foot`` to ``head`` (middle of its width); ``turn`` (degrees) is the way its rungs run."""
    side = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn)), 0.0])
    a, b = np.asarray(foot, dtype=float), np.asarray(head, dtype=float)
    bodies = []
    for s in (-0.5, 0.5):
        bodies.append(
            painted(beam(a + side * width * s, b + side * width * s, 0.13, 0.15), timber(rng, 1.5).shade(0.85))
        )
    length = float(np.linalg.norm(b - a))
    n = round(length / 0.45)
    for i in range(n):
        at = a + (b - a) * (i + 0.6) / n + rng.uniform(-0.01, 0.01, 3)
        reach = side * (width / 2 + 0.02)
        sag = np.array([0, 0, rng.uniform(-0.02, 0.02)])
        bodies.append(painted(rod(at - reach, at + reach + sag, 0.058, sides=6), timber(rng, 1.5).shade(1.1)))
    return bodies


def door(width: float, height: float, rng: Rng, *, thickness: float = 0.17) -> list[Body]:
    """Return a closed door from x = 0 to ``width`` in the plane y = 0, on the floor: boards, straps, a ring."""
    bodies = [
        painted(
            box((0, -thickness / 2 + GROOVE, 0), (width, thickness / 2 - GROOVE, height)), timber(rng, 1).shade(0.5)
        )
    ]
    n = 3
    for i in range(n):
        body = plank((height, width / n - 0.025, thickness), bevel=0.025).rotate((0, -90, 0)).rotate((0, 0, 90))
        paint = timber(rng, 1.2).mixed(timber(rng, 1.2), 0.5).shade(0.85)
        bodies.append(painted(body.translate(((i + 0.5) * width / n, 0, height / 2)), paint))
    for z in (0.42, height - 0.5):
        for s in (-1, 1):
            strap = Body.cube((width * 0.84, 0.09, 0.15), True)
            bodies.append(painted(strap.translate((width * 0.45, s * (thickness / 2 + 0.005), z)), IRON))
    ring = lathe([(0.09 + 0.032 * np.cos(t), 0.032 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 5)[:-1]], sides=8)
    for s in (-1, 1):
        at = (width * 0.84, s * (thickness / 2 + 0.03), height * 0.47)
        bodies.append(painted(moved(ring, at, tilt=(90, 0)), BRONZE))
    return bodies


def fence_rail(start: Sequence[float], end: Sequence[float], posts: int, height: float, rng: Rng) -> list[Body]:
    """Return a railing of uprights and two rails from ``start`` to ``end`` (points on the deck)."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    bodies = []
    for t in np.linspace(0, 1, posts):
        x, y, z = a + (b - a) * t
        bodies.append(post(x, y, z - 0.12, z + height, rng, width=0.16))
    for h, width in ((height - 0.06, 0.15), (height * 0.48, 0.12)):
        lift, drop = rng.uniform(-0.015, 0.015, 2)
        beyond = (b - a) / np.linalg.norm(b - a) * 0.14
        start_, end_ = a - beyond + (0, 0, h + lift), b + beyond + (0, 0, h + drop)
        bodies.append(strut(start_, end_, width * 0.75, width, rng))
    return bodies
