"""What the legs of a move cost in Age of Sigmar (AOS-MOVE-1, AOS-TERRAIN-2)."""

from warcry3d.motion.path import LegKind
from warcry3d.motion.record import MeasuredLeg

__all__ = ["price"]


def price(leg: MeasuredLeg) -> float:
    """Return what a leg costs (in): every inch, as the tape lies, heights as well; being placed is free."""
    if leg.kind is LegKind.PLACE:
        return 0.0
    return sum(stride.straight + stride.drop for stride in leg.strides)
