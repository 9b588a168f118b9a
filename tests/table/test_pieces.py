"""Pieces as GLB files: what is saved comes back; any viewer shows it; broken files are one error each."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests import zoo
from tests.soak import examples
from tests.table.glbs import piece_glb, with_json
from warcry3d.errors import FileError
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.table.files import load_piece, save_piece
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part, PartKind, Piece


def painted(solid: Solid, seed: int = 0) -> Skin:
    """Return a skin with a colour and material of its own for each triangle."""
    rng = np.random.default_rng(seed)
    count = len(solid.faces)
    return Skin(rng.integers(0, 256, (count, 3)).astype(np.uint8), rng.integers(0, 8, count).astype(np.uint8))


def by_place(solid: Solid, skin: Skin | None) -> dict[tuple[float, ...], tuple[int, ...]]:
    """Return what each triangle looks like, by the place of its middle."""
    assert skin is not None
    middles = solid.triangles.mean(axis=1).round(3) + 0.0
    looks = np.column_stack([skin.colours, skin.materials]).tolist()
    return {tuple(middle): tuple(look) for middle, look in zip(middles.tolist(), looks, strict=True)}


def fault(data: bytes, folder: Path) -> str:
    """Return the sentence of the error that a piece's file gives, without the folder's name."""
    path = folder / "bad.glb"
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        load_piece(path)
    return str(caught.value).replace(str(folder), "").lstrip("/\\")


def test_findings_that_a_piece_accepts_come_back_with_it(tmp_path: Path) -> None:
    known = Piece("ruin", (zoo.box_part("wall", (0, 0, 0), (4, 0.5, 2)),), accept=("T-OVERHANG",))
    save_piece(known, tmp_path / "a.glb")
    assert load_piece(tmp_path / "a.glb").accept == ("T-OVERHANG",)


def test_shells_that_could_not_be_united_are_not_united_again_when_a_piece_is_loaded(tmp_path: Path) -> None:
    low, high = shapes.box((0, 0, 0), (2, 2, 2)), shapes.box((1, 1, 1), (3, 3, 3))
    both = Solid(np.concatenate([low.vertices, high.vertices]), np.concatenate([low.faces, high.faces + 8]))
    for is_crossing, volume in ((True, 16.0), (False, 15.0)):
        part = Part("heap", frozenset({PartKind.OBSTACLE}), both, is_crossing=is_crossing)
        save_piece(Piece("heap", (part,)), tmp_path / "heap.glb")
        loaded = load_piece(tmp_path / "heap.glb").parts[0]
        assert loaded.is_crossing is is_crossing
        assert loaded.solid.volume == pytest.approx(volume)


def test_accepted_findings_are_a_list_of_codes(tmp_path: Path) -> None:
    def accept_all(gltf: dict[str, Any]) -> None:
        root = next(node for node in gltf["nodes"] if "piece" in node["extras"]["warcry3d"])
        root["extras"]["warcry3d"]["accept"] = "all"

    assert fault(with_json(piece_glb(tmp_path), accept_all), tmp_path) == (
        "bad.glb: extras.warcry3d.accept: expected a list, got all"
    )


def test_saved_piece_comes_back_with_kinds_openings_colours_and_materials(tmp_path: Path) -> None:
    wall, way = shapes.box((0, 0, 0), (6, 0.4, 1.5)), shapes.cylinder((3, 0.2), 1, (0, 1))
    kinds = frozenset({PartKind.PLATFORM, PartKind.DEADLY})
    piece = Piece("gate", (Part("wall", kinds, wall, painted(wall)), zoo.part("way", way, "arch", is_opening=True)))
    save_piece(piece, tmp_path / "a.glb")
    loaded = load_piece(tmp_path / "a.glb")
    assert loaded.name == "gate"
    assert [(p.id, p.kinds, p.is_opening) for p in loaded.parts] == [
        ("wall", kinds, False),
        ("way", frozenset({PartKind.ARCH}), True),
    ]
    assert by_place(loaded.parts[0].solid, loaded.parts[0].skin) == by_place(wall, piece.parts[0].skin)
    assert loaded.parts[1].skin is None
    assert loaded.parts[1].solid.volume == pytest.approx(way.volume, rel=1e-6)


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    """Return pieces of a few plain painted parts."""
    parts = []
    numbers = st.floats(-10, 10)
    for i in range(draw(st.integers(1, 3))):
        low = draw(st.tuples(numbers, numbers, numbers))
        size = draw(st.tuples(*[st.floats(0.1, 10)] * 3))
        solid = shapes.box(low, [a + b for a, b in zip(low, size, strict=True)])
        if draw(st.booleans()):
            solid = shapes.cylinder(low[:2], size[0], (low[2], low[2] + size[1]))
        kinds = draw(st.sampled_from([["obstacle"], ["platform", "deadly"], ["door"], ["scenery"], ["unclimbable"]]))
        skin = painted(solid, i) if draw(st.booleans()) else None
        parts.append(Part(f"part {i}", frozenset(map(PartKind, kinds)), solid, skin))
    return Piece(draw(st.text(st.characters(codec="utf-8", exclude_categories=("C",)), min_size=1)), tuple(parts))


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(piece=pieces())
def test_any_piece_saved_and_loaded_is_the_same(piece: Piece, tmp_path: Path) -> None:
    save_piece(piece, tmp_path / "p.glb")
    loaded = load_piece(tmp_path / "p.glb")
    assert loaded.name == piece.name
    for before, after in zip(piece.parts, loaded.parts, strict=True):
        assert (before.id, before.kinds, before.is_opening) == (after.id, after.kinds, after.is_opening)
        assert np.abs(before.solid.bounds - after.solid.bounds).max() < 2e-6
        assert after.solid.volume == pytest.approx(before.solid.volume, rel=1e-4)
        assert (before.skin is None) == (after.skin is None)
    save_piece(loaded, tmp_path / "q.glb")
    again = load_piece(tmp_path / "q.glb")
    for once, twice in zip(loaded.parts, again.parts, strict=True):
        assert np.array_equal(np.sort(once.solid.triangles, axis=None), np.sort(twice.solid.triangles, axis=None))
        if once.skin is not None:
            assert by_place(once.solid, once.skin) == by_place(twice.solid, twice.skin)


def test_same_piece_gives_the_same_bytes(tmp_path: Path) -> None:
    assert piece_glb(tmp_path) == piece_glb(tmp_path)


def test_other_programs_see_the_piece_upright_in_metres(tmp_path: Path) -> None:
    import trimesh

    piece_glb(tmp_path)
    scene = trimesh.load_scene(tmp_path / "piece.glb")
    assert (scene.bounds / 0.0254).round(5).tolist() == [[0, 0, -5], [4, 2, 0]]
    assert set(scene.graph.nodes_geometry) == {"wall", "deck"}


def test_piece_turned_and_scaled_in_another_program_keeps_its_own_frame(tmp_path: Path) -> None:
    def move_root(gltf: dict[str, Any]) -> None:
        gltf["nodes"].append({"children": [0], "translation": [5, 6, 7], "scale": [3, 3, 3]})
        gltf["scenes"] = [{"nodes": [3]}]

    path = tmp_path / "moved.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), move_root))
    assert load_piece(path).parts[0].solid.bounds.round(6).tolist() == [[0, 0, 0], [4, 0.5, 2]]


def test_part_moved_below_the_root_moves(tmp_path: Path) -> None:
    path = tmp_path / "moved.glb"
    path.write_bytes(
        with_json(piece_glb(tmp_path), lambda g: g["nodes"][1].update(translation=[1, 2, 3], scale=[-1, 1, 1]))
    )
    wall = load_piece(path).parts[0].solid
    assert wall.bounds.round(6).tolist() == [[-3, 2, 3], [1, 2.5, 5]]
    assert wall.volume == pytest.approx(4)


def test_file_without_our_root_is_taken_as_written(tmp_path: Path) -> None:
    def forget(gltf: dict[str, Any]) -> None:
        gltf["nodes"][0] = {"children": [1, 2]}
        del gltf["nodes"][1]["extras"]

    path = tmp_path / "other.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), forget))
    piece = load_piece(path)
    assert piece.name == "other"
    assert piece.parts[0].kinds == {PartKind.OBSTACLE}
    assert piece.parts[0].solid.bounds.round(6).tolist() == [[0, 0, 0], [4, 0.5, 2]]


def test_extras_of_other_programs_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "extras.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), lambda g: g["nodes"][1].update(extras={"blender": [1, {}]})))
    assert load_piece(path).parts[0].kinds == {PartKind.OBSTACLE}


def many_copies(gltf: dict[str, Any]) -> None:
    """Make a tree of nodes whose mesh is far larger in copies than in the file."""
    gltf["accessors"][0]["count"] = 36
    gltf["nodes"] = [{"name": "top", "children": list(range(1, 19000))}]
    gltf["nodes"] += [{"name": f"n{i}", "mesh": 0} for i in range(1, 19000)]
    gltf["meshes"][0]["primitives"] = gltf["meshes"][0]["primitives"] * 40


CASES: list[tuple[Any, str]] = [
    (
        lambda g: g["nodes"][1]["extras"]["warcry3d"].update(kind="wall"),
        "kind: expected one of obstacle, low, platform",
    ),
    (
        lambda g: g["nodes"][1]["extras"]["warcry3d"].update(kinds="low"),
        "nodes[1].extras.warcry3d: unknown field 'kinds'",
    ),
    (
        lambda g: g["nodes"][1]["extras"]["warcry3d"].update(kind=["scenery", "low"]),
        "nodes.wall.extras.warcry3d.kind: a part cannot be both 'scenery' and 'low'",
    ),
    (lambda g: g["nodes"][1]["extras"]["warcry3d"].update(opening=True), "only an arch has an opening"),
    (lambda g: g["nodes"][2].update(name="wall"), "nodes: the name 'wall' is taken, empty or has a slash"),
    (lambda g: g["nodes"][2].update(name="a/b"), "nodes: the name 'a/b' is taken, empty or has a slash"),
    (lambda g: g["nodes"][2].update(children=[0]), "nodes[2].children: node 0 is reached twice"),
    (lambda g: g["nodes"][2].update(children=[77]), "nodes[2].children: there is no node 77; the file has 3"),
    (lambda g: g["nodes"][2].update(mesh=9), "nodes[2].mesh: there is no mesh 9"),
    (lambda g: g["nodes"][2].update(mesh=-1), "nodes[2].mesh: expected a whole number >= 0, got -1"),
    (lambda g: g["nodes"][0].update(scale=[0, 0, 0]), "nodes[0]: the transform of the node flattens everything"),
    (lambda g: g["nodes"][1].update(scale=[1, 1, 0]), "nodes[1] 'wall': 1 sheets of the mesh have no thickness"),
    (
        lambda g: g["nodes"][1].update(scale=[1e200, 1e200, 1e200], children=[]),
        "the mesh is 4e+200 in long, which is no sensible size of a piece",
    ),
    (lambda g: g["scenes"].clear() or g.update(scene=3, scenes=[{}]), "scene: there is no scene 3"),
    (lambda g: g["buffers"][0].update(uri="other.bin"), "buffers[0].uri: the data is in another file"),
    (lambda g: g["buffers"][0].update(uri="data:;base64,AAAA"), "buffers[0].uri: the data is in another file"),
    (lambda g: g["accessors"][0].update(count=2**31), "nodes: all copies of the meshes have more than 12000000 points"),
    (lambda g: g["accessors"][0].update(count=2**20 * 3), "accessors[0]: needs 37748736 bytes of its buffer view"),
    (lambda g: g["accessors"][0].update(byteOffset=2**32), "accessors[0]: needs"),
    (lambda g: g["accessors"][0].update(count=35), "expected three numbers a triangle, got 35 in all"),
    (lambda g: g["accessors"][0].update(type="VEC9"), "accessors[0]: data of type VEC9 and component type 5126 is not"),
    (
        lambda g: g["accessors"][0].update(componentType=1),
        "accessors[0]: data of type VEC3 and component type 1 is not",
    ),
    (lambda g: g["accessors"][0].update(sparse={}), "accessors[0]: sparse or empty data is not supported"),
    (lambda g: g["bufferViews"][0].update(byteLength=2**31), "bufferViews[0]: runs to byte 2147483648"),
    (lambda g: g["bufferViews"][0].update(buffer=1), "bufferViews[0].buffer: there is no buffer 1"),
    (lambda g: g["bufferViews"].clear(), "accessors[0].bufferView: there is no buffer view 0"),
    (lambda g: g["accessors"].clear(), "POSITION: there is no accessor 0"),
    (lambda g: g["meshes"][0]["primitives"][0]["attributes"].clear(), "attributes: the mesh has no POSITION"),
    (lambda g: g["meshes"][0]["primitives"][0].update(indices=0), "accessors[0]: data of type VEC3"),
    (lambda g: g["meshes"][0]["primitives"][0].update(mode=5), "mode: expected triangles (4), got 5"),
    (
        lambda g: g.update(extensionsRequired=["KHR_draco_mesh_compression"]),
        "compressed with Draco, which is not supported",
    ),
    (
        lambda g: g.update(extensionsRequired=["EXT_meshopt_compression"]),
        "compressed with meshopt, which is not supported",
    ),
    (lambda g: g.update(extensionsRequired=["ACME_magic"]), "the file needs 'ACME_magic', which is not supported"),
    (lambda g: g.update(nodes=[], scenes=[]), "bad.glb: the file has no triangles"),
    (lambda g: g.update(nodes=[{}] * 20_001), "nodes: expected a list of length <= 20000"),
    (lambda g: g.update(nodes=7), "nodes: expected a list, got 7"),
    (lambda g: g["nodes"][1].update(matrix=[1e308] * 16), "nodes[1] 'wall': "),
    (many_copies, "nodes: all copies of the meshes have more than 12000000 points"),
]


@pytest.mark.parametrize(("change", "sentence"), CASES)
def test_each_fault_of_a_piece_file_is_one_error_with_its_place(change: Any, sentence: str, tmp_path: Path) -> None:
    assert sentence in fault(with_json(piece_glb(tmp_path), change), tmp_path)


def test_file_cut_off_is_one_error(tmp_path: Path) -> None:
    data = piece_glb(tmp_path)
    assert fault(data[:500], tmp_path).startswith("bad.glb: the file is cut off: its header promises")
    assert fault(data[:10], tmp_path) == "bad.glb: not a GLB file: it does not begin with 'glTF'"


def test_lengths_that_lie_are_one_error(tmp_path: Path) -> None:
    data = bytearray(piece_glb(tmp_path))
    data[12:16] = struct.pack("<I", 2**32 - 1)
    assert "the chunk at byte 12 promises 4294967295 bytes" in fault(bytes(data), tmp_path)
    data[8:12] = struct.pack("<I", 2**31)
    assert "the file is cut off: its header promises 2147483648 bytes" in fault(bytes(data), tmp_path)


def test_older_gltf_and_text_are_one_error(tmp_path: Path) -> None:
    data = bytearray(piece_glb(tmp_path))
    data[4] = 1
    assert fault(bytes(data), tmp_path) == "bad.glb: glTF version 1; expected 2"
    assert fault(b"solid cube\nfacet normal 0 0 0", tmp_path).startswith("bad.glb: not a GLB file")


def test_chain_of_nodes_of_any_depth_is_walked(tmp_path: Path) -> None:
    def deepen(gltf: dict[str, Any]) -> None:
        gltf["nodes"] = [{"children": [i + 1]} for i in range(15_000)] + [{"mesh": 0, "name": "deep"}]
        gltf["scenes"] = [{"nodes": [0]}]

    path = tmp_path / "deep.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), deepen))
    assert [part.id for part in load_piece(path).parts] == ["deep"]


def test_lines_and_points_beside_the_triangles_are_passed_over(tmp_path: Path) -> None:
    def outline(gltf: dict[str, Any]) -> None:
        triangles = gltf["meshes"][0]["primitives"][0]
        gltf["meshes"][0]["primitives"] = [{**triangles, "mode": 1}, triangles]

    path = tmp_path / "lines.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), outline))
    assert len(load_piece(path).parts[0].solid.faces) == 12


def test_material_colour_stands_in_for_missing_vertex_colours(tmp_path: Path) -> None:
    def red(gltf: dict[str, Any]) -> None:
        gltf["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}]

    path = tmp_path / "red.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), red))
    skin = load_piece(path).parts[0].skin
    assert skin is not None
    assert (skin.colours == [255, 0, 0]).all()


def test_saving_where_nothing_can_be_written_is_one_error_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    with pytest.raises(FileError, match="cannot be written"):
        save_piece(zoo.piece("a", zoo.box_part("b", (0, 0, 0), (1, 1, 1))), folder / "a.glb")
    assert not folder.exists()


@pytest.mark.parametrize("place", ["nodes[1].name", "nodes[1].extras.warcry3d.kind"])
def test_lone_surrogate_in_a_glb_is_one_error_with_its_place(place: str, tmp_path: Path) -> None:
    def spoil(gltf: dict[str, Any]) -> None:
        node = gltf["nodes"][1]
        (node if place.endswith("name") else node["extras"]["warcry3d"])[place.rpartition(".")[2]] = "a\ud800"

    path = tmp_path / "x.glb"
    path.write_bytes(with_json(piece_glb(tmp_path), spoil))
    with pytest.raises(FileError) as caught:
        load_piece(path)
    assert str(caught.value) == f"{path}: {place}: not valid text: it has the lone surrogate \\ud800"
