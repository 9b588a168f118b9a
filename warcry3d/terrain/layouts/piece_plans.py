"""The plans of pieces: what they cover seen from above, and their straight edges; derived once for each piece."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.layouts.ground import footprint, placed_shape

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = [
    "PiecePlan",
    "PlanEdge",
    "middle_of",
    "placed_edges",
    "placed_plan",
    "plan_bounds",
    "plan_of",
    "rectangle_of",
]

RAGGED = 0.06
"""Stones and planks stick out by so much (in): their edge is taken to be straight."""
ALIKE = 0.05
"""Shares of an outline that its images across two lines cover are alike up to this difference."""

EVEN = 0.02
"""A centre of mass so near to the middle (shares of the diagonal) says nothing about which side is which."""
SHORTEST = 0.6
"""An edge of a plan counts from this length on (in); the sides of the rectangle around it always do."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlanEdge:
    """A straight edge of a plan: ``start`` to ``end`` (in), what it bounds at its left, its outward unit ``normal``."""

    start: Point
    end: Point
    normal: Point

    @property
    def along(self) -> Point:
        """Return the unit vector from start to end."""
        return -self.normal[1], self.normal[0]


@dataclass(frozen=True, eq=False)
class PiecePlan:
    """A piece seen from above, in its own frame. ``foot`` and ``top``: its lowest and highest height (in).

    ``axis_degrees``: the line across which it is most like its mirror image, a multiple of 45 degrees: one that its
    outline allows, towards where most of its mass is. 90 where neither side is heavier.
    """

    outline: "BaseGeometry"
    foot: float
    top: float
    axis_degrees: float = 90.0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Return the sides of the rectangle around it: west, south, east, north (in)."""
        west, south, east, north = self.outline.bounds
        return west, south, east, north

    @property
    def middle(self) -> Point:
        """Return the middle of the rectangle around it: what it is turned about."""
        west, south, east, north = self.bounds
        return (west + east) / 2, (south + north) / 2

    @cached_property
    def edges(self) -> tuple[PlanEdge, ...]:
        """Return its straight edges: the sides of the rectangle around it, then its own long ones."""
        import shapely

        west, south, east, north = self.bounds
        corners = ((west, south), (east, south), (east, north), (west, north))
        found = _edges(corners)
        simple = shapely.simplify(self.outline.buffer(0), RAGGED)
        for part in shapely.get_parts(simple).tolist():
            ring = shapely.get_coordinates(shapely.orient_polygons(part).exterior)[:-1]
            found += [edge for edge in _edges(ring.tolist()) if math.dist(edge.start, edge.end) >= SHORTEST]
        return tuple(found)


def _edges(corners: Sequence[Sequence[float]]) -> list[PlanEdge]:
    """Return the edges of a ring that runs anticlockwise."""
    made = []
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.dist((x0, y0), (x1, y1))
        if length > 1e-9:
            made.append(PlanEdge((x0, y0), (x1, y1), ((y1 - y0) / length, (x0 - x1) / length)))
    return made


_PLANS: "WeakKeyDictionary[Piece, PiecePlan]" = WeakKeyDictionary()


def plan_of(piece: Piece) -> PiecePlan:
    """Return the plan of a piece, derived once."""
    if piece not in _PLANS:
        heights = np.array([part.solid.bounds[:, 2] for part in piece.parts if not part.is_opening])
        outline = footprint(Feature("piece", piece, Placement()))
        foot, top = float(heights[:, 0].min()), float(heights[:, 1].max())
        _PLANS[piece] = PiecePlan(outline, foot, top, _axis(piece, outline))
    return _PLANS[piece]


def _axis(piece: Piece, outline: "BaseGeometry") -> float:
    """Return the angle (degrees), a multiple of 45, nearest to the way from the middle of a plan's rectangle to the
    piece's centre of mass, of those across which the outline is like its mirror image; 90 where the two are too near to
    each other to tell.
    """
    west, south, east, north = outline.bounds
    solids = [part.solid for part in piece.parts if not part.is_opening]
    volumes = np.array([solid.volume for solid in solids])
    centres = np.array([_centre(solid) for solid in solids])
    x, y = (volumes @ centres / max(float(volumes.sum()), 1e-12)).tolist()
    dx, dy = x - (west + east) / 2, y - (south + north) / 2
    if math.hypot(dx, dy) < EVEN * math.hypot(east - west, north - south):
        return 90.0
    heavy = math.degrees(math.atan2(dy, dx))
    likeness = [_likeness(outline, across) for across in (0.0, 45.0, 90.0, 135.0)]
    allowed = [k for k in range(-4, 5) if likeness[k % 4] >= max(likeness) - ALIKE]
    return 45.0 * min(allowed, key=lambda k: abs(45.0 * k - heavy))


def _likeness(outline: "BaseGeometry", across: float) -> float:
    """Return the share (0 to 1) of an outline that its mirror image across a line through its middle covers."""
    import shapely
    from shapely import affinity

    plain = shapely.simplify(outline.buffer(0), RAGGED)
    west, south, east, north = plain.bounds
    middle = ((west + east) / 2, (south + north) / 2)
    image = affinity.rotate(affinity.scale(plain, 1, -1, origin=middle), 2 * across, origin=middle)
    return float(plain.intersection(image).area / max(plain.area, 1e-12))


def _centre(solid: Solid) -> FloatArray:
    """Return the plan (x, y) of a solid's centre of mass."""
    origin = solid.bounds.mean(axis=0)
    t = solid.triangles - origin
    parts = np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])) / 6
    centre = origin + (parts[:, None] * t.sum(axis=1) / 4).sum(axis=0) / max(float(parts.sum()), 1e-12)
    return np.asarray(centre[:2])


