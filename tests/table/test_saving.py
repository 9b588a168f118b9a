"""Tables saved and loaded again are the same, wherever they are saved to."""

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests import zoo
from tests.soak import examples
from tests.table.glbs import piece_glb
from warcry3d.errors import FileError
from warcry3d.table import shipped
from warcry3d.table.files import load_table, save_figure, save_piece, save_table, table_from_json
from warcry3d.table.format import TableWire, schema
from warcry3d.table.table import DeploymentPoint, Table


def same(a: Table, b: Table) -> None:
    """Hold two tables to be the same to what is judged: bits for shapes and places, 1e-9 for angles."""
    assert (a.ruleset, a.board) == (b.ruleset, b.board)
    for f, g in zip(a.terrain.features, b.terrain.features, strict=True):
        assert (f.id, dict(f.state), f.placement.at) == (g.id, dict(g.state), g.placement.at)
        assert f.placement.turn == pytest.approx(g.placement.turn, abs=1e-9)
        for p, q in zip(f.piece.parts, g.piece.parts, strict=True):
            assert (p.id, p.kinds, p.is_opening) == (q.id, q.kinds, q.is_opening)
            assert np.array_equal(p.solid.triangles, q.solid.triangles)
    for m, n in zip(a.models, b.models, strict=True):
        assert (m.id, m.side, m.placement.at, dict(m.profile)) == (n.id, n.side, n.placement.at, dict(n.profile))
        assert m.base.shape == n.base.shape
        assert (m.base.length, m.base.width, m.base.height) == pytest.approx(
            (n.base.length, n.base.width, n.base.height)
        )
        assert m.placement.turn == pytest.approx(n.placement.turn, abs=1e-9)
        assert [(p.id, p.tag) for p in m.figure.parts] == [(p.id, p.tag) for p in n.figure.parts]
        for p, q in zip(m.figure.parts, n.figure.parts, strict=True):
            assert np.array_equal(p.solid.triangles, q.solid.triangles)


