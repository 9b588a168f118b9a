"""Heavy meshes that go wrong in every way a mesh can, for `benchmarks.imports`: each a name and what makes it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.meshes import rough_wall

__all__ = ["NASTY", "stl_of"]

Floats = NDArray[np.float64]

TETRAHEDRON = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
CUBE = np.array(
    [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6],
     [1, 3, 5], [3, 7, 5]]
)  # fmt: skip
CUBE_CORNERS = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1.0)])


def stl_of(triangles: Floats) -> bytes:
    """Return triangles (m, 3, 3) as a binary STL."""
    rows = np.zeros(len(triangles), [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("m", "<u2")])
    with np.errstate(over="ignore"):
        rows["c"] = triangles
    return b"\0" * 80 + len(rows).to_bytes(4, "little") + rows.tobytes()


def _print(triangles: int) -> Floats:
    return np.asarray(rough_wall(triangles).triangles)


def _loose(count: int) -> Floats:
    """Return so many triangles with corners at random in a cube: nearly all cross."""
    return np.random.default_rng(0).random((count, 3, 3)) * 50


def _shells(count: int, size: float, box: tuple[float, float, float], seed: int = 0) -> Floats:
    """Return so many tetrahedra of about ``size`` mm at random in a box."""
    rng = np.random.default_rng(seed)
    at = rng.uniform(0, 1, (count, 1, 3)) * box
    return (CORNERS * size * rng.uniform(0.5, 1.5, (count, 1, 1)) + at)[:, TETRAHEDRON].reshape(-1, 3, 3)


def _cubes(at: Floats, size: float) -> Floats:
    return (CUBE_CORNERS * size + at[:, None])[:, CUBE].reshape(-1, 3, 3)


def _checkerboard(n: int) -> Floats:
    """Return every other cube of a grid: all touch in edges only."""
    index = np.stack(np.meshgrid(*[np.arange(n)] * 3, indexing="ij"), -1).reshape(-1, 3)
    return _cubes(index[index.sum(1) % 2 == 0] * 2.0, 2.0)


def _stack(n: int) -> Floats:
    """Return a grid of cubes that share their faces, all of them doubled."""
    index = np.stack(np.meshgrid(*[np.arange(n)] * 3, indexing="ij"), -1).reshape(-1, 3)
    return _cubes(index * 2.0, 2.0)


def _crossing(count: int) -> Floats:
    """Return long thin boxes, each through most of the others."""
    rng = np.random.default_rng(1)
    made = CUBE_CORNERS * [80.0, 1.0, 1.0] - [40, 0.5, 0.5]
    turn, _ = np.linalg.qr(rng.normal(size=(count, 3, 3)))
    turn *= np.sign(np.linalg.det(turn))[:, None, None]
    placed = made @ turn + rng.normal(size=(count, 1, 3)) * 4 + [50, 50, 50]
    return np.asarray(placed[:, CUBE].reshape(-1, 3, 3))


def _crumpled(triangles: int, off: float) -> Floats:
    """Return one closed surface that passes through itself nearly everywhere."""
    solid = rough_wall(triangles)
    moved = solid.vertices + np.random.default_rng(2).normal(size=solid.vertices.shape) * off
    return moved[solid.faces]


def _fan(count: int) -> Floats:
    """Return wedges that all share one edge."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    a = np.stack([30 * np.cos(angle), 30 * np.sin(angle), np.zeros(count)], 1)
    b = np.stack([30 * np.cos(angle + 1e-4), 30 * np.sin(angle + 1e-4), np.zeros(count)], 1)
    low, high = np.zeros((count, 3)), np.tile([0, 0, 30.0], (count, 1))
    four = np.stack([low, a, b, high], 1)
    return four[:, TETRAHEDRON].reshape(-1, 3, 3)


