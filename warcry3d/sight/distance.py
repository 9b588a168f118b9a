"""How far two models are apart: base to base, in three dimensions."""

from dataclasses import dataclass
from typing import TypeAlias

from warcry3d.geom.nearest import Point, Upright, distance_to_solid, separation
from warcry3d.geom.planar import Ellipse, Outline, Rectangle
from warcry3d.geom.solid import Solid
from warcry3d.table.models import BaseShape, Model
from warcry3d.units import HAIR

__all__ = ["Measure", "base_body", "base_outline", "base_to_solid", "is_within", "measure"]

Line: TypeAlias = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Measure:
    """How far two bases are apart (in).

    ``direct`` is the shortest distance between them; ``horizontal`` the distance of their outlines seen from above and
    ``vertical`` the empty height between the two bodies, each 0 where they overlap: direct = hypot(horizontal,
    vertical). ``line`` runs from the first base's nearest point to the second's.
    """

    direct: float
    horizontal: float
    vertical: float
    line: Line


def base_outline(model: Model) -> Outline:
    """Return the outline of a model's base, where it stands."""
    base, placement = model.base, model.placement
    shape = Rectangle if base.shape is BaseShape.SQUARE else Ellipse
    x, y, _ = placement.at
    return shape((x, y), (base.length / 2, base.width / 2), placement.turn)


def base_body(model: Model) -> Upright:
    """Return the body of a model's base, where it stands: its outline from its bottom to its top."""
    bottom = model.placement.at[2]
    return Upright(base_outline(model), bottom, bottom + model.base.height)


def measure(a: Model, b: Model) -> Measure:
    """Return how far two models' bases are apart; the same both ways round, the line's ends exchanged.

    The nearest points, where many pairs are nearest: see `warcry3d.geom.nearest.separation`.
    """
    apart = separation(base_body(a), base_body(b))
    return Measure(apart.straight, apart.level, apart.upright, (apart.start, apart.end))


def base_to_solid(model: Model, solid: Solid) -> float:
    """Return the shortest distance from a model's base to a solid; 0 where they touch or overlap (in)."""
    return distance_to_solid(base_body(model), solid)


def is_within(length: float, limit: float) -> bool:
    """Return whether a measured length is at most ``limit``; equal up to rounding counts (WC-DIST-2)."""
    return length <= limit + HAIR
