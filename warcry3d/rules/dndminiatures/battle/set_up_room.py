"""Where a warband finds room to be set up: on its tile, or as near to it as it fits (DDM-SETUP-1 to -3)."""

from collections.abc import Iterator, Sequence

from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, cell_distance

__all__ = ["packed", "set_up_cells"]

SEARCHED = 20_000
"""Places that are tried before a warband counts as one that does not fit."""


def set_up_cells(state: SkirmishState, player: str) -> frozenset[Cell]:
    """Return the squares on which a warband may be set up: those of its start area; where it does not fit, also those
    around it up to the least distance at which it does.
    """
    key = ("set-up", player)
    if key not in state.known:
        state.known[key] = _room(state, player)
    return state.known[key]  # type: ignore[return-value]


def _room(state: SkirmishState, player: str) -> frozenset[Cell]:
    start, board = state.start_cells(player), state.board
    if all(one.player != player for one in state.creatures):
        return start
    taken = {cell for one in state.on_map() for cell in state.space(one.id).cells()}
    for far in range(board.width + board.depth):
        near = start if not far else _around(start, far, board.width, board.depth)
        cells = frozenset(near - taken)
        if packed(state, player, cells):
            return cells
    return start


def _around(start: frozenset[Cell], far: int, width: int, depth: int) -> frozenset[Cell]:
    return frozenset(
        (x, y) for x in range(width) for y in range(depth) if any(cell_distance(x - i, y - j) <= far for i, j in start)
    )


def packed(state: SkirmishState, player: str, cells: frozenset[Cell]) -> tuple[tuple[str, Space], ...]:
    """Return a place for each creature of a player on these squares, off walls and statues; none: they do not fit."""
    board = state.board
    free = frozenset(cell for cell in cells if not board.is_wall(cell) and cell not in board.statues)
    own = [one.id for one in state.creatures if one.player == player]
    own.sort(key=lambda id: -state.card(id).size.cells)
    sizes = [state.card(id).size.cells for id in own]
    spots = {size: tuple(_spots(state, free, size)) for size in set(sizes)}
    found = _Packing(sizes, spots).places(0, frozenset())
    return tuple(zip(own, found, strict=True)) if found else ()


def _spots(state: SkirmishState, free: frozenset[Cell], size: int) -> Iterator[Space]:
    for cell in sorted(free):
        space = Space(cell, size)
        if free.issuperset(space.cells()) and state.board.can_hold(space):
            yield space


class _Packing:
    """A search for room, the largest first, with a bound on the places that are tried."""

    def __init__(self, sizes: Sequence[int], spots: dict[int, tuple[Space, ...]]) -> None:
        self._sizes, self._spots, self._left = sizes, spots, SEARCHED

    def places(self, number: int, taken: frozenset[Cell]) -> list[Space]:
        """Return a place for each creature from a number on; empty: there is none, or the bound was reached."""
        for space in self._spots[self._sizes[number]]:
            self._left -= 1
            if self._left < 0:
                return []
            if not taken.isdisjoint(space.cells()):
                continue
            if number + 1 == len(self._sizes):
                return [space]
            rest = self.places(number + 1, taken | set(space.cells()))
            if rest:
                return [space, *rest]
            if space.size == 1:
                return []
        return []
