"""Laws of shortest ways, and a plain slow search that they must agree with. Lengths in inches."""

import math

import numpy as np
import shapely
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from shapely import affinity

from tests.soak import examples
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.shortest.navmesh import next_half_edge
from warcry3d.motion.ways import Ways, WaysField, ways

SIDE = 8
QUICK = examples(50)
THOROUGH = examples(150)


def numbers(low: float, high: float, parts: int) -> st.SearchStrategy[float]:
    return st.integers(round(low * parts), round(high * parts)).map(lambda n: n / parts)


@st.composite
def cells(draw: st.DrawFn) -> shapely.Geometry:
    """Squares of a board of squares: many touch at corners only, many corners lie in line."""
    taken = draw(st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=20))
    return shapely.union_all([shapely.box(x, y, x + 1, y + 1) for x, y in taken])


@st.composite
def boxes(draw: st.DrawFn) -> shapely.Geometry:
    """Turned boxes that cross each other, down to a fortieth in thin."""
    made = []
    for _ in range(draw(st.integers(1, 6))):
        x, y = draw(numbers(0, SIDE, 10)), draw(numbers(0, SIDE, 10))
        a, b = draw(numbers(0.025, 2, 40)), draw(numbers(0.025, 2, 40))
        turn = draw(st.sampled_from([0, 30, 45, 90, 135]) | st.integers(0, 359))
        made.append(affinity.rotate(shapely.box(x - a, y - b, x + a, y + b), turn))
    return shapely.union_all(made)


@st.composite
def triangles(draw: st.DrawFn) -> shapely.Geometry:
    """Triangles on a grid: thin ones, points on sides of others."""
    corner = st.tuples(st.integers(0, SIDE), st.integers(0, SIDE))
    made = [shapely.Polygon(draw(st.tuples(corner, corner, corner))) for _ in range(draw(st.integers(1, 6)))]
    return shapely.union_all([triangle for triangle in made if triangle.area > 0])


@st.composite
def pillars(draw: st.DrawFn) -> shapely.Geometry:
    """Rounds of 16 sides."""
    place = st.tuples(numbers(0, SIDE, 10), numbers(0, SIDE, 10))
    made = [
        shapely.Point(draw(place)).buffer(draw(numbers(0.3, 1.5, 10)), quad_segs=4)
        for _ in range(draw(st.integers(1, 5)))
    ]
    return shapely.union_all(made)


obstacles = cells() | boxes() | triangles() | pillars()


def free_of(closed: shapely.Geometry) -> shapely.Geometry:
    """Return the board without the obstacles, polygons only."""
    rest = shapely.box(0, 0, SIDE, SIDE).difference(closed)
    parts = [part for part in shapely.get_parts(rest) if part.geom_type == "Polygon"]
    return shapely.MultiPolygon(parts)


@st.composite
def places(draw: st.DrawFn, free: shapely.Geometry) -> tuple[float, float]:
    """Return a place in an area: a corner, a point of the rim, on a grid, or anywhere."""
    corners = shapely.get_coordinates(free)
    kind = draw(st.sampled_from(["corner", "rim", "grid", "anywhere"]))
    if kind == "corner":
        x, y = corners[draw(st.integers(0, len(corners) - 1))]
    elif kind == "rim":
        point = free.boundary.interpolate(draw(st.floats(0, 1)), normalized=True)
        x, y = point.x, point.y
    else:
        near = numbers(0, SIDE, 2) if kind == "grid" else st.floats(0, SIDE)
        x, y = draw(near), draw(near)
    assume(kind in ("corner", "rim") or shapely.intersects_xy(free, x, y))
    return float(x), float(y)


@st.composite
def fields(draw: st.DrawFn, many: int) -> tuple[shapely.Geometry, FloatArray]:
    """Return a free area and places in it."""
    free = free_of(draw(obstacles))
    assume(not free.is_empty)
    return free, np.array([draw(places(free)) for _ in range(many)])


