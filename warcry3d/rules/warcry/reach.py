"""Where a fighter can get to in Warcry: costs, runemarks, charges, markers, disengaging."""

import math
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.edges import near_edges
from warcry3d.motion.levels import Level
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Point
from warcry3d.motion.reach import FACINGS, CostModel, EndAreas, Facing, Reach, reach
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import EDGE, FALLS, Charge, ReachResult
from warcry3d.rules.warcry.carried_treasure import carrying_bars
from warcry3d.rules.warcry.falls import overhang_area
from warcry3d.rules.warcry.fighter import FighterTraits, fighter_of
from warcry3d.rules.warcry.move_limits import (
    EDGE_REACH,
    ENGAGED,
    JUMP_HURTS,
    barring_runemark,
    can_fly,
    enemies_of,
    engaged_with,
    falls_when_overhanging,
    inches_for,
    terms_for,
)
from warcry3d.sight.distance import is_within, measure
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["WarcryReaching"]

MARKER_REACH = 1.0
"""A marker is reached within this distance (in) of its centre."""

INWARD = 0.0015
"""How far (in) inside of "within" the places on its border are tried: areas are polygons, up to 0.001 outside."""


class WarcryReaching:
    """Warcry's rules on where a fighter can get to (WC-MOVE-1, WC-DISENGAGE-1, WC-CLIMB-7, WC-FLY-1, WC-DOOR,
    WC-OBJ-2, WC-MON-2).
    """

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
        """Return everywhere the fighter can end: see `warcry3d.rules.reaches.reach_of`."""
        mover = table.model(model)
        fighter = fighter_of(mover)
        has = inches_for(mover, action, given=inches, is_carrying=is_carrying, option="--inches")
        bars = carrying_bars(fighter, action, 0, mover.placement.at) if is_carrying else ()
        flies = can_fly(fighter) and action is MoveAction.MOVE and not is_carrying
        cost_model = CostModel(
            safe_drop=JUMP_HURTS,
            is_careful=is_careful,
            is_walking=action is MoveAction.DISENGAGE or bool(bars),
            is_flying=flies,
            barred=_barred(table, fighter, action),
            shut=_shut(table, fighter),
        )
        terms = terms_for(fighter)
        ends = _ends(table, mover, action, is_careful=is_careful, is_barred=bool(bars))
        facings = 1 if keeps_facing else FACINGS
        found = reach(
            table, model, 0.0 if bars else has, terms=terms, cost_model=cost_model, ends=ends, facings=facings
        )
        engaged = engaged_with(table, mover)

        def charging() -> tuple[Charge, ...]:
            return () if action is MoveAction.DISENGAGE or bars else _charges(table, mover, found)

        return ReachResult("warcry", model, action, has, is_careful, engaged, found, charging, is_carrying, bars)

    def nearest(self, table: Table, reached: ReachResult, marker: Point) -> Charge | None:
        """Return the cheapest place within 1 in of a marker's centre; None where it reaches none."""
        import shapely

        assert isinstance(reached.reach, Reach), "it was searched here"
        spot = shapely.Point(marker[:2])

        def area(level: Level, volume: Volume) -> Any:
            return _within(volume, spot, level.height, (marker[2], marker[2]), MARKER_REACH)

        return _cheapest("", reached.reach, area, lambda at, volume: _reaches(volume, at, marker))


def _ends(table: Table, mover: Model, action: MoveAction, *, is_careful: bool, is_barred: bool) -> EndAreas:
    """Return where it must not end: near enemies when it disengages, where it would fall if nothing shall hurt; and the
    risks: falling over a rim at once (WC-MON-2), or when attacked (WC-EDGE-1).
    """
    import shapely

    fighter = fighter_of(mover)
    risks: dict[str, Callable[[Level, Volume], Any]] = {}
    if falls_when_overhanging(fighter, action):
        risks[FALLS] = cache(lambda level, volume: overhang_area(table, volume, level))
    if not can_fly(fighter):
        risks[EDGE] = cache(lambda level, volume: near_edges(table, level, volume, EDGE_REACH))
    shut: list[Callable[[Level, Volume], Any]] = []
    if action is MoveAction.DISENGAGE:
        shut.append(_near_enemies(table, mover))
    if is_careful and FALLS in risks:
        shut.append(risks[FALLS])
    if is_barred:
        shut.append(lambda level, _: shapely.box(*shapely.buffer(level.area, 1.0).bounds))
    if not shut:
        return EndAreas(None, risks)
    return EndAreas(cache(lambda level, volume: shapely.union_all([area(level, volume) for area in shut])), risks)


def _barred(table: Table, fighter: FighterTraits, action: MoveAction) -> frozenset[str]:
    """Return the doors and arches that the fighter may not use: all of them when it disengages (WC-DOOR-1)."""
    if action is MoveAction.DISENGAGE:
        return frozenset(passage.name for passage in passages_of(table.terrain))
    return _shut(table, fighter)


