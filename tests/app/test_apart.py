"""Work in a process of its own: answers, errors and notes come back; what comes to no end is ended."""

import os
from pathlib import Path
from typing import Any

import pytest

from warcry3d.app.apart import Notes, OverLimitError, apart
from warcry3d.errors import FileError, MeshError

HERE = "tests.app.test_apart"


def echoed(given: dict[str, Any], notes: Notes) -> dict[str, Any]:
    print("not an answer")
    notes.stage("thinking")
    return {**given, "process": os.getpid()}


def endless(given: dict[str, Any], notes: Notes) -> None:
    Path(given["left"]).with_name(f".x.{os.getpid()}.part").write_text("half")
    notes.stage("uniting")
    while True:
        pass


def greedy(given: dict[str, Any], notes: Notes) -> int:
    notes.stage("mending")
    held = []
    while True:
        held.append(bytearray(os.urandom(1000)) * 20_000)


def refused(given: dict[str, Any], notes: Notes) -> None:
    raise FileError("a.stl", "parts[2]", "open by {count} edges", count=3)


def meshless(given: dict[str, Any], notes: Notes) -> None:
    raise MeshError("no triangles in {name}", name=FileError("a", "", "b"))


def dead(given: dict[str, Any], notes: Notes) -> None:
    notes.stage("reading")
    os._exit(3)


def broken(given: dict[str, Any], notes: Notes) -> None:
    raise KeyError("our own fault")


def patient(given: dict[str, Any], notes: Notes) -> str:
    notes.waiting("compiling")
    notes.stage("reducing")
    return "done"


def run(task: str, given: dict[str, Any] | None = None, **more: Any) -> Any:
    options = {"seconds": 30.0, "megabytes": 1000, **more}
    return apart(f"{HERE}:{task}", given or {}, **options)


def test_what_comes_out_is_the_answer_of_another_process() -> None:
    answer = run("echoed", {"a": [1, "ä", None]})
    assert answer["a"] == [1, "ä", None]
    assert answer["process"] != os.getpid()


def test_errors_come_back_with_their_file_place_template_and_values() -> None:
    with pytest.raises(FileError) as caught:
        run("refused")
    assert str(caught.value) == "a.stl: parts[2]: open by 3 edges"
    assert caught.value.values == {"count": 3}
    with pytest.raises(MeshError, match="no triangles in a: b"):
        run("meshless")


def test_work_without_end_is_ended_and_cleaned_up_after(tmp_path: Path) -> None:
    ended: list[int] = []
    with pytest.raises(OverLimitError) as caught:
        run("endless", {"left": str(tmp_path / "x")}, seconds=3.0, on_end=ended.append)
    assert (caught.value.stage, caught.value.what) == ("uniting", "time")
    assert [path.name for path in tmp_path.iterdir()] == [f".x.{ended[0]}.part"]
    with pytest.raises(ProcessLookupError):
        os.kill(ended[0], 0)


def test_work_that_wants_all_memory_is_ended() -> None:
    with pytest.raises(OverLimitError) as caught:
        run("greedy", megabytes=300)
    assert (caught.value.stage, caught.value.what) == ("mending", "memory")


@pytest.mark.parametrize(("task", "stage", "reason"), [("dead", "reading", "ended with 3"), ("broken", "starting", "")])
def test_a_process_that_dies_is_no_answer(task: str, stage: str, reason: str) -> None:
    with pytest.raises(OverLimitError) as caught:
        run(task)
    assert (caught.value.stage, caught.value.what) == (stage, "fault")
    assert (reason or "our own fault") in caught.value.reason


def test_what_it_waits_for_is_told() -> None:
    told: list[str] = []
    assert run("patient", on_wait=told.append) == "done"
    assert told == ["compiling"]
