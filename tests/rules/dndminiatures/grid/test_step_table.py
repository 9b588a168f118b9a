"""The table of all steps of a map agrees with each step asked by itself."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dndminiatures.grid.maps import SIDE, grid_maps
from tests.soak import mostly_soak
from warcry3d.rules.dndminiatures.grid.cells import STEPS, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.step_table import step_table
from warcry3d.rules.dndminiatures.grid.steps import can_step
from warcry3d.rules.dndminiatures.grid.ways import entry_cost

SLOW = st.frozensets(st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)), max_size=6)


@pytest.mark.parametrize("size", mostly_soak((1, 2, 3), quick=2))
@given(grid_maps(), SLOW, SLOW, st.booleans(), st.booleans())
def test_the_table_has_the_open_steps_with_their_costs(
    size: int,
    board: GridMap,
    difficult: frozenset[tuple[int, int]],
    statues: frozenset[tuple[int, int]],
    squeezes: bool,
    cuts_corners: bool,
) -> None:
    """rule: DDM-MOVE-4, DDM-MOVE-5, DDM-MOVE-8, DDM-MOVE-9."""
    board = replace(board, difficult=difficult, statues=statues, squeezes=squeezes, cuts_corners=cuts_corners)
    steps = step_table(board, size)
    for cell in ((x, y) for x in range(SIDE - size + 1) for y in range(SIDE - size + 1)):
        space = Space(cell, size)
        if board.can_hold(space) or squeezes:
            assert steps[cell] == tuple(
                (space.shifted(step).cell, entry_cost(board, space, step, 0) + entry_cost(board, space, step, 1))
                for step in STEPS
                if can_step(board, space, step)
            )
