"""Tables in the window: which is open, which can be opened, and loading one in the background."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from warcry3d.app.shell.displayed import Browse, Displayed, Do, Intent, OpenTable
from warcry3d.app.shell.notices import Saying, refusing
from warcry3d.app.shell.table_files import entries, shipped_tables, title_of
from warcry3d.errors import WarcryError
from warcry3d.rules.judgement import playable_table
from warcry3d.table.table import Table

__all__ = ["TableLoader"]


class TableWindow(Protocol):
    """What opening tables needs of the window around it."""

    def take(self, path: Path, table: Table) -> None: ...
    def tell(self, saying: Saying | None, *, is_alarming: bool = False) -> None: ...


class TableLoader:
    """Opens tables for a window; ``path`` is the file of the open one. ``close()`` it when done."""

    def __init__(self, around: TableWindow, path: Path) -> None:
        self.path = path
        self._around = around
        self._loader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="load")
        self._loading: tuple[Path, Future[Table]] | None = None
        self._folder: Path | None = None
        self._shipped = shipped_tables()

    @property
    def title(self) -> str:
        """Return what the window is called while the table is open."""
        return f"{title_of(self.path)} - warcry3d"

    @property
    def is_browsing(self) -> bool:
        """Whether a folder is shown to choose a table from."""
        return self._folder is not None

    @property
    def is_loading(self) -> bool:
        """Whether a table is on its way."""
        return self._loading is not None

    def show_in(self, displayed: Displayed) -> Displayed:
        """Return what the panels show, with the tables there are to open."""
        found = entries(self._folder) if self._folder else ()
        return replace(displayed, tables=self._shipped, folder=self._folder, entries=found)

    def grants(self, intent: Intent) -> bool:
        """Do what a panel or key asks for, if it is about opening tables; return whether it is."""
        match intent:
            case OpenTable(path=path):
                self.open(path)
            case Browse(folder=folder):
                self._folder = (folder or self.path.parent).resolve()
            case Do.STOP_BROWSING:
                self._folder = None
            case _:
                return False
        return True

    def open(self, path: Path) -> None:
        """Load a table in the background; `poll` hands it to the window once it is there."""
        self._folder = None
        self._around.tell(lambda words: words.say("loading {name}...", name=title_of(path)))
        self._loading = (path, self._loader.submit(playable_table, path))

    def poll(self) -> bool:
        """Show the table that was asked for once it is loaded, or say why it cannot be; return whether either."""
        if self._loading is None or not self._loading[1].done():
            return False
        path, future = self._loading
        self._loading = None
        try:
            table = future.result()
        except WarcryError as error:
            self._around.tell(refusing(error), is_alarming=True)
            return True
        self._around.tell(None)
        self._around.take(path, table)
        return True

    def close(self) -> None:
        """Stop; a table on its way is not waited for."""
        self._loader.shutdown(wait=False, cancel_futures=True)
