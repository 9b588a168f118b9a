"""What another program copied on an X display of the tests' own is read; whoever does not answer is given up."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.app.shell.desktop.test_x_display import server
from warcry3d.app.shell.desktop.clipboard import DesktopClipboard

__all__ = ["server"]

OWNER = """
import ctypes, sys
from ctypes import byref, c_char_p, c_int, c_long, c_ulong, c_void_p
x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = c_void_p
x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = x.XInternAtom.restype = c_ulong
display = c_void_p(x.XOpenDisplay(None))
atom = lambda name: c_ulong(x.XInternAtom(display, name, 0))
window = c_ulong(x.XCreateSimpleWindow(display, c_ulong(x.XDefaultRootWindow(display)), 0, 0, 1, 1, 0, 0, 0))
x.XSetSelectionOwner(display, atom(b"CLIPBOARD"), window, c_ulong(0))
x.XSync(display, 0)
print("mine", flush=True)
text = sys.argv[1].encode()
event = (c_long * 24)()
while True:
    x.XNextEvent(display, event)  # 30: somebody asks; type, serial, sent, display, owner, requestor, ..., property
    if event[0] & 0xFFFFFFFF == 30 and text:
        requestor, selection, target, place, when = event[5:10]
        x.XChangeProperty(display, c_ulong(requestor), c_ulong(place), c_ulong(target), 8, 0, c_char_p(text), len(text))
        answer = (c_long * 24)(31, 0, 0, 0, requestor, selection, target, place, when)
        x.XSendEvent(display, c_ulong(requestor), 0, c_long(0), answer)
        x.XSync(display, 0)
"""

pytestmark = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")


@contextmanager
def copied(text: str) -> Iterator[None]:
    """Let another program have copied a text; an empty one: it does not say which."""
    program = subprocess.Popen([sys.executable, "-c", OWNER, text], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    try:
        assert program.stdout.readline() == "mine\n"
        yield
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


def test_text_copied_by_another_program_is_read_once(server: object) -> None:
    clipboard = DesktopClipboard()
    assert clipboard.fresh() is None, "nobody has copied anything"
    with copied("/桌面/战场.table.json"):
        assert clipboard.fresh() == "/桌面/战场.table.json"
        assert clipboard.fresh() is None, "what was copied in the window since is newer"
    with copied("/other"):
        assert clipboard.fresh() == "/other"


def test_program_that_does_not_say_what_it_copied_is_given_up(server: object) -> None:
    with copied(""):
        assert DesktopClipboard().fresh() is None


def test_without_a_display_nothing_was_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    assert DesktopClipboard().fresh() is None
