"""What the parts of the window (intents, routing, what panels show) know of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.background.jobs import Jobs
from warcry3d.app.shell.background.preparation import Kernels
from warcry3d.app.shell.camera import Camera
from warcry3d.app.shell.desktop.file_dialogs import FileDialog
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.files.open_table import OpenTable
from warcry3d.app.shell.model import PickFile, ShellIntent, ShellModel
from warcry3d.app.shell.notices import Notice, Saying
from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda
from warcry3d.app.shell.room import AppRoom
from warcry3d.app.shell.rooms import RoomSet
from warcry3d.app.shell.settings import Settings
from warcry3d.app.shell.viewpoint import Viewpoint
from warcry3d.messages import Words

__all__ = ["WindowParts"]


class WindowParts(Protocol):
    """A window, as its parts see it."""

    words: Words
    model: ShellModel
    jobs: Jobs
    kernels: Kernels
    notice: Notice
    panels: ImGuiPanda
    viewpoint: Viewpoint
    room_set: RoomSet
    tables: tuple[Path, ...]
    is_closed: bool
    is_rail_near: bool
    picking: PickFile | None
    after_naming: Callable[[], None] | None
    file_dialog: FileDialog

    @property
    def room(self) -> AppRoom: ...
    @property
    def room_name(self) -> str: ...
    @property
    def document(self) -> Document: ...
    @property
    def open_table(self) -> OpenTable: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def camera(self) -> Camera: ...
    @property
    def graphics(self) -> Graphics: ...
    @property
    def texture(self) -> Any: ...
    @property
    def title(self) -> str: ...
    def do(self, intent: ShellIntent) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def notify(self, saying: Saying | None, *, is_alarming: bool = False) -> None: ...
    def show_title(self) -> None: ...
    def go_to_room(self, name: str) -> None: ...
    def remember(self, settings: Settings) -> None: ...
    def use_settings(self, settings: Settings) -> None: ...
