"""A house of two storeys after the flood: four broken walls, half an upper floor, a ladder, a door."""

import numpy as np

from assets.source.terrain.clay import painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import Opening, Wall, bedding, placed, rubble, wall
from assets.source.terrain.paints import timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import beam
from assets.source.terrain.timber import deck, door, ladder, post, strut
from assets.source.terrain.walls import slope
from warcry3d.table.terrain import PartKind

__all__ = ["ruin"]

Rng = np.random.Generator

X, Y = 3.4, 2.6
"""The walls' middle planes lie at x = -X, X and y = -Y, Y."""

STOREY = 3.0
"""Height (in) of the upper floor."""

SNUG = 0.03
"""How much (in) the right wall moves into the front one: its joint there is open where the uppermost stone is worn."""

LEVELS = (0.0, 1.0, 2.2, 3.9, 5.0, 5.5)
"""Heights of sills and lintels that all walls share."""


def ruin(rng: Rng) -> list[Made]:
    """Return the ruin: 7.3 x 5.7 in, up to 5.5 in high."""
    parts = _walls(rng)
    floor = deck((-X + 0.1, -Y + 0.15), (0.35, Y - 0.15), STOREY, rng, along="x", overhang=0.24)
    for x in (-2.7, -1.15, 0.15):
        floor.append(strut((x, -Y, STOREY - 0.3), (x, Y, STOREY - 0.3), 0.24, 0.28, rng))
    parts.append(made("floor", PartKind.PLATFORM, floor, floor=False))
    posts = [post(0.15, y, -0.1, STOREY - 0.2, rng, width=0.3) for y in (-0.9, 2.35)]
    posts += [strut((0.15, -0.9, 1.9), (0.15, -0.2, STOREY - 0.35), 0.16, 0.18, rng)]
    parts.append(made("posts", PartKind.OBSTACLE, posts))
    rungs = ladder((1.35, 0.75, -0.1), (0.63, 0.75, STOREY + 0.55), rng, turn=90)
    parts.append(made("ladder", PartKind.LADDER, rungs))
    shut = placed(door(1.5, 2.24, rng), (DOOR[0] - X - 0.05, -Y, 0))
    parts.append(made("door-1", PartKind.DOOR, shut))
    fallen = [painted(beam((3.0, 1.9, 0.0), (2.35, -2.5, 2.0), 0.24, 0.26), timber(rng, 0.9))]
    fallen += [painted(beam((1.5, 2.2, 0.1), (3.6, 0.2, 0.25), 0.22, 0.24), timber(rng, 0.3))]
    parts.append(made("beams", PartKind.OBSTACLE, fallen))
    spots = [(2.8, -0.9), (2.1, 2.6), (3.7, 0.6)]
    parts.append(made("rubble", PartKind.LOW, rubble(spots, (0.28, 0.62), rng)))
    return parts


DOOR = (4.4, 5.8)
"""Where along the front wall the door stands."""


def _walls(rng: Rng) -> list[Made]:
    lower, upper = Opening(1.6, 2.8, 1.0, 2.2), Opening(1.65, 2.75, 3.9, 5.0)
    entry = Opening(*DOOR, 0.0, 2.2, sill=False)
    front_top = slope((0, 5.5), (3.1, 5.5), (3.4, 4.4), (4.0, 3.4), (4.3, 2.75), (6.2, 2.75), (6.5, 2.2), (6.8, 1.9))
    front = Wall(2 * X, front_top, openings=(lower, upper, entry), ends=(0, 0), levels=LEVELS, course=0.52, block=1.45)
    side = Opening(2.0, 3.2, 1.0, 2.2, "stone")
    left_top = slope((0, 5.5), (0.9, 5.5), (1.4, 4.6), (2.2, 3.7), (3.6, 3.6), (4.3, 4.4), (5.2, 4.3))
    left = Wall(2 * Y, left_top, openings=(side,), ends=(1, 1), levels=LEVELS, course=0.52, block=1.45)
    back_top = slope((0, 4.3), (0.8, 4.0), (1.6, 3.4), (3.0, 3.2), (3.5, 2.0), (4.2, 1.0))
    back = Wall(4.2, back_top, ends=(0, None), levels=LEVELS, course=0.52, block=1.45)
    right = Wall(
        2.5, slope((0, 2.0), (0.9, 1.6), (1.7, 1.0), (2.5, 0.5)), ends=(1, None), levels=LEVELS, course=0.52, block=1.02
    )
    turned = (
        ("wall-front", front, (-X, -Y, 0.0), 0.0, [(-1.4, -Y - 0.23, 0.9, 1.4)], [bedding(front, upper, -1)]),
        ("wall-left", left, (-X, -Y, 0.0), 90.0, [(-X - 0.23, 1.9, 1.1, 1.6)], []),
        ("wall-back", back, (-X, Y, 0.0), 0.0, [(-2.2, Y + 0.23, 1.0, 1.2)], []),
        ("wall-right", right, (X, -Y - SNUG, 0.0), 90.0, [], []),
    )
    parts = []
    for id, plan, at, turn, weeds, mortar in turned:
        bodies = placed(wall(plan, rng) + mortar, at, turn)
        whole = unite(bodies)
        for x, y, width, length in weeds:
            bodies += drape(whole, (x, y), width, length, rng, turn=turn)
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        tops = [np.asarray(at[:2]) + along * plan.length * share for share in (0.14,)]
        bodies += moss(whole, [tuple(top) for top in tops], rng)
        parts.append(made(id, PartKind.OBSTACLE, bodies))
    return parts
