"""A prompt's answer as far as it has been given: what is picked, divided, placed, typed or walked so far. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

from warcry3d.game.actions import Decline
from warcry3d.game.prompts import (
    Answer,
    Confirm,
    Divide,
    Go,
    ModelPath,
    Number,
    Option,
    PickOne,
    PickSome,
    Place,
    Placing,
    Prompt,
)
from warcry3d.game.reasons import ActionFault, Point

__all__ = [
    "AnswerWhole",
    "Draft",
    "DraftIntent",
    "HoldItem",
    "HoldPath",
    "MoveItem",
    "PointItem",
    "PutItem",
    "SetNumber",
    "TakeAlong",
    "TakeSuggestion",
    "ToggleExtra",
    "ToggleOption",
    "TurnItem",
    "answer_of",
    "begun",
    "extra_numbers",
    "is_offer",
    "is_on_table",
    "is_picked",
    "only_option",
    "options_of",
    "refusal_of",
]


@dataclass(frozen=True, slots=True)
class ToggleOption:
    """Pick an option of several, or let it go; the order of picking counts. One too many lets the first one go."""

    id: str


@dataclass(frozen=True, slots=True)
class MoveItem:
    """Put an item into a bin; "" takes it out of all."""

    item: str
    bin: str


@dataclass(frozen=True, slots=True)
class HoldItem:
    """Take an item in hand."""

    item: str


@dataclass(frozen=True, slots=True)
class PointItem:
    """Hold the item in hand over a place; None: over none."""

    at: Point | None


@dataclass(frozen=True, slots=True)
class PutItem:
    """Put the item in hand where it is held, and take the next one."""


@dataclass(frozen=True, slots=True)
class TurnItem:
    """Turn the item in hand to the left by so many steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class TakeSuggestion:
    """Answer as the rule system suggests."""


@dataclass(frozen=True, slots=True)
class SetNumber:
    """Say a number."""

    number: int


@dataclass(frozen=True, slots=True)
class TakeAlong:
    """Something is to be taken along by a way that passes it."""

    id: str


@dataclass(frozen=True, slots=True)
class ToggleExtra:
    """Take something along on the way, or leave it."""

    id: str


@dataclass(frozen=True, slots=True, eq=False)
class HoldPath:
    """The way of a model, as it is held; None: none yet."""

    model: str
    path: ModelPath | None


@dataclass(frozen=True, slots=True, eq=False)
class AnswerWhole:
    """The ways or places of all models of a unit at once."""

    answer: tuple[ModelPath, ...] | tuple[Placing, ...]


DraftIntent: TypeAlias = (
    ToggleOption
    | MoveItem
    | HoldItem
    | PointItem
    | PutItem
    | TurnItem
    | TakeSuggestion
    | SetNumber
    | TakeAlong
    | ToggleExtra
    | HoldPath
    | AnswerWhole
)


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer as far as it goes; which fields count depends on the kind of prompt.

    ``picked``: options in the order of picking. ``divided``: pairs (item, bin). ``placed``: what was put down;
    ``held``: the item in hand, ``at`` where it is held and ``turn`` its facing (radians). ``paths``: for each model.
    """

    picked: tuple[str, ...] = ()
    divided: tuple[tuple[str, str], ...] = ()
    placed: tuple[Placing, ...] = ()
    held: str = ""
    at: Point | None = None
    turn: float = 0.0
    number: int = 0
    paths: tuple[ModelPath, ...] = ()
    extras: tuple[str, ...] = ()

    def bin_of(self, item: str) -> str:
        """Return the bin that an item is in; "" for none."""
        return dict(self.divided).get(item, "")

    def after(self, prompt: Prompt, intent: DraftIntent) -> Self:
        """Return the draft after an intent; what does not fit the prompt changes nothing."""
        match prompt, intent:
            case PickSome(), ToggleOption(id=id) if _is_allowed(prompt.options, id):
                return replace(self, picked=_toggled(self.picked, id)[-prompt.most :])
            case Divide(), MoveItem(item=item, bin=bin):
                return self._moved(prompt, item, bin)
            case Divide(), HoldItem(item=item) if _has(prompt.items, item):
                return replace(self, held=item)
            case Place() | Go(), AnswerWhole(answer=answer):
                return self._whole(answer)
            case Place(), _:
                return self._placing(prompt, intent)
            case Number(least=least, most=most), SetNumber(number=number):
                return replace(self, number=min(max(number, least), most))
            case Go(), ToggleExtra(id=id) if _is_allowed(prompt.extras, id):
                return self._with_paths(self.paths, _toggled(self.extras, id)[-prompt.most_extras :])
            case Go(), TakeAlong(id=id) if _is_allowed(prompt.extras, id) and id not in self.extras:
                return self._with_paths(self.paths, (*self.extras, id)[-prompt.most_extras :])
            case Go(), HoldPath(model=model, path=path) if model in prompt.models:
                others = tuple(one for one in self.paths if one.model != model)
                extras = self.extras if path is None else path.extras
                return self._with_paths(others if path is None else (*others, path), extras)
        return self

    def _whole(self, answer: tuple[ModelPath, ...] | tuple[Placing, ...]) -> Self:
        placed = tuple(one for one in answer if isinstance(one, Placing))
        paths = tuple(one for one in answer if isinstance(one, ModelPath))
        return replace(self, placed=placed, held="", at=None) if placed else self._with_paths(paths, self.extras)

    def _moved(self, prompt: Divide, item: str, bin: str) -> Self:
        known = {one.id: one for one in prompt.bins}
        if not _has(prompt.items, item) or (bin and bin not in known):
            return self
        if bin and (taken := known[bin].items) is not None and item not in taken:
            return self
        rest = tuple(pair for pair in self.divided if pair[0] != item)
        return replace(self, divided=(*rest, (item, bin)) if bin else rest, held=item)

    def _placing(self, prompt: Place, intent: DraftIntent) -> Self:
        match intent:
            case HoldItem(item=item) if _is_allowed(prompt.items, item):
                placed = tuple(one for one in self.placed if one.item != item)
                return replace(self, placed=placed, held=item, at=None)
            case PointItem(at=at) if self.held:
                return replace(self, at=at)
            case TurnItem(steps=steps) if prompt.turns:
                return replace(self, turn=math.remainder(self.turn + steps * prompt.turn_step, math.tau))
            case PutItem() if self.held and self.at is not None:
                placed = (*self.placed, Placing(self.held, self.at, self.turn))
                return replace(self, placed=placed, held=_next_item(prompt, placed), at=None)
            case TakeSuggestion() if prompt.suggested:
                return replace(self, placed=prompt.suggested, held="", at=None)
        return self

    def _with_paths(self, paths: tuple[ModelPath, ...], extras: tuple[str, ...]) -> Self:
        """Return it with these ways; the last of them takes along what is to be taken."""
        made = tuple(
            replace(one, extras=extras if number == len(paths) - 1 else ()) for number, one in enumerate(paths)
        )
        return replace(self, paths=made, extras=extras)


def begun(prompt: Prompt) -> Draft:
    """Return the draft that a prompt's answer begins with."""
    match prompt:
        case Divide(start=start):
            return Draft(divided=start)
        case Place():
            turn = prompt.suggested[0].turn if prompt.suggested else 0.0
            return Draft(held=_next_item(prompt, ()), turn=turn)
        case Number(least=least, start=start):
            return Draft(number=least if start is None else start)
    return Draft()


