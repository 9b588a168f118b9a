"""The squares of a table as a picture shows them: paved floor, walls, statues, rubble, exits.

It is for the eye alone: walls are high so that one sees them, and what the squares mean is for the rules to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.board import bevelled_box
from warcry3d.app.scene.surface import VERTEX, Finish, PaintedSurface, join, surface
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.figures import named_figure
from warcry3d.table.grid import (
    DIFFICULT,
    EXITS,
    STARTS,
    STATUE,
    WALL,
    GridPart,
    GridPartKind,
    Square,
    SquareEdge,
    SquareGrid,
)
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.skin import Material, Skin

__all__ = ["WALL_HEIGHT", "GridThing", "floor_surface", "grid_things", "thing_surface"]

WALL_HEIGHT, EDGE_HEIGHT, EDGE_WIDTH = 1.1, 0.9, 0.16
"""How high walls stand, and how thick those along sides are (in)."""
RISE, GAP, BEVEL = 0.03, 0.016, 0.03
"""How high the slabs of the floor lie, half the gap between two, and how wide their slanted rims are (in)."""
RUBBLE = 4
"""So many heaps of stones differ."""

_FLOOR, _START, _EXIT = (98, 93, 85), (104, 98, 70), (74, 100, 72)
_WALL, _EDGE, _STATUE, _STONES, _ARROW = (
    (112, 106, 98),
    (118, 110, 100),
    (150, 148, 142),
    (104, 96, 84),
    (206, 196, 120),
)


@dataclass(frozen=True, slots=True)
class GridThing:
    """Something that stands on the squares: its ``name``, of what ``shape``, where its origin is (in) and how it is
    turned (degrees).
    """

    name: str
    shape: str
    at: tuple[float, float]
    turn: float = 0.0


def grid_things(grid: SquareGrid) -> Iterator[GridThing]:
    """Yield walls, statues and heaps of stones, in the order of squares."""
    for x, y in sorted(grid.squares(WALL)):
        yield GridThing(str(GridPart(GridPartKind.WALL, (x, y))), "wall", (x + 0.5, y + 0.5))
    for x, y in sorted(grid.squares(STATUE)):
        turn = 360.0 * _chance(x, y)
        yield GridThing(str(GridPart(GridPartKind.STATUE, (x, y))), "statue", (x + 0.5, y + 0.5), turn)
    for x, y in sorted(grid.squares(DIFFICULT)):
        shape = f"rubble-{int(RUBBLE * _chance(x, y))}"
        yield GridThing(f"grid/rubble@{x},{y}", shape, (x + 0.5, y + 0.5), 90.0 * int(4 * _chance(y, x)))
    for edge in sorted(grid.edges):
        yield _edge_thing(edge)


def _edge_thing(edge: SquareEdge) -> GridThing:
    (ax, ay), (bx, by) = edge
    turn = 0.0 if ay == by else 90.0
    return GridThing(str(GridPart(GridPartKind.EDGE, *edge)), "edge", ((ax + bx) / 2, (ay + by) / 2), turn)


def _chance(x: int, y: int) -> float:
    """Return a number from 0 to 1, always the same for a square."""
    return float(np.random.default_rng(1000 * x + y).random())


@lru_cache(maxsize=16)
def thing_surface(shape: str) -> PaintedSurface:
    """Return the surface of a shape that `GridThing` names, in its own frame."""
    if shape == "wall":
        return _soft(_plain(bevelled_box((-0.5, -0.5, 0.0), (0.5, 0.5, WALL_HEIGHT), 0.05), _WALL), WALL_HEIGHT)
    if shape == "edge":
        low = (-0.5 - EDGE_WIDTH / 2, -EDGE_WIDTH / 2, 0.0)
        high = (0.5 + EDGE_WIDTH / 2, EDGE_WIDTH / 2, EDGE_HEIGHT)
        return _soft(_plain(bevelled_box(low, high, 0.04), _EDGE), EDGE_HEIGHT)
    if shape == "statue":
        return _statue()
    return _rubble(int(shape.rpartition("-")[2]))


def _plain(solid: Solid, colour: tuple[int, int, int], material: Material = Material.STONE) -> PaintedSurface:
    count = len(solid.faces)
    skin = Skin(np.tile(np.array(colour, np.uint8), (count, 1)), np.full(count, material, np.uint8))
    return surface(solid, skin, longest=0.7)


def _soft(part: PaintedSurface, height: float) -> PaintedSurface:
    """Return a surface that is darker towards the floor, where there is less light."""
    z = part.vertices["position"][:, 2].astype(np.float64)
    light: NDArray[np.float64] = 0.45 + 0.5 * np.clip(z / height, 0.0, 1.0)
    return part.lit(light)


def _statue() -> PaintedSurface:
    """Return a figure of stone on a plinth."""
    plinth = _plain(bevelled_box((-0.36, -0.36, 0.0), (0.36, 0.36, 0.3), 0.05), _STATUE)
    figure = named_figure("shaman", JsonPath("statue"))
    low = min(float(part.solid.bounds[0, 2]) for part in figure.parts)
    parts = [plinth]
    for part in figure.parts:
        vertices = (part.solid.vertices - (0.0, 0.0, low)) * 0.68 + (0.0, 0.0, 0.3)
        parts.append(_plain(Solid(vertices, part.solid.faces), _STATUE))
    return _soft(join(parts), 1.4)


def _rubble(number: int) -> PaintedSurface:
    """Return a heap of stones that fits on a square."""
    random = np.random.default_rng(40 + number)
    parts = []
    for _ in range(9):
        size = random.uniform(0.07, 0.19)
        x, y = random.uniform(-0.45 + size, 0.45 - size, 2)
        tall = size * random.uniform(0.4, 0.9)
        box = bevelled_box((-size, -size * 0.8, 0.0), (size, size * 0.8, tall), 0.3 * min(size, tall))
        turn = random.uniform(0.0, np.pi)
        c, s = np.cos(turn), np.sin(turn)
        flat = box.vertices @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        shade = float(random.uniform(0.8, 1.15))
        colour = (int(_STONES[0] * shade), int(_STONES[1] * shade), int(_STONES[2] * shade))
        parts.append(_plain(Solid(flat + np.array([x, y, 0.0]), box.faces), colour))
    return _soft(join(parts), 0.2)


def floor_surface(grid: SquareGrid) -> PaintedSurface:
    """Return the floor: a slab on each square without a wall, start areas and exits in their own colours."""
    squares = [(x, y) for y in range(grid.depth) for x in range(grid.width) if grid.at((x, y)) != WALL]
    walls = grid.squares(WALL)
    slabs = _slabs(squares, np.array([_slab_colour(grid, one) for one in squares], np.uint8), _openness(squares, walls))
    arrows = [_arrow(grid, one) for one in squares if grid.at(one) in EXITS]
    return join([slabs, *arrows])


def _slab_colour(grid: SquareGrid, square: Square) -> tuple[int, int, int]:
    letter = grid.at(square)
    base = _EXIT if letter in EXITS else _START if letter in STARTS else _FLOOR
    shade = 0.88 + 0.2 * _chance(*square)
    return (int(base[0] * shade), int(base[1] * shade), int(base[2] * shade))


def _openness(squares: list[Square], walls: frozenset[Square]) -> FloatArray:
    """Return how open each corner (n, 4) of squares is to the sky: less where walls meet it."""
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    found = np.ones((len(squares), 4))
    for n, (x, y) in enumerate(squares):
        for k, (i, j) in enumerate(corners):
            beside = sum((x + i - a, y + j - b) in walls for a in (0, 1) for b in (0, 1))
            found[n, k] = 1.0 - 0.24 * min(beside, 2)
    return found


def _slabs(squares: list[Square], colours: NDArray[np.uint8], openness: FloatArray) -> PaintedSurface:
    """Return a slab for each square: its top, and slanted rims down to the gaps."""
    at = np.array(squares, np.float64)
    ends = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    inward = np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
    top = _ring(at, ends + inward * (GAP + BEVEL), RISE)
    foot = _ring(at, ends + inward * GAP, 0.002)
    quads, normals, lights = [top], [(0.0, 0.0, 1.0)], [openness]
    for k, normal in enumerate(((0.0, -0.7, 0.7), (0.7, 0.0, 0.7), (0.0, 0.7, 0.7), (-0.7, 0.0, 0.7))):
        other = (k + 1) % 4
        quads.append(np.stack([foot[:, k], foot[:, other], top[:, other], top[:, k]], axis=1))
        normals.append(normal)
        lights.append(0.8 * openness[:, [k, other, other, k]])
    return _of_quads(quads, normals, lights, colours)


def _ring(at: FloatArray, corners: FloatArray, z: float) -> FloatArray:
    """Return corners (4, 2) about places (n, 2) at a height, (n, 4, 3)."""
    flat = at[:, None, :] + corners[None]
    return np.concatenate([flat, np.full((*flat.shape[:2], 1), z)], axis=2)


def _of_quads(
    quads: list[FloatArray],
    normals: list[tuple[float, float, float]],
    lights: list[FloatArray],
    colours: NDArray[np.uint8],
) -> PaintedSurface:
    """Return quads (each (n, 4, 3), anticlockwise) with a normal, lights (n, 4) and a colour for each of n."""
    made = []
    for quad, normal, light in zip(quads, normals, lights, strict=True):
        vertices = np.zeros(quad.shape[:2], VERTEX)
        vertices["position"] = quad
        vertices["normal"] = normal
        vertices["colour"][..., :3] = colours[:, None]
        vertices["colour"][..., 3] = Finish.STONE
        vertices["extra"][...] = (255, 128, 255, 128)
        vertices["extra"][..., 0] = np.rint(255 * light)
        made.append(vertices.reshape(-1))
    points = np.concatenate(made)
    first = np.arange(0, len(points), 4, dtype=np.uint32)[:, None, None]
    triangles = (first + np.array([[0, 1, 2], [0, 2, 3]], np.uint32)).reshape(-1, 3)
    return PaintedSurface(points, triangles)


def _arrow(grid: SquareGrid, square: Square) -> PaintedSurface:
    """Return a painted arrow on an exit square, towards the nearest edge of the map."""
    x, y = square
    ways = {(0.0, -1.0): y, (-1.0, 0.0): x, (0.0, 1.0): grid.depth - 1 - y, (1.0, 0.0): grid.width - 1 - x}
    least = min(ways.values())
    nearest = [way for way, far in ways.items() if far == least]
    go = np.sum(nearest, axis=0) / np.linalg.norm(np.sum(nearest, axis=0))
    side = np.array([-go[1], go[0]])
    middle = np.array([x + 0.5, y + 0.5])
    tip, left, right = middle + 0.3 * go, middle - 0.2 * go + 0.24 * side, middle - 0.2 * go - 0.24 * side
    notch = middle - 0.08 * go
    flat = np.array([tip, left, notch, right])
    quad = np.concatenate([flat, np.full((4, 1), RISE + 0.004)], axis=1)[None]
    return _of_quads([quad], [(0.0, 0.0, 1.0)], [np.ones((1, 4))], np.array([_ARROW], np.uint8))
