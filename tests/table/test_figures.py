"""Figures from mesh files made by others: units, axes, sizes, broken and hostile files."""

import io
import json
import math
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import zoo
from warcry3d.errors import FileError
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.table import shipped
from warcry3d.table.files import load_figure, save_figure, table_from_json
from warcry3d.table.models import Figure, Tag

BODY = shapes.box((-5, -3, 3.5), (5, 3, 32))
"""A figure's body in millimetres."""


def binary_stl(solid: Solid, header: bytes = b"") -> bytes:
    """Return a solid as binary STL."""
    triangles = b"".join(struct.pack("<12fH", 0, 0, 0, *t.ravel(), 0) for t in solid.triangles)
    return header.ljust(80, b"\0") + struct.pack("<I", len(solid.faces)) + triangles


def text_stl(solid: Solid) -> bytes:
    """Return a solid as text STL."""
    facets = [
        "facet normal 0 0 0\n outer loop\n"
        + "".join(f"  vertex {x} {y} {z}\n" for x, y, z in t.tolist())
        + " endloop\nendfacet\n"
        for t in solid.triangles
    ]
    return ("solid thing\n" + "".join(facets) + "endsolid thing\n").encode()


def obj(solid: Solid, before: str = "") -> bytes:
    """Return a solid as OBJ."""
    lines = [f"v {x} {y} {z}" for x, y, z in solid.vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in solid.faces.tolist()]
    return (before + "\n".join(lines) + "\n").encode()


def model_xml(solid: Solid, *, unit: str = "millimeter", more: str = "", build: str = '<item objectid="1"/>') -> bytes:
    """Return the XML of a 3MF with one object."""
    points = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in solid.vertices.tolist())
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in solid.faces.tolist())
    mesh = f"<mesh><vertices>{points}</vertices><triangles>{faces}</triangles></mesh>"
    core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><model unit="{unit}" xmlns="{core}"><resources>'
        f'<object id="1" type="model">{mesh}</object>{more}</resources><build>{build}</build></model>'
    ).encode()


