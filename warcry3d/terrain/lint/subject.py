"""The piece under lint: its parts as one body, its tree, points spread over it, and its level tops."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.slab import body_of, plan_of, slab_plan
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.tree import Mesh, mesh_of
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part, Piece
from warcry3d.units import MM

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["BASES_MM", "Limits", "PieceLevel", "Samples", "Subject", "Whole", "spread"]

BASES_MM = (25.0, 28.5, 32.0, 40.0, 50.0)
"""Diameters of the round bases that are common."""

SPACING = 0.1
"""Points over a surface stand this far apart (in), and every triangle has at least one."""

MOST_SAMPLES = 400_000
"""On larger surfaces points stand farther apart."""

MOST_TESTS = 2e7
"""So many triangles are tested by one kind of lines at most; a heap of large triangles that all cross takes thousands
for each line, other pieces a dozen."""

_LEAF = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What a person prints and plays with; millimetres."""

    bed_mm: tuple[float, float, float] = (220.0, 220.0, 250.0)
    figure_mm: float = 32.0
    wall_mm: float = 0.8

    @property
    def figure(self) -> float:
        """Return the height of a figure without its base (in)."""
        return self.figure_mm * MM


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Points spread over a surface: ``at`` (n, 3), the ``face`` (n,) each lies on, the ``area`` (n,) it stands for."""

    at: FloatArray
    face: NDArray[np.int64]
    area: FloatArray


def spread(solid: Solid, spacing: float = SPACING) -> Samples:
    """Return points on the solid's triangles, in a fixed order: by area, at least one for each triangle.

    They follow a sequence of low discrepancy (Roberts' R2), so they are spread evenly whatever the triangle.
    """
    t = solid.triangles
    areas = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2
    spacing = max(spacing, float(np.sqrt(areas.sum() / MOST_SAMPLES)))
    count = np.maximum(1, np.ceil(areas / spacing**2)).astype(np.int64)
    face = np.repeat(np.arange(len(t)), count)
    number = np.arange(len(face)) - np.repeat(np.cumsum(count) - count, count) + 1
    # A lone point stands in the middle of its triangle.
    u = np.where(count[face] == 1, 1 / 3, number * 0.7548776662466927 % 1)
    v = np.where(count[face] == 1, 1 / 3, number * 0.5698402909980532 % 1)
    over = u + v > 1
    u, v = np.where(over, 1 - u, u)[:, None], np.where(over, 1 - v, v)[:, None]
    corners = t[face]
    at = corners[:, 0] + u * (corners[:, 1] - corners[:, 0]) + v * (corners[:, 2] - corners[:, 0])
    return Samples(at, face, areas[face] / count[face])


@dataclass(frozen=True, eq=False)
class Whole:
    """Several parts as one body: its ``solid``, and for each triangle the number ``which`` (m,) of its part in
    ``parts``. Where parts cannot be united they stand as they are, one in the other.
    """

    parts: tuple[Part, ...]
    solid: Solid
    which: NDArray[np.int64]

    @cached_property
    def mesh(self) -> Mesh:
        """Return the tree for casting lines; its faces are the solid's in another order (``source``)."""
        return mesh_of([self.solid], leaf=_LEAF)

    @cached_property
    def samples(self) -> Samples:
        """Return points spread over the surface: of a heap as many as can be looked at, each for a larger area."""
        every = spread(self.solid)
        step = self.samples_left_out + 1
        return Samples(every.at[::step], every.face[::step], every.area[::step] * step)

    @cached_property
    def samples_left_out(self) -> int:
        """Return how many places on the surface are passed over for each that is looked at; 0 but for heaps."""
        count = len(spread(self.solid).at)
        return -(-count // self.affordable(count)) - 1

    @cached_property
    def crowd(self) -> float:
        """Return in how many triangles' boxes a place lies on average: so many a line tests at least."""
        corners = self.solid.triangles
        boxes = np.ptp(corners, axis=1) + SPACING
        return float(np.prod(boxes, axis=1).sum() / np.prod(np.ptp(self.solid.bounds, axis=0) + SPACING))

    def affordable(self, lines: int) -> int:
        """Return how many of so many lines can be cast within `MOST_TESTS`, at least one."""
        return max(1, min(lines, int(MOST_TESTS / max(self.crowd, 1.0))))

    def name(self, face: int) -> str:
        """Return the part that a face of the solid belongs to."""
        return self.parts[int(self.which[face])].id

    def hits(self, starts: FloatArray, ends: FloatArray) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
        """Return the first crossing of each segment (n, 3) to (n, 3).

        How far along (n,), infinite where there is none; the face of the solid (n,), -1 for none; and the sign (n,): 1
        entering.
        """
        from warcry3d.terrain.lint.surface_kernels import nearest_hits

        where, face, sign = nearest_hits(self.mesh, np.ascontiguousarray(starts), np.ascontiguousarray(ends))
        own = np.where(face >= 0, self.mesh.source[face], -1).astype(np.int64)
        return where, own, sign.astype(np.int64)

    def is_blocked(self, starts: FloatArray, ends: FloatArray) -> NDArray[np.bool_]:
        """Return for each segment (n, 3) to (n, 3) whether it touches the surface."""
        from warcry3d.terrain.lint.surface_kernels import any_blocked

        blocked: NDArray[np.bool_] = any_blocked(self.mesh, np.ascontiguousarray(starts), np.ascontiguousarray(ends))
        return blocked

    def facing(self, reach: float, cosine: float, most: int) -> tuple[FloatArray, NDArray[np.int64]]:
        """Return the pairs of opposite faces at most ``reach`` (in) apart, at most ``most`` of them.

        For each a point (n, 3) of the one in front of the other, and the face (n,) it lies on.
        """
        from warcry3d.terrain.lint.surface_kernels import facing_pairs

        points, faces = facing_pairs(self.mesh, reach, cosine, most)
        return points, np.asarray(self.mesh.source[faces], dtype=np.int64)

    @cached_property
    def _manifold(self) -> Any:
        return body_of(self.solid)

    def projection(self, low: float, high: float) -> "BaseGeometry":
        """Return what the body covers between two heights (in), as seen from above."""
        if (low, high) not in self._projections:
            self._projections[low, high] = self._projection(low, high)
        return self._projections[low, high]

    @cached_property
    def _projections(self) -> "dict[tuple[float, float], BaseGeometry]":
        return {}

    def _projection(self, low: float, high: float) -> "BaseGeometry":
        import manifold3d

        if self._manifold.status() != manifold3d.Error.NoError:
            return _covered(self.solid, low, high)
        return slab_plan(self._manifold, low, high)

    def section(self, height: float) -> "BaseGeometry":
        """Return the cut through the body at a height (in)."""
        import manifold3d

        if self._manifold.status() != manifold3d.Error.NoError:
            return _covered(self.solid, height, height)
        return plan_of(self._manifold.slice(height))


def _covered(solid: Solid, low: float, high: float) -> "BaseGeometry":
    """Return what all triangles that reach between two heights cover: at least as much as `Whole.projection`."""
    import shapely

    corners = solid.triangles
    near = (corners[:, :, 2].max(axis=1) >= low) & (corners[:, :, 2].min(axis=1) <= high)
    flat = corners[near][:, :, :2]
    (ux, uy), (vx, vy) = (flat[:, 1] - flat[:, 0]).T, (flat[:, 2] - flat[:, 0]).T
    flat = flat[np.abs(ux * vy - uy * vx) > 1e-12]
    if not len(flat):
        return shapely.Polygon()
    return shapely.union_all(shapely.polygons(np.concatenate([flat, flat[:, :1]], axis=1)))


@dataclass(frozen=True, slots=True, eq=False)
class PieceLevel:
    """A level top that is not covered: its ``part``, ``height`` (in) and ``outline`` seen from above."""

    part: str
    height: float
    outline: "BaseGeometry"


@dataclass(frozen=True, eq=False)
class Subject:
    """A piece under lint, and what is derived from it once for all kinds of findings."""

    piece: Piece
    limits: Limits

    @cached_property
    def matter(self) -> Whole | None:
        """Return everything that is printed: every part but openings; None if there is nothing."""
        return self._whole(lambda part: not part.is_opening)

    @cached_property
    def blockers(self) -> Whole | None:
        """Return everything that stops lines of sight while doors are closed."""
        return self._whole(lambda part: not part.is_opening and PartKind.SCENERY not in part.kinds)

    @cached_property
    def standing(self) -> Whole | None:
        """Return everything that stops bases while doors are open."""
        aside = {PartKind.SCENERY, PartKind.DOOR}
        return self._whole(lambda part: not part.is_opening and not part.kinds & aside)

    @cached_property
    def _wholes(self) -> dict[tuple[str, ...], Whole]:
        return {}

    def _whole(self, is_wanted: Callable[[Part], bool]) -> Whole | None:
        parts = tuple(part for part in self.piece.parts if is_wanted(part))
        key = tuple(part.id for part in parts)
        if not parts:
            return None
        if key not in self._wholes:
            self._wholes[key] = _united(parts)
        return self._wholes[key]


def _united(parts: Sequence[Part]) -> Whole:
    from warcry3d.geom.unite import unite

    try:
        united = unite([part.solid for part in parts])
        return Whole(tuple(parts), united.solid, united.which)
    except MeshError:
        offsets = np.cumsum([0, *(len(part.solid.vertices) for part in parts)])
        faces = [part.solid.faces + offset for part, offset in zip(parts, offsets, strict=False)]
        solid = Solid(np.concatenate([part.solid.vertices for part in parts]), np.concatenate(faces), _checked=True)
        return Whole(tuple(parts), solid, np.repeat(np.arange(len(parts)), [len(part.solid.faces) for part in parts]))
