"""A swept line: a straight line with a width, and how it passes a solid: through, over or under it.

The plane of the ribbon cuts a solid in a flat section; whether and where the ribbon enters the solid is read off the
section's outline. Vertices that lie in the plane are taken as above it once and as below it once, and only what both
sections show counts: a ribbon that merely runs along a face, or touches an edge or a corner, does not enter.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.nearest import Point
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.units import LENGTH_EPSILON

__all__ = ["Passing", "SweptLine"]

LANE_EDGE = 1e-6
"""How far within a lane (share of its width) its edge is looked at."""


@dataclass(frozen=True, slots=True)
class Passing:
    """How a ribbon passes a solid.

    ``enters``: the ribbon's first point inside the solid, None unless it passes through. ``over``: seen from above it
    crosses the solid, and the solid lies below it there; ``under``: the solid lies above it there.
    """

    enters: Point | None = None
    over: bool = False
    under: bool = False

    @property
    def through(self) -> bool:
        """Return whether the ribbon passes through the solid."""
        return self.enters is not None


@dataclass(frozen=True)
class SweptLine:
    """The flat strip along the straight line from ``start`` to ``end``, ``width`` wide (in).

    ``across`` is the level unit vector along which it is wide, square to the line.
    """

    start: Point
    end: Point
    across: tuple[float, float]
    width: float

    @property
    def length(self) -> float:
        """Return the length of the line."""
        return math.dist(self.start, self.end)

    @cached_property
    def _axes(self) -> FloatArray:
        """Return rows: along the line, across it, and square to both (up, for a level ribbon)."""
        along = (np.array(self.end) - np.array(self.start)) / self.length
        across = np.array((*self.across, 0.0))
        return np.stack([along, across, np.cross(along, across)])

    def point(self, along: float, across: float = 0.0) -> Point:
        """Return the ribbon's point ``along`` the line from its start and ``across`` it (in)."""
        x, y, z = np.array(self.start) + along * self._axes[0] + across * self._axes[1]
        return float(x), float(y), float(z)

    def from_on(self, along: float) -> "SweptLine | None":
        """Return what is left of the ribbon from ``along`` the line on; None where nothing is."""
        if along >= self.length - LENGTH_EPSILON:
            return None
        return SweptLine(self.point(along), self.end, self.across, self.width)

    def passing(self, solid: Solid) -> Passing:
        """Return how the ribbon passes a closed solid. A ribbon no longer than `LENGTH_EPSILON` passes nothing."""
        if self.length <= LENGTH_EPSILON or not self.may_pass(solid.bounds[None])[0] or self._is_beside_all(solid):
            return Passing()
        own = (solid.vertices - np.array(self.start)) @ self._axes.T
        enters = self._enters(own, solid)
        if enters is not None:
            return Passing(self.point(*enters))
        over, under = self._beside(solid)
        return Passing(None, over, under)

    def may_pass(self, boxes: FloatArray) -> NDArray[np.bool_]:
        """Return for solids' bounds (n, 2, 3) whether, seen from above, the ribbon's box meets them, and the ribbon
        itself does.
        """
        low, high = boxes[:, 0, :2], boxes[:, 1, :2]
        ends, across = np.array((self.start[:2], self.end[:2])), np.array(self.across)
        is_near = (ends.min(axis=0) - self.width <= high) & (ends.max(axis=0) + self.width >= low)
        middle = ((low + high) / 2 - ends[0]) @ across
        half = (high - low) / 2 @ abs(across)
        return np.asarray(is_near.all(axis=1) & (abs(middle) <= half + self.width))

    def _is_beside_all(self, solid: Solid) -> bool:
        """Return whether, seen from above, the whole solid lies on one side of the ribbon."""
        across = (solid.vertices[:, :2] - np.array(self.start[:2])) @ np.array(self.across)
        return bool(across.min() > self.width or across.max() < -self.width)

    def _enters(self, own: FloatArray, solid: Solid) -> tuple[float, float] | None:
        """Return along and across of the first point inside the solid; ``own``: its vertices in the ribbon's axes."""
        faces = self._counting(own, solid)
        if (np.abs(own[:, 2]) <= LENGTH_EPSILON).any():
            return self._first_inside_both(_section(own, faces, 1), _section(own, faces, -1))
        return self._first_inside(_section(own, faces, 1))

    def _counting(self, own: FloatArray, solid: Solid) -> NDArray[np.int32]:
        """Return the faces that decide whether the ribbon enters: those beside it have no part in it.

        They reach into the ribbon's lane, however far along it; or they cross the line across it through its start, on
        which it shows whether the start lies inside.
        """
        low, high = _spans(own[:, 1], solid.faces)
        first, last = _spans(own[:, 0], solid.faces)
        in_lane = (low <= self.width) & (high >= -self.width)
        by_start = (first <= 2 * LENGTH_EPSILON) & (last >= 0.0)
        return np.asarray(solid.faces[in_lane | by_start])

    @cached_property
    def _rim(self) -> FloatArray:
        """Return the corners (along, across) of the box that counts, less `LENGTH_EPSILON`."""
        half = self.width / 2 - LENGTH_EPSILON
        return np.array([(LENGTH_EPSILON, -half), (self.length - LENGTH_EPSILON, half)])

    def _first_inside(self, section: FloatArray) -> tuple[float, float] | None:
        """Return where the ribbon is first inside the outline of a section, directed sides (k, 2, 2)."""
        if _winds_round(section, (LENGTH_EPSILON, 0.0)):
            return 0.0, 0.0
        points = _clipped(section, *self._rim).reshape(-1, 2)
        if not len(points):
            return None
        first = float(points[:, 0].min())
        return first, _nearest_to_middle(points[points[:, 0] <= first + LENGTH_EPSILON, 1])

    def _first_inside_both(self, one: FloatArray, other: FloatArray) -> tuple[float, float] | None:
        """Return where the ribbon is first inside both of two outlines, to the lane.

        The ends of all sides part the ribbon into lanes along it in which no side begins or ends, so that what both
        hold in a lane its middle shows too; where it is first entered, one of its edges shows.
        """
        (low, left), (high, right) = self._rim
        ends = np.concatenate([_clipped(one, *self._rim), _clipped(other, *self._rim)])[..., 1].ravel()
        edges = np.unique(np.concatenate([ends, [left, right]]))
        found: list[tuple[float, float]] = []
        for start, width in zip(edges[:-1].tolist(), np.diff(edges).tolist(), strict=True):
            if width <= LENGTH_EPSILON / 100:
                continue
            for share, least in ((0.5, LENGTH_EPSILON), (LANE_EDGE, 0.0), (1 - LANE_EDGE, 0.0)):
                across = start + share * width
                first = _first_shared(_stretches(one, across), _stretches(other, across), (low, high), least)
                if first is not None:
                    found.append((first, across))
                elif share == 0.5:
                    break
        if not found:
            return None
        first = min(found)[0]
        across = min((across for along, across in found if along <= first + LENGTH_EPSILON), key=abs)
        return (0.0 if first <= low else first), across

    def _beside(self, solid: Solid) -> tuple[bool, bool]:
        """Return whether the solid, where it crosses the ribbon seen from above, lies below it and above it."""
        flat = math.hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])
        if flat <= LENGTH_EPSILON:
            return False, False
        x, y = self.across
        level = np.array([[y, -x], [x, y]])
        seen = (solid.vertices[:, :2] - np.array(self.start[:2])) @ level.T
        slope = (self.end[2] - self.start[2]) / flat
        height = solid.vertices[:, 2] - self.start[2] - slope * seen[:, 0]
        (low, left), (_, right) = self._rim
        (first, last), (least, greatest) = _spans(seen[:, 0], solid.faces), _spans(seen[:, 1], solid.faces)
        near = (first < flat - low) & (last > low) & (least < right) & (greatest > left)
        triangles = np.column_stack([seen, height])[solid.faces[near]]
        box = np.array([low, left]), np.array([flat - low, right])
        return _reaches_below(triangles, *box), _reaches_below(triangles * (1, 1, -1), *box)


