"""The shortest ways on one level: lengths exact, in any direction, bending only at corners.

Pure geometry: what a centre may not enter is the outside of a `WaysField`, a way is a polyline in it, its cost is its
length on top of what its source costs. A way cuts no corner by more than 1e-8 in, and no shorter one exists but for
rounding.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.errors import QuestionError
from warcry3d.geom.planar import Point2
from warcry3d.geom.solid import FloatArray, IntArray
from warcry3d.motion.shortest.navmesh import LatticeRows
from warcry3d.motion.shortest.path_tree import PathTree, QueryPoints, locate_queries, path_costs, shortest_path_tree
from warcry3d.motion.shortest.stars import stars
from warcry3d.motion.ways_field import WaysField
from warcry3d.units import LENGTH_EPSILON

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["QueryPoints", "Way", "Ways", "WaysField", "prepare_queries", "ways"]

SAGITTA = 0.005
"""How far (in) the arcs of an outline may stay inside their circles: too little to see."""


SLIVER_AREA = 1e-5
"""Polygons of an outline smaller than this (square inches) are not drawn: rounding leaves them behind thin walls."""


@dataclass(frozen=True, slots=True)
class Way:
    """A shortest way.

    ``points`` from its source to its end; ``length`` (in); ``cost``: with the cost of its source.
    """

    source: int
    points: tuple[Point2, ...]
    length: float
    cost: float


@dataclass(frozen=True, eq=False)
class Ways:
    """The shortest ways from some sources to everywhere within a limit.

    ``cost`` (rows, columns) at the lattice points, nan where there is no way within the limit; ``previous``
    alike: the node that the way comes from, an index into ``tree``, -1 where there is none. Lattice point [j, i] is at
    (``x[i]``, ``y[j]``), whole multiples of the spacing. ``query_cost`` and ``query_previous`` (m,): of the query
    points.
    """

    field: WaysField
    sources: FloatArray
    source_costs: FloatArray
    limit: float
    x: FloatArray
    y: FloatArray
    cost: FloatArray
    previous: IntArray
    tree: PathTree
    query_cost: FloatArray
    query_previous: IntArray

    def distance_to(self, points: FloatArray) -> FloatArray:
        """Return the cost of the cheapest way to each of ``points`` (n, 2), (n,); nan where it is above the limit."""
        return self._cheapest(points)[0]

    def cheapest_to(self, points: FloatArray) -> tuple[FloatArray, IntArray]:
        """Return the costs of the cheapest ways to ``points`` (n, 2), (n,), and the node each comes from (n,), -1 if
        none.
        """
        return self._cheapest(points)

    def sources_of_nodes(self) -> IntArray:
        """Return for each node the source at which the way to it starts, (n,); any number for nodes not reached."""
        corners = len(self.field.mesh.points)
        root: IntArray = np.where(self.tree.previous >= 0, self.tree.previous, np.arange(len(self.tree.previous)))
        while (root != (further := root[root])).any():
            root = further
        return root - corners

    def way_to(self, point: Point2) -> Way | None:
        """Return the cheapest way to a point; None where there is none within the limit."""
        (cost,), (previous,) = self._cheapest(np.array([point]))
        if previous < 0:
            return None
        positions, node = [(float(point[0]), float(point[1]))], int(previous)
        corners = len(self.field.mesh.points)
        while True:
            x, y = self.tree.positions[node]
            if (x, y) != positions[-1]:
                positions.append((float(x), float(y)))
            if node >= corners:
                break
            node = int(self.tree.previous[node])
        positions.reverse()
        source = node - corners
        length = sum(math.dist(a, b) for a, b in pairwise(positions))
        return Way(source, tuple(positions), length, float(cost))

    def outline(self, cost: float | None = None) -> "Polygon | MultiPolygon":
        """Return the area that ways up to a cost reach (the limit if not given or above it).

        For drawing: its arcs are up to 0.005 in inside the true ones, and it may be 1e-6 in too wide; patches under
        1e-5 square inches are left out. Use `distance_to` to decide whether a point is reached.
        """
        import shapely

        reach = self.limit if cost is None else min(float(cost), self.limit)
        points, star = stars(self.field.mesh, self.tree, reach, SAGITTA)
        wide = np.flatnonzero(np.bincount(star) > 2)
        kept = np.isin(star, wide)
        if not len(wide):
            return shapely.Polygon()
        polygons = shapely.polygons(shapely.linearrings(points[kept], indices=np.searchsorted(wide, star[kept])))
        with np.errstate(divide="ignore", invalid="ignore"):  # raised within shapely, which then takes a finer way
            whole = shapely.union_all(shapely.make_valid(polygons))
            # Stars that share a ray may leave a slit between them, as wide as rounding: growing closes it.
            grown = shapely.buffer(whole, LENGTH_EPSILON, join_style="mitre")
            return _flat(shapely.intersection(grown, self.field.area))

    def _cheapest(self, points: FloatArray) -> tuple[FloatArray, IntArray]:
        positions = _places(points)
        least = float(self.source_costs.min(initial=math.inf))
        cost, previous = path_costs(self.field.mesh, self.tree, positions, least, self.limit)
        return cost, previous


def ways(
    field: WaysField,
    sources: FloatArray,
    costs: FloatArray | None = None,
    *,
    limit: float,
    spacing: float = 0.1,
    queries: QueryPoints | None = None,
) -> Ways:
    """Return the shortest ways over a field from ``sources`` (k, 2), up to a limit (in).

    ``costs`` (k,): what each source costs to start with, 0 if not given; those above the limit start nothing. All
    points within the limit have exact costs: bounds are closed, and points on a rim or at a corner (within 1e-8 in)
    belong to the field. Ways back are as long as ways there.

    ``queries``: further points, as `prepare_queries` returns them for this field, whose costs are returned too.

    Raises `QuestionError` where a source is outside the field, or a number is not finite or negative.
    """
    starts = _places(sources)
    prices = np.zeros(len(starts)) if costs is None else np.ascontiguousarray(costs, dtype=np.float64).reshape(-1)
    if len(prices) != len(starts):
        raise QuestionError("{sources} sources have {costs} costs", sources=len(starts), costs=len(prices))
    if not (np.isfinite(prices).all() and (prices >= 0).all() and math.isfinite(limit)):
        raise QuestionError("costs and limit must be finite, and costs must be at least 0")
    for (x, y), is_held in zip(starts, field.holds(starts), strict=True):
        if not is_held:
            raise QuestionError("no path starts at ({x:.6g}, {y:.6g}): it is outside the field", x=x, y=y)
    rows = field.rows(spacing)
    asked = prepare_queries(field, np.empty((0, 2))) if queries is None else queries
    found, cost, previous, query_cost, query_previous = shortest_path_tree(
        field.mesh, rows, starts, prices, float(limit), asked
    )
    shape = (rows.rows, rows.columns)
    return Ways(
        field,
        starts,
        prices,
        float(limit),
        *_axes(rows),
        cost.reshape(shape),
        previous.reshape(shape),
        PathTree(*found),
        query_cost,
        query_previous,
    )


def prepare_queries(field: WaysField, points: FloatArray) -> QueryPoints:
    """Return places (n, 2) prepared so that each search of a field returns their costs; nan outside the field."""
    return QueryPoints(*locate_queries(field.mesh, _places(points)))


def _axes(rows: LatticeRows) -> tuple[FloatArray, FloatArray]:
    """Return the x of a lattice's columns and the y of its rows."""
    x = np.arange(rows.first_column, rows.first_column + rows.columns, dtype=np.float64)
    y = np.arange(rows.first_row, rows.first_row + rows.rows, dtype=np.float64)
    return x * rows.spacing, y * rows.spacing


def _places(points: FloatArray) -> FloatArray:
    """Return points as (n, 2) float64; raise `QuestionError` where they are not finite."""
    positions = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 2)
    if not np.isfinite(positions).all():
        raise QuestionError("a place has coordinates that are not finite numbers")
    return positions


def _flat(area: "Polygon | MultiPolygon") -> "Polygon | MultiPolygon":
    """Return only the polygons of a shape, without slivers."""
    import shapely

    parts = [p for p in shapely.get_parts(shapely.get_parts(area)) if p.geom_type == "Polygon" and p.area > SLIVER_AREA]
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)
