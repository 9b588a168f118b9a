"""What the flood threw ashore: a wrecked boat, barrels and nets, a ladder."""

from itertools import pairwise

import numpy as np

from assets.source.terrain.boardwalk import TOP
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.clutter import barrel
from assets.source.terrain.growth import drape, moss, reeds
from assets.source.terrain.masonry import rubble
from assets.source.terrain.paints import IRON, ROPE, SOIL, foliage, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import boulder, box, hull, lathe, plank, rod, tube
from assets.source.terrain.timber import deck, ladder, lashing, strut
from warcry3d.table.terrain import PartKind

__all__ = ["barrels", "ladder_piece", "wreck"]

Rng = np.random.Generator

STERN, BOW = -3.3, 3.4
"""Where the wreck's hull ends along x."""

STRAKES = 5
"""Planks to a side of the hull."""

FLOOR, FOREDECK = 0.5, 1.5
"""Heights (in) of the boat's bottom boards and of its foredeck."""


def _half_beam(x: float) -> float:
    """Return half the width of the hull at ``x``, at its gunwale."""
    t = np.clip((x - 0.2) / (BOW - 0.2), 0, 1)
    return float(1.38 * np.sqrt(max(0.0, 1 - t**2.4)) + 0.09)


def _gunwale(x: float, side: int) -> float:
    """Return the height of the gunwale: it rises to the bow; the hull lists a little to one side."""
    t = np.clip((x - STERN) / (BOW - STERN), 0, 1)
    return float(1.35 + 1.05 * t**2.2 + 0.12 * side * (1 - t))


def _corner(x: float, side: int, share: float, *, inner: bool) -> tuple[float, float, float]:
    """Return a point of the planking: ``share`` 0 at the keel to 1 at the gunwale."""
    thick = 0.13 if inner else 0.0
    wide = max(_half_beam(x) - thick, 0.015)
    # The hull is buried to its bilge: at the floor it is already broad.
    y = wide * (0.62 + 0.38 * share**0.6) if x < BOW - 0.05 else wide
    return (x, side * y, -0.35 + share * (_gunwale(x, side) + 0.35))


def _strake(i: int, side: int, stations: np.ndarray, rng: Rng) -> list[Body]:
    """Return one plank of the hull; each laps over the one below."""
    low, high = i / STRAKES, (i + 1) / STRAKES + 0.012
    paint = timber(rng, 0.4 + 0.35 * i)
    bodies = []
    for a, b in pairwise(stations):
        points = []
        for x in (a, b):
            for share, out in ((low, 0.07), (high, 0.02)):
                for inner in (False, True):
                    px, py, pz = _corner(x, side, share, inner=inner)
                    points.append((px, py + (0.0 if inner else side * out * min(1.0, 8 * (BOW - x))), pz))
        bodies.append(painted(hull(points), paint))
    return bodies


def wreck(rng: Rng) -> list[Made]:
    """Return the fore half of a boat in the mud: 6.8 in long, 2.9 in wide, bottom boards, foredeck, stump of a mast."""
    planking: list[Body] = []
    for side in (-1, 1):
        for i in range(STRAKES):
            torn = STERN + (0.0, 0.15, 0.7, 1.2, 1.7)[i] * (1.0 if side > 0 else 0.55) + rng.uniform(-0.2, 0.25)
            stations = np.unique(
                np.concatenate([[torn], np.linspace(-1.8, BOW, 7)[np.linspace(-1.8, BOW, 7) > torn + 0.3]])
            )
            planking += _strake(i, side, stations, rng)
    planking += _ribs(rng)
    stem = [
        (BOW - 0.15, 0, -0.2),
        (BOW + 0.02, 0, 1.0),
        (BOW + 0.1, 0, 2.2),
        (BOW + 0.02, 0, 2.85),
        (BOW - 0.18, 0, 3.1),
    ]
    planking.append(painted(tube(stem, (0.2, 0.18, 0.16, 0.14, 0.1), sides=7), timber(rng, 1.5).shade(0.85)))
    whole = unite(planking)
    planking += drape(whole, (1.4, -1.32), 0.9, 1.1, rng) + drape(whole, (-0.6, 1.42), 1.0, 1.0, rng)
    planking += moss(whole, [(0.4, -1.35), (2.4, 0.95), (-1.3, 1.38)], rng, radius=(0.08, 0.14))
    floor = deck((STERN + 0.25, -1.05), (1.5, 1.05), FLOOR, rng, along="x", overhang=0.3)
    keep = hull(
        [_corner(x, s, h, inner=True) for x in (STERN - 0.5, -1.0, 0.8, 1.7) for s in (-1, 1) for h in (0.3, 0.62)]
    )
    floor = [body ^ painted(keep, timber(rng, 0.5)) for body in floor]
    floor.append(painted(box((STERN + 0.3, -0.8, -0.1), (1.5, 0.8, FLOOR - 0.1)), timber(rng, 0.2).shade(0.5)))
    mud = _silt(rng)
    mud += rubble([(-3.2, 1.5), (2.6, -1.6), (0.4, 1.9)], (0.3, 0.5), rng)
    return [
        made("hull", PartKind.OBSTACLE, planking),
        made("boards", PartKind.PLATFORM, floor),
        made("foredeck", PartKind.PLATFORM, _foredeck(rng)),
        made("mast", PartKind.UNCLIMBABLE, _mast(rng), floor=False),
        made(
            "reeds",
            PartKind.SCENERY,
            reeds((2.3, 1.55), 20, 0.35, (0.8, 1.5), rng) + reeds((-2.6, -1.6), 16, 0.3, (0.7, 1.3), rng),
        ),
        made("bank", PartKind.LOW, mud),
    ]


