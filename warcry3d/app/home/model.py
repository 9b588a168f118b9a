"""The model of the Home room: its page, the battles and boards it offers, the battle that is arranged. Pure."""

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path
from typing import Self, TypeAlias

from warcry3d.app.home.composition import ComposeIntent, Composition
from warcry3d.app.home.new_battle import ArrangeIntent, NewBattle
from warcry3d.errors import WarcryError

__all__ = [
    "ChangeRecord",
    "ComposeBand",
    "GoToPage",
    "HomeAction",
    "HomeIntent",
    "HomeModel",
    "ListFiles",
    "ListSystems",
    "Open",
    "Page",
    "PickBand",
    "PickSetting",
    "PickSystem",
]


FEW_BATTLES = 8
"""So many battles are shown unless all are asked for."""
LONGEST = 80
"""Characters of a record's name that are kept."""


class Page(Enum):
    """What the room shows: the start, a battle that is arranged, or a warband that is composed for it."""

    START = auto()
    NEW_BATTLE = auto()
    COMPOSE = auto()


class HomeAction(Enum):
    """Intents without values. ``CONTINUE``: go on with the battle played last; ``SAMPLE``: play the one that ships;
    ``CANCEL``: do not open what is on its way.
    """

    CONTINUE = auto()
    SAMPLE = auto()
    DISPUTE = auto()
    LAY_OUT = auto()
    BUILD = auto()
    BROWSE = auto()
    SETTINGS = auto()
    KEYS = auto()
    START_BATTLE = auto()
    PICK_BOARD = auto()
    SUGGEST = auto()
    SAVE_BAND = auto()
    SHOW_ALL = auto()
    LEAVE_RECORD = auto()
    CANCEL = auto()


@dataclass(frozen=True, slots=True)
class GoToPage:
    """Show a page."""

    page: Page


@dataclass(frozen=True, slots=True)
class Open:
    """Open a file."""

    file: Path


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """Ask what shall become of a battle's record: a new ``name``, or (None) that it is deleted. ``is_sure``: do it."""

    file: Path
    name: str | None = None
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class PickBand:
    """Choose a warband's file for a side; ``is_import``: one that other tools share."""

    side: str
    is_import: bool = False


@dataclass(frozen=True, slots=True)
class ComposeBand:
    """Compose a warband for a side of the fighters in a file, or under a name."""

    side: str
    file: str


@dataclass(frozen=True, slots=True)
class PickSetting:
    """Choose the file that a setting names, by the setting's name; ``title``: what people call it."""

    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class PickSystem:
    """Choose a rule system by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ListSystems:
    """Offer these rule systems, each by its name and its title."""

    systems: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ListFiles:
    """Offer these battles, newest first, these boards, and these files that were opened last; ``refused``: why the
    user's own battles cannot be listed.
    """

    battles: tuple[Path, ...]
    boards: tuple[Path, ...]
    recent: tuple[Path, ...]
    refused: WarcryError | None = None


HomeIntent: TypeAlias = (
    HomeAction
    | GoToPage
    | Open
    | ChangeRecord
    | PickBand
    | ComposeBand
    | PickSetting
    | PickSystem
    | ListSystems
    | ListFiles
    | ArrangeIntent
    | ComposeIntent
)


@dataclass(frozen=True, slots=True)
class HomeModel:
    """What the room shows. ``refused``: why the user's battles cannot be listed; ``changing``: the record of which is
    asked what shall become of it; ``shows_all``: all battles are listed, not the last ones alone.
    """

    page: Page = Page.START
    battles: tuple[Path, ...] = ()
    boards: tuple[Path, ...] = ()
    recent: tuple[Path, ...] = ()
    refused: WarcryError | None = None
    systems: tuple[tuple[str, str], ...] = ()
    arranged: NewBattle = field(default_factory=NewBattle)
    composed: Composition = field(default_factory=Composition)
    changing: ChangeRecord | None = None
    shows_all: bool = False

    @property
    def listed(self) -> tuple[Path, ...]:
        """Return the battles that are shown, the newest first."""
        return self.battles if self.shows_all else self.battles[:FEW_BATTLES]

    def after(self, intent: HomeIntent) -> Self:
        """Return the model after an intent."""
        match intent:
            case GoToPage(page=page):
                return replace(self, page=page, changing=None)
            case ChangeRecord(is_sure=True) | Open():
                return replace(self, changing=None)
            case ChangeRecord(name=name):
                return replace(self, changing=replace(intent, name=name[:LONGEST] if name is not None else None))
            case HomeAction.LEAVE_RECORD:
                return replace(self, changing=None)
            case HomeAction.SHOW_ALL:
                return replace(self, shows_all=not self.shows_all)
            case ListFiles(battles=battles, boards=boards, recent=recent, refused=refused):
                return replace(self, battles=battles, boards=boards, recent=recent, refused=refused)
            case ListSystems(systems=systems):
                return replace(self, systems=systems)
            case HomeAction() | PickBand() | ComposeBand() | PickSetting() | PickSystem():
                return self
        if isinstance(intent, ComposeIntent):
            return replace(self, composed=self.composed.after(intent))
        return replace(self, arranged=self.arranged.after(intent))
