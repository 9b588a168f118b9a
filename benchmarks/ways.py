"""Shortest ways on the sample battle's floor against one flood of scipy's Dijkstra over the same lattice."""

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.motion.ways import Ways, WaysField, ways
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table
from warcry3d.units import MM

__all__ = ["run"]

MOVE = 6.0
RADIUS = 16 * MM
LOW, HIGH = 1.0, 2.0  # terrain between these heights above the floor is in the way
SPACING = 0.1
STARTS = 40
SIDES = 10  # of a quarter circle: within 0.002 in of round


def floor_of(table: Table) -> "shapely.MultiPolygon":
    """Return where the centre of a 32 mm base may be on a table's floor, by projections of what is in its way."""
    solids = [solid for feature in table.terrain.features for solid in feature.solids.values()]
    projections = [_projection(solid) for solid in solids if solid.bounds[0, 2] < HIGH and solid.bounds[1, 2] > LOW]
    grown = shapely.union_all(projections).buffer(RADIUS, quad_segs=SIDES)
    board = shapely.box(RADIUS, RADIUS, table.board.width - RADIUS, table.board.depth - RADIUS)
    return shapely.MultiPolygon(shapely.get_parts(board.difference(grown)).tolist())


def _projection(solid: Solid) -> "shapely.Geometry":
    """Return the ground below what of a solid is between the two heights."""
    import manifold3d

    mesh = manifold3d.Mesh(solid.vertices.astype(np.float32), solid.faces.astype(np.uint32))
    body = manifold3d.Manifold(mesh).trim_by_plane((0, 0, 1), LOW).trim_by_plane((0, 0, -1), -HIGH)
    rings = [shapely.Polygon(ring) for ring in body.project().to_polygons()]
    outlines = [ring for ring in rings if ring.exterior.is_ccw]
    return shapely.union_all(outlines).difference(shapely.union_all([r for r in rings if not r.exterior.is_ccw]))


def graph_of(free: "shapely.MultiPolygon", x: FloatArray, y: FloatArray) -> tuple[csr_array, FloatArray]:
    """Return the lattice as a graph of 8 neighbours, and which of its points are free (rows, columns)."""
    xs, ys = np.meshgrid(x, y)
    shapely.prepare(free)
    is_free = shapely.intersects_xy(free, xs, ys)
    number = np.arange(is_free.size).reshape(is_free.shape)
    rows, columns, lengths = [], [], []
    for dj, di in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = (slice(0, len(y) - dj), slice(max(-di, 0), len(x) - max(di, 0)))
        there = (slice(dj, len(y)), slice(max(di, 0), len(x) - max(-di, 0)))
        both = is_free[here] & is_free[there]
        rows += [number[here][both], number[there][both]]
        columns += [number[there][both], number[here][both]]
        lengths += [np.full(2 * both.sum(), SPACING * math.hypot(dj, di))]
    entries = (np.concatenate(lengths), (np.concatenate(rows), np.concatenate(columns)))
    return csr_array(entries, (is_free.size, is_free.size)), is_free


def _median_ms(work: Callable[[Any], object], starts: FloatArray) -> tuple[float, float]:
    """Return the median and the worst time (ms) of a piece of work over the starts, best of three each."""
    times = []
    for start in starts:
        rounds = []
        for _ in range(3):
            begin = time.perf_counter()
            work(start)
            rounds.append(time.perf_counter() - begin)
        times.append(min(rounds))
    return float(np.median(times)) * 1e3, float(max(times)) * 1e3


def _errors(field: WaysField, found: Ways, graph: csr_array, start: int) -> tuple[FloatArray, FloatArray]:
    """Return the relative errors of the lattice's costs and of the flood's against looking back from each point."""
    xs, ys = np.meshgrid(found.x, found.y)
    exact = found.distance_to(np.stack([xs, ys], axis=-1).reshape(-1, 2))
    flood = dijkstra(graph, indices=start, limit=2 * MOVE)
    near = np.flatnonzero((exact > 0.5) & np.isfinite(flood))
    assert np.array_equal(np.isnan(exact), np.isnan(found.cost.ravel())), "a point was missed"
    return np.abs(found.cost.ravel()[near] / exact[near] - 1), np.abs(flood[near] / exact[near] - 1)


