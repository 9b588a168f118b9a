"""The distance of two models' bodies, bases left out: between the surfaces of their figures, in three dimensions.

Exact up to rounding for the figures as they are: no point of one lies nearer to the other than is said. A model whose
figure has no parts is measured by its base.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.casts import is_inside
from warcry3d.geom.mesh_distance import PAIRS, nearest_points
from warcry3d.geom.nearest import Point
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.geom.tree import MAX_DEPTH, Mesh, mesh_of
from warcry3d.sight.distance import (
    Between,
    Measure,
    base_body,
    base_to_solid,
    is_within,
    measure,
    measure_to_point,
)
from warcry3d.sight.figure_mesh import figure_mesh, placed_figure_mesh
from warcry3d.sight.figure_surface import FigureSurface
from warcry3d.table.models import Figure, Model
from warcry3d.table.terrain import Feature
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "NearestBodies",
    "are_bodies_within",
    "bodies_to_feature",
    "body_box",
    "body_shadow",
    "body_vertices",
    "gap_after_shift",
    "is_body_within_feature",
    "measure_bodies",
    "measure_body_to_point",
    "nearest_bodies",
]

MEASURES_KEPT = 20_000
"""Distances that are kept: two armies of 100 models have 10,000 pairs."""

FAR = 1e6
"""More than anything is apart (in)."""

SHADOW_GRID = 1e-4
"""Corners of outlines seen from above are rounded to this (in), far below what is drawn."""

TERRAIN_LEAF = 4
_HERE = np.zeros(3)
_REACHES: WeakKeyDictionary[Figure, float] = WeakKeyDictionary()
_FEATURES: WeakKeyDictionary[Feature, Mesh] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class NearestBodies:
    """The nearest pair of two groups of models: ``measure`` from ``one``, of the first group, to ``other``."""

    one: Model
    other: Model
    measure: Measure


def measure_bodies(a: Model, b: Model) -> Measure:
    """Return how far two models' bodies are apart; the line runs from the first's nearest point to the second's.

    ``horizontal`` and ``vertical`` are the parts of that line: direct = hypot(horizontal, vertical). Bodies that touch
    or reach into each other are 0 apart.
    """
    if not (a.figure.parts and b.figure.parts):
        return measure(a, b)
    return _measured(a.figure, a.placement, b.figure, b.placement)


@lru_cache(maxsize=MEASURES_KEPT)
def _measured(figure: Figure, at: Placement, other: Figure, elsewhere: Placement) -> Measure:
    _, ends = _nearest(placed_figure_mesh(figure, at), placed_figure_mesh(other, elsewhere), FAR)
    return _as_measure(ends)


def _as_measure(ends: FloatArray) -> Measure:
    (ax, ay, az), (bx, by, bz) = ends.tolist()
    horizontal, vertical = math.hypot(bx - ax, by - ay), abs(bz - az)
    line = (ax, ay, az), (bx, by, bz)
    return Measure(math.hypot(horizontal, vertical), horizontal, vertical, line, Between.BODIES)


def measure_body_to_point(model: Model, point: Point) -> Measure:
    """Return how far a model's body is from a point (in), 0 within it; the line runs from the body's nearest point."""
    if not model.figure.parts:
        return measure_to_point(model, point)
    mesh, at = _body(model), np.array(point, np.float64)
    if is_inside(mesh, mesh.roots, at, np.zeros(4 * MAX_DEPTH, np.int32)):
        return _as_measure(np.array([at, at]))
    return _as_measure(np.array([_surface(model.figure, model.placement).nearest(at), at]))


@lru_cache(maxsize=16)
def _surface(figure: Figure, at: Placement) -> FigureSurface:
    mesh = placed_figure_mesh(figure, at)
    return FigureSurface(mesh, np.arange(len(mesh.faces), dtype=np.int32))


@lru_cache(maxsize=64)
def body_shadow(figure: Figure, at: Placement) -> Any:
    """Return the outline of a figure at a placement, seen from above (shapely)."""
    import shapely

    mesh = placed_figure_mesh(figure, at)
    corners = mesh.vertices[mesh.faces][:, :, :2]
    return shapely.union_all(shapely.polygons(corners), grid_size=SHADOW_GRID)


def are_bodies_within(a: Model, b: Model, limit: float) -> bool:
    """Return whether two models' bodies are within a distance of each other; what is plainly farther costs little."""
    if not (a.figure.parts and b.figure.parts):
        return is_within(measure(a, b).direct, limit)
    most = limit + LENGTH_EPSILON
    if math.dist(a.placement.at, b.placement.at) > most + _reach(a.figure) + _reach(b.figure):
        return False
    one, other = _turned(a), _turned(b)
    shift = np.subtract(b.placement.at, a.placement.at)
    if _box_gap(_box(one), _box(other) + shift) > most:
        return False
    return _nearest(one, other, most + LENGTH_EPSILON, most, shift)[0] <= most


def _turned(model: Model) -> Mesh:
    """Return a model's body at the origin, turned as it is: of many places that it is tried at, one is made."""
    return placed_figure_mesh(model.figure, Placement(turn=model.placement.turn))


