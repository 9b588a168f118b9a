"""Special abilities as other people's tables name them: by name, with a value such as ``5``, ``+4`` or a sentence."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from warcry3d.rules.dndminiatures.creatures.bonus_text import bonus_from_text, type_name
from warcry3d.rules.dndminiatures.creatures.spell_text import BOXES
from warcry3d.rules.dndminiatures.creatures.traits import (
    BonusCase,
    CardScore,
    Condition,
    EffectEnd,
    Lasting,
    OnHit,
    Power,
    Resistance,
    ScoreBonus,
    Traits,
)

__all__ = ["ReadAbility", "ability_from_text", "merged_traits"]


@dataclass(frozen=True, slots=True)
class ReadAbility:
    """What a special ability was read as, and whether that is all that it says."""

    traits: Traits = field(default_factory=Traits)
    powers: tuple[Power, ...] = ()
    on_hit: tuple[OnHit, ...] = ()
    is_whole: bool = True


def ability_from_text(name: str, value: str | Mapping[str, str]) -> ReadAbility | None:
    """Return what an ability is as data; None where its meaning is not known.

    >>> ability_from_text("DR", "5").traits.resistances[0].amount
    5
    >>> ability_from_text("Burrow", "4") is None
    True
    """
    plain, uses = _without_boxes(name)
    fields = dict(value) if isinstance(value, Mapping) else _fields(value)
    text = "" if isinstance(value, Mapping) else value.strip()
    if not text and not fields and (found := re.fullmatch(r"(.*?) ([+\-]?\d{1,2})", plain)):
        plain, text = found[1], found[2]
    if plain.lower() == "stunning attack":
        return _stunning_attack(plain, fields, uses)
    if uses is not None or isinstance(value, Mapping):
        return None
    if found := re.fullmatch(r"smite ([a-z ]+)", plain.lower()):
        return _smite(type_name(found[1]), text)
    if bonus := bonus_from_text(text) or bonus_from_text(f"{plain} {text}"):
        return ReadAbility(Traits(bonuses=(bonus,)))
    read = ABILITIES.get(plain.lower())
    return None if read is None else read(text)


def _without_boxes(name: str) -> tuple[str, int | None]:
    """Return an ability's name and the number of boxes in it."""
    return re.sub(rf"[{BOXES}]", "", name).strip(), sum(name.count(box) for box in BOXES) or None


def _fields(value: str) -> dict[str, str]:
    """Return the fields of a text such as ``Charges: 1, DC: 13``; none for another text."""
    return dict(re.findall(r"([A-Za-z]+):\s*(\d+)", value))


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\+?\d{1,2}", text) else None


def _stunning_attack(name: str, fields: Mapping[str, str], boxes: int | None) -> ReadAbility | None:
    dc, uses = _number(str(fields.get("DC", ""))), _number(str(fields.get("Charges", ""))) or boxes
    if not dc:
        return None
    lasting = Lasting(until=EffectEnd.NEXT_TURN, conditions=(Condition.STUNNED,))
    is_whole = not fields.keys() - {"DC", "Charges"}
    hit = OnHit(id="stunning-attack", name=name, dc=dc, uses=uses, lasting=lasting)
    return ReadAbility(on_hit=(hit,), is_whole=is_whole)


def _smite(against: str, text: str) -> ReadAbility | None:
    amount = _number(text)
    if not amount:
        return None
    bonus = ScoreBonus(score=CardScore.DAMAGE, amount=amount, when=(BonusCase.MELEE,), against=(against,))
    return ReadAbility(Traits(bonuses=(bonus,)))


def _turn_undead(text: str) -> ReadAbility | None:
    """Return the power: the nearest undead in sight makes a morale save; what its number does is not known to us."""
    power = Power(id="turn-undead", name="Turn Undead", types=("Undead",), routs=True)
    return ReadAbility(powers=(power,), is_whole=not text)


def _sneak_attack(text: str) -> ReadAbility | None:
    """Return more damage to whom it flanks; that others cannot defend themselves either is left out."""
    amount = _number(text)
    if not amount:
        return None
    when = (BonusCase.MELEE, BonusCase.FLANKING)
    bonus = ScoreBonus(score=CardScore.DAMAGE, amount=amount, when=when)
    return ReadAbility(Traits(bonuses=(bonus,)), is_whole=False)


def _flag(**fields: Any) -> Callable[[str], ReadAbility | None]:
    """Return what reads an ability without a value."""
    return lambda text: None if text else ReadAbility(Traits(**fields))


def _counted(make: Callable[[int], Traits], most: int = 99) -> Callable[[str], ReadAbility | None]:
    """Return what reads an ability with a number from 1 to ``most``."""

    def read(text: str) -> ReadAbility | None:
        number = _number(text)
        return ReadAbility(make(number)) if number and number <= most else None

    return read


ABILITIES: Mapping[str, Callable[[str], ReadAbility | None]] = MappingProxyType(
    {
        "cleave": _flag(cleave=True),
        "conceal": _counted(lambda n: Traits(conceal=n), 20),
        "dr": _counted(lambda n: Traits(resistances=(Resistance(amount=n),))),
        "fearless": _flag(immune=("morale",)),
        "flight": _flag(flies=True),
        "immune critical hits": _flag(immune=("critical",)),
        "immune paralysis": _flag(immune=("paralysed",)),
        "immune sleep": _flag(immune=("asleep",)),
        "immune stun": _flag(immune=("stunned",)),
        "melee reach": _counted(lambda n: Traits(reach=n)),
        "precise shot": _flag(ignores_melee=True),
        "regeneration": _counted(lambda n: Traits(regenerates=n)),
        "selective shot": _flag(picks_target=True),
        "sneak attack": _sneak_attack,
        "spell resistance": _counted(lambda n: Traits(spell_resistance=n), 20),
        "turn undead": _turn_undead,
        "unique": _flag(is_unique=True),
        **{
            f"resist {kind}": _counted(lambda n, kind=kind: Traits(resistances=(Resistance(kind=kind, amount=n),)))  # type: ignore[misc]
            for kind in ("acid", "cold", "electricity", "fire", "sonic")
        },
        **{
            f"immune {kind}": _flag(resistances=(Resistance(kind=kind),))
            for kind in ("acid", "cold", "electricity", "fire", "sonic")
        },
    }
)
"""Abilities whose meaning is known, by their name in lower case: what reads their value."""


def merged_traits(one: Traits, other: Traits) -> Traits:
    """Return the traits of both: lists put together, of other fields what differs from a card without abilities."""
    plain, values = Traits(), dict[str, Any]()
    for name in plain.__struct_fields__:
        first, second = getattr(one, name), getattr(other, name)
        values[name] = (
            first + second if isinstance(first, tuple) else first if second == getattr(plain, name) else second
        )
    return Traits(**values)
