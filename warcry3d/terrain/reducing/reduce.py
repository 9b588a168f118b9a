"""Mesh reduction: fewer triangles inside the original solid, within a given deviation.

docs/terrain.md says what holds of the lighter mesh, and why; docs/sight.md what sight makes of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.compiled import Kernel, kernels_of
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.tree import mesh_of
from warcry3d.table.skin import Skin
from warcry3d.terrain.reducing.boxes import Boxed, boxed
from warcry3d.terrain.reducing.deviation import along_edges, bound, distances, heights, samples
from warcry3d.terrain.reducing.farthest import farthest
from warcry3d.terrain.reducing.gap_kernel import gaps
from warcry3d.terrain.reducing.reduce_kernel import Work, collapse
from warcry3d.terrain.reducing.sides import depths
from warcry3d.units import WELD_DISTANCE

__all__ = ["CREEP", "HEAVY", "Reduced", "carried_skin", "is_compiled", "reduced", "warm_up"]

HEAVY = 20_000
"""Meshes of fewer triangles are left as they are: sight is quick on them."""

CREEP = 2e-5
"""Inches (half a micrometre) by which the lighter mesh may go beyond the first: what rounding makes of flat faces.
Sight asks of a free line five times as much room."""

_SWEEPS = ((0.05, False), (0.2, False), (0.5, False), (1.0, False), (0.4, True), (1.0, True), (1.0, True))
"""Shares of the limit, sweep by sweep: what costs nothing goes first; and whether edges go to points sunk into the
solid, or to one of their ends, which keeps it sharp."""

_AT_ONCE = 20_000
"""Vertices looked at before the clock is: a quarter of a second."""

_AIMS = (0.77, 0.77, 0.65, 0.45)
"""Shares of the limit aimed at, attempt by attempt: between the points that the search looks at the surface may go a
little further off, and what is said afterwards is what was found."""

_BOUNDED, _BACK = 200_000, 0.85
"""Of meshes of no more triangles than the first it is bounded too how far the lighter surface is from the first; that
takes as long as the search. The search looks at fewer points of new faces than of the first surface: so of what is
aimed at these may go this share.
"""

_FINE = 0.02
"""Of the limit: how exactly the largest deviation is found."""

_APART, _ON_EDGE = 4.0, 4
"""The search looks at all corners, and along all edges in so many limits' distance, but at no more points on one."""

_AROUND, _FEWEST = 10.0, 12
"""Around a place that went too far off, vertices within so many limits' distance stay in the next attempt, as far as
the lighter triangles there reach, and so many at least.
"""

_THROUGH = 0.4
"""Of the thickness of the solid behind it, so far the surface may go in at most: two sides never meet."""

