"""Squares of an inch on a table: walls, statues, difficult ground, start areas; drawn as rows of text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, TypeAlias

from msgspec import Meta, field

from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.wire_types import Wire

__all__ = [
    "DIFFICULT",
    "EXITS",
    "FLOOR",
    "STARTS",
    "STATUE",
    "WALL",
    "GridPart",
    "GridPartKind",
    "Square",
    "SquareEdge",
    "SquareGrid",
    "SquareGridWire",
    "grid_from",
    "grid_part",
    "snapped",
]

FLOOR, WALL, STATUE, DIFFICULT = ".", "#", "o", "~"
STARTS, EXITS = "123456", "abcdef"
"""The floor of a start area by its number, and the squares of it from which the map can be left."""

MAX_SQUARES = 200
"""Squares along a side of a grid."""

Square: TypeAlias = tuple[int, int]
"""A square by its corner with the smaller coordinates (in)."""
SquareEdge: TypeAlias = tuple[Square, Square]
"""A side of a square: its two ends, the smaller first."""

Whole: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SQUARES)]
Row: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_SQUARES)]


class GridPartKind(StrEnum):
    """What stands on a grid, as the names of its parts say."""

    WALL = "wall"
    STATUE = "statue"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class GridPart:
    """Something that stands on a grid: on a ``square``, or along its side up to ``end``. ``str()``: its name, where
    verdicts name parts of terrain.

    >>> str(GridPart(GridPartKind.WALL, (4, 5))), str(GridPart(GridPartKind.EDGE, (4, 5), (4, 6)))
    ('grid/wall@4,5', 'grid/edge@4,5,4,6')
    """

    kind: GridPartKind
    square: Square
    end: Square | None = None

    def __str__(self) -> str:
        numbers = (*self.square, *(self.end or ()))
        return f"{_PARTS}{self.kind.value}@{','.join(map(str, numbers))}"


_PARTS = "grid/"
_CORNERS = {2: 1, 4: 2}


def grid_part(name: str) -> GridPart | None:
    """Return the part of a grid that a name means; None: it names something else.

    >>> grid_part("grid/statue@3,2"), grid_part("hut/door")
    (GridPart(kind=<GridPartKind.STATUE: 'statue'>, square=(3, 2), end=None), None)
    """
    kind, _, numbers = name.removeprefix(_PARTS).partition("@")
    values = [int(one) for one in numbers.split(",") if one.isdecimal()]
    if not name.startswith(_PARTS) or kind not in set(GridPartKind) or len(values) not in _CORNERS:
        return None
    end = (values[2], values[3]) if len(values) == 4 else None
    return GridPart(GridPartKind(kind), (values[0], values[1]), end)


def snapped(x: float, y: float, width: float, depth: float) -> tuple[float, float]:
    """Return the place nearest to one (in) where a base so wide and deep covers whole squares.

    >>> snapped(3.4, 2.6, 1.0, 1.0), snapped(3.4, 2.6, 2.0, 2.0)
    ((3.5, 2.5), (3.0, 3.0))
    """
    return _snapped(x, width), _snapped(y, depth)


def _snapped(at: float, side: float) -> float:
    """Return the middle of so many whole squares nearest to a place along an axis; halfway between the farther one."""
    size = max(round(side), 1)
    return (2 * at - size + 1) // 2 + size / 2


class SquareGridWire(Wire, kw_only=True):
    """A grid of squares of an inch.

    ``rows``: a letter for each square, the row farthest from the origin's edge first, each from x = 0 on: ``.`` floor,
    ``#`` wall, ``o`` statue, ``~`` difficult ground, ``1`` to ``6`` floor of a start area, ``a`` to ``f`` its exits.
    ``edges``: walls along sides of squares, each from a corner to the next one (x, y, x, y).
    """

    rows: Annotated[list[Row], Meta(min_length=1, max_length=MAX_SQUARES)]
    edges: Annotated[list[tuple[Whole, Whole, Whole, Whole]], Meta(max_length=4000)] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """A grid: its ``rows`` as `SquareGridWire` has them, and walls along ``edges``."""

    rows: tuple[str, ...]
    edges: frozenset[SquareEdge] = frozenset()

    @property
    def width(self) -> int:
        """Return the squares along x."""
        return len(self.rows[0])

    @property
    def depth(self) -> int:
        """Return the squares along y."""
        return len(self.rows)

    def at(self, square: Square) -> str:
        """Return the letter of a square of the grid."""
        x, y = square
        return self.rows[self.depth - 1 - y][x]

    def squares(self, letters: str) -> frozenset[Square]:
        """Return all squares with one of these letters."""
        return frozenset(
            (x, y) for y in range(self.depth) for x, letter in enumerate(self.rows[-1 - y]) if letter in letters
        )

    @property
    def start_numbers(self) -> tuple[int, ...]:
        """Return the numbers of the start areas that there are, from 0."""
        return tuple(n for n, pair in enumerate(zip(STARTS, EXITS, strict=True)) if self.squares("".join(pair)))

    def start(self, number: int) -> frozenset[Square]:
        """Return the squares of a start area, from 0; none: there is no such one."""
        return self.squares(STARTS[number] + EXITS[number])

    def exits(self, number: int) -> frozenset[Square]:
        """Return the squares of a start area from which the map can be left."""
        return self.squares(EXITS[number])

    def written(self) -> SquareGridWire:
        """Return it as files have it."""
        return SquareGridWire(rows=list(self.rows), edges=[(*a, *b) for a, b in sorted(self.edges)])


def grid_from(wire: SquareGridWire, spot: JsonPath, *, letters: str = "") -> SquareGrid:
    """Return a grid that was read; raise `FileError` where rows differ in length or a letter or an edge is none.

    ``letters``: those allowed beside the usual ones.
    """
    known = FLOOR + WALL + STATUE + DIFFICULT + STARTS + EXITS + letters
    for n, row in enumerate(wire.rows):
        if len(row) != len(wire.rows[0]):
            raise spot.at("rows", n).error(
                "expected {n} squares as in the first row, got {given}", n=len(wire.rows[0]), given=len(row)
            )
        unknown = next((letter for letter in row if letter not in known), None)
        if unknown is not None:
            raise spot.at("rows", n).error("expected one of {known}, got '{letter}'", known=known, letter=unknown)
    return SquareGrid(tuple(wire.rows), frozenset(_edges(wire.edges, spot)))


def _edges(edges: Sequence[tuple[int, int, int, int]], spot: JsonPath) -> Iterator[SquareEdge]:
    """Yield the sides, each cut into those of single squares."""
    for n, (x0, y0, x1, y1) in enumerate(edges):
        if (x0 == x1) == (y0 == y1):
            raise spot.at("edges", n).error("expected a wall along the sides of squares, got {edge}", edge=edges[n])
        yield from _cut((x0, y0), (x1, y1))


def _cut(one: Square, other: Square) -> Iterable[SquareEdge]:
    (x0, y0), (x1, y1) = sorted((one, other))
    points = [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]
    return pairwise(points)