def slow_costs(free: shapely.Geometry, sources: FloatArray, costs: FloatArray, points: FloatArray) -> FloatArray:
    """Return what cheapest ways cost (inf: none), by trying every line between all corners, sources and points.

    Lines are tested by shapely against the area grown by 1e-7: a way of this search may be shorter by that much.
    """
    grown = free.buffer(1e-7, join_style="mitre")
    shapely.prepare(grown)
    stops = np.vstack([sources, np.unique(shapely.get_coordinates(free), axis=0)])
    lengths = np.hypot(*(stops[:, None] - stops[None]).transpose(2, 0, 1))
    i, j = np.triu_indices(len(stops), 1)
    free_lines = shapely.covers(grown, shapely.linestrings(np.stack([stops[i], stops[j]], axis=1)))
    i, j = i[free_lines], j[free_lines]
    start = np.full(len(sources), len(stops))
    entries = np.concatenate([lengths[i, j], costs]) + 1e-15  # none is nothing: that means no line
    pairs = (np.concatenate([i, start]), np.concatenate([j, np.arange(len(sources))]))
    graph = csr_array((entries, pairs), (len(stops) + 1, len(stops) + 1))
    up_to = dijkstra(graph, directed=False, indices=len(stops))[:-1]
    answer = np.full(len(points), np.inf)
    for stop, cost in zip(stops, up_to, strict=True):
        lines = shapely.linestrings(np.stack([np.broadcast_to(stop, points.shape), points], axis=1))
        total = cost + np.hypot(*(points - stop).T)
        answer = np.where(shapely.covers(grown, lines), np.minimum(answer, total), answer)
    return np.where(shapely.dwithin(free, shapely.points(points), 1e-8), answer, np.inf)


def lattice(found: Ways) -> FloatArray:
    return np.stack(np.meshgrid(found.x, found.y), axis=-1).reshape(-1, 2)


def search(free: shapely.Geometry, sources: FloatArray, limit: float = 30.0) -> Ways:
    return ways(WaysField.of(free), sources, limit=limit, spacing=0.5)


def distance(free: shapely.Geometry, a: FloatArray, b: FloatArray) -> float:
    """Return the length of the way between two points, inf if there is none."""
    (found,) = search(free, a[None]).distance_to(b[None])
    return math.inf if math.isnan(found) else float(found)


def is_equal(a: float, b: float) -> bool:
    return a == b or abs(a - b) < 1e-6


@THOROUGH
@given(field=fields(3), costs=st.tuples(*[numbers(0, 2, 4)] * 2), limit=st.sampled_from([2.0, 4.0, 6.0, 30.0]))
def test_costs_are_those_of_a_slow_search(
    field: tuple[shapely.Geometry, FloatArray], costs: tuple[float, float], limit: float
) -> None:
    free, (*sources, point) = field
    found = ways(WaysField.of(free), np.array(sources), np.array(costs), limit=limit, spacing=0.5)
    points = np.vstack([lattice(found), shapely.get_coordinates(free), point])
    slow = slow_costs(free, np.array(sources), np.array(costs), points)
    quick = found.distance_to(points)
    is_near = slow <= limit - 1e-6
    assert not np.isnan(quick[is_near]).any(), "a point is missed"
    assert np.isnan(quick[slow > limit + 1e-6]).all(), "a point is reached that is not"
    both = np.isfinite(quick) & np.isfinite(slow)
    assert np.abs(quick[both] - slow[both]).max(initial=0) < 1e-6


@THOROUGH
@given(field=fields(2), limit=st.sampled_from([3.0, 30.0]))
def test_lattice_costs_are_those_found_looking_back_from_its_points(
    field: tuple[shapely.Geometry, FloatArray], limit: float
) -> None:
    found = search(field[0], field[1], limit)
    back, there = found.distance_to(lattice(found)), found.cost.ravel()
    firm = ~(back > limit - 1e-6)
    assert np.array_equal(np.isnan(there[firm]), np.isnan(back[firm]))
    assert np.nanmax(np.abs(there - back), initial=0) < 1e-9
    assert np.array_equal(np.isnan(found.cost), found.previous < 0)


