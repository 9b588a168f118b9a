"""A last set of labelled pieces: made when all work on telling parts was done, run once, and left as it came out.

Two labels were mended after that, which were wrong themselves: a parapet that closed the vault below it, a doorway that
had no label.
"""

from functools import cache

import manifold3d as m3
import numpy as np

from tests.terrain.held_out_more import _disc, _pile, _vault
from tests.terrain.labelled import LabelledPiece, _ball, _block, _flight, _ladder, _Making, _ragged, _rod, _wedge

__all__ = ["last_held_out_pieces"]


def _mill(rough: bool = False) -> _Making:
    """A storehouse: double leaf fused in a broad gateway, loft doorway with a hoist above it, outside stairs."""
    it = _Making()
    walls = _block((0, 0, 0), (6, 4.5, 5.2)) - _block((0.35, 0.35, -1), (5.65, 4.15, 9))
    walls -= _block((1.6, -1, -1), (3.9, 1, 2.3)) + _block((2.1, -1, 2.9), (3.3, 1, 4.6))
    leaves = _block((1.5, 0.12, 0), (2.73, 0.24, 2.35)) + _block((2.72, 0.12, 0), (4.0, 0.24, 2.35))
    floor = _block((0.3, 0.3, 2.65), (5.7, 4.2, 2.9))
    steps = _flight(-3.0, (3.2, 4.5), 0.5, [0.45 * (k + 1) for k in range(6)]).translate((0, 0, 0))
    hoist = _rod((2.7, 0.2, 4.9), (2.7, -1.2, 4.9), 0.09)
    it.body(walls, leaves, floor, steps, hoist, rough=rough)
    it.label("gate leaves", "door", [(2.0, 0.12, 1.0), (3.4, 0.24, 1.4), (3.2, 0.12, 0.6)], "low arch")
    it.label("loft doorway", "arch", [(2.7, 0.17, 3.4)])
    it.label("loft", "platform", [(3, 2, 2.9), (1.2, 3, 2.9), (4.8, 1.4, 2.9)], "stairs low")
    it.label("steps", "stairs", [(-2.25, 3.9, 0.9), (-1.25, 3.9, 1.8), (-0.75, 3.9, 2.25)], "platform low")
    it.label("walls", "obstacle", [(0, 1, 1.5), (6, 2, 2), (3, 4.5, 3), (5, 0, 2)], "low door platform")
    return it


def _apse() -> _Making:
    """A half-round chapel end: a doorway through the curve, a window, an altar on a step."""
    it = _Making()
    half = _block((-9, 0, -1), (9, 9, 9))
    wall = (_disc(3.0, 0, 3.4, 60) - _disc(2.6, -1, 5, 60)) ^ half
    door = _block((-0.65, 0, -1), (0.65, 9, 2.1)).rotate((0, 0, 40))
    window = _block((-0.4, 0, 1.2), (0.4, 9, 2.4)).rotate((0, 0, -35))
    step = _block((-1.0, 0.4, 0), (1.0, 1.9, 0.35))
    it.body(wall - door - window)
    it.body(step, _block((-0.5, 0.9, 0.3), (0.5, 1.5, 1.4)))
    c, s = np.cos(np.radians(130)), np.sin(np.radians(130))
    it.label("doorway", "arch", [(2.8 * c, 2.8 * s, 0.8)])
    it.label("wall", "obstacle", [(2.95, 0.2, 1.5), (0.0, 3.0, 1.0), (1.6, 2.53, 0.6)], "low door unclimbable")
    it.label("step", "low", [(-0.8, 1.0, 0.35), (1.0, 1.2, 0.2), (0.0, 0.4, 0.2)], "platform obstacle")
    it.label("altar", "obstacle", [(0.5, 1.2, 0.9), (0.0, 0.9, 1.0)], "low unclimbable")
    return it


