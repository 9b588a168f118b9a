"""A button of a room's tool bar, as data."""

from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["ToolEntry"]

Command = TypeVar("Command")


@dataclass(frozen=True, slots=True)
class ToolEntry(Generic[Command]):
    """A button of the tool bar. ``title`` and ``tip`` are templates; ``icon``: see `warcry3d.app.widgets.icons`.

    ``binding``: the name of the action whose key presses it. ``command``: what it does; None: it takes the tool
    called ``name`` in hand, whose part of the room then reads gestures first.
    """

    name: str
    title: str
    tip: str
    icon: str
    binding: str
    command: Command | None = None
