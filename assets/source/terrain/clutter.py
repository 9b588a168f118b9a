"""Small things that stand about: a spiked fence, crates and barrels washed ashore."""

from itertools import pairwise

import numpy as np

from assets.source import sdf
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import moss
from assets.source.terrain.paints import IRON, ROPE, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import box, hull, lathe, plank, rod
from assets.source.terrain.timber import strut
from assets.source.terrain.wood import sculpted
from warcry3d.table.terrain import PartKind

__all__ = ["barrel", "cargo", "spiked_fence"]

Rng = np.random.Generator


def spiked_fence(rng: Rng) -> list[Made]:
    """Return a fence of sharpened stakes, 5 in long, its points 1.3 to 1.6 in high and leaning both ways."""
    bodies = []
    xs = np.linspace(-2.35, 2.35, 13) + rng.uniform(-0.04, 0.04, 13)
    for i, x in enumerate(xs):
        lean = (0.42 if i % 2 else -0.42) * rng.uniform(0.85, 1.1)
        high = rng.uniform(1.3, 1.6)
        tip = np.array([x + rng.uniform(-0.06, 0.06), lean, high])
        foot = np.array([x, -0.5 * lean, -0.15])
        neck = foot + (tip - foot) * 0.78
        paint = timber(rng, 0.8)
        bodies.append(painted(rod(foot, neck, 0.095, sides=7), paint))
        bodies.append(painted(rod(neck - (tip - foot) * 0.01, tip, 0.095, tip=0.008, sides=7), paint.shade(1.35)))
    for z in (0.34, 0.82):
        sag = rng.uniform(-0.04, 0.04, 2)
        bodies.append(strut((-2.55, 0, z + sag[0]), (2.55, 0, z + sag[1]), 0.15, 0.16, rng))
        for x in xs[::2]:
            wrap = plank((0.26, 0.26, 0.1), bevel=0.03)
            bodies.append(painted(moved(wrap, (x, 0, z), turn=rng.uniform(-12, 12)), ROPE.shade(rng.uniform(0.8, 1.0))))
    for x in (-2.2, 0.0, 2.2):
        bodies.append(strut((x, -0.62, -0.05), (x, 0.62, -0.05), 0.2, 0.24, rng))
    return [made("stakes", PartKind.DEADLY, bodies)]


def _crate(side: float, rng: Rng) -> list[Body]:
    """Return a crate on z = 0: boards between a frame, level on top."""
    half, frame = side / 2, 0.15
    inner = half - 0.05
    bodies = [painted(box((-inner, -inner, 0.02), (inner, inner, side - 0.05)), timber(rng, 1.0).shade(0.6))]
    boards = np.linspace(-half + 0.05, half - 0.05, 5)
    for a, b in pairwise(boards):
        round_ = Body.cube((side - 0.04, side - 0.04, b - a - 0.025), True)
        bodies.append(painted(round_.translate((0, 0, (a + b) / 2 + half)), timber(rng, 1.0)))
        lid = plank((side - 0.04, b - a - 0.02, 0.1), bevel=0.02, foot=False)
        bodies.append(painted(lid.translate((0, (a + b) / 2, side - 0.05)), timber(rng, 1.0)))
    for sx in (-1, 1):
        for sy in (-1, 1):
            leg = box((-frame / 2, -frame / 2, 0), (frame / 2, frame / 2, side - 0.02))
            at = (sx * (half - frame / 2 + 0.01), sy * (half - frame / 2 + 0.01), 0)
            bodies.append(painted(leg.translate(at), timber(rng, 1.0).shade(0.75)))
        for axis in range(2):
            cross = (
                plank((side * 1.22, 0.13, 0.1), bevel=0.02).rotate((0, -45, 0)).translate((0, sx * (half - 0.02), half))
            )
            clip = box((-half, -half - 1, 0.01), (half, half + 1, side - 0.06))
            bodies.append(painted((cross ^ clip).rotate((0, 0, 90 * axis)), timber(rng, 1.0).shade(0.85)))
    return bodies


