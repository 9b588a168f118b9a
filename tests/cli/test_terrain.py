"""``warcry3d terrain``: import, show, list, classify, export, from the command line."""

import json
import shutil
from pathlib import Path

import pytest

from tests.limited import run_here
from tests.terrain.meshes import house, stl
from warcry3d.cli import main
from warcry3d.cli.terrain import ACTIONS
from warcry3d.geom.shapes import box
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_piece


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import here: `test_terrain_import` proves that a process with limits does the same."""
    monkeypatch.setattr("warcry3d.limited_process.run_limited", run_here)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    Path("hut.stl").write_bytes(stl(house()))


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a mesh, its piece and its originals."""
    folder = tmp_path_factory.mktemp("imported")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warcry3d.limited_process.run_limited", run_here)
        patch.chdir(folder)
        Path("hut.stl").write_bytes(stl(house()))
        assert main(["terrain", "import", "hut.stl"]) == 0
    return folder


@pytest.fixture
def hut(imported: Path) -> Path:
    """Return a piece in the current folder, as an import leaves it."""
    shutil.copytree(imported, ".", dirs_exist_ok=True)
    return Path("hut.glb")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["terrain", *arguments]) == 0
    return capsys.readouterr().out


def test_help_lists_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--help")
    assert all(f"  {action} " in text for action in ACTIONS)


def test_import_tells_unit_axis_parts_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "import", "hut.stl")
    assert "hut.stl becomes hut.glb" in text
    assert "unit: mm (80 mm is a plausible length of terrain" in text
    assert "up: z" in text
    assert Path("hut.glb").is_file()
    assert len(list(Path("originals").iterdir())) == 1


def test_import_as_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(said(capsys, "import", "hut.stl", "--json", "--name", "hut of reeds"))
    (entry,) = made["pieces"]
    assert made["format"] == "warcry3d.import/1"
    assert entry["unit"]["value"] == "mm"
    assert entry["piece"]["name"] == "hut of reeds"
    assert entry["piece"]["source"]["name"] == "hut.stl"


