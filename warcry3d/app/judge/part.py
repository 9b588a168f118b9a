"""A part of the Judge room: how what its state says is drawn, and how gestures and the background change it.

To add a part: a `PartState` and intents (`PartIntent`), a class with the methods of `JudgePart` (derive from
`QuietPart` and give those that it needs), its maker in ``PARTS`` of `warcry3d.app.judge.toolbox`, and for a tool of the
bar its entry in ``TOOLS`` there and its key in `warcry3d.app.judge.keys`.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from warcry3d.app.judge.intents import JudgeIntent, PartIntent
from warcry3d.app.judge.model import JudgeModel, PartState
from warcry3d.app.shell.gestures import Gesture
from warcry3d.app.shell.room import Frame, Host, TableView

__all__ = ["Bench", "JudgePart", "QuietPart", "Wanted"]

Wanted: TypeAlias = JudgeIntent | PartIntent | str
"""An intent of the room or of a part, or the name of another room."""


class Bench(Protocol):
    """What a part may ask of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> JudgeModel: ...
    def do(self, intent: JudgeIntent | PartIntent) -> None:
        """Take an intent; every part then hears of the change by ``follow``."""


class JudgePart(Protocol):
    """A part of the room, made with its `Bench`. ``close()`` it when done."""

    @property
    def first_state(self) -> PartState:
        """What the room's model keeps for it at first."""

    @property
    def is_working(self) -> bool:
        """Whether an answer is due soon for which the picture should stay lively."""

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means while its tool is in hand; return whether it means anything, as `AppRoom.take`."""

    def follow(self, before: JudgeModel) -> None:
        """The room's model was ``before`` and is another now: ask the background what is not known yet."""

    def poll(self) -> bool:
        """Take in what the background found; return whether anything is new."""

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Return what the room shows on the table, with what the part adds; the same for the same model."""

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw panels over the table, above the tool bar whose top is at ``foot`` (pixels); return what is asked."""

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw its cards in the side panel that is open, below the verdict; return what is asked."""

    def draw_panel(self, frame: Frame) -> Sequence[Wanted] | None:
        """Draw the side panel in place of the verdict while its tool is in hand; None: the verdict stays."""

    def close(self) -> None: ...


class QuietPart:
    """A part that does nothing: what others derive from."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    @property
    def is_working(self) -> bool:
        """Return that it is not."""
        return False

    def take(self, gesture: Gesture) -> bool:
        """Leave every gesture to the room."""
        return False

    def follow(self, before: JudgeModel) -> None:
        """Ask nothing."""

    def poll(self) -> bool:
        """Return that nothing is new."""
        return False

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Add nothing."""
        return view

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw nothing."""
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw nothing."""
        return ()

    def draw_panel(self, frame: Frame) -> Sequence[Wanted] | None:
        """Leave the panel to the verdict."""
        return None

    def close(self) -> None:
        """Stop nothing."""
