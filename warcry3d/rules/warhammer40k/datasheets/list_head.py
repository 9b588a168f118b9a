"""What army lists as text say of the whole army above their units: name, faction, detachment, battle size, points."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from warcry3d.rules.warhammer40k.datasheets.list_lines import Title
from warcry3d.rules.warhammer40k.datasheets.list_words import DETACHMENT_POINTS, NUMBER, SIZES, number_of

__all__ = ["HeadText", "ListHead", "head_of_list", "size_of"]

ALLIANCES = ("imperium", "chaos", "xenos", "aeldari")
KNOWN = ("faction keyword", "detachment", "battle size", "total", "warlord", "enhancement", "text", "name")
"""Keys whose values have a place of their own."""


@dataclass(frozen=True, slots=True)
class HeadText:
    """A line of the head that has no key, with its number."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ListHead:
    """The head of a list. ``others``: what else it says, by key; ``options``: lines that say it without a key."""

    name: str
    faction: str
    detachment: str
    size: str
    points: int | None
    limit: int | None
    others: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()


@dataclass
class _Names:
    """The names that lines without a key give."""

    name: str = ""
    faction: str = ""
    detachment: str = ""
    others: list[tuple[str, str]] = field(default_factory=list)


def size_of(name: str) -> int | None:
    """Return the points of a size of battle by its name, None for anything else."""
    return SIZES.get(name.casefold().replace("’", "'"))


def head_of_list(
    title: Title | None,
    texts: Sequence[HeadText],
    size: tuple[int, int] | None,
    settings: Sequence[tuple[str, str]],
) -> ListHead:
    """Return the head of a list. ``size``: the number of the line of the battle size, and its points."""
    values = {key: value for key, value in reversed(settings) if key in KNOWN}
    name, faction, detachment = _named(title.name if title else "")
    names = _names(texts, size[0] if size else None, has_name=bool(name or values.get("name")), values=values)
    faction, alliance = _faction(values.get("faction keyword", "")) or (faction or names.faction, "")
    said = " and ".join(DETACHMENT_POINTS.sub("", value) for key, value in settings if key == "detachment")
    limit = number_of(next(iter(re.findall(NUMBER, values.get("battle size", "").partition("(")[2])), None))
    total = re.search(NUMBER, values.get("total", ""))
    points = number_of(total[0]) if total else title.points if title else None
    others = [(key, value) for key, value in settings if key not in (*KNOWN, "option") and value]
    return ListHead(
        name=name or values.get("name", "") or names.name,
        faction=faction,
        detachment=said or detachment or names.detachment,
        size=values.get("battle size", ""),
        points=points,
        limit=limit or (size[1] if size else None),
        others=(*names.others, *others, *([("alliance", alliance)] if alliance else [])),
        options=tuple(value for key, value in settings if key == "option"),
    )


def _names(texts: Sequence[HeadText], size: int | None, *, has_name: bool, values: Mapping[str, str]) -> _Names:
    """Return what lines without a key name: the list itself, its faction and chapter, its detachment, a disposition.

    The app writes the faction, perhaps a chapter, and the detachment, in older versions behind the battle size. Behind
    a detachment with its points stands what the army is about.
    """
    found = _Names()
    blocks = _blocks(texts, size)
    if not has_name and len(blocks) > 1:
        found.name, *more = [one.text for one in blocks.pop(0)]
        found.others += [("title", text) for text in more]
    left = [one for block in blocks for one in block]
    pointed = next((i for i, one in enumerate(left) if DETACHMENT_POINTS.search(one.text)), None)
    behind = [i for i, one in enumerate(left) if size is not None and one.number > size]
    if pointed is not None:
        at: int | None = pointed
    elif behind:
        at = behind[0]
    else:
        at = len(left) - 1 if len(left) > 1 and size is not None else (1 if len(left) > 1 else None)
    if values.get("detachment") and pointed is None:
        at = None
    for i, one in enumerate(left):
        if i == at:
            found.detachment = DETACHMENT_POINTS.sub("", one.text)
        elif not found.faction and not values.get("faction keyword"):
            found.faction = one.text
        else:
            before = at is None or i < at
            found.others.append(("chapter" if before else "force disposition", one.text))
    return found


def _blocks(texts: Sequence[HeadText], size: int | None) -> list[list[HeadText]]:
    """Return the lines in blocks that empty lines separate; the line of the battle size separates none."""
    found: list[list[HeadText]] = []
    for one in texts:
        last = found[-1][-1].number if found else None
        if last is not None and one.number - last == 1 + (size is not None and last < size < one.number):
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _faction(keyword: str) -> tuple[str, str] | None:
    """Return the faction and the alliance before it: ``Chaos - Chaos Knights``."""
    if not keyword:
        return None
    before, _, faction = keyword.rpartition(" - ")
    return faction.strip(), "" if before.casefold() in ALLIANCES else before


def _named(title: str) -> tuple[str, str, str]:
    """Return the name, the faction and the detachment that a title gives, such as ``Raid - Orks - War Horde``."""
    parts = [part.strip() for part in title.strip(" -").split(" - ")]
    if len(parts) >= 3 and parts[0].casefold() in ALLIANCES:
        return " - ".join(parts[2:]), parts[1], ""
    if len(parts) == 3:
        return parts[0], parts[1], parts[2]
    if inside := re.fullmatch(r"army roster\s*\((?P<list>.+)\)", title.strip(), re.IGNORECASE):
        return "", inside["list"].rpartition(" - ")[2], ""
    if inside := re.fullmatch(r"(?P<name>.+?)\s*\[(?P<faction>[^\[\]\d]+)\]", title.strip()):
        return inside["name"], inside["faction"], ""
    if inside := re.fullmatch(r"(?P<name>.+?)\s*\((?P<faction>[^()]+?) - (?P<detachment>[^()]+)\)", title.strip()):
        return inside["name"], inside["faction"], inside["detachment"]
    return title.strip(" -"), "", ""
