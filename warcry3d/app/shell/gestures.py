"""From raw input to what the person means: clicks, drags, turns of the wheel, keys."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released

__all__ = ["Clicked", "Dragged", "Dropped", "Gesture", "Gestures", "Key", "KeyReleased", "Pointed", "Turned"]

LEFT, MIDDLE, RIGHT = "mouse1", "mouse2", "mouse3"
STEADY = 5.0
"""A press that moves less than this (pixels) before it is released is a click."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """The pointer is at a pixel with no button held; None outside the window."""

    at: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Clicked:
    """A button was pressed and released in place; ``is_adding``: with shift or control held."""

    button: str
    at: tuple[float, float]
    is_adding: bool = False


@dataclass(frozen=True, slots=True)
class Dragged:
    """The pointer moved by so many pixels with a button held; with shift the left one counts as the right.

    ``start``: where the button was pressed, ``at``: where the pointer is now. ``has_control``: control was held then.
    """

    button: str
    dx: float
    dy: float
    start: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    at: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    has_control: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A button was released at a pixel at the end of a drag."""

    button: str
    at: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Turned:
    """The wheel was turned by a notch: 1 away from the person, -1 towards."""

    notches: int


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down. With control (or command) held its name begins with ``control-``, with shift that of Tab with
    ``shift-``.
    """

    name: str


@dataclass(frozen=True, slots=True)
class KeyReleased:
    """A key came up again, whatever is held with it."""

    name: str


Gesture: TypeAlias = Pointed | Clicked | Dragged | Dropped | Turned | Key | KeyReleased


class Gestures:
    """Reads gestures out of input. What begins over a panel stays the panel's until the button is released."""

    def __init__(self) -> None:
        self._at: tuple[float, float] | None = None
        self._was_over_panel = False
        self._held: str | None = None
        self._pressed_at = (0.0, 0.0)
        self._is_dragging = False
        self._shift = False
        self._control = False
        self._was_control = False

    def read(self, inputs: Sequence[Input], *, over_panel: bool, typing: bool) -> list[Gesture]:
        """Return the gestures in ``inputs``; with the pointer ``over_panel`` none begin, while ``typing`` no keys.

        Panels know a frame late that the pointer came or went: where it rests then, it points anew.
        """
        meant: list[Gesture] = []
        if over_panel != self._was_over_panel and self._held is None and self._at is not None:
            meant = self._moved(self._at, over_panel)
        for one in inputs:
            match one:
                case PointerMoved(at=at):
                    meant += self._moved(at, over_panel)
                case Pressed(name=name) if name in (LEFT, MIDDLE, RIGHT):
                    self._press(name, over_panel)
                case Pressed(name="wheel_up" | "wheel_down" as name):
                    meant += [] if over_panel else [Turned(1 if name == "wheel_up" else -1)]
                case Pressed(name="shift"):
                    self._shift = True
                case Pressed(name="control" | "meta"):
                    self._control = True
                case Pressed(name=name):
                    meant += [] if typing else [Key(self._held_with(name))]
                case Released(name="shift"):
                    self._shift = False
                case Released(name="control" | "meta"):
                    self._control = False
                case Released(name=name) if name in (LEFT, MIDDLE, RIGHT):
                    meant += self._released(name)
                case Released(name=name):
                    meant.append(KeyReleased(name))
        return meant

    def _held_with(self, name: str) -> str:
        """Return a key's name, with that of control before it while it is held; with shift only before Tab."""
        if self._control:
            return f"control-{name}"
        return f"shift-{name}" if self._shift and name == "tab" else name

    def _press(self, name: str, over_panel: bool) -> None:
        if self._held is None and not over_panel and self._at is not None:
            self._held, self._pressed_at, self._is_dragging = name, self._at, False
            self._was_control = self._control

    def _moved(self, at: tuple[float, float] | None, over_panel: bool) -> list[Gesture]:
        before, self._at = self._at, at
        if self._held is None:
            self._was_over_panel = over_panel
            return [Pointed(None if over_panel else at)]
        if at is None or before is None:
            return []
        if not self._is_dragging and math.dist(at, self._pressed_at) > STEADY:
            self._is_dragging, before = True, self._pressed_at
        if not self._is_dragging:
            return []
        button = RIGHT if self._held != LEFT or self._shift else LEFT
        return [Dragged(button, at[0] - before[0], at[1] - before[1], self._pressed_at, at, self._was_control)]

    def _released(self, name: str) -> list[Gesture]:
        if name != self._held:
            return []
        self._held, was_dragging = None, self._is_dragging
        self._is_dragging = False
        if was_dragging:
            return [Dropped(name, self._at or self._pressed_at)]
        return [Clicked(name, self._pressed_at, self._shift or self._control)]
