"""Segments cast by the million, for estimates only.

The one place that calls the ray engine (embreex, float32, robust mode: it misjudges below about 1e-4 mm). Where there
is no wheel for it (Linux and Windows on Arm) the judge's own tree answers, exactly and at half the speed.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["Float32", "Occluded", "occluded_by", "occluded_by_engine", "occluded_by_tree"]

Float32: TypeAlias = NDArray[np.float32]
Occluded: TypeAlias = Callable[[FloatArray | Float32, FloatArray | Float32], NDArray[np.bool_]]
"""From starts (n, 3) and ends (n, 3) (in): for each segment whether it is stopped, (n,). No segment is a point."""

_CHUNK = 1 << 17
_THREADS = 2
_LEAF = 4


def occluded_by(solids: Sequence[Solid]) -> Occluded:
    """Return the question whether segments are stopped by any of these solids."""
    if not solids:
        return lambda starts, ends: np.zeros(len(starts), np.bool_)
    try:
        import embreex  # noqa: F401
    except ImportError:
        return occluded_by_tree(solids)
    return occluded_by_engine(solids)


def occluded_by_engine(solids: Sequence[Solid]) -> Occluded:
    """Return the question asked of embreex; raise ImportError where it is not installed."""
    from embreex.mesh_construction import TriangleMesh
    from embreex.rtcore import EmbreeDevice
    from embreex.rtcore_scene import EmbreeScene

    scene = EmbreeScene(EmbreeDevice(), robust=True)
    meshes = [TriangleMesh(scene, s.vertices.astype(np.float32), s.faces.astype(np.int32)) for s in solids]

    def cast(starts: Float32, ends: Float32) -> NDArray[np.bool_]:
        assert meshes  # the scene does not keep them alive by itself
        reach = np.ones(len(starts), np.float32)
        return np.asarray(scene.run(starts, ends - starts, dists=reach, query="OCCLUDED") >= 0)

    one = np.array([[0.0, 0.0, 9.0]], np.float32)
    cast(one, 2 * one)  # builds its tree before threads run
    return _chunked(lambda starts, ends: cast(_single(starts), _single(ends)))


def occluded_by_tree(solids: Sequence[Solid]) -> Occluded:
    """Return the question asked of the judge's tree."""
    from warcry3d.geom.tree import mesh_of
    from warcry3d.sight.rays_kernel import all_blocked

    mesh = mesh_of(solids, leaf=_LEAF)

    def cast(starts: FloatArray | Float32, ends: FloatArray | Float32) -> NDArray[np.bool_]:
        stopped = np.empty(len(starts), np.bool_)
        stack = np.empty(256, np.int32)
        s, t = (np.ascontiguousarray(points, np.float64) for points in (starts, ends))
        all_blocked(mesh, mesh.roots, s, t, stopped, stack)
        return stopped

    return _chunked(cast)


def _single(points: FloatArray | Float32) -> Float32:
    return np.ascontiguousarray(points, np.float32)


def _chunked(cast: Occluded) -> Occluded:
    """Return the same question, long lists of segments cut up between threads."""

    def ask(starts: FloatArray | Float32, ends: FloatArray | Float32) -> NDArray[np.bool_]:
        if not np.isfinite(starts).all() or not np.isfinite(ends).all():
            raise ValueError("a segment's ends must be finite numbers")
        if len(starts) <= _CHUNK:
            return cast(starts, ends)
        cuts = range(0, len(starts), _CHUNK)
        with ThreadPoolExecutor(_THREADS) as threads:
            parts = threads.map(lambda at: cast(starts[at : at + _CHUNK], ends[at : at + _CHUNK]), cuts)
            return np.concatenate(list(parts))

    return ask
