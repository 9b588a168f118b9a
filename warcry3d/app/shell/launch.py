"""Open the window on the desktop and keep it going until the person closes it.

A splash is up at once. What takes time to import and to read is imported and read in a thread behind it, so that the
window answers and is never black.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.app.shell.desktop.screen import Screen
from warcry3d.app.shell.desktop.splash import Splash
from warcry3d.app.shell.inputs import Closing
from warcry3d.app.shell.settings import Settings, load_settings, save_settings
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.app.shell.room import LoadedFile

__all__ = ["run_window"]

SIZE = (1440, 900)
FRAME = 1 / 60
"""Seconds between frames while anything happens."""
RESTING_FRAME = 1 / 30
"""Seconds between looks at the input while nothing does."""
SPLASH_FRAMES = 5
"""Looks at the input for each time the splash is drawn: in software that takes from what is loaded behind it."""
LOST = template("the display has gone, and the window with it")


def run_window(
    source: Path | Callable[[], Path], words: Words, *, room: str | None = None, is_language_asked: bool = True
) -> None:
    """Open the app on a table or a record and return when the person closes it.

    ``source``: the file, or what makes it, called behind the splash. ``room``: the room to begin in, unless the file
    has one of its own; None: the first. ``is_language_asked``: the person named the language, which is spoken instead
    of the one that is remembered. Raise `MissingGraphicsError` where there is no display, and `FileError` where the
    file cannot be read.
    """
    settings = load_settings()
    if settings.language is not None and not is_language_asked:
        words = Words(settings.language)
    lost = lambda: print(f"warcry3d: {words.say(LOST)}", file=sys.stderr, flush=True)
    screen = Screen("warcry3d", SIZE, pixels=settings.size, lost=lost)
    try:
        loaded = _behind_splash(screen, source, words, room)
        if loaded is not None:
            save_settings(_shown(screen, loaded, words, settings, room))
    finally:
        screen.close()


def _behind_splash(
    screen: Screen, source: Path | Callable[[], Path], words: Words, room: str | None
) -> "LoadedFile | None":
    """Return the file, read while a splash is up; None where the person closed the window meanwhile."""
    splash = Splash(screen.graphics, words.say("setting the table..."))
    with ThreadPoolExecutor(max_workers=2) as threads:
        textures = threads.submit(_make_textures)
        loading = threads.submit(_load, source, textures, room)
        for look in count():
            if loading.done():
                break
            if any(isinstance(one, Closing) for one in screen.poll()):
                loading.cancel()
                return None
            if look % SPLASH_FRAMES == 0:
                splash.draw()
            wait([loading], 0.1)
        loaded = loading.result()
    splash.close()
    return loaded


def _make_textures() -> None:
    """Make the textures that every table needs, while the rest is imported and read: numpy lets other threads go on."""
    from warcry3d.app.scene.shade import prepare_textures

    prepare_textures()


def _load(source: Path | Callable[[], Path], textures: "Future[None]", room: str | None) -> "LoadedFile":
    """Import what the window needs, read the file, and make all that is slow to make before the first picture."""
    import warcry3d.app.shell.window
    from warcry3d.app.shell.rooms import FIRST_ROOM, import_room, load_early, room_for

    assert warcry3d.app.shell.window is not None
    path = source if isinstance(source, Path) else source()
    import_room(room_for(path) or room or FIRST_ROOM)
    loaded = load_early(path)
    textures.result()
    return loaded


def _shown(screen: Screen, loaded: "LoadedFile", words: Words, settings: Settings, room: str | None) -> Settings:
    """Show the window until the person closes it; return what is to be remembered."""
    from warcry3d.app.shell.background.preparation import CompiledKernels
    from warcry3d.app.shell.desktop.clipboard import DesktopClipboard
    from warcry3d.app.shell.desktop.file_dialogs import NativeDialog
    from warcry3d.app.shell.rooms import FIRST_ROOM
    from warcry3d.app.shell.window import Window

    kernels = CompiledKernels()
    window = Window(
        screen,
        loaded,
        words,
        kernels=kernels,
        settings=settings,
        room=room or FIRST_ROOM,
        file_dialog=NativeDialog(),
    )
    window.panels.clipboard = DesktopClipboard()
    try:
        _run(window, kernels, loaded)
        return replace(window.settings)
    finally:
        window.close()


def _run(window: Any, kernels: Any, loaded: "LoadedFile") -> None:
    """Step the window; once the table is on screen read the rest of the file, and begin to compile."""
    from warcry3d.app.shell.background.tidying import Tidying
    from warcry3d.app.shell.crash_report import CrashGuard

    guard = CrashGuard(window)
    for _ in range(2):  # what a frame has drawn is on screen with the next one
        guard.step(0.0)
    window.open_table.read_rest(loaded)
    before, has_begun = time.perf_counter(), False
    with closing(Tidying()) as tidying:
        while not window.is_closed:
            started = time.perf_counter()
            guard.step(started - before)
            before = started
            if not has_begun and not window.is_changing:
                has_begun = True
                kernels.start()
            if window.is_resting:
                tidying.rest()
            frame = RESTING_FRAME if window.is_resting else FRAME
            time.sleep(max(0.0, frame - (time.perf_counter() - started)))
