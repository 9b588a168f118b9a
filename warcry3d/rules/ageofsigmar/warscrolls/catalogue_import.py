"""Warscrolls from BattleScribe catalogues of 2015: numbers without loss, abilities as text, and as words if understood.

Nothing is lost silently: what a catalogue says and no field can hold is a note of its warscroll, and reported.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from warcry3d.rules.ageofsigmar.warscrolls.ability_texts import keyword_of, read_ability
from warcry3d.rules.ageofsigmar.warscrolls.catalogue_loadouts import LoadoutTerms, loadouts_of
from warcry3d.rules.ageofsigmar.warscrolls.catalogue_profiles import (
    digits_of_text,
    inches_of_text,
    is_model_profile,
    is_weapon_profile,
    needed_of_text,
    weapon_of,
)
from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.shared_catalogues import Catalogue, CatalogueEntry
from warcry3d.rules.shared_rosters import RosterProfile, RosterRule

__all__ = ["ImportedAbility", "ScrollImport", "imported_scrolls"]


SLAIN_BY_NO_WOUNDS: Final = 200
"""Wounds of a model whose card prints none: its own rules say when it is slain."""

FORMER_NAMES: Final[Mapping[str, str]] = {"lizardmen": "seraphon"}
"""Keywords that abilities use for what a catalogue calls by its former name."""

UNIVERSAL: Final = ("[Magic] Arcane Bolt", "[Magic] Mystic Shield")
"""Spells that every wizard knows by the rules (AOS-MAGIC-3)."""

_SUFFERED = re.compile(r"(?P<start>\d+)(?:-\d+|\+) Wounds Suffered")
_PREFIX = re.compile(r"^\[(?P<kind>[\w ]+)\]\s*(?P<name>.*)$")
_MAGIC = re.compile(r"Magic \((?P<n>\d+)\)")
_CASTING = re.compile(r"casting value of (?P<value>\d+)")
_LEADER = re.compile(r"An? (?P<name>[\w ]+?) makes (?P<more>\d+) attacks rather than (?P<usual>\d+)")
_ONE_IN = re.compile(r"Only 1 in every (?P<n>\d+) models may be armed with (?P<what>.*)")


@dataclass(frozen=True, slots=True)
class ImportedAbility:
    """An ability of a catalogue: its name, its text, and whether the program enforces all of it."""

    name: str
    text: str
    is_enforced: bool


@dataclass(frozen=True, slots=True)
class ScrollImport:
    """A warscroll as a file of ours has it (parsed), its abilities, and what is kept as text alone."""

    wire: dict[str, Any]
    abilities: tuple[ImportedAbility, ...]
    unread: tuple[str, ...]


@dataclass(slots=True)
class _Scroll:
    """What was read of a unit so far."""

    entry: CatalogueEntry
    weapons: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[int, dict[str, Any]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    abilities: list[dict[str, Any]] = field(default_factory=list)
    spells: list[dict[str, Any]] = field(default_factory=list)
    seen: list[ImportedAbility] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    every: dict[str, int] = field(default_factory=dict)
    leader: tuple[str, int] | None = None
    casts: int = 0
    flies: bool = False

    def lose(self, name: str) -> None:
        """Note that an ability is kept as text alone."""
        self.seen = [replace(one, is_enforced=one.is_enforced and one.name != name) for one in self.seen]


def imported_scrolls(catalogue: Catalogue) -> tuple[ScrollImport, ...]:
    """Return the warscrolls of a catalogue, in its order; entries without a model's numbers are none."""
    found, taken = [], set[str]()
    for entry in catalogue.entries:
        for name, choice, models in _forms(entry):
            one = _imported(entry, name, choice, models, keyword_of(catalogue.name))
            id, number = one.wire["id"], 1
            while one.wire["id"] in taken:
                number += 1
                one.wire["id"] = f"{id}-{number}"
            taken.add(one.wire["id"])
            found.append(one)
    return tuple(_summoning_known(one, taken) for one in found)


def _summoning_known(one: ScrollImport, known: Collection[str]) -> ScrollImport:
    """Return it with the ids of what its spells set up; where the catalogue lacks that, a spell is text alone."""
    lost = set()
    for spell in one.wire["spells"]:
        for word in spell["do"]:
            if word["do"] == "set-up":
                scroll = _scroll_named(word["warscroll"], known)
                word["warscroll"] = scroll or ""
        if any(word.get("warscroll") == "" for word in spell["do"]):
            spell["do"] = []
            lost.add(spell["name"])
    abilities = (
        replace(ability, is_enforced=ability.is_enforced and ability.name not in lost) for ability in one.abilities
    )
    return replace(one, abilities=tuple(abilities))


def _scroll_named(name: str, known: Collection[str]) -> str | None:
    """Return the one id that a name may stand for: it is the same, longer or shorter; None: no or several ids may."""
    if name in known:
        return name
    near = [id for id in known if id in name or name in id]
    return near[0] if len(near) == 1 else None


