"""Whether units have as many models, and carry what, their datasheets allow (40K-SHEET-4 to -6)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.rules.warhammer40k.datasheets.army import ModelLoadout, SheetUnit
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile, WargearOption

__all__ = ["breach", "option_faults"]

MOST_WAYS = 200
"""Ways to come by what one model carries that are looked at."""

Uses = tuple[int, ...]
"""The numbers of the options that one model used, in rising order."""


def breach(rule: str, place: str, template: str, **values: object) -> ActionFault:
    """Return a fault of an army: the rule, the place in its file, what is wrong."""
    return ActionFault(rule, Message(template, values), place=place)


def option_faults(unit: SheetUnit, place: str) -> Iterator[ActionFault]:
    """Yield what a unit has that its datasheet does not allow; nothing where the datasheet does not say."""
    sheet = unit.sheet
    if any(one.count is None for one in sheet.models):
        return
    for profile in sheet.models:
        count = sum(one.count for one in unit.loadouts if one.model == profile.name)
        fewest, most = profile.count or (0, 0)
        if not fewest <= count <= most:
            yield breach(
                "40K-SHEET-4",
                f"{place}.loadouts",
                "{name} has {count} of {model}; expected {few} to {most}",
                name=unit.name,
                count=count,
                model=profile.name,
                few=fewest,
                most=most,
            )
    if sheet.points and sheet.cost(unit.models) is None:
        yield breach(
            "40K-SHEET-4",
            f"{place}.loadouts",
            "the datasheet of {name} has no points for {count} models",
            name=unit.name,
            count=unit.models,
        )
    yield from _carried(unit, place)


def _carried(unit: SheetUnit, place: str) -> Iterator[ActionFault]:
    ways: list[tuple[int, list[Uses]]] = []
    for i, loadout in enumerate(unit.loadouts):
        found = _ways(unit.sheet, unit.sheet.model(loadout.model), loadout)
        if not found:
            yield breach(
                "40K-SHEET-6" if unit.sheet.options else "40K-SHEET-5",
                f"{place}.loadouts[{i}].weapons",
                "{model} cannot carry this together: {weapons}",
                model=loadout.model,
                weapons=", ".join(unit.sheet.weapon(id).name for id in loadout.weapons) or "-",
            )
            return
        ways.append((loadout.count, found))
    limits = [one.limit(unit.models) for one in unit.sheet.options]
    if not _fit(ways, limits):
        yield breach(
            "40K-SHEET-6",
            f"{place}.loadouts",
            "more models of {name} took an option than its datasheet allows for {count} models",
            name=unit.name,
            count=unit.models,
        )


def _ways(sheet: Datasheet, profile: ModelProfile, loadout: ModelLoadout) -> list[Uses]:
    """Return each set of options by which a model comes to carry what it does, those of fewest options first."""
    wanted = Counter(loadout.weapons)
    states: list[tuple[Uses, Counter[str]]] = [((), Counter(profile.carries))]
    found: list[Uses] = []
    while states and len(found) < MOST_WAYS:
        following: list[tuple[Uses, Counter[str]]] = []
        for uses, carried in states[:MOST_WAYS]:
            if carried == wanted and uses not in found:
                found.append(uses)
            for i in range(uses[-1] + 1 if uses else 0, len(sheet.options)):
                following += [((*uses, i), one) for one in _after(sheet.options[i], profile.name, carried)]
        states = following
    return found


def _after(option: WargearOption, model: str, carried: Counter[str]) -> Iterator[Counter[str]]:
    """Yield what a model carries after an option, for each choice; nothing where it may not take it."""
    lost = Counter(option.instead_of)
    if option.model not in ("", model) or any(carried[id] < count for id, count in lost.items()):
        return
    for choice in option.choices:
        yield +(carried - lost + Counter(choice))


def _fit(ways: Sequence[tuple[int, list[Uses]]], limits: Sequence[int]) -> bool:
    """Return whether some choice of ways keeps every option within its limit."""
    if any(left < 0 for left in limits):
        return False
    if not ways:
        return True
    (count, found), rest = ways[0], ways[1:]
    return any(_fit(rest, [left - count * (i in uses) for i, left in enumerate(limits)]) for uses in found[:10])
