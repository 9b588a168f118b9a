"""The model of the Judge room: who looks at whom, what counts, and the answer. Pure: no graphics, no background.

Every `JudgeIntent` gives a new model: ``model.after(intent)``.
"""

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Self, TypeAlias

from warcry3d.errors import WarcryError
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = [
    "AnswerSight",
    "ChooseViewer",
    "ClickFighter",
    "CountTag",
    "HoverFighter",
    "JudgeAction",
    "JudgeIntent",
    "JudgeModel",
    "ShowTable",
    "SightQuestion",
]


@dataclass(frozen=True, slots=True)
class SightQuestion:
    """Whether ``viewer`` sees ``target``, counting the parts of figures that carry one of ``tags``."""

    viewer: str
    target: str
    tags: frozenset[Tag] = frozenset(Tag)


class JudgeAction(Enum):
    """Intents without values. ``STEP_BACK``: out of the eye, then without the target, then without the viewer."""

    SWAP = auto()
    TOGGLE_EYE = auto()
    STEP_BACK = auto()
    CLEAR = auto()


@dataclass(frozen=True, slots=True)
class ClickFighter:
    """A click on a fighter: the first picked is the viewer, the next the target; a click on a picked one lets it go."""

    id: str


@dataclass(frozen=True, slots=True)
class ChooseViewer:
    """Another viewer; the target stays, unless it is now the viewer."""

    id: str


@dataclass(frozen=True, slots=True)
class HoverFighter:
    """The pointer is over a fighter; None: over none."""

    id: str | None


@dataclass(frozen=True, slots=True)
class CountTag:
    """Parts of figures with a tag count, or not; bodies always do."""

    tag: Tag
    counts: bool


@dataclass(frozen=True, slots=True)
class ShowTable:
    """The table changed; ``is_new``: another table was opened, so that nobody is picked any longer."""

    table: Table
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class AnswerSight:
    """The judge's answer to a question: a judgement, or why there is none."""

    question: SightQuestion
    judgement: Judgement | None = None
    failure: WarcryError | None = None


JudgeIntent: TypeAlias = JudgeAction | ClickFighter | ChooseViewer | HoverFighter | CountTag | ShowTable | AnswerSight


@dataclass(frozen=True, slots=True, eq=False)
class JudgeModel:
    """What is picked and agreed on one table, and the answer to it once it is known."""

    table: Table
    viewer: str | None = None
    target: str | None = None
    hovered: str | None = None
    tags: frozenset[Tag] = field(default_factory=lambda: frozenset(Tag))
    through_eye: bool = False
    answer: AnswerSight | None = None

    @property
    def question(self) -> SightQuestion | None:
        """Return what is asked; None until two are picked."""
        if self.viewer is None or self.target is None:
            return None
        return SightQuestion(self.viewer, self.target, self.tags)

    @property
    def judgement(self) -> Judgement | None:
        """Return the answer to what is asked, once it is there."""
        return self._current.judgement if self._current else None

    @property
    def failure(self) -> WarcryError | None:
        """Return why there is no answer to what is asked."""
        return self._current.failure if self._current else None

    @property
    def _current(self) -> AnswerSight | None:
        return self.answer if self.answer is not None and self.answer.question == self.question else None

    @property
    def is_waiting(self) -> bool:
        """Whether something is asked that is not answered yet."""
        return self.question is not None and self._current is None

    def after(self, intent: JudgeIntent) -> Self:
        """Return the model after an intent; raise `UnknownNameError` for a fighter that is not on the table."""
        match intent:
            case JudgeAction():
                return self._after_action(intent)
            case ClickFighter(id=id):
                return self._picking(id)
            case ChooseViewer(id=id):
                self.table.model(id)
                return replace(self, viewer=id, target=None if self.target == id else self.target)
            case HoverFighter(id=id):
                return self if id == self.hovered else replace(self, hovered=id)
            case CountTag(tag=tag, counts=counts):
                return self._counting(tag, counts)
            case ShowTable(table=table, is_new=True):
                return type(self)(table, tags=self.tags)
            case ShowTable(table=table):
                return replace(self, table=table, answer=None)
            case AnswerSight():
                return replace(self, answer=intent)

    def _after_action(self, action: JudgeAction) -> Self:
        match action:
            case JudgeAction.SWAP if self.target is not None:
                return replace(self, viewer=self.target, target=self.viewer)
            case JudgeAction.TOGGLE_EYE:
                return replace(self, through_eye=not self.through_eye and self.target is not None)
            case JudgeAction.STEP_BACK if self.through_eye:
                return replace(self, through_eye=False)
            case JudgeAction.STEP_BACK if self.target is not None:
                return replace(self, target=None)
            case JudgeAction.STEP_BACK:
                return replace(self, viewer=None)
            case JudgeAction.CLEAR:
                return replace(self, viewer=None, target=None, through_eye=False)
        return self

    def _picking(self, id: str) -> Self:
        self.table.model(id)
        if id == self.viewer:
            return replace(self, viewer=self.target, target=None, through_eye=False)
        if id == self.target:
            return replace(self, target=None, through_eye=False)
        return replace(self, viewer=id) if self.viewer is None else replace(self, target=id)

    def _counting(self, tag: Tag, counts: bool) -> Self:
        if tag is Tag.BODY:
            return self
        return replace(self, tags=self.tags | {tag} if counts else self.tags - {tag})