def answer_of(prompt: Prompt, draft: Draft) -> Answer | None:
    """Return the answer that a draft has come to; None where there is nothing to answer with yet.

    The prompt may still refuse it: see `warcry3d.game.prompts.domain_faults`.
    """
    match prompt:
        case PickOne():
            return draft.picked[0] if draft.picked else None
        case PickSome():
            return draft.picked
        case Divide():
            return draft.divided
        case Place():
            return draft.placed
        case Go():
            return draft.paths or None
        case Number():
            return draft.number
        case Confirm():
            return True


def extra_numbers(extras: Sequence[Option]) -> tuple[int, ...]:
    """Return the digit that each thing goes by which can be taken along: its own, which its id ends with, where these
    differ (treasure 3 stays 3 when another one is gone), else its place.
    """
    own = [int(one.id[-1]) if one.id[-1:].isdecimal() and not one.id[-2:-1].isdecimal() else 0 for one in extras]
    is_own = 0 not in own and len(set(own)) == len(own)
    return tuple(own if is_own else range(1, len(extras) + 1))


def options_of(prompt: Prompt) -> tuple[Option, ...]:
    """Return what can be picked in a prompt; none where nothing is picked."""
    return prompt.options if isinstance(prompt, PickOne | PickSome) else ()


def is_on_table(prompt: Prompt) -> bool:
    """Return whether some option of a prompt can be pointed at on the table."""
    return any(one.model or one.piece or one.at for one in options_of(prompt))


def refusal_of(prompt: Prompt) -> tuple[ActionFault, ...]:
    """Return why the first option that is refused is refused."""
    return next((option.faults for option in options_of(prompt) if option.faults), ())


def only_option(prompt: Prompt) -> Option | None:
    """Return the only option that can be picked; None: there is none, or several, or nothing is picked."""
    if not isinstance(prompt, PickOne):
        return None
    allowed = [one for one in prompt.options if not one.faults]
    return allowed[0] if len(allowed) == 1 else None


def is_offer(prompts: Sequence[Prompt]) -> bool:
    """Return whether to do nothing is an answer: one Enter too many shall not take what is offered."""
    return any(isinstance(one, Confirm) and isinstance(one.action(True), Decline) for one in prompts)


def is_picked(prompt: Prompt, draft: Draft, option: str) -> bool:
    """Return whether Enter has nothing more to pick at an option: it is picked, or no more can be."""
    return isinstance(prompt, PickSome) and (option in draft.picked or len(draft.picked) >= prompt.most)


def _next_item(prompt: Place, placed: tuple[Placing, ...]) -> str:
    """Return the first item that is not placed yet and can be."""
    there = {one.item for one in placed}
    return next((item.id for item in prompt.items if item.id not in there and not item.faults), "")


def _toggled(picked: tuple[str, ...], id: str) -> tuple[str, ...]:
    return tuple(one for one in picked if one != id) if id in picked else (*picked, id)


def _has(options: tuple[Option, ...], id: str) -> bool:
    return any(one.id == id for one in options)


def _is_allowed(options: tuple[Option, ...], id: str) -> bool:
    return any(one.id == id and not one.faults for one in options)
