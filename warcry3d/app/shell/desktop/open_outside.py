"""Opening a file with the program that the desktop has for such files."""

import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

__all__ = ["is_opened_outside"]

PATIENCE = 5.0
"""Seconds after which an opener that still runs counts as a program that shows the file.

``xdg-open`` ends at once where a desktop takes the file; without a desktop it stays until the browser that it found
ends, and a browser that cannot start, such as one that refuses to run as root, ends within a second.
"""


def is_opened_outside(path: Path) -> bool:
    """Have the desktop open a file; return whether a program took it. Blocks for up to `PATIENCE` seconds.

    ``webbrowser`` reports success as soon as ``xdg-open`` has been started, so on Linux its exit code is read here.
    """
    uri = path.resolve().as_uri()
    opener = shutil.which("xdg-open") if sys.platform.startswith("linux") else None
    if opener is None:
        return webbrowser.open(uri)
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([opener, uri], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        return process.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True
