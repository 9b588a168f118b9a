"""Carpenters' walls and roofs: upright boards, plaster between timbers, shakes on rafters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import manifold3d as m3
import numpy as np

from assets.source.terrain.clay import Body, painted
from assets.source.terrain.paints import PLASTER, timber
from assets.source.terrain.shapes import beam, box, plank
from assets.source.terrain.timber import strut

__all__ = ["Hole", "boarded", "half_timbered", "rafters", "shakes"]

Rng = np.random.Generator
Profile = Callable[[float], float]

SUNK = 0.04
"""How deep (in) walls reach into the deck they stand on, past the grooves between its planks."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A door or window in a wall of wood: from ``x0`` to ``x1`` along it, ``z0`` to ``z1`` up."""

    x0: float
    x1: float
    z0: float
    z1: float


def boarded(
    length: float, top: Profile, rng: Rng, *, holes: Sequence[Hole] = (), ragged: float = 0.06, board: float = 0.4
) -> list[Body]:
    """Return a wall of upright boards on a core, along +x from 0 to ``length`` about y = 0, from z = 0 to ``top``."""
    edges = sorted({0.0, length, *(x for hole in holes for x in (hole.x0, hole.x1))})
    bodies = []
    for start, end in pairwise(edges):
        n = max(1, round((end - start) / board))
        for a, b in pairwise(np.linspace(start, end, n + 1)):
            bodies += _board(float(a), float(b), _free((a + b) / 2, top, holes), rng, ragged)
    return bodies


def _free(x: float, top: Profile, holes: Sequence[Hole]) -> list[tuple[float, float]]:
    """Return the heights between which there is wall at ``x``."""
    low, spans = -SUNK, []
    for hole in sorted(holes, key=lambda hole: hole.z0):
        if hole.x0 < x < hole.x1:
            spans.append((low, min(hole.z0, top(x))))
            low = hole.z1
    spans.append((low, top(x)))
    return [(a, b) for a, b in spans if b - a > 0.08]


def _board(a: float, b: float, spans: Sequence[tuple[float, float]], rng: Rng, ragged: float) -> list[Body]:
    bodies = []
    paint = timber(rng, 3.5)
    for i, (low, high) in enumerate(spans):
        worn = high - (rng.uniform(0, 2 * ragged) if i == len(spans) - 1 else 0.0)
        shape = plank((worn - low, b - a - 0.018, 0.13), bevel=0.03).rotate((0, 90, 0)).rotate((0, 0, 90))
        at = ((a + b) / 2, rng.uniform(-0.015, 0.015), (low + worn) / 2)
        bodies.append(painted(shape.translate(at), paint.shade(rng.uniform(0.95, 1.05))))
        core = box((a - 0.01, -0.035, low + 0.01), (b + 0.01, 0.035, worn - 0.04))
        bodies.append(painted(core, paint.shade(0.5)))
    return bodies


def half_timbered(
    studs: Sequence[float], tops: Sequence[float], rng: Rng, *, holes: Sequence[Hole] = (), crooked: float = 0.3
) -> list[Body]:
    """Return a wall of timbers and plaster along +x about y = 0 from z = 0.

    ``studs``: where the uprights stand; ``tops``: how high each is; the plaster between two is broken along its top by
    up to ``crooked``, unless both are as high as the highest. Holes reach from stud to stud.
    """
    full = max(tops)
    bodies = []
    for x, high in zip(studs, tops, strict=True):
        upright = beam((x, 0, -0.05), (x, 0, high), 0.24, 0.22, bevel=0.04)
        bodies.append(painted(upright, timber(rng, 3.5).shade(0.82)))
    for (x0, x1), (h0, h1) in zip(pairwise(studs), pairwise(tops), strict=True):
        hole = next((hole for hole in holes if abs(hole.x0 - x0) < 0.05), None)
        whole = min(h0, h1) > full - 0.05
        bodies += _bay(x0, x1, (h0, h1), hole, rng, crooked=0.0 if whole else crooked)
    return bodies


