"""A part of the Judge room: how what its state says is drawn, and how gestures and the background change it.

To add a part: a `PartState` and intents (`PartIntent`), a class derived from `JudgePart`, its maker in ``PARTS`` of
`warcry3d.app.judge.toolbox`, and for a tool of the bar its entry in ``TOOLS`` there and its key in
`warcry3d.app.judge.keys`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from warcry3d.app.judge.intents import JudgeIntent, PartIntent
from warcry3d.app.judge.model import JudgeModel, PartState
from warcry3d.app.shell.room import Frame, Host
from warcry3d.app.shell.room_part import RoomPart
from warcry3d.app.widgets.name_labels import Box

__all__ = ["Bench", "JudgePart", "Wanted"]

Wanted: TypeAlias = JudgeIntent | PartIntent | str
"""An intent of the room or of a part, or the name of another room."""


class Bench(Protocol):
    """What a part may ask of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> JudgeModel: ...
    @property
    def named(self) -> list[Box]:
        """Where names stand that were drawn in this frame: the next ones stand clear of them and are added."""

    def do(self, intent: JudgeIntent | PartIntent) -> None:
        """Take an intent; every part then hears of the change by ``follow``."""


class JudgePart(RoomPart[Bench, JudgeModel, Wanted]):
    """A part of the room, made with its `Bench`; what it does not say itself it does not do."""

    @property
    @abstractmethod
    def first_state(self) -> PartState:
        """Return what the room's model keeps for it at first."""

    def draw_panel(self, frame: Frame) -> Sequence[Wanted] | None:
        """Draw the side panel in place of the verdict while its tool is in hand; None: the verdict stays."""
        return None

    def walls(self, frame: Frame) -> Sequence[Box]:
        """Return what its panels cover of the table's picture."""
        return ()
