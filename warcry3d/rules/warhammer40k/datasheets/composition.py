"""Armies composed of datasheets from a file: picked by a person, or suggested."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from warcry3d.errors import QuestionError
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.army_files import numbered_ids, numbered_names
from warcry3d.rules.warhammer40k.datasheets.army import BATTLE_SIZES, Army40k, SheetUnit
from warcry3d.rules.warhammer40k.datasheets.base_sizes import with_sizes
from warcry3d.rules.warhammer40k.datasheets.datasheet import (
    BATTLELINE,
    CHARACTER,
    EPIC_HERO,
    TRANSPORT,
    Datasheet,
)
from warcry3d.rules.warhammer40k.datasheets.faults import MOST_OF_A_KIND, MOST_OF_MANY
from warcry3d.rules.warhammer40k.datasheets.files import fewest, load_any_datasheets, named_army_file

__all__ = ["SUGGESTED_POINTS", "composed_army", "sheet_pool", "suggested_army"]

SUGGESTED_POINTS = 500
"""Of a suggested army at most: half the smallest battle, an evening's game."""


def sheet_pool(pick: ArmyPick) -> tuple[Datasheet, ...]:
    """Return the datasheets to pick from, with the sizes that were given; raise `FileError` for the file."""
    return with_sizes(load_any_datasheets(named_army_file(pick.file)), (), pick.sizes)


def composed_army(pick: ArmyPick) -> Army40k:
    """Return the army of the units that were picked, each the smallest of its datasheet, legal or not.

    The first character is the warlord. Its faction is the first keyword that all share, else the first of the first
    unit; the detachment has the faction's name, as detachments are the players' own. Raise `QuestionError` where nobody
    was picked, or somebody who is not in the file.
    """
    known = {sheet.id: sheet for sheet in sheet_pool(pick)}
    if not pick.fighters or any(id not in known for id in pick.fighters):
        raise QuestionError("pick datasheets of {file} first", file=pick.file)
    sheets = [known[id] for id in pick.fighters]
    ids = numbered_ids([None] * len(sheets), [sheet.id for sheet in sheets])
    names = numbered_names([None] * len(sheets), [sheet.name for sheet in sheets])
    units = [SheetUnit(id, name, sheet, fewest(sheet)) for id, name, sheet in zip(ids, names, sheets, strict=True)]
    warlord = next((i for i, unit in enumerate(units) if unit.has(CHARACTER)), None)
    if warlord is not None:
        units[warlord] = replace(units[warlord], is_warlord=True)
    faction = _shared_faction(sheets)
    points = sum(unit.cost for unit in units)
    limit = next((size for size in BATTLE_SIZES.values() if points <= size), max(BATTLE_SIZES.values()))
    return Army40k(pick.name or faction, faction, faction, limit, tuple(units))


def _shared_faction(sheets: Sequence[Datasheet]) -> str:
    first = sheets[0].faction_keywords
    shared = [word for word in first if all(word in sheet.faction_keywords for sheet in sheets)]
    return next(iter((*shared, *first)), "-")


def suggested_army(pick: ArmyPick, faction: str) -> tuple[str, ...]:
    """Return the ids of a legal army of a faction: a character, then as many different units as its points allow.

    Raise `QuestionError` where the file has no character of the faction.
    """
    own = [sheet for sheet in sheet_pool(pick) if faction in sheet.faction_keywords and sheet.points]
    costs = {sheet.id: sheet.cost(sum(one.count for one in fewest(sheet))) or 0 for sheet in own}
    leaders = sorted((sheet for sheet in own if sheet.has(CHARACTER)), key=lambda one: (costs[one.id], one.id))
    if not leaders or costs[leaders[0].id] > SUGGESTED_POINTS:
        raise QuestionError("the file has no character of {faction} to lead an army", faction=faction)
    chosen, left = Counter([leaders[0].id]), SUGGESTED_POINTS - costs[leaders[0].id]
    others = sorted(own, key=lambda one: (one.has(CHARACTER), -costs[one.id], one.id))
    added = True
    while added:
        added = False
        for sheet in others:
            if costs[sheet.id] <= left and chosen[sheet.id] < _most(sheet):
                chosen[sheet.id] += 1
                left -= costs[sheet.id]
                added = True
    return tuple(id for id, count in chosen.items() for _ in range(count))


def _most(sheet: Datasheet) -> int:
    if sheet.has(EPIC_HERO):
        return 1
    return MOST_OF_MANY if sheet.has(BATTLELINE) or sheet.has(TRANSPORT) else MOST_OF_A_KIND