def _reach(figure: Figure) -> float:
    """Return how far a figure's body reaches from the bottom of its base's centre."""
    if figure not in _REACHES:
        _REACHES[figure] = float(np.linalg.norm(figure_mesh(figure).vertices, axis=1).max())
    return _REACHES[figure]


def _body(model: Model) -> Mesh:
    return placed_figure_mesh(model.figure, model.placement)


def gap_after_shift(a: Model, b: Model, shift: FloatArray, limit: float) -> float:
    """Return how far the surfaces of two bodies would be apart if the second stood shifted by ``shift`` (3,); at most
    ``limit``.

    Nothing is kept of it, so that a body can be followed along its way; only models with bodies may be asked about.
    """
    ends, work, stack = np.zeros((2, 3)), np.zeros((7, 3)), np.zeros((PAIRS, 2), np.int32)
    return float(nearest_points(_body(a), _body(b), shift, limit, 0.0, ends, work, stack))


def nearest_bodies(some: Iterable[Model], others: Iterable[Model], limit: float = FAR) -> NearestBodies | None:
    """Return the nearest pair of two groups of models (AOS-DIST-1); None where none is within ``limit``.

    Of pairs that are equally near, the first in the order given.
    """
    best: NearestBodies | None = None
    rest = tuple(others)
    pairs = [(_box_gap(body_box(a), body_box(b)), i, k, a, b) for i, a in enumerate(some) for k, b in enumerate(rest)]
    for apart, _, _, a, b in sorted(pairs, key=lambda pair: pair[:3]):
        most = limit + LENGTH_EPSILON if best is None else best.measure.direct
        if apart > most:
            break
        found = measure_bodies(a, b)
        if found.direct < most or (best is None and is_within(found.direct, limit)):
            best = NearestBodies(a, b, found)
    return best


def body_box(model: Model) -> FloatArray:
    """Return the lowest and highest corner of a box around a model's body, (2, 3); of its base where it has none."""
    if not model.figure.parts:
        return np.asarray(base_body(model).bounds)
    return _box(_body(model))


def _box(mesh: Mesh) -> FloatArray:
    return np.asarray(mesh.boxes[mesh.roots[0]].reshape(2, 3))


def body_vertices(model: Model) -> FloatArray:
    """Return the corners of a model's body in the table's frame, (n, 3); of a box around its base where it has none."""
    if model.figure.parts:
        return _body(model).vertices
    low, high = base_body(model).bounds
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


def _box_gap(one: FloatArray, other: FloatArray) -> float:
    return float(np.linalg.norm(np.maximum(one[0] - other[1], other[0] - one[1]).clip(0.0)))


def is_body_within_feature(model: Model, feature: Feature, limit: float) -> bool:
    """Return whether a model's body is within a distance of a terrain feature."""
    return bodies_to_feature((model,), feature, limit) is not None


def bodies_to_feature(models: Iterable[Model], feature: Feature, limit: float = FAR) -> float | None:
    """Return how far the nearest of these models' bodies is from a terrain feature (in); None where all are farther
    than ``limit``.

    Parts that nothing stands on or is stopped by (openings, open doors) count: a feature is one piece as placed.
    """
    best: float | None = None
    for model in models:
        most = limit + LENGTH_EPSILON if best is None else best
        gap = _to_feature(model, feature, most)
        if gap <= most:
            best = gap
    return best


def _to_feature(model: Model, feature: Feature, most: float) -> float:
    if not model.figure.parts:
        return min(base_to_solid(model, solid, most) for solid in feature.solids.values())
    return _nearest(_feature_mesh(feature), _body(model), most + LENGTH_EPSILON)[0]


def _feature_mesh(feature: Feature) -> Mesh:
    if feature not in _FEATURES:
        _FEATURES[feature] = mesh_of(list(feature.solids.values()), leaf=TERRAIN_LEAF)
    return _FEATURES[feature]


def _nearest(
    one: Mesh, other: Mesh, limit: float, enough: float = 0.0, shift: FloatArray = _HERE
) -> tuple[float, FloatArray]:
    """Return how far two meshes are apart, ``limit`` where that is not less, and the nearest points (2, 3); a mesh
    within the other is 0 from it. ``shift``: the second stands shifted so (3,).
    """
    ends, work, stack = np.zeros((2, 3)), np.zeros((7, 3)), np.zeros((PAIRS, 2), np.int32)
    gap = nearest_points(one, other, shift, limit, enough, ends, work, stack)
    if gap > 0.0 and (inner := _point_within(one, other, shift)) is not None:
        return 0.0, np.array([inner, inner])
    return float(gap), ends


def _point_within(one: Mesh, other: Mesh, shift: FloatArray) -> FloatArray | None:
    """Return a point of one mesh that lies within the other, which stands shifted; None where none does.

    Their surfaces do not cross, so each component is wholly inside or outside; one point of each mesh stands for it.
    """
    stack = np.zeros(4 * MAX_DEPTH, np.int32)
    for holder, held, by in ((one, other, shift), (other, one, -shift)):
        point, box = held.vertices[0] + by, holder.boxes[holder.roots[0]]
        is_near = bool((box[:3] <= point).all() and (point <= box[3:]).all())
        if is_near and is_inside(holder, holder.roots, point, stack):
            return np.asarray(point if holder is one else held.vertices[0])
    return None
