"""A part of a room: a tool or a card that can be added without the room knowing what it is. Rooms derive their own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from warcry3d.app.shell.gestures import Clicked, Gesture, Key, Pointed
from warcry3d.app.shell.room import Frame, TableView

__all__ = ["RoomPart", "intent_of"]

Bench = TypeVar("Bench")
Model = TypeVar("Model")
Wanted = TypeVar("Wanted")
Intent = TypeVar("Intent")

Pixel = tuple[float, float]


class RoomPart(Generic[Bench, Model, Wanted]):
    """A part that does nothing: what others derive from. ``bench``: what it may ask of its room."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    @property
    def is_working(self) -> bool:
        """Whether an answer is due soon for which the picture should stay lively."""
        return False

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means while its tool is in hand; return whether it means anything, as `AppRoom.take`."""
        return False

    def follow(self, before: Model) -> None:
        """The room's model was ``before`` and is another now: ask the background what is not known yet."""

    def poll(self) -> bool:
        """Take in what the background found; return whether anything is new."""
        return False

    def show(self, model: Model, view: TableView) -> TableView:
        """Return what the room shows on the table, with what the part adds; the same for the same model."""
        return view

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw over the table, above the tool bar whose top is at ``foot`` (pixels); return what is asked."""
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw its cards in the side panel that is open; return what is asked."""
        return ()

    def close(self) -> None:
        """Stop what it does in the background."""


def intent_of(
    gesture: Gesture,
    hover: Callable[[Pixel | None], Intent],
    click: Callable[[str, Pixel], Intent | None],
    keys: Mapping[str, Intent],
) -> tuple[Intent | None, bool]:
    """Return what a gesture asks of a room where things are pointed to, clicked and keys have meanings, and whether
    nobody else is to read it.
    """
    match gesture:
        case Pointed(at=at):
            return hover(at), False
        case Clicked(button=button, at=at):
            return click(button, at), True
        case Key(name=name) if name in keys:
            return keys[name], True
        case _:
            return None, False
