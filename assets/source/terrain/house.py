"""A house of two storeys: stone below, timber and plaster above, stairs inside, a doorway onto a walkway upstairs."""

import numpy as np

from assets.source.terrain.arches import arched
from assets.source.terrain.boardwalk import CELL, TOP, carried
from assets.source.terrain.carpentry import Hole, half_timbered, rafters
from assets.source.terrain.clay import Body, painted, unite
from assets.source.terrain.growth import moss
from assets.source.terrain.masonry import Opening, Wall, placed, rubble, stairs, trimmed, wall
from assets.source.terrain.paints import MORTAR, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import beam, box
from assets.source.terrain.timber import door, fence_rail, post, strut
from assets.source.terrain.walls import slope
from warcry3d.table.terrain import PartKind

__all__ = ["house"]

Rng = np.random.Generator

SIDE = 2.74
"""The walls' middle planes lie at x and y = -SIDE, SIDE; their faces with those of the cells, 3 in from the middle."""

SILL = 2.7
"""Height (in) of the stone walls; on them lie the beams of the upper floor."""

EDGE = 0.25
"""The upper floor reaches from the back wall to this y."""

LEVELS = (0.0, 1.0, 2.2, SILL)
"""Heights that the bed joints of all walls share."""

ARCH_X, SPRING, RADIUS, RING = -0.6, 1.25, 0.78, 0.3
"""The arch in the back wall."""

STAIR_X, STAIR_WIDTH, RUN = 1.62, 1.6, 0.56
"""The stairs inside: their middle, their width, the depth of a tread."""


def house(rng: Rng) -> list[Made]:
    """Return the house: 6 x 6 in, its upper floor at 3 in, up to 6.6 in high."""
    parts = _stone(rng)
    floor = carried((-CELL, EDGE), (CELL, CELL), rng, along="y")
    for x in (-1.6, 0.0, 1.6):
        floor.append(strut((x, EDGE + 0.05, TOP - 0.29), (x, 2.6, TOP - 0.29), 0.2, 0.24, rng))
    for x in (-SIDE, SIDE):  # plates on the walls: no light between stone and floor
        floor.append(strut((x, EDGE + 0.02, TOP - 0.24), (x, CELL - 0.02, TOP - 0.28), 0.34, 0.32, rng))
    floor.append(strut((-CELL + 0.02, SIDE, TOP - 0.24), (CELL - 0.02, SIDE, TOP - 0.28), 0.34, 0.32, rng))
    parts.append(made("floor", PartKind.PLATFORM, floor, floor=False))
    posts = [post(x, EDGE + 0.15, -0.1, TOP - 0.15, rng, width=0.3) for x in (-1.2, 0.7)]
    posts += [strut((-1.2, EDGE + 0.15, 1.9), (-0.4, EDGE + 0.15, TOP - 0.32), 0.16, 0.18, rng)]
    parts.append(made("posts", PartKind.OBSTACLE, posts))
    steps = placed(stairs(5, TOP / 6, RUN, STAIR_WIDTH, rng), (STAIR_X, EDGE - 5 * RUN, 0), 90)
    parts.append(made("stairs", PartKind.STAIRS, steps))
    shut = placed(door(1.5, 2.24, rng), (-CELL / 2 - 0.75, -SIDE, 0))
    parts.append(made("door-1", PartKind.DOOR, shut))
    parts += _timbered(rng)
    rail = fence_rail((-2.68, EDGE + 0.12, TOP), (0.6, EDGE + 0.12, TOP), 3, 1.0, rng)
    parts.append(made("railing", PartKind.OBSTACLE, rail, floor=False))
    spots = [(2.6, -3.3), (3.35, -1.6), (3.3, -2.6), (0.3, -3.25)]
    parts.append(made("rubble", PartKind.LOW, rubble(spots, (0.3, 0.6), rng)))
    return parts


