"""A second set of labelled pieces held out: made before any work on what they show.

They hold what the first sets lack: leaves fused with their frames, ajar, or of pointed logs; bars; walls askew and
round; winding stairs; leaning ladders with round rungs; slopes with cleats; heaps against walls; fountains; names. What
came out before that work is in benchmarks/results.md; the faults that they showed were mended since.
"""

from functools import cache
from typing import Any

import manifold3d as m3
import numpy as np

from tests.terrain.labelled import (
    LabelledPiece,
    Point,
    _ball,
    _block,
    _flight,
    _ladder,
    _Making,
    _ragged,
    _rod,
    _wedge,
)

__all__ = ["more_held_out_pieces"]


def _disc(radius: float, low: float, high: float, sides: int = 48, at: tuple[float, float] = (0.0, 0.0)) -> Any:
    return m3.Manifold.cylinder(high - low, radius, radius, sides).translate((*at, low))


def _vault(x: tuple[float, float], spring: float, depth: tuple[float, float]) -> Any:
    """Return the air of a round-headed way along y: straight up to ``spring``, half a circle above it."""
    radius = (x[1] - x[0]) / 2
    head = m3.Manifold.cylinder(depth[1] - depth[0], radius, radius, 32).rotate((-90, 0, 0))
    return _block((x[0], depth[0], -1), (x[1], depth[1], spring)) + head.translate((x[0] + radius, depth[0], spring))


def _pile(at: Point, radius: float, height: float, seed: int, stones: int = 16) -> Any:
    """Return a heap of stones around a place on the floor."""
    rng = np.random.default_rng(seed)
    heap = [m3.Manifold.cylinder(height * 0.8, radius, 0.15, 20)]
    for _ in range(stones):
        r, a = radius * np.sqrt(rng.uniform(0, 0.8)), rng.uniform(0, 2 * np.pi)
        z = 0.75 * height * (1 - r / radius)
        stone = m3.Manifold.cube((0.3, 0.24, 0.2), True).rotate(tuple(rng.uniform(0, 360, 3).tolist()))
        heap.append(stone.translate((r * np.cos(a), r * np.sin(a), z)))
    return (m3.Manifold.batch_boolean(heap, m3.OpType.Add) ^ _block((-9, -9, 0), (9, 9, height))).translate(at)


def _keep(rough: bool = False) -> _Making:
    """A shut keep: a leaf fused with its frame, barred window, floor halfway, doorway upstairs onto a balcony."""
    it = _Making()
    walls = _block((0, 0, 0), (5.5, 4.5, 5.6)) - _block((0.35, 0.35, -1), (5.15, 4.15, 9))
    walls -= _block((0.9, -1, -1), (2.2, 1, 2.0))
    walls -= _block((3.4, -1, 0.9), (4.5, 1, 2.0))
    walls -= _block((5, 1.5, 2.95), (7, 2.7, 4.9))
    leaf = _block((0.85, 0.14, 0.0), (2.25, 0.26, 2.05))
    bars = [_rod((3.6 + 0.23 * k, 0.17, 0.8), (3.6 + 0.23 * k, 0.17, 2.1), 0.05, sides=8) for k in range(4)]
    floor = _block((0.3, 0.3, 2.7), (5.2, 4.2, 2.95))
    balcony = _block((5.4, 1.0, 2.7), (7.0, 3.2, 2.95))
    props = [_block((6.6, y, 0), (6.85, y + 0.25, 2.8)) for y in (1.1, 2.85)]
    it.body(walls, leaf, *bars, floor, balcony, *props, rough=rough)
    it.label("leaf", "door", [(1.2, 0.14, 0.8), (1.9, 0.26, 1.4), (1.6, 0.14, 1.7)], "arch low")
    it.label("walls", "obstacle", [(3.0, 0, 1.5), (0, 2, 2), (2.5, 4.5, 3), (4.5, 0, 4.5)], "door low platform deadly")
    it.label("floor", "platform", [(2, 2, 2.95), (4, 3, 2.95), (1, 3.5, 2.95)], "low stairs")
    it.label("balcony", "platform", [(6.2, 2, 2.95), (6.0, 2.6, 2.95)], "low")
    it.label("upper doorway", "arch", [(5.33, 2.1, 3.6)])
    return it


