"""A connection of our own to the X display, with a window that is never shown, to talk to other programs by."""

import ctypes
from collections.abc import Iterator
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ubyte, c_uint, c_ulong, c_void_p
from typing import Any, Final

__all__ = ["EVENT_LONGS", "SELECTION_NOTIFY", "XConnection", "connected", "xlib"]

SELECTION_NOTIFY: Final = 31
"""The event that says that a selection was written down, or not."""
EVENT_LONGS: Final = 24
"""An event of X is as long as so many long numbers."""


class XConnection:
    """A connection, made by `connected`. ``library``: Xlib; ``window``: the X id of its own window. ``close()`` it when
    done.
    """

    def __init__(self, library: Any, display: Any) -> None:
        self.library, self._display = library, display
        self._atoms: dict[str, int] = {}
        root = library.XDefaultRootWindow(display)
        self.window: int = library.XCreateSimpleWindow(display, root, -10, -10, 1, 1, 0, 0, 0)

    def atom(self, name: str) -> int:
        """Return the number by which X knows a name."""
        if name not in self._atoms:
            self._atoms[name] = self.library.XInternAtom(self._display, name.encode(), 0)
        return self._atoms[name]

    def has_owner(self, selection: str) -> bool:
        """Return whether a program has something in a selection."""
        return bool(self.library.XGetSelectionOwner(self._display, self.atom(selection)))

    def ask(self, selection: str, kind: str, place: str, at: int = 0) -> None:
        """Ask whoever has a selection to write it down as a ``kind``, as the property ``place`` of the own window.

        ``at``: when what it is about happened, by X's clock (0: now).
        """
        names = (self.atom(name) for name in (selection, kind, place))
        self.library.XConvertSelection(self._display, *names, self.window, c_ulong(at).value)

    def events(self) -> Iterator[tuple[int, Any]]:
        """Yield the events that have come, each with its kind; the next one takes the place of the last."""
        event = (c_long * EVENT_LONGS)()
        while self.library.XPending(self._display):
            self.library.XNextEvent(self._display, event)
            yield ctypes.cast(event, POINTER(c_int))[0], event

    def send(self, to: int, event: Any) -> None:
        """Send an event to a window."""
        self.library.XSendEvent(self._display, to, 0, 0, event)

    def put(self, window: int, name: str, kind: int, value: int) -> None:
        """Write a property of one number down on a window."""
        self.library.XChangeProperty(self._display, window, self.atom(name), kind, 32, 0, byref(c_long(value)), 1)

    def property(self, window: int, name: str, *, most: int, delete: bool) -> tuple[int, int, bytes]:
        """Return a property's type, the size of its values in bits, and ``most`` bytes of them at most."""
        kind, form, count, rest, data = c_ulong(), c_int(), c_ulong(), c_ulong(), POINTER(c_ubyte)()
        found = map(byref, (kind, form, count, rest, data))
        self.library.XGetWindowProperty(self._display, window, self.atom(name), 0, most // 4, int(delete), 0, *found)
        try:
            size = {8: 1, 16: 2, 32: ctypes.sizeof(c_long)}.get(form.value, 0)
            return kind.value, form.value, bytes(data[: count.value * size]) if data else b""
        finally:
            if data:
                self.library.XFree(data)

    def flush(self) -> None:
        """Send what was said."""
        self.library.XFlush(self._display)

    def close(self) -> None:
        """Give the window and the connection back."""
        self.library.XDestroyWindow(self._display, self.window)
        self.library.XCloseDisplay(self._display)


def connected() -> XConnection | None:
    """Return a connection to the X display; None where Xlib is not installed, or no display answers."""
    library = xlib()
    display = library.XOpenDisplay(None) if library is not None else None
    return XConnection(library, display) if display else None


def xlib() -> Any:
    """Return Xlib with the types of what the window calls; None where it is not installed."""
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
        ("XConvertSelection", c_int, [display, id, id, id, id, id]),
        ("XChangeProperty", c_int, [display, id, id, id, c_int, c_int, found, c_int]),
        ("XGetWindowProperty", c_int, [display, id, id, c_long, c_long, c_int, id, *[found] * 5]),
        ("XSendEvent", c_int, [display, id, c_int, c_long, found]),
        ("XSelectInput", c_int, [display, id, c_long]),
        ("XSync", c_int, [display, c_int]),
        ("XSetIOErrorHandler", found, [found]),
        ("XFlush", c_int, [display]),
        ("XPending", c_int, [display]),
        ("XNextEvent", c_int, [display, found]),
        ("XFree", c_int, [found]),
    ):
        function = getattr(x, name)
        function.restype, function.argtypes = result, arguments
    return x
