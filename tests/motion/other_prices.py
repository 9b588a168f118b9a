"""Prices of moves that no shipped rule system has: what the kernel measures must be enough for them too."""

import math
from collections.abc import Iterable
from itertools import groupby, pairwise

from warcry3d.motion.path import LegKind, Point
from warcry3d.motion.record import MeasuredLeg, Stride
from warcry3d.units import LENGTH_EPSILON

__all__ = ["path_squares", "rise_price", "squares_price", "tape_price"]

FREE_RISE = 2.0
"""Terrain this high (in) or lower is crossed as if it were not there; of what is higher, all counts."""

SQUARE = 1.0
"""The side of a square (in)."""


def tape_price(leg: MeasuredLeg) -> float:
    """Return the length of a leg as the tape lies, heights and drops as well; being placed is free."""
    if leg.kind is LegKind.PLACE:
        return 0.0
    return sum(stride.straight + stride.drop for stride in leg.strides)


def rise_price(leg: MeasuredLeg) -> float:
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


def path_squares(legs: Iterable[MeasuredLeg]) -> int:
    """Return what a path costs, in squares: diagonals cost 1 and 2 by turns through all of it; being placed is free.

    A stretch between two points goes diagonally as far as it can, then straight; heights count for nothing.
    """
    steps = [step for leg in legs if leg.kind is not LegKind.PLACE for step in _steps(leg.points)]
    return squares_price(steps)


def squares_price(steps: Iterable[tuple[int, int]]) -> int:
    """Return what steps (squares to the right, squares up) cost together."""
    straight = diagonal = 0
    for x, y in steps:
        diagonal += min(abs(x), abs(y))
        straight += abs(abs(x) - abs(y))
    return straight + diagonal + diagonal // 2


def _steps(points: tuple[Point, ...]) -> list[tuple[int, int]]:
    squares = [(math.floor(x / SQUARE + 1e-9), math.floor(y / SQUARE + 1e-9)) for x, y, _ in points]
    return [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(squares)]
