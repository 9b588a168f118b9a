"""A totem that watches over the drowned village: three carved faces, a bird with spread wings on top."""

import numpy as np

from assets.source import sdf
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import rubble
from assets.source.terrain.paints import BONE, BRONZE, ROPE, bark, masonry, timber, wax
from assets.source.terrain.piece import Made, made
from assets.source.terrain.relics import skull
from assets.source.terrain.shapes import hull, rod, stone, tube
from assets.source.terrain.wood import sculpted
from warcry3d.table.skin import Material
from warcry3d.table.terrain import PartKind

__all__ = ["totem"]

Rng = np.random.Generator

RED, BLACK = (0.42, 0.17, 0.12), (0.16, 0.15, 0.14)
"""Ochre and soot, rubbed into the carving."""

FACE = 1.12
"""Height (in) of one carved face."""


def totem(rng: Rng) -> list[Made]:
    """Return the totem: 2.6 in across its wings, 5 in high, on a ring of stones with skulls and candles."""
    pole: list[Body] = []
    for i, (carving, radius) in enumerate(((_toad, 0.52), (_elder, 0.47), (_wolf, 0.43))):
        z = 0.1 + i * FACE
        field = sdf.displaced(carving(radius), _adze, 0.02)
        paint = bark(rng).mixed(timber(rng, 2.0), 0.4).shade((0.8, 0.92, 1.0)[i])
        pole.append(painted(sculpted(field, 0.045, 1080).translate((0, 0, z)), paint))
        pole += [body.translate((0, 0, z)) for body in _eyes(radius, i, rng)]
        band = Body.cylinder(0.13, radius * 0.93, radius * 0.9, 14).translate((0, 0, z + FACE - 0.1))
        pole.append(painted(band, ROPE.shade(0.75 + 0.1 * i)))
    pole += [body.translate((0, 0, 0.1 + 3 * FACE)) for body in _bird(rng)]
    pole.append(painted(Body.cylinder(0.4, 0.5, 0.5, 12).translate((0, 0, -0.15)), bark(rng).shade(0.7)))
    whole = unite(pole)
    pole += drape(whole, (0.75, 0.12), 0.5, 0.9, rng, lip=False) + drape(whole, (-0.85, 0.12), 0.4, 0.6, rng, lip=False)
    pole += moss(whole, [(0.2, 0.35), (-0.4, 0.1)], rng, radius=(0.07, 0.12))
    return [
        made("pole", PartKind.UNCLIMBABLE, pole),
        made("stones", PartKind.LOW, _ring(rng)),
    ]


def _adze(points: sdf.Points) -> np.ndarray:
    x, y, z = points.T
    return 0.012 * np.sin(13 * z + 2 * np.sin(7 * x)) * np.sin(9 * np.arctan2(y, x)) + 0.006 * np.sin(31 * z)


def _trunk(radius: float) -> sdf.Field:
    return sdf.cylinder((0, 0, 0), (0, 0, FACE), radius, radius * 0.95, rounding=0.06)


def _both(field: sdf.Field) -> sdf.Field:
    """Return a field and its mirror image on the other side of the face (x -> -x)."""
    flip = np.array([-1.0, 1.0, 1.0])
    lo, hi = field.lo * flip, field.hi * flip
    return sdf.union(field, sdf.Field(lambda p: field.at(p * flip), np.minimum(lo, hi), np.maximum(lo, hi)))


def _toad(r: float) -> sdf.Field:
    """Return a toad's face that looks towards -y: wide mouth, bulging lids, forelegs."""
    lids = _both(sdf.ball((0.24, -r + 0.14, 0.8), 0.2))
    lips = sdf.union(
        sdf.bone((-0.36, -r + 0.1, 0.47), (0.0, -r - 0.06, 0.42), 0.07, 0.09),
        sdf.bone((0.0, -r - 0.06, 0.42), (0.36, -r + 0.1, 0.47), 0.09, 0.07),
        sdf.bone((-0.36, -r + 0.1, 0.3), (0.0, -r - 0.08, 0.24), 0.07, 0.1),
        sdf.bone((0.0, -r - 0.08, 0.24), (0.36, -r + 0.1, 0.3), 0.1, 0.07),
        k=0.04,
    )
    arms = _both(
        sdf.chain([(r * 0.98, 0.0, 0.6), (r + 0.08, -0.28, 0.25), (0.22, -r - 0.06, 0.08)], (0.12, 0.13, 0.09), k=0.05)
    )
    head = sdf.union(_trunk(r), lids, lips, arms, k=0.05)
    nostrils = _both(sdf.ball((0.08, -r - 0.02, 0.6), 0.035))
    return sdf.cut(head, nostrils, sdf.box((0, -r, 0.355), (0.3, 0.2, 0.028), 0.02), k=0.02)