def _bow() -> list[tuple[float, float, float]]:
    """Return corners of what fills the bow below the foredeck: nobody stands in there."""
    points = []
    for x in np.linspace(1.42, BOW - 0.08, 6):
        for side in (-1, 1):
            points += [
                (x, side * _half_beam(x) * 0.64, -0.1),
                (x, side * (_half_beam(x) - 0.06), FOREDECK - 0.14),
            ]
    return points


def _silt(rng: Rng) -> list[Body]:
    """Return humps of silt and grass along the hull, broken off at its torn end."""
    bodies = []
    for t in np.linspace(-0.78 * np.pi, 0.78 * np.pi, 20):
        lump = boulder((1.1, 0.75, rng.uniform(0.3, 0.55)), rng)
        at = (0.1 + 3.45 * np.cos(t), 1.35 * np.sin(t), 0.05)
        heading = np.degrees(np.arctan2(1.35 * np.cos(t), -3.45 * np.sin(t)))
        bodies.append(
            painted(moved(lump, at, turn=heading), foliage(rng).mixed(SOIL, 0.5).shade(rng.uniform(0.65, 0.9)))
        )
    return bodies


def _ribs(rng: Rng) -> list[Body]:
    """Return ribs along the inside, bare where the planks are gone, and the gunwales on top."""
    bodies = []
    for x in (-3.0, -2.1, -1.2, -0.3, 0.6, 1.5):
        for side in (-1, 1):
            top = 1.0 if x > -2.5 else rng.uniform(0.6, 0.85)
            path = []
            for share in np.linspace(0.3, top, 4):
                px, py, pz = _corner(x, side, share, inner=True)
                path.append((px + rng.uniform(-0.01, 0.01), py - side * 0.02, pz))
            end = path[-1]
            path.append((end[0], end[1], end[2] + 0.12))
            bodies.append(painted(tube(path, [0.1] * 5, sides=5), timber(rng, 1.0).shade(0.8)))
    for side, start in ((-1, -2.0), (1, -1.2)):
        xs = np.linspace(start, BOW - 0.1, 7)
        line = [_corner(x, side, 1.0, inner=False) for x in xs]
        bodies.append(painted(tube(line, [0.1] * len(line), sides=6), timber(rng, 1.5).shade(0.85)))
    return bodies


def _foredeck(rng: Rng) -> list[Body]:
    """Return the boards in the bow, and what they lie on."""
    boards = unite(deck((1.35, -1.4), (BOW, 1.4), FOREDECK, rng, along="y", overhang=0.0, board=0.42))
    inside = hull(
        [
            (x, s * (_half_beam(x) - 0.05), z)
            for x in np.linspace(1.3, BOW - 0.1, 12)
            for s in (-1, 1)
            for z in (1.2, 1.8)
        ]
    )
    return [
        boards ^ painted(inside, timber(rng, 1.5).shade(0.7)),
        strut((1.42, -1.05, 1.24), (1.42, 1.05, 1.24), 0.16, 0.2, rng),
        painted(hull(_bow()), timber(rng, 0.6).shade(0.6)),
    ]


