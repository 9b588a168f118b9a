"""Kernels: one signature each, and machine code that is kept until a source changes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import warcry3d
from tests.soak import mostly_soak
from warcry3d.geom import compiled
from warcry3d.geom.records import Floats1, Ints1

INNER = "from warcry3d.geom.compiled import lean_kernel\n@lean_kernel\ndef inner(x):\n    return x + {}\n"
OUTER = """
from warcry3d.geom.compiled import kernel
from warcry3d.geom.inner import inner
@kernel
def outer(x):
    return 10 * inner(x)
"""
Run = Callable[..., list[str]]
FORKING = """
import json, os, sys, tempfile, traceback
import numba, numpy
for line in sys.stdin:
    folder, cache, program = json.loads(line)
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as complaints:
        child = os.fork()
        if not child:
            os.dup2(said.fileno(), 1), os.dup2(complaints.fileno(), 2)
            os.chdir(folder)
            sys.dont_write_bytecode = True  # a source that changes twice in a second is as old as its byte code
            os.environ["WARCRY3D_CACHE"] = cache
            sys.path.insert(0, folder)
            try:
                exec(program, {})
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(0)
        os.waitpid(child, 0)
        print(json.dumps([(said.seek(0), said.read())[1], (complaints.seek(0), complaints.read())[1]]), flush=True)
"""
RUN = "from warcry3d.geom.outer import outer; print(outer(1), outer(1.5), sum(outer.stats.cache_hits.values()))"


def test_both_kinds_of_kernels_compute() -> None:
    @compiled.kernel
    def count(n):  # type: ignore[no-untyped-def]
        return [2 * k for k in range(n)]

    @compiled.lean_kernel
    def inverse(x):  # type: ignore[no-untyped-def]
        return 1 / x

    assert count(3) == [0, 2, 4]
    assert (inverse(4), inverse(0)) == (0.25, float("inf"))


def test_literals_and_whole_numbers_of_any_width_share_one_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_folder", lambda module: None)  # a kernel from the cache compiles none that it calls

    @compiled.lean_kernel
    def shifted(x, by):  # type: ignore[no-untyped-def]
        return x + by

    @compiled.lean_kernel
    def shifts(numbers: Ints1):  # type: ignore[no-untyped-def]
        return shifted(numbers[0], -1) + shifted(len(numbers), 0) + shifted(7, numbers[1])

    assert shifts(np.array([5, 3], np.int32)) == 4 + 2 + 10
    assert len(shifted.overloads) == 1


def test_an_annotated_kernel_is_compiled_before_it_is_called_and_for_its_types_alone() -> None:
    @compiled.lean_kernel
    def total(numbers: Floats1, count: int):  # type: ignore[no-untyped-def]
        result = 0.0
        for k in range(count):
            result += numbers[k]
        return result

    total.prepare()
    total.prepare()
    assert total(np.array([1.0, 2.0, 4.0]), np.int32(2)) == 3.0
    assert len(total.overloads) == 1
    with pytest.raises(TypeError, match="takes a"):
        total(np.ones((2, 2)), 2)


def test_a_kernel_that_became_a_part_of_another_can_be_called_from_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_folder", lambda module: None)

    @compiled.lean_kernel
    def doubled(x):  # type: ignore[no-untyped-def]
        return 2 * x

    @compiled.lean_kernel
    def quadrupled(x: float):  # type: ignore[no-untyped-def]
        return doubled(doubled(x))

    @compiled.lean_kernel
    def tripled(x: float):  # type: ignore[no-untyped-def]
        return doubled(x) + x

    assert quadrupled(2.0) == 8.0
    assert [made.entry_point for made in doubled.overloads.values()] == [None], "it has no machine code of its own"
    assert doubled(2.0) == 4.0
    assert tripled(2.0) == 6.0, "other kernels still take it in"
    assert len(doubled.overloads) == 1


def test_an_annotated_kernel_is_compiled_once_and_called_by_its_symbol(package: Path, run: Run, tmp_path: Path) -> None:
    (package / "warcry3d" / "geom" / "inner.py").write_text(INNER.format(1).replace("(x)", "(x: float)"))
    cache = str(tmp_path / "cache")
    assert run(cache) == ["20.0", "25.0", "0"]
    assert len(list((tmp_path / "cache").rglob("*.kernel"))) == 3, "outer for int and float, inner once"
    assert run(cache) == ["20.0", "25.0", "2"], "inner is loaded with the outer ones"
    for file in (tmp_path / "cache").rglob("inner*.kernel"):
        file.unlink()
    assert run(cache) == ["20.0", "25.0", "2"], "inner is compiled anew where it is missing"


def test_an_annotated_kernel_that_was_not_compiled_yet_refuses_other_types() -> None:
    @compiled.lean_kernel
    def first(numbers: Floats1):  # type: ignore[no-untyped-def]
        return numbers[0]

    with pytest.raises(TypeError, match="takes a"):
        first(np.ones(3, np.float32))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a folder with a package of two kernels in two files, one calling the other."""
    source = Path(warcry3d.__file__).parent
    home = tmp_path / "warcry3d"
    (home / "geom").mkdir(parents=True)
    names = (
        "__init__.py",
        "folders.py",
        *(f"geom/{name}.py" for name in ("__init__", "compiled", "kernel_cache", "records")),
    )
    for name in names:
        shutil.copy(source / name, home / name)
    (home / "geom" / "inner.py").write_text(INNER.format(1))
    (home / "geom" / "outer.py").write_text(OUTER)
    return tmp_path


