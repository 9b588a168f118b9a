"""Bridges of two cells between decks: one of stone with an arch below, one of ropes and planks."""

from itertools import pairwise

import numpy as np

from assets.source.terrain.arches import arched, flags
from assets.source.terrain.boardwalk import CELL, TOP
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import JOINT, Opening, Wall, placed, rubble, trimmed, wall
from assets.source.terrain.paints import MORTAR, ROPE, masonry, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import box, plank, rod, slab, tube
from assets.source.terrain.timber import SHALLOW, lashing, strut
from assets.source.terrain.walls import slope
from warcry3d.table.terrain import PartKind

__all__ = ["rope_bridge", "stone_bridge"]

Rng = np.random.Generator

DEPTH = 2.9
"""Width (in) of the stone bridge between its faces."""

SPRING, RADIUS, RING = 0.95, 1.42, 0.38
"""The stone bridge's arch."""


def stone_bridge(rng: Rng) -> list[Made]:
    """Return a bridge on one arch: 6 in long, 3 in wide, 3 in to its pavement, broken parapets on both sides."""
    inside = RADIUS + 0.12
    way = Opening(CELL - inside, CELL + inside, 0.0, SPRING, "none", sill=False)
    level = TOP - 0.06
    plan = Wall(2 * CELL, slope((0, level), (6, level)), DEPTH, (way,), ragged=0.0, course=0.55, block=1.15)
    stones = placed(wall(plan, rng), (-CELL, 0, 0))
    bore = Body.cylinder(4, inside, inside, 40).rotate((90, 0, 0)).translate((0, 2, SPRING))
    stones = trimmed(stones, painted(bore, MORTAR))
    ends = box((-CELL, -5, -1), (CELL, 5, 9))
    stones = [stone ^ painted(ends, MORTAR) for stone in stones]
    whole = unite(stones)
    side = DEPTH / 2 + 0.05
    stones += drape(whole, (-2.35, -side), 0.9, 1.3, rng, lip=False)
    stones += drape(whole, (2.3, side), 0.9, 1.5, rng, lip=False)
    paving = placed(flags(CELL, CELL / 2, TOP, rng), (0, 0, 0))
    spots = [(-1.9, -1.75), (2.2, -1.8), (1.8, 1.8), (-2.4, 1.75), (0.7, -1.5)]
    return [
        made("piers", PartKind.OBSTACLE, stones),
        made("arch", PartKind.ARCH, arched(0.0, SPRING, RADIUS, RING, DEPTH + 0.14, rng, stones=13)),
        made("pavement", PartKind.PLATFORM, paving, floor=False),
        made("parapets", PartKind.OBSTACLE, _parapets(rng), floor=False),
        made("rubble", PartKind.LOW, rubble(spots, (0.28, 0.5), rng)),
    ]


def _parapets(rng: Rng) -> list[Body]:
    """Return two low walls along the edges, 1.05 in high where they are whole."""
    bodies = []
    thick = 0.28
    for y, gone in ((-CELL / 2 + thick / 2 + 0.02, (5, 6)), (CELL / 2 - thick / 2 - 0.02, (1,))):
        xs = np.linspace(-CELL + 0.02, CELL - 0.02, 9)
        for i, (a, b) in enumerate(pairwise(xs)):
            size = (b - a - JOINT, thick, 0.5)
            foot = slab(size, rng, bevel=0.05).translate(((a + b) / 2, y, TOP + 0.2))
            bodies.append(painted(foot, masonry(rng, TOP)))
            if i in gone:
                continue
            worn = rng.uniform(0.5, 0.56)
            head = slab((b - a + 0.03, thick * 1.05, worn), rng, bevel=0.08)
            at = ((a + b) / 2, y, TOP + 0.45 + worn / 2)
            bodies.append(painted(moved(head, at, turn=rng.uniform(-1, 1)), masonry(rng, TOP).shade(1.04)))
        core = box((xs[0] + 0.04, y - thick / 2 + 0.05, TOP - 0.05), (xs[-1] - 0.04, y + thick / 2 - 0.05, TOP + 0.4))
        bodies.append(painted(core, MORTAR))
    for y in (-1.2, 1.2):
        for x in (-CELL + 0.2, CELL - 0.2):
            pier = slab((0.4, 0.5, 1.3), rng, bevel=0.09)
            bodies.append(painted(moved(pier, (x, y * 1.02, TOP + 0.6)), masonry(rng, TOP).shade(1.06)))
    clip = painted(box((-CELL, -CELL / 2, 0), (CELL, CELL / 2, 9)), MORTAR)
    bodies = [body ^ clip for body in bodies]
    whole = unite(bodies)
    return bodies + moss(whole, [(-1.4, -1.34), (1.9, 1.34), (0.2, 1.34)], rng, radius=(0.08, 0.14))


