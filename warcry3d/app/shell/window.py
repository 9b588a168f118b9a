"""The app's window: a table to look around, two fighters to pick, the verdict and what shows it.

`Window` turns gestures and the panels' wishes into a new `Dispute`, and what that says into the picture. It is stepped
frame by frame on one thread; judging runs in another (`Judging`), and loading a table in a third (`TableLoader`).
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from imgui_bundle import imgui

from warcry3d.app.judge.explaining import Explaining
from warcry3d.app.judge.judging import Judge, Judging
from warcry3d.app.judge.model import Dispute
from warcry3d.app.moves.move_controller import MoveController
from warcry3d.app.pictures.table import eye_shot, save_png
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.pointing import board_under, fighter_under, ray_under
from warcry3d.app.scene.shoot import pixels
from warcry3d.app.scene.verdict_overlays import labels
from warcry3d.app.shell.camera import PRESETS, Camera, Orbit, overlooking
from warcry3d.app.shell.displayed import Browse, Counting, Displayed, Do, Intent, LookFrom, Speaking
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Gesture, Gestures, Key, Pointed, Turned
from warcry3d.app.shell.imgui_panda import Fonts, ImGuiPanda
from warcry3d.app.shell.notices import SILENCE, Notice, Saying, refusing
from warcry3d.app.shell.panels import Panels
from warcry3d.app.shell.screen import Closing, Input, PointerMoved, Pressed, Released, Resized, Typed
from warcry3d.app.shell.table_files import SUFFIX, title_of
from warcry3d.app.shell.table_loader import TableLoader
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Tag
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["Window"]

AFTERGLOW = 30
"""Frames drawn after the last thing that happened: panels fade and settle; then the window rests."""
RESTING = 15
"""At rest one frame in so many is drawn, for what other windows uncover."""
TEXT = 23.0
"""Height of a line of text (points)."""


class OnScreen(Protocol):
    """What a window needs of its screen; tests put their own in place."""

    @property
    def graphics(self) -> Graphics: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def scale(self) -> float: ...
    def poll(self) -> list[Input]: ...
    def titled(self, title: str) -> None: ...


class Window:
    """The app on one screen. ``step`` it until `is_closed`, then ``close`` it."""

    def __init__(self, screen: OnScreen, path: Path, table: Table, words: Words, *, judge: Judge | None = None) -> None:
        self._screen = screen
        self._words = words
        self._tables = TableLoader(self, path)
        self._dispute = Dispute(table)
        self._judging = Judging(table, judge)
        self._panels = ImGuiPanda(_fonts(TEXT * screen.scale), screen.size)
        self._panels.draw_on(screen.graphics.host)
        self._drawn = Panels(self._panels.bold, screen.scale)
        self._stage = LiveScene(screen.graphics, self.room, scale=screen.scale)
        self._camera = Camera(overlooking(table, "corner", self._aspect))
        self._moving = MoveController(self, table)
        self._picture = self._panels.picture(self._stage.texture)
        self._gestures = Gestures()
        self._pointer: tuple[float, float] | None = None
        self._notice = SILENCE
        self._explaining = Explaining(self._stage)
        self._calm = 0
        self.is_closed = False
        self.take(path, table)

    @property
    def dispute(self) -> Dispute:
        """Return what is picked and agreed."""
        return self._dispute

    @property
    def judgement(self) -> Judgement | None:
        """Return the answer to what is asked, once it is there."""
        return self._judging.answer(self._dispute.question)

    @property
    def camera(self) -> Camera:
        """Return the moving eye."""
        return self._camera

    @property
    def moving(self) -> MoveController:
        """Return what moves fighters."""
        return self._moving

    @property
    def path(self) -> Path:
        """Return the file of the open table."""
        return self._tables.path

    @property
    def words(self) -> Words:
        """Return the language spoken."""
        return self._words

    @property
    def shot(self) -> Shot:
        """Return from where the table is seen now."""
        return self._camera.shot

    @property
    def room(self) -> tuple[int, int]:
        """Return the size of the table's picture in pixels: the window beside the panel."""
        width, height = self._screen.size
        return width - self._drawn.aside(self._screen.size), height

    @property
    def is_changing(self) -> bool:
        """Whether the picture does not yet show things as they stand."""
        return self._stage.is_changing or self._camera.shot != self._camera.goal or self._tables.is_loading

    def step(self, seconds: float) -> None:
        """Take in what happened and draw a frame, ``seconds`` after the last; draw nothing where nothing happens."""
        inputs = self._screen.poll()
        self._feed_panels(inputs)
        over_panel, typing = self._panels.wants_mouse, self._panels.wants_keys
        for gesture in self._gestures.read(inputs, over_panel=over_panel, typing=typing):
            self._do(gesture)
        polled = (self._tables.poll(), self._judging.poll(), self._moving.poll(), self._camera.glide(seconds))
        happened = bool(inputs) or any(polled)
        self._bring_scene()
        is_busy = self._stage.is_changing or self._moving.is_working or self._judging.is_preparing
        self._calm = 0 if happened or is_busy else self._calm + 1
        is_drawn = self._calm < AFTERGLOW or self._calm % RESTING == 0
        self._screen.graphics.host.setActive(is_drawn)
        if is_drawn:
            self._draw_panels(seconds)
        self._stage.render()

    def _draw_panels(self, seconds: float) -> None:
        with self._panels.frame(seconds):
            self._draw_scene()
            wanted = self._drawn.draw(self.shown, self._words, self._screen.size)
        for intent in wanted:
            self._grant(intent)

    def close(self) -> None:
        """Give everything back."""
        self._tables.close()
        self._judging.close()
        self._moving.close()
        self._panels.close()
        self._stage.close()

    # What happened

    def _feed_panels(self, inputs: Sequence[Input]) -> None:
        for one in inputs:
            match one:
                case PointerMoved(at=None):
                    self._panels.mouse_left()
                case PointerMoved(at=(x, y)):
                    self._panels.mouse_moved(x, y)
                case Pressed(name=name):
                    self._panels.button(name, True)
                case Released(name=name):
                    self._panels.button(name, False)
                case Typed(text=text):
                    self._panels.text(text)
                case Resized(size=size):
                    self._panels.resized(size)
                    self._stage.resized(self.room)
                case Closing():
                    self.is_closed = True

    def _do(self, gesture: Gesture) -> None:
        orbit, board = self._camera.orbit, self._dispute.table.board
        if self._moving.takes(gesture):
            return
        match gesture:
            case Pointed(at=at):
                self._pointer = at
                self._dispute = self._dispute.hovering(self.under(at))
            case Clicked(button=button, at=at):
                id = self.under(at)
                if button == LEFT:
                    self._change(self._dispute.picking(id))
                elif id is not None:
                    self._change(self._dispute.seen_from(id))
            case Dragged(button=button, dx=dx, dy=dy):
                self._change(self._dispute.looking_through_eye(False))
                size = (board.width, board.depth)
                moved = orbit.turned(dx, dy) if button == LEFT else orbit.panned(dx, dy, self._screen.size[1], size)
                self._camera.orbit_to(moved, at_once=True)
            case Turned(notches=notches):
                self._change(self._dispute.looking_through_eye(False))
                self._camera.orbit_to(orbit.zoomed(notches, self._ground_under(orbit) if notches > 0 else None))
            case Key(name=name):
                self._press(name)

    def _press(self, name: str) -> None:
        keys: dict[str, Intent] = {
            "e": Do.TOGGLE_EYE,
            "space": Do.SWAP,
            "escape": Do.STOP_BROWSING if self._tables.is_browsing else Do.CLEAR,
            "o": Browse(None),
            "p": Do.SAVE_PICTURE,
            **{str(number): LookFrom(preset) for number, preset in enumerate(PRESETS, 1)},
        }
        if name in keys:
            self._grant(keys[name])

    def _grant(self, intent: Intent) -> None:
        """Do what a panel or key asks for."""
        if self._moving.grants(intent) or self._tables.grants(intent):
            return
        match intent:
            case Do.SWAP:
                self._change(self._dispute.swapped())
            case Do.TOGGLE_EYE:
                self._change(self._dispute.looking_through_eye(not self._dispute.through_eye))
            case Do.CLEAR:
                self._change(self._dispute.cleared())
            case Do.SAVE_PICTURE:
                self._save_picture()
            case Do.QUIT:
                self.is_closed = True
            case LookFrom(preset=preset):
                self._change(self._dispute.looking_through_eye(False))
                self._camera.orbit_to(overlooking(self._dispute.table, preset, self._aspect))
            case Counting(tag=tag, counts=counts):
                self.count(tag, counts)
            case Speaking(language=language):
                self.speak(language)

    def count(self, tag: Tag, counts: bool) -> None:
        """Let parts of figures with a tag count, or not."""
        self._change(self._dispute.counting(tag, counts))

    def speak(self, language: str) -> None:
        """Say everything in another language from now on."""
        self._words = Words(language)

    def _change(self, dispute: Dispute) -> None:
        """Take a new dispute: ask for its answer, and look from where it says."""
        before, self._dispute = self._dispute, dispute
        if dispute.question != before.question:
            self._judging.ask(dispute.question)
        looks_from = (dispute.through_eye, dispute.viewer, dispute.target)
        if looks_from != (before.through_eye, before.viewer, before.target):
            if dispute.through_eye and dispute.viewer is not None and dispute.target is not None:
                self._camera.step_into(eye_shot(dispute.table, dispute.viewer, dispute.target))
            else:
                self._dispute = dispute.looking_through_eye(False)
                self._camera.step_out()

    # Tables

    def open(self, path: Path) -> None:
        """Load a table in the background and show it once it is there."""
        self._tables.open(path)

    def take(self, path: Path, table: Table) -> None:
        """Show a table, with nobody picked."""
        self._tables.path, self._dispute = path, Dispute(table)
        self._moving.restart(table)
        self._judge_on(table)
        self._stage.explain(())
        self._stage.leave_out(())
        self._stage.show(table)
        self._camera = Camera(overlooking(table, "corner", self._aspect))
        self._screen.titled(self._tables.title)

    def stand(self, table: Table) -> None:
        """Show the same table after a move: what was asked is asked anew."""
        self._dispute = replace(self._dispute, table=table)
        self._judge_on(table)
        self._stage.show(table)
        self._judging.ask(self._dispute.question)

    def leave_eye(self) -> None:
        """Look at the table, out of any model's eye."""
        self._change(self._dispute.looking_through_eye(False))

    def saved_as(self, path: Path) -> None:
        """Take a file that the table was saved in as its own."""
        self._tables.path = path
        self._screen.titled(self._tables.title)

    def _judge_on(self, table: Table) -> None:
        self._judging.restart(table)
        self._explaining.restart()

    def _save_picture(self) -> None:
        path = _free_name(Path.cwd(), self.path.name.removesuffix(SUFFIX))
        try:
            texture = self._stage.texture
            self._screen.graphics.engine.extractTextureData(texture, self._screen.graphics.host.getGsg())
            save_png(pixels(texture), path)
        except WarcryError as error:
            self.tell(refusing(error), is_alarming=True)
        else:
            self.tell(lambda words: words.say("saved {path}", path=path))

    # What is shown

    @property
    def _aspect(self) -> float:
        width, height = self.room
        return width / height

    def tell(self, saying: Saying | None, *, is_alarming: bool = False) -> None:
        """Say something at the foot of the table, in any language; None: nothing any longer."""
        self._notice = Notice(saying, is_alarming)

    def under(self, at: tuple[float, float] | None) -> str | None:
        """Return the fighter under a pixel, or near it."""
        if at is None:
            return None
        return fighter_under(self._dispute.table, self._camera.shot, at, self.room, without=self._hidden)

    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
        """Return the line of sight through a pixel."""
        return ray_under(self._camera.shot, at, self.room)

    def _ground_under(self, orbit: Orbit) -> tuple[float, float, float] | None:
        """Return the point of the board under the pointer as the orbit sees it."""
        return board_under(self._dispute.table, orbit, self._pointer, self.room) if self._pointer else None

    @property
    def _hidden(self) -> tuple[str, ...]:
        """Return who is left out of the picture: the one whose eye it is."""
        return (self._dispute.viewer,) if self._dispute.through_eye and self._dispute.viewer else ()

    def _bring_scene(self) -> None:
        """Bring the scene in step with the dispute."""
        judgement = None if self._moving.is_on else self.judgement
        self._explaining.show(self._dispute, judgement, self._camera, otherwise=self._moving.overlays)
        self._stage.leave_out(self._hidden)
        self._stage.count(self._dispute.tags)
        self._stage.look(self._camera.shot)

    def _draw_scene(self) -> None:
        """Lay the stage's picture under the panels."""
        self._panels.replace_picture(self._picture, self._stage.texture)
        width, height = self.room
        paper = imgui.get_background_draw_list()
        paper.add_image(imgui.ImTextureRef(self._picture), (0, 0), (width, height), (0, 1), (1, 0))

    @property
    def shown(self) -> Displayed:
        """Return what the panels show."""
        failure = self._judging.failure(self._dispute.question)
        displayed = Displayed(
            title_of(self.path),
            self._dispute,
            self.judgement,
            self._words.error(failure) if failure else "",
            is_judging=self._judging.is_working,
            notice=self._notice.said(self._words) or self._preparing(),
            is_alarming=self._notice.is_alarming,
            warnings=tuple(self._words.text(warning.message) for warning in self._dispute.table.warnings),
            labels=labels(self._dispute, self._hidden, self._camera.shot, self.room),
            look=self._explaining.look(self._words),
        )
        return self._moving.show_in(self._tables.show_in(displayed))

    def _preparing(self) -> str:
        """Return what is said while the sight kernel is compiled."""
        if not self._judging.is_preparing:
            return ""
        return self._words.say("preparing the judge, once on this machine: up to a minute...")


def _fonts(size: float) -> Fonts:
    folder = shipped_root() / "assets" / "fonts"
    return Fonts(folder / "NotoSansCJK-Regular-SC-GB2312.otf", folder / "NotoSansCJK-Bold-SC-GB2312.otf", size)


def _free_name(folder: Path, stem: str) -> Path:
    """Return a name for a picture that no file has yet."""
    number = 1
    while (path := folder / f"{stem}-{number}.png").exists():
        number += 1
    return path