def _round_house() -> _Making:
    """A round wall with a doorway and a leaf of its own in it, a second way without one, a pointed roof."""
    it = _Making()
    wall = _disc(2.2, 0, 3.0) - _disc(1.9, -1, 4)
    wall -= _block((-0.7, -4, -1), (0.7, 0, 2.1))
    wall -= _block((0, -0.5, -1), (4, 0.6, 1.9))
    wall -= _block((-4, -0.5, 1.0), (0, 0.4, 1.9))
    roof = m3.Manifold.cylinder(1.8, 2.5, 0.05, 48).translate((0, 0, 2.95))
    it.body(wall, roof)
    it.body(_block((-0.69, -2.03, 0.0), (0.69, -1.92, 2.09)))
    it.label("wall", "obstacle", [(-1.5, 1.6, 1.5), (0, 2.2, 1.0), (-2.19, 0.0, 0.5)], "low arch door unclimbable")
    it.label("leaf", "door", [(0.2, -2.03, 1.0), (-0.4, -1.92, 1.4)], "arch low")
    it.label("side way", "arch", [(2.05, 0.05, 0.7)])
    it.label("roof", "obstacle", [(1.5, 0.2, 3.68), (-1.2, -0.4, 3.85)], "platform unclimbable deadly low")
    return it


def _winding() -> _Making:
    """A stair that winds round a pillar up to a round landing."""
    it = _Making()
    pillar = _disc(0.45, 0, 3.0, 32)
    wedges = []
    for k in range(9):
        a, b = np.radians(28 * k), np.radians(28 * (k + 1) + 1.0)
        corners = [(0.2 * np.cos(a), 0.2 * np.sin(a)), *[(1.7 * np.cos(t), 1.7 * np.sin(t)) for t in (a, b)]]
        wedge = m3.CrossSection([np.array([*corners, (0.2 * np.cos(b), 0.2 * np.sin(b))])]).extrude(0.31 * (k + 1))
        wedges.append(wedge)
    landing = _block((-0.5, -2.4, 2.85), (1.3, -0.2, 3.1)).rotate((0, 0, -15))
    post = _rod((0.2, -2.0, 0), (0.2, -2.0, 2.9), 0.15)
    it.body(pillar, *wedges, landing, post)
    at = [
        (1.2 * np.cos(np.radians(28 * k + 14)), 1.2 * np.sin(np.radians(28 * k + 14)), 0.31 * (k + 1)) for k in range(9)
    ]
    it.label("steps", "stairs", [at[1], at[3], at[5], at[6]], "ladder low")
    it.label("landing", "platform", [(0.0, -1.6, 3.1), (-0.1, -1.2, 3.1)], "stairs low")
    return it


def _two_flights(rough: bool = False) -> _Making:
    """Four steps, a landing, four more at a right angle, up to a terrace."""
    it = _Making()
    first = _flight(-2.0, (0, 1.3), 0.5, (0.35, 0.7, 1.05, 1.4))
    landing = _block((-0.02, 0, 0), (1.4, 1.3, 1.75))
    second = [_block((0.1, 1.3 + 0.5 * k - 0.01, 0), (1.4, 1.8 + 0.5 * k, 1.75 + 0.35 * (k + 1))) for k in range(4)]
    terrace = _block((-1.5, 3.28, 0), (3.0, 6, 3.5))
    it.body(first, landing, *second, terrace, rough=rough)
    it.label("first flight", "stairs", [(-1.75, 0.6, 0.35), (-1.25, 0.6, 0.7), (-0.75, 0.6, 1.05)], "platform low")
    it.label("second flight", "stairs", [(0.7, 1.55, 2.1), (0.7, 2.05, 2.45), (0.7, 2.55, 2.8)], "platform low")
    it.label("landing", "platform", [(0.5, 0.5, 1.75), (1.0, 0.8, 1.75)], "stairs low")
    it.label("terrace", "platform", [(0, 5, 3.5), (2, 4.5, 3.5)], "stairs low")
    return it


