"""How high every surface is that a model can stand on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from warcry3d.app.moves.reach_field import flat_triangles
from warcry3d.app.scene.overlays import ColourField
from warcry3d.game.reasons import Point
from warcry3d.motion.levels import levels_of
from warcry3d.table.table import Table

__all__ = ["HeightsField", "heights_field"]

LIFT, OPACITY = 0.04, 0.66
SMALLEST = 0.4
"""Patches below this (square inches) have no number."""


@dataclass(frozen=True, eq=False)
class HeightsField:
    """What is laid over the table, and where which height (in) is written."""

    fields: tuple[ColourField, ...]
    labels: tuple[tuple[Point, float], ...]


def heights_field(table: Table) -> HeightsField:
    """Return the surfaces of a table above its floor, coloured by their heights."""
    import shapely

    from warcry3d.app.pictures.exposure import ramp

    levels = [level for level in levels_of(table).levels if not level.is_floor]
    highest = max((level.height for level in levels), default=1.0)
    fields: list[ColourField] = []
    labels: list[tuple[Point, float]] = []
    for level in levels:
        red, green, blue = (round(255 * part) for part in ramp(np.array([level.height / highest]))[0])
        triangles = flat_triangles(level.area, level.height + LIFT)
        if len(triangles):
            colour = np.array([[(red, green, blue, round(255 * OPACITY))]], np.uint8)
            fields.append(ColourField(triangles, colour, (0.0, 0.0), (1.0, 1.0)))
        labels += [
            (_middle(patch, level.height), level.height)
            for patch in shapely.get_parts(level.area).tolist()
            if patch.area >= SMALLEST
        ]
    return HeightsField(tuple(fields), tuple(labels))


def _middle(patch: Any, height: float) -> Point:
    point = patch.representative_point()
    return float(point.x), float(point.y), height + LIFT
