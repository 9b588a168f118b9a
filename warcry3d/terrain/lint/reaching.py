"""Which levels of a piece can be reached: movement's own search, for a fighter on a small base beside the piece."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.geom.shapes import cylinder
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import LegKind
from warcry3d.table.kinds import PartKind
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature
from warcry3d.units import BASE_HEIGHT, LEVEL_TOLERANCE, MM

if TYPE_CHECKING:
    from warcry3d.motion.reach import LevelReach, Reach
    from warcry3d.terrain.lint.subject import PieceLevel, Subject

__all__ = ["LEAP", "reached"]

INCHES = 60.0
"""What is not reached with this many inches cannot be reached: enough to climb over a piece as large as a board."""

LEAP = 4.0
"""The widest gap (in) that is jumped: the Move of most fighters (WC-JUMP-1)."""

_AROUND = 3.0
"""How much floor (in) lies around the piece."""

_SPACING = 0.2
"""The distance (in) of the places of a level that are tried."""


def reached(subject: "Subject", levels: "Sequence[PieceLevel]", base_mm: float) -> frozenset[int]:
    """Return the numbers of the levels on which a model that starts on the floor beside the piece can stand.

    Its base is ``base_mm`` wide. Doors are open, and jumps lead over `LEAP` at most. Walks, climbs and jumps are those
    that `motion.reach` finds.
    """
    from warcry3d.motion.reach import reach

    bounds = np.concatenate([part.solid.bounds for part in subject.piece.parts])
    low, high = bounds.min(axis=0), bounds.max(axis=0)
    by = (_AROUND - float(low[0]), _AROUND - float(low[1]))
    width, depth = (high - low)[:2] + 2 * _AROUND
    open_ = {part.id: "open" for part in subject.piece.parts if PartKind.DOOR in part.kinds}
    feature = Feature("piece", subject.piece, Placement((*by, 0.0)), open_)
    table = Table("", Board(float(width), float(depth)), Terrain((feature,)), (_fighter(subject, base_mm),))
    search = reach(table, "fighter", INCHES, spacing=_SPACING)
    return frozenset(i for i, level in enumerate(levels) if _is_stood_on(search, level, by))


def _fighter(subject: "Subject", base_mm: float) -> Model:
    radius = base_mm * MM / 2
    body = cylinder((0.0, 0.0), radius / 2, (BASE_HEIGHT, BASE_HEIGHT + subject.limits.figure))
    figure = Figure("fighter", (FigurePart("body", Tag.BODY, body),))
    corner = radius + 0.1
    return Model("fighter", "", Base(BaseShape.ROUND, 2 * radius, 2 * radius), figure, Placement((corner, corner, 0.0)))


def _is_stood_on(found: "Reach", level: "PieceLevel", by: tuple[float, float]) -> bool:
    """Return whether any place of a level is reached without a jump wider than `LEAP`."""
    import shapely

    outline = shapely.affinity.translate(level.outline, *by).buffer(LEVEL_TOLERANCE)
    for each in found.levels:
        if abs(each.level.height - level.height) > 2 * LEVEL_TOLERANCE:
            continue
        place = _cheapest(each, outline)
        if place is not None and _widest_leap(found, each, place) <= LEAP:
            return True
    return False


def _cheapest(each: "LevelReach", outline: object) -> tuple[float, float] | None:
    """Return the cheapest place within an outline; None where none is reached."""
    import shapely

    x, y = np.meshgrid(each.x, each.y)
    cost = np.where(shapely.contains_xy(outline, x, y), each.cost, np.nan)
    if not np.isfinite(cost).any():
        return None
    row, column = np.unravel_index(int(np.nanargmin(cost)), cost.shape)
    return float(x[row, column]), float(y[row, column])


def _widest_leap(found: "Reach", each: "LevelReach", place: tuple[float, float]) -> float:
    """Return the width (in) of the widest jump on the cheapest way to a place, around what is in its way."""
    route = found.route(each.level, place)
    if route is None:
        return math.inf
    at, widest = found.start, 0.0
    for leg in route.path.legs:
        if leg.kind is LegKind.JUMP:
            widest = max(widest, sum(math.dist(a[:2], b[:2]) for a, b in pairwise((at, *leg.to))))
        at = leg.to[-1]
    return widest
