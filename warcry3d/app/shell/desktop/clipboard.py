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
from ctypes import c_void_p
from typing import Final, Protocol

from warcry3d.app.shell.desktop.x_connection import SELECTION_NOTIFY, XConnection, connected

__all__ = ["Clipboard", "DesktopClipboard", "NoClipboard"]

WAIT = 0.5
"""Seconds after which a program that does not say what it copied is given up."""
MOST_BYTES = 1 << 16
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
    display = connected()
    if display is None:
        return ""
    with closing(display):
        return _selected(display)


def _selected(display: XConnection) -> str:
    """Ask whoever has the selection for its text and wait for the answer."""
    if not display.has_owner("CLIPBOARD"):
        return ""
    display.ask("CLIPBOARD", "UTF8_STRING", "WARCRY3D_PASTE")
    display.flush()
    limit = time.monotonic() + WAIT
    while time.monotonic() < limit:
        if any(kind == SELECTION_NOTIFY for kind, _ in display.events()):
            return _answer(display)
        time.sleep(0.002)
    return ""


def _answer(display: XConnection) -> str:
    """Return the text that was put onto the window."""
    kind, form, data = display.property(display.window, "WARCRY3D_PASTE", most=MOST_BYTES, delete=True)
    is_text = kind == display.atom("UTF8_STRING") and form == 8
    return data.decode("utf-8", "replace") if is_text else ""