HALF = 0.98
"""Half the width (in) of the rope bridge's planks."""

POST_X, POST_Y, POST_Z = 2.72, 1.2, 4.25
"""Where the rope bridge's posts stand, and how high."""


def rope_bridge(rng: Rng) -> list[Made]:
    """Return a bridge of planks hung on ropes between four posts: 6 in long, 2 in wide, 3 in up, its planks level."""
    posts: list[Body] = []
    for x in (-POST_X, POST_X):
        for y in (-POST_Y, POST_Y):
            lean = 0.05 * np.sign(x)
            path = [(x, y, -0.15), (x + 0.3 * lean, y * 1.02, 1.6), (x, y, 3.1), (x + lean, y * 0.99, POST_Z)]
            log = tube(path, (0.19, 0.165, 0.16, 0.135), sides=8, rng=rng)
            posts.append(painted(log, timber(rng, 1.2).shade(0.9)))
            posts += lashing(x + 0.7 * lean, y, POST_Z - 0.42, 0.28, rng) + lashing(x, y, TOP - 0.42, 0.3, rng)
        posts.append(strut((x, -1.42, TOP - 0.22), (x, 1.42, TOP - 0.22), 0.26, 0.26, rng))
        posts.append(strut((x, -1.1, 0.5), (x, 1.1, 1.9), 0.13, 0.18, rng))
        posts.append(strut((x, 1.1, 0.6), (x, -1.1, 2.0), 0.13, 0.18, rng))
    return [
        made("planks", PartKind.PLATFORM, _treadway(rng), floor=False),
        made("posts", PartKind.OBSTACLE, posts),
        made("ropes", PartKind.LOW, _ropes(rng), floor=False),
    ]


def _treadway(rng: Rng) -> list[Body]:
    mat = box((-CELL, -HALF + 0.07, TOP - 0.1), (CELL, HALF - 0.07, TOP - SHALLOW))
    bodies = [painted(mat, ROPE.shade(0.55))]
    xs = np.linspace(-CELL, CELL, 17)
    for i, (a, b) in enumerate(pairwise(xs)):
        ends = i < 2 or i > len(xs) - 4
        reach = HALF + (-0.04 if ends else rng.uniform(-0.03, 0.16))
        body = plank((2 * reach, b - a - 0.08, 0.13), bevel=0.025, foot=False).rotate((0, 0, 90))
        turn = 0.0 if ends else rng.uniform(-1.0, 1.0)
        at = ((a + b) / 2, 0.0 if ends else rng.uniform(-0.08, 0.08), TOP - 0.065)
        bodies.append(painted(moved(body, at, turn=turn), timber(rng, TOP).shade(rng.uniform(0.85, 1.1))))
    clip = painted(box((-CELL, -3, 0), (CELL, 3, 9)), ROPE)
    for y in (-0.72, 0.72):
        under = [(x, y, TOP - 0.12 - 0.08 * np.cos(x / POST_X * np.pi / 2)) for x in np.linspace(-2.9, 2.9, 9)]
        bodies.append(painted(tube(under, [0.055] * 9, sides=6), ROPE))
    return [body ^ clip for body in bodies]


def _sag(x: float) -> float:
    """Return the height of the hand rope at ``x``."""
    return TOP + 0.58 + 0.44 * (x / POST_X) ** 2


def _ropes(rng: Rng) -> list[Body]:
    bodies = []
    for side in (-1, 1):
        y = side * (POST_Y - 0.02)
        xs = np.linspace(-POST_X, POST_X, 13)
        # The rope hangs inward as well as down.
        line = [(x, y - side * 0.12 * (1 - (x / POST_X) ** 2), _sag(x)) for x in xs]
        bodies.append(painted(tube(line, [0.052] * len(line), sides=6), ROPE.shade(rng.uniform(0.9, 1.05))))
        half = [(x, y - side * 0.18 * (1 - (x / POST_X) ** 2), (_sag(x) + TOP) / 2 - 0.02) for x in xs]
        bodies.append(painted(tube(half, [0.034] * len(half), sides=5), ROPE.shade(0.85)))
        for x, hand, _ in line[1:-1]:
            foot = (x + rng.uniform(-0.06, 0.06), side * (HALF - 0.12), TOP - 0.06)
            bodies.append(painted(rod(foot, (x, hand, _sag(x) + 0.02), 0.03, sides=5), ROPE.shade(0.95)))
            knot = Body.sphere(0.085, 6).translate((x, hand, _sag(x)))
            bodies.append(painted(knot, ROPE.shade(0.8)))
    return bodies
