"""Door leaves: thin upright shells, each a closed surface of its own, that hang free or lie against a frame."""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.classify.columns import Ints
from warcry3d.terrain.classify.openings import Opening

__all__ = ["Leaf", "fills", "leaf_of", "shells"]

_THICK = 0.4
_WIDTH = (0.45, 4.5)
_HEIGHT = (0.9, 6.0)
_FULL = 0.4
"""The least share of its box that a leaf fills: planks do, a grating nearly does, a frame does not."""


_SHUT, _AJAR = 0.75, 0.98
"""Cosines: a leaf turned by less than 41 degrees is shut, or nearly; one turned by 11 or more may be open."""

_HUNG = 0.3
"""The greatest distance (in) of a leaf from its jamb."""


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A thin upright shell: its middle on its lower edge (3,), the unit vector across it (2,), its sizes (in)."""

    middle: FloatArray
    across: FloatArray
    width: float
    height: float
    thickness: float


def shells(solid: Solid) -> tuple[int, Ints]:
    """Return how many connected surfaces a solid has, and for each triangle which it belongs to (m,)."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    faces = solid.faces.astype(np.int64)
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    count = len(solid.vertices)
    graph = coo_matrix((np.ones(len(start), dtype=np.int8), (start, end)), shape=(count, count))
    _, label = connected_components(graph, directed=False)
    numbers, label = np.unique(label[faces[:, 0]], return_inverse=True)
    return len(numbers), np.asarray(label.ravel(), dtype=np.int64)


def leaf_of(points: FloatArray, volume: float) -> Leaf | None:
    """Return the leaf whose corners are ``points`` (n, 3); None where they are not thin and upright.

    Also None where they enclose too little ``volume`` (cubic in): a frame.
    """
    low, high = points[:, 2].min(), points[:, 2].max()
    if not _HEIGHT[0] <= high - low <= _HEIGHT[1]:
        return None
    best: tuple[float, float, FloatArray] | None = None
    flat = points[:, :2]
    offset = flat - flat.mean(axis=0)
    _, axes = np.linalg.eigh(offset.T @ offset)
    first = float(np.arctan2(axes[1, 0], axes[0, 0]))
    for turn in first + np.radians([0, -4, -2, -1, 1, 2, 4]):
        across = np.array([np.cos(turn), np.sin(turn)])
        thickness, width = float(np.ptp(flat @ across)), float(np.ptp(flat @ np.array([-across[1], across[0]])))
        if best is None or thickness < best[0] - 1e-9:
            best = thickness, width, across
    assert best is not None
    thickness, width, across = best
    if thickness > min(_THICK, width / 3) or not _WIDTH[0] <= width <= _WIDTH[1]:
        return None
    if volume < _FULL * thickness * width * (high - low):
        return None
    side = np.array([-across[1], across[0]])
    middle = across * _centre(flat @ across) + side * _centre(flat @ side)
    return Leaf(np.append(middle, low), across, width, float(high - low), thickness)


def _centre(values: FloatArray) -> float:
    return float(values.max() + values.min()) / 2


def fills(leaf: Leaf, opening: Opening) -> bool:
    """Return whether a leaf (in the grid's frame) belongs to an opening.

    It does if it stands in it and fills most of it, or hangs at one of its jambs and is open.
    """
    wide = 0.45 * opening.width <= leaf.width <= 1.4 * opening.width
    tall = 0.55 * opening.height <= leaf.height <= 1.5 * opening.height
    if not (wide and tall and abs(leaf.middle[2] - opening.middle[2]) <= 0.5):
        return False
    step = leaf.middle[:2] - opening.middle[:2]
    along, aside = abs(float(step @ opening.way)), abs(float(step[0] * opening.way[1] - step[1] * opening.way[0]))
    stands = along <= opening.depth / 2 + 0.3 and aside <= 0.35 * opening.width
    turned = abs(float(leaf.across @ opening.way))
    if stands and turned > _SHUT:
        return True
    return turned < _AJAR and leaf.width >= 0.6 * opening.width and _hinge_gap(leaf, opening) <= _HUNG


def _hinge_gap(leaf: Leaf, opening: Opening) -> float:
    """Return how far (in) the nearer upright edge of a leaf is from the nearer jamb of an opening."""
    side = np.array([-opening.way[1], opening.way[0]])
    edge = np.array([-leaf.across[1], leaf.across[0]]) * leaf.width / 2
    gaps = []
    for end in (leaf.middle[:2] - edge, leaf.middle[:2] + edge):
        for sign in (-1, 1):
            step = end - (opening.middle[:2] + sign * side * opening.width / 2)
            along = max(0.0, abs(float(step @ opening.way)) - opening.depth / 2)
            gaps.append(float(np.hypot(along, step @ side)))
    return min(gaps)
