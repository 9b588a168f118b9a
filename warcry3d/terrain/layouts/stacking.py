"""Stacking: the heights at which a feature can stand on what is below it. Pure."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.geom.vertical_cast import vertical_cast
from warcry3d.table.table import Table
from warcry3d.table.table_edits import exact_placement
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import placed_plan, plan_of
from warcry3d.terrain.layouts.placement_checks import settled
from warcry3d.units import LEVEL_TOLERANCE, to_degrees

__all__ = ["height_of", "landed", "next_height", "raised_to", "standing_heights", "standing_on"]

LEVEL = 0.985
"""A face that leans by less than ten degrees carries what stands on it."""
STEP = 0.25
"""What is below a feature is looked for every so many inches of its plan."""
MOST = 400
SAME_FLOOR = 0.25
"""Tops no farther apart than this (in) are one floor, such as planks that lie unevenly: what stands there stands on the
highest, for lower it would be inside of that."""
NARROWEST = 0.05
"""Tops of which a feature covers less than this share of its own plan do not carry it."""


def raised_to(feature: Feature, height: float) -> Feature:
    """Return a feature with its lowest point at a height (in)."""
    x, y, _ = feature.placement.at
    z = height - plan_of(feature.piece).foot
    return replace(feature, placement=exact_placement(x, y, z, degrees=to_degrees(feature.placement.turn)))


def height_of(feature: Feature) -> float:
    """Return the height of a feature's lowest point (in)."""
    return feature.placement.at[2] + plan_of(feature.piece).foot


def standing_heights(feature: Feature, others: Sequence[Feature]) -> tuple[float, ...]:
    """Return the heights (in) of the level tops below the plan of a feature, the floor's 0 first."""
    points = _points(feature)
    found = [0.0]
    west, south, east, north = placed_plan(feature).bounds
    for other in others:
        if not _is_below(other.bounds, (west, south), (east, north)):
            continue
        for part in other.piece.parts:
            if not other.blocks_sight(part):
                continue
            solid = other.solids[part.id]
            low, high = solid.bounds[:, :2]
            inside = points[((points >= low) & (points <= high)).all(axis=1)]
            if not len(inside):
                continue
            met = vertical_cast(solid, inside, faces=solid.normals[:, 2] >= LEVEL)
            heights = np.sort(met.z[met.up])
            # One top: heights that differ by no more than a level surface does, over enough of the plan.
            for some in np.split(heights, np.flatnonzero(np.diff(heights) > LEVEL_TOLERANCE) + 1):
                if len(some) >= max(1.0, NARROWEST * len(points)):
                    found.append(float(some.max()))
    return tuple(sorted({round(z, 6) for z in found if z >= 0.0}))


def _is_below(bounds: FloatArray, low: tuple[float, float], high: tuple[float, float]) -> bool:
    """Return whether a box (2, 3) comes under the plan's rectangle from ``low`` to ``high``."""
    return bool((bounds[0, :2] <= high).all() and (bounds[1, :2] >= low).all())


def standing_on(some: Sequence[Feature], others: Sequence[Feature]) -> tuple[Feature, ...]:
    """Return those of the others that stand on ``some`` and on nothing else, those that stand on them, and so on."""
    below, left, found = list(some), list(others), list[Feature]()
    while True:
        more = [one for one in left if _is_carried(one, below, [other for other in left if other is not one])]
        if not more:
            return tuple(found)
        found, below = [*found, *more], [*below, *more]
        left = [one for one in left if one not in more]


def _is_carried(feature: Feature, below: Sequence[Feature], others: Sequence[Feature]) -> bool:
    """Return whether a top of ``below`` is at the foot of a feature, and none of the others and not the floor."""
    foot = height_of(feature)
    if foot <= LEVEL_TOLERANCE:
        return False

    def is_at_foot(some: Sequence[Feature]) -> bool:
        near = [one for one in some if one.placement.at[2] < foot]
        return any(abs(z - foot) <= LEVEL_TOLERANCE for z in standing_heights(feature, near))

    return is_at_foot(below) and not is_at_foot(others)


def next_height(feature: Feature, others: Sequence[Feature], *, is_up: bool) -> Feature:
    """Return a feature on the next level top above or below its foot; as it is where there is none. Of tops that make
    one floor it is the highest.
    """
    now, heights = height_of(feature), _floors(standing_heights(feature, others))
    if is_up:
        higher = [z for z in heights if z > now + LEVEL_TOLERANCE]
        return raised_to(feature, higher[0]) if higher else feature
    lower = [z for z in heights if z < now - LEVEL_TOLERANCE]
    return raised_to(feature, lower[-1]) if lower else feature


def _floors(heights: Sequence[float]) -> list[float]:
    """Return the highest of each run of heights, in order, that make one floor."""
    return [z for z, above in zip(heights, (*heights[1:], np.inf), strict=True) if above - z > SAME_FLOOR]


def landed(table: Table, feature: Feature) -> Feature:
    """Return a feature lowered or raised until its foot touches what is below it on ``table``, rounded for a file."""
    low = settled(table, feature)
    return raised_to(low, height_of(low))


def _points(feature: Feature) -> FloatArray:
    """Return points (n, 2) spread over the plan of a feature, never none."""
    import shapely

    plan = placed_plan(feature)
    west, south, east, north = plan.bounds
    step = max(STEP, float(np.sqrt((east - west) * (north - south) / MOST)))
    grid = np.meshgrid(np.arange(west + step / 2, east, step), np.arange(south + step / 2, north, step))
    flat = np.stack([axis.ravel() for axis in grid], axis=1)
    flat = flat[shapely.contains_xy(plan, flat[:, 0], flat[:, 1])]
    return flat if len(flat) else np.array([[plan.representative_point().x, plan.representative_point().y]])