def barrel(rng: Rng) -> list[Body]:
    """Return a barrel on z = 0: ten staves round a core, two hoops, a sunk lid; 1.05 in high."""
    profile = [(0.0, 0.32), (0.3, 0.40), (0.55, 0.42), (0.8, 0.39), (1.05, 0.31)]
    outline = [(0, 0), *((r - 0.035, z) for z, r in profile[:-1]), (0.30, 0.98), (0, 0.98)]
    bodies = [painted(lathe(outline, sides=10), timber(rng, 1.0).shade(0.7))]
    n = 10
    for i in range(n):
        a, b = 2 * np.pi * i / n + 0.02, 2 * np.pi * (i + 1) / n - 0.02
        points = [
            ((r - d) * np.cos(t), (r - d) * np.sin(t), z) for z, r in profile[::2] for t in (a, b) for d in (0, 0.07)
        ]
        bodies.append(painted(hull(points), timber(rng, 0.9)))
    for z, r in ((0.2, 0.39), (0.8, 0.405)):
        hoop = [(r - 0.06, z - 0.05), (r + 0.025, z - 0.05), (r + 0.025, z + 0.05), (r - 0.06, z + 0.05)]
        bodies.append(painted(lathe(hoop, sides=12), IRON))
    return bodies


def _put(
    bodies: list[Body], at: tuple[float, float, float], turn: float, tilt: tuple[float, float] = (0, 0)
) -> list[Body]:
    return [moved(body, at, turn=turn, tilt=tilt) for body in bodies]


def _sack(rng: Rng) -> sdf.Field:
    """Return a full sack lying on its side, its neck tied."""
    slump = rng.uniform(-0.03, 0.03)
    body = sdf.union(
        sdf.ellipsoid((0, 0, 0), (0.33, 0.24, 0.19)), sdf.ellipsoid((-0.12, slump, 0.02), (0.2, 0.24, 0.2)), k=0.1
    )
    neck = sdf.union(
        sdf.bone((0.28, 0, 0), (0.38, slump, 0.02), 0.07, 0.045),
        sdf.bone((0.38, slump, 0.02), (0.47, slump, 0.0), 0.045, 0.1),
        k=0.03,
    )
    return sdf.union(body, neck, k=0.06)


def cargo(rng: Rng) -> list[Made]:
    """Return crates, barrels and sacks in a heap: 4 x 3 in, up to 2 in high."""
    large = _put(_crate(1.2, rng), (-0.75, 0.35, 0), 12)
    medium = _put(_crate(1.0, rng), (0.55, 0.7, 0), -8)
    small = _put(_crate(0.75, rng), (-0.7, 0.4, 1.2), 38)
    barrels = _put(barrel(rng), (0.1, -0.65, 0), 0) + _put(barrel(rng), (1.5, 0.25, 0), 20)
    barrels += _put(barrel(rng), (1.75, -0.85, 0.40), 65, (90, 0))
    sacks = []
    for x, y, z, turn in ((-0.75, -0.75, 0.17, 20), (-1.2, -0.6, 0.16, 80), (-0.95, -0.68, 0.42, 50)):
        sack = sculpted(_sack(rng), 0.045, 240)
        sacks.append(painted(moved(sack, (x, y, z), turn=turn), ROPE.shade(rng.uniform(0.75, 0.95))))
    whole = unite(medium)
    medium += moss(whole, [(0.75, 0.85)], rng, radius=(0.08, 0.15))
    return [
        made("crate-1", PartKind.OBSTACLE, large),
        made("crate-2", PartKind.OBSTACLE, medium),
        made("crate-3", PartKind.OBSTACLE, small, floor=False),
        made("barrels", PartKind.OBSTACLE, barrels),
        made("sacks", PartKind.LOW, sacks),
    ]
