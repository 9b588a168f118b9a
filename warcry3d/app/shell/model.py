"""The model of the shell: what is asked of the person, which folder is listed. Pure: no graphics, no background."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import Self, TypeAlias

from warcry3d.table.table import Table

__all__ = [
    "BrowseFolder",
    "GoToRoom",
    "LookFrom",
    "OpenFile",
    "ReplaceTable",
    "SaveTable",
    "ShellAction",
    "ShellIntent",
    "ShellModel",
    "SpeakLanguage",
    "TypeName",
]


class ShellAction(Enum):
    """Intents without values. ``STEP_BACK``: close what is in front. ``DISCARD``: go on, changes are lost."""

    STEP_BACK = auto()
    DISCARD = auto()
    NAME_TABLE = auto()
    SAVE_PICTURE = auto()
    UNDO = auto()
    REDO = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class LookFrom:
    """Look from a preset."""

    preset: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """Open a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class BrowseFolder:
    """List a folder; None: the one of last time."""

    folder: Path | None


@dataclass(frozen=True, slots=True)
class SpeakLanguage:
    """Say everything in a language from now on."""

    language: str


@dataclass(frozen=True, slots=True)
class GoToRoom:
    """Open a room by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class TypeName:
    """Change the name that the table is to be saved under."""

    name: str


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Save the table under a new name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class ReplaceTable:
    """Show another table in place of the open one, with nothing to undo; ``then`` is called once it is shown."""

    table: Table
    then: Callable[[], None]


ShellIntent: TypeAlias = (
    ShellAction | LookFrom | OpenFile | BrowseFolder | SpeakLanguage | GoToRoom | TypeName | SaveTable | ReplaceTable
)


@dataclass(frozen=True, slots=True)
class ShellModel:
    """What is in front of the table. ``pending``: what waits for an answer, since it would lose unsaved changes.

    ``folder``: the folder listed to choose a table from; ``naming``: the name typed for the table to be saved under.
    """

    pending: ShellIntent | None = None
    folder: Path | None = None
    naming: str | None = None

    @property
    def is_asking(self) -> bool:
        """Whether something waits for an answer before anything else goes on."""
        return self.pending is not None

    @property
    def is_clear(self) -> bool:
        """Whether nothing is in front of the table."""
        return self == ShellModel()

    def after(self, intent: ShellIntent, *, would_lose: bool = False) -> Self:
        """Return the model after an intent; ``would_lose``: there are unsaved changes."""
        match intent:
            case OpenFile() | ReplaceTable() | ShellAction.QUIT if would_lose and not self.is_asking:
                return replace(self, pending=intent)
            case OpenFile():
                return replace(self, folder=None)
            case BrowseFolder(folder=folder):
                return replace(self, folder=folder)
            case TypeName(name=name):
                return replace(self, naming=name)
            case ShellAction.STEP_BACK:
                return self._back()
            case ShellAction.DISCARD:
                return type(self)()
        return self

    def _back(self) -> Self:
        """Return it without what is in front: the name, then the question, then the folder."""
        if self.naming is not None:
            return replace(self, naming=None)
        if self.pending is not None:
            return replace(self, pending=None)
        return replace(self, folder=None)

    def saved(self) -> Self:
        """Return it after the table was saved."""
        return type(self)(folder=self.folder)
