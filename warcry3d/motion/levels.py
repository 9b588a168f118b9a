"""The levels of a table: the battlefield floor, and platforms that make one surface."""

import math
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import numpy as np

from warcry3d.motion.ground import Ground, Stopper, ground_of
from warcry3d.motion.path import Point
from warcry3d.table.derive import level_tops
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, LEVEL_TOLERANCE, RESTING_GAP

__all__ = ["FLOOR", "STEP", "Level", "Levels", "levels_of"]

STEP = 1.0
"""What rises less than this (in) above a level is low terrain: models ride over it as part of the level (WC-TERR-1)."""

FLOOR = "floor"
"""The name of the battlefield floor."""

STANDING_TOLERANCE = LEVEL_TOLERANCE + RESTING_GAP
"""How far (in) a place may be above or below a level's height and still be on it: a tolerance for uneven surfaces."""

SMALLEST_LEFT = 0.25
"""The least area (square inches) of a surface, apart from platforms on it, that can be walked on."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """One surface that models walk on: its height (in) and its ``area``.

    ``area``: a shapely geometry, where a centre may be as far as the surface itself goes; obstacles on it are not
    considered. ``number``: its index among the table's levels; 0 is the floor. ``parts``: the platforms that make it
    up, with their outlines.
    """

    number: int
    height: float
    area: Any
    parts: tuple[tuple[str, Any], ...] = field(default=(), repr=False)

    @property
    def is_floor(self) -> bool:
        """Return whether it is the battlefield floor."""
        return self.number == 0

    def name_at(self, x: float, y: float) -> str:
        """Return the platform's part at a place, or "floor"."""
        import shapely

        if self.is_floor:
            return FLOOR
        spot = shapely.Point(x, y)
        return min(self.parts, key=lambda part: part[1].distance(spot))[0]

    def holds(self, x: float, y: float) -> bool:
        """Return whether a centre at this place is over the surface."""
        import shapely

        return bool(shapely.intersects_xy(self.area, x, y))


@dataclass(frozen=True, eq=False)
class Levels:
    """All levels of a table, the floor first, then from low to high."""

    ground: Ground
    levels: tuple[Level, ...]

    def under(self, at: Point) -> Level | None:
        """Return the level that a base with its centre at ``at`` stands on; None where it is over none or hangs above.

        The centre is at the height of the level, or anywhere from the level up to the top of low terrain under it.
        """
        x, y, z = at
        fitting = [
            level
            for level in self.levels
            if level.height - STANDING_TOLERANCE <= z <= level.height + STEP + RESTING_GAP and level.holds(x, y)
        ]
        for level in sorted(fitting, key=lambda level: abs(level.height - z)):
            if z <= level.height + STANDING_TOLERANCE or z <= self.resting_height(level, x, y) + RESTING_GAP:
                return level
        return None

    def surface_height(self, at: Point) -> float:
        """Return the height of the level that a base with its centre at ``at`` stands on; in the air its own."""
        level = self.under(at)
        return at[2] if level is None else level.height

    def resting_height(self, level: Level, x: float, y: float) -> float:
        """Return the height at which a base stands with its centre at (x, y) on a level.

        That is the level's height, or the top of low terrain under the centre.
        """
        top, _ = self.ground.top_under((x, y, level.height), level.height + STEP - LENGTH_EPSILON)
        return top if top > level.height + RESTING_GAP else level.height

    def nearest_below(self, at: Point) -> Level | None:
        """Return the highest level under or at ``at``; None over no surface at all."""
        below = [
            level for level in self.levels if level.height <= at[2] + STANDING_TOLERANCE and level.holds(at[0], at[1])
        ]
        return below[-1] if below else None


def levels_of(table: Table) -> Levels:
    """Return the levels of a table, found once for all tables that share its terrain and the size of its board."""
    derived = table.terrain.derived
    key = f"motion.levels {table.board.width} {table.board.depth}"
    if not isinstance(derived.get(key), Levels):
        derived[key] = _levels(table)
    return cast(Levels, derived[key])


def _levels(table: Table) -> Levels:
    import shapely

    ground = ground_of(table)
    board = shapely.box(0.0, 0.0, table.board.width, table.board.depth)
    surfaces = _surfaces(ground)
    levels = [Level(0, 0.0, _standable(board, 0.0, ground))]
    for height, parts in _unburied(_merged(surfaces)):
        outlines = [outline for _, outline in parts]
        joined = shapely.buffer(shapely.union_all(shapely.buffer(outlines, LEVEL_TOLERANCE / 2)), -LEVEL_TOLERANCE / 2)
        area = shapely.union_all([_sound(joined), *outlines])
        levels.append(Level(len(levels), height, _standable(area, height, ground), tuple(parts)))
    return Levels(ground, tuple(levels))


