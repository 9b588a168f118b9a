"""Cover from ranged attacks."""

import pytest
from hypothesis import given

from tests.rules.dndminiatures.grid.maps import placed_pairs
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.ranged_cover import CoveringCell, CoveringEdge, ranged_cover

EMPTY = GridMap(12, 12)


@pytest.mark.parametrize(
    ("attacker", "target", "others", "is_covered"),
    [
        (Space((0, 0)), Space((4, 0)), [(2, 0)], True),
        (Space((0, 0)), Space((4, 1)), [(2, 0)], False),
        (Space((0, 0)), Space((4, 1)), [(1, 0)], False),
        (Space((0, 0)), Space((4, 1)), [(2, 0), (2, 1)], True),
        (Space((0, 0)), Space((3, 3)), [(1, 1)], True),
        (Space((0, 0)), Space((3, 3)), [(1, 2)], False),
        (Space((0, 0)), Space((3, 3)), [(2, 1)], False),
        (Space((0, 0)), Space((3, 3)), [(1, 2), (2, 1)], True),
        (Space((0, 0), 2), Space((5, 0)), [(3, 0)], True),
        (Space((0, 0), 2), Space((5, 0)), [(3, 1)], False),
        (Space((0, 0)), Space((4, 0), 2), [(2, 0)], True),
    ],
)
def test_cover_as_worked_out_from_the_rules(
    attacker: Space, target: Space, others: list[Cell], is_covered: bool
) -> None:
    """rule: DDM-COVER-3, DDM-COVER-5."""
    found = ranged_cover(EMPTY, attacker, target, [Space(cell) for cell in others])
    assert found.is_covered == is_covered
    assert {one.cell for one in found.crossed if isinstance(one, CoveringCell)} <= set(others)


def test_the_best_corner_is_named() -> None:
    """rule: DDM-COVER-5."""
    assert ranged_cover(EMPTY, Space((0, 0)), Space((3, 3)), [Space((1, 2))]).corner == (1, 0)
    assert ranged_cover(EMPTY, Space((0, 0)), Space((3, 3)), [Space((2, 1))]).corner == (0, 1)


def test_lines_along_a_wall_do_not_cross_it() -> None:
    """rule: DDM-COVER-4."""
    along = GridMap(12, 12, edges=frozenset({((2, 1), (3, 1))}))
    assert not ranged_cover(along, Space((0, 0)), Space((4, 0))).is_covered
    across = GridMap(12, 12, edges=frozenset({((2, 0), (2, 1))}))
    found = ranged_cover(across, Space((0, 0)), Space((4, 0)))
    assert found.crossed == (CoveringEdge(((2, 0), (2, 1))),)


def test_statues_and_walls_give_cover() -> None:
    """rule: DDM-COVER-1, DDM-COVER-2: one is enough, several give no more."""
    assert ranged_cover(GridMap(12, 12, statues=frozenset({(2, 0)})), Space((0, 0)), Space((4, 0))).is_covered
    assert ranged_cover(GridMap(12, 12, walls=frozenset({(2, 0), (3, 0)})), Space((0, 0)), Space((4, 0))).is_covered


@given(placed_pairs())
def test_more_things_in_the_way_never_uncover(case: tuple[GridMap, Space, Space]) -> None:
    board, attacker, target = case
    if ranged_cover(GridMap(board.width, board.depth, edges=board.edges), attacker, target).is_covered:
        assert ranged_cover(board, attacker, target).is_covered
