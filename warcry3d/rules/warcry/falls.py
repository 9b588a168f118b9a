"""Falls in Warcry (WC-FALL, WC-MON-2), and impact damage."""

from typing import Any

from warcry3d.geom.nearest import Prism, distance_to_solid
from warcry3d.motion.falls import Landings, landings
from warcry3d.motion.ground import ground_of
from warcry3d.motion.levels import STEP, Level, levels_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume, volume_of
from warcry3d.rules.move_result import FallOutcome
from warcry3d.rules.warcry.fighter import GARGANTUAN, fighter_of
from warcry3d.sight.distance import base_outline, is_within
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["deadly_nearby", "fall_from", "fall_hurts", "impact_damage", "outcome_of", "overhang_area", "overhangs"]

FALL_REACH = 2.0
"""A falling fighter is placed within this horizontal distance (in; WC-FALL-2)."""

FALL_HURTS = 2.0
"""A fall of this height or more causes impact damage (in; WC-FALL-3)."""

DEADLY_REACH = 1.0
"""Deadly terrain hurts a fighter that fell within this distance (in; WC-DEADLY-2)."""


def fall_from(table: Table, model: str) -> Landings:
    """Return where the fighter may be put when it falls from where it is (WC-FALL-2), the nearest level first.

    Measured from its base; "lower" is lower than its base's bottom. Of a monster any part of the base goes there
    (WC-MON-2).
    """
    mover = table.model(model)
    at, turn = mover.placement.at, mover.placement.turn
    is_monster = GARGANTUAN in fighter_of(mover).runemarks
    return landings(table, model, at, within=FALL_REACH, turn=turn, by_any_part=is_monster)


def overhangs(table: Table, model: str, level: Level) -> bool:
    """Return whether a base that stands on a level is not wholly on platforms, as a monster's must be (WC-MON-2).

    Platforms less than a step higher or lower are walked on as one, and count as one here. The floor has nothing lower
    beside it: nobody hangs over its rim.
    """
    if level.is_floor:
        return False
    mover = table.model(model)
    base = volume_of(mover).polygon(mover.placement.at, inset=TOUCH_TOLERANCE)
    for area in _surfaces(table, level):
        base = base.difference(area)
    return bool(base.area > LENGTH_EPSILON)


def _surfaces(table: Table, level: Level) -> list[Any]:
    """Return the surfaces that carry a base on a level together."""
    return [other.area for other in levels_of(table).levels if abs(other.height - level.height) < STEP - LENGTH_EPSILON]


def overhang_area(table: Table, volume: Volume, level: Level) -> Any:
    """Return where on a level the centre of a base is that is not wholly on platforms: see `overhangs`."""
    import shapely

    if level.is_floor:
        return shapely.Polygon()
    around = shapely.box(*level.area.bounds).buffer(2 * volume.reach, join_style="mitre")
    air = around.difference(shapely.union_all(_surfaces(table, level)))
    return minkowski_sum(air, volume)


def outcome_of(found: Landings) -> FallOutcome:
    """Return what becomes of the fighter: put somewhere; else it stays if its base is on a platform, else it is taken
    down (WC-FALL-8, WC-FALL-9).
    """
    if found.places:
        return FallOutcome.PLACED
    return FallOutcome.STAYS if found.is_on_platform else FallOutcome.TAKEN_DOWN


def fall_hurts(before: Point, after: Point) -> bool:
    """Return whether a fall from one place to another causes impact damage (WC-FALL-3)."""
    return before[2] - after[2] >= FALL_HURTS - LENGTH_EPSILON


def impact_damage(face: int) -> int:
    """Return the impact damage for a die's face (WC-IMPACT-1). Raises `ValueError` for a face that no die has."""
    if face not in range(1, 7):
        raise ValueError(f"a die shows 1 to 6, not {face}")
    return 3 if face == 1 else 1 if face <= 3 else 0


def deadly_nearby(table: Table, model: str) -> tuple[str, ...]:
    """Return the deadly parts within 1 in of a fighter's base; they hurt a fighter that fell there (WC-DEADLY-2)."""
    fallen = table.model(model)
    low = fallen.placement.at[2]
    body = Prism(base_outline(fallen), low, low + volume_of(fallen).base)
    return tuple(
        stopper.name
        for stopper in ground_of(table).stoppers
        if PartKind.DEADLY in stopper.kinds
        and is_within(distance_to_solid(body, stopper.solid, DEADLY_REACH + LENGTH_EPSILON), DEADLY_REACH)
    )