def _siege() -> _Making:
    """A wall with a walk behind its parapet, a round-runged ladder leaning on it at 15 degrees, a heap at its foot."""
    it = _Making()
    wall = _block((0, 0, 0), (7, 1.7, 4.0)) - _block((-1, 0.35, 3.1), (9, 9, 9))
    rails = [_rod((2.0 + dx, -1.12, 0), (2.0 + dx, -0.02, 4.2), 0.07, sides=12) for dx in (0.0, 0.65)]
    rungs = [
        _rod((2.0, -1.12 + 0.262 * z, z), (2.65, -1.12 + 0.262 * z, z), 0.05, sides=12) for z in np.arange(0.4, 4, 0.42)
    ]
    it.body(wall, *rails, *rungs, _pile((5.2, -0.05, 0), 1.3, 0.85, 4))
    it.label("walk", "platform", [(1, 1, 3.1), (4, 1, 3.1), (6, 1.2, 3.1)], "low stairs ladder")
    it.label("wall", "obstacle", [(1.0, 0, 2), (4, 1.7, 2), (6.5, 0, 2.4)], "low arch deadly")
    it.label("ladder", "ladder", [(2.3, -0.86, 0.82), (2.3, -0.53, 2.08), (2.3, -0.31, 2.92)], "platform")
    it.label("heap", "low", [(5.2, -0.9, 0.25), (4.7, -0.6, 0.4), (5.8, -0.6, 0.35)], "platform stairs")
    return it


def _gangway(rough: bool = False) -> _Making:
    """A jetty on posts with a sloping gangway with cleats, and a crate on the deck."""
    it = _Making()
    deck = [_block((0.45 * k, 0, 1.9), (0.45 * k + 0.42, 2.3, 2.1)) for k in range(10)]
    beams = [_block((0, y, 1.7), (4.45, y + 0.22, 1.95)) for y in (0.2, 1.9)]
    posts = [_rod((x, y, 0), (x, y, 1.8), 0.17) for x in (0.35, 4.1) for y in (0.3, 2.0)]
    slope = [_wedge([(4.4, 1.9), (8.2, 0.0), (8.6, 0.0), (4.4, 2.1)], (0.4, 1.9))]
    slope += [_wedge([(x, z), (x + 0.1, z - 0.05), (x + 0.1, z + 0.04), (x, z + 0.09)], (0.4, 1.9))
              for x in np.arange(4.9, 8.2, 0.5) for z in (2.1 - (x - 4.4) * 0.5,)]  # fmt: skip
    crate = _block((0.3, 0.3, 2.05), (1.2, 1.2, 2.9))
    it.body(*deck, *beams, *posts, *slope, crate, rough=rough)
    it.label("deck", "platform", [(2, 1, 2.1), (3.4, 1.5, 2.1), (3.0, 0.6, 2.1)], "stairs low")
    it.label("slope", "obstacle", [(5.6, 1.2, 1.5), (6.6, 1.0, 1.0), (7.1, 1.5, 0.75)], "stairs platform ladder")
    it.label("crate", "low", [(0.75, 0.3, 2.5), (0.7, 0.7, 2.9)], "platform obstacle")
    return it


