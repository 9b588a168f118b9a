"""Tables as they followed each other, to undo and redo moves; and the file a moved table is saved in."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from warcry3d.app.shell.table_files import SUFFIX
from warcry3d.errors import FileError
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["History", "folder_for", "free_table_name", "save_as"]

MOST = 200
"""So many moves can be undone."""


@dataclass(frozen=True, slots=True)
class History:
    """The table as it is, those before it and those undone."""

    table: Table
    past: tuple[Table, ...] = ()
    future: tuple[Table, ...] = ()

    def doing(self, table: Table) -> Self:
        """Return the history after a move; what was undone is gone."""
        return replace(self, table=table, past=(*self.past, self.table)[-MOST:], future=())

    def undone(self) -> Self:
        """Return the history one move back; the same at its beginning."""
        if not self.past:
            return self
        return replace(self, table=self.past[-1], past=self.past[:-1], future=(self.table, *self.future))

    def redone(self) -> Self:
        """Return the history with the move undone last done again; the same where none is."""
        if not self.future:
            return self
        return replace(self, table=self.future[0], past=(*self.past, self.table), future=self.future[1:])


def folder_for(path: Path) -> Path:
    """Return the folder in which a changed table is saved: beside its file, but never among what ships."""
    folder = path.resolve().parent
    return Path.cwd() if folder.is_relative_to(shipped_root()) else folder


def free_table_name(path: Path) -> str:
    """Return a name like the open table's that no file has yet."""
    folder, stem, number = folder_for(path), path.name.removesuffix(SUFFIX), 2
    while (folder / f"{stem}-{number}{SUFFIX}").exists():
        number += 1
    return f"{stem}-{number}"


def save_as(table: Table, folder: Path, name: str) -> Path:
    """Save a table under a new name and return its file; raise `FileError` where that cannot be, writing nothing."""
    name = name.strip().removesuffix(SUFFIX)
    path = folder / f"{name}{SUFFIX}"
    if not name or name.startswith(".") or path.name != f"{name}{SUFFIX}" or "\\" in name:
        raise FileError(path, "", "a name without folders is wanted, such as my-battle")
    if path.exists():
        raise FileError(path, "", "there is such a file already: choose another name")
    save_table(table, path)
    return path
