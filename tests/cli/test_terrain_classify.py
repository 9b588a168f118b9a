"""``terrain classify`` edits a piece as the window does: in order, all or nothing."""

import json
import shutil
from pathlib import Path

import pytest

from warcry3d.cli import main
from warcry3d.table.shipped import shipped_root


@pytest.fixture(autouse=True)
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a wall that ships, in a folder of its own that is the current one."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(shipped_root() / "terrain" / "low-wall.glb", "wall.glb")
    return Path("wall.glb")


def answer(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    """Return what the command says of the piece; it succeeds."""
    assert main(["terrain", "classify", "wall.glb", *options, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def names(piece: dict[str, object]) -> list[str]:
    parts = piece["parts"]
    assert isinstance(parts, list)
    return [part["id"] for part in parts]


def test_edits_are_done_in_the_order_in_which_they_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    done = answer(
        capsys,
        "--cut",
        "stones@0.5=top",
        "--rename",
        "top=coping",
        "--set",
        "coping=platform",
        "--accept",
        "T-EDGE=a cliff",
    )
    assert names(done) == ["stones", "coping", "rubble"]
    again = answer(capsys)
    assert again["edits"] == done["edits"]
    back = answer(capsys, "--merge", "stones,coping=wall", "--split", "rubble")
    assert names(back)[0] == "wall" and len(names(back)) > 3
    assert answer(capsys, "--without", "4")["edits"] == [*done["edits"][:3], *back["edits"][4:]]  # type: ignore[index]


def test_file_of_edits_paints_what_its_steps_choose(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [
        {"by": "box", "min": [-0.6, -3, 0.3], "max": [0.6, 0, 3]},
        {"by": "brush", "at": [0, -0.5, 0.5], "radius": 0.2, "remove": True},
        {"by": "grow", "times": 1},
    ]
    edits = [
        {"edit": "paint", "kinds": ["deadly"], "name": "thorns", "depth": 0.1, "select": steps},
        {"edit": "rename", "part": "thorns", "name": "briars"},
    ]
    Path("edits.json").write_text(json.dumps({"format": "warcry3d.edits/1", "edits": edits}))
    assert "briars" in names(answer(capsys, "--edits", "edits.json"))


def test_flood_and_brush_paint_from_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    done = answer(capsys, "--paint", "deadly@0,-0.5,0.5*0.4/0.1=spot")
    assert "spot" in names(done)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cut", "stones"], "expected something like PART@1.5"),
        (["--cut", "stones@high"], "expected something like PART@1.5"),
        (["--cut", "tower@1"], "there is no part 'tower'"),
        (["--cut", "stones@9"], "cannot be cut at 9 in"),
        (["--cut", "stones@0.5", "--cut", "stones@9"], "cannot be cut at 9 in"),
        (["--merge", "stones"], "PART,PART=NAME"),
        (["--opening", "hatch@0,0,1:1,0,1"], "no kind 'hatch'; there are: door, arch, window"),
        (["--opening", "arch@0,0,1"], "window@0,0,1:1,0,2"),
        (["--opening", "arch@0,0,9:1,0,9"], "no opening is between"),
        (["--paint", "deadly@0,0"], "expected a place like 1.5,0,2"),
        (["--without", "4"], "there is no edit 4; the piece has 0"),
        (["--edits", "none.json"], "none.json"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(
    options: list[str], sentence: str, wall: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = wall.read_bytes()
    assert main(["terrain", "classify", "wall.glb", *options]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and sentence in err
    assert wall.read_bytes() == before


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ("[]", "edits.json"),
        ('{"format": "warcry3d.edits/2", "edits": []}', "format"),
        ('{"format": "warcry3d.edits/1", "edits": [{"edit": "melt"}]}', "edits[0]"),
        ('{"format": "warcry3d.edits/1", "edits": [{"edit": "paint", "kinds": ["low"]}]}', "either a patch, or how"),
        ('{"format": "warcry3d.edits/1", "edits": [{"edit": "cut", "part": "stones", "height": "high"}]}', "height"),
        (
            '{"format": "warcry3d.edits/1", "edits": [{"edit": "paint", "kinds": ["low"], "select": '
            '[{"by": "box", "min": [90, 90, 90], "max": [91, 91, 91]}]}]}',
            "choose no face",
        ),
    ],
)
def test_broken_file_of_edits_is_one_line(edits: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("edits.json").write_text(edits)
    assert main(["terrain", "classify", "wall.glb", "--edits", "edits.json"]) == 2
    _, err = capsys.readouterr()
    assert err.count("\n") == 1 and sentence in err


def test_piece_that_cannot_be_written_stays(wall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = wall.read_bytes()
    wall.unlink()
    Path("kept").mkdir()
    target = Path("kept") / "wall.glb"
    target.write_bytes(before)
    wall.symlink_to(target)
    target.chmod(0o444)
    Path("kept").chmod(0o555)
    try:
        code = main(["terrain", "classify", "wall.glb", "--cut", "stones@0.5"])
        err = capsys.readouterr().err
    finally:
        Path("kept").chmod(0o755)
    if code == 0:
        pytest.skip("a user for whom no file is read-only")
    assert err.count("\n") == 1 and "cannot be written" in err
    assert target.read_bytes() == before
