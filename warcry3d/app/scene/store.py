"""What was costly to make and may be thrown away: arrays in the cache folder, named by the hash of what made them.

Nothing here may fail a picture: an unwritable folder or a damaged file means making the thing again.
"""

import contextlib
import hashlib
import os
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["cache_folder", "kept", "key_of"]

_LIMIT_BYTES = 400_000_000
"""The folder is thinned, oldest use first, when it grows beyond this."""

Arrays = Mapping[str, NDArray[np.generic]]


def cache_folder() -> Path:
    """Return where this machine keeps what can be made again; ``WARCRY3D_CACHE`` overrides."""
    given = os.environ.get("WARCRY3D_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "warcry3d" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "warcry3d"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "warcry3d"


def key_of(*things: NDArray[np.generic] | str | float | int) -> str:
    """Return a name for a result: the hash of everything it was made from, arrays by dtype, shape and content."""
    digest = hashlib.blake2b(digest_size=20)
    for thing in things:
        if isinstance(thing, np.ndarray):
            digest.update(f"{thing.dtype.str}{thing.shape}".encode())
            digest.update(np.ascontiguousarray(thing).data)
        else:
            digest.update(f"{type(thing).__name__}:{thing!r};".encode())
    return digest.hexdigest()


def kept(key: str, make: Callable[[], Arrays]) -> Arrays:
    """Return the arrays kept under ``key``, making and keeping them if there are none."""
    file = cache_folder() / "light" / f"{key}.npz"
    found = _read(file)
    if found is not None:
        return found
    made = make()
    _write(file, made)
    return made


def _read(file: Path) -> Arrays | None:
    try:
        with np.load(file, allow_pickle=False) as data:
            arrays = {name: data[name] for name in data.files}
        os.utime(file)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, KeyError):
        return None
    return arrays


def _write(file: Path, arrays: Arrays) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=file.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                np.savez(stream, **arrays)  # type: ignore[arg-type]
            Path(aside).replace(file)
        except OSError:
            Path(aside).unlink(missing_ok=True)
            raise
        _thin(file.parent)
    except OSError:
        return


def _thin(folder: Path) -> None:
    """Delete the files longest unused until the folder is within its limit."""
    files = [(entry.stat().st_mtime, entry.stat().st_size, entry) for entry in folder.glob("*.npz")]
    total = sum(size for _, size, _ in files)
    for _, size, entry in sorted(files, key=lambda f: f[0]):
        if total <= _LIMIT_BYTES:
            break
        with contextlib.suppress(OSError):
            entry.unlink()
        total -= size
