"""Tables from files: what is read, and every fault named with its place."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests import zoo
from warcry3d.errors import FileError
from warcry3d.table.files import load_table, save_piece, table_from_json
from warcry3d.table.models import BaseShape, Tag
from warcry3d.units import BASE_HEIGHT, MM


def fault(value: Any, folder: Path = Path()) -> str:
    """Return the sentence of the error that a table's JSON gives."""
    with pytest.raises(FileError) as caught:
        table_from_json(value, folder=folder, name="t.json")
    return str(caught.value)


def changed(path: str, new: object, **fields: object) -> dict[str, Any]:
    """Return the zoo's table with the value at a dotted path replaced."""
    table = json.loads(json.dumps(zoo.table_json(**fields)))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    here = table
    for step in steps:
        here = here[step]
    here[last] = new
    return table


def test_table_is_read_with_its_board_terrain_and_models(tmp_path: Path) -> None:
    path = tmp_path / "a.table.json"
    path.write_text(json.dumps(zoo.table_json()), encoding="utf-8")
    table = load_table(path)
    assert (table.board.width, table.board.depth, table.ruleset) == (30, 22, "warcry")
    wall = table.terrain.features[0].solids["stones"]
    assert wall.bounds.round(9).tolist() == [[11.6, 8, 0], [12, 14, 1.5]]
    brute = table.model("brute")
    assert brute.base.shape is BaseShape.OVAL
    assert (brute.base.length, brute.base.width, brute.base.height) == (60 * MM, 35 * MM, BASE_HEIGHT)
    assert table.warnings == ()


def test_model_at_two_numbers_stands_on_the_floor_and_faces_in_degrees() -> None:
    table = table_from_json(changed("models.0.facing", 90), folder=".")
    assert table.models[0].placement.at == (5, 5, 0)
    assert table.models[0].placement.turn == pytest.approx(math.pi / 2)


def test_base_height_is_given_in_millimetres_and_squares_in_inches() -> None:
    base = table_from_json(changed("models.0.base", {"square": 1, "height": 5}), folder=".").models[0].base
    assert (base.shape, base.length, base.width, base.height) == (BaseShape.SQUARE, 1, 1, 5 * MM)


def test_figure_of_parts_keeps_their_tags() -> None:
    box = {"min": [0, 0, 0], "max": [1, 1, 1]}
    parts = [{"id": "torso", "box": box}, {"id": "spear", "tag": "weapon", "box": box}]
    figure = table_from_json(changed("models.0.figure", {"parts": parts}), folder=".").models[0].figure
    assert [(part.id, part.tag) for part in figure.parts] == [("torso", Tag.BODY), ("spear", Tag.WEAPON)]


def test_profile_by_name_or_inline_reaches_the_model() -> None:
    named = table_from_json(changed("models.0.profile", "chosen"), folder=".").models[0]
    inline = table_from_json(changed("models.0.profile", {"move": 5, "runemarks": ["fly"]}), folder=".").models[0]
    assert named.profile == {"fighter": "chosen"}
    assert inline.profile == {"move": 5, "runemarks": ["fly"]}


def test_arch_as_plain_shape_is_the_opening_and_may_say_that_it_is_not() -> None:
    box = {"min": [0, 0, 0], "max": [1, 1, 1]}
    parts = [
        {"id": "way", "kind": "arch", "box": box},
        {"id": "stones", "kind": "arch", "box": box, "opening": False},
    ]
    table = table_from_json(zoo.table_json(pieces={"low-wall": {"parts": parts}}), folder=".")
    assert [part.is_opening for part in table.terrain.features[0].piece.parts] == [True, False]


def test_features_of_one_piece_share_it() -> None:
    places = [{"id": f"w{i}", "piece": "low-wall", "at": [3, 3 * i]} for i in range(1, 4)]
    table = table_from_json(zoo.table_json(features=places), folder=".")
    assert len({id(feature.piece) for feature in table.terrain.features}) == 1


def test_piece_file_is_found_beside_the_table(tmp_path: Path) -> None:
    save_piece(zoo.piece("hut", zoo.box_part("walls", (0, 0, 0), (2, 2, 2))), tmp_path / "hut.glb")
    table = table_from_json(changed("features.0.piece", "hut.glb"), folder=tmp_path)
    assert table.terrain.features[0].piece.name == "hut.glb"


