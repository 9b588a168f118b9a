"""Heavy meshes made light: fewer triangles, none of the surface further off than was said, measured afterwards."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.tree import Mesh
from warcry3d.table.skin import Skin
from warcry3d.terrain.reducing.deviation import distances, samples, spread, tree_of
from warcry3d.terrain.reducing.reduce_kernel import collapse
from warcry3d.units import WELD_DISTANCE

__all__ = ["HEAVY", "Reduced", "carried_skin", "reduced"]

HEAVY = 20_000
"""Meshes of fewer triangles are left as they are: sight is quick on them."""

_SWEEPS = ((0.05, 0.2, 0.5, 1.0, 1.0, 1.0), (0.1, 0.5, 1.0, 1.0))
"""Shares of the limit, sweep by sweep: what costs nothing goes first. The second for very heavy meshes."""
_VERY_HEAVY = 900_000

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


def reduced(solid: Solid, limit: float, *, heavy: int = HEAVY, is_late: Callable[[], bool] = lambda: False) -> Reduced:
    """Return the solid with fewer triangles, its surface nowhere measured further than ``limit`` (in) from before, nor
    the other way round.

    A mesh of no more than ``heavy`` triangles, or one that cannot be reduced within the limit, comes back as it is. It
    stays closed and oriented; its vertices are some of those before. ``is_late``: asked before another attempt.
    """
    as_it_is = Reduced(solid, 0.0, np.arange(len(solid.faces)))
    if len(solid.faces) <= heavy or limit <= 0:
        return as_it_is
    first = tree_of(solid)
    fixed = np.zeros(len(first.vertices), dtype=bool)
    before = samples(first, seed=11)
    for attempt, share in enumerate(_SAFETY):
        if attempt and is_late():
            break
        try:
            lighter = _collapsed(first, share * limit, fixed)
        except MeshError:
            break
        second = tree_of(lighter)
        there, _ = distances(second, before)
        after = samples(second, seed=12)
        back, _ = distances(first, after)
        largest = float(max(there.max(), back.max()))
        allowed = _SURE * limit
        if largest <= allowed:
            middles = lighter.triangles.mean(axis=1)
            source = np.asarray(first.source[distances(first, middles)[1]], dtype=np.int64)
            return Reduced(lighter, largest, source, len(before) + len(after))
        fixed |= _near(
            first.vertices, np.concatenate([before[there > allowed], after[back > allowed]]), _AROUND * limit
        )
    return as_it_is


def _collapsed(first: Mesh, limit: float, fixed: NDArray[np.bool_]) -> Solid:
    count = len(first.faces)
    faces = first.faces.copy()
    home = np.empty(len(first.vertices), dtype=np.int64)
    home[faces[::-1].ravel()] = np.repeat(np.arange(count)[::-1], 3)
    inner, on = spread(first.vertices, faces, min(2 * count, max(count // 2, 600_000)), seed=3)
    sweeps = np.array(_SWEEPS[count > _VERY_HEAVY]) * limit
    points, homes = np.concatenate([first.vertices, inner]), np.concatenate([home, on])
    left = collapse(first.vertices, faces, first.boxes, first.children, points, homes, fixed, sweeps, _THINNEST)
    used, renamed = np.unique(faces[left], return_inverse=True)
    return Solid(first.vertices[used], renamed.reshape(-1, 3).astype(np.int32))


def _near(vertices: FloatArray, places: FloatArray, distance: float) -> NDArray[np.bool_]:
    """Return which of the vertices lie within ``distance`` of a place."""
    from scipy.spatial import cKDTree

    return np.asarray(cKDTree(places).query(vertices, distance_upper_bound=distance)[0] <= distance)


def carried_skin(skin: Skin | None, source: NDArray[np.int64]) -> Skin | None:
    """Return the skin of a mesh whose triangles lie where those numbered ``source`` lay."""
    return None if skin is None else Skin(skin.colours[source], skin.materials[source])