def _mast(rng: Rng) -> list[Body]:
    """Return the stump of the mast, and a rope from it to the bow."""
    x = 1.05
    bodies = [
        painted(
            tube([(x, 0, FLOOR), (x + 0.03, 0, 2.2), (x - 0.02, 0.03, 3.3)], (0.17, 0.155, 0.14), sides=8),
            timber(rng, 2.0),
        )
    ]
    for i in range(5):
        angle = i * 1.26 + 0.3
        at = np.array([np.cos(angle), np.sin(angle)]) * 0.075
        spike = rod(
            (x - 0.02 + at[0], 0.03 + at[1], 3.2),
            (x + at[0], 0.03 + at[1], 3.35 + rng.uniform(0.1, 0.5)),
            0.055,
            tip=0.01,
            sides=5,
        )
        bodies.append(painted(spike, timber(rng, 2.5).shade(1.3)))
    bodies += lashing(x, 0.0, 2.3, 0.26, rng) + lashing(x, 0.0, 1.2, 0.27, rng)
    line = [(x, 0.12, 2.4), (1.9, 0.35, 2.0), (2.7, 0.3, 1.92), (BOW - 0.06, 0.05, 2.62)]
    bodies.append(painted(tube(line, [0.035] * 4, sides=5), ROPE))
    return bodies


def barrels(rng: Rng) -> list[Made]:
    """Return five barrels, one of them on its side, with a net over two and an anchor: 3.5 x 2.6 in, 2.1 in high."""
    standing = []
    for at, turn in (((-0.62, 0.3, 0), 10), ((0.42, 0.42, 0), 40), ((-0.1, -0.62, 0), 75)):
        standing += [moved(body, at, turn=turn) for body in barrel(rng)]
    upper = [moved(body, (0.42, 0.42, 1.05), turn=25) for body in barrel(rng)]
    rolled = [moved(body, (1.35, -0.35, 0.4), turn=60, tilt=(90, 0)) for body in barrel(rng)]
    whole = unite(standing + upper)
    standing += moss(whole, [(-0.75, 0.5), (0.5, 0.65)], rng, radius=(0.08, 0.13))
    anchor = _anchor(rng)
    return [
        made("stack", PartKind.OBSTACLE, standing),
        made("barrel-top", PartKind.OBSTACLE, upper, floor=False),
        made("barrel-side", PartKind.LOW, rolled),
        made("anchor", PartKind.LOW, anchor),
    ]


def _anchor(rng: Rng) -> list[Body]:
    """Return an anchor that leans on the barrels, and a coil of rope."""
    flat = [
        painted(rod((0, 0, 0), (0, 0, 1.25), 0.06, sides=7), IRON),
        painted(rod((-0.34, 0, 1.0), (0.34, 0, 1.0), 0.055, sides=7), timber(rng, 1.0)),
    ]
    arc = [(0.52 * np.cos(t), 0, 0.42 + 0.46 * np.sin(t)) for t in np.linspace(np.pi * 1.08, np.pi * 1.92, 7)]
    flat.append(painted(tube(arc, (0.035, 0.055, 0.065, 0.07, 0.065, 0.055, 0.035), sides=6), IRON))
    for side in (-1, 1):
        fluke = hull(
            [
                (side * 0.5 + dx, dy, 0.34 + dz)
                for dx, dy, dz in ((0, 0.13, -0.05), (0, -0.13, -0.05), (side * 0.06, 0, 0.24), (-side * 0.07, 0, 0.0))
            ]
        )
        flat.append(painted(fluke, IRON))
    ring = lathe([(0.1 + 0.028 * np.cos(t), 0.028 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 6)[:-1]], sides=10)
    flat.append(painted(ring.rotate((90, 0, 0)).translate((0, 0, 1.33)), IRON))
    bodies = [moved(body, (-1.35, 0.0, 0.05), turn=-70, tilt=(-68, 0)) for body in flat]
    coil = [(0.3 + 0.07 * np.cos(t), 0.07 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 7)[:-1]]
    for i in range(3):
        turn = lathe(coil, sides=14).translate((0.75 + 0.03 * i, -0.95, 0.06 + 0.1 * i))
        bodies.append(painted(turn, ROPE.shade(rng.uniform(0.85, 1.05))))
    return bodies


def ladder_piece(rng: Rng) -> list[Made]:
    """Return a ladder to lean on any deck at 3 in whose edge is at y = 0: 1 in wide, tied with rope at every rung."""
    foot, head = np.array((0, -0.8, -0.1)), np.array((0, -0.17, TOP + 0.62))
    rungs = ladder(foot, head, rng)
    n = round(float(np.linalg.norm(head - foot)) / 0.45)
    for i in range(n):
        at = foot + (head - foot) * (i + 0.6) / n
        for side in (-1, 1):
            knot = plank((0.2, 0.2, 0.13), bevel=0.05)
            turned = moved(knot, at + np.array((side * 0.425, 0, 0)), turn=rng.uniform(-12, 12), tilt=(12, side * 8))
            rungs.append(painted(turned, ROPE.shade(rng.uniform(0.85, 1.05))))
    whole = unite(rungs)
    rungs += drape(whole, (0.3, -0.38), 0.4, 0.7, rng, lip=False)
    return [made("ladder", PartKind.LADDER, rungs)]
