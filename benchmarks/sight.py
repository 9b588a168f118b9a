"""Sight on hard boards against the raw ray engine: 20,000 random rays for each pair, ray making included."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.boards import BenchBoard, make_board
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.sight.kernels import warm_up
from warcry3d.sight.verdict import Hidden, Seen, TooClose, Verdict
from warcry3d.sight.visible import Sightlines
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Part, PartKind, Piece
from warcry3d.units import MM

__all__ = ["run", "table_of"]

RAYS = 20_000
SIZES = (5_000, 50_000, 500_000)
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Result:
    """One board: times in seconds a pair, and the counts of each verdict."""

    triangles: int
    times: FloatArray
    verdicts: tuple[Verdict, ...]
    rays_s: float


def table_of(board: BenchBoard) -> Table:
    """Return the board as a table, a part for each terrain solid, a model for each figure."""
    features = tuple(
        Feature(f"piece-{i}", Piece(f"piece-{i}", (Part("all", frozenset({PartKind.OBSTACLE}), solid),)), Placement())
        for i, solid in enumerate(board.terrain)
    )
    base = Base(BaseShape.ROUND, 32 * MM, 32 * MM)
    models = tuple(
        Model(f"m{i}", "red", base, Figure("bench", (FigurePart("body", Tag.BODY, solid),)), Placement())
        for i, solid in enumerate(board.figures)
    )
    return Table("warcry", Board(30, 22), Terrain(features), models)


def measure(seed: int, triangles: int) -> Result:
    """Judge all pairs of a board, then shoot the rays at the same pairs."""
    board = make_board(seed, triangles=triangles)
    lines = Sightlines(table_of(board))
    times, verdicts = [], []
    for i, j in combinations(range(len(board.figures)), 2):
        start = time.perf_counter()
        verdicts.append(lines.between(f"m{i}", f"m{j}"))
        times.append(time.perf_counter() - start)
    return Result(board.triangles, np.array(times), tuple(verdicts), shoot(board))


def shoot(board: BenchBoard) -> float:
    """Return the time (s) of making and casting the rays of all pairs with embreex, robust, occlusion only."""
    from embreex import rtcore_scene
    from embreex.mesh_construction import TriangleMesh
    from embreex.rtcore import EmbreeDevice

    scene = rtcore_scene.EmbreeScene(EmbreeDevice(), robust=True)
    for solid in (*board.terrain, *board.figures):
        TriangleMesh(scene, solid.vertices.astype(np.float32), solid.faces.astype(np.int32))
    rng = np.random.default_rng(0)
    one = np.array([[0, 0, 9]], np.float32)
    scene.run(one, one, query="OCCLUDED")
    start = time.perf_counter()
    for a, b in combinations(board.figures, 2):
        origins, ends = _points(a, rng), _points(b, rng)
        scene.run(origins, ends - origins, dists=np.ones(RAYS, np.float32), query="OCCLUDED")
    return time.perf_counter() - start


def _points(solid: Solid, rng: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return random points on random triangles, (RAYS, 3)."""
    corners = solid.triangles.astype(np.float32)[rng.integers(len(solid.faces), size=RAYS)]
    u, v = rng.random((2, RAYS, 1), dtype=np.float32)
    flip = u + v > 1
    u, v = np.where(flip, 1 - u, u), np.where(flip, 1 - v, v)
    points: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = (
        corners[:, 0] + u * (corners[:, 1] - corners[:, 0]) + v * (corners[:, 2] - corners[:, 0])
    )
    return points


def run() -> Iterator[str]:
    """Yield the table of figures."""
    warm_up()
    yield "board  triangles | seen hidden close | sight s  rays s  ratio | median ms  p95 ms  worst ms"
    for triangles in SIZES:
        for seed in SEEDS:
            r = measure(seed, triangles)
            kinds = [sum(isinstance(v, kind) for v in r.verdicts) for kind in (Seen, Hidden, TooClose)]
            ms = r.times * 1e3
            yield (
                f"{seed:5}  {r.triangles:9} | {kinds[0]:4} {kinds[1]:6} {kinds[2]:5} | {r.times.sum():7.2f} "
                f"{r.rays_s:7.2f} {r.times.sum() / r.rays_s:6.2f} | {np.median(ms):9.2f} "
                f"{np.percentile(ms, 95):7.1f} {ms.max():9.1f}"
            )
