"""The compiler of the kernels, and where their machine code is kept between runs.

Numba keys its cache by the file of the outermost function alone: a change in a function it calls in another file goes
unnoticed. So the kernels of a package share a folder named by a digest of all its sources and of those here, which it
may call, the Python version and Numba's.
"""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

from warcry3d.folders import cache_folder

__all__ = ["inlined", "kernel", "kernel_folder", "lean_kernel"]

F = TypeVar("F", bound=Callable[..., Any])


def kernel_folder(package: Path | None = None) -> Path | None:
    """Return the folder of the compiled kernels of these very sources and of a package's (a folder of sources) that
    call them; None where there shall be no cache.
    """
    return _folder(cache_folder(), package)


def _folder(home: Path | None, package: Path | None) -> Path | None:
    if home is None:
        return None
    here = Path(__file__).parent
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for room in dict.fromkeys((here, package or here)):
        for source in sorted(room.glob("*.py")):
            digest.update(source.read_bytes())
    return home / "kernels" / digest.hexdigest()[:16]


_HOME = cache_folder()
"""Where the cache was when the first kernel was asked for: all kernels of a run are kept there, or none."""
_folders: dict[Path, Path | None] = {}


def _compile(function: F, **options: bool) -> F:
    """Compile ``function`` on first use, into and from its package's folder."""
    package = Path(function.__code__.co_filename).parent
    if package not in _folders:
        _folders[package] = _folder(_HOME, package)
    folder = _folders[package]
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # read when the function is decorated
    compiled: F = numba.njit(cache=folder is not None, error_model="numpy", nogil=True, **options)(function)
    return compiled


def kernel(function: F) -> F:
    """Compile ``function`` on first use, without Python objects and without holding the interpreter's lock."""
    return _compile(function)


def lean_kernel(function: F) -> F:
    """Compile a kernel that allocates nothing, and so needs no counting of references.

    Numba counts them at every call and every view of an array by locked instructions: without them the search for a
    line of sight runs four times as fast (docs/decisions.md).
    """
    return _compile(function, _nrt=False)


def inlined(function: F) -> F:
    """Compile a lean kernel into its callers.

    A call hands over a mesh as a hundred words and more, for the small functions of the inner loops several times their
    own work.
    """
    return _compile(function, _nrt=False, forceinline=True)
