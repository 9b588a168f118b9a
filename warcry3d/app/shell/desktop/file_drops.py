"""Files that are dropped on the window out of another program, by the XDND protocol of X desktops.

Panda3D knows nothing of it, and the messages of a drag go to whoever made the window. XDND lets a window name another
that takes them in its place (its proxy): ours is made here, over a connection of our own, and never shown.
"""

import ctypes
import os
import sys
from ctypes import c_long
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from warcry3d.app.shell.desktop.x_connection import EVENT_LONGS, SELECTION_NOTIFY, XConnection, connected

__all__ = ["FileDrops", "paths_in"]

_CLIENT_MESSAGE: Final = 33
_VERSION = 5
"""Of XDND; since 2002 everybody speaks it."""
_ATOM, _WINDOW = 4, 33
"""X's own atoms for the types of properties."""
_MOST_BYTES = 1 << 20
_MANY = 1
"""Bit of the first message: there are more than three types, in a property of the source."""


def paths_in(uris: str) -> tuple[Path, ...]:
    """Return the files of a list of addresses (``text/uri-list``), without those that are no files.

    >>> paths_in("# comment\\r\\nfile:///towers/old%20tower.stl\\r\\nhttps://example.org/x.stl\\r\\n")
    (PosixPath('/towers/old tower.stl'),)
    """
    lines = (line.strip().replace("\0", "") for line in uris.splitlines())
    files = (line for line in lines if line.startswith("file:"))
    return tuple(Path(url2pathname(urlsplit(line).path)) for line in files)


class FileDrops:
    """Takes files dropped on a window with this X id (0: none); where there is no X display none ever are.

    ``close()`` it when done.
    """

    def __init__(self, window: int) -> None:
        is_on_x = sys.platform.startswith("linux") and bool(os.environ.get("DISPLAY")) and window != 0
        self._display = connected() if is_on_x else None
        self._window, self._source, self._has_files = window, 0, False
        if self._display is None:
            return
        for one in (window, self._display.window):
            self._display.put(one, "XdndAware", _ATOM, _VERSION)
            self._display.put(one, "XdndProxy", _WINDOW, self._display.window)
        self._display.flush()

    def poll(self) -> tuple[Path, ...]:
        """Return the files dropped since the last call; answer whoever drags something over the window."""
        if self._display is None:
            return ()
        found: list[Path] = []
        for kind, event in self._display.events():
            if kind == _CLIENT_MESSAGE:
                self._answer(self._display, event)
            elif kind == SELECTION_NOTIFY:
                found += self._dropped(self._display, is_given=event[7] != 0)
        return tuple(found)

    def close(self) -> None:
        """Give the window and the connection back."""
        if self._display is not None:
            self._display.close()
            self._display = None

    # What the source of a drag says

    def _answer(self, x: XConnection, event: Any) -> None:
        """Answer a message of a drag: its window (4), what it is (5), and five values from 7 on."""
        what, source = event[5], event[7]
        if what == x.atom("XdndEnter"):
            self._source = source
            self._has_files = x.atom("text/uri-list") in _types(x, source, event)
        elif what == x.atom("XdndPosition"):
            action = x.atom("XdndActionCopy") if self._has_files else 0
            self._say(x, source, "XdndStatus", int(self._has_files), 0, 0, action)
        elif what == x.atom("XdndLeave"):
            self._source, self._has_files = 0, False
        elif what == x.atom("XdndDrop") and self._has_files and source == self._source:
            x.ask("XdndSelection", "text/uri-list", "WARCRY3D_DROP", at=event[9])
        elif what == x.atom("XdndDrop"):
            self._say(x, source, "XdndFinished", 0, 0)
        x.flush()

    def _dropped(self, x: XConnection, *, is_given: bool) -> tuple[Path, ...]:
        """Return the files that the source wrote down, and let it go."""
        data = x.property(x.window, "WARCRY3D_DROP", most=_MOST_BYTES, delete=True)[2] if is_given else b""
        files = paths_in(data.decode("utf-8", "replace"))
        if self._source:
            action = x.atom("XdndActionCopy") if files else 0
            self._say(x, self._source, "XdndFinished", int(bool(files)), action)
            x.flush()
        self._source, self._has_files = 0, False
        return files

    def _say(self, x: XConnection, to: int, what: str, *values: int) -> None:
        rest = (0,) * (4 - len(values))
        x.send(to, (c_long * EVENT_LONGS)(_CLIENT_MESSAGE, 0, 0, 0, to, x.atom(what), 32, self._window, *values, *rest))


def _types(x: XConnection, source: int, event: Any) -> tuple[int, ...]:
    """Return the types in which what is dragged can be had."""
    if not event[8] & _MANY:
        return event[9], event[10], event[11]
    kind, form, data = x.property(source, "XdndTypeList", most=_MOST_BYTES, delete=False)
    size = ctypes.sizeof(c_long)
    is_list = kind == _ATOM and form == 32
    return tuple((c_long * (len(data) // size)).from_buffer_copy(data)) if is_list else ()