def _bay(x0: float, x1: float, tops: tuple[float, float], hole: Hole | None, rng: Rng, *, crooked: float) -> list[Body]:
    """Return plaster and rails between two studs."""
    bodies = []
    if hole is None:
        bodies.append(_plaster(x0, x1, -SUNK, tops, rng, crooked))
        rail = 0.55 * min(tops)
        if rng.random() < 0.6 and not crooked:
            ends = (0.1, 0.9) if rng.random() < 0.5 else (0.9, 0.1)
            a, b = (x0, 0, ends[0] * tops[0]), (x1, 0, ends[1] * tops[1])
            bodies.append(painted(beam(a, b, 0.2, 0.17), timber(rng, 3.5).shade(0.82)))
        else:
            bodies.append(painted(beam((x0, 0, rail), (x1, 0, rail), 0.2, 0.17), timber(rng, 3.5).shade(0.82)))
    else:
        if hole.z0 > 0.1:
            bodies.append(_plaster(x0, x1, -SUNK, (hole.z0, hole.z0), rng, 0.0))
            sill = beam((x0, 0, hole.z0 - 0.08), (x1, 0, hole.z0 - 0.08), 0.34, 0.16)
            bodies.append(painted(sill, timber(rng, 3.5).shade(0.85)))
        if min(tops) > hole.z1 + 0.2:
            bodies.append(_plaster(x0, x1, hole.z1, tops, rng, crooked))
            lintel = beam((x0, 0, hole.z1 + 0.09), (x1, 0, hole.z1 + 0.09), 0.25, 0.18)
            bodies.append(painted(lintel, timber(rng, 3.5).shade(0.82)))
    if not crooked:
        plate = beam((x0 - 0.1, 0, min(tops)), (x1 + 0.1, 0, min(tops)), 0.26, 0.2)
        bodies.append(painted(plate, timber(rng, 3.5).shade(0.8)))
    return bodies


def _plaster(x0: float, x1: float, low: float, tops: tuple[float, float], rng: Rng, crooked: float) -> Body:
    xs = np.linspace(x0 - 0.05, x1 + 0.05, 5)
    heights = np.interp(xs, (x0, x1), tops) - (rng.uniform(0.1, 1.0, 5) * crooked if crooked else 0.05)
    outline = [(x0 - 0.05, low), (x1 + 0.05, low), *zip(xs[::-1], np.maximum(heights[::-1], low + 0.06), strict=True)]
    panel = Body.extrude(m3.CrossSection([np.array(outline)]), 0.15).rotate((90, 0, 0)).translate((0, 0.075, 0))
    return painted(panel, PLASTER.shade(rng.uniform(0.88, 1.06)))


def shakes(
    eave: tuple[float, float],
    ridge: tuple[float, float],
    run: tuple[float, float],
    rng: Rng,
    *,
    rows: int = 4,
    ragged: float = 0.0,
) -> list[Body]:
    """Return one side of a roof: split boards in overlapping rows on a solid layer, its ridge along x.

    ``eave`` and ``ridge``: (y, z) of the lower and upper edge; ``run``: from and to along x; ``ragged``: how far (in)
    the roof may be broken back at the far end.
    """
    rise, depth = ridge[1] - eave[1], ridge[0] - eave[0]
    length = float(np.hypot(rise, depth))
    flat: list[Body] = []
    step = length / rows
    ends = [run[1] - rng.uniform(0, ragged) for _ in range(rows)]
    for row in range(rows):
        x, end = run[0] + 0.1 * (row % 2) * rng.uniform(0.3, 1), ends[row]
        under = box((row * step - 0.02, run[0] + 0.06, -0.05), (min(length, (row + 1) * step + 0.1), end - 0.1, 0.01))
        flat.append(painted(under, timber(rng, 4.0).shade(0.5)))
        while x < end - 0.12:
            wide = min(rng.uniform(0.45, 0.75), end - x)
            board = Body.cube((step + 0.2, wide - 0.02, 0.085), True).rotate((0, 3.4, rng.uniform(-1, 1)))
            at = (row * step + step / 2 - 0.06 + rng.uniform(-0.05, 0.03), x + wide / 2, 0.055)
            flat.append(painted(board.translate(at), timber(rng, 4.0).shade(rng.uniform(0.75, 0.95))))
            x += wide
    # Flat: x runs up the slope, y along the ridge, z out of the roof.
    side, angle = float(np.sign(depth)), np.arctan2(rise, abs(depth))
    up, out = (side * np.cos(angle), np.sin(angle)), (-side * np.sin(angle), np.cos(angle))
    onto = np.array([[0, 1, 0, 0], [up[0], 0, out[0], eave[0]], [up[1], 0, out[1], eave[1]]], dtype=float)
    return [body.transform(onto) for body in flat]


def rafters(eave: tuple[float, float], ridge: tuple[float, float], xs: Sequence[float], rng: Rng) -> list[Body]:
    """Return a pair of rafters at each of ``xs``, from the eaves (mirrored at the ridge's y) to the ridge."""
    bodies = []
    far = (2 * ridge[0] - eave[0], eave[1])
    for x in xs:
        for y, z in (eave, far):
            bodies.append(strut((x, y, z - 0.14), (x, ridge[0], ridge[1] - 0.14), 0.13, 0.17, rng))
    return bodies
