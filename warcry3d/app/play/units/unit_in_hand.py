"""A unit in hand: first in formation about the model that leads it, then laid down, its models adjusted one by one.

Pure: no graphics, no background. Every `UnitIntent` gives a new state; the judge's answers come in as intents too.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, Self, TypeAlias

from warcry3d.game.group_moves import GroupOrder, JudgedGroup, JudgedMember, UnitGroup
from warcry3d.game.prompts import Go, Place
from warcry3d.game.reasons import Point

__all__ = [
    "Adjusted",
    "AnswerUnit",
    "BackOne",
    "ChooseFormation",
    "Formed",
    "HoldUnit",
    "LaidDown",
    "LayUnit",
    "LeadBy",
    "NextFormation",
    "TakeSingle",
    "TakeSuggested",
    "TurnUnit",
    "UnitAnswer",
    "UnitInHand",
    "UnitIntent",
    "UnitQuestion",
    "group_of",
    "models_of",
]

TURN = math.radians(15)
"""A unit is turned by so much at a time."""


@dataclass(frozen=True, slots=True)
class Formed:
    """Asks for a unit in a formation."""

    order: GroupOrder


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Asks for an answer with one model brought elsewhere."""

    answer: tuple[Any, ...]
    model: str
    to: Point


@dataclass(frozen=True, slots=True)
class LaidDown:
    """Asks what comes of an answer."""

    answer: tuple[Any, ...]


UnitQuestion: TypeAlias = Formed | Adjusted | LaidDown


@dataclass(frozen=True, slots=True, eq=False)
class UnitAnswer:
    """What the prompt's group makes of a question, and how that is judged."""

    question: UnitQuestion
    answer: tuple[Any, ...]
    judged: JudgedGroup


@dataclass(frozen=True, slots=True)
class HoldUnit:
    """Hold the model that leads, or the one that is adjusted, at a place; None: the pointer is elsewhere."""

    at: Point | None


@dataclass(frozen=True, slots=True)
class LeadBy:
    """Take the unit in hand by one of its models, in formation."""

    model: str


@dataclass(frozen=True, slots=True)
class LayUnit:
    """Lay down what is in hand, as soon as it is judged."""


@dataclass(frozen=True, slots=True)
class TakeSingle:
    """Take one model of a unit that is laid down in hand."""

    model: str


@dataclass(frozen=True, slots=True)
class TakeSuggested:
    """Lay the unit down as the rule system suggests."""


@dataclass(frozen=True, slots=True)
class ChooseFormation:
    """Arrange the unit in a formation."""

    id: str


@dataclass(frozen=True, slots=True)
class NextFormation:
    """Arrange it in the next formation."""


@dataclass(frozen=True, slots=True)
class TurnUnit:
    """Turn the formation to the left by so many steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class BackOne:
    """Take back the last thing done: the model taken, an adjustment, the laying down."""


@dataclass(frozen=True, slots=True, eq=False)
class AnswerUnit:
    """The group's answer to a question."""

    answer: UnitAnswer


UnitIntent: TypeAlias = (
    HoldUnit
    | LeadBy
    | LayUnit
    | TakeSingle
    | TakeSuggested
    | ChooseFormation
    | NextFormation
    | TurnUnit
    | BackOne
    | AnswerUnit
)


def group_of(prompt: object) -> UnitGroup[Any] | None:
    """Return how a prompt moves or places its models together; None where it does not, or has one model that goes as
    any other does.
    """
    if not isinstance(prompt, Go | Place):
        return None
    is_one = len(models_of(prompt)) == 1
    return None if is_one and not (isinstance(prompt, Go) and prompt.as_group) else prompt.group


def models_of(prompt: Go | Place) -> tuple[str, ...]:
    """Return the models that a prompt moves or places."""
    return prompt.models if isinstance(prompt, Go) else tuple(one.model or one.id for one in prompt.items)


