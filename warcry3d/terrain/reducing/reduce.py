"""Heavy meshes made light: fewer triangles, none of the surface further off than was said, measured afterwards."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.compiled import kernel_folder
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.skin import Skin
from warcry3d.terrain.reducing.boxes import Boxed, boxed
from warcry3d.terrain.reducing.deviation import distances, samples, spread
from warcry3d.terrain.reducing.reduce_kernel import collapse
from warcry3d.units import WELD_DISTANCE

__all__ = ["HEAVY", "Reduced", "carried_skin", "is_compiled", "reduced"]

HEAVY = 20_000
"""Meshes of fewer triangles are left as they are: sight is quick on them."""

_SWEEPS = ((0.05, 0.2, 0.5, 1.0, 1.0, 1.0), (0.1, 0.5, 1.0, 1.0))
"""Shares of the limit, sweep by sweep: what costs nothing goes first. The second for very heavy meshes."""
_VERY_HEAVY = 900_000

_AT_ONCE = 20_000
"""Vertices looked at before the clock is: a quarter of a second."""

_SAFETY = (0.75, 0.6, 0.4)
"""Shares of the limit aimed at, attempt by attempt: between the points that the search looks at the surface may go a
little further off, and what is said afterwards is what was measured."""

_SURE = 0.95
"""Of the limit so much may be measured: other samples than these find a little more."""

_AROUND = 4.0
"""Around a place that went too far off, all vertices within so many limits of it stay in the next attempt."""

_THINNEST = 4 * WELD_DISTANCE
"""No new triangle is narrower than this (in), so none is lost when the file is read and welded again."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """A lighter mesh; ``deviation``: the largest distance measured between both surfaces (in), 0: nothing was done;
    ``source`` (m,) the first mesh's triangle nearest to each triangle's middle; ``samples``: points measured.
    """

    solid: Solid
    deviation: float
    source: NDArray[np.int64]
    samples: int = 0


def is_compiled() -> bool:
    """Return whether this machine holds the compiled search, so that it begins at once."""
    folder = kernel_folder(Path(__file__).parent)
    return folder is not None and any(folder.rglob("reduce_kernel.collapse-*.nbi"))


def reduced(
    solid: Solid,
    limit: float,
    *,
    heavy: int = HEAVY,
    is_late: Callable[[], bool] = lambda: False,
    traced: bool = True,
) -> Reduced:
    """Return the solid with fewer triangles, its surface nowhere measured further than ``limit`` (in) from before, nor
    the other way round.

    A mesh of no more than ``heavy`` triangles, or one that cannot be reduced within the limit, comes back as it is. It
    stays closed and oriented; its vertices are some of those before. ``is_late``: asked again and again;
    once it is late the search ends with what it has, and no other is begun. Unless ``traced``, the sources stay
    unknown (-1).
    """
    as_it_is = Reduced(solid, 0.0, np.arange(len(solid.faces)))
    if len(solid.faces) <= heavy or limit <= 0:
        return as_it_is
    first = boxed(solid)
    fixed = np.zeros(len(first.vertices), dtype=bool)
    before = samples(first, seed=11)
    for attempt, share in enumerate(_SAFETY):
        if attempt and is_late():
            break
        try:
            lighter = _collapsed(first, share * limit, fixed, is_late)
        except MeshError:
            break
        if len(lighter.faces) == len(solid.faces):
            break
        second = boxed(lighter)
        there, _ = distances(second, before)
        after = samples(second, seed=12)
        back, _ = distances(first, after)
        largest = float(max(there.max(), back.max()))
        allowed = _SURE * limit
        if largest <= allowed:
            source = np.full(len(lighter.faces), -1, dtype=np.int64)
            if traced:
                middles = lighter.triangles[second.source].mean(axis=1)
                source[second.source] = first.source[distances(first, middles)[1]]
            return Reduced(lighter, largest, source, len(before) + len(after))
        fixed |= _near(
            first.vertices, np.concatenate([before[there > allowed], after[back > allowed]]), _AROUND * limit
        )
    return as_it_is


def _collapsed(first: Boxed, limit: float, fixed: NDArray[np.bool_], is_late: Callable[[], bool]) -> Solid:
    """Return the surface with edges collapsed, sweep by sweep; where it gets late, as far as it has come."""
    count, vertices = len(first.faces), len(first.vertices)
    faces = first.faces.copy()
    inner, on = spread(first.vertices, faces, min(2 * count, max(count // 2, 600_000)), seed=3)
    home = np.concatenate([np.zeros(vertices, dtype=np.int64), on])
    home[faces[::-1].ravel()] = np.repeat(np.arange(count)[::-1], 3)
    head, tail, following = _lists(faces.ravel(), vertices)
    on_face, _, next_on = _lists(home, count)
    alive = np.ones(count, dtype=np.bool_)
    mark, changed = np.zeros(vertices + 1, dtype=np.int64), np.zeros(vertices, dtype=np.int64)
    points = np.concatenate([first.vertices, inner])
    shares = _SWEEPS[count > _VERY_HEAVY]
    for sweep, share in enumerate(shares):
        if not sweep or share != shares[sweep - 1]:
            tried = np.full(vertices, -1, dtype=np.int64)
        for begin in range(0, vertices, _AT_ONCE):
            if is_late():
                break
            collapse(
                first.vertices, faces, first.faces, first.boxes, first.children, points, home, fixed, head, tail,
                following, alive, on_face, next_on, mark, tried, changed, begin, min(begin + _AT_ONCE, vertices),
                share * limit, limit * shares[-1], _THINNEST,
            )  # fmt: skip
    used, renamed = np.unique(faces[alive], return_inverse=True)
    return Solid(first.vertices[used], renamed.reshape(-1, 3).astype(np.int32))


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


def _near(vertices: FloatArray, places: FloatArray, distance: float) -> NDArray[np.bool_]:
    """Return which of the vertices lie within ``distance`` of a place."""
    from scipy.spatial import cKDTree

    return np.asarray(cKDTree(places).query(vertices, distance_upper_bound=distance)[0] <= distance)


def carried_skin(skin: Skin | None, source: NDArray[np.int64]) -> Skin | None:
    """Return the skin of a mesh whose triangles lie where those numbered ``source`` lay."""
    return None if skin is None else Skin(skin.colours[source], skin.materials[source])
