"""A fisher's hut on stilts: a porch at the height of the walkways, walls of boards, half a roof."""

import numpy as np

from assets.source.terrain.boardwalk import CELL, TOP, carried, lantern
from assets.source.terrain.carpentry import Hole, boarded, rafters, shakes
from assets.source.terrain.clay import Body, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import placed
from assets.source.terrain.paints import timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import rod, tube
from assets.source.terrain.timber import ladder, lashing, post, strut
from assets.source.terrain.walls import slope
from warcry3d.table.terrain import PartKind

__all__ = ["stilt_hut"]

Rng = np.random.Generator

LEFT, RIGHT, FRONT, BACK = -2.62, 2.62, 0.12, 2.62
"""The middle planes of the hut's walls."""

EAVE, RIDGE = (-0.22, TOP + 2.2), (1.37, TOP + 3.7)
"""The front edge of the roof and its ridge, each (y, z)."""

DOOR = Hole(0.37, 1.87, 0.0, 2.1)
"""Along the front wall: its middle lies over the middle of a cell of the grid."""


def stilt_hut(rng: Rng) -> list[Made]:
    """Return the hut: 6 x 6 in, its floor at 3 in, 6.8 in to its ridge."""
    floor = carried((-CELL, -CELL), (CELL, CELL), rng)
    floor.append(strut((-CELL + 0.02, 0, TOP - 0.28), (CELL - 0.02, 0, TOP - 0.28), 0.2, 0.26, rng))
    weed = unite(floor)
    floor += drape(weed, (1.5, CELL), 0.8, 1.0, rng, lip=False)
    return [
        made("floor", PartKind.PLATFORM, floor, floor=False),
        made("stilts", PartKind.OBSTACLE, _stilts(rng)),
        *_walls(rng),
        made("roof", PartKind.OBSTACLE, _roof(rng), floor=False),
        made("lamp", PartKind.OBSTACLE, _lamp(rng), floor=False),
        made("ladder", PartKind.LADDER, ladder((-0.1, -3.72, -0.1), (-0.1, -3.12, TOP + 0.55), rng)),
    ]


def _stilts(rng: Rng) -> list[Body]:
    bodies = []
    spots = [(x, y) for x in (-2.65, 0.0, 2.65) for y in (-2.65, 0.0, 2.65)]
    for x, y in spots:
        lean = rng.uniform(-0.07, 0.07, 2)
        path = [(x + lean[0], y + lean[1], -0.15), (x, y, TOP - 0.1)]
        bodies.append(painted(tube(path, (0.2, 0.165), sides=7, rng=rng), timber(rng, 0.9).shade(0.88)))
        if x and y < 0:
            bodies += lashing(x, y, TOP - 0.66, 0.33, rng)
    for x in (-2.65, 0.0, 2.65):
        bodies.append(strut((x, -2.9, TOP - 0.44), (x, 2.9, TOP - 0.44), 0.22, 0.22, rng))
    for y in (-2.65, 2.65):
        bodies.append(strut((-2.65, y, 0.4), (0.0, y, 2.1), 0.12, 0.2, rng))
        bodies.append(strut((2.65, y, 0.5), (0.0, y, 2.0), 0.12, 0.2, rng))
    for x in (-2.65, 2.65):
        bodies.append(strut((x, 2.65, 0.4), (x, 0.0, 2.1), 0.12, 0.2, rng))
    return bodies


def _walls(rng: Rng) -> list[Made]:
    """Return four walls with posts at their corners, a doorway with a frame, three windows; a corner has fallen in."""
    long, deep = RIGHT - LEFT, BACK - FRONT
    gable = slope((0, 2.8), (deep / 2, 4.0), (deep, 2.8))
    front = boarded(long, lambda x: 2.48, rng, board=0.5, holes=(DOOR, Hole(3.3, 4.3, 0.85, 1.65)))
    left = boarded(deep, gable, rng, board=0.5, holes=(Hole(0.8, 1.75, 0.85, 1.7),), ragged=0.02)
    ruined = slope((0, 2.48), (2.6, 2.48), (3.2, 1.5), (4.2, 1.1), (long, 0.7))
    back = boarded(long, ruined, rng, board=0.5, holes=(Hole(0.9, 2.0, 0.85, 1.7),), ragged=0.12)
    right = boarded(deep, slope((0, 2.2), (0.7, 2.1), (1.3, 1.2), (deep, 0.7)), rng, ragged=0.14)
    parts = []
    turned = (
        ("wall-front", front, (LEFT, FRONT, TOP), 0.0),
        ("wall-left", left, (LEFT, FRONT, TOP), 90.0),
        ("wall-back", back, (LEFT, BACK, TOP), 0.0),
        ("wall-right", right, (RIGHT, FRONT, TOP), 90.0),
    )
    for id, boards, at, turn in turned:
        bodies = placed(boards, at, turn)
        if id == "wall-left":
            bodies = _under_roof(bodies)
        if id == "wall-front":
            bodies += [post(x, FRONT, TOP - 0.1, TOP + 2.25, rng, width=0.24) for x in (LEFT, RIGHT)]
            bodies += _window(LEFT + 3.3, LEFT + 4.3, rng)
        if id == "wall-back":
            bodies += [post(x, BACK, TOP - 0.1, TOP + h, rng, width=0.24) for x, h in ((LEFT, 2.25), (RIGHT, 1.25))]
        parts.append(made(id, PartKind.OBSTACLE, bodies, floor=False))
    frame = [post(LEFT + x, FRONT, TOP - 0.1, TOP + 2.2, rng, width=0.19) for x in (DOOR.x0 - 0.03, DOOR.x1 + 0.03)]
    head = TOP + DOOR.z1 + 0.07
    frame.append(strut((LEFT + DOOR.x0 - 0.2, FRONT, head), (LEFT + DOOR.x1 + 0.2, FRONT, head), 0.24, 0.2, rng))
    parts.append(made("doorway", PartKind.ARCH, frame, floor=False))
    return parts


