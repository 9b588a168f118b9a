"""The lines of army lists that people share as text, each as what it says: a heading, a unit, a bullet, equipment.

Read are the lists of the official app, of New Recruit (plain, markdown, tournament forms), of ListForge and other
programs, and those that people write by hand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from warcry3d.rules.warhammer40k.datasheets.list_words import (
    BARE_PRICE,
    ENHANCEMENT,
    FOOTER,
    PRICE,
    SETTINGS,
    WARLORDS,
    cleaned,
    number_of,
    section_of,
)

__all__ = [
    "Attachment",
    "Bullet",
    "Equipped",
    "Heading",
    "Line",
    "ListSetting",
    "Strictness",
    "Title",
    "UnitLine",
    "lines_of_list",
    "split_items",
    "split_price",
]

BULLETS: Final = "•◦▪■●○‣⁃*·►➤→"
INNER: Final = "◦▪○‣⁃"
"""Those that stand inside of others, also where spaces in front of them were lost."""

_HEAD = re.compile(r"\+\s*(?P<key>[A-Z][A-Z /]+):\s*(?P<value>.*)")
_RULED = re.compile(r"={2,}\s*(?P<name>[^=]*[^=\s])\s*={2,}")
_PRICED = re.compile(rf"(?P<name>.*?)[\s-]*(?:{PRICE})?\s*:?", re.IGNORECASE)
_LABEL = r"(?:(?P<label>[^\W\d]{1,15}\.?\s?\d{1,2})\s*:\s*|\d{1,2}[.)]\s+)?"
_COUNT = r"(?:(?P<count>\d{1,3})\s?(?:[x×]\s*|\s))?"
_UNIT = re.compile(rf"{_LABEL}{_COUNT}(?P<name>\S.*?)[\s:–—-]*{PRICE}\s*[:–—-]?\s*(?P<rest>.*)", re.IGNORECASE)
_BARE_UNIT = re.compile(
    rf"{_LABEL}{_COUNT}(?P<name>[^\W\d].*?)\s*(?:[:–—=,-]\s*|\s){BARE_PRICE}\s*(?:[:–—-]\s*(?P<rest>.*))?",
    re.IGNORECASE,
)
_LOOSE_UNIT = re.compile(
    rf"{_LABEL}{_COUNT}(?P<name>[^\W\d].*?)\s*(?:[:–—=-]\s*|\s|(?P<open>[(\[]))(?P<points>\d{{2,4}})(?(open)[)\]])"
    r"(?P<rest>)"
)
_MANY = re.compile(
    r"(?P<name>.+?)[\s,–—-]*(?:\(?[x×]\s?(?P<x>\d{1,3})\)?|[\s(](?P<models>\d{1,3})\s*(?:models?\)?|\)))",
    re.IGNORECASE,
)
_BULLET = re.compile(rf"(?P<indent>\s*)(?P<mark>[{re.escape(BULLETS)}]|[-–.](?=\s))\s*(?P<text>.+)")
_WITH = re.compile(r"(?P<count>\d{1,3})\s+with\s+(?P<items>.+)", re.IGNORECASE)
_COUNTED = re.compile(r"(?P<count>\d{1,3})\s?[x×]\s+(?P<name>.+)", re.IGNORECASE)
_PLAIN_COUNTED = re.compile(r"(?P<count>\d{1,3})\s?[x×]?\s+(?P<name>.+)", re.IGNORECASE)
_ADDED = re.compile(r"(?P<name>.+?)\s*[(\[]\+(?P<points>\d+)\s*(?:pts?|points?)[)\]]", re.IGNORECASE)
_ATTACHED = re.compile(r"(?:attached (?P<how>as|to)|leading)\s*:?\s*(?P<what>.+)", re.IGNORECASE)
_CARRIES = re.compile(r"(?:weapons?|wargear|equipment|armes?|waffen|armas?)\s*:\s*(?P<items>.+)", re.IGNORECASE)
_WARLORD_TAG = re.compile(r"\s*[\[(]\s*warlord\s*[\])]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading under which units stand, in our words; a heading that we do not know, in lower case."""

    name: str


@dataclass(frozen=True, slots=True)
class Title:
    """What a list says of itself between marks: its name, and its points where they are there."""

    name: str
    points: int | None


