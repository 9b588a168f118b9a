"""Passages that the model may not use although its base would fit: each is closed by a thin wall across its middle."""

from dataclasses import dataclass
from typing import Any

from warcry3d.motion.passages import Passage
from warcry3d.motion.path import Point
from warcry3d.once import once
from warcry3d.units import RESTING_GAP

__all__ = ["Barrier"]

HALF_WIDTH = 0.002
"""Half of how thick (in) a barrier is: more than ways keep off what is in the way, less than a hand can place."""

REACHES_DOWN = 1.0
"""A model whose base is at most this far (in) below a passage still walks through it: see `Passage.is_passed`."""


@dataclass(frozen=True, eq=False)
class Barrier:
    """A door or arch that a model of height ``tall`` (in) neither walks nor jumps through."""

    passage: Passage
    tall: float

    @property
    def low(self) -> float:
        """Return the height it begins at."""
        return self.passage.low - REACHES_DOWN - RESTING_GAP + self.tall

    @property
    def high(self) -> float:
        """Return the height it ends at."""
        return self.passage.high

    @once
    def closed(self) -> Any:
        """Return where the mover's centre may not be, as a shapely geometry."""
        import shapely

        area = shapely.buffer(shapely.LineString(self.passage.bar), HALF_WIDTH, cap_style="square")
        shapely.prepare(area)
        return area

    def first_met(self, start: Point, end: Point, _tall: float) -> float | None:
        """Return the share of a straight way at which it would pass; None if it does not."""
        return 0.0 if self.passage.is_passed(start, end) else None
