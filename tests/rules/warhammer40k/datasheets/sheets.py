"""Small datasheets and armies for tests, as files have them."""

from typing import Any

NUMBERS = {"move": 6, "toughness": 4, "save": 3, "wounds": 2, "leadership": 6, "control": 2}

GUN = {"range": 24, "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
BLADE = {"attacks": 3, "skill": 3, "strength": 4, "damage": 1}


def sheet_json(id: str = "wardens", **more: Any) -> dict[str, Any]:
    """Return a squad of a captain and four to nine wardens with rifles and blades."""
    sheet: dict[str, Any] = {
        "id": id,
        "name": id.capitalize(),
        "models": [
            {"name": "Captain", "numbers": NUMBERS, "count": [1, 1], "carries": ["rifle", "blade"]},
            {"name": "Warden", "numbers": NUMBERS, "count": [4, 9], "carries": ["rifle", "blade"]},
        ],
        "weapons": [
            {"name": "Rifle", "modes": [GUN]},
            {"name": "Blade", "modes": [BLADE]},
            {"name": "Fist", "modes": [BLADE]},
            {"name": "Launcher", "modes": [{**GUN, "name": "frag", "abilities": ["blast"]}, {**GUN, "name": "krak"}]},
        ],
        "faction_keywords": ["wall"],
        "keywords": ["infantry", "battleline"],
        "points": [[5, 80], [10, 160]],
        "options": [
            {"model": "Captain", "instead_of": ["blade"], "choices": [["fist"]], "most": 1},
            {"choices": [["launcher"]], "every": 5},
        ],
    }
    return {**sheet, **more}


def single_json(id: str, *keywords: str, points: int = 50, **more: Any) -> dict[str, Any]:
    """Return a datasheet of one model with a rifle."""
    model = {"name": id.capitalize(), "numbers": NUMBERS, "count": [1, 1], "carries": ["rifle"]}
    sheet = {
        "id": id,
        "name": id.capitalize(),
        "models": [model],
        "weapons": [{"name": "Rifle", "modes": [GUN]}],
        "faction_keywords": ["wall"],
        "keywords": list(keywords),
        "points": [[1, points]],
    }
    return {**sheet, **more}


def army_json(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return an army of 1000 points; without units, a warlord alone."""
    lord = {"datasheet": single_json("lord", "character", "infantry"), "warlord": True}
    return {
        "format": "warcry3d.datasheet-army/1",
        "name": "The Wall",
        "faction": "wall",
        "detachment": "Gate Guard",
        "limit": 1000,
        "units": [lord, *units],
        **more,
    }
