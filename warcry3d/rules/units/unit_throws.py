"""Rolling dice and rolling some of them again, in a battle that keeps the dice just thrown in its state.

A rule system gives its steps their tags, what its rolls are called, and the rules at work.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from warcry3d.game.actions import Decline
from warcry3d.game.agenda import AgendaState, Automatic, Rolling, Transition
from warcry3d.game.prompts import Confirm, Option
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message, counted, message, percentage
from warcry3d.rules.units.unit_battle_state import ThrownFaces
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "ThrowsAgain",
    "ThrowsDice",
    "about_roll",
    "charge_chance",
    "die_needs",
    "die_option",
    "keep_dice",
    "total_needs",
    "what_is_needed",
]


class ThrowingState(AgendaState, Protocol):
    """A state that keeps the dice just thrown."""

    @property
    def thrown(self) -> ThrownFaces:
        """Return them."""
        ...


S = TypeVar("S", bound=ThrowingState)


@runtime_checkable
class ReadsDice(Protocol):
    """A step that reads the dice just thrown and knows what they must show."""

    def needed_of_dice(self, state: Any) -> Message | None:
        """Return it; None where nothing is needed."""
        ...


def what_is_needed(state: ThrowingState) -> Message | None:
    """Return what the dice that are due must show, as the step says that reads them; None where none says it."""
    reader = next((step for step in reversed(state.agenda) if isinstance(step, Automatic)), None)
    return reader.needed_of_dice(state) if isinstance(reader, ReadsDice) else None


def die_needs(face: int) -> Message:
    """Return what each die must show at least, in words."""
    return message("needs {face}+", face=face)


def charge_chance(needed: float) -> float:
    """Return the chance that 2D6 are so much at least, but for rounding.

    >>> round(charge_chance(7.0 + 1e-9), 4), charge_chance(2.0), charge_chance(12.5)
    (0.5833, 1.0, 0.0)
    """
    return sum(a + b >= needed - LENGTH_EPSILON for a, b in product(range(1, 7), repeat=2)) / 36


def total_needs(total: int, *, is_way: bool = False) -> Message:
    """Return what two dice must come to, and how likely that is; ``is_way``: for a move by the straight way."""
    chance = percentage(charge_chance(total))
    if is_way:
        return message("needs {total} or more by the straight way: {chance}", total=total, chance=chance)
    return message("needs {total} or more: {chance}", total=total, chance=chance)


def about_roll(kinds: Mapping[str, Message], kind: str, unit: str) -> Message:
    """Return what a roll is about: its kind, by what a rule system calls it, and the unit that it is for, if any."""
    return Message("{unit}: {what}", {"unit": unit, "what": kinds[kind]}) if unit else kinds[kind]


def die_option(number: str, faces: tuple[int, ...]) -> Option:
    """Return one of the dice, by its number from 0, as an option."""
    face = faces[int(number)]
    return Option(number, message("die {number}: {face}", number=int(number) + 1, face=face), dice=(face,))


def keep_dice(why: RuleReason) -> Confirm:
    """Return the prompt to roll nothing again."""
    return Confirm(id="keep", heading=message("Keep the dice"), action=lambda _: Decline(), why=why, key="n")


class ThrowsDice(Rolling[S], frozen=True, tag=True, tag_field="step"):
    """A player rolls dice. ``kind``: of the roll; ``rule``: what asks for it; ``unit``: what it is for."""

    kinds: ClassVar[Mapping[str, Message]]
    faces_of: ClassVar[type[ThrownFaces]]
    player: str
    count: int
    kind: str
    rule: str
    unit: str = ""

    def roll(self, state: S) -> Roll:
        """Return the dice."""
        why = RuleReason(self.rule, about_roll(self.kinds, self.kind, self.unit))
        return Roll(self.player, self.count, why, needs=what_is_needed(state))

    def resolve(self, do: Transition[S], faces: tuple[int, ...]) -> None:
        """Note them."""
        do.change(thrown=self.faces_of(faces=faces))
        about, values = about_roll(self.kinds, self.kind, self.unit), {"player": self.player, "faces": faces}
        do.emit("roll", "{player} rolls {faces} ({what})", self.rule, what=about, unit=self.unit, **values)


class ThrowsAgain(Rolling[S], frozen=True, tag=True, tag_field="step"):
    """Dice are rolled again; what they show counts, even if it is worse. ``numbers``: which of them, from 0."""

    kinds: ClassVar[Mapping[str, Message]]
    again_rule: ClassVar[str]
    player: str
    numbers: tuple[int, ...]
    kind: str
    unit: str = ""

    def roll(self, state: S) -> Roll:
        """Return the dice."""
        about = about_roll(self.kinds, self.kind, self.unit)
        why = RuleReason(self.again_rule, Message("again: {what}", {"what": about}))
        return Roll(self.player, len(self.numbers), why, needs=what_is_needed(state))

    def resolve(self, do: Transition[S], faces: tuple[int, ...]) -> None:
        """Put them in the place of the others."""
        thrown = do.state.thrown
        now = list(thrown.faces)
        for number, face in zip(self.numbers, faces, strict=True):
            now[number] = face
        do.change(thrown=thrown.changed(faces=tuple(now), again=(*thrown.again, *self.numbers)))
        dice = counted("{n} die", "{n} dice", len(faces))
        about = about_roll(self.kinds, self.kind, self.unit)
        values = {"player": self.player, "dice": dice, "faces": faces, "what": about, "unit": self.unit}
        do.emit("roll", "{player} rolls {dice} again: {faces} ({what})", self.again_rule, **values)
