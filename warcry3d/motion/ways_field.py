"""A free area prepared for shortest ways: its triangle mesh, its corners, its lattice points."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import FloatArray, IntArray
from warcry3d.motion.shortest.navmesh import (
    WAY_TOLERANCE,
    LatticeRows,
    NavMesh,
    contains_points,
    flip_to_delaunay,
    lattice_rows,
    triangle_grid,
)

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["WaysField"]

FLAT = 1e-6
"""Radians: a corner blunter than half a turn by less than this still counts as one, so that rounding hides none."""

LATTICE_CAP = 10_000_000
"""The most lattice points of a field: 500 MB of costs and ways."""


@dataclass(frozen=True, eq=False)
class WaysField:
    """Where a centre may be on one level, ready for questions about shortest ways.

    ``area`` is the free area, taken as closed: its rim belongs to it, and so does a point where two of its pieces
    touch, which is a way through. A passage along which it is narrower than 1e-8 in is none. A spike or slit that
    shapely takes for no area is none, and closes nothing.
    """

    area: "MultiPolygon"
    mesh: NavMesh

    @classmethod
    def of(cls, free: "Polygon | MultiPolygon") -> Self:
        """Prepare a free area: about 7 us for each of its vertices, and 1 ms.

        Vertices nearer than 1e-8 in are merged. An invalid polygon is read as even-odd (shapely's ``make_valid``),
        without lines and points. Raises `QuestionError` for coordinates that are not finite.
        """
        area = _polygons(free)
        rings = _noded([ring for polygon in area.geoms for ring in _rings(polygon)])
        counts = [1 + len(polygon.interiors) for polygon in area.geoms]
        return cls(area, _navmesh(rings, counts))

    def holds(self, points: FloatArray) -> NDArray[np.bool_]:
        """Return which of ``points`` (n, 2) are in the area, or outside it by at most 1e-8 in."""
        answer: NDArray[np.bool_] = contains_points(self.mesh, np.ascontiguousarray(points, np.float64).reshape(-1, 2))
        return answer

    @cached_property
    def _rows(self) -> dict[float, LatticeRows]:
        return {}

    def rows(self, spacing: float) -> LatticeRows:
        """Return the lattice points in each triangle, derived once for a spacing (in).

        Raises `QuestionError` where there would be more than ten million.
        """
        if spacing not in self._rows:
            self._rows[spacing] = _rows(self.mesh, spacing)
        return self._rows[spacing]


def _polygons(free: "Polygon | MultiPolygon") -> "MultiPolygon":
    """Return the polygons of an area, valid, wound with the area to the left."""
    import shapely
    from shapely.geometry.polygon import orient

    if not np.isfinite(shapely.get_coordinates(free)).all():
        raise QuestionError("the free area has coordinates that are not finite numbers")
    valid = free if free.is_valid else shapely.make_valid(free)
    parts = [part for part in shapely.get_parts(shapely.get_parts(valid)) if part.geom_type == "Polygon"]
    return shapely.MultiPolygon([orient(part) for part in parts if part.area > 0])


def _rings(polygon: "Polygon") -> list[FloatArray]:
    """Return a polygon's rings without their closing points, the outline first."""
    return [np.asarray(ring.coords, dtype=np.float64)[:-1, :2] for ring in (polygon.exterior, *polygon.interiors)]


def _noded(rings: Sequence[FloatArray]) -> list[FloatArray]:
    """Return the rings with points within the tolerance merged, and inserted into every edge that they touch."""
    import shapely

    if not rings:
        return []
    points = np.concatenate(rings)
    spots = shapely.points(points)
    one, other = shapely.STRtree(spots).query(spots, predicate="dwithin", distance=WAY_TOLERANCE)
    points = points[_least_in_group(len(points), one[one > other], other[one > other])]
    ring = np.repeat(np.arange(len(rings)), [len(r) for r in rings])
    ends = np.concatenate([np.roll(points[span], -1, axis=0) for span in _spans(rings)])
    edges = shapely.linestrings(np.stack([points, ends], axis=1))
    on, touched = shapely.STRtree(edges).query(shapely.points(points), predicate="dwithin", distance=WAY_TOLERANCE)
    inner = (points[on] != points[touched]).any(axis=1) & (points[on] != ends[touched]).any(axis=1)
    on, touched = on[inner], touched[inner]
    along = ((points[on] - points[touched]) ** 2).sum(axis=1)
    owner = np.concatenate([np.arange(len(points)), touched])
    order = np.lexsort((np.concatenate([np.full(len(points), -1.0), along]), owner))
    everything = np.concatenate([points, points[on]])[order]
    bounds = np.searchsorted(ring[owner[order]], np.arange(len(rings) + 1))
    cleaned = (_without_repeats(everything[a:b]) for a, b in pairwise(bounds.tolist()))
    return [r if len(r) > 2 else r[:0] for r in cleaned]


def _least_in_group(count: int, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the least number of each group of ``count`` things; pairs (n,) are in one group."""
    least = np.arange(count)
    while (least[one] != least[other]).any():
        low = np.minimum(least[one], least[other])
        np.minimum.at(least, one, low)
        np.minimum.at(least, other, low)
    return least


def _without_repeats(ring: FloatArray) -> FloatArray:
    is_new: NDArray[np.bool_] = (ring != np.roll(ring, 1, axis=0)).any(axis=1)
    return ring[is_new]


def _navmesh(rings: Sequence[FloatArray], counts: Sequence[int]) -> NavMesh:
    """Return the triangle mesh of an area given by rings, each polygon's outline and holes together (``counts`` rings
    each).
    """
    import manifold3d

    triangles, first, offset = [np.empty((0, 3), np.int32)], 0, 0
    for count in counts:
        group = rings[first : first + count]
        if len(group[0]):
            faces = np.asarray(manifold3d.triangulate([r for r in group if len(r)]), np.int32)
            triangles.append(faces + np.int32(offset))
        offset += sum(len(r) for r in group)
        first += count
    faces = np.concatenate(triangles)
    points, inverse = np.unique(np.concatenate([np.empty((0, 2)), *rings]), axis=0, return_inverse=True)
    points = np.ascontiguousarray(points)
    place: IntArray = inverse.reshape(-1).astype(np.int32)
    origins, twins = _collapsed(np.ascontiguousarray(place[faces.ravel()]), _twins(faces))
    flip_to_delaunay(points, origins, twins)
    order = np.argsort(origins, kind="stable").astype(np.int32)
    fan_start = np.searchsorted(origins[order], np.arange(len(points) + 1)).astype(np.int32)
    sector_start, sectors = _sectors(points, [place[s] for s in _spans(rings)])
    return NavMesh(points, origins, twins, fan_start, order, sector_start, sectors, *_cells(points, origins))


def _spans(rings: Sequence[FloatArray]) -> list[slice]:
    """Return where each ring lies among the points of all."""
    ends = np.cumsum([0, *(len(r) for r in rings)])
    return [slice(a, b) for a, b in pairwise(ends)]


def _twins(faces: IntArray) -> IntArray:
    """Return the twin of each half-edge, -1 on the rim."""
    start = faces.ravel().astype(np.int64)
    end = np.roll(faces, -1, axis=1).ravel().astype(np.int64)
    size = int(start.max(initial=0)) + 1
    key, reverse = start * size + end, end * size + start
    order = np.argsort(key)
    if not len(order):
        return np.empty(0, np.int32)
    where = np.minimum(np.searchsorted(key[order], reverse), len(order) - 1)
    return np.where(key[order][where] == reverse, order[where], -1).astype(np.int32)


def _collapsed(origins: IntArray, twins: IntArray) -> tuple[IntArray, IntArray]:
    """Return a mesh without the triangles that have a side of no length, where rings touch.

    The triangles on their two other sides become neighbours.
    """
    sides = np.arange(len(origins)).reshape(-1, 3)
    is_flat = origins == origins[np.roll(sides, -1, axis=1).ravel()]
    flat = np.flatnonzero(is_flat.reshape(-1, 3).any(axis=1))
    if not len(flat):
        return origins, twins
    twins = twins.copy()
    for t in flat:
        h = int(np.flatnonzero(is_flat[3 * t : 3 * t + 3])[0])
        one, other = twins[3 * t + (h + 1) % 3], twins[3 * t + (h + 2) % 3]
        for side, beside in ((one, other), (other, one)):
            if side >= 0:
                twins[side] = beside
    kept = np.delete(sides, flat, axis=0).ravel()
    new = np.full(len(origins) + 1, -1, np.int32)  # the last: twin -1
    new[kept] = np.arange(len(kept))
    return origins[kept], new[twins[kept]]


def _sectors(points: FloatArray, rings: Sequence[NDArray[np.int32]]) -> tuple[IntArray, FloatArray]:
    """Return (start, sectors) of a mesh: the closed sector at each point, where it is no wider than half a turn.

    Rings run with the area to their left; so at a point the closed sector begins at the edge that arrives and ends at
    the first edge that leaves, anticlockwise. Where rings touch, those two need not be of one ring.
    """
    at = np.concatenate([np.empty(0, np.int32), *rings])
    before = np.concatenate([np.empty(0, np.int32), *(np.roll(r, 1) for r in rings)])
    after = np.concatenate([np.empty(0, np.int32), *(np.roll(r, -1) for r in rings)])
    start = np.arctan2(*(points[before] - points[at]).T[::-1])
    end = np.arctan2(*(points[after] - points[at]).T[::-1])
    for p in np.flatnonzero(np.bincount(at, minlength=len(points)) > 1):
        here = np.flatnonzero(at == p)
        wide = (end[here] - start[here, None]) % math.tau
        after[here], end[here] = after[here][wide.argmin(axis=1)], end[here][wide.argmin(axis=1)]
    wide = (end - start) % math.tau
    sharp = np.flatnonzero(wide < math.pi + FLAT)
    sharp = sharp[np.argsort(at[sharp], kind="stable")]
    middle = start[sharp] + wide[sharp] / 2
    here = points[at[sharp]]
    sectors = np.column_stack(
        [points[before[sharp]] - here, points[after[sharp]] - here, np.cos(middle), np.sin(middle)]
    )
    return np.searchsorted(at[sharp], np.arange(len(points) + 1)).astype(np.int32), np.ascontiguousarray(sectors)


def _cells(points: FloatArray, origins: IntArray) -> tuple[IntArray, IntArray, float, float, float, int, int]:
    """Return the grid of a mesh: about one cell for each triangle."""
    count = len(origins) // 3
    low, high = (points.min(axis=0), points.max(axis=0)) if count else (np.zeros(2), np.ones(2))
    width, depth = (float(side) for side in high - low)
    size = max(math.sqrt(width * depth / max(count, 1)), max(width, depth) / 1000, 1e-6)
    columns, lines = math.ceil(width / size) + 1, math.ceil(depth / size) + 1
    west, south = float(low[0]), float(low[1])
    start, cells = triangle_grid(points, origins, west, south, size, columns, lines)
    return start, cells, west, south, size, columns, lines


def _rows(mesh: NavMesh, spacing: float) -> LatticeRows:
    """Return a net's lattice points by triangle."""
    if not (math.isfinite(spacing) and spacing > 0):
        raise QuestionError("the spacing of a lattice must be above 0 in, got {spacing}", spacing=spacing)
    low, high = (mesh.points.min(axis=0), mesh.points.max(axis=0)) if len(mesh.points) else (np.ones(2), np.zeros(2))
    first = np.ceil((low - WAY_TOLERANCE) / spacing)
    counts = np.maximum(np.floor((high + WAY_TOLERANCE) / spacing) - first + 1, 0)
    if counts.prod() > LATTICE_CAP:
        raise QuestionError(
            "a lattice of {spacing} in has {count} points here; the limit is {most}",
            spacing=spacing,
            count=int(counts.prod()),
            most=LATTICE_CAP,
        )
    column, row = int(first[0]), int(first[1])
    start, runs = lattice_rows(mesh.points, mesh.origins, spacing, column, row)
    return LatticeRows(start, runs, float(spacing), column, row, int(counts[0]), int(counts[1]))
