"""The open table of a window: loading, changing, undoing and saving it; every room hears of each."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from warcry3d.app.shell.background.jobs import Jobs
from warcry3d.app.shell.files.document import Document, folder_for, save_as
from warcry3d.app.shell.files.table_files import title_of
from warcry3d.app.shell.model import ReplaceTable, ShellIntent
from warcry3d.app.shell.notices import Saying, Unkept, refusing
from warcry3d.app.shell.room import AppRoom, LoadedFile
from warcry3d.app.shell.rooms import load_early, load_file
from warcry3d.errors import WarcryError
from warcry3d.table.saving import save_table
from warcry3d.table.table import Table

__all__ = ["LOADING", "MAKING", "OpenTable", "TableOwner"]

LOADING = "load"
"""The slot of the job that loads a table."""
MAKING = "make"
"""The slot of a job that makes a file to be opened, such as a new battle: it ends where another is opened meanwhile."""


class TableOwner(Protocol):
    """What the open table asks of the window around it."""

    @property
    def rooms(self) -> Iterable[AppRoom]:
        """Return the rooms that were made so far."""

    def notify(self, saying: Saying | None, *, is_alarming: bool = False) -> None: ...
    def show_loaded(self, loaded: LoadedFile) -> None:
        """Come to the room and the view that a file was loaded for."""

    def show_title(self) -> None: ...


class OpenTable:
    """Holds the `Document` that is open. ``owner``: the window around it; ``jobs`` load files in the background."""

    def __init__(self, owner: TableOwner, jobs: Jobs, loaded: LoadedFile) -> None:
        self._owner = owner
        self._jobs = jobs
        self.document = _document_of(loaded)
        self._before: Document | None = None
        self._early: LoadedFile | None = None
        self.unkept: Unkept | None = None
        self._is_taken = False

    def would_lose(self, intent: ShellIntent) -> bool:
        """Return whether an intent would lose anything; another table of the same file loses its changes alone."""
        return self.document.is_changed or (self.unkept is not None and not isinstance(intent, ReplaceTable))

    def keep(self) -> bool:
        """Try again to keep what is not on the disk yet; return whether it is now."""
        if self.unkept is not None and self.unkept.keep():
            self.unkept = None
        return self.unkept is None

    @property
    def is_loading(self) -> bool:
        """Whether another table is on its way."""
        return self._jobs.is_running(LOADING)

    def load(self, path: Path, then: Callable[[], None] = lambda: None) -> None:
        """Load a file in the background, show it, and do what comes ``then``; where it cannot be read say why, and keep
        what is open.
        """
        self._owner.notify(None)
        self._jobs.cancel(MAKING)

        def take(loaded: LoadedFile) -> None:
            self._take_early(loaded)
            then()

        self._jobs.start(
            LOADING,
            lambda words: words.say("loading {name}...", name=title_of(path, words)),
            lambda progress: load_early(path),
            take,
            self._refuse,
        )

    def take(self, loaded: LoadedFile) -> None:
        """Show a file that was loaded."""
        self._take_content(loaded)
        self._owner.show_loaded(loaded)

    def read_rest(self, loaded: LoadedFile) -> None:
        """Read a file whole in the background, where only its table was read so far, and go on with it."""
        if loaded.rest is None:
            return
        self._early, path, rest = loaded, loaded.path, loaded.rest
        self._jobs.start(
            LOADING,
            lambda words: words.say("loading {name}...", name=title_of(path, words)),
            lambda progress: rest(),
            self._take_content,
            lambda error: self._owner.notify(refusing(error), is_alarming=True),
        )

    def _take_early(self, loaded: LoadedFile) -> None:
        self.take(loaded)
        self.read_rest(loaded)

    def _refuse(self, error: WarcryError) -> None:
        """Say why another file cannot be opened, and go on reading the one that is."""
        self._owner.notify(refusing(error), is_alarming=True)
        if self._early is not None:
            self.read_rest(self._early)

    def _take_content(self, loaded: LoadedFile) -> None:
        before = self._before or self.document
        self._before = before if loaded.is_tried and self._is_taken else None
        self._early = self.unkept = None
        self._owner.notify(None)
        self._is_taken = True
        self.document = _document_of(loaded)
        for room in self._owner.rooms:
            room.open(self.document)

    def go_back(self) -> None:
        """Open what was open before a file that was only tried; what said why that failed stays said."""
        before, self._before = self._before, None
        if before is None:
            return
        if before.content is not None and before.keeper is None:
            self._jobs.start(
                LOADING,
                lambda words: words.say("loading {name}...", name=title_of(before.path, words)),
                lambda progress: load_file(before.path),
                self._show_again,
                self._refuse,
            )
            return
        self._show_again(
            LoadedFile(before.path, before.table, before.content, keeper=before.keeper, names=before.names)
        )
        self.document = before
        self._owner.show_title()

    def _show_again(self, loaded: LoadedFile) -> None:
        self.document = _document_of(loaded)
        for room in self._owner.rooms:
            room.open(self.document)
        self._owner.show_loaded(loaded)

    def change(self, table: Table) -> None:
        """Show the table after a change that can be undone."""
        self._show(self.document.after_change(table))

    def replace(self, table: Table, then: Callable[[], None]) -> None:
        """Show another table of the same file, with nothing to undo, after ``then`` was called."""
        then()
        self._before = None
        document = self.document
        self._show(Document.opened(document.path, table, document.content, document.keeper, document.names))

    def discard(self) -> None:
        """Take what is unsaved as saved, so that it can be lost."""
        self.document = replace(self.document, saved=self.document.table)
        self.unkept = None

    def undo(self) -> None:
        """Take the last change back."""
        self._show(self.document.undone())

    def redo(self) -> None:
        """Make the change again that was undone last."""
        self._show(self.document.redone())

    def save(self, name: str) -> bool:
        """Save the table under a new name; return whether that could be done."""
        try:
            document = self.document
            path = save_as(document.table, folder_for(document.path), name, document.keeper)
        except WarcryError as error:
            self._owner.notify(refusing(error), is_alarming=True)
            return False
        return self._is_saved(path)

    def keep_in(self, path: Path) -> bool:
        """Save what is open into a file, over what is there; return whether that could be done."""
        document = self.document
        try:
            if document.keeper is None:
                save_table(document.table, path)
            else:
                document.keeper.keep(document.table, path)
        except WarcryError as error:
            self._owner.notify(refusing(error), is_alarming=True)
            return False
        return self._is_saved(path)

    def _is_saved(self, path: Path) -> bool:
        self.document = self.document.saved_as(path)
        self._owner.show_title()
        self._owner.notify(lambda words: words.say("saved {path}", path=path))
        return True

    def tell_step(self, step: tuple[int, int]) -> None:
        """Remember after which step of a battle, of how many, the open table stands."""
        if self.document.step != step:
            self.document = replace(self.document, step=step)

    def _show(self, document: Document) -> None:
        is_other = document.table is not self.document.table
        self.document = document
        if is_other:
            self._owner.notify(None)  # what was said of the last change is not so any longer
            for room in self._owner.rooms:
                room.follow(document)
        self._owner.show_title()


def _document_of(loaded: LoadedFile) -> Document:
    return Document.opened(loaded.path, loaded.table, loaded.content, loaded.keeper, loaded.names)