def _under_roof(bodies: list[Body]) -> list[Body]:
    """Return the boards of a gable cut off along the undersides of both slopes."""
    rise, run = RIDGE[1] - EAVE[1], RIDGE[0] - EAVE[0]
    for side in (-1, 1):
        inward = np.array((0.0, -side * rise, -run)) / np.hypot(rise, run)
        point = np.array((0.0, RIDGE[0], RIDGE[1] + 0.02))
        bodies = [body.trim_by_plane(tuple(inward), float(inward @ point)) for body in bodies]
    return bodies


def _window(x0: float, x1: float, rng: Rng) -> list[Body]:
    """Return sill and lintel of the front window, and a shutter that hangs askew beside it."""
    bodies = []
    for z in (TOP + 0.8, TOP + 1.7):
        bodies.append(strut((x0 - 0.12, FRONT, z), (x1 + 0.12, FRONT, z), 0.26, 0.11, rng))
    shutter = boarded(0.48, lambda x: 0.85, rng, board=0.24, ragged=0.01)
    shutter = [body.rotate((0, 7, 0)) for body in shutter]
    return bodies + placed(shutter, (x1 + 0.03, FRONT - 0.11, TOP + 0.82))


def _roof(rng: Rng) -> list[Body]:
    """Return a roof of shakes over the left half, bare rafters over the rest."""
    far = (2 * RIDGE[0] - EAVE[0], EAVE[1])
    bodies = shakes(EAVE, RIDGE, (-3.0, 1.3), rng, rows=3, ragged=1.1)
    bodies += shakes(far, RIDGE, (-3.0, 0.4), rng, rows=3, ragged=1.3)
    bodies += rafters((EAVE[0] + 0.1, EAVE[1] + 0.09), RIDGE, (-2.6, -1.3, 0.0, 1.3), rng)
    bodies += rafters((EAVE[0] + 0.1, EAVE[1] + 0.09), RIDGE, (2.55,), rng)[:1]
    ridge = RIDGE[1] - 0.16
    bodies.append(strut((-3.05, RIDGE[0], ridge), (2.7, RIDGE[0], ridge - 0.05), 0.16, 0.2, rng))
    bodies.append(
        painted(rod((-3.05, RIDGE[0], RIDGE[1] + 0.09), (0.5, RIDGE[0], RIDGE[1] + 0.07), 0.11), timber(rng, 5))
    )
    bodies.append(post(2.55, RIDGE[0], TOP, ridge, rng, width=0.18))
    whole = unite(bodies)
    spots = [(-2.4, 0.4), (-1.2, 0.9), (-2.2, 2.2), (-1.0, 2.6)]
    bodies += moss(whole, spots, rng, radius=(0.12, 0.24))
    return bodies + drape(whole, (-1.9, EAVE[0]), 0.9, 0.7, rng, lip=False)


def _lamp(rng: Rng) -> list[Body]:
    """Return the post at the porch's corner with a lantern."""
    x, y = -CELL + 0.17, -CELL + 0.17
    bodies = [post(x, y, TOP - 0.12, TOP + 2.0, rng, width=0.22)]
    bodies.append(strut((x, y, TOP + 1.9), (x + 0.7, y, TOP + 1.92), 0.11, 0.12, rng))
    bodies.append(strut((x, y, TOP + 1.5), (x + 0.4, y, TOP + 1.88), 0.09, 0.1, rng))
    return bodies + lantern(x + 0.6, y, TOP + 1.88)
