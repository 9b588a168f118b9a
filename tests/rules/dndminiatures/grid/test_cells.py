"""How squares are counted."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.rules.dndminiatures.grid.cells import (
    STEPS,
    Space,
    are_adjacent,
    cell_distance,
    space_distance,
    step_cost,
)

spaces = st.builds(Space, st.tuples(st.integers(-9, 9), st.integers(-9, 9)), st.integers(1, 4))


@pytest.mark.parametrize(("cell", "squares"), [((3, 3), 4), ((4, 4), 6), ((5, 2), 6), ((5, 3), 6), ((4, 5), 7)])
def test_every_second_diagonal_counts_twice(cell: tuple[int, int], squares: int) -> None:
    """rule: DDM-DIST-1, DDM-DIST-4: the first four are within 6, the last is not."""
    assert space_distance(Space((0, 0)), Space(cell)) == squares


@pytest.mark.parametrize("cell", list(product(range(-4, 5), repeat=2)))
def test_distance_is_the_cheapest_walk_on_an_empty_map(cell: tuple[int, int]) -> None:
    """rule: DDM-DIST-1 against DDM-MOVE-1: steps one by one, as long as there are cheaper ones."""
    best = {((0, 0), 0): 0}
    for _ in range(8):
        for ((x, y), odd), cost in list(best.items()):
            for dx, dy in STEPS:
                state = ((x + dx, y + dy), odd ^ bool(dx and dy))
                best[state] = min(best.get(state, 99), cost + step_cost((dx, dy), odd))
    assert cell_distance(*cell) == min(best.get((cell, 0), 99), best.get((cell, 1), 99))


@given(spaces, spaces)
def test_distance_of_spaces_is_the_least_of_their_cells(one: Space, other: Space) -> None:
    """rule: DDM-DIST-2, DDM-CELL-3."""
    pairs = [(a[0] - b[0], a[1] - b[1]) for a in one.cells() for b in other.cells()]
    assert space_distance(one, other) == space_distance(other, one) == min(cell_distance(*pair) for pair in pairs)
    assert are_adjacent(one, other) == (min(max(abs(x), abs(y)) for x, y in pairs) == 1)
    assert one.overlaps(other) == ((0, 0) in pairs)


def test_neighbours_of_a_big_creature_are_the_cells_around_it() -> None:
    """rule: DDM-CELL-2."""
    around = list(Space((2, 2), 2).neighbours())
    assert len(around) == len(set(around)) == 12
    assert all(are_adjacent(Space(cell), Space((2, 2), 2)) for cell in around)
