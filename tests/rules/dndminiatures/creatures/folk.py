"""Creatures and warbands of the tests, as files have them."""

from typing import Any

from warcry3d.rules.dndminiatures.creatures.band import CreatureBand
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.creatures.files import creature_band_from_json, creatures_from_json

__all__ = ["band_json", "creature", "creature_json", "creatures_json", "make_band"]


def creature_json(id: str = "guard", **changed: Any) -> dict[str, Any]:
    """Return a plain creature of LG that costs 10."""
    name = id.replace("-", " ").capitalize()
    usual = {"factions": ["LG"], "cost": 10, "level": 3, "speed": 6, "ac": 16, "hp": 20, "melee": "+6 (10)"}
    return {"id": id, "name": name, **usual, **changed}


def creatures_json(*creatures: dict[str, Any]) -> dict[str, Any]:
    """Return a file of creatures."""
    return {"format": "warcry3d.creatures/1", "creatures": list(creatures)}


def band_json(*members: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """Return a file of a warband of LG."""
    usual = {"format": "warcry3d.creature-warband/1", "name": "The Post", "faction": "LG"}
    return {**usual, "creatures": list(members), **changed}


def creature(id: str = "guard", **changed: Any) -> Creature:
    """Return a creature read from a file."""
    return creatures_from_json(creatures_json(creature_json(id, **changed)))[0]


def make_band(*cards: dict[str, Any], **changed: Any) -> CreatureBand:
    """Return a warband of these cards, with a commander of 10 points before them."""
    boss = creature_json("boss", rating=2)
    return creature_band_from_json(band_json(*({"creature": one} for one in (boss, *cards)), **changed), folder=".")
