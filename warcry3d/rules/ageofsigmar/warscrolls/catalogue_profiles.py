"""Profiles of models and weapons in catalogues: which is which, and their numbers."""

import re
from typing import Any, Final

from warcry3d.game.dice_sum import DICE_SUM_PATTERN
from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.shared_rosters import RosterProfile

__all__ = [
    "digits_of_text",
    "inches_of_text",
    "is_model_profile",
    "is_weapon_profile",
    "needed_of_text",
    "weapon_of",
]

MOST_MELEE: Final = 3.0
"""Weapons that reach no farther than this (in) are melee weapons: the catalogues do not say."""

_BRACKETS = re.compile(r"(?P<name>.*?)\s*\((?P<what>[^()]*)\)$")
_NEEDED = re.compile(r"([2-6])\+")
_DICE = re.compile(DICE_SUM_PATTERN)


def is_model_profile(profile: RosterProfile) -> bool:
    return {"Move", "Wounds", "Save", "Bravery"} <= profile.values.keys()


def is_weapon_profile(profile: RosterProfile) -> bool:
    return {"Range", "Attacks", "To Hit", "To Wound", "Damage"} <= profile.values.keys()


def inches_of_text(text: str) -> float | None:
    digits = digits_of_text(text.rstrip("\"”'"))
    return None if digits is None else float(digits)


def digits_of_text(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,3}", text.strip()) else None


def needed_of_text(text: str) -> int | None:
    match = _NEEDED.fullmatch(text.strip())
    return int(match[1]) if match else None


def _dice(text: str) -> int | str | None:
    plain = text.strip().upper()
    return plain if _DICE.fullmatch(plain) else digits_of_text(plain)


def weapon_of(profile: RosterProfile) -> dict[str, Any] | None:
    """Return a weapon; None where its numbers are not numbers, such as one attack for each model in range."""
    values = profile.values
    match = _BRACKETS.match(profile.name)
    name = profile.name if match is None else match["name"]
    if match is not None and match["what"].split(",")[0] in ("Melee", "Range"):
        name = f"{name} ({match['what'].split(',')[0]})"
    reach, attacks, damage = inches_of_text(values["Range"]), _dice(values["Attacks"]), _dice(values["Damage"])
    hit, wound = needed_of_text(values["To Hit"]), needed_of_text(values["To Wound"])
    rend = 0 if values.get("Rend", "-").strip() == "-" else digits_of_text(values.get("Rend", "").strip().lstrip("-"))
    if reach is None or attacks is None or damage is None or hit is None or wound is None or rend is None:
        return None
    return {
        "name": name,
        "id": hyphenated(name)[:80],
        "kind": "missile" if reach > MOST_MELEE else "melee",
        "range": reach,
        "attacks": attacks,
        "to_hit": hit,
        "to_wound": wound,
        "rend": -rend,
        "damage": damage,
    }
