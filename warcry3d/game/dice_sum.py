"""Sums of dice as profiles print them: 2, D3, D6, 2D6, D6+1."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from msgspec import Meta

from warcry3d.errors import QuestionError
from warcry3d.game.dice import d3
from warcry3d.game.odds import Distribution, certain, die

__all__ = ["DICE_SUM_PATTERN", "DiceSum", "DiceSumText", "dice_sum"]

DICE_SUM_PATTERN = r"^([1-9][0-9]?)?D[36](\+[1-9][0-9]?)?(?!\n)$"
MOST = 1000

DiceSumText: TypeAlias = (
    Annotated[int, Meta(ge=0, le=MOST)]
    | Annotated[str, Meta(pattern=DICE_SUM_PATTERN, max_length=8, description="dice, such as D3, D6, 2D6, D6+1")]
)
"""How files write a sum of dice: a whole number, or dice as profiles print them."""

_DICE = re.compile(r"(?P<count>[1-9][0-9]?)?D(?P<sides>[36])(?:\+(?P<plus>[1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class DiceSum:
    """So many dice of ``sides`` (3 or 6) added up, and ``plus``; without dice it is a number.

    >>> str(DiceSum(plus=2)), str(DiceSum(2, 6)), str(DiceSum(1, 3, 1))
    ('2', '2D6', 'D3+1')
    """

    count: int = 0
    sides: int = 6
    plus: int = 0

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}+{self.plus}" if self.plus else dice

    @property
    def is_random(self) -> bool:
        """Return whether dice are rolled for it."""
        return self.count > 0

    @property
    def written(self) -> int | str:
        """Return it as files write it: a number, or text."""
        return str(self) if self.count else self.plus

    def of_faces(self, faces: Sequence[int]) -> int:
        """Return the sum for the faces of its six-sided dice: a D3 is a D6 halved, rounded up.

        >>> DiceSum(2, 3, 1).of_faces((5, 2))
        5
        """
        if len(faces) != self.count:
            raise QuestionError("expected {count} dice, got {given}", count=self.count, given=len(faces))
        return self.plus + sum(d3(face) if self.sides == 3 else face for face in faces)

    @property
    def odds(self) -> Distribution:
        """Return the chances of each sum.

        >>> round(DiceSum(1, 3).odds.mean, 3)
        2.0
        """
        if not self.count:
            return certain(self.plus)
        return certain(self.plus).plus(die(range(1, self.sides + 1)).times(self.count))


def dice_sum(text: int | str) -> DiceSum:
    """Return the sum that a file writes; raise `QuestionError` for what is none.

    >>> dice_sum(3), dice_sum("2D6")
    (DiceSum(count=0, sides=6, plus=3), DiceSum(count=2, sides=6, plus=0))
    """
    if isinstance(text, int):
        return DiceSum(plus=text)
    found = _DICE.fullmatch(text)
    if found is None:
        raise QuestionError("expected a number or dice such as D3, 2D6 or D6+1, got '{text}'", text=text[:40])
    return DiceSum(int(found["count"] or 1), int(found["sides"]), int(found["plus"] or 0))
