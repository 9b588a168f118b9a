"""What other programs copied: read where a person pastes, so that a path or a name need not be typed.

ImGui keeps what is copied inside the window itself. What was copied elsewhere lies with the desktop: on X with the
program that has it, which is asked for it and answers in its own time.
"""

import ctypes
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ubyte, c_uint, c_ulong, c_void_p
from typing import Any, Final, Protocol

__all__ = ["Clipboard", "DesktopClipboard", "NoClipboard"]

WAIT = 0.5
"""Seconds after which a program that does not say what it copied is given up."""
MOST_BYTES = 1 << 16
_NOTIFIED, _EVENT_LONGS = 31, 24
_UNICODE_TEXT: Final = 13


class Clipboard(Protocol):
    """Knows what was copied outside of the window."""

    def fresh(self) -> str | None:
        """Return the text that was copied since the last call; None where none was."""
        ...


class NoClipboard:
    """Nothing is ever copied elsewhere."""

    def fresh(self) -> str | None:
        """Return None."""
        return None


class DesktopClipboard:
    """The desktop's clipboard. ``read`` gives its text."""

    def __init__(self, read: Callable[[], str] | None = None) -> None:
        self._read = read or _reader()
        self._last = ""

    def fresh(self) -> str | None:
        """Return the text copied since the last call; where none was, what a person copied in the window is newer."""
        text = self._read()
        if not text or text == self._last:
            return None
        self._last = text
        return text


def _reader() -> Callable[[], str]:
    if sys.platform == "win32":
        return _text_on_windows
    return _text_on_mac if sys.platform == "darwin" else _text_on_x


def _text_on_mac() -> str:
    try:
        return subprocess.run(["pbpaste"], capture_output=True, text=True, timeout=WAIT, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _text_on_windows() -> str:
    if sys.platform != "win32":
        return ""
    user, kernel = ctypes.windll.user32, ctypes.windll.kernel32
    user.GetClipboardData.restype = kernel.GlobalLock.restype = c_void_p
    kernel.GlobalLock.argtypes = kernel.GlobalUnlock.argtypes = [c_void_p]
    if not user.OpenClipboard(None):
        return ""
    try:
        data = user.GetClipboardData(_UNICODE_TEXT)
        place = kernel.GlobalLock(data) if data else None
        if not place:
            return ""
        text = ctypes.wstring_at(place)
        kernel.GlobalUnlock(data)
        return text
    finally:
        user.CloseClipboard()


def _text_on_x() -> str:
    """Return what the X selection ``CLIPBOARD`` holds; empty where nothing does, or whoever has it does not answer."""
    x = _library()
    display = x.XOpenDisplay(None) if x is not None else None
    if x is None or not display:
        return ""
    with closing(_Selection(x, display)) as selection:
        return selection.text()


class _Selection:
    """A connection to the X display, with a window of its own that is never shown. ``close()`` it when done."""

    def __init__(self, x: Any, display: Any) -> None:
        self._x, self._display = x, display
        self._clipboard, self._utf8, self._own = map(self._atom, (b"CLIPBOARD", b"UTF8_STRING", b"WARCRY3D_PASTE"))
        root = x.XDefaultRootWindow(display)
        self._window = x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)

    def _atom(self, name: bytes) -> Any:
        return self._x.XInternAtom(self._display, name, 0)

    def text(self) -> str:
        """Ask whoever has the selection for its text and wait for the answer."""
        x, display = self._x, self._display
        if not x.XGetSelectionOwner(display, self._clipboard):
            return ""
        x.XConvertSelection(display, self._clipboard, self._utf8, self._own, self._window, 0)
        x.XFlush(display)
        limit, event = time.monotonic() + WAIT, (c_long * _EVENT_LONGS)()
        while time.monotonic() < limit:
            while x.XPending(display):
                x.XNextEvent(display, event)
                if ctypes.cast(event, POINTER(c_int))[0] == _NOTIFIED:
                    return self._answer()
            time.sleep(0.002)
        return ""

    def _answer(self) -> str:
        """Return the text that was put onto the window."""
        kind, form, count, rest, data = c_ulong(), c_int(), c_ulong(), c_ulong(), POINTER(c_ubyte)()
        found = map(byref, (kind, form, count, rest, data))
        self._x.XGetWindowProperty(self._display, self._window, self._own, 0, MOST_BYTES // 4, 1, 0, *found)
        try:
            is_text = kind.value == self._utf8 and form.value == 8
            return bytes(data[: count.value]).decode("utf-8", "replace") if is_text else ""
        finally:
            if data:
                self._x.XFree(data)

    def close(self) -> None:
        """Give the window and the connection back."""
        self._x.XDestroyWindow(self._display, self._window)
        self._x.XCloseDisplay(self._display)


def _library() -> Any:
    """Return Xlib with the types of what is called here; None where it is not installed."""
    try:
        x = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    display, id, found = c_void_p, c_ulong, c_void_p
    for name, result, arguments in (
        ("XOpenDisplay", display, [c_char_p]),
        ("XCloseDisplay", c_int, [display]),
        ("XDefaultRootWindow", id, [display]),
        ("XInternAtom", id, [display, c_char_p, c_int]),
        ("XCreateSimpleWindow", id, [display, id, c_int, c_int, c_uint, c_uint, c_uint, id, id]),
        ("XDestroyWindow", c_int, [display, id]),
        ("XGetSelectionOwner", id, [display, id]),
        ("XConvertSelection", c_int, [display, id, id, id, id, c_ulong]),
        ("XFlush", c_int, [display]),
        ("XPending", c_int, [display]),
        ("XNextEvent", c_int, [display, found]),
        ("XGetWindowProperty", c_int, [display, id, id, c_long, c_long, c_int, id, *[found] * 5]),
        ("XFree", c_int, [found]),
    ):
        function = getattr(x, name)
        function.restype, function.argtypes = result, arguments
    return x