def threemf(xml: bytes, name: str = "3D/3dmodel.model") -> bytes:
    """Return a 3MF with this model."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, xml)
    return stream.getvalue()


def figure_of(folder: Path, name: str, data: bytes, **fields: object) -> Figure:
    """Return the figure of a model whose mesh is this file."""
    (folder / name).write_bytes(data)
    model = {"id": "m", "side": "red", "base": {"round": 32}, "figure": {"mesh": name, **fields}, "at": [5, 5]}
    return table_from_json(zoo.table_json(models=[model]), folder=folder, name="t.json").models[0].figure


def fault(folder: Path, name: str, data: bytes, **fields: object) -> str:
    """Return the sentence of the error that a model with this mesh file gives."""
    with pytest.raises(FileError) as caught:
        figure_of(folder, name, data, **fields)
    return str(caught.value).replace(f"{folder}/", "").replace(f"{folder}\\", "")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.stl", binary_stl(BODY)),
        ("b.STL", binary_stl(BODY, b"solid made by a program that should know better")),
        ("c.stl", text_stl(BODY)),
        ("d.obj", obj(BODY)),
        ("e.3mf", threemf(model_xml(BODY))),
    ],
)
def test_figure_in_millimetres_is_read_from_each_format(name: str, data: bytes, tmp_path: Path) -> None:
    figure = figure_of(tmp_path, name, data, unit="mm")
    assert np.abs(figure.parts[0].solid.bounds * 25.4 - BODY.bounds).max() < 1e-5
    assert figure.parts[0].solid.volume == pytest.approx(BODY.volume / 25.4**3, rel=1e-5)
    assert [part.tag for part in figure.parts] == [Tag.BODY]


def test_up_and_scale_and_tag_are_heeded(tmp_path: Path) -> None:
    lying = Solid(BODY.vertices[:, [0, 2, 1]] * [1, 1, -1], BODY.faces)
    figure = figure_of(tmp_path, "y.stl", binary_stl(lying), unit="mm", up="y", scale=2, tag="banner")
    assert np.abs(figure.parts[0].solid.bounds * 25.4 - 2 * BODY.bounds).max() < 1e-5
    assert figure.parts[0].tag is Tag.BANNER


def test_3mf_says_its_unit_itself(tmp_path: Path) -> None:
    small = Solid(BODY.vertices / 10, BODY.faces)
    figure = figure_of(tmp_path, "cm.3mf", threemf(model_xml(small, unit="centimeter")))
    assert np.abs(figure.parts[0].solid.bounds * 25.4 - BODY.bounds).max() < 1e-5


def test_3mf_components_are_placed(tmp_path: Path) -> None:
    pair = '<object id="2"><components><component objectid="1"/>'
    pair += '<component objectid="1" transform="1 0 0 0 1 0 0 0 1 20 0 0"/></components></object>'
    xml = model_xml(BODY, more=pair, build='<item objectid="2"/>')
    figure = figure_of(tmp_path, "two.3mf", threemf(xml))
    assert [part.tag for part in figure.parts] == [Tag.BODY] * len(figure.parts)
    assert len({part.id for part in figure.parts}) == len(figure.parts)
    assert sum(part.solid.volume for part in figure.parts) == pytest.approx(2 * BODY.volume / 25.4**3, rel=1e-5)


def test_overlapping_shells_of_a_figure_come_out_united(tmp_path: Path) -> None:
    arm = shapes.box((0, -1, 20), (15, 1, 22))
    data = binary_stl(BODY)[84:] + binary_stl(arm)[84:]
    figure = figure_of(tmp_path, "arm.stl", b"\0" * 80 + struct.pack("<I", 24) + data, unit="mm")
    assert figure.parts[0].solid.volume * 25.4**3 == pytest.approx(BODY.volume + 10 * 2 * 2, rel=1e-5)


def test_two_gigabyte_header_on_a_small_file_is_one_error(tmp_path: Path) -> None:
    data = b"\0" * 80 + struct.pack("<I", 43_000_000)
    assert fault(tmp_path, "big.stl", data, unit="mm") == (
        "big.stl: the STL's header promises 43000000 triangles, which take 2150000084 bytes; the file has 84"
    )


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.stl", b"", "a.stl: not an STL file: 0 bytes are too few"),
        ("a.stl", binary_stl(BODY)[:-7], "a.stl: the STL's header promises 12 triangles"),
        ("a.stl", b"\0" * 84, "a.stl: the file has no triangles"),
        ("a.stl", b"solid x\nfacet vertex 1 2 3\n", "a.stl: expected three corners for each facet, got 1 corners"),
        ("a.stl", text_stl(BODY)[:-28], "a.stl: the file ends in the middle of a facet"),
        ("a.stl", text_stl(BODY).replace(b"32.0", b"many"), "a.stl: a corner is not three numbers"),
        ("a.stl", text_stl(BODY).replace(b"32.0", b"nan"), "a.stl: 18 points have coordinates that are not finite"),
        ("a.stl", binary_stl(BODY).replace(struct.pack("<f", 32), struct.pack("<f", math.inf)), "a.stl: "),
        ("a.obj", b"hello", "a.obj: "),
        ("a.obj", obj(BODY) + b"f 1 2 99\n", "a.obj: line 21: a face names corner 99"),
        ("a.obj", b"v 1 2 3\n", "a.obj: "),
        ("a.3mf", b"PK", "a.3mf: the zip archive is broken"),
        ("a.3mf", threemf(b"<model>"), 'a.3mf: ["3D/3dmodel.model"]: not valid XML at line 1, column 7'),
        ("a.3mf", threemf(model_xml(BODY), "other.xml"), "a.3mf: not a 3MF file: there is no 3D/3dmodel.model in it"),
        ("a.3mf", threemf(model_xml(BODY, build="")), "a.3mf: "),
        ("a.3mf", threemf(model_xml(BODY).replace(b'v1="0"', b'v1="99"')), "a.3mf: "),
        ("a.glb", b"glTF", "a.glb: not a GLB file"),
        ("a.fbx", b"fbx", "a.fbx: files ending in '.fbx' are not supported; expected one of .stl, .obj, .3mf, .glb"),
        ("a.pkl", b"cos\nsystem\n", "a.pkl: files ending in '.pkl' are not supported"),
        ("a.bam", b"pbj\0\n\r", "a.bam: files ending in '.bam' are not supported"),
        ("noname", b"", "noname: files ending in '' are not supported"),
    ],
)
def test_broken_mesh_file_is_one_error(name: str, data: bytes, sentence: str, tmp_path: Path) -> None:
    assert fault(tmp_path, name, data, unit="mm").startswith(sentence)


def test_zip_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    bomb = threemf(model_xml(BODY) + b" " * 50_000_000)
    assert len(bomb) < 100_000
    assert "a.3mf: unpacks to 50" in fault(tmp_path, "a.3mf", bomb, unit="mm")


def test_zip_whose_directory_lies_is_refused(tmp_path: Path) -> None:
    bomb = bytearray(threemf(model_xml(BODY) + b" " * 5_000_000))
    directory = bomb.rindex(b"PK\x01\x02")
    bomb[directory + 24 : directory + 28] = struct.pack("<I", 1000)
    assert fault(tmp_path, "a.3mf", bytes(bomb), unit="mm").startswith("a.3mf: ")


def test_xml_entities_are_never_expanded(tmp_path: Path) -> None:
    bomb = b'<!DOCTYPE model [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    xml = model_xml(BODY).replace(b"<model", bomb + b"<model", 1)
    assert fault(tmp_path, "a.3mf", threemf(xml), unit="mm") == (
        "a.3mf: the XML declares a document type, which is not allowed"
    )


def test_copies_of_copies_without_end_are_refused(tmp_path: Path) -> None:
    more = "".join(
        f'<object id="{i}"><components>' + f'<component objectid="{i - 1}"/>' * 10 + "</components></object>"
        for i in range(2, 20)
    )
    xml = model_xml(BODY, more=more, build='<item objectid="19"/>')
    assert "a.3mf: 3D/3dmodel.model builds more than" in fault(tmp_path, "a.3mf", threemf(xml), unit="mm")


def test_object_that_contains_itself_is_refused(tmp_path: Path) -> None:
    more = '<object id="2"><components><component objectid="3"/></components></object>'
    more += '<object id="3"><components><component objectid="2"/></components></object>'
    xml = model_xml(BODY, more=more, build='<item objectid="2"/>')
    assert fault(tmp_path, "a.3mf", threemf(xml), unit="mm") == "a.3mf: object 2 contains itself"


def test_obj_never_opens_the_files_it_names(tmp_path: Path) -> None:
    named = tmp_path / "trap.mtl"
    named.mkdir()  # opening a folder would fail
    data = obj(BODY, f"mtllib {named}\nmtllib ../../secret.mtl\nusemtl gold\n")
    assert figure_of(tmp_path, "a.obj", data, unit="mm").parts[0].solid.volume > 0


def test_missing_unit_is_told_where_it_belongs(tmp_path: Path) -> None:
    assert fault(tmp_path, "a.stl", binary_stl(BODY)) == (
        "t.json: models[0].figure.mesh: the field 'unit' is missing: the file does not say which of mm, cm, m, in, ft "
        "it is in"
    )


@pytest.mark.parametrize(
    ("factor", "unit", "guess"), [(0.001, "mm", "m"), (1, "m", "mm"), (1, "ft", "mm"), (0.1, "m", "cm")]
)
def test_absurd_size_is_refused_with_the_unit_it_smells_of(
    factor: float, unit: str, guess: str, tmp_path: Path
) -> None:
    scaled = Solid(BODY.vertices * factor, BODY.faces)
    sentence = fault(tmp_path, "a.stl", binary_stl(scaled), unit=unit)
    assert sentence.startswith("t.json: models[0].figure.mesh: the mesh is ")
    assert guess in sentence.partition("is its unit ")[2].rstrip("?").split(" or ")


def test_odd_size_is_only_a_warning(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_bytes(binary_stl(BODY))
    figure = {"mesh": "a.stl", "unit": "cm"}
    model = {"id": "m", "side": "red", "base": {"round": 32}, "figure": figure, "at": [15, 11]}
    table = table_from_json(zoo.table_json(features=[], models=[model]), folder=tmp_path)
    assert "'m' is 11.2 in tall; is its figure's unit right?" not in map(str, table.warnings)
    model["figure"] = {"mesh": "a.stl", "unit": "in"}
    table = table_from_json(zoo.table_json(features=[], models=[model]), folder=tmp_path)
    assert "'m' is 28.5 in tall; is its figure's unit right?" in map(str, table.warnings)


def test_saved_figure_comes_back_with_its_tags(tmp_path: Path) -> None:
    solids = shapes.box((-0.2, -0.2, 0.14), (0.2, 0.2, 1.2)), shapes.box((0.2, -0.02, 0.2), (0.24, 0.02, 2))
    save_figure(zoo.figure(*solids, tags=("body", "weapon")), tmp_path / "f.glb")
    loaded = load_figure(tmp_path / "f.glb")
    assert loaded.name == "zoo"
    assert [(part.id, part.tag) for part in loaded.parts] == [("part-0", Tag.BODY), ("part-1", Tag.WEAPON)]
    for part, solid in zip(loaded.parts, solids, strict=True):
        assert np.abs(part.solid.bounds - solid.bounds).max() < 1e-6


def test_figure_file_of_ours_needs_no_unit_and_refuses_another(tmp_path: Path) -> None:
    path = tmp_path / "f.glb"
    save_figure(zoo.figure(shapes.box((-0.2, -0.2, 0.14), (0.2, 0.2, 1.2))), path)
    assert figure_of(tmp_path, "g.glb", path.read_bytes()).parts[0].solid.bounds[1, 2] == pytest.approx(1.2)
    assert fault(tmp_path, "g.glb", path.read_bytes(), unit="mm") == (
        "t.json: models[0].figure.mesh: the file says itself that it is in inches; expected no unit, got mm"
    )


def test_shipped_figure_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "assets" / "figures"
    folder.mkdir(parents=True)
    monkeypatch.setattr(shipped, "shipped_root", lambda: tmp_path)
    save_figure(zoo.figure(shapes.box((-0.2, -0.2, 0.14), (0.2, 0.2, 1.2))), folder / "guard.glb")
    model: dict[str, Any] = {"id": "m", "side": "red", "base": {"round": 32}, "figure": "guard", "at": [5, 5]}
    table = table_from_json(zoo.table_json(models=[model, {**model, "id": "n", "at": [9, 9]}]), folder=tmp_path)
    assert table.models[0].figure.name == "guard"
    assert table.models[0].figure is table.models[1].figure
    model["figure"] = "gaurd"
    with pytest.raises(FileError, match=r"models\[0\]\.figure: no figure 'gaurd'; there are: guard"):
        table_from_json(zoo.table_json(models=[model]), folder=tmp_path)


@pytest.mark.parametrize("name", ["torch_open_mesh", "pillar", "arched_doorway", "curved_half_floor"])
def test_printed_terrain_made_by_others_becomes_solid(name: str, tmp_path: Path, printed_terrain: Path) -> None:
    part = {"id": "p", "kind": "obstacle", "mesh": {"file": str(printed_terrain / f"{name}.stl"), "unit": "mm"}}
    table = table_from_json(zoo.table_json(pieces={"low-wall": {"parts": [part]}}), folder=tmp_path)
    assert table.terrain.features[0].piece.parts[0].solid.volume > 0


SECRET = "hunter2"
PRIVATE = {
    "a.stl": f"solid x\nfacet\nvertex {SECRET} 1 2\nvertex 1 2 3\nvertex 3 4 5\n",
    "b.stl": SECRET,
    "a.obj": f"v 1 2 {SECRET}\nv 1 2 3\nf 1 {SECRET} 2\n",
    "b.obj": f"password = {SECRET}\nf {SECRET} 2 3\n",
    "a.ply": f"ply\nformat ascii 1.0\n{SECRET}\nend_header\n",
    "b.ply": f"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
    f"element face 1\nproperty list uchar int vertex_indices\nend_header\n1 2 {SECRET}\n3 0 0 0\n",
    "a.dae": f"<{SECRET}/>",
    "b.dae": f"<a>&{SECRET};</a>",
    "c.dae": f'<?xml version="1.0" encoding="{SECRET}"?><a/>',
    "a.gltf": json.dumps({"nodes": SECRET, "asset": SECRET}),
    "b.gltf": json.dumps({SECRET: SECRET}),
    "a.glb": SECRET * 10,
    "a.3mf": SECRET,
}


@pytest.mark.parametrize("name", PRIVATE)
def test_no_message_shows_what_a_file_that_is_no_mesh_holds(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(PRIVATE[name], encoding="utf-8")
    table = zoo.table_json()
    table["models"][0]["figure"] = {"mesh": name, "unit": "mm"}
    with pytest.raises(FileError) as caught:
        table_from_json(table, folder=tmp_path)
    assert SECRET not in str(caught.value)
