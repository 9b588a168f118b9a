"""Changes of how features stand: moved, turned, mirrored, aligned, spread, copied, grouped. Pure.

Each takes features and returns them changed, in their order; `warcry3d.table.table_edits.with_features` puts them on a
table. Places are rounded as `exact_placement` does, so that a saved table is the same when it is read again.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto

from warcry3d.table.table import Board
from warcry3d.table.table_edits import exact_placement, free_id
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import middle_of, plan_bounds, plan_of
from warcry3d.units import to_degrees

__all__ = [
    "Alignment",
    "Mirroring",
    "aligned",
    "beside",
    "copied",
    "grouped",
    "half_turned",
    "kept_on_board",
    "middle_of_all",
    "mirrored",
    "moved",
    "placed_at",
    "spread_out",
    "turned",
    "ungrouped",
    "with_groups",
]

Features = tuple[Feature, ...]
Point = tuple[float, float]
Sides = tuple[float, float, float, float]

ASIDE = 1.0
"""A copy lies so far (in) beside what was copied: bases of most sizes pass between them."""


class Mirroring(Enum):
    """Which way is exchanged: left and right (x), or front and back (y)."""

    LEFT_RIGHT = auto()
    FRONT_BACK = auto()


class Alignment(Enum):
    """What of each feature comes to one line: an edge of the upright rectangle around it, or its middle."""

    WEST = auto()
    MIDDLE_X = auto()
    EAST = auto()
    SOUTH = auto()
    MIDDLE_Y = auto()
    NORTH = auto()


def placed_at(feature: Feature, x: float, y: float, z: float, *, degrees: float) -> Feature:
    """Return a feature at a place, its turn between -180 and 180 degrees."""
    upright = math.remainder(degrees, 360)
    return replace(feature, placement=exact_placement(x, y, z, degrees=180.0 if upright == -180 else upright))


def moved(features: Iterable[Feature], dx: float, dy: float, dz: float = 0.0) -> Features:
    """Return features moved (in)."""
    return tuple(
        _at(one, one.placement.at[0] + dx, one.placement.at[1] + dy, one.placement.at[2] + dz) for one in features
    )


def _at(feature: Feature, x: float, y: float, z: float) -> Feature:
    return placed_at(feature, x, y, z, degrees=to_degrees(feature.placement.turn))


def middle_of_all(features: Sequence[Feature]) -> Point:
    """Return the mean of the middles of features: it stays where it is while they are turned about it."""
    middles = [middle_of(one) for one in features]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def turned(features: Sequence[Feature], degrees: float, *, about: Point | None = None) -> Features:
    """Return features turned anticlockwise as one, about their common middle unless said."""
    if not features:
        return ()
    x0, y0 = about or middle_of_all(features)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    made = []
    for one in features:
        x, y, z = one.placement.at
        dx, dy = x - x0, y - y0
        at = (x0 + c * dx - s * dy, y0 + s * dx + c * dy, z)
        made.append(placed_at(one, *at, degrees=to_degrees(one.placement.turn) + degrees))
    return tuple(made)


def half_turned(features: Sequence[Feature], about: Point) -> Features:
    """Return features turned by half a turn about a point: where the other player has what these are to one."""
    return turned(features, 180.0, about=about)


def mirrored(features: Sequence[Feature], way: Mirroring, *, about: Point | None = None) -> Features:
    """Return features mirrored across a line through ``about``, their common middle unless said.

    A piece cannot be exchanged for its mirror image: its middle goes to the mirrored place, and it is turned so that
    the side with most of its mass is where it is in the mirror. Twice is as before.
    """
    if not features:
        return ()
    x0, y0 = about or middle_of_all(features)
    made = []
    for one in features:
        (x, y), degrees, axis = middle_of(one), to_degrees(one.placement.turn), plan_of(one.piece).axis_degrees
        if way is Mirroring.LEFT_RIGHT:
            made.append(_about_middle(one, (2 * x0 - x, y), 180.0 - degrees - 2 * axis))
        else:
            made.append(_about_middle(one, (x, 2 * y0 - y), -degrees - 2 * axis))
    return tuple(made)


def _about_middle(feature: Feature, middle: Point, degrees: float) -> Feature:
    """Return a feature turned to an angle with its middle at a place."""
    mx, my = plan_of(feature.piece).middle
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = middle[0] - (c * mx - s * my), middle[1] - (s * mx + c * my)
    return placed_at(feature, x, y, feature.placement.at[2], degrees=degrees)


def _shifted(features: Iterable[Feature], target: Callable[[Feature], Point]) -> Features:
    """Return features moved, each by what ``target`` says of it."""
    return tuple(moved_one for one in features for moved_one in moved((one,), *target(one)))


def aligned(features: Sequence[Feature], how: Alignment, *, to: float | None = None) -> Features:
    """Return features moved so that an edge or the middle of each is on one line; their order stays.

    ``to``: where that line is (in); unless said at the outermost edge, or in the middle between the outermost ones.
    """
    if not features:
        return ()
    west, south, east, north = plan_bounds(features)
    lines = {
        Alignment.WEST: west,
        Alignment.MIDDLE_X: (west + east) / 2,
        Alignment.EAST: east,
        Alignment.SOUTH: south,
        Alignment.MIDDLE_Y: (south + north) / 2,
        Alignment.NORTH: north,
    }
    line = lines[how] if to is None else to

    def off(feature: Feature) -> Point:
        w, s, e, n = plan_bounds((feature,))
        match how:
            case Alignment.WEST:
                return line - w, 0.0
            case Alignment.MIDDLE_X:
                return line - (w + e) / 2, 0.0
            case Alignment.EAST:
                return line - e, 0.0
            case Alignment.SOUTH:
                return 0.0, line - s
            case Alignment.MIDDLE_Y:
                return 0.0, line - (s + n) / 2
            case Alignment.NORTH:
                return 0.0, line - n

    return _shifted(features, off)


def spread_out(features: Sequence[Feature], *, along_x: bool) -> Features:
    """Return features with equal gaps between them in x or in y, by their middles; the outermost two stay."""
    if len(features) < 3:
        return tuple(features)
    low, high = (0, 2) if along_x else (1, 3)
    bounds = {one.id: plan_bounds((one,)) for one in features}
    row = sorted(features, key=lambda one: (bounds[one.id][low] + bounds[one.id][high], one.id))
    first, last = bounds[row[0].id], bounds[row[-1].id]
    inner = sum(bounds[one.id][high] - bounds[one.id][low] for one in row[1:-1])
    gap = (last[low] - first[high] - inner) / (len(row) - 1)
    shifts, at = {}, first[high]
    for one in row[1:-1]:
        shift = at + gap - bounds[one.id][low]
        shifts[one.id] = (shift, 0.0) if along_x else (0.0, shift)
        at += gap + bounds[one.id][high] - bounds[one.id][low]
    return _shifted(features, lambda one: shifts.get(one.id, (0.0, 0.0)))


def copied(features: Sequence[Feature], taken: Iterable[str]) -> Features:
    """Return copies in the same place with ids that are not ``taken``; those of one group are one of their own."""
    used = set(taken)
    groups = {one.group for one in features if one.group}
    names: dict[str, str] = {}
    for group in sorted(groups):
        names[group] = free_id(group, {*used, *names.values(), *groups})
    made = []
    for one in features:
        id = free_id(_stem(one.id), used)
        used.add(id)
        made.append(replace(one, id=id, group=names.get(one.group, "")))
    return tuple(made)


def _stem(id: str) -> str:
    """Return an id without the number at its end: ``wall-2`` and its copies are all walls."""
    stem, dash, number = id.rpartition("-")
    return stem if dash and stem and number.isdecimal() else id


def kept_on_board(features: Sequence[Feature], board: Board) -> Features:
    """Return features moved together, as far as they must be so that all of them are on a board; from the south-west
    where they are too large for it.
    """
    if not features:
        return ()
    west, south, east, north = plan_bounds(features)
    dx = max(-west, 0.0) or min(board.width - east, 0.0)
    dy = max(-south, 0.0) or min(board.depth - north, 0.0)
    return moved(features, dx, dy) if dx or dy else tuple(features)


def beside(features: Sequence[Feature], others: Iterable[Feature], board: Board) -> Features:
    """Return features moved together to beside where they stand: east, west, south or north, at the first side where
    they are on the board and their rectangle is clear of the ``others``' by `ASIDE`; where no side is, so far aside.
    """
    if not features:
        return ()
    west, south, east, north = plan_bounds(features)
    taken = [plan_bounds((one,)) for one in others]
    across, deep = east - west + ASIDE, north - south + ASIDE
    for dx, dy in ((across, 0.0), (-across, 0.0), (0.0, -deep), (0.0, deep)):
        sides = (west + dx, south + dy, east + dx, north + dy)
        is_on = sides[0] >= 0 and sides[1] >= 0 and sides[2] <= board.width and sides[3] <= board.depth
        if is_on and not any(_are_near(sides, one) for one in taken):
            return moved(features, dx, dy)
    return kept_on_board(moved(features, ASIDE, -ASIDE), board)


def _are_near(one: Sides, other: Sides) -> bool:
    """Return whether two rectangles are nearer to each other than `ASIDE`, both ways."""
    near = ASIDE - 1e-6
    return (
        one[0] < other[2] + near and other[0] < one[2] + near and one[1] < other[3] + near and other[1] < one[3] + near
    )


def grouped(features: Sequence[Feature], taken: Iterable[str]) -> Features:
    """Return features as one group with a name that is not ``taken``."""
    name = free_id("group", taken)
    return tuple(replace(one, group=name) for one in features)


def ungrouped(features: Sequence[Feature]) -> Features:
    """Return features each by itself."""
    return tuple(replace(one, group="") for one in features)


def with_groups(features: Iterable[Feature], ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids with those of all features that are in a group with one of them, in the order of the features."""
    every, wanted = tuple(features), frozenset(ids)
    groups = {one.group for one in every if one.id in wanted and one.group}
    return tuple(one.id for one in every if one.id in wanted or one.group in groups)
