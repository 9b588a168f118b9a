"""Upper edges of walls: straight, or broken as a ruin's are, by a seed."""

from collections.abc import Sequence

import numpy as np
import shapely

__all__ = ["broken_edge", "wall_outline"]

_TOOTH = (0.45, 1.1)
"""Length (in) of one stretch of a broken edge: what is narrower prints as a spike, and looks like one."""

_SLANT = (0.12, 0.3)
"""Length (in) of the slope from one stretch to the next: nothing steps, so nothing looks like stairs."""

_JITTER = 0.28
"""How far a stretch may be off the line of the break, as a share of the break's depth."""


def broken_edge(
    length: float, ends: tuple[float, float], lowest: float, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Return the corners (x, z) of a broken edge from x = 0 to ``length``, about as high at its ``ends`` as given.

    It never falls below ``lowest`` and never rises above the higher end. Level stretches are joined by slopes; a slope
    leads up after one that led down, so that the edge does not look like stairs.
    """
    high = max(ends)
    depth = high - lowest
    if depth <= 0.05:
        return [(0.0, high), (length, high)]
    cuts = [0.0]
    while cuts[-1] + _TOOTH[0] + _TOOTH[1] < length:
        cuts.append(cuts[-1] + float(rng.uniform(*_TOOTH)))
    cuts.append(length)
    middles = (np.array(cuts[1:]) + np.array(cuts[:-1])) / 2
    wish = np.interp(middles, [0.0, length], ends)
    zigzag = (-1.0) ** np.arange(len(middles)) * rng.uniform(0.3, 1.0, len(middles)) * _JITTER * depth
    heights = np.clip(wish + zigzag, lowest, high)
    heights[0 if ends[0] >= ends[1] else -1] = high
    corners = [(0.0, float(heights[0]))]
    for at, before, after in zip(cuts[1:-1], heights[:-1], heights[1:], strict=True):
        half = float(rng.uniform(*_SLANT)) / 2
        corners += [(at - half, float(before)), (at + half, float(after))]
    return [*corners, (length, float(heights[-1]))]


def wall_outline(
    edge: Sequence[tuple[float, float]], holes: Sequence[shapely.Polygon], x: float, z: float = 0.0
) -> "shapely.Geometry":
    """Return a wall seen from the front (x, z): below an edge that begins at ``x``, above ``z``, with holes cut out."""
    start, stop = edge[0][0], edge[-1][0]
    corners = [(start + x, z), *((a + x, b) for a, b in edge), (stop + x, z)]
    return shapely.Polygon(corners).difference(shapely.union_all(list(holes)))
