"""Inside and outside for the checker: how often surfaces wind around a point, and whether two figures keep apart."""

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.proof_surface import EPS, Bools, Ints, Surface

__all__ = ["are_parted", "winding"]

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


def winding(surface: Surface, faces: Ints, point: FloatArray) -> int | None:
    """Return how often the faces, closed surfaces, wind around a point; None where it lies too near them to tell."""
    if not len(faces):
        return 0
    low, high = surface.low[faces].min(axis=0), surface.high[faces].max(axis=0)
    far = 2.0 * float(np.abs(np.stack([low - point, high - point])).sum()) + 10.0
    for way in _WAYS:
        signs = surface.crossings(faces, point, point + far * way)
        if signs is not None:
            return -int(signs.sum())
    return None


def are_parted(surface: Surface, one: Ints, two: Ints) -> bool:
    """Return whether two figures share no point: their surfaces do not touch and neither holds a piece of the other."""
    low = np.maximum(surface.low[one].min(axis=0), surface.low[two].min(axis=0)) - EPS
    high = np.minimum(surface.high[one].max(axis=0), surface.high[two].max(axis=0)) + EPS
    if (low > high).any():
        return True
    near = [faces[_meet_box(surface, faces, low, high)] for faces in (one, two)]
    if any(_touches_any(surface, int(face), near[1]) for face in near[0]):
        return False
    return _is_outside(surface, one, two) and _is_outside(surface, two, one)


def _meet_box(surface: Surface, faces: Ints, low: FloatArray, high: FloatArray) -> Bools:
    meets: Bools = np.all((surface.low[faces] <= high) & (surface.high[faces] >= low), axis=1)
    return meets


def _touches_any(surface: Surface, face: int, others: Ints) -> bool:
    """Return whether a triangle meets one of others: nothing across a plane, two edges or, where both lie in one plane,
    an edge keeps them apart.
    """
    others = others[_meet_box(surface, others, surface.low[face] - EPS, surface.high[face] + EPS)]
    mine, theirs = surface.corners[face], surface.corners[others]
    my_sides = np.roll(mine, -1, axis=0) - mine
    sides = np.roll(theirs, -1, axis=1) - theirs
    crossed = np.cross(my_sides[None, :, None], sides[:, None]).reshape(len(others), 9, 3)
    own = np.broadcast_to(surface.normals[face], (len(others), 1, 3))
    normals = surface.normals[others][:, None]
    edges = [np.cross(my_sides[None], own), np.cross(sides, normals)]
    ways = np.concatenate([crossed, own, normals, *edges], axis=1)
    size = np.linalg.norm(ways, axis=2, keepdims=True)
    ways = np.where(size > 1e-9, ways / np.where(size > 0, size, 1.0), 0.0)
    a, b = ways @ mine.T, np.einsum("kwi,kci->kwc", ways, theirs)
    apart = (a.min(axis=2) > b.max(axis=2) + EPS) | (a.max(axis=2) < b.min(axis=2) - EPS)
    return bool((~apart.any(axis=1)).any())


def _is_outside(surface: Surface, faces: Ints, solid: Ints) -> bool:
    """Return whether each connected surface among the faces, which do not touch the solid's, is outside it."""
    for start in _one_of_each(surface, faces):
        turns = winding(surface, solid, surface.corners[start, 0])
        if turns is None or turns > 0:
            return False
    return True


def _one_of_each(surface: Surface, faces: Ints) -> list[int]:
    """Return a face of each connected surface among the faces."""
    left, found = set(faces.tolist()), []
    while left:
        start = left.pop()
        found.append(start)
        todo = [start]
        while todo:
            beside = [int(face) for face in surface.neighbours[todo.pop()] if int(face) in left]
            left.difference_update(beside)
            todo += beside
    return found
