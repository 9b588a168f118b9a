"""Meshes repaired and set on the floor, with counts of what was wrong."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.closing import NOT_OPEN, Closings
from warcry3d.geom.halfedges import shells, twins
from warcry3d.geom.mend import mend
from warcry3d.geom.mesh_limits import open_edges
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.bodies import nearest_sources, skin_of
from warcry3d.table.glb import RawPart
from warcry3d.terrain.deadline import Deadline, ImportStage
from warcry3d.terrain.parts import ImportedBody

__all__ = ["Mending", "mended", "on_the_floor"]

_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)
"""Odd numbers that mix a point's bits into one; two points of millions hardly ever come out alike."""


@dataclass(frozen=True, slots=True)
class Mending:
    """What was done to a mesh to close it: triangles ``dropped`` (without extent, doubled, or hidden inside another
    shell), ``open_edges`` sewn together or filled, ``holes`` filled and with how
    many triangles (``filled``); ``sheets``: shells without thickness that were dropped; ``closings``: how open surfaces
    were closed; ``crossing``: shells that could not be united.
    """

    open_edges: int = 0
    dropped: int = 0
    holes: int = 0
    filled: int = 0
    sheets: int = 0
    closings: Closings = NOT_OPEN
    crossing: int = 0

    @property
    def is_clean(self) -> bool:
        """Return whether nothing had to be done."""
        return not (self.dropped or self.holes or self.open_edges or self.sheets or self.crossing)


def mended(
    parts: Sequence[RawPart], points: Sequence[FloatArray], deadline: Deadline
) -> tuple[list[ImportedBody], Mending]:
    """Return the parts of a file, with their ``points`` in inches and z up, as bodies, and what had to be mended.

    Raise `FileError` about a part that cannot be closed.
    """
    bodies: list[ImportedBody] = []
    dropped = holes = filled = sheets = edges = crossing = 0
    closings = NOT_OPEN
    for part, vertices in zip(parts, points, strict=True):
        deadline.entering(ImportStage.MENDING)
        kept, faces = _sewn(vertices, part.faces)
        edges += open_edges(faces, len(kept))
        try:
            done = mend(
                kept,
                faces,
                before_uniting=lambda: deadline.entering(ImportStage.UNITING),
                drops_sheets=True,
                closes_all=True,
                unites=deadline.does(ImportStage.UNITING),
            )
        except MeshError as error:
            raise part.spot.about(error) from None
        holes += _patches(done.solid, done.source)
        filled += int((done.source < 0).sum())
        sheets += done.sheets
        crossing += done.crossing
        closings += done.closings
        known = np.zeros(len(faces), dtype=bool)
        known[done.source[done.source >= 0]] = True
        dropped += int((~known).sum())
        source = nearest_sources(done.solid, done.source) if (done.source < 0).any() else done.source
        bodies.append(ImportedBody(part.name, done.solid, skin_of(part, source)))
    return bodies, Mending(edges, dropped, holes, filled, sheets, closings, crossing)


def _sewn(vertices: FloatArray, faces: NDArray[np.int64]) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return a mesh with points that coincide exactly made one: a sixth of those that an STL has, so that all that
    comes after is as much quicker. Points are compared by one mixed number; those that it takes for the same and are
    not stay apart.
    """
    _, first, same = np.unique(_mixed(vertices), return_index=True, return_inverse=True)
    same = same.ravel()
    kept = vertices[first]
    unlike = np.flatnonzero((kept[same] != vertices).any(axis=1))
    same[unlike] = len(kept) + np.arange(len(unlike))
    return np.concatenate([kept, vertices[unlike]]), same[faces]


def _mixed(vertices: FloatArray) -> NDArray[np.uint64]:
    """Return a number for each point (n, 3) that all its bits are mixed into: those of round ones differ in few."""
    bits = np.ascontiguousarray(vertices + 0.0).view(np.uint64)
    result = np.zeros(len(vertices), dtype=np.uint64)
    for axis in range(3):
        result ^= bits[:, axis]
        result ^= result >> np.uint64(32)
        result *= _MIX[0]
        result ^= result >> np.uint64(29)
        result *= _MIX[1]
        result ^= result >> np.uint64(32)
    return result


def _patches(solid: Solid, source: NDArray[np.int64]) -> int:
    """Return how many holes were filled: connected patches of triangles that come from nowhere."""
    new = solid.faces[source < 0].astype(np.int64)
    if not len(new):
        return 0
    twin, _ = twins(solid.vertices, new)
    return shells(twin)[0]


def on_the_floor(points: Iterable[FloatArray]) -> tuple[float, float, float]:
    """Return by how much to move points so that the lowest is at 0 and the middle of them all over the origin."""
    every = list(points)
    low = np.min([one.min(axis=0) for one in every], axis=0)
    high = np.max([one.max(axis=0) for one in every], axis=0)
    x, y, _ = (low + high) / 2
    return (-float(x), -float(y), -float(low[2]))
