"""Contact round corners, and flanking."""

from itertools import combinations

import pytest
from hypothesis import given

from tests.rules.dndminiatures.grid.maps import placed_pairs
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact, is_flanking
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap

HERE = Space((2, 2))


def test_a_wall_end_between_diagonal_neighbours_gives_melee_cover() -> None:
    """rule: DDM-MCOVER-1, DDM-MCOVER-2: one way round is closed."""
    board = GridMap(6, 6, edges=frozenset({((3, 2), (3, 3))}))
    assert contact(board, HERE, Space((3, 3))) is Contact.COVERED
    assert contact(board, HERE, Space((3, 2))) is Contact.NONE
    assert contact(board, HERE, Space((2, 3))) is Contact.OPEN


def test_two_wall_cells_at_a_corner_keep_diagonal_neighbours_apart() -> None:
    """rule: DDM-MCOVER-2: both ways are closed."""
    board = GridMap(6, 6, frozenset({(3, 2), (2, 3)}))
    assert contact(board, HERE, Space((3, 3))) is Contact.NONE


def test_a_big_defender_has_cover_only_if_every_pair_has() -> None:
    """rule: DDM-MCOVER-3."""
    wall = frozenset({((3, 2), (3, 3))})
    assert contact(GridMap(8, 8, edges=wall), HERE, Space((3, 3), 2)) is Contact.COVERED
    assert contact(GridMap(8, 8, edges=wall), HERE, Space((2, 3), 2)) is Contact.OPEN


def test_creatures_apart_have_no_contact() -> None:
    """rule: DDM-MELEE-1."""
    assert contact(GridMap(6, 6), HERE, Space((4, 2))) is Contact.NONE
    assert contact(GridMap(6, 6), HERE, Space((3, 3))) is Contact.OPEN


@given(placed_pairs())
def test_contact_is_symmetric(case: tuple[GridMap, Space, Space]) -> None:
    """rule: DDM-MCOVER-4."""
    board, one, other = case
    assert contact(board, one, other) is contact(board, other, one)


@pytest.mark.parametrize(
    ("size", "attacker", "partner", "is_flanked"),
    [
        (1, (-1, 0), (1, 0), True),
        (1, (-1, -1), (1, 1), True),
        (1, (-1, 0), (1, 1), False),
        (1, (-1, -1), (0, 1), False),
        (2, (-1, 0), (2, 1), True),
    ],
)
def test_flanking_as_worked_out_from_the_rules(size: int, attacker: Cell, partner: Cell, is_flanked: bool) -> None:
    """rule: DDM-FLANK-1, DDM-FLANK-2."""
    assert is_flanking(Space((0, 0), size), Space(attacker), Space(partner)) == is_flanked
    assert is_flanking(Space((0, 0), size), Space(partner), Space(attacker)) == is_flanked


def test_four_pairs_flank_a_creature_of_one_cell_and_ten_a_creature_of_four() -> None:
    """rule: DDM-FLANK-5."""
    for size, count in ((1, 4), (2, 10)):
        target = Space((0, 0), size)
        pairs = list(combinations(target.neighbours(), 2))
        assert sum(is_flanking(target, Space(a), Space(b)) for a, b in pairs) == count


def test_a_big_attacker_flanks_with_any_of_its_cells() -> None:
    """rule: DDM-FLANK-3."""
    assert is_flanking(Space((2, 2)), Space((0, 1), 2), Space((3, 2)))
    assert not is_flanking(Space((2, 2)), Space((0, -1), 2), Space((3, 2)))