def _yard() -> _Making:
    """A wall corner with a leaning ladder, crates of two heights against it, a heap in the corner, a trough."""
    it = _Making()
    walls = _block((0, 0, 0), (6, 0.5, 3.2)) + _block((0, 0, 0), (0.5, 5, 2.6))
    crates = _block((2.0, 0.45, 0), (2.9, 1.35, 0.85)) + _block((3.2, 0.45, 0), (4.4, 1.65, 1.2))
    ladder = _ladder(5.0, 0, 3.3).rotate((14, 0, 0)).translate((0, 1.35, 0)) ^ _block((-9, -9, 0), (9, 9, 9))
    trough = _block((1.5, 3.0, 0), (3.5, 3.9, 0.6)) - _block((1.6, 3.1, 0.3), (3.4, 3.8, 2))
    it.body(walls, crates, ladder, _pile((0.6, 0.6, 0), 1.1, 0.75, 17), trough)
    it.label("walls", "obstacle", [(1.5, 0.5, 2.0), (6, 0.2, 1.5), (0, 3, 1.5), (0.5, 4, 1.2)], "low platform")
    it.label("low crate", "low", [(2.45, 1.35, 0.4), (2.4, 0.9, 0.85)], "platform obstacle")
    it.label("tall crate", "platform obstacle", [(3.8, 1.0, 1.2), (3.8, 1.65, 0.6)], "low")
    it.label("heap", "low", [(1.2, 0.9, 0.25), (0.9, 1.2, 0.3)], "platform obstacle")
    it.label("ladder", "ladder", [(5.02, 1.05, 1.2), (5.68, 1.15, 0.8)], "platform low")
    it.label("trough", "low", [(1.5, 3.4, 0.3), (2.5, 3.9, 0.3)], "obstacle platform")
    return it


def _barricade() -> _Making:
    """Crossed sharpened poles on a bank, a walled end."""
    it = _Making()
    bank = _wedge([(0, 0), (6, 0), (5.8, 0.3), (0.2, 0.3)], (-0.5, 0.5))
    poles = []
    for k in range(10):
        x, side = 0.5 + 0.52 * k, 1 if k % 2 else -1
        poles += [_rod((x, -0.45 * side, 0.1), (x, 0.4 * side, 1.5), 0.11, sides=10)]
        poles += [_rod((x, 0.4 * side, 1.48), (x, 0.64 * side, 1.9), 0.11, 0.006, 10)]
    it.body(bank, *poles, _rod((0.3, 0, 0.9), (5.6, 0, 0.9), 0.12))
    it.label("poles", "deadly", [(1.02, 0.52, 1.6), (2.06, 0.5, 1.6), (3.62, -0.5, 1.6), (2.58, -0.5, 1.6)], "platform")
    return it


def _idols(rough: bool = False) -> _Making:
    """A hooded figure on a round base, a brazier on a stem, a plain obelisk and a barrel."""
    it = _Making()
    hood = [_ball((0, 0, 1.0), (0.55, 0.45, 0.75)), _ball((0, -0.05, 2.0), (0.35, 0.35, 0.5))]
    hood += [_rod((0.4, -0.3, 0.5), (0.45, -0.35, 2.7), 0.06), _disc(0.85, 0, 0.4)]
    it.body(*hood, rough=rough)
    brazier = [_disc(0.45, 0, 0.15, at=(3, 0)), _rod((3, 0, 0), (3, 0, 1.3), 0.12)]
    brazier += [m3.Manifold.cylinder(0.45, 0.2, 0.6, 28).translate((3, 0, 1.2))]
    it.body(*brazier, rough=rough)
    obelisk = m3.Manifold.cube((0.9, 0.9, 2.6), True).translate((6, 0, 1.3))
    it.body(obelisk, rough=rough)
    cask = m3.Manifold.cylinder(0.65, 0.4, 0.48, 28) + m3.Manifold.cylinder(0.65, 0.48, 0.4, 28).translate((0, 0, 0.65))
    it.body(cask.translate((8, 0, 0)), rough=rough)
    it.label("figure", "unclimbable", [(0, -0.45, 1.0), (0, -0.4, 2.0), (0.55, 0, 1.0)], "low deadly platform")
    it.label("base", "low", [(0.85, 0, 0.2), (0, 0.85, 0.2)], "obstacle")
    it.label("brazier", "unclimbable", [(3, -0.12, 0.8), (3, -0.45, 1.45)], "low deadly platform")
    it.label("obelisk", "obstacle", [(6, -0.45, 1.2), (6.45, 0, 1.6)], "unclimbable low deadly")
    it.label("barrel", "obstacle", [(8, -0.48, 0.65), (8, 0.2, 1.3)], "unclimbable platform low")
    return it


def _culvert() -> _Making:
    """A causeway with a vault below, a broken parapet, a slope at one end."""
    it = _Making()
    core = _block((0, 0, 0), (7, 2.6, 2.2)) - _vault((2.4, 4.4), 0.8, (-1, 4))
    parapet = _ragged(_block((0, 0, 2.1), (7, 0.25, 3.4)), 31, 2.8, 3.4, 7, 0.25)
    slope = _wedge([(6.95, 0), (10.5, 0), (6.95, 2.2)], (0, 2.6))
    it.body(core, parapet, slope)
    it.label("causeway", "platform", [(1, 1.5, 2.2), (3.5, 1.2, 2.2), (6, 1.8, 2.2)], "low stairs")
    it.label("vault", "arch", [(3.4, 1.3, 0.7)])
    it.label("slope", "obstacle", [(8.0, 1.3, 2.2 * 2.5 / 3.55), (9.0, 1.3, 2.2 * 1.5 / 3.55)], "stairs platform")
    return it


