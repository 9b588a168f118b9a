"""Work in a process of its own: answers, errors and reports come back; what does not finish is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from warcry3d.errors import FileError, MeshError
from warcry3d.limited_process import KeptProcess, OverLimitError, Reporter, run_limited

HERE = "tests.test_limited_process"
ROOT = Path(__file__).resolve().parents[1]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the watchdog ends it, later")


def echoed(given: dict[str, Any], reporter: Reporter) -> dict[str, Any]:
    print("not an answer")
    reporter.stage("thinking")
    return {**given, "process": os.getpid()}


def endless(given: dict[str, Any], reporter: Reporter) -> None:
    Path(given["left"]).with_name(f".x.{os.getpid()}.part").write_text("half")
    reporter.stage("uniting")
    while True:
        pass


def sleepless(given: dict[str, Any], reporter: Reporter) -> None:
    while True:
        time.sleep(0.01)


def greedy(given: dict[str, Any], reporter: Reporter) -> int:
    reporter.stage("mending")
    held = []
    while True:
        held.append(bytearray(os.urandom(1000)) * 20_000)


def refused(given: dict[str, Any], reporter: Reporter) -> None:
    raise FileError("a.stl", "parts[2]", "open by {count} edges", count=3)


def meshless(given: dict[str, Any], reporter: Reporter) -> None:
    raise MeshError("no triangles in {name}", name=FileError("a", "", "b"))


def dead(given: dict[str, Any], reporter: Reporter) -> None:
    reporter.stage("reading")
    os._exit(3)


def broken(given: dict[str, Any], reporter: Reporter) -> None:
    raise KeyError("our own fault")


def talkative(given: dict[str, Any], reporter: Reporter) -> None:
    while True:
        reporter.stage("mending")


def talkative_and_greedy(given: dict[str, Any], reporter: Reporter) -> None:
    held = []
    while True:
        held.append(os.urandom(100_000))
        reporter.stage("uniting")


def outliving(given: dict[str, Any], reporter: Reporter) -> None:
    Path(given["number"]).write_text(str(os.getpid()))
    while True:
        time.sleep(0.01)


def locked_in_a_library(given: dict[str, Any], reporter: Reporter) -> None:
    Path(given["number"]).write_text(str(os.getpid()))
    sum(range(10**15))  # keeps the interpreter's lock as a union of solids does


def patient(given: dict[str, Any], reporter: Reporter) -> str:
    reporter.waiting("compiling")
    reporter.stage("reducing")
    return "done"


def run(task: str, given: dict[str, Any] | None = None, **more: Any) -> Any:
    options = {"seconds": 30.0, "megabytes": 1000, **more}
    return run_limited(f"{HERE}:{task}", given or {}, **options)


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
    reported: list[str] = []
    assert run("patient", on_wait=reported.append) == "done"
    assert reported == ["compiling"]


@pytest.mark.parametrize(("task", "what"), [("talkative", "time"), ("talkative_and_greedy", "memory")])
def test_limits_hold_for_work_that_reports_all_the_time(task: str, what: str) -> None:
    with pytest.raises(OverLimitError) as caught:
        run(task, seconds=3.0 if what == "time" else 60.0, megabytes=300)
    assert caught.value.what == what


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP])
@pytest.mark.parametrize("task", ["outliving", pytest.param("locked_in_a_library", marks=LINUX)])
def test_process_ends_when_the_one_that_started_it_is_killed(task: str, how: signal.Signals, tmp_path: Path) -> None:
    number = tmp_path / "number"
    start = (
        f"import signal; signal.signal({int(how)}, signal.SIG_DFL);"  # `nohup make test` has it ignored
        if how is not signal.SIGKILL
        else ""
    )
    start += f"from tests.test_limited_process import run; run({task!r}, {{'number': {str(number)!r}}}, seconds=300.0)"
    parent = subprocess.Popen([sys.executable, "-c", start], cwd=ROOT)
    while not number.exists() or not number.read_text():
        assert parent.poll() is None
        time.sleep(0.02)
    child = int(number.read_text())
    os.kill(parent.pid, how)
    parent.wait()
    assert has_ended(child)


def test_a_kept_process_does_one_task_after_the_other() -> None:
    with closing(KeptProcess()) as kept:
        ask = lambda task, **more: kept.run(f"{HERE}:{task}", {}, **{"seconds": 30.0, "megabytes": 1000, **more})
        numbers = {ask("echoed")["process"] for _ in range(3)}
        assert len(numbers) == 1 and os.getpid() not in numbers
        with pytest.raises(FileError, match=r"a\.stl: parts\[2\]: open by 3 edges"):
            ask("refused")
        assert {ask("echoed")["process"]} == numbers, "what the task refuses does the process no harm"
        with pytest.raises(OverLimitError, match="time"):
            ask("talkative", seconds=0.2)
        after = ask("echoed")["process"]
        assert after not in numbers and has_ended(*numbers)
    assert has_ended(after)


def test_a_kept_process_ends_what_is_cancelled_only_where_it_takes_long() -> None:
    with closing(KeptProcess(grace=0.3)) as kept:
        ask = lambda task, given: kept.run(
            f"{HERE}:{task}", given, seconds=30.0, megabytes=1000, is_cancelled=lambda: True
        )
        begun = kept.run(f"{HERE}:echoed", {}, seconds=30.0, megabytes=1000)["process"]
        assert ask("echoed", {})["process"] == begun
        with pytest.raises(OverLimitError, match="cancelled"):
            ask("sleepless", {})
        assert has_ended(begun)


def has_ended(process: int) -> bool:
    """Wait until a process has ended; return whether it did."""
    import psutil

    try:
        psutil.Process(process).wait(timeout=PATIENCE)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        os.kill(process, signal.SIGKILL)
        return False
    return True


def test_process_ends_itself_after_its_time_though_nobody_kills_it(tmp_path: Path) -> None:
    asked = {"task": f"{HERE}:locked_in_a_library", "given": {"number": str(tmp_path / "n")}, "megabytes": 1000}
    asked |= {"seconds": -4.0, "parent": os.getpid()}  # the watchdog gives it one second
    start = "from warcry3d.limited_process import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", start], cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(timeout=PATIENCE) != 0
