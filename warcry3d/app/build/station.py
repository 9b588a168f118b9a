"""A station of the Build room: a tool or a card; how it is drawn, how gestures and the background change it.

To add one: a `StationState` and intents (`StationIntent`), a class derived from `Station`, its maker in ``STATIONS`` of
`warcry3d.app.build.toolbox`, and for a tool of the bar its entry in ``TOOLS`` there and its key in
`warcry3d.app.build.keys`.
"""

from collections.abc import Callable
from typing import ClassVar, Protocol, TypeAlias

from warcry3d.app.build.intents import BuildIntent, StationIntent
from warcry3d.app.build.model import BuildModel, StationState
from warcry3d.app.shell.room import Host
from warcry3d.app.shell.room_part import RoomPart
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

    def edit(self, work: Callable[[Piece], Piece], then: Callable[[Piece], None] | None = None) -> None:
        """Change the piece: at once where it is small, else in the background, so that no frame waits; ``then`` is
        called with what it became.
        """

    def change_in_background(self, work: Callable[[Piece], Piece], then: Callable[[Piece], None] | None = None) -> None:
        """Change the piece by work that may take long; ``then`` is called with what it became."""


class Station(RoomPart[BuildBench, BuildModel, Wanted]):
    """A station that does nothing: what others derive from. ``first_state``: what the room's model keeps for it."""

    first_state: ClassVar[StationState | None] = None

    @property
    def tool(self) -> str | None:
        """Return the name of the tool whose gestures it takes: that of its state, if it keeps any."""
        return self.first_state.station if self.first_state is not None else None

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