def _grille() -> _Making:
    """A thick wall with a way barred by a grating, and beside it a vaulted way one walks through."""
    it = _Making()
    wall = _block((0, 0, 0), (8, 2.6, 3.6)) - _vault((1.0, 2.6), 1.4, (-1, 4)) - _vault((4.8, 6.8), 1.3, (-1, 4))
    bars = [_rod((1.2 + 0.24 * k, 1.0, 0), (1.2 + 0.24 * k, 1.0, 2.4), 0.055, sides=10) for k in range(6)]
    bars += [_rod((0.9, 1.0, z), (2.7, 1.0, z), 0.05, sides=10) for z in (0.6, 1.3, 1.9)]
    it.body(wall, *bars)
    it.label("wall walk", "platform", [(1, 1, 3.6), (4, 1.5, 3.6), (7, 2, 3.6)], "low")
    it.label("wall", "obstacle", [(0.5, 0, 1.5), (3.8, 2.6, 1.5), (7.4, 0, 1.5)], "low door deadly")
    it.label("vaulted way", "arch", [(5.8, 1.3, 0.8)])
    it.label(
        "grating", "obstacle", [(1.44, 0.945, 0.9), (1.92, 0.945, 1.0), (2.16, 0.945, 0.3)], "arch ladder deadly low"
    )
    return it


def _ajar(rough: bool = False) -> _Making:
    """Two doorways in one wall: one leaf stands open by 35 degrees, one by 90, each hung in its jamb."""
    it = _Making()
    wall = (
        _block((0, 0, 0), (7, 0.4, 3.2)) - _block((1.0, -1, -1), (2.3, 1, 2.1)) - _block((4.4, -1, -1), (5.8, 1, 2.2))
    )
    it.body(wall, rough=rough)
    leaf = _block((0, -0.06, 0.02), (1.26, 0.06, 2.06))
    it.body(leaf.rotate((0, 0, 35)).translate((1.04, 0.3, 0)))
    it.body(_block((0, -0.06, 0.02), (1.36, 0.06, 2.16)).rotate((0, 0, 90)).translate((4.5, 0.41, 0)))
    it.label("wall", "obstacle", [(0.5, 0, 1.5), (3.3, 0.4, 2), (6.4, 0, 1)], "low door platform")
    c, s = np.cos(np.radians(35)), np.sin(np.radians(35))
    swung = [(1.04 + 0.6 * c + 0.06 * s, 0.3 + 0.6 * s - 0.06 * c, 1.0), (1.04 + 1.26 * c, 0.3 + 1.26 * s, 1.5)]
    it.label("leaf ajar", "door", swung, "low")
    it.label("leaf wide open", "door", [(4.44, 1.2, 1.0), (4.5, 1.77, 1.4)], "low")
    return it


def _railings() -> _Making:
    """Spear-headed railings on a kerb between two piers."""
    it = _Making()
    kerb = _block((0, -0.12, 0), (6, 0.12, 0.35))
    piers = [_block((x, -0.3, 0), (x + 0.6, 0.3, 2.3)) for x in (0.0, 5.4)]
    bars = []
    for k in range(14):
        x = 0.85 + 0.33 * k
        bars += [_rod((x, 0, 0.3), (x, 0, 1.75), 0.05, sides=10), _rod((x, 0, 1.7), (x, 0, 2.05), 0.1, 0.004, 10)]
    cross = [_block((0.5, -0.05, z), (5.5, 0.05, z + 0.09)) for z in (0.55, 1.55)]
    it.body(kerb, *piers, *bars, *cross)
    it.label(
        "spears",
        "deadly",
        [(1.51, -0.05, 1.1), (2.83, -0.05, 1.2), (4.48, -0.05, 1.0), (3.16, -0.06, 1.85)],
        "low ladder arch",
    )
    it.label("piers", "obstacle", [(0.0, 0.0, 1.2), (6.0, 0.1, 1.2), (0.3, -0.3, 1.0)], "low")
    return it


