"""The core abilities of datasheets as data, and all others as the text that came with them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from warcry3d.errors import QuestionError
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.message import template
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponWord

__all__ = [
    "CORE_TEXTS",
    "DAMAGED",
    "ENFORCED",
    "LEADER",
    "TRANSPORT",
    "AbilityText",
    "CoreAbility",
    "CoreWord",
    "core_ability",
]


LEADER, DAMAGED, TRANSPORT = "leader", "damaged", "transport"
"""What datasheets say beside their core abilities."""


class CoreWord(StrEnum):
    """What a core ability is called."""

    DEADLY_DEMISE = "deadly demise"
    DEEP_STRIKE = "deep strike"
    FEEL_NO_PAIN = "feel no pain"
    FIGHTS_FIRST = "fights first"
    FIRING_DECK = "firing deck"
    HOVER = "hover"
    INFILTRATORS = "infiltrators"
    LONE_OPERATIVE = "lone operative"
    SCOUTS = "scouts"
    STEALTH = "stealth"


CORE_TEXTS: Final[Mapping[CoreWord, str]] = MappingProxyType(
    {
        CoreWord.DEADLY_DEMISE: template("when destroyed, on a 6 each unit within 6 in takes that many mortal wounds"),
        CoreWord.DEEP_STRIKE: template("may start in reserves and arrive anywhere more than 9 in from enemies"),
        CoreWord.FEEL_NO_PAIN: template("each wound it would lose is ignored on that roll"),
        CoreWord.FIGHTS_FIRST: template("fights before units without this ability"),
        CoreWord.FIRING_DECK: template("so many models inside may shoot one weapon each"),
        CoreWord.HOVER: template("may give up being an aircraft: moves 20 in then"),
        CoreWord.INFILTRATORS: template("set up anywhere more than 9 in from enemies and their zone"),
        CoreWord.LONE_OPERATIVE: template("shot at only from within 12 in, unless it is part of an attached unit"),
        CoreWord.SCOUTS: template("makes a move of that distance before the first turn"),
        CoreWord.STEALTH: template("-1 to hit rolls of ranged attacks against it"),
    }
)
"""What each core ability does, in short and in our own words."""

ENFORCED: Final[frozenset[str]] = frozenset(
    {*CoreWord, *WeaponWord, LEADER, DAMAGED, TRANSPORT},
)
"""The words of abilities, of weapons and of datasheets, that battles enforce; not those for some models only."""

_WITH_DICE: Final = (CoreWord.DEADLY_DEMISE, CoreWord.SCOUTS, CoreWord.FIRING_DECK)
_ONLY = re.compile(r"(?P<head>.*?)\s*\((?P<only>[^()]{1,80})\)")


@dataclass(frozen=True, slots=True)
class CoreAbility:
    """A core ability. ``value``: how much of it (scouts in inches); ``needed``: the roll of feel no pain.

    ``only``: for which models or when, where it is not for all of the unit; the program reads "mortal wounds" of
    feel no pain alone.

    >>> str(CoreAbility(CoreWord.FEEL_NO_PAIN, needed=5))
    'feel no pain 5+'
    """

    word: CoreWord
    value: DiceSum | None = None
    needed: int = 0
    only: str = ""

    @property
    def is_for_mortal(self) -> bool:
        """Return whether it is feel no pain for all of the unit, but against mortal wounds only."""
        is_pain = self.word is CoreWord.FEEL_NO_PAIN
        return is_pain and self.only.casefold().removeprefix("against ") in ("mortal wounds", "mortal wounds only")

    def __str__(self) -> str:
        number = f" {self.needed}+" if self.needed else "" if self.value is None else f" {self.value}"
        return f"{self.word}{number}" + (f" ({self.only})" if self.only else "")


def core_ability(text: str) -> CoreAbility:
    """Return the core ability that a text names, in any case; raise `QuestionError` for what names none.

    >>> core_ability("Deadly Demise D6+3 (Szarekh model only)").only
    'Szarekh model only'
    """
    head, only = text.strip(), ""
    if found := _ONLY.fullmatch(head):
        head, only = found["head"], found["only"].strip()
    plain = " ".join(head.casefold().replace('"', "").replace("”", "").split())
    for word in CoreWord:
        rest = plain.removeprefix(word.value).strip()
        if plain.startswith(word.value) and (ability := _of_rest(word, rest, only)) is not None:
            return ability
    raise QuestionError("unknown word '{word}'; known here: {known}", word=text[:80], known=", ".join(CoreWord))


def _of_rest(word: CoreWord, rest: str, only: str) -> CoreAbility | None:
    """Return the ability whose number is ``rest``; None where it has none or one that it cannot have."""
    if word is CoreWord.FEEL_NO_PAIN:
        needed = re.fullmatch(r"([2-6])\+", rest)
        return CoreAbility(word, needed=int(needed[1]), only=only) if needed else None
    if word in _WITH_DICE:
        try:
            return CoreAbility(word, dice_sum(int(rest) if re.fullmatch(r"\d{1,2}", rest) else rest.upper()), 0, only)
        except QuestionError:
            return None
    return None if rest else CoreAbility(word, only=only)


@dataclass(frozen=True, slots=True)
class AbilityText:
    """An ability or a rule as text that came with a file: shown, and for the players to keep."""

    name: str
    text: str = ""