def test_state_opens_a_door() -> None:
    door = {"id": "leaf", "kind": "door", "box": {"min": [0, 0, 0], "max": [1, 0.1, 2]}}
    features = [{"id": "gate", "piece": "low-wall", "at": [5, 5], "state": {"leaf": "open"}}]
    table = table_from_json(zoo.table_json(pieces={"low-wall": {"parts": [door]}}, features=features), folder=".")
    gate = table.terrain.features[0]
    assert gate.is_open(gate.piece.parts[0])


CASES = [
    ("colour", 1, "t.json: unknown field 'colour'; known here: format, ruleset, board, pieces, features, models"),
    ("format", "warcry3d.table/2", "t.json: format: expected one of warcry3d.table/1, got warcry3d.table/2"),
    ("board.width", "30", "t.json: board.width: expected a number, got 30"),
    ("board.width", True, "t.json: board.width: expected a number, got true"),
    ("board.width", 0, "t.json: board.width: expected a number > 0.0, got 0"),
    ("board.width", math.nan, "t.json: board.width: expected a finite number, got nan"),
    ("board.width", math.inf, "t.json: board.width: expected a finite number, got inf"),
    ("models.1.id", "talon", "t.json: models[1].id: the id 'talon' is already used by models[0]"),
    ("models.1.id", "a/b", "t.json: models[1].id: expected text without slashes or control characters, got a/b"),
    ("models.1.at", [1], "t.json: models[1].at: expected a list of length >= 2, got [1]"),
    ("models.1.at", [1, 2, "3"], "t.json: models[1].at[2]: expected a number, got 3"),
    (
        "models.1.base",
        {},
        "t.json: models[1].base: expected one of round, oval, square, rectangle; got none of them",
    ),
    ("models.1.base", {"round": -1}, "t.json: models[1].base.round: expected a number > 0.0, got -1"),
    ("models.1.figure", 5, "t.json: models[1].figure: expected text or an object, got 5"),
    ("models.1.figure", {}, "t.json: models[1].figure: expected exactly one of box, prism, cylinder, mesh"),
    ("models.1.figure", "nobody", "t.json: models[1].figure: no figure 'nobody'; there are:"),
    ("models.1.figure", "../x", "t.json: models[1].figure: no figure '../x'"),
    ("models.1.figure", {"mesh": "gone.stl", "unit": "mm"}, "t.json: models[1].figure.mesh: there is no file"),
    ("features.0.piece", "gone.glb", "t.json: features[0].piece: there is no file"),
    ("features.0.piece", "x" * 300 + ".glb", "t.json: features[0].piece: "),
    ("features.0.piece", "a\0b.glb", "t.json: features[0].piece: "),
    ("features.0.piece", "/dev/null", "t.json: features[0].piece: no piece '/dev/null'"),
    ("features.0.piece", "gone", "t.json: features[0].piece: no piece 'gone'; expected a GLB file or one of"),
    ("features.0.state", {"x": "ajar"}, "t.json: features[0].state.x: expected one of closed, open, got ajar"),
    ("features.0.state", {"x": "open"}, "t.json: features[0].state.x: no door 'x' in this piece; its doors: none"),
    ("pieces.low-wall.parts", [], "t.json: pieces.low-wall.parts: expected a list of length >= 1, got []"),
    (
        "pieces.low-wall.parts.0.kind",
        "wall",
        "t.json: pieces.low-wall.parts[0].kind: expected one of obstacle, low, platform, ladder, stairs, door, arch, "
        "deadly, unclimbable, scenery, got wall",
    ),
    (
        "pieces.low-wall.parts.0.kind",
        ["low", "obstacle"],
        "t.json: pieces.low-wall.parts[0].kind: a part cannot be both 'low' and 'obstacle'",
    ),
    (
        "pieces.low-wall.parts.0.kind",
        ["scenery", "deadly"],
        "t.json: pieces.low-wall.parts[0].kind: a part cannot be both 'scenery' and 'deadly'",
    ),
    (
        "pieces.low-wall.parts.0.kind",
        ["deadly", "deadly"],
        "t.json: pieces.low-wall.parts[0].kind: the kind 'deadly' is given twice",
    ),
    (
        "pieces.low-wall.parts.0.kind",
        ["arch", "deadly"],
        "t.json: pieces.low-wall.parts[0].kind: an arch's opening is air; it cannot be 'deadly' too",
    ),
    ("pieces.low-wall.parts.0.opening", True, "t.json: pieces.low-wall.parts[0].opening: only an arch has an opening"),
    (
        "pieces.low-wall.parts.0.box.max",
        [6, 0, 1.5],
        "t.json: pieces.low-wall.parts[0].box: y runs from 0 to 0; expected the second to be the greater",
    ),
    (
        "pieces.low-wall.parts.0",
        {"id": "p", "kind": "low", "prism": {"outline": [[0, 0], [1, 1], [1, 0], [0, 1]], "z": [0, 1]}},
        "t.json: pieces.low-wall.parts[0].prism: the outline crosses itself: its sides 0 and 2 meet",
    ),
    (
        "pieces.low-wall.parts.0",
        {"id": "p", "kind": "low", "prism": {"outline": [[0, 0], [1, 1]], "z": [0, 1]}},
        "t.json: pieces.low-wall.parts[0].prism.outline: expected a list of length >= 3, got [[0, 0], [1, 1]]",
    ),
    (
        "pieces.low-wall.parts.0",
        {"id": "p", "kind": "low", "cylinder": {"centre": [0, 0], "radius": 0, "z": [0, 1]}},
        "t.json: pieces.low-wall.parts[0].cylinder.radius: expected a number > 0.0, got 0",
    ),
    (
        "pieces.low-wall.parts.0",
        {"id": "p", "kind": "low", "mesh": "stones"},
        "t.json: pieces.low-wall.parts[0].mesh: a node is named, but its piece has no 'file'",
    ),
    (
        "pieces.low-wall.parts.0",
        {"id": "p", "kind": "low", "mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]}},
        "t.json: pieces.low-wall.parts[0].mesh: 1 sheets of the mesh have no thickness",
    ),
    (
        "pieces.low-wall.parts.0",
        {"id": "p", "kind": "low", "mesh": {"vertices": [[0, 0, 0]], "faces": [[0, 1, 2]]}},
        "t.json: pieces.low-wall.parts[0].mesh: 1 triangles name points that are not there; the first is number 0",
    ),
]


@pytest.mark.parametrize(("path", "value", "sentence"), CASES)
def test_each_fault_is_one_error_with_file_place_and_what_was_expected(path: str, value: object, sentence: str) -> None:
    assert fault(changed(path, value)).startswith(sentence)


def test_missing_field_is_named() -> None:
    value = zoo.table_json()
    del value["board"]
    assert fault(value) == "t.json: the field 'board' is missing"


def test_part_id_twice_is_told() -> None:
    part = {"id": "a", "kind": "low", "box": {"min": [0, 0, 0], "max": [1, 1, 1]}}
    value = zoo.table_json(pieces={"low-wall": {"parts": [part, part]}})
    assert fault(value) == (
        "t.json: pieces.low-wall.parts[1].id: the id 'a' is already used by pieces.low-wall.parts[0]"
    )


def test_fault_in_one_of_many_pieces_names_that_piece() -> None:
    good = zoo.table_json()["pieces"]["low-wall"]
    pieces = {f"p {i}": good for i in range(20)} | {"the bad": {"parts": [{"id": "x"}]}, "z": good}
    assert fault(zoo.table_json(pieces=pieces)) == "t.json: pieces[\"the bad\"].parts[0]: the field 'kind' is missing"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "t.json: not valid JSON at line 1, column 2: expecting property name"),
        ("", "t.json: not valid JSON at line 1, column 1: expecting value"),
        ('["', "t.json: not valid JSON at line 1, column 2: a text without an end"),
        ("[]", "t.json: expected an object, got []"),
        ("3", "t.json: expected an object, got 3"),
        ('{"board": {"width": 1, "width": 2}}', "t.json: board: the field 'width' is given twice"),
        (
            '{"models": [{}, {"id": "a\\ud800"}]}',
            "t.json: models[1].id: not valid text: it has the lone surrogate \\ud800",
        ),
        (
            '{"a": {"\\udfff": 1}}',
            "t.json: a: the name of a field is not valid text: it has the lone surrogate \\udfff",
        ),
        ('{"board": ' * 101 + "1" + "}" * 101, "t.json: the JSON is nested too deeply"),
        ('{"board": {"width": NaN}}', "t.json: board.width: expected a finite number, got nan"),
        ('{"board": {"width": 1e999}}', "t.json: board.width: expected a finite number, got inf"),
        ('{"board": {"width": ' + "9" * 5000 + "}}", "t.json: board.width: expected a finite number, got inf"),
        ("[" * 100_000, "t.json: the JSON is nested too deeply"),
        (b"\xff\xfe\x00", "t.json: not text in UTF-8: bad byte at 0"),
    ],
)
def test_text_that_is_no_table_is_one_error(text: str | bytes, sentence: str) -> None:
    assert fault(text).startswith(sentence)


