"""Rings around a base: everything within so many inches of its edge, exactly, for oval bases too; or around a body seen
from above, where rules measure from bodies. Pure.
"""

import math
from functools import lru_cache

import numpy as np

from warcry3d.app.scene.colours import GOLD, Colour
from warcry3d.app.scene.overlays import FlatLine, Overlay, lifted
from warcry3d.errors import WarcryError
from warcry3d.geom.offset_curves import OffsetCurve
from warcry3d.sight.body_distance import body_shadow
from warcry3d.sight.distance import Between, base_outline
from warcry3d.table.models import Model
from warcry3d.table.typed_lengths import read_length

__all__ = ["LARGEST_RING", "outline_overlays", "read_rings", "ring_overlays", "ring_points"]

LARGEST_RING = 60.0
SIDES = 72
FINE = 0.003
"""Rings around bodies leave out corners that bend them by less than this (in)."""

Point = tuple[float, float, float]


def read_rings(text: str) -> tuple[float, ...]:
    """Return the inches of rings as typed, with commas or semicolons between; what is no length is left out."""
    found: list[float] = []
    for part in text.replace(";", ",").split(","):
        try:
            found.append(read_length(part))
        except WarcryError:
            continue
    return tuple(dict.fromkeys(one for one in found if 0 < one <= LARGEST_RING))[:6]


@lru_cache(maxsize=64)
def ring_points(model: Model, inches: float, between: Between = Between.BASES) -> tuple[Point, ...]:
    """Return the corners of a ring at so many inches from the edge of a model's base, anticlockwise.

    ``between`` bodies: from the outline of its body seen from above; holes inside of the ring are left out.
    """
    if between is Between.BODIES and model.figure.parts:
        return _around_body(model, inches)
    curve = OffsetCurve(base_outline(model), None, inches)
    ways = np.linspace(0, curve.knots, SIDES, endpoint=False)
    z = model.placement.at[2]
    return tuple((float(x), float(y), z) for x, y in curve.at(ways).tolist())


def _around_body(model: Model, inches: float) -> tuple[Point, ...]:
    shadow = body_shadow(model.figure, model.placement).buffer(inches, quad_segs=SIDES // 4)
    whole = max(getattr(shadow, "geoms", (shadow,)), key=lambda part: part.area)
    z = model.placement.at[2]
    return tuple((x, y, z) for x, y in whole.exterior.simplify(FINE).coords[:-1])


def ring_overlays(
    model: Model, inches: float, colour: Colour = GOLD, between: Between = Between.BASES
) -> tuple[Overlay, ...]:
    """Return what shows a ring on the table."""
    return outline_overlays(ring_points(model, inches, between), colour)


def outline_overlays(points: tuple[Point, ...], colour: Colour, *, width: float = 3.0) -> tuple[Overlay, ...]:
    """Return a closed line through points that lies on the table."""
    raised = [lifted(point) for point in points]
    pairs = zip(raised, (*raised[1:], raised[0]), strict=True)
    return tuple(FlatLine(a, b, colour, width=width) for a, b in pairs if math.dist(a, b) > 1e-6)
