"""Meshes mended and set on the floor: what was wrong with them is counted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.halfedges import shells, twins
from warcry3d.geom.mend import mend
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.bodies import nearest_sources, skin_of
from warcry3d.table.glb import RawPart
from warcry3d.terrain.parts import Body

__all__ = ["Mending", "mended", "on_the_floor"]

_LOOSE = 20_000
"""More open edges than this, and than a quarter of the triangles, are no slip of a modeller: closing them would take
minutes and lead nowhere."""

_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
"""Odd numbers that mix a point's bits into one; two points of millions hardly ever come out alike."""


@dataclass(frozen=True, slots=True)
class Mending:
    """What was done to a mesh to close it: triangles ``dropped`` (without extent, doubled, or hidden inside another
    shell), ``open_edges`` sewn together or filled, ``holes`` filled and with how
    many triangles (``filled``).
    """

    open_edges: int = 0
    dropped: int = 0
    holes: int = 0
    filled: int = 0

    @property
    def is_clean(self) -> bool:
        """Return whether nothing had to be done."""
        return not (self.dropped or self.holes or self.open_edges)


def mended(parts: Sequence[RawPart], points: Sequence[FloatArray]) -> tuple[list[Body], Mending]:
    """Return the parts of a file, with their ``points`` in inches and z up, as bodies, and what had to be mended.

    Raise `FileError` about a part that cannot be closed.
    """
    bodies: list[Body] = []
    dropped = holes = filled = 0
    edges = 0
    for part, vertices in zip(parts, points, strict=True):
        if len(part.faces):
            edges += (lonely := _open_edges(vertices, part.faces))
            if lonely > _LOOSE and lonely > len(part.faces) / 4:
                raise part.spot.error(
                    "the mesh is loose triangles: {edges} open edges around {count} triangles",
                    edges=lonely,
                    count=len(part.faces),
                )
        try:
            done = mend(vertices, part.faces)
        except MeshError as error:
            raise part.spot.about(error) from None
        holes += _patches(done.solid, done.source)
        filled += int((done.source < 0).sum())
        known = np.zeros(len(part.faces), dtype=bool)
        known[done.source[done.source >= 0]] = True
        dropped += int((~known).sum())
        source = nearest_sources(done.solid, done.source) if (done.source < 0).any() else done.source
        bodies.append(Body(part.name, done.solid, skin_of(part, source)))
    return bodies, Mending(edges, dropped, holes, filled)


def _open_edges(vertices: FloatArray, faces: NDArray[np.int64]) -> int:
    """Return how many edges of a mesh have one triangle alone beside them, points that coincide taken for one."""
    bits = np.ascontiguousarray(vertices + 0.0).view(np.uint64)
    mixed = (bits * _MIX).sum(axis=1, dtype=np.uint64)
    _, same = np.unique(mixed ^ (mixed >> np.uint64(29)), return_inverse=True)
    corners = same.ravel()[faces]
    corners = corners[(corners != np.roll(corners, 1, axis=1)).all(axis=1)]
    ends = np.sort(np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    _, count = np.unique(ends[:, 0] * len(vertices) + ends[:, 1], return_counts=True)
    return int((count % 2).sum())


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
