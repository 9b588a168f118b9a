"""The desktop's own dialog for files, where there is one; it runs beside the window, which goes on.

On Linux it needs zenity or kdialog (or another that imgui-bundle knows); without them `ask` says no, and the window
lists folders itself.
"""

import shutil
import sys
from pathlib import Path
from typing import Any, Protocol

__all__ = ["FileDialog", "NativeDialog", "NoDialog"]

PROGRAMS = ("zenity", "kdialog", "qarma", "matedialog")


class FileDialog(Protocol):
    """Asks for a file."""

    def ask(self, folder: Path, suffixes: tuple[str, ...], title: str) -> bool:
        """Open the dialog on a folder, under a title that says what for; return whether there is one."""
        ...

    def poll(self) -> Path | None:
        """Return the file that was picked, once."""
        ...


class NoDialog:
    """No dialog: the window lists folders itself."""

    def ask(self, folder: Path, suffixes: tuple[str, ...], title: str) -> bool:
        """Return that there is none."""
        return False

    def poll(self) -> Path | None:
        """Return nothing."""
        return None


class NativeDialog:
    """The desktop's dialog, by imgui-bundle."""

    def __init__(self) -> None:
        self._asked: Any = None

    def ask(self, folder: Path, suffixes: tuple[str, ...], title: str) -> bool:
        """Open it; a dialog that is open already stays."""
        if not is_available():
            return False
        if self._asked is None:
            from imgui_bundle import portable_file_dialogs

            filters = [title, " ".join(f"*{one}" for one in suffixes)]
            self._asked = portable_file_dialogs.open_file(title, str(folder), filters)
        return True

    @property
    def is_open(self) -> bool:
        """Whether the dialog is open, or its answer was not taken yet."""
        return self._asked is not None

    def poll(self) -> Path | None:
        """Return the file that was picked, once; None while nothing is, or where the dialog was closed."""
        if self._asked is None or not self._asked.ready(0):
            return None
        picked, self._asked = self._asked.result(), None
        return Path(picked[0]) if picked else None


def is_available() -> bool:
    """Return whether this desktop has a dialog for files."""
    return not sys.platform.startswith("linux") or any(shutil.which(program) for program in PROGRAMS)