@dataclass(frozen=True, slots=True)
class ListSetting:
    """Something said of the whole list, by its key in lower case.

    ``text``: a line that says it without a key; ``footer``: what names the program that wrote the list.
    """

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit, or the title of the list: a name with points. ``items``: what it carries where that follows at once.

    ``label``: the heading that is written before its name, in our words.
    ``is_bracketed``: its points stand in brackets.
    """

    name: str
    count: int | None
    points: int
    items: str = ""
    label: str = ""
    is_bracketed: bool = True


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

    @property
    def is_warlord(self) -> bool:
        """Return whether it says that its unit is the warlord."""
        return self.name.casefold() in WARLORDS


@dataclass(frozen=True, slots=True)
class Equipped:
    """So many of the models named last that carry the same: ``5 with Bolt pistol, Chainblade``; 0: all of the unit."""

    indent: int
    count: int
    items: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """What a unit is in an attached unit (``Leader (Character)``), or which unit it is attached to."""

    role: str
    to: str = ""


Line = Heading | Title | ListSetting | UnitLine | Bullet | Equipped | Attachment


class Strictness(Enum):
    """What else is a unit: nothing; names with a mere number behind them; bullets with points or such a number too."""

    STRICT = 0
    NUMBERS = 1
    BULLETS = 2


def lines_of_list(text: str, strictness: Strictness = Strictness.STRICT) -> Iterator[tuple[int, Line]]:
    """Yield what the lines of a list say, each with its number from 1."""
    key = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = cleaned(raw)
        plain = line.strip()
        if not plain or not plain.strip("+=-_`~ ─━═—–"):
            continue
        if plain.startswith("&") and key:
            yield number, ListSetting(key, plain[1:].strip())
        elif found := _HEAD.fullmatch(plain):
            key = found["key"].strip().casefold()
            yield number, ListSetting(SETTINGS.get(key, key), found["value"].strip(" +"))
        elif found := _RULED.fullmatch(plain):
            yield number, ListSetting("detachment", found["name"])
        else:
            key = ""
            yield number, _loose_unit(line, strictness) or _line(line, plain)


def _line(line: str, plain: str) -> Line:
    if plain.startswith(("#", "+")):
        return _titled(plain.strip("#+ "))
    indent = len(line) - len(line.lstrip())
    if found := _BULLET.fullmatch(line):
        deeper = 1 if found["mark"] in INNER else 0
        return _bullet(found.start("text") + deeper, found["text"].strip())
    if (said := _said_of_unit(indent, plain)) is not None:
        return said
    if FOOTER.fullmatch(plain):
        return ListSetting("footer", plain)
    name, colon, value = plain.partition(":")
    if indent == 0 and colon and value and (key := SETTINGS.get(name.strip().casefold())):
        return ListSetting(key, value.strip())
    if indent == 0 and (unit := _unit_line(_UNIT, plain) or _unit_line(_BARE_UNIT, plain)):
        return unit
    if (found := _PRICED.fullmatch(plain)) and not found["name"].strip(" -") and found["points"]:
        return Title("", number_of(found["points"]))
    if indent == 0 and (heading := _heading(plain)) is not None:
        return heading
    if _COUNTED.fullmatch(plain):
        bullet = _bullet(indent, plain)
        return replace(bullet, is_marked=False) if isinstance(bullet, Bullet) else bullet
    if indent == 0 and colon and value:
        return ListSetting(name.strip().casefold(), value.strip())
    return ListSetting("text", plain)


def _said_of_unit(indent: int, plain: str) -> Line | None:
    """Return what a line without a mark says of the unit above it: an enhancement, what is carried, what it joins."""
    if found := ENHANCEMENT.fullmatch(plain):
        return Bullet(indent, found["name"], None, "", number_of(found["points"]), True)
    if found := _WITH.fullmatch(plain):
        return Equipped(indent, int(found["count"]), found["items"])
    if found := _CARRIES.fullmatch(plain):
        return Equipped(indent, 0, found["items"])
    if plain.casefold() in WARLORDS:
        return Bullet(indent, "Warlord", None, is_marked=False)
    return _attachment(plain)


def _attachment(plain: str) -> Attachment | None:
    found = _ATTACHED.fullmatch(plain)
    if found is None:
        return None
    is_role = (found["how"] or "").casefold() == "as"
    return Attachment(found["what"].replace(" ()", "")) if is_role else Attachment("", found["what"])


def _heading(plain: str) -> Heading | None:
    """Return a heading: one that we know, or a line in capitals, or one between rules, that names no points."""
    if (section := section_of(plain)) is not None and not re.search(r"\d\s*:", plain):
        return Heading(section)
    inner = plain.strip("─━═—–-=: ")
    letters = sum(one.isalpha() for one in inner)
    is_capital = letters > 3 and inner.upper() == inner and re.search(r"[\d:,.]", inner) is None
    is_ruled = plain[:2] in ("--", "──", "━━", "══") and plain[-1] in "-─━═"
    return Heading(inner.casefold()) if is_capital or is_ruled else None


def _loose_unit(line: str, strictness: Strictness) -> UnitLine | None:
    """Return the unit of a line in a list by hand: a bullet with points, or a name with a mere number behind it."""
    found = _BULLET.fullmatch(line)
    if strictness is Strictness.STRICT or (found and strictness is not Strictness.BULLETS):
        return None
    plain = (found["text"] if found else line).strip()
    is_in = len(line) - len(line.lstrip()) > (2 if found else 0)
    is_key = plain.rstrip("0123456789 ").partition(":")[0].strip().casefold() in SETTINGS
    if is_in or is_key or _said_of_unit(0, plain) is not None or _ADDED.fullmatch(plain) or FOOTER.fullmatch(plain):
        return None
    return _unit_line(_UNIT, plain) or _unit_line(_BARE_UNIT, plain) or _unit_line(_LOOSE_UNIT, plain)


def _unit_line(form: re.Pattern[str], plain: str) -> UnitLine | None:
    found = form.fullmatch(plain)
    if found is None:
        return None
    name, count, rest = found["name"].rstrip(" :–—-"), found["count"], (found["rest"] or "").strip()
    if rest.strip(" -–—[]()").casefold() in WARLORDS:
        rest = "Warlord"
    elif _WARLORD_TAG.search(name):
        name, rest = _WARLORD_TAG.sub("", name), f"Warlord, {rest}"
    many = None if count else _MANY.fullmatch(name)
    if not count and (models := re.fullmatch(r"[(\[]?(\d{1,3}) models?[)\]]?", rest, re.IGNORECASE)):
        count, rest = models[1], ""
    if many is not None:
        name, count = many["name"], many["x"] or many["models"]
    label = section_of(found["label"]) if found["label"] else None
    return UnitLine(
        name, number_of(count), number_of(found["points"]) or 0, rest.strip(", "), label or "", form is _UNIT
    )


def _titled(plain: str) -> Line:
    """Return a line between marks: a heading, or what the list says of itself."""
    found = _PRICED.fullmatch(plain)
    name, points = (found["name"].strip(" +"), found["points"]) if found else (plain, None)
    if (section := section_of(name)) is not None:
        return Heading(section)
    if (key := SETTINGS.get(name.strip(" :").casefold())) is not None and key != "name":
        return ListSetting(key, points) if points else Heading(key)
    key, colon, value = plain.partition(":")
    if colon and value and (key := SETTINGS.get(key.strip().casefold(), "")):
        return ListSetting(key, value.strip())
    return Title(name, number_of(points))


def _bullet(indent: int, text: str) -> Line:
    if found := ENHANCEMENT.fullmatch(text):
        return Bullet(indent, found["name"], None, "", number_of(found["points"]), True)
    if found := _ADDED.fullmatch(text):
        return Bullet(indent, found["name"], None, "", int(found["points"]), True)
    if found := _WITH.fullmatch(text):
        return Bullet(indent, "", int(found["count"]), found["items"])
    if (attached := _attachment(text)) is not None:
        return attached
    if text.casefold() in WARLORDS:
        return Bullet(indent, "Warlord", None)
    name, _, items = _head_and_items(text)
    name, points = split_price(name)
    if found := _PLAIN_COUNTED.fullmatch(name):
        return Bullet(indent, found["name"].strip(), int(found["count"]), items, points)
    return Bullet(indent, name, None, items, points)


def _head_and_items(text: str) -> tuple[str, str, str]:
    """Return a bullet's name and the list behind its colon, which must not stand inside a list with commas."""
    name, colon, items = text.partition(":")
    is_inside = "," in name or name.rfind("(") > name.rfind(")")
    return (text, "", "") if is_inside else (name.strip(), colon, items.strip())


def split_price(text: str) -> tuple[str, int | None]:
    """Return a name without the points behind it, and these.

    >>> split_price("Mantle [15 pts]")
    ('Mantle', 15)
    """
    found = _PRICED.fullmatch(text)
    return (found["name"], number_of(found["points"])) if found and found["points"] else (text, None)


def split_items(text: str) -> tuple[tuple[str, int], ...]:
    """Return the things of a list with commas, each with its count; commas inside of brackets do not separate.

    >>> split_items("Dawn Blade, 2x Drone (Missile pod, big)")
    (('Dawn Blade', 1), ('Drone (Missile pod, big)', 2))
    """
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
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
