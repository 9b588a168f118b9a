"""Line of sight on squares: against a search among critical lines, and by hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given

from tests.rules.dndminiatures.grid.maps import placed_pairs
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.line_of_sight import NoSightLine, RationalPoint, SightLine, line_of_sight

Box = tuple[Cell, Cell]


def boxes(board: GridMap) -> list[Box]:
    return [((x, y), (x + 1, y + 1)) for x, y in board.walls] + list(board.edges)


def meets(start: RationalPoint, end: RationalPoint, box: Box) -> bool:
    """Return whether a segment meets a closed box (the slab method, in fractions)."""
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        low, high, go = box[0][axis] - start[axis], box[1][axis] - start[axis], end[axis] - start[axis]
        if go == 0:
            if not low <= 0 <= high:
                return False
        else:
            enter, leave = sorted((low / go, high / go))
            first, last = max(first, enter), min(last, leave)
    return first <= last


def chord(space: Space, through: Cell, go: tuple[Fraction, Fraction]) -> RationalPoint | None:
    """Return the middle of what the line through a point has in common with a space's interior; None: nothing."""
    low, high = Fraction(-(10**6)), Fraction(10**6)
    for axis in (0, 1):
        if go[axis] == 0:
            if not space.low[axis] < through[axis] < space.high[axis]:
                return None
            continue
        a, b = sorted(Fraction(end - through[axis]) / go[axis] for end in (space.low[axis], space.high[axis]))
        low, high = max(low, a), min(high, b)
    at = (low + high) / 2
    return (through[0] + at * go[0], through[1] + at * go[1]) if low < high else None


def is_seen_by_search(board: GridMap, one: Space, other: Space) -> bool:
    """Return whether a line beside two corners, of walls or of the spaces, is free: if any is, one of these is.

    A line can be moved and turned, and stays free, until it touches two corners; a hair back it is free again.
    """
    hair = Fraction(1, 10**4)
    solid = boxes(board)
    corners = {(x, y) for low, high in solid for x in (low[0], high[0]) for y in (low[1], high[1])}
    corners |= {*one.outline(), *other.outline()}
    for a, b in combinations(sorted(corners), 2):
        for i, j in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            across = (Fraction(a[1] - b[1]), Fraction(b[0] - a[0]))
            start = tuple(at + i * hair * side for at, side in zip(a, across, strict=True))
            end = tuple(at + j * hair * side for at, side in zip(b, across, strict=True))
            go = (end[0] - start[0], end[1] - start[1])
            p, q = (chord(space, (start[0], start[1]), go) for space in (one, other))
            if p and q and not any(meets(p, q, box) for box in solid):
                return True
    return False


@given(placed_pairs())
def test_verdict_agrees_with_a_search_among_critical_lines(case: tuple[GridMap, Space, Space]) -> None:
    """rule: DDM-SIGHT-1."""
    board, one, other = case
    found = line_of_sight(board, one, other)
    assert isinstance(found, SightLine) == is_seen_by_search(board, one, other)
    assert type(line_of_sight(board, other, one)) is type(found)
    match found:
        case SightLine(start, end, room):
            assert not any(meets(start, end, box) for box in boxes(board))
            assert all(s.low[k] < at[k] < s.high[k] for s, at in ((one, start), (other, end)) for k in (0, 1))
            assert room is None or room > 0
        case NoSightLine(walls):
            assert walls or not board.walls | board.edges


@given(placed_pairs())
def test_more_walls_never_show_more(case: tuple[GridMap, Space, Space]) -> None:
    board, one, other = case
    fewer = GridMap(board.width, board.depth, edges=board.edges)
    if isinstance(line_of_sight(fewer, one, other), NoSightLine):
        assert isinstance(line_of_sight(board, one, other), NoSightLine)


def test_walls_that_meet_at_a_corner_let_nothing_through() -> None:
    """rule: DDM-SIGHT-1: walls are closed, so nobody peeks between two that touch."""
    board = GridMap(6, 6, frozenset({(1, 0), (0, 1)}))
    assert isinstance(line_of_sight(board, Space((0, 0)), Space((3, 3))), NoSightLine)


def test_a_wall_along_half_a_row_is_seen_past() -> None:
    board = GridMap(6, 6, edges=frozenset({((2, 0), (2, 1))}))
    assert isinstance(line_of_sight(board, Space((0, 0)), Space((4, 0))), NoSightLine)
    assert isinstance(line_of_sight(board, Space((0, 0)), Space((4, 1))), SightLine)


def test_a_wall_behind_hides_nothing() -> None:
    board = GridMap(6, 6, edges=frozenset({((1, 2), (1, 3)), ((4, 2), (4, 3))}))
    assert isinstance(line_of_sight(board, Space((1, 2)), Space((3, 2))), SightLine)


def test_spaces_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        line_of_sight(GridMap(6, 6), Space((0, 0), 2), Space((1, 1)))
