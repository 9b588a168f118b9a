"""The user's cache: results kept by the hash of the content they are derived from.

Losing or damaging any of it costs time, never correctness. ``WARCRY3D_CACHE`` names another folder; empty: no cache.
"""

import contextlib
import hashlib
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.folders import cache_folder
from warcry3d.steady_lock import SteadyLock

__all__ = ["MAX_CACHE_BYTES", "content_key", "keep", "recall"]

MAX_CACHE_BYTES = 512 * 1024 * 1024
"""The oldest entries are deleted when all together are larger than this."""

_READING = SteadyLock()
"""One file is read at a time: numpy has each header parsed by ``ast``, which fails now and then in two threads at once
(``SystemError: AST constructor recursion depth mismatch``, python/cpython issue 106905).
"""


def content_key(kind: str, *contents: bytes | str) -> str:
    """Return the key of what is derived as ``kind`` (its name and version) from these contents."""
    digest = hashlib.blake2b(kind.encode(), digest_size=20)
    for content in contents:
        raw = content.encode() if isinstance(content, str) else content
        digest.update(len(raw).to_bytes(8, "little"))
        digest.update(raw)
    return digest.hexdigest()


def recall(key: str) -> Mapping[str, NDArray[Any]] | None:
    """Return the arrays kept under ``key``; None if there are none, or only damaged ones."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / f"{key}.npz"
    try:
        if path.stat().st_size > MAX_CACHE_BYTES:
            return None
        with _READING, np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, KeyError, EOFError, MemoryError, RuntimeError, SyntaxError, zipfile.BadZipFile):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used lately: the last to go
    return arrays


def keep(key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Keep ``arrays`` under ``key``; a cache that cannot be written is not an error."""
    folder = cache_folder()
    if folder is None:
        return
    aside = folder / f"{key}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(aside, "w") as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as stream:
                    np.lib.format.write_array(stream, np.asarray(array), allow_pickle=False)
        aside.replace(folder / f"{key}.npz")
        _forget_oldest(folder)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def _forget_oldest(folder: Path) -> None:
    entries: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        if path.suffix in (".npz", ".part"):
            with contextlib.suppress(OSError):
                state = path.stat()
                entries.append((state.st_mtime, state.st_size, path))
    total = sum(size for _, size, _ in entries)
    if total <= MAX_CACHE_BYTES:
        return
    for _, size, path in sorted(entries):
        with contextlib.suppress(OSError):
            path.unlink()
        total -= size
        if total <= MAX_CACHE_BYTES * 3 // 4:
            return
