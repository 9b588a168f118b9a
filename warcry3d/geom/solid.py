"""A closed oriented mesh, checked once, frozen."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError

__all__ = ["Edges", "FloatArray", "IntArray", "Placement", "Solid"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where something stands: turned about its own z axis by ``turn`` (radians), then moved to ``at`` (in)."""

    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn: float = 0.0

    def apply(self, points: FloatArray) -> FloatArray:
        """Return ``points`` (n, 3) carried from the thing's own frame to the table's."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        x, y, z = points[:, 0], points[:, 1], points[:, 2]
        return np.stack([c * x - s * y + self.at[0], s * x + c * y + self.at[1], z + self.at[2]], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Undirected edges of a closed mesh: ``ends`` (e, 2) vertices, ``faces`` (e, 2) the two triangles beside each."""

    ends: IntArray
    faces: IntArray


@dataclass(frozen=True, eq=False)
class Solid:
    """A closed, consistently outward-oriented triangle mesh in inches.

    vertices (n, 3) float64 and faces (m, 3) int32, both read-only. Every edge has exactly two triangles that run it in
    opposite directions, the signed volume is positive. It may have several components and may overlap itself
    (crossing counts still decide inside from outside). ``Solid(...)`` checks and raises `MeshError`; raw meshes come
    in through `warcry3d.geom.mend`.
    """

    vertices: FloatArray
    faces: IntArray
    _checked: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        vertices = np.array(self.vertices, dtype=np.float64, order="C")
        faces = np.array(self.faces, dtype=np.int32, order="C")
        vertices.flags.writeable = False
        faces.flags.writeable = False
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "faces", faces)
        if not self._checked:
            self._check()

    def _check(self) -> None:
        if not len(self.faces):
            raise MeshError("the mesh has no triangles")
        if not np.isfinite(self.vertices).all():
            raise MeshError("the mesh has coordinates that are not finite numbers")
        halves = np.concatenate([self.faces[:, [0, 1]], self.faces[:, [1, 2]], self.faces[:, [2, 0]]]).astype(np.int64)
        key = halves[:, 0] * len(self.vertices) + halves[:, 1]
        twin = halves[:, 1] * len(self.vertices) + halves[:, 0]
        key, twin = np.sort(key), np.sort(twin)  # np.unique hashes: two seconds a million triangles
        if (key[1:] == key[:-1]).any() or not np.array_equal(key, twin):
            raise MeshError("the mesh is not closed and oriented")
        if self.volume <= 0:
            raise MeshError(
                "the mesh is inside out or flat: its volume is {volume:.6g} cubic inches", volume=self.volume
            )

    def placed(self, placement: Placement) -> Self:
        """Return the solid carried to the table's frame."""
        return type(self)(placement.apply(self.vertices), self.faces, _checked=True)

    @cached_property
    def bounds(self) -> FloatArray:
        """Return the lowest and highest corner, (2, 3)."""
        is_used = np.zeros(len(self.vertices), dtype=bool)
        is_used[self.faces] = True
        used = self.vertices if is_used.all() else self.vertices[is_used]
        # Column by column: numpy takes ten times as long over rows of three.
        columns = [used[:, axis] for axis in range(3)]
        return np.array([[c.min() for c in columns], [c.max() for c in columns]])

    @cached_property
    def triangles(self) -> FloatArray:
        """Return the corner points of each triangle, (m, 3, 3)."""
        return self.vertices[self.faces]

    @cached_property
    def boxes(self) -> FloatArray:
        """Return the lowest and highest coordinates of each triangle, (2, 3, m)."""
        a, b, c = (self.vertices.T[:, self.faces[:, corner]] for corner in range(3))
        return np.stack([np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)])

    @cached_property
    def normals(self) -> FloatArray:
        """Return outward unit normals, (m, 3); zero for a triangle without area."""
        t = self.triangles
        n = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
        length = np.linalg.norm(n, axis=1, keepdims=True)
        return n / np.where(length > 0, length, 1)

    @cached_property
    def volume(self) -> float:
        """Return the signed volume in cubic inches."""
        t = self.triangles - self.vertices[self.faces[0, 0]]
        return float(np.einsum("ij,ij->", t[:, 0], np.cross(t[:, 1], t[:, 2])) / 6)

    @cached_property
    def edges(self) -> Edges:
        """Return the undirected edges with the two triangles beside each."""
        m = len(self.faces)
        halves = np.concatenate([self.faces[:, [0, 1]], self.faces[:, [1, 2]], self.faces[:, [2, 0]]])
        face = np.tile(np.arange(m, dtype=np.int32), 3)
        low, high = halves.min(axis=1).astype(np.int64), halves.max(axis=1).astype(np.int64)
        order = np.argsort(low * len(self.vertices) + high, kind="stable")
        first, second = order[0::2], order[1::2]
        ends = np.stack([low[first], high[first]], axis=1).astype(np.int32)
        return Edges(ends, np.stack([face[first], face[second]], axis=1))
