"""Commander effects as cards print them: ``Attack +2 against larger creatures.``, ``Elf followers gain Save +4``."""

import re
from dataclasses import dataclass

from warcry3d.rules.dndminiatures.creatures.bonus_text import bonuses_from_text, type_name
from warcry3d.rules.dndminiatures.creatures.traits import BonusCase, CommanderEffect, ScoreBonus

__all__ = ["ReadEffect", "effect_from_text"]

_RALLIED = re.compile(r"followers rallied by this creature can take their turns? normally( if they rally.*)?")
_WHOSE = re.compile(
    r"(?:(?P<types>[a-z]+) )?(?:followers|(?P<enemies>enemies))(?P<ranged> with ranged attacks)?"
    r"(?: within 6 squares)? (?:gain|get|have|suffer) (?P<what>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReadEffect:
    """A commander effect: what was read (None: nothing), and the parts of its text that were not."""

    effect: CommanderEffect | None
    unread: tuple[str, ...]


def effect_from_text(text: str) -> ReadEffect:
    """Return what a commander effect says as data; sentences about different creatures cannot be put together.

    >>> read = effect_from_text("Elf followers gain Save +4")
    >>> read.effect.types, read.effect.bonuses[0].amount, read.unread
    (('Elf',), 4, ())
    """
    bonuses: list[ScoreBonus] = []
    unread: list[str] = []
    rallied_act, whose = False, None
    for sentence in (part.strip() for part in re.split(r"\.(?:\s|$)", text) if part.strip()):
        if _RALLIED.fullmatch(sentence.lower()):
            rallied_act = True
            continue
        match = _WHOSE.fullmatch(sentence)
        types = (type_name(match["types"]),) if match and match["types"] else ()
        mine = (types, bool(match and match["enemies"]))
        found, others = bonuses_from_text(match["what"] if match else sentence)
        if not found or whose not in (None, mine):
            unread.append(sentence)
            continue
        whose = mine
        unread += others
        bonuses += _of_shooters(found) if match and match["ranged"] else found
    if not bonuses and not rallied_act:
        return ReadEffect(None, tuple(unread))
    types, on_enemies = whose or ((), False)
    effect = CommanderEffect(bonuses=tuple(bonuses), on_enemies=on_enemies, types=types, rallied_act=rallied_act)
    return ReadEffect(effect, tuple(unread))


def _of_shooters(bonuses: tuple[ScoreBonus, ...]) -> list[ScoreBonus]:
    """Return bonuses of ranged attacks: of others it does not matter whether their bearers shoot."""
    return [one for one in bonuses if BonusCase.RANGED in one.when]
