"""A palisade of sharpened logs with a step to fight from, and a gate of the same make."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from assets.source.terrain.boardwalk import CELL
from assets.source.terrain.clay import Body, moved, painted, unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import placed, rubble
from assets.source.terrain.paints import BONE, IRON, ROPE, SOIL, timber
from assets.source.terrain.piece import Made, made
from assets.source.terrain.relics import skull
from assets.source.terrain.shapes import beam, boulder, box, plank, rod, tube
from assets.source.terrain.timber import deck, lashing, post, strut
from warcry3d.table.terrain import PartKind

__all__ = ["palisade", "palisade_gate"]

Rng = np.random.Generator

PITCH = 0.43
"""From one log to the next (in); each is as thick and a little more, so that nothing shows between them."""

STEP = 1.25
"""Height (in) of the step behind the logs."""

WAY = 0.85
"""Half the width (in) of the gate."""


def _logs(start: float, end: float, rng: Rng, *, heights: tuple[float, float] = (2.45, 2.85)) -> list[Body]:
    """Return upright sharpened logs along x from ``start`` to ``end`` about y = 0, a core behind their joints."""
    n = max(1, round((end - start) / PITCH))
    pitch = (end - start) / n
    bodies: list[Body] = []
    tops = []
    for i in range(n):
        x, y = start + (i + 0.5) * pitch, rng.uniform(-0.04, 0.04)
        high = rng.uniform(*heights)
        tops.append(high)
        radius = pitch / 2 * rng.uniform(0.99, 1.06)
        lean = rng.uniform(-0.025, 0.025, 2)
        lean[0] = np.clip(lean[0], start + radius - x, end - radius - x) if 0 < i < n - 1 else 0.0
        path = [(x, y, -0.2), (x + lean[0] / 2, y, high * 0.5), (x + lean[0], y + lean[1], high - 0.4)]
        paint = timber(rng, 1.2)
        bodies.append(painted(tube(path, (radius, radius * 0.98, radius * 0.94), sides=8), paint))
        neck = np.array(path[-1])
        tip = neck + np.array((*rng.uniform(-0.03, 0.03, 2), 0.4))
        bodies.append(painted(rod(neck - (0, 0, 0.02), tip, radius * 0.94, tip=0.03, sides=8), paint.shade(1.32)))
    for i, (a, b) in enumerate(pairwise(tops)):
        # As high as the gap between two points is too narrow to look through.
        x = start + (i + 1) * pitch
        core = box((x - pitch / 2 - 0.01, -0.09, -0.1), (x + pitch / 2 + 0.01, 0.09, min(a, b) - 0.4 + 0.14))
        bodies.append(painted(core, timber(rng, 1.0).shade(0.45)))
    return bodies


def _ribands(start: float, end: float, zs: Sequence[float], rng: Rng, *, y: float) -> list[Body]:
    """Return rails along the logs and the ropes that tie them."""
    bodies = []
    for z in zs:
        bodies.append(strut((start, y, z), (end, y, z + rng.uniform(-0.05, 0.05)), 0.13, 0.17, rng))
        for x in np.arange(start + 0.6, end - 0.2, 1.25):
            wrap = plank((0.15, 0.3, 0.26), bevel=0.04)
            turned = moved(wrap, (x, y * 0.9, z), turn=rng.uniform(-8, 8), tilt=(0, rng.uniform(-14, 14)))
            bodies.append(painted(turned, ROPE.shade(rng.uniform(0.85, 1.05))))
    return bodies


def _bank(start: float, end: float, rng: Rng) -> list[Body]:
    """Return the low bank of earth and stones at the foot of the logs, on the side of the enemy."""
    bodies = []
    for x in np.linspace(start + 0.5, end - 0.5, round((end - start) / 0.55)):
        mound = boulder((0.95, 0.7, rng.uniform(0.35, 0.6)), rng)
        at = (x, -0.32 + rng.uniform(-0.08, 0.05), 0.0)
        bodies.append(painted(mound.translate(at), SOIL.shade(rng.uniform(0.9, 1.25))))
    return bodies


def palisade(rng: Rng) -> list[Made]:
    """Return a length of palisade: 6 in long, 2.85 in high, a step 1.25 in up behind it (+y), stakes before it (-y)."""
    logs = _logs(-CELL, CELL, rng) + _ribands(-2.95, 2.95, (0.75, 1.95), rng, y=0.3)
    whole = unite(logs)
    logs += drape(whole, (-1.7, -0.22), 0.8, 1.3, rng) + drape(whole, (1.9, -0.2), 0.7, 0.9, rng)
    stakes = []
    for x in np.linspace(-2.7, 2.7, 10):
        foot = np.array((x, -0.28, -0.02))
        tip = np.array((x + rng.uniform(-0.08, 0.08), -1.15 + rng.uniform(-0.1, 0.1), rng.uniform(1.05, 1.25)))
        paint = timber(rng, 0.9)
        neck = foot + (tip - foot) * 0.72
        stakes.append(painted(rod(foot, neck, 0.095, sides=7), paint))
        stakes.append(painted(rod(neck - (tip - foot) * 0.01, tip, 0.095, tip=0.012, sides=7), paint.shade(1.35)))
    bank = _bank(-CELL, CELL, rng)
    earth = unite(bank)
    bank += moss(earth, [(-2.2, -0.45), (0.1, -0.4), (1.6, -0.5)], rng)
    step = deck((-2.9, 0.4), (2.9, 1.62), STEP, rng, along="y", board=0.55, overhang=0.04)
    trestles = []
    for x in (-2.6, 0.0, 2.6):
        trestles.append(post(x, 1.4, -0.1, STEP - 0.12, rng, width=0.24))
        trestles.append(strut((x, 0.32, STEP - 0.26), (x, 1.58, STEP - 0.26), 0.18, 0.2, rng))
        trestles.append(strut((x, 0.3, 0.3), (x, 1.35, 0.75), 0.11, 0.15, rng))
    return [
        made("logs", PartKind.OBSTACLE, logs),
        made("step", PartKind.PLATFORM, step, floor=False),
        made("trestles", PartKind.OBSTACLE, trestles),
        made("stakes", PartKind.DEADLY, stakes),
        made("bank", PartKind.LOW, bank),
    ]


def palisade_gate(rng: Rng) -> list[Made]:
    """Return a gate in the palisade: 6 in long, a way 1.7 in wide under a beam, a door in it, skulls over it."""
    sides = []
    for start, end in ((-CELL, -WAY - 0.32), (WAY + 0.32, CELL)):
        sides += _logs(start, end, rng) + _ribands(start + 0.05, end - 0.02, (0.75, 1.95), rng, y=0.3)
    whole = unite(sides)
    sides += drape(whole, (-2.2, -0.22), 0.8, 1.3, rng)
    bank = []
    for start, end in ((-CELL, -WAY - 0.5), (WAY + 0.5, CELL)):
        bank += _bank(start, end, rng)
    earth = unite(bank)
    bank += moss(earth, [(-2.2, -0.45), (2.3, -0.4)], rng)
    bank += rubble([(-2.1, -0.85), (2.5, -0.8), (2.2, 0.7)], (0.24, 0.4), rng)
    return [
        made("logs", PartKind.OBSTACLE, sides),
        made("frame", PartKind.ARCH, _frame(rng)),
        made("door-1", PartKind.DOOR, placed(_leaf(rng), (0, 0.02, 0))),
        made("bank", PartKind.LOW, bank),
    ]


def _frame(rng: Rng) -> list[Body]:
    """Return two thick posts and the beams over them; the way between them is `WAY` to either side, 2.4 in high."""
    bodies = []
    for side in (-1, 1):
        x = side * (WAY + 0.24)
        path = [(x, 0, -0.2), (x, 0, 1.6), (x, 0, 3.85)]
        bodies.append(painted(tube(path, (0.25, 0.235, 0.21), sides=9), timber(rng, 1.2).shade(0.9)))
        tip = rod((x, 0, 3.83), (x, 0, 4.25), 0.21, tip=0.03, sides=9)
        bodies.append(painted(tip, timber(rng, 3.0).shade(1.2)))
        bodies += lashing(x, 0, 2.52, 0.46, rng) + lashing(x, 0, 3.3, 0.44, rng)
        brace = rod((x + side * 0.05, 0.08, 2.3), (x + side * 0.12, 1.25, -0.05), 0.11, sides=7)
        bodies.append(painted(brace, timber(rng, 1.0).shade(0.9)))
    for y in (-0.2, 0.2):
        bodies.append(painted(beam((-1.75, y, 2.56), (1.75, y, 2.58), 0.2, 0.28), timber(rng, 2.6).shade(0.85)))
    bodies.append(painted(box((-1.1, -0.12, 2.46), (1.1, 0.12, 2.66)), timber(rng, 2.6).shade(0.6)))
    bodies.append(painted(rod((-1.6, 0.0, 3.4), (1.62, 0, 3.42), 0.13, sides=8), timber(rng, 3.0)))
    xs = np.linspace(-0.6, 0.6, 4)
    for x in xs:
        bodies.append(painted(rod((x, 0, 2.5), (x + 0.02, 0, 3.75), 0.1, sides=7), timber(rng, 3.0)))
        bodies.append(
            painted(rod((x + 0.02, 0, 3.74), (x + 0.02, 0, 4.0), 0.1, tip=0.02, sides=7), timber(rng, 3.0).shade(1.3))
        )
    for x, z, turn in ((-0.42, 2.56, -8), (0.0, 2.6, 4), (0.42, 2.55, 10)):
        bodies.append(painted(moved(skull(), (x, -0.38, z - 0.1), turn=turn), BONE.shade(rng.uniform(0.9, 1.05))))
    whole = unite(bodies)
    return (
        bodies
        + drape(whole, (-1.2, -0.3), 0.6, 0.8, rng)
        + moss(whole, [(0.9, 0.2), (-0.5, -0.2)], rng, radius=(0.06, 0.12))
    )


def _leaf(rng: Rng) -> list[Body]:
    """Return the closed leaf: split logs side by side, two bars and a cross of timber, iron hinges."""
    half, high = WAY + 0.06, 2.48
    bodies = [painted(box((-half, -0.04, 0), (half, 0.06, high)), timber(rng, 1.0).shade(0.45))]
    n = 5
    for i in range(n):
        x = -half + (i + 0.5) * 2 * half / n
        board = plank((high, 2 * half / n - 0.02, 0.17), bevel=0.05).rotate((0, 90, 0)).rotate((0, 0, 90))
        bodies.append(painted(board.translate((x, 0, high / 2)), timber(rng, 1.2).shade(0.9)))
    for z in (0.5, high - 0.45):
        bodies.append(painted(beam((-half, 0.13, z), (half, 0.13, z), 0.12, 0.24), timber(rng, 1.2).shade(0.75)))
        bodies.append(painted(box((-half, -0.12, z - 0.06), (-0.1, -0.03, z + 0.06)), IRON))
    bodies.append(
        painted(beam((-half + 0.1, 0.12, 0.55), (half - 0.1, 0.12, high - 0.5), 0.1, 0.2), timber(rng, 1.2).shade(0.8))
    )
    return bodies
