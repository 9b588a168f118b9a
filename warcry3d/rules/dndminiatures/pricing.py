"""What a move over squares costs in D&D Miniatures (DDM-MOVE-1)."""

import math
from collections.abc import Iterable
from itertools import pairwise

from warcry3d.motion.path import LegKind, Point
from warcry3d.motion.record import MeasuredLeg

__all__ = ["SQUARE", "price", "squares_price"]

SQUARE = 1.0
"""The side of a square (in)."""


def price(legs: Iterable[MeasuredLeg]) -> int:
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
