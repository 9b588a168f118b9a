"""Attack values as cards print them (DDM-CARD-9, -10).

They look like ``+12/+12 (10)``, ``+8/+3 (10 magic + 5 fire)`` or ``+9/+4 (10/5)``. Attack values come first, separated
by ``/``; then, in brackets, the damage of a hit: one for all values, or one for each in their order. Damage is a number
with its kind, if it has one, and may add a bonus part with a kind of its own.
"""

import re
from collections.abc import Sequence

from warcry3d.rules.dndminiatures.creatures.card import AttackValue
from warcry3d.rules.dndminiatures.creatures.traits import HitDamage
from warcry3d.table.jsonfile import JsonPath

__all__ = ["attack_text", "attacks_from_text", "damage_from_text", "damage_text", "is_damage_kind"]

MOST_VALUES = 20
MOST_BONUS = 100
MOST_DAMAGE = 1000

_WHOLE = re.compile(r"\s*(?P<values>[^()]*?)\s*\(\s*(?P<damages>[^()]*?)\s*\)\s*")
_VALUE = re.compile(r"(?P<sign>[+\-−–])\s?(?P<bonus>[0-9]{1,3})")
_KIND = re.compile(r"[a-z]+(?:[ \-][a-z]+)*")
_AMOUNT = rf"(?P<{{0}}>[0-9]{{{{1,4}}}})(?:\s+(?P<{{1}}>{_KIND.pattern}))?"
_DAMAGE = re.compile(_AMOUNT.format("amount", "kind") + r"(?:\s*\+\s*" + _AMOUNT.format("bonus", "bonus_kind") + ")?")


def attacks_from_text(text: str, spot: JsonPath) -> tuple[AttackValue, ...]:
    """Return the attack values of a text; raise `FileError` at ``spot`` that says which part is wrong.

    >>> [(one.bonus, one.damage.amount) for one in attacks_from_text("+9/+4 (10/5)", JsonPath("card"))]
    [(9, 10), (4, 5)]
    """
    whole = _WHOLE.fullmatch(text)
    if whole is None:
        raise spot.error(
            "expected attack values and the damage of a hit in brackets, such as '+12/+12 (10)', got '{text}'",
            text=text,
        )
    bonuses = [_bonus(part.strip(), spot) for part in whole["values"].split("/")]
    damages = [damage_from_text(part, spot) for part in whole["damages"].split("/")]
    if len(bonuses) > MOST_VALUES:
        raise spot.error("at most {most} attack values are read, got {count}", most=MOST_VALUES, count=len(bonuses))
    if len(damages) not in (1, len(bonuses)):
        raise spot.error(
            "expected one damage for all {values} attack values or one for each, got {damages}",
            values=len(bonuses),
            damages=len(damages),
        )
    each = damages * len(bonuses) if len(damages) == 1 else damages
    return tuple(AttackValue(bonus=bonus, damage=damage) for bonus, damage in zip(bonuses, each, strict=True))


def _bonus(text: str, spot: JsonPath) -> int:
    found = _VALUE.fullmatch(text)
    if found is None or int(found["bonus"]) > MOST_BONUS:
        raise spot.error(
            "expected an attack value with its sign, from -{most} to +{most}, got '{text}'", most=MOST_BONUS, text=text
        )
    return int(found["bonus"]) * (1 if found["sign"] == "+" else -1)


def damage_from_text(text: str, spot: JsonPath) -> HitDamage:
    """Return the damage of a hit, such as ``10``, ``5 magic`` or ``10 magic + 5 fire``; raise `FileError`."""
    found = _DAMAGE.fullmatch(text.strip().lower())
    if found is None or max(int(found["amount"]), int(found["bonus"] or 0)) > MOST_DAMAGE:
        raise spot.error(
            "expected damage such as '10', '5 magic' or '10 magic + 5 fire', of at most {most}, got '{text}'",
            most=MOST_DAMAGE,
            text=text.strip(),
        )
    return HitDamage(
        amount=int(found["amount"]),
        kind=found["kind"] or "",
        bonus=int(found["bonus"] or 0),
        bonus_kind=found["bonus_kind"] or "",
    )


def is_damage_kind(text: str) -> bool:
    """Return whether a text can name a kind of damage: lower-case words, such as ``fire``; empty: a weapon's."""
    return not text or _KIND.fullmatch(text) is not None


def attack_text(attacks: Sequence[AttackValue]) -> str:
    """Return attack values as a card prints them; `attacks_from_text` reads them back.

    >>> attack_text(attacks_from_text("+12 / +12 ( 10 Magic+5 fire )", JsonPath("card")))
    '+12/+12 (10 magic + 5 fire)'
    """
    damages = [damage_text(one.damage) for one in attacks]
    shown = damages[:1] if len(set(damages)) == 1 else damages
    return f"{'/'.join(f'{one.bonus:+d}' for one in attacks)} ({'/'.join(shown)})"


def damage_text(damage: HitDamage) -> str:
    """Return the damage of a hit as a card prints it."""
    first = f"{damage.amount} {damage.kind}".rstrip()
    return f"{first} + {damage.bonus} {damage.bonus_kind}".rstrip() if damage.bonus or damage.bonus_kind else first