_THINNEST = 4 * WELD_DISTANCE
"""No new triangle is narrower than this (in), so none is lost when the file is read and welded again."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """A lighter mesh; ``deviation`` (in): no point of the first surface is farther from it, nor the other way round (of
    more than 200,000 triangles: no sample was measured farther), 0: nothing was done; ``source`` (m,) the first mesh's
    triangle nearest to each triangle's middle; ``samples``: how many points of it were looked at.
    """

    solid: Solid
    deviation: float
    source: NDArray[np.int64]
    samples: int = 0


def is_compiled() -> bool:
    """Return whether this machine holds the compiled search, so that it begins at once."""
    return all(kernel.is_kept for kernel in _kernels())


def warm_up() -> None:
    """Compile the search, or load it: it takes some seconds on a machine that never did."""
    for kernel in _kernels():
        kernel.prepare()


def _kernels() -> tuple[Kernel, ...]:
    modules = (collapse.__module__, depths.__module__, farthest.__module__, gaps.__module__, mesh_of.__module__)
    return tuple(kernel for module in modules for kernel in kernels_of(module) if kernel.declared)


def reduced(
    solid: Solid,
    limit: float,
    *,
    heavy: int = HEAVY,
    is_late: Callable[[], bool] = lambda: False,
    traced: bool = True,
) -> Reduced:
    """Return the solid with fewer triangles: nowhere beyond it (by more than `CREEP`), its surface nowhere further than
    ``limit`` (in) from what it was, nor the other way round.

    A mesh of no more than ``heavy`` triangles, or one that cannot be reduced within the limit, comes back as it is. It
    stays closed and oriented. ``is_late``: asked again and again; once it is late the search ends with what it has, and
    no other is begun. Unless ``traced``, the sources stay unknown (-1).
    """
    as_it_is = Reduced(solid, 0.0, np.arange(len(solid.faces)))
    if len(solid.faces) <= heavy or limit <= 0:
        return as_it_is
    first = boxed(solid)
    fixed = np.zeros(len(first.vertices), dtype=bool)
    for attempt, aim in enumerate(_AIMS):
        if attempt and is_late():
            break
        try:
            lighter = _collapsed(first, aim * limit, fixed, is_late)
        except MeshError:
            break
        if lighter is None or len(lighter.faces) == len(solid.faces):
            break
        second = boxed(lighter)
        largest, count, wrong = _measured(solid, first, second, limit)
        if largest <= limit and not len(wrong):
            return Reduced(lighter, largest, _sources(first, second, lighter, traced=traced), count)
        if len(wrong):
            fixed[_nearest(first.vertices, wrong, _AROUND * limit)] = True
    return as_it_is


def _measured(solid: Solid, first: Boxed, second: Boxed, limit: float) -> tuple[float, int, FloatArray]:
    """Return the largest deviation (in) of either surface from the other, how many points of the second were looked at,
    and places (k, 3) where it is above the limit, or where the second surface lies outside of the first solid.
    """
    there, far = bound(first, second, (1.0 - _FINE) * limit, _FINE * limit)
    points = samples(second, seed=12)
    height = heights(first, points)
    if len(first.faces) <= _BOUNDED:
        back, off = bound(second, first, (1.0 - _FINE) * limit, _FINE * limit)
    else:
        gap = np.abs(height)
        back, off = float(gap.max()), points[gap > limit]
    out = points[height > 2 * CREEP]
    out = out[_are_outside(solid, out)] if len(out) else out
    wrong = np.concatenate([far if there > limit else far[:0], off if back > limit else off[:0], out])
    return max(there, back), len(points), wrong


def _are_outside(solid: Solid, points: FloatArray) -> NDArray[np.bool_]:
    """Return which points lie outside a solid, which may overlap itself: one in front of the nearest face may not."""
    from warcry3d.geom.casts import is_inside

    mesh, stack = mesh_of([solid], leaf=4), np.empty(256, np.int32)
    return np.array([not is_inside(mesh, mesh.roots, point, stack) for point in points], dtype=bool)


def _sources(first: Boxed, second: Boxed, lighter: Solid, *, traced: bool) -> NDArray[np.int64]:
    """Return the first solid's triangle nearest to the middle of each of the lighter one's; -1 unless ``traced``."""
    source = np.full(len(lighter.faces), -1, dtype=np.int64)
    if traced:
        middles = lighter.triangles[second.source].mean(axis=1)
        source[second.source] = first.source[distances(first, middles)[1]]
    return source


def _collapsed(first: Boxed, limit: float, fixed: NDArray[np.bool_], is_late: Callable[[], bool]) -> Solid | None:
    """Return the surface with edges collapsed, sweep by sweep; where it gets late, as far as it has come; None where
    that is nowhere.
    """
    work = _work_on(first, limit, fixed, is_late)
    if work is None:
        return None
    vertices = len(first.vertices)
    back = limit * (_BACK if len(first.faces) <= _BOUNDED else 1.0)
    for sweep, (share, sinks) in enumerate(_SWEEPS):
        if (share, sinks) != _SWEEPS[sweep - 1]:
            work.tried.fill(-1)
        for begin in range(0, vertices, _AT_ONCE):
            if is_late():
                break
            end = min(begin + _AT_ONCE, vertices)
            collapse(work, begin, end, share * limit, back, _THINNEST, CREEP, sinks)
    used, renamed = np.unique(work.faces[work.alive], return_inverse=True)
    return Solid(work.vertices[used], renamed.reshape(-1, 3).astype(np.int32))


def _work_on(first: Boxed, limit: float, fixed: NDArray[np.bool_], is_late: Callable[[], bool]) -> Work | None:
    """Return a surface ready to be reduced within ``limit`` (in); None where it got late before."""
    count, vertices = len(first.faces), len(first.vertices)
    faces = first.faces.copy()
    inner, on_edge = along_edges(first.vertices, faces, _APART * limit, _ON_EDGE)
    points = np.concatenate([first.vertices, inner])
    home = np.concatenate([np.zeros(vertices, dtype=np.int64), on_edge])
    home[faces[::-1].ravel()] = np.repeat(np.arange(count)[::-1], 3)
    thick = np.empty(len(points))
    reach = limit / _THROUGH
    for at in range(0, len(points), _AT_ONCE):
        if is_late():
            return None
        here = slice(at, at + _AT_ONCE)
        depths(first.vertices, first.faces, first.boxes, first.children, points[here], home[here], reach, thick[here])
    stays = fixed.copy()
    stays[faces[home[thick < limit]].ravel()] = True
    on, _, next_on = _lists(home, count)
    return Work(
        first.vertices,
        first.faces,
        first.boxes,
        first.children,
        stays,
        np.concatenate([first.vertices, np.zeros((1, 3))]),
        faces,
        np.ones(count, dtype=np.bool_),
        _planes(first),
        np.zeros(count),
        *_lists(faces.ravel(), vertices),
        points,
        (_THROUGH * thick) ** 2,
        home,
        on,
        next_on,
        np.zeros(vertices + 1, dtype=np.int64),
        np.zeros(vertices, dtype=np.int64),
        np.full(vertices, -1, dtype=np.int64),
    )


def _planes(first: Boxed) -> FloatArray:
    """Return the unit normals and offsets of a surface's faces, (m, 4); no normal where there is no area."""
    a, b, c = (first.vertices[first.faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    size = np.linalg.norm(across, axis=1, keepdims=True)
    across /= np.where(size > 0, size, 1)
    return np.concatenate([across, np.einsum("ij,ij->i", across, a)[:, None]], axis=1)


def _lists(owner: NDArray[Any], count: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the things of each of ``count`` owners as linked lists: first and last (count,), and the one after (n,),
    -1 where there is none. owner: (n,) whose each thing is.
    """
    order = np.argsort(owner, kind="stable")
    sorted_ = owner[order]
    is_first = np.concatenate([[True], sorted_[1:] != sorted_[:-1]])
    is_last = np.concatenate([is_first[1:], [True]])
    head, tail = np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
    head[sorted_[is_first]], tail[sorted_[is_last]] = order[is_first], order[is_last]
    following = np.full(len(owner), -1, dtype=np.int64)
    following[order[:-1]] = np.where(is_last[:-1], -1, order[1:])
    return head, tail, following


def _nearest(vertices: FloatArray, places: FloatArray, reach: float) -> NDArray[np.int64]:
    """Return the numbers of the vertices within ``reach`` (in) of any of the places, and of the few nearest to each."""
    from scipy.spatial import cKDTree

    nearest = cKDTree(vertices).query(places, k=min(_FEWEST, len(vertices)))[1]
    away, _ = cKDTree(places).query(vertices, distance_upper_bound=reach)
    return np.union1d(np.asarray(nearest, dtype=np.int64).ravel(), np.flatnonzero(np.isfinite(away)))


def carried_skin(skin: Skin | None, source: NDArray[np.int64]) -> Skin | None:
    """Return the skin of a mesh whose triangles lie where those numbered ``source`` lay."""
    return None if skin is None else Skin(skin.colours[source], skin.materials[source])
