"""Wargear that changes the numbers of the model that carries it, read from its text."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from warcry3d.game.dice_sum import DiceSum
from warcry3d.rules.warhammer40k.datasheets.ability_text import plain_text
from warcry3d.rules.warhammer40k.datasheets.datasheet import Movement, Numbers

__all__ = ["NumbersChange", "gear_change"]

NumbersChange: TypeAlias = Callable[[Numbers], Numbers]

_ADDED: Final = re.compile(
    r"add (?P<value>\d)\"? to the bearer's (?P<what>wounds|toughness|move|objective control) characteristic"
)
_SET: Final = re.compile(
    r"the bearer has an? (?P<what>wounds|toughness|move|save|leadership|objective control) characteristic of "
    r"(?P<value>\d{1,2})[+\"]?"
)
_INVULNERABLE: Final = re.compile(r"the bearer has an? (?P<value>[2-6])\+ invulnerable save")
_FIELDS: Final = {
    "leadership": "leadership",
    "objective control": "control",
    "save": "save",
    "toughness": "toughness",
    "wounds": "wounds",
}


def gear_change(text: str) -> NumbersChange | None:
    """Return how a thing changes the numbers of its bearer; None where its text says anything else, too.

    >>> gear_change("Add 1 to the bearer’s Wounds characteristic.") is None, gear_change("It glows.") is None
    (False, True)
    """
    plain = " ".join(plain_text(text).casefold().replace("’", "'").split())
    plain = re.sub("[“”″]", '"', plain).rstrip(".")
    if found := _INVULNERABLE.fullmatch(plain):
        save = int(found["value"])
        return lambda numbers: replace(numbers, invulnerable=min(save, numbers.invulnerable or save))
    found, is_added = (_ADDED.fullmatch(plain), True) if plain.startswith("add") else (_SET.fullmatch(plain), False)
    if found is None:
        return None
    what, value = found["what"], int(found["value"])
    return lambda numbers: _changed(numbers, what, value, is_added=is_added)


def _changed(numbers: Numbers, what: str, value: int, *, is_added: bool) -> Numbers:
    if what == "move":
        before = numbers.move.inches
        if is_added and before is None:
            return numbers
        added = replace(before, plus=before.plus + value) if before is not None and is_added else DiceSum(plus=value)
        return replace(numbers, move=Movement(added, numbers.move.at_least and is_added))
    field = _FIELDS[what]
    own = getattr(numbers, field)
    if is_added and own is None:
        return numbers
    changed: dict[str, Any] = {field: own + value if is_added else value}
    return replace(numbers, **changed)
