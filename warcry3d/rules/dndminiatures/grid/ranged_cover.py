"""Cover from ranged attacks: the test from a corner of the attacker's choice (DDM-COVER), exact in integers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import Edge, GridMap

__all__ = ["CoverTest", "CoveringCell", "CoveringEdge", "Crossed", "hull_of", "ranged_cover"]


@dataclass(frozen=True, slots=True)
class CoveringCell:
    """A cell that gives cover: a wall, a statue, or one that a creature occupies."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class CoveringEdge:
    """A wall along the side of a cell."""

    edge: Edge


Crossed = CoveringCell | CoveringEdge


@dataclass(frozen=True, slots=True)
class CoverTest:
    """The outcome: ``corner`` is the attacker's best, ``crossed`` what gives the target cover from there."""

    corner: Cell
    crossed: tuple[Crossed, ...]

    @property
    def is_covered(self) -> bool:
        """Whether the target has cover: from each corner of the attacker something is crossed (DDM-COVER-3)."""
        return bool(self.crossed)


def ranged_cover(board: GridMap, attacker: Space, target: Space, others: Iterable[Space] = ()) -> CoverTest:
    """Return whether the target has cover from a ranged attack, from the best corner of the attacker's cells.

    ``others``: the spaces of all other creatures, friends and enemies (DDM-COVER-1). A line that runs along the edge of
    what gives cover does not cross it, nor does one that touches a corner (DDM-COVER-4). Of equal corners: the least
    covered, then the nearest to the target, then the one with the smaller coordinates.
    """
    own = {*attacker.cells(), *target.cells()}
    solid = {cell for space in others for cell in space.cells()} | board.walls | board.statues
    box = tuple(
        (min(attacker.low[axis], target.low[axis]), max(attacker.high[axis], target.high[axis])) for axis in (0, 1)
    )
    cells = sorted(cell for cell in solid - own if _is_within(cell, (cell[0] + 1, cell[1] + 1), box))
    edges = sorted(edge for edge in board.edges if _is_within(*edge, box))

    def key(corner: Cell) -> tuple[int, float, Cell]:
        x, y = (2 * at - low - high for at, low, high in zip(corner, target.low, target.high, strict=True))
        return len(tests[corner]), x * x + y * y, corner

    tests = {corner: _crossed(corner, target, cells, edges) for corner in attacker.corners()}
    best = min(tests, key=key)
    return CoverTest(best, tests[best])


def _is_within(low: Cell, high: Cell, box: Sequence[tuple[int, int]]) -> bool:
    """Return whether a cell or an edge reaches into the box around the two spaces, or along its border."""
    return all(low[axis] <= box[axis][1] and high[axis] >= box[axis][0] for axis in (0, 1))


def _crossed(corner: Cell, target: Space, cells: Sequence[Cell], edges: Sequence[Edge]) -> tuple[Crossed, ...]:
    """Return what lines from a corner to all points of the target cross (DDM-COVER-5)."""
    hull = hull_of(corner, target)
    x0, x1 = min(x for x, _ in hull), max(x for x, _ in hull)
    y0, y1 = min(y for _, y in hull), max(y for _, y in hull)
    found: list[Crossed] = []
    for x, y in cells:
        if x0 - 1 < x < x1 and y0 - 1 < y < y1:
            box = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
            if not _is_apart(hull, box) and not _is_apart(box, hull):
                found.append(CoveringCell((x, y)))
    for edge in edges:
        (ax, ay), (bx, by) = edge
        is_near = bx > x0 and ax < x1 and by > y0 and ay < y1
        if is_near and _turn(*edge, corner) != 0 and _enters(hull, edge):
            found.append(CoveringEdge(edge))
    return tuple(found)


def _turn(a: Cell, b: Cell, c: Cell) -> int:
    """Return twice the area of a triangle: above 0 where it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull_of(corner: Cell, target: Space) -> tuple[Cell, ...]:
    """Return the convex hull of a lattice point and a space, counterclockwise."""
    return _around({*target.outline(), corner})


def _around(points: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the corners of the convex hull of points, counterclockwise (Andrew's monotone chain)."""
    ordered = sorted(points)
    halves = []
    for line in (ordered, ordered[::-1]):
        half: list[Cell] = []
        for point in line:
            while len(half) > 1 and _turn(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return (*halves[0], *halves[1])


def _is_apart(one: Sequence[Cell], other: Sequence[Cell]) -> bool:
    """Return whether a side of the first polygon has the whole of the other on its right, or on it."""
    return any(all(_turn(one[k - 1], one[k], point) <= 0 for point in other) for k in range(len(one)))


def _enters(hull: Sequence[Cell], edge: Edge) -> bool:
    """Return whether a segment meets the interior of a convex polygon."""
    low, high = edge
    sides = [_turn(low, high, point) for point in hull]
    if min(sides) >= 0 or max(sides) <= 0:
        return False
    return not any(
        _turn(hull[k - 1], hull[k], low) <= 0 and _turn(hull[k - 1], hull[k], high) <= 0 for k in range(len(hull))
    )
