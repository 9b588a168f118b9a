"""The model of the shell: what is asked of the person, which folder is listed. Pure: no graphics, no background."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import Self, TypeAlias

from warcry3d.app.shell.settings import Settings
from warcry3d.table.table import Table

__all__ = [
    "AwaitKey",
    "BrowseFolder",
    "ChangeSettings",
    "GoToPath",
    "GoToRoom",
    "LookFrom",
    "MissPath",
    "OpenFile",
    "Panel",
    "PickFile",
    "ReplaceTable",
    "SaveTable",
    "ShellAction",
    "ShellIntent",
    "ShellModel",
    "ShowPanel",
    "SpeakLanguage",
    "TakeFile",
    "TypeName",
    "TypePath",
]


LONGEST = 4096
"""Characters of a typed path that are kept."""


class ShellAction(Enum):
    """Intents without values. ``STEP_BACK``: close what is in front. ``DISCARD``: go on, changes are lost; ``KEEP``:
    try again to keep them, then go on.
    """

    STEP_BACK = auto()
    DISCARD = auto()
    KEEP = auto()
    NAME_TABLE = auto()
    SAVE_PICTURE = auto()
    UNDO = auto()
    REDO = auto()
    PASTE_FILE = auto()
    QUIT = auto()


class Panel(Enum):
    """A panel of the shell's that stands in the middle of the window."""

    SETTINGS = auto()
    KEYS = auto()


@dataclass(frozen=True, slots=True)
class ShowPanel:
    """Show a panel; asked for the one that is shown, or for None, show none."""

    panel: Panel | None


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Use other settings from now on."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class AwaitKey:
    """Give the key that is pressed next to an action, by the name of its binding; None: to none."""

    binding: str | None


@dataclass(frozen=True, slots=True)
class LookFrom:
    """Look from a preset."""

    preset: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """Open a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class OpenOutside:
    """Have the desktop open a file in the program that it has for such files."""

    path: Path


@dataclass(frozen=True, slots=True)
class BrowseFolder:
    """List a folder; None: the one of last time."""

    folder: Path | None


@dataclass(frozen=True, slots=True, eq=False)
class PickFile:
    """Let the person pick a file whose name ends in one of ``suffixes``; ``then`` is called with it. ``title``: what is
    asked for, in the person's language; "": a file to open.
    """

    suffixes: tuple[str, ...]
    then: Callable[[Path], None]
    title: str = ""


@dataclass(frozen=True, slots=True)
class TakeFile:
    """The file that was picked."""

    path: Path


@dataclass(frozen=True, slots=True)
class TypePath:
    """Change the path that is typed instead of picking a file from the list."""

    text: str


@dataclass(frozen=True, slots=True)
class GoToPath:
    """Take the file, or list the folder, whose path was typed or pasted."""

    text: str


@dataclass(frozen=True, slots=True)
class MissPath:
    """There is neither a file nor a folder where the path that was typed leads."""

    path: Path


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
    ShellAction
    | LookFrom
    | OpenFile
    | OpenOutside
    | BrowseFolder
    | SpeakLanguage
    | GoToRoom
    | TypeName
    | SaveTable
    | ReplaceTable
    | ShowPanel
    | ChangeSettings
    | AwaitKey
    | PickFile
    | TakeFile
    | TypePath
    | GoToPath
    | MissPath
)


@dataclass(frozen=True, slots=True)
class ShellModel:
    """What is in front of the table. ``pending``: what waits for an answer, since it would lose unsaved changes.

    ``folder``: the folder listed to choose a table from; ``naming``: the name typed for the table to be saved under.
    ``panel``: what stands in the middle; ``awaits_key``: the action that gets the key that is pressed next.
    ``picking``: what the folder is listed for, if not to open a table. ``typed``: the path typed instead of picking
    from the list, ``missing``: where it led, to nothing.
    """

    pending: ShellIntent | None = None
    folder: Path | None = None
    naming: str | None = None
    panel: Panel | None = None
    awaits_key: str | None = None
    picking: PickFile | None = None
    typed: str = ""
    missing: Path | None = None

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
            case OpenFile() | TakeFile():
                return self._unlisted()
            case PickFile():
                return replace(self, picking=intent)
            case BrowseFolder(folder=folder):
                return replace(self, folder=folder, typed="", missing=None)
            case TypePath(text=text):
                return replace(self, typed=text[:LONGEST], missing=None)
            case MissPath(path=path):
                return replace(self, missing=path)
            case TypeName(name=name):
                return replace(self, naming=name)
            case ShowPanel(panel=panel):
                return replace(self, panel=None if panel is self.panel else panel, awaits_key=None)
            case AwaitKey(binding=binding):
                return replace(self, awaits_key=binding)
            case ShellAction.STEP_BACK:
                return self._back()
            case ShellAction.DISCARD:
                return type(self)()
        return self

    def _back(self) -> Self:
        """Return it without what is in front: the key awaited, the name, the question, the folder, then the panel."""
        if self.awaits_key is not None:
            return replace(self, awaits_key=None)
        if self.naming is not None:
            return replace(self, naming=None)
        if self.pending is not None:
            return replace(self, pending=None)
        if self.folder is not None:
            return self._unlisted()
        return replace(self, panel=None)

    def _unlisted(self) -> Self:
        """Return it without the folder that is listed."""
        return replace(self, folder=None, picking=None, typed="", missing=None)

    def saved(self) -> Self:
        """Return it after the table was saved."""
        return type(self)(folder=self.folder)
