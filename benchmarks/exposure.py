"""The exposure map against bare calls of the ray engine: the same rays, made beforehand and cast in one thread."""

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.boards import make_board
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.sight.exposure import StandInBody, exposure, terrain_solids
from warcry3d.sight.rays import occluded_by_tree
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.units import MM

__all__ = ["run"]

BODY = StandInBody(16 * MM, 1.3)
STEP = 0.5
LINES = 16
BARE = 4_000_000
"""Rays of a bare call's measurement."""


def run() -> Iterator[str]:
    """Yield the table of figures."""
    yield "board             triangles  spots  mean | rays M     s  M rays/s | bare M/s  ratio | tree M/s"
    sample = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    spots = StandingGround(sample).spots(STEP, radius=BODY.radius, height=BODY.height)
    yield _row("sample battle", terrain_solids(sample), spots.at)
    floor = StandingGround(Table("warcry", Board(30, 22), Terrain(()), ())).spots(
        STEP, radius=BODY.radius, height=BODY.height
    )
    for triangles in (5_000, 500_000):
        solids = list(make_board(1, figures=0, triangles=triangles).terrain)
        yield _row(f"bench {triangles // 1000}k", solids, floor.at)


def _row(name: str, solids: list[Solid], at: FloatArray) -> str:
    exposure(solids, at[:50], np.zeros(50, np.int64), BODY, lines=1)  # imports and compiles
    start = time.perf_counter()
    found = exposure(solids, at, np.zeros(len(at), np.int64), BODY, lines=LINES)
    seconds = time.perf_counter() - start
    bare, tree = _bare(solids, at), _tree(solids, at)
    speed = found.rays / seconds / 1e6
    count = sum(len(solid.faces) for solid in solids)
    return (
        f"{name:<16} {count:10} {len(at):6} {found.overall.mean():5.3f} | {found.rays / 1e6:6.1f} {seconds:5.2f} "
        f"{speed:9.2f} | {bare:8.2f} {speed / bare:6.2f} | {tree:8.2f}"
    )


def _pairs(at: FloatArray, count: int) -> tuple[FloatArray, FloatArray]:
    """Return rays from eye to eye of random pairs of spots, ordered by their first spot as the map's are."""
    rng = np.random.default_rng(0)
    i, j = np.sort(rng.integers(len(at), size=count)), rng.integers(len(at), size=count)
    eye = np.array([0, 0, 0.9 * BODY.height])
    return at[i] + eye, at[j] + eye + 1e-3


def _bare(solids: list[Solid], at: FloatArray) -> float:
    """Return the speed (million rays/s) of embreex itself: robust, occlusion only, one thread, rays made beforehand."""
    from embreex.mesh_construction import TriangleMesh
    from embreex.rtcore import EmbreeDevice
    from embreex.rtcore_scene import EmbreeScene

    scene = EmbreeScene(EmbreeDevice(), robust=True)
    meshes = [TriangleMesh(scene, s.vertices.astype(np.float32), s.faces.astype(np.int32)) for s in solids]
    assert meshes
    starts, ends = (points.astype(np.float32) for points in _pairs(at, BARE))
    ways, reach = ends - starts, np.ones(BARE, np.float32)
    scene.run(starts[:9], ways[:9], dists=reach[:9].copy(), query="OCCLUDED")
    start = time.perf_counter()
    scene.run(starts, ways, dists=reach, query="OCCLUDED")
    return BARE / (time.perf_counter() - start) / 1e6


def _tree(solids: list[Solid], at: FloatArray) -> float:
    """Return the speed (million rays/s) of the judge's tree, which answers where there is no embreex; two threads."""
    occluded = occluded_by_tree(solids)
    starts, ends = _pairs(at, BARE // 4)
    occluded(starts[:9], ends[:9])
    start = time.perf_counter()
    occluded(starts, ends)
    return len(starts) / (time.perf_counter() - start) / 1e6
