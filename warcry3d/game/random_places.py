"""Random places: points in areas, facings."""

import math
from typing import Any

from warcry3d.game.random_stream import Stream

__all__ = ["FACINGS", "point_in", "random_facing"]

FACINGS = 8
"""Bases that are not round face one of so many ways: what is derived for a base is derived for each facing again."""

TRIES = 40


def point_in(area: Any, random: Stream) -> tuple[float, float]:
    """Return a place in an area (shapely, not empty) by chance; one that lies inside for sure where none is found."""
    import shapely

    west, south, east, north = area.bounds
    for _ in range(TRIES):
        x, y = random.between(west, east), random.between(south, north)
        if shapely.intersects_xy(area, x, y):
            return x, y
    inside = area.representative_point()
    return float(inside.x), float(inside.y)


def random_facing(random: Stream) -> float:
    """Return one of the facings (radians)."""
    return random.below(FACINGS) * math.tau / FACINGS
