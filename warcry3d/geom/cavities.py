"""Shells turned to face outward, and those told apart that are the cavities of others."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray

__all__ = ["turned_outward"]

Flags: TypeAlias = NDArray[np.bool_]

_MOST_INSIDE = 200_000
"""So often it may be asked whether a shell lies inside another where some are inside out: some ten seconds."""


def turned_outward(
    vertices: FloatArray, faces: Indices, shell: Indices, volumes: FloatArray, flat: Flags
) -> tuple[Indices, Indices]:
    """Return the faces with the shells that are inside out turned, and for each shell the shell it belongs to: itself,
    or the one whose cavity it is.

    shell: (m,) the shell of each face; volumes, flat: (k,) of each shell. A shell inside another keeps how it faces
    relative to the outermost one around it: the other way means a cavity. Where too many lie in each other none is.
    """
    count = len(volumes)
    owner = np.arange(count)
    inward = volumes < 0
    if not (inward & ~flat).any():
        return faces, owner
    around = _around(vertices, faces, shell, flat, inward)
    turn = np.zeros(count, dtype=bool)
    for s in np.flatnonzero(~flat).tolist():
        outer = sorted(around.get(s, []), key=lambda o: -abs(volumes[o]))
        turn[s] = inward[outer[0]] if outer else inward[s]
        if inward[s] != turn[s]:
            owner[s] = [o for o in outer if inward[o] == inward[outer[0]]][-1]
    return np.where(turn[shell][:, None], faces[:, ::-1], faces), owner


def _around(vertices: FloatArray, faces: Indices, shell: Indices, flat: Flags, inward: Flags) -> dict[int, list[int]]:
    """Return for each shell those that enclose it, as far as an inward one is among them or it is one itself."""
    order = np.argsort(shell, kind="stable")
    bounds = np.searchsorted(shell[order], np.arange(len(flat) + 1))
    corners = vertices[faces[order]]
    low = np.minimum.reduceat(corners.min(axis=1), bounds[:-1])
    high = np.maximum.reduceat(corners.max(axis=1), bounds[:-1])
    outers: dict[int, Indices] = {}
    for s in np.flatnonzero(~flat).tolist():
        outer = ~flat & (low < low[s]).all(axis=1) & (high > high[s]).all(axis=1)
        if outer.any() and (inward[s] or inward[outer].any()):
            outers[s] = np.flatnonzero(outer)
    if sum(map(len, outers.values())) > _MOST_INSIDE:
        return {}
    found: dict[int, list[int]] = {}
    for s, near in outers.items():
        point = corners[bounds[s], 0]
        inside = [o for o in near.tolist() if _is_inside(point, corners[bounds[o] : bounds[o + 1]])]
        if inside:
            found[s] = inside
    return found


_DIRECTIONS = np.array([[0.61, 0.34, 0.71], [-0.43, 0.81, 0.39], [0.27, -0.53, -0.80]])
"""Skew on purpose: no modeller's edge runs along them."""


def _is_inside(point: FloatArray, triangles: FloatArray) -> bool:
    """Return whether most of three rays from ``point`` cross the closed shell an odd number of times."""
    votes = 0
    a, e1, e2 = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    for direction in _DIRECTIONS:
        p = np.cross(direction, e2)
        det = np.einsum("ij,ij->i", e1, p)
        with np.errstate(divide="ignore", invalid="ignore"):
            u = np.einsum("ij,ij->i", point - a, p) / det
            q = np.cross(point - a, e1)
            v = q @ direction / det
            t = np.einsum("ij,ij->i", e2, q) / det
            votes += int(((u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)).sum()) % 2
    return votes >= 2
