"""Importing: every format becomes the same piece; hostile files one error; re-imports keep what people said."""

import json
from itertools import count
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from tests.terrain.meshes import FORMATS, MM, dae, gltf, house, ply, rough, stl
from tests.terrain.nasty import glb
from warcry3d.errors import FileError
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_edits import SetKinds
from warcry3d.table.pieces import load_piece, piece_bytes, piece_from_bytes, save_piece
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.deadline import Deadline
from warcry3d.terrain.importing import Imported, ImportOptions, import_mesh, keep_original, previous, save_imported
from warcry3d.terrain.read_back import read_back
from warcry3d.terrain.reclassify import reclassified

OBSTACLE = frozenset({PartKind.OBSTACLE})


def imported(folder: Path, name: str, content: bytes, **asked: object) -> Imported:
    (folder / name).write_bytes(content)
    return import_mesh(folder / name, ImportOptions(**asked))  # type: ignore[arg-type]


def volume(done: Imported) -> float:
    return sum(part.solid.volume for part in done.piece.parts)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_becomes_the_same_piece_in_inches_on_the_floor(name: str, tmp_path: Path) -> None:
    done = imported(tmp_path, name, FORMATS[name](house()), up="z" if name == "a.obj" else None)
    bounds = np.concatenate([part.solid.bounds for part in done.piece.parts])
    assert bounds.min(axis=0) == pytest.approx([-40 / MM, -20 / MM, 0], abs=1e-4)
    assert bounds.max(axis=0) == pytest.approx([40 / MM, 20 / MM, 75 / MM], abs=1e-4)
    assert volume(done) == pytest.approx(house().volume / MM**3, rel=1e-5)


@pytest.mark.parametrize(("up", "axis", "high"), [("X_UP", "x", 80), ("Y_UP", "y", 20), ("Z_UP", "z", 30)])
def test_unit_and_axis_of_a_collada_file_are_respected(up: str, axis: str, high: float, tmp_path: Path) -> None:
    small = box((0, 0, 0), (8, 2, 3))
    done = imported(tmp_path, "a.dae", dae(small, metres=0.01, up=up))
    assert done.unit is not None and done.up is not None
    assert (done.unit.value, done.up.value) == ("cm", axis)
    heights = np.concatenate([part.solid.bounds for part in done.piece.parts])[:, 2]
    assert np.ptp(heights) == pytest.approx(high / MM, abs=1e-5)


def test_how_it_was_read_stands_in_the_piece(tmp_path: Path) -> None:
    done = imported(tmp_path, "hut.stl", stl(house()))
    source = done.piece.source
    assert source is not None
    assert (source.name, source.unit, source.up, source.size) == ("hut.stl", "mm", "z", len(done.content))
    assert source.moved == pytest.approx([-50 / MM, -40 / MM, -5 / MM], abs=1e-5)


def test_piece_that_is_written_and_read_is_the_same(tmp_path: Path) -> None:
    done = imported(tmp_path, "hut.stl", stl(house()))
    save_imported(done, tmp_path / "hut.glb")
    again = load_piece(tmp_path / "hut.glb")
    assert [part.id for part in again.parts] == [part.id for part in done.piece.parts]
    for one, other in zip(again.parts, done.piece.parts, strict=True):
        assert (one.kinds, one.passage) == (other.kinds, other.passage)
        assert one.judged is not None and other.judged is not None
        assert one.judged.confidence == pytest.approx(other.judged.confidence, abs=1e-3)
        assert [str(reason) for reason in one.judged.reasons] == [str(reason) for reason in other.judged.reasons]
        assert one.solid.volume == pytest.approx(other.solid.volume, rel=1e-5)
    assert again.source == done.piece.source


def test_our_own_piece_is_taken_as_it_is(tmp_path: Path) -> None:
    done = imported(tmp_path, "hut.stl", stl(house()))
    piece = reclassified(done.piece, [SetKinds(frozenset({PartKind.UNCLIMBABLE}), done.piece.parts[0].id)])
    save_piece(piece, tmp_path / "hut.glb")
    again = import_mesh(tmp_path / "hut.glb", ImportOptions())
    assert again.is_ours
    save_imported(again, tmp_path / "copy.glb")
    assert (tmp_path / "copy.glb").read_bytes() == (tmp_path / "hut.glb").read_bytes()


