"""The cache: what is kept comes back, ruins are ignored, and what is cached loads without the heavy libraries."""

import ast
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests import zoo
from tests.table.glbs import piece_glb
from warcry3d.geom import mend
from warcry3d.table import cache
from warcry3d.table.files import load_piece


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder of the test's own."""
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_arrays_kept_come_back(folder: Path) -> None:
    cache.keep("k", {"a": np.arange(5), "b": np.ones((2, 3))})
    known = cache.recall("k")
    assert known is not None
    assert known["a"].tolist() == [0, 1, 2, 3, 4]
    assert known["b"].shape == (2, 3)
    assert [path.name for path in folder.iterdir()] == ["k.npz"]


def test_two_threads_never_read_headers_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.keep("k", {"a": np.arange(5)})
    reading: list[int] = []
    within = 0
    parsed = ast.literal_eval

    def slowly(text: str) -> object:
        nonlocal within
        within += 1
        reading.append(within)
        time.sleep(0.02)  # long enough for another thread to come in
        within -= 1
        return parsed(text)

    monkeypatch.setattr("ast.literal_eval", slowly)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(cache.recall, ["k"] * 4))
    assert all(one is not None for one in found)
    assert reading == [1] * 4


def test_unknown_key_is_none(folder: Path) -> None:
    assert cache.recall("nothing") is None


def test_empty_name_turns_the_cache_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", "")
    monkeypatch.chdir(tmp_path)
    cache.keep("k", {"a": np.arange(5)})
    assert cache.cache_folder() is None
    assert cache.recall("k") is None
    assert not list(tmp_path.iterdir())


def test_cache_lies_where_the_platform_keeps_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WARCRY3D_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_folder() == tmp_path / "warcry3d"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert str(cache.cache_folder()).endswith("Library/Caches/warcry3d")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert cache.cache_folder() == tmp_path / "warcry3d" / "cache"


@pytest.mark.parametrize("ruin", [b"", b"PK\x03\x04", b"\x80\x04pickle", b"x" * 5000])
def test_ruined_entries_are_ignored(ruin: bytes, folder: Path) -> None:
    folder.mkdir()
    (folder / "k.npz").write_bytes(ruin)
    assert cache.recall("k") is None


def test_entry_cut_off_anywhere_is_ignored_or_whole(folder: Path) -> None:
    cache.keep("k", {"a": np.arange(50)})
    whole = (folder / "k.npz").read_bytes()
    for size in range(0, len(whole), 7):
        (folder / "k.npz").write_bytes(whole[:size])
        known = cache.recall("k")
        assert known is None or known["a"].tolist() == list(range(50))


def test_pickles_are_never_loaded(folder: Path) -> None:
    folder.mkdir()
    np.savez(folder / "k.npz", a=np.array([{"a": 1}], dtype=object))
    assert cache.recall("k") is None


def test_oldest_entries_go_when_the_cache_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_CACHE_BYTES", 30_000)
    for i in range(5):
        cache.keep(f"k{i}", {"a": np.zeros(1000)})
        os.utime(folder / f"k{i}.npz", (i, i))
    assert cache.recall("k0") is None
    assert cache.recall("k4") is not None
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 30_000


def test_cache_that_cannot_be_written_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path / "file" / "cache"))
    cache.keep("k", {"a": np.arange(5)})
    assert cache.recall("k") is None


def test_keys_tell_contents_and_kinds_apart() -> None:
    keys = [cache.content_key(*given) for given in [("a", b"bc"), ("a", b"b", b"c"), ("ab", b"c"), ("a", "bc", "")]]
    assert len(set(keys)) == 4


def test_piece_is_mended_once(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    piece_glb(tmp_path)
    first = load_piece(tmp_path / "piece.glb")
    monkeypatch.setattr(mend, "mend", None)
    second = load_piece(tmp_path / "piece.glb")
    for a, b in zip(first.parts, second.parts, strict=True):
        assert (a.id, a.kinds, a.is_opening) == (b.id, b.kinds, b.is_opening)
        assert np.array_equal(a.solid.triangles, b.solid.triangles)


def test_entry_that_is_no_piece_is_mended_again_and_written_anew(folder: Path, tmp_path: Path) -> None:
    piece_glb(tmp_path)
    load_piece(tmp_path / "piece.glb")
    (entry,) = folder.iterdir()
    good = entry.read_bytes()
    with np.load(entry) as archive:
        arrays = dict(archive)
    for spoiled in ({"faces": arrays["faces"] + 100}, {"counts": arrays["counts"] * 2}, {"about": arrays["about"][:5]}):
        cache.keep(entry.stem, arrays | spoiled)
        assert len(load_piece(tmp_path / "piece.glb").parts) == 2
        assert entry.stat().st_size == len(good)


def test_cached_table_loads_without_the_heavy_libraries(folder: Path, tmp_path: Path) -> None:
    piece_glb(tmp_path)
    features = [{"id": "a", "piece": "piece.glb", "at": [5, 5]}]
    (tmp_path / "a.table.json").write_text(json.dumps(zoo.table_json(features=features)), encoding="utf-8")
    script = (
        "import sys; from warcry3d.table.files import load_table; load_table(sys.argv[1]);"
        "heavy = {'trimesh', 'scipy', 'manifold3d', 'shapely', 'networkx', 'lxml', 'numba'} & set(sys.modules);"
        "print(sorted(heavy))"
    )
    root = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    found = [
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / "a.table.json")],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for _ in range(2)
    ]
    assert found[1] == "[]"
