"""Open the window on the desktop and keep it going until the person closes it."""

import sys
import time
from pathlib import Path

from warcry3d.app.shell.screen import Screen
from warcry3d.app.shell.window import Window
from warcry3d.messages import Words, template
from warcry3d.rules.judgement import playable_table

__all__ = ["run_window"]

SIZE = (1440, 900)
FRAME = 1 / 60
LOST = template("the display has gone, and the window with it")


def run_window(path: Path, words: Words) -> None:
    """Open the app on a table and return when the person closes it.

    Raise `MissingGraphicsError` where there is no display, and `FileError` where the table cannot be read.
    """
    table = playable_table(path)
    screen = Screen("warcry3d", SIZE, lost=lambda: print(f"warcry3d: {words.say(LOST)}", file=sys.stderr, flush=True))
    try:
        window = Window(screen, path, table, words)
        try:
            before = time.perf_counter()
            while not window.is_closed:
                started = time.perf_counter()
                window.step(started - before)
                before = started
                time.sleep(max(0.0, FRAME - (time.perf_counter() - started)))
        finally:
            window.close()
    finally:
        screen.close()