def _elder(r: float) -> sdf.Field:
    """Return an old man's face: heavy brow, long nose, open mouth with teeth, ears."""
    brow = _both(sdf.bone((0.02, -r - 0.06, 0.84), (0.36, -r + 0.14, 0.93), 0.1, 0.075))
    nose = sdf.chain([(0, -r + 0.02, 0.85), (0, -r - 0.16, 0.52), (0, -r - 0.12, 0.46)], (0.07, 0.11, 0.1), k=0.03)
    cheeks = _both(sdf.ellipsoid((0.24, -r + 0.12, 0.48), (0.14, 0.14, 0.16)))
    lips = sdf.ring((0, -r + 0.05, 0.23), (0, 1, 0.12), 0.17, 0.06)
    ears = _both(sdf.ellipsoid((r + 0.02, -0.02, 0.64), (0.08, 0.15, 0.2)))
    head = sdf.union(_trunk(r), brow, nose, cheeks, ears, sdf.union(lips, k=0.0), k=0.05)
    mouth = sdf.ellipsoid((0, -r - 0.02, 0.23), (0.14, 0.16, 0.1))
    teeth = sdf.union(*(sdf.box((x, -r + 0.07, 0.3), (0.026, 0.05, 0.05), 0.012) for x in (-0.075, 0.0, 0.075)))
    sockets = _both(sdf.ball((0.17, -r - 0.02, 0.7), 0.11))
    return sdf.union(sdf.cut(head, mouth, sockets, k=0.03), teeth)


def _wolf(r: float) -> sdf.Field:
    """Return a wolf's head: long snout with bared teeth, ears laid back."""
    snout = sdf.union(
        sdf.bone((0, -r + 0.1, 0.6), (0, -r - 0.42, 0.46), 0.24, 0.14),
        sdf.bone((0, -r + 0.1, 0.3), (0, -r - 0.34, 0.2), 0.2, 0.1),
        k=0.04,
    )
    nose = sdf.ellipsoid((0, -r - 0.54, 0.53), (0.1, 0.07, 0.07))
    brow = _both(sdf.bone((0.08, -r - 0.06, 0.78), (0.32, -r + 0.14, 0.9), 0.085, 0.07))
    ears = _both(sdf.bone((0.3, -0.1, 0.85), (0.45, 0.04, 1.1), 0.13, 0.04))
    mouth = sdf.box((0, -r - 0.3, 0.345), (0.3, 0.38, 0.035), 0.02)
    teeth = _both(
        sdf.union(
            *(
                sdf.bone(
                    (0.11 - 0.01 * i, -r - 0.08 - 0.13 * i, 0.41),
                    (0.11 - 0.01 * i, -r - 0.08 - 0.13 * i, 0.3),
                    0.035,
                    0.015,
                )
                for i in range(3)
            )
        )
    )
    head = sdf.union(_trunk(r), snout, nose, brow, ears, k=0.06)
    return sdf.union(sdf.cut(head, mouth, k=0.02), teeth)


def _eyes(r: float, i: int, rng: Rng) -> list[Body]:
    """Return painted eyes and a stroke of ochre over each."""
    x, y, z = ((0.25, -r - 0.01, 0.81), (0.17, -r + 0.05, 0.7), (0.19, -r - 0.02, 0.7))[i]
    paint = timber(rng, 3.0)
    bodies = []
    for side in (-1, 1):
        ball = Body.sphere(0.075, 8).translate((side * x, y, z))
        bodies.append(painted(ball, BRONZE.shade(1.2) if i == 2 else BONE))
        pupil = Body.sphere(0.04, 8).translate((side * x * 0.98, y - 0.055, z))
        bodies.append(painted(pupil, type(paint)(BLACK, Material.WOOD)))
        cheek = rod((side * (x + 0.04), -r + 0.03, z - 0.2), (side * (x + 0.1), -r + 0.085, z - 0.32), 0.05, sides=6)
        bodies.append(painted(cheek, type(paint)(RED, Material.WOOD)))
    return bodies


