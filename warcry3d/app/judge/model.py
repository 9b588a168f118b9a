"""The model of the Judge room: who looks at whom, what counts, and the answer. Pure: no graphics, no background.

Every `JudgeIntent` gives a new model: ``model.after(intent)``. The room's parts keep their own states in it
(`PartState`), of which this module knows nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Protocol, Self, TypeVar, cast

from warcry3d.app.judge.intents import (
    ASKING,
    AnswerSight,
    ChooseRules,
    ChooseTolerance,
    ChooseViewer,
    ClickFighter,
    CountTag,
    CountTooClose,
    HoverFighter,
    JudgeAction,
    JudgeIntent,
    PartIntent,
    PickTool,
    ShowTable,
    SightCase,
    SightQuestion,
    TooCloseCounts,
    TryTable,
)
from warcry3d.errors import WarcryError
from warcry3d.rules.judgement import is_certified
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["JudgeModel", "PartState"]


class PartState(Protocol):
    """What a part of the room keeps in its model: a frozen dataclass. Pure: no graphics, no background.

    A part is whatever can be added to the room without the room knowing what it is: a tool of the bar, a card of the
    panel. `warcry3d.app.judge.part` is its other half. ``part``: its name, the same as that of its intents.
    """

    part: ClassVar[str]

    def after(self, intent: PartIntent, judge: "JudgeModel") -> Self:
        """Return it after an intent of its own; ``judge``: the room's model before it."""
        ...

    def following(self, before: "JudgeModel", judge: "JudgeModel") -> Self:
        """Return it after the room's model changed from ``before`` to ``judge``: what no longer holds is dropped."""
        ...


State = TypeVar("State", bound=PartState)


def _no_states() -> Mapping[str, PartState]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class JudgeModel:
    """What is picked and agreed on one table, and the answer to it once it is known.

    ``opened``: the table that is open; ``tried``: one that is asked about and shown in its place for now. ``tool``: the
    one in hand. ``states``: what the room's parts keep, by their names.
    """

    opened: Table
    viewer: str | None = None
    target: str | None = None
    hovered: str | None = None
    tags: frozenset[Tag] = field(default_factory=lambda: frozenset(Tag))
    tolerance_mm: float = SIGHT_TOLERANCE_MM
    too_close: TooCloseCounts = TooCloseCounts.OPEN
    rules: str = ""
    through_eye: bool = False
    answer: AnswerSight | None = None
    tool: str = ASKING
    tried: Table | None = None
    states: Mapping[str, PartState] = field(default_factory=_no_states)

    @property
    def table(self) -> Table:
        """Return the table that is asked about and shown."""
        return self.opened if self.tried is None else self.tried

    @property
    def question(self) -> SightQuestion | None:
        """Return what is asked; None until two are picked."""
        if self.viewer is None or self.target is None:
            return None
        return SightQuestion(self.viewer, self.target, self.tags, self.tolerance_mm, self.rules)

    @property
    def is_certified(self) -> bool:
        """Whether the rules that are asked judge figures and terrain as they stand, with proofs."""
        return is_certified(self.rules or self.table.ruleset)

    @property
    def case(self) -> SightCase | None:
        """Return what is asked, and about which table; None until two are picked."""
        return None if self.question is None else SightCase(self.table, self.question)

    def state(self, kind: type[State]) -> State:
        """Return what a part keeps, by the kind of its state."""
        return cast(State, self.states[kind.part])

    @property
    def judgement(self) -> Judgement | None:
        """Return the answer to what is asked, once it is there."""
        return self._current.judgement if self._current else None

    @property
    def agreed_judgement(self) -> Judgement | None:
        """Return the answer with what the players agreed that a line counts as which is too close to call."""
        judgement = self.judgement
        return None if judgement is None else replace(judgement, close_counts_as=self.too_close.value)

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
        return self.question is not None and (self._current is None or self._current.is_quick)

    def after(self, intent: JudgeIntent | PartIntent) -> Self:
        """Return the model after an intent; raise `UnknownNameError` for a fighter that is not on the table."""
        if isinstance(intent, PartIntent):
            made = self._with_state(intent.part, self.states[intent.part].after(intent, self))
        else:
            made = self._after_own(intent)
        return made._followed_from(self)

    def _with_state(self, name: str, state: PartState) -> Self:
        return replace(self, states=MappingProxyType({**self.states, name: state}))

    def _followed_from(self, before: Self) -> Self:
        """Return it with each part's state brought in step with the rest."""
        kept = {name: state.following(before, self) for name, state in self.states.items()}
        if all(kept[name] is state for name, state in self.states.items()):
            return self
        return replace(self, states=MappingProxyType(kept))

    def _after_own(self, intent: JudgeIntent) -> Self:
        match intent:
            case JudgeAction():
                return self._after_action(intent)
            case PickTool(name=name):
                return replace(self, tool=name)
            case ClickFighter(id=id):
                return self._picking(id)
            case ChooseViewer(id=id):
                self.table.model(id)
                return replace(self, viewer=id, target=None if self.target == id else self.target)
            case HoverFighter(id=id):
                return self if id == self.hovered else replace(self, hovered=id)
            case CountTag(tag=tag, counts=counts):
                return self._counting(tag, counts)
            case ChooseTolerance(tolerance_mm=tolerance_mm):
                return replace(self, tolerance_mm=tolerance_mm)
            case CountTooClose(counts=counts):
                return replace(self, too_close=counts)
            case ChooseRules(name=name):
                return replace(self, rules=name)
            case ShowTable() | TryTable():
                return self._on_table(intent)
            case AnswerSight():
                return replace(self, answer=intent)

    def _on_table(self, intent: ShowTable | TryTable) -> Self:
        match intent:
            case ShowTable(table=table, is_new=True):
                bare = replace(self, opened=table, tried=None, answer=None, viewer=None, target=None)
                return replace(bare, hovered=None, through_eye=False, tool=ASKING, rules="")
            case ShowTable(table=table):
                return replace(self._keeping_those_on(table), opened=table, tried=None, answer=None)
            case TryTable(table=table):
                return replace(self, tried=table, answer=None)

    def _keeping_those_on(self, table: Table) -> Self:
        """Return it without fighters that are not on a table: one that was added there may be taken away again."""
        there = {model.id for model in table.models}
        viewer, target = ((id if id in there else None) for id in (self.viewer, self.target))
        if (viewer, target) == (self.viewer, self.target):
            return self
        return replace(self, viewer=viewer or target, target=target if viewer else None, through_eye=False)

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
