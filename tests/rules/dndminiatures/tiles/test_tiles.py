"""Map tiles: files, start areas, where tiles may lie (DDM-MAP, DDM-TILE, DDM-BAND-6)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from warcry3d.errors import FileError
from warcry3d.rules.dndminiatures.board import grid_map
from warcry3d.rules.dndminiatures.creatures.files import shipped_creature_band, shipped_creature_bands
from warcry3d.rules.dndminiatures.grid.cells import Space
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround, ways
from warcry3d.rules.dndminiatures.tiles.map_tile import LaidShape, MapTile, TileKind
from warcry3d.rules.dndminiatures.tiles.tile_files import load_tiles, save_tiles, shipped_tiles, tiles_from_json
from warcry3d.rules.dndminiatures.tiles.tile_places import (
    TilePlace,
    area_choices,
    assembly_places,
    feature_places,
    is_for_tiles,
    lay_faults,
)
from warcry3d.rules.dndminiatures.tiles.tile_sets import default_tiles, feature_count, tile_set_faults
from warcry3d.table.files import load_table
from warcry3d.table.grid import SquareGrid
from warcry3d.table.shipped import shipped_root

SW, NE, SE, NW, SOUTH, NORTH = range(6)
"""Start areas of the open map that ships."""
BLOCK = ("....", ".##.", ".##.", "....")


def grid_of(name: str) -> SquareGrid:
    grid = load_table(shipped_root() / "terrain" / f"{name}.table.json").grid
    assert grid is not None
    return grid


OPEN = grid_of("map-0-open")


def feature(rows: tuple[str, ...], **grid: Any) -> MapTile:
    return MapTile("block", "Block", TileKind.FEATURE, SquareGrid(rows, **grid))


def wire(**changed: object) -> dict[str, Any]:
    tile = {"id": "hall", "name": "Hall", "kind": "feature", "rows": ["#.#", "...", "#.#"], **changed}
    return {"format": "warcry3d.map-tiles/1", "tiles": [tile]}


def test_two_players_begin_in_opposite_corners() -> None:
    """rule: DDM-MAP-3."""
    assert area_choices(OPEN, 2, ()) == (SW, NE, SE, NW)
    assert [area_choices(OPEN, 2, (one,)) for one in (SW, NE, SE, NW)] == [(NE,), (SW,), (NW,), (SE,)]


def test_three_players_begin_at_the_middle_of_a_long_edge_and_in_the_corners_of_the_other() -> None:
    """rule: DDM-MAP-4."""
    assert area_choices(OPEN, 3, (SOUTH,)) == (NE, NW)
    assert area_choices(OPEN, 3, (SW,)) == (SE, NORTH)
    assert area_choices(OPEN, 3, (SW, SE)) == (NORTH,)


def test_four_players_begin_in_a_corner_each() -> None:
    """rule: DDM-MAP-5."""
    assert area_choices(OPEN, 4, ()) == (SW, NE, SE, NW)
    assert area_choices(OPEN, 4, (SW, NW, SE)) == (NE,)


def test_assembly_tile_in_a_corner_lies_with_its_five_exits_on_those_of_the_map() -> None:
    """rule: DDM-TILE-4."""
    for tile in shipped_tiles().values():
        for area in (SW, NE, SE, NW) if tile.is_assembly else ():
            (place,) = assembly_places(OPEN, area, tile)
            assert LaidShape(tile.turned(place.turn), place.cell).exits() == OPEN.exits(area)


def test_assembly_tile_at_an_edge_has_three_exits_along_it() -> None:
    """rule: DDM-TILE-5. It lies to one side of them or to the other."""
    tile = shipped_tiles()["lantern-yard"]
    places = assembly_places(OPEN, SOUTH, tile)
    assert len(places) == 2
    for place in places:
        assert OPEN.exits(SOUTH) < LaidShape(tile.turned(place.turn), place.cell).exits()


@pytest.mark.parametrize(
    ("cell", "rule"),
    [
        ((10, 10), "DDM-TILE-11"),  # on the other tile
        ((27, 19), "DDM-TILE-11"),  # half off the map
        ((14, 10), ""),  # beside it: two squares between the walls
    ],
)
def test_tiles_lie_on_the_map_and_not_on_each_other(cell: tuple[int, int], rule: str) -> None:
    """rule: DDM-TILE-11."""
    tile = feature(BLOCK)
    found = [fault.rule for fault in lay_faults(OPEN, [LaidShape(tile, (10, 10))], LaidShape(tile, cell))]
    assert found == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("cell", "rule"),
    [
        ((12, 10), "DDM-TILE-8"),  # walls side by side
        ((12, 12), "DDM-TILE-8"),  # walls that touch at a corner
        ((13, 13), "DDM-TILE-10"),  # one square between, diagonally
        ((14, 10), ""),  # two squares: dx is 3
    ],
)
def test_walls_of_two_tiles_do_not_touch_and_leave_two_squares(cell: tuple[int, int], rule: str) -> None:
    """rule: DDM-TILE-8, DDM-TILE-10."""
    tile = feature(("##", "##"))
    found = [fault.rule for fault in lay_faults(OPEN, [LaidShape(tile, (10, 10))], LaidShape(tile, cell))]
    assert found == ([rule] if rule else [])


def test_walls_along_edges_count_as_walls() -> None:
    """rule: DDM-TILE-8, DDM-CELL-4."""
    fence = feature(("..", ".."), edges=frozenset({((0, 0), (0, 1)), ((0, 1), (0, 2))}))
    laid = [LaidShape(feature(("##", "##")), (10, 10))]
    rules = [[fault.rule for fault in lay_faults(OPEN, laid, LaidShape(fence, (x, 10)))] for x in (12, 13, 14)]
    assert rules == [["DDM-TILE-8"], ["DDM-TILE-10"], []]


def test_walls_may_touch_the_edge_of_the_map_but_leave_no_gap_of_one() -> None:
    """rule: DDM-TILE-9, DDM-TILE-10."""
    tile = feature(("##", "##"))
    rules = [[fault.rule for fault in lay_faults(OPEN, [], LaidShape(tile, (x, 8)))] for x in (0, 1, 2)]
    assert rules == [[], ["DDM-TILE-10"], []]


def test_places_that_are_listed_are_those_without_faults() -> None:
    """rule: DDM-TILE-10, DDM-TILE-11."""
    tiles = shipped_tiles()
    laid = [
        LaidShape(tiles["lantern-yard"], (0, 0)),
        LaidShape(tiles["broken-tower"], (12, 8)),
        LaidShape(tiles["hedge-folds"], (20, 3)),
    ]
    for name in ("charnel-steps", "hedge-folds"):
        tile = tiles[name]
        allowed = {
            TilePlace((x, y), turn)
            for turn in tile.turns()
            for x in range(-1, OPEN.width, 2)
            for y in range(-1, OPEN.depth, 2)
            if not lay_faults(OPEN, laid, LaidShape(tile.turned(turn), (x, y)))
        }
        assert allowed and allowed == {
            one for one in feature_places(OPEN, laid, tile) if one.cell[0] % 2 and one.cell[1] % 2
        }


def test_tile_turned_four_times_lies_as_before() -> None:
    for tile in shipped_tiles().values():
        assert tile.turned(1).turned(1).turned(1).turned(1) == tile == tile.turned(4)
        assert tile.turned(1).grid.width == tile.grid.depth
        assert len(tile.turned(1).grid.edges) == len(tile.grid.edges)


def test_player_brings_one_assembly_tile_and_three_features_of_different_names() -> None:
    """rule: DDM-BAND-6."""
    tiles = default_tiles()
    assert tile_set_faults(tiles) == ()
    for wrong in (tiles[1:], tiles[:3], (*tiles[:3], tiles[2]), (*tiles, tiles[1])):
        assert {fault.rule for fault in tile_set_faults(wrong)} == {"DDM-BAND-6"}
    for name in shipped_creature_bands():
        assert tile_set_faults(shipped_creature_band(name).tiles) == ()


def test_two_players_lay_three_features_and_more_lay_two() -> None:
    """rule: DDM-TILE-7."""
    assert [feature_count(players) for players in (2, 3, 4)] == [3, 2, 2]


def test_enough_tiles_and_maps_ship() -> None:
    """rule: DDM-MAP-1."""
    kinds = [tile.kind for tile in shipped_tiles().values()]
    assert kinds.count(TileKind.ASSEMBLY) >= 2 and kinds.count(TileKind.FEATURE) >= 6
    assert is_for_tiles(OPEN)
    for name in ("map-1-cellars", "map-2-crossroads"):
        assert not is_for_tiles(grid_of(name))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rows": ["#.#", ".."]}, r"tiles\[0\].rows\[1\]: expected 3 squares as in the first row, got 2"),
        ({"rows": ["#q#", "..."]}, r"tiles\[0\].rows\[0\]: expected one of"),
        ({"rows": ["1.#", "..."]}, r"tiles\[0\].rows\[0\]: a tile has no start areas, got '1'"),
        ({"rows": ["x..", "..."]}, r"tiles\[0\].rows: only an assembly tile has exits"),
        ({"kind": "assembly"}, r"tiles\[0\].rows: expected 5 exits .* got 0"),
        ({"kind": "assembly", "rows": ["x..", "x..", "xx."]}, r"tiles\[0\].rows: expected 5 exits .* got 4"),
        ({"edges": [[0, 0, 5, 0]]}, r"tiles\[0\].edges\[0\]: expected a wall on this tile of 3 x 3 squares"),
        ({"edges": [[0, 0, 2, 2]]}, r"tiles\[0\].edges\[0\]: expected a wall along the sides of squares"),
        ({"kind": "hall"}, r"tiles\[0\].kind: "),
        ({"colour": "red"}, r"tiles\[0\].*colour"),
        ({"rows": ["." * 13, "." * 13]}, r"tiles\[0\].rows\[0\]: "),
    ],
)
def test_tile_with_an_error_is_refused_with_its_place(changed: Mapping[str, object], said: str) -> None:
    with pytest.raises(FileError, match=said):
        tiles_from_json(wire(**changed), "my.tiles.json")


def test_tiles_written_are_read_the_same(tmp_path: Path) -> None:
    tiles = tuple(shipped_tiles().values())
    save_tiles(tiles, tmp_path / "a.tiles.json")
    assert load_tiles(tmp_path / "a.tiles.json") == tiles


def test_huge_creatures_get_from_any_start_area_to_any_other_on_maps_that_ship() -> None:
    for name in ("map-1-cellars", "map-2-crossroads"):
        board = grid_map(grid_of(name))
        starts = [grid_of(name).start(n) for n in grid_of(name).start_numbers]
        begins = [next(c for c in sorted(s) if board.can_hold(Space(c, 3))) for s in starts]
        reached = ways(CreatureGround(board), Space(begins[0], 3), 1000)
        assert all(cell in reached for cell in begins), name


def test_huge_creatures_out_of_command_get_across_maps_that_ship() -> None:
    """rule: DDM-COMMAND-4, DDM-TURN-3: four squares a turn; else two of them in opposite halves never meet."""
    for name in ("map-1-cellars", "map-2-crossroads"):
        board = grid_map(grid_of(name))
        starts = [grid_of(name).start(n) for n in grid_of(name).start_numbers]
        begins = {next(c for c in sorted(s) if board.can_hold(Space(c, 3))) for s in starts}
        reached = {next(iter(begins))}
        ahead = list(reached)
        while ahead and not begins <= reached:
            new = ways(CreatureGround(board), Space(ahead.pop(), 3), 4).keys() - reached
            reached |= new
            ahead.extend(new)
        assert begins <= reached, name
