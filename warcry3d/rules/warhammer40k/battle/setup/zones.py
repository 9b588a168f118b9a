"""Deployment zones: a strip along each long edge of the battlefield; ours, as the text lacks the mission's map."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

__all__ = ["DeploymentStrips"]

DEPTH = 12.0
"""How deep a zone is (in), on boards that leave as much between the zones and more."""


@dataclass(frozen=True)
class DeploymentStrips:
    """The zones of a board of ``width`` x ``depth`` (in): zone 0, the attacker's, lies along y = 0 or x = 0."""

    width: float
    depth: float

    @property
    def is_along_x(self) -> bool:
        """Return whether the long edges run along x."""
        return self.width >= self.depth

    @property
    def deep(self) -> float:
        """Return how deep each zone is (in)."""
        return min(DEPTH, min(self.width, self.depth) / 4)

    @cached_property
    def zones(self) -> tuple[Any, Any]:
        """Return both zones as shapely polygons."""
        import shapely

        deep = self.deep
        if self.is_along_x:
            return shapely.box(0, 0, self.width, deep), shapely.box(0, self.depth - deep, self.width, self.depth)
        return shapely.box(0, 0, deep, self.depth), shapely.box(self.width - deep, 0, self.width, self.depth)

    @cached_property
    def board(self) -> Any:
        """Return the battlefield as a shapely polygon."""
        import shapely

        return shapely.box(0, 0, self.width, self.depth)

    def inward(self, zone: int) -> tuple[float, float]:
        """Return the direction from a zone toward the middle."""
        sign = 1.0 if zone == 0 else -1.0
        return (0.0, sign) if self.is_along_x else (sign, 0.0)

    def edges(self, deep: float) -> Any:
        """Return what lies within so many inches of the battlefield's edges, as a shapely polygon (40K-STRATRES-4)."""
        import shapely

        inner = shapely.box(deep, deep, self.width - deep, self.depth - deep)
        return shapely.difference(self.board, inner)
