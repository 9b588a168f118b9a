"""Weapons: their modes with all numbers, and their abilities as data (40K-WEAPON; named in docs/datasheets.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from warcry3d.errors import QuestionError
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.message import Message, message, template

__all__ = [
    "ABILITY_TEXTS",
    "SheetWeapon",
    "WeaponAbility",
    "WeaponMode",
    "WeaponWord",
    "granted_ability",
    "named_mode",
    "weapon_ability",
]


class WeaponWord(StrEnum):
    """What an ability of a weapon is called."""

    ANTI = "anti"
    ASSAULT = "assault"
    BLAST = "blast"
    DEVASTATING_WOUNDS = "devastating wounds"
    EXTRA_ATTACKS = "extra attacks"
    HAZARDOUS = "hazardous"
    HEAVY = "heavy"
    IGNORES_COVER = "ignores cover"
    INDIRECT_FIRE = "indirect fire"
    LANCE = "lance"
    LETHAL_HITS = "lethal hits"
    MELTA = "melta"
    ONE_SHOT = "one shot"
    PISTOL = "pistol"
    PRECISION = "precision"
    PSYCHIC = "psychic"
    RAPID_FIRE = "rapid fire"
    SUSTAINED_HITS = "sustained hits"
    TORRENT = "torrent"
    TWIN_LINKED = "twin-linked"


ABILITY_TEXTS: Final[Mapping[WeaponWord, str]] = MappingProxyType(
    {
        WeaponWord.ANTI: template(
            "against a target with that keyword, a wound roll of that number or more is critical"
        ),
        WeaponWord.ASSAULT: template("may shoot after its unit advanced"),
        WeaponWord.BLAST: template(
            "one more attack for each 5 models in the target; never at a unit in engagement range"
        ),
        WeaponWord.DEVASTATING_WOUNDS: template("a critical wound becomes mortal wounds instead of normal damage"),
        WeaponWord.EXTRA_ATTACKS: template("used in addition to the melee weapon that the model picks"),
        WeaponWord.HAZARDOUS: template("after its attacks, a roll of 1 on one die costs the bearer"),
        WeaponWord.HEAVY: template("+1 to hit rolls where its unit did not move this turn"),
        WeaponWord.IGNORES_COVER: template("the target has no benefit of cover"),
        WeaponWord.INDIRECT_FIRE: template("may shoot at what it cannot see: -1 to hit, and the target has cover"),
        WeaponWord.LANCE: template("+1 to wound rolls where its bearer charged this turn"),
        WeaponWord.LETHAL_HITS: template("a critical hit wounds without a roll"),
        WeaponWord.MELTA: template("more damage within half its range"),
        WeaponWord.ONE_SHOT: template("used once a battle"),
        WeaponWord.PISTOL: template(
            "may shoot in engagement range, at units in that range; its bearer uses no "
            "other weapons then, unless it is a monster or a vehicle"
        ),
        WeaponWord.PRECISION: template("wounds may be allocated to a visible character of the target"),
        WeaponWord.PSYCHIC: template("its attacks are psychic"),
        WeaponWord.RAPID_FIRE: template("more attacks within half its range"),
        WeaponWord.SUSTAINED_HITS: template("a critical hit scores more hits"),
        WeaponWord.TORRENT: template("hits without a roll"),
        WeaponWord.TWIN_LINKED: template("wound rolls may be re-rolled"),
    }
)
"""What each ability does, in short and in our own words."""

_WITH_VALUE: Final = (WeaponWord.MELTA, WeaponWord.RAPID_FIRE, WeaponWord.SUSTAINED_HITS)
_ANTI = re.compile(r"anti-(?P<keyword>[^\s].{0,60}?)\s+(?P<needed>[2-6])\+")


@dataclass(frozen=True, slots=True)
class WeaponAbility:
    """An ability of a weapon.

    ``value``: how much of it (rapid fire, melta, sustained hits); ``keyword`` and ``needed``: of anti, in lower case,
    and what a wound roll must reach.

    >>> str(WeaponAbility(WeaponWord.ANTI, keyword="infantry", needed=4))
    'anti-infantry 4+'
    """

    word: WeaponWord
    value: DiceSum | None = None
    keyword: str = ""
    needed: int = 0

    def __str__(self) -> str:
        if self.word is WeaponWord.ANTI:
            return f"anti-{self.keyword} {self.needed}+"
        return self.word.value if self.value is None else f"{self.word} {self.value}"


def weapon_ability(text: str) -> WeaponAbility:
    """Return the ability that a text names, in any case; raise `QuestionError` for what names none.

    >>> str(weapon_ability("Rapid Fire D3")), str(weapon_ability("Twin Linked"))
    ('rapid fire D3', 'twin-linked')
    """
    plain = " ".join(text.strip().strip("[]").casefold().replace("‑", "-").split())
    if found := _ANTI.fullmatch(plain):
        return WeaponAbility(WeaponWord.ANTI, keyword=found["keyword"], needed=int(found["needed"]))
    for word in WeaponWord:
        spoken = plain.replace("-", " ") if word is WeaponWord.TWIN_LINKED else plain
        name = word.value.replace("-", " ") if word is WeaponWord.TWIN_LINKED else word.value
        if spoken == name and word not in (*_WITH_VALUE, WeaponWord.ANTI):
            return WeaponAbility(word)
        if word in _WITH_VALUE and spoken.startswith(f"{name} "):
            rest = spoken.removeprefix(f"{name} ").replace(" ", "").upper()
            return WeaponAbility(word, dice_sum(int(rest) if rest.isdecimal() and len(rest) < 4 else rest))
    raise QuestionError("unknown word '{word}'; known here: {known}", word=text[:80], known=", ".join(WeaponWord))


GRANTED: Final = (
    *(WeaponWord.ANTI, WeaponWord.DEVASTATING_WOUNDS, WeaponWord.HEAVY, WeaponWord.IGNORES_COVER, WeaponWord.LANCE),
    *(WeaponWord.LETHAL_HITS, WeaponWord.PRECISION, WeaponWord.PSYCHIC, WeaponWord.SUSTAINED_HITS),
    WeaponWord.TWIN_LINKED,
)
"""Abilities that rules may give to weapons: those that count when attacks are made, not when weapons are picked."""


def granted_ability(text: str) -> WeaponAbility:
    """Return the ability of a weapon that a rule may give; raise `QuestionError` for others."""
    ability = weapon_ability(text)
    if ability.word not in GRANTED:
        raise QuestionError("unknown word '{word}'; known here: {known}", word=text[:80], known=", ".join(GRANTED))
    return ability


@dataclass(frozen=True, slots=True)
class WeaponMode:
    """One way to use a weapon (plasma: standard, overcharge); a weapon with one way has one without a name.

    ``reach``: in inches; None: melee. ``skill``: what its hit rolls must reach; None: it hits without a roll. ``ap``: 0
    or less. ``other``: abilities by the names that files of others give them, which the program does not know.
    """

    name: str
    reach: float | None
    attacks: DiceSum
    skill: int | None
    strength: DiceSum
    ap: int
    damage: DiceSum
    abilities: tuple[WeaponAbility, ...] = ()
    other: tuple[str, ...] = ()

    def ability(self, word: WeaponWord) -> WeaponAbility | None:
        """Return its ability of a name, the first of several; None where it has none."""
        return next((one for one in self.abilities if one.word is word), None)


def named_mode(weapon: str, mode: str) -> str | Message:
    """Return what a weapon is called as it is used in a mode; each name is translated by itself."""
    return message("{weapon}, {mode}", weapon=weapon, mode=mode) if mode else weapon


@dataclass(frozen=True, slots=True)
class SheetWeapon:
    """A weapon of a datasheet; all its modes are melee, or none is. Without modes, only its name is known."""

    id: str
    name: str
    modes: tuple[WeaponMode, ...] = ()

    @property
    def is_melee(self) -> bool:
        """Return whether it is used in melee (40K-WEAPON-1)."""
        return bool(self.modes) and self.modes[0].reach is None
