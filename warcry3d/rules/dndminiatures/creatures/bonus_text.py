"""Changes of scores as cards print them: ``attack +2 against larger creatures``, ``+4 AC against ranged attacks``."""

import re
from collections.abc import Sequence

from warcry3d.rules.dndminiatures.creatures.card import ALIGNMENTS
from warcry3d.rules.dndminiatures.creatures.traits import BonusCase, CardScore, ScoreBonus

__all__ = ["bonus_from_text", "bonuses_from_text", "type_name"]

SCORES = {
    "attack": CardScore.ATTACK,
    "ac": CardScore.AC,
    "save": CardScore.SAVE,
    "morale save": CardScore.MORALE,
    "damage": CardScore.DAMAGE,
    "speed": CardScore.SPEED,
}
CASES = {
    "ranged attacks": BonusCase.RANGED,
    "melee attacks": BonusCase.MELEE,
    "attacks of opportunity": BonusCase.OPPORTUNITY,
    "larger creatures": BonusCase.LARGER,
    "charging": BonusCase.CHARGE,
    "flanking": BonusCase.FLANKING,
}

_SCORE = r"(?P<manner>melee |ranged )?(?P<score>attack|ac|morale save|save|damage|speed)s?"
_AMOUNT = r"(?P<amount>[+\-−–]\d{1,2})"
_CASE = r"(?: (?:against|when|while) (?P<case>[a-z ]+))?"
_FORMS = (
    re.compile(rf"{_SCORE} {_AMOUNT}{_CASE}", re.IGNORECASE),
    re.compile(rf"{_AMOUNT} {_SCORE}{_CASE}", re.IGNORECASE),
)


def bonus_from_text(text: str) -> ScoreBonus | None:
    """Return the change of a score that a text says; None for any other text.

    >>> bonus = bonus_from_text("+4 AC against ranged attacks")
    >>> bonus.score.value, bonus.amount, [case.value for case in bonus.when]
    ('ac', 4, ['ranged'])
    """
    plain = text.strip().rstrip(".").strip()
    found = next((match for form in _FORMS if (match := form.fullmatch(plain))), None)
    if found is None:
        return None
    when = [BonusCase(found["manner"].strip().lower())] if found["manner"] else []
    against: tuple[str, ...] = ()
    if found["case"]:
        case = CASES.get(found["case"].strip().lower())
        if case is not None:
            when.append(case)
        elif "against" in plain.lower():
            against = (type_name(found["case"]),)
        else:
            return None
    amount = int(found["amount"].replace("−", "-").replace("–", "-"))
    return ScoreBonus(score=SCORES[found["score"].lower()], amount=amount, when=tuple(when), against=against)


def bonuses_from_text(text: str) -> tuple[tuple[ScoreBonus, ...], Sequence[str]]:
    """Return the changes that a list with commas says, and those of its entries that say something else."""
    entries = [entry.strip() for entry in re.split(r",| and ", text) if entry.strip()]
    read = [(entry, bonus_from_text(entry)) for entry in entries]
    return tuple(bonus for _, bonus in read if bonus is not None), [entry for entry, bonus in read if bonus is None]


def type_name(text: str) -> str:
    """Return a type as cards have it: one of them, with capitals.

    >>> type_name("evil creatures"), type_name("humanoids"), type_name("monstrous humanoid"), type_name("undead")
    ('Evil', 'Humanoid', 'Monstrous Humanoid', 'Undead')
    """
    words = text.strip().lower().removesuffix(" creatures").removesuffix(" enemies").title()
    if words in ALIGNMENTS:
        return words
    return words.replace("Elves", "Elf").replace("Dwarves", "Dwarf").removesuffix("s")
