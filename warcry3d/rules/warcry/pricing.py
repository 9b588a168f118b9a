"""The cost of the legs of a move in Warcry (WC-MOVE-1, WC-JUMP-1, WC-CLIMB-3, WC-FLY-1, WC-LOW-2, WC-DOOR-3)."""

from warcry3d.motion.path import LegKind
from warcry3d.motion.record import MeasuredLeg, Stride

__all__ = ["price", "stride_price"]


def price(leg: MeasuredLeg) -> float:
    """Return what a leg costs (in): its level part, and of climbs what goes up and down; drops and flights' heights are
    free, and so is being placed.
    """
    return sum(stride_price(leg.kind, stride) for stride in leg.strides)


def stride_price(kind: LegKind, stride: Stride) -> float:
    """Return the cost of a straight piece of a leg (in).

    A slanted climb is so much up and so much sideways: the rule knows no other directions.
    """
    match kind:
        case LegKind.CLIMB:
            return stride.horizontal + stride.up + stride.down
        case LegKind.WALK | LegKind.JUMP | LegKind.DROP | LegKind.FLY | LegKind.DOOR:
            return stride.horizontal
        case LegKind.PLACE:
            return 0.0
