"""Where a model can get to in the movement phase (40K-MOVE, 40K-FALLBACK, 40K-FLY).

What is offered is allowed. It may be less than all that is: enemies are kept away from by upright cylinders, and a base
that is not round does not turn, and stands on hills and floors only where it would in any facing.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import STEP, Level, levels_of
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Point
from warcry3d.motion.reach import CostModel, EndAreas, reach
from warcry3d.motion.standing_models import StandingModel
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import Charge, ReachResult, ReachSearch
from warcry3d.rules.warhammer40k.bases import ENGAGEMENT, ENGAGEMENT_HEIGHT
from warcry3d.rules.warhammer40k.borne_reach import BorneReach
from warcry3d.rules.warhammer40k.movement import begin_faults, inches_on_table, normal_terms
from warcry3d.rules.warhammer40k.passable_terrain import foot_of, ground_under, passable_table, passes_ruins
from warcry3d.rules.warhammer40k.terrain_categories import OBSTACLES, category_of
from warcry3d.rules.warhammer40k.units_on_table import enemies_of, has_keyword, model_traits
from warcry3d.table.models import Base, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Table
from warcry3d.table.terrain import TerrainCategory

__all__ = ["ModelReaching", "with_wide_enemies"]

MARGIN = 0.005
"""How much farther than needed (in) a model stays from enemies: areas are polygons."""


class ModelReaching:
    """The rules of Warhammer 40,000 on where a model can get to."""

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
        terms = normal_terms(table, mover, has, action)
        is_through = terms.flies or terms.crosses
        passable = passable_table(table, mover, crosses=is_through, passes_aircraft=terms.passes_aircraft)
        if terms.flies:
            passable = replace(passable, terrain=table.terrain)
        cost_model = CostModel(
            safe_drop=0.0,
            is_careful=True,
            is_flying=terms.flies,
            flights_rise=True,
            barred=frozenset(passage.name for passage in passages_of(passable.terrain)),
        )
        start, _ = ground_under(levels_of(table), levels_of(passable), mover.placement.at)
        passable = passable.placing(model, Placement(start, mover.placement.turn))
        ground = passable if is_through or bars else with_wide_enemies(passable, mover, enemies_of(passable, mover))
        ends = EndAreas(_closed_ends(table, mover), {})
        limit = 0.0 if bars else has
        allowed = reach(ground, model, limit, cost_model=cost_model, ends=ends, facings=1)
        found: ReachSearch = allowed
        if passable.terrain is not table.terrain:
            anywhere = reach(ground, model, limit, cost_model=cost_model, facings=1)
            standing = partial(_standing, table, mover)
            found = BorneReach(table, passable, allowed, anywhere, mover.placement.at, standing)
        near = tuple(str(fault.message.values["enemy"]) for fault in bars)
        return ReachResult(table.ruleset, model, action, has, is_careful, near, found, tuple, is_carrying, bars)

    def nearest(self, table: Table, reached: ReachResult, marker: Point) -> Charge | None:
        """Return None: no rule of this system asks how near a marker a model gets."""
        return None


def with_wide_enemies(table: Table, mover: Model, enemies: Iterable[Model]) -> Table:
    """Return the table with some enemies as wide and as tall as their engagement range (40K-MOVE-5)."""
    tall = volume_of(mover).height
    wide = {enemy.id: _widened(enemy, tall) for enemy in enemies}
    return replace(table, models=tuple(wide.get(model.id, model) for model in table.models))


def _widened(enemy: Model, tall: float) -> Model:
    """Return an enemy as wide and as tall as its engagement range, for models that are so ``tall`` (in)."""
    more = 2 * (ENGAGEMENT + MARGIN)
    base = enemy.base
    x, y, z = enemy.placement.at
    bottom = z - ENGAGEMENT_HEIGHT - tall
    top = z + base.height + ENGAGEMENT_HEIGHT - bottom
    figure = Figure("wide", (FigurePart("body", Tag.BODY, shapes.box((-0.1, -0.1, 0.0), (0.1, 0.1, top))),))
    wide = Base(base.shape, base.length + more, base.width + more)
    return replace(enemy, base=wide, figure=figure, placement=Placement((x, y, bottom), enemy.placement.turn))


def _closed_ends(table: Table, mover: Model) -> Callable[[Level, Volume], Any]:
    """Return where no move may end, by level: in terrain that is passed through, on top of what nobody ends on, over
    edges, on models, in engagement range.
    """
    import shapely

    levels = levels_of(table)

    def area(level: Level, volume: Volume) -> Any:
        here = min(levels.levels, key=lambda one: abs(one.height - level.height))
        found = [room_of(table, volume).closed(here).area, *_near_models(table, mover, here, volume)]
        if here.is_floor:
            # Who ends over something low stands on it.
            low = (one for one in levels.levels if not one.is_floor and one.height < STEP)
            found += [shapely.difference(one.area, _held(table, mover, one, volume)) for one in low]
        else:
            found.append(shapely.difference(here.area, _held(table, mover, here, volume)))
        return shapely.union_all(found)

    return area


def _standing(table: Table, mover: Model, level: Level) -> Any:
    """Return where a model may end on a level of terrain (shapely; 40K-RUIN-6, 40K-RUIN-7, 40K-HILL-2)."""
    import shapely

    volume = volume_of(mover)
    free = shapely.intersection(room_of(table, volume).free(level), _held(table, mover, level, volume))
    return shapely.difference(free, shapely.union_all([*_near_models(table, mover, level, volume)]))


def _held(table: Table, mover: Model, level: Level, volume: Volume) -> Any:
    """Return the part of a level of terrain that holds a model's whole base, as far as it must; empty where no move of
    it ends there.
    """
    import shapely

    category = _category(table, level)
    features = {name.partition("/")[0] for name, _ in level.parts}
    foot = min((foot_of(one) for one in table.terrain.features if one.id in features), default=0.0)
    is_light = passes_ruins(mover) or has_keyword(mover, "fly")
    is_shut = category is TerrainCategory.RUINS and not is_light and level.height > foot + 1.0
    if category is None or category in OBSTACLES or is_shut:
        return shapely.Polygon()
    if category in (TerrainCategory.RUINS, TerrainCategory.HILL) and not model_traits(mover).is_hull:
        return shapely.buffer(level.area, -max(volume.reach, max(mover.base.length, mover.base.width) / 2))
    return level.area


def _category(table: Table, level: Level) -> TerrainCategory | None:
    """Return what the features of a level are; None where they are not all the same."""
    features = {name.partition("/")[0] for name, _ in level.parts}
    found = {category_of(one) for one in table.terrain.features if one.id in features}
    return found.pop() if len(found) == 1 else None


def _near_models(table: Table, mover: Model, level: Level, volume: Volume) -> Iterator[Any]:
    """Yield where other models keep the ends of moves out, enemies with their engagement range."""
    import shapely

    for other in table.models:
        if other.id == mover.id:
            continue
        away = 0.0 if other.side == mover.side else ENGAGEMENT + MARGIN
        apart = max(other.placement.at[2] - level.height, level.height - other.placement.at[2], 0.0)
        if apart <= max(volume.height, volume_of(other).height, ENGAGEMENT_HEIGHT):
            body = StandingModel(other, volume_of(other), volume).closed
            yield shapely.buffer(body, away / math.cos(math.pi / 64), quad_segs=16) if away else body
