"""Rosters that others share, as armies of ours: datasheets, loadouts, points, keywords; what is missing is said."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from warcry3d.errors import QuestionError
from warcry3d.message import Message, message
from warcry3d.rules.army_files import numbered_ids, numbered_names
from warcry3d.rules.shared_rosters import Roster, RosterForce, RosterProfile, RosterSelection
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText, CoreAbility
from warcry3d.rules.warhammer40k.datasheets.ability_text import (
    ReadAbilities,
    plain_text,
    read_abilities,
    transport_of_text,
)
from warcry3d.rules.warhammer40k.datasheets.army import BATTLE_SIZES, Army40k, ModelLoadout, SheetUnit
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile
from warcry3d.rules.warhammer40k.datasheets.rule_texts import TextUnit, rules_of_text
from warcry3d.rules.warhammer40k.datasheets.several_units import are_totals, inner_units, single_units
from warcry3d.rules.warhammer40k.datasheets.sheet_builder import SheetBuilder, SheetBuilders
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import SheetRule
from warcry3d.rules.warhammer40k.datasheets.unit_import import (
    ModelGroup,
    UnitParts,
    is_unit_profile,
    name_key,
    nearest_name,
    numbers_of_profile,
    profile_text,
    unit_parts,
)

__all__ = ["ImportedArmy", "army_of_roster"]

_EDITION = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th) edition")
MOST_COSTS = 200
MOST_ONLY = 80
MOST_RULES = 30
_POINT_LIMIT = re.compile(r"\((\d{3,5})\s*points?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImportedArmy:
    """An army as it came, and what a reader of it should know: what was guessed, what was not understood.

    ``without_profile``: names of units of which the file has no profile.
    """

    army: Army40k
    notes: tuple[Message, ...]
    without_profile: tuple[str, ...] = ()


def army_of_roster(roster: Roster, known: Mapping[str, Datasheet] | None = None, *, name: str = "Army") -> ImportedArmy:
    """Return the army of a roster, called ``name`` where it has no name of its own.

    ``known``: datasheets by the key of their names, for units that come without numbers.
    Raise `QuestionError` where the roster is for another game, or has no units.
    """
    system = roster.system.casefold()
    if system and (("40,000" not in system and "40k" not in system) or re.search("kill team|apocalypse", system)):
        raise QuestionError("the roster is for '{system}', not for Warhammer 40,000", system=roster.system[:80])
    edition = _EDITION.search(system)
    if (edition is not None and int(edition[1]) < 10) or _is_earlier(roster):
        raise QuestionError(
            "the roster is for an earlier edition ({system}): units have other numbers there than in the 10th",
            system=roster.system[:80] or "?",
        )
    return _Importing(roster, known or {}, name).army()


def _is_earlier(roster: Roster) -> bool:
    """Return whether the models of a roster have the numbers of the 8th and 9th edition, and none those of the 10th."""
    profiles = [
        one for force in roster.forces for top in force.selections for inner in top.all() for one in inner.profiles
    ]
    is_older = any({"WS", "BS", "T", "W", "A"} <= {*map(str.upper, one.values)} for one in profiles)
    return is_older and not any(map(is_unit_profile, profiles))


class _Importing:
    """The import of one roster."""

    def __init__(self, roster: Roster, known: Mapping[str, Datasheet], name: str) -> None:
        self.roster = roster
        self.name = name
        self.known = known
        self.sheets = SheetBuilders()
        self.notes: list[Message] = [*roster.remarks]
        edition = _EDITION.search(roster.system.casefold())
        if edition is not None and edition[1] != "10":
            self.notes.append(
                message("the roster is for {system}; battles are of the 10th edition", system=roster.system)
            )
        self.settings: list[str] = []
        self.detachment = ""
        self.limit = roster.limit or 0
        self.texts: list[AbilityText] = []
        self.without_profile: list[str] = []
        self.inside: dict[int, int] = {}

    def army(self) -> ImportedArmy:
        parts: list[UnitParts] = []
        is_total = are_totals(self.roster)
        for force in self.roster.forces:
            self.texts += [AbilityText(rule.name, plain_text(rule.text)) for rule in force.rules]
            for one in force.selections:
                if _is_unit(one):
                    outer, inside = inner_units(one)
                    taken = [unit_parts(single) for single in single_units(outer, is_total=is_total)]
                    self._say_several(taken)
                    parts += taken
                    self.inside.update((len(parts) + i, len(parts) - 1) for i in range(len(inside)))
                    parts += [unit_parts(other) for other in inside]
                else:
                    self._setting(one)
        if not parts:
            raise QuestionError("the roster has no units")
        built = [self._unit(one) for one in parts]
        sheets = {one.id: one.sheet() for one in self.sheets.found}
        ids = numbered_ids(
            [None] * len(built), [builder if isinstance(builder, str) else builder.id for builder, _ in built]
        )
        names = numbered_names([one.custom or None for one in parts], [one.name for one in parts])
        units = []
        for id, name, (builder, unit) in zip(ids, names, built, strict=True):
            sheet = unit.sheet if isinstance(builder, str) else sheets[builder.id]
            units.append(replace(unit, id=id, name=name, sheet=sheet))
        self._join(units)
        points = sum(one.cost for one in units)
        self._compare_points(points)
        self._keep_costs()
        army = Army40k(
            name=self.roster.name or self.name,
            faction=_faction(units, self.roster.forces),
            detachment=self.detachment,
            limit=self.limit or _size_for(points),
            units=tuple(units),
            texts=tuple(dict.fromkeys(self.texts)),
            notes=tuple(self.settings),
        )
        notes = tuple({str(one): one for one in self.notes}.values())
        return ImportedArmy(army, notes, tuple(dict.fromkeys(self.without_profile)))

    def _join(self, units: list[SheetUnit]) -> None:
        """Let leaders that stand inside of another unit lead it, where their datasheet says that they can."""
        for leader, led in self.inside.items():
            names = [name.casefold() for name in units[leader].sheet.leads]
            if units[led].sheet.name.casefold() in names:
                units[leader] = replace(units[leader], joins=units[led].id)
            else:
                values = {"name": units[leader].name, "other": units[led].name}
                self.notes.append(
                    message("{name} stands inside of {other}: it is taken as a unit of its own", **values)
                )

    def _compare_points(self, points: int) -> None:
        if self.roster.points is not None and self.roster.points != points:
            self.notes.append(
                message(
                    "the roster says {said} points; its units add up to {points}",
                    said=self.roster.points,
                    points=points,
                )
            )

    def _say_several(self, units: Sequence[UnitParts]) -> None:
        if len(units) > 1:
            models = ", ".join(str(sum(group.count for group in one.groups)) for one in units)
            self.notes.append(
                message(
                    "{unit}: one entry for {count} units; their models: {models}",
                    unit=units[0].name,
                    count=len(units),
                    models=models,
                )
            )

    def _keep_costs(self) -> None:
        """Keep what rosters count beside points, such as the experience of a crusade, under the army's notes."""
        tops = [one for force in self.roster.forces for one in force.selections]
        inside = [(top, cost) for top in tops for one in top.all() for cost in one.costs]
        lines = [f"{top.custom or top.name}: {name} {value}" for top, (name, value) in inside]
        lines += [f"{name}: {value}" for name, value in self.roster.costs]
        self.settings += [*dict.fromkeys(lines)][:MOST_COSTS]
        names = dict.fromkeys(name for name, _ in (*self.roster.costs, *(cost for _, cost in inside)))
        if names:
            self.notes.append(
                message("costs other than points are kept under the army's notes: {names}", names=tuple(names))
            )

    def _setting(self, one: RosterSelection) -> None:
        """Take a selection that is no unit: battle size, detachment, anything else as a note."""
        inside = [other for other in one.all() if other is not one]
        names = [other.name for other in inside]
        word = one.name.casefold()
        if "battle size" in word:
            limits = [int(found[1]) for name in names if (found := _POINT_LIMIT.search(name))]
            self.limit = limits[0] if limits else self.limit
        elif word.startswith("detachment") and names:
            said = [self.detachment, *(other.name for other in one.selections)]
            self.detachment = ", ".join(dict.fromkeys(filter(None, said)))[:200]
        self.settings.append(f"{one.name}: {', '.join(names)}" if names else one.name)
        for other in one.all():
            self.texts += [AbilityText(rule.name, plain_text(rule.text)) for rule in other.rules]
            self.texts += [
                AbilityText(profile.name, plain_text("\n".join(profile.values.values()))) for profile in other.profiles
            ]

    def _unit(self, parts: UnitParts) -> tuple[SheetBuilder | str, SheetUnit]:
        self.notes += parts.misread
        given = None if parts.has_numbers else self.known.get(name_key(parts.name))
        if given is not None:
            return given.id, self._of_known(parts, given)
        if not parts.has_numbers:
            self.without_profile.append(parts.name)
        unit = read_abilities(parts.abilities)
        groups = [(group, read_abilities(group.abilities)) for group in parts.groups]
        profiles, names = self._profiles(parts, unit, groups)
        said = [unit, *(own for _, own in groups)]
        core = [*unit.core, *_of_models([*zip(names, (own.core for _, own in groups), strict=True)])]
        leads = [one for some in said for one in some.leads]
        texts = [*self._unread_numbers(parts), *(one for some in said for one in some.texts)]
        transport = None
        if parts.transport:
            words = (*parts.factions, *(word for force in self.roster.forces for word in _keywords_of(force)))
            transport = transport_of_text(parts.transport, tuple(dict.fromkeys(words)))
            texts += [AbilityText("Transport", parts.transport)] if transport is None else []
        alike = (frozenset(core), frozenset(leads), frozenset(texts), frozenset(parts.keywords), transport)
        builder = self.sheets.of(parts.name, profiles, alike)
        builder.add_words(parts.factions, parts.keywords, dict.fromkeys(core), dict.fromkeys(leads))
        builder.rules, rest = self._rules(parts, unit, groups, texts, leads)
        builder.add_texts(rest)
        builder.transport = transport
        loadouts = [
            loadout
            for (group, _), name in zip(groups, names, strict=True)
            for loadout in self._loadouts(group, name, builder, parts.name)
        ]
        return builder, _army_unit(parts, builder.sheet(), loadouts)

    def _rules(
        self,
        parts: UnitParts,
        unit: ReadAbilities,
        groups: Sequence[tuple[ModelGroup, ReadAbilities]],
        texts: Sequence[AbilityText],
        leads: Sequence[str],
    ) -> tuple[tuple[SheetRule, ...], list[AbilityText]]:
        """Return the rules that the texts of a unit say, and the texts that say more than that."""
        keywords = (*parts.factions, *(word for force in self.roster.forces for word in _keywords_of(force)))
        is_single = sum(group.count for group, _ in groups) == 1
        whose = TextUnit(is_single, bool(leads), tuple(dict.fromkeys((*parts.keywords, *keywords))))
        rules: list[SheetRule] = []
        rest: list[AbilityText] = []
        for one in dict.fromkeys(texts):
            is_all = one in unit.texts or all(one in own.texts for _, own in groups)
            found = rules_of_text(one, whose) if is_all else ()
            fits = bool(found) and len(rules) + len(found) <= MOST_RULES
            rules += found if fits else ()
            rest += () if fits else (one,)
        return tuple(rules), rest

    def _of_known(self, parts: UnitParts, sheet: Datasheet) -> SheetUnit:
        """Return a unit whose list names a datasheet that was handed over; what is no weapon there is wargear."""
        by_name = {name_key(weapon.name): weapon.id for weapon in sheet.weapons}
        builder = SheetBuilder(sheet.id, sheet.name, weapons=list(sheet.weapons))
        loadouts: list[ModelLoadout] = []
        for group in parts.groups:
            carried = tuple(one for one in group.carried if name_key(one.weapon.name) in by_name)
            named = tuple(replace(one, weapon=sheet.weapon(by_name[name_key(one.weapon.name)])) for one in carried)
            model = nearest_name(group.name, [one.name for one in sheet.models])
            loadouts += self._loadouts(replace(group, carried=named), model, builder, parts.name)
            others = [one.weapon.name for one in group.carried if one not in carried]
            if others:
                self.notes.append(
                    message("{unit}: not on its datasheet: {names}", unit=parts.name, names=", ".join(others))
                )
        return _army_unit(parts, sheet, loadouts)

    def _profiles(
        self, parts: UnitParts, unit: ReadAbilities, groups: Sequence[tuple[ModelGroup, ReadAbilities]]
    ) -> tuple[list[ModelProfile], list[str]]:
        """Return the profiles of a unit's models, and the name of each group's."""
        found: dict[str, ModelProfile] = {}
        names: list[str] = []
        for group, own in groups:
            roster_profile = group.profile
            if roster_profile is None and parts.profiles:
                near = nearest_name(group.name, [one.name for one in parts.profiles])
                roster_profile = next(one for one in parts.profiles if one.name == near)
            name = group.name if group.profile is None or len(groups) > 1 else group.profile.name
            saves = [save for save in (unit.invulnerable, own.invulnerable) if save is not None]
            model = ModelProfile(
                name, keywords=group.keywords, damaged=own.damaged or (unit.damaged if len(groups) == 1 else None)
            )
            if roster_profile is not None:
                try:
                    save = min(saves, default=None)
                    numbers = numbers_of_profile(roster_profile, save, self.notes)
                    for change in group.changes:
                        numbers = change(numbers)
                    model = replace(model, numbers=numbers)
                except QuestionError as error:
                    self.notes.append(message("{unit}: {reason}", unit=name, reason=error.message))
            while name in found and found[name] != replace(model, name=name):
                name += "*"
            found[name] = replace(model, name=name)
            names.append(name)
        return [*found.values()], names

    def _unread_numbers(self, parts: UnitParts) -> list[AbilityText]:
        """Return the profiles of models whose numbers are not all understood as they stand, so that none is lost."""
        found = [*parts.profiles, *(group.profile for group in parts.groups if group.profile is not None)]
        return [AbilityText(one.name.strip(), profile_text(one)) for one in found if not _has_numbers(one)]

    def _loadouts(self, group: ModelGroup, name: str, builder: SheetBuilder, unit: str) -> list[ModelLoadout]:
        """Return what the models of a group carry: each as much, else the first ones of them what is left."""
        each: list[list[str]] = [[] for _ in range(group.count)]
        start, is_guess = 0, False
        for one in group.carried:
            id = builder.weapon_id(one.weapon)
            whole, left = divmod(one.count, group.count)
            for carried in each:
                carried += [id] * whole
            for i in range(left):
                each[(start + i) % group.count].append(id)
            start, is_guess = (start + left) % group.count, is_guess or (left > 0 and group.count > 1)
        if is_guess:
            self.notes.append(message("{unit}: who of {model} carries what is a guess", unit=unit, model=group.name))
        counts = Counter(tuple(sorted(carried)) for carried in each)
        return [ModelLoadout(name, count, weapons) for weapons, count in counts.items()]


