"""Squares of tables: read, refused, written."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests import zoo
from warcry3d.errors import FileError
from warcry3d.table.embedding import embedded, embedded_table
from warcry3d.table.files import load_table, save_table, table_from_json
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.table import Table

ROWS = ["#..2", "#.o.", "1a~."]


def grid_table(**grid: Any) -> Table:
    board = {"width": 4, "depth": 3}
    return table_from_json(zoo.table_json(board=board, features=[], models=[], grid=grid), folder=".")


def test_squares_are_counted_from_the_corner_at_the_origin() -> None:
    grid = grid_table(rows=ROWS).grid
    assert grid is not None
    assert (grid.width, grid.depth) == (4, 3)
    assert grid.squares("#") == {(0, 1), (0, 2)}
    assert (grid.at((2, 0)), grid.at((2, 1)), grid.at((3, 2))) == ("~", "o", "2")
    assert grid.start_numbers == (0, 1)
    assert (grid.start(0), grid.exits(0), grid.exits(1)) == ({(0, 0), (1, 0)}, {(1, 0)}, frozenset())


def test_walls_along_sides_are_cut_into_those_of_squares() -> None:
    grid = grid_table(rows=ROWS, edges=[[3, 2, 1, 2], [2, 0, 2, 1]]).grid
    assert grid is not None
    assert grid.edges == {((1, 2), (2, 2)), ((2, 2), (3, 2)), ((2, 0), (2, 1))}


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ({"rows": ["....", "...", "...."]}, r"grid\.rows\[1\]: expected 4 squares as in the first row, got 3"),
        ({"rows": ["....", "..x.", "...."]}, r"grid\.rows\[1\]: expected one of .*, got 'x'"),
        ({"rows": ["....", "...."]}, r"grid\.rows: expected 4 x 3 squares, as large as the board, got 4 x 2"),
        ({"rows": ROWS, "edges": [[0, 0, 1, 1]]}, r"grid\.edges\[0\]: expected a wall along the sides of squares"),
        ({"rows": ROWS, "edges": [[1, 1, 1, 1]]}, r"grid\.edges\[0\]: expected a wall along the sides of squares"),
        ({"rows": []}, r"grid\.rows"),
        ({"rows": ["." * 201] * 3}, r"grid\.rows\[0\]"),
    ],
)
def test_squares_that_cannot_be_are_refused_with_their_place(grid: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError, match=said):
        grid_table(**grid)


def test_squares_survive_a_save_and_an_embedding(tmp_path: Path) -> None:
    table = grid_table(rows=ROWS, edges=[[1, 0, 3, 0]])
    save_table(table, tmp_path / "a.table.json")
    assert load_table(tmp_path / "a.table.json").grid == table.grid
    wire, files = embedded(table)
    assert embedded_table(msgspec.to_builtins(wire), files, JsonPath("x")).grid == table.grid
