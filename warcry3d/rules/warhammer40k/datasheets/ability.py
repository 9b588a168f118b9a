"""The core abilities of datasheets as data, and all others as the text that came with them."""

import re
from collections.abc import Iterable, Mapping
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
    "model_named",
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
_KINDS: Final = {
    **dict.fromkeys(("mortal wounds", "mortal wound"), "mortal wounds"),
    **dict.fromkeys(("psychic attacks", "psychic attack", "psychic", "psychic wounds"), "psychic attacks"),
}
"""Against which wounds feel no pain may help alone, as files write it."""

_ONLY = re.compile(r"(?P<head>.*?)\s*\((?P<only>[^()]{1,80})\)")


@dataclass(frozen=True, slots=True)
class CoreAbility:
    """A core ability. ``value``: how much of it (scouts in inches); ``needed``: the roll of feel no pain.

    ``only``: for which models (``Szarekh model only``) or against what (``mortal wounds``, ``psychic attacks``), where
    it is not for all of the unit or always; several such words are divided by semicolons.

    >>> str(CoreAbility(CoreWord.FEEL_NO_PAIN, needed=5))
    'feel no pain 5+'
    """

    word: CoreWord
    value: DiceSum | None = None
    needed: int = 0
    only: str = ""

    def is_for(self, model: str, *, is_mortal: bool = False, is_psychic: bool = False) -> bool:
        """Return whether it holds for a model of that name; feel no pain: for wounds of that kind.

        >>> core_ability("Feel No Pain 4+ against psychic attacks and mortal wounds").is_for("Bo", is_psychic=True)
        True
        """
        return all(
            model_named(words, model)
            if (kinds := self._kinds(words)) is None
            else (is_mortal and "mortal wounds" in kinds) or (is_psychic and "psychic attacks" in kinds)
            for words in self._limits
        )

    def is_enforced(self, models: Iterable[str]) -> bool:
        """Return whether battles enforce it for a unit with models of these names."""
        if self.only and self.word not in (CoreWord.FEEL_NO_PAIN, CoreWord.DEADLY_DEMISE):
            return False
        names = [*models]
        return all(self._kinds(one) or any(model_named(one, name) for name in names) for one in self._limits)

    @property
    def _limits(self) -> tuple[str, ...]:
        return tuple(" ".join(one.casefold().split()) for one in self.only.split(";") if one.strip())

    def _kinds(self, words: str) -> tuple[str, ...] | None:
        """Return against which wounds words say that feel no pain helps; None where they say something else."""
        if self.word is not CoreWord.FEEL_NO_PAIN:
            return None
        kinds = re.split(r"\s*(?:,|\band\b|\bor\b|/)\s*", words.removesuffix(" only").removeprefix("against "))
        found = tuple(_KINDS.get(kind.removeprefix("against "), "") for kind in kinds if kind)
        return found if found and all(found) else None

    def __str__(self) -> str:
        number = f" {self.needed}+" if self.needed else "" if self.value is None else f" {self.value}"
        return f"{self.word}{number}" + (f" ({self.only})" if self.only else "")


def model_named(words: str, model: str) -> bool:
    """Return whether words such as ``Szarekh model only`` mean models of a name: all of their words are in it.

    >>> model_named("gun servitors only", "Gun Servitor"), model_named("the boss", "Boss Nob"), model_named("", "Boss")
    (True, True, False)
    """
    plain = re.sub(r"^the\b|\b(?:models?|only)\b", " ", words.casefold().replace("*", " "))
    wanted = [one.removesuffix("s") for one in plain.split()]
    own = [one.removesuffix("s") for one in model.casefold().replace("*", " ").split()]
    return bool(wanted) and all(one in own for one in wanted)


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
        needed = re.fullmatch(r"([2-6])\+(?:,?\s*(against .{1,60}))?", rest)
        limits = "" if needed is None else "; ".join(filter(None, (needed[2], only)))
        return CoreAbility(word, needed=int(needed[1]), only=limits) if needed else None
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
