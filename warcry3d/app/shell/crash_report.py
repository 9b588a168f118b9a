"""What happens when a frame fails by a bug of the program: a report, the unsaved table kept, and the window goes on.

Battles need no saving: each choice is in its record before the next one is asked for.
"""

import platform
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from warcry3d import __version__
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.files.table_files import SUFFIX
from warcry3d.app.shell.notices import Saying
from warcry3d.app.shell.settings import Settings, save_settings
from warcry3d.errors import WarcryError
from warcry3d.file_writes import atomic_write
from warcry3d.folders import data_folder
from warcry3d.messages import Words, template
from warcry3d.table.saving import save_table

__all__ = ["CrashGuard", "GuardedWindow", "write_report"]

MOST = 3
"""So many frames may fail one after the other before the window is closed."""
GOES_ON = template("The program made a mistake. The last thing you did may be missing. The report is in {path}.")
STOPPED = template("The program had to stop. The report is in {path}.")
NOWHERE = template("the terminal")


class GuardedWindow(Protocol):
    """A window, as its guard sees it."""

    is_closed: bool

    @property
    def words(self) -> Words: ...
    @property
    def room_name(self) -> str: ...
    @property
    def document(self) -> Document: ...
    @property
    def settings(self) -> Settings: ...
    def step(self, seconds: float) -> None: ...
    def remember(self, settings: Settings) -> None: ...
    def notify(self, saying: Saying | None, *, is_alarming: bool = False) -> None: ...


class CrashGuard:
    """Steps a window; a frame that fails is reported, and the window goes on unless that happens again and again.

    ``folder``: where reports go (the user's folder unless given); ``say``: tells of the end on the terminal.
    """

    def __init__(
        self, window: GuardedWindow, *, folder: Path | None = None, say: Callable[[str], None] | None = None
    ) -> None:
        own = data_folder()
        self._window = window
        self._folder = folder or (own / "crashes" if own is not None else None)
        self._say = say or (lambda text: print(f"warcry3d: {text}", file=sys.stderr, flush=True))
        self._failed = 0

    def step(self, seconds: float) -> None:
        """Draw a frame of the window."""
        with self:
            self._window.step(seconds)
            self._failed = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Report what failed; only errors are taken, not the wish to end the program."""
        if not isinstance(error, Exception):
            return False
        self._failed += 1
        traceback.print_exception(error, file=sys.stderr)
        report = write_report(self._folder, error, self._window) if self._failed == 1 else None
        if self._failed == 1:
            self._keep_table(report)
        path = str(report or self._folder or self._window.words.say(NOWHERE))
        self._window.notify(lambda words: words.say(GOES_ON, path=path), is_alarming=True)
        if self._failed >= MOST:
            self._say(self._window.words.say(STOPPED, path=path))
            self._window.is_closed = True
        return True

    def _keep_table(self, report: Path | None) -> None:
        """Save a table with unsaved moves beside the report, and list it among the files opened last."""
        document, settings = self._window.document, self._window.settings
        if report is not None and document.is_changed:
            kept = report.with_name(report.stem + SUFFIX)
            try:
                save_table(document.table, kept)
            except WarcryError:
                return
            settings = replace(settings, recent=settings.after_opening(kept).recent)
            self._window.remember(settings)
        save_settings(settings)


def write_report(folder: Path | None, error: BaseException, window: Any) -> Path | None:
    """Write a report of an error and return its file; None where there is no place for one."""
    if folder is None:
        return None
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    head = [
        f"warcry3d {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"{now}, room {window.room_name}, open: {window.document.path}",
    ]
    text = "\n".join([*head, "", *traceback.format_exception(error)])
    path = folder / f"crash-{now.replace(':', '').replace(' ', '-')}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_write(path, text.encode("utf-8", "backslashreplace"))
    except (OSError, WarcryError):
        return None
    return path
