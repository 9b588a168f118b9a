"""Army lists as text, read as rosters without numbers: units, models, what they carry, points, enhancements."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from warcry3d.message import Message, message
from warcry3d.rules.shared_rosters import Roster, RosterForce, RosterSelection
from warcry3d.rules.warhammer40k.datasheets.list_head import ListHead, head_of_list
from warcry3d.rules.warhammer40k.datasheets.list_lines import Equipped, split_items, split_price
from warcry3d.rules.warhammer40k.datasheets.list_units import ListItem, ListReading, ListUnit, all_items, reading_of
from warcry3d.rules.warhammer40k.datasheets.list_words import WARLORDS
from warcry3d.table.jsonfile import JsonPath

__all__ = ["roster_of_text"]

MAX_LINES = 5_000
MAX_SAID = 30
"""Lines that are not understood are named up to so many."""

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
"""The keywords that a heading gives its units."""


def roster_of_text(text: str, spot: JsonPath) -> Roster:
    """Return the roster of a list; raise `FileError` where no unit is in it."""
    if len(text.splitlines()) > MAX_LINES:
        raise spot.error("the list has more than {most} lines", most=MAX_LINES)
    if _EARLIER.search(text):
        raise spot.error("the list has power levels: it is of an earlier edition of Warhammer 40,000, not of the 10th")
    if _OTHER_GAME.search(text):
        raise spot.error("the list is of a warband of Warcry, not of an army of Warhammer 40,000")
    reading = reading_of(text)
    if not reading.units:
        raise spot.error("expected a roster, or a list of units with their points as text")
    return _Composing(reading, spot).roster()


class _Composing:
    """The making of a roster from the units of a list."""

    def __init__(self, reading: ListReading, spot: JsonPath) -> None:
        self.spot = spot
        self.reading = reading
        self.units = reading.units
        self.remarks: list[Message] = []
        self.counts_each = False

    def roster(self) -> Roster:
        if self._is_flat():
            for unit in self.units:
                unit.items = _regrouped(unit.items)
        items = [one for unit in self.units for one in all_items(unit.items)]
        is_equipped = any(unit.equipped for unit in self.units) or any(one.equipped for one in items)
        self.counts_each = is_equipped or any(one.bullet.count == 1 and not one.is_model for one in items)
        reading = self.reading
        head = head_of_list(reading.title, reading.texts, reading.size, reading.settings)
        selections = self._marked(tuple(self._unit(one) for one in self.units))
        force = RosterForce("Army", head.faction, (), (*self._settings(head), *selections))
        return Roster(head.name, "", head.points, head.limit, (force,), (*self._unread(), *self.remarks))

    def _settings(self, head: ListHead) -> Iterator[RosterSelection]:
        """Yield what the list says of the whole army, and which units stand together."""
        for key, value in (("Battle Size", head.size), ("Detachment", head.detachment)):
            if value:
                yield self._config(key, value)
        for key, value in (*head.others, *self._attached()):
            yield self._config(value) if key == "footer" else self._config(key.capitalize(), value)
        for value in head.options:
            yield self._config(value)

    def _attached(self) -> Iterator[tuple[str, str]]:
        groups: dict[str, list[str]] = {}
        for one in self.units:
            if one.roles:
                groups.setdefault(one.heading, []).append(f"{one.line.name} ({', '.join(one.roles)})")
            if one.to:
                yield "attached", f"{one.line.name}: {one.to}"
        yield from ((heading or "attached", "; ".join(names)) for heading, names in groups.items())

    def _unread(self) -> Iterator[Message]:
        said = [f"{one.number} '{one.text[:60]}'" for one in self.reading.unread]
        if said:
            more = [] if len(said) <= MAX_SAID else [f"+{len(said) - MAX_SAID}"]
            yield message("lines not understood: {lines}", lines=", ".join([*said[:MAX_SAID], *more]))

    def _is_flat(self) -> bool:
        """Return whether spaces in front of bullets were lost: none is inside of another, and some have no mark."""
        items = [one for unit in self.units for one in unit.items]
        return not any(one.under or one.equipped for one in items) and any(not one.bullet.is_marked for one in items)

    def _config(self, name: str, value: str = "") -> RosterSelection:
        inside = (self._selection(value, "upgrade", 1, spot=self.spot),) if value else ()
        return self._selection(name, "upgrade", 1, inside, categories=("Configuration",), spot=self.spot)

    def _unit(self, unit: ListUnit) -> RosterSelection:
        spot = JsonPath(self.spot.file, f"line {unit.number}")
        words = _keywords(unit)
        inside: list[RosterSelection] = []
        items = _without_labels(unit.items, is_single=bool({*words} & SINGLE))
        models = [one for one in items if one.is_model]
        count = unit.line.count or (1 if models else self._counted(unit))
        for one in items:
            if one.is_model:
                inside += self._models(one, spot)
            else:
                things = self._things(one, unit.line.name, spot)
                is_each = not models and one.bullet.count is None and not one.bullet.is_enhancement
                inside += [replace(thing, number=count) if is_each and not thing.group else thing for thing in things]
        alone = self._equipped(unit.line.name, self._equipment(unit, count), spot)
        self._compare(unit, models, alone)
        if not models and len(alone) > 1:
            inside += alone
        else:
            inside += alone[0].selections if alone else ()
            inside += self._listed(unit, count, words, spot)
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

    def _counted(self, unit: ListUnit) -> int:
        """Return how many models a unit has that lists none with things of their own.

        A bullet with the unit's name counts them (``3x Eel``); else everything they carry does that is there three
        times or more, which is a guess.
        """
        bullets = [one.bullet for one in unit.items if one.bullet.count]
        named = [one.count or 1 for one in bullets if _is_name(one.name, unit.line.name)]
        if named:
            return sum(named)
        least = min((one.count or 1 for one in bullets), default=1)
        if least < 3:
            return 1
        self.remarks.append(
            message("{unit}: {count} models is a guess by what they carry", unit=unit.line.name, count=least)
        )
        return least

    def _equipment(self, unit: ListUnit, count: int) -> Iterator[Equipped]:
        """Yield what all models of a unit carry, also where it stands behind its points: ``3 with Teeth``."""
        listed = _WITH_LIST.fullmatch(unit.line.items)
        for one in (*unit.equipped, *([Equipped(0, int(listed["count"]), listed["items"])] if listed else [])):
            if one.count:
                yield one
            else:
                things = ", ".join(f"{each // count}x {name}" for name, each in _totals(one.items, count))
                yield Equipped(one.indent, count, things)

    def _listed(self, unit: ListUnit, count: int, words: tuple[str, ...], spot: JsonPath) -> Iterator[RosterSelection]:
        """Yield what stands behind the points of a unit; what has points of its own is a character's enhancement."""
        if _WITH_LIST.fullmatch(unit.line.items):
            return
        things = [(split_price(name), each) for name, each in _totals(unit.line.items, count)]
        is_character = "Character" in words or any(name.casefold().endswith("character") for (name, _), _ in things)
        for (name, points), each in things:
            group = "Enhancements" if points and is_character else ""
            name = "Warlord" if name.casefold() in WARLORDS else name
            yield self._selection(name, "upgrade", each, points=points or 0, group=group, spot=spot)

    def _compare(self, unit: ListUnit, models: Sequence[ListItem], alone: Sequence[RosterSelection]) -> None:
        """Say where a unit's number is not that of the models listed under it."""
        listed = sum(one.bullet.count or 1 for one in models) or sum(one.number for one in alone)
        if unit.line.count and listed and listed != unit.line.count:
            self.remarks.append(
                message(
                    "{unit}: the list says {said} models and lists {listed}",
                    unit=unit.line.name,
                    said=unit.line.count,
                    listed=listed,
                )
            )

    def _models(self, item: ListItem, spot: JsonPath) -> Iterator[RosterSelection]:
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

    def _equipped(self, name: str, lines: Iterable[Equipped], spot: JsonPath) -> list[RosterSelection]:
        found = []
        for line in lines:
            inside = tuple(
                self._selection(thing, "upgrade", each * line.count, spot=spot)
                for thing, each in split_items(line.items)
                if not _is_name(thing, name)
            )
            found.append(self._selection(name, "model", line.count, inside, spot=spot))
        return found

    def _things(self, item: ListItem, holder: str, spot: JsonPath) -> Iterator[RosterSelection]:
        """Yield what a bullet says is carried; names of the models themselves are no things."""
        bullet = item.bullet
        if bullet.is_enhancement or bullet.is_warlord:
            group = "" if bullet.is_warlord else "Enhancements"
            yield self._selection(bullet.name, "upgrade", 1, points=bullet.added or 0, group=group, spot=spot)
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
                group = "wargear" if self.counts_each else ""
                yield self._selection(name, "upgrade", count, group=group, spot=spot)

    def _marked(self, units: tuple[RosterSelection, ...]) -> tuple[RosterSelection, ...]:
        """Return the units with the warlord and the enhancements that only the head of the list names."""
        found = list(units)
        for key, value in self.reading.settings:
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


