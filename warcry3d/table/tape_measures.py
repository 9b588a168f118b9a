"""Places from tape measures: where a base or a piece stands that is so far from two things on the table.

A tape runs from an edge or a corner of the board, a point, or a base that stands already, to the nearest edge of what
is placed, or to a point of it, such as a corner of a wall; from a base's own nearest edge. Measured to centres it runs
from centre to centre. Seen from above
(``is_across``), or straight through the air: then what is placed higher is nearer across.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from warcry3d.errors import WarcryError
from warcry3d.geom.offset_curves import ConvexPolygon, Meeting, OffsetCurve, OffsetLine, OffsetShape, dot, meeting
from warcry3d.geom.planar import Ellipse, Point2, Rectangle
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.table import Board, Table
from warcry3d.table.terrain import Piece
from warcry3d.units import BASE_HEIGHT, LENGTH_EPSILON

__all__ = [
    "BoardEdge",
    "FromBase",
    "FromCorner",
    "FromEdge",
    "FromPoint",
    "Measured",
    "MeasuredDistance",
    "OwnPoint",
    "TapeEnd",
    "TapeError",
    "TapeOrigin",
    "TapePlaces",
    "TapedShape",
    "nearest_edges",
    "places_by_tape",
    "shape_of_base",
    "shape_of_piece",
    "tape_line",
]

Point: TypeAlias = tuple[float, float, float]


class TapeError(WarcryError, ValueError):
    """No place is so far from both: the sentence says how much is missing."""


class BoardEdge(StrEnum):
    """The edges of the board, as one sits before it: ``NEAR`` is y = 0, ``LEFT`` is x = 0."""

    LEFT = "left"
    RIGHT = "right"
    NEAR = "near"
    FAR = "far"


class Measured(StrEnum):
    """What a tape is held against: the nearest edges of both, or the centres of both."""

    EDGE = "edge"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class OwnPoint:
    """A point of what is placed that a tape is held against, such as a corner: (x, y) about its origin, not turned."""

    at: Point2


TapeEnd: TypeAlias = Measured | OwnPoint


@dataclass(frozen=True, slots=True)
class FromEdge:
    """From an edge of the board."""

    edge: BoardEdge


@dataclass(frozen=True, slots=True)
class FromCorner:
    """From a corner of the board: where its ``side`` edge (left, right) meets its ``end`` (near, far)."""

    side: BoardEdge
    end: BoardEdge


@dataclass(frozen=True, slots=True)
class FromBase:
    """From a model that stands on the table already, by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class FromPoint:
    """From a point, such as the corner of a ruin."""

    at: Point


TapeOrigin: TypeAlias = FromEdge | FromCorner | FromBase | FromPoint


@dataclass(frozen=True, slots=True)
class MeasuredDistance:
    """A distance that was measured: from where, how many inches, to what, and whether seen from above."""

    origin: TapeOrigin
    inches: float
    to: TapeEnd = Measured.EDGE
    is_across: bool = True


@dataclass(frozen=True, slots=True)
class TapedShape:
    """What is placed, seen from above about its own origin, turned as it will stand; and its height where tapes end.

    ``turn`` (rad): by how much it is turned.
    """

    outline: OffsetShape
    height: float = BASE_HEIGHT
    turn: float = 0.0

    def reached(self, end: TapeEnd) -> OffsetShape | None:
        """Return what of it a tape ends at; None where that is its centre."""
        match end:
            case Measured.CENTRE:
                return None
            case OwnPoint():
                return ConvexPolygon((self.offset(end),))
            case _:
                return self.outline

    def offset(self, end: TapeEnd) -> Point2:
        """Return where a point of it lies about its origin as it is turned; (0, 0) where no point is named."""
        if not isinstance(end, OwnPoint):
            return (0.0, 0.0)
        (x, y), c, s = end.at, math.cos(self.turn), math.sin(self.turn)
        return x * c - y * s, x * s + y * c


@dataclass(frozen=True, slots=True)
class TapePlaces:
    """Where something is by two distances: ``points`` (x, y) of its origin on the board, the likeliest first.

    ``misses``: how far each distance is off there (in): 0, unless they do not meet and the nearest place is given.
    """

    points: tuple[Point2, ...]
    misses: float = 0.0


def shape_of_base(base: Base, turn: float = 0.0) -> TapedShape:
    """Return the outline of a base that faces ``turn`` (rad)."""
    shape = Rectangle if base.shape is BaseShape.SQUARE else Ellipse
    return TapedShape(shape((0.0, 0.0), (base.length / 2, base.width / 2), turn), base.height, turn)


