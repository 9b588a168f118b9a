"""Long triangles divided, so that a brush finds faces of its own size on a flat wall; the surface stays the same."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray

__all__ = ["MOST_FACES", "finer_mesh"]

Ints = NDArray[np.int64]

MOST_FACES = 400_000
"""Dividing ends where there would be more faces than this."""

_HALVINGS = 12
"""Edges are halved at most so often: a foot becomes three thousandths of an inch."""


def finer_mesh(vertices: FloatArray, faces: Ints, longest: float) -> tuple[FloatArray, Ints, Ints]:
    """Return a mesh without edges longer than ``longest`` (in), and for each face the one of ``faces`` it lies in.

    Every long edge gets a new corner in its middle, in both faces beside it, so a closed mesh stays closed.
    """
    source = np.arange(len(faces))
    for _ in range(_HALVINGS):
        halves = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
        ends = np.sort(halves, axis=1)
        key = ends[:, 0] * len(vertices) + ends[:, 1]
        unique, first, inverse = np.unique(key, return_index=True, return_inverse=True)
        a, b = vertices[ends[first, 0]], vertices[ends[first, 1]]
        long = np.linalg.norm(a - b, axis=1) > longest
        if not long.any() or len(faces) + 2 * int(long.sum()) > MOST_FACES:
            break
        middle = np.full(len(unique), -1)
        middle[long] = len(vertices) + np.arange(int(long.sum()))
        vertices = np.concatenate([vertices, (a[long] + b[long]) / 2])
        faces, source = _divided(vertices, faces, source, middle[inverse].reshape(3, -1).T)
    return vertices, faces, source


def _divided(vertices: FloatArray, faces: Ints, source: Ints, middle: Ints) -> tuple[Ints, Ints]:
    """Return faces divided at the middles (m, 3) of their edges (01, 12, 20), -1 for an edge that stays."""
    count = (middle >= 0).sum(axis=1)
    made, of = [faces[count == 0]], [source[count == 0]]
    for k in range(3):
        turned, cut = np.roll(faces, -k, axis=1), np.roll(middle, -k, axis=1)
        (a, b, c), (ab, bc, ca) = turned.T, cut.T
        one = (count == 1) & (ab >= 0)
        made += [np.stack([a, ab, c], axis=1)[one], np.stack([ab, b, c], axis=1)[one]]
        two = (count == 2) & (ca < 0)  # the corner b is cut off; the rest is parted along the shorter diagonal
        short = np.zeros(len(faces), dtype=bool)
        short[two] = np.linalg.norm(vertices[a[two]] - vertices[bc[two]], axis=1) <= np.linalg.norm(
            vertices[c[two]] - vertices[ab[two]], axis=1
        )
        made += [np.stack([ab, b, bc], axis=1)[two]]
        made += [np.stack([a, ab, bc], axis=1)[two & short], np.stack([a, bc, c], axis=1)[two & short]]
        made += [np.stack([a, ab, c], axis=1)[two & ~short], np.stack([ab, bc, c], axis=1)[two & ~short]]
        of += [source[one]] * 2 + [source[two]] + [source[two & short]] * 2 + [source[two & ~short]] * 2
    (a, b, c), (ab, bc, ca) = faces.T, middle.T
    all_three = count == 3
    for corners in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)):
        made.append(np.stack(corners, axis=1)[all_three])
        of.append(source[all_three])
    return np.concatenate(made), np.concatenate(of)
