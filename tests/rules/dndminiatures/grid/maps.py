"""Random maps of squares, for laws."""

from hypothesis import strategies as st

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import Edge, GridMap

__all__ = ["SIDE", "grid_maps", "placed_pairs"]

SIDE = 6


@st.composite
def grid_maps(draw: st.DrawFn) -> GridMap:
    """Return a small map with walls in cells and along their sides."""
    cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))

    def edge(cell: Cell, is_upright: bool) -> Edge:
        return (cell, (cell[0] + (not is_upright), cell[1] + is_upright))

    walls = draw(st.frozensets(cells, max_size=8))
    edges = draw(st.frozensets(st.builds(edge, cells, st.booleans()), max_size=10))
    return GridMap(SIDE, SIDE, walls, edges)


@st.composite
def placed_pairs(draw: st.DrawFn) -> tuple[GridMap, Space, Space]:
    """Return a map and two spaces on it that do not overlap; no wall is inside of them."""
    board = draw(grid_maps())
    found = [
        space
        for size in (1, 2, 3)
        for x in range(SIDE)
        for y in range(SIDE)
        if board.can_hold(space := Space((x, y), size))
    ]
    one = draw(st.sampled_from([*found[:1], *found])) if found else Space((0, 0))
    apart = [space for space in found if not space.overlaps(one)]
    if not apart:
        return GridMap(SIDE, SIDE), Space((0, 0)), Space((SIDE - 1, 0))
    return board, one, draw(st.sampled_from(apart))
