"""Whatever bytes come in, what comes out is a table, a piece, a figure, or one error of ours."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from tests import zoo
from tests.soak import examples
from tests.table.glbs import chunks, glb, piece_glb
from tests.table.test_figures import BODY, binary_stl, model_xml, obj, text_stl, threemf
from warcry3d.errors import FileError, WarcryError
from warcry3d.table.files import load_piece, table_from_json
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.meshfile import read_mesh

SLOW_OK = examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])

GOOD = {".stl": binary_stl(BODY), ".obj": obj(BODY), ".3mf": threemf(model_xml(BODY))}

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
)


def spoiled(data: st.DataObject, whole: bytes) -> bytes:
    """Return bytes cut off, overwritten or doubled somewhere."""
    start = data.draw(st.integers(0, len(whole)))
    match data.draw(st.sampled_from(["cut", "write", "double", "drop"])):
        case "cut":
            return whole[:start]
        case "write":
            new = data.draw(st.binary(min_size=1, max_size=8))
            return whole[:start] + new + whole[start + len(new) :]
        case "double":
            return whole[:start] + whole[max(0, start - 50) :]
        case _:
            return whole[:start] + whole[start + data.draw(st.integers(1, 60)) :]


def steps_into(value: Any, steps: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to everything inside parsed JSON."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, child in inside for path in [(*steps, key), *steps_into(child, (*steps, key))]]


def with_value(value: Any, path: tuple[Any, ...], new: object) -> Any:
    """Return parsed JSON with the value at a path replaced."""
    copy = json.loads(json.dumps(value))
    here = copy
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = new
    return copy


TABLE = zoo.table_json(
    pieces={
        "low-wall": {
            "parts": [
                {"id": "a", "kind": ["obstacle"], "prism": {"outline": [[0, 0], [1, 0], [0, 1]], "z": [0, 1]}},
                {"id": "b", "kind": "door", "cylinder": {"centre": [0, 0], "radius": 1, "z": [0, 1]}},
                {"id": "c", "kind": "low", "mesh": {"vertices": [[0, 0, 0]], "faces": []}, "opening": None},
            ][:2]
        }
    }
)
PATHS = steps_into(json.loads(json.dumps(TABLE)))


@SLOW_OK
@given(path=st.sampled_from(PATHS), new=json_values)
def test_table_with_anything_anywhere_is_read_or_refused(path: tuple[Any, ...], new: object) -> None:
    changed = with_value(TABLE, path, new if not isinstance(new, float) else repr(new))
    for value in (changed, json.dumps(changed)):
        try:
            table_from_json(value, folder=".", name="t.json")
        except FileError as error:
            assert str(error).startswith("t.json")


@SLOW_OK
@given(data=st.data())
def test_table_text_spoiled_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    try:
        table_from_json(spoiled(data, json.dumps(TABLE).encode()), folder=".", name="t.json")
    except FileError as error:
        assert str(error).startswith("t.json")


@SLOW_OK
@given(text=st.text() | st.binary())
@example(b"\xef\xbb\xbf{}")
@example("\x00")
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    with pytest.raises(FileError):
        table_from_json(text, folder=".")


@SLOW_OK
@given(suffix=st.sampled_from([".stl", ".obj", ".3mf", ".glb"]), data=st.data())
def test_mesh_file_spoiled_anywhere_is_read_or_refused(suffix: str, data: st.DataObject, tmp_path: Path) -> None:
    whole = piece_glb(tmp_path) if suffix == ".glb" else GOOD[suffix]
    try:
        mesh = read_mesh(spoiled(data, whole), suffix, JsonPath("f"))
        assert any(len(part.faces) for part in mesh.parts)
    except FileError as error:
        assert str(error).startswith("f")


@SLOW_OK
@given(suffix=st.sampled_from([".stl", ".obj", ".3mf", ".glb"]), noise=st.binary(max_size=300))
@example(suffix=".stl", noise=text_stl(BODY)[:200])
@example(suffix=".glb", noise=b"glTF\x02\0\0\0\x14\0\0\0\0\0\0\0JSON")
def test_any_bytes_as_a_mesh_file_are_refused(suffix: str, noise: bytes) -> None:
    with pytest.raises(WarcryError):
        read_mesh(noise, suffix, JsonPath("f"))


@SLOW_OK
@given(data=st.data(), new=json_values)
def test_glb_with_anything_anywhere_in_its_json_is_read_or_refused(
    data: st.DataObject, new: object, tmp_path: Path
) -> None:
    gltf, blob = chunks(piece_glb(tmp_path))
    path = data.draw(st.sampled_from(steps_into(gltf)))
    (tmp_path / "x.glb").write_bytes(glb(with_value(gltf, path, new), blob))
    try:
        assert load_piece(tmp_path / "x.glb").parts
    except FileError as error:
        assert str(error).startswith(str(tmp_path / "x.glb"))


@SLOW_OK
@given(data=st.data())
def test_piece_file_spoiled_anywhere_loads_or_is_refused(data: st.DataObject, tmp_path: Path) -> None:
    (tmp_path / "x.glb").write_bytes(spoiled(data, piece_glb(tmp_path)))
    try:
        assert all(part.solid.volume > 0 for part in load_piece(tmp_path / "x.glb").parts)
    except FileError as error:
        assert str(error).startswith(str(tmp_path / "x.glb"))
