"""Everywhere the fighter in hand can get to: the field of colour on the table, and the cheapest ways to places."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from warcry3d.app.moves.likely_legs import Legs
from warcry3d.app.moves.square_fields import flat_triangles, square_fields
from warcry3d.app.scene.overlays import ColourField
from warcry3d.game.prompts import GoEnd, GoEnds, best_ends
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.levels import Level
from warcry3d.motion.path import Path, Point
from warcry3d.motion.reach import LevelReach
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.moves import judge_move
from warcry3d.rules.reach_result import ReachResult
from warcry3d.rules.reaches import reach_of, way_to
from warcry3d.table.table import Table

__all__ = [
    "AnyField",
    "FieldQuestion",
    "ProposedField",
    "ReachField",
    "flat_triangles",
    "joint_fields",
    "proposed",
    "reachable",
]

LIFT = 0.03
"""How far above its level a field lies (in)."""
OPACITY = 0.42
RIM_OPACITY = 0.95
RIM = 0.05
"""How wide the rim of a field is (in)."""
_RAMP = np.array([(0.99, 0.91, 0.15), (0.37, 0.79, 0.38), (0.13, 0.57, 0.55), (0.23, 0.32, 0.55), (0.27, 0.00, 0.33)])
"""From nothing spent to all of it: the scale viridis, which gets darker steadily, also to a colour-blind eye.

Red is no part of it: the field is where a move is allowed."""
_RIM_COLOUR = (255, 238, 170)


@dataclass(frozen=True, slots=True)
class FieldQuestion:
    """From where a field is asked: a fighter after the legs laid so far, with what is left of its inches.
    ``keeps_facing``: a base that is not round does not turn; that is known much sooner.
    """

    model: str
    laid: Legs
    allowed: float
    action: MoveAction
    is_careful: bool
    keeps_facing: bool = False


@dataclass(frozen=True, eq=False)
class ReachField:
    """A field: what is drawn of it, and the search that knows the ways; ``table`` as it is after what was laid."""

    question: FieldQuestion
    table: Table
    reached: ReachResult
    fields: tuple[ColourField, ...]

    def fits(self, level: Level, at: tuple[float, float]) -> bool:
        """Return whether it gets to a place of a level, however it is turned there."""
        return self.reached.reach.cost_at(level, at) is not None

    @cached_property
    def room(self) -> float:
        """Return how much room there is to get to (square inches), on all levels."""
        return sum(float(self.reached.reach.outline(one.level).area) for one in self.reached.reach.levels)

    def way_to(self, at: Point) -> Legs | None:
        """Return the cheapest way to a place; None where there is none."""
        path = way_to(self.table, self.reached, *at)
        return path.legs if path is not None else None

    def way_near(self, at: Point, within: float) -> Legs | None:
        """Return the cheapest way to the nearest of the places that the search knows; None where none is ``within``
        (in) of ``at``.
        """
        known = [
            np.column_stack([level.x[columns], level.y[rows], np.full(len(rows), level.level.height)])
            for level in self.reached.reach.levels
            for rows, columns in (np.nonzero(np.isfinite(level.cost)),)
        ]
        places = np.concatenate(known) if known else np.empty((0, 3))
        away = np.linalg.norm(places - np.array(at), axis=1)
        if not len(away) or away.min() > within:
            return None
        x, y, z = (float(value) for value in places[away.argmin()])
        return self.way_to((x, y, z))


@dataclass(frozen=True, eq=False)
class ProposedField:
    """A field of ways that a rule system proposes: what is drawn of it, and the best way to each place."""

    question: FieldQuestion
    ends: tuple[GoEnd, ...]
    fields: tuple[ColourField, ...]

    def fits(self, level: Level, at: tuple[float, float]) -> bool:
        """Return whether it gets to a place."""
        return self._end(at) is not None

    def way_to(self, at: Point) -> Legs | None:
        """Return the best way to the square around a place; None where none is proposed."""
        end = self._end(at[:2])
        return end.path.legs if end is not None else None

    def _end(self, at: tuple[float, float]) -> GoEnd | None:
        return next((one for one in self.ends if max(abs(one.at[0] - at[0]), abs(one.at[1] - at[1])) < 0.5), None)


AnyField: TypeAlias = ReachField | ProposedField


def proposed(ends: GoEnds, question: FieldQuestion) -> ProposedField:
    """Return the field of the ways that a rule system proposes from where a fighter is."""
    found = ends(question.model, Path(question.laid))
    if question.is_careful:
        found = tuple(one for one in found if not one.provokes)
    best = best_ends(found)
    return ProposedField(question, best, square_fields(best, question.allowed))


def reachable(table: Table, question: FieldQuestion) -> ReachField:
    """Return the field of a fighter. The first on a terrain for a base's outline takes its time; see docs/motion.md."""
    left = question.allowed
    if question.laid:
        laid = judge_move(table, question.model, Path(question.laid), allowed=question.allowed, action=question.action)
        left = max(question.allowed - laid.cost, 0.0)
        table = table.placing(question.model, Placement(laid.ends.at, laid.trace.end.turn))
    reached = reach_of(
        table,
        question.model,
        inches=left,
        action=question.action,
        is_careful=question.is_careful,
        keeps_facing=question.keeps_facing,
    )
    made = [
        field
        for level in reached.reach.levels
        for area in (reached.reach.outline(level.level),)
        if not area.is_empty
        for field in (_field(level, area, question.allowed, question.allowed - left), _rim(level, area))
        if len(field.triangles)
    ]
    return ReachField(question, table, reached, tuple(made))


