"""A gate: an arch to march through, a small door beside it, a wall walk on top."""

from itertools import pairwise

import numpy as np

from assets.source.terrain.arches import arched, flags
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import JOINT, RECESS, Opening, Wall, placed, rubble, trimmed, wall
from assets.source.terrain.paints import MORTAR, masonry
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import slab
from assets.source.terrain.timber import door
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
    stones.append(_bed())
    bore = Body.cylinder(3, inside, inside, 40).rotate((90, 0, 0)).translate((ARCH_X, 1.5, SPRING))
    stones = trimmed(stones, painted(bore, MORTAR))
    whole = unite(stones)
    stones += drape(whole, (-3.2, -0.87), 1.0, 1.5, rng, lip=False) + drape(
        whole, (3.3, -0.87), 0.9, 1.3, rng, lip=False
    )
    parts = [made("walls", PartKind.OBSTACLE, stones)]
    parts.append(made("arch", PartKind.ARCH, arched(ARCH_X, SPRING, RADIUS, RING, DEPTH + 0.16, rng)))
    shut = placed(door(1.5, 2.24, rng), (DOOR[0] - 0.05, 0.35, 0))
    parts.append(made("door-1", PartKind.DOOR, shut))
    parts.append(
        made("walk", PartKind.PLATFORM, flags(LENGTH / 2, DEPTH / 2 + 0.1, WALK, rng, overhang=0.06), floor=False)
    )
    parts.append(made("parapet", PartKind.OBSTACLE, _parapet(rng), floor=False))
    spots = [(-4.2, -0.9), (-4.3, 0.7), (4.2, 0.95), (3.7, -1.1), (0.5, -1.1), (0.1, 1.1)]
    parts.append(made("rubble", PartKind.LOW, rubble(spots, (0.28, 0.5), rng)))
    return parts


def _bed() -> Body:
    """Return the mortar from the worn tops of the uppermost stones to the walk: no light comes between them."""
    size = (LENGTH - 2 * RECESS, DEPTH - 2 * RECESS, 0.34)
    return painted(Body.cube(size, True).translate((0, 0, WALK - 0.29)), MORTAR)


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