def _crypt(rough: bool = False) -> _Making:
    """A solid tomb with a door carved on its front and a niche beside it: neither leads anywhere."""
    it = _Making()
    tomb = (
        _block((0, 0, 0), (4, 5, 2.6))
        - _block((0.6, -1, -1), (1.9, 0.25, 2.0))
        - _block((2.5, -1, -1), (3.5, 0.6, 1.8))
    )
    tomb += _block((0.65, 0.12, 0), (1.85, 0.4, 1.95))
    lid = _wedge([(-0.2, 2.55), (4.2, 2.55), (2, 3.7)], (-0.2, 5.2))
    it.body(tomb, lid, rough=rough)
    it.label(
        "tomb", "obstacle", [(0, 2.5, 1.3), (4, 2, 1.3), (1.2, 0.12, 1), (3, 0.6, 1), (2.2, 0, 1)], "door arch low"
    )
    it.label(
        "lid",
        "obstacle",
        [(1.0, 2.5, 2.55 + 1.2 * 1.15 / 2.2), (3.0, 2, 2.55 + 1.2 * 1.15 / 2.2)],
        "platform stairs low",
    )
    return it


def _scaffold() -> _Making:
    """Three storeys of boards on poles in one mesh, a hatch in each, ladders between them."""
    it = _Making()
    poles = [_rod((x, y, 0), (x, y, 7.4), 0.12, sides=12) for x in (0.2, 4.2) for y in (0.2, 2.8)]
    decks = []
    for z, hatch in ((2.0, (0.5, 1.6)), (4.2, (2.9, 4.0)), (6.4, (0.5, 1.6))):
        decks.append(_block((0, 0, z - 0.18), (4.4, 3, z)) - _block((hatch[0], 1.6, z - 1), (hatch[1], 2.7, z + 1)))
    ladders = [_ladder(x, 2.2, 2.45, 0.38).translate((0, 0, z)) for x, z in ((0.7, 0.0), (3.1, 2.0), (0.7, 4.2))]
    ties = [
        _block((x - 0.02, 2.2, z - 0.16), (x + 0.12, 2.75, z - 0.04)) for x, z in ((0.7, 2.0), (3.7, 4.2), (0.7, 6.4))
    ]
    it.body(*poles, *decks, *ladders, *ties)
    for k, z in enumerate((2.0, 4.2, 6.4)):
        it.label(f"deck {k + 1}", "platform", [(2.2, 0.8, z), (3.6, 0.6, z), (1.0, 0.8, z)], "low stairs ladder")
    it.label("ladder 1", "ladder", [(1.05, 2.2, 0.76), (1.05, 2.2, 1.14)], "platform")
    it.label("ladder 2", "ladder", [(3.45, 2.2, 2.76), (3.45, 2.2, 3.52)], "platform")
    it.label("ladder 3", "ladder", [(1.05, 2.2, 4.96), (1.05, 2.2, 5.72)], "platform")
    it.label("poles", "obstacle", [(0.08, 0.2, 1), (4.32, 2.8, 3.1), (4.2, 0.08, 5.3)], "low arch ladder")
    return it


def _askew() -> _Making:
    """Three broken walls at angles of their own, a doorway through one, a round-headed window in another."""
    it = _Making()
    first = _ragged(_block((0, 0, 0), (5, 0.4, 4)), 11, 2.9, 3.9, 5, 0.4)
    first -= _block((1.7, -1, -1), (3.0, 1, 2.1))
    second = _block((0, 0, 0), (4.5, 0.4, 3)) - (_vault((1.6, 2.6), 1.9, (-1, 1)) - _block((0, -2, -2), (9, 2, 1.0)))
    third = _ragged(_block((0, 0, 0), (3, 0.45, 3)), 12, 1.6, 2.8, 3, 0.45)
    it.body(
        first,
        second.rotate((0, 0, 58)).translate((4.9, 0.1, 0)),
        third.rotate((0, 0, 113)).translate((0.35, 0.1, 0)),
        _pile((0.9, 0.9, 0), 0.9, 0.8, 9, 10),
    )
    it.label("doorway", "arch", [(2.35, 0.2, 0.7)])
    it.label("walls", "obstacle", [(0.9, 0, 1.5), (4.0, 0, 1.4), (5.35, 0.82, 2.0)], "low door")
    c, s = np.cos(np.radians(58)), np.sin(np.radians(58))
    it.label(
        "window wall",
        "obstacle",
        [(4.9 + 3.4 * c, 0.1 + 3.4 * s, 1.2), (4.9 + 0.9 * c, 0.1 + 0.9 * s, 1.0)],
        "arch low door",
    )
    it.label("heap", "low", [(1.3, 1.3, 0.3), (0.9, 1.5, 0.3)], "platform stairs")
    return it


