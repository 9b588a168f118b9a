"""The compiler of the kernels: Numba, with one signature for each kernel and a cache that never stops the program."""

from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from numba import types
from numba.core import sigutils
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from warcry3d.folders import cache_folder
from warcry3d.geom.kernel_cache import KernelCache, kernel_folder
from warcry3d.geom.records import kernel_type

__all__ = ["Kernel", "inlined", "kernel", "kernels_of", "lean_kernel"]

F = TypeVar("F", bound=Callable[..., Any])

_CACHE = cache_folder()
"""Where the cache was when the first kernel was asked for: all kernels of a run are kept there, or none."""
_kernels: dict[str, list["Kernel"]] = {}


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled on first use.

    Whole numbers of any width are taken as int64, and a literal as any other number: else Numba compiles a kernel anew
    for -1, for 0 and for an item of an int32 array. A kernel whose parameters are all annotated with types that
    `kernel_type` knows is compiled for these alone, and can be compiled before it is called.
    """

    @cached_property
    def declared(self) -> tuple[types.Type, ...] | None:
        """The types of the parameters where they are annotated."""
        hints = get_type_hints(self.py_func, include_extras=True)
        names = self.py_func.__code__.co_varnames[: self.py_func.__code__.co_argcount]
        return tuple(kernel_type(hints[name]) for name in names) if names and all(n in hints for n in names) else None

    @property
    def is_kept(self) -> bool:
        """Whether the machine code of an annotated kernel is in the cache."""
        return isinstance(self._cache, _Cache) and self._cache.has(self.declared)

    def prepare(self) -> None:
        """Compile an annotated kernel, or load it, where that was not done yet."""
        if not self.overloads:
            self.compile(self.declared)

    def compile(self, sig: Any) -> Any:
        """Compile for types that arguments have, or load what was kept."""
        given, _ = sigutils.normalize_signature(sig)
        wanted = self.declared or tuple(_widened(kind) for kind in given)
        for kind, want in zip(given, wanted, strict=True):
            if self.typingctx.can_convert(kind, want) is None:
                raise TypeError(f"{self.py_func.__qualname__} takes a {want}, not a {kind}")
        return super().compile(wanted)

    def enable_caching(self) -> None:
        """Keep the machine code in the cache, if there is one."""
        folder = _folder(self.py_func.__code__.co_filename)
        self._cache = NullCache() if folder is None else _Cache(KernelCache(folder, self.py_func.__qualname__))


@cache
def _folder(module: str) -> Path | None:
    """Return the folder of a module's kernels: worked out once, it takes a millisecond."""
    return kernel_folder(_CACHE, Path(module))


class _Cache(NullCache):  # type: ignore[misc]
    """What Numba asks of a cache, answered by a `KernelCache`."""

    def __init__(self, files: KernelCache) -> None:
        self._files = files

    def has(self, signature: Any) -> bool:
        from numba.core.registry import cpu_target

        return self._files.has(_key(signature, cpu_target.target_context.codegen()))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        reduced = self._files.load(_key(sig, target_context.codegen()))
        return None if reduced is None else CompileResult._rebuild(target_context, *reduced)

    def save_overload(self, sig: Any, data: Any) -> None:
        if not data.library.has_dynamic_globals:
            self._files.save(_key(sig, data.codegen), dumps(data._reduce()))


def _key(signature: Any, codegen: Any) -> str:
    """Return what machine code depends on besides the sources: the types of the arguments, and the processor."""
    return f"{signature} {codegen.magic_tuple()}"


def _widened(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) else kind


def kernels_of(module: str) -> tuple[Kernel, ...]:
    """Return the kernels that an imported module defines, in its order."""
    return tuple(_kernels.get(module, ()))


def _compiled(function: F, **options: bool) -> F:
    """Return the function as a kernel."""
    options |= {"nopython": True, "nogil": True, "no_cfunc_wrapper": True}
    compiled: Any = Kernel(py_func=function, targetoptions={"error_model": "numpy", "boundscheck": False, **options})
    compiled.enable_caching()
    _kernels.setdefault(function.__module__, []).append(compiled)
    return compiled  # type: ignore[no-any-return]


def kernel(function: F) -> F:
    """Compile ``function`` on first use, without Python objects and without holding the interpreter's lock."""
    return _compiled(function)


def lean_kernel(function: F) -> F:
    """Compile a kernel that allocates nothing, and so needs no counting of references.

    Numba counts them at every call and every view of an array by locked instructions: without them the search for a
    line of sight runs four times as fast (docs/decisions.md).
    """
    return _compiled(function, _nrt=False)


def inlined(function: F) -> F:
    """Compile a lean kernel into its callers, for the small functions of inner loops: a call takes longer than they."""
    return _compiled(function, _nrt=False, forceinline=True)
