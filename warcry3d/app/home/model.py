"""The model of the Home room: its page, the battles and boards it offers, the battle that is arranged. Pure."""

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path
from typing import Self, TypeAlias

from warcry3d.app.home.composition import ComposeIntent, Composition
from warcry3d.app.home.new_battle import ArrangeIntent, NewBattle

__all__ = [
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


class Page(Enum):
    """What the room shows: the start, a battle that is arranged, or a warband that is composed for it."""

    START = auto()
    NEW_BATTLE = auto()
    COMPOSE = auto()


class HomeAction(Enum):
    """Intents without values. ``CONTINUE``: go on with the battle played last."""

    CONTINUE = auto()
    DISPUTE = auto()
    BROWSE = auto()
    SETTINGS = auto()
    KEYS = auto()
    START_BATTLE = auto()
    PICK_BOARD = auto()
    SUGGEST = auto()
    SAVE_BAND = auto()


@dataclass(frozen=True, slots=True)
class GoToPage:
    """Show a page."""

    page: Page


@dataclass(frozen=True, slots=True)
class Open:
    """Open a file."""

    file: Path


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
    """Choose the file that a setting names, by the setting's name."""

    name: str


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
    """Offer these battles, newest first, these boards, and these files that were opened last."""

    battles: tuple[Path, ...]
    boards: tuple[Path, ...]
    recent: tuple[Path, ...]


HomeIntent: TypeAlias = (
    HomeAction
    | GoToPage
    | Open
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
    """What the room shows."""

    page: Page = Page.START
    battles: tuple[Path, ...] = ()
    boards: tuple[Path, ...] = ()
    recent: tuple[Path, ...] = ()
    systems: tuple[tuple[str, str], ...] = ()
    arranged: NewBattle = field(default_factory=NewBattle)
    composed: Composition = field(default_factory=Composition)

    def after(self, intent: HomeIntent) -> Self:
        """Return the model after an intent."""
        match intent:
            case GoToPage(page=page):
                return replace(self, page=page)
            case ListFiles(battles=battles, boards=boards, recent=recent):
                return replace(self, battles=battles, boards=boards, recent=recent)
            case ListSystems(systems=systems):
                return replace(self, systems=systems)
            case HomeAction() | Open() | PickBand() | ComposeBand() | PickSetting() | PickSystem():
                return self
        if isinstance(intent, ComposeIntent):
            return replace(self, composed=self.composed.after(intent))
        return replace(self, arranged=self.arranged.after(intent))
