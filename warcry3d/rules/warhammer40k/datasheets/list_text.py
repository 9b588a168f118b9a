"""Army lists as text, read as rosters without numbers: units, models, what they carry, points, enhancements."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from warcry3d.rules.shared_rosters import Roster, RosterForce, RosterSelection
from warcry3d.rules.warhammer40k.datasheets.list_lines import (
    Bullet,
    Equipped,
    Heading,
    Line,
    ListSetting,
    Title,
    UnitLine,
    lines_of_list,
    split_items,
)
from warcry3d.table.jsonfile import JsonPath

__all__ = ["roster_of_text"]

MAX_LINES = 5_000
SIZES = {"combat patrol": 500, "incursion": 1000, "strike force": 2000, "onslaught": 3000}

ALLIANCES = ("imperium", "chaos", "xenos", "aeldari")
SINGLE = {"Vehicle", "Monster", "Dedicated Transport", "Aircraft"}
"""Keywords of headings whose units are single models, as a rule."""

KEYWORDS = {
    "character": ("Character",),
    "epic hero": ("Epic Hero", "Character"),
    "battleline": ("Battleline",),
    "dedicated transport": ("Dedicated Transport",),
    "infantry": ("Infantry",),
    "vehicle": ("Vehicle",),
    "monster": ("Monster",),
    "beast": ("Beast",),
    "mounted": ("Mounted",),
    "swarm": ("Swarm",),
    "fortification": ("Fortification",),
    "aircraft": ("Aircraft",),
}
"""The keywords that a heading gives its units, by its name in the singular."""


@dataclass
class _Item:
    """A bullet and those under it."""

    bullet: Bullet
    under: "list[_Item]" = field(default_factory=list)
    equipped: list[Equipped] = field(default_factory=list)

    @property
    def is_model(self) -> bool:
        """Return whether it stands for models: it has things of its own."""
        return bool(self.under or self.equipped or self.bullet.items) and not self.bullet.is_enhancement


@dataclass
class _Unit:
    """A unit of the list in the making."""

    line: UnitLine
    number: int
    heading: str
    items: list[_Item] = field(default_factory=list)
    equipped: list[Equipped] = field(default_factory=list)


def roster_of_text(text: str, spot: JsonPath) -> Roster:
    """Return the roster of a list; raise `FileError` where no unit with points is in it."""
    if len(text.splitlines()) > MAX_LINES:
        raise spot.error("the list has more than {most} lines", most=MAX_LINES)
    reading = _Reading(spot)
    for number, line in lines_of_list(text):
        reading.take(number, line)
    return reading.roster()


class _Reading:
    """The reading of one list, line by line."""

    def __init__(self, spot: JsonPath) -> None:
        self.spot = spot
        self.units: list[_Unit] = []
        self.titles: list[Title] = []
        self.settings: list[tuple[str, str]] = []
        self.heading = ""
        self.stack: list[_Item] = []
        self.counts_each = False

    def take(self, number: int, line: Line) -> None:
        match line:
            case Heading(name):
                self.heading = name
            case Title():
                self.titles.append(line)
            case ListSetting(key, value):
                is_option = key == "text" and self.heading == "configuration"
                self.settings.append(("option" if is_option else key, value))
            case UnitLine():
                self.units.append(_Unit(line, number, self.heading))
                self.stack = []
            case Bullet():
                self._bullet(line)
            case Equipped():
                holder = self._holder(line.indent)
                if holder is not None:
                    holder.equipped.append(line)

    def _bullet(self, line: Bullet) -> None:
        while self.stack and self.stack[-1].bullet.indent >= line.indent:
            self.stack.pop()
        if not self.units:
            self.settings.append(("text", line.name))
            return
        item = _Item(line)
        (self.stack[-1].under if self.stack else self.units[-1].items).append(item)
        if line.is_marked and not line.is_enhancement:
            self.stack.append(item)

    def _holder(self, indent: int) -> "_Item | _Unit | None":
        """Return what a line without a bullet belongs to: the last bullet that stands less far in, or the unit."""
        if not self.units:
            return None
        outer = next((one for one in self.stack if one.bullet.indent <= max(indent, 1)), None)
        return outer if indent and outer is not None else self.units[-1]

    def roster(self) -> Roster:
        title, units = self._title()
        if not units:
            raise self.spot.error("expected a roster, or a list of units with their points as text")
        if self._is_flat():
            for unit in units:
                unit.items = _regrouped(unit.items)
        bullets = [one.bullet for unit in units for one in _all_items(unit.items)]
        self.counts_each = any(one.count == 1 for one in bullets)
        values = {key: value for key, value in reversed(self.settings) if key not in ("text", "option")}
        texts = [
            value for key, value in self.settings if key == "text" and not value.casefold().startswith("exported with")
        ]
        name, faction, detachment = _named(title.name if title else "")
        detachment = values.get("detachment") or detachment or next(iter(texts[1:2]), "")
        faction = values.get("faction keyword") or faction or next(iter(texts[:1]), "")
        said = [("Battle Size", values.get("battle size", "")), ("Detachment", detachment)]
        config = [self._config(key, value) for key, value in said if value]
        known = ("faction keyword", "detachment", "battle size", "total army points", "warlord", "enhancement")
        rest = [(key, value) for key, value in self.settings if key not in (*known, "text") and value]
        config += [
            self._config(value if key == "option" else key.capitalize(), "" if key == "option" else value)
            for key, value in rest
        ]
        selections = self._marked(tuple(self._unit(one) for one in units))
        total = _first_number(values.get("total army points", ""))
        force = RosterForce("Army", faction, (), (*config, *selections))
        return Roster(
            name, "", total if total is not None else title.points if title else None, self._limit(values), (force,)
        )

    def _limit(self, values: Mapping[str, str]) -> int | None:
        limit = _first_number(values.get("battle size", "").partition("(")[2])
        sizes = [one.line.points for one in self.units if one.line.name.casefold() in SIZES]
        return limit or (sizes[0] if sizes else None)

    def _title(self) -> tuple[Title | None, list[_Unit]]:
        """Return the title, and the units without it: a first line of at least as many points as all others have."""
        units = [one for one in self.units if one.line.name.casefold() not in SIZES]
        named = next((one for one in self.titles if one.points is not None), None)
        if units and not (units[0].items or units[0].equipped or units[0].line.items) and len(units) > 1:
            line = units[0].line
            if line.points >= sum(one.line.points for one in units[1:]):
                return Title(line.name, line.points), units[1:]
        return named, units

    def _is_flat(self) -> bool:
        """Return whether spaces in front of bullets were lost: none is inside of another, and some have no mark."""
        items = [one for unit in self.units for one in unit.items]
        return not any(one.under or one.equipped for one in items) and any(not one.bullet.is_marked for one in items)

    def _config(self, name: str, value: str = "") -> RosterSelection:
        inside = (self._selection(value, "upgrade", 1, spot=self.spot),) if value else ()
        return self._selection(name, "upgrade", 1, inside, categories=("Configuration",), spot=self.spot)

    def _unit(self, unit: _Unit) -> RosterSelection:
        spot = JsonPath(self.spot.file, f"line {unit.number}")
        heading = unit.heading.removesuffix("s") if unit.heading not in KEYWORDS else unit.heading
        words = KEYWORDS.get(heading, KEYWORDS.get(unit.heading, ()))
        inside: list[RosterSelection] = []
        items = _without_labels(unit.items, is_single=bool({*words} & SINGLE))
        models = [one for one in items if one.is_model]
        for one in items:
            if one.is_model:
                inside += self._models(one, spot)
            else:
                inside += self._things(one, unit.line.name, spot)
        alone = self._equipped(unit.line.name, unit.equipped, spot)
        count = unit.line.count or 1
        if not models and len(alone) > 1:
            inside += alone
        elif not models:
            inside += alone[0].selections if alone else ()
            inside += [
                self._selection(name, "upgrade", each * count, spot=spot) for name, each in split_items(unit.line.items)
            ]
        kind = "unit" if models or len(alone) > 1 else "model"
        points = max(unit.line.points - sum(one.all_points for one in inside), 0)
        return self._selection(
            unit.line.name,
            kind,
            1 if kind == "unit" else count,
            tuple(inside),
            points=points,
            categories=words,
            spot=spot,
        )

    def _models(self, item: _Item, spot: JsonPath) -> Iterator[RosterSelection]:
        """Yield the models of a bullet: one selection, or several where they carry different things."""
        bullet = item.bullet
        count = bullet.count or 1
        things = [thing for one in item.under for thing in self._things(one, bullet.name, spot)]
        equipped = [*item.equipped]
        if (listed := _WITH_LIST.fullmatch(bullet.items)) is not None:
            equipped.append(Equipped(bullet.indent, int(listed["count"]), listed["items"]))
        elif bullet.items:
            things += [
                self._selection(name, "upgrade", total, spot=spot) for name, total in _totals(bullet.items, count)
            ]
        groups = self._equipped(bullet.name, equipped, spot)
        if len(groups) == 1:
            things += groups[0].selections
        if len(groups) < 2:
            yield self._selection(bullet.name, "model", count, tuple(things), spot=spot)
            return
        first = groups[0]
        yield self._selection(first.name, "model", first.number, (*first.selections, *things), spot=spot)
        yield from groups[1:]

    def _equipped(self, name: str, lines: Sequence[Equipped], spot: JsonPath) -> list[RosterSelection]:
        found = []
        for line in lines:
            inside = tuple(
                self._selection(thing, "upgrade", each * line.count, spot=spot)
                for thing, each in split_items(line.items)
                if not _is_name(thing, name)
            )
            found.append(self._selection(name, "model", line.count, inside, spot=spot))
        return found

    def _things(self, item: _Item, holder: str, spot: JsonPath) -> Iterator[RosterSelection]:
        """Yield what a bullet says is carried; names of the models themselves are no things."""
        bullet = item.bullet
        if bullet.is_enhancement:
            yield self._selection(bullet.name, "upgrade", 1, points=bullet.added or 0, group="Enhancements", spot=spot)
            return
        if item.is_model:
            inside = tuple(thing for one in item.under for thing in self._things(one, bullet.name, spot))
            yield self._selection(bullet.name, "upgrade", bullet.count or 1, inside, spot=spot)
            return
        if bullet.count is not None:
            if not _is_name(bullet.name, holder):
                yield self._selection(bullet.name, "upgrade", bullet.count, spot=spot)
            return
        for name, count in split_items(bullet.name):
            if not _is_name(name, holder):
                group = "wargear" if self.counts_each or "," in bullet.name else ""
                yield self._selection(name, "upgrade", count, group=group, spot=spot)

    def _marked(self, units: tuple[RosterSelection, ...]) -> tuple[RosterSelection, ...]:
        """Return the units with the warlord and the enhancements that only the head of the list names."""
        found = list(units)
        for key, value in self.settings:
            if key == "warlord":
                self._give(found, value.rpartition(": ")[2], "Warlord", "")
            elif key in ("enhancement", "enhancements") and (said := _ON.fullmatch(value)):
                self._give(found, said["unit"].rpartition(": ")[2], said["name"], "Enhancements")
        return tuple(found)

    def _give(self, units: list[RosterSelection], unit: str, thing: str, group: str) -> None:
        everywhere = (one for other in units for one in other.all())
        if any(one.name.casefold() == thing.casefold() for one in everywhere):
            return
        for i, one in enumerate(units):
            if one.name.casefold() == unit.strip().casefold() and not any(
                o.group == group for o in one.selections if group
            ):
                own = self._selection(thing, "upgrade", 1, group=group, spot=one.place)
                units[i] = self._selection(
                    one.name, one.kind, one.number, (*one.selections, own), points=one.points,
                    categories=one.categories, spot=one.place,
                )  # fmt: skip
                return

    def _selection(
        self,
        name: str,
        kind: str,
        number: int,
        inside: tuple[RosterSelection, ...] = (),
        *,
        points: int = 0,
        categories: tuple[str, ...] = (),
        group: str = "",
        spot: JsonPath,
    ) -> RosterSelection:
        return RosterSelection(name[:400], "", kind, number, points, categories, (), (), inside, group, spot)


_WITH_LIST = re.compile(r"(?P<count>\d{1,3})\s+with\s+(?P<items>.+)", re.IGNORECASE)
_ON = re.compile(r"(?P<name>.+?)\s*\(on (?P<unit>.+)\)", re.IGNORECASE)


def _totals(items: str, models: int) -> list[tuple[str, int]]:
    """Return the things behind a colon with their counts over all models.

    They are counts for each model, unless every one of them is a multiple of the models.
    """
    found = split_items(items)
    are_totals = models > 1 and all(count % models == 0 for _, count in found)
    return [(name, count if are_totals else count * models) for name, count in found]


def _is_name(thing: str, holder: str) -> bool:
    """Return whether a thing only repeats the name of the models: ``Shas'vre (Shield Drone)``."""
    return holder.casefold().startswith(thing.partition(" (")[0].casefold())