def _sound(area: Any) -> Any:
    """Return a valid area for one whose rings touch or cross themselves because of rounding."""
    import shapely

    return area if area.is_valid else shapely.make_valid(area, method="structure", keep_collapsed=False)


def _surfaces(ground: Ground) -> list[tuple[float, Any, str]]:
    """Return heights, outlines and names of all platforms.

    A platform that nobody marked as one must rise an inch or more above what it stands on; else it is low terrain, part
    of that surface.
    """
    all_tops = [(height, outline, stopper) for stopper in ground.stoppers for height, outline in _tops(stopper)]
    kept = []
    for height, outline, stopper in all_tops:
        if PartKind.PLATFORM not in stopper.part.kinds:
            carriers = [
                h
                for h, other, owner in all_tops
                if owner is not stopper and abs(h - stopper.low) <= STANDING_TOLERANCE and other.intersects(outline)
            ]
            if height - max(carriers, default=0.0) < STEP - LENGTH_EPSILON:
                continue
        kept.append((height, outline, stopper.name))
    return kept


def _tops(stopper: Stopper) -> list[tuple[float, Any]]:
    """Return the heights and outlines of a part's level tops that are platforms, on the table."""
    import shapely

    if PartKind.PLATFORM not in stopper.kinds:
        return []
    placement = stopper.feature.placement
    tops = level_tops(stopper.part)
    if not tops and PartKind.PLATFORM in stopper.part.kinds:
        tops = level_tops(stopper.part, side=0.0)  # the players call it a platform, small as it is
    cosine, sine = math.cos(placement.turn), math.sin(placement.turn)
    matrix, shift = np.array([[cosine, sine], [-sine, cosine]]), np.array(placement.at[:2])
    return [
        (top.height + placement.at[2], _sound(shapely.transform(top.outline, lambda points: points @ matrix + shift)))
        for top in tops
    ]


def _merged(surfaces: list[tuple[float, Any, str]]) -> "list[Group]":
    """Return surfaces of one height that touch, joined, from low to high: height, and names with outlines."""
    groups: list[Group] = []
    for height, outline, name in sorted(surfaces, key=lambda surface: (surface[0], surface[2])):
        beside = [
            group
            for group in groups
            if height - group[0] <= LEVEL_TOLERANCE and any(o.distance(outline) <= LEVEL_TOLERANCE for _, o in group[1])
        ]
        parts = [part for group in beside for part in group[1]]
        groups = [group for group in groups if group not in beside]
        groups.append((max([height, *(group[0] for group in beside)]), [*parts, (name, outline)]))
    return sorted(groups, key=lambda group: (group[0], group[1][0][0]))


Group: TypeAlias = tuple[float, list[tuple[str, Any]]]


def _unburied(groups: list[Group]) -> list[Group]:
    """Return the surfaces of which something is left beside the platforms on them, less than a step higher.

    Nobody stands on the top of a tower under the planks that are laid on it.
    """
    import shapely

    kept = []
    for height, parts in groups:
        above = [o for h, others in groups if height < h < height + STEP for _, o in others]
        left = shapely.difference(
            shapely.union_all([o for _, o in parts]), shapely.buffer(shapely.union_all(above), LEVEL_TOLERANCE)
        )
        if left.area >= SMALLEST_LEFT:
            kept.append((height, parts))
    return kept


def _standable(area: Any, height: float, ground: Ground) -> Any:
    """Return the area without the parts that nobody stands on (WC-TERR-3), prepared."""
    import shapely

    west, south, east, north = area.bounds
    feet = [
        stopper
        for stopper, ((x0, y0, _), (x1, y1, _)) in zip(ground.stoppers, ground.bounds.tolist(), strict=True)
        if PartKind.UNCLIMBABLE in stopper.kinds and x0 <= east and x1 >= west and y0 <= north and y1 >= south
    ]
    covered = ground.projection(height + STANDING_TOLERANCE, height + STEP, feet)
    area = area if covered.is_empty else shapely.difference(area, covered)
    area = shapely.buffer(area, LENGTH_EPSILON, join_style="mitre")
    shapely.prepare(area)
    return area
