"""Bodies of very many shells, as scans have: shells too small to classify are set aside as one body."""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.skin import Skin
from warcry3d.terrain.classify.columns import Bools, Ints
from warcry3d.terrain.classify.leaves import shells
from warcry3d.terrain.parts import ImportedBody

__all__ = ["MANY", "ShellSplit", "some_of", "split_small_shells"]

MANY = 400
"""Bodies of at most this many shells are classified shell by shell."""

_LEAST = 0.16
"""Shells up to this size (in, 4 mm) count as small where there are many."""


@dataclass(frozen=True, eq=False)
class ShellSplit:
    """A body without its small shells (None: it has no others), the small shells as one body (None: it has none), and
    how many shells both have.
    """

    body: ImportedBody | None
    small_shells: ImportedBody | None
    shells: int
    count: int = 0


def split_small_shells(body: ImportedBody) -> ShellSplit:
    """Return a body and its small shells separately if it has very many shells; else the body as it is."""
    count, shell = shells(body.solid)
    if count <= MANY:
        return ShellSplit(body, None, count)
    size, volume = _sizes(body.solid, count, shell)
    small = (size <= _LEAST) & (volume > 0)
    mine = small[shell]
    found = int(small.sum())
    if not found:
        return ShellSplit(body, None, count)
    small_shells = ImportedBody("", *_parted(body, mine))
    return ShellSplit(
        None if mine.all() else ImportedBody(body.name, *_parted(body, ~mine)), small_shells, count - found, found
    )


def _sizes(solid: Solid, count: int, shell: Ints) -> tuple[FloatArray, FloatArray]:
    """Return the longest side of the box around each shell and its volume, (count,) each."""
    order = np.argsort(shell, kind="stable")
    start = np.searchsorted(shell[order], np.arange(count))
    corners = solid.triangles[order]
    low = np.minimum.reduceat(corners.min(axis=1), start)
    high = np.maximum.reduceat(corners.max(axis=1), start)
    t = corners - solid.vertices[0]
    parts = np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])) / 6
    return (high - low).max(axis=1), np.add.reduceat(parts, start)


def _parted(body: ImportedBody, faces: Bools) -> tuple[Solid, Skin | None]:
    used, inverse = np.unique(body.solid.faces[faces].ravel(), return_inverse=True)
    solid = Solid(body.solid.vertices[used], inverse.reshape(-1, 3).astype(np.int32))
    return solid, None if body.skin is None else Skin(body.skin.colours[faces], body.skin.materials[faces])


def some_of(body: ImportedBody, faces: Bools) -> ImportedBody:
    """Return the body of some of a body's shells, given by their faces (m,)."""
    return ImportedBody(body.name, *_parted(body, faces))
