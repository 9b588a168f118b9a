"""The window for real, on an X display of the tests' own: however it is taken away, the program ends."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.soak import mostly_soak
from tests.zoo import table_json
from warcry3d.app.shell.desktop.x_display import DisplayWatch

pytestmark = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")


@pytest.fixture
def server() -> Iterator["subprocess.Popen[bytes]"]:
    """Yield an X server; its display's name is in ``DISPLAY``."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "900x600x24", "-nolisten", "tcp"]
    started = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DISPLAY", f":{number}")
            yield started
    finally:
        started.kill()
        started.wait()


class Display:
    """A connection to the display: what another program could do to a window."""

    def __init__(self) -> None:
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = self.x.XInternAtom.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))

    def window(self, title: str) -> int | None:
        """Return the window with a title."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        windows = ctypes.POINTER(ctypes.c_ulong)()
        found = map(ctypes.byref, (root, parent, windows, count))
        self.x.XQueryTree(self.display, self.root, *found)
        for id in windows[: count.value]:
            name = ctypes.c_char_p()
            self.x.XFetchName(self.display, ctypes.c_ulong(id), ctypes.byref(name))
            if name.value == title.encode():
                return int(id)
        return None

    def waited_for(self, title: str, program: "subprocess.Popen[str]") -> int:
        limit = time.monotonic() + PATIENCE
        while (window := self.window(title)) is None:
            assert program.poll() is None, program.communicate()
            assert time.monotonic() < limit, "no window came"
            time.sleep(0.1)
        return window

    def ask_to_close(self, window: int) -> None:
        """Do what a window manager does when its close button is pressed."""
        atom = lambda name: self.x.XInternAtom(self.display, name, 0)
        message = (ctypes.c_long * 24)(33, 0, 0, 0, window, atom(b"WM_PROTOCOLS"), 32, atom(b"WM_DELETE_WINDOW"))
        self.x.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0), message)

    def destroy(self, window: int) -> None:
        self.x.XDestroyWindow(self.display, ctypes.c_ulong(window))

    def kill_client(self, window: int) -> None:
        self.x.XKillClient(self.display, ctypes.c_ulong(window))

    def close(self) -> None:
        self.x.XCloseDisplay(self.display)


@pytest.fixture
def program(server: Any, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Yield the app, started on a small table."""
    (tmp_path / "field.table.json").write_text(json.dumps(table_json()))
    command = [sys.executable, "-m", "warcry3d", "--lang", "en", "play", "field.table.json"]
    pipe = subprocess.PIPE
    started = subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True)
    yield started
    started.kill()
    started.communicate()


def ended(program: "subprocess.Popen[str]") -> tuple[int, str]:
    """Return the exit code and what was told, without what Mesa and the X library say."""
    _, told = program.communicate(timeout=PATIENCE)
    return program.returncode, "\n".join(line for line in told.splitlines() if line.startswith("warcry3d:"))


@pytest.mark.parametrize("how", mostly_soak(["ask_to_close", "destroy"], quick=1))
def test_window_that_is_closed_or_destroyed_by_others_ends_the_program(
    how: str, program: "subprocess.Popen[str]"
) -> None:
    display = Display()
    getattr(display, how)(display.waited_for("Field - warcry3d", program))
    display.close()
    assert ended(program) == (0, "")


@pytest.mark.parametrize("is_server_gone", mostly_soak([True, False], quick=1))
def test_display_that_goes_ends_the_program_with_a_word(
    is_server_gone: bool, program: "subprocess.Popen[str]", server: "subprocess.Popen[bytes]"
) -> None:
    display = Display()
    window = display.waited_for("Field - warcry3d", program)
    if not is_server_gone:
        display.kill_client(window)
    display.close()
    if is_server_gone:
        server.kill()
    assert ended(program) == (1, "warcry3d: the display has gone, and the window with it")


def test_without_a_window_nothing_is_watched(server: Any) -> None:
    watch = DisplayWatch(0, lambda: None)
    assert not watch.is_gone()
    watch.close()
