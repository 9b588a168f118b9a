"""Terrain made for measuring how parts are told: one mesh a piece, as prints are, with what each of its parts is.

The labels were written with the shapes, before anything was tuned on them. Lengths in inches, z up, on the floor.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.mend import mend
from warcry3d.geom.solid import Placement
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.parts import ImportedBody

__all__ = ["LABELLED", "Label", "LabelledPiece", "labelled_piece", "labelled_pieces"]

_K = PartKind
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """What a part is: every one of ``kinds``, none of ``never``; ``places`` (k, 3) on its surface.

    An arch's places lie in its opening: its passage leads by them.
    """

    name: str
    kinds: frozenset[PartKind]
    places: NDArray[np.float64]
    never: frozenset[PartKind] = frozenset()


@dataclass(frozen=True, slots=True)
class LabelledPiece:
    """A piece as import hands it over, and all that is to be found in it."""

    name: str
    bodies: tuple[ImportedBody, ...]
    labels: tuple[Label, ...]


def _block(low: Point, high: Point) -> Any:
    size = tuple(b - a for a, b in zip(low, high, strict=True))
    return m3.Manifold.cube(size).translate(low)


def _rod(start: Point, end: Point, radius: float, tip: float | None = None, sides: int = 16) -> Any:
    """Return a round bar from ``start`` to ``end``, thinner at the end if ``tip`` says so."""
    way = np.subtract(end, start)
    length = float(np.linalg.norm(way))
    bar = m3.Manifold.cylinder(length, radius, radius if tip is None else tip, sides)
    tilt = np.degrees(np.arccos(way[2] / length))
    return bar.rotate((0, tilt, np.degrees(np.arctan2(way[1], way[0])))).translate(start)


def _ball(centre: Point, radius: Point) -> Any:
    return m3.Manifold.sphere(1.0, 24).scale(radius).translate(centre)


def _wedge(outline: Sequence[tuple[float, float]], y: tuple[float, float]) -> Any:
    """Return the solid over an outline in x and z (anticlockwise), from y to y."""
    flat = m3.CrossSection([np.array(outline)]).extrude(y[1] - y[0])
    return flat.rotate((90, 0, 0)).translate((0, y[1], 0))


def _flight(start: float, y: tuple[float, float], tread: float, heights: Sequence[float]) -> Any:
    """Return solid steps along +x whose treads lie at ``heights``."""
    steps = [_block((start + i * tread, y[0], 0), (start + (i + 1) * tread, y[1], h)) for i, h in enumerate(heights)]
    return m3.Manifold.batch_boolean(steps, m3.OpType.Add)


def _ladder(x: float, y: float, top: float, pitch: float = 0.4) -> Any:
    """Return a ladder 0.7 wide along x that stands at ``y``."""
    bars = [_block((x + dx, y, 0), (x + dx + 0.1, y + 0.12, top)) for dx in (0.0, 0.6)]
    rungs = [
        _rod((x + 0.02, y + 0.06, z), (x + 0.68, y + 0.06, z), 0.05, sides=10) for z in np.arange(pitch, top, pitch)
    ]
    return m3.Manifold.batch_boolean(bars + rungs, m3.OpType.Add)


def _ragged(shape: Any, seed: int, low: float, high: float, length: float, depth: float) -> Any:
    """Return a wall along x from the origin with blocks broken out of its top between the two heights."""
    rng = np.random.default_rng(seed)
    x = 0.0
    while x < length:
        step = rng.uniform(0.5, 1.1)
        shape -= _block((x, -1, rng.uniform(low, high)), (min(x + step, length), depth + 1, high + 5))
        x += step
    return shape


def _rough(shape: Any, amplitude: float = 0.018, length: float = 0.11) -> Any:
    """Return the shape with a surface as if modelled by hand: bumps of a few lengths, up to about 0.04 in."""
    waves = np.array([[9.1, 3.3, 5.7], [-4.1, 11.3, 6.1], [3.7, -6.9, 13.1], [17.3, 9.7, -11.9]])

    def bumps(points: NDArray[np.float64]) -> NDArray[np.float64]:
        phase = points @ waves.T
        return points + amplitude * np.stack([np.sin(phase + k).sum(axis=1) / 2 for k in range(3)], axis=1)

    return shape.refine_to_length(length).warp_batch(bumps)


class _Making:
    """A piece while it is made."""

    def __init__(self) -> None:
        self.bodies: list[tuple[str, Any]] = []
        self.labels: list[Label] = []

    def body(self, *shapes: Any, name: str = "", rough: bool = False) -> None:
        whole = m3.Manifold.batch_boolean(list(shapes), m3.OpType.Add)
        self.bodies.append((name, _rough(whole) if rough else whole))

    def label(self, name: str, kinds: str, places: Sequence[Point], never: str = "") -> None:
        told = frozenset(_K(kind) for kind in kinds.split())
        self.labels.append(Label(name, told, np.array(places, dtype=float), frozenset(_K(k) for k in never.split())))

    def made(self, name: str, turn: float, scale: float) -> LabelledPiece:
        placement = Placement(turn=np.radians(turn))
        foot = min(body.bounding_box()[2] for _, body in self.bodies)
        bodies = []
        for id, body in self.bodies:
            mesh = body.to_mesh64()
            points = (np.array(mesh.vert_properties)[:, :3] - (0, 0, foot)) * scale
            bodies.append(
                ImportedBody(id, mend(placement.apply(points), np.array(mesh.tri_verts, dtype=np.int64)).solid)
            )
        labels = [Label(x.name, x.kinds, placement.apply(x.places * scale), x.never) for x in self.labels]
        return LabelledPiece(name, tuple(bodies), tuple(labels))


def _house(rough: bool = False) -> _Making:
    """Two storeys, ruined: doorway, windows, half a floor above, stairs up to it."""
    it = _Making()
    walls = _block((0, 0, 0), (6, 5, 6)) - _block((0.3, 0.3, -1), (5.7, 4.7, 7))
    walls -= _block((3.6, -1, -1), (5.1, 1, 2.2))  # doorway
    walls -= _block((1.0, -1, 1.1), (2.0, 1, 2.2))  # windows
    walls -= _block((1.2, -1, 3.9), (2.2, 1, 5.0))
    walls -= _block((-1, 1.8, 1.2), (1, 2.9, 2.2))
    walls -= _block((5, 1.5, 3.7), (7, 2.7, 5.0))
    walls -= _wedge([(7, 4.4), (7, 9), (-1, 9), (2.5, 6.5), (4.5, 4.6)], (2.0, 6.0))
    floor = _block((0.2, 0.2, 2.72), (3.0, 4.8, 3.0))
    steps = [_block((5.7 - (i + 1) * 0.45, 3.5, 0), (5.7 - i * 0.45, 4.75, 0.5 * (i + 1))) for i in range(6)]
    it.body(walls, floor, *steps, rough=rough)
    it.label(
        "walls", "obstacle", [(0, 1.0, 2.0), (6, 2.5, 2.0), (2.8, 0, 2.5), (2.0, 5, 3.5), (2.8, 0, 4.5)], "platform low"
    )
    it.label("upper floor", "platform", [(1, 1, 3), (2.5, 2, 3), (1.5, 4, 3)], "stairs")
    it.label("stairs", "stairs", [(5.0, 4.1, 1), (4.1, 4.1, 2), (3.65, 4.1, 2.5)], "platform ladder")
    it.label("doorway", "arch", [(4.35, 0.15, 0.6)])
    return it


def _tower(rough: bool = False) -> _Making:
    """A tower with a parapet, a ladder to its top."""
    it = _Making()
    tower = _block((-1.8, -1.8, 0), (1.8, 1.8, 5.3)) - _block((-1.55, -1.55, 4.5), (1.55, 1.55, 6))
    for k in range(4):
        tower -= _block((-0.45, -2.5, 4.9 if k else 4.5), (0.45, 0, 6)).rotate((0, 0, 90 * k)).translate((0, 0, 0))
    brackets = [_block((x, -2.3, z), (x + 0.1, -1.7, z + 0.1)) for x in (-0.35, 0.25) for z in (1.5, 4.2)]
    it.body(tower, _ladder(-0.35, -2.35, 5.0), *brackets, rough=rough)
    it.label("tower", "obstacle", [(1.8, 0.3, 2), (-1.8, 0.5, 2), (0.4, 1.8, 3)], "ladder low unclimbable")
    it.label("top", "platform", [(0, 0, 4.5), (1, 1, 4.5), (-1, 0.5, 4.5)], "ladder")
    it.label("ladder", "ladder", [(0, -2.34, 0.8), (0, -2.34, 2.4), (-0.3, -2.35, 2.0), (0, -2.34, 4.0)], "platform")
    return it


def _gatehouse(rough: bool = False) -> _Making:
    """A round arch and a small door with a leaf of its own, a wall walk on top."""
    it = _Making()
    wall = _block((-4, -0.8, 0), (4, 0.8, 3.5))
    wall -= _block((-2.3, -2, -1), (-0.3, 2, 1.6))
    wall -= m3.Manifold.cylinder(4, 1.0, 1.0, 40).rotate((90, 0, 0)).translate((-1.3, 2, 1.6))
    wall -= _block((1.2, -2, -1), (2.7, 2, 2.2))
    parapet = _block((-4, -0.8, 3.4), (4, -0.5, 4.6))
    it.body(wall, parapet, rough=rough)
    it.body(_block((1.21, 0.1, 0.0), (2.69, 0.28, 2.18)))
    it.label("wall", "obstacle", [(-3.2, -0.8, 2), (0.5, 0.8, 2), (3.4, 0.8, 1.5), (3, -0.8, 4.2)], "low door")
    it.label("gateway", "arch", [(-1.3, 0, 0.8)])
    it.label("leaf", "door", [(1.9, 0.1, 1), (2.2, 0.28, 1.5)], "obstacle")
    it.label("wall walk", "platform", [(-3, 0.2, 3.5), (0, 0.3, 3.5), (3, 0.2, 3.5)])
    return it


def _palisade() -> _Making:
    it = _Making()
    stakes = []
    for i in range(13):
        x = i * 0.34
        stakes += [_rod((x, 0, 0), (x, 0.05 * (i % 3), 1.6), 0.16, sides=12)]
        stakes += [_rod((x, 0.05 * (i % 3), 1.55), (x, 0.05 * (i % 3) + 0.02, 2.1 + 0.07 * (i % 4)), 0.16, 0.005, 12)]
    rails = [_block((-0.2, 0.1, z), (4.3, 0.25, z + 0.15)) for z in (0.5, 1.1)]
    it.body(*stakes, *rails)
    it.label(
        "stakes", "deadly", [(0.34, -0.1, 1.9), (2.04, -0.1, 1.0), (3.4, -0.1, 1.9)], "low ladder platform unclimbable"
    )
    return it


def _spike_barrier() -> _Making:
    """A beam with slanting spikes all along."""
    it = _Making()
    beam = _rod((0, 0, 0.55), (5, 0, 0.55), 0.15)
    spikes = []
    for i in range(11):
        x, side = 0.25 + 0.45 * i, 1 if i % 2 else -1
        spikes.append(_rod((x, -0.55 * side, 0), (x, 0.6 * side, 1.35), 0.1, 0.01, 10))
    it.body(beam, *spikes)
    it.label("spikes", "deadly", [(0.25, -0.31, 1.0), (2.5, 0.27, 0.95), (4.3, 0.27, 0.95)], "platform low ladder")
    return it


def _low_wall(rough: bool = False) -> _Making:
    it = _Making()
    it.body(_ragged(_block((0, 0, 0), (5, 0.45, 0.9)), 3, 0.7, 0.9, 5, 0.45), rough=rough)
    it.label("stones", "low", [(1, 0, 0.4), (3, 0.45, 0.5), (4.5, 0, 0.3)], "obstacle platform")
    return it


def _well() -> _Making:
    it = _Making()
    ring = m3.Manifold.cylinder(1.1, 1.3, 1.25, 40) - m3.Manifold.cylinder(3, 0.95, 0.95, 40).translate((0, 0, 0.2))
    posts = [_block((x - 0.12, -0.12, 0.9), (x + 0.12, 0.12, 2.6)) for x in (-1.1, 1.1)]
    roof = _wedge([(-1.5, 2.3), (0, 3.1), (1.5, 2.3), (1.5, 2.45), (0, 3.3), (-1.5, 2.45)], (-1.1, 1.1))
    beam = _rod((-1.1, 0, 2.1), (1.1, 0, 2.1), 0.1)
    it.body(ring, *posts, roof, beam)
    it.label("ring", "obstacle", [(0, -1.27, 0.5), (0.9, 0.9, 0.5)], "low platform")
    it.label("roof", "obstacle", [(-0.75, 0.4, 2.87), (0.75, -0.4, 2.87)], "platform stairs arch")
    return it


def _statue(rough: bool = False) -> _Making:
    """A figure on a plinth."""
    it = _Making()
    plinth = _block((-0.95, -0.95, 0), (0.95, 0.95, 0.75))
    robe = m3.Manifold.cylinder(1.5, 0.5, 0.28, 24).translate((0, 0, 0.7))
    figure = [robe, _ball((0, 0, 2.3), (0.4, 0.28, 0.4)), _ball((0, -0.03, 2.85), (0.2, 0.22, 0.25))]
    figure += [_rod((0.3, 0, 2.4), (0.6, -0.5, 2.1), 0.11, 0.08), _rod((-0.3, 0, 2.4), (-0.65, 0, 3.0), 0.11, 0.08)]
    figure += [_rod((-0.65, 0, 1.0), (-0.65, 0, 3.6), 0.05)]
    it.body(plinth, *figure, rough=rough)
    it.label("plinth", "low", [(-0.95, 0, 0.4), (0.95, 0.3, 0.4), (0, 0.95, 0.4)], "unclimbable platform")
    it.label("figure", "unclimbable", [(0, -0.4, 1.3), (0, -0.28, 2.3), (0, 0.2, 2.85)], "platform low")
    return it


def _tree() -> _Making:
    it = _Making()
    rng = np.random.default_rng(8)
    wood = [_rod((0, 0, 0), (0.3, 0.1, 3.2), 0.5, 0.3), _rod((0.3, 0.1, 3.1), (0.0, 0.5, 5.2), 0.3, 0.06)]
    for k in range(9):
        angle, z = k * 2.4, rng.uniform(1.8, 4.2)
        start = (0.2, 0.15, z)
        end = (0.2 + 1.8 * np.cos(angle), 0.15 + 1.8 * np.sin(angle), z + rng.uniform(0.4, 1.4))
        wood += [_rod(start, end, 0.16, 0.04, 8)]
        wood += [_rod(np.array(end) * 0.6 + np.array(start) * 0.4, np.add(end, (0.3, -0.4, 0.8)), 0.07, 0.02, 6)]
    roots = [_rod((0, 0, 0.3), (np.cos(a) * 1.2, np.sin(a) * 1.2, 0.0), 0.22, 0.05, 8) for a in (0.3, 1.9, 3.4, 5.0)]
    it.body(*wood, *roots)
    it.label(
        "tree", "unclimbable", [(0.25, -0.35, 1.5), (0.3, -0.3, 2.5), (0.05, 0.7, 4.6)], "deadly low platform ladder"
    )
    return it


def _walkway(rough: bool = False) -> _Making:
    it = _Making()
    deck = [_block((0.42 * i, 0, 2.5), (0.42 * i + 0.39, 2.2, 2.75)) for i in range(14)]
    beams = [_block((0, y, 2.3), (5.85, y + 0.2, 2.52)) for y in (0.2, 1.8)]
    posts = [_block((x, y, 0), (x + 0.25, y + 0.25, 2.4)) for x in (0.1, 5.4) for y in (0.18, 1.78)]
    rail = [_block((x, 2.05, 2.6), (x + 0.12, 2.2, 3.8)) for x in (0.1, 2.0, 3.9, 5.6)]
    rail += [_block((0.05, 2.07, 3.6), (5.8, 2.18, 3.8))]
    treads = [
        _block((-0.5 * (5 - i), 0.4, 0.5 * i + 0.35), (-0.5 * (4 - i) + 0.06, 1.8, 0.5 * i + 0.5)) for i in range(5)
    ]
    strings = [
        _wedge([(-2.7, 0), (-2.3, 0), (0.1, 2.35), (0.1, 2.65), (-2.6, 0.2)], (y, y + 0.16)) for y in (0.32, 1.72)
    ]
    it.body(*deck, *beams, *posts, *rail, *treads, *strings, rough=rough)
    it.label("deck", "platform", [(1, 1, 2.75), (3, 1, 2.75), (5, 1.5, 2.75)], "stairs ladder")
    it.label("stairs", "stairs", [(-2.2, 1.1, 0.5), (-1.2, 1.1, 1.5), (-0.7, 1.1, 2.0)], "platform ladder")
    it.label("posts", "obstacle", [(0.1, 0.3, 1.0), (5.65, 1.9, 1.0), (0.1, 1.9, 1.0)], "low arch ladder")
    it.label("railing", "obstacle", [(1.2, 2.18, 3.7), (3.0, 2.18, 3.7)], "arch ladder low")
    return it


def _crates() -> _Making:
    it = _Making()
    it.body(
        _block((0, 0, 0), (1.3, 1.3, 1.25)),
        _block((1.25, 0.1, 0), (2.55, 1.4, 1.2)),
        _block((0.1, 0.2, 1.2), (0.9, 1.0, 2.0)),
    )
    it.label("crate", "platform obstacle", [(1.9, 0.7, 1.2), (2.55, 0.8, 0.6)], "low")
    it.label("upper crate", "low", [(0.5, 0.2, 1.6), (0.5, 0.6, 2.0)], "platform stairs")
    return it


def _rubble_corner(rough: bool = True) -> _Making:
    """Two broken walls, a heap of rubble where they meet."""
    it = _Making()
    first = _ragged(_block((0, 0, 0), (4.5, 0.4, 4)), 1, 2.2, 4.0, 4.5, 0.4)
    second = _ragged(_block((0, 0, 0), (4.0, 0.4, 4)), 2, 1.8, 3.8, 4.0, 0.4).rotate((0, 0, 90)).translate((0.4, 0, 0))
    rng = np.random.default_rng(5)
    heap = [m3.Manifold.cylinder(1.5, 2.2, 0.2, 24).translate((0.3, 0.3, 0)) ^ _block((0.2, 0.2, -1), (9, 9, 9))]
    for _ in range(24):
        x, y = rng.uniform(0.5, 1.9, 2)
        z = 1.5 * max(0.0, 1 - np.hypot(x - 0.3, y - 0.3) / 2.2)
        stone = m3.Manifold.cube((0.35, 0.3, 0.25), True).rotate(tuple(rng.uniform(0, 360, 3)))
        heap.append(stone.translate((x, y, z)) ^ _block((-9, -9, 0), (9, 9, 9)))
    it.body(first, second, *heap, rough=rough)
    it.label("walls", "obstacle", [(3.5, 0, 1.2), (2.5, 0.4, 1.5), (0, 3.0, 1.0)], "low platform arch")
    it.label("rubble", "obstacle", [(0.9, 0.9, 1.0), (1.0, 0.7, 0.95)], "platform stairs ladder")
    return it


def _bridge() -> _Making:
    """A stone bridge: arch below, deck on top, steps at one end, a ramp at the other."""
    it = _Making()
    core = _block((-2.6, 0, 0), (2.6, 2.4, 3.0))
    core -= _block((-1.5, -1, -1), (1.5, 4, 1.0))
    core -= m3.Manifold.cylinder(5, 1.5, 1.5, 48).rotate((90, 0, 0)).translate((0, 4, 1.0))
    walls = [_block((-2.6, y, 2.9), (2.6, y + 0.2, 3.5)) for y in (0, 2.2)]
    steps = _flight(-5.6, (0, 2.4), 0.5, [0.5 * (i + 1) for i in range(6)])
    ramp = _wedge([(2.5, 0), (8.0, 0), (2.6, 3.0), (2.5, 3.0)], (0, 2.4))
    it.body(core, *walls, steps, ramp)
    it.label("deck", "platform", [(0, 1.2, 3), (-1.8, 1.2, 3), (2, 1.2, 3)], "stairs")
    it.label("way below", "arch", [(0, 1.2, 0.8)])
    it.label("steps", "stairs", [(-5.1 + 0.25, 1.2, 1.0), (-4.35, 1.2, 1.5), (-3.85, 1.2, 2.0)], "platform")
    it.label("ramp", "obstacle", [(5.0, 1.2, 3 * 3.0 / 5.4), (6.5, 1.2, 3 * 1.5 / 5.4)], "stairs platform")
    return it


def _tile() -> _Making:
    """A dungeon tile: a thin floor, walls on two sides, a gap in one that has no lintel."""
    it = _Making()
    floor = _block((0, 0, 0), (4, 4, 0.25))
    for k in range(1, 4):
        floor -= _block((k - 0.03, -1, 0.2), (k + 0.03, 5, 1)) + _block((-1, k - 0.03, 0.2), (5, k + 0.03, 1))
    first = _block((0, 3.6, 0), (4, 4, 2)) - _block((1.2, 3, 0.25), (2.7, 5, 3))
    it.body(floor, first, _block((0, 0, 0), (0.4, 4, 2)))
    it.label("floor", "low", [(2.5, 1.5, 0.25), (1.5, 2.5, 0.25), (3.5, 0.5, 0.25)], "obstacle platform")
    it.label("walls", "obstacle", [(3.4, 3.6, 1.2), (0, 2, 1), (0.4, 1.5, 1.4)], "low arch platform")
    return it


def _dungeon_door() -> _Making:
    """A wall on a thin floor, with an arched doorway on it and a leaf in a second."""
    it = _Making()
    floor = _block((0, 0, 0), (6, 2, 0.2))
    wall = _block((0, 0.8, 0), (6, 1.2, 2.6))
    wall -= _block((0.8, 0, 0.2), (2.0, 2, 1.6)) + m3.Manifold.cylinder(4, 0.6, 0.6, 32).rotate((90, 0, 0)).translate(
        (1.4, 3, 1.6)
    )
    wall -= _block((3.6, 0, 0.2), (4.9, 2, 2.0))
    it.body(floor, wall)
    it.body(_block((3.62, 0.93, 0.2), (4.88, 1.07, 1.98)))
    it.label("wall", "obstacle", [(0.4, 0.8, 1.5), (2.8, 1.2, 1.5), (5.5, 0.8, 1.2)], "low platform")
    it.label("doorway", "arch", [(1.4, 1.0, 0.8)])
    it.label("leaf", "door", [(4.2, 0.93, 1.2), (4.0, 1.07, 0.8)], "obstacle")
    it.label("floor", "low", [(3, 0.3, 0.2), (5, 1.7, 0.2)], "platform obstacle")
    return it


def _window_wall(rough: bool = False) -> _Making:
    """Trap: a large window is no door; a loophole neither."""
    it = _Making()
    wall = (
        _block((0, 0, 0), (5, 0.4, 3.2)) - _block((1.5, -1, 0.9), (2.9, 1, 2.4)) - _block((4.0, -1, 1.0), (4.2, 1, 2.0))
    )
    it.body(wall, rough=rough)
    it.label("wall", "obstacle", [(0.7, 0, 1.5), (3.4, 0.4, 1.5), (2.2, 0, 0.4)], "arch door platform low")
    return it


def _shelf() -> _Making:
    """Trap: a ledge 0.7 deep is no platform, one 1.4 deep is."""
    it = _Making()
    it.body(
        _block((0, 0, 0), (5, 0.4, 4)), _block((0, -0.7, 1.7), (5, 0.1, 1.95)), _block((0.5, 0.3, 2.3), (4.5, 1.8, 2.6))
    )
    it.label("wall", "obstacle", [(2.5, 0, 3.2), (2.5, 0, 0.8), (4.8, 0.4, 1.0)], "platform low")
    it.label("ledge", "obstacle", [(2.5, -0.5, 1.95), (1.0, -0.7, 1.8)], "platform low")
    it.label("balcony", "platform", [(2.5, 1.2, 2.6), (1.2, 1.4, 2.6)], "low")
    return it


def _ramp() -> _Making:
    """Trap: a ramp is neither stairs nor platform; its landing is."""
    it = _Making()
    it.body(_wedge([(0, 0), (4.5, 0), (4.5, 2.2)], (0, 2)), _block((4.4, 0, 0), (6.6, 2, 2.2)))
    it.label("ramp", "obstacle", [(2.5, 1, 2.5 * 2.2 / 4.5), (3.5, 1, 3.5 * 2.2 / 4.5)], "platform stairs")
    it.label("landing", "platform", [(5.5, 1, 2.2), (6, 1.5, 2.2)])
    return it


def _hut() -> _Making:
    """Traps: a sloping roof is no platform, a recess no door, a chimney no statue."""
    it = _Making()
    body = _block((0, 0, 0), (3, 4, 2.2)) - _block((1.0, -1, -1), (2.2, 0.3, 1.8))
    roof = _wedge([(-0.3, 2.1), (3.3, 2.1), (1.5, 4.0)], (-0.25, 4.25))
    it.body(body, roof, _block((2.2, 2.6, 2.0), (2.8, 3.2, 4.4)))
    it.label("walls", "obstacle", [(0, 2, 1), (3, 2, 1), (1.6, 0.3, 0.9)], "arch door low")
    it.label(
        "roof",
        "obstacle",
        [(0.5, 2, 2.1 + 0.8 * 1.9 / 1.8), (2.7, 1.2, 2.1 + 0.6 * 1.9 / 1.8)],
        "platform stairs unclimbable",
    )
    it.label("chimney", "obstacle", [(2.8, 2.9, 4.0), (2.5, 2.6, 4.1)], "unclimbable platform deadly ladder")
    return it


def _table() -> _Making:
    """A top of just 1 x 1 at 1.2, on four legs; beside it one too small."""
    it = _Making()
    for x, side in ((0.0, 1.0), (3.0, 0.8)):
        legs = [
            _block((x + a, b, 0), (x + a + 0.12, b + 0.12, 1.1)) for a in (0, side - 0.12) for b in (0, side - 0.12)
        ]
        it.body(_block((x, 0, 1.05), (x + side, side, 1.2)), *legs)
    it.label("table", "platform", [(0.5, 0.5, 1.2), (0.2, 0.8, 1.2)], "arch low")
    it.label("stool", "obstacle", [(3.4, 0.4, 1.2), (3.2, 0.6, 1.2)], "platform arch low")
    return it


def _columns() -> _Making:
    """Traps: a thick column and barrels are climbed like any obstacle."""
    it = _Making()
    it.body(
        m3.Manifold.cylinder(0.4, 0.75, 0.75, 32),
        m3.Manifold.cylinder(3.2, 0.5, 0.45, 32),
        _block((-0.65, -0.65, 3.1), (0.65, 0.65, 3.4)),
    )
    barrel = m3.Manifold.cylinder(0.6, 0.42, 0.5, 28) + m3.Manifold.cylinder(0.6, 0.5, 0.42, 28).translate((0, 0, 0.6))
    it.body(barrel.translate((2, 0, 0)))
    it.label("column", "obstacle", [(0.5, 0, 1.5), (0, -0.48, 2.2)], "unclimbable deadly low ladder")
    it.label("capital", "platform", [(0.3, 0.3, 3.4), (-0.4, 0.2, 3.4)], "unclimbable")
    it.label("barrel", "obstacle", [(2.49, 0, 0.6), (2, 0, 1.2)], "unclimbable platform low")
    return it


def _arcade() -> _Making:
    """Three arches in a row, a gallery on top that a ladder leads up to, another file's node with a name."""
    it = _Making()
    wall = _block((0, 0, 0), (8, 1.3, 3.0))
    for x in (0.7, 3.2, 5.7):
        wall -= _block((x, -1, -1), (x + 1.6, 3, 1.3)) + m3.Manifold.cylinder(5, 0.8, 0.8, 32).rotate(
            (90, 0, 0)
        ).translate((x + 0.8, 4, 1.3))
    it.body(wall)
    it.body(_ladder(3.0, 1.35, 3.4, 0.35), name="Leiter")
    for k, x in enumerate((1.5, 4.0, 6.5)):
        it.label(f"arch {k + 1}", "arch", [(x, 0.65, 0.8)])
    it.label("gallery", "platform", [(1, 0.6, 3), (4, 0.6, 3), (7, 0.6, 3)])
    it.label("ladder", "ladder", [(3.35, 1.41, 1.0), (3.05, 1.35, 1.5), (3.35, 1.41, 2.4)])
    return it


