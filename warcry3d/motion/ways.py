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
from warcry3d.motion.shortest.flood import ExtraPlaces, Stops, flood, measure, spotted
from warcry3d.motion.shortest.navmesh import Rows
from warcry3d.motion.shortest.stars import stars
from warcry3d.motion.ways_field import WaysField
from warcry3d.units import LENGTH_EPSILON

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["ExtraPlaces", "Way", "Ways", "WaysField", "spots_of", "ways"]

SAGITTA = 0.005
"""How far (in) the arcs of an outline may stay inside their circles: too little to see."""


CRUMB = 1e-5
"""Patches of an outline smaller than this (square inches) are not drawn: rounding leaves them behind thin walls."""


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

    ``cost`` (rows, columns) at the lattice points, nan where there is no way within the limit; ``last`` alike: the stop
    that the way comes from, an index into ``stops``, -1 where there is none. Lattice point [j, i] is at (``x[i]``,
    ``y[j]``), whole multiples of the spacing. ``spot_cost`` and ``spot_last`` (m,): of the extra places asked for.
    """

    field: WaysField
    sources: FloatArray
    source_costs: FloatArray
    limit: float
    x: FloatArray
    y: FloatArray
    cost: FloatArray
    last: IntArray
    stops: Stops
    spot_cost: FloatArray
    spot_last: IntArray

    def distance_to(self, points: FloatArray) -> FloatArray:
        """Return the cost of the cheapest way to each of ``points`` (n, 2), (n,); nan where it is above the limit."""
        return self._measure(points)[0]

    def reached(self, points: FloatArray) -> tuple[FloatArray, IntArray]:
        """Return the costs of the cheapest ways to ``points`` (n, 2), (n,), and the stop each comes from (n,), -1 if
        none.
        """
        return self._measure(points)

    def sources_of_stops(self) -> IntArray:
        """Return for each stop the source at which the way to it starts, (n,); any number for stops not reached."""
        corners = len(self.field.net.points)
        root: IntArray = np.where(self.stops.last >= 0, self.stops.last, np.arange(len(self.stops.last)))
        while (root != (further := root[root])).any():
            root = further
        return root - corners

    def way_to(self, point: Point2) -> Way | None:
        """Return the cheapest way to a point; None where there is none within the limit."""
        (cost,), (last,) = self._measure(np.array([point]))
        if last < 0:
            return None
        places, stop = [(float(point[0]), float(point[1]))], int(last)
        corners = len(self.field.net.points)
        while True:
            x, y = self.stops.places[stop]
            if (x, y) != places[-1]:
                places.append((float(x), float(y)))
            if stop >= corners:
                break
            stop = int(self.stops.last[stop])
        places.reverse()
        source = stop - corners
        length = sum(math.dist(a, b) for a, b in pairwise(places))
        return Way(source, tuple(places), length, float(cost))

    def outline(self, cost: float | None = None) -> "Polygon | MultiPolygon":
        """Return the area that ways up to a cost reach (the limit if not given or above it).

        For drawing: its arcs are up to 0.005 in inside the true ones, and it may be 1e-6 in too wide; patches under
        1e-5 square inches are left out. Use `distance_to` to decide whether a point is reached.
        """
        import shapely

        reach = self.limit if cost is None else min(float(cost), self.limit)
        points, star = stars(self.field.net, self.stops, reach, SAGITTA)
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

    def _measure(self, points: FloatArray) -> tuple[FloatArray, IntArray]:
        places = _places(points)
        least = float(self.source_costs.min(initial=math.inf))
        cost, last = measure(self.field.net, self.stops, places, least, self.limit)
        return cost, last


def ways(
    field: WaysField,
    sources: FloatArray,
    costs: FloatArray | None = None,
    *,
    limit: float,
    spacing: float = 0.1,
    spots: ExtraPlaces | None = None,
) -> Ways:
    """Return the shortest ways over a field from ``sources`` (k, 2), up to a limit (in).

    ``costs`` (k,): what each source costs to start with, 0 if not given; those above the limit start nothing. All
    points within the limit have exact costs: bounds are closed, and points on a rim or at a corner (within 1e-8 in)
    belong to the field. Ways back are as long as ways there.

    ``spots``: extra places, as `spots_of` prepares them for this field, whose costs are returned too.

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
    asked = spots_of(field, np.empty((0, 2))) if spots is None else spots
    found, cost, last, spot_cost, spot_last = flood(field.net, rows, starts, prices, float(limit), asked)
    shape = (rows.rows, rows.columns)
    return Ways(
        field,
        starts,
        prices,
        float(limit),
        *_axes(rows),
        cost.reshape(shape),
        last.reshape(shape),
        Stops(*found),
        spot_cost,
        spot_last,
    )


def spots_of(field: WaysField, points: FloatArray) -> ExtraPlaces:
    """Return places (n, 2) prepared so that each search of a field returns their costs; nan outside the field."""
    return ExtraPlaces(*spotted(field.net, _places(points)))


def _axes(rows: Rows) -> tuple[FloatArray, FloatArray]:
    """Return the x of a lattice's columns and the y of its rows."""
    x = np.arange(rows.first_column, rows.first_column + rows.columns, dtype=np.float64)
    y = np.arange(rows.first_row, rows.first_row + rows.rows, dtype=np.float64)
    return x * rows.spacing, y * rows.spacing


def _places(points: FloatArray) -> FloatArray:
    """Return points as (n, 2) float64; raise `QuestionError` where they are not finite."""
    places = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 2)
    if not np.isfinite(places).all():
        raise QuestionError("a place has coordinates that are not finite numbers")
    return places


def _flat(area: "Polygon | MultiPolygon") -> "Polygon | MultiPolygon":
    """Return only the polygons of a shape, without crumbs."""
    import shapely

    parts = [p for p in shapely.get_parts(shapely.get_parts(area)) if p.geom_type == "Polygon" and p.area > CRUMB]
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)
