"""The volume a model moves as: its base's outline raised from the bottom of the base to the height of its body."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

import numpy as np

from warcry3d.geom.nearest import Prism
from warcry3d.geom.planar import ConvexShape2D, Ellipse, Rectangle
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point
from warcry3d.table.models import Base, BaseShape, Figure, Model, Tag

__all__ = ["CURVE_TOLERANCE", "TOUCH_TOLERANCE", "Volume", "volume_of"]

TOUCH_TOLERANCE = 0.002
"""An overlap of less than this (in) counts as touching: a twentieth of a millimetre, finer than any hand can place."""

CURVE_TOLERANCE = 0.001
"""Polygons that stand for curves contain them and exceed them by at most this (in).

The outline is drawn in by `TOUCH_TOLERANCE` first, so a closed area ends between 0.002 and 0.001 in short of where the
base truly overlaps.
"""


@dataclass(frozen=True, slots=True)
class Volume:
    """An upright body over a base's outline.

    ``half``: its half length and width; ``turn``: its facing (radians); ``height``: from the bottom of the base to the
    top of the body; ``base``: the height of the base alone (in).
    """

    is_square: bool
    half: tuple[float, float]
    turn: float
    height: float
    base: float

    def outline(self, at: tuple[float, ...], *, inset: float = 0.0) -> ConvexShape2D:
        """Return the outline with its centre at ``at``, its rim drawn in by ``inset``."""
        shape = Rectangle if self.is_square else Ellipse
        half = (max(self.half[0] - inset, 1e-6), max(self.half[1] - inset, 1e-6))
        return shape((at[0], at[1]), half, self.turn)

    def base_body(self, at: Point) -> Prism:
        """Return the base alone, standing at ``at``."""
        return Prism(self.outline(at), at[2], at[2] + self.base)

    def body(self, at: Point) -> Prism:
        """Return the whole volume, standing at ``at``."""
        return Prism(self.outline(at), at[2], at[2] + self.height)

    @property
    def is_round(self) -> bool:
        """Return whether the base is a circle."""
        return not self.is_square and self.half[0] == self.half[1]

    @property
    def reach(self) -> float:
        """Return the greatest distance of its rim from its centre."""
        return math.hypot(*self.half) if self.is_square else max(self.half)

    @property
    def extents(self) -> tuple[float, float]:
        """Return how far the outline reaches from its centre along x and along y."""
        c, s = abs(math.cos(self.turn)), abs(math.sin(self.turn))
        a, b = self.half
        if self.is_square:
            return c * a + s * b, s * a + c * b
        return math.hypot(c * a, s * b), math.hypot(s * a, c * b)

    def facing(self, turn: float) -> Self:
        """Return the volume turned to a facing; a circle stays as it is."""
        return self if self.is_round else replace(self, turn=turn)

    @property
    def key(self) -> tuple[bool, float, float, float]:
        """Return a key that is equal for outlines that close the same areas: a circle has no facing, half a turn
        changes nothing.
        """
        turn = 0.0 if self.is_round else round(math.fmod(self.turn, math.pi), 9)
        return self.is_square, self.half[0], self.half[1], turn

    def rim(self, *, inset: float = 0.0, tolerance: float = CURVE_TOLERANCE) -> FloatArray:
        """Return the corners (n, 2), anticlockwise, of a polygon about the origin that contains the outline drawn in by
        ``inset`` first, and exceeds it by at most ``tolerance``. It is symmetric about the origin.

        It is the same for all volumes of one `key`, which share their areas: the corners of a circle turn with nothing.
        """
        return _rim(self.key, inset, tolerance)

    def polygon(self, at: tuple[float, ...], *, inset: float = 0.0) -> Any:
        """Return the outline at ``at`` as a shapely polygon that holds it."""
        import shapely

        return shapely.Polygon(self.rim(inset=inset) + np.array(at[:2]))


@lru_cache(maxsize=1024)
def _rim(key: tuple[bool, float, float, float], inset: float, tolerance: float) -> FloatArray:
    """Return a rim that nobody may write to: a battle has a dozen, and asks for them thousands of times."""
    is_square, length, width, turn = key
    outline = Volume(is_square, (length, width), turn, 0.0, 0.0).outline((0.0, 0.0), inset=inset)
    if isinstance(outline, Rectangle):
        corners = outline.corners()
    else:
        count = 2 * max(8, math.ceil(math.pi / 2 / math.acos(1 / (1 + tolerance / max(outline.half)))))
        turns = np.arange(count, dtype=np.float64) * (2 * math.pi / count)
        grown = (outline.half[0] / math.cos(math.pi / count), outline.half[1] / math.cos(math.pi / count))
        corners = replace(outline, half=grown).rim(turns)
    corners.flags.writeable = False
    return corners


def volume_of(model: Model) -> Volume:
    """Return the volume of a model; weapons and banners do not count for its height."""
    return _volume(model.base, model.figure, model.placement.turn)


@lru_cache(maxsize=4096)
def _volume(base: Base, figure: Figure, turn: float) -> Volume:
    """Return a volume, kept: each way that is judged asks for those of all models on the table."""
    tops = [float(part.solid.bounds[1, 2]) for part in figure.parts if part.tag is Tag.BODY]
    half = (base.length / 2, base.width / 2)
    return Volume(base.shape is BaseShape.SQUARE, half, turn, max([base.height, *tops]), base.height)
