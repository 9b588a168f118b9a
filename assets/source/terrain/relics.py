"""What people set up before the water came: a statue, a well, a shrine."""

from itertools import pairwise

import numpy as np

from assets.source import sdf
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import courses, ring_courses, rubble
from assets.source.terrain.paints import BONE, BRONZE, IRON, MORTAR, ROPE, WATER, masonry, timber, wax
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import beam, hull, lathe, plank, rod, slab, stone
from assets.source.terrain.timber import post, strut
from assets.source.terrain.wood import sculpted
from warcry3d.table.terrain import PartKind

__all__ = ["shrine", "skull", "statue", "well"]

Rng = np.random.Generator


def _steps(sides: tuple[float, ...], rise: float, rng: Rng) -> list[Body]:
    """Return square steps about z, each of four slabs round a core, their sides as given from the lowest up."""
    bodies = []
    for i, side in enumerate(sides):
        z, half = (i + 0.5) * rise, side / 2
        core = Body.cube((side - 0.1, side - 0.1, rise - 0.02 + 0.04 * i), True).translate((0, 0, z - 0.01 - 0.02 * i))
        bodies.append(painted(core, MORTAR))
        cut = rng.uniform(0.35, 0.65) * side - half
        for x0, x1, y0, y1 in (
            (-half, cut, -half, 0),
            (cut, half, -half, 0),
            (-half, -cut, 0, half),
            (-cut, half, 0, half),
        ):
            size = (x1 - x0 - 0.02, y1 - y0 - 0.02, rise)
            at = ((x0 + x1) / 2, (y0 + y1) / 2, z)
            bodies.append(painted(slab(size, rng, bevel=0.04).translate(at), masonry(rng, z + 0.1)))
    return bodies


def statue(rng: Rng) -> list[Made]:
    """Return a drowned saint leaning on a sword, one arm lost, on a stepped plinth: 3.9 in high."""
    steps = _steps((2.2, 1.7), 0.3, rng)
    die = stone((1.15, 1.15, 0.55), rng, bevel=0.07, jitter=0.0, chip=0.0)
    steps.append(painted(die.translate((0, 0, 0.72)), masonry(rng, 1.0).shade(1.05)))
    whole = unite(steps)
    steps += moss(whole, [(0.9, -0.6), (-0.75, 0.7), (-0.95, -0.95), (0.45, 0.5)], rng)
    body = painted(sculpted(_saint(), 0.035, 2800), masonry(rng, 2.0).shade(1.02))
    saint = [body.translate((0, 0, 0.95))]
    blade = hull([(sx * 0.1, sy * 0.03, z) for sx, sy in ((1, 0), (-1, 0), (0, 1), (0, -1)) for z in (0.0, 1.12)])
    saint.append(painted(blade.translate((0, -0.42, 0.97)), masonry(rng, 2.0)))
    for start, end, r in (
        ((-0.26, -0.42, 2.06), (0.26, -0.42, 2.06), 0.055),
        ((0, -0.42, 2.0), (0, -0.42, 2.36), 0.05),
    ):
        saint.append(painted(rod(start, end, r, sides=6), masonry(rng, 2.0)))
    solid = unite(saint)
    saint += drape(solid, (0.3, 0.1), 0.5, 0.9, rng, turn=60) + moss(
        solid, [(-0.32, 0.02), (0.05, 0.05)], rng, radius=(0.07, 0.12)
    )
    parts = [made("plinth", PartKind.LOW, steps), made("saint", PartKind.UNCLIMBABLE, saint, floor=False)]
    fallen = rubble([(1.3, -0.5), (0.9, -1.35), (-1.25, -0.9), (-1.3, 0.6)], (0.24, 0.4), rng)
    parts.append(made("rubble", PartKind.LOW, fallen))
    return parts


