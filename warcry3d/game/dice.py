"""Sources of dice: a seed, or faces of real dice that somebody types in.

Dice are actions like all others (`Rolled`): a source only says which faces the next ones show.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from warcry3d.errors import WarcryError
from warcry3d.game.random_stream import below, draw
from warcry3d.game.ruleset import Roll
from warcry3d.message import counted

__all__ = ["Dice", "DiceError", "SeededDice", "TypedDice", "d3", "d66", "faces_from_text"]


class DiceError(WarcryError, ValueError):
    """The faces that were given cannot be those of the dice that were asked for."""


class Dice(Protocol):
    """A source of dice."""

    def faces(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """Return the faces of the dice that ``roll`` asks for; ``thrown``: how many dice fell in the battle before."""
        ...


@dataclass(frozen=True, slots=True)
class SeededDice:
    """Dice by a seed: the n-th die of the battle is a function of seed and n alone.

    The same seed gives the same dice on every machine and in every version. Taking back what was done and doing it
    again does not change them.
    """

    seed: int

    def faces(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """Return the faces of dice ``thrown`` to ``thrown + roll.count`` - 1."""
        return tuple(1 + below(draw(self.seed, thrown + n), roll.sides) for n in range(roll.count))


@dataclass(frozen=True, slots=True)
class TypedDice:
    """Real dice: ``ask`` tells a person what to throw and returns what was typed, such as "3 5 1".

    ``refused``: told what is wrong with an answer, then it is asked again; None: a wrong answer is a `DiceError`.
    """

    ask: Callable[[Roll], str]
    refused: Callable[[DiceError], None] | None = None

    def faces(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """Return the faces that were typed in."""
        while True:
            try:
                return faces_from_text(self.ask(roll), roll)
            except DiceError as error:
                if self.refused is None:
                    raise
                self.refused(error)


def faces_from_text(text: str, roll: Roll) -> tuple[int, ...]:
    """Return the faces a text gives, parted by spaces or commas; raise `DiceError` where they cannot be the roll's.

    >>> from warcry3d.game.ruleset import RuleReason
    >>> from warcry3d.message import Message
    >>> faces_from_text("3, 5 1", Roll("red", 3, RuleReason("", Message("to hit"))))
    (3, 5, 1)
    """
    words = re.findall(r"[^\s,;]+", text)
    faces = tuple(_face(word, roll.sides) for word in words)
    if len(faces) != roll.count:
        raise DiceError(
            "expected {dice}, got {given}", dice=counted("{n} die", "{n} dice", roll.count), given=len(faces)
        )
    return faces


def _face(word: str, sides: int) -> int:
    if re.fullmatch(r"[0-9]{1,6}", word) and 1 <= int(word) <= sides:
        return int(word)
    raise DiceError("expected faces from 1 to {sides}, got '{word}'", sides=sides, word=word[:40])


def d3(face: int) -> int:
    """Return what a D6 shows as a D3: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3."""
    return (face + 1) // 2


def d66(tens: int, units: int) -> int:
    """Return what two D6 show as a D66: the first is the tens."""
    return 10 * tens + units