def test_lone_surrogate_in_parsed_values_is_one_error() -> None:
    table = zoo.table_json()
    table["models"][0]["id"] = "\ud800"
    assert fault(table).startswith("t.json: models[0].id: not valid text: it has the lone surrogate \\ud800")


def test_whole_characters_beyond_the_first_plane_are_text() -> None:
    table = zoo.table_json()
    table["models"][0]["id"] = "\U0001f600"
    text = json.dumps(table)
    assert "\\ud83d\\ude00" in text
    assert table_from_json(text, folder=".").models[0].id == "\U0001f600"


MESH = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "faces": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]}


def test_table_with_too_many_triangles_is_one_error_where_they_become_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = {"tetra": {"parts": [{"id": "a", "kind": "obstacle", "mesh": MESH}]}}
    features = [{"id": f"f{i}", "piece": "tetra", "at": [i, 5]} for i in range(4)]
    table = zoo.table_json(pieces=pieces, features=features, models=[])
    monkeypatch.setattr("warcry3d.table.files.MAX_IN_PLAY", 15)
    assert fault(table) == "t.json: features[3]: this makes more than 15 triangles on the table"
    monkeypatch.setattr("warcry3d.table.files.MAX_IN_PLAY", 3)
    assert fault(table) == "t.json: pieces.tetra: this makes more than 3 triangles on the table"