def _dust(count: int) -> Floats:
    """Return a block, and so many triangles within a hair of one point."""
    near = np.random.default_rng(3).normal(size=(count, 3, 3)) * 1e-5
    return np.concatenate([_cubes(np.zeros((1, 3)), 40.0), near + np.array([20, 20, 40.0])])


def _sieve(n: int) -> Floats:
    """Return a block whose top is missing every other triangle."""
    solid = rough_wall(n)
    keep = np.ones(len(solid.faces), bool)
    keep[::12] = False
    return np.asarray(solid.triangles[keep])


def _sheets(count: int) -> Floats:
    """Return open sheets of terrain above each other."""
    x, y = np.meshgrid(np.arange(100.0), np.arange(100.0), indexing="ij")
    rng = np.random.default_rng(4)
    found = []
    for k in range(count):
        p = np.stack([x, y, rng.normal(size=x.shape) * 0.1 + k], -1)
        a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
        found += [np.stack([a, b, c], -2).reshape(-1, 3, 3), np.stack([a, c, d], -2).reshape(-1, 3, 3)]
    return np.concatenate(found)


def _nested(count: int) -> Floats:
    """Return shells in shells, every other one inside out."""
    found = []
    for k in range(count):
        size = 80.0 * (1 - k / count / 1.01)
        cube = _cubes(np.full((1, 3), (80 - size) / 2), size)
        found.append(cube if k % 2 == 0 else cube[:, ::-1])
    return np.concatenate(found)


def _needles(count: int) -> Floats:
    """Return posts side by side, so many levels and sides to tell."""
    n = int(count**0.5)
    at = np.stack(np.meshgrid(np.arange(n) * 1.5, np.arange(n) * 1.5, [0.0], indexing="ij"), -1).reshape(-1, 3)
    tall = np.random.default_rng(5).uniform(5, 80, len(at))
    corners = CUBE_CORNERS * np.stack([np.ones(len(at)), np.ones(len(at)), tall], 1)[:, None] + at[:, None]
    return corners[:, CUBE].reshape(-1, 3, 3)


NASTY: dict[str, Callable[[], Floats]] = {
    "a print of 1,500,000": lambda: _print(1_495_000),
    "a print of 600,000": lambda: _print(600_000),
    "5,000 loose triangles": lambda: _loose(5_000),
    "30,000 loose triangles": lambda: _loose(30_000),
    "300,000 crossing shells": lambda: _shells(300_000, 2.0, (100, 100, 60)),
    "55,000 crossing shells": lambda: _shells(55_000, 2.0, (100, 100, 60)),
    "55,000 shells as dust": lambda: _shells(55_000, 0.4, (150, 150, 100)),
    "9,000 crossing shells": lambda: _shells(9_000, 4.0, (60, 60, 60)),
    "300 rods through each other": lambda: _crossing(300),
    "1,500 rods through each other": lambda: _crossing(1_500),
    "10,000 rods through each other": lambda: _crossing(10_000),
    "a crumpled sheet of 100,000": lambda: _crumpled(100_000, 0.5),
    "a crumpled sheet of 600,000": lambda: _crumpled(600_000, 0.5),
    "a checkerboard of cubes": lambda: _checkerboard(40),
    "a checkerboard of 110,000 cubes": lambda: _checkerboard(60),
    "cubes wall to wall": lambda: _stack(24),
    "50,000 cubes wall to wall": lambda: _stack(37),
    "40,000 wedges on one edge": lambda: _fan(40_000),
    "1,000,000 triangles on a hair": lambda: _dust(1_000_000),
    "a sieve of 600,000": lambda: _sieve(600_000),
    "40 open sheets": lambda: _sheets(40),
    "3,000 shells in shells": lambda: _nested(3_000),
    "20,000 shells in shells": lambda: _nested(20_000),
    "1,400 posts": lambda: _needles(1_400),
    "40,000 posts": lambda: _needles(40_000),
}
"""Each makes triangles (m, 3, 3) in mm."""
