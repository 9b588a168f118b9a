"""Arches of cut stone and the flagstones that are walked on above them."""

from itertools import pairwise

import manifold3d as m3
import numpy as np

from assets.source.terrain.clay import Body, painted
from assets.source.terrain.masonry import JOINT
from assets.source.terrain.paints import MORTAR, masonry
from assets.source.terrain.shapes import faced, hull, slab
from assets.source.terrain.timber import SHALLOW

__all__ = ["arched", "flags"]

Rng = np.random.Generator


def arched(
    x: float, spring: float, radius: float, ring: float, depth: float, rng: Rng, *, stones: int = 11
) -> list[Body]:
    """Return jambs and ring of an arch through a wall in the plane y = 0; a core lies behind the joints.

    ``x``: its middle; ``spring``: the height where it springs; ``radius``: inside; ``ring``: the width of the ring;
    ``depth``: along y; ``stones``: how many make the ring.
    """
    outer = radius + ring
    bodies = []
    for side in (-1, 1):
        at = x + side * (radius + ring / 2)
        beds = np.linspace(0, spring, 4)
        for low, high in pairwise(beds):
            body = faced((ring, depth * rng.uniform(0.99, 1.01), high - low - JOINT), rng)
            bodies.append(painted(body.translate((at, 0, (low + high) / 2)), masonry(rng, high)))
        # Wide towards the wall and up into the ring: light would come through the joints beside it.
        core = Body.cube((ring - 0.035, depth - 0.16, spring + 0.15), True)
        bodies.append(painted(core.translate((at + 0.0125 * side, 0, spring / 2 - 0.025)), MORTAR))
    for i in range(stones):
        a, b = np.pi * i / stones + 0.008, np.pi * (i + 1) / stones - 0.008
        key = i == stones // 2
        paint = masonry(rng, 2.5).shade(1.06 if key else 1.0)
        span = (radius, outer + (0.14 if key else 0))
        bodies.append(painted(_voussoir((x, spring), (a, b), span, depth + (0.1 if key else 0), rng), paint))
    rim = m3.CrossSection.circle(outer - 0.05, 44) - m3.CrossSection.circle(radius + 0.035, 44)
    rim = rim ^ m3.CrossSection.square((4, 2)).translate((-2, -0.05))
    core = Body.extrude(rim, depth - 0.16).rotate((90, 0, 0)).translate((x, depth / 2 - 0.08, spring))
    return [*bodies, painted(core, MORTAR)]


def _voussoir(
    centre: tuple[float, float], angles: tuple[float, float], span: tuple[float, float], depth: float, rng: Rng
) -> Body:
    """Return one stone of a ring about ``centre`` (x, z): between two angles (radians) and two radii."""
    bevel, y = 0.05, depth / 2 * rng.uniform(0.99, 1.01)
    a, b = angles
    points = []
    for angle, inset in ((a, 0.0), (b, 0.0), (a + 0.045, 1.0), (b - 0.045, 1.0)):
        for radius in (span[0] + bevel * inset, span[1] - bevel * inset):
            for s in (-1, 1):
                reach = y if inset else y - 0.07
                points.append((centre[0] + radius * np.cos(angle), s * reach, centre[1] + radius * np.sin(angle)))
    return hull(points)


def flags(half_x: float, half_y: float, top: float, rng: Rng, *, overhang: float = 0.0) -> list[Body]:
    """Return flagstones about the origin, level at ``top``, on a bed of mortar; ``overhang``: beyond the ends in x."""
    bed = Body.cube((2 * half_x - 0.02, 2 * half_y - 0.1, 0.2), True).translate((0, 0, top - SHALLOW - 0.1))
    bodies = [painted(bed, MORTAR)]
    x = -half_x - overhang
    last = half_x + overhang
    while x < half_x - 0.3:
        end = min(last, x + rng.uniform(0.8, 1.2))
        end = last if half_x - end < 0.4 else end
        cut = rng.uniform(-0.25, 0.35)
        for p, q in ((-half_y, cut), (cut, half_y)):
            size = (end - x - JOINT, q - p - JOINT, 0.18)
            bodies.append(
                painted(slab(size, rng).translate(((x + end) / 2, (p + q) / 2, top - 0.09)), masonry(rng, top))
            )
        x = end
    return bodies
