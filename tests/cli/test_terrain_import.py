"""``warcry3d terrain import``: what it keeps to from the program's start to its end, and the picture of the piece."""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import pytest
import trimesh

from tests.limited import run_here
from tests.terrain.meshes import house, stl
from warcry3d.cli import main, terrain_import, terrain_import_task
from warcry3d.errors import FileError
from warcry3d.limited_process import OverLimitError
from warcry3d.messages import Words
from warcry3d.terrain.deadline import Deadline, ImportStage
from warcry3d.terrain.importing import ImportOptions, import_mesh


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    Path("hut.stl").write_bytes(stl(house()))


def options() -> argparse.Namespace:
    return argparse.Namespace(
        unit="auto", up="auto", scale=1.0, name=None, deviation=0.1, patience=28.0, picture=None, json=False
    )


def test_patience_counts_from_when_the_work_began() -> None:
    begun = time.monotonic() - 28.5
    with pytest.raises(FileError, match=r"^hut.stl: reading it takes more than 28 s"):
        terrain_import._import_in_process(Path("hut.stl"), Path("hut.glb"), begun, options(), Words("en"))
    assert not Path("hut.glb").exists()


def test_the_start_of_the_program_counts_for_its_first_mesh_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("two.stl").write_bytes(stl(house()))
    monkeypatch.setattr(sys, "argv", ["warcry3d", "terrain", "import", "hut.stl", "two.stl", "--patience", "20"])
    monkeypatch.setattr("warcry3d.cli._STARTED", time.monotonic() - 20.5)
    assert main() == 2
    out, err = capsys.readouterr()
    assert "hut.stl: reading it takes more than 20 s" in err
    assert err.count("\n") == 1
    assert "two.stl becomes two.glb" in out


def test_command_called_by_a_program_that_runs_already_counts_from_its_call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("warcry3d.cli._STARTED", time.monotonic() - 1000.0)
    assert main(["terrain", "import", "hut.stl"]) == 0
    assert "hut.stl becomes hut.glb" in capsys.readouterr().out


def test_picture_shows_the_piece(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terrain", "import", "hut.stl", "--picture", "hut.png", "--patience", "300"]) == 0
    assert Path("hut.png").read_bytes().startswith(b"\x89PNG")
    assert "hut.stl becomes hut.glb" in capsys.readouterr().out


@pytest.mark.usefixtures("quick_pictures")
def test_picture_that_cannot_be_written_is_one_line_and_the_piece_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("warcry3d.limited_process.run_limited", run_here)
    assert main(["terrain", "import", "hut.stl", "--picture", "nowhere/hut.png"]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert str(Path("nowhere/hut.png")) in err
    assert "hut.stl becomes hut.glb" in out
    assert Path("hut.glb").is_file()


@pytest.mark.parametrize("what", ["time", "memory"])
@pytest.mark.parametrize("stage", ImportStage)
def test_each_limit_in_each_stage_is_told_in_one_line(stage: ImportStage, what: str) -> None:
    said = str(terrain_import._limit_error(Path("a.stl"), OverLimitError(stage.value, what), 28.0, Words("en")))
    assert said.startswith("a.stl: ")
    assert ("28 s" if what == "time" else "2 GB") in said
    assert ("the piece is written" in said) == (stage is ImportStage.DRAWING)


def test_reduction_is_compiled_beside_the_reading_of_a_large_file_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("subprocess.Popen", lambda task, **_: started.append(task))
    large = tmp_path / "large.stl"
    large.write_bytes(bytes(terrain_import_task.LARGE_FILE))
    ahead = terrain_import_task._compiling_ahead
    ahead(large)
    assert not started, "there is no cache to compile into"
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path))
    monkeypatch.setattr("warcry3d.terrain.reducing.reduce.is_compiled", lambda: False)
    ahead(Path("hut.stl"))
    ahead(tmp_path / "missing.stl")
    assert not started
    ahead(large)
    assert [task[:3] for task in started] == [[sys.executable, "-P", "-c"]]
    monkeypatch.setattr("warcry3d.terrain.reducing.reduce.is_compiled", lambda: True)
    ahead(large)
    assert len(started) == 1


@pytest.mark.parametrize(("waits", "ready"), [(0.0, True), (60.0, False)])
def test_compiling_is_waited_for_only_while_there_is_time_to_use_it(waits: float, ready: bool) -> None:
    compiler = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({waits})"])
    try:
        deadline = Deadline(elapsed=lambda: 27.0 if waits else 0.0, patience=28.0)
        assert terrain_import_task._is_compiled_by(compiler, deadline) is ready
    finally:
        compiler.kill()
        compiler.wait()


@pytest.mark.parametrize(("elapsed", "ready"), [(1.0, True), (20.0, False)])
def test_without_a_cache_it_is_compiled_at_once_or_not_at_all(elapsed: float, ready: bool) -> None:
    deadline = Deadline(elapsed=lambda: elapsed, patience=28.0)
    assert terrain_import_task._is_compiled_by(None, deadline) is ready


def test_a_mesh_for_which_compiling_comes_too_late_keeps_its_triangles(monkeypatch: pytest.MonkeyPatch) -> None:
    ball = trimesh.creation.icosphere(subdivisions=5, radius=40.0)
    ball.export("ball.stl")
    monkeypatch.setattr("warcry3d.terrain.importing.is_compiled", lambda: False)
    asked = ImportOptions(unit="mm", up="z", name="ball")
    kept = import_mesh(Path("ball.stl"), asked, is_compiled_in_time=lambda: False)
    assert kept.triangles == (len(ball.faces), len(ball.faces))
    assert kept.deviation_mm == 0
    light = import_mesh(Path("ball.stl"), asked, is_compiled_in_time=lambda: True)
    assert light.triangles[1] < len(ball.faces) / 2


@pytest.mark.parametrize("what", ["memory", "fault"])
def test_mesh_whose_reducing_fails_is_imported_with_all_its_triangles(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def fails_at_first(_: str, given: dict[str, float], **__: object) -> dict[str, bool]:
        asked.append(given["deviation_mm"])
        if len(asked) == 1:
            raise OverLimitError("reducing", what)
        return {"unreduced": False}

    monkeypatch.setattr("warcry3d.limited_process.run_limited", fails_at_first)
    made = terrain_import._import_in_process(Path("hut.stl"), Path("hut.glb"), time.monotonic(), options(), Words("en"))
    assert made == {"unreduced": True}
    assert asked == [0.1, 0.0]
