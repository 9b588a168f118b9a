"""Catalogues of units as BattleScribe shared them in 2015 (.cat, version 1.15), read for any rule system.

A catalogue is a tree of entries: units, their models, what the models may carry; what several need stands apart and is
linked to. Here links are followed, and nothing is judged: each rule system takes from it what it knows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree

from warcry3d.rules.shared_rosters import MAX_TEXT, RosterProfile, RosterRule
from warcry3d.table.jsonfile import JsonPath, read_bytes
from warcry3d.table.text_encoding import begins_with
from warcry3d.table.xmlfile import MAX_XML_BYTES, xml_root
from warcry3d.table.zipped import is_zip, only_member

__all__ = ["Catalogue", "CatalogueEntry", "catalogue_of", "load_catalogue"]

MAX_ENTRIES: Final = 50_000
"""Entries with all that links lead to, each time it is linked: fifty times what the largest catalogue has."""

MAX_LINKS_DEEP: Final = 20
"""How deep links lead to links: catalogues need three."""

ENDLESS: Final = -1
"""What a catalogue writes where there is no most."""

NEWER: Final = ("selectionEntries", "sharedSelectionEntries", "entryLinks", "categoryEntries", "catalogueLinks")
"""What catalogues have since version 2."""

SHARED: Final = {
    "profile": ("sharedProfiles", "profile"),
    "rule": ("sharedRules", "rule"),
    "entry": ("sharedEntries", "entry"),
    "entry group": ("sharedEntryGroups", "entryGroup"),
}
"""Where what a link leads to stands, by the kind of the link."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """An entry with all that belongs to it, links followed.

    ``kind``: ``unit``, ``model``, ``upgrade``, or ``group`` for a choice of entries. ``least``, ``most``: how often it
    is selected (None: no most). ``place``: where it is in the file.
    """

    id: str
    name: str
    kind: str
    least: int
    most: int | None
    profiles: tuple[RosterProfile, ...]
    rules: tuple[RosterRule, ...]
    entries: tuple["CatalogueEntry", ...]
    place: JsonPath

    def walk(self) -> Iterator["CatalogueEntry"]:
        """Yield it and all entries under it."""
        yield self
        for entry in self.entries:
            yield from entry.walk()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A catalogue: its name, and what may be taken from it, in order."""

    name: str
    entries: tuple[CatalogueEntry, ...]


def load_catalogue(path: Path | str) -> Catalogue:
    """Return the catalogue of a file; raise `FileError` for what is none."""
    spot = JsonPath(str(path))
    return catalogue_of(read_bytes(Path(path), spot, limit=MAX_XML_BYTES), spot.file)


