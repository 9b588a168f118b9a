"""Kinds derived from the shape of a part: level tops that are platforms, rises too low for an obstacle.

The file says what the players agreed on (WC-TERR-6); this only adds what the rules derive from the shape (WC-TERR-1).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.geom.vertical_cast import vertical_cast
from warcry3d.message import Message
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, Part, PartKind
from warcry3d.units import LENGTH_EPSILON, LEVEL_TOLERANCE, MM, PLATFORM_SIDE, RESTING_GAP

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = [
    "DescribedPart",
    "LevelTop",
    "Message",
    "Surface",
    "SurfaceKind",
    "describe",
    "level_tops",
    "standing_on",
    "stops_movement",
]

OBSTACLE_RISE = 1.0
"""A part that rises less than this (in) above what it stands on is low terrain (WC-TERR-1)."""

SQUARE_TOLERANCE = 0.1 * MM
"""A surface smaller than the required square by at most this (in) still holds it: printing and files round."""

AREA_TOLERANCE = 1e-4
"""Areas that differ by less (square inches) are equal: a top of 25.4 mm by 25.4 mm is an inch square after rounding."""

_NO_PLATFORMS = frozenset({PartKind.LADDER, PartKind.STAIRS, PartKind.UNCLIMBABLE, PartKind.SCENERY, PartKind.DOOR})
"""Kinds whose level tops are not platforms (WC-TERR-3, 4)."""


@dataclass(frozen=True, slots=True)
class DescribedPart:
    """A part of a feature in play: kinds as ``given`` and as they are, heights (in), and the reasons."""

    name: str
    given: frozenset[PartKind]
    kinds: frozenset[PartKind]
    low: float
    high: float
    is_opening: bool
    reasons: tuple[Message, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LevelTop:
    """A level surface of a part that holds the platform's square: its height in the piece's frame, and its outline."""

    height: float
    outline: "BaseGeometry"


class SurfaceKind(StrEnum):
    """The ground of a model: the battlefield floor, a platform, another part of terrain, or nothing."""

    FLOOR = "floor"
    PLATFORM = "platform"
    PART = "part"
    AIR = "air"


@dataclass(frozen=True, slots=True)
class Surface:
    """What is under a base's centre.

    ``name`` is ``feature/part``, or empty for floor and air; ``height`` in inches.
    """

    kind: SurfaceKind
    name: str
    height: float


def standing_on(table: Table, model: Model) -> Surface:
    """Return what is under the centre of the model's base within the tolerance of real pieces (`RESTING_GAP`).

    A part counts as a platform if its file says so, or if its top at that place is level and holds the square of
    WC-TERR-1. Scenery, open doors and the air of an arch do not count.
    """
    x, y, z = model.placement.at
    best: tuple[float, Feature, Part, int] | None = None
    for feature in table.terrain.features:
        own = _to_own(feature.placement, np.array([[x, y, z]]))
        for part in feature.piece.parts:
            if not feature.blocks_sight(part) or not _is_over(part.solid, own[0]):
                continue
            met = vertical_cast(part.solid, own[:, :2])
            heights = np.where(met.up & (np.abs(met.z - own[0, 2]) <= RESTING_GAP), met.z, -np.inf)
            if len(heights) and (top := float(heights.max())) + feature.placement.at[2] > (
                best[0] if best else -np.inf
            ):
                best = top + feature.placement.at[2], feature, part, int(met.face[heights.argmax()])
    if best is None:
        return Surface(SurfaceKind.FLOOR, "", 0.0) if abs(z) <= RESTING_GAP else Surface(SurfaceKind.AIR, "", z)
    height, feature, part, _ = best
    own = _to_own(feature.placement, np.array([[x, y, z]]))[0]
    kind = SurfaceKind.PLATFORM if _is_platform_at(part, own) else SurfaceKind.PART
    return Surface(kind, f"{feature.id}/{part.id}", height)


def _to_own(placement: Placement, points: FloatArray) -> FloatArray:
    """Return points of the table in the frame of something placed at ``placement``."""
    moved = points - np.array(placement.at)
    return Placement(turn=-placement.turn).apply(moved)


def _is_over(solid: Solid, point: FloatArray) -> bool:
    low, high = solid.bounds
    return bool((point >= low - RESTING_GAP).all() and (point <= high + RESTING_GAP).all())


def _is_platform_at(part: Part, point: FloatArray) -> bool:
    if PartKind.PLATFORM in part.kinds:
        return True
    if part.kinds & _NO_PLATFORMS:
        return False
    from shapely import Point

    tops = [top for top in level_tops(part) if abs(top.height - point[2]) <= LEVEL_TOLERANCE + RESTING_GAP]
    return any(top.outline.distance(Point(point[0], point[1])) <= LEVEL_TOLERANCE for top in tops)


_TOPS: "WeakKeyDictionary[Part, dict[float, tuple[LevelTop, ...]]]" = WeakKeyDictionary()


def level_tops(part: Part, *, side: float = PLATFORM_SIDE) -> tuple[LevelTop, ...]:
    """Return the level surfaces of a part that hold a square of ``side`` (in; WC-TERR-1), from the highest down.

    Triangles that face straight up and lie at one height within `LEVEL_TOLERANCE` are one surface, across joints of
    slabs or planks of that width.
    """
    known = _TOPS.setdefault(part, {})
    if side not in known:
        known[side] = tuple(_level_tops(part.solid, side))
    return known[side]


def _level_tops(solid: Solid, side: float) -> list[LevelTop]:
    normals = solid.normals
    flat = np.flatnonzero(normals[:, 2] > 0.999)
    corners = solid.triangles[flat]
    heights = corners[:, :, 2].mean(axis=1)
    order = np.argsort(-heights, kind="stable")
    tops: list[LevelTop] = []
    first = 0
    while first < len(order):
        level = heights[order[first]]
        last = first
        while last < len(order) and level - heights[order[last]] <= LEVEL_TOLERANCE:
            last += 1
        tops.extend(LevelTop(float(level), shape) for shape in _large_areas(corners[order[first:last], :, :2], side))
        first = last
    return tops


def _large_areas(triangles: FloatArray, side: float) -> list["BaseGeometry"]:
    """Return the connected areas of these triangles (t, 3, 2), joints closed, that hold the square."""
    (ux, uy), (vx, vy) = (triangles[:, 1] - triangles[:, 0]).T, (triangles[:, 2] - triangles[:, 0]).T
    if np.abs(ux * vy - uy * vx).sum() / 2 < 0.7 * side**2:
        return []
    import shapely

    rings = np.concatenate([triangles, triangles[:, :1]], axis=1)
    # GEOS divides by zero at corners that hardly bend, and mends it; numpy would tell of it all the same.
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = shapely.union_all(shapely.make_valid(shapely.polygons(rings)))
        # Round about all corners: joined by their points, what is closed would reach beyond narrow corners.
        closed = shapely.buffer(
            shapely.buffer(whole, LEVEL_TOLERANCE / 2, quad_segs=2), -LEVEL_TOLERANCE / 2, quad_segs=2
        )
        shape = shapely.simplify(shapely.union(closed, whole), LENGTH_EPSILON)
    return [area for area in shapely.get_parts(shape).tolist() if area.area > 0 and holds_square(area, side)]


def holds_square(area: Any, side: float) -> bool:
    """Return whether a polygon has room for a square of ``side`` and is larger: straight, or along one of its longer
    sides.

    A top of exactly that square is no platform (WC-PLATFORM-1). A square at most `SQUARE_TOLERANCE` too large still has
    room, so a plank an inch wide is one.
    """
    import shapely

    if area.area <= side**2 + AREA_TOLERANCE:
        return False
    side -= SQUARE_TOLERANCE
    if area.area < side**2 or area.buffer(-side / 2 + 1e-6).is_empty:
        return False
    if not area.buffer(-side * 0.7072).is_empty:
        return True
    outline = shapely.simplify(area, LEVEL_TOLERANCE / 4)
    corners = np.array(outline.exterior.coords)
    sides = np.diff(corners, axis=0)
    longest = sides[np.argsort(-np.hypot(*sides.T))[:8]]
    turns = {0.0, *np.round(np.degrees(np.arctan2(longest[:, 1], longest[:, 0])) % 90, 2).tolist()}
    return any(_holds_straight(shapely.affinity.rotate(outline, -turn, origin=(0, 0)), side) for turn in sorted(turns))


def _holds_straight(area: Any, side: float) -> bool:
    """Return whether a square along the axes fits.

    It does if something is left after removing all points from which a side to the right, and then one upward, meets
    the rim.
    """
    for step in ((-side, 0.0), (0.0, -side)):
        area = area.difference(_swept(area, step))
        if not area.area > 0:
            return False
    return True


def _swept(area: Any, step: tuple[float, float]) -> Any:
    import shapely

    quads = []
    for ring in shapely.get_rings(shapely.get_parts(area)):
        start = np.array(ring.coords)[:, :2]
        a, b = start[:-1], start[1:]
        # Sides along the step sweep nothing, and flat quads make the library divide by zero.
        across = np.abs((b - a) @ (step[1], -step[0])) > 1e-9
        a, b = a[across], b[across]
        quads.append(np.stack([a, b, b + step, a + step, a], axis=1))
    polygons = shapely.polygons(np.concatenate(quads))
    return shapely.union_all(shapely.buffer(polygons, 1e-9, join_style="bevel"))


def describe(table: Table) -> tuple[DescribedPart, ...]:
    """Return every part on the table as it is in play, in the table's order, with the kinds derived from its shape and
    why.
    """
    return tuple(_described(feature, part) for feature in table.terrain.features for part in feature.piece.parts)


def _described(feature: Feature, part: Part) -> DescribedPart:
    kinds, reasons = set(part.kinds), []
    low, high = (part.solid.bounds[:, 2] + feature.placement.at[2]).tolist()
    if PartKind.OBSTACLE in kinds and (rise := high - _ground_under(feature, part, low)) < OBSTACLE_RISE - 1e-6:
        kinds = kinds - {PartKind.OBSTACLE} | {PartKind.LOW}
        reasons.append(
            Message("it rises {rise:.2f} in, less than {limit:g}: low terrain", {"rise": rise, "limit": OBSTACLE_RISE})
        )
    if not kinds & (_NO_PLATFORMS | {PartKind.PLATFORM, PartKind.LOW, PartKind.ARCH}) and (tops := level_tops(part)):
        kinds.add(PartKind.PLATFORM)
        values = {"height": tops[0].height + feature.placement.at[2], "side": PLATFORM_SIDE}
        reasons.append(Message("its level top at {height:.2f} in holds a square of {side:g} in: a platform", values))
    if PartKind.OBSTACLE not in kinds and stops_movement(feature, part):
        kinds.add(PartKind.OBSTACLE)
        rise = high - _ground_under(feature, part, low)
        reasons.append(Message("its sides stop movement and rise {rise:.2f} in: an obstacle", {"rise": rise}))
    return DescribedPart(
        f"{feature.id}/{part.id}", part.kinds, frozenset(kinds), low, high, part.is_opening, tuple(reasons)
    )


def stops_movement(feature: Feature, part: Part) -> bool:
    """Return whether a platform is also an obstacle from beside (WC-TERR-1).

    It is if it rises an inch or more, and begins less than an inch above the ground. A deck that begins higher is
    passed under: it is a slab.
    """
    if PartKind.PLATFORM not in part.kinds or part.kinds & (_NO_PLATFORMS | {PartKind.LOW}) or part.is_opening:
        return False
    low, high = (feature.solids[part.id].bounds[:, 2]).tolist()
    ground = _ground_under(feature, part, low)
    beneath = low if ground == low else feature.placement.at[2]
    return bool(high - ground >= OBSTACLE_RISE - LENGTH_EPSILON and low - beneath < OBSTACLE_RISE - LENGTH_EPSILON)


def _ground_under(feature: Feature, part: Part, low: float) -> float:
    """Return the height of the ground under the part: what the piece was put on, a level top of the piece, or the
    floor.
    """
    foot = low - feature.placement.at[2]
    if foot <= RESTING_GAP:
        return low
    from shapely import box

    (x0, y0, _), (x1, y1, _) = part.solid.bounds
    for other in feature.piece.parts:
        if other is part or other.kinds & _NO_PLATFORMS or other.is_opening:
            continue
        for top in level_tops(other):
            if abs(top.height - foot) <= LEVEL_TOLERANCE + RESTING_GAP and top.outline.intersects(box(x0, y0, x1, y1)):
                return low
    return 0.0
