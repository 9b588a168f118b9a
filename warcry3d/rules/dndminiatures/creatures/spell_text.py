"""Spells as cards print them: ``1st—magic missile ❑ (sight; 5 damage)``."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import capwords
from typing import Any

from warcry3d.rules.dndminiatures.creatures.bonus_text import bonus_from_text, type_name
from warcry3d.rules.dndminiatures.creatures.traits import Condition, EffectEnd, HitDamage, Lasting, Power, ScoreBonus

__all__ = ["BOXES", "ReadSpell", "slug", "spells_from_text"]

BOXES = "❑□☐▢"
"""The signs of one use (DDM-CARD-15)."""

MOST_TEXT = 20_000

CONDITIONS = {
    "stun": (Condition.STUNNED, EffectEnd.NEXT_TURN),
    "stunned": (Condition.STUNNED, EffectEnd.NEXT_TURN),
    "paralysis": (Condition.PARALYSED, EffectEnd.SAVE),
    "paralyzed": (Condition.PARALYSED, EffectEnd.SAVE),
    "sleep": (Condition.ASLEEP, EffectEnd.DAMAGE),
    "invisible": (Condition.INVISIBLE, EffectEnd.ATTACK),
    "invisibility": (Condition.INVISIBLE, EffectEnd.ATTACK),
}
"""Conditions by their printed word, and when they end, which cards leave to the glossary."""

PICKS = {"warband": "all", "touch": "one", "self": "one"}
"""Whom a spell may be aimed at, by its range: the nearest otherwise."""

_LEVEL = re.compile(r"(?<!\w)([1-9])(?:st|nd|rd|th)\s*[—–-]+\s*")
_SPELL = re.compile(rf"(?P<name>[^(){BOXES}]+?)\s*(?P<boxes>[{BOXES} ]*)\s*(?P<brackets>(?:\([^()]*\)\s*)+)[,;.\s]*")
_BRACKET = re.compile(r"\(([^()]*)\)")
_DAMAGE = re.compile(r"(\d{1,3}) (?:([a-z]+) )?damage")


@dataclass(frozen=True, slots=True)
class ReadSpell:
    """A spell of a card: its ``text``, the ``power`` it was read as (None: it was not), whether that is all of it."""

    text: str
    power: Power | None
    is_whole: bool


def spells_from_text(text: str) -> tuple[ReadSpell, ...]:
    """Return the spells of a text, in order; what is no spell at all is one that was not read.

    >>> (spell,) = spells_from_text("1st—magic missile ❑ (sight; 5 damage).")
    >>> spell.power.name, spell.power.uses, spell.power.damage.amount, spell.is_whole
    ('Magic Missile', 1, 5, True)
    """
    if len(text) > MOST_TEXT:
        return (ReadSpell(text[:MOST_TEXT], None, False),)
    parts = _LEVEL.split(text)
    found = [ReadSpell(parts[0].strip(), None, False)] if parts[0].strip() else []
    for level, group in zip(parts[1::2], parts[2::2], strict=True):
        found += _of_level(int(level), group)
    return tuple(found)


def _of_level(level: int, group: str) -> Iterator[ReadSpell]:
    at = 0
    for match in _SPELL.finditer(group):
        if lost := group[at : match.start()].strip(" ,;."):
            yield ReadSpell(lost, None, False)
        at = match.end()
        yield _spell(level, match[0].strip(" ,;."), match)
    if lost := group[at:].strip(" ,;."):
        yield ReadSpell(lost, None, False)


def _spell(level: int, text: str, match: re.Match[str]) -> ReadSpell:
    details = [part.strip() for bracket in _BRACKET.findall(match["brackets"]) for part in bracket.split(";")]
    values, unread = _details([part for part in details if part])
    name = capwords(match["name"].strip(" ,;."))
    uses = sum(match["boxes"].count(box) for box in BOXES) or None
    if not values.keys() & {"damage", "heal", "lasting", "routs"} or "range" not in values:
        return ReadSpell(text, None, False)
    is_for_friends = "heal" in values or ("damage" not in values and not _is_harm(values.get("lasting")))
    values["target"] = "friend" if is_for_friends else "enemy"
    values["picks"] = PICKS.get(values["range"], "nearest")
    power = Power(id=slug(name), name=name, level=level, uses=uses, **values)
    return ReadSpell(text, power, not unread)


def _details(parts: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a power that details say, and those that say nothing of it."""
    values: dict[str, Any] = {}
    bonuses: list[ScoreBonus] = []
    conditions: list[Condition] = []
    until, has_magic, unread = EffectEnd.SKIRMISH, False, list[str]()
    for piece in (piece.strip() for part in parts for piece in _pieces(part)):
        word = piece.lower()
        if one := _field(word):
            values |= one
        elif word in CONDITIONS:
            condition, until = CONDITIONS[word]
            conditions.append(condition)
        elif word == "ignore dr":
            has_magic = True
        elif bonus := bonus_from_text(piece):
            bonuses.append(bonus)
        elif word != "unlimited uses":
            unread.append(piece)
    if bonuses or conditions or has_magic:
        values["lasting"] = Lasting(
            until=until, bonuses=tuple(bonuses), conditions=tuple(conditions), magic_weapon=has_magic
        )
    return values, unread


def _pieces(part: str) -> Sequence[str]:
    """Return a detail, or the entries of one that is a list of short ones (``Humanoids only, Paralysis``)."""
    pieces = part.split(",")
    return pieces if all(len(piece.split()) <= 6 for piece in pieces) else [part]


def _field(word: str) -> dict[str, Any]:
    """Return the field of a power that a detail says by itself."""
    if word in ("touch", "sight", "self"):
        return {"range": word}
    if word == "your warband":
        return {"range": "warband"}
    if found := re.fullmatch(r"range ([1-9]\d?)", word):
        return {"range": int(found[1])}
    if found := re.fullmatch(r"dc ([1-9]\d?)", word):
        return {"dc": int(found[1])}
    if found := re.fullmatch(r"heal (\d{1,3}) hp", word):
        return {"heal": int(found[1])}
    if found := _DAMAGE.fullmatch(word):
        return {"damage": HitDamage(amount=int(found[1]), kind=found[2] or "magic")}
    if found := re.fullmatch(r"([a-z ]+) only", word):
        return {"types": (type_name(found[1]),)}
    return {}


def _is_harm(lasting: Lasting | None) -> bool:
    if lasting is None:
        return False
    return any(one is not Condition.INVISIBLE for one in lasting.conditions) or any(
        bonus.amount < 0 for bonus in lasting.bonuses
    )


def slug(name: str) -> str:
    """Return a name as an id: lower-case words with hyphens; ``creature`` where no letter is left.

    >>> slug("Ember, Human Monk")
    'ember-human-monk'
    """
    return re.sub(r"[^\w]+", "-", name.casefold().replace("'", ""))[:80].strip("-_") or "creature"
