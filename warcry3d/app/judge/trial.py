"""Trying things out in the Judge room: who is being dragged, and changes that the open file never hears of. Pure.

A table file takes changes like any other, with the window's undo. A battle does not: what is changed there is kept
here as a trial, with its own undo, until the battle shows another step.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

from warcry3d.app.judge.intents import PartIntent
from warcry3d.table.table import Table

if TYPE_CHECKING:
    from warcry3d.app.judge.model import JudgeModel

__all__ = ["HoldModel", "KeepTrial", "TrialState", "TurnBack"]


@dataclass(frozen=True, slots=True)
class HoldModel(PartIntent):
    """Take a model in hand, by its id; None: let it go."""

    part: ClassVar[str] = "what-if"
    id: str | None


@dataclass(frozen=True, slots=True)
class KeepTrial(PartIntent):
    """Keep a change as a trial."""

    part: ClassVar[str] = "what-if"
    table: Table


@dataclass(frozen=True, slots=True)
class TurnBack(PartIntent):
    """Undo the last change of the trial, or make it again."""

    part: ClassVar[str] = "what-if"
    is_redo: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TrialState:
    """Who is in hand, who was last, and the trial of a battle. ``past``: the tables before each change, None for the
    battle's own. ``origin``: how it was when the tool was taken in hand.
    """

    part: ClassVar[str] = "what-if"
    held: str | None = None
    last: str | None = None
    trial: Table | None = field(default=None, repr=False)
    past: tuple[Table | None, ...] = field(default=(), repr=False)
    future: tuple[Table | None, ...] = field(default=(), repr=False)
    origin: Table | None = field(default=None, repr=False)

    def table_of(self, judge: "JudgeModel") -> Table:
        """Return the table that changes are made to: the trial, or else the one that is open."""
        return judge.opened if self.trial is None else self.trial

    def after(self, intent: PartIntent, judge: "JudgeModel") -> Self:
        """Return it after an intent of its own."""
        match intent:
            case HoldModel(id=id):
                return replace(self, held=id, last=id or self.last)
            case KeepTrial(table=table):
                return replace(self, trial=table, past=(*self.past, self.trial), future=())
            case TurnBack(is_redo=False) if self.past:
                return replace(self, trial=self.past[-1], past=self.past[:-1], future=(self.trial, *self.future))
            case TurnBack(is_redo=True) if self.future:
                return replace(self, trial=self.future[0], past=(*self.past, self.trial), future=self.future[1:])
        return self

    def following(self, before: "JudgeModel", judge: "JudgeModel") -> Self:
        """Return it without the trial where another table is open, and with how it was when the tool was taken; a tape
        that was held meanwhile changes nothing.
        """
        state = self
        if judge.opened is not before.opened:
            there = {model.id for model in judge.opened.models}
            state = type(self)(last=self.last if self.last in there else None, origin=self.origin)
        if judge.tool == self.part and before.tool not in (self.part, "tape"):
            return replace(state, origin=judge.opened)
        return state
