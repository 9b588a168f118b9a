"""What the Judge room keeps of how sure its verdict is. Pure: no graphics, no background."""

import math
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.errors import WarcryError
from warcry3d.rules.placement_doubt import JudgedPlaces, PlacementDoubt, VerdictDoubt

__all__ = [
    "SHIFTS",
    "TURNS",
    "AnswerSure",
    "AskSure",
    "ChooseShift",
    "ChooseTurn",
    "FailSure",
    "StopSure",
    "SureQuestion",
    "SureState",
]

SHIFTS: dict[str, float] = {"1/16": 1 / 16, "1/8": 1 / 8, "1/4": 1 / 4}
"""How far models may stand from where they are said to (in), as people write it."""
TURNS = (0.0, 5.0, 15.0)
"""How far they may be turned (degrees)."""


@dataclass(frozen=True, slots=True)
class SureQuestion:
    """How sure the answer of a case is within a doubt."""

    case: SightCase
    doubt: PlacementDoubt


@dataclass(frozen=True)
class ChooseShift(PartIntent):
    """Both may stand so many inches away."""

    part: ClassVar[str] = "sure"
    inches: float


@dataclass(frozen=True)
class ChooseTurn(PartIntent):
    """Both may be turned by so many degrees."""

    part: ClassVar[str] = "sure"
    degrees: float


@dataclass(frozen=True)
class AskSure(PartIntent):
    """Work it out."""

    part: ClassVar[str] = "sure"


@dataclass(frozen=True)
class StopSure(PartIntent):
    """Stop working it out; what is known by now stays."""

    part: ClassVar[str] = "sure"


@dataclass(frozen=True)
class AnswerSure(PartIntent):
    """What is known by now: the places judged so far; ``is_whole``: all of them, with what is proved."""

    part: ClassVar[str] = "sure"
    question: SureQuestion
    found: VerdictDoubt
    is_whole: bool = False


@dataclass(frozen=True)
class FailSure(PartIntent):
    """Why it cannot be worked out."""

    part: ClassVar[str] = "sure"
    question: SureQuestion
    failure: WarcryError


@dataclass(frozen=True, slots=True)
class SureState:
    """How sure the verdict is, as far as it is known. ``asked``: what was worked out, or still is (``is_running``)."""

    part: ClassVar[str] = "sure"
    doubt: PlacementDoubt = field(default_factory=PlacementDoubt)
    asked: SureQuestion | None = None
    is_running: bool = False
    found: VerdictDoubt | None = None
    is_whole: bool = False
    failure: WarcryError | None = None

    @property
    def places(self) -> tuple[JudgedPlaces, ...]:
        """Return the places judged so far."""
        return self.found.places if self.found is not None else ()

    def after(self, intent: PartIntent, judge: JudgeModel) -> Self:
        """Return it after an intent; an answer to what is no longer asked changes nothing."""
        match intent:
            case ChooseShift(inches=inches):
                return self._within(replace(self.doubt, shift=inches), judge)
            case ChooseTurn(degrees=degrees):
                return self._within(replace(self.doubt, turn=math.radians(degrees)), judge)
            case AskSure() if judge.case is not None:
                return self._asking(SureQuestion(judge.case, self.doubt))
            case StopSure():
                return replace(self, is_running=False)
            case AnswerSure(question=question) if question == self.asked and self.is_running:
                return replace(self, found=intent.found, is_whole=intent.is_whole, is_running=not intent.is_whole)
            case FailSure(question=question) if question == self.asked and self.is_running:
                return replace(self, failure=intent.failure, is_running=False)
        return self

    def following(self, before: JudgeModel, judge: JudgeModel) -> Self:
        """Return it without what was about another question."""
        if self.asked is None or self.asked.case == judge.case:
            return self
        return type(self)(self.doubt)

    def _within(self, doubt: PlacementDoubt, judge: JudgeModel) -> Self:
        """Return it with another doubt; what was asked within the former is asked anew."""
        if doubt == self.doubt:
            return self
        bare = type(self)(doubt)
        if self.asked is None or judge.case is None:
            return bare
        return bare._asking(SureQuestion(judge.case, doubt))

    def _asking(self, question: SureQuestion) -> Self:
        return type(self)(question.doubt, question, is_running=True)