def _all_items(items: Sequence[_Item]) -> Iterator[_Item]:
    for one in items:
        yield one
        yield from _all_items(one.under)


def _without_labels(items: Sequence[_Item], *, is_single: bool) -> list[_Item]:
    """Return the bullets of a unit without those that only label a choice, whose own bullets take their place.

    A label holds models; in a unit that is one model (``is_single``), everything that holds something is one.
    """
    found: list[_Item] = []
    for one in items:
        holds_models = any(other.is_model for other in one.under)
        alone = is_single and one.bullet.count is None and one.under
        found += _without_labels(one.under, is_single=is_single) if holds_models or alone else [one]
    return found


def _regrouped(items: Sequence[_Item]) -> list[_Item]:
    """Return bullets that lost the spaces in front of them as they were: models, each with what it carries.

    A bullet without a mark goes on from the one before. Of the marked ones, models and the first thing that each
    carries take turns, the last of all being a thing; what is over at the beginning is carried by the unit.
    """
    runs: list[list[_Item]] = []
    for one in items:
        if one.bullet.is_marked or not runs:
            runs.append([one])
        else:
            runs[-1].append(one)
    counted = [run for run in runs if run[0].bullet.count is not None]
    others = [one for run in runs if run[0].bullet.count is None for one in run]
    found: list[_Item] = []
    while len(counted) > 1 and len(counted[-2]) == 1:
        things, (model,) = counted.pop(), counted.pop()
        found.insert(0, _Item(model.bullet, things))
    return [*others, *(one for run in counted for one in run), *found]


def _named(title: str) -> tuple[str, str, str]:
    """Return the name, the faction and the detachment that a title gives, such as ``Raid - Orks - War Horde``."""
    parts = [part.strip() for part in title.strip(" -").split(" - ")]
    if len(parts) >= 3 and parts[0].casefold() in ALLIANCES:
        return " - ".join(parts[2:]), parts[1], ""
    if len(parts) == 3:
        return parts[0], parts[1], parts[2]
    inside = re.fullmatch(r"army roster\s*\((?P<list>.+)\)", title.strip(), re.IGNORECASE)
    return ("", inside["list"].rpartition(" - ")[2], "") if inside else (title.strip(" -"), "", "")


def _first_number(text: str) -> int | None:
    found = re.search(r"\d[\d,]*", text)
    return int(found[0].replace(",", "")) if found else None