def _forms(entry: CatalogueEntry) -> Iterator[tuple[str, str, tuple[RosterProfile, ...]]]:
    """Yield the warscrolls of an entry: a name, what is chosen for it, its models' profiles, the first of which counts.

    Where a model is chosen by what it carries, as a priest by its cloak, each choice is a warscroll of its own.
    """
    own = [
        profile
        for one in entry.walk()
        if one.kind != "upgrade"
        for profile in one.profiles
        if is_model_profile(profile)
    ]
    if own:
        yield entry.name, "", _distinct(own)
        return
    for one in entry.walk():
        models = _distinct([profile for profile in one.profiles if is_model_profile(profile)])
        if models:
            yield models[0].name, one.name, models


def _distinct(profiles: Sequence[RosterProfile]) -> tuple[RosterProfile, ...]:
    return tuple({(one.name, *one.values.items()): one for one in profiles}.values())


def _imported(
    entry: CatalogueEntry, name: str, choice: str, models: Sequence[RosterProfile], catalogue: str
) -> ScrollImport:
    scroll = _Scroll(entry)
    numbers = _numbers(models, scroll)
    _read_weapons(scroll)
    for one in entry.walk():
        is_other = choice not in ("", one.name) and any(is_model_profile(profile) for profile in one.profiles)
        for rule in () if is_other else one.rules:
            _read_rule(rule, one, scroll)
    _add_keywords(name, catalogue, scroll)
    terms = LoadoutTerms([weapon["id"] for weapon in scroll.weapons], scroll.every, scroll.leader)
    loadouts = [one for one in loadouts_of(entry, terms) if choice in one["name"]]
    ids = {one["id"] for one in loadouts}
    for ability in scroll.abilities:
        bearers = ability.pop("bearers")
        ability["carried_by"] = sorted(id for id in ids if any(bearer in id for bearer in bearers))
        if bearers and not ability["carried_by"]:
            ability["do"] = []
            scroll.lose(ability["name"])
    wire: dict[str, Any] = {
        "id": hyphenated(name)[:80] or "warscroll",
        "name": name,
        **numbers,
        "keywords": scroll.keywords[:20],
        "flies": scroll.flies,
        "casts": scroll.casts,
        "unbinds": scroll.casts,
        "weapons": scroll.weapons,
        "loadouts": loadouts,
        "spells": scroll.spells if scroll.casts else [],
        "abilities": scroll.abilities,
        "size": _size(entry),
        "damage_table": [{"start": start, **row} for start, row in sorted(scroll.rows.items()) if start],
        "notes": scroll.unread,
    }
    return ScrollImport(wire, tuple(scroll.seen), tuple(scroll.unread))


def _numbers(models: Sequence[RosterProfile], scroll: _Scroll) -> dict[str, Any]:
    first = models[0]
    for profile in models[1:]:
        start = _suffered(profile.name)
        move = inches_of_text(profile.values["Move"])
        if start is not None and move is not None and _same_but_move(profile, first):
            scroll.rows.setdefault(start, {})["move"] = move
        else:
            scroll.unread.append(_as_note(profile))
    return {
        "move": _whole_or_note(first, "Move", inches_of_text(first.values["Move"]), 0.0, scroll),
        "wounds": _whole_or_note(first, "Wounds", digits_of_text(first.values["Wounds"]), SLAIN_BY_NO_WOUNDS, scroll),
        "bravery": _whole_or_note(first, "Bravery", digits_of_text(first.values["Bravery"]), 0, scroll),
        "save": 7 if first.values["Save"] in ("-", "") else needed_of_text(first.values["Save"]) or 7,
    }


def _same_but_move(one: RosterProfile, other: RosterProfile) -> bool:
    return all(one.values[name] == other.values[name] for name in ("Wounds", "Save", "Bravery"))


def _whole_or_note(profile: RosterProfile, name: str, number: Any, usual: Any, scroll: _Scroll) -> Any:
    if number is None:
        scroll.unread.append(f"{profile.name}: {name} {profile.values[name]}")
        return usual
    return number


def _suffered(name: str) -> int | None:
    """Return from how many wounds suffered a profile holds; None where its name does not say."""
    match = _SUFFERED.search(name)
    return int(match["start"]) if match else None


def _as_note(profile: RosterProfile) -> str:
    return f"{profile.name}: " + ", ".join(f"{name} {value}" for name, value in profile.values.items())


def _read_weapons(scroll: _Scroll) -> None:
    """Read the weapons: several profiles of one name are rows of the damage table, or kept as notes."""
    profiles = _distinct(
        [profile for one in scroll.entry.walk() for profile in one.profiles if is_weapon_profile(profile)]
    )
    known: dict[str, dict[str, Any]] = {}
    for profile in sorted(profiles, key=lambda one: _suffered(one.name) or 0):
        weapon = weapon_of(profile)
        if weapon is None:
            scroll.unread.append(_as_note(profile))
            continue
        start = _suffered(profile.name)
        first = known.setdefault(weapon["id"], weapon)
        if first is weapon:
            scroll.weapons.append(weapon)
        elif start:
            changed = {key: value for key, value in weapon.items() if value != first[key] and key not in ("name", "id")}
            scroll.rows.setdefault(start, {}).setdefault("weapons", {})[weapon["id"]] = changed
        else:
            scroll.unread.append(_as_note(profile))
    _complete(scroll.rows)


