"""What rooms ask of the window that it does by its own intents and by where the table is seen from."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from warcry3d.app.shell.files.open_table import OpenTable
from warcry3d.app.shell.model import (
    BrowseFolder,
    ChangeSettings,
    GoToRoom,
    OpenFile,
    Panel,
    ReplaceTable,
    ShellAction,
    ShellIntent,
    ShowPanel,
)
from warcry3d.app.shell.notices import Notice, Saying, Unkept
from warcry3d.app.shell.room import AppRoom, BattleRoom
from warcry3d.app.shell.rooms import ARRANGING_ROOM
from warcry3d.app.shell.settings import Settings
from warcry3d.app.shell.viewpoint import Viewpoint
from warcry3d.geom.solid import FloatArray
from warcry3d.table.table import Table

__all__ = ["WindowRequests"]


class WindowRequests(ABC):
    """A part of the window, as its `Host`."""

    viewpoint: Viewpoint
    notice: Notice
    _is_unsettled = False
    """Whether panels are to be drawn once more before this frame is seen."""
    after_naming: Callable[[], None] | None = None
    """What is done once the open file has the name that the person is asked for."""

    @property
    @abstractmethod
    def open_table(self) -> OpenTable:
        """Return what loads, changes and saves the open table."""

    @property
    @abstractmethod
    def room(self) -> AppRoom:
        """Return the room in front."""

    @abstractmethod
    def do(self, intent: ShellIntent) -> None:
        """Do what an intent asks for."""

    def notify(self, saying: Saying | None, *, is_alarming: bool = False, opens: Path | None = None) -> None:
        """Say something at the foot of the table, in any language; None: nothing any longer."""
        self.notice = Notice(saying, is_alarming, opens)

    def replace_table(self, table: Table, then: Callable[[], None]) -> None:
        """Show another table in place of the open one, asking first where that would lose changes."""
        self.do(ReplaceTable(table, then))

    def tell_step(self, step: int, steps: int) -> None:
        """Remember after which step of a battle, of so many, the open table stands."""
        self.open_table.tell_step((step, steps))

    def look_at(self, places: Sequence[tuple[float, float, float]]) -> None:
        """Let the camera glide near to places."""
        self.viewpoint.look_at(places)

    def carry_view(self, by: tuple[float, float, float]) -> None:
        """Let the camera go along with what was moved on the table."""
        view = self.room.view
        self.viewpoint.carry(by, view.table, view.focus)

    def save_picture(self) -> None:
        """Save what is seen as a picture."""
        self.do(ShellAction.SAVE_PICTURE)

    def keep_document(self, path: Path) -> bool:
        """Save what is open into a file, over what is there."""
        return self.open_table.keep_in(path)

    def name_document(self, then: Callable[[], None] | None = None) -> None:
        """Let the person save what is open under a new name, then call ``then``."""
        self.do(ShellAction.NAME_TABLE)
        self.after_naming = then

    def go_back(self) -> None:
        """Go back to what was open before a file that was only tried."""
        self.open_table.go_back()

    def open_room(self, name: str) -> None:
        """Open a room by its name."""
        self.do(GoToRoom(name))

    def arrange_battle(self, board: Path, ruleset: str) -> None:
        """Open the room in which battles are arranged, with one on the board in a file."""
        self.do(GoToRoom(ARRANGING_ROOM))
        cast(BattleRoom, self.room).arrange(board, ruleset)

    def open_file(self, path: Path) -> None:
        """Open a file in the room for it, asking first where that would lose changes."""
        self.do(OpenFile(path))

    def browse(self) -> None:
        """Let the person choose a file to open."""
        self.do(BrowseFolder(None))

    def show_panel(self, panel: Panel) -> None:
        """Show a panel of the shell's."""
        self.do(ShowPanel(panel))

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on, and remember them."""
        self.do(ChangeSettings(settings))

    def draw_panels_again(self) -> None:
        """Draw the panels of this frame once more before they are seen."""
        self._is_unsettled = True

    def hold(self, unkept: Unkept | None) -> None:
        """Ask before the file is left, for it would lose this; None: nothing."""
        self.open_table.unkept = unkept

    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
        """Return the line of sight through a pixel."""
        return self.viewpoint.ray(at)
