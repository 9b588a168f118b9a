"""Walkways on posts that join: all decks at one height, on a grid of 3 in, their ends flush.

A straight piece takes two cells of the grid, the others one or two; the `WIDTH` of a deck is less than a cell, so that
rails and posts of neighbours never meet.
"""

from collections.abc import Sequence

import numpy as np

from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.paints import BRONZE, IRON, ROPE, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import beam, box, lathe, plank, rod
from assets.source.terrain.timber import deck, fence_rail, lashing, post, strut
from warcry3d.table.terrain import PartKind

__all__ = [
    "CELL",
    "TOP",
    "WIDTH",
    "carried",
    "lantern",
    "trestle",
    "walkway_corner",
    "walkway_crossing",
    "walkway_ramp",
    "walkway_stairs",
    "walkway_straight",
]

Rng = np.random.Generator

CELL = 3.0
"""Side (in) of a cell of the grid that walkways, bridges and houses share."""

TOP = 3.0
"""Height (in) of the decks."""

WIDTH = 2.4
"""Width (in) of a straight deck."""

RAIL = 1.0
"""Height (in) of a railing."""

EDGE = 0.14
"""How far (in) the middle of a railing stands in from the edge of its deck."""

STEPS = 5
"""Treads between the floor and a deck."""


def carried(
    low: tuple[float, float],
    high: tuple[float, float],
    rng: Rng,
    *,
    top: float = TOP,
    along: str = "y",
    overhang: float = 0.0,
) -> list[Body]:
    """Return a deck over a rectangle and the two joists below it; its ends lie flush in the rectangle's sides.

    Planks run ``along`` "x" or "y"; only in that direction may they hang over.
    """
    bodies = deck(low, high, top, rng, along=along, overhang=overhang)
    (x0, y0), (x1, y1) = low, high
    for share in (0.16, 0.84):
        if along == "y":
            y = y0 + (y1 - y0) * share
            bodies.append(strut((x0 + 0.02, y, top - 0.28), (x1 - 0.02, y, top - 0.28), 0.2, 0.26, rng))
        else:
            x = x0 + (x1 - x0) * share
            bodies.append(strut((x, y0 + 0.02, top - 0.28), (x, y1 - 0.02, top - 0.28), 0.2, 0.26, rng))
    return bodies


def trestle(x: float, half: float, rng: Rng, *, top: float = TOP) -> list[Body]:
    """Return two posts at ``x``, ``half`` to either side, with a beam over them; what braces it is above heads."""
    bodies = []
    for y in (-half, half):
        bodies.append(post(x, y, -0.1, top - 0.1, rng, width=0.29))
        bodies += lashing(x, y, top - 0.62, 0.29, rng)
    bodies.append(strut((x, -half - 0.28, top - 0.42), (x, half + 0.28, top - 0.42), 0.22, 0.22, rng))
    bodies += [strut((x, y, 1.85), (x, 0.3 * y, top - 0.46), 0.14, 0.17, rng) for y in (-half, half)]
    return bodies


def _knees(x: float, half: float, ways: Sequence[int], rng: Rng) -> list[Body]:
    """Return struts from the posts at ``x`` up to the joists."""
    return [
        strut((x, y, 1.85), (x + way * 0.85, y, TOP - 0.32), 0.15, 0.18, rng) for y in (-half, half) for way in ways
    ]


