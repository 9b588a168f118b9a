"""A roster of our own making in the forms that others share."""

import io
import json
import zipfile
from typing import Any

NS = "http://www.battlescribe.net/schema/rosterSchema"


def selection(
    name: str, kind: str = "upgrade", number: int = 1, *inside: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Return a selection with those under it; ``pts``, ``categories``, ``profiles``, ``rules`` as they are written."""
    words = more.pop("categories", [])
    found: dict[str, Any] = {"name": name, "type": kind, "number": number, "selections": list(inside)}
    if "pts" in more:
        found["costs"] = [{"name": "pts", "value": more.pop("pts")}]
    found["categories"] = [{"name": word, "primary": i == 0} for i, word in enumerate(words)]
    return {**found, **more}


def profile(name: str, kind: str, **values: str) -> dict[str, Any]:
    """Return a profile of a kind."""
    characteristics = [{"name": key, "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": kind, "hidden": False, "characteristics": characteristics}


def unit_profile(name: str, **changes: str) -> dict[str, Any]:
    """Return the profile of a model."""
    values = {"M": '6"', "T": "3", "SV": "4+", "W": "1", "LD": "7+", "OC": "2"}
    return profile(name, "Unit", **{**values, **changes})


def gun(name: str, keywords: str = "-", **changes: str) -> dict[str, Any]:
    """Return the profile of a ranged weapon."""
    values = {"Range": '24"', "A": "2", "BS": "4+", "S": "4", "AP": "0", "D": "1", "Keywords": keywords}
    return profile(name, "Ranged Weapons", **{**values, **changes})


def blade(name: str, keywords: str = "-", **changes: str) -> dict[str, Any]:
    """Return the profile of a melee weapon."""
    values = {"Range": "Melee", "A": "1", "WS": "4+", "S": "3", "AP": "0", "D": "1", "Keywords": keywords}
    return profile(name, "Melee Weapons", **{**values, **changes})


def ability(name: str, text: str = "It does.") -> dict[str, Any]:
    """Return the profile of an ability."""
    return profile(name, "Abilities", Description=text)


def roster(*units: dict[str, Any], points: int | None = None, **more: Any) -> dict[str, Any]:
    """Return a roster of New Recruit with its battle size and its detachment."""
    size = selection(
        "Battle Size", "upgrade", 1, selection("1. Incursion (1000 Point limit)"), categories=["Configuration"]
    )
    detachment = selection("Detachment", "upgrade", 1, selection("Low Water"), categories=["Configuration"])
    force = {"name": "Army", "catalogueName": "Folk - Ferrymen", "selections": [size, detachment, *units]}
    costs = [] if points is None else [{"name": "pts", "value": points}]
    system = {"gameSystemName": "Warhammer 40,000 10th Edition", "name": "Ferry", "costs": costs}
    return {"roster": {**system, "forces": [force], **more}}


def crew(**more: Any) -> dict[str, Any]:
    """Return a unit of a mate and four hands, whose profile stands on the unit."""
    mate = selection(
        "Mate", "model", 1, selection("Flare pistol", profiles=[gun("Flare pistol", "Pistol", Range='12"')])
    )
    hands = selection(
        *("Hands", "model", 4),
        selection("Boat gun", "upgrade", 3, profiles=[gun("Boat gun", "Rapid Fire 1, Anti-Fly 4+")]),
        selection("Harpoon", "upgrade", 1, profiles=[gun("Harpoon", "Dragging", AP="2", D="D6+1")]),
        selection("Boathook", "upgrade", 4, profiles=[blade("Boathook")]),
    )
    own = {
        "pts": 80,
        "categories": ["Battleline", "Infantry", "Faction: Ferrymen", "Crew"],
        "profiles": [unit_profile("Crew"), ability("Old Hands", "They row **^^well^^**.")],
        "rules": [{"name": 'Scouts 6"', "description": "..."}, {"name": "Rapid Fire", "description": "..."}],
    }
    return selection("Crew", "unit", 1, mate, hands, **{**own, **more})


def skipper(**more: Any) -> dict[str, Any]:
    """Return a character of one model with an enhancement, who leads crews and is the warlord."""
    lead = ability("Leader", "This model can be attached to the following units:\n■ CREW\n- DIVERS")
    own = {
        "pts": 60,
        "categories": ["Character", "Infantry", "Faction: Ferrymen", "Skipper"],
        "profiles": [
            unit_profile("Skipper", W="4"),
            ability("Invulnerable Save", "This model has a 4+ invulnerable save."),
            lead,
        ],
    }
    return selection(
        *("Skipper", "model", 1),
        selection("Warlord", categories=["Warlord"]),
        selection("Brass Compass", pts=15, profiles=[ability("Brass Compass", "It points.")], group="Enhancements"),
        selection("Lantern", "upgrade", 1, profiles=[ability("Lantern", "It shines.")]),
        selection(
            *("Two guns", "upgrade", 1),
            selection(
                "Deck gun", "upgrade", 2, profiles=[gun("➤ Deck gun - shot"), gun("➤ Deck gun - chain", "Blast")]
            ),
        ),
        **{**own, **more},
    )


def as_xml(value: dict[str, Any]) -> bytes:
    """Return a roster in JSON as BattleScribe writes it."""
    from xml.etree import ElementTree as Tree

    one = {"costs": "cost", "categories": "category", "profiles": "profile", "characteristics": "characteristic"}

    def element(tag: str, node: dict[str, Any]) -> Tree.Element:
        found = Tree.Element(tag)
        for key, inside in node.items():
            if isinstance(inside, list):
                holder = Tree.SubElement(found, key)
                holder.extend(element(one.get(key, key[:-1]), entry) for entry in inside)
            elif key == "$text":
                found.text = inside
            elif key == "description":
                Tree.SubElement(found, key).text = inside
            else:
                found.set(key, str(inside).lower() if isinstance(inside, bool) else str(inside))
        return found

    root = element("roster", value["roster"])
    root.set("xmlns", NS)
    return bytes(Tree.tostring(root, encoding="utf-8", xml_declaration=True))


def as_zip(data: bytes, name: str = "Ferry.ros") -> bytes:
    """Return a zip archive of one file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return stream.getvalue()


def forms(value: dict[str, Any]) -> dict[str, bytes]:
    """Return a roster in all three forms, by the ending of its file."""
    xml = as_xml(value)
    return {".json": json.dumps(value).encode(), ".ros": xml, ".rosz": as_zip(xml)}
