"""How much of a space is visible from another past walls: an estimate by spots, which settles nothing."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.rules.dndminiatures.grid.cells import Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.sight_lines import LEVEL
from warcry3d.sight.confident_share import ConfidentShare
from warcry3d.sight.visible_share import VisibleShare

__all__ = ["visible_share"]

SPOTS = 16
"""Spots along a side of the target."""
PLACES = 5
"""Places along a side of the viewer that are tried."""


@lru_cache(maxsize=1024)
def visible_share(board: GridMap, viewer: Space, target: Space, *, is_seen: bool) -> VisibleShare:
    """Return the share of the target's space that is visible from the place in the viewer's that sees most of it.

    ``is_seen``: there is line of sight: then something is visible, however little; else nothing is.
    """
    eye = (*viewer.middle, LEVEL)
    if not is_seen:
        return VisibleShare(eye, ConfidentShare(0, 0))
    places, spots = _lattice(viewer, PLACES), _lattice(target, SPOTS)
    clear = ~_met(board, viewer, target, places, spots)
    counts = clear.sum(axis=1)
    best = int(counts.argmax())
    x, y = places[best].tolist()
    return VisibleShare((x, y, LEVEL), ConfidentShare(max(int(counts[best]), 1), len(spots)))


def _lattice(space: Space, count: int) -> FloatArray:
    """Return places evenly inside of a space, (count * count, 2)."""
    steps = (np.arange(count) + 0.5) / count * space.size
    x, y = np.meshgrid(space.low[0] + steps, space.low[1] + steps)
    return np.column_stack([x.ravel(), y.ravel()])


def _met(board: GridMap, viewer: Space, target: Space, places: FloatArray, spots: FloatArray) -> NDArray[np.bool_]:
    """Return whether the segments from places (p, 2) to spots (s, 2) meet a wall, (p, s): the slab method."""
    met = np.zeros((len(places), len(spots)), np.bool_)
    start, go = places[:, None, :], spots[None, :, :] - places[:, None, :]
    safe = np.where(np.abs(go) < 1e-12, 1e-12, go)
    for low, high in _boxes(board, viewer, target):
        near, far = (np.array(low) - start) / safe, (np.array(high) - start) / safe
        first = np.minimum(near, far).max(axis=2)
        last = np.maximum(near, far).min(axis=2)
        met |= (first <= last) & (last >= 0.0) & (first <= 1.0)
    return met


def _boxes(board: GridMap, one: Space, other: Space) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the walls in the box around two spaces."""
    x0, y0 = (min(a, b) for a, b in zip(one.low, other.low, strict=True))
    x1, y1 = (max(a, b) for a, b in zip(one.high, other.high, strict=True))
    cells = [((x, y), (x + 1, y + 1)) for x, y in sorted(board.walls) if x0 <= x < x1 and y0 <= y < y1]
    edges = [edge for edge in sorted(board.edges) if x0 <= edge[0][0] <= x1 and y0 <= edge[0][1] <= y1]
    return [*cells, *edges]
