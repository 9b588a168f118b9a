"""How far apart models of a unit may stand and be coherent, as far as their bodies reach (AOS-UNIT-2, AOS-DIST-2)."""

import math
from collections.abc import Callable
from functools import lru_cache

from warcry3d.geom.solid import Placement
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.sensing import COHERENCY
from warcry3d.rules.units.formations import Spot
from warcry3d.table.models import Base, Figure, Model

__all__ = ["link_reaches", "near_spots"]

HALVINGS, DIRECTIONS = 7, 12
"""How finely it is looked for: to some 0.05 in, every 15 degrees."""


def near_spots(model: Model) -> Callable[[Spot, Spot], bool]:
    """Return what says about whether two places keep two models coherent that are equal to ``model`` and turned as it
    is: as far as their bodies reach there.
    """
    reaches = _link_reaches(model.figure, model.base, model.placement.turn)

    def is_near(one: Spot, other: Spot) -> bool:
        step = math.atan2(other[1] - one[1], other[0] - one[0]) / math.pi % 1.0 * DIRECTIONS
        n = int(step)
        return math.dist(one, other) <= min(reaches[n % DIRECTIONS], reaches[(n + 1) % DIRECTIONS])

    return is_near


def link_reaches(model: Model) -> tuple[float, float]:
    """Return within how many inches `near_spots` calls all places near, and beyond how many none."""
    reaches = _link_reaches(model.figure, model.base, model.placement.turn)
    return min(reaches), max(reaches)


@lru_cache(maxsize=200)
def _link_reaches(figure: Figure, base: Base, turn: float) -> tuple[float, ...]:
    """Return how far apart (in) two equal models may stand and be within 1 in of each other, by the direction between
    them: half of all round, as the other half is the same.
    """
    model = Model("", "", base, figure, Placement((0.0, 0.0, 0.0), turn))
    return tuple(_link_reach(model, math.pi * n / DIRECTIONS) for n in range(DIRECTIONS))


def _link_reach(model: Model, direction: float) -> float:
    low, high = 0.0, COHERENCY + model.base.length + model.base.width
    x, y = math.cos(direction), math.sin(direction)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_linked = _is_linked(model, Placement((middle * x, middle * y, 0.0), model.placement.turn))
        low, high = (middle, high) if is_linked else (low, middle)
    return low


def _is_linked(model: Model, spot: Placement) -> bool:
    return judging.are_near(model, model.moved(spot), COHERENCY)
