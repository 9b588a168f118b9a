"""``warcry3d terrain lint`` on pieces and meshes: sentences, JSON, exit codes, a picture, one error for bad input."""

import json
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests import zoo
from warcry3d.cli import main
from warcry3d.geom import shapes
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.pieces import save_piece
from warcry3d.table.terrain import Piece
from warcry3d.units import MM

Lint = Callable[..., tuple[int, str, str]]

WALLS = (
    zoo.box_part("left", (0, 0, 0), (2, 0.4, 2)),
    zoo.box_part("right", (2 + 0.5 * MM, 0, 0), (4, 0.4, 2)),
)


def stl(triangles: FloatArray) -> bytes:
    """Return a binary STL of triangles (t, 3, 3)."""
    rows = [struct.pack("<12fH", 0, 0, 0, *triangle.ravel().tolist(), 0) for triangle in triangles]
    return b"\0" * 80 + struct.pack("<I", len(rows)) + b"".join(rows)


@pytest.fixture
def lint(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Lint:
    """Return a function that runs ``terrain lint`` in a folder of its own."""
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["terrain", "lint", *arguments])
        return code, *capsys.readouterr()

    return run


def save(*parts: zoo.Part, accept: tuple[str, ...] = ()) -> str:
    save_piece(Piece("probe", parts, accept=accept), "probe.glb")
    return "probe.glb"


def save_stl(solid: Solid, name: str = "probe.stl", *, inches: float = 1 / MM) -> str:
    Path(name).write_bytes(stl(solid.triangles * inches))
    return name


def test_piece_with_an_error_exits_1_and_says_it_first(lint: Lint) -> None:
    code, out, err = lint(save(*WALLS))
    assert code == 1
    assert err == ""
    first = out.splitlines()[0]
    assert first.startswith("error: a crack 0.500 mm wide between 'left' and 'right' lets a line of sight through")
    assert first.endswith("[T-LEAK]")


def test_good_piece_exits_0(lint: Lint) -> None:
    code, out, _ = lint(save(zoo.box_part("wall", (0, 0, 0), (4, 0.4, 2))))
    assert (code, out) == (0, "no problems found in this piece\n")


def test_finding_that_the_piece_accepts_is_no_failure_and_is_told_as_such(lint: Lint) -> None:
    code, out, _ = lint(save(*WALLS, accept=("T-LEAK",)))
    assert code == 0
    assert out.splitlines()[0].startswith("accepted: error: a crack 0.500 mm wide")


def test_json_has_every_finding_with_places_lines_and_values(lint: Lint) -> None:
    code, out, _ = lint("--json", save(*WALLS))
    answer = json.loads(out)
    assert code == 1
    assert answer["format"] == "warcry3d.findings/1"
    assert (answer["unit"], answer["solid"]) == ("in", True)
    assert answer["limits"] == {"bed_mm": [220.0, 220.0, 250.0], "figure_mm": 32.0, "wall_mm": 0.8}
    (leak,) = answer["findings"]
    assert (leak["code"], leak["severity"], leak["part"], leak["accepted"]) == ("T-LEAK", "error", "left", False)
    assert leak["values"]["width_mm"] == pytest.approx(0.5, abs=1e-4)
    assert leak["places"][0][0] == pytest.approx(2 + 0.25 * MM, abs=1e-3)
    assert len(leak["lines"]) == 1
    assert "0.500 mm" in leak["sentence"]


def test_severity_leaves_out_what_is_lighter_but_not_from_the_exit_code(lint: Lint) -> None:
    shelf = zoo.box_part("shelf", (0, 0.4, 1), (2, 1.4, 1.5))
    name = save(*WALLS, shelf)
    assert "T-OVERHANG" in lint(name)[1]
    code, out, _ = lint("--severity", "error", name)
    assert code == 1
    assert [line.rpartition("[")[2] for line in out.splitlines()] == ["T-LEAK]"]


def test_bed_and_figure_height_are_the_persons(lint: Lint) -> None:
    name = save(zoo.box_part("crate", (0, 0, 0), (0.9, 0.9, 1)))
    assert lint(name)[1] == "no problems found in this piece\n"
    assert "[T-BED]" in lint("--bed", "20x20x20", name)[1]
    assert "[T-SCALE]" in lint("--figure-height", "15", name)[1]