def _shut(table: Table, fighter: FighterTraits) -> frozenset[str]:
    """Return the doors and arches that its runemarks forbid, however wide they are (WC-DOOR-5, WC-DOOR-6)."""
    return frozenset(p.name for p in passages_of(table.terrain) if barring_runemark(fighter, p) is not None)


def _within(volume: Volume, area: Any, height: float, other: tuple[float, float], within: float) -> Any:
    """Return where the centre may be on a height for the base to be within some inches of an upright thing that stands
    on ``area``, from one height to another.
    """
    import shapely

    apart = max(other[0] - height - volume.base, height - other[1], 0.0)
    if apart > within:
        return shapely.Polygon()
    around = minkowski_sum(area if area.area > 0 else area.buffer(LENGTH_EPSILON), volume, inset=0.0)
    return shapely.buffer(around, math.sqrt(within * within - apart * apart), quad_segs=32)


def _near(enemy: Model) -> Callable[[Level, Volume], Any]:
    outline = volume_of(enemy).polygon(enemy.placement.at)
    low = enemy.placement.at[2]

    def area(level: Level, volume: Volume) -> Any:
        return _within(volume, outline, level.height, (low, low + enemy.base.height), ENGAGED)

    return area


def _near_enemies(table: Table, mover: Model) -> Callable[[Level, Volume], Any]:
    """Return where a fighter would still be within 1 in of an enemy, by level and facing (WC-DISENGAGE-2)."""
    import shapely

    near = [_near(enemy) for enemy in enemies_of(table, mover)]

    def area(level: Level, volume: Volume) -> Any:
        return shapely.buffer(shapely.union_all([one(level, volume) for one in near]), INWARD)

    return area


def _charges(table: Table, mover: Model, found: Reach) -> tuple[Charge, ...]:
    """Return the cheapest place within 1 in of each enemy that can be reached, the cheapest first."""
    charges = []
    own = volume_of(mover).reach
    for enemy in enemies_of(table, mover):
        apart = math.dist(enemy.placement.at[:2], mover.placement.at[:2])
        if apart - own - volume_of(enemy).reach - ENGAGED > found.limit:
            continue

        def is_near(at: Point, volume: Volume, enemy: Model = enemy) -> bool:
            there = table.placing(mover.id, Placement(at, volume.turn)).model(mover.id)
            return is_within(measure(there, enemy).direct, ENGAGED)

        charge = _cheapest(enemy.id, found, _near(enemy), is_near)
        if charge is not None:
            charges.append(charge)
    return tuple(sorted(charges, key=lambda charge: (charge.cost, charge.subject)))


def _reaches(volume: Volume, at: Point, marker: Point) -> bool:
    """Return whether a base at a place is within 1 in of a marker's centre (WC-DIST-3)."""
    outline = volume.outline(at)
    spot = np.array([marker[:2]])
    level = float(np.hypot(*(outline.nearest(spot) - spot)[0]))
    upright = max(marker[2] - at[2] - volume.base, at[2] - marker[2], 0.0)
    return is_within(math.hypot(level, upright), MARKER_REACH)


def _cheapest(
    subject: str, found: Reach, area: Callable[[Level, Volume], Any], is_near: Callable[[Point, Volume], bool]
) -> Charge | None:
    """Return the cheapest place of all levels and facings in an area that is truly near: lattice points, and its
    border.
    """
    best: tuple[float, Level, tuple[float, float], Facing] | None = None
    for reached, facing in product(found.levels, found.facings):
        near = area(reached.level, facing.volume)
        if near.is_empty:
            continue
        for place, cost in _candidates(found, reached.level, near, facing):
            if best is not None and cost >= best[0] - LENGTH_EPSILON:
                break  # they come from cheap to dear
            if is_near((*place, reached.level.height), facing.volume):
                best = (cost, reached.level, place, facing)
                break
    if best is None:
        return None
    route = found.route(*best[1:])
    assert route is not None, "what was reached has a way to it"
    at = (*best[2], best[1].height)
    return Charge(subject, at, route.cost, route.rolls, route.deadly, route.path, route.drops, route.marks)


def _candidates(found: Reach, level: Level, near: Any, facing: Facing) -> list[tuple[tuple[float, float], float]]:
    """Return places of an area with what they cost in a facing, from cheap to dear: its lattice points, its border
    every 0.1 in.
    """
    import shapely

    from warcry3d.motion.reaching.drop_columns import places_along

    inner = shapely.buffer(near, -INWARD)
    straight = shapely.get_coordinates(shapely.shortest_line(inner, shapely.Point(found.start[:2])))[:1]
    border = places_along(shapely.boundary(inner))
    places: FloatArray = np.concatenate([straight, border, found.lattice_in(level, near)])
    places = places[np.hypot(*(places - found.start[:2]).T) <= found.limit + LENGTH_EPSILON]
    costs = found.costs_at(level, places, facing)
    order = np.argsort(costs, kind="stable")
    return [
        ((float(places[i, 0]), float(places[i, 1])), float(costs[i])) for i in order.tolist() if math.isfinite(costs[i])
    ]
