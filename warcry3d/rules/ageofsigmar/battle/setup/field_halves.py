"""The battlefield divided into two territories of equal area (AOS-DEPLOY-1, AOS-OPEN-10)."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message, message
from warcry3d.table.models import Model

__all__ = ["APART", "FieldHalves"]

APART = 12.0
"""Units are set up more than so far (in) from the enemy's territory (AOS-DEPLOY-5)."""

NAMES = (
    message("the right half"),
    message("the upper right half"),
    message("the upper half"),
    message("the upper left half"),
    message("the left half"),
    message("the lower left half"),
    message("the lower half"),
    message("the lower right half"),
)
"""What territories are called by the direction in which they lie, an eighth of a turn each, from the right one on."""


@dataclass(frozen=True)
class FieldHalves:
    """A board of ``width`` x ``depth`` (in) cut by a straight line through its middle, ``degrees`` from its width.

    Territory 0 lies to the left of the line's direction, territory 1 to its right.
    """

    width: float
    depth: float
    degrees: int

    @property
    def direction(self) -> tuple[float, float]:
        """Return the direction of the line."""
        angle = math.radians(self.degrees)
        return math.cos(angle), math.sin(angle)

    def inward(self, territory: int) -> tuple[float, float]:
        """Return the direction, square to the line, into a territory."""
        u, v = self.direction
        return (-v, u) if territory == 0 else (v, -u)

    def name(self, territory: int) -> Message:
        """Return what players call a territory on a board seen from above, its width along the bottom.

        >>> [str(FieldHalves(60, 44, degrees).name(0)) for degrees in (0, 36, 90)]
        ['the upper half', 'the upper left half', 'the left half']
        """
        p, q = self.inward(territory)
        return NAMES[round(math.degrees(math.atan2(q, p)) / 45) % len(NAMES)]

    def depths(self, points: FloatArray, territory: int) -> FloatArray:
        """Return how far points (n, 2 or 3) are inside of a territory, from the line; below 0 in the other one."""
        inward = np.array(self.inward(territory))
        return np.asarray((points[:, :2] - (self.width / 2, self.depth / 2)) @ inward)

    @cached_property
    def areas(self) -> tuple[Any, Any]:
        """Return both territories as shapely polygons."""
        return self.part(0, 0.0), self.part(1, 0.0)

    @cached_property
    def zones(self) -> tuple[Any, Any]:
        """Return where each territory is more than 12 in from the other, as shapely polygons, maybe empty."""
        return self.part(0, APART), self.part(1, APART)

    def part(self, territory: int, inset: float) -> Any:
        """Return where a territory is so far (in) from the line, as a shapely polygon, maybe empty."""
        import shapely

        (u, v), (p, q) = self.direction, self.inward(territory)
        far = 2 * (self.width + self.depth)
        x, y = self.width / 2 + inset * p, self.depth / 2 + inset * q
        half = shapely.Polygon(
            [
                (x - far * u, y - far * v),
                (x + far * u, y + far * v),
                (x + far * (u + p), y + far * (v + q)),
                (x - far * (u - p), y - far * (v - q)),
            ]
        )
        return shapely.intersection(shapely.box(0, 0, self.width, self.depth), half)

    def body_depth(self, model: Model, territory: int) -> float:
        """Return how far the part of a model's body nearest to the line is inside of a territory.

        The territories are parted by a straight line, so the nearest part of a body is a corner of its mesh.
        """
        corners = [solid.vertices for solid in model.solids] or [np.array([model.placement.at])]
        return min(float(self.depths(points, territory).min()) for points in corners)
