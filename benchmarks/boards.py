"""Boards for measuring, made from a seed: figures of about 3,000 triangles, twelve hard pieces, any fineness."""

import math
from dataclasses import dataclass

import manifold3d
import numpy as np

from warcry3d.geom.solid import Placement, Solid

__all__ = ["BenchBoard", "make_board"]


@dataclass(frozen=True)
class BenchBoard:
    """Terrain solids and the figures' solids, placed, on a board of 30 x 22 in."""

    terrain: tuple[Solid, ...]
    figures: tuple[Solid, ...]

    @property
    def triangles(self) -> int:
        """Return how many triangles the terrain has."""
        return sum(len(s.faces) for s in self.terrain)


def make_board(seed: int, *, figures: int = 30, triangles: int = 5_000) -> BenchBoard:
    """Return a board whose terrain is cut as fine as about ``triangles``, roughened by a hair where it is finer."""
    rng = np.random.default_rng(seed)
    spots = _spots(rng, 12, 3.0)
    makers = (_ruin, _deck, _stones, _tree)
    shapes = [makers[i % 4](rng) for i in range(12)]
    total = sum(m.num_tri() for m in shapes)
    terrain = []
    for (x, y), shape in zip(spots, shapes, strict=True):
        fine = shape
        if triangles > 1.5 * total:
            size = _edge_for(shape, shape.num_tri() * triangles / total)
            fine = shape.refine_to_length(size).warp_batch(lambda p: p + 0.000 * np.sin(p[:, [1, 2, 0]] * 9))
        terrain.append(_solid(fine).placed(Placement((x, y, rng.uniform(-0.1, 0.0)), rng.uniform(0, 2 * math.pi))))
    blocked = terrain
    people = []
    while len(people) < figures:
        x, y = rng.uniform(1, 29), rng.uniform(1, 21)
        z = 3.2 if rng.random() < 0.25 else 0.14
        figure = _solid(_figure(rng)).placed(Placement((x, y, z), rng.uniform(0, 2 * math.pi)))
        if not any(_near(figure, other) for other in (*blocked, *people)):
            people.append(figure)
    return BenchBoard(tuple(terrain), tuple(people))


def _near(a: Solid, b: Solid) -> bool:
    """Return whether the figure's middle stands inside the other's box or their boxes meet closely."""
    low, high = a.bounds
    other_low, other_high = b.bounds
    if (low > other_high).any() or (high < other_low).any():
        return False
    inside = b.vertices[((b.vertices > low) & (b.vertices < high)).all(axis=1)]
    return len(inside) > 0


def _spots(rng: np.random.Generator, count: int, apart: float) -> list[tuple[float, float]]:
    spots: list[tuple[float, float]] = []
    while len(spots) < count:
        spot = (rng.uniform(3, 27), rng.uniform(3, 19))
        if all(math.dist(spot, other) > apart for other in spots):
            spots.append(spot)
    return spots


def _edge_for(shape: manifold3d.Manifold, triangles: float) -> float:
    return math.sqrt(shape.surface_area() / triangles * 3.2)


def _solid(shape: manifold3d.Manifold) -> Solid:
    mesh = shape.to_mesh64()
    return Solid(np.asarray(mesh.vert_properties, np.float64)[:, :3], np.asarray(mesh.tri_verts))


def _box(size: tuple[float, float, float], at: tuple[float, float, float], turn: float = 0.0) -> manifold3d.Manifold:
    return manifold3d.Manifold.cube(size, True).rotate((0, 0, turn)).translate(at)


