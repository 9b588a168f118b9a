"""The objects of one file: separate if each is closed, joined if only the whole is."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray

__all__ = ["Named", "is_closed", "kept_apart"]

Named = tuple[str, FloatArray, NDArray[np.int64]]
"""An object: its name, vertices (n, 3), faces (m, 3)."""

_MOST = 500
"""With more objects than this they are no named parts, but pieces into which a program cut a mesh."""


def kept_apart(objects: Sequence[Named], name: str) -> list[Named]:
    """Return the objects of a file, with those that are not closed by themselves (a wall cut by its materials) joined.

    ``name``: of the joined object; all of them are joined if there are too many, or if just one is closed.
    """
    some = [one for one in objects if len(one[2])]
    if len(some) > _MOST:
        return [_joined(some, name)]
    open_ = [one for one in some if not is_closed(one[1], one[2])]
    closed = [one for one in some if not any(one is other for other in open_)]
    if not open_:
        return closed
    return [*closed, _joined(open_, open_[0][0] if len(open_) == 1 else name)]


def _joined(objects: Sequence[Named], name: str) -> Named:
    at = np.cumsum([0, *(len(vertices) for _, vertices, _ in objects)])
    faces = [faces + by for (_, _, faces), by in zip(objects, at, strict=False)]
    return name, np.concatenate([vertices for _, vertices, _ in objects]), np.concatenate(faces)


def is_closed(vertices: FloatArray, faces: NDArray[np.int64]) -> bool:
    """Return whether every edge has an even number of triangles beside it, with coinciding points merged."""
    if int(faces.min()) < 0 or int(faces.max()) >= len(vertices):
        return False
    _, same = np.unique(vertices + 0.0, axis=0, return_inverse=True)
    corners = same.ravel()[faces]
    corners = corners[(corners != np.roll(corners, 1, axis=1)).all(axis=1)]
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2)
    _, beside = np.unique(ends.min(axis=1) * len(vertices) + ends.max(axis=1), return_counts=True)
    return not (beside % 2).any()