@pytest.mark.parametrize("bed", ["220", "220x220", "0x220x250", "axbxc", "220x220x-1", "1e9x1x1", "nanx1x1"])
def test_bed_that_is_none_is_one_error(lint: Lint, bed: str) -> None:
    code, out, err = lint("--bed", bed, "any.glb")
    assert (code, out) == (2, "")
    assert "expected three sizes in mm like 220x220x250" in err


def test_mesh_is_read_in_the_unit_its_size_tells_and_set_on_the_floor(lint: Lint) -> None:
    raised = shapes.box((0, 0, 3), (4, 0.4, 5))
    code, out, _ = lint("--json", save_stl(raised))
    answer = json.loads(out)
    assert (code, answer["unit"], answer["findings"]) == (0, "mm", [])
    code, out, _ = lint("--json", save_stl(raised, inches=1.0))
    assert json.loads(out)["unit"] == "in"


def test_given_unit_and_axis_are_taken(lint: Lint) -> None:
    lying = shapes.box((0, 0, 0), (11, 11, 2))
    name = save_stl(lying, inches=1.0)
    assert "[T-BED]" in lint("--unit", "in", name)[1]
    tall = save_stl(shapes.box((0, 0, 0), (3, 7, 3)), inches=1.0)
    assert "[T-SCALE]" not in lint(tall)[1]
    assert "[T-SCALE]" in lint("--up", "y", tall)[1]  # a tower of 7 in


def test_mesh_that_cannot_be_closed_is_a_finding_with_its_place_and_no_traceback(lint: Lint) -> None:
    Path("heap.stl").write_bytes(stl(np.tile([[0.0, 0, 0], [50, 0, 0], [50, 0, 0]], (100, 1, 1))))
    code, out, err = lint("heap.stl", "--picture", "heap.png")
    assert code == 1
    assert out.startswith("error: 'heap' is not watertight and cannot be mended: the mesh has no triangle with an area")
    assert "no picture" in err
    assert not Path("heap.png").exists()


def test_open_mesh_is_closed_and_how_is_a_finding(lint: Lint) -> None:
    box = shapes.box((0, 0, 0), (3, 2, 1))
    Path("open.stl").write_bytes(stl(box.triangles[box.normals[:, 2] < 0.5] / MM))
    code, out, _ = lint("open.stl")
    assert code == 0
    assert "[T-CLOSED]" in out


@pytest.mark.parametrize("data", [b"", b"solid", b"\0" * 84, b"glTF" + b"\xff" * 40])
@pytest.mark.parametrize("suffix", [".stl", ".glb", ".obj", ".3mf"])
def test_broken_file_is_one_error(lint: Lint, data: bytes, suffix: str) -> None:
    Path(f"broken{suffix}").write_bytes(data)
    code, out, err = lint(f"broken{suffix}")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert f"broken{suffix}" in err


def test_file_that_is_not_there_is_one_error(lint: Lint) -> None:
    code, out, err = lint("nowhere.glb")
    assert (code, out) == (2, "")
    assert "nowhere.glb" in err


def test_same_piece_gives_the_same_answer(lint: Lint) -> None:
    name = save(zoo.part("drum", shapes.cylinder((0, 0), 1.5, (0, 3))), *WALLS)
    assert lint("--json", name) == lint("--json", name)


def test_shipped_piece_is_found_from_anywhere(lint: Lint) -> None:
    code, out, _ = lint("--severity", "warning", "terrain/low-wall.glb")
    assert (code, out) == (0, "no problems found in this piece\n")


def test_printed_terrain_made_by_others_is_linted_whatever_it_is_like(lint: Lint, printed_terrain: Path) -> None:
    for path in sorted(printed_terrain.glob("*.stl")):
        code, out, err = lint("--json", "--unit", "mm", str(path))
        assert code in (0, 1), err
        for finding in json.loads(out)["findings"]:
            assert all(np.isfinite(place).all() for place in finding["places"])
