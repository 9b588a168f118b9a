"""The open table: its file, the tables before and after each change, and whether anything is unsaved. No graphics."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, Self

from warcry3d.app.shell.files.table_files import SUFFIX, stem_of
from warcry3d.errors import FileError
from warcry3d.folders import data_folder
from warcry3d.messages import Words
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["Document", "Keeper", "folder_for", "free_table_name", "save_as"]


class Keeper(Protocol):
    """Writes what is open into a file where that is no plain table.

    ``suffix``: of its files; ``unsaved``: a template that says that there are unsaved changes.
    """

    @property
    def suffix(self) -> str: ...
    @property
    def unsaved(self) -> str: ...
    def keep(self, table: Table, path: Path) -> None:
        """Write a file, over what is there; raise `FileError`, with what was there as it was."""


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A table that is open: ``saved`` as its file has it, ``past`` and ``future`` what can be undone and redone.

    ``content``: what the file holds beside a table, read by the room that opens such files; None for a table file.
    ``keeper``: writes it where it is no plain table. ``names``: of fighters, by their ids, where the file gives them.
    ``step``: after which step of a battle, of how many, the table stands; None: it is no battle's.
    """

    path: Path
    table: Table
    saved: Table
    past: tuple[Table, ...] = ()
    future: tuple[Table, ...] = ()
    content: object | None = None
    keeper: Keeper | None = None
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    step: tuple[int, int] | None = None

    @classmethod
    def opened(
        cls,
        path: Path,
        table: Table,
        content: object | None = None,
        keeper: Keeper | None = None,
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Return the document of a table that was just read."""
        return cls(path, table, table, content=content, keeper=keeper, names=names)

    def spoken(self, words: Words) -> Words:
        """Return the words in which its fighters are called as its file calls them."""
        return words.of(self.table.ruleset).calling(self.names) if self.names else words

    @property
    def is_changed(self) -> bool:
        """Whether anything would be lost if it were closed now."""
        return self.table is not self.saved

    def after_change(self, table: Table) -> Self:
        """Return it after a change; what was undone is gone."""
        return replace(self, table=table, past=(*self.past, self.table), future=())

    def undone(self) -> Self:
        """Return it one change back; the same at its beginning."""
        if not self.past:
            return self
        return replace(self, table=self.past[-1], past=self.past[:-1], future=(self.table, *self.future))

    def redone(self) -> Self:
        """Return it with the change undone last made again; the same where there is none."""
        if not self.future:
            return self
        return replace(self, table=self.future[0], past=(*self.past, self.table), future=self.future[1:])

    def saved_as(self, path: Path) -> Self:
        """Return it after its table was saved in a file."""
        return replace(self, path=path, saved=self.table, content=self.content if self.keeper else None)


def folder_for(path: Path) -> Path:
    """Return the folder in which a changed table is saved: beside its file, but never among what ships.

    Where nobody may write there, as on a stick that is locked, it is the folder of the person's own things.
    """
    folder = path.resolve().parent
    if folder.is_relative_to(shipped_root()):
        folder = Path.cwd()
    own = data_folder()
    if own is None or os.access(folder, os.W_OK):
        return folder
    with suppress(OSError):
        own.mkdir(parents=True, exist_ok=True)
    return own


def free_table_name(path: Path, keeper: Keeper | None = None) -> str:
    """Return a name like that of the open file that no file has yet."""
    folder, stem, number = folder_for(path), stem_of(path), 2
    suffix = SUFFIX if keeper is None else keeper.suffix
    if not (folder / f"{stem}{suffix}").exists() and keeper is not None:
        return stem
    while (folder / f"{stem}-{number}{suffix}").exists():
        number += 1
    return f"{stem}-{number}"


def save_as(table: Table, folder: Path, name: str, keeper: Keeper | None = None) -> Path:
    """Save a table under a new name and return its file; raise `FileError` where that cannot be, writing nothing."""
    suffix = SUFFIX if keeper is None else keeper.suffix
    name = name.strip().removesuffix(suffix)
    path = folder / f"{name}{suffix}"
    if not name or name.startswith(".") or path.name != f"{name}{suffix}" or "\\" in name:
        raise FileError(path, "", "expected a name without folders, such as my-battle")
    if path.exists():
        raise FileError(path, "", "this file exists already: choose another name")
    if keeper is None:
        save_table(table, path)
    else:
        keeper.keep(table, path)
    return path
