"""Tables within other files: nothing outside is needed, nothing outside is opened."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests import zoo
from tests.table.glbs import piece_glb
from tests.table.test_saving import same
from warcry3d.errors import FileError
from warcry3d.game.setup import Setup, setup_of, table_of
from warcry3d.table.embedding import embedded, embedded_table
from warcry3d.table.files import load_table
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import save_piece
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root

SPOT = JsonPath("battle").at("table")


def through_json(setup: Setup) -> Setup:
    return msgspec.json.decode(msgspec.json.encode(setup), type=Setup)


def test_shipped_board_keeps_names_and_hashes_and_comes_back_the_same() -> None:
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    setup = through_json(setup_of(table, ("red", "blue")))
    assert setup.files["terrain/watchtower.glb"] != setup.files["assets/figures/hero.glb"]
    assert len(json.dumps(setup.table)) < 10_000
    same(table_of(setup), table)


def test_pieces_and_figures_from_files_are_written_out(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "hut.glb").write_bytes(piece_glb(tmp_path))
    post = {"min": [-0.2, -0.1, 0.14], "max": [0.2, 0.1, 1.5]}
    value = zoo.table_json(
        features=[{"id": "hut", "piece": str(folder / "hut.glb"), "at": [5, 5], "turn": 33}],
        models=[
            {"id": "a", "side": "red", "base": {"round": 28.5}, "figure": {"box": post}, "at": [1, 1]},
            {
                "id": "b",
                "side": "blue",
                "base": {"oval": [60, 35]},
                "figure": {"mesh": "hut.glb"},
                "at": [9, 9],
                "facing": 12.5,
            },
        ],
    )
    (folder / "t.table.json").write_text(json.dumps(value), encoding="utf-8")
    table = load_table(folder / "t.table.json")
    setup = through_json(setup_of(table, ("red", "blue")))
    (folder / "hut.glb").unlink()
    assert setup.files == {}
    assert list(setup.table["pieces"]) == ["hut.glb"] and str(tmp_path) not in json.dumps(setup.table)
    same(table_of(setup), table)


@pytest.mark.parametrize(
    "fields",
    [
        {"pieces": {"x": {"file": "/etc/passwd", "parts": [{"id": "p", "kind": "obstacle", "mesh": "n"}]}}},
        {"pieces": {"x": {"parts": [{"id": "p", "kind": "obstacle", "mesh": {"file": "../x.stl", "unit": "mm"}}]}}},
        {"models": [{"id": "a", "side": "r", "base": {"round": 25}, "at": [1, 1], "figure": {"mesh": "x.glb"}}]},
        {
            "models": [
                {
                    "id": "a",
                    "side": "r",
                    "base": {"round": 25},
                    "at": [1, 1],
                    "figure": {"parts": [{"id": "p", "mesh": {"file": "x.stl", "unit": "mm"}}]},
                }
            ]
        },
    ],
)
def test_meshes_of_other_files_are_never_opened(fields: dict[str, Any]) -> None:
    value = zoo.table_json(**{"features": [], "models": [], **fields})
    with pytest.raises(FileError, match="names the file"):
        embedded_table(value, {}, SPOT)


@pytest.mark.parametrize("name", ["terrain/../pyproject.toml", "../outside.glb", "terrain/none.glb", "/etc/hostname"])
def test_pieces_that_do_not_ship_are_refused(name: str) -> None:
    value = zoo.table_json(features=[{"id": "x", "piece": name, "at": [1, 1]}], models=[])
    with pytest.raises(FileError):
        embedded_table(value, {name: "0" * 64}, SPOT)


def test_shipped_file_that_is_no_longer_the_same_is_named() -> None:
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    wire, files = embedded(table)
    value = msgspec.to_builtins(wire)
    other = {**files, "terrain/gate.glb": "0" * 64}
    with pytest.raises(FileError, match=r"'terrain/gate\.glb' has changed since this was written"):
        embedded_table(value, other, SPOT)
    unlisted = {name: hash for name, hash in files.items() if name != "terrain/gate.glb"}
    with pytest.raises(FileError, match=r"'terrain/gate\.glb' is not one of the files listed"):
        embedded_table(value, unlisted, SPOT)


def test_what_is_wrong_with_the_table_is_told_with_its_place() -> None:
    setup = Setup("warcry", ("red",), zoo.table_json(board={"width": -1, "depth": 2}))
    with pytest.raises(FileError, match=r"^my\.jsonl: table\.board\.width"):
        table_of(setup, "my.jsonl")


def test_further_files_that_a_battle_depends_on_are_held_too() -> None:
    table = zoo.table(zoo.fighter("a", (1, 1)))
    setup = setup_of(table, ("red",), shipped=["assets/figures/hero.glb"])
    assert list(setup.files) == ["assets/figures/hero.glb"]
    same(table_of(setup), table)
    other = msgspec.structs.replace(setup, files={"assets/figures/hero.glb": "0" * 64})
    with pytest.raises(FileError, match="has changed since this was written"):
        table_of(other)
    with pytest.raises(FileError, match=r"'\.\./x' does not ship with the program"):
        setup_of(table, ("red",), shipped=["../x"])


def test_a_piece_from_parameters_looks_the_same_in_a_battle(tmp_path: Path) -> None:
    from warcry3d.terrain.making.simple_pieces import made_from, simple_piece

    ruin = simple_piece("ruin", {"way": "door"})
    save_piece(ruin, tmp_path / "ruin.glb")
    value = zoo.table_json(features=[{"id": "ruin", "piece": "ruin.glb", "at": [9, 9]}])
    (tmp_path / "t.table.json").write_text(json.dumps(value), encoding="utf-8")
    table = load_table(tmp_path / "t.table.json")
    again = table_of(through_json(setup_of(table, ("red", "blue"))))
    assert again.terrain.features[0].piece.made is not None
    assert made_from(again.terrain.features[0].piece) == made_from(ruin)
    save_table(again, tmp_path / "again.table.json")
    assert made_from(load_table(tmp_path / "again.table.json").terrain.features[0].piece) == made_from(ruin)
