"""What is left of the forest: a dead tree, a fallen log, reeds at a pool."""

import manifold3d as m3
import numpy as np

from assets.source import sdf
from assets.source.figures.decimate import decimate
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss, reeds
from assets.source.terrain.masonry import rubble
from assets.source.terrain.paints import WATER, bark, foliage, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.shapes import boulder, hull, tube
from warcry3d.table.terrain import PartKind

__all__ = ["dead_tree", "fallen_log", "reed_pool", "sculpted"]

Rng = np.random.Generator


def sculpted(field: sdf.Field, step: float, triangles: int) -> Body:
    """Return the body of a field of distances, meshed every ``step`` inches and thinned out to ``triangles``."""
    points, faces = sdf.mesh(field, step)
    alike = np.ones(len(faces))
    points, faces, _ = decimate(points, faces, alike.astype(np.int64), alike, triangles)
    return Body(m3.Mesh64(np.ascontiguousarray(points), np.ascontiguousarray(faces.astype(np.uint64))))


def dead_tree(rng: Rng) -> list[Made]:
    """Return a dead tree with spread roots and bare limbs, about 5.5 in high."""
    trunk = [(0, 0, -0.2), (0.06, 0.02, 0.6), (-0.08, 0.1, 1.5), (0.05, 0.05, 2.3), (0.3, -0.05, 3.0)]
    fields = [sdf.chain(trunk, (0.62, 0.44, 0.36, 0.33, 0.24), k=0.2)]
    fields.append(sdf.chain([(0.0, 0.06, 2.0), (-0.45, 0.2, 2.7), (-0.8, 0.25, 3.3)], (0.26, 0.2, 0.15), k=0.1))
    for angle in np.linspace(0, 2 * np.pi, 8)[:-1] + rng.uniform(-0.2, 0.2, 7):
        reach = rng.uniform(1.1, 1.65)
        bend = angle + rng.uniform(-0.5, 0.5)
        path = [(0.2 * np.cos(angle), 0.2 * np.sin(angle), 0.6), (0.62 * np.cos(angle), 0.62 * np.sin(angle), 0.14)]
        path.append((reach * np.cos(bend), reach * np.sin(bend), -0.03))
        fields.append(sdf.chain(path, (0.2, 0.19, 0.07), k=0.08))
    ridged = sdf.displaced(sdf.union(*fields, k=0.22), _bark, 0.06)
    wood = [painted(sculpted(ridged, 0.065, 2700), bark(rng))]
    wood += [painted(limb, bark(rng)) for limb in _limbs(rng)]
    whole = unite(wood)
    wood += moss(whole, [(0.55, 0.3), (-0.5, -0.35), (0.1, -0.75), (-0.25, 0.6)], rng, radius=(0.12, 0.22))
    beard = []
    for at in ((-1.15, 0.35), (1.35, -0.3), (0.75, 0.75)):
        beard += drape(whole, at, 0.55, 1.3, rng, turn=rng.uniform(0, 180), lip=False)
    parts = [made("trunk", PartKind.UNCLIMBABLE, wood)]
    parts.append(made("moss", PartKind.SCENERY, beard, floor=False))
    return parts


def _bark(points: sdf.Points) -> np.ndarray:
    x, y, z = points.T
    angle = np.arctan2(y, x)
    return 0.035 * np.sin(9 * angle + 2.2 * z + np.sin(3 * z)) * np.clip(1.2 - 0.25 * z, 0.3, 1) + 0.02 * np.sin(
        5 * z + 3 * angle
    )


LIMBS = (
    ([(0.25, -0.05, 2.85), (0.65, -0.15, 3.5), (0.85, -0.1, 4.3), (1.2, 0.1, 4.9)], 0.22),
    ([(0.3, -0.05, 3.0), (0.2, 0.15, 3.8), (0.0, 0.2, 4.5), (0.1, 0.35, 5.4)], 0.19),
    ([(0.6, -0.15, 3.4), (1.2, -0.3, 3.7), (1.75, -0.35, 3.75), (2.2, -0.2, 4.1)], 0.14),
    ([(-0.75, 0.25, 3.2), (-1.15, 0.35, 3.75), (-1.35, 0.3, 4.4), (-1.75, 0.4, 4.8)], 0.16),
    ([(-0.7, 0.24, 3.1), (-1.3, 0.3, 3.3), (-1.8, 0.15, 3.25), (-2.2, 0.2, 3.5)], 0.12),
    ([(0.15, 0.15, 3.7), (0.6, 0.7, 4.1), (0.75, 1.0, 4.7)], 0.11),
    ([(0.05, 0.1, 1.6), (0.3, 0.6, 2.0), (0.4, 0.85, 2.1)], 0.15),
    ([(0.82, -0.1, 4.2), (0.6, -0.5, 4.7), (0.65, -0.75, 5.1)], 0.09),
    ([(-1.3, 0.3, 4.2), (-1.1, 0.0, 4.7), (-1.2, -0.2, 5.1)], 0.08),
    ([(1.2, -0.3, 3.7), (1.45, -0.65, 4.0), (1.75, -0.8, 4.4)], 0.08),
)
"""The bare limbs: the points each runs through and its radius where it leaves the trunk."""


