"""Edge collapses that only remove volume (compiled).

Let the faces of a star go to a point w. How often the surface winds around any other point then changes by the
tetrahedra between w and each of these faces: those of faces that w is behind are taken away, those of faces that it is
in front of are added. So where w is behind all of them nothing is added anywhere, however the surface runs. What
rounding adds all the same is bounded here, and each face keeps count of what was added below it: its *creep*.
"""

import math

from warcry3d.geom.compiled import lean_kernel
from warcry3d.terrain.reducing.stars import normal

__all__ = ["creeps", "sink"]

_NOTHING = 1e-12
"""Inches: rounding of a height over a plane."""
_ROUNDS = 24
"""Steps behind the plane that a point is farthest in front of, before the search for one behind all is given up;"""
_STEP = 1.05
"""each so much longer than needed, and a billionth of an inch more, so that few are needed."""


@lean_kernel
def creeps(V, F, star, new, count, w, plane, most):
    """Return by how much the surface goes outward at most (in) when the star's corners go to ``w``; infinity where that
    is more than ``most``, or not known.

    It is known where all faces, before and after, look to one side: then each point of the new faces lies straight
    above or below one of the old, and above it by no more than the tetrahedra in front of faces are high together.
    """
    total = 0.0
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        height = plane[f, 0] * V[w, 0] + plane[f, 1] * V[w, 1] + plane[f, 2] * V[w, 2] - plane[f, 3]
        if height > _NOTHING:
            total += min(height, _height(V, w, F[f, (k + 1) % 3], F[f, (k + 2) % 3], F[f, k])) if new[s] else height
            if total > most:
                return math.inf
    if total == 0.0:
        return 0.0
    nx, ny, nz = 0.0, 0.0, 0.0
    for s in range(count):
        f = star[s] // 3
        nx, ny, nz = nx + plane[f, 0], ny + plane[f, 1], nz + plane[f, 2]
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        if plane[f, 0] * nx + plane[f, 1] * ny + plane[f, 2] * nz <= 0.0:
            return math.inf
        if new[s]:
            x, y, z = normal(V, w, F[f, (k + 1) % 3], F[f, (k + 2) % 3])
            if x * nx + y * ny + z * nz <= 0.0:
                return math.inf
    return total


@lean_kernel
def _height(V, i, j, k, p):
    """Return how far a point lies from a triangle's plane, infinity where it has none."""
    x, y, z = normal(V, i, j, k)
    size = math.sqrt(x * x + y * y + z * z)
    if size <= 0.0:
        return math.inf
    return abs(x * (V[p, 0] - V[i, 0]) + y * (V[p, 1] - V[i, 1]) + z * (V[p, 2] - V[i, 2])) / size


@lean_kernel
def sink(V, star, count, u, v, w, plane, planes):
    """Write into vertex ``w`` a point behind all faces of the star of the edge u-v, near its middle or one of its ends;
    return how far from there it is (in; infinity: none was found). ``planes`` (64, 4) is room for the star's planes.
    """
    n = 0
    for s in range(count):
        f = star[s] // 3
        if plane[f, 0] == 0.0 and plane[f, 1] == 0.0 and plane[f, 2] == 0.0:
            continue
        for i in range(4):
            planes[n, i] = plane[f, i]
        n += 1
    share, least = 0.5, math.inf
    for third in range(3):
        t, worst = 0.5 * third, 0.0
        for k in range(n):
            height = -planes[k, 3]
            for i in range(3):
                height += planes[k, i] * (V[u, i] + t * (V[v, i] - V[u, i]))
            worst = max(worst, height)
        if worst < least:
            share, least = t, worst
    for i in range(3):
        V[w, i] = V[u, i] + share * (V[v, i] - V[u, i])
    ox, oy, oz = V[w, 0], V[w, 1], V[w, 2]
    for _ in range(_ROUNDS):
        worst, at = 0.0, -1
        for k in range(n):
            height = planes[k, 0] * V[w, 0] + planes[k, 1] * V[w, 1] + planes[k, 2] * V[w, 2] - planes[k, 3]
            if height > worst:
                worst, at = height, k
        if at < 0:
            return math.sqrt((V[w, 0] - ox) ** 2 + (V[w, 1] - oy) ** 2 + (V[w, 2] - oz) ** 2)
        for i in range(3):
            V[w, i] -= (_STEP * worst + 1e-9) * planes[at, i]
    return math.inf
