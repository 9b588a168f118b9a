"""Work in a background thread that stops at once where a person asks for something, and goes on later.

Threads share the interpreter, and work of a second holds up every frame of that second. A gate stops such work between
any two calls of Python's, however long its pieces are; only a single call into a library is waited for.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from warcry3d.steady_lock import holds_lock

__all__ = ["Gate"]

_UNINTERRUPTED = frozenset(
    {
        "_frozen_importlib",
        "functools",
        "importlib",
        "llvmlite",
        "logging",
        "multiprocessing",
        "numba",
        "queue",
        "subprocess",
        "tempfile",
        "threading",
        "warcry3d.geom.compiled",
        "warnings",
    }
)
"""Packages, and a module, that hold locks which others wait for: work is not stopped inside of them, nor with a
`SteadyLock` in hand.
"""
_OUTERMOST = ("_bootstrap", "_bootstrap_inner", "run")
"""The calls of `threading` that every thread is inside of."""


class Gate:
    """Open or shut, by any thread. Work that passes it stops while it is shut."""

    def __init__(self, *, is_open: bool = True) -> None:
        self._opened = threading.Event()
        self._is_shut = not is_open
        if is_open:
            self._opened.set()

    def open(self) -> None:
        """Let work go on."""
        self._is_shut = False
        self._opened.set()

    def shut(self) -> None:
        """Stop work with its next call."""
        self._opened.clear()
        self._is_shut = True

    def wait(self) -> None:
        """Return when it is open."""
        self._opened.wait()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Let what this thread does inside stop while the gate is shut."""
        sys.setprofile(self._heed)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _heed(self, frame: FrameType, event: str, _: Any) -> None:
        """Wait at a call while the gate is shut: Python calls this for each one."""
        if self._is_shut and event == "call" and not holds_lock() and not _is_in_library(frame):
            self._opened.wait()


def _is_in_library(frame: FrameType | None) -> bool:
    """Return whether any of the calls under way is of a package that holds locks."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        package = module.partition(".")[0]
        is_outermost = package == "threading" and frame.f_code.co_name in _OUTERMOST
        if not (is_outermost or _UNINTERRUPTED.isdisjoint((module, package))):
            return True
        frame = frame.f_back
    return False
