"""Squares laid over a table that has none, so that rule systems of squares can say something of it too."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.geom.vertical_cast import winding
from warcry3d.table.grid import FLOOR, WALL, SquareGrid
from warcry3d.table.table import Table, Terrain

__all__ = ["laid_squares"]

EYE = 1.0
"""Inches above the ground at which terrain makes a square a wall: about where a small model looks."""
SAMPLES = 5
LEAST = 0.2
"""The least share of a square that terrain fills there: that of a wall a fifth of an inch thick."""


def laid_squares(table: Table) -> SquareGrid:
    """Return a grid over a table: squares of which terrain that blocks sight fills a fifth or more, an inch above the
    ground, are walls; those under the middles of models are not. What terrain makes walls is kept with it.
    """
    width, depth = int(table.board.width), int(table.board.depth)
    key, kept = f"laid squares {width} x {depth}", table.terrain.derived
    walls = kept.get(key)
    if not isinstance(walls, np.ndarray):
        kept[key] = walls = _walls(table.terrain, width, depth)
    is_wall = walls.copy()
    for model in table.models:
        at = (int(model.placement.at[0]), int(model.placement.at[1]))
        if 0 <= at[0] < width and 0 <= at[1] < depth:
            is_wall[at] = False
    rows = ("".join(WALL if is_wall[i, j] else FLOOR for i in range(width)) for j in reversed(range(depth)))
    return SquareGrid(tuple(rows))


def _walls(terrain: Terrain, width: int, depth: int) -> NDArray[np.bool_]:
    """Return by column and row which squares terrain makes walls."""
    steps: FloatArray = (np.arange(SAMPLES) + 0.5) / SAMPLES
    xs, ys = (np.arange(n)[:, None] + steps for n in (width, depth))
    x, y = np.meshgrid(xs.ravel(), ys.ravel(), indexing="ij")
    points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, EYE)])
    filled = np.zeros(len(points), bool)
    for feature in terrain.features:
        for part in feature.piece.parts:
            if feature.blocks_sight(part):
                filled |= winding(feature.solids[part.id], points) > 0
    share = filled.reshape(width, SAMPLES, depth, SAMPLES).mean(axis=(1, 3))
    walls: NDArray[np.bool_] = share >= LEAST - 1e-9
    return walls