@dataclass(frozen=True, slots=True, eq=False)
class _PlacedPlan:
    """What a feature covers of the table (shapely), and the sides of the rectangle around that."""

    outline: Any
    bounds: tuple[float, float, float, float]


_PLACED: "WeakKeyDictionary[Feature, _PlacedPlan]" = WeakKeyDictionary()
"""While one feature is dragged the others are asked about in every frame: 0.2 ms each to derive."""


def _placed(feature: Feature) -> _PlacedPlan:
    known = _PLACED.get(feature)
    if known is None:
        outline = placed_shape(plan_of(feature.piece).outline, feature.placement)
        west, south, east, north = outline.bounds
        known = _PLACED[feature] = _PlacedPlan(outline, (west, south, east, north))
    return known


def placed_plan(feature: Feature) -> Any:
    """Return what a feature covers of the table (shapely), derived once."""
    return _placed(feature).outline


def placed_edges(feature: Feature) -> tuple[PlanEdge, ...]:
    """Return the straight edges of a feature on the table."""
    edges = plan_of(feature.piece).edges
    ends = _flat(feature.placement, [point for edge in edges for point in (edge.start, edge.end)])
    c, s = math.cos(feature.placement.turn), math.sin(feature.placement.turn)
    return tuple(
        PlanEdge(
            (float(ends[2 * k, 0]), float(ends[2 * k, 1])),
            (float(ends[2 * k + 1, 0]), float(ends[2 * k + 1, 1])),
            (c * edge.normal[0] - s * edge.normal[1], s * edge.normal[0] + c * edge.normal[1]),
        )
        for k, edge in enumerate(edges)
    )


def middle_of(feature: Feature) -> Point:
    """Return where the middle of a feature is on the table: of the rectangle around it in its own frame."""
    ((x, y),) = _flat(feature.placement, [plan_of(feature.piece).middle]).tolist()
    return x, y


def rectangle_of(feature: Feature) -> tuple[Point, ...]:
    """Return the corners of the rectangle around a feature, turned as it is, anticlockwise."""
    west, south, east, north = plan_of(feature.piece).bounds
    corners = [(west, south), (east, south), (east, north), (west, north)]
    return tuple((float(x), float(y)) for x, y in _flat(feature.placement, corners).tolist())


def plan_bounds(features: Iterable[Feature]) -> tuple[float, float, float, float]:
    """Return the sides of the upright rectangle around some features: west, south, east, north (in)."""
    west, south, east, north = zip(*(_placed(feature).bounds for feature in features), strict=True)
    return min(west), min(south), max(east), max(north)


def _flat(placement: Placement, points: Sequence[Point]) -> FloatArray:
    flat = np.array(points, dtype=np.float64).reshape(-1, 2)
    return placement.apply(np.column_stack([flat, np.zeros(len(flat))]))[:, :2]
