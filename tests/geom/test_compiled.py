"""Where compiled kernels are kept: by all their sources, so that none of them is ever out of date."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import warcry3d
from warcry3d.geom import compiled

INNER = "from warcry3d.geom.compiled import lean_kernel\n@lean_kernel\ndef inner(x):\n    return x + {}\n"
OUTER = """
from warcry3d.geom.compiled import kernel
from warcry3d.geom.inner import inner
@kernel
def outer(x):
    return 10 * inner(x)
"""
RUN = "from warcry3d.geom.outer import outer; print(outer(1), outer(1.5), sum(outer.stats.cache_hits.values()))"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two sources that `compiled` takes for its own; the cache is on."""
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "geom"
    folder.mkdir()
    (folder / "compiled.py").write_text("one = 1\n")
    (folder / "other.py").write_text("two = 2\n")
    monkeypatch.setattr(compiled, "__file__", str(folder / "compiled.py"))
    return folder


def test_kernels_of_the_same_sources_have_the_same_folder(sources: Path, tmp_path: Path) -> None:
    folder = compiled.kernel_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "cache" / "kernels"
    assert compiled.kernel_folder() == folder
    (sources / "other.py").touch()
    (sources / "notes.txt").write_text("not a source")
    assert compiled.kernel_folder() == folder


@pytest.mark.parametrize(("name", "text"), [("other.py", "two = 3\n"), ("compiled.py", "one = 0\n"), ("new.py", "")])
def test_a_change_in_any_source_beside_them_gives_kernels_another_folder(sources: Path, name: str, text: str) -> None:
    before = compiled.kernel_folder()
    (sources / name).write_text(text + "# more\n")
    assert compiled.kernel_folder() != before


def test_kernels_of_another_package_have_a_folder_that_changes_with_both(sources: Path, tmp_path: Path) -> None:
    other = tmp_path / "motion"
    other.mkdir()
    (other / "ways.py").write_text("three = 3\n")
    seen = {compiled.kernel_folder(), compiled.kernel_folder(other)}
    (other / "ways.py").write_text("three = 4\n")
    seen.add(compiled.kernel_folder(other))
    (sources / "other.py").write_text("two = 3\n")
    seen.add(compiled.kernel_folder(other))
    assert len(seen) == 4


def test_another_python_or_compiler_has_another_folder(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = {compiled.kernel_folder()}
    monkeypatch.setattr(compiled.numba, "__version__", "0.0.1")
    folders.add(compiled.kernel_folder())
    monkeypatch.setattr(sys, "version", "3.99")
    folders.add(compiled.kernel_folder())
    assert len(folders) == 3


def test_without_a_cache_kernels_have_no_folder(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", "")
    assert compiled.kernel_folder() is None


def test_both_kinds_of_kernels_compute() -> None:
    @compiled.kernel
    def count(n):  # type: ignore[no-untyped-def]
        return [2 * k for k in range(n)]

    @compiled.lean_kernel
    def inverse(x):  # type: ignore[no-untyped-def]
        return 1 / x

    assert count(3) == [0, 2, 4]
    assert (inverse(4), inverse(0)) == (0.25, float("inf"))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a folder with a package of two kernels in two files, one calling the other."""
    source = Path(warcry3d.__file__).parent
    home = tmp_path / "warcry3d"
    (home / "geom").mkdir(parents=True)
    for name in ("__init__.py", "folders.py", "geom/__init__.py", "geom/compiled.py"):
        shutil.copy(source / name, home / name)
    (home / "geom" / "inner.py").write_text(INNER.format(1))
    (home / "geom" / "outer.py").write_text(OUTER)
    return tmp_path


def run(package: Path, cache: str) -> list[str]:
    """Return what the outer kernel says to 1 and 1.5, and how often it was taken from the cache."""
    environment = {**os.environ, "PYTHONPATH": str(package), "WARCRY3D_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=package,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.stdout.split()


def test_kernels_are_taken_from_the_cache_until_a_source_changes(package: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    assert run(package, cache) == ["20", "25.0", "0"]
    assert run(package, cache) == ["20", "25.0", "2"]
    (package / "warcry3d" / "geom" / "inner.py").write_text(INNER.format(2))
    assert run(package, cache) == ["30", "35.0", "0"]
    assert len(list((tmp_path / "cache" / "kernels").iterdir())) == 2


def test_without_a_cache_kernels_work_are_kept_nowhere_and_never_out_of_date(package: Path) -> None:
    assert run(package, "") == ["20", "25.0", "0"]
    (package / "warcry3d" / "geom" / "inner.py").write_text(INNER.format(2))
    assert run(package, "") == ["30", "35.0", "0"]
    assert not list(package.rglob("*.nbi"))
