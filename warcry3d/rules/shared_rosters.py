"""Rosters as BattleScribe and New Recruit share them (.ros, .rosz, .json), read for any rule system.

A roster is a tree of selections: units, their models, what the models carry. Nothing of it is judged here: each rule
system takes from it what it knows, and lists the rest.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol
from xml.etree import ElementTree

from warcry3d.message import Message
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, parse, read_bytes
from warcry3d.table.text_encoding import UnknownEncodingError, as_utf8, begins_with
from warcry3d.table.xmlfile import MAX_XML_BYTES, xml_root
from warcry3d.table.zipped import is_zip, only_member

__all__ = [
    "ROSTER_ENDINGS",
    "Roster",
    "RosterForce",
    "RosterProfile",
    "RosterRule",
    "RosterSelection",
    "is_roster",
    "roster_of",
]

MAX_SELECTIONS: Final = 20_000
"""A hundred times what a large army has."""

MAX_TEXT: Final = 20_000
"""Characters of a name, a value or a rule's text; the longest that is shared has about 3,000."""

ROSTER_ENDINGS: Final = (".ros", ".rosz", ".json")
"""How rosters are called: an archive may hold another file beside one."""

TEXT_KEYS: Final = ("$text", "#text", "__text", "_")
"""What programs call the text of an element in JSON."""

POINTS: Final = ("pts", "points", "pts.")
"""What a cost in points is called, in lower case and without spaces around it."""


@dataclass(frozen=True, slots=True)
class RosterRule:
    """A rule by its name, with its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RosterProfile:
    """A profile: its name, its kind (``Unit``, ``Ranged Weapons``), its characteristics as text by name, in order."""

    name: str
    kind: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RosterSelection:
    """Something selected, and what is selected under it.

    ``custom``: the name its owner gave it. ``kind``: ``unit``, ``model`` or ``upgrade``. ``points``: its own, without
    those under it. ``categories``: keywords and headings, the primary one first. ``group``: what New Recruit offers it
    under. ``place``: where it is in the file. ``costs``: others than points, with their values, 0 left out.
    """

    name: str
    custom: str
    kind: str
    number: int
    points: int
    categories: tuple[str, ...]
    profiles: tuple[RosterProfile, ...]
    rules: tuple[RosterRule, ...]
    selections: tuple["RosterSelection", ...]
    group: str
    place: JsonPath
    costs: tuple[tuple[str, str], ...] = ()

    def all(self) -> Iterator["RosterSelection"]:
        """Yield it, then all under it, in their order."""
        yield self
        for one in self.selections:
            yield from one.all()

    @property
    def all_points(self) -> int:
        """Return what it costs with all under it."""
        return sum(one.points for one in self.all())


@dataclass(frozen=True, slots=True)
class RosterForce:
    """A force: ``catalogue`` is the list of units that it was picked from (``Xenos - Orks``)."""

    name: str
    catalogue: str
    rules: tuple[RosterRule, ...]
    selections: tuple[RosterSelection, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster. ``system``: the game it says it is for; ``points``: the sum it names, if any; ``limit``: its most.

    ``remarks``: what its reader was not sure of. ``costs``: its sums of others than points.
    """

    name: str
    system: str
    points: int | None
    limit: int | None
    forces: tuple[RosterForce, ...]
    remarks: tuple[Message, ...] = ()
    costs: tuple[tuple[str, str], ...] = ()


def is_roster(data: bytes) -> bool:
    """Return whether a file's content looks like a roster: XML or a zip archive, or JSON that has one."""
    if is_zip(data) or begins_with(data, b"<"):
        return True
    return begins_with(data, b"{") and re.search(rb'"roster"\s*:', data.replace(b"\0", b"")) is not None


def roster_of(path: Path | str, data: bytes | None = None) -> Roster:
    """Return the roster of a ``.ros``, ``.rosz`` or ``.json`` file, by what the file holds rather than by its name.

    ``data``: the file's content where it has been read. Raise `FileError` for what is no roster, with the place.
    """
    spot = JsonPath(str(path))
    if data is None:
        data = read_bytes(Path(path), spot, limit=MAX_JSON_BYTES)
    if is_zip(data):
        _, data = only_member(data, spot, limit=MAX_XML_BYTES, endings=ROSTER_ENDINGS)
    if begins_with(data, b"<!doctype html", b"<html"):
        raise spot.error("expected a roster, got a web page: save what its button for export gives")
    if begins_with(data, b"<"):
        return _Reading(spot).roster(_xml_tree(data, spot))
    try:
        data = as_utf8(data)
    except UnknownEncodingError:
        raise spot.error("not valid JSON: its encoding is not known") from None
    value = _inner_roster(parse(data, spot))
    if value is None:
        raise spot.error("expected a roster: an object with the field 'roster'")
    return _Reading(spot).roster(_JsonTree(value))


