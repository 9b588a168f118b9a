"""Where a model can get to in the movement phase (AOS-MOVE, AOS-RETREAT, AOS-FLY).

What is offered is allowed. It may be a little less than all that is: enemies are kept away from by an upright cylinder
around the body of each, and a base that is not round does not turn.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import Level
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Point
from warcry3d.motion.reach import CostModel, EndAreas, Reach, reach
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.ageofsigmar.movement import begin_faults, inches_on_table
from warcry3d.rules.ageofsigmar.units_on_table import enemies_of_unit
from warcry3d.rules.ageofsigmar.warscrolls.table_models import model_traits
from warcry3d.rules.ageofsigmar.way_checks import AWAY
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import Charge, ReachResult
from warcry3d.sight.body_distance import body_box, body_vertices
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Table

__all__ = ["UnitReaching", "way_reach"]

MARGIN = 0.005
"""How much farther than needed (in) a model stays from enemies: areas are polygons."""


class UnitReaching:
    """The rules of Age of Sigmar on where a model can get to."""

    def reach(
        self,
        table: Table,
        model: str,
        *,
        inches: float | None,
        action: MoveAction,
        is_careful: bool,
        is_carrying: bool,
        keeps_facing: bool = False,
    ) -> ReachResult:
        """Return everywhere a model can end: see `warcry3d.rules.reaches.reach_of`. Nothing on the way ever hurts."""
        mover = table.model(model)
        has = inches_on_table(mover, inches, "--inches")
        bars = begin_faults(table, mover, action)
        found = way_reach(
            table,
            model,
            0.0 if bars else has,
            flies=model_traits(mover).flies,
            may_pass_near=action is MoveAction.DISENGAGE or bool(bars),
        )
        near = tuple(fault.message.values["enemy"] for fault in bars if "enemy" in fault.message.values)
        return ReachResult(
            table.ruleset, model, action, has, is_careful, tuple(map(str, near)), found, tuple, is_carrying, bars
        )

    def nearest(self, table: Table, reached: ReachResult, marker: Point) -> Charge | None:
        """Return None: no rule of this system asks how near a marker a model gets."""
        return None


def way_reach(
    table: Table,
    model: str,
    inches: float,
    *,
    flies: bool = False,
    keeps_away: bool = True,
    may_pass_near: bool = False,
) -> Reach:
    """Return everywhere a model gets to with so many inches; the terms are those of `judge_way`.

    What it offers `judge_way` finds no fault with.
    """
    mover = table.model(model)
    cost_model = CostModel(
        safe_drop=0.0,
        is_careful=True,
        is_flying=flies,
        flights_rise=True,
        barred=frozenset(passage.name for passage in passages_of(table.terrain)),
    )
    is_kept_away = keeps_away and not (flies or may_pass_near)
    ground = _with_wide_enemies(table, mover) if is_kept_away else table
    ends = EndAreas(_near_enemies(table, mover), {}) if keeps_away else EndAreas()
    return reach(ground, model, inches, cost_model=cost_model, ends=ends, facings=1)


def _reach_of_body(model: Model) -> float:
    """Return how far any part of a model's body is from the middle of its base, seen from above (in)."""
    points = body_vertices(model)[:, :2] - np.array(model.placement.at[:2])
    return float(np.hypot(points[:, 0], points[:, 1]).max())


def _with_wide_enemies(table: Table, mover: Model) -> Table:
    """Return the table with each enemy as wide and as tall as what the mover's body must stay out of (AOS-MOVE-8)."""
    volume = volume_of(mover)
    more = max(0.0, _reach_of_body(mover) - min(volume.half))
    tall = volume.height
    enemies = {enemy.id: _wide(enemy, AWAY + more + MARGIN, tall) for enemy in enemies_of_unit(table, mover)}
    return replace(table, models=tuple(enemies.get(model.id, model) for model in table.models))


def _wide(enemy: Model, away: float, below: float) -> Model:
    radius = _reach_of_body(enemy) + away
    low, high = (float(z) for z in body_box(enemy)[:, 2])
    bottom = min(low, enemy.placement.at[2]) - away - below
    body = shapes.box((-0.1, -0.1, 0.0), (0.1, 0.1, high + away - bottom))
    x, y, _ = enemy.placement.at
    return replace(
        enemy,
        base=Base(BaseShape.ROUND, 2 * radius, 2 * radius),
        figure=Figure("wide", (FigurePart("body", Tag.BODY, body),)),
        placement=Placement((x, y, bottom), 0.0),
    )


def _near_enemies(table: Table, mover: Model) -> Callable[[Level, Volume], Any]:
    """Return where a model would end within `AWAY` of an enemy, by level: as far as both bodies reach around."""
    import shapely

    reach_of_mover = _reach_of_body(mover)
    tall = float(body_box(mover)[1][2]) - mover.placement.at[2]
    enemies = [(enemy, _reach_of_body(enemy), body_box(enemy)) for enemy in enemies_of_unit(table, mover)]

    def area(level: Level, _: Volume) -> Any:
        discs = []
        for enemy, around, box in enemies:
            apart = max(float(box[0][2]) - level.height - tall - 1.0, level.height - float(box[1][2]), 0.0)
            if apart <= AWAY:
                radius = reach_of_mover + around + math.sqrt(AWAY * AWAY - apart * apart) + MARGIN
                discs.append(
                    shapely.Point(enemy.placement.at[:2]).buffer(radius / math.cos(math.pi / 128), quad_segs=32)
                )
        return shapely.union_all(discs)

    return area
