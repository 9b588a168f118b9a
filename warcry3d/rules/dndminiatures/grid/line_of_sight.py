"""Line of sight between two spaces, decided exactly in integers (DDM-SIGHT-1).

A line ``a x + b y + c = 0`` is the ray of the vector ``(a, b, c)``; the lines that pass a point ``(x, y)`` on one side
are the half-space ``a x + b y + c > 0`` of these vectors. So the lines that pass given points on given sides are an
open convex cone. A wall between two points P and Q, ends included, leaves of a cone the part that passes both on one
side and the part that passes both on the other: two smaller cones. What is left after the last wall are the free
lines. Corners of cones are cross products of integers, so nothing is rounded: on squares nothing is too close to call.

In a cone all lines lead from the viewer to the target in the same quadrant of directions. So whether a wall is met
between the two, before or after them depends on the wall alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, hypot

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import Edge, GridMap

__all__ = ["Line", "LineOfSight", "NoSightLine", "SightLine", "line_of_sight"]

Line = tuple[int, int, int]
"""The factors ``(a, b, c)`` of a line ``a x + b y + c = 0``."""

RationalPoint = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class SightLine:
    """There is line of sight: from ``start`` to ``end``, interior points of the spaces.

    ``room``: how far the line stays from the nearest end of a wall between the two (in); None where there is no wall.
    """

    start: RationalPoint
    end: RationalPoint
    room: float | None


@dataclass(frozen=True, slots=True)
class NoSightLine:
    """There is no line of sight; ``walls``: those that close the lines, in the order in which they were looked at."""

    walls: tuple[Edge, ...]


LineOfSight = SightLine | NoSightLine


def line_of_sight(board: GridMap, viewer: Space, target: Space) -> LineOfSight:
    """Return whether a segment joins interior points of two spaces and meets no wall; walls are closed (DDM-SIGHT-1).

    Creatures, statues and difficult ground do not block it (DDM-SIGHT-2). Symmetric but for the direction of the
    witness. Raise `ValueError` where the spaces overlap.
    """
    if viewer.overlaps(target):
        raise ValueError(f"the spaces {viewer} and {target} overlap")
    near = _walls_near(board, viewer, target)
    closing: dict[Edge, None] = {}
    for cone, direction in _cones(viewer, target):
        free = [cone]
        between = [wall.span for wall in near if _is_between(wall, viewer, target, direction)]
        for span in between:
            left = [part for each in free for part in _outside(each, span)]
            if left != free:
                closing[span] = None
            free = left
            if not free:
                break
        if free:
            return _witness(free, viewer, target, between)
    return NoSightLine(tuple(closing))


@dataclass(frozen=True, slots=True)
class _Wall:
    """A segment that blocks, and the box that it belongs to: a side of a cell, or a diagonal of a wall cell."""

    span: Edge
    low: Cell
    high: Cell


def _walls_near(board: GridMap, one: Space, other: Space) -> list[_Wall]:
    """Return the walls in the box around two spaces: a line that meets a square meets one of its diagonals."""
    x0, y0 = (min(a, b) for a, b in zip(one.low, other.low, strict=True))
    x1, y1 = (max(a, b) for a, b in zip(one.high, other.high, strict=True))
    walls = []
    for (ax, ay), (bx, by) in sorted(board.edges):
        if x0 <= ax and bx <= x1 and y0 <= ay and by <= y1:
            walls.append(_Wall(((ax, ay), (bx, by)), (ax, ay), (bx, by)))
    for x, y in sorted(board.walls):
        if x0 <= x < x1 and y0 <= y < y1:
            box = ((x, y), (x + 1, y + 1))
            walls.append(_Wall(box, *box))
            walls.append(_Wall(((x, y + 1), (x + 1, y)), *box))
    centre = (
        one.low[0] + one.high[0] + other.low[0] + other.high[0],
        one.low[1] + one.high[1] + other.low[1] + other.high[1],
    )

    def off(wall: _Wall) -> int:
        return sum((2 * (low + high) - at) ** 2 for low, high, at in zip(wall.low, wall.high, centre, strict=True))

    return sorted(walls, key=off)  # the middle ones first: they close most


def _is_between(wall: _Wall, viewer: Space, target: Space, direction: Cell) -> bool:
    """Return whether lines in a direction that meet the viewer, the wall and the target do so in this order."""
    return all(
        _comes_after(viewer.low[axis], viewer.high[axis], wall.low[axis], wall.high[axis], direction[axis])
        and _comes_after(wall.low[axis], wall.high[axis], target.low[axis], target.high[axis], direction[axis])
        for axis in (0, 1)
    )


def _comes_after(low: int, high: int, other_low: int, other_high: int, sign: int) -> bool:
    """Return whether a line in this direction can meet the first interval before the other: it does not lead back."""
    return other_high > low if sign > 0 else other_low < high


_Cone = tuple[Line, ...]
"""The corners of a convex cone of lines, in order around it."""

_QUADRANTS: tuple[Cell, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _cones(viewer: Space, target: Space) -> Iterator[tuple[_Cone, Cell]]:
    """Yield for each quadrant of directions the open cone of lines that lead from one interior to the other.

    Upright and level lines are on the borders of cones: where such a line is free, so are some beside it.
    """
    for dx, dy in _QUADRANTS:
        ahead = (viewer.low[0] < target.high[0] if dx > 0 else viewer.high[0] > target.low[0]) and (
            viewer.low[1] < target.high[1] if dy > 0 else viewer.high[1] > target.low[1]
        )
        cone: _Cone | None = ((-dy, 0, 0), (0, 0, 1), (0, dx, 0), (0, 0, -1)) if ahead else None
        for space in (viewer, target):
            left = (space.low[0] if dy > 0 else space.high[0], space.high[1] if dx > 0 else space.low[1])
            right = (space.low[0] + space.high[0] - left[0], space.low[1] + space.high[1] - left[1])
            cone = cone and _clipped(cone, left, 1)
            cone = cone and _clipped(cone, right, -1)
        if cone:
            yield cone, (dx, dy)


def _side(line: Line, point: Cell) -> int:
    """Return a number above 0 where a point is on the left of a line, below 0 on its right, 0 on it."""
    return line[0] * point[0] + line[1] * point[1] + line[2]


def _clipped(cone: _Cone, point: Cell, sign: int) -> _Cone | None:
    """Return the lines of a cone that pass a point on its left (``sign`` 1) or right (-1), if any."""
    sides = [sign * _side(line, point) for line in cone]
    if max(sides) <= 0:
        return None
    if min(sides) >= 0:
        return cone
    corners: list[Line] = []
    for k, line in enumerate(cone):
        side, before = sides[k], sides[k - 1]
        if (side > 0 > before) or (side < 0 < before):
            corners.append(_mixed(line, abs(before), cone[k - 1], abs(side)))
        if side >= 0:
            corners.append(line)
    return tuple(corners)


def _mixed(one: Line, share: int, other: Line, other_share: int) -> Line:
    """Return the positive sum of two vectors, without common factors."""
    a, b, c = (share * x + other_share * y for x, y in zip(one, other, strict=True))
    most = gcd(a, b, c)
    return (a // most, b // most, c // most)


def _outside(cone: _Cone, span: Edge) -> Iterator[_Cone]:
    """Yield the parts of a cone whose lines pass both ends of a wall on one side."""
    for sign in (1, -1):
        first = _clipped(cone, span[0], sign)
        both = first and _clipped(first, span[1], sign)
        if both:
            yield both


def _witness(free: Sequence[_Cone], viewer: Space, target: Space, walls: Sequence[Edge]) -> SightLine:
    """Return the line with the most room of those in the middle of each free cone."""
    ends = {point for wall in walls for point in wall}
    found = []
    for cone in free:
        weights = [max(1, round((1 << 20) / max(abs(x) for x in line))) for line in cone]
        line = _total([(weight, each) for weight, each in zip(weights, cone, strict=True)])
        room = min((abs(_side(line, point)) / hypot(line[0], line[1]) for point in ends), default=None)
        found.append((room, line))
    room, line = max(found, key=lambda each: each[0] or 0.0)
    return SightLine(_inside(viewer, line), _inside(target, line), room)


def _total(weighted: Iterable[tuple[int, Line]]) -> Line:
    a = b = c = 0
    for weight, (x, y, z) in weighted:
        a, b, c = a + weight * x, b + weight * y, c + weight * z
    return (a, b, c)


def _inside(space: Space, line: Line) -> RationalPoint:
    """Return the middle of what a line has in common with a space; it is neither upright nor level."""
    a, b, c = line
    across = sorted(Fraction(-c - b * y, a) for y in (space.low[1], space.high[1]))
    left, right = max(across[0], Fraction(space.low[0])), min(across[1], Fraction(space.high[0]))
    x = (left + right) / 2
    return (x, (-c - a * x) / b)
