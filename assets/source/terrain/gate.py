"""A gate: an arch to march through, a small door beside it, a wall walk on top."""

from itertools import pairwise

import manifold3d as m3
import numpy as np

from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import JOINT, Opening, Wall, placed, rubble, trimmed, wall
from assets.source.terrain.paints import MORTAR, masonry
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import faced, hull, slab
from assets.source.terrain.timber import SHALLOW, door
from assets.source.terrain.walls import slope
from warcry3d.table.terrain import PartKind

__all__ = ["gate"]

Rng = np.random.Generator

LENGTH, DEPTH = 8.0, 1.6
WALK = 3.5
"""Height (in) of the wall walk."""

ARCH_X, SPRING, RADIUS, RING = -1.3, 1.5, 1.0, 0.36
"""The arch: its middle, the height where it springs, its inner radius, the width of its ring."""

DOOR = (1.35, 2.75)
"""Where the door stands along x."""


def gate(rng: Rng) -> list[Made]:
    """Return the gate: 8 in long, 1.6 in deep, 3.5 in to its wall walk."""
    inside = RADIUS + RING - 0.05
    way = Opening(ARCH_X - inside + 4, ARCH_X + inside + 4, 0.0, SPRING, "none", sill=False)
    small = Opening(DOOR[0] + 4, DOOR[1] + 4, 0.0, 2.2, "stone", sill=False)
    level = WALK - 0.14
    plan = Wall(LENGTH, slope((0, level), (LENGTH, level)), DEPTH, (way, small), ragged=0.0, course=0.55, block=1.1)
    stones = placed(wall(plan, rng), (-LENGTH / 2, 0, 0))
    bore = Body.cylinder(3, inside, inside, 40).rotate((90, 0, 0)).translate((ARCH_X, 1.5, SPRING))
    stones = trimmed(stones, painted(bore, MORTAR))
    whole = unite(stones)
    stones += drape(whole, (-3.2, -0.87), 1.0, 1.5, rng, lip=False) + drape(
        whole, (3.3, -0.87), 0.9, 1.3, rng, lip=False
    )
    parts = [made("walls", PartKind.OBSTACLE, stones)]
    parts.append(made("arch", PartKind.ARCH, _arch(rng)))
    shut = placed(door(1.5, 2.24, rng), (DOOR[0] - 0.05, 0.35, 0))
    parts.append(made("door-1", PartKind.DOOR, shut))
    parts.append(made("walk", PartKind.PLATFORM, _walk(rng), floor=False))
    parts.append(made("parapet", PartKind.OBSTACLE, _parapet(rng), floor=False))
    spots = [(-4.2, -0.9), (-4.3, 0.7), (4.2, 0.95), (3.7, -1.1), (0.5, -1.1), (0.1, 1.1)]
    parts.append(made("rubble", PartKind.LOW, rubble(spots, (0.28, 0.5), rng)))
    return parts


def _arch(rng: Rng) -> list[Body]:
    """Return jambs and ring of the arch, proud of the wall; a core behind the joints."""
    outer, depth = RADIUS + RING, DEPTH + 0.16
    bodies = []
    for side in (-1, 1):
        x = ARCH_X + side * (RADIUS + RING / 2)
        beds = np.linspace(0, SPRING, 4)
        for low, high in pairwise(beds):
            body = faced((RING, depth * rng.uniform(0.99, 1.01), high - low - JOINT), rng)
            bodies.append(painted(body.translate((x, 0, (low + high) / 2)), masonry(rng, high)))
        core = Body.cube((RING - 0.06, depth - 0.16, SPRING + 0.1), True).translate((x, 0, SPRING / 2 - 0.05))
        bodies.append(painted(core, MORTAR))
    n = 11
    for i in range(n):
        a, b = np.pi * i / n + 0.008, np.pi * (i + 1) / n - 0.008
        key = i == n // 2
        paint = masonry(rng, 2.5).shade(1.06 if key else 1.0)
        bodies.append(painted(_voussoir(a, b, outer + (0.14 if key else 0), depth + (0.1 if key else 0), rng), paint))
    ring = m3.CrossSection.circle(outer - 0.05, 44) - m3.CrossSection.circle(RADIUS + 0.035, 44)
    ring = ring ^ m3.CrossSection.square((4, 2)).translate((-2, -0.05))
    core = Body.extrude(ring, depth - 0.16).rotate((90, 0, 0)).translate((ARCH_X, depth / 2 - 0.08, SPRING))
    return [*bodies, painted(core, MORTAR)]


def _voussoir(a: float, b: float, outer: float, depth: float, rng: Rng) -> Body:
    bevel, y = 0.05, depth / 2 * rng.uniform(0.99, 1.01)
    points = []
    for angle, inset in ((a, 0.0), (b, 0.0), (a + 0.045, 1.0), (b - 0.045, 1.0)):
        for radius in (RADIUS + bevel * inset, outer - bevel * inset):
            for s in (-1, 1):
                reach = y if inset else y - 0.07
                points.append((ARCH_X + radius * np.cos(angle), s * reach, SPRING + radius * np.sin(angle)))
    return hull(points)


def _walk(rng: Rng) -> list[Body]:
    """Return the flagstones of the wall walk, level at `WALK`, on a bed of mortar."""
    y0, y1 = -DEPTH / 2 - 0.1, DEPTH / 2 + 0.1
    bed = Body.cube((LENGTH - 0.02, y1 - y0 - 0.1, 0.2), True).translate((0, 0, WALK - SHALLOW - 0.1))
    bodies = [painted(bed, MORTAR)]
    x = -LENGTH / 2 - 0.06
    while x < LENGTH / 2 - 0.3:
        end = min(LENGTH / 2 + 0.06, x + rng.uniform(0.8, 1.2))
        end = LENGTH / 2 + 0.06 if LENGTH / 2 - end < 0.4 else end
        cut = rng.uniform(-0.25, 0.35)
        for p, q in ((y0, cut), (cut, y1)):
            size = (end - x - JOINT, q - p - JOINT, 0.18)
            bodies.append(
                painted(slab(size, rng).translate(((x + end) / 2, (p + q) / 2, WALK - 0.09)), masonry(rng, WALK))
            )
        x = end
    return bodies


def _parapet(rng: Rng) -> list[Body]:
    """Return a crenellated parapet along the front edge: merlons 1 in high, the sills between them 0.45 in."""
    y, thick = -DEPTH / 2 + 0.12, 0.34
    xs = np.linspace(-LENGTH / 2, LENGTH / 2, 12)
    core = Body.cube((LENGTH - 0.08, thick - 0.1, 0.46), True).translate((0, y, WALK + 0.18))
    bodies = [painted(core, MORTAR)]
    for i, (a, b) in enumerate(pairwise(xs)):
        size = (b - a - JOINT, thick * rng.uniform(1.0, 1.06), 0.5)
        bodies.append(painted(slab(size, rng, bevel=0.05).translate(((a + b) / 2, y, WALK + 0.2)), masonry(rng, WALK)))
        if i % 2 == 0:
            high = 1.0 if i not in (4, 8) else rng.uniform(0.78, 0.88)
            block = slab((b - a + 0.06, thick * 1.08, high - 0.38), rng, bevel=0.08)
            at = ((a + b) / 2, y, WALK + (high + 0.38) / 2)
            bodies.append(painted(moved(block, at, turn=rng.uniform(-1, 1)), masonry(rng, WALK).shade(1.04)))
    whole = unite(bodies)
    bodies += moss(whole, [(-3.5, y), (0.6, y), (2.2, y)], rng, radius=(0.08, 0.16))
    return bodies
