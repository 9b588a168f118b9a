"""The compiler of the kernels: Numba, with one signature for each kernel and a cache that never stops the program.

Numba puts the code of every function that a kernel calls into the kernel, and compiles it again for each caller: what
is called by five is optimised six times. Here an annotated kernel is compiled once, and called by its symbol. What is
not annotated becomes machine code only within a kernel that calls it, unless Python calls it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from llvmlite import binding as llvm
from numba import types
from numba.core import dispatcher, sigutils
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import user_function
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime import rtsys
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

    _cache: Any

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
        with global_compiler_lock:
            is_part = bool(_calls) and self.declared is None
            made = self.overloads.get(wanted)
            if made is None or (made.entry_point is None and not is_part):
                self._make(wanted, is_part)
            return self.get_overload(wanted)

    def _make(self, signature: tuple[types.Type, ...], is_part: bool) -> None:
        """Compile or load it; ``is_part``: only as a part of the kernel that is being compiled."""
        self.overloads.pop(signature, None)
        self._compiler.is_part = is_part
        cache, self._cache = self._cache, NullCache() if is_part else self._cache
        try:
            with _noting_calls() as called:
                super().compile(signature)
        finally:
            self._cache = cache
        made = self.overloads[signature]
        if is_part:
            made.library.__class__ = _Part
        self._offer(made, frozenset(called))

    def add_overload(self, result: CompileResult) -> None:
        """Take the result of compiling; what is a part of another kernel cannot be called from Python."""
        if result.entry_point is None:
            self.overloads[tuple(result.signature.args)] = result
        else:
            super().add_overload(result)

    def get_overload(self, sig: Any) -> Any:
        """Return what callers that are compiled know the machine code for a signature by."""
        made = self.overloads[tuple(sigutils.normalize_signature(sig)[0])]
        return made.fndesc if made.entry_point is None else made.entry_point

    def _offer(self, result: CompileResult, called: frozenset[str]) -> None:
        """Have callers call the machine code by its symbol, where the kernel is annotated and can be found again by its
        name; else put the code into theirs.
        """
        function = result.fndesc
        if self.declared is None or self.targetoptions.get("forceinline") or "." in self.__qualname__:
            call = user_function(function, [result.library])
        else:
            name = f"{self.__module__}:{self.__qualname__}"
            called = frozenset({name})
            function = copy(function)
            function.mangled_name = re.sub(r"\W", "_", name)
            llvm.add_symbol(function.mangled_name, result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
            call = user_function(function, ())

        def noted(*arguments: Any) -> Any:
            if _calls:
                _calls[-1].update(called)
            return call(*arguments)

        noted.signature, noted.libs = call.signature, call.libs  # type: ignore[attr-defined]
        self.targetctx._defns[self.get_overload(call.signature)].append(noted, call.signature)

    def enable_caching(self) -> None:
        """Keep the machine code in the cache, if there is one."""
        folder = _folder(self.py_func.__code__.co_filename)
        self._cache = NullCache() if folder is None else _Cache(KernelCache(folder, self.py_func.__qualname__))


_FLAGS_HASH = hash(Flags())
"""Numba hashes the names of the flags alone."""
_DEFAULT_FLAGS = {name: option.default for name, option in Flags.options.items()}


class _Flags(Flags):  # type: ignore[misc]
    """Flags of the compiler that are quick to compare: it does so at every call that it types."""

    __slots__ = ()

    def values(self) -> dict[str, Any]:
        """Return all flags by their names."""
        return {**_DEFAULT_FLAGS, **self._values}

    def __hash__(self) -> int:
        return _FLAGS_HASH


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel. Where it comes from the cache, what other kernels could take into theirs is read when one
    that does is compiled: to read it for all takes as long as to load their machine code.
    """

    _unread: bytes | None = None
    _shared_module: Any

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes, frozenset[str]]]:
        """Return what is kept: machine code, what others could take in, and the names that the code defines."""
        name, kind, (machine_code, to_take_in) = super().serialize_using_object_code()
        module = self._get_module_for_linking()
        values = (*module.functions, *module.global_variables)
        return name, kind, (machine_code, to_take_in, frozenset(v.name for v in values if not v.is_declaration))

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> "_Library":
        name, _, (machine_code, to_take_in, defined) = state
        library: _Library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(machine_code)
        library._unread = to_take_in
        library._finalize_final_module()
        codegen._engine._defined_symbols |= defined
        return library

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._unread is not None:
            self._shared_module, self._unread = llvm.parse_bitcode(self._unread), None
        return super()._get_module_for_linking()


class _Part(_Library):
    """The code of a kernel that is a part of others: it is optimised with each of them, not by itself before."""

    def _optimize_final_module(self) -> None:
        """Leave it as it is."""


class _Compiler(dispatcher._FunctionCompiler):  # type: ignore[misc, name-defined]
    """Compiles a kernel; ``is_part``: without machine code of its own."""

    is_part = False

    def _customize_flags(self, flags: Flags) -> Flags:
        flags = _Flags(flags)
        flags.no_compile = flags.no_cpython_wrapper = self.is_part
        return flags


@cache
def _folder(module: str) -> Path | None:
    """Return the folder of a module's kernels: worked out once, it takes a millisecond."""
    return kernel_folder(_CACHE, Path(module))


cpu_target.target_context.codegen()._library_class = _Library

_calls: list[set[str]] = []
"""The kernels that each kernel being compiled calls by their symbols, the innermost one last."""


@contextmanager
def _noting_calls() -> Iterator[set[str]]:
    """Collect the kernels (``module:name``) whose symbols the machine code made meanwhile needs."""
    _calls.append(set())
    try:
        yield _calls[-1]
    finally:
        _calls.pop()


def _load_symbols(called: frozenset[str]) -> None:
    """Compile or load kernels, so that machine code that calls them by their symbols can be loaded."""
    for name in called:
        module, _, kernel = name.partition(":")
        getattr(import_module(module), kernel).prepare()
    if _calls:
        _calls[-1].update(called)


class _Cache(NullCache):  # type: ignore[misc]
    """What Numba asks of a cache, answered by a `KernelCache`."""

    def __init__(self, files: KernelCache) -> None:
        self._files = files

    def has(self, signature: Any) -> bool:
        return self._files.has(_key(signature, cpu_target.target_context.codegen()))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # What Numba knows of Python is for compiling alone; to load it all takes as long as to load all kernels.
        rtsys.initialize(target_context)
        kept = self._files.load(_key(sig, target_context.codegen()))
        if kept is None:
            return None
        called, reduced = kept
        _load_symbols(called)
        return CompileResult._rebuild(target_context, *reduced)

    def save_overload(self, sig: Any, data: Any) -> None:
        if not data.library.has_dynamic_globals:
            self._files.save(_key(sig, data.codegen), dumps((frozenset(_calls[-1]), data._reduce())))


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
    compiled._compiler.__class__ = _Compiler
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
