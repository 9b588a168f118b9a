"""What does not stand in a model's way: low terrain, ruins for infantry and beasts, friends (40K-HEIGHT-1, 40K-RUIN-5).

A model that passes through such terrain goes over what is left when it is taken away. How high the terrain bears it is
counted apart: nothing for low terrain, up and down for the floors of ruins.
"""

from dataclasses import replace
from typing import cast

from warcry3d.motion.levels import Levels, levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.rules.warhammer40k.terrain_categories import category_of, top_of
from warcry3d.rules.warhammer40k.units_on_table import has_keyword, model_traits
from warcry3d.table.models import Model
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature, TerrainCategory
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "FREE_HEIGHT",
    "BorneWay",
    "borne_way",
    "foot_of",
    "ground_under",
    "is_low",
    "passable_table",
    "passes_ruins",
]

FREE_HEIGHT = 2.0
"""Terrain up to so high (in) is moved over as if it were not there (40K-HEIGHT-1)."""

BorneWay = tuple[Path, tuple[float, ...]]
"""A path on the ground that is left, and for each of its legs the height (in) that its points are borne up and down."""


def foot_of(feature: Feature) -> float:
    """Return the height of a feature's lowest part (in)."""
    return min(float(solid.bounds[0][2]) for solid in feature.solids.values())


def is_low(feature: Feature) -> bool:
    """Return whether a feature is moved over as if it were not there (40K-HEIGHT-1)."""
    return top_of(feature) - foot_of(feature) <= FREE_HEIGHT + LENGTH_EPSILON


def passes_ruins(model: Model) -> bool:
    """Return whether walls and floors of ruins do not stop a model (40K-RUIN-5)."""
    return has_keyword(model, "infantry", "beast", "beasts")


def passable_table(table: Table, mover: Model, *, crosses: bool, passes_aircraft: bool = False) -> Table:
    """Return the table with what may stand in a model's way alone: no low terrain, no ruins for those that pass through
    them, no friends but vehicles and monsters in each other's way; ``crosses``: no enemies (40K-ESCAPE-1, 40K-FLY-1);
    ``passes_aircraft``: no enemy aircraft (40K-AIRCRAFT-10).
    """
    kept = [m for m in table.models if m.id != mover.id and _stops(mover, m)]
    if crosses:
        kept = [m for m in kept if m.side == mover.side]
    if passes_aircraft:
        kept = [m for m in kept if m.side == mover.side or not has_keyword(m, "aircraft")]
    return replace(table, terrain=_terrain(table.terrain, passes_ruins(mover)), models=(mover, *kept))


def _stops(mover: Model, other: Model) -> bool:
    """Return whether a model stands in another's way (40K-MOVE-2, 40K-MOVE-7, 40K-MOVE-9)."""
    if other.side != mover.side:
        return True
    is_large = has_keyword(mover, "vehicle", "monster") and not model_traits(mover).flies
    return is_large and has_keyword(other, "vehicle", "monster")


def _terrain(terrain: Terrain, without_ruins: bool) -> Terrain:
    key = f"40k passable {without_ruins}"
    if key not in terrain.derived:
        kept = tuple(one for one in terrain.features if not (is_low(one) or (without_ruins and _is_ruin(one))))
        terrain.derived[key] = terrain if len(kept) == len(terrain.features) else Terrain(kept)
    return cast(Terrain, terrain.derived[key])


def _is_ruin(feature: Feature) -> bool:
    return category_of(feature) is TerrainCategory.RUINS


def borne_way(table: Table, passable: Table, path: Path, start: Point) -> BorneWay:
    """Return a path on the ground of a table's `passable_table`, and what height its points are borne for each leg.

    Climbs that only go up or down what is passed through are walks there. Legs of other kinds stay as they are.
    """
    whole, left = levels_of(table), levels_of(passable)
    legs: list[Leg] = []
    heights: list[float] = []
    _, borne = ground_under(whole, left, start)
    for leg in path.legs:
        if leg.kind not in (LegKind.WALK, LegKind.CLIMB):
            legs.append(leg)
            heights.append(0.0)
            borne = 0.0
            continue
        points, total = [], 0.0
        for point in leg.to:
            spot, here = ground_under(whole, left, point)
            total += abs(_counted(here) - _counted(borne))
            points.append(spot)
            borne = here
        is_flat = leg.kind is LegKind.CLIMB and total > 0.0
        legs.append(replace(leg, kind=LegKind.WALK, to=tuple(points)) if is_flat else replace(leg, to=tuple(points)))
        heights.append(total)
    return Path(tuple(legs)), tuple(heights)


def _counted(borne: float) -> float:
    return borne if borne > FREE_HEIGHT + LENGTH_EPSILON else 0.0


def ground_under(whole: Levels, left: Levels, point: Point) -> tuple[Point, float]:
    """Return where a point of the ``whole`` table stands on the ground that is ``left``, and how far above that it is
    borne (in).

    A point that stands on nothing that was taken away, half-way up a wall say, stays where it is.
    """
    x, y, _ = point
    below = left.nearest_below(point)
    if left.under(point) is not None or whole.under(point) is None or below is None:
        return point, 0.0
    height = left.resting_height(below, x, y)
    return (x, y, height), max(point[2] - height, 0.0)