def _ruin(rng: np.random.Generator) -> manifold3d.Manifold:
    """Return two walls of stones of different depths around a core, with windows, and an upper floor."""
    parts = []
    for turn in (0.0, 90.0):
        wall = [_box((6.0, 0.3, 5.0), (3.0, 0.0, 2.5))]
        for row in range(5):
            x = -0.4 * (row % 2)
            while x < 6.0:
                w = rng.uniform(1.2, 1.8)
                a, b = max(x, 0.0), min(x + w, 6.0)
                if b - a > 0.1:
                    wall.append(_box((b - a, rng.uniform(0.4, 0.5), 1.0), ((a + b) / 2, 0.0, row + 0.5)))
                x += w
        whole = manifold3d.Manifold.batch_boolean(wall, manifold3d.OpType.Add)
        for x in (1.2, 3.6):
            for z in (1.5, 4.2):
                whole = whole - _box((1.1, 1.0, 1.1), (x + 0.5, 0.0, z))
        parts.append(whole.rotate((0, 0, turn)))
    parts.append(_box((5.8, 5.8, 0.2), (3.0, 3.0, 2.95)))
    return manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add).translate((-3, -3, 0))


def _deck(rng: np.random.Generator) -> manifold3d.Manifold:
    """Return planks with gaps of 2 mm on four posts: what makes sight hard."""
    gap = 2 / 25.4
    parts = [_box((5.4, 0.5, 0.12), (i * 0, -2.0 + i * (0.5 + gap), 3.0)) for i in range(8)]
    for x in (-2.4, 2.4):
        parts.append(_box((0.25, 4.5, 0.2), (x, 0.0, 2.85)))
        for y in (-1.9, 1.9):
            parts.append(_box((0.25, 0.25, 2.9), (x, y, 1.45)))
    return manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add)


def _stones(rng: np.random.Generator) -> manifold3d.Manifold:
    """Return a low wall of boulders."""
    parts = [_box((5.0, 0.5, 0.8), (0, 0, 0.4))]
    for _ in range(8):
        ball = manifold3d.Manifold.sphere(rng.uniform(0.4, 0.75), 8).scale((1.0, 0.7, 0.9))
        parts.append(ball.rotate(tuple(rng.uniform(0, 90, 3))).translate((rng.uniform(-2.4, 2.4), 0, 0.6)))
    return manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add).trim_by_plane((0, 0, 1), 0.0)


def _tree(rng: np.random.Generator) -> manifold3d.Manifold:
    """Return a dead tree of tapering limbs."""
    parts = [manifold3d.Manifold.cylinder(3.0, 0.5, 0.3, 8)]
    for _ in range(6):
        limb = manifold3d.Manifold.cylinder(rng.uniform(1, 2.4), 0.2, 0.05, 6)
        parts.append(
            limb.rotate((rng.uniform(25, 80), 0, rng.uniform(0, 360))).translate((0, 0, rng.uniform(1.2, 2.9)))
        )
    return manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add)


def _ball(radius: float, at: tuple[float, float, float], stretch: tuple[float, float, float] = (1, 1, 1)) -> object:
    return manifold3d.Manifold.sphere(radius, 24).scale(stretch).translate(at)


def _figure(rng: np.random.Generator) -> manifold3d.Manifold:
    """Return a person of about 3,000 triangles with a cloak, a spear and a shield."""
    limb = manifold3d.Manifold.cylinder
    parts = [
        _ball(0.13, (0, 0, 1.1)),
        _ball(0.24, (0, 0, 0.72), (0.8, 1.0, 1.5)),
        limb(0.5, 0.1, 0.12, 24).translate((0.05, 0.13, 0)),
        limb(0.5, 0.1, 0.12, 24).translate((0.0, -0.13, 0)),
        limb(0.9, 0.36, 0.12, 32).scale((0.6, 1.0, 1.0)).translate((-0.14, 0, 0.1)),
        limb(0.45, 0.07, 0.06, 16).rotate((0, 100 + rng.uniform(-40, 40), 20)).translate((0, 0.25, 0.9)),
        limb(0.45, 0.07, 0.06, 16).rotate((0, 100 + rng.uniform(-40, 40), -20)).translate((0, -0.25, 0.9)),
        limb(1.7, 0.025, 0.02, 12).rotate((rng.uniform(-15, 15), rng.uniform(-20, 20), 0)).translate((0.42, 0.4, 0)),
        limb(0.05, 0.3, 0.28, 32).rotate((0, 90, 0)).translate((0.42, -0.3, 0.75)),
    ]
    whole = manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add)
    return whole.refine_to_length(0.16)