places = st.tuples(st.floats(0, 30), st.floats(0, 22), st.sampled_from([0.0, 1.5, 3.0]))
turns = st.floats(-400, 400)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return tables made in code: boxes here and there, fighters on bases of all shapes."""
    things: list[object] = []
    for i in range(draw(st.integers(0, 3))):
        size = draw(st.tuples(*[st.floats(0.05, 8)] * 3))
        kind = draw(st.sampled_from(["obstacle", "low", "door", "scenery"]))
        part = zoo.box_part("part", (0, 0, 0), size, kind)
        state = {"part": "open"} if kind == "door" and draw(st.booleans()) else None
        things.append(zoo.feature(f"f{i}", part, at=draw(places), turn=draw(turns), state=state))
    for i in range(draw(st.integers(0, 3))):
        base = draw(st.sampled_from([zoo.round_base(25), zoo.round_base(28.5), zoo.oval_base(), zoo.square_base(1.25)]))
        things.append(
            zoo.fighter(f"m{i}", draw(places), facing=draw(turns), base=base, side=draw(st.sampled_from("ab")))
        )
    return zoo.table(*things, width=draw(st.floats(10, 60)), depth=draw(st.floats(10, 60)))


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=tables())
def test_any_table_made_in_code_comes_back_the_same(table: Table, tmp_path: Path) -> None:
    save_table(table, tmp_path / "a.table.json")
    loaded = load_table(tmp_path / "a.table.json")
    same(table, loaded)
    save_table(loaded, tmp_path / "b.table.json")
    assert (tmp_path / "a.table.json").read_bytes() == (tmp_path / "b.table.json").read_bytes()


def test_inline_pieces_stay_plain_shapes(tmp_path: Path) -> None:
    save_table(table_from_json(zoo.table_json(), folder=tmp_path), tmp_path / "a.table.json")
    saved = json.loads((tmp_path / "a.table.json").read_text(encoding="utf-8"))
    assert saved["pieces"]["low-wall"]["parts"][0]["box"] == {"min": [0, 0, 0], "max": [6, 0.4, 1.5]}
    assert saved["models"][1]["base"] == {"oval": [60, 35]}
    assert saved["features"][0]["turn"] == 90


def test_files_are_named_as_seen_from_the_new_place(tmp_path: Path) -> None:
    piece_glb(tmp_path)
    save_figure(zoo.fighter("x", (0, 0)).figure, tmp_path / "f.glb")
    parts = [{"id": "p", "kind": "obstacle", "mesh": "wall"}, {"id": "q", "kind": "low", "mesh": {"file": "piece.glb"}}]
    model = {"id": "m", "side": "red", "base": {"round": 32}, "figure": {"mesh": "f.glb"}, "at": [5, 5]}
    table = table_from_json(
        zoo.table_json(
            pieces={"low-wall": {"file": "piece.glb", "parts": parts}},
            features=[
                {"id": "a", "piece": "low-wall", "at": [10, 10]},
                {"id": "b", "piece": "piece.glb", "at": [20, 10, 0.5], "turn": 30},
            ],
            models=[model],
        ),
        folder=tmp_path,
    )
    (tmp_path / "deep" / "down").mkdir(parents=True)
    save_table(table, tmp_path / "deep" / "down" / "a.table.json")
    saved = json.loads((tmp_path / "deep" / "down" / "a.table.json").read_text(encoding="utf-8"))
    assert saved["features"][1]["piece"] == "../../piece.glb"
    assert saved["pieces"]["low-wall"]["file"] == "../../piece.glb"
    assert saved["models"][0]["figure"] == {"mesh": "../../f.glb"}
    same(table, load_table(tmp_path / "deep" / "down" / "a.table.json"))


def test_shipped_files_are_named_as_they_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "shipped"
    (root / "terrain").mkdir(parents=True)
    monkeypatch.setattr(shipped, "shipped_root", lambda: root)
    save_piece(zoo.piece("hut", zoo.box_part("walls", (0, 0, 0), (2, 2, 2))), root / "terrain" / "hut.glb")
    features = [{"id": "a", "piece": "terrain/hut.glb", "at": [10, 10]}]
    table = table_from_json(zoo.table_json(features=features), folder=tmp_path)
    save_table(table, tmp_path / "a.table.json")
    assert '"piece": "terrain/hut.glb"' in (tmp_path / "a.table.json").read_text(encoding="utf-8")


def test_pieces_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    table = zoo.table(
        zoo.feature("a", zoo.box_part("p", (0, 0, 0), (1, 1, 1)), at=(3, 3)),
        zoo.feature("b", zoo.box_part("p", (0, 0, 0), (2, 2, 2)), at=(9, 9)),
    )
    features = [type(f)(f.id, type(f.piece)("same", f.piece.parts), f.placement) for f in table.terrain.features]
    table = zoo.table(*features)
    save_table(table, tmp_path / "a.table.json")
    same(table, load_table(tmp_path / "a.table.json"))


def test_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.table.json"
    path.mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        save_table(zoo.table(), path)
    assert [p.name for p in tmp_path.iterdir()] == ["a.table.json"]


def test_profile_names_are_saved_as_names(tmp_path: Path) -> None:
    value = zoo.table_json()
    value["models"][0]["profile"] = "chosen"
    value["models"][1]["profile"] = {"move": 5}
    save_table(table_from_json(value, folder=tmp_path), tmp_path / "a.table.json")
    saved = json.loads((tmp_path / "a.table.json").read_text(encoding="utf-8"))
    assert [model["profile"] for model in saved["models"]] == ["chosen", {"move": 5}]


def test_schema_of_tables_names_every_field_of_the_format() -> None:
    found = schema("table")
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["$id"] == "urn:warcry3d:table:1"
    properties = found["$defs"]["TableWire"]["properties"]
    assert set(properties) == {"format", "ruleset", "board", "pieces", "features", "models", "deployment", "grid"}
    assert found["$defs"]["BoxWire"]["additionalProperties"] is False
    assert msgspec.convert(zoo.table_json(), TableWire).board.width == 30


def test_deployment_points_survive_a_save(tmp_path: Path) -> None:
    points = [
        {"side": "red", "group": "dagger", "at": [8, 16]},
        {"side": "blue", "group": "hammer", "at": [30, 11], "radius": 4, "round": 2, "line": [[30, 0], [30, 22]]},
    ]
    table = table_from_json(zoo.table_json(deployment={"points": points}), folder=tmp_path)
    save_table(table, tmp_path / "a.table.json")
    assert load_table(tmp_path / "a.table.json").deployment == table.deployment
    assert table.deployment[0] == DeploymentPoint("red", "dagger", (8, 16), 3.0, 1, None)
    assert json.loads((tmp_path / "a.table.json").read_text(encoding="utf-8"))["deployment"]["points"] == points


def test_table_without_deployment_says_nothing_of_it(tmp_path: Path) -> None:
    save_table(table_from_json(zoo.table_json(), folder=tmp_path), tmp_path / "a.table.json")
    assert "deployment" not in (tmp_path / "a.table.json").read_text(encoding="utf-8")
