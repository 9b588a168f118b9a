"""A lookout of timber: a deck at the height of the walkways, another as high again above half of it, a bell."""

import numpy as np

from assets.source.terrain.boardwalk import CELL, TOP, carried
from assets.source.terrain.clay import Body, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.paints import BRONZE, IRON, ROPE, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import hull, lathe, plank, rod, tube
from assets.source.terrain.timber import fence_rail, ladder, lashing, strut
from warcry3d.table.terrain import PartKind

__all__ = ["lookout"]

Rng = np.random.Generator

UPPER = 2 * TOP
"""Height (in) of the upper deck."""

LEG_Y = 1.3
"""The legs stand at y = -LEG_Y, LEG_Y."""

BACK, MIDDLE, FRONT = -2.75, -0.22, 2.75
"""The legs' places along x."""

GAP = 0.84
"""Half the gap in the breastwork where the ladder comes up: a 40 mm base gets through."""


def lookout(rng: Rng) -> list[Made]:
    """Return the lookout: 6 x 3 in, decks at 3 and at 6 in, 8.2 in to the beam of its bell."""
    half = CELL / 2
    lower = carried((-CELL, -half), (CELL, half), rng)
    weed = unite(lower)
    lower += drape(weed, (1.3, half - 0.03), 0.9, 1.0, rng, lip=False)
    upper = carried((-CELL, -half), (0.0, half), rng, top=UPPER, along="x")
    return [
        made("deck", PartKind.PLATFORM, lower, floor=False),
        made("top", PartKind.PLATFORM, upper, floor=False),
        made("legs", PartKind.OBSTACLE, _legs(rng)),
        made("breastwork", PartKind.OBSTACLE, _breastwork(rng), floor=False),
        made("railing", PartKind.OBSTACLE, _railing(rng), floor=False),
        made("bell", PartKind.UNCLIMBABLE, _bell(rng), floor=False),
        made("ladder-1", PartKind.LADDER, ladder((1.55, -2.25, -0.1), (1.55, -1.62, TOP + 0.55), rng)),
        made("ladder-2", PartKind.LADDER, _upper_ladder(rng), floor=False),
    ]


def _upper_ladder(rng: Rng) -> list[Body]:
    return ladder((0.72, 0.0, TOP), (0.12, 0.0, UPPER + 0.55), rng, turn=90)


def _leg(x: float, y: float, high: float, rng: Rng) -> list[Body]:
    """Return a round, gnarled log from the floor up."""
    zs = np.linspace(-0.15, high, 4)
    path = [(x + rng.uniform(-0.025, 0.025), y + rng.uniform(-0.025, 0.025), z) for z in zs]
    radii = np.linspace(0.185, 0.15, 4)
    bodies = [painted(tube(path, list(radii), sides=7, rng=rng), timber(rng, 1.5).shade(0.9))]
    tip, up = np.array(path[-1]), np.array((0, 0, 1.0))
    point = rod(tip - up * 0.02, tip + up * 0.22, 0.13, tip=0.03, sides=7)
    bodies.append(painted(point, timber(rng, 3.0).shade(1.2)))
    return bodies


def _legs(rng: Rng) -> list[Body]:
    bodies = []
    for x, high in ((BACK, UPPER + 2.2), (MIDDLE, UPPER + 1.15), (FRONT, TOP + 1.2)):
        for y in (-LEG_Y, LEG_Y):
            bodies += _leg(x, y, high, rng)
        tops = (TOP, UPPER) if x < FRONT else (TOP,)
        for top in tops:
            bodies.append(strut((x, -1.48, top - 0.42), (x, 1.48, top - 0.42), 0.22, 0.22, rng))
            for y in (-LEG_Y, LEG_Y):
                bodies += lashing(x, y, top - 0.86, 0.33, rng)
        for y in (-LEG_Y, LEG_Y) if x != MIDDLE else ():
            bodies.append(strut((x, y, 1.8), (x, 0.3 * y, TOP - 0.42), 0.14, 0.17, rng))
    for y in (-LEG_Y, LEG_Y):
        bodies.append(strut((BACK, y, 1.7), (BACK + 0.9, y, TOP - 0.32), 0.15, 0.18, rng))
        bodies.append(strut((MIDDLE, y, 1.7), (MIDDLE + 1.1, y, TOP - 0.32), 0.15, 0.18, rng))
        bodies.append(strut((FRONT, y, 1.7), (FRONT - 1.1, y, TOP - 0.32), 0.15, 0.18, rng))
        bodies.append(strut((MIDDLE, y, UPPER - 1.25), (MIDDLE - 0.8, y, UPPER - 0.32), 0.14, 0.16, rng))
        bodies.append(strut((BACK, y, UPPER - 1.25), (BACK + 0.8, y, UPPER - 0.32), 0.14, 0.16, rng))
    whole = unite(bodies)
    return bodies + drape(whole, (BACK, -LEG_Y - 0.12), 0.35, 1.2, rng, lip=False)