def walkway_straight(rng: Rng) -> list[Made]:
    """Return a straight walkway: two cells long, open at both ends, a railing along one side."""
    half = WIDTH / 2
    boards = carried((-CELL, -half + 0.05), (CELL, half - 0.05), rng, overhang=0.07)
    weed = unite(boards)
    boards += drape(weed, (-1.4, 0.04 - half), 0.9, 0.9, rng, lip=False) + drape(
        weed, (1.9, half - 0.04), 0.7, 0.7, rng, lip=False
    )
    legs = []
    for x, ways in ((-2.55, (1,)), (0.0, (-1, 1)), (2.55, (-1,))):
        legs += trestle(x, 0.9, rng) + _knees(x, 0.9, ways, rng)
    y = half - EDGE - 0.05
    rail = fence_rail((-2.8, y, TOP), (-0.7, y, TOP), 3, RAIL, rng)
    rail += fence_rail((0.75, y, TOP), (2.8, y, TOP), 3, RAIL, rng)
    rail.append(strut((-0.5, y, TOP + 0.9), (0.3, y - 0.1, TOP + 0.07), 0.1, 0.13, rng))
    return [
        made("deck", PartKind.PLATFORM, boards, floor=False),
        made("posts", PartKind.OBSTACLE, legs),
        made("railing", PartKind.OBSTACLE, rail, floor=False),
    ]


def _square(rng: Rng) -> tuple[list[Body], list[Body]]:
    """Return deck and legs of a piece of one cell."""
    half = CELL / 2
    boards = carried((-half, -half), (half, half), rng)
    boards.append(strut((-half + 0.02, 0, TOP - 0.28), (half - 0.02, 0, TOP - 0.28), 0.2, 0.24, rng))
    legs = trestle(-1.12, 1.12, rng) + trestle(1.12, 1.12, rng)
    for x in (-1.12, 1.12):
        legs += _knees(x, 1.12, (1 if x < 0 else -1,), rng)
    return boards, legs


def lantern(x: float, y: float, z: float) -> list[Body]:
    """Return an iron lantern that hangs from (x, y, z) and is 0.5 in high."""
    bodies = [painted(rod((x, y, z), (x, y, z - 0.16), 0.03, sides=5), IRON)]
    hat = [(0, 0.0), (0.14, -0.1), (0.14, -0.14), (0, -0.14)]
    bodies.append(painted(lathe(hat[::-1], sides=6).translate((x, y, z - 0.1)), IRON))
    bodies.append(painted(Body.cylinder(0.2, 0.075, 0.075, 6).translate((x, y, z - 0.42)), BRONZE.shade(1.35)))
    bodies.append(painted(Body.cylinder(0.05, 0.12, 0.12, 6).translate((x, y, z - 0.46)), IRON))
    for turn in range(4):
        at = np.array([np.cos(turn * np.pi / 2 + 0.4), np.sin(turn * np.pi / 2 + 0.4)]) * 0.1
        bar = rod((x + at[0], y + at[1], z - 0.44), (x + at[0], y + at[1], z - 0.2), 0.024, sides=4)
        bodies.append(painted(bar, IRON))
    return bodies


def _bollard(x: float, y: float, rng: Rng, *, high: float = 0.55) -> list[Body]:
    bodies = [post(x, y, TOP - 0.12, TOP + high, rng, width=0.26)]
    return bodies + lashing(x, y, TOP + high - 0.3, 0.26, rng)


def walkway_corner(rng: Rng) -> list[Made]:
    """Return a corner: one cell, open towards +x and +y, railed on the other two sides, a lantern on its post."""
    boards, legs = _square(rng)
    weed = unite(boards)
    boards += drape(weed, (-1.5, 0.6), 0.9, 1.0, rng, turn=90, lip=False)
    inner, far = CELL / 2 - EDGE, CELL / 2 - 0.2
    rail = fence_rail((-inner, -inner, TOP), (far, -inner, TOP), 3, RAIL, rng)
    rail += fence_rail((-inner, -inner, TOP), (-inner, far, TOP), 3, RAIL, rng)
    rail.append(post(-inner, -inner, TOP - 0.12, TOP + 2.1, rng, width=0.24))
    rail += [strut((-inner, -inner, TOP + 2.0), (-inner + 0.62, -inner + 0.62, TOP + 2.0), 0.11, 0.13, rng)]
    rail += [strut((-inner, -inner, TOP + 1.6), (-inner + 0.36, -inner + 0.36, TOP + 1.97), 0.09, 0.1, rng)]
    rail += lantern(-inner + 0.53, -inner + 0.53, TOP + 1.96)
    return [
        made("deck", PartKind.PLATFORM, boards, floor=False),
        made("posts", PartKind.OBSTACLE, legs),
        made("railing", PartKind.OBSTACLE, rail, floor=False),
    ]


