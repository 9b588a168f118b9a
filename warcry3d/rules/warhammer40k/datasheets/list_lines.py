"""The lines of army lists that people share as text, each as what it says: a heading, a unit, a bullet, equipment.

Read are the lists of the official app, of New Recruit (plain, markdown, tournament forms) and of ListForge.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["Bullet", "Equipped", "Heading", "ListSetting", "Title", "UnitLine", "lines_of_list", "split_items"]

BULLETS: Final = "•◦▪■●○‣⁃*·"
INNER: Final = "◦▪○‣⁃"
"""Those that stand inside of others, also where spaces in front of them were lost."""

_HEAD = re.compile(r"\+\s*(?P<key>[A-Z][A-Z /]+):\s*(?P<value>.*)")
_POINTED = re.compile(r"(?P<name>.*?)[\s-]*(?:[\[(](?P<points>[\d,. ]+)\s*(?:pts?|points?)[\])])?\s*:?", re.IGNORECASE)
_UNIT = re.compile(
    r"(?:(?P<label>Char\s?\d+)\s*:\s*)?(?:(?P<count>\d{1,3})\s?x\s+)?(?P<name>.+?)\s*"
    r"[(\[]\s*(?P<points>\d[\d,]*)(?:\.\d+)?\s*(?:pts?|points?)\.?\s*[)\]]\s*(?::\s*(?P<rest>.*))?",
    re.IGNORECASE,
)
_BULLET = re.compile(rf"(?P<indent>\s*)(?P<mark>[{re.escape(BULLETS)}]|[-–.](?=\s))\s*(?P<text>.+)")
_WITH = re.compile(r"(?P<count>\d{1,3})\s+with\s+(?P<items>.+)", re.IGNORECASE)
_COUNTED = re.compile(r"(?P<count>\d{1,3})\s?x\s+(?P<name>.+)", re.IGNORECASE)
_ENHANCEMENT = re.compile(
    r"(?:enhancements?|E)\s*:\s*(?P<name>.+?)(?:\s*\(\+?(?P<points>\d+)\s*(?:pts?|points?)\))?", re.I
)
_ADDED = re.compile(r"(?P<name>.+?)\s*\(\+(?P<points>\d+)\s*(?:pts?|points?)\)", re.IGNORECASE)
_SECTIONS: Final = frozenset(
    {
        *("character", "characters", "epic hero", "epic heroes", "battleline", "dedicated transport"),
        *("dedicated transports", "other datasheets", "other", "allied units", "infantry", "vehicle", "monster"),
        *("beast", "beasts", "mounted", "swarm", "fortification", "fortifications", "vehicles", "monsters"),
        *("configuration", "transport", "transports", "aircraft", "titanic", "allies"),
    }
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading under which units stand, in lower case."""

    name: str


@dataclass(frozen=True, slots=True)
class Title:
    """What a list says of itself between marks: its name, and its points where they are there."""

    name: str
    points: int | None


