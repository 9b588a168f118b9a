"""A round watchtower: a parapet to shoot over, a ladder to climb."""

from itertools import pairwise

import numpy as np

from assets.source.terrain.clay import Body, carve, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import courses, ring_courses, rubble
from assets.source.terrain.paints import IRON, MORTAR, masonry, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import box, lathe, wedge
from assets.source.terrain.timber import deck, ladder
from warcry3d.table.terrain import PartKind

__all__ = ["watchtower"]

Rng = np.random.Generator

TOP = 4.5
"""Height (in) of the platform."""

RADIUS = 2.0
"""Radius (in) of the foot."""

PARAPET = (1.68, 2.02)
"""Inner and outer radius (in) of the parapet."""

GAP = 0.92
"""Half the width (in) of the gap in the parapet where the ladder comes up, towards -y: a 40 mm base gets through."""


def watchtower(rng: Rng) -> list[Made]:
    """Return the watchtower: 4.5 in to its platform, 5.5 in to its merlons."""
    batter = 0.045
    beds = courses((0.0, TOP - 0.42), 0.5)
    tower = ring_courses(RADIUS, beds, 12, rng, batter=batter)
    corbel = RADIUS - batter * TOP + 0.2
    tower += ring_courses(corbel, (beds[-1], TOP - 0.02), 15, rng, depth=0.45)
    core = [(0, 0), (RADIUS - 0.1, 0), (RADIUS - 0.1 - batter * (TOP - 0.52), TOP - 0.52)]
    # The joint under the corbel is as deep as the stones below are thick: the core swells to their face.
    core += [(RADIUS - 0.02 - batter * TOP, TOP - h) for h in (0.45, 0.39)] + [(corbel - 0.1, TOP - 0.36)]
    tower.append(painted(lathe([*core, (corbel - 0.1, TOP - 0.1), (0, TOP - 0.1)], sides=24), MORTAR))
    whole = unite(tower)
    for angle in (150, 245):
        x, y = (1.98 * np.cos(np.radians(angle)), 1.98 * np.sin(np.radians(angle)))
        tower += drape(whole, (x, y), 0.9, 1.5, rng, turn=angle + 90, depth=0.16)
    parts = [made("tower", PartKind.OBSTACLE, tower), made("top", PartKind.PLATFORM, _top(rng), floor=False)]
    parts.append(made("parapet", PartKind.OBSTACLE, _parapet(rng), floor=False))
    rungs = ladder((0, -2.85, -0.1), (0, -2.2, TOP + 0.6), rng)
    parts.append(made("ladder", PartKind.LADDER, rungs))
    spots = [(2.2, 0.9), (2.35, 0.2), (-1.9, 1.5), (-2.3, -0.6), (1.2, 2.2), (1.5, -1.9)]
    parts.append(made("rubble", PartKind.LOW, rubble(spots, (0.3, 0.55), rng)))
    return parts


def _top(rng: Rng) -> list[Body]:
    boards = unite(deck((-1.9, -1.9), (1.9, 1.9), TOP, rng, overhang=0.0))
    round_ = Body.cylinder(1.0, PARAPET[0] + 0.12, PARAPET[0] + 0.12, 40).translate((0, 0, TOP - 0.5))
    sill = box((-GAP - 0.05, -PARAPET[1] - 0.12, TOP - 0.5), (GAP + 0.05, 0, TOP + 0.5))
    return [boards ^ painted(round_ + sill, timber(rng, TOP).shade(0.7))]


def _parapet(rng: Rng) -> list[Body]:
    """Return a ring of low stones with merlons on every other one; mortar behind the joints."""
    inner, outer = PARAPET
    waist, crown = TOP + 0.5, TOP + 1.0
    start = -np.pi / 2 + GAP / inner
    angles = np.linspace(start, start + 2 * np.pi - 2 * GAP / inner, 16)
    bodies = []
    for i, (a, b) in enumerate(pairwise(angles)):
        out = outer + rng.uniform(-0.01, 0.03)
        stone = wedge((a + 0.006, b - 0.006), (inner - rng.uniform(0, 0.02), out), (TOP - 0.2, waist))
        bodies.append(painted(stone, masonry(rng, waist)))
        if i % 2 == 0:
            high = crown if i not in (6, 10) else crown - rng.uniform(0.15, 0.3)
            merlon = wedge((a - 0.03, b + 0.03), (inner - 0.03, out + 0.02), (waist - 0.06, high), bevel=0.07)
            bodies.append(painted(merlon, masonry(rng, crown)))
    ring = lathe(
        [
            (inner + 0.05, TOP - 0.2),
            (outer - 0.08, TOP - 0.2),
            (outer - 0.08, waist - 0.05),
            (inner + 0.05, waist - 0.05),
        ],
        sides=48,
    )
    door = box((-GAP - 0.04, -outer - 0.5, TOP - 0.3), (GAP + 0.04, 0, crown))
    bodies.append(carve(painted(ring, MORTAR), [painted(door, MORTAR)]))
    whole = unite(bodies)
    mid = (inner + outer) / 2
    bodies += moss(whole, [(mid * np.cos(t), mid * np.sin(t)) for t in (0.3, 1.2, 2.6, 3.9)], rng, radius=(0.08, 0.17))
    for side in (-1, 1):
        # Beside the gap the stones begin further in than the ring's outer face: the hook reaches into them.
        hook = box((side * GAP - 0.05, -outer + 0.1, TOP + 0.25), (side * GAP + 0.05, -outer + 0.52, TOP + 0.33))
        bodies.append(painted(hook, IRON))
    return bodies