def _fountain() -> _Making:
    """A fountain: a round basin, a stem, a bowl on it, a fish on top."""
    it = _Making()
    basin = _disc(1.6, 0, 0.7) - _disc(1.35, 0.25, 2)
    stem = m3.Manifold.cylinder(2.0, 0.38, 0.2, 24).translate((0, 0, 0.2))
    bowl = m3.Manifold.cylinder(0.4, 0.25, 0.75, 32).translate((0, 0, 1.8))
    fish = [_ball((0, 0, 2.6), (0.24, 0.3, 0.5)), _ball((0.05, 0.1, 3.15), (0.16, 0.2, 0.28))]
    it.body(basin, stem, bowl, *fish)
    it.label("basin", "low", [(1.6, 0, 0.3), (0, 1.6, 0.4), (-1.48, 0, 0.7)], "obstacle platform")
    it.label("stem", "unclimbable", [(0, -0.29, 1.2), (0, -0.3, 2.6), (0.25, 0.0, 2.6)], "low platform")
    return it


def _thicket() -> _Making:
    """A fallen bough of thin twigs, and a bush of stems."""
    it = _Making()
    rng = np.random.default_rng(21)
    bough = [_rod((0, 0, 0.2), (4.5, 0.6, 1.0), 0.22, 0.1)]
    for k in range(8):
        x = 0.9 + 0.45 * k
        up = rng.uniform(0.8, 1.5)
        start = (x, 0.13 * x, 0.2 + 0.17 * x)
        end = (x + rng.uniform(0.2, 0.7), 0.13 * x + rng.uniform(-0.9, 0.9), start[2] + up)
        bough += [_rod(start, end, 0.08, 0.025, 8)]
    it.body(*bough)
    stems = [m3.Manifold.cylinder(0.2, 0.55, 0.45, 20).translate((0, 4, 0))]
    for k in range(9):
        a = k * 0.7
        end = (0.9 * np.cos(a), 4 + 0.9 * np.sin(a), rng.uniform(1.4, 2.3))
        stems += [_rod((0.2 * np.cos(a), 4 + 0.2 * np.sin(a), 0.1), end, 0.08, 0.03, 8)]
    it.body(*stems)
    it.label("bough", "unclimbable", [(1.9, 0.25, 0.7), (3.0, 0.4, 0.9)], "deadly ladder low platform")
    it.label("bush", "unclimbable", [(0.55, 4.0, 0.75), (-0.5, 4.1, 0.7)], "deadly ladder low platform")
    return it


