"""The files that machine code is kept in: whatever happens to them costs time, and nothing else."""

import errno
import pickle
import sys
from pathlib import Path

import pytest

from warcry3d.geom import kernel_cache
from warcry3d.geom.kernel_cache import KernelCache, kernel_folder, marker

KEY, DATA = "(int64,)", pickle.dumps(("machine code", 1))


@pytest.fixture
def cache(tmp_path: Path) -> KernelCache:
    return KernelCache(tmp_path / "kernels", "inner")


def file_of(folder: Path) -> Path:
    """Return the one file of a cache."""
    (file,) = folder.rglob("*.kernel")
    return file


def test_what_was_kept_comes_back_for_its_signature_alone(cache: KernelCache) -> None:
    assert cache.load(KEY) is None and not cache.has(KEY)
    cache.save(KEY, DATA)
    assert cache.load(KEY) == ("machine code", 1) and cache.has(KEY)
    assert cache.load("(float64,)") is None and not cache.has("(float64,)")


@pytest.mark.parametrize("left", [0, 1, 31, 32, 33, -1])
def test_a_cut_or_empty_file_counts_as_none_and_is_written_anew(cache: KernelCache, tmp_path: Path, left: int) -> None:
    cache.save(KEY, DATA)
    file = file_of(tmp_path)
    file.write_bytes(file.read_bytes()[:left])
    assert cache.load(KEY) is None
    cache.save(KEY, DATA)
    assert cache.load(KEY) == ("machine code", 1)


@pytest.mark.parametrize("place", [0, 31, 32, -1])
def test_a_file_with_one_wrong_byte_is_never_unpickled(
    cache: KernelCache, tmp_path: Path, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.save(KEY, DATA)
    file = file_of(tmp_path)
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    monkeypatch.setattr(kernel_cache.pickle, "loads", lambda _data: pytest.fail("unpickled"))
    assert cache.load(KEY) is None


def test_a_folder_where_the_file_should_be_stops_nothing(cache: KernelCache, tmp_path: Path) -> None:
    cache.save(KEY, DATA)
    file = file_of(tmp_path)
    file.unlink()
    file.mkdir()
    assert cache.load(KEY) is None
    cache.save(KEY, DATA)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_cache_folder_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "kernels").write_text("a file")
    cache = KernelCache(tmp_path / "kernels" / "0123", "inner")
    cache.save(KEY, DATA)
    assert cache.load(KEY) is None and not cache.has(KEY)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_full_or_read_only_disk_stops_nothing_and_leaves_no_half_file(
    cache: KernelCache, tmp_path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Path.write_bytes

    def fail(path: Path, data: bytes) -> int:
        written(path, data[:7])
        raise OSError(code, "no")

    monkeypatch.setattr(Path, "write_bytes", fail)
    cache.save(KEY, DATA)
    assert cache.load(KEY) is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Return a package of which ``outer`` imports ``inner`` and, through it, ``constants``, but not ``other``."""
    home = tmp_path / "thing"
    (home / "geom").mkdir(parents=True)
    for name, text in {
        "__init__.py": "",
        "constants.py": "one = 1\n",
        "errors.py": "Wrong = ValueError\n",
        "geom/__init__.py": "",
        "geom/inner.py": "import math\n\nfrom thing.constants import (\n    one,\n)\n",
        "geom/outer.py": "from thing.errors import Wrong\nfrom thing.geom import inner\n",
        "geom/other.py": "two = 2\n",
    }.items():
        (home / name).write_text(text)
    return home


@pytest.mark.parametrize("name", ["constants.py", "geom/inner.py", "geom/outer.py", "geom/__init__.py"])
def test_a_change_in_any_source_that_a_module_imports_gives_its_kernels_another_folder(
    sources: Path, tmp_path: Path, name: str
) -> None:
    before = kernel_folder(tmp_path, sources / "geom" / "outer.py")
    assert before is not None and before.parent == tmp_path / "kernels"
    (sources / name).write_text((sources / name).read_text() + "# more\n")
    assert kernel_folder(tmp_path, sources / "geom" / "outer.py") != before


def test_a_change_elsewhere_leaves_kernels_where_they_are(sources: Path, tmp_path: Path) -> None:
    before = kernel_folder(tmp_path, sources / "geom" / "outer.py")
    (sources / "geom" / "other.py").write_text("two = 3\n")
    (sources / "errors.py").write_text("Wrong = KeyError\n")
    (sources / "geom" / "inner.py").touch()
    assert kernel_folder(tmp_path, sources / "geom" / "outer.py") == before


def test_another_python_or_compiler_has_another_folder(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {kernel_folder(tmp_path, sources / "geom" / "outer.py")}
    monkeypatch.setattr(kernel_cache, "version", lambda _package: "0.0.1")
    folders.add(kernel_folder(tmp_path, sources / "geom" / "outer.py"))
    monkeypatch.setattr(sys, "version", "3.99")
    folders.add(kernel_folder(tmp_path, sources / "geom" / "outer.py"))
    assert len(folders) == 3


def test_without_a_cache_there_is_no_folder_and_no_marker(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", "")
    assert kernel_folder(None, sources / "geom" / "outer.py") is None
    assert marker([sources / "geom" / "outer.py"]) is None
