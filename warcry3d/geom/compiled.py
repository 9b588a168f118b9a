"""The compiler of the kernels, and where their machine code is kept between runs.

Numba keys its cache by the file of the outermost function alone: a change in a function it calls in another file goes
unnoticed. So all kernels share one folder named by a digest of all their sources, the Python version and Numba's.
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


def kernel_folder() -> Path | None:
    """Return the folder that holds the compiled kernels of these very sources; None where there shall be no cache."""
    home = cache_folder()
    if home is None:
        return None
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return home / "kernels" / digest.hexdigest()[:16]


_FOLDER = kernel_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)


def kernel(function: F) -> F:
    """Compile ``function`` on first use, without Python objects and without holding the interpreter's lock."""
    compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def lean_kernel(function: F) -> F:
    """Compile a kernel that allocates nothing, and so needs no counting of references.

    Numba counts them at every call and every view of an array by locked instructions: without them the search for a
    line of sight runs four times as fast (docs/decisions.md).
    """
    compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def inlined(function: F) -> F:
    """Compile a lean kernel into its callers.

    A call hands over a mesh as a hundred words and more, for the small functions of the inner loops several times their
    own work.
    """
    compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=True)(function)
    return compiled
