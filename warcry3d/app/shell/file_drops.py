"""Files that are dropped on the window out of another program, by the XDND protocol of X desktops.

Panda3D knows nothing of it, and the messages of a drag go to whoever made the window. XDND lets a window name another
that takes them in its place (its proxy): ours is made here, over a connection of our own, and never shown.
"""

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ubyte, c_uint, c_ulong, c_void_p
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

__all__ = ["FileDrops", "paths_in"]

_CLIENT_MESSAGE: Final = 33
_SELECTION_NOTIFY: Final = 31
_EVENT_LONGS = 24
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
        self._x = _library() if is_on_x else None
        self._display = self._x.XOpenDisplay(None) if self._x else None
        self._window, self._source, self._has_files = window, 0, False
        self._atoms: dict[str, int] = {}
        if self._x is None or not self._display:
            self._display = None
            return
        root = self._x.XDefaultRootWindow(self._display)
        self._proxy = self._x.XCreateSimpleWindow(self._display, root, -10, -10, 1, 1, 0, 0, 0)
        for one in (window, self._proxy):
            self._put(one, "XdndAware", _ATOM, _VERSION)
            self._put(one, "XdndProxy", _WINDOW, self._proxy)
        self._x.XFlush(self._display)

    def poll(self) -> tuple[Path, ...]:
        """Return the files dropped since the last call; answer whoever drags something over the window."""
        found: list[Path] = []
        if self._display is None or self._x is None:
            return ()
        event = (c_long * _EVENT_LONGS)()
        while self._x.XPending(self._display):
            self._x.XNextEvent(self._display, event)
            kind = ctypes.cast(event, POINTER(c_int))[0]
            if kind == _CLIENT_MESSAGE:
                self._answer(event)
            elif kind == _SELECTION_NOTIFY:
                found += self._dropped(is_given=event[7] != 0)
        return tuple(found)

    def close(self) -> None:
        """Give the window and the connection back."""
        if self._display is not None and self._x is not None:
            self._x.XDestroyWindow(self._display, self._proxy)
            self._x.XCloseDisplay(self._display)
            self._display = None

    # What the source of a drag says

    def _answer(self, event: Any) -> None:
        """Answer a message of a drag: its window (4), what it is (5), and five values from 7 on."""
        assert self._x is not None
        what, source = event[5], event[7]
        if what == self._atom("XdndEnter"):
            self._source = source
            self._has_files = self._atom("text/uri-list") in self._types(source, event)
        elif what == self._atom("XdndPosition"):
            action = self._atom("XdndActionCopy") if self._has_files else 0
            self._say(source, "XdndStatus", int(self._has_files), 0, 0, action)
        elif what == self._atom("XdndLeave"):
            self._source, self._has_files = 0, False
        elif what == self._atom("XdndDrop") and self._has_files and source == self._source:
            place, files = self._atom("WARCRY3D_DROP"), self._atom("text/uri-list")
            selection = self._atom("XdndSelection")
            self._x.XConvertSelection(self._display, selection, files, place, self._proxy, c_ulong(event[9]).value)
        elif what == self._atom("XdndDrop"):
            self._say(source, "XdndFinished", 0, 0)
        self._x.XFlush(self._display)

    def _types(self, source: int, event: Any) -> tuple[int, ...]:
        """Return the types in which what is dragged can be had."""
        if not event[8] & _MANY:
            return event[9], event[10], event[11]
        kind, form, data = self._property(source, "XdndTypeList", delete=False)
        size = ctypes.sizeof(c_long)
        is_list = kind == _ATOM and form == 32
        return tuple((c_long * (len(data) // size)).from_buffer_copy(data)) if is_list else ()

    def _dropped(self, *, is_given: bool) -> tuple[Path, ...]:
        """Return the files that the source wrote down, and let it go."""
        assert self._x is not None
        data = self._property(self._proxy, "WARCRY3D_DROP", delete=True)[2] if is_given else b""
        files = paths_in(data.decode("utf-8", "replace"))
        if self._source:
            action = self._atom("XdndActionCopy") if files else 0
            self._say(self._source, "XdndFinished", int(bool(files)), action)
            self._x.XFlush(self._display)
        self._source, self._has_files = 0, False
        return files

    def _say(self, to: int, what: str, *values: int) -> None:
        assert self._x is not None
        rest = (0,) * (4 - len(values))
        message = (c_long * _EVENT_LONGS)(
            _CLIENT_MESSAGE, 0, 0, 0, to, self._atom(what), 32, self._window, *values, *rest
        )
        self._x.XSendEvent(self._display, to, 0, 0, message)

    def _atom(self, name: str) -> int:
        assert self._x is not None
        if name not in self._atoms:
            self._atoms[name] = self._x.XInternAtom(self._display, name.encode(), 0)
        return self._atoms[name]

    def _put(self, window: int, name: str, kind: int, value: int) -> None:
        assert self._x is not None
        self._x.XChangeProperty(self._display, window, self._atom(name), kind, 32, 0, byref(c_long(value)), 1)

    def _property(self, window: int, name: str, *, delete: bool) -> tuple[int, int, bytes]:
        """Return a property's type, the size of its values in bits, and them."""
        assert self._x is not None
        kind, form, count, rest, data = c_ulong(), c_int(), c_ulong(), c_ulong(), POINTER(c_ubyte)()
        found = map(byref, (kind, form, count, rest, data))
        length = _MOST_BYTES // 4
        self._x.XGetWindowProperty(self._display, window, self._atom(name), 0, length, int(delete), 0, *found)
        try:
            size = {8: 1, 16: 2, 32: ctypes.sizeof(c_long)}.get(form.value, 0)
            return kind.value, form.value, bytes(data[: count.value * size]) if data else b""
        finally:
            if data:
                self._x.XFree(data)


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
        ("XChangeProperty", c_int, [display, id, id, id, c_int, c_int, found, c_int]),
        ("XGetWindowProperty", c_int, [display, id, id, c_long, c_long, c_int, id, *[found] * 5]),
        ("XConvertSelection", c_int, [display, id, id, id, id, id]),
        ("XSendEvent", c_int, [display, id, c_int, c_long, found]),
        ("XFlush", c_int, [display]),
        ("XPending", c_int, [display]),
        ("XNextEvent", c_int, [display, found]),
        ("XFree", c_int, [found]),
    ):
        function = getattr(x, name)
        function.restype, function.argtypes = result, arguments
    return x