def run() -> str:
    """Return the figures."""
    table = load_table(str(shipped_root() / "terrain/sample-battle.table.json"))
    free = floor_of(table)
    begin = time.perf_counter()
    ways(WaysField.of(shapely.box(0, 0, 1, 1)), np.array([[0.5, 0.5]]), limit=1.0)
    first = time.perf_counter() - begin
    begin = time.perf_counter()
    field = WaysField.of(free)
    prepared = time.perf_counter() - begin
    begin = time.perf_counter()
    field.rows(SPACING)
    laid = time.perf_counter() - begin
    found = ways(field, np.empty((0, 2)), limit=MOVE)
    graph, is_free = graph_of(free, found.x, found.y)
    chosen = np.random.default_rng(0).choice(np.flatnonzero(is_free), STARTS, replace=False)
    starts = np.column_stack([found.x[chosen % len(found.x)], found.y[chosen // len(found.x)]])
    ours, ours_worst = _median_ms(lambda s: ways(field, s[None], limit=MOVE), starts)
    theirs, _ = _median_ms(lambda s: dijkstra(graph, indices=s, limit=MOVE), chosen)
    many, _ = _median_ms(lambda s: ways(field, starts, np.linspace(0, 5, STARTS), limit=MOVE), starts[:5])
    reached = [ways(field, start[None], limit=MOVE) for start in starts]
    drawn, drawn_worst = _median_ms(lambda w: w.outline(), reached)
    asked, _ = _median_ms(lambda w: w.way_to((15.0, 11.0)), reached)
    errors = [_errors(field, w, graph, s) for w, s in zip(reached[:10], chosen[:10], strict=True)]
    own, flood = (np.concatenate(column) for column in zip(*errors, strict=True))
    corners = int((np.diff(field.mesh.sector_start) > 0).sum())
    large = _large()
    return "\n".join(
        [
            f"floor: {shapely.get_num_coordinates(free)} vertices, {corners} corners, "
            f"{int(is_free.sum())} lattice points",
            f"prepared in {prepared * 1e3:.1f} ms, its lattice in {laid * 1e3:.1f} ms; "
            f"compiling or loading {first:.1f} s",
            f"ways over {MOVE:g} in: {ours:.2f} ms (worst {ours_worst:.2f}); one scipy flood {theirs:.2f} ms; "
            f"ratio {ours / theirs:.2f}; {STARTS} sources at once {many:.2f} ms",
            f"a way to one point {asked:.2f} ms; outline {drawn:.1f} ms (worst {drawn_worst:.1f})",
            f"lengths, mean and worst error: {own.mean():.1e}, {own.max():.1e}; the flood's {flood.mean():.1%}, "
            f"{flood.max():.1%}",
            large,
        ]
    )


def _large() -> str:
    """Return the figures of an area of more than 10,000 vertices: 400 round pillars on 30 x 22 in."""
    rng = np.random.default_rng(1)
    centres = rng.uniform((0, 0), (30, 22), (400, 2))
    pillars = [
        p.buffer(r, quad_segs=12) for p, r in zip(shapely.points(centres), rng.uniform(0.1, 0.5, 400), strict=True)
    ]
    free = shapely.box(0, 0, 30, 22).difference(shapely.union_all(pillars))
    begin = time.perf_counter()
    field = WaysField.of(free)
    field.rows(SPACING)
    prepared = time.perf_counter() - begin
    middle = np.array(free.representative_point().coords)
    short, _ = _median_ms(lambda s: ways(field, s[None], limit=MOVE), middle)
    whole, _ = _median_ms(lambda s: ways(field, s[None], limit=50.0), middle)
    count = shapely.get_num_coordinates(free)
    return (
        f"{count} vertices: prepared in {prepared * 1e3:.0f} ms; {MOVE:g} in {short:.1f} ms, all of it {whole:.1f} ms"
    )
