"""What tests of the window share: a window on an offscreen screen, stepped by injected input."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import numpy as np
from panda3d.core import GraphicsOutput, Texture

from tests.patience import PATIENCE
from warcry3d.app.judge.room import JudgeRoom
from warcry3d.app.play.room import PlayRoom
from warcry3d.app.scene.camera import middle_of, project
from warcry3d.app.scene.live_scene import Canvas, LiveScene
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.world import Quality
from warcry3d.app.shell.background.preparation import Kernels
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released
from warcry3d.app.shell.room import LoadedFile
from warcry3d.app.shell.settings import Settings
from warcry3d.app.shell.window import Window
from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.rules.results import CoverVerdict, Judgement
from warcry3d.sight.distance import measure
from warcry3d.sight.verdict import Seen
from warcry3d.table.table import Table

SIZE = (900, 560)
ROUGHER = 4
"""So many pixels of the window, along each side, are one of a rough picture of the table."""


class RoughScene(LiveScene):
    """A scene of a sixteenth of the pixels, rough edges and hardly a shadow: a processor draws here, no graphics card.

    It draws the same frames however busy the machine is.
    """

    def __init__(self, graphics: Graphics, size: tuple[int, int], *, scale: float = 1.0) -> None:
        quality = Quality(shadow_size=64, shadow_taps=1, oversampling=1)
        super().__init__(graphics, size, quality=quality, scale=scale / ROUGHER)

    def resized(self, size: tuple[int, int]) -> None:
        super().resized((size[0] // ROUGHER, size[1] // ROUGHER))

    def rescaled(self, scale: float) -> None:
        super().rescaled(scale / ROUGHER)

    def _canvas(self, coarse: int, samples: int) -> Canvas:
        return super()._canvas(coarse, 0)

    def _took(self, seconds: float) -> None:
        """Measure nothing."""


@dataclass
class Offscreen:
    """A screen nobody sees, whose input the test makes."""

    graphics: Graphics
    texture: Texture
    size: tuple[int, int] = SIZE
    inputs: list[Input] = field(default_factory=list)
    title: str = ""
    scale: float = 1.0

    def poll(self) -> list[Input]:
        taken, self.inputs = self.inputs, []
        return taken

    def titled(self, title: str) -> None:
        self.title = title


Made = tuple[Window, Offscreen]


def answer(table: Table, viewer: str, target: str, **agreed: object) -> Judgement:
    """Judge at once: everybody is seen, but about "silent" there is no answer."""
    if target == "silent":
        raise QuestionError("'{id}' cannot see itself: ask about two fighters", id="silent")
    a, b = table.model(viewer), table.model(target)
    start, end = ((float(x), float(y), float(z)) for x, y, z in (middle_of(a), middle_of(b)))
    return Judgement("warcry", a.id, b.id, measure(a, b), Seen((start, end), 2.0), "WC-SIGHT-1", CoverVerdict(()))


@contextmanager
def window_on(
    graphics: Graphics,
    table: Table,
    path: Path,
    *,
    kernels: Kernels | None = None,
    settings: Settings | None = None,
    is_fine: bool = False,
) -> Iterator[Made]:
    """Yield a window on a table and its screen; ``is_fine``: the table is drawn as people see it, for tests that look
    at its pixels.
    """
    texture = Texture("screen")
    buffer = graphics.buffer("screen", SIZE)
    buffer.addRenderTexture(texture, GraphicsOutput.RTMCopyRam)
    screen = Offscreen(Graphics(graphics.engine, graphics.pipe, buffer), texture)
    with patch("warcry3d.app.shell.window.LiveScene", LiveScene if is_fine else RoughScene):
        own = settings or Settings(has_instant_dice=True, pace=4.0)  # nobody looks on
        window = Window(screen, LoadedFile(path, table), Words("en"), kernels=kernels, settings=own)
    try:
        yield window, screen
    finally:
        window.close()
        graphics.remove(buffer)


def judge_room(window: Window) -> JudgeRoom:
    assert isinstance(window.room, JudgeRoom)
    return window.room


def play_room(window: Window) -> PlayRoom:
    assert isinstance(window.room, PlayRoom)
    return window.room


def steps(window: Window, count: int = 3) -> None:
    for _ in range(count):
        window.step(1 / 60)


def arrived(window: Window) -> None:
    """Step a window until its camera is where it goes, in few frames: nothing is waited for, and each one is drawn."""
    for _ in range(75):
        if window.camera.shot == window.camera.goal:
            return
        window.step(1 / 15)
    raise AssertionError("the camera never arrived")


def until(window: Window, holds: Callable[[], bool]) -> None:
    """Step a window until something holds, leaving the processor to the work that it waits for, the more the longer it
    takes.
    """
    limit, pause = time.monotonic() + PATIENCE, 1 / 60
    while not holds():
        window.step(1 / 60)
        time.sleep(pause)
        pause = min(1.1 * pause, 0.25)
        assert time.monotonic() < limit, "it never came about"


def rested(window: Window) -> None:
    """Step a window until it rests; where nothing is worked out, only frames must pass, and none is waited for."""
    limit = time.monotonic() + PATIENCE
    while window.is_changing or not window.is_resting:
        window.step(1 / 60)
        if window.room.is_working:
            time.sleep(1 / 60)
        assert time.monotonic() < limit, "it never rested"


def place_of(window: Window, id: str) -> tuple[float, float]:
    """Return the pixel in which a fighter's middle is seen."""
    middle = middle_of(window.document.table.model(id))
    x, y, _ = project(window.camera.shot, np.array([middle]), window.picture_size)[0]
    return float(x), float(y)


def pixel_of(window: Window, point: tuple[float, float, float]) -> tuple[float, float]:
    x, y, _ = project(window.camera.shot, np.array([point]), window.picture_size)[0]
    return float(x), float(y)


def click(made: Made, at: tuple[float, float], button: str = "mouse1") -> None:
    window, screen = made
    for event in (PointerMoved(at), Pressed(button), Released(button)):
        screen.inputs.append(event)
        steps(window, 1)


def press(made: Made, key: str) -> None:
    made[1].inputs += [Pressed(key), Released(key)]
    steps(made[0], 1)


def said(window: Window) -> str:
    """Return what the window says at its lower left."""
    return "\n".join(text for text, _ in window.shown.lines)
