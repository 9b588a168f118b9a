"""What the legs of a move cost in Warhammer 40,000 (40K-MOVE-2)."""

from itertools import groupby

from warcry3d.motion.path import LegKind
from warcry3d.motion.record import MeasuredLeg, Stride
from warcry3d.units import LENGTH_EPSILON

__all__ = ["FREE_RISE", "price"]

FREE_RISE = 2.0
"""Terrain this high (in) or lower is crossed as if it were not there; of what is higher, all counts."""


def price(leg: MeasuredLeg) -> float:
    """Return what a leg costs (in): its level part, and each rise or descent, as far as it goes on without a turn, that
    is more than `FREE_RISE`. Flights are measured straight, through the air; being placed is free.
    """
    if leg.kind is LegKind.PLACE:
        return 0.0
    if leg.kind is LegKind.FLY:
        return sum(stride.straight for stride in leg.strides)
    return leg.horizontal + sum(height for height in _runs(leg.strides) if height > FREE_RISE + LENGTH_EPSILON)


def _runs(strides: tuple[Stride, ...]) -> list[float]:
    """Return the heights of the rises and descents that go on from stride to stride, level strides between them."""
    heights = [h for s in strides for h in (s.up, -s.down, -s.drop) if h != 0]
    return [abs(sum(run)) for _, run in groupby(heights, key=lambda height: height > 0)]
