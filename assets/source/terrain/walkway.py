"""A walkway on posts, with stairs at one end and a railing."""

import numpy as np

from assets.source.terrain.clay import Body, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import placed, stairs
from assets.source.terrain.piece import Made, made
from assets.source.terrain.timber import deck, fence_rail, lashing, post, strut
from warcry3d.table.terrain import PartKind

__all__ = ["walkway"]

Rng = np.random.Generator

TOP = 3.0
"""Height (in) of the deck."""

LOW, HIGH = (-1.7, -1.15), (4.7, 1.15)
"""The deck's corners."""

RUN = 0.6
"""Depth (in) of a step; each rises 0.5 in."""


def walkway(rng: Rng) -> list[Made]:
    """Return the walkway: 9.4 in long with its stairs, 2.4 in wide, 3 in to its deck."""
    boards = deck(LOW, HIGH, TOP, rng, along="y", overhang=0.1)
    for y in (LOW[1] + 0.25, HIGH[1] - 0.25):
        boards.append(strut((LOW[0] + 0.03, y, TOP - 0.27), (HIGH[0] + 0.12, y, TOP - 0.27), 0.2, 0.24, rng))
    weed = unite(boards)
    boards += drape(weed, (2.9, LOW[1] - 0.0), 0.9, 0.9, rng, depth=0.14, lip=False)
    parts = [made("deck", PartKind.PLATFORM, boards, floor=False)]
    parts.append(made("posts", PartKind.OBSTACLE, _trestles(rng)))
    rail = fence_rail((LOW[0] + 0.15, HIGH[1] - 0.1, TOP), (HIGH[0] - 0.12, HIGH[1] - 0.1, TOP), 5, 1.05, rng)
    rail += fence_rail((HIGH[0] - 0.12, HIGH[1] - 0.1, TOP), (HIGH[0] - 0.12, LOW[1] + 0.75, TOP), 2, 1.05, rng)
    parts.append(made("railing", PartKind.OBSTACLE, rail, floor=False))
    steps = placed(stairs(5, 0.5, RUN, 1.9, rng), (LOW[0] - 5 * RUN + 0.03, 0, 0))
    whole = unite(steps)
    steps += moss(whole, [(-4.4, 0.8), (-3.3, -0.8), (-2.3, 0.85)], rng)
    steps += drape(whole, (-2.6, -0.96), 0.8, 0.8, rng)
    parts.append(made("stairs", PartKind.STAIRS, steps))
    return parts


def _trestles(rng: Rng) -> list[Body]:
    bodies = []
    for x in (-1.35, 1.5, 4.35):
        for y in (-0.9, 0.9):
            bodies.append(post(x, y, -0.1, TOP - 0.1, rng, width=0.29))
            bodies += lashing(x, y, TOP - 0.62, 0.29, rng)
        bodies.append(strut((x, -1.2, TOP - 0.42), (x, 1.2, TOP - 0.42), 0.22, 0.22, rng))
        bodies.append(strut((x, -0.9, 0.5), (x, 0.9, 1.9), 0.12, 0.2, rng))
    for y in (-0.9, 0.9):
        bodies.append(strut((1.5, y, 1.85), (2.4, y, TOP - 0.3), 0.16, 0.18, rng))
        bodies.append(strut((1.5, y, 1.85), (0.6, y, TOP - 0.3), 0.16, 0.18, rng))
        bodies.append(strut((4.35, y, 1.85), (3.45, y, TOP - 0.3), 0.16, 0.18, rng))
    return bodies