def shape_of_piece(piece: Piece, turn: float = 0.0) -> TapedShape:
    """Return the outline of a piece of terrain turned by ``turn`` (rad): a band drawn tight around it.

    From an edge of the board that is exact; from a point in the notch of a concave piece it is not.
    """
    from shapely import MultiPoint, get_coordinates

    points = np.concatenate([part.solid.vertices for part in piece.parts])
    c, s = math.cos(turn), math.sin(turn)
    flat = points[:, :2] @ np.array([[c, s], [-s, c]])
    hull = get_coordinates(MultiPoint(flat).convex_hull)
    corners = tuple((float(x), float(y)) for x, y in np.unique(hull, axis=0).tolist())
    return TapedShape(ConvexPolygon(corners), float(points[:, 2].max() - points[:, 2].min()), turn)


def places_by_tape(
    table: Table,
    shape: TapedShape,
    distances: tuple[MeasuredDistance, MeasuredDistance],
    *,
    height: float = 0.0,
    within: float = 0.0,
) -> TapePlaces:
    """Return where a shape that stands at ``height`` (in) is as far from two things as was measured.

    Places whose origin is off the board are left out unless there are no others. Distances that do not meet, but miss
    each other by at most twice ``within`` (in: how sure a tape is), give the place between them. Raises `TapeError`
    that says how much is missing, or why a distance tells nothing; `UnknownNameError` for a base that is not there.
    """
    first, second = distances
    if isinstance(first.origin, FromEdge) and isinstance(second.origin, FromEdge) and _are_parallel(first, second):
        raise TapeError("two distances from the same or opposite edges leave the place open: measure from another one")
    if first.origin == second.origin:
        raise TapeError("both distances are from the same place: measure from another one")
    met = meeting(*(_curve(table, shape, one, height) for one in distances))
    if met.points:
        return TapePlaces(_on_board_first(met, table.board))
    if met.apart > 2 * within + LENGTH_EPSILON:
        raise TapeError(
            "no place is {first:g} in from the one and {second:g} in from the other: {apart:.2f} in are missing",
            first=round(first.inches, 3),
            second=round(second.inches, 3),
            apart=met.apart,
        )
    return TapePlaces((met.between,), met.apart / 2)


def nearest_edges(table: Table, model: Model) -> tuple[MeasuredDistance, MeasuredDistance]:
    """Return how far a model's base is from the nearer of the left and right edges of the board, and of the near and
    far ones: the two distances by which it is set up again. Negative where it stands over the edge.
    """
    outline, (x, y, _) = shape_of_base(model.base, model.placement.turn).outline, model.placement.at
    out = outline.farthest(np.array([(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)]))
    across = {BoardEdge.LEFT: x + out[0, 0], BoardEdge.RIGHT: table.board.width - x - out[1, 0]}
    deep = {BoardEdge.NEAR: y + out[2, 1], BoardEdge.FAR: table.board.depth - y - out[3, 1]}
    first, second = (min(one, key=lambda edge: one[edge]) for one in (across, deep))
    return MeasuredDistance(FromEdge(first), float(across[first])), MeasuredDistance(
        FromEdge(second), float(deep[second])
    )


def tape_line(table: Table, shape: TapedShape, distance: MeasuredDistance, at: Point) -> tuple[Point, Point]:
    """Return from where to where a tape lies when the shape's origin is ``at``: start at what was measured from."""
    x, y, z = at
    reached = shape.reached(distance.to)
    match distance.origin:
        case FromEdge(edge=edge):
            (sx, sy), (ex, ey) = _ends_of_edge(table.board, edge)
            normal = np.array([sy - ey, ex - sx]) / math.dist((sx, sy), (ex, ey))
            end = np.array([x, y]) + (0.0 if reached is None else reached.farthest(-normal[None])[0])
            start = end - float((end - (sx, sy)) @ normal) * normal
            return (float(start[0]), float(start[1]), z), (float(end[0]), float(end[1]), z)
        case FromCorner(side=side, end=corner):
            start3 = (*_corner(table.board, side, corner), 0.0)
        case FromPoint(at=point):
            start3 = point
        case FromBase(id=id):
            model = table.model(id)
            start3 = model.placement.at
            if reached is not None:
                outline = shape_of_base(model.base, model.placement.turn).outline
                start3 = (*_nearest_on(outline, start3, _nearest_on(reached, at, start3)), start3[2])
    end2 = (x, y) if reached is None else _nearest_on(reached, at, start3)
    return start3, (*end2, z)


