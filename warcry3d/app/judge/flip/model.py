"""What the Judge room keeps of the smallest moves that flip its verdict. Pure: no graphics, no background."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Self

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.errors import WarcryError
from warcry3d.rules.smallest_flip import Flip

__all__ = ["AnswerFlip", "AskFlips", "FailFlips", "FlipState", "ShowFlip", "StopFlips"]


def _none() -> Mapping[str, Flip]:
    return MappingProxyType({})


@dataclass(frozen=True)
class AskFlips(PartIntent):
    """Search for the smallest moves."""

    part: ClassVar[str] = "flip"


@dataclass(frozen=True)
class StopFlips(PartIntent):
    """Stop searching; what is found by now stays."""

    part: ClassVar[str] = "flip"


@dataclass(frozen=True)
class AnswerFlip(PartIntent):
    """The smallest move of one of the two, by its id."""

    part: ClassVar[str] = "flip"
    case: SightCase
    flip: Flip


@dataclass(frozen=True)
class FailFlips(PartIntent):
    """Why there is no answer."""

    part: ClassVar[str] = "flip"
    case: SightCase
    failure: WarcryError


@dataclass(frozen=True)
class ShowFlip(PartIntent):
    """Show one of the two where its move ends; None: nobody any longer."""

    part: ClassVar[str] = "flip"
    id: str | None


@dataclass(frozen=True, slots=True)
class FlipState:
    """The smallest moves, as far as they are known, by who moves. ``shown``: who is shown where its move ends."""

    part: ClassVar[str] = "flip"
    asked: SightCase | None = None
    is_stopped: bool = False
    found: Mapping[str, Flip] = field(default_factory=_none)
    failure: WarcryError | None = None
    shown: str | None = None

    @property
    def movers(self) -> tuple[str, ...]:
        """Return who may move: viewer and target of what is asked."""
        return (self.asked.question.viewer, self.asked.question.target) if self.asked is not None else ()

    @property
    def is_running(self) -> bool:
        """Whether a move is still searched for."""
        is_open = any(id not in self.found for id in self.movers)
        return is_open and not self.is_stopped and self.failure is None

    def after(self, intent: PartIntent, judge: JudgeModel) -> Self:
        """Return it after an intent; an answer to what is no longer asked changes nothing."""
        match intent:
            case AskFlips() if judge.case is not None:
                return type(self)(judge.case)
            case StopFlips():
                return replace(self, is_stopped=True)
            case AnswerFlip(case=case, flip=flip) if case == self.asked and self.is_running:
                return replace(self, found=MappingProxyType({**self.found, flip.model: flip}))
            case FailFlips(case=case, failure=failure) if case == self.asked:
                return replace(self, failure=failure)
            case ShowFlip(id=id):
                return replace(self, shown=id if id in self.found else None)
        return self

    def following(self, before: JudgeModel, judge: JudgeModel) -> Self:
        """Return it without what was about another question."""
        return self if self.asked is None or self.asked == judge.case else type(self)()
