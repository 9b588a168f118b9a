"""Vertical lines: what lies straight above and below a point, and whether a point is inside a solid."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["Crossings", "inside", "vertical_cast", "winding"]

_ASIDE = np.array([3.1e-8, 1.7e-8])
"""Vertical lines are shifted this far (in) off their points: off every edge that is modelled along an axis."""


@dataclass(frozen=True, slots=True, eq=False)
class Crossings:
    """Where vertical lines cross a surface: ``line`` (c,) which, ``z`` (c,) the height, ``face`` (c,) the triangle,
    ``up`` (c,) whether it faces up there.
    """

    line: NDArray[np.int64]
    z: FloatArray
    face: NDArray[np.int64]
    up: NDArray[np.bool_]


def vertical_cast(solid: Solid, at: FloatArray, *, faces: NDArray[np.bool_] | None = None) -> Crossings:
    """Return all crossings of the vertical lines through ``at`` (k, 2) with the solid's surface.

    ``faces`` (m,): which triangles are looked at, all unless said.
    """
    triangles = solid.triangles
    lines = np.asarray(at, dtype=np.float64)[:, :2] + _ASIDE
    low, high = lines.min(axis=0), lines.max(axis=0)
    (left, front, _), (right, back, _) = solid.boxes
    is_near = (right >= low[0]) & (left <= high[0]) & (back >= low[1]) & (front <= high[1])
    near = np.flatnonzero(is_near if faces is None else is_near & faces)
    found: list[tuple[NDArray[np.int64], FloatArray, NDArray[np.int64], NDArray[np.bool_]]] = []
    step = max(1, 2_000_000 // max(1, len(near)))
    for first in range(0, len(lines), step):
        found.append(_crossed(triangles[near], lines[first : first + step], near, first))
    line, z, face, up = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Crossings(line, z, face, up)


def _crossed(
    triangles: FloatArray, lines: FloatArray, numbers: NDArray[np.int64], first: int
) -> tuple[NDArray[np.int64], FloatArray, NDArray[np.int64], NDArray[np.bool_]]:
    a, b, c = (triangles[None, :, k, :2] - lines[:, None, :] for k in range(3))

    def turn(p: FloatArray, q: FloatArray) -> FloatArray:
        return np.asarray(p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0])

    weights = np.stack([turn(b, c), turn(c, a), turn(a, b)], axis=-1)
    line, near = np.nonzero((weights > 0).all(axis=2) | (weights < 0).all(axis=2))
    shares = weights[line, near]
    z = (shares * triangles[near, :, 2]).sum(axis=1) / shares.sum(axis=1)
    return line + first, z, numbers[near], shares[:, 0] > 0


def winding(solid: Solid, points: FloatArray) -> NDArray[np.int64]:
    """Return how many times over each of ``points`` (k, 3) lies inside the solid: 0 outside, 2 where two shells
    overlap; on the surface either of its sides may be said.
    """
    result = np.zeros(len(points), dtype=np.int64)
    low, high = solid.bounds
    maybe = np.flatnonzero(((points > low) & (points < high)).all(axis=1))
    if len(maybe):
        met = vertical_cast(solid, points[maybe, :2])
        above = met.z > points[maybe[met.line], 2]
        result[maybe] = np.bincount(met.line, weights=np.where(met.up, 1, -1) * above, minlength=len(maybe))
    return result


def inside(solid: Solid, points: FloatArray) -> NDArray[np.bool_]:
    """Return for each of ``points`` (k, 3) whether it lies inside the solid; on the surface either may be said."""
    return winding(solid, points) > 0