def _steep_stairs() -> _Making:
    """Narrow steps up a block, and a broad flight of low ones that is low terrain all in all."""
    it = _Making()
    block = _block((0, 0, 0), (2.5, 3, 2.4))
    steps = [_block((0.3 * i - 2.4, 0, 0), (0.1, 0.8, 0.3 * (i + 1))) for i in range(7)]
    it.body(block, *steps)
    low = [_block((5 + 0.4 * i, 0.4 * i, 0), (9 - 0.4 * i, 4 - 0.4 * i, 0.2 * (i + 1))) for i in range(3)]
    it.body(*low)
    it.label("block", "platform obstacle", [(1.2, 1.5, 2.4), (2.5, 1.5, 1.0)], "low")
    it.label("steps", "stairs", [(-1.65 + 0.0, 0.4, 0.9), (-1.05, 0.4, 1.5), (-1.0, 0, 0.5)], "platform")
    it.label("dais", "low", [(7, 2, 0.6), (5, 2, 0.1), (8.4, 2, 0.4)], "obstacle stairs")
    return it


def _cabin_on_stilts(rough: bool = False) -> _Making:
    """A cabin above water: floor on posts, walls with a doorway at its height, a leaning ladder, a flat roof."""
    it = _Making()
    deck = _block((-2, -2, 1.9), (2, 3.4, 2.2))
    posts = [_rod((x, y, 0), (x, y, 2.0), 0.18) for x in (-1.7, 1.7) for y in (-1.7, 3.1)]
    walls = _block((-2, -2, 2.1), (2, 2, 4.6)) - _block((-1.8, -1.8, 2.2), (1.8, 1.8, 4.35))
    walls -= _block((-0.7, 1.5, 2.2), (0.7, 3, 4.1))
    walls -= _block((1, -0.5, 3.1), (3, 0.5, 3.9))
    ladder = _ladder(-0.35, 0, 2.6).rotate((14, 0, 0)).translate((0, 3.95, 0)) ^ _block((-9, -9, 0), (9, 9, 9))
    it.body(deck, *posts, walls, ladder, rough=rough)
    it.label("roof", "platform", [(0, 0, 4.6), (1, 1, 4.6), (-1, -1, 4.6)])
    it.label("porch", "platform", [(-1.2, 2.6, 2.2), (1.4, 2.7, 2.2)], "ladder")
    it.label("inside", "platform", [(-1, 0, 2.2), (1, -1, 2.2)])
    it.label("doorway", "arch", [(0, 1.9, 3.0)])
    it.label("walls", "obstacle", [(-2, 0, 3.4), (0, -2, 3.0), (1.2, 2, 3.0)], "low platform")
    it.label("posts", "obstacle", [(-1.7, -1.88, 1), (1.88, 3.1, 1)], "arch low ladder")
    it.label("ladder", "ladder", [(-0.33, 3.8, 0.6), (0.33, 3.6, 1.4)], "platform")
    return it