def _complete(rows: dict[int, dict[str, Any]]) -> None:
    """Let each row of a damage table say what the rows before it changed and it does not."""
    move, weapons = None, dict[str, dict[str, Any]]()
    for _, row in sorted(rows.items()):
        move = row.get("move", move)
        weapons |= row.get("weapons", {})
        if move is not None:
            row["move"] = move
        if weapons:
            row["weapons"] = dict(weapons)


def _read_rule(rule: RosterRule, owner: CatalogueEntry, scroll: _Scroll) -> None:
    """Read a rule of an entry: a keyword, a restriction, a spell, an ability."""
    match = _PREFIX.match(rule.name)
    kind, name = (match["kind"], match["name"]) if match else ("", rule.name)
    if kind == "Keyword":
        scroll.keywords.append(keyword_of(name))
        return
    if any(one.name == name and one.text == rule.text for one in scroll.seen):
        return
    is_enforced = _take(kind, name, rule, owner, scroll)
    scroll.seen.append(ImportedAbility(name, rule.text, is_enforced))


def _take(kind: str, name: str, rule: RosterRule, owner: CatalogueEntry, scroll: _Scroll) -> bool:
    """Take what a rule says; return whether all of it is enforced."""
    if name == "Fly":
        scroll.flies = True
        return True
    if match := _MAGIC.fullmatch(name):
        scroll.casts = int(match["n"])
        return True
    if rule.name in UNIVERSAL:
        return True
    if match := _ONE_IN.match(rule.text):
        scroll.every |= {
            hyphenated(part): int(match["n"])
            for part in re.split(r"either an? |, or an? |an? ", match["what"])
            if part.strip()
        }
        return True
    if match := _LEADER.search(rule.text):
        scroll.leader = (match["name"], int(match["more"]) - int(match["usual"]))
        return True
    if kind == "Magic":
        return _take_spell(name, rule, scroll)
    read = read_ability(rule.text)
    when = read.when if read.when != "always" else {"Command Ability": "command"}.get(kind, "always")
    words = list(read.words or ())
    if when != "always" and read.when == "always":
        words = []
    if words and not _knows_weapons(words, scroll):
        words = []
    is_item = (
        owner.kind == "upgrade"
        and owner.least == 0
        and not any(is_weapon_profile(profile) for profile in owner.profiles)
    )
    bearers = [hyphenated(owner.name)] if is_item else [hyphenated(bearer) for bearer in read.bearers]
    scroll.abilities.append(
        {
            "id": hyphenated(name)[:80] or "ability",
            "name": name,
            "text": rule.text[:4000],
            "when": when,
            "do": words,
            "bearers": bearers,
        }
    )
    return bool(words)


def _knows_weapons(words: Sequence[Mapping[str, Any]], scroll: _Scroll) -> bool:
    """Return whether all weapons that words name are there; where one is not, the ability is text alone."""
    known = {weapon["id"] for weapon in scroll.weapons}
    return all(weapon in known for word in words for weapon in word.get("weapons", ()))


def _take_spell(name: str, rule: RosterRule, scroll: _Scroll) -> bool:
    match = _CASTING.search(rule.text)
    words = read_ability(rule.text).words or ()
    if match is None:
        scroll.unread.append(f"{name}: {rule.text}"[:4000])
        return False
    spell = {
        "id": hyphenated(name)[:80],
        "name": name,
        "text": rule.text[:4000],
        "value": int(match["value"]),
        "do": list(words),
    }
    count = sum(one["name"] == name for one in scroll.spells)
    scroll.spells.append(spell if not count else {**spell, "id": f"{spell['id']}-{count + 1}"})
    return bool(words)


def _add_keywords(name: str, catalogue: str, scroll: _Scroll) -> None:
    """Add the keywords that follow from names where a catalogue has none of its own, and ``wizard``."""
    if not scroll.keywords:
        plain = re.sub(r"\(.*\)", "", name)
        words = [keyword_of(word) for word in re.split(r"[\s,]+", plain) if len(word) > 2]
        scroll.keywords = [catalogue, FORMER_NAMES.get(catalogue, catalogue), keyword_of(plain), *words]
    if scroll.casts:
        scroll.keywords.append("wizard")
    scroll.keywords = list(dict.fromkeys(word for word in scroll.keywords if word))


def _size(entry: CatalogueEntry) -> tuple[int, int]:
    """Return the models of a unit, from and to: as its entries say; a lone model is a unit of one."""
    if entry.kind == "model":
        return 1, 1
    models = [one for one in entry.walk() if one is not entry and one.kind in ("model", "unit")]
    least = min(max(sum(one.least for one in models), 1), 100)
    return least, min(max(2 * least, least), 100)