def test_broken_mesh_does_not_keep_the_others_from_becoming_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.stl").write_bytes(b"")
    assert main(["terrain", "import", "bad.stl", "hut.stl"]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1 and "bad.stl" in err
    assert Path("hut.glb").is_file() and not Path("bad.glb").exists()
    assert "hut.stl becomes hut.glb" in out


def test_what_is_said_is_kept_taken_back_and_survives_another_import(
    capsys: pytest.CaptureFixture[str], hut: Path
) -> None:
    part = json.loads(said(capsys, "show", "hut.glb", "--json"))["parts"][0]
    assert "deadly" not in part["kinds"]
    text = said(capsys, "classify", "hut.glb", "--set", f"{part['id']}=deadly,unclimbable")
    assert "set by you" in text
    said(capsys, "import", "hut.stl")
    again = json.loads(said(capsys, "show", "hut.glb", "--json"))["parts"][0]
    assert again["kinds"] == ["deadly", "unclimbable"]
    assert again["confidence"] == 1.0
    said(capsys, "classify", "hut.glb", "--clear", part["id"])
    back = json.loads(said(capsys, "show", "hut.glb", "--json"))
    assert "edits" not in back
    assert back["parts"][0]["kinds"] == part["kinds"]


def test_what_was_said_of_a_part_that_is_gone_is_told_and_counts_again_when_it_is_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fort(*walls: str) -> None:
        solids = {"keep": box((0, 0, 0), (60, 10, 50)), "outwork": box((80, 0, 0), (130, 10, 50))}
        lines, at = [], 1
        for name in walls:
            lines += [f"o {name}", *(f"v {x} {y} {z}" for x, y, z in solids[name].vertices.tolist())]
            lines += ["f " + " ".join(str(at + i) for i in face) for face in solids[name].faces.tolist()]
            at += len(solids[name].vertices)
        Path("fort.obj").write_text("\n".join(lines))

    again = ("import", "fort.obj", "--unit", "mm", "--up", "z")
    fort("keep", "outwork")
    said(capsys, *again)
    said(capsys, "classify", "fort.glb", "--set", "outwork=deadly")
    fort("keep")
    line = "  without effect now: 'outwork' set to deadly; it applies again when the part returns"
    assert line in said(capsys, *again)
    assert line in said(capsys, "show", "fort.glb")
    (entry,) = json.loads(said(capsys, *again, "--json"))["pieces"]
    assert [(one["part"], one["kinds"]) for one in entry["piece"]["unmet"]] == [("outwork", ["deadly"])]
    fort("keep", "outwork")
    assert line not in said(capsys, *again)
    back = json.loads(said(capsys, "show", "fort.glb", "--json"))
    assert {part["id"]: part["kinds"] for part in back["parts"]}["outwork"] == ["deadly"]
    assert back["unmet"] == []


def test_part_is_told_by_a_place_on_it(capsys: pytest.CaptureFixture[str], hut: Path) -> None:
    made = json.loads(said(capsys, "classify", "hut.glb", "--set-at", "0,0,2.95=unclimbable", "--json"))
    assert [part["kinds"] for part in made["parts"] if part.get("confidence") == 1.0] == [["unclimbable"]]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["import", "missing.stl"], "there is no file missing.stl"),
        (["import", "hut.stl", "--out", "nowhere"], "no folder 'nowhere'; --out takes"),
        (["import", "hut.stl", "hut.stl", "--out", "a.glb"], "--out must be a folder"),
        (["import", "hut.stl", "--unit", "parsec"], "invalid choice"),
        (["import"], "the following arguments are required: MESH"),
        (["show", "missing.glb"], "there is no file missing.glb"),
        (["show", "hut.stl"], "a piece is one GLB file"),
        (["classify", "hut.glb", "--set", "roof"], "expected something like PART=KIND"),
        (["classify", "hut.glb", "--set", "roof=castle"], "no kind 'castle'"),
        (["classify", "hut.glb", "--set", "roof=deadly"], "there is no part 'roof'"),
        (["classify", "hut.glb", "--clear", "roof"], "there is no part 'roof'"),
        (["classify", "hut.glb", "--set-at", "1,2=deadly"], "expected a place like"),
        (["classify", "hut.glb", "--set-at", "nan,0,0=deadly"], "expected a place like"),
        (["export", "hut.glb", "hut.obj"], "neither *.stl nor *.glb"),
        (["sing"], "invalid choice: 'sing'"),
        ([], "the following arguments are required: ACTION"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_2(
    arguments: list[str], what: str, hut: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = hut.read_bytes()
    capsys.readouterr()
    assert main(["terrain", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert what in err
    assert hut.read_bytes() == before


def test_contradicting_kinds_change_nothing(capsys: pytest.CaptureFixture[str], hut: Path) -> None:
    part = json.loads(said(capsys, "show", "hut.glb", "--json"))["parts"][0]["id"]
    before = hut.read_bytes()
    assert main(["terrain", "classify", "hut.glb", "--set", f"{part}=low,obstacle"]) == 2
    assert "cannot be both" in capsys.readouterr().err
    assert hut.read_bytes() == before


def test_export_reads_back_as_the_same_volume(capsys: pytest.CaptureFixture[str], hut: Path) -> None:
    assert "cubic inches" in said(capsys, "export", "hut.glb", "print.stl")
    made = json.loads(said(capsys, "import", "print.stl", "--json"))["pieces"][0]["piece"]
    volume = house().volume / 25.4**3
    assert sum(part["volume"] for part in made["parts"]) == pytest.approx(volume, rel=1e-4)


def test_mesh_is_not_overwritten_by_its_piece(capsys: pytest.CaptureFixture[str]) -> None:
    import trimesh

    trimesh.creation.box((0.05, 0.05, 0.05)).export("crate.glb")
    before = Path("crate.glb").read_bytes()
    assert main(["terrain", "import", "crate.glb"]) == 2
    assert "would overwrite its mesh" in capsys.readouterr().err
    assert Path("crate.glb").read_bytes() == before


def test_list_names_the_pieces_that_ship(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(said(capsys, "list", "--json"))
    assert "terrain/watchtower.glb" in [piece["file"] for piece in made["pieces"]]


@pytest.mark.usefixtures("quick_pictures")
def test_shipped_piece_is_drawn_by_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "show", "terrain/gate.glb", "--picture", "gate.png")
    assert Path("gate.png").read_bytes().startswith(b"\x89PNG")


def test_show_tells_what_the_shape_adds_and_what_the_makers_accept_without_lint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.terrain.lint.report.lint", None)
    text = said(capsys, "show", "terrain/shrine.glb")
    assert "  in play altar: it rises " in text
    made = json.loads(said(capsys, "show", "terrain/shrine.glb", "--json"))
    (altar,) = [one for one in made["derived"] if one["id"] == "altar"]
    assert altar["kinds"] == ["low"]
    assert made["accept"] == list(load_piece(shipped_piece("terrain/shrine.glb")).accept)


def test_simple_piece_is_made_changed_and_written_for_the_printer(capsys: pytest.CaptureFixture[str]) -> None:
    assert "w: 4.50 x 0.35 in" in said(capsys, "make", "wall", "--length", "4 1/2", "--out", "w.glb", "--stl", "w.stl")
    assert main(["terrain", "make", "--from", "w.glb", "--way", "door", "--way-height", "2.75", "--out", "w.glb"]) == 0
    assert "way-height is 2.7, not 2.75, so that everything fits" in capsys.readouterr().err
    piece = load_piece(Path("w.glb"))
    assert [part.id for part in piece.parts] == ["wall", "wall-door"]
    assert piece.made is not None
    assert (piece.made.kind, piece.made.values["length"]) == ("wall", 4.5)
    assert Path("w.stl").read_bytes().startswith(b"made by warcry3d, unit mm, z up ")


def test_parameters_of_simple_pieces_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--way-up" in said(capsys, "make", "--list")
    (kind,) = json.loads(said(capsys, "make", "box", "--list", "--json"))["kinds"]
    assert kind["fields"][0] == {
        "name": "length", "unit": "in", "default": 2.0, "least": 0.5, "most": 12.0, "step": 0.25,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["wall", "--length", "99", "--out", "x.glb"], "length is 99; expected 1 to 14"),
        (["box", "--sill", "1", "--out", "x.glb"], "a 'box' has no parameter 'sill'; there are: length, width, height"),
        (["box", "--width", "wide", "--out", "x.glb"], "width is wide; expected a number"),
        (["wall"], "expected --out PIECE.glb or --stl FILE.stl"),
        (["--out", "x.glb"], "expected a KIND, or --from PIECE.glb"),
        (["wall", "--out", "x.stl"], "x.stl is not *.glb"),
    ],
)
def test_simple_piece_that_cannot_be_made_says_why(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["terrain", "make", *arguments]) == 2
    assert why in capsys.readouterr().err
    assert not Path("x.glb").exists()