def _nearest_on(outline: OffsetShape, at: Point, to: tuple[float, ...]) -> Point2:
    """Return the point of an outline put at ``at`` that is nearest to a point: one of 360 of its rim."""
    curve = OffsetCurve(dot((0.0, 0.0)), outline, 0.0)
    rim = np.array(at[:2]) - curve.at(np.linspace(0, curve.knots, 360, endpoint=False))
    u, v = rim[np.hypot(*(rim - np.array(to[:2])).T).argmin()].tolist()
    return float(u), float(v)


def _are_parallel(first: MeasuredDistance, second: MeasuredDistance) -> bool:
    sides = {BoardEdge.LEFT, BoardEdge.RIGHT}
    edges = [one.origin.edge for one in (first, second) if isinstance(one.origin, FromEdge)]
    return (edges[0] in sides) == (edges[1] in sides)


def _on_board_first(met: Meeting, board: Board) -> tuple[Point2, ...]:
    on = [p for p in met.points if 0 <= p[0] <= board.width and 0 <= p[1] <= board.depth]
    return tuple(on) or met.points


def _curve(table: Table, shape: TapedShape, distance: MeasuredDistance, height: float) -> OffsetCurve | OffsetLine:
    """Return where the shape's origin can be by one distance."""
    moving = shape.reached(distance.to)
    match distance.origin:
        case FromEdge(edge=edge):
            start, end = _ends_of_edge(table.board, edge)
            return OffsetLine(start, end, moving, _across(distance, height, edge.value))
        case FromCorner(side=side, end=end_):
            return OffsetCurve(dot(_corner(table.board, side, end_)), moving, _across(distance, height, "corner"))
        case FromPoint(at=(x, y, z)):
            up = _between(height, height if moving is None else height + shape.height, z, z)
            return OffsetCurve(dot((x, y)), moving, _across(distance, up, "point"))
        case FromBase(id=id):
            return _curve_from_base(table.model(id), shape, distance, height)


def _curve_from_base(model: Model, shape: TapedShape, distance: MeasuredDistance, height: float) -> OffsetCurve:
    x, y, z = model.placement.at
    if distance.to is Measured.CENTRE:
        return OffsetCurve(dot((x, y)), None, _across(distance, abs(height - z), model.id))
    outline = shape_of_base(model.base, model.placement.turn).outline
    assert not isinstance(outline, ConvexPolygon)
    fixed = type(outline)((x, y), outline.half, outline.turn)
    up = _between(height, height + shape.height, z, z + model.base.height)
    return OffsetCurve(fixed, shape.reached(distance.to), _across(distance, up, model.id))


def _between(low: float, high: float, other_low: float, other_high: float) -> float:
    """Return the empty height between two bodies; 0 where they share a height."""
    return max(low - other_high, other_low - high, 0.0)


def _across(distance: MeasuredDistance, up: float, name: str) -> float:
    """Return how far across the tape reaches, if its other end is ``up`` inches higher or lower."""
    if distance.inches < 0:
        raise TapeError("a distance cannot be negative: got {inches:g} in", inches=distance.inches)
    if distance.is_across:
        return distance.inches
    if distance.inches < up:
        raise TapeError(
            "a tape of {inches:g} in does not reach: it is {up:.2f} in up or down from {name} alone",
            inches=round(distance.inches, 3),
            up=up,
            name=name,
        )
    return math.sqrt(distance.inches**2 - up**2)


def _ends_of_edge(board: Board, edge: BoardEdge) -> tuple[Point2, Point2]:
    """Return the ends of an edge in the order that has the board on its left."""
    width, depth = board.width, board.depth
    match edge:
        case BoardEdge.NEAR:
            return (0.0, 0.0), (width, 0.0)
        case BoardEdge.RIGHT:
            return (width, 0.0), (width, depth)
        case BoardEdge.FAR:
            return (width, depth), (0.0, depth)
        case BoardEdge.LEFT:
            return (0.0, depth), (0.0, 0.0)


def _corner(board: Board, side: BoardEdge, end: BoardEdge) -> Point2:
    if side not in (BoardEdge.LEFT, BoardEdge.RIGHT) or end not in (BoardEdge.NEAR, BoardEdge.FAR):
        raise TapeError("a corner is where the left or right edge meets the near or far one")
    return (0.0 if side is BoardEdge.LEFT else board.width), (0.0 if end is BoardEdge.NEAR else board.depth)
