"""A station of the Build room: a tool or a card; how it is drawn, how gestures and the background change it.

To add one: a `StationState` and intents (`StationIntent`), a class derived from `Station`, its maker in ``STATIONS`` of
`warcry3d.app.build.toolbox`, and for a tool of the bar its entry in ``TOOLS`` there and its key in
`warcry3d.app.build.keys`.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol, TypeAlias

from warcry3d.app.build.intents import BuildIntent, StationIntent
from warcry3d.app.build.model import BuildModel, StationState
from warcry3d.app.shell.gestures import Gesture
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.table.terrain import Piece

__all__ = ["BuildBench", "Station", "Wanted"]

Wanted: TypeAlias = BuildIntent | StationIntent


class BuildBench(Protocol):
    """What a station may ask of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> BuildModel: ...
    def do(self, intent: BuildIntent | StationIntent) -> None:
        """Take an intent; every station then hears of the change by ``follow``."""

    def place_under(self, at: tuple[float, float]) -> tuple[str, int, tuple[float, float, float]] | None:
        """Return the part under a pixel, which of its triangles, and where (in, in the piece's frame)."""

    def change(self, work: Callable[[Piece], Piece]) -> bool:
        """Change the piece, so that it can be undone; what cannot be done is said, and False returned."""

    def change_in_background(self, work: Callable[[Piece], Piece], then: Callable[[Piece], None] | None = None) -> None:
        """Change the piece by work that may take long; ``then`` is called with what it became."""


class Station:
    """A station that does nothing: what others derive from. ``first_state``: what the room's model keeps for it."""

    first_state: ClassVar[StationState | None] = None

    def __init__(self, bench: BuildBench) -> None:
        self.bench = bench

    @property
    def is_working(self) -> bool:
        """Return that it is not."""
        return False

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means while its tool is in hand; return whether it means anything."""
        return False

    @property
    def can_undo(self) -> bool:
        """Whether ``step(-1)`` takes something back that is no change of the piece."""
        return False

    @property
    def can_redo(self) -> bool:
        """Whether ``step(1)`` makes it again."""
        return False

    def step(self, by: int) -> None:
        """Take back (-1) what was done last with its tool in hand, or make it again (1)."""

    @property
    def stamp(self) -> object:
        """Return what stands for all that it shows beside what is in the model: another object where that differs."""
        return None

    def follow(self, before: BuildModel) -> None:
        """The room's model was ``before`` and is another now: ask the background what is not known yet."""

    def poll(self) -> bool:
        """Take in what the background found; return whether anything is new."""
        return False

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Return what the room shows, with what the station adds; the same for the same model."""
        return view

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw over the table, above the tool bar whose top is at ``foot`` (pixels); return what is asked."""
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw its cards in the panel at the right, which is open; return what is asked."""
        return ()

    def close(self) -> None:
        """Stop what it does in the background."""