@pytest.fixture(scope="module")
def started() -> Iterator["subprocess.Popen[str]"]:
    """Yield a process that has loaded Numba, nothing of ours, and forks for each program: loading it takes long."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", FORKING], stdin=pipe, stdout=pipe, text=True) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def run(package: Path, started: "subprocess.Popen[str]") -> Run:
    """Return what runs the outer kernel with a cache in a fresh process and returns what it says to 1 and 1.5, and how
    often it was taken from the cache.
    """

    def running(cache: str, *, before: str = "") -> list[str]:
        assert started.stdin is not None and started.stdout is not None
        print(json.dumps([str(package), cache, before + RUN]), file=started.stdin, flush=True)
        said, complaints = json.loads(started.stdout.readline())
        assert complaints == ""
        return str(said).split()

    return running


def test_kernels_are_taken_from_the_cache_until_a_source_changes(package: Path, run: Run, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    assert run(cache) == ["20", "25.0", "0"]
    assert run(cache) == ["20", "25.0", "2"]
    (package / "warcry3d" / "geom" / "inner.py").write_text(INNER.format(2))
    assert run(cache) == ["30", "35.0", "0"]
    assert (
        len(list((tmp_path / "cache" / "kernels").iterdir())) == 2
    )  # of the outer module, twice: the inner kernel is a part of its kernel


def test_a_kernel_from_the_cache_is_taken_into_one_that_is_compiled(run: Run, tmp_path: Path) -> None:
    cache, own = str(tmp_path / "cache"), "from warcry3d.geom.inner import inner; print(inner(1), inner(1.5))\n"
    assert run(cache, before=own) == ["2", "2.5", "20", "25.0", "0"]
    for file in (tmp_path / "cache").rglob("outer*.kernel"):
        file.unlink()
    kept = own + "assert sum(inner.stats.cache_hits.values()) == 2\n"
    assert run(cache, before=kept) == ["2", "2.5", "20", "25.0", "0"]


def test_loading_kernels_brings_in_nothing_that_is_for_compiling_alone(run: Run, tmp_path: Path) -> None:
    """All that Numba knows of Python takes 0.2 s to bring in, with the linear algebra of SciPy."""
    cache = str(tmp_path / "cache")
    called = "import sys; from warcry3d.geom.outer import outer; outer(1); print('scipy.linalg' in sys.modules)\n"
    assert run(cache, before=called)[0] == "True"
    assert run(cache, before=called) == ["False", "20", "25.0", "2"]


def cut(file: Path) -> None:
    """Leave half a file."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty(file: Path) -> None:
    """Leave nothing of a file."""
    file.write_bytes(b"")


@pytest.mark.parametrize("damage", mostly_soak([cut, empty], quick=1))
def test_damaged_files_of_the_cache_cost_time_alone(run: Run, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    cache = str(tmp_path / "cache")
    run(cache)
    files = list((tmp_path / "cache").rglob("*.kernel"))
    assert len(files) == 2
    for file in files:
        damage(file)
    assert run(cache) == ["20", "25.0", "0"]
    assert run(cache) == ["20", "25.0", "2"]


def test_where_the_cache_cannot_be_written_kernels_work_and_nothing_is_left_in_the_package(
    package: Path, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert run(str(tmp_path / "cache")) == ["20", "25.0", "0"]
    assert not [*package.rglob("*.nbi"), *package.rglob("*.nbc"), *package.rglob("*.kernel")]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX")
def test_on_a_full_disk_kernels_work_and_no_half_file_is_left(run: Run, tmp_path: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
    assert run(str(tmp_path / "cache"), before=full) == ["20", "25.0", "0"]
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]


def test_without_a_cache_kernels_work_are_kept_nowhere_and_never_out_of_date(package: Path, run: Run) -> None:
    assert run("") == ["20", "25.0", "0"]
    (package / "warcry3d" / "geom" / "inner.py").write_text(INNER.format(2))
    assert run("") == ["30", "35.0", "0"]
    assert not [*package.rglob("*.nbi"), *package.rglob("*.kernel")]