def test_what_people_said_is_kept_when_a_changed_mesh_is_imported_again(tmp_path: Path) -> None:
    out = tmp_path / "hut.glb"
    first = imported(tmp_path, "hut.stl", stl(house()))
    part = first.piece.parts[0]
    save_piece(reclassified(first.piece, [SetKinds(frozenset({PartKind.DEADLY}), part.id)]), out)
    # Longer at one end: the middle, and so the origin, is elsewhere now.
    both = house()
    grown = np.where(both.vertices[:, :1] > 80, both.vertices + np.array((20, 0, 0)), both.vertices)
    (tmp_path / "hut.stl").write_bytes(stl(type(both)(grown, both.faces)))
    done = import_mesh(tmp_path / "hut.stl", ImportOptions(), previous(out))
    kept = [one for one in done.piece.parts if PartKind.DEADLY in one.kinds]
    assert [one.id for one in kept] == [part.id]
    assert done.unmet == ()


def test_places_are_carried_into_the_new_frame(tmp_path: Path) -> None:
    first = imported(tmp_path, "hut.stl", stl(house()))
    piece = reclassified(first.piece, [SetKinds(frozenset({PartKind.DEADLY}), places=((0.0, 0.0, 2.9),))])
    both = house()
    grown = np.where(both.vertices[:, :1] > 80, both.vertices + np.array((20, 0, 0)), both.vertices)
    (tmp_path / "hut.stl").write_bytes(stl(type(both)(grown, both.faces)))
    done = import_mesh(tmp_path / "hut.stl", ImportOptions(), piece)
    (said,) = done.piece.edits
    assert said.places[0] == pytest.approx((-10 / MM, 0.0, 2.9), abs=1e-4)


def test_another_mesh_in_another_unit_is_not_read_as_the_last_one(tmp_path: Path) -> None:
    first = imported(tmp_path, "hut.stl", stl(house()))
    (tmp_path / "hut.glb").write_bytes(glb(house()))
    done = import_mesh(tmp_path / "hut.glb", ImportOptions(), first.piece)
    assert done.unit is not None and done.unit.value == "m"
    assert volume(done) == pytest.approx(house().volume / MM**3, rel=1e-4)


def test_original_is_kept_by_its_content(tmp_path: Path) -> None:
    done = imported(tmp_path, "hut.stl", stl(house()))
    kept = keep_original(done, tmp_path / "hut.glb")
    assert kept is not None
    assert kept.parent.name == "originals"
    assert kept.read_bytes() == (tmp_path / "hut.stl").read_bytes()
    assert done.piece.source is not None and kept.stem == done.piece.source.sha256


def test_heavy_mesh_is_reduced_within_what_was_asked(tmp_path: Path) -> None:
    done = imported(tmp_path, "rough.stl", stl(rough(120)))
    assert done.triangles[0] > 25_000 > 3 * done.triangles[1]
    assert 0 < done.deviation_mm <= 0.1
    assert volume(done) == pytest.approx(rough(120).volume / MM**3, rel=2e-3)


def test_mesh_too_heavy_to_be_played_is_reduced_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.terrain.importing.MAX_MENDED", 15_000)
    (tmp_path / "rough.stl").write_bytes(stl(rough(120)))
    clock = count(0.0, 10.0)
    deadline = Deadline(elapsed=lambda: next(clock), patience=0.5)
    done = import_mesh(tmp_path / "rough.stl", ImportOptions(), deadline=deadline)
    assert done.triangles[0] > 15_000 >= done.triangles[1] and not done.is_unreduced


@pytest.mark.usefixtures("_light_is_heavy")
def test_mesh_that_stays_too_heavy_is_refused_with_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.terrain.importing.MAX_MENDED", 1_500)
    with pytest.raises(FileError, match=r"triangles, of which reducing leaves \d+: more than the limit of 1500"):
        imported(tmp_path, "rough.stl", stl(rough(30)), deviation_mm=0.0)


@pytest.fixture
def _light_is_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warcry3d.terrain.importing.HEAVY", 1_000)


@pytest.mark.usefixtures("_light_is_heavy")
def test_no_deviation_asked_leaves_every_triangle(tmp_path: Path) -> None:
    done = imported(tmp_path, "rough.stl", stl(rough(30)), deviation_mm=0.0)
    assert done.triangles[1] >= done.triangles[0]
    assert done.deviation_mm == 0.0