def _tower_stair(rough: bool = False) -> _Making:
    """A round tower cut open: a stair winds up inside its wall to a half floor, a doorway at its foot."""
    it = _Making()
    wall = _disc(2.4, 0, 4.4, 56) - _disc(2.1, -1, 9, 56)
    wall -= _block((-9, -9, -1), (9, -0.8, 9))
    wall -= _block((-0.6, 0, -1), (0.6, 9, 2.0))
    steps = []
    for k in range(8):
        a, b = np.radians(100 + 13 * k), np.radians(100 + 13 * (k + 1) + 0.6)
        ring = [(r * np.cos(t), r * np.sin(t)) for r, t in ((1.0, a), (2.2, a), (2.2, (a + b) / 2), (2.2, b), (1.0, b))]
        steps.append(m3.CrossSection([np.array(ring)]).extrude(0.33 * (k + 1)))
    floor = (_disc(2.2, 2.7, 2.95, 56) ^ _block((0.2, -0.8, 0), (9, 9, 9))) - _block((-9, -9, 0), (0.2, 9, 9))
    it.body(wall, *[step.rotate((0, 0, 8)) for step in steps], floor, rough=rough)
    it.label("doorway", "arch", [(0, 2.25, 0.7)])
    it.label("half floor", "platform", [(1.2, 0.4, 2.95), (0.9, 1.0, 2.95)], "stairs low")
    it.label("wall", "obstacle", [(2.39, 0.2, 1.5), (1.7, 1.69, 3.6)], "low door unclimbable")
    mid = [np.radians(108 + 13 * k + 6.5) for k in (2, 4, 6)]
    it.label(
        "stairs",
        "stairs",
        [(1.6 * np.cos(t), 1.6 * np.sin(t), 0.33 * (k + 1)) for t, k in zip(mid, (2, 4, 6), strict=True)],
        "platform low ladder",
    )
    return it


def _gallows() -> _Making:
    """A low platform of boards on trestles, steps without risers, a beam on two posts above it."""
    it = _Making()
    boards = [_block((0.5 * k, 0, 1.45), (0.5 * k + 0.47, 3, 1.6)) for k in range(8)]
    beams = [_block((0, y, 1.25), (3.95, y + 0.2, 1.5)) for y in (0.2, 2.6)]
    legs = [_block((x, y, 0), (x + 0.2, y + 0.2, 1.4)) for x in (0.1, 3.6) for y in (0.2, 2.6)]
    posts = [_block((x, 1.4, 0), (x + 0.22, 1.62, 4.6)) for x in (0.6, 3.1)] + [
        _block((0.4, 1.38, 4.4), (3.5, 1.64, 4.7))
    ]
    treads = [_block((-1.5 + 0.5 * k, 0.9, 0.4 * k + 0.3), (-1.02 + 0.5 * k, 2.1, 0.4 * k + 0.4)) for k in range(3)]
    strings = [
        _wedge([(-1.6, 0), (-1.2, 0), (0.1, 1.2), (0.1, 1.55), (-1.6, 0.25)], (y, y + 0.14)) for y in (0.8, 2.06)
    ]
    it.body(*boards, *beams, *legs, *posts, *treads, *strings)
    it.label("boards", "platform", [(1.8, 0.7, 1.6), (2.3, 2.3, 1.6), (1.3, 2.3, 1.6)], "low stairs")
    it.label("steps", "stairs", [(-1.25, 1.5, 0.4), (-0.75, 1.5, 0.8), (-0.25, 1.5, 1.2)], "platform ladder")
    it.label("gallows", "obstacle", [(0.6, 1.5, 3.2), (3.32, 1.5, 3.4), (2.0, 1.38, 4.55)], "ladder low deadly")
    return it


@cache
def last_held_out_pieces() -> tuple[LabelledPiece, ...]:
    """Return the pieces with their labels."""
    made = [
        ("mill", _mill(), 18.0, 1.0),
        ("mill-rough", _mill(rough=True), 52.0, 1.0),
        ("apse", _apse(), 7.0, 1.0),
        ("yard", _yard(), 33.0, 1.0),
        ("barricade", _barricade(), 26.0, 1.0),
        ("idols", _idols(), 0.0, 1.0),
        ("idols-rough", _idols(rough=True), 0.0, 1.0),
        ("culvert", _culvert(), 61.0, 1.0),
        ("tower-stair", _tower_stair(), 0.0, 1.0),
        ("gallows", _gallows(), 41.0, 1.0),
    ]
    return tuple(making.made(name, turn, scale) for name, making, turn, scale in made)