def _of_models(groups: Sequence[tuple[str, Sequence[CoreAbility]]]) -> Iterator[CoreAbility]:
    """Yield the core abilities of models by the names of these: those that not all have are for some models only."""
    for name, core in groups:
        for one in core:
            has_all = all(one in other for _, other in groups)
            limits = "; ".join(filter(None, (one.only, re.sub(r"[();]", " ", f"{name} only"))))
            yield one if has_all else replace(one, only=limits[:MOST_ONLY])


def _army_unit(parts: UnitParts, sheet: Datasheet, loadouts: Sequence[ModelLoadout]) -> SheetUnit:
    return SheetUnit(
        id="",
        name=parts.custom or parts.name,
        sheet=sheet,
        loadouts=tuple(loadouts),
        points=max(parts.points, 0),
        enhancements=parts.enhancements,
        wargear=parts.wargear,
        is_warlord=parts.is_warlord,
    )


def _has_numbers(profile: RosterProfile) -> bool:
    odd: list[Message] = []
    try:
        numbers_of_profile(profile, None, odd)
    except QuestionError:
        return False
    return not odd


def _is_unit(one: RosterSelection) -> bool:
    if "Configuration" in one.categories:
        return False
    has_profile = any(is_unit_profile(profile) for other in one.all() for profile in other.profiles)
    return has_profile or one.kind in ("unit", "model") or one.all_points > 0


def _keywords_of(force: RosterForce) -> list[str]:
    words = [word for one in force.selections for word in one.categories if not word.startswith("Faction:")]
    return [word.casefold().replace("’", "'") for word in words]


def _faction(units: Sequence[SheetUnit], forces: Sequence[RosterForce]) -> str:
    """Return the faction keyword that most units have, the first of several; without any, the catalogue's last word."""
    count = Counter(word for unit in units for word in unit.sheet.faction_keywords)
    if count:
        return max(count, key=lambda word: count[word])
    return forces[0].catalogue.rpartition(" - ")[2].casefold().replace("’", "'").strip()[:80] or "-"


def _size_for(points: int) -> int:
    """Return the points of the smallest battle that an army fits, the largest where it fits none."""
    return next((size for size in BATTLE_SIZES.values() if points <= size), max(BATTLE_SIZES.values()))
