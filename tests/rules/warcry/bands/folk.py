"""Fighters and warbands for tests: made up here, and nothing but."""

from typing import Any

from warcry3d.rules.warcry.bands.band import Fighter, Groups, Role, Warband
from warcry3d.rules.warcry.bands.profile import Profile, Weapon

CLUB = Weapon("club", 0, 1, 3, 3, 1, 3)


def profile(id: str = "digger", **changed: Any) -> Profile:
    """Return a plain profile of the faction ``ditch`` of the alliance ``earth``."""
    usual: dict[str, Any] = {
        "name": id.capitalize(),
        "faction": "ditch",
        "alliance": "earth",
        "move": 4,
        "toughness": 3,
        "wounds": 10,
        "points": 60,
        "runemarks": (),
        "weapons": (CLUB,),
    }
    return Profile(id, **{**usual, **changed})


def fighter(id: str, role: Role = Role.OWN, **changed: Any) -> Fighter:
    return Fighter(id, id.capitalize(), profile(id, **changed), role)


def leader(id: str = "boss", **changed: Any) -> Fighter:
    return fighter(id, Role.LEADER, **{"runemarks": ("hero",), **changed})


def band(*fighters: Fighter, groups: Groups | None = None) -> Warband:
    return Warband("The Ditch", "ditch", "earth", fighters, groups)


def diggers(count: int, **changed: Any) -> tuple[Fighter, ...]:
    return tuple(fighter(f"d{number}", **changed) for number in range(count))


def profile_json(id: str = "digger", **changed: Any) -> dict[str, Any]:
    """Return a profile as files write it."""
    usual = {
        "id": id,
        "name": id.capitalize(),
        "faction": "ditch",
        "alliance": "earth",
        "move": 4,
        "toughness": 3,
        "wounds": 10,
        "points": 60,
        "weapons": [{"runemark": "club", "range": [0, 1], "attacks": 3, "strength": 3, "damage": [1, 3]}],
    }
    return {**usual, **changed}


def band_json(*fighters: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """Return a warband as files write it."""
    usual = {"format": "warcry3d.warband/1", "name": "The Ditch", "faction": "ditch", "fighters": list(fighters)}
    return {**usual, **changed}