def _spans(values: FloatArray, faces: NDArray[np.int32]) -> tuple[FloatArray, FloatArray]:
    """Return the least and the greatest of the vertices' values in each face, (m,) each.

    Column by column: numpy takes ten times as long over rows of three.
    """
    a, b, c = (values[faces[:, corner]] for corner in range(3))
    return np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)


def _section(own: FloatArray, faces: NDArray[np.int32], on_plane: int) -> FloatArray:
    """Return the sides (k, 2, 2) of the section of faces by the plane of the ribbon's axes 0 and 1, solid to their
    left.

    on_plane: +1 takes vertices in the plane as above it, -1 as below.
    """
    above = own[:, 2] > (-LENGTH_EPSILON if on_plane > 0 else LENGTH_EPSILON)
    sides = above[faces]
    mixed = sides.any(axis=1) & ~sides.all(axis=1)
    faces, sides = faces[mixed], sides[mixed]
    # Turn each triangle so that the corner alone on its side comes first.
    lone = np.where(sides.sum(axis=1, keepdims=True) == 1, sides, ~sides).argmax(axis=1)
    rows = np.arange(len(faces))
    first, second, third = (own[faces[rows, (lone + k) % 3]] for k in range(3))
    up = sides[rows, lone]
    ends = np.stack([_on_plane(first, second, up), _on_plane(first, third, up)], axis=1)
    ends[~up] = ends[~up][:, ::-1]
    return ends


