"""Passages: the middle line through a door or arch, its direction, and which moves pass it."""

import math
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point
from warcry3d.motion.projection import projection
from warcry3d.table import piece_notes
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Terrain
from warcry3d.table.terrain import Feature, Part
from warcry3d.units import LENGTH_EPSILON

__all__ = ["Passage", "passages_of"]

JAMB_HEIGHT = 0.6
"""The height above its foot (in) at which masonry is cut to find its opening: above thresholds, below vaults."""


@dataclass(frozen=True, eq=False)
class Passage:
    """The way through a door or an arch.

    ``middle`` (x, y) of the way; ``along``: the level unit direction through it; ``width`` and ``depth`` (in, across
    and along it); ``low`` and ``high``. ``is_closed``: whether it is a closed door.
    """

    name: str
    feature: Feature
    part: Part
    middle: tuple[float, float]
    along: tuple[float, float]
    width: float
    depth: float
    low: float
    high: float

    @property
    def is_door(self) -> bool:
        """Return whether it is a door, open or closed; else it is an arch."""
        return PartKind.DOOR in self.part.kinds

    @property
    def is_closed(self) -> bool:
        """Return whether it is a closed door."""
        return self.is_door and not self.feature.is_open(self.part)

    @property
    def bar(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the line across the way at its middle, from side to side."""
        (x, y), (u, v), half = self.middle, self.along, self.width / 2
        return (x - v * half, y + u * half), (x + v * half, y - u * half)

    def side(self, x: float, y: float) -> float:
        """Return how far a place is beyond the middle, along the way; negative on the near side."""
        return (x - self.middle[0]) * self.along[0] + (y - self.middle[1]) * self.along[1]

    def across(self, x: float, y: float) -> float:
        """Return how far a place is to the left of the way's middle line."""
        return (y - self.middle[1]) * self.along[0] - (x - self.middle[0]) * self.along[1]

    def is_passed(self, start: Point, end: Point) -> bool:
        """Return whether a straight walk or jump leads through."""
        if not self.low - 1 <= start[2] < self.high or self.is_closed:
            return False
        before, after = self.side(start[0], start[1]), self.side(end[0], end[1])
        if (before < 0) == (after < 0):
            return False
        share = before / (before - after)
        x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        return abs(self.across(x, y)) < self.width / 2


def passages_of(terrain: Terrain) -> tuple[Passage, ...]:
    """Return the doors and arches of a terrain, in the order of its parts, found once."""
    if "motion.passages" not in terrain.derived:
        found = [
            _passage(feature, part)
            for feature in terrain.features
            for part in feature.piece.parts
            if part.kinds & {PartKind.DOOR, PartKind.ARCH}
        ]
        terrain.derived["motion.passages"] = tuple(passage for passage in found if passage is not None)
    return cast("tuple[Passage, ...]", terrain.derived["motion.passages"])


def _passage(feature: Feature, part: Part) -> Passage | None:
    """Return the way through a part; None for masonry without an opening."""
    known = part.passage
    if known is not None and math.dist(known.start[:2], known.end[:2]) > LENGTH_EPSILON:
        return _as_known(feature, part, known)
    solid = feature.solids[part.id]
    low, high = solid.bounds[:, 2].tolist()
    points = np.unique(np.round(solid.vertices[np.unique(solid.faces)][:, :2], 9), axis=0)
    centre, length_way, half = _tightest(points)
    if not (part.is_opening or PartKind.DOOR in part.kinds):
        gap = _gap(part, feature, centre, length_way)
        if gap is None:
            return None
        centre = centre + length_way * (gap[0] + gap[1]) / 2
        half = np.array([(gap[1] - gap[0]) / 2, half[1]])
    along = (-float(length_way[1]), float(length_way[0]))
    name = f"{feature.id}/{part.id}"
    middle = (float(centre[0]), float(centre[1]))
    return Passage(name, feature, part, middle, along, 2 * float(half[0]), 2 * float(half[1]), low, high)


def _as_known(feature: Feature, part: Part, known: piece_notes.PassageNote) -> Passage:
    """Return the way through a part whose piece defines it by the line through its middle, from side to side."""
    start, end = feature.placement.apply(np.array([known.start, known.end]))
    depth = float(np.hypot(*(end - start)[:2]))
    along = (float((end[0] - start[0]) / depth), float((end[1] - start[1]) / depth))
    middle = (float(start[0] + end[0]) / 2, float(start[1] + end[1]) / 2)
    low = float(min(start[2], end[2]))
    return Passage(f"{feature.id}/{part.id}", feature, part, middle, along, known.width, depth, low, low + known.height)


def _tightest(points: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the narrowest rectangle around points (n, 2): its centre, the direction of its long side, half its sides.

    One of its sides lies along a side of the hull: each is tried.
    """
    import shapely

    hull = shapely.convex_hull(shapely.multipoints(points))
    rim = np.asarray(hull.exterior.coords)[:, :2]
    sides = np.diff(rim, axis=0)
    best: tuple[float, Any] | None = None
    for way in sides / np.hypot(*sides.T)[:, None]:
        axes = np.array([way, (-way[1], way[0])])
        own = rim @ axes.T
        low, high = own.min(axis=0), own.max(axis=0)
        area = float(np.prod(high - low))
        if best is None or area < best[0] - 1e-9:
            best = area, (axes, low, high)
    assert best is not None, "a solid has a shadow with an area"
    axes, low, high = best[1]
    centre, half = (low + high) / 2 @ axes, (high - low) / 2
    longer = int(half[1] > half[0])
    return centre, axes[longer], half[[longer, 1 - longer]]


def _gap(part: Part, feature: Feature, centre: FloatArray, way: FloatArray) -> tuple[float, float] | None:
    """Return the widest gap of masonry along ``way``, seen from ``centre``: its two ends."""
    cut = float(feature.solids[part.id].bounds[0, 2]) + JAMB_HEIGHT
    section = projection(part, cut, cut + 0.05, feature.placement)
    import shapely

    spans = []
    for piece in shapely.get_parts(section):
        own = (np.asarray(piece.exterior.coords)[:, :2] - centre) @ way
        spans.append((float(own.min()), float(own.max())))
    spans.sort()
    best: tuple[float, float] | None = None
    reached = -math.inf
    for start, end in spans:
        if reached > -math.inf and start - reached > (best[1] - best[0] if best else 0.1):
            best = (reached, start)
        reached = max(reached, end)
    return best
