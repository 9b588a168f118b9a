"""Where the machine code of the kernels is kept between runs, and how it is read and written.

Numba keys its own cache by the file of the outermost function alone: a change in a function that it calls in another
file goes unnoticed. It also fails for good on a damaged file, and writes into the package where its folder cannot be
written. Here the kernels of a module are kept in a folder named by a digest of all sources of this package that the
module imports, directly or not. Every file begins with a digest of its content: a damaged file is compiled anew, and
what cannot be written is not kept. Files are read from the cache folder alone.
"""

import contextlib
import hashlib
import os
import pickle
import re
import sys
import uuid
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from warcry3d.folders import cache_folder

__all__ = ["KernelCache", "kernel_folder", "marker"]

_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([\w.]+))", re.MULTILINE)
_FORMAT = 3
"""Raised when what a file holds changes: older files are left alone."""
_DIGEST = 32
"""Bytes of the digest that each file begins with."""
_INERT = frozenset({"errors.py", "folders.py", "message.py"})
"""Modules of the outermost package that nothing compiled can depend on: a new error compiles nothing anew."""


def kernel_folder(home: Path | None, module: Path) -> Path | None:
    """Return the folder, in the cache ``home``, of the kernels that a module, named by its source file, defines; None
    without a cache.
    """
    return None if home is None else home / "kernels" / _digest((module,))


def marker(modules: Iterable[Path]) -> Path | None:
    """Return the file that says that all kernels of these modules are compiled; None without a cache."""
    home = cache_folder()
    return None if home is None else home / "kernels" / f"complete-{_digest(modules)}"


def _digest(modules: Iterable[Path]) -> str:
    """Return a digest of the sources of some modules and all that they import here, of Python and of the compiler."""
    digest = hashlib.sha256(f"{_FORMAT} {sys.version} {version('numba')} {version('llvmlite')}".encode())
    for source in sorted(_closure(modules)):
        digest.update(f"{source.relative_to(_root(source)).as_posix()} ".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _closure(modules: Iterable[Path]) -> set[Path]:
    """Return the source files of some modules and of all modules of the same package that they import."""
    found: set[Path] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _imports(module, module.stat().st_mtime_ns)
    return found


@cache
def _imports(module: Path, _changed: int) -> tuple[Path, ...]:
    """Return the source files of the modules of its own package that a module imports."""
    root = _root(module)
    found: list[Path] = []
    for source, names, whole in _IMPORT.findall(module.read_text(encoding="utf-8")):
        dotted = source or whole
        if dotted.split(".")[0] != root.name:
            continue
        place = root.parent.joinpath(*dotted.split("."))
        inner = [place / f"{name}.py" for name in re.findall(r"\w+", names)]
        files = (place.with_suffix(".py"), place / "__init__.py", *inner)
        found += [file for file in files if file.is_file() and file.relative_to(root).as_posix() not in _INERT]
    return tuple(found)


def _root(source: Path) -> Path:
    """Return the folder of the outermost package that a source file lies in."""
    folder = source.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


class KernelCache:
    """The files of one kernel: one for each signature.

    ``load`` and ``save`` never fail for what is wrong with a file, the folder or the disk.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def has(self, key: str) -> bool:
        """Return whether there is a file for a signature."""
        return os.access(self._file(key), os.R_OK)

    def load(self, key: str) -> Any:
        """Return what was kept for a signature; None where nothing was, or it is damaged."""
        try:
            content = self._file(key).read_bytes()
        except OSError:
            return None
        digest, data = content[:_DIGEST], content[_DIGEST:]
        return pickle.loads(data) if hashlib.sha256(data).digest() == digest else None

    def save(self, key: str, data: bytes) -> None:
        """Keep pickled data for a signature, if that is possible."""
        file = self._file(key)
        unfinished = file.with_suffix(f".{uuid.uuid4().hex[:12]}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(hashlib.sha256(data).digest() + data)
            unfinished.replace(file)
        except OSError:
            with contextlib.suppress(OSError):
                unfinished.unlink()

    def _file(self, key: str) -> Path:
        return self._folder / f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:12]}.kernel"