@QUICK
@given(field=fields(2))
def test_ways_are_polylines_in_the_area_as_long_as_they_cost(field: tuple[shapely.Geometry, FloatArray]) -> None:
    free, (start, end) = field
    way = search(free, start[None]).way_to((end[0], end[1]))
    assume(way is not None and len(way.points) > 1)
    assert way is not None
    line = shapely.LineString(way.points)
    assume(line.length > 1e-8)  # nearer places count as one; GEOS loses a line of 1e-34 in even within the area
    assert way.length == way.cost == line.length or abs(way.cost - line.length) < 1e-12
    assert line.difference(free.buffer(1e-7, join_style="mitre")).length == 0
    assert math.dist(way.points[0], start) < 1e-8 and way.points[-1] == tuple(end)
    corners = {tuple(corner) for corner in shapely.get_coordinates(free)}
    assert set(way.points[1:-1]) <= corners


@QUICK
@given(field=fields(2))
def test_ways_back_are_as_long_as_ways_there(field: tuple[shapely.Geometry, FloatArray]) -> None:
    free, (a, b) = field
    assert is_equal(distance(free, a, b), distance(free, b, a))


@QUICK
@given(field=fields(3))
def test_a_way_by_a_third_place_is_no_shorter(field: tuple[shapely.Geometry, FloatArray]) -> None:
    free, (a, b, c) = field
    assert distance(free, a, b) <= distance(free, a, c) + distance(free, c, b) + 1e-6


@QUICK
@given(closed=obstacles, more=obstacles, data=st.data())
def test_another_obstacle_shortens_no_way(
    closed: shapely.Geometry, more: shapely.Geometry, data: st.DataObject
) -> None:
    wide, narrow = free_of(closed), free_of(closed.union(more))
    assume(not narrow.is_empty)
    a, b = (np.array(data.draw(places(narrow))) for _ in range(2))
    assume(WaysField.of(wide).holds(np.array([a, b])).all())
    assert distance(narrow, a, b) >= distance(wide, a, b) - 1e-6


@QUICK
@given(field=fields(2), turn=st.integers(0, 359), dx=numbers(-50, 50, 1), is_mirrored=st.booleans())
def test_moving_turning_and_mirroring_everything_changes_no_length(
    field: tuple[shapely.Geometry, FloatArray], turn: int, dx: float, is_mirrored: bool
) -> None:
    free, (a, b) = field
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    m = np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if is_mirrored else 1.0, 1.0])
    moved = shapely.transform(free, lambda points: points @ m.T + (dx, 3.0))
    assume(moved.is_valid)  # rounding may pull apart or cross what touched
    assume(
        len(shapely.get_coordinates(free))
        == len(np.unique(shapely.get_coordinates(free).round(6), axis=0)) + ends(free)
    )
    end = WaysField.of(moved)
    assume(end.holds(np.array([a @ m.T + (dx, 3.0), b @ m.T + (dx, 3.0)])).all())
    assert is_equal(distance(free, a, b), distance(moved, a @ m.T + (dx, 3.0), b @ m.T + (dx, 3.0)))


def ends(free: shapely.Geometry) -> int:
    """Return how many points close rings."""
    return sum(1 + len(polygon.interiors) for polygon in shapely.get_parts(free))


@QUICK
@given(field=fields(2), cost=st.sampled_from([0.5, 2.0, 5.0]))
def test_outline_holds_just_what_is_reached(field: tuple[shapely.Geometry, FloatArray], cost: float) -> None:
    found = search(*field, limit=6.0)
    outline = found.outline(cost)
    points, costs = lattice(found), found.cost.ravel()
    assert outline.is_valid
    inside = shapely.dwithin(outline, shapely.points(points), 1e-6)
    assert not inside[~(costs <= cost + 1e-5)].any()
    assert inside[costs < cost - 0.01].all()


@QUICK
@given(closed=obstacles)
@example(closed=shapely.MultiPolygon([shapely.box(2, 2, 3, 3), shapely.box(3, 3, 4, 4), shapely.box(2, 4, 3, 5)]))
def test_net_covers_the_area_once_and_its_halves_fit(closed: shapely.Geometry) -> None:
    free = free_of(closed)
    mesh = WaysField.of(free).mesh
    corners = mesh.points[mesh.origins].reshape(-1, 3, 2)
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    areas = (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    assert areas.min(initial=0) > -1e-12
    assert math.isclose(areas.sum(), free.area, abs_tol=1e-8)
    for h, twin in enumerate(mesh.twins):
        if twin >= 0:
            assert mesh.twins[twin] == h
            assert mesh.origins[twin] == mesh.origins[next_half_edge(h)]
