"""What the panels display, and what may be asked for on them; no graphics in here."""

from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import TypeAlias

from warcry3d.app.browse import Entry
from warcry3d.app.dispute import Dispute
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Tag

__all__ = ["Browse", "Counting", "Displayed", "Do", "Intent", "Label", "Look", "Opening", "Speaking"]


class Do(Enum):
    """What may be asked for that needs no more to be said."""

    SWAP = auto()
    TOGGLE_EYE = auto()
    CLEAR = auto()
    SAVE_PICTURE = auto()
    STOP_BROWSING = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """Look from a preset."""

    preset: str


@dataclass(frozen=True, slots=True)
class Opening:
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


Intent: TypeAlias = Do | Look | Opening | Browse | Counting | Speaking


@dataclass(frozen=True, slots=True)
class Label:
    """A name over a fighter, its foot at a pixel."""

    text: str
    at: tuple[float, float]
    side: str
    is_strong: bool


@dataclass(frozen=True, slots=True)
class Displayed:
    """All that the panels show; ``look``: what a look out of a model is called, "" at the table."""

    title: str
    dispute: Dispute
    judgement: Judgement | None = None
    failure: str = ""
    is_judging: bool = False
    notice: str = ""
    is_alarming: bool = False
    warnings: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    look: str = ""
    tables: tuple[Path, ...] = ()
    folder: Path | None = None
    entries: tuple[Entry, ...] = field(default=())