@dataclass(frozen=True, slots=True)
class ListSetting:
    """Something said of the whole list, by its key in lower case; ``text`` is a line that says it without a key."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit, or the title of the list: a name with points. ``items``: what it carries where that follows at once."""

    name: str
    count: int | None
    points: int
    items: str = ""


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet under a unit. ``indent``: how far in its text begins; ``items``: what follows a colon.

    ``added``: points of an upgrade written behind it; ``is_enhancement``: it is said to be one; ``is_marked``: it has a
    mark in front.
    """

    indent: int
    name: str
    count: int | None
    items: str = ""
    added: int | None = None
    is_enhancement: bool = False
    is_marked: bool = True


@dataclass(frozen=True, slots=True)
class Equipped:
    """So many of the models named last that carry the same: ``5 with Bolt pistol, Chainblade``."""

    indent: int
    count: int
    items: str


Line = Heading | Title | ListSetting | UnitLine | Bullet | Equipped


def lines_of_list(text: str) -> Iterator[tuple[int, Line]]:
    """Yield what the lines of a list say, each with its number from 1."""
    key = ""
    for number, raw in enumerate(text.lstrip("\ufeff").replace("\xa0", " ").splitlines(), 1):
        line = raw.rstrip().replace("**", "").expandtabs(4)
        plain = line.strip()
        if not plain or not plain.strip("+=-_`~ "):
            continue
        if plain.startswith("&") and key:
            yield number, ListSetting(key, plain[1:].strip())
        elif found := _HEAD.fullmatch(plain):
            key = found["key"].strip().casefold()
            yield number, ListSetting(key, found["value"].strip())
        else:
            key = ""
            yield number, _line(line, plain)


def _line(line: str, plain: str) -> Line:
    if plain.startswith(("#", "+")):
        return _titled(plain.strip("#+ "))
    indent = len(line) - len(line.lstrip())
    if found := _BULLET.fullmatch(line):
        deeper = 1 if found["mark"] in INNER else 0
        return _bullet(found.start("text") + deeper, found["text"].strip())
    if found := _ENHANCEMENT.fullmatch(plain):
        return Bullet(indent, found["name"], None, "", _number(found["points"]), True)
    if found := _WITH.fullmatch(plain):
        return Equipped(indent, int(found["count"]), found["items"])
    if indent == 0 and (found := _UNIT.fullmatch(plain)):
        return UnitLine(
            found["name"], _number(found["count"]), int(found["points"].replace(",", "")), found["rest"] or ""
        )
    if indent == 0 and plain.rstrip(":").casefold() in _SECTIONS:
        return Heading(plain.rstrip(":").casefold())
    if _COUNTED.fullmatch(plain):
        return replace(_bullet(indent, plain), is_marked=False)
    if indent == 0 and ":" in plain:
        name, _, value = plain.partition(":")
        return ListSetting(name.strip().casefold(), value.strip())
    return ListSetting("text", plain)


def _titled(plain: str) -> Line:
    """Return a line between marks: a heading, or what the list says of itself."""
    found = _POINTED.fullmatch(plain)
    name, points = (found["name"].strip(" +"), found["points"]) if found else (plain, None)
    if name.casefold() in _SECTIONS:
        return Heading(name.casefold())
    return Title(name, _number((points or "").strip().partition(".")[0].replace(",", "")))


def _bullet(indent: int, text: str) -> Bullet:
    if found := _ENHANCEMENT.fullmatch(text):
        return Bullet(indent, found["name"], None, "", _number(found["points"]), True)
    if found := _ADDED.fullmatch(text):
        return Bullet(indent, found["name"], None, "", int(found["points"]), True)
    if found := _WITH.fullmatch(text):
        return Bullet(indent, "", int(found["count"]), found["items"])
    name, _, items = _head_and_items(text)
    if found := _COUNTED.fullmatch(name):
        return Bullet(indent, found["name"].strip(), int(found["count"]), items)
    return Bullet(indent, name, None, items)


def _head_and_items(text: str) -> tuple[str, str, str]:
    """Return a bullet's name and the list behind its colon, which must not stand inside a list with commas."""
    name, colon, items = text.partition(":")
    is_inside = "," in name or name.rfind("(") > name.rfind(")")
    return (text, "", "") if is_inside else (name, colon, items.strip())


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() else None


def split_items(text: str) -> tuple[tuple[str, int], ...]:
    """Return the things of a list with commas, each with its count; commas inside of brackets do not separate.

    >>> split_items("Dawn Blade, 2x Drone (Missile pod, big)")
    (('Dawn Blade', 1), ('Drone (Missile pod, big)', 2))
    """
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    found = []
    for part in (part.strip() for part in parts):
        if counted := _COUNTED.fullmatch(part):
            found.append((counted["name"].strip(), int(counted["count"])))
        elif part:
            found.append((part, 1))
    return tuple(found)