def _saint() -> sdf.Field:
    """Return the saint: robe in folds, hood, one hand on the pommel; the other arm is a stump."""
    robe = sdf.cylinder((0, 0, 0), (0, 0.02, 1.35), 0.5, 0.3, rounding=0.05)
    chest = sdf.ellipsoid((0, 0.02, 1.45), (0.36, 0.25, 0.36))
    shoulders = sdf.bone((-0.3, 0.02, 1.62), (0.3, 0.02, 1.62), 0.15, 0.15)
    torso = sdf.union(robe, chest, shoulders, k=0.18)
    folded = sdf.displaced(torso, _folds, 0.05)
    hood = sdf.union(sdf.ball((0, 0.03, 1.98), 0.235), sdf.bone((0, 0.06, 1.75), (0, 0.14, 2.05), 0.2, 0.12), k=0.12)
    face = sdf.ellipsoid((0, -0.19, 1.95), (0.125, 0.13, 0.17))
    head = sdf.union(sdf.cut(hood, face, k=0.03), sdf.ellipsoid((0, -0.05, 1.95), (0.12, 0.14, 0.16)))
    sleeve = sdf.chain([(-0.36, 0.02, 1.6), (-0.46, -0.16, 1.28), (-0.08, -0.42, 1.36)], (0.14, 0.15, 0.1), k=0.1)
    stump = sdf.cut(
        sdf.bone((0.36, 0.02, 1.6), (0.5, -0.05, 1.25), 0.14, 0.13), sdf.half_space((0.46, 0, 1.33), (-0.3, 0.2, 1))
    )
    return sdf.union(sdf.union(folded, sleeve, stump, k=0.08), head, k=0.05)


def _folds(points: sdf.Points) -> np.ndarray:
    x, y, z = points.T
    angle = np.arctan2(y, x)
    return 0.045 * np.sin(9 * angle + 0.8 * np.sin(2 * z)) * np.clip(1.25 - 0.85 * z, 0.1, 1)


def well(rng: Rng) -> list[Made]:
    """Return a well: a ring of stone 1 in high, dark water, a roof on two posts: 3.3 in high."""
    ring = ring_courses(1.1, courses((0.0, 0.86), 0.43), 12, rng, depth=0.36)
    core = [(0.7, 0), (1.03, 0), (1.03, 0.98), (0.76, 0.98), (0.76, 0.3), (0.7, 0.3)]
    ring.append(painted(lathe(core, sides=30), MORTAR))
    ring.append(painted(Body.cylinder(0.45, 0.85, 0.85, 24), WATER))
    angles = np.linspace(0, 2 * np.pi, 10)
    for a, b in pairwise(angles):
        arc = [(r * np.cos(t), r * np.sin(t)) for t in (a + 0.012, (a + b) / 2, b - 0.012) for r in (0.7, 1.17)]
        cap = [(x * s, y * s, z) for x, y in arc for z, s in ((0.84, 1.0), (0.96, 1.0))]
        cap += [(x * s, y * s, 1.0) for (x, y), s in zip(arc, (1.05, 0.97) * 3, strict=True)]
        ring.append(painted(hull(cap), masonry(rng, 1.0).shade(1.05)))
    whole = unite(ring)
    ring += moss(whole, [(0.7, 0.7), (-0.9, -0.3), (-0.85, -0.5), (0.3, -0.95)], rng)
    ring += drape(whole, (0.55, -1.0), 0.7, 0.7, rng, turn=28)
    return [made("ring", PartKind.OBSTACLE, ring), made("roof", PartKind.OBSTACLE, _roof(rng), floor=False)]


def _roof(rng: Rng) -> list[Body]:
    bodies = [post(x, 0, 0.7, 2.75, rng, width=0.2) for x in (-0.93, 0.93)]
    bodies.append(strut((-1.15, 0, 2.7), (1.15, 0, 2.7), 0.16, 0.2, rng))
    bodies.append(painted(rod((-0.95, 0, 1.75), (1.15, 0, 1.75), 0.1, sides=8), timber(rng, 2.0)))
    bodies.append(painted(rod((1.12, 0, 1.75), (1.12, 0.0, 1.42), 0.045, sides=6), IRON))
    bodies.append(painted(rod((1.08, 0, 1.45), (1.36, 0, 1.45), 0.045, sides=6), IRON))
    bodies.append(painted(rod((0.1, -0.02, 1.75), (0.1, -0.02, 1.46), 0.035, sides=5), ROPE))
    bodies.append(painted(rod((-0.12, 0, 1.75), (0.32, 0, 1.75), 0.14, sides=8), ROPE))
    bucket = lathe([(0, 0), (0.14, 0), (0.19, 0.3), (0.14, 0.3), (0.1, 0.06), (0, 0.06)], sides=10)
    bodies.append(painted(bucket.translate((0.1, -0.02, 1.03)), timber(rng, 1.0)))
    for side in (-1, 1):
        handle = rod((0.1 + side * 0.16, -0.02, 1.3), (0.1, -0.02, 1.49), 0.03, sides=6)
        bodies.append(painted(handle, IRON))
    for side in (-1, 1):
        bodies.append(painted(beam((0, 0, 2.72), (0, side * 0.95, 2.22), 2.3, 0.05), timber(rng, 2.4).shade(0.6)))
        for row in range(3):
            bodies += _shingles(side, row, rng)
    bodies.append(painted(plank((2.6, 0.22, 0.14)).translate((0, 0, 2.83)), timber(rng, 2.8)))
    return bodies