def walkway_crossing(rng: Rng) -> list[Made]:
    """Return a crossing: one cell, open on all four sides, a bollard at each corner, ropes coiled round two."""
    boards, legs = _square(rng)
    bollards = []
    reach = CELL / 2 - 0.2
    for x, y in ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)):
        bollards += _bollard(x, y, rng, high=rng.uniform(0.5, 0.72))
    coil = [(0.21 + 0.055 * np.cos(t), 0.055 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 7)[:-1]]
    for i in range(3):
        turn = lathe(coil, sides=14).translate((reach - 0.32 + 0.02 * i, reach - 0.32, TOP + 0.03 + 0.08 * i))
        bollards.append(painted(turn, ROPE.shade(rng.uniform(0.85, 1.05))))
    return [
        made("deck", PartKind.PLATFORM, boards, floor=False),
        made("posts", PartKind.OBSTACLE, legs),
        made("bollards", PartKind.OBSTACLE, bollards, floor=False),
    ]


def walkway_stairs(rng: Rng) -> list[Made]:
    """Return wooden stairs up along +x to a deck at x = 1.5: one cell, five treads, rails on both sides."""
    half, rise, run = 1.0, TOP / (STEPS + 1), CELL / STEPS
    foot = -CELL / 2
    steps: list[Body] = []
    for i in range(STEPS):
        x, z = foot + (i + 0.5) * run, (i + 1) * rise
        tread = plank((2 * half + 0.16, run + 0.05, 0.15), bevel=0.035).rotate((0, 0, 90 + rng.uniform(-0.8, 0.8)))
        steps.append(painted(tread.translate((x + 0.01, rng.uniform(-0.03, 0.03), z - 0.075)), timber(rng, z)))
    slope = np.array([run, 0.0, rise])
    start, end = np.array([foot + 0.02, 0, 0.12]), np.array([CELL / 2 - 0.1, 0, STEPS * rise - 0.04])
    for y in (-half + 0.06, 0.0, half - 0.06):
        aside = np.array([0, y, 0.0])
        string = beam(start + aside - slope * 0.25, end + aside, 0.16, 0.34)
        steps.append(painted(string, timber(rng, 1.0).shade(0.85)))
    for x in (0.25, 0.78, 1.28):
        high = (x - foot) / run * rise
        # Three posts: between two of them no base finds room, so nobody is ever told to be shut in below the stairs.
        for y in (-half + 0.06, 0.0, half - 0.06):
            steps.append(post(x, y, -0.1, high - 0.2, rng, width=0.24))
        steps.append(strut((x, -half, 0.4), (x, half, 0.4 + 0.3 * high), 0.1, 0.16, rng))
    clip = box((-CELL / 2, -3, -1), (CELL / 2, 3, 9))
    steps = [body ^ painted(clip, timber(rng, 1.0)) for body in steps]
    whole = unite(steps)
    steps += moss(whole, [(-1.1, 0.8), (-0.5, -0.85), (0.6, 0.8)], rng, radius=(0.07, 0.15))
    rails = []
    for y in (-half + 0.02, half - 0.02):
        rails += _banister(y, foot, run, rise, rng)
    return [made("stairs", PartKind.STAIRS, steps), made("railing", PartKind.OBSTACLE, rails, floor=False)]


def _banister(y: float, foot: float, run: float, rise: float, rng: Rng) -> list[Body]:
    bodies = []
    for i in (0, 2, 4):
        x, z = foot + (i + 0.5) * run, (i + 1) * rise
        bodies.append(post(x, y, z - 0.12, z + 0.92, rng, width=0.16))
    for lift, width in ((0.86, 0.15), (0.45, 0.11)):
        a = np.array([foot + 0.14, y, 0.78 * rise + lift])
        b = np.array([foot + (STEPS - 0.22) * run, y, (STEPS + 0.28) * rise + lift])
        bodies.append(strut(a, b, width * 0.8, width, rng))
    return bodies