def _limbs(rng: Rng) -> list[Body]:
    bodies = []
    for path, radius in LIMBS:
        points = np.array(path) + np.vstack([np.zeros(3), rng.normal(0, 0.05, (len(path) - 1, 3))])
        radii = radius * np.append(np.linspace(1, 0.45, len(points) - 1) ** 0.8, 0.12)
        bodies.append(tube(points, radii, sides=7, rng=rng))
    return bodies


def fallen_log(rng: Rng) -> list[Made]:
    """Return a fallen log, 6 in long and a little over 1 in high, hollow at its broken end."""
    path = [(-2.9, 0.1, 0.5), (-1.2, -0.05, 0.52), (0.8, 0.05, 0.55), (2.6, 0.0, 0.6)]
    log = sdf.chain(path, (0.44, 0.5, 0.55, 0.62), k=0.2)
    for foot, tip in (((-0.6, 0, 0.7), (-0.9, 0.45, 1.3)), ((1.2, 0.1, 0.8), (1.5, -0.35, 1.45))):
        log = sdf.union(log, sdf.bone(foot, tip, 0.2, 0.11), k=0.15)
    for angle in np.linspace(0.3, 2 * np.pi, 6):
        side = np.array([0.35, np.cos(angle), np.sin(angle)])
        log = sdf.union(log, sdf.bone((2.5, 0, 0.6), np.array((2.75, 0, 0.6)) + side * 0.85, 0.24, 0.1), k=0.2)
    log = sdf.displaced(log, _grain, 0.05)
    hollow = sdf.bone((-3.6, 0.1, 0.52), (-2.2, 0.08, 0.52), 0.36, 0.26)
    broken = sdf.half_space((-2.85, 0, 0.5), (-1, 0.15, -0.35))
    field = sdf.common(sdf.cut(log, hollow), broken)
    wood = [painted(sculpted(field, 0.07, 2600), timber(rng, 0.7).mixed(bark(rng), 0.35).shade(0.85))]
    whole = unite(wood)
    wood += moss(whole, [(-1.9, 0.1), (0.2, 0.15), (0.6, -0.2), (2.2, 0.2), (-0.4, -0.3), (1.8, -0.3)], rng)
    wood += drape(whole, (-1.2, -0.42), 0.9, 0.5, rng) + drape(whole, (0.9, 0.5), 0.9, 0.6, rng)
    for x, y in ((-2.2, -0.36), (-1.95, -0.42), (0.3, -0.52), (0.55, -0.5)):
        shelf = hull(
            np.array(
                [
                    (np.cos(t) * r, np.sin(t) * r, z)
                    for t in np.linspace(0, 6.28, 9)[:-1]
                    for r, z in ((0.2, 0), (0.12, 0.07))
                ]
            )
        )
        wood.append(painted(shelf.translate((x, y, rng.uniform(0.45, 0.8))), bark(rng).shade(1.35)))
    return [made("log", PartKind.OBSTACLE, wood)]


def _grain(points: sdf.Points) -> np.ndarray:
    x, y, z = points.T
    angle = np.arctan2(z - 0.52, y)
    return 0.03 * np.sin(8 * angle + 0.8 * x) + 0.015 * np.sin(4 * x + 5 * angle)


def reed_pool(rng: Rng) -> list[Made]:
    """Return a still pool with reeds and stones round it: seen through and waded through."""
    outline = []
    for t in np.linspace(0, 2 * np.pi, 25)[:-1]:
        r = 1.0 + 0.16 * np.sin(2 * t + 1) + 0.1 * np.sin(3 * t) + rng.uniform(-0.03, 0.03)
        outline.append((1.75 * r * np.cos(t), 1.15 * r * np.sin(t)))
    pool = Body.extrude(m3.CrossSection([np.array(outline)]), 0.05)
    bank = Body.extrude(m3.CrossSection([np.array(outline) * 1.1]), 0.035)
    water = [painted(pool, WATER), painted(bank, foliage(rng).shade(0.6))]
    for _ in range(9):
        t, r = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.8)
        pad = Body.cylinder(0.02, 0.15, 0.13, 9).scale((rng.uniform(0.7, 1.2), 1, 1))
        at = (1.6 * r * np.cos(t), 1.0 * r * np.sin(t), 0.042)
        water.append(painted(moved(pad, at, turn=rng.uniform(0, 90)), foliage(rng).shade(1.15)))
    blades: list[Body] = []
    for x, y, n in ((-1.5, 0.5, 22), (-1.1, -0.75, 18), (1.45, 0.55, 24), (0.3, 1.05, 16), (1.6, -0.3, 14)):
        blades += reeds((x, y), n, 0.3, (0.8, 1.6), rng)
    stones = rubble([(-1.85, -0.1), (0.9, -1.15), (2.0, 0.2), (-0.5, 1.2)], (0.3, 0.5), rng)
    stones += [painted(boulder((0.6, 0.5, 0.5), rng).translate((1.25, -0.95, 0.1)), bark(rng).shade(0.85))]
    whole = unite(stones)
    stones += moss(whole, [(-1.85, -0.1), (0.9, -1.15)], rng, radius=(0.08, 0.14))
    return [
        made("water", PartKind.SCENERY, water),
        made("reeds", PartKind.SCENERY, blades),
        made("stones", PartKind.LOW, stones),
    ]
