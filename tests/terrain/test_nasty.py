"""Every file becomes a piece or one clear error: nothing crashes, nothing hangs, nothing is said in two lines."""

import os
from pathlib import Path

import numpy as np
import pytest

from tests.terrain.meshes import house, stl
from tests.terrain.nasty import FILES, PIECE, shaped
from warcry3d.cli import main
from warcry3d.errors import FileError
from warcry3d.terrain.importing import Imported, ImportOptions, import_mesh

SHAPED = shaped()

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def tried(path: Path) -> Imported | FileError:
    try:
        return import_mesh(path, ImportOptions())
    except FileError as error:
        return error


def judge(outcome: Imported | FileError, path: Path, said: str | None) -> None:
    """Hold an outcome to what is promised: a piece of closed parts, or one line that names the file."""
    if isinstance(outcome, FileError):
        assert said != PIECE, str(outcome)
        assert str(outcome).startswith(str(path))
        assert "\n" not in str(outcome)
        assert said is None or said in str(outcome)
        return
    assert said in (None, PIECE), f"a piece, and not '{said}'"
    for part in outcome.piece.parts:
        assert np.isfinite(part.solid.vertices).all()
        assert part.solid.volume > 0
    assert min(float(part.solid.bounds[0, 2]) for part in outcome.piece.parts) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("name", SHAPED)
def test_odd_shape_becomes_a_piece_or_one_clear_error(name: str, tmp_path: Path) -> None:
    content, said = SHAPED[name]
    path = tmp_path / name
    path.write_bytes(content)
    judge(tried(path), path, said)


@pytest.mark.parametrize("name", FILES)
def test_odd_file_becomes_a_piece_or_one_clear_error(name: str, tmp_path: Path) -> None:
    content, said = FILES[name]
    path = tmp_path / name
    path.write_bytes(content)
    judge(tried(path), path, said)


@pytest.mark.parametrize("size", [0, 1, 5, 80, 83, 84, 85, 133, 134, 135, 400])
@pytest.mark.parametrize("suffix", [".stl", ".glb", ".ply", ".dae", ".3mf", ".obj", ".gltf"])
def test_a_file_of_a_few_zeros_is_one_clear_error(size: int, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"zeros{suffix}"
    path.write_bytes(b"\0" * size)
    outcome = tried(path)
    assert isinstance(outcome, FileError)
    judge(outcome, path, None)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
@pytest.mark.parametrize("kind", ["folder", "link-to-folder", "link-to-nothing", "link-to-itself", "pipe"])
def test_what_is_no_file_is_one_clear_error(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "it.stl"
    match kind:
        case "folder":
            path.mkdir()
        case "link-to-folder":
            path.symlink_to(tmp_path)
        case "link-to-nothing":
            path.symlink_to(tmp_path / "nothing.stl")
        case "link-to-itself":
            path.symlink_to(path)
        case _:
            os.mkfifo(path)
    outcome = tried(path)
    assert isinstance(outcome, FileError)
    judge(outcome, path, None)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_link_to_a_mesh_is_that_mesh(tmp_path: Path) -> None:
    (tmp_path / "hut.stl").write_bytes(stl(house()))
    (tmp_path / "link.stl").symlink_to(tmp_path / "hut.stl")
    judge(tried(tmp_path / "link.stl"), tmp_path / "link.stl", PIECE)


@pytest.mark.skipif(os.name != "posix", reason="names that are no text as POSIX has them")
def test_a_name_that_is_no_text_is_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    odd = Path(os.fsdecode(b"h\xfct\nte.stl"))
    try:
        odd.write_bytes(stl(house()))
    except OSError:
        pytest.skip("this disk takes no such name")
    assert main(["terrain", "import", str(odd), "--out", "hut.glb"]) == 0
    assert (tmp_path / "hut.glb").is_file()
    odd.write_bytes(b"")
    capsys.readouterr()
    assert main(["terrain", "import", str(odd), "--out", "hut.glb"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_shells_that_cross_in_too_many_places_stay_one_in_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks.nasty import NASTY, stl_of

    monkeypatch.setattr("warcry3d.geom.unite._CROWDED_WORK", 20_000)
    monkeypatch.setattr("warcry3d.geom.unite._FEW", 5_000)
    path = tmp_path / "rods.stl"
    path.write_bytes(stl_of(NASTY["300 rods through each other"]()))
    done = import_mesh(path, ImportOptions(unit="mm", up="z"))
    assert done.mending.crossing == 300
    assert sum(len(part.solid.faces) for part in done.piece.parts) == 3600
