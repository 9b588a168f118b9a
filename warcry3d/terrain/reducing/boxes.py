"""A surface in a tree of boxes, for distances to it: triangles along a space-filling curve, halved level by level.

It takes a quarter of the time of the tree that sight builds, and nothing of it has to be compiled.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["Boxed", "boxed"]

Ints = NDArray[np.int64]

_LEAF = 4
"""Triangles in a leaf at most."""

_FINE = 2**20 - 1
"""Steps of the curve's grid along a side: three numbers of twenty bits make one."""

_SPREAD_BITS = (
    (32, 0x1F00000000FFFF),
    (16, 0x1F0000FF0000FF),
    (8, 0x100F00F00F00F00F),
    (4, 0x10C30C30C30C30C3),
    (2, 0x1249249249249249),
)
"""Shifts and masks that set two free bits between each two bits of a number."""


class Boxed(NamedTuple):
    """A surface: vertices (n, 3), faces (m, 3) int32 in the order of the tree, ``source`` (m,) the number each had in
    the solid; boxes (k, 6) low then high, children (k, 2) or, of a leaf, (-start - 1, count). The root is 0.
    """

    vertices: FloatArray
    faces: NDArray[np.int32]
    source: Ints
    boxes: FloatArray
    children: Ints


def boxed(solid: Solid) -> Boxed:
    """Return the solid in a tree; vertices and faces in the order of the curve, so that neighbours lie side by side."""
    place = np.argsort(_curve(solid.vertices), kind="stable")
    rank = np.empty(len(place), dtype=np.int32)
    rank[place] = np.arange(len(place), dtype=np.int32)
    vertices, faces = solid.vertices[place], rank[solid.faces]
    source = np.argsort(_curve(vertices[faces].mean(axis=1)), kind="stable")
    faces = np.ascontiguousarray(faces[source])
    boxes, children = _tree(vertices, faces)
    return Boxed(vertices, faces, source, boxes, children)


def _curve(points: FloatArray) -> NDArray[np.uint64]:
    """Return where on Morton's curve through their box the points (n, 3) lie."""
    low = points.min(axis=0)
    side = max(float(np.ptp(points, axis=0).max()), 1e-12)
    steps = ((points - low) * (_FINE / side)).astype(np.uint64)
    code = np.zeros(len(points), dtype=np.uint64)
    for axis in range(3):
        bits = steps[:, axis].copy()
        for shift, mask in _SPREAD_BITS:
            bits = (bits | (bits << np.uint64(shift))) & np.uint64(mask)
        code |= bits << np.uint64(axis)
    return code


def _tree(vertices: FloatArray, faces: NDArray[np.int32]) -> tuple[FloatArray, Ints]:
    """Return boxes and children of a full binary tree over faces in their order, a parent before its children."""
    count = len(faces)
    leaves = 1
    while leaves * _LEAF < count:
        leaves *= 2
    ends = np.arange(leaves + 1) * count // leaves
    corners = vertices[faces]
    low = np.minimum.reduceat(corners.min(axis=1), ends[:-1], axis=0)
    high = np.maximum.reduceat(corners.max(axis=1), ends[:-1], axis=0)
    boxes = np.empty((2 * leaves - 1, 6))
    children = np.empty((2 * leaves - 1, 2), dtype=np.int64)
    children[leaves - 1 :] = np.stack([-ends[:-1] - 1, np.diff(ends)], axis=1)
    inner = np.arange(leaves - 1)
    children[: leaves - 1] = np.stack([2 * inner + 1, 2 * inner + 2], axis=1)
    while True:
        first = len(low) - 1
        boxes[first : 2 * first + 1] = np.concatenate([low, high], axis=1)
        if not first:
            return boxes, children
        low, high = np.minimum(low[::2], low[1::2]), np.maximum(high[::2], high[1::2])
