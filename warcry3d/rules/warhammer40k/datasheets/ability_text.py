"""What the abilities of shared rosters say, as far as the program understands it; the rest stays text."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from warcry3d.errors import QuestionError
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText, CoreAbility, CoreWord, core_ability
from warcry3d.rules.warhammer40k.datasheets.datasheet import Damaged, Transport
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponWord, weapon_ability

__all__ = ["ReadAbilities", "is_weapon_rule", "plain_text", "read_abilities", "transport_of_text"]

_INVULNERABLE = re.compile(
    r"(?:this model has an?|models in this unit have an?|this unit has an?|the bearer has an?)?\s*"
    r"(?P<save>[2-6])\s*\+\s*(?:\s*invulnerable save)?\.?"
)
_DAMAGED = re.compile(
    r"while this model has 1\s*[-–—]\s*(?P<wounds>\d{1,3}) wounds remaining,\s*"
    r"(?:subtract (?P<control>\d{1,2}) from (?:its|this model.s) objective control characteristic,? and )?"
    r"each time this model makes an attack, subtract 1 from (?:the|that) hit roll\.?"
)
_GRANTED = re.compile(
    r"(?:this model|this unit|models in this unit|all models in this unit|every model in this unit) ha(?:s|ve) "
    r"the (?P<ability>[^.;:]{4,80}?) ability(?P<against> against [^.;:]{4,60})?\.?",
    re.IGNORECASE,
)
"""A text that gives the whole unit a core ability and says nothing else."""

_CAPACITY = re.compile(r"transport capacity of (?P<count>\d{1,3})(?P<rest>[^.]*)")
_BARRED = re.compile(r"cannot transport (?P<rest>[^.]*)")
_BULLET = re.compile(r"^\s*[■•▪◦*-]\s*(?P<name>.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ReadAbilities:
    """What abilities say: ``core`` ones, an ``invulnerable`` save, ``damaged``, whom it ``leads``, and ``texts``.

    ``texts``: everything that was not understood wholly.
    """

    core: tuple[CoreAbility, ...]
    invulnerable: int | None
    damaged: Damaged | None
    leads: tuple[str, ...]
    texts: tuple[AbilityText, ...]


def plain_text(text: str) -> str:
    """Return a text without the marks for bold type and small capitals that shared files have.

    >>> plain_text("**^^Mawloc^^** units")
    'Mawloc units'
    """
    return text.replace("**", "").replace("^^", "").replace("\xa0", " ").strip()


def read_abilities(abilities: Iterable[AbilityText]) -> ReadAbilities:
    """Return what abilities say; one that is understood in part is also kept as text."""
    core: list[CoreAbility] = []
    invulnerable: int | None = None
    damaged: Damaged | None = None
    leads: list[str] = []
    texts: list[AbilityText] = []
    for one in abilities:
        name, text = one.name.casefold(), " ".join(one.text.split())
        if (known := _core(one.name) or _granted(text)) is not None:
            core += [known] if known not in core else []
        elif _is_rule_of_core(name, text):
            continue
        elif name.startswith("invulnerable save") and (save := invulnerable_save(one)) is not None:
            invulnerable = save if invulnerable is None else min(save, invulnerable)
        elif name.startswith("damaged") and (found := _DAMAGED.fullmatch(text.casefold().replace("’", "'"))):
            damaged = Damaged(int(found["wounds"]), -int(found["control"] or 0))
        elif name == "leader":
            led = led_units(one.text)
            leads += [unit for unit in led if unit not in leads]
            texts += [] if led or _is_the_rule_itself(one.text) else [one]
        else:
            texts += [one] if one not in texts else []
    return ReadAbilities(tuple(core), invulnerable, damaged, tuple(leads), tuple(texts))


def _core(name: str) -> CoreAbility | None:
    try:
        return core_ability(name)
    except QuestionError:
        return None


def _granted(text: str) -> CoreAbility | None:
    """Return the core ability that a text gives all models of a unit, without any condition."""
    found = _GRANTED.fullmatch(plain_text(text).replace("[", "").replace("]", ""))
    return _core(found["ability"] + (found["against"] or "")) if found else None


def _is_rule_of_core(name: str, text: str) -> bool:
    """Return whether an ability is the general rule of feel no pain, which has no number of its own."""
    return (
        name.strip() == CoreWord.FEEL_NO_PAIN.value
        and re.search(r"feel no pain.{0,3}x\+?", text.casefold()) is not None
    )


def invulnerable_save(ability: AbilityText) -> int | None:
    """Return the invulnerable save of an ability; None where it has a condition or is for some models only."""
    text = " ".join(ability.text.casefold().split())
    found = _INVULNERABLE.fullmatch(text)
    return int(found["save"]) if found else None


def led_units(text: str) -> tuple[str, ...]:
    """Return the units that a text of the ability Leader lists, one a line."""
    if "attached to" not in text:
        return ()
    return tuple(plain_text(found["name"]).strip(".") for found in _BULLET.finditer(plain_text(text)))


def _is_the_rule_itself(text: str) -> bool:
    """Return whether a text is the general rule of leaders, not that of a datasheet."""
    return "Bodyguard unit contains a Leader" in text or not text


def is_weapon_rule(name: str) -> bool:
    """Return whether a rule is that of a weapon ability, whose number may be missing (``Rapid Fire``, ``Anti-``)."""
    plain = " ".join(name.casefold().split()).rstrip(" -")
    if plain == WeaponWord.ANTI.value or plain in {word.value for word in WeaponWord} or plain == "twin linked":
        return True
    try:
        return bool(weapon_ability(name))
    except QuestionError:
        return False


def transport_of_text(text: str, keywords: Sequence[str]) -> Transport | None:
    """Return the transport of a rule of capacity; ``keywords``: those that units of its army have, in lower case.

    Only the words that are keywords are read as ones; the whole text is kept. None where no number is in it.
    """
    plain = plain_text(text)
    found = _CAPACITY.search(plain)
    if found is None:
        return None
    barred = _BARRED.search(plain)
    needed = _words_in(found["rest"], keywords)
    without = _words_in(barred["rest"], keywords) if barred else ()
    return Transport(int(found["count"]), needed, without, plain)


def _words_in(text: str, keywords: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in keywords if re.search(rf"\b{re.escape(word)}\b", _folded(text)))


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")
