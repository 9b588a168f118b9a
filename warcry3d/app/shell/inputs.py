"""What a person does with mouse and keyboard, and what becomes of the window, as plain values."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

__all__ = ["Closing", "FilesDropped", "Input", "PointerMoved", "Pressed", "Released", "Resized", "Typed"]


@dataclass(frozen=True, slots=True)
class PointerMoved:
    """The pointer is at a pixel from the top left; ``at`` is None outside the window."""

    at: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A mouse button, the wheel or a key went down, by Panda3D's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Released:
    """It came up again."""

    name: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A character was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class FilesDropped:
    """Files were dragged out of another program and dropped on the window."""

    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has a new size in pixels."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Closing:
    """The person wants the window closed, or something has destroyed it."""


Input: TypeAlias = PointerMoved | Pressed | Released | Typed | FilesDropped | Resized | Closing