def test_table_with_endless_outlines_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    prism = {"outline": [[0, 0], [1, 0], [0, 1]], "z": [0, 1]}
    parts = [{"id": name, "kind": "obstacle", "prism": prism} for name in "ab"]
    monkeypatch.setattr("warcry3d.table.files.MAX_CORNERS", 5)
    table = zoo.table_json(pieces={"low-wall": {"parts": parts}})
    assert fault(table) == "t.json: the outlines of all prisms have more than 5 corners"


@pytest.mark.parametrize(("limit", "sentence"), [("MAX_MENDED", "12 triangles"), ("MAX_PARTS", "2 parts")])
def test_mesh_that_a_table_names_is_read_up_to_a_limit(
    limit: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = zoo.box_part("wall", (0, 0, 0), (4, 0.5, 2)), zoo.box_part("deck", (0, 2, 1), (3, 5, 1.5))
    save_piece(zoo.piece("ruin", *box[: 1 if limit == "MAX_MENDED" else 2]), tmp_path / "x.glb")
    monkeypatch.setattr(f"warcry3d.table.bodies.{limit}", 1)
    table = zoo.table_json(features=[{"id": "f", "piece": "x.glb", "at": [5, 5]}])
    assert fault(table, tmp_path) == f"t.json: features[0].piece: {sentence} exceed the limit of 1"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({str(i): i for i in range(100_000)}, '{"0": 0, "1": 1, '),
        ([1] * 100_000, "[1, 1, 1, "),
        ([[[[[[1]]]]]], '[[["..."]]]'),
        (7, "7"),
    ],
)
def test_message_shows_the_beginning_of_a_large_value(value: object, shown: str) -> None:
    table = zoo.table_json()
    table["models"][0]["id"] = value
    sentence = fault(table)
    assert sentence.startswith(f"t.json: models[0].id: expected text, got {shown}")
    assert len(sentence) < 120


def test_missing_table_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no file"):
        load_table(tmp_path / "gone.table.json")


def test_folder_in_place_of_a_table_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no file"):
        load_table(tmp_path)


def test_more_models_than_any_game_has_are_refused() -> None:
    model = zoo.table_json()["models"][0]
    models = [{**model, "id": f"m{i}"} for i in range(501)]
    assert fault(zoo.table_json(models=models)).startswith("t.json: models: expected a list of length <= 500")
