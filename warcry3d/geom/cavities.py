"""Shells turned to face outward, and those told apart that are the cavities of others."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray

__all__ = ["turned_outward"]

Flags: TypeAlias = NDArray[np.bool_]

_MOST_INSIDE = 2_000_000
"""So often it may be asked whether a shell lies inside another where some are inside out: some ten seconds."""

_AT_ONCE, _MOST_AT_ONCE = 256, 4_000_000
"""So many shells, and pairs of a point and a triangle, are looked at together: some hundred megabytes."""


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
    pairs = _boxed(low, high, flat, inward)
    if pairs is None:
        return {}
    inner, outer = pairs
    is_outer = np.zeros(len(flat), dtype=bool)
    is_outer[outer] = True
    near = is_outer[shell[order]]
    found: dict[int, list[int]] = {}
    for k in np.flatnonzero(_are_inside(corners[bounds[inner], 0], outer, corners[near], shell[order][near])).tolist():
        found.setdefault(int(inner[k]), []).append(int(outer[k]))
    return found


def _boxed(low: FloatArray, high: FloatArray, flat: Flags, inward: Flags) -> tuple[Indices, Indices] | None:
    """Return the pairs of a shell and one whose box encloses its own, in order, as far as `_around` asks for them;
    None: too many.
    """
    import shapely

    whole = np.flatnonzero(~flat)
    boxes = shapely.box(*low[whole, :2].T, *high[whole, :2].T)
    tree = shapely.STRtree(boxes)

    def enclosed(asked: Indices, *, by_them: bool) -> Iterator[tuple[Indices, Indices]]:
        for first in range(0, len(asked), _AT_ONCE):
            one, other = tree.query(boxes[asked[first : first + _AT_ONCE]])
            one = asked[first + one]
            inner, outer = (other, one) if by_them else (one, other)
            a, b = whole[inner], whole[outer]
            inside = ((low[b] < low[a]) & (high[b] > high[a])).all(axis=1)
            yield inner[inside], outer[inside]

    asked = inward[whole]
    for inner, _ in enclosed(np.flatnonzero(asked), by_them=True):
        asked[inner] = True
    found = [np.empty((2, 0), dtype=np.int64)]
    count = 0
    for inner, outer in enclosed(np.flatnonzero(asked), by_them=False):
        count += len(inner)
        if count > _MOST_INSIDE:
            return None
        found.append(np.stack([whole[inner], whole[outer]]))
    inner, outer = np.concatenate(found, axis=1)
    order = np.lexsort([outer, inner])
    return inner[order], outer[order]


_DIRECTIONS = np.array([[0.61, 0.34, 0.71], [-0.43, 0.81, 0.39], [0.27, -0.53, -0.80]])
"""Skew on purpose: no modeller's edge runs along them."""


def _are_inside(points: FloatArray, which: Indices, triangles: FloatArray, shell: Indices) -> Flags:
    """Return for each of ``points`` (k, 3) whether most of three rays from it cross the closed shell ``which`` (k,) an
    odd number of times.

    triangles (m, 3, 3): those of all shells that are asked for; shell: (m,) whose each is.
    """
    if not len(points):
        return np.zeros(0, dtype=bool)
    places, place = np.unique(points, axis=0, return_inverse=True)
    count = int(shell.max()) + 1
    asked, key = np.unique(place.ravel() * count + which, return_inverse=True)
    votes = np.zeros(len(asked), dtype=np.int64)
    for direction in _DIRECTIONS:
        crossed = np.zeros(len(asked), dtype=np.int64)
        for place, face in _crossed(places, triangles, direction):
            wanted = place * count + shell[face]
            at = np.minimum(np.searchsorted(asked, wanted), len(asked) - 1)
            np.add.at(crossed, at[asked[at] == wanted], 1)
        votes += crossed % 2
    return np.asarray((votes >= 2)[key.ravel()])


def _crossed(points: FloatArray, triangles: FloatArray, direction: FloatArray) -> Iterator[tuple[Indices, Indices]]:
    """Yield numbers of points (k, 3) and of the triangles (m, 3, 3) that rays from them cross, some at a time."""
    import shapely

    across = np.cross(direction, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    flat, at = triangles @ across.T, points @ across.T
    room = 1e-9 * max(1.0, float(np.abs(flat).max()))  # what rounding moves them
    tree = shapely.STRtree(shapely.box(*(flat.min(axis=1) - room).T, *(flat.max(axis=1) + room).T))
    step = max(1, _MOST_AT_ONCE // len(triangles))
    for first in range(0, len(points), step):
        point, face = tree.query(shapely.points(at[first : first + step]))
        point = first + point
        a, b, c = triangles[face].transpose(1, 0, 2)
        e1, e2, aside = b - a, c - a, points[point] - a
        p, q = np.cross(direction, e2), np.cross(aside, e1)
        det = np.einsum("ij,ij->i", e1, p)
        with np.errstate(divide="ignore", invalid="ignore"):
            u = np.einsum("ij,ij->i", aside, p) / det
            v = q @ direction / det
            t = np.einsum("ij,ij->i", e2, q) / det
            hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
        yield point[hit], face[hit]