def _shingles(side: int, row: int, rng: Rng) -> list[Body]:
    """Return one row of shakes, split boards that overlap the row below."""
    bodies = []
    x = -1.27 + 0.08 * (row % 2)
    while x < 1.2:
        wide = rng.uniform(0.32, 0.55)
        wide = min(wide, 1.27 - x)
        out = 0.08 + 0.3 * row
        board = plank((0.43, wide - 0.02, 0.07), bevel=0.015, foot=False)
        slope = np.degrees(np.arctan2(0.5, 0.95)) - 4
        body = board.rotate((0, slope, 0)).rotate((0, 0, 90 * side))
        middle = out + 0.2 + rng.uniform(-0.02, 0.03)
        at = (x + wide / 2, side * middle, 2.84 - middle * 0.5 / 0.95)
        bodies.append(painted(body.translate(at), timber(rng, 2.5).shade(0.85)))
        x += wide
    return bodies


def shrine(rng: Rng) -> list[Made]:
    """Return a shrine: two standing stones and a lintel behind an altar with candles, on two steps: 3.4 in high."""
    steps = _steps((3.4, 2.7), 0.3, rng)
    whole = unite(steps)
    steps += moss(whole, [(-1.5, -1.2), (1.4, 1.5), (1.55, -0.4)], rng)
    stones = []
    for x, lean in ((-0.78, 2.5), (0.8, -1.5)):
        body = stone((0.55, 0.48, 2.35), rng, bevel=0.1, jitter=0.05, chip=1.0)
        stones.append(painted(moved(body, (x, 0.75, 1.72), tilt=(0, lean)), masonry(rng, 1.5).shade(0.95)))
    lintel = stone((2.5, 0.55, 0.42), rng, bevel=0.1, jitter=0.05, chip=0.6)
    stones.append(painted(moved(lintel, (0.02, 0.75, 3.02), turn=2, tilt=(0, 1.2)), masonry(rng, 3.0)))
    disc = Body.cylinder(0.1, 0.26, 0.26, 14).rotate((90, 0, 0)).translate((0.02, 0.49, 3.02))
    stones.append(painted(disc, BRONZE))
    solid = unite(stones)
    stones += drape(solid, (-0.5, 0.46), 0.9, 0.8, rng) + moss(solid, [(0.6, 0.8), (1.05, 0.75)], rng)
    altar = [painted(moved(stone((1.15, 0.5, 0.5), rng, chip=0.0), (0, -0.35, 0.8)), masonry(rng, 1.0).shade(0.9))]
    altar.append(painted(slab((1.5, 0.75, 0.17), rng, bevel=0.04).translate((0, -0.35, 1.11)), masonry(rng, 1.0)))
    for x, y, high in (
        (-0.55, -0.2, 0.3),
        (-0.42, -0.42, 0.18),
        (0.5, -0.15, 0.26),
        (0.62, -0.36, 0.14),
        (0.4, -0.5, 0.2),
    ):
        altar.append(painted(Body.cylinder(high, 0.065, 0.055, 7).translate((x, y, 1.18)), wax(rng)))
    altar.append(painted(skull().translate((0, -0.4, 1.175)), BONE))
    return [
        made("steps", PartKind.LOW, steps),
        made("stones", PartKind.OBSTACLE, stones, floor=False),
        made("altar", PartKind.OBSTACLE, altar, floor=False),
        made("rubble", PartKind.LOW, rubble([(1.9, -1.0), (-1.95, 0.6), (-1.8, -1.4)], (0.24, 0.4), rng)),
    ]


def skull() -> Body:
    """Return a skull that looks towards -y, 0.28 in high."""
    bone = sdf.union(
        sdf.ellipsoid((0, 0, 0.14), (0.13, 0.16, 0.14)), sdf.box((0, -0.1, 0.04), (0.07, 0.07, 0.06), 0.02), k=0.05
    )
    eyes = [sdf.ball((s * 0.055, -0.15, 0.12), 0.038) for s in (-1, 1)]
    return sculpted(sdf.cut(bone, *eyes), 0.025, 420)
