"""The app's window without a display or a graphics card, for measurements: its frames are drawn in software."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from panda3d.core import GraphicsOutput, Texture

from warcry3d.app.scene.pipe import Graphics, headless
from warcry3d.app.shell.inputs import Input
from warcry3d.app.shell.rooms import load_file
from warcry3d.app.shell.window import Window
from warcry3d.messages import Words

__all__ = ["SIZE", "Screen", "unseen_window"]

SIZE = (1280, 800)


@dataclass
class Screen:
    """A screen nobody sees."""

    graphics: Graphics
    size: tuple[int, int] = SIZE
    inputs: list[Input] = field(default_factory=list)
    scale: float = 1.0

    def poll(self) -> list[Input]:
        taken, self.inputs = self.inputs, []
        return taken

    def titled(self, title: str) -> None: ...


@contextmanager
def unseen_window(file: Path) -> Iterator[tuple[Window, Screen]]:
    """Yield a window that has a file open, and its screen; close both at the end."""
    graphics = headless()
    buffer = graphics.buffer("screen", SIZE)
    buffer.addRenderTexture(Texture("screen"), GraphicsOutput.RTMCopyRam)
    screen = Screen(Graphics(graphics.engine, graphics.pipe, buffer))
    window = Window(screen, load_file(file), Words("en"))
    try:
        yield window, screen
    finally:
        window.close()
        graphics.close()
