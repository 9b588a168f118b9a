"""The window on the desktop: opened without ShowBase, its input as plain values.

Panda3D's window, mouse and keyboard are polled once a frame; nothing is kept in its global messenger.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from panda3d.core import (
    ButtonThrower,
    DataGraphTraverser,
    DataNode,
    EventQueue,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    ModifierButtons,
    MouseAndKeyboard,
    WindowProperties,
)

from warcry3d.app.scene.pipe import Graphics, configure
from warcry3d.app.shell.desktop.file_drops import FileDrops
from warcry3d.app.shell.desktop.x_display import DisplayWatch
from warcry3d.app.shell.inputs import Closing, FilesDropped, Input, PointerMoved, Pressed, Released, Resized, Typed
from warcry3d.errors import MissingGraphicsError

__all__ = ["OnScreen", "Screen", "in_order"]


FULL_HD = 1080
"""The height (pixels) of displays on which a point is a pixel."""

_DOWN, _UP, _KEY, _CLOSE = "screen-down", "screen-up", "screen-key", "screen-close"


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


class Screen:
    """An open window: `graphics` to draw with, `poll` for what the person did. ``close()`` it when done."""

    def __init__(
        self,
        title: str,
        size: tuple[int, int],
        *,
        pixels: tuple[int, int] | None = None,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """Open it, ``size`` points or ``pixels`` large; raise `MissingGraphicsError` where there is no display.

        ``lost`` is called when the display goes away under the window, which ends the program.
        """
        self.graphics = _open(title, size, pixels)
        self.window = self.graphics.host
        self.window.setCloseRequestEvent(_CLOSE)
        handle = self.window.getWindowHandle()
        self._watch = DisplayWatch(handle.getIntHandle() if handle else 0, lost)
        self._drops = FileDrops(handle.getIntHandle() if handle else 0)
        self._data = DataNode("input")
        mouse = MouseAndKeyboard(self.window, 0, "mouse and keyboard")
        thrower = ButtonThrower("buttons")
        thrower.setButtonDownEvent(_DOWN)
        thrower.setButtonUpEvent(_UP)
        thrower.setKeystrokeEvent(_KEY)
        thrower.setModifierButtons(ModifierButtons())
        self._data.addChild(mouse)
        mouse.addChild(thrower)
        self._traverser = DataGraphTraverser()
        self._size = self.size
        self._pointer: tuple[float, float] | None = None
        self._has_rested = False

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the window's inside in pixels."""
        return max(1, self.window.getXSize()), max(1, self.window.getYSize())

    @property
    def scale(self) -> float:
        """Return how many pixels of the display a point is: 1 up to full HD, more on finer displays, in quarters."""
        return _scale(self.graphics.pipe)

    @property
    def is_open(self) -> bool:
        """Whether the window is there and not minimized."""
        properties = self.window.getProperties()
        return bool(properties.getOpen() and not properties.getMinimized())

    def titled(self, title: str) -> None:
        """Give the window another title."""
        properties = WindowProperties()
        properties.setTitle(title)
        self.window.requestProperties(properties)

    def poll(self) -> list[Input]:
        """Return what happened since the last call, in order as far as it is known (`in_order`)."""
        self._traverser.traverse(self._data)
        happened: list[Input] = [Closing()] if self._watch.is_gone() else []
        if self.size != self._size:
            self._size = self.size
            happened.append(Resized(self._size))
        pointer = self.window.getPointer(0)
        at = (float(pointer.getX()), float(pointer.getY())) if pointer.getInWindow() else None
        move = PointerMoved(at) if at != self._pointer else None
        self._pointer = at
        dropped = self._drops.poll()
        happened += [FilesDropped(dropped)] if dropped else []
        happened += in_order(move, self._events(), has_rested=self._has_rested)
        self._has_rested = move is None
        return happened

    def _events(self) -> list[Input]:
        queue, happened = EventQueue.getGlobalEventQueue(), list[Input]()
        while not queue.isQueueEmpty():
            event = queue.dequeueEvent()
            if event.name == _CLOSE:
                happened.append(Closing())
            elif event.name in (_DOWN, _UP):
                name = event.getParameter(0).getStringValue()
                happened.append(Pressed(name) if event.name == _DOWN else Released(name))
            elif event.name == _KEY:
                text = event.getParameter(0).getWstringValue()
                happened += [Typed(text)] if text.isprintable() else []
        return happened

    def close(self) -> None:
        """Close the window."""
        self._watch.close()
        self._drops.close()
        self.graphics.close()


def in_order(move: PointerMoved | None, events: Sequence[Input], *, has_rested: bool) -> list[Input]:
    """Return the pointer's move among what else happened since the last call; Panda3D does not say which came first.

    The move comes before a click. Where the pointer ``has_rested`` before, a drag that begins does so at its rest:
    where frames are slow, the place it has got to meanwhile is far from what was grasped.
    """
    if move is None:
        return list(events)
    pressed = [one.name for one in events if isinstance(one, Pressed) and one.name.startswith("mouse")]
    is_drag = bool(pressed) and Released(pressed[-1]) not in events
    return [*events, move] if has_rested and is_drag else [move, *events]


def _open(title: str, size: tuple[int, int], pixels: tuple[int, int] | None) -> Graphics:
    """Return the window's graphics; it is made smaller than ``size`` where the display is."""
    configure()
    pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe("pandagl")
    if pipe is not None and pipe.isValid():
        engine = GraphicsEngine(pipe)
        window = engine.makeOutput(
            pipe,
            "window",
            0,
            _framebuffer(),
            _properties(title, _fitting(pipe, size, pixels)),
            GraphicsPipe.BFRequireWindow,
        )
        if window is not None:
            engine.openWindows()
            if window.isValid():
                return Graphics(engine, pipe, window)
            engine.removeAllWindows()
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise MissingGraphicsError(
            "there is no display to open a window on (DISPLAY is not set); go on without: check, picture and verify "
            "need none"
        )
    raise MissingGraphicsError(
        "no window can be opened on this display (OpenGL 3.2 is needed); go on without: check, picture and verify "
        "need none"
    )


def _fitting(pipe: Any, size: tuple[int, int], pixels: tuple[int, int] | None) -> tuple[int, int]:
    """Return ``pixels``, else ``size`` (points) in pixels, or as much of it as the display has room for."""
    width, height, scale = pipe.getDisplayWidth(), pipe.getDisplayHeight(), _scale(pipe)
    if width <= 0 or height <= 0:
        return pixels or size
    wanted = pixels or (round(size[0] * scale), round(size[1] * scale))
    return min(wanted[0], round(width * 0.96)), min(wanted[1], round(height * 0.88))


def _scale(pipe: Any) -> float:
    return max(1.0, round(float(pipe.getDisplayHeight()) / FULL_HD * 4) / 4)


def _framebuffer() -> Any:
    properties = FrameBufferProperties()
    properties.setRgbaBits(8, 8, 8, 0)
    properties.setBackBuffers(1)
    return properties


def _properties(title: str, size: tuple[int, int]) -> Any:
    properties = WindowProperties()
    properties.setTitle(title)
    properties.setSize(*size)
    return properties
