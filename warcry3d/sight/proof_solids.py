"""Inside and outside for the checker: how often surfaces wind around a point."""

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.proof_surface import EPS, Ints, ProofSurface

__all__ = ["is_outside", "winding"]

_WAYS = np.array(
    [
        (0.0137, 0.0091, 1.0),
        (-0.0217, 0.0313, 1.0),
        (0.0411, -0.0153, 1.0),
        (-0.0371, -0.0519, 1.0),
        (0.1127, 0.0733, 1.0),
        (0.9713, 0.2119, 0.3717),
        (-0.3191, 0.8817, 0.2713),
        (0.0173, -0.0239, -1.0),
    ]
)
"""Directions in which to leave the table; the first that keeps clear of all edges decides."""


def winding(surface: ProofSurface, faces: Ints, point: FloatArray) -> int | None:
    """Return how often the faces, closed surfaces, wind around a point; None where it lies too near them to decide."""
    if not len(faces):
        return 0
    low, high = surface.low[faces].min(axis=0), surface.high[faces].max(axis=0)
    far = 2.0 * float(np.abs(np.stack([low - point, high - point])).sum()) + 10.0
    for way in _WAYS:
        signs = surface.crossings(faces, point, point + far * way)
        if signs is not None:
            return -int(signs.sum())
    return None


def is_outside(surface: ProofSurface, faces: Ints, points: FloatArray) -> bool:
    """Return whether the hull of the points keeps outside the solids that the faces bound."""
    low, high = points.min(axis=0) - EPS, points.max(axis=0) + EPS
    if (surface.low[faces].min(axis=0) > high).any() or (surface.high[faces].max(axis=0) < low).any():
        return True
    near = faces[((surface.low[faces] <= high) & (surface.high[faces] >= low)).all(axis=1)]
    return bool(surface.are_apart(near, points).all()) and winding(surface, faces, points[0]) == 0