@pytest.mark.usefixtures("_light_is_heavy")
def test_reducing_that_does_not_end_in_time_is_given_up_and_the_mesh_keeps_its_triangles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = Event()
    monkeypatch.setattr("warcry3d.terrain.importing.reduced", lambda *_, **__: end.wait())
    monkeypatch.setattr("warcry3d.terrain.importing.is_compiled", lambda: True)
    (tmp_path / "rough.stl").write_bytes(stl(rough(30)))
    clock = count(0.0, 0.01)
    deadline = Deadline(elapsed=lambda: next(clock), patience=0.5)
    try:
        done = import_mesh(tmp_path / "rough.stl", ImportOptions(), deadline=deadline)
    finally:
        end.set()
    assert done.is_unreduced
    assert done.triangles[1] >= done.triangles[0]
    save_imported(done, tmp_path / "rough.glb")
    assert len(load_piece(tmp_path / "rough.glb").parts) == len(done.piece.parts)


@pytest.mark.usefixtures("_light_is_heavy")
def test_reducing_that_needs_too_much_memory_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("warcry3d.terrain.importing.reduced", greedy)
    monkeypatch.setattr("warcry3d.terrain.importing.is_compiled", lambda: True)
    done = imported(tmp_path, "rough.stl", stl(rough(30)))
    assert done.is_unreduced and done.deviation_mm == 0


def obj_of(*solids: Solid) -> bytes:
    """Return an OBJ with an object for each solid, to the last bit."""
    lines, first = [], 1
    for number, solid in enumerate(solids):
        lines.append(f"o part-{number}")
        lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in solid.vertices.tolist()]
        lines += [f"f {a + first} {b + first} {c + first}" for a, b, c in solid.faces.tolist()]
        first += len(solid.vertices)
    return "\n".join(lines).encode()


THIN = 2.0008e-5
"""Inches: just thick enough to be a solid, but not once 20 in from the origin rounds to float32."""


def plates(thick: float) -> list[Solid]:
    return [box((20.0, 3.0 * i, 0), (20.0 + thick, 3.0 * i + 2.0, 2.0)) for i in range(4)]


def test_sheets_without_thickness_are_left_out_with_their_count(tmp_path: Path) -> None:
    sheets = [Solid(one.vertices * np.array((1, 1, 1)), one.faces, _checked=True) for one in plates(1e-4)]
    flat = [Solid(np.where(s.vertices > 20, 20 + 1.5e-5, s.vertices), s.faces, _checked=True) for s in sheets]
    wall = box((-20, 0, 0), (20, 1, 3))
    data = [Solid(np.concatenate([wall.vertices, *(s.vertices for s in flat)]), joined([wall, *flat]), _checked=True)]
    done = imported(tmp_path, "a.obj", obj_of(*data), unit="in", up="z")
    assert done.mending.sheets == 4
    save_imported(done, tmp_path / "a.glb")
    assert volume(done) == pytest.approx(wall.volume, rel=1e-5)
    assert len(load_piece(tmp_path / "a.glb").parts) == len(done.piece.parts) > 0


def joined(solids: list[Solid]) -> np.ndarray:
    first = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    return np.concatenate([solid.faces + by for solid, by in zip(solids, first, strict=False)])


def test_part_too_thin_for_a_file_is_left_out_and_what_is_written_loads(tmp_path: Path) -> None:
    wall, spike = Part("wall", OBSTACLE, box((-20, 0, 0), (20, 1, 3))), box((19, 0, 3), (20, 1, 4))
    thin = Part("thin", OBSTACLE, plates(THIN)[0])
    both = Solid(np.concatenate([spike.vertices, thin.solid.vertices]), joined([spike, thin.solid]))
    with pytest.raises(FileError, match="1 sheets of the mesh have no thickness"):
        piece_from_bytes(piece_bytes(Piece("p", (wall, thin))), JsonPath("p"))
    piece, sheets = read_back(Piece("p", (wall, thin, Part("spiked", OBSTACLE, both))), JsonPath("p"))
    assert sheets == 2
    assert [part.id for part in piece.parts] == ["wall", "spiked"]
    assert [part.id for part in piece_from_bytes(piece_bytes(piece), JsonPath("p")).parts] == ["wall", "spiked"]
    with pytest.raises(FileError, match="p: no part of the mesh has any thickness"):
        read_back(Piece("p", (thin,)), JsonPath("p"))


def test_piece_that_loads_is_read_back_as_it_is(tmp_path: Path) -> None:
    piece = Piece("p", (Part("wall", OBSTACLE, box((-20, 0, 0), (20, 1, 3))),))
    assert read_back(piece, JsonPath("p")) == (piece, 0)


