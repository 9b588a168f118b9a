"""Compiling everything beforehand: what is compiled, in which order, and how it ends."""

import importlib
import sys
import threading
from pathlib import Path

import pytest

import warcry3d
from tests.patience import PATIENCE
from warcry3d.compilation import JOBS, Compilation, Job, _show
from warcry3d.geom.compiled import Kernel

FAST = """
import sys
for line in sys.stdin:
    print(line.strip(), flush=True)
"""
"""A worker that compiles nothing and says it did."""
A, B, C = (f"warcry3d.geom.casts:{name}" for name in "abc")
D = "warcry3d.geom.tree:d"
CHAIN = (Job("sight", C, 1, (B,)), Job("sight", B, 2, (A,)), Job("sight", A, 4), Job("reach", D, 8))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Turn the cache on, in a folder of its own."""
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path))
    return tmp_path


def worker(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def finish(made: Compilation) -> None:
    """Wait until a compilation is over."""
    for thread in made._threads:
        thread.join(PATIENCE)
    assert made.is_done


def test_every_annotated_kernel_of_the_program_is_a_job_and_every_job_is_one() -> None:
    sources = [
        path
        for path in Path(warcry3d.__file__).parent.rglob("*.py")
        if "from warcry3d.geom.compiled import" in path.read_text(encoding="utf-8")
    ]
    root = Path(warcry3d.__file__).parent.parent
    found = set()
    for path in sources:
        module = importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))
        kernels = (k for k in vars(module).values() if isinstance(k, Kernel) and k.__module__ == module.__name__)
        found |= {f"{module.__name__}:{k.__name__}" for k in kernels if k.declared is not None}
    assert found == {job.name for job in JOBS}


def test_needs_are_jobs_of_the_same_group_or_one_before() -> None:
    groups = list(dict.fromkeys(job.group for job in JOBS))
    group = {job.name: groups.index(job.group) for job in JOBS}
    assert groups[:2] == ["sight", "reach"]
    assert all(group[need] <= group[job.name] for job in JOBS for need in job.needs)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_jobs_are_done_in_an_order_that_their_needs_allow(home: Path, workers: int) -> None:
    log = home / "log"
    text = FAST + f"    open({str(log)!r}, 'a').write(line)\n"
    made = Compilation(CHAIN, workers=workers, command=worker(text))
    assert made.progress() == (0, 15, "sight") and not made.is_done
    made.start()
    finish(made)
    done = log.read_text().split()
    assert sorted(done) == sorted(job.name for job in CHAIN)
    assert done.index(A) < done.index(B) < done.index(C)
    assert made.progress() == (15, 15, "")


def test_a_group_is_ready_when_its_jobs_are_done_and_waiting_ends_then(home: Path) -> None:
    stuck = FAST.replace("    print", "    import time; time.sleep(600 * ('tree' in line)); print")
    made = Compilation(CHAIN, workers=1, command=worker(stuck))
    assert not made.is_ready("sight")
    made.wait("sight")  # nothing was started: nothing to wait for
    made.start()
    made.wait("sight")
    assert made.is_ready("sight") and not made.is_ready("reach") and not made.is_done
    assert made.progress() == (7, 15, "reach")
    waiting = threading.Thread(target=made.wait, args=("reach",))
    waiting.start()
    made.close()
    waiting.join(PATIENCE)
    assert not waiting.is_alive() and made.is_done and made.is_ready("reach")
    assert not list(home.rglob("complete-*"))


@pytest.mark.parametrize("text", ["raise SystemExit(1)", FAST.replace("line.strip()", "'no'")])
def test_a_worker_that_fails_ends_it_and_all_counts_as_ready(home: Path, text: str) -> None:
    made = Compilation(CHAIN, workers=2, command=worker(text))
    made.start()
    finish(made)
    assert made.is_ready("sight") and made.is_ready("reach")
    assert not list(home.rglob("complete-*"))


def test_what_was_compiled_once_is_not_compiled_again(home: Path) -> None:
    first = Compilation(CHAIN, workers=1, command=worker(FAST))
    first.start()
    finish(first)
    again = Compilation(CHAIN, command=["no such program"])
    assert again.is_done and again.is_ready("reach") and again.progress() == (15, 15, "")
    again.start()
    again.close()


def test_without_a_cache_there_is_nothing_to_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", "")
    made = Compilation(CHAIN, command=["no such program"])
    made.start()
    assert made.is_done and made.is_ready("sight")
    made.close()


def test_a_cache_that_cannot_be_written_to_stops_nothing(home: Path) -> None:
    (home / "kernels").write_text("a file")
    made = Compilation(CHAIN, workers=2, command=worker(FAST))
    made.start()
    finish(made)


def test_the_real_worker_compiles_a_kernel_into_the_cache(home: Path) -> None:
    job = Job("sight", "warcry3d.geom.matrix_game:solve_game", 1)
    made = Compilation([job], workers=1)
    made.start()
    finish(made)
    assert len(list(home.rglob("solve_game-*.kernel"))) == 1
    assert len(list(home.rglob("complete-*"))) == 1


def test_the_module_says_how_far_it_is_and_nothing_where_all_is_there(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _show(Compilation(CHAIN, workers=1, command=worker(FAST)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "compiling, once on this machine..." and lines[-1].strip() == "compiled"
    _show(Compilation(CHAIN, workers=1, command=worker(FAST)))
    assert capsys.readouterr().out == ""