def joint_fields(some: Sequence[ReachField]) -> tuple[ColourField, ...]:
    """Return what is drawn of several fields of one terrain with the same inches: everywhere that one of them gets to,
    for the least that it costs any.
    """
    import shapely

    found: dict[int, list[tuple[LevelReach, Any]]] = {}
    for one in some:
        for level in one.reached.reach.levels:
            area = one.reached.reach.outline(level.level)
            if not area.is_empty:
                found.setdefault(level.level.number, []).append((level, area))
    made: list[ColourField] = []
    for parts in found.values():
        level, area = _least([level for level, _ in parts]), shapely.union_all([area for _, area in parts])
        fields = (_field(level, area, some[0].question.allowed, 0.0), _rim(level, area))
        made += [field for field in fields if len(field.triangles)]
    return tuple(made)


def _least(some: Sequence[LevelReach]) -> LevelReach:
    """Return a level with the least cost of several searches at each place, to the nearest step of their lattice."""
    step = min(float(axis[1] - axis[0]) for one in some for axis in (one.x, one.y) if len(axis) > 1)
    x0, y0 = min(float(one.x[0]) for one in some), min(float(one.y[0]) for one in some)
    wide = 1 + round((max(float(one.x[-1]) for one in some) - x0) / step)
    high = 1 + round((max(float(one.y[-1]) for one in some) - y0) / step)
    cost = np.full((high, wide), np.nan)
    for one in some:
        rows = np.rint((one.y - y0) / step).astype(np.int64)[:, None]
        columns = np.rint((one.x - x0) / step).astype(np.int64)[None, :]
        cost[rows, columns] = np.fmin(cost[rows, columns], one.cost)
    none = np.zeros((high, wide), np.int64)
    x, y = (np.linspace(low, low + step * (count - 1), count) for low, count in ((x0, wide), (y0, high)))
    return LevelReach(some[0].level, x, y, cost, none, none)


def _field(level: LevelReach, area: Any, allowed: float, spent: float) -> ColourField:
    """Return a level's field, from light at nothing spent to dark at all its inches."""
    share = (_filled(level.cost) + spent) / max(allowed, 1e-6)
    at = np.clip(share, 0, 1) * (len(_RAMP) - 1)
    low = np.minimum(at.astype(np.int64), len(_RAMP) - 2)
    mixed = _RAMP[low] + (_RAMP[low + 1] - _RAMP[low]) * (at - low)[..., None]
    image = np.concatenate([mixed, np.full((*mixed.shape[:2], 1), OPACITY)], axis=2)
    x, y = level.x, level.y
    size = (float(x[-1] - x[0]), float(y[-1] - y[0]))
    pixels = np.rint(image * 255).astype(np.uint8)
    return ColourField(flat_triangles(area, level.level.height + LIFT), pixels, (float(x[0]), float(y[0])), size)


def _rim(level: LevelReach, area: Any) -> ColourField:
    import shapely

    band = shapely.difference(area, shapely.buffer(area, -RIM))
    image = np.array([[(*_RIM_COLOUR, round(255 * RIM_OPACITY))]], np.uint8)
    return ColourField(flat_triangles(band, level.level.height + LIFT), image, (0.0, 0.0), (1.0, 1.0))


def _filled(cost: FloatArray) -> FloatArray:
    """Return costs (rows, columns) with those of the nearest place where there are none."""
    from scipy.ndimage import distance_transform_edt

    missing = ~np.isfinite(cost)
    if not missing.any():
        return cost
    rows, columns = distance_transform_edt(missing, return_distances=False, return_indices=True)
    return np.asarray(cost[rows, columns])