def _on_plane(a: FloatArray, b: FloatArray, a_is_above: NDArray[np.bool_]) -> FloatArray:
    """Return where lines from a to b (n, 3) meet the plane z = 0 as (n, 2), kept between a and b.

    Always reckoned from the lower end, so that the two triangles beside an edge get the same point to the last bit.
    """
    swap = a_is_above[:, None]
    low, high = np.where(swap, b, a), np.where(swap, a, b)
    share = np.clip(low[:, 2] / (low[:, 2] - high[:, 2]), 0.0, 1.0)[:, None]
    return np.asarray(low[:, :2] + share * (high[:, :2] - low[:, :2]))


def _clipped(sides: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return the parts of segments (k, 2, 2) that lie strictly within a box, (j, 2, 2)."""
    start, along = sides[:, 0], sides[:, 1] - sides[:, 0]
    still = along == 0
    step = np.where(still, 1.0, along)
    to_low, to_high = (low - start) / step, (high - start) / step
    enter = np.where(still, np.where((start > low) & (start < high), -np.inf, np.inf), np.minimum(to_low, to_high))
    leave = np.where(still, np.inf, np.maximum(to_low, to_high))
    first, last = np.maximum(enter.max(axis=1), 0.0), np.minimum(leave.min(axis=1), 1.0)
    kept = first < last
    ends = np.stack([first[kept], last[kept]], axis=1)[..., None]
    return np.asarray(start[kept, None] + ends * along[kept, None])


def _winds_round(sides: FloatArray, point: tuple[float, float]) -> bool:
    """Return whether directed closed outlines wind round ``point``: they cross the ray from it across the ribbon."""
    along, across = sides[..., 0] - point[0], sides[..., 1] - point[1]
    left, right = along[:, 0] > 0, along[:, 1] > 0
    crosses = left != right
    a, b = along[crosses], across[crosses]
    at = b[:, 0] - a[:, 0] * (b[:, 1] - b[:, 0]) / (a[:, 1] - a[:, 0])
    turns = np.where(right[crosses], 1, -1)
    return int(turns[at > 0].sum()) != 0


def _stretches(sides: FloatArray, across: float) -> FloatArray:
    """Return the stretches (k, 2) of the line at ``across`` inside directed closed outlines, in order."""
    above = sides[..., 1] > across
    crosses = above[:, 0] != above[:, 1]
    start, end = sides[crosses, 0], sides[crosses, 1]
    along = start[:, 0] + (across - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0])
    order = np.argsort(along, kind="stable")
    winding = np.cumsum(np.where(above[crosses, 1], 1, -1)[order])
    inside = np.flatnonzero(winding != 0)
    return np.stack([along[order][inside], along[order][np.minimum(inside + 1, len(order) - 1)]], axis=1)


def _first_shared(one: FloatArray, other: FloatArray, limits: tuple[float, float], least: float) -> float | None:
    """Return where two lists of stretches (k, 2) first share more than ``least`` between the limits."""
    start = np.maximum(np.maximum(one[:, None, 0], other[None, :, 0]), limits[0])
    end = np.minimum(np.minimum(one[:, None, 1], other[None, :, 1]), limits[1])
    shared = start[end - start > least]
    return float(shared.min()) if shared.size else None


def _nearest_to_middle(across: FloatArray) -> float:
    """Return the value nearest to 0 between the least and greatest of ``across``."""
    return float(min(max(0.0, across.min()), across.max()))


def _reaches_below(triangles: FloatArray, low: FloatArray, high: FloatArray) -> bool:
    """Return whether some triangle (k, 3, 3), as far as it is in a box in the first two coordinates, is below 0."""
    may = triangles[triangles[..., 2].min(axis=1) < -LENGTH_EPSILON]
    return any(min(_heights_within(triangle, low, high), default=0.0) < -LENGTH_EPSILON for triangle in may)


def _heights_within(triangle: FloatArray, low: FloatArray, high: FloatArray) -> list[float]:
    """Return the heights (third coordinate) at the corners of a triangle clipped to a box in the first two."""
    corners = [tuple(corner) for corner in triangle.tolist()]
    for axis in (0, 1):
        corners = _kept(corners, axis, float(low[axis]), 1)
        corners = _kept(corners, axis, float(high[axis]), -1)
    return [corner[2] for corner in corners]


def _kept(corners: list[tuple[float, ...]], axis: int, limit: float, sign: int) -> list[tuple[float, ...]]:
    """Return the part of a convex polygon where sign * (coordinate - limit) >= 0."""
    kept: list[tuple[float, ...]] = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        depth_a, depth_b = sign * (a[axis] - limit), sign * (b[axis] - limit)
        if depth_a >= 0:
            kept.append(a)
        if (depth_a >= 0) != (depth_b >= 0):
            share = depth_a / (depth_a - depth_b)
            kept.append(tuple(p + share * (q - p) for p, q in zip(a, b, strict=True)))
    return kept