def many_flat(count: int) -> bytes:
    rows = np.zeros(count, [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("m", "<u2")])
    rows["c"][:, 1:, 0] = 50
    return b"\0" * 80 + count.to_bytes(4, "little") + rows.tobytes()


def not_a_number() -> bytes:
    data = bytearray(stl(house()))
    data[96:100] = np.float32(np.nan).tobytes()
    return bytes(data)


BOMB = '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
HOSTILE = {
    **{f"empty{suffix}": (b"", "") for suffix in (".stl", ".obj", ".ply", ".dae", ".gltf", ".glb", ".3mf")},
    **{f"cut-{name}": (make(house())[:-40], "") for name, make in FORMATS.items() if name != "a.obj"},
    "flat.stl": (many_flat(100_000), "no triangle"),
    "nan.stl": (not_a_number(), "not finite"),
    "really-no.ply": (b"\1" * 100, "not a PLY"),
    "really-no.glb": (b"\1" * 100, "not a GLB"),
    "cloud.ply": (b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                  b"end_header\n0 0 0\n", "cloud of points"),
    "many.ply": (b"ply\nformat binary_little_endian 1.0\nelement vertex 19999999\nproperty float x\nproperty float y\n"
                 b"property float z\nend_header\n", "cut off"),
    "beyond.ply": (ply(house()).replace(b"3 0 ", b"3 99 ", 1), ""),
    "words.ply": (ply(house()).replace(b"\n3 ", b"\nthree ", 1), "other than numbers"),
    "bomb.dae": (dae(house(), head=BOMB), "document type"),
    "outside.dae": (dae(house(), url="http://example.com/a.dae#mesh"), "is in another file"),
    "local.dae": (dae(house(), url="file:///etc/passwd"), "is in another file"),
    "nothing.dae": (dae(house(), url="#no"), "there is no geometry"),
    "other.dae": (b"<svg/>", "outermost element"),
    "deep.dae": (b"<a>" * 5000 + b"</a>" * 5000, "nested too deeply"),
    "unit.dae": (dae(house(), metres=-1), "its unit"),
    "outside.gltf": (gltf(house(), uri="../secret.bin"), "is in another file"),
    "base.gltf": (gltf(house(), uri="data:;base64,!!!"), "base64"),
    "tiny.stl": (stl(box((0, 0, 0), (1e-3, 1e-3, 1e-3))), "which is no plausible length of terrain"),
    "a.pkl": (b"cos\nsystem\n", "are not supported"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_is_one_clear_error(name: str, tmp_path: Path) -> None:
    content, said = HOSTILE[name]
    with pytest.raises(FileError) as caught:
        imported(tmp_path, name, content)
    assert name in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_figure_is_no_terrain(tmp_path: Path) -> None:
    from warcry3d.table.shipped import shipped_figure

    with pytest.raises(FileError, match="figure"):
        import_mesh(shipped_figure("spearman"), ImportOptions())


def test_polygons_of_any_length_are_read_from_both_kinds_of_ply(tmp_path: Path) -> None:
    solid = box((0, 0, 0), (40, 20, 30))
    quads = "4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n3 2 6 7\n3 2 7 3\n4 0 4 6 2\n4 1 3 7 5\n"
    points = "".join(f"{x} {y} {z}\n" for x, y, z in solid.vertices.tolist())
    head = (
        "ply\nformat {order} 1.0\nelement vertex 8\nproperty double x\nproperty double y\nproperty double z\n"
        "element face 7\nproperty list uchar uint vertex_index\nend_header\n"
    )
    done = imported(tmp_path, "q.ply", (head.format(order="ascii") + points + quads).encode())
    assert volume(done) == pytest.approx(solid.volume / MM**3, rel=1e-6)
    rows = [[int(n) for n in line.split()] for line in quads.splitlines()]
    body = b"".join(bytes([row[0]]) + np.array(row[1:], ">u4").tobytes() for row in rows)
    binary = head.format(order="binary_big_endian").encode() + solid.vertices.astype(">f8").tobytes() + body
    assert volume(imported(tmp_path, "b.ply", binary)) == pytest.approx(volume(done), rel=1e-6)


def test_reasons_of_a_stranger_are_never_filled_in_as_code(tmp_path: Path) -> None:
    done = imported(tmp_path, "hut.stl", stl(house()))
    save_piece(done.piece, tmp_path / "hut.glb")
    raw = (tmp_path / "hut.glb").read_bytes()
    size = int.from_bytes(raw[12:16], "little")
    text = json.loads(raw[20 : 20 + size])
    evil = "{a.__class__} {b:>999999999} {c"
    text["nodes"][1]["extras"]["warcry3d"]["reasons"] = [{"template": evil, "values": {"a": 1.0, "b": 2.0}}]
    made = json.dumps(text).encode()
    made += b" " * (-len(made) % 4)
    rest = raw[20 + size :]
    head = b"glTF" + (2).to_bytes(4, "little") + (20 + len(made) + len(rest)).to_bytes(4, "little")
    (tmp_path / "evil.glb").write_bytes(head + len(made).to_bytes(4, "little") + b"JSON" + made + rest)
    judged = load_piece(tmp_path / "evil.glb").parts[0].judged
    assert judged is not None
    assert str(judged.reasons[0]) == evil


@pytest.mark.parametrize(("unit", "per_inch"), [("mm", 25.4), ("cm", 2.54), ("in", 1.0)])
def test_a_door_tells_the_unit_where_the_length_leaves_a_doubt(unit: str, per_inch: float, tmp_path: Path) -> None:
    import manifold3d as m3

    wall = m3.Manifold.cube((6, 0.4, 4)) - m3.Manifold.cube((1.6, 2, 2.2)).translate((2.2, -1, 0))
    mesh = wall.scale((per_inch,) * 3).to_mesh64()
    solid = Solid(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts).astype(np.int32))
    done = imported(tmp_path, "wall.stl", stl(solid))
    assert done.unit is not None
    assert done.unit.value == unit
    if unit == "cm":
        assert "door" in str(done.unit.reason)


def test_round_coordinates_are_no_loose_triangles(tmp_path: Path) -> None:
    posts = [box((30 * i, 30 * j, 0), (30 * i + 12, 30 * j + 12, 40)) for i in range(5) for j in range(5)]
    done = imported(tmp_path, "posts.stl", b"".join([stl(_joined(posts))]))
    assert done.mending.is_clean
    assert volume(done) == pytest.approx(25 * 12 * 12 * 40 / MM**3, rel=1e-5)


def test_dust_of_a_scan_is_one_part_beside_what_it_lies_about(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    dust = [box(tuple(at), tuple(at + 1.0)) for at in rng.uniform(0, 1, (900, 3)) * (80, 80, 5) + (0, 0, 45)]
    done = imported(tmp_path, "ruin.stl", stl(_joined([box((0, 0, 0), (80, 80, 40)), *dust])))
    crumbs = [part for part in done.piece.parts if part.id.startswith("crumbs")]
    assert len(crumbs) == 1
    assert len(done.piece.parts) < 5
    assert crumbs[0].judged is not None
    assert "loose bodies" in str(crumbs[0].judged.reasons[0])


def test_too_many_bodies_are_taken_together_and_it_is_said(tmp_path: Path) -> None:
    posts = [box((8 * i, 8 * j, 0), (8 * i + 5, 8 * j + 5, 40)) for i in range(40) for j in range(40)]
    done = imported(tmp_path, "posts.stl", stl(_joined(posts)))
    (part,) = done.piece.parts
    assert part.judged is not None
    assert "1600 separate bodies" in str(part.judged.reasons[0])


def _joined(solids: list[Solid]) -> Solid:
    at = np.cumsum([0, *(len(one.vertices) for one in solids)])
    faces = np.concatenate([one.faces + by for one, by in zip(solids, at, strict=False)])
    return Solid(np.concatenate([one.vertices for one in solids]), faces.astype(np.int32))


def test_told_anew_the_parts_keep_the_names_of_their_nodes(tmp_path: Path) -> None:
    lines, at = [], 1
    for k, name in enumerate(("keep", "door_left", "outwork")):
        solid = box((40.0 * k, 0, 0), (40.0 * k + 30, 30, 35 + 5 * k))
        lines += [f"o {name}", *(f"v {x} {y} {z}" for x, y, z in solid.vertices.tolist())]
        lines += ["f " + " ".join(str(at + i) for i in face) for face in solid.faces.tolist()]
        at += len(solid.vertices)
    done = imported(tmp_path, "fort.obj", "\n".join(lines).encode(), up="z")
    names = {part.id for part in done.piece.parts}
    assert names == {"keep", "door_left", "outwork"}
    assert {part.id for part in reclassified(done.piece, again=True).parts} == names
