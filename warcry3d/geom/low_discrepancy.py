"""Points that fill a cube evenly, the same ones each time."""

from functools import lru_cache

import numpy as np

from warcry3d.geom.solid import FloatArray

__all__ = ["low_discrepancy"]


@lru_cache(maxsize=64)
def low_discrepancy(count: int, dimensions: int, *, skip: int = 0) -> FloatArray:
    """Return points (count, dimensions) that fill the unit cube evenly: multiples of the powers of 1/g modulo 1, g the
    positive root of g**(d+1) = g + 1 (Roberts 2018). The first ``skip`` are left out. Not to be
    written to: the same array is returned each time.
    """
    g = 2.0
    for _ in range(60):
        g = (1 + g) ** (1 / (dimensions + 1))
    powers = g ** -np.arange(1.0, dimensions + 1)
    points = np.asarray((0.5 + np.outer(np.arange(skip + 1, skip + count + 1), powers)) % 1.0)
    points.flags.writeable = False
    return points
