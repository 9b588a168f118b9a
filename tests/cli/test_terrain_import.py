"""``warcry3d terrain import``: what it keeps to from the program's start to its end, and the picture of the piece."""

import argparse
import itertools
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

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


def test_slow_work_goes_on_and_is_told_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each look at the clock takes nine seconds here, and the mesh is never given up."""

    def slow(task: str, given: dict[str, Any], **asked: Any) -> Any:
        assert math.isinf(asked["seconds"])
        for stage in ("mending", "uniting"):
            asked["on_stage"](stage)
            assert not any(asked["is_cancelled"]() for _ in range(5))
        return run_here(task, given)

    now = itertools.count(0.0, 9.0)
    monkeypatch.setattr("warcry3d.cli.terrain_import.time.monotonic", lambda: next(now))
    monkeypatch.setattr("warcry3d.terrain.import_process.run_limited", slow)
    assert terrain_import._import_in_process(Path("hut.stl"), Path("hut.glb"), options(), Words("en"))["lines"]
    assert capsys.readouterr().err.splitlines() == [
        "hut.stl: still closing it (18 s)...",
        "hut.stl: still uniting its shells (54 s)...",
        "hut.stl: still uniting its shells (90 s)...",
    ]
    assert Path("hut.glb").is_file()


def test_optional_work_ends_after_the_patience_of_processor_time_and_the_piece_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.terrain.import_process.run_limited", run_here)
    monkeypatch.setattr("warcry3d.cli.terrain_import_task.time.process_time", lambda: 1000.0)
    assert main(["terrain", "import", "hut.stl"]) == 0
    assert "classifying it further would take too long" in capsys.readouterr().out


def test_picture_shows_the_piece(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terrain", "import", "hut.stl", "--picture", "hut.png", "--patience", "300"]) == 0
    assert Path("hut.png").read_bytes().startswith(b"\x89PNG")
    assert "hut.stl becomes hut.glb" in capsys.readouterr().out


@pytest.mark.usefixtures("quick_pictures")
def test_picture_that_cannot_be_written_is_one_line_and_the_piece_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("warcry3d.terrain.import_process.run_limited", run_here)
    assert main(["terrain", "import", "hut.stl", "--picture", "nowhere/hut.png"]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert str(Path("nowhere/hut.png")) in err
    assert "hut.stl becomes hut.glb" in out
    assert Path("hut.glb").is_file()


@pytest.mark.parametrize("stage", ImportStage)
def test_too_little_memory_in_each_stage_is_told_in_one_line(stage: ImportStage) -> None:
    said = str(terrain_import._limit_error(Path("a.stl"), OverLimitError(stage.value, "memory")))
    assert said.startswith("a.stl: ")
    assert "2 GB" in said
    assert ("the piece is written" in said) == (stage is ImportStage.DRAWING)


def test_a_large_file_may_take_more_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrain_import, "HEAVY_BYTES", 1_000)
    (tmp_path / "a.stl").write_bytes(b"x" * 1_001)
    said = str(terrain_import._limit_error(tmp_path / "a.stl", OverLimitError("reading", "memory")))
    assert "8 GB" in said and terrain_import._megabytes(tmp_path / "a.stl") == terrain_import.HEAVY_MB


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


@pytest.mark.parametrize("ready", [True, False])
def test_compiling_beside_is_waited_for(ready: bool) -> None:
    compiler = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({int(not ready)})"])
    assert terrain_import_task._is_compiled_by(compiler, Deadline(elapsed=lambda: 27.0, patience=28.0)) is ready


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
def test_stages_that_fail_and_can_be_left_out_are(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[list[str]] = []

    def fails_thrice(task: str, given: dict[str, Any], **_: object) -> Any:
        asked.append(given["skipped"])
        if len(asked) <= 3:
            raise OverLimitError(["uniting", "reducing", "classifying"][len(asked) - 1], what)
        return run_here(task, given)

    monkeypatch.setattr("warcry3d.terrain.import_process.run_limited", fails_thrice)
    assert main(["terrain", "import", "hut.stl"]) == 0
    assert asked == [[], ["uniting"], ["uniting", "reducing"], ["uniting", "reducing", "classifying"]]
    out, err = capsys.readouterr()
    assert "classifying it further would take too long" in out
    assert [line.split(",")[0] for line in err.splitlines()] == [
        "hut.stl: its shells stay one in the other",
        "hut.stl: not reduced",
        "hut.stl: its parts are told by their height alone",
    ]


def test_a_stage_that_fails_twice_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> Any:
        raise OverLimitError("uniting", "memory")

    monkeypatch.setattr("warcry3d.terrain.import_process.run_limited", fails)
    with pytest.raises(FileError, match=r"^hut.stl: importing it takes more than 2 GB of memory"):
        terrain_import._import_in_process(Path("hut.stl"), Path("hut.glb"), options(), Words("en"))