_PIECES: dict[str, tuple[Callable[[], _Making], float, float]] = {
    "house": (_house, 0, 1.0),
    "house-rough": (lambda: _house(rough=True), 23, 1.05),
    "tower": (_tower, 40, 1.0),
    "tower-rough": (lambda: _tower(rough=True), -15, 1.1),
    "gatehouse": (_gatehouse, 90, 1.0),
    "gatehouse-rough": (lambda: _gatehouse(rough=True), 61, 0.95),
    "palisade": (_palisade, 10, 1.0),
    "spike-barrier": (_spike_barrier, 75, 1.0),
    "low-wall": (_low_wall, 33, 1.05),
    "low-wall-rough": (lambda: _low_wall(rough=True), 0, 1.0),
    "well": (_well, 12, 1.0),
    "statue": (_statue, 45, 1.0),
    "statue-rough": (lambda: _statue(rough=True), 0, 1.1),
    "tree": (_tree, 0, 1.0),
    "walkway": (_walkway, 28, 1.0),
    "walkway-rough": (lambda: _walkway(rough=True), 0, 1.1),
    "crates": (_crates, 17, 1.0),
    "rubble-corner": (_rubble_corner, 50, 1.0),
    "bridge": (_bridge, 0, 1.0),
    "tile": (_tile, 5, 1.0),
    "dungeon-door": (_dungeon_door, 66, 1.0),
    "window-wall": (_window_wall, 20, 1.0),
    "window-wall-rough": (lambda: _window_wall(rough=True), 70, 1.1),
    "shelf": (_shelf, 80, 1.0),
    "ramp": (_ramp, 30, 1.0),
    "hut": (_hut, 18, 1.0),
    "table": (_table, 8, 1.0),
    "columns": (_columns, 0, 1.0),
    "arcade": (_arcade, 57, 1.0),
    "steep-stairs": (_steep_stairs, 0, 1.0),
    "cabin": (_cabin_on_stilts, 38, 1.0),
    "cabin-rough": (lambda: _cabin_on_stilts(rough=True), 0, 1.05),
}
"""How each is made, how far it is turned (degrees) and how large."""


LABELLED = tuple(_PIECES)
"""The names of the pieces."""


@cache
def labelled_piece(name: str) -> LabelledPiece:
    """Return a piece with its labels."""
    make, turn, scale = _PIECES[name]
    return make().made(name, turn, scale)


def labelled_pieces() -> tuple[LabelledPiece, ...]:
    """Return the pieces with their labels, in order of their names' first mention."""
    return tuple(map(labelled_piece, LABELLED))
