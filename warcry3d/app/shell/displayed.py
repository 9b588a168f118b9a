"""What the panels display, and what may be asked for on them; no graphics in here."""

from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import TypeAlias

from warcry3d.app.judge.model import Dispute
from warcry3d.app.moves.model import HeldFighter
from warcry3d.app.moves.scene import WayLabel
from warcry3d.app.shell.table_files import FolderEntry
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Tag

__all__ = [
    "Allowing",
    "Avoiding",
    "Browse",
    "Counting",
    "Displayed",
    "Do",
    "Intent",
    "LookFrom",
    "MovingFor",
    "NameLabel",
    "Naming",
    "OpenTable",
    "Saving",
    "ShownMove",
    "Speaking",
]


class Do(Enum):
    """What may be asked for that needs no more to be said."""

    SWAP = auto()
    TOGGLE_EYE = auto()
    CLEAR = auto()
    SAVE_PICTURE = auto()
    NAME_TABLE = auto()
    MOVE = auto()
    DROP = auto()
    LET_GO = auto()
    CORNER_BACK = auto()
    UNDO = auto()
    REDO = auto()
    STOP_BROWSING = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class LookFrom:
    """Look from a preset."""

    preset: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table."""

    path: Path


@dataclass(frozen=True, slots=True)
class Browse:
    """List a folder; None: that of the open table."""

    folder: Path | None


@dataclass(frozen=True, slots=True)
class Counting:
    """Let parts with a tag count, or not."""

    tag: Tag
    counts: bool


@dataclass(frozen=True, slots=True)
class Speaking:
    """Speak a language."""

    language: str


@dataclass(frozen=True, slots=True)
class Allowing:
    """Give the fighter in hand so many inches."""

    inches: float


@dataclass(frozen=True, slots=True)
class MovingFor:
    """Move the fighter in hand for an action."""

    action: MoveAction


@dataclass(frozen=True, slots=True)
class Avoiding:
    """Prefer ways that do not hurt the fighter in hand, or not."""

    avoids: bool


@dataclass(frozen=True, slots=True)
class Naming:
    """Change the name that the table is to be saved under; None: save it not at all."""

    name: str | None


@dataclass(frozen=True, slots=True)
class Saving:
    """Save the table under a new name."""

    name: str


Intent: TypeAlias = (
    Do | LookFrom | OpenTable | Browse | Counting | Speaking | Allowing | MovingFor | Avoiding | Naming | Saving
)


@dataclass(frozen=True, slots=True)
class ShownMove:
    """What the panels show of moving: the fighter in hand, None: nobody; ``inches``: what is written along its way,
    clear of the pixels ``marks``.

    ``is_preparing``: what all answers about its base rest on is being derived; ``is_searching``: its field is.
    """

    hand: HeldFighter | None
    is_preparing: bool = False
    is_searching: bool = False
    inches: tuple[WayLabel, ...] = ()
    marks: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class NameLabel:
    """A name over a fighter, its foot at a pixel."""

    text: str
    at: tuple[float, float]
    side: str
    is_strong: bool


@dataclass(frozen=True, slots=True)
class Displayed:
    """All that the panels show; ``look``: what a look out of a model is called, "" at the table.

    ``move``: None unless fighters are being moved. ``naming``: the name that the table is to be saved under in the
    folder ``saves_to``, None unless it is being typed.
    """

    title: str
    dispute: Dispute
    judgement: Judgement | None = None
    failure: str = ""
    is_judging: bool = False
    notice: str = ""
    is_alarming: bool = False
    warnings: tuple[str, ...] = ()
    labels: tuple[NameLabel, ...] = ()
    look: str = ""
    tables: tuple[Path, ...] = ()
    folder: Path | None = None
    entries: tuple[FolderEntry, ...] = field(default=())
    move: ShownMove | None = None
    naming: str | None = None
    saves_to: Path | None = None
    can_undo: bool = False
    can_redo: bool = False
