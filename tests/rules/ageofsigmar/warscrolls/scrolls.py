"""Warscrolls and armies of the tests, as files have them."""

from typing import Any

from warcry3d.rules.ageofsigmar.warscrolls.army import WarscrollArmy
from warcry3d.rules.ageofsigmar.warscrolls.files import army_from_json, warscrolls_from_json
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll

__all__ = ["BOW", "SPEAR", "army_json", "make_army", "make_scroll", "scroll_json", "scrolls_json"]

SPEAR = {"name": "Spear", "kind": "melee", "range": 2, "attacks": 2, "to_hit": 4, "to_wound": 4}
BOW = {
    "name": "Bow",
    "kind": "missile",
    "range": 18,
    "attacks": "D3",
    "to_hit": 4,
    "to_wound": 3,
    "rend": -1,
    "damage": "D6",
}


def scroll_json(id: str = "guard", **changed: Any) -> dict[str, Any]:
    """Return a plain warscroll with a spear, on a base of 25 mm."""
    usual = {"move": 5, "wounds": 1, "bravery": 6, "save": 5, "base": {"round": 25}, "weapons": [SPEAR]}
    return {"id": id, "name": id.replace("-", " ").capitalize(), **usual, **changed}


def scrolls_json(*scrolls: dict[str, Any]) -> dict[str, Any]:
    """Return a file of warscrolls."""
    return {"format": "warcry3d.warscrolls/1", "warscrolls": list(scrolls)}


def army_json(*units: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """Return a file of an army."""
    return {"format": "warcry3d.warscroll-army/1", "name": "The Post", "units": list(units), **changed}


def make_scroll(id: str = "guard", **changed: Any) -> Warscroll:
    """Return a warscroll read from a file."""
    return warscrolls_from_json(scrolls_json(scroll_json(id, **changed)))[0]


def make_army(*units: dict[str, Any]) -> WarscrollArmy:
    """Return an army of these units."""
    return army_from_json(army_json(*units), folder=".")
