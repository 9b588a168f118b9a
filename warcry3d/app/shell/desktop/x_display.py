"""The X display that a window is on: tells when the window is taken away, and ends the program when the display goes.

Panda3D sees neither: a window destroyed by another program looks minimized to it, and when the X server goes it ends
the process with an abort. So the window is watched over a connection of our own to the display.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from typing import Any

from warcry3d.app.shell.desktop.x_connection import EVENT_LONGS, xlib

__all__ = ["DisplayWatch"]

_DESTROYED, _STRUCTURE = 17, 1 << 17
_GONE = 1
"""Exit code when the display goes."""


class DisplayWatch:
    """Watches a window of an X display; where there is none it sees nothing. ``close()`` it when done."""

    def __init__(self, window: int, lost: Callable[[], None]) -> None:
        """Watch the window with this X id (0: none); when the display goes ``lost`` is called and the program ends."""
        self._is_gone = False
        is_on_x = sys.platform.startswith("linux") and bool(os.environ.get("DISPLAY")) and window != 0
        self._x = xlib() if is_on_x else None
        self._display = self._x.XOpenDisplay(None) if self._x else None
        if self._x is None or not self._display:
            self._display = None
            return
        self._x.XSelectInput(self._display, window, _STRUCTURE)
        self._x.XSync(self._display, 0)
        self._handler = _Handler(lambda _: _end(lost))  # kept: X calls it for as long as the program runs
        _KEPT.append(self._handler)
        self._x.XSetIOErrorHandler(self._handler)

    def is_gone(self) -> bool:
        """Whether the window has been destroyed."""
        if self._display is None or self._x is None:
            return self._is_gone
        event = (ctypes.c_long * EVENT_LONGS)()
        while self._x.XPending(self._display):
            self._x.XNextEvent(self._display, event)
            self._is_gone |= ctypes.cast(event, ctypes.POINTER(ctypes.c_int))[0] == _DESTROYED
        return self._is_gone

    def close(self) -> None:
        """Give the connection back."""
        if self._display is not None and self._x is not None:
            self._x.XCloseDisplay(self._display)
            self._display = None


_Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_KEPT: list[Any] = []


def _end(lost: Callable[[], None]) -> int:
    """End the program: X allows no return from here, and there is nothing left to give back to a display."""
    lost()
    os._exit(_GONE)
