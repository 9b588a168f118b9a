"""Armies composed of warscrolls from a file: picked by a person, or suggested."""

from collections.abc import Sequence
from dataclasses import replace

from warcry3d.errors import QuestionError
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit, WarscrollArmy
from warcry3d.rules.ageofsigmar.warscrolls.files import load_any_warscrolls, named_army_file
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.army_files import numbered_ids
from warcry3d.table.bases import base_of_text

__all__ = ["composed_army", "faction_of", "scroll_pool", "suggested_army"]

OTHERS = "others"
"""The group of warscrolls without keywords."""


def faction_of(scroll: Warscroll) -> str:
    """Return what a warscroll is listed under: its first keyword."""
    return scroll.keywords[0] if scroll.keywords else OTHERS


def scroll_pool(pick: ArmyPick) -> tuple[Warscroll, ...]:
    """Return the warscrolls to pick from, with the base sizes that were given; raise `FileError` for the file,
    `QuestionError` for what is no base size.
    """
    given = {}
    for id, text in pick.sizes.items():
        base = base_of_text(text)
        if base is None:
            raise QuestionError(
                "expected a base size such as 32 or 60x35 for '{name}', got '{text}'", name=id, text=text
            )
        given[id] = base
    found = load_any_warscrolls(named_army_file(pick.file))
    return tuple(replace(scroll, base=given.get(scroll.id, scroll.base)) for scroll in found)


def composed_army(pick: ArmyPick) -> WarscrollArmy:
    """Return the army of the warscrolls that were picked: a unit of the usual least size for each, again for each more.

    Raise `QuestionError` where none was picked, or one that is not in the file.
    """
    known = {scroll.id: scroll for scroll in scroll_pool(pick)}
    if not pick.fighters or any(id not in known for id in pick.fighters):
        raise QuestionError("pick fighters of {file} first", file=pick.file)
    return _army(pick.name, [known[id] for id in pick.fighters])


def _army(name: str, scrolls: Sequence[Warscroll]) -> WarscrollArmy:
    ids, taken, units = numbered_ids([None] * len(scrolls), [scroll.id for scroll in scrolls]), dict[str, int](), []
    for id, scroll in zip(ids, scrolls, strict=True):
        count = taken[scroll.id] = taken.get(scroll.id, 0) + 1
        title = scroll.name if count == 1 else f"{scroll.name} {count}"
        units.append(ArmyUnit(id, title, scroll, _models(scroll)))
    return WarscrollArmy(name, tuple(units))


def _models(scroll: Warscroll) -> tuple[str, ...]:
    """Return the loadouts of a unit of the usual least size: one model with each that only one may have."""
    size = scroll.size[0]
    special = [one.id for one in scroll.loadouts[1:] if one.once][: max(size - 1, 0)]
    return (*[scroll.loadout_ids[0]] * (size - len(special)), *special)


def suggested_army(pick: ArmyPick, group: str) -> tuple[str, ...]:
    """Return the ids of an army of a group: one unit of each of its warscrolls that can stand on a table.

    Raise `QuestionError` where there is none.
    """
    own = [scroll.id for scroll in scroll_pool(pick) if faction_of(scroll) == group and scroll.base is not None]
    if not own:
        raise QuestionError("the file has no warscroll of {group} that has a base size", group=group)
    return tuple(own)