def _stone(rng: Rng) -> list[Made]:
    """Return the four walls of the ground floor: a door in front, an arch behind, windows, one corner broken down."""
    long, half = 2 * SIDE, 2 * SIDE / 2
    entry = Opening(half - 2.2, half - 0.8, 0.0, 2.2, sill=False)
    inside = RADIUS + 0.12
    way = Opening(half + ARCH_X - inside, half + ARCH_X + inside, 0.0, SPRING, "none", sill=False)
    window, small = Opening(1.7, 2.9, 1.0, 2.2), Opening(3.6, 4.5, 1.0, 2.2, "stone")
    broken = slope((0, SILL), (2.9, SILL), (3.3, 1.7), (3.9, 1.5), (4.0, 0.7), (long, 0.7))
    fallen = slope((0, 0.7), (1.0, 0.7), (1.2, 1.4), (2.2, 1.5), (2.4, SILL), (long, SILL))
    whole = slope((0, SILL), (long, SILL))
    common = {"levels": LEVELS, "course": 0.72, "block": 2.2}
    back = Wall(
        long, whole, openings=(way,), ends=(0, 0), ragged=0.0, block=1.8, levels=(0.0, SPRING, 2.2, SILL), course=0.65
    )
    turned = (
        ("wall-front", Wall(long, broken, openings=(entry,), ends=(0, 0), **common), (-SIDE, -SIDE, 0.0), 0.0),
        ("wall-left", Wall(long, whole, openings=(window,), ends=(1, 1), **common), (-SIDE, -SIDE, 0.0), 90.0),
        ("wall-back", back, (-SIDE, SIDE, 0.0), 0.0),
        ("wall-right", Wall(long, fallen, openings=(small,), ends=(1, 1), **common), (SIDE, -SIDE, 0.0), 90.0),
    )
    parts = []
    for id, plan, at, turn in turned:
        bodies = wall(plan, rng)
        if id == "wall-back":
            bore = Body.cylinder(4, inside, inside, 32).rotate((90, 0, 0)).translate((half + ARCH_X, 2, SPRING))
            bodies = trimmed(bodies, painted(bore, MORTAR))
        bodies = placed(bodies, at, turn)
        parts.append(made(id, PartKind.OBSTACLE, bodies))
    ring = placed(arched(ARCH_X, SPRING, RADIUS, RING, 0.62, rng, stones=7), (0, SIDE, 0))
    parts.append(made("arch", PartKind.ARCH, ring))
    return parts


def _timbered(rng: Rng) -> list[Made]:
    """Return the walls upstairs, left and back, with what is left of the roof; on the left the doorway."""
    start = EDGE + 0.1
    window = Hole(1.35, 2.35, 0.85, 1.7)
    back = half_timbered((0.0, 1.35, 2.35, 3.4, 4.5), (2.3, 2.3, 2.3, 2.3, 1.2), rng, holes=(window,), crooked=0.4)
    way = CELL / 2 - start
    leave = Hole(way - 0.75, way + 0.75, 0.0, 2.1)
    deep = CELL - 0.12 - start
    left = half_timbered((0.0, leave.x0, leave.x1, deep), (2.3, 2.3, 2.3, 2.3), rng, holes=(leave,))
    at = -CELL + 0.12
    side = placed(left, (at, start, TOP), 90)
    rear = placed(back, (at, CELL - 0.12, TOP), 0)
    roof = rafters((CELL + 0.1, TOP + 2.3), (start + 0.1, TOP + 4.0), (at, -0.6), rng)[::2]
    roof += [strut((at, start + 0.1, TOP), (at, start + 0.1, TOP + 3.9), 0.2, 0.2, rng)]
    roof += [strut((at - 0.05, start + 0.1, TOP + 3.85), (0.3, start + 0.1, TOP + 3.8), 0.16, 0.2, rng)]
    roof += [strut((at, start + 0.1, TOP + 3.1), (at, 1.6, TOP + 3.0), 0.13, 0.16, rng)]
    roof += [
        painted(beam((-0.6, start + 0.1, TOP - 0.05), (-0.6, start + 0.1, TOP + 3.85), 0.2, 0.2), timber(rng, 4.0))
    ]
    for y, z in ((2.3, TOP + 2.75), (1.5, TOP + 3.25)):
        roof.append(strut((at - 0.2, y, z), (0.2 - y * 0.2, y, z), 0.34, 0.07, rng))
    mossy = unite(side)
    side += moss(mossy, [(at, 2.2), (at, 0.9)], rng, radius=(0.08, 0.14))
    frame = [
        strut((at, CELL / 2 - 0.98, TOP + 2.17), (at, CELL / 2 + 0.98, TOP + 2.17), 0.36, 0.2, rng),
        *(post(at, CELL / 2 + s * 0.79, TOP - 0.1, TOP + 2.15, rng, width=0.2) for s in (-1, 1)),
    ]
    clip = painted(box((-CELL, -4, 0), (CELL, CELL, 9)), timber(rng, 4.0))
    return [
        made("wall-upper-left", PartKind.OBSTACLE, [body ^ clip for body in side], floor=False),
        made("doorway", PartKind.ARCH, [body ^ clip for body in frame], floor=False),
        made("wall-upper-back", PartKind.OBSTACLE, [body ^ clip for body in rear], floor=False),
        made("rafters", PartKind.OBSTACLE, [body ^ clip for body in roof], floor=False),
    ]
