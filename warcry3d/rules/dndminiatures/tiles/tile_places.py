"""Where tiles may be laid, and start areas (DDM-MAP-3 to -5, DDM-TILE-4, -5, -8 to -11)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.dndminiatures.tiles.map_tile import LaidShape, MapTile, WallBox, wall_boxes
from warcry3d.table.grid import Square, SquareGrid

__all__ = ["TilePlace", "area_choices", "assembly_places", "feature_places", "is_for_tiles", "lay_faults"]

GAP = 2
"""The least squares between the walls of two tiles, so that big creatures get through (DDM-TILE-10)."""
LEG = 3
"""Exits of an assembly tile along an edge of the map (DDM-TILE-5)."""


@dataclass(frozen=True, slots=True, order=True)
class TilePlace:
    """Where a tile lies: the square of its least corner, and its quarter turns."""

    cell: Square
    turn: int


def is_for_tiles(grid: SquareGrid) -> bool:
    """Return whether a map is one to lay tiles on: its start areas are exits only."""
    return bool(grid.start_numbers) and all(grid.start(n) == grid.exits(n) for n in grid.start_numbers)


def area_choices(grid: SquareGrid, players: int, taken: Sequence[int]) -> tuple[int, ...]:
    """Return the start areas that the next player may choose where others took some already.

    Two players have opposite corners, three the middle of a long edge and both corners of the other one, four a corner
    each (DDM-MAP-3 to -5). A map whose areas lie otherwise gives them in the order of their numbers.
    """
    sets = [one for one in _area_sets(grid, players) if set(taken) <= one]
    return tuple(n for n in grid.start_numbers if n not in taken and any(n in one for one in sets))


def _area_sets(grid: SquareGrid, players: int) -> tuple[frozenset[int], ...]:
    at = {
        corner: n
        for n in grid.start_numbers
        for corner in _corners(grid)
        if _corner_cell(grid, corner) in grid.start(n)
    }
    found = []
    for chosen in combinations(sorted(at), players):
        is_opposite = players == 2 and all(a != b for a, b in zip(*chosen, strict=True))
        if (is_opposite or players == len(at) == 4) and len({at[corner] for corner in chosen}) == players:
            found.append(frozenset(at[corner] for corner in chosen))
    if players == 3:
        for middle, (one, other) in _long_edges(grid):
            if one in at and other in at and at[one] != at[other]:
                found.append(frozenset((middle, at[one], at[other])))
    return tuple(found) or (frozenset(grid.start_numbers[:players]),)


Corner = tuple[int, int]
"""A corner of the map: 0 or 1 along x, and along y."""


def _corners(grid: SquareGrid) -> tuple[Corner, ...]:
    return ((0, 0), (1, 0), (1, 1), (0, 1))


def _corner_cell(grid: SquareGrid, corner: Corner) -> Square:
    return (corner[0] * (grid.width - 1), corner[1] * (grid.depth - 1))


def _long_edges(grid: SquareGrid) -> Iterator[tuple[int, tuple[Corner, Corner]]]:
    """Yield the areas at the middle of a long edge, each with the corners of the opposite edge."""
    for axis in (0, 1):
        long, wide = (grid.width, grid.depth) if axis == 0 else (grid.depth, grid.width)
        if long < wide:
            continue
        for side in (0, 1):
            middle = (long // 2, side * (wide - 1))
            cell = middle if axis == 0 else middle[::-1]
            for n in grid.start_numbers:
                if cell in grid.start(n):
                    ends: list[Corner] = [(end, 1 - side) if axis == 0 else (1 - side, end) for end in (0, 1)]
                    yield n, (ends[0], ends[1])


def assembly_places(grid: SquareGrid, area: int, tile: MapTile) -> tuple[TilePlace, ...]:
    """Return where an assembly tile may lie in a start area: its five exits on those of the map's corner, or three of
    them on those of the map's edge (DDM-TILE-4, -5).
    """
    exits, found = grid.exits(area), []
    for turn in tile.turns():
        turned = tile.turned(turn)
        for cell in _on_map(grid, turned):
            laid = LaidShape(turned, cell)
            if not exits <= laid.exits():
                continue
            if len(exits) == LEG and len(laid.exits()) != len(exits) + 2:
                continue
            found.append(TilePlace(cell, turn))
    return tuple(found)


def _on_map(grid: SquareGrid, tile: MapTile) -> Iterator[Square]:
    for y in range(grid.depth - tile.grid.depth + 1):
        for x in range(grid.width - tile.grid.width + 1):
            yield x, y


def feature_places(grid: SquareGrid, laid: Sequence[LaidShape], tile: MapTile) -> tuple[TilePlace, ...]:
    """Return all places where a feature tile may be laid, by square, then by turn."""
    found: list[TilePlace] = []
    for turn in tile.turns():
        turned = tile.turned(turn)
        cells = np.array(list(_on_map(grid, turned)), dtype=np.int64).reshape(-1, 2)
        free = ~_overlapping(cells, turned, laid) & ~_near_walls(grid, cells, turned, laid)
        found += [TilePlace((int(x), int(y)), turn) for x, y in cells[free]]
    return tuple(sorted(found))


def _overlapping(cells: NDArray[np.int64], tile: MapTile, laid: Sequence[LaidShape]) -> NDArray[np.bool_]:
    """Return (n,) whether a tile would lie on another (DDM-TILE-11)."""
    size = np.array([tile.grid.width, tile.grid.depth])
    found = np.zeros(len(cells), dtype=np.bool_)
    for one in laid:
        low, high = np.array(one.cell), np.array(one.cell) + np.array([one.tile.grid.width, one.tile.grid.depth])
        found = found | np.asarray(((cells < high) & (cells + size > low)).all(axis=1))
    return found


def _near_walls(
    grid: SquareGrid, cells: NDArray[np.int64], tile: MapTile, laid: Sequence[LaidShape]
) -> NDArray[np.bool_]:
    """Return (n,) whether a wall of a tile would be too near to one of another, or to an edge of the map."""
    own = np.array(wall_boxes(tile.grid), dtype=np.int64).reshape(-1, 4)
    if not len(own):
        return np.zeros(len(cells), dtype=np.bool_)
    boxes = own[None, :, :] + np.concatenate([cells, cells], axis=1)[:, None, :]
    is_narrow = np.zeros(len(cells), dtype=np.bool_)
    for side, facing in enumerate(_facing_out(tile.grid, (0, 0))):
        ends = {_edge_gap(grid, box, side) for box in facing}
        axis, sign = side % 2, 1 if side < 2 else -1
        is_narrow = is_narrow | np.isin(cells[:, axis] * sign, [1 - end for end in ends])
    others = np.array(_walls_on(grid, laid), dtype=np.int64).reshape(-1, 4)
    if len(others):
        a, b = boxes[:, :, None, :], others[None, None, :, :]
        gaps = np.maximum(b[..., :2] - a[..., 2:], a[..., :2] - b[..., 2:]).max(axis=-1)
        is_narrow = is_narrow | np.asarray((gaps < GAP).any(axis=(1, 2)), dtype=np.bool_)
    return is_narrow


def _walls_on(grid: SquareGrid, laid: Sequence[LaidShape]) -> tuple[WallBox, ...]:
    return (*wall_boxes(grid), *(box for one in laid for box in wall_boxes(one.tile.grid, one.cell)))


def lay_faults(grid: SquareGrid, laid: Sequence[LaidShape], shape: LaidShape) -> tuple[ActionFault, ...]:
    """Return why a feature tile cannot lie somewhere (DDM-TILE-8 to -11)."""
    (x, y), tile = shape.cell, shape.tile.grid
    if x < 0 or y < 0 or x + tile.width > grid.width or y + tile.depth > grid.depth:
        return fault("DDM-TILE-11", "it does not lie wholly on the map", place="cell")
    if any(not shape.squares().isdisjoint(one.squares()) for one in laid):
        return fault("DDM-TILE-11", "it lies on another tile", place="cell")
    gaps = [_gap(one, other) for one in wall_boxes(tile, shape.cell) for other in _walls_on(grid, laid)]
    if 0 in gaps:
        return fault("DDM-TILE-8", "a wall of it touches a wall of another tile", place="cell")
    if any(gap < GAP for gap in gaps):
        return fault(
            "DDM-TILE-10", "between walls of two tiles there are at least {gap} squares", gap=GAP, place="cell"
        )
    if any(
        _edge_gap(grid, box, side) == 1 for side, boxes in enumerate(_facing_out(tile, shape.cell)) for box in boxes
    ):
        return fault("DDM-TILE-10", "between a wall and the map's edge there is 1 square: none, or 2", place="cell")
    return ()


def _gap(one: WallBox, other: WallBox) -> int:
    """Return the squares between two walls, diagonally too; 0 where they touch."""
    return max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3], 0)


def _edge_gap(grid: SquareGrid, box: WallBox, side: int) -> int:
    """Return the squares between a wall and a side of the map: low x, low y, high x, high y."""
    return (box[0], box[1], grid.width - box[2], grid.depth - box[3])[side]


def _facing_out(tile: SquareGrid, cell: Square) -> tuple[tuple[WallBox, ...], ...]:
    """Return the walls of a tile at ``cell`` that face each side of the map, with no other of its walls before them.

    A wall along an edge faces the two sides that it runs along, not those that its ends point to.
    """
    walls = {box[:2] for box in wall_boxes(tile, cell) if box[2] > box[0] and box[3] > box[1]}
    found: list[list[WallBox]] = [[], [], [], []]
    for box in wall_boxes(tile, cell):
        x0, y0, x1, y1 = box
        for side, before in enumerate(((x0 - 1, y0), (x0, y0 - 1), (x1, y0), (x0, y1))):
            runs_along = y1 > y0 if side % 2 == 0 else x1 > x0
            if runs_along and before not in walls:
                found[side].append(box)
    return tuple(tuple(boxes) for boxes in found)
