"""A unit of a roster taken apart: which models it has, what they carry, what is said of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from unicodedata import combining, normalize

from warcry3d.errors import QuestionError
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.message import Message, message
from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.shared_rosters import RosterProfile, RosterSelection
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText
from warcry3d.rules.warhammer40k.datasheets.ability_text import is_weapon_rule, plain_text
from warcry3d.rules.warhammer40k.datasheets.army import Enhancement, Wargear
from warcry3d.rules.warhammer40k.datasheets.datasheet import Movement, Numbers
from warcry3d.rules.warhammer40k.datasheets.gear_texts import NumbersChange, gear_change
from warcry3d.rules.warhammer40k.datasheets.odd_values import ValueReader
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon
from warcry3d.rules.warhammer40k.datasheets.weapon_import import (
    is_weapon_profile,
    needed_number,
    weapons_of_profiles,
)

__all__ = [
    "Carried",
    "ModelGroup",
    "UnitParts",
    "is_unit_profile",
    "name_key",
    "nearest_name",
    "numbers_of_profile",
    "profile_text",
    "unit_parts",
]

_COUNT = re.compile(
    r"(?P<before>[2-9])\s*[x×]\s+(?P<one>.+)|(?P<other>.+?)\s*[(]?\s*[x×]\s*(?P<behind>[2-9])\s*[)]?", re.IGNORECASE
)
"""A number of weapons in a name: 2x Deck gun, Deck gun (x2)."""

_BOTH_SAVES = re.compile(r"\s*(?P<save>[2-7]\+)\s*[/,(]?\s*(?P<invulnerable>[2-6])\+\+\s*\)?\s*")
"""A save with the invulnerable one behind it, as players write them: 3+/5++."""

TRANSPORT_KIND, UNIT_KEYS = "transport", frozenset({"M", "T", "SV", "W", "LD", "OC"})
NO_KEYWORDS = ("configuration", "uncategorized", "warlord", "reference")
"""Categories that are no keywords; those that end in "weapon" sort what is carried."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon, and how many of it the models of a group carry together."""

    weapon: SheetWeapon
    count: int


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """Models of one entry of a roster. ``profile``: its own, None where the unit's holds; ``changes``: of its
    numbers, by what it carries.
    """

    name: str
    count: int
    profile: RosterProfile | None
    carried: tuple[Carried, ...]
    keywords: tuple[str, ...]
    abilities: tuple[AbilityText, ...]
    changes: tuple[NumbersChange, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitParts:
    """A unit of a roster. ``profiles``: those that stand on the unit itself; ``has_numbers``: any profile is there."""

    name: str
    custom: str
    groups: tuple[ModelGroup, ...]
    profiles: tuple[RosterProfile, ...]
    factions: tuple[str, ...]
    keywords: tuple[str, ...]
    abilities: tuple[AbilityText, ...]
    enhancements: tuple[Enhancement, ...]
    wargear: tuple[Wargear, ...]
    transport: str
    points: int
    is_warlord: bool
    misread: tuple[Message, ...]

    @property
    def has_numbers(self) -> bool:
        """Return whether a profile of a model came with it."""
        return bool(self.profiles) or any(one.profile is not None for one in self.groups)


def is_unit_profile(profile: RosterProfile) -> bool:
    """Return whether a profile has the characteristics of models."""
    return UNIT_KEYS.issubset(key.upper() for key in profile.values)


def numbers_of_profile(
    profile: RosterProfile, invulnerable: int | None, misread: list[Message] | None = None
) -> Numbers:
    """Return the numbers of a profile; raise `QuestionError` naming what is none. ``misread``: takes what is odd."""
    values = {key.upper(): value for key, value in profile.values.items()}
    reader = ValueReader(profile.name.strip())
    saves = [*filter(None, (invulnerable,))]
    if both := _BOTH_SAVES.fullmatch(values["SV"]):
        values["SV"] = both["save"]
        saves.append(int(both["invulnerable"]))
    numbers = Numbers(
        move=reader.read(_movement, values["M"], "M"),
        toughness=reader.read(_whole, values["T"], "T"),
        save=reader.read(needed_number, values["SV"], "SV"),
        wounds=reader.read(_whole, values["W"], "W") or 1,
        leadership=reader.read(needed_number, values["LD"], "LD"),
        control=reader.read(_whole, values["OC"], "OC"),
        invulnerable=min(saves, default=None),
    )
    if misread is not None:
        misread += reader.misread
    return numbers


def _movement(text: str, name: str) -> Movement:
    plain = "".join(text.replace('"', "").replace("”", "").replace("″", "").split()).upper()
    if plain in ("-", "–", "N/A", ""):
        return Movement(None)
    at_least = plain.endswith("+")
    try:
        number = plain.rstrip("+")
        inches: DiceSum = dice_sum(int(number) if number.isdecimal() and len(number) < 4 else number)
    except QuestionError:
        raise QuestionError("{name} is not a number or dice: '{text}'", name=name, text=text[:40]) from None
    return Movement(inches, at_least)


def _whole(text: str, name: str) -> int | None:
    plain = text.strip().rstrip("*+").strip()
    if plain in ("-", "–", "N/A", ""):
        return None
    if not (plain.isdecimal() and len(plain) < 5):
        raise QuestionError("{name} is not a number or dice: '{text}'", name=name, text=text[:40])
    return int(plain)


def unit_parts(unit: RosterSelection) -> UnitParts:
    """Return the parts of a unit; nothing of it is left out."""
    return _Taking(unit).parts()


class _Taking:
    """The taking apart of one unit."""

    def __init__(self, unit: RosterSelection) -> None:
        self.unit = unit
        self.misread: list[Message] = []
        self.enhancements: list[Enhancement] = []
        self.wargear: list[Wargear] = []
        self.unread: list[AbilityText] = []
        self.transport = ""
        self.changes: list[NumbersChange] = []
        self.has_profiles = any(one.profiles for one in unit.all())

    def parts(self) -> UnitParts:
        unit = self.unit
        models = [*_models(unit)]
        own = [] if models == [unit] else self._carried(unit)
        groups = [self._group(one, one is unit) for one in models]
        if own:
            first = groups[0]
            groups[0] = ModelGroup(
                *(first.name, first.count, first.profile, (*own, *first.carried), first.keywords, first.abilities),
                first.changes,
            )
            names = ", ".join(one.weapon.name for one in own)
            self.misread.append(
                message(
                    "{unit}: {weapons} of the unit itself, given to {model}",
                    unit=unit.name,
                    weapons=names,
                    model=first.name,
                )
            )
        abilities = self._abilities(unit)
        words = [word for word in unit.categories if _is_keyword(word)]
        return UnitParts(
            name=unit.name,
            custom=unit.custom,
            groups=tuple(groups),
            profiles=tuple(one for one in unit.profiles if is_unit_profile(one)) if models != [unit] else (),
            factions=tuple(_faction(word) for word in words if _is_faction(word)),
            keywords=tuple(_keyword(word) for word in words if not _is_faction(word)),
            abilities=tuple(self.unread) if models == [unit] else (*abilities, *self.unread),
            enhancements=tuple(self.enhancements),
            wargear=_counted(self.wargear),
            transport=self.transport,
            points=unit.all_points - sum(one.points for one in self.enhancements),
            is_warlord=any(
                "warlord" in (one.name.casefold(), *map(str.casefold, one.categories)) for one in unit.all()
            ),
            misread=tuple(self.misread),
        )

    def _group(self, model: RosterSelection, is_all: bool) -> ModelGroup:
        self.changes = []
        carried = self._carried(model)
        changes = tuple(self.changes)
        inside = [*_within(model)]
        profiles = [profile for one in inside for profile in one.profiles if is_unit_profile(profile)]
        words = [word for one in inside if not (is_all and one is model) for word in one.categories]
        keywords = [_keyword(word) for word in words if _is_keyword(word) and not _is_faction(word)]
        return ModelGroup(
            name=model.name,
            count=max(model.number, 1),
            profile=profiles[0] if profiles else None,
            carried=tuple(carried),
            keywords=tuple(dict.fromkeys(keywords)),
            abilities=tuple(self._abilities(model)),
            changes=changes,
        )

    def _abilities(self, one: RosterSelection) -> list[AbilityText]:
        """Return the abilities that stand on a unit or a model itself, and take its capacity as a transport."""
        found = [AbilityText(rule.name, plain_text(rule.text)) for rule in one.rules if not is_weapon_rule(rule.name)]
        for profile in one.profiles:
            if is_unit_profile(profile) or is_weapon_profile(profile):
                continue
            text = profile_text(profile)
            if profile.kind.casefold() == TRANSPORT_KIND:
                self.transport = text
            else:
                found.append(AbilityText(profile.name.strip(), text))
        return found

    def _carried(self, holder: RosterSelection) -> list[Carried]:
        """Return the weapons of a unit or a model, and take its wargear and enhancements."""
        found: list[Carried] = []
        for one in _within(holder):
            profiles = [profile for profile in one.profiles if is_weapon_profile(profile)]
            read = weapons_of_profiles(profiles)
            self.misread += read.misread
            self.unread += [AbilityText(profile.name.strip(), profile_text(profile)) for profile in read.unread]
            count = max(one.number, 1) * _counted_in(one.name, read.weapons)
            found += [Carried(weapon, count) for weapon in read.weapons]
            if one is not holder:
                found += self._thing(holder, one, bool(read.weapons))
        return found

    def _thing(self, holder: RosterSelection, one: RosterSelection, is_weapon: bool) -> Iterator[Carried]:
        """Take a selection under a unit or a model that is more, or nothing else, than a weapon."""
        if one.name.casefold() in ("warlord", "enhancements"):
            return
        texts = self._abilities(one)
        text = "\n".join(
            ability.text if ability.name == one.name else f"{ability.name}: {ability.text}" for ability in texts
        )
        if not is_weapon and self._is_enhancement(one):
            self.enhancements.append(Enhancement(one.name, max(one.points, 0), text))
        elif not self.has_profiles and not one.selections and one.group != "wargear":
            yield Carried(SheetWeapon("", one.name), max(one.number, 1))
        elif texts or not (is_weapon or one.selections or any(map(is_unit_profile, one.profiles))):
            change = gear_change(texts[0].text) if len(texts) == 1 and self._has_one_bearer(holder) else None
            self.changes += [change] * max(one.number, 1) if change is not None else []
            self.wargear.append(Wargear(one.name, min(max(one.number, 1), 200), text, change is not None))

    def _has_one_bearer(self, holder: RosterSelection) -> bool:
        """Return whether what somebody carries is surely carried by one model."""
        is_model = holder.kind == "model" or [*_models(self.unit)] == [holder]
        return is_model and holder.number <= 1

    def _is_enhancement(self, one: RosterSelection) -> bool:
        if "enhancement" in one.group.casefold():
            return True
        words = {word.casefold() for word in self.unit.categories}
        return one.points > 0 and not one.group and bool(words & {"character", "epic hero"}) and not one.selections


def _models(unit: RosterSelection) -> Iterator[RosterSelection]:
    """Yield the models of a unit, those inside of others too; the unit itself where it has none."""
    found = [one for one in unit.all() if one.kind == "model" and one is not unit]
    if unit.kind == "model" or not found:
        yield unit
    yield from found


def _within(holder: RosterSelection) -> Iterator[RosterSelection]:
    """Yield a unit or a model and all that it carries, without the models under it."""
    yield holder
    for one in holder.selections:
        if one.kind != "model":
            yield from _within(one)


def profile_text(profile: RosterProfile) -> str:
    """Return the values of a profile as text: one alone as it is, several with their names."""
    values = [(name, plain_text(value)) for name, value in profile.values.items() if value]
    if len(values) == 1:
        return values[0][1]
    return "\n".join(f"{name}: {value}" for name, value in values)


def _is_keyword(word: str) -> bool:
    return word.casefold() not in NO_KEYWORDS and not word.casefold().endswith(" weapon")


def _is_faction(word: str) -> bool:
    return word.casefold().startswith("faction:")


def _faction(word: str) -> str:
    return _keyword(word.partition(":")[2])


def _counted_in(name: str, weapons: Sequence[SheetWeapon]) -> int:
    """Return how many of its weapon the name of a selection says: ``2x Deck gun`` of a profile called ``Deck gun``."""
    found = _COUNT.fullmatch(name.strip())
    if found is None or len(weapons) != 1:
        return 1
    names = (name_key(found["one"] or found["other"]), name_key(weapons[0].name))
    is_same = names[0].rstrip("s") == names[1].rstrip("s")
    return int(found["before"] or found["behind"]) if is_same else 1


def _keyword(word: str) -> str:
    return " ".join(word.casefold().replace("’", "'").split())[:80]


def _counted(found: Iterable[Wargear]) -> tuple[Wargear, ...]:
    """Return wargear with each kind once, all counts added."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for one in found:
        counts[one.name, one.text, one.is_counted] += one.count
    return tuple(Wargear(name, min(count, 200), text, is_in) for (name, text, is_in), count in counts.items())


def name_key(name: str) -> str:
    """Return what names have in common that mean the same: typographic apostrophes, accents, capitals do not count.

    >>> name_key("Khârn’s Boat-gun") == name_key("kharn's boat gun")
    True
    """
    return "".join(one for one in normalize("NFD", hyphenated(name)) if not combining(one))


def nearest_name(name: str, names: Sequence[str]) -> str:
    """Return which of the names is meant by one that may be a plural or longer; the first where none is like it."""
    for one in names:
        if one.casefold().rstrip("s") == name.casefold().rstrip("s"):
            return one
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    return near[0] if near else names[0]