def _keywords(unit: ListUnit) -> tuple[str, ...]:
    """Return the keywords that the heading of a unit gives it, and its place in an attached unit."""
    words = list(KEYWORDS.get(unit.line.label, KEYWORDS.get(unit.heading, ())))
    for role in unit.roles:
        place, _, said = role.partition("(")
        words += KEYWORDS.get(said.strip(" )").casefold(), ())
        words += ["Character"] if place.strip().casefold() in ("leader", "support") else []
    return tuple(dict.fromkeys(words))


_OTHER_GAME = re.compile(r"\bwarcrier\b|pts\s*\|\s*\d+ fighters\b", re.IGNORECASE)
_EARLIER = re.compile(r"\[\s*\d+ ?PL\b[^\]]*\d\s*pts\]", re.IGNORECASE)
_WITH_LIST = re.compile(r"(?P<count>\d{1,3})\s+with\s+(?P<items>.+)", re.IGNORECASE)
_ON = re.compile(r"(?P<name>.+?)\s*\(on (?P<unit>.+)\)", re.IGNORECASE)


def _totals(items: str, models: int) -> list[tuple[str, int]]:
    """Return the things behind a colon with their counts over all models.

    They are counts for each model, unless every one of them is a multiple of the models, or one of several
    models would carry three or more of the same thing.
    """
    found = split_items(items)
    counts = [count for _, count in found]
    is_much = models > 3 and max(counts, default=0) > 2
    are_totals = models > 1 and (is_much or all(count % models == 0 for count in counts))
    return [(name, count if are_totals else count * models) for name, count in found]