@dataclass(frozen=True, slots=True, eq=False)
class UnitInHand:
    """A unit that is being moved or set up.

    ``leader``: the model it is held by; ``at``: where the pointer holds that, or the ``single`` model that is being
    adjusted; None: nowhere. ``laid``: the answer laid down; empty: it is in formation. ``before``: the answers laid
    down before, the last one last. ``answer``: what was said last; `is_current` whether it is about what is held now.
    ``is_due``: it is laid down as soon as it is judged.
    """

    prompt: Go | Place
    leader: str
    formation: str = ""
    turn: float = 0.0
    at: Point | None = None
    laid: tuple[Any, ...] = ()
    single: str = ""
    before: tuple[tuple[Any, ...], ...] = ()
    answer: UnitAnswer | None = None
    is_due: bool = False

    @classmethod
    def taking(cls, prompt: Go | Place, leader: str = "") -> Self:
        """Return a unit taken in hand; where the rule system suggests an answer to a move, it is laid down."""
        models = models_of(prompt)
        held = cls(prompt, leader if leader in models else models[len(models) // 2], group(prompt).formations[0].id)
        return held.after(TakeSuggested()) if isinstance(prompt, Go) else held

    @property
    def order(self) -> GroupOrder | None:
        """Return the order of the formation in hand; None where it is laid down, or held nowhere."""
        if self.laid or self.at is None:
            return None
        return GroupOrder(self.leader, self.at, self.formation, self.turn)

    @property
    def question(self) -> UnitQuestion | None:
        """Return what is to be judged."""
        if self.laid:
            return (
                Adjusted(self.laid, self.single, self.at)
                if self.single and self.at is not None
                else LaidDown(self.laid)
            )
        order = self.order
        return None if order is None else Formed(order)

    @property
    def is_current(self) -> bool:
        """Whether the last answer is about what is held now."""
        return self.answer is not None and self.answer.question == self.question

    @property
    def judged(self) -> JudgedGroup | None:
        """Return what was said last of what is shown; None: nothing yet."""
        return self.answer.judged if self.answer is not None and self.question is not None else None

    @property
    def ready(self) -> tuple[Any, ...]:
        """Return the answer to the prompt as it stands, once nothing is wrong with it; empty: there is none."""
        if self.answer is None or not self.is_current or not self.answer.judged.is_allowed:
            return ()
        return self.answer.answer

    def place_of(self, model: str) -> JudgedMember | None:
        """Return what was said last of a model."""
        return self.judged.member(model) if self.judged is not None else None

    def after(self, intent: UnitIntent) -> Self:
        """Return the unit after an intent."""
        match intent:
            case HoldUnit(at=at):
                return self if at == self.at or (self.laid and not self.single) else replace(self, at=at)
            case LeadBy(model=model) if model in models_of(self.prompt):
                return replace(self._kept(), leader=model, at=None, laid=(), single="", is_due=False)
            case LayUnit():
                return replace(self, is_due=True)._laying()
            case TakeSingle(model=model) if self.laid and model in models_of(self.prompt):
                return replace(self, single=model, at=None)
            case TakeSuggested() if self.prompt.suggested:
                return replace(self._kept(), laid=tuple(self.prompt.suggested), single="", at=None, is_due=False)
            case ChooseFormation(id=id) if any(one.id == id for one in group(self.prompt).formations):
                return replace(self._lifted(), formation=id)
            case NextFormation():
                ids = [one.id for one in group(self.prompt).formations]
                return replace(self._lifted(), formation=ids[(ids.index(self.formation) + 1) % len(ids)])
            case TurnUnit(steps=steps):
                lifted = self._lifted()
                return replace(lifted, turn=math.remainder(lifted.turn + steps * TURN, math.tau))
            case BackOne():
                return self._back()
            case AnswerUnit(answer=answer):
                return replace(self, answer=answer)._laying()
        return self

    def _kept(self) -> Self:
        """Return it with what is laid down kept for going back."""
        return replace(self, before=(*self.before, self.laid)) if self.laid else self

    def _lifted(self) -> Self:
        """Return it in formation again where its leader was laid down."""
        if not self.laid:
            return self
        place = self.place_of(self.leader)
        at = place.end if place is not None else self.at
        return replace(self._kept(), laid=(), single="", at=at)

    def _laying(self) -> Self:
        """Return it laid down, if that is due and it is judged."""
        if not self.is_due or self.answer is None or not self.is_current:
            return self
        done = replace(self, is_due=False)
        if not self.answer.answer or (self.laid and not self.single):
            return done
        laid = LaidDown(self.answer.answer)
        said = UnitAnswer(laid, self.answer.answer, self.answer.judged)
        return replace(done._kept(), laid=laid.answer, single="", at=None, answer=said)

    def _back(self) -> Self:
        if self.single:
            return replace(self, single="", at=None, is_due=False)
        if self.before:
            return replace(self, laid=self.before[-1], before=self.before[:-1], at=None, is_due=False)
        return replace(self, laid=(), at=None, is_due=False) if self.laid or self.is_due else self


def group(prompt: Go | Place) -> UnitGroup[Any]:
    """Return how a prompt moves or places its models together, which it does."""
    assert prompt.group is not None, "only prompts with a group are taken in hand as units"
    return prompt.group
