"""Files dropped on the window by another program, on an X display of the tests' own; and files that were copied."""

import ctypes
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from ctypes import c_int, c_ulong, c_void_p
from pathlib import Path

import pytest

from tests.app.build.pieces import build_room, mesh_in, plain_table
from tests.app.shell.desktop.test_x_display import server
from tests.app.windows import Made, said, steps, until, window_on
from tests.patience import PATIENCE
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.desktop.file_drops import FileDrops, paths_in
from warcry3d.app.shell.inputs import FilesDropped, Pressed, Released

__all__ = ["server"]

SOURCE = """
import ctypes, sys
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ubyte, c_ulong, c_void_p
x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = c_void_p
x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = x.XInternAtom.restype = c_ulong
display = c_void_p(x.XOpenDisplay(None))
atom = lambda name: x.XInternAtom(display, name, 0)
window = x.XCreateSimpleWindow(display, c_ulong(x.XDefaultRootWindow(display)), 0, 0, 1, 1, 0, 0, 0)
target, text, types = int(sys.argv[1]), sys.argv[2].encode(), [atom(one.encode()) for one in sys.argv[3].split()]

def value(of, name):
    kind, form, count, rest, data = c_ulong(), c_int(), c_ulong(), c_ulong(), POINTER(c_ulong)()
    found = map(byref, (kind, form, count, rest, data))
    x.XGetWindowProperty(display, c_ulong(of), c_ulong(atom(name)), c_long(0), c_long(1), 0, c_ulong(0), *found)
    return data[0] if count.value else None

proxy = value(target, b"XdndProxy")
assert value(proxy, b"XdndProxy") == proxy and value(proxy, b"XdndAware") == 5 == value(target, b"XdndAware")
x.XSetSelectionOwner(display, c_ulong(atom(b"XdndSelection")), c_ulong(window), c_ulong(0))
if len(types) > 3:
    held = (c_ulong * len(types))(*types)
    x.XChangeProperty(display, c_ulong(window), c_ulong(atom(b"XdndTypeList")), c_ulong(4), 32, 0, held, len(types))

def say(what, *values):
    message = (c_long * 24)(33, 0, 0, 0, target, atom(what), 32, window, *values)
    x.XSendEvent(display, c_ulong(proxy), 0, c_long(0), message)
    x.XSync(display, 0)

def heard(kind):
    event = (c_long * 24)()
    while event[0] & 0xFFFFFFFF != kind:
        x.XNextEvent(display, event)
    return event

say(b"XdndEnter", 5 << 24 | (len(types) > 3), *(types + [0, 0, 0])[:3])
say(b"XdndPosition", 0, 40 << 16 | 60, 0, atom(b"XdndActionCopy"))
status = heard(33)
assert status[5] == atom(b"XdndStatus") and status[7] == target
if not status[8] & 1:
    say(b"XdndLeave")
    sys.exit("refused")
say(b"XdndDrop", 0, 0)
asked = heard(30)  # type, serial, sent, display, owner, requestor, selection, target, property, time
requestor, selection, kind, place, when = asked[5:10]
x.XChangeProperty(display, c_ulong(requestor), c_ulong(place), c_ulong(kind), 8, 0, c_char_p(text), len(text))
answer = (c_long * 24)(31, 0, 0, 0, requestor, selection, kind, place, when)
x.XSendEvent(display, c_ulong(requestor), 0, c_long(0), answer)
x.XSync(display, 0)
finished = heard(33)
assert finished[5] == atom(b"XdndFinished")
print("accepted" if finished[8] & 1 else "nothing taken")
"""

on_x = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")


@pytest.fixture
def target(server: object) -> Iterator[int]:
    """Yield a window of this process; while it is there, the X server does not begin anew."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = c_void_p
    x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = c_ulong
    display = c_void_p(x.XOpenDisplay(None))
    assert display, "no display"
    made = x.XCreateSimpleWindow(display, c_ulong(x.XDefaultRootWindow(display)), 0, 0, 90, 60, 0, 0, 0)
    x.XSync(display, c_int(0))
    yield int(made)
    x.XCloseDisplay(display)


def drag(window: int, text: str, types: str) -> tuple[tuple[Path, ...], str]:
    """Let another program drop a text of some types on a window; return what is taken, and what that program said."""
    drops = FileDrops(window)
    command = [sys.executable, "-c", SOURCE, str(window), text, types]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    found: tuple[Path, ...] = ()
    limit = time.monotonic() + PATIENCE
    while program.poll() is None:
        found += drops.poll()
        time.sleep(0.005)
        assert time.monotonic() < limit, "the other program still waits"
    told = "".join(program.communicate())
    drops.close()
    return found, told.strip()


@on_x
def test_files_dropped_by_another_program_are_taken(target: int) -> None:
    uris = "# from a file manager\r\nfile:///towers/alter%20Turm.stl\r\nfile:///%E5%A1%94.obj\r\n"
    assert drag(target, uris, "text/uri-list") == ((Path("/towers/alter Turm.stl"), Path("/塔.obj")), "accepted")
    many = "text/html text/plain UTF8_STRING STRING text/uri-list"
    assert drag(target, "file:///a.stl", many) == ((Path("/a.stl"),), "accepted")


@on_x
def test_what_is_no_file_is_refused(target: int) -> None:
    assert drag(target, "a word", "text/plain UTF8_STRING") == ((), "refused")
    assert drag(target, "https://example.org/a.stl", "text/uri-list") == ((), "nothing taken")


def test_without_a_window_nothing_is_dropped() -> None:
    drops = FileDrops(0)
    assert drops.poll() == ()
    drops.close()


def test_addresses_of_other_places_are_no_files() -> None:
    assert paths_in("https://example.org/a.stl\nfile://host/b.stl\n\n#x\nc.stl") == (Path("/b.stl"),)


def test_a_dropped_mesh_is_opened_and_a_folder_listed(graphics: Graphics, tmp_path: Path) -> None:
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        window, screen = made
        screen.inputs.append(FilesDropped((tmp_path,)))
        steps(window, 1)
        assert window.model.folder == tmp_path
        screen.inputs.append(FilesDropped((mesh_in(tmp_path), tmp_path)))
        until(window, lambda: window.room_name == "build" and build_room(window).model.content is not None)
        assert window.document.path == tmp_path / "corner.stl" and window.model.folder is None


class Copied:
    """What another program copied."""

    def __init__(self, text: str) -> None:
        self.text = text

    def fresh(self) -> str | None:
        return self.text


def paste(made: Made, text: str) -> None:
    made[0].panels.clipboard = Copied(text)
    made[1].inputs += [Pressed("control"), Pressed("v"), Released("v"), Released("control")]
    steps(made[0], 1)


def test_a_copied_file_is_opened_by_pasting(graphics: Graphics, tmp_path: Path) -> None:
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        for text in ("no file at all", "", "x" * 9000):
            paste(made, text)
            assert "no path" in said(made[0])
        paste(made, f"{mesh_in(tmp_path).as_uri()}\r\n")
        until(made[0], lambda: made[0].room_name == "build")
        assert made[0].document.path == tmp_path / "corner.stl"
