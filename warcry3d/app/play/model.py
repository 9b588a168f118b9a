"""The model of the Play room: the table, and the step of a recorded battle that is shown. Pure."""

from dataclasses import dataclass, replace
from typing import Self, TypeAlias

from warcry3d.app.play.timeline import Moment, Timeline
from warcry3d.table.table import Table

__all__ = ["FollowTable", "GoToStep", "OpenTimeline", "PlayIntent", "PlayModel", "StepBy"]


@dataclass(frozen=True, slots=True, eq=False)
class OpenTimeline:
    """Show a recorded battle at its end; None: a table without one."""

    timeline: Timeline | None
    table: Table


@dataclass(frozen=True, slots=True)
class GoToStep:
    """Show the battle after this step; beyond its ends, at them."""

    step: int


@dataclass(frozen=True, slots=True)
class StepBy:
    """Go so many steps on, or back."""

    steps: int


@dataclass(frozen=True, slots=True, eq=False)
class FollowTable:
    """The table changed under the room: a fighter was moved, or a move undone."""

    table: Table


PlayIntent: TypeAlias = OpenTimeline | GoToStep | StepBy | FollowTable


@dataclass(frozen=True, slots=True, eq=False)
class PlayModel:
    """What the room shows: a table; with a ``timeline`` the ``moment`` after ``step``."""

    table: Table
    timeline: Timeline | None = None
    step: int = 0
    moment: Moment | None = None

    def after(self, intent: PlayIntent) -> Self:
        """Return the model after an intent."""
        match intent:
            case OpenTimeline(timeline=timeline, table=table):
                if timeline is None:
                    return type(self)(table)
                return type(self)(table, timeline, timeline.steps, timeline.moment(timeline.steps))
            case GoToStep(step=step):
                return self._at(step)
            case StepBy(steps=steps):
                return self._at(self.step + steps)
            case FollowTable(table=table):
                return replace(self, table=table)

    def _at(self, step: int) -> Self:
        if self.timeline is None:
            return self
        step = min(max(step, 0), self.timeline.steps)
        if step == self.step:
            return self
        moment = self.timeline.moment(step)
        return replace(self, step=step, moment=moment, table=moment.table)
