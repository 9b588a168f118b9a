"""The app's window: it routes input to the room in front and draws the table as that room shows it.

`Window` is stepped frame by frame on one thread; rooms and jobs work in others. It knows no room but by its name: rooms
are made by `warcry3d.app.shell.rooms` and see the window as their `Host`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from imgui_bundle import imgui

from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.shell.camera import Camera
from warcry3d.app.shell.document import Document, folder_for, free_table_name
from warcry3d.app.shell.gestures import Dragged, Gesture, Gestures, Key, Pointed, Turned
from warcry3d.app.shell.imgui_panda import ImGuiPanda, shipped_fonts
from warcry3d.app.shell.inputs import Closing, Input, Resized
from warcry3d.app.shell.jobs import Jobs
from warcry3d.app.shell.keys import KEYS
from warcry3d.app.shell.light_baking import LightBaking
from warcry3d.app.shell.model import (
    BrowseFolder,
    GoToRoom,
    LookFrom,
    OpenFile,
    ReplaceTable,
    SaveTable,
    ShellAction,
    ShellIntent,
    ShellModel,
    SpeakLanguage,
    TypeName,
)
from warcry3d.app.shell.notices import SILENCE, Notice, Saying, refusing
from warcry3d.app.shell.open_table import OpenTable
from warcry3d.app.shell.preparation import Kernels, NoKernels
from warcry3d.app.shell.room import AppRoom, Frame, LoadedFile
from warcry3d.app.shell.rooms import RoomSet, room_for
from warcry3d.app.shell.saved_view import save_view
from warcry3d.app.shell.screen import OnScreen
from warcry3d.app.shell.settings import Settings
from warcry3d.app.shell.table_files import entries, shipped_tables, stem_of, title_of
from warcry3d.app.shell.view import ShellShown, ShellView, notice_lines
from warcry3d.app.shell.viewpoint import Viewpoint
from warcry3d.app.widgets.progress import ProgressLine
from warcry3d.app.widgets.side_panel import panel_width
from warcry3d.app.widgets.theme import apply_theme
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.table.table import Table

__all__ = ["Window"]

AFTERGLOW = 30
"""Frames drawn after the last thing that happened: panels fade and settle; then the window rests."""
RESTING = 15
"""At rest one frame in so many is drawn, for what other windows uncover and for progress."""
TEXT = 23.0
"""Height of a line of text (points)."""


class Window:
    """The app on one screen. ``step`` it until `is_closed`, then ``close`` it."""

    def __init__(
        self,
        screen: OnScreen,
        loaded: LoadedFile,
        words: Words,
        *,
        kernels: Kernels | None = None,
        settings: Settings | None = None,
    ) -> None:
        self._screen = screen
        self.words = words
        self._settings = settings or Settings()
        self._kernels = kernels or NoKernels()
        self.model = ShellModel()
        self.jobs = Jobs()
        self._panels = ImGuiPanda(shipped_fonts(TEXT * screen.scale), screen.size)
        self._panels.draw_on(screen.graphics.host)
        apply_theme(screen.scale)
        self.viewpoint = Viewpoint(loaded.table, self.picture_size)
        self._scene = LiveScene(screen.graphics, self.picture_size, scale=screen.scale)
        self._picture = self._panels.picture(self._scene.texture)
        self._baking = LightBaking(self._scene)
        self._gestures = Gestures()
        self._notice = SILENCE
        self._calm = 0
        self._rooms = RoomSet(self)
        self._tables = shipped_tables()
        self.is_closed = False
        self._open = OpenTable(self, self.jobs, loaded)
        self._open.take(loaded)

    # What there is

    @property
    def room(self) -> AppRoom:
        """Return the room in front."""
        return self._rooms.front

    @property
    def room_name(self) -> str:
        """Return the name of the room in front."""
        return self._rooms.name

    @property
    def rooms(self) -> Iterable[AppRoom]:
        """Return the rooms that were made so far."""
        return self._rooms.made

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
    def picture_size(self) -> tuple[int, int]:
        """Return the size of the table's picture in pixels: the window beside the panel."""
        width, height = self._screen.size
        return max(1, width - panel_width(width, self._screen.scale)), height

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
        over_panel, typing = self._panels.wants_mouse, self._panels.wants_keys
        for gesture in self._gestures.read(inputs, over_panel=over_panel, typing=typing):
            self._take_gesture(gesture)
        polled = (self.jobs.poll(), self.room.poll(), self.camera.glide(seconds))
        self._bring_scene()
        # A room that waits for a kernel to be compiled is not lively: the compiler needs the processor.
        is_busy = self._scene.is_changing or (self.room.is_working and self._kernels.is_done)
        self._calm = 0 if inputs or any(polled) or is_busy else self._calm + 1
        is_lit = self._baking.poll(is_changing=self.is_changing)
        is_drawn = is_lit or self._calm < AFTERGLOW or self._calm % RESTING == 0
        self._screen.graphics.host.setActive(is_drawn)
        if is_drawn:
            self._draw(seconds)
        self._scene.render()

    def _draw(self, seconds: float) -> None:
        wanted: list[ShellIntent] = []
        size = self._screen.size
        with self._panels.frame(seconds):
            self._draw_picture()
            view = ShellView(self.shown, self.words, size, self.picture_size[0], self._screen.scale)
            top = view.menu(wanted)
            self.room.draw(self._frame(top))
            view.overlays(wanted)
        for intent in wanted:
            self.do(intent)

    def _frame(self, top: float) -> Frame:
        """Return what the room draws with, under a menu bar ``top`` pixels high."""
        width, height = self._screen.size
        return Frame(
            self.words,
            (self.picture_size[0], top, width - self.picture_size[0], height - top),
            self.picture_size,
            self.camera.shot,
            self._panels.bold,
            self._screen.scale,
            bool(self.document.past),
            bool(self.document.future),
        )

    def _draw_picture(self) -> None:
        """Lay the scene's picture under the panels."""
        self._panels.replace_picture(self._picture, self._scene.texture)
        paper = imgui.get_background_draw_list()
        paper.add_image(imgui.ImTextureRef(self._picture), (0, 0), self.picture_size, (0, 1), (1, 0))

    def _bring_scene(self) -> None:
        """Bring the scene in step with what the room shows."""
        view = self.room.view
        self.viewpoint.look_through(view.eye)
        self._scene.show(view.table)
        self._scene.explain(view.overlays)
        self._scene.leave_out(view.hidden)
        self._scene.count(view.tags)
        self._scene.look(self.camera.shot)

    @property
    def shown(self) -> ShellShown:
        """Return what the shell's panels show."""
        document, words, model = self.document, self.words, self.model
        look = self.room.view.looks_at
        lines = notice_lines(
            [words.text(warning.message) for warning in document.table.warnings],
            self._notice.said(words),
            self._notice.is_alarming,
            look(words) if look is not None else "",
        )
        return ShellShown(
            self._title,
            self._rooms.name,
            model,
            self._tables,
            entries(model.folder) if model.folder is not None else (),
            folder_for(document.path) if model.naming is not None else None,
            lines,
            self._progress(),
            bool(document.past),
            bool(document.future),
        )

    def _progress(self) -> tuple[ProgressLine, ...]:
        made = [ProgressLine(job.name(self.words), job.progress.share) for job in self.jobs.shown]
        if not self._kernels.is_done:
            said = self.words.say("Compiling the judge, once on this machine. You can look around meanwhile.")
            made.append(ProgressLine(said, self._kernels.share))
        return tuple(made)

    def close(self) -> None:
        """Give everything back."""
        self._kernels.close()
        self._baking.close()
        self.jobs.close()
        self._rooms.close()
        self._panels.close()
        self._scene.close()

    # What happened

    def _feed(self, inputs: Sequence[Input]) -> None:
        """Hand input to the panels, and take what is about the window itself."""
        for one in inputs:
            match one:
                case Resized(size=size):
                    self._panels.resized(size)
                    self._scene.resized(self.picture_size)
                    self.viewpoint.resize(self.picture_size)
                case Closing():
                    self.do(ShellAction.QUIT)
                case _:
                    self._panels.take(one)

    def _take_gesture(self, gesture: Gesture) -> None:
        """Do what a gesture means: for a dialog in front, then the room, then the window."""
        if isinstance(gesture, Pointed):
            self.viewpoint.pointer = gesture.at
        if isinstance(gesture, Key) and self._take_key(gesture.name):
            return
        if self.model.is_asking or self.room.take(gesture):
            return
        match gesture:
            case Dragged(button=button, dx=dx, dy=dy):
                self.viewpoint.drag(button, dx, dy)
            case Turned(notches=notches):
                self.viewpoint.turn_wheel(notches)
            case _:
                pass

    def _take_key(self, name: str) -> bool:
        """Do what a key means to the window; return whether it means anything."""
        if name == "escape" and self._panels.has_popup:
            self._panels.close_popups()
            return True
        if name == "escape" and not self.model.is_clear:
            self.do(ShellAction.STEP_BACK)
            return True
        if self.model.is_asking:
            return True
        intent = KEYS.get(name)
        if intent is not None:
            self.do(intent)
        return intent is not None

    # Intents

    def do(self, intent: ShellIntent) -> None:
        """Do what a panel or key asks for; what would lose unsaved changes waits for an answer."""
        pending = self.model.pending
        self.model = self.model.after(intent, would_lose=self.document.is_changed)
        if self.model.pending is not None and self.model.pending is not pending:
            return
        match intent:
            case ShellAction():
                self._do_action(intent, pending)
            case LookFrom(preset=preset):
                self.room.leave_eye()
                self.viewpoint.look_from(preset)
            case OpenFile(path=path):
                self._settings = replace(self._settings, folder=path.resolve().parent)
                self._open.load(path)
            case BrowseFolder(folder=None):
                self._browse()
            case SpeakLanguage(language=language):
                self.words = Words(language)
                self.show_title()
            case GoToRoom(name=name):
                self._rooms.go_to(name)
            case SaveTable(name=name):
                self._save(name)
            case ReplaceTable(table=table, then=then):
                self._open.replace(table, then)

    def _do_action(self, action: ShellAction, pending: ShellIntent | None) -> None:
        match action:
            case ShellAction.DISCARD if pending is not None:
                self._open.document = replace(self.document, saved=self.document.table)
                self.do(pending)
            case ShellAction.NAME_TABLE:
                self.model = self.model.after(TypeName(free_table_name(self.document.path)))
            case ShellAction.SAVE_PICTURE:
                self._save_picture()
            case ShellAction.UNDO:
                self.undo()
            case ShellAction.REDO:
                self.redo()
            case ShellAction.QUIT:
                self.is_closed = True

    def _browse(self) -> None:
        """List the folder of last time, else that of the open table."""
        last = self._settings.folder
        folder = last if last is not None and last.is_dir() else self.document.path.parent
        self.model = self.model.after(BrowseFolder(folder.resolve()))

    def _save(self, name: str) -> None:
        """Save the table under a name, then do what waited for that."""
        pending = self.model.pending
        if self._open.save(name):
            self.model = self.model.saved()
            self._settings = replace(self._settings, folder=self.document.path.parent)
            if pending is not None:
                self.do(pending)

    def _save_picture(self) -> None:
        """Save what is seen, with names and the room's words at its foot."""
        graphics, texture, stem = self._screen.graphics, self._scene.texture, stem_of(self.document.path)
        try:
            path = save_view(graphics, texture, stem, self.room, self.camera.shot, self.words)
        except WarcryError as error:
            self.notify(refusing(error), is_alarming=True)
        else:
            self.notify(lambda words: words.say("saved {path}", path=path))

    # The open table

    def show_loaded(self, loaded: LoadedFile) -> None:
        """Come to the room that opens such files, and look at the whole table."""
        self._scene.world.offer(loaded.scene)
        name = room_for(loaded.path)
        if name is not None and name != self._rooms.name:
            self._rooms.go_to(name)
        self.viewpoint.look_over(loaded.table)
        self.show_title()

    def show_title(self) -> None:
        """Title the window after what is open; a star: it has changes that are not saved."""
        self._screen.titled(f"{self._title} - warcry3d")

    @property
    def _title(self) -> str:
        return title_of(self.document.path, self.words) + (" *" if self.document.is_changed else "")

    # What rooms ask for

    def change_table(self, table: Table) -> None:
        """Show the table after a change that can be undone."""
        self._open.change(table)

    def replace_table(self, table: Table, then: Callable[[], None]) -> None:
        """Show another table in place of the open one, asking first where that would lose changes."""
        self.do(ReplaceTable(table, then))

    def undo(self) -> None:
        """Take the last change back."""
        self._open.undo()

    def redo(self) -> None:
        """Make the change again that was undone last."""
        self._open.redo()

    def open_room(self, name: str) -> None:
        """Open a room by its name."""
        self.do(GoToRoom(name))

    def notify(self, saying: Saying | None, *, is_alarming: bool = False) -> None:
        """Say something at the foot of the table, in any language; None: nothing any longer."""
        self._notice = Notice(saying, is_alarming)

    def wait_for_kernels(self, what: str) -> None:
        """Block until the kernels of ``what`` are compiled."""
        self._kernels.wait(what)

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        """Return the fighter under a pixel, or near it."""
        return self.viewpoint.fighter_under(at, self.room.view)

    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
        """Return the line of sight through a pixel."""
        return self.viewpoint.ray(at)