def walkway_ramp(rng: Rng) -> list[Made]:
    """Return a walkway whose far half has come down: level for 1.5 in, then a slope of planks down to the floor."""
    half, knee = WIDTH / 2, CELL - 1.5
    boards = carried((knee, -half + 0.05), (CELL, half - 0.05), rng, overhang=0.07)
    weed = unite(boards)
    boards += drape(weed, (2.3, 0.04 - half), 0.8, 0.9, rng, lip=False)
    legs = trestle(2.55, 0.9, rng) + trestle(1.72, 0.9, rng)
    legs += [post(knee + 0.14, y, TOP - 0.15, TOP + 0.6, rng, width=0.22) for y in (-1.0, 1.0)]
    legs += [post(-0.9, 0.95, -0.1, 1.02, rng, width=0.29)]
    legs += [strut((-0.9, -1.3, 0.92), (-0.9, 1.25, 0.98), 0.2, 0.2, rng)]
    fallen = [painted(beam((-0.4, 1.55, 0.12), (1.6, 1.35, 0.2), 0.27, 0.27), timber(rng, 0.3))]
    fallen += [painted(moved(plank((1.7, 0.4, 0.13)), (0.6, -1.5, 0.1), turn=20, tilt=(4, 3)), timber(rng, 0.2))]
    fallen += [painted(moved(plank((1.2, 0.42, 0.13)), (-1.7, 1.5, 0.09), turn=-28, tilt=(-5, 2)), timber(rng, 0.2))]
    return [
        made("deck", PartKind.PLATFORM, boards, floor=False),
        made("slope", PartKind.STAIRS, _slope(knee, half, rng)),
        made("posts", PartKind.OBSTACLE, legs),
        made("planks", PartKind.LOW, fallen),
    ]


def _slope(knee: float, half: float, rng: Rng) -> list[Body]:
    """Return the fallen planks: a ramp from the deck's end down to x = -3, with cleats nailed across."""
    run = knee + CELL
    length = float(np.hypot(run, TOP))
    pitch = float(np.degrees(np.arctan2(TOP, run)))
    flat: list[Body] = []
    cuts = np.linspace(-half + 0.06, half - 0.06, 6)
    ends = (0.02, 0.34, 0.0, 0.12, 0.55)
    for a, b, short in zip(cuts[:-1], cuts[1:], ends, strict=True):
        size = (length - short - 0.02, b - a - 0.03, 0.15)
        flat.append(painted(plank(size).translate(((short + length) / 2, (a + b) / 2, -0.08)), timber(rng, 1.0)))
    core = box((0.45, -half + 0.1, -0.14), (length - 0.02, half - 0.1, -0.04))
    flat.append(painted(core, timber(rng, 1.0).shade(0.5)))
    for y in (-half + 0.3, half - 0.3):
        flat.append(strut((0.3, y, -0.22), (length - 0.05, y, -0.22), 0.2, 0.2, rng))
    for i in range(8):
        # Level when the slope is tilted: a foothold every third of an inch.
        x = (i + 1) * length / 9
        cleat = moved(plank((0.3, 2 * half - rng.uniform(0.3, 0.6), 0.12), bevel=0.02), (x, 0, 0.03), tilt=(0, pitch))
        flat.append(painted(cleat, timber(rng, 1.4).shade(0.9)))
    whole = unite(flat)
    flat += moss(whole, [(0.6, 0.7), (1.6, -0.8), (3.2, 0.9)], rng, radius=(0.08, 0.16))
    clip = painted(box((-CELL - 0.3, -3, -1), (knee, 3, TOP - 0.004)), timber(rng, 1.0))
    return [body.rotate((0, -pitch, 0)).translate((-CELL, 0, 0)) ^ clip for body in flat]