def catalogue_of(data: bytes, name: str = "catalogue") -> Catalogue:
    """Return the catalogue of XML text; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    if is_zip(data):
        _, data = only_member(data, spot, limit=MAX_XML_BYTES)
    if not begins_with(data, b"<"):
        raise spot.error("expected a catalogue of BattleScribe, which is XML (.cat, .catz)")
    root = xml_root(data, spot)
    if root.tag == "roster":
        raise spot.error("expected a catalogue, got a roster: it holds an army, not what may be picked")
    if root.tag == "gameSystem":
        raise spot.error("expected a catalogue, got a game system: the units are in the catalogues (.cat) beside it")
    if root.tag == "catalogue" and any(root.find(tag) is not None for tag in NEWER):
        raise spot.error(
            "the catalogue is of BattleScribe {version}, for later editions; read are those of 2015, version 1.15",
            version=_text(root.get("battleScribeVersion"), spot)[:20] or "2",
        )
    if root.tag != "catalogue":
        raise spot.error("not a catalogue: its outermost element is '{tag}', not 'catalogue'", tag=root.tag[:40])
    reading = _Reading(root, spot)
    entries = tuple(reading.children(root, spot.at("catalogue"), 0))
    return Catalogue(_text(root.get("name"), spot), entries)


def _text(text: str | None, spot: JsonPath) -> str:
    plain = (text or "").strip()
    if len(plain) > MAX_TEXT:
        raise spot.error("a text of more than {most} characters", most=MAX_TEXT)
    return plain


@dataclass(slots=True)
class _Reading:
    """The reader of one catalogue."""

    root: ElementTree.Element
    spot: JsonPath
    shared: dict[str, dict[str, ElementTree.Element]] = field(init=False)
    count: int = 0

    def __post_init__(self) -> None:
        self.shared = {
            kind: {one.get("id", ""): one for one in self.root.iterfind(f"{where}/{tag}")}
            for kind, (where, tag) in SHARED.items()
        }

    def children(self, parent: ElementTree.Element, spot: JsonPath, depth: int) -> Iterator[CatalogueEntry]:
        """Yield the entries and groups of an element, those that it links to last."""
        for i, child in enumerate(parent.iterfind("entries/entry")):
            yield self._entry(child, spot.at("entries", i), depth)
        for i, child in enumerate(parent.iterfind("entryGroups/entryGroup")):
            yield self._entry(child, spot.at("entryGroups", i), depth)
        for i, link in enumerate(parent.iterfind("links/link")):
            if link.get("linkType") in ("entry", "entry group"):
                here = spot.at("links", i)
                yield self._entry(self._linked(link, here), here, depth + 1)

    def _linked(self, link: ElementTree.Element, spot: JsonPath) -> ElementTree.Element:
        kind, target = link.get("linkType", ""), link.get("targetId", "")
        if kind not in self.shared:
            raise spot.error("unknown word '{word}'; known here: {known}", word=kind[:40], known=", ".join(SHARED))
        found = self.shared[kind].get(target)
        if found is None:
            raise spot.error("there is no {tag} '{name}' in the file", tag=kind, name=target[:80])
        return found

    def _entry(self, element: ElementTree.Element, spot: JsonPath, depth: int) -> CatalogueEntry:
        self.count += 1
        if self.count > MAX_ENTRIES:
            raise self.spot.error("the catalogue has more than {most} entries", most=MAX_ENTRIES)
        if depth > MAX_LINKS_DEEP:
            raise spot.error("links lead to links more than {most} deep", most=MAX_LINKS_DEEP)
        most = _number(element, "maxSelections", ENDLESS, spot)
        return CatalogueEntry(
            id=_text(element.get("id"), spot),
            name=_text(element.get("name"), spot),
            kind="group" if element.tag == "entryGroup" else _text(element.get("type"), spot),
            least=max(_number(element, "minSelections", 0, spot), 0),
            most=None if most == ENDLESS else most,
            profiles=tuple(self._profiles(element, spot)),
            rules=tuple(self._rules(element, spot)),
            entries=tuple(self.children(element, spot, depth)),
            place=spot,
        )

    def _profiles(self, element: ElementTree.Element, spot: JsonPath) -> Iterator[RosterProfile]:
        own = list(element.iterfind("profiles/profile"))
        links = [link for link in element.iterfind("links/link") if link.get("linkType") == "profile"]
        for profile in (*own, *(self._linked(link, spot) for link in links)):
            values = {
                _text(one.get("name"), spot): _text(one.get("value"), spot)
                for one in profile.iterfind("characteristics/characteristic")
            }
            yield RosterProfile(_text(profile.get("name"), spot), "", MappingProxyType(values))

    def _rules(self, element: ElementTree.Element, spot: JsonPath) -> Iterator[RosterRule]:
        own = list(element.iterfind("rules/rule"))
        links = [link for link in element.iterfind("links/link") if link.get("linkType") == "rule"]
        for rule in (*own, *(self._linked(link, spot) for link in links)):
            yield RosterRule(_text(rule.get("name"), spot), _text(rule.findtext("description"), spot))


def _number(element: ElementTree.Element, name: str, usual: int, spot: JsonPath) -> int:
    text = element.get(name)
    if text is None:
        return usual
    try:
        number = float(text)
    except ValueError:
        number = 0.5
    if number != int(number) or abs(number) > 1e6:
        raise spot.at(name).error("expected a whole number, got '{text}'", text=text[:40])
    return int(number)
