"""Walls, statues and rubble that stand for the squares of a grid: for the eye, without a part in any rule."""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from warcry3d.geom.solid import Placement
from warcry3d.table.grid import DIFFICULT, STATUE, WALL, SquareGrid
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Material, Skin
from warcry3d.table.table import Terrain
from warcry3d.table.terrain import Feature, Part, Piece
from warcry3d.terrain.making.solids import block, drum, joined, made_part

__all__ = ["WALL_HEIGHT", "scenery_of"]

WALL_HEIGHT = 1.75
"""How high walls stand (in): above most figures, and low enough to look over."""
EDGE_HEIGHT = 1.25
STONE, MARBLE, EARTH = (140, 135, 124), (186, 182, 172), (120, 106, 84)
EDGE_THICKNESS = 0.16
PLINTH = (0.36, 0.22)
"""Half the side and the height of a statue's plinth (in)."""
STONES = ((0.26, 0.3, 0.17, 0.12), (0.66, 0.24, 0.13, 0.09), (0.3, 0.72, 0.14, 0.08), (0.72, 0.68, 0.2, 0.15))
"""Stones of a square of rubble: middle (x, y), half the side, height (in)."""


@lru_cache(maxsize=64)
def scenery_of(grid: SquareGrid) -> Terrain:
    """Return what stands on a grid as scenery, a feature a square: walls, walls along edges, statues, rubble.

    Nothing of it stops sight or movement: the squares decide that.
    """
    walls = [_feature(f"wall-{x}-{y}", x, y, _wall()) for x, y in sorted(grid.squares(WALL))]
    statues = [_feature(f"statue-{x}-{y}", x, y, _statue()) for x, y in sorted(grid.squares(STATUE))]
    rubble = [_rubble(x, y) for x, y in sorted(grid.squares(DIFFICULT))]
    fences = [
        _feature(f"edge-{a[0]}-{a[1]}-{b[0]}-{b[1]}", *a, _fence(is_upright=a[0] == b[0]))
        for a, b in sorted(grid.edges)
    ]
    return Terrain((*walls, *fences, *statues, *rubble))


def _feature(id: str, x: float, y: float, piece: Piece, turn: float = 0.0) -> Feature:
    return Feature(id, piece, Placement((float(x), float(y), 0.0), turn))


def _rubble(x: int, y: int) -> Feature:
    """Return the stones of a square, turned by a quarter for each of its neighbours so that no two look alike."""
    turn = ((x * 7 + y * 3) % 4) * math.pi / 2
    return _feature(f"rubble-{x}-{y}", x + 0.5, y + 0.5, _stones(), turn)


def _piece(name: str, bodies: Iterable[Any], colour: tuple[int, int, int] = STONE) -> Piece:
    part: Part = made_part(name, (PartKind.SCENERY,), joined(list(bodies)))
    count = len(part.solid.faces)
    skin = Skin(np.tile(np.array(colour, np.uint8), (count, 1)), np.full(count, Material.STONE, np.uint8))
    return Piece(f"squares-{name}", (replace(part, skin=skin),))


@lru_cache(maxsize=1)
def _wall() -> Piece:
    return _piece("wall", (block((0.0, 0.0, 0.0), (1.0, 1.0, WALL_HEIGHT)),))


@lru_cache(maxsize=2)
def _fence(*, is_upright: bool) -> Piece:
    """Return a wall of an inch along x, or along y."""
    half = EDGE_THICKNESS / 2
    low, high = (-half, -half, 0.0), (half, 1.0 + half, EDGE_HEIGHT)
    if not is_upright:
        low, high = (low[1], low[0], low[2]), (high[1], high[0], high[2])
    return _piece("edge", (block(low, high),))


@lru_cache(maxsize=1)
def _statue() -> Piece:
    half, height = PLINTH
    plinth = block((0.5 - half, 0.5 - half, 0.0), (0.5 + half, 0.5 + half, height))
    body = drum((0.5, 0.5), 0.2, (height, height + 0.85))
    head = drum((0.5, 0.5), 0.13, (height + 0.85, height + 1.2))
    return _piece("statue", (plinth, body, head), MARBLE)


@lru_cache(maxsize=1)
def _stones() -> Piece:
    return _piece(
        "rubble",
        (
            block((x - half - 0.5, y - half - 0.5, 0.0), (x + half - 0.5, y + half - 0.5, height))
            for x, y, half, height in STONES
        ),
        EARTH,
    )
