"""The app's window: it routes input to the room in front and draws the table as that room shows it.

`Window` is stepped frame by frame on one thread; rooms and jobs work in others. It knows no room but by its name: rooms
are made by `warcry3d.app.shell.rooms` and see the window as their `Host`.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from warcry3d.app.scene.free_memory import return_free_memory
from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.background.jobs import Jobs
from warcry3d.app.shell.background.light_baking import LightBaking
from warcry3d.app.shell.background.preparation import Kernels, NoKernels
from warcry3d.app.shell.bindings import key_label, key_of
from warcry3d.app.shell.camera import Camera
from warcry3d.app.shell.commands import carry_out, take_dropped
from warcry3d.app.shell.desktop.file_dialogs import FileDialog, NoDialog
from warcry3d.app.shell.desktop.screen import OnScreen
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.files.file_pictures import FilePictures
from warcry3d.app.shell.files.open_table import OpenTable
from warcry3d.app.shell.files.table_files import shipped_tables, title_of
from warcry3d.app.shell.gestures import Gestures
from warcry3d.app.shell.inputs import Closing, FilesDropped, Input, PointerMoved, Pressed, Resized
from warcry3d.app.shell.keys import SHELL_BINDINGS
from warcry3d.app.shell.look import apply_look, scale_within
from warcry3d.app.shell.model import PickFile, ShellAction, ShellIntent, ShellModel, TakeFile
from warcry3d.app.shell.notices import SILENCE
from warcry3d.app.shell.panels.composed_frame import ComposedFrame
from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda, shipped_fonts
from warcry3d.app.shell.panels.inset_picture import InsetPicture
from warcry3d.app.shell.panels.rail import covered_left, is_near_rail
from warcry3d.app.shell.panels.shown import shown_of
from warcry3d.app.shell.panels.view import ShellShown, ShellView
from warcry3d.app.shell.room import AppRoom, Frame, LoadedFile
from warcry3d.app.shell.rooms import FIRST_ROOM, RoomSet, bindings_of, room_for
from warcry3d.app.shell.routing import take_gesture
from warcry3d.app.shell.settings import Settings
from warcry3d.app.shell.viewpoint import Viewpoint
from warcry3d.app.shell.window_requests import WindowRequests
from warcry3d.app.widgets.side_panel import panel_width
from warcry3d.messages import Words
from warcry3d.table.table import Table

__all__ = ["Window"]

AFTERGLOW = 30
"""Frames drawn after the last thing that happened: panels fade and settle; then the window rests."""
RESTING = 15
"""At rest one frame in so many is drawn, for what other windows uncover and for progress."""
FILLING, SETTLED = 24, 5
"""While panels fill in one frame in so many is drawn, besides the first few after anything: those lay panels out."""
TEXT = 23.0
"""Height of a line of text (points)."""


class Window(WindowRequests):
    """The app on one screen. ``step`` it until `is_closed`, then ``close`` it."""

    def __init__(
        self,
        screen: OnScreen,
        loaded: LoadedFile,
        words: Words,
        *,
        kernels: Kernels | None = None,
        settings: Settings | None = None,
        room: str = FIRST_ROOM,
        file_dialog: FileDialog | None = None,
    ) -> None:
        """Open it on a file, in ``room`` unless the file has one of its own."""
        self._screen = screen
        self.words = replace(words, names_terrain=True)
        self._settings = settings or Settings()
        self.kernels = kernels or NoKernels()
        self.model = ShellModel()
        self.jobs = Jobs()
        self.room_set = RoomSet(self, room)
        self.panels = ImGuiPanda(shipped_fonts(self.text_size), screen.size)
        apply_look(self._settings, self.scale)
        self._pictures = FilePictures(self.panels)
        self.is_rail_near = self._is_wide = self._is_beside = False
        self.picking: PickFile | None = None
        self.file_dialog = file_dialog or NoDialog()
        self.viewpoint = Viewpoint(loaded.table, self.picture_size, *self._covered_left)
        self._scene = LiveScene(screen.graphics, self.picture_size, scale=self.scale)
        self._composed = ComposedFrame(screen.graphics, self.panels, self._scene.texture)
        self._baking = LightBaking(self._scene)
        self.inset = InsetPicture(self._scene, self.panels)
        self._gestures = Gestures()
        self.notice = SILENCE
        self._calm = self._still = 0
        self.tables = shipped_tables()
        self.is_closed = False
        self._has_begun = False
        self._open = OpenTable(self, self.jobs, loaded)
        self._open.take(loaded)
        self._has_begun = True

    # What there is

    @property
    def room(self) -> AppRoom:
        """Return the room in front."""
        return self.room_set.front

    @property
    def room_name(self) -> str:
        """Return the name of the room in front."""
        return self.room_set.name

    @property
    def rooms(self) -> Iterable[AppRoom]:
        """Return the rooms that were made so far."""
        return self.room_set.made

    @property
    def open_table(self) -> OpenTable:
        """Return what loads, changes and saves the open table."""
        return self._open

    @property
    def document(self) -> Document:
        """Return what is open."""
        return self._open.document

    @property
    def camera(self) -> Camera:
        """Return the moving eye."""
        return self.viewpoint.camera

    @property
    def settings(self) -> Settings:
        """Return what should be remembered, as things stand."""
        return replace(self._settings, language=self.words.language, size=self._screen.size)

    @property
    def scale(self) -> float:
        """Return the size of everything against that on a full HD display: as is wanted, as far as it has room."""
        return scale_within(self._screen.scale * self._settings.scale, self._screen.size)

    @property
    def text_size(self) -> float:
        """Return the height of a line of text (pixels)."""
        return TEXT * self.scale * self._settings.text

    @property
    def picture_size(self) -> tuple[int, int]:
        """Return the size of the table's picture in pixels: the window, beside the panel where the room has one."""
        width, height = self._screen.size
        entry = self.room_set.entry
        panel = 0 if self._is_wide or entry.is_wide else panel_width(width, self.scale, entry.panel)
        return max(1, width - panel), height

    @property
    def _covered_left(self) -> tuple[float, float]:
        """Return how much of the left the rail takes, and the panel beside it (pixels)."""
        return covered_left(self.room_set.entry, self.scale, self._screen.size[0])

    @property
    def graphics(self) -> Graphics:
        """Return what the window is drawn with."""
        return self._screen.graphics

    @property
    def texture(self) -> Any:
        """Return the table's picture as it was drawn last."""
        return self._scene.texture

    @property
    def is_changing(self) -> bool:
        """Whether the picture does not yet show things as they stand."""
        return self._scene.is_changing or self.camera.shot != self.camera.goal or self._open.is_loading

    @property
    def is_resting(self) -> bool:
        """Whether nothing happens, so that the next frame may come late."""
        return self._calm >= AFTERGLOW

    # A frame

    def step(self, seconds: float) -> None:
        """Take in what happened and draw a frame, ``seconds`` after the last; draw nothing where nothing happens."""
        inputs = self._screen.poll()
        self._feed(inputs)
        over_panel, typing = self.panels.wants_mouse or self._is_beside, self.panels.wants_keys
        for gesture in self._gestures.read(inputs, over_panel=over_panel, typing=typing):
            take_gesture(self, gesture)
        if (picked := self.file_dialog.poll()) is not None:
            self.do(TakeFile(picked))
        polled = (self.jobs.poll(), self.room.poll(), self.camera.glide(self._glide_time(seconds)))
        self._bring_scene()
        # A room that waits for a kernel to be compiled is not lively: the compiler needs the processor.
        is_busy = self.room.is_working and self.kernels.is_done
        self._still = 0 if inputs or any(polled) or self._scene.is_changing else self._still + 1
        self._calm = 0 if is_busy or self._still == 0 else self._calm + 1
        is_lit = self._baking.poll(is_changing=self.is_changing)
        is_inset_new = self._bring_inset(is_lit=is_lit, is_busy=bool(inputs) or self.is_changing)
        is_due = is_lit or is_inset_new or (self.is_resting and self._calm % RESTING == 0)
        is_spared = self.room.view.is_filling and self._still > SETTLED and self._still % FILLING
        is_drawn = is_due or not (self.is_resting or is_spared)
        if is_drawn:
            self._draw(seconds)
        is_framed = is_due or (is_drawn and self.panels.is_changed)
        self._scene.render(is_framed=is_framed, finish=self._composed.bring)

    def _glide_time(self, seconds: float) -> float:
        """Return for how long the eye glides in a frame: where a person wants less motion it is there at once."""
        return math.inf if self._settings.has_less_motion else seconds

    def _bring_inset(self, *, is_lit: bool, is_busy: bool) -> bool:
        """Draw the room's inset if it differs, once nothing else is to be drawn; return whether it was."""
        if is_lit:
            self.inset.renew()
        view = self.room.view
        if not self.inset.is_due(view, is_busy=is_busy):
            return False
        self._composed.rest()
        self.inset.draw(view)
        return True

    def _draw(self, seconds: float) -> None:
        wanted: list[ShellIntent] = []
        self._is_unsettled = False
        self._draw_panels(seconds, wanted)
        if self._is_unsettled:
            self._draw_panels(0.0, wanted)
        self.panels.bring()
        for intent in wanted:
            self.do(intent)

    def _draw_panels(self, seconds: float, wanted: list[ShellIntent]) -> None:
        size = self._screen.size
        with self.panels.frame(seconds):
            self._composed.lay(self._scene.texture, self.picture_size)
            view = ShellView(self.shown, self.words, size, self.picture_size[0], self.scale, self.panels.bold)
            top = view.menu(wanted)
            self.room.draw(self._frame(top))
            view.rail(top, wanted)
            view.overlays(wanted)

    def _frame(self, top: float) -> Frame:
        """Return what the room draws with, under a menu bar ``top`` pixels high."""
        width, height = self._screen.size
        entry = self.room_set.entry
        rail, beside = self._covered_left
        left = rail if entry.is_wide else self.picture_size[0]
        return Frame(
            self.document.spoken(self.words),
            (left, top, width - left, height - top),
            self.picture_size,
            self.camera.shot,
            self.panels.bold,
            self.scale,
            bool(self.document.past),
            bool(self.document.future),
            rail,
            self.inset.drawn,
            (rail, top, beside, height - top),
        )

    def _bring_scene(self) -> None:
        """Bring the scene in step with what the room shows."""
        view = self.room.view
        if view.is_wide != self._is_wide:
            self._is_wide = view.is_wide
            self._fit_picture()
        self.viewpoint.leave_room(self._is_wide, self.scale)
        self.viewpoint.look_through(view.eye)
        if view.prepared is not None:
            self._scene.world.offer(view.prepared)
        self._scene.show(view.table, is_passing=view.is_passing)
        self._scene.explain(view.overlays)
        self._scene.leave_out(view.hidden)
        self._scene.count(view.tags)
        self._scene.look(self.camera.shot)

    @property
    def shown(self) -> ShellShown:
        """Return what the shell's panels show."""
        return shown_of(self)

    def close(self) -> None:
        """Give everything back."""
        self.kernels.close()
        self._baking.close()
        self.jobs.close()
        self.room_set.close()
        self._composed.close()
        self.panels.close()
        self._scene.close()
        return_free_memory()

    # What happened

    def _feed(self, inputs: Sequence[Input]) -> None:
        """Hand input to the panels, and take what is about the window itself."""
        is_pressed = False
        for one in inputs:
            match one:
                case Resized(size=size):
                    self.panels.resized(size)
                    if self.panels.text_size != self.text_size:  # it has room for another scale now
                        self.use_settings(self._settings)
                    self._scene.resized(self.picture_size)
                    self.viewpoint.resize(self.picture_size)
                case Closing():
                    self.do(ShellAction.QUIT)
                case FilesDropped(paths=paths):
                    take_dropped(self, paths)
                case _:
                    if isinstance(one, PointerMoved) and not is_pressed:
                        self.is_rail_near = is_near_rail(one.at, self.scale, is_shown=self.is_rail_near)
                        # Panels know only a frame later that the pointer came to them; what is pressed stays theirs.
                        table = (sum(self._covered_left), self.picture_size[0])
                        self._is_beside = one.at is not None and not table[0] <= one.at[0] < table[1]
                    is_pressed = is_pressed or isinstance(one, Pressed)
                    self.panels.take(one)

    def _fit_picture(self) -> None:
        """Make the table's picture as large as there is room for it."""
        self.viewpoint.cover_left(*self._covered_left)
        if self.viewpoint.size != self.picture_size:
            self._scene.resized(self.picture_size)
            self.viewpoint.resize(self.picture_size)

    # Intents

    def do(self, intent: ShellIntent) -> None:
        """Do what a panel or key asks for; what would lose unsaved changes waits for an answer."""
        pending = self.model.pending
        self.model = self.model.after(intent, would_lose=self._open.would_lose(intent))
        if self.model.pending is not None and self.model.pending is not pending:
            return
        carry_out(self, intent, pending)

    def remember(self, settings: Settings) -> None:
        """Keep other settings that change nothing on screen, such as the last folder."""
        self._settings = settings

    def use_settings(self, settings: Settings) -> None:
        """Show everything by other settings from now on; the table is drawn anew only in other colours."""
        before, self._settings = self._settings, settings
        self.panels.text_size = self.text_size
        apply_look(settings, self.scale)
        if settings.has_safe_colours != before.has_safe_colours:
            self._scene.recolour()
            self.inset.renew()
        self._scene.rescaled(self.scale)
        self._fit_picture()

    def go_to_room(self, name: str) -> None:
        """Bring a room to the front."""
        self.room_set.go_to(name)
        self.viewpoint.cover_left(*self._covered_left)
        self._fit_picture()

    # The open table

    def show_loaded(self, loaded: LoadedFile) -> None:
        """Come to the room that opens such files, and look at the whole table."""
        self._scene.world.offer(loaded.scene)
        self.inset.forget()
        name = room_for(loaded.path) or (FIRST_ROOM if self.room_set.entry.is_start and self._has_begun else None)
        if name is not None and name != self.room_set.name:
            self.go_to_room(name)
        self.viewpoint.look_over(loaded.table, self.room.view.focus)
        self.show_title()

    def show_title(self) -> None:
        """Title the window after what is open; a star: it has changes that are not saved."""
        self._screen.titled(f"{self.title} - warcry3d")

    @property
    def title(self) -> str:
        """Return what is open; a star: it has changes that are not saved."""
        return title_of(self.document.path, self.words) + (" *" if self.document.is_changed else "")

    # What rooms ask for

    def change_table(self, table: Table) -> None:
        """Show the table after a change that can be undone."""
        self._open.change(table)

    def undo(self) -> None:
        """Take the last change back."""
        self._open.undo()

    def redo(self) -> None:
        """Make the change again that was undone last."""
        self._open.redo()

    def pick_file(self, suffixes: tuple[str, ...], then: Callable[[Path], None], title: str) -> None:
        """Let the person pick a file with one of these endings, then call ``then`` with it; ``title`` says what for."""
        self.picking = PickFile(suffixes, then, title)
        self.do(self.picking)

    def key_label(self, binding: str) -> str:
        """Return the key of an action as people know it, by the name of its binding."""
        known = (*bindings_of(self.room_name), *SHELL_BINDINGS)
        return next((key_label(key_of(one, self._settings.keys)) for one in known if one.name == binding), "")

    def picture_of(self, file: Path) -> int | None:
        """Return the number by which panels draw a picture of a file; None where it cannot be read."""
        return self._pictures.number(file)

    def wait_for_kernels(self, what: str) -> None:
        """Block until the kernels of ``what`` are compiled."""
        self.kernels.wait(what)

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        """Return the fighter under a pixel, or near it."""
        return self.viewpoint.fighter_under(at, self.room.view, self.scale)