def _is_name(thing: str, holder: str) -> bool:
    """Return whether a thing only repeats the name of the models: ``Shas'vre (Shield Drone)``."""
    return holder.casefold().startswith(thing.partition(" (")[0].casefold())


def _without_labels(items: Sequence[ListItem], *, is_single: bool) -> list[ListItem]:
    """Return the bullets of a unit without those that only label a choice, whose own bullets take their place.

    A label holds models; in a unit that is one model (``is_single``), everything that holds something is one.
    """
    found: list[ListItem] = []
    for one in items:
        holds_models = any(other.is_model for other in one.under)
        alone = is_single and one.bullet.count is None and one.under
        found += _without_labels(one.under, is_single=is_single) if holds_models or alone else [one]
    return found


def _regrouped(items: Sequence[ListItem]) -> list[ListItem]:
    """Return bullets that lost the spaces in front of them as they were: models, each with what it carries.

    A bullet without a mark goes on from the one before. Of the marked ones, models and the first thing that each
    carries take turns, the last of all being a thing; what is over at the beginning is carried by the unit.
    """
    runs: list[list[ListItem]] = []
    for one in items:
        if one.bullet.is_marked or not runs:
            runs.append([one])
        else:
            runs[-1].append(one)
    counted = [run for run in runs if run[0].bullet.count is not None]
    others = [one for run in runs if run[0].bullet.count is None for one in run]
    found: list[ListItem] = []
    while len(counted) > 1 and len(counted[-2]) == 1:
        things, (model,) = counted.pop(), counted.pop()
        found.insert(0, ListItem(model.bullet, things))
    return [*others, *(one for run in counted for one in run), *found]