def _breastwork(rng: Rng) -> list[Body]:
    """Return boards round three sides of the upper deck, 0.8 to 1.15 in high, and half of the fourth."""
    bodies = []
    y, x = CELL / 2 - 0.12, -CELL + 0.12
    for start, end in (((x, -y), (-0.14, -y)), ((x, y), (-0.14, y)), ((x, -y + 0.1), (x, y - 0.1))):
        bodies += _boards(np.array(start), np.array(end), rng)
    for side in (-1, 1):
        bodies += _boards(np.array((-0.1, side * GAP)), np.array((-0.1, side * (y - 0.05))), rng)
    return bodies


def _boards(start: np.ndarray, end: np.ndarray, rng: Rng) -> list[Body]:
    span = end - start
    length = float(np.hypot(*span))
    turn = float(np.degrees(np.arctan2(span[1], span[0])))
    bodies = []
    n = max(2, round(length / 0.52))
    for i in range(n):
        at = start + span * (i + 0.5) / n
        high = rng.uniform(1.0, 1.18)
        board = plank((high + 0.2, length / n - 0.015, 0.11), bevel=0.03).rotate((0, 90, 0)).rotate((0, 0, 90 + turn))
        board = board.rotate((0, 0, rng.uniform(-1.5, 1.5)))
        bodies.append(painted(board.translate((*at, UPPER + high / 2 - 0.1)), timber(rng, UPPER)))
    core = plank((length - 0.06, 0.05, 1.0)).rotate((0, 0, turn)).translate((*((start + end) / 2), UPPER + 0.36))
    bodies.append(painted(core, timber(rng, UPPER).shade(0.5)))
    inward = np.array((-span[1], span[0])) / length
    inward = inward if inward @ (np.array((-1.5, 0)) - start) > 0 else -inward
    for z in (0.25, 0.75):
        a, b = start + inward * 0.09, end + inward * 0.09
        bodies.append(strut((*a, UPPER + z), (*b, UPPER + z), 0.09, 0.14, rng))
    return bodies


def _railing(rng: Rng) -> list[Body]:
    y = CELL / 2 - 0.14
    return fence_rail((0.0, y, TOP), (FRONT - 0.1, y, TOP), 3, 1.0, rng)


def _bell(rng: Rng) -> list[Body]:
    """Return the beam between the two highest legs and the alarm bell below it, with its rope."""
    high = UPPER + 2.05
    bodies = [strut((BACK, -1.62, high), (BACK, 1.62, high), 0.2, 0.22, rng)]
    for side in (-1, 1):
        bodies.append(strut((BACK, side * LEG_Y, high - 0.6), (BACK, side * 0.75, high - 0.06), 0.12, 0.14, rng))
    profile = [(0, 0.5), (0, 0.42), (0.1, 0.38), (0.14, 0.2), (0.19, 0.06), (0.27, 0.0), (0.3, 0.0), (0.29, 0.05)]
    profile += [(0.215, 0.14), (0.185, 0.3), (0.15, 0.44), (0.08, 0.5)]
    bell = lathe(profile, sides=12)
    bodies.append(painted(bell.translate((BACK, 0, high - 0.66)), BRONZE))
    bodies.append(painted(rod((BACK, 0, high - 0.2), (BACK, 0, high - 0.05), 0.05, sides=6), IRON))
    bodies.append(painted(Body.sphere(0.07, 6).translate((BACK, 0, high - 0.64)), IRON))
    bodies.append(painted(rod((BACK, 0, high - 0.25), (BACK, 0, high - 0.62), 0.025, sides=5), IRON))
    line = [(BACK, 0, high - 0.66), (BACK + 0.03, 0.02, high - 0.95), (BACK + 0.02, 0.0, high - 1.2)]
    bodies.append(painted(tube(line, (0.026, 0.026, 0.026), sides=5), ROPE))
    rim = ((-0.2, -0.12), (0.2, -0.12), (0.12, 0.2), (-0.12, 0.2))
    yoke = [(BACK + side * 0.1, y, high + z) for side in (-1, 1) for y, z in rim]
    bodies.append(painted(hull(yoke), timber(rng, 3.0).shade(0.9)))
    whole = unite(bodies)
    return bodies + moss(whole, [(BACK, 0.9), (BACK, -1.1)], rng, radius=(0.06, 0.1))