def _log_gate() -> _Making:
    """A palisade of pointed logs with a gate whose leaf is of pointed logs too, ledged and braced."""
    it = _Making()

    def log(x: float, top: float, radius: float = 0.17) -> Any:
        return _rod((x, 0, 0), (x, 0, top), radius, sides=12) + _rod(
            (x, 0, top - 0.05), (x, 0, top + 0.45), radius, 0.01, 12
        )

    left = [log(0.17 + 0.32 * k, 2.0 + 0.05 * (k % 3)) for k in range(6)]
    right = [log(4.0 + 0.32 * k, 2.0 + 0.05 * (k % 2)) for k in range(6)]
    rails = [_block((0.1, 0.08, z), (1.9, 0.22, z + 0.14)) for z in (0.5, 1.4)]
    rails += [_block((3.9, 0.08, z), (5.7, 0.22, z + 0.14)) for z in (0.5, 1.4)]
    posts = [_rod((x, 0, 0), (x, 0, 3.2), 0.2, sides=16) for x in (2.02, 3.78)]
    beam = _block((1.8, -0.2, 2.75), (4.0, 0.2, 3.1))
    it.body(*left, *right, *rails, *posts, beam)
    leaf = [log(2.36 + 0.27 * k, 1.85, 0.125) for k in range(5)] + [
        _block((2.27, 0.02, z), (3.54, 0.14, z + 0.15)) for z in (0.4, 1.3)
    ]
    it.body(*leaf)
    it.label("leaf", "door", [(2.63, -0.12, 1.0), (3.17, -0.12, 0.8), (2.9, -0.12, 1.5)], "deadly low")
    it.label("logs left", "deadly", [(0.49, -0.16, 1.0), (1.13, -0.16, 1.5)], "low door ladder")
    it.label("logs right", "deadly", [(4.32, -0.16, 1.0), (5.28, -0.16, 1.5)], "low door ladder")
    return it


def _named() -> _Making:
    """A file that names its nodes, one of them wrongly for what its shape shows."""
    it = _Making()
    it.body(_block((0, 0, 0), (6, 0.4, 3)) - _block((1, -1, -1), (2.4, 1, 2.1)), name="Wall.001")
    it.body(_block((1.02, 0.1, 0), (2.38, 0.25, 2.08)), name="Door_Left")
    it.body(_flight(3.0, (0.6, 1.8), 0.45, (0.4, 0.8, 1.2, 1.6, 2.0)), name="stairs")
    it.body(_block((5.2, 0.39, 1.9), (7.4, 3.0, 2.1)), _block((7.1, 2.7, 0), (7.35, 2.95, 2.0)), name="upper floor")
    it.body(_ball((8.8, 0.6, 0.75), (0.6, 0.6, 0.75)), name="bush_03")
    it.label("wall", "obstacle", [(0.5, 0, 1.5), (4, 0, 1.5)], "low door")
    it.label("leaf", "door", [(1.7, 0.1, 1.0)], "obstacle")
    it.label("stairs", "stairs", [(3.2, 1.2, 0.4), (4.1, 1.2, 1.2)], "platform low")
    it.label("floor", "platform", [(6, 1.5, 2.1), (7, 2, 2.1)], "low")
    it.label("bush", "unclimbable", [(9.4, 0.6, 0.75)], "low")
    return it


@cache
def more_held_out_pieces() -> tuple[LabelledPiece, ...]:
    """Return the pieces with their labels."""
    made = [
        ("keep", _keep(), 25.0, 1.0),
        ("keep-rough", _keep(rough=True), 0.0, 1.05),
        ("round-house", _round_house(), 33.0, 1.0),
        ("winding", _winding(), 10.0, 1.0),
        ("two-flights", _two_flights(), 48.0, 1.0),
        ("two-flights-rough", _two_flights(rough=True), 12.0, 1.0),
        ("siege", _siege(), 64.0, 1.0),
        ("gangway", _gangway(), 15.0, 1.0),
        ("gangway-rough", _gangway(rough=True), 80.0, 1.05),
        ("grille", _grille(), 30.0, 1.0),
        ("ajar", _ajar(), 20.0, 1.0),
        ("railings", _railings(), 55.0, 1.0),
        ("crypt", _crypt(), 5.0, 1.0),
        ("crypt-rough", _crypt(rough=True), 40.0, 1.0),
        ("scaffold", _scaffold(), 22.0, 1.0),
        ("askew", _askew(), 0.0, 1.0),
        ("fountain", _fountain(), 0.0, 1.0),
        ("thicket", _thicket(), 0.0, 1.0),
        ("log-gate", _log_gate(), 35.0, 1.0),
        ("named", _named(), 0.0, 1.0),
    ]
    return tuple(making.made(name, turn, scale) for name, making, turn, scale in made)