def _xml_tree(data: bytes, spot: JsonPath) -> "_XmlTree":
    element = xml_root(data, spot)
    if element.tag in ("catalogue", "gameSystem"):
        raise spot.error("expected a roster, got a catalogue: it lists what may be picked, not an army")
    if element.tag != "roster":
        raise spot.error("expected a roster, got XML whose outermost element is '{tag}'", tag=element.tag[:40])
    return _XmlTree(element)


def _inner_roster(value: object) -> dict[str, Any] | None:
    """Return the object of a roster in JSON: the field ``roster``, perhaps one level in, or the outermost object."""
    if not isinstance(value, dict):
        return None
    for one in (value, *(inner for inner in value.values() if isinstance(inner, dict))):
        if isinstance(one.get("roster"), dict):
            return dict(one["roster"])
    return value if "forces" in value else None


class _Tree(Protocol):
    """A node of a roster: values by name (``$text`` is its text), and nodes under it."""

    def value(self, name: str, spot: JsonPath) -> str: ...

    def nodes(self, name: str, spot: JsonPath) -> "Sequence[_Tree]": ...


class _XmlTree:
    """A node of a roster in XML: attributes, and lists of nodes in elements named for what they hold."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.element = element

    def value(self, name: str, spot: JsonPath) -> str:
        if name == "$text":
            return self.element.text or ""
        found = self.element.get(name)
        if found is None:
            child = self.element.find(name)
            found = "" if child is None else child.text or ""
        return found

    def nodes(self, name: str, spot: JsonPath) -> "Sequence[_Tree]":
        holder = self.element.find(name)
        return [] if holder is None else [_XmlTree(one) for one in holder]


class _JsonTree:
    """A node of a roster in JSON: an object whose lists have the names of the elements in XML.

    Programs that turn XML into JSON put what is in a list a level further in (``{"costs": {"cost": [...]}}``), write
    a mark before attributes or have them apart, and call text in other ways.
    """

    def __init__(self, value: dict[str, Any]) -> None:
        apart = value.get("$")
        self.values = {**value, **apart} if isinstance(apart, dict) else value

    def value(self, name: str, spot: JsonPath) -> str:
        names = TEXT_KEYS if name == "$text" else (name, f"_{name}", f"@{name}", f"@_{name}")
        found = next((self.values[key] for key in names if key in self.values), "")
        if isinstance(found, list) and len(found) == 1:
            found = found[0]
        if isinstance(found, dict):
            found = next((found[key] for key in TEXT_KEYS if key in found), found)
        if found is None or isinstance(found, str):
            return found or ""
        if isinstance(found, bool):
            return "true" if found else "false"
        if isinstance(found, int | float):
            return f"{found:g}" if isinstance(found, float) else str(found)
        raise spot.at(name).error("expected a text or a number")

    def nodes(self, name: str, spot: JsonPath) -> "Sequence[_Tree]":
        found = self.values.get(name) or []
        inner = "category" if name == "categories" else name.removesuffix("s")
        if isinstance(found, list) and len(found) == 1 and isinstance(found[0], dict) and [*found[0]] == [inner]:
            found = found[0]
        if isinstance(found, dict):
            found = found.get(inner, []) if [*found] == [inner] else [found]
            found = found if isinstance(found, list) else [found]
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise spot.at(name).error("expected a list of objects")
        return [_JsonTree(one) for one in found]


class _Reading:
    """The reader of one roster; it counts the selections."""

    def __init__(self, spot: JsonPath) -> None:
        self.spot = spot
        self.count = 0

    def roster(self, tree: _Tree) -> Roster:
        spot = self.spot if isinstance(tree, _XmlTree) else self.spot.at("roster")
        forces = self._forces(tree, spot)
        if not forces:
            raise spot.error("the roster has no forces")
        return Roster(
            _text(tree, "name", spot),
            _text(tree, "gameSystemName", spot),
            _points(tree, "costs", spot),
            _points(tree, "costLimits", spot),
            tuple(forces),
            costs=_other_costs(tree, spot),
        )

    def _forces(self, tree: _Tree, spot: JsonPath) -> list[RosterForce]:
        """Return the forces of a roster, those inside of others after these."""
        found: list[RosterForce] = []
        for i, one in enumerate(tree.nodes("forces", spot)):
            here = spot.at("forces", i)
            found.append(
                RosterForce(
                    _text(one, "name", here),
                    _text(one, "catalogueName", here),
                    _rules(one, here),
                    self._selections(one, here),
                )
            )
            found += self._forces(one, here)
        return found

    def _selections(self, tree: _Tree, spot: JsonPath) -> tuple[RosterSelection, ...]:
        nodes = tree.nodes("selections", spot)
        return tuple(self._selection(one, spot.at("selections", i)) for i, one in enumerate(nodes))

    def _selection(self, tree: _Tree, spot: JsonPath) -> RosterSelection:
        self.count += 1
        if self.count > MAX_SELECTIONS:
            raise spot.error("the roster has more than {most} selections", most=MAX_SELECTIONS)
        name = _text(tree, "name", spot)
        if not name:
            raise spot.error("the selection has no name")
        return RosterSelection(
            name=name,
            custom=_text(tree, "customName", spot),
            kind=_text(tree, "type", spot),
            number=_number(tree, spot),
            points=_points(tree, "costs", spot) or 0,
            categories=_categories(tree, spot),
            profiles=_profiles(tree, spot),
            rules=_rules(tree, spot),
            selections=self._selections(tree, spot),
            group=_text(tree, "group", spot),
            place=spot,
            costs=_other_costs(tree, spot),
        )


def _text(tree: _Tree, name: str, spot: JsonPath) -> str:
    text = tree.value(name, spot)
    if len(text) > MAX_TEXT:
        raise spot.at(name).error(
            "a text of {count} characters; expected at most {most}", count=len(text), most=MAX_TEXT
        )
    return text.strip()


def _number(tree: _Tree, spot: JsonPath) -> int:
    text = _text(tree, "number", spot) or "1"
    found = re.fullmatch(r"(\d{1,4})(?:\.0+)?", text)
    if found is None:
        raise spot.at("number").error("expected a whole number, got '{text}'", text=text[:40])
    return int(found[1])


def _points(tree: _Tree, name: str, spot: JsonPath) -> int | None:
    """Return the cost in points: ``105``, ``105.0``; None where none is named."""
    for i, one in enumerate(tree.nodes(name, spot)):
        here = spot.at(name, i)
        if _text(one, "name", here).lower() in POINTS:
            text = _text(one, "value", here) or "0"
            found = re.fullmatch(r"(-?\d{1,6})(?:\.\d+)?", text)
            if found is None:
                raise here.at("value").error("expected a number of points, got '{text}'", text=text[:40])
            return int(found[1])
    return None


def _other_costs(tree: _Tree, spot: JsonPath) -> tuple[tuple[str, str], ...]:
    """Return the costs that are no points, such as those of a crusade, as text; those of 0 are left out."""
    found = []
    for i, one in enumerate(tree.nodes("costs", spot)):
        here = spot.at("costs", i)
        name, value = _text(one, "name", here), re.sub(r"\.0+$", "", _text(one, "value", here))
        if name and name.lower() not in POINTS and value not in ("", "0", "-0"):
            found.append((name[:80], value[:40]))
    return tuple(found)


def _categories(tree: _Tree, spot: JsonPath) -> tuple[str, ...]:
    found = [
        (_text(one, "primary", here) == "true", _text(one, "name", here))
        for i, one in enumerate(tree.nodes("categories", spot))
        for here in [spot.at("categories", i)]
    ]
    return tuple(dict.fromkeys(name for _, name in sorted(found, key=lambda one: not one[0]) if name))


def _rules(tree: _Tree, spot: JsonPath) -> tuple[RosterRule, ...]:
    return tuple(
        RosterRule(_text(one, "name", here), _text(one, "description", here))
        for i, one in enumerate(tree.nodes("rules", spot))
        for here in [spot.at("rules", i)]
    )


def _profiles(tree: _Tree, spot: JsonPath) -> tuple[RosterProfile, ...]:
    found = []
    for i, one in enumerate(tree.nodes("profiles", spot)):
        here = spot.at("profiles", i)
        values = {
            _text(value, "name", here): _text(value, "$text", here) for value in one.nodes("characteristics", here)
        }
        found.append(RosterProfile(_text(one, "name", here), _text(one, "typeName", here), MappingProxyType(values)))
    return tuple(found)
