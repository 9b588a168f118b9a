"""Splitting a solid into its connected bodies."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import Solid
from warcry3d.units import RESTING_GAP

__all__ = ["bodies", "body_faces"]

Labels = NDArray[np.int64]


def bodies(solid: Solid) -> tuple[Solid, ...]:
    """Return the solid's bodies in the order of their first triangles, each with its own vertices alone; one body: the
    solid itself.

    Shells (connected surfaces) that touch, overlap or come within `RESTING_GAP` of each other are one body, and a
    cavity belongs to the body around it. Turning and moving the solid changes nothing.
    """
    members = body_faces(solid)
    return (solid,) if len(members) == 1 else tuple(_part_of(solid, own) for own in members)


def body_faces(solid: Solid) -> tuple[Labels, ...]:
    """Return for each of the solid's bodies which triangles it has, shell by shell: as `bodies` tells them apart."""
    label = _shells(solid)
    order = np.argsort(label, kind="stable")
    shells = np.split(order, np.flatnonzero(np.diff(label[order])) + 1)
    if len(shells) == 1:
        return (order,)
    body = _joined(solid, [solid.faces[own] for own in shells])
    members: dict[int, list[Labels]] = {}
    for own, first in zip(shells, body, strict=True):
        members.setdefault(first, []).append(own)
    return tuple(np.concatenate(members[first]) for first in sorted(members))


def _part_of(solid: Solid, own: Labels) -> Solid:
    used, renamed = np.unique(solid.faces[own], return_inverse=True)
    return Solid(solid.vertices[used], renamed.astype(np.int32).reshape(-1, 3), _checked=True)


def _shells(solid: Solid) -> Labels:
    """Return for each triangle the least vertex of its shell: labels sink along triangles until nothing changes."""
    label = np.arange(len(solid.vertices))
    while True:
        least = label[solid.faces].min(axis=1)
        lower = label.copy()
        np.minimum.at(lower, label[solid.faces].ravel(), np.repeat(least, 3))
        lower = lower[lower[lower]]
        if np.array_equal(lower, label):
            return np.asarray(least)
        label = lower


def _joined(solid: Solid, shells: list[NDArray[np.int32]]) -> list[int]:
    """Return for each shell the first shell of its body."""
    corners = [solid.vertices[faces.ravel()] for faces in shells]
    low = np.array([c.min(axis=0) for c in corners])
    high = np.array([c.max(axis=0) for c in corners])
    made: dict[int, Any] = {}
    body = np.arange(len(shells))

    def measured(k: int) -> Any:
        if k not in made:
            made[k] = _manifold(solid, shells[k])
        return made[k]

    for i in range(len(shells)):
        beside = ((low[i + 1 :] <= high[i] + RESTING_GAP) & (high[i + 1 :] >= low[i] - RESTING_GAP)).all(axis=1)
        others = np.flatnonzero(beside) + i + 1
        for j in others[body[others] != body[i]].tolist():  # in a heap nearly all are joined already
            if body[i] == body[j]:
                continue
            first, second = measured(i), measured(j)
            if first is None or second is None or first.min_gap(second, 2 * RESTING_GAP) <= RESTING_GAP:
                kept, gone = sorted((int(body[i]), int(body[j])))
                body[body == gone] = kept
    return [int(b) for b in body]


def _manifold(solid: Solid, faces: NDArray[np.int32]) -> Any:
    """Return the shell as a body to measure with; None for a cavity, which belongs to what its box meets."""
    import manifold3d

    used, inverse = np.unique(faces, return_inverse=True)
    vertices = np.array(solid.vertices[used], order="C")
    triangles = inverse.reshape(-1, 3)
    a, b, c = (vertices[triangles[:, k]] - vertices[0] for k in range(3))
    if float((a * np.cross(b, c)).sum()) <= 0:
        return None
    return manifold3d.Manifold(manifold3d.Mesh64(vertices, triangles.astype(np.uint64)))
