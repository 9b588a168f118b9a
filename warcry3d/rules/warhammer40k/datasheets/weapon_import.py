"""Weapons of shared rosters: profiles as text become modes of weapons; what is not understood is said."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from warcry3d.errors import QuestionError
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.message import Message, message
from warcry3d.rules.shared_rosters import RosterProfile
from warcry3d.rules.warhammer40k.datasheets.odd_values import ValueReader
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon, WeaponAbility, WeaponMode, weapon_ability

__all__ = ["ReadWeapons", "is_weapon_profile", "needed_number", "plain_number", "weapons_of_profiles"]

_MODE = re.compile(r"(?P<weapon>.+?)\s+[-–—]\s+(?P<mode>[^-–—]+)")
_MARKS = "➤►▶ \t"


def is_weapon_profile(profile: RosterProfile) -> bool:
    """Return whether a profile has the characteristics of a weapon, whatever its kind is called."""
    return {"Range", "A", "S", "AP", "D"} <= set(profile.values)


@dataclass(frozen=True, slots=True)
class ReadWeapons:
    """Weapons of profiles; what of these was not understood, and the profiles whose numbers were not."""

    weapons: tuple[SheetWeapon, ...]
    misread: tuple[Message, ...]
    unread: tuple[RosterProfile, ...]


def weapons_of_profiles(profiles: Iterable[RosterProfile]) -> ReadWeapons:
    """Return the weapons of profiles that stand together.

    Profiles marked as modes (``➤ Plasma pistol - standard``) of one name are one weapon. Ids are left empty.
    """
    found: list[SheetWeapon] = []
    misread: list[Message] = []
    unread: list[RosterProfile] = []
    for (name, _), group in groupby(profiles, key=lambda one: (_weapon_name(one), _is_melee(one.values))):
        modes: list[WeaponMode] = []
        for profile in group:
            try:
                modes.append(_mode(profile, misread))
            except QuestionError as error:
                unread.append(profile)
                misread.append(message("{weapon}: {reason}", weapon=profile.name, reason=error.message))
        found.append(SheetWeapon("", name, tuple(modes)))
    return ReadWeapons(tuple(found), tuple(misread), tuple(unread))


def _is_melee(values: Mapping[str, str]) -> bool:
    reach = values["Range"].strip().casefold()
    return reach == "melee" or (reach in ("n/a", "-", "–", "") and "WS" in values)


def _weapon_name(profile: RosterProfile) -> str:
    name = profile.name.strip(_MARKS)
    marked = profile.name != name and _MODE.fullmatch(name)
    return marked["weapon"] if marked else name


def _mode(profile: RosterProfile, misread: list[Message]) -> WeaponMode:
    values = profile.values
    name = profile.name.strip(_MARKS)
    marked = profile.name != name and _MODE.fullmatch(name)
    abilities, other = _abilities(values.get("Keywords", ""))
    reader = ValueReader(name)
    mode = WeaponMode(
        name=marked["mode"] if marked else "",
        reach=None if _is_melee(values) else reader.read(plain_number, values["Range"], "Range"),
        attacks=reader.read(_dice, values["A"], "A"),
        skill=reader.read(needed_number, values.get("BS") or values.get("WS") or "-", "BS"),
        strength=reader.read(_dice, values["S"], "S"),
        ap=reader.read(lambda text, _: _ap(text, profile.name, misread), values["AP"], "AP"),
        damage=reader.read(_dice, values["D"], "D"),
        abilities=abilities,
        other=other,
    )
    misread += reader.misread
    return mode


def _dice(text: str, name: str) -> DiceSum:
    plain = "".join(text.split()).upper()
    try:
        return dice_sum(int(plain) if plain.isdecimal() and len(plain) < 4 else plain)
    except QuestionError:
        raise QuestionError("{name} is not a number or dice: '{text}'", name=name, text=text[:40]) from None


def _ap(text: str, weapon: str, misread: list[Message]) -> int:
    plain = text.strip().replace("−", "-").replace("–", "-")
    if plain in ("-", ""):
        return 0
    found = re.fullmatch(r"([-+]?)(\d{1,2})", plain)
    if found is None:
        raise QuestionError("{name} is not a number or dice: '{text}'", name="AP", text=text[:40])
    if found[1] != "-" and found[2] != "0":
        misread.append(message("{weapon}: AP {text} is read as -{ap}", weapon=weapon, text=plain, ap=found[2]))
    return -int(found[2])


def plain_number(text: str, name: str) -> float:
    """Return the inches of a text such as ``24"``; raise `QuestionError`."""
    found = re.fullmatch(r"(\d{1,3})\s*[\"”″']*", text.strip())
    if found is None:
        raise QuestionError("{name} is not a number or dice: '{text}'", name=name, text=text[:40])
    return float(found[1])


def needed_number(text: str, name: str) -> int | None:
    """Return the number of a text such as ``3+``; None for ``N/A`` and ``-``; raise `QuestionError`."""
    plain = text.strip().casefold()
    if plain in ("n/a", "-", "–", "", "*"):
        return None
    found = re.fullmatch(r"([1-9])\s*\+\*?", plain)
    if found is None:
        raise QuestionError("{name} is not a number or dice: '{text}'", name=name, text=text[:40])
    return int(found[1])


def _abilities(text: str) -> tuple[tuple[WeaponAbility, ...], tuple[str, ...]]:
    """Return the abilities of a list with commas or semicolons, and the words that name none."""
    known: list[WeaponAbility] = []
    other: list[str] = []
    for word in _words(text):
        try:
            known.append(weapon_ability(word))
        except QuestionError:
            other.append(word[:500])
    return tuple(known), tuple(other)


def _words(text: str) -> Sequence[str]:
    plain = text.replace("[", "").replace("]", "").replace("**", "").replace("^^", "")
    return [word.strip() for word in re.split("[,;]", plain) if word.strip() not in ("", "-", "–")]