def _bird(rng: Rng) -> list[Body]:
    """Return the bird on z = 0: a hooked beak, a crest, two wings of carved boards."""
    body = sdf.union(
        sdf.ellipsoid((0, 0.02, 0.3), (0.36, 0.34, 0.42)),
        sdf.ball((0, -0.12, 0.78), 0.27),
        sdf.chain([(0, -0.3, 0.84), (0, -0.56, 0.8), (0, -0.66, 0.62)], (0.14, 0.1, 0.035), k=0.04),
        _both(sdf.bone((0.05, -0.3, 0.95), (0.22, -0.12, 1.0), 0.06, 0.04)),
        sdf.chain([(0, -0.02, 0.98), (0, 0.14, 1.16), (0, 0.3, 1.2)], (0.1, 0.07, 0.03), k=0.05),
        k=0.09,
    )
    bodies = [painted(sculpted(sdf.displaced(body, _adze, 0.02), 0.045, 800), bark(rng).shade(0.95))]
    for side in (-1, 1):
        for i in range(5):
            root = np.array((side * 0.24, 0.08, 0.55 - 0.07 * i))
            tip = np.array((side * (1.3 - 0.13 * i), 0.16 + 0.02 * i, 0.92 - 0.3 * i))
            bodies.append(painted(_feather(root, tip, 0.25), timber(rng, 4.0).shade(0.85 + 0.06 * (i % 2))))
        arm = tube(
            [(side * 0.2, 0.06, 0.62), (side * 0.7, 0.1, 0.84), (side * 1.28, 0.14, 1.0)], (0.1, 0.085, 0.05), sides=6
        )
        paint = timber(rng, 4.0)
        bodies.append(painted(arm, type(paint)(RED, Material.WOOD)))
        eye = Body.sphere(0.06, 8).translate((side * 0.2, -0.26, 0.84))
        bodies.append(painted(eye, BRONZE.shade(1.2)))
    return bodies


def _feather(root: np.ndarray, tip: np.ndarray, wide: float) -> Body:
    """Return a flat board from ``root`` to ``tip`` with a pointed end."""
    along = (tip - root) / np.linalg.norm(tip - root)
    across = np.cross(along, (0, 1, 0))
    points = []
    for share, width in ((0.0, 0.7), (0.75, 1.0), (0.9, 0.75), (1.0, 0.15)):
        at = root + (tip - root) * share
        for s in (-1, 1):
            for t in (-1, 1):
                points.append(at + across * (s * wide / 2 * width) + np.array((0, t * 0.045, 0)))
    return hull(points)


def _ring(rng: Rng) -> list[Body]:
    """Return the stones that wedge the pole, skulls and candles among them."""
    bodies = []
    for t in np.linspace(0, 2 * np.pi, 9)[:-1]:
        size = rng.uniform((0.42, 0.36, 0.4), (0.66, 0.5, 0.62))
        body = stone(size, rng, bevel=0.08, jitter=0.04, chip=0.6, foot=False)
        at = (0.82 * np.cos(t), 0.82 * np.sin(t), size[2] * 0.36)
        tilt = (rng.uniform(-10, 10), rng.uniform(-10, 10))
        bodies.append(
            painted(moved(body, at, turn=np.degrees(t) + 90 + rng.uniform(-15, 15), tilt=tilt), masonry(rng, 0.3))
        )
    whole = unite(bodies)
    bodies += moss(whole, [(0.8, 0.3), (-0.7, -0.4), (0.1, 0.85)], rng, radius=(0.08, 0.16))
    bodies += rubble([(1.3, 0.5), (-1.25, 0.4)], (0.24, 0.36), rng)
    for x, y, turn in ((0.28, -1.12, -12), (-0.42, -1.2, 24)):
        bodies.append(painted(moved(skull(), (x, y, -0.02), turn=turn), BONE.shade(rng.uniform(0.9, 1.05))))
    for x, y, high in ((-0.1, -1.15, 0.22), (0.62, -1.05, 0.3), (0.75, -1.15, 0.16), (-0.75, -1.0, 0.26)):
        bodies.append(painted(Body.cylinder(high + 0.05, 0.07, 0.055, 7).translate((x, y, -0.05)), wax(rng)))
    return bodies
