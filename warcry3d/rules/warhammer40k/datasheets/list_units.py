"""Army lists as text, read line by line: what stands in the head, and the units with the lines under each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from warcry3d.rules.warhammer40k.datasheets.army import BATTLE_SIZES
from warcry3d.rules.warhammer40k.datasheets.list_head import HeadText, size_of
from warcry3d.rules.warhammer40k.datasheets.list_lines import (
    Attachment,
    Bullet,
    Equipped,
    Heading,
    Line,
    ListSetting,
    Strictness,
    Title,
    UnitLine,
    lines_of_list,
    split_items,
)

__all__ = ["ListItem", "ListReading", "ListUnit", "all_items", "reading_of"]


@dataclass
class ListItem:
    """A bullet and those under it."""

    bullet: Bullet
    under: "list[ListItem]" = field(default_factory=list)
    equipped: list[Equipped] = field(default_factory=list)

    @property
    def is_model(self) -> bool:
        """Return whether it stands for models: it has things of its own."""
        is_other = self.bullet.is_enhancement or self.bullet.is_warlord
        return bool(self.under or self.equipped or self.bullet.items) and not is_other


@dataclass
class ListUnit:
    """A unit of the list in the making. ``last``: its last line so far; ``roles``, ``to``: of an attached unit."""

    line: UnitLine
    number: int
    heading: str
    last: int
    items: list[ListItem] = field(default_factory=list)
    equipped: list[Equipped] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    to: str = ""

    @property
    def is_bare(self) -> bool:
        """Return whether it is a name with points, and nothing else."""
        return not (self.items or self.equipped or self.line.items or self.roles)


def reading_of(text: str) -> "ListReading":
    """Return a list as it is read: strictly, else as lists by hand are, else as one that gives points of no unit."""
    reading = _read(lines_of_list(text))
    if not any(one.line.is_bracketed for one in reading.units):
        for strictness in (Strictness.NUMBERS, Strictness.BULLETS):
            loose = _read(lines_of_list(text, strictness))
            if len(loose.units) > len(reading.units):
                reading = loose
                break
    return _without_points(text) or reading


def _read(lines: Iterator[tuple[int, Line]]) -> "ListReading":
    reading = ListReading()
    for number, line in lines:
        reading.take(number, line)
    reading.finish()
    return reading


class ListReading:
    """The reading of one list.

    ``texts``: lines of the head without a key; ``size``: number and points of the line that says the battle size;
    ``unread``: lines that are not understood.
    """

    def __init__(self) -> None:
        self.units: list[ListUnit] = []
        self.settings: list[tuple[str, str]] = []
        self.texts: list[HeadText] = []
        self.unread: list[HeadText] = []
        self.title: Title | None = None
        self.size: tuple[int, int] | None = None
        self._titles: list[Title] = []
        self._said: list[tuple[HeadText, int]] = []
        self._heading = ""
        self._stack: list[ListItem] = []

    def take(self, number: int, line: Line) -> None:
        """Take the next line of the list."""
        match line:
            case Heading(name):
                self._heading = name
            case Title() if self.units:
                self._heading = line.name.casefold()
            case Title():
                self._titles.append(line)
            case ListSetting("text", value) if self._heading == "configuration":
                self.settings.append(("option", value))
            case ListSetting("text", value) if self.units and value.endswith(":"):
                self._heading = value.casefold()
            case ListSetting("text", value):
                self._said.append((HeadText(number, value), len(self.units)))
            case ListSetting(key, value):
                self.settings.append((key, value))
            case UnitLine():
                self.units.append(ListUnit(line, number, self._heading, number))
                self._stack = []
            case _ if not self.units:
                self._above(number, line)
            case _:
                self.units[-1].last = number
                self._under(line)

    def _above(self, number: int, line: Line) -> None:
        """Take a bullet that stands above all units: detachments, or something that is not understood."""
        if isinstance(line, Bullet) and self._heading == "detachment":
            faction, _, detachment = line.name.rpartition(" - ")
            self.settings += [("detachment", detachment), *([("faction keyword", faction)] if faction else [])]
        elif isinstance(line, Bullet):
            self._said.append((HeadText(number, line.name), 0))

    def _under(self, line: Line) -> None:
        """Take a line that stands under a unit."""
        match line:
            case Bullet():
                self._bullet(line)
            case Equipped():
                holder = self._holder(line.indent)
                holder.equipped.append(line)
            case Attachment(role, to):
                self.units[-1].roles += [role] if role else []
                self.units[-1].to = to or self.units[-1].to

    def _bullet(self, line: Bullet) -> None:
        while self._stack and self._stack[-1].bullet.indent >= line.indent:
            self._stack.pop()
        item = ListItem(line)
        (self._stack[-1].under if self._stack else self.units[-1].items).append(item)
        if line.is_marked and not line.is_enhancement and not line.is_warlord:
            self._stack.append(item)

    def _holder(self, indent: int) -> ListItem | ListUnit:
        """Return what a line without a bullet belongs to: the last bullet that stands less far in, or the unit."""
        outer = next((one for one in self._stack if one.bullet.indent <= max(indent, 1)), None)
        last = self._stack[-1] if self._stack else None
        if not indent and last is not None and last.bullet.count and not last.bullet.items:
            return last
        return outer if indent and outer is not None else self.units[-1]

    def finish(self) -> None:
        """Tell the title and the battle size from the units, and what the lines without a key belong to."""
        lines = self.units
        sizes = [i for i in range(len(lines)) if self._is_size(i)]
        self.title = next((one for one in self._titles if one.points is not None), None)
        self.title = self.title or next(iter(self._titles), None)
        heads = {*sizes}
        if lines and 0 not in heads and self._is_title(sizes):
            self.title = Title(self._long_title(lines[0]), lines[0].line.points)
            heads.add(0)
        if sizes:
            size = lines[sizes[0]]
            self.size = (size.number, size_of(size.line.name) or size.line.points)
        self._place(heads)
        self.units = [one for i, one in enumerate(lines) if i not in heads]

    def _is_size(self, i: int) -> bool:
        """Return whether a line is the battle size: by its name, or the second one, with its points, above headings."""
        one = self.units[i]
        if not one.is_bare or size_of(one.line.name) is not None:
            return one.is_bare
        is_above = i == 1 and not one.heading and any(other.heading for other in self.units[2:])
        return is_above and one.line.points in (500, *BATTLE_SIZES.values())

    def _is_title(self, sizes: Sequence[int]) -> bool:
        """Return whether the first line is the title: above the battle size, or with all points."""
        first, *others = self.units
        rest = [one.line.points for i, one in enumerate(others, 1) if i not in sizes]
        if not first.is_bare or not rest:
            return False
        if 1 in sizes:
            return True
        if first.line.label or first.line.count:
            return False
        if len(first.line.name.split(" - ")) > 2 or first.line.points == sum(rest):
            return True
        is_parted = len(rest) > 2 or any(above == 1 for _, above in self._said) or bool(others[0].heading)
        return is_parted and first.line.points > sum(rest)

    def _long_title(self, last: ListUnit) -> str:
        """Return the title with the lines right above its last one; lines further up are not understood."""
        parts = [f"{last.line.count or ''} {last.line.name}".strip()]
        while self._said and self._said[0][1] == 0 and any(one.number < last.number for one, _ in self._said):
            text, _ = above = max(
                (one for one in self._said if one[0].number < last.number), key=lambda one: one[0].number
            )
            self._said.remove(above)
            if text.number == last.number - len(parts):
                parts.insert(0, text.text)
            else:
                self.unread.append(text)
        return " ".join(parts)

    def _place(self, heads: set[int]) -> None:
        """Give lines without a key to the head, or to the unit right above them; the others are not understood."""
        for text, above in self._said:
            if all(i in heads for i in range(above)):
                self.texts.append(text)
                continue
            unit = self.units[above - 1]
            is_told = text.number == unit.last + 1 and not any(one.bullet.is_marked for one in unit.items)
            if above - 1 not in heads and is_told and text.text[-1] not in ".!?":
                unit.last = text.number
                unit.items.append(ListItem(Bullet(0, text.text, None, is_marked=False)))
            else:
                self.unread.append(text)


def all_items(items: Sequence[ListItem]) -> Iterator[ListItem]:
    """Yield bullets, each before those under it."""
    for one in items:
        yield one
        yield from all_items(one.under)


def _without_points(text: str) -> ListReading | None:
    """Return a list whose title alone has points: a line for each unit, those that stand together joined by plus.

    An enhancement belongs to the first of these. None where the list is no such one.
    """
    lines = [*lines_of_list(text)]
    priced = [line for _, line in lines if isinstance(line, UnitLine)]
    marked = [line for _, line in lines if isinstance(line, Bullet) and line.is_marked and not line.is_enhancement]
    named = [(number, line) for number, line in lines if isinstance(line, ListSetting | Bullet)]
    if len(priced) != 1 or marked or not isinstance(lines[0][1], UnitLine) or priced[0].points < 500:
        return None
    found = ListReading()
    found.title = Title(priced[0].name, priced[0].points)
    first = 0
    for number, line in named:
        if isinstance(line, Bullet) and line.is_enhancement and found.units:
            found.units[first].items.append(ListItem(line))
        elif isinstance(line, ListSetting) and line.key != "text":
            found.settings.append((line.key, line.value))
        else:
            first = len(found.units)
            name = line.value if isinstance(line, ListSetting) else f"{line.count}x {line.name}"
            for part in name.split(" + "):
                for thing, count in split_items(part.replace(",", ";")):
                    found.units.append(ListUnit(UnitLine(thing, count, 0), number, "", number))
    return found if len(found.units) > 1 else None
