"""What became of a roster or a list, as text for people and as JSON: what is data, what the players must keep."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.datasheets.ability import DAMAGED, ENFORCED, LEADER, TRANSPORT
from warcry3d.rules.warhammer40k.datasheets.army import Army40k
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet
from warcry3d.rules.warhammer40k.datasheets.roster_import import ImportedArmy
from warcry3d.rules.warhammer40k.datasheets.sheet_lines import army_head

__all__ = ["AbilityCount", "ability_count", "import_json", "import_lines"]


class AbilityCount:
    """The abilities of an army, each once a datasheet: ``enforced`` in battles, read as ``data``, kept as ``text``."""

    def __init__(self, army: Army40k) -> None:
        sheets = _sheets(army)
        words = [str(one) for sheet in sheets for one in sheet.core]
        names = [
            one.word.value for sheet in sheets for one in sheet.core if one.is_enforced(m.name for m in sheet.models)
        ]
        for sheet in sheets:
            own = {
                str(one): one.word.value for weapon in sheet.weapons for mode in weapon.modes for one in mode.abilities
            }
            words += own.keys()
            names += own.values()
        words += [LEADER for sheet in sheets if sheet.leads]
        names += [LEADER for sheet in sheets if sheet.leads]
        damaged = [f"{DAMAGED} {one.damaged.wounds}" for sheet in sheets for one in sheet.models if one.damaged]
        carriers = [f"{TRANSPORT} {sheet.transport.capacity}" for sheet in sheets if sheet.transport]
        words += [*damaged, *carriers]
        names += [DAMAGED] * len(damaged) + [TRANSPORT] * len(carriers)
        texts = [one.name for sheet in sheets for one in sheet.texts]
        texts += [word for sheet in sheets for weapon in sheet.weapons for mode in weapon.modes for word in mode.other]
        gear = [thing for unit in army.units for thing in unit.wargear]
        texts += [thing.name for thing in gear if not thing.is_counted]
        texts += [upgrade.name for unit in army.units for upgrade in unit.enhancements]
        rules = [name for sheet in sheets for name in dict.fromkeys(rule.name for rule in sheet.rules)]
        counted = [thing.name for thing in gear if thing.is_counted]
        self.data = (*words, *rules, *counted)
        self.enforced = sum(name in ENFORCED for name in names) + len(rules) + len(counted)
        self.text = (*texts, *(one.name for one in army.texts))

    @property
    def all(self) -> int:
        """Return how many there are."""
        return len(self.data) + len(self.text)


def ability_count(army: Army40k) -> AbilityCount:
    """Return the abilities of an army, counted."""
    return AbilityCount(army)


def _sheets(army: Army40k) -> tuple[Datasheet, ...]:
    return tuple({unit.sheet.id: unit.sheet for unit in army.units}.values())


def import_lines(out: Path, imported: ImportedArmy) -> Iterator[Message]:
    """Yield what was written, which numbers and bases are missing, who keeps which abilities, and what was guessed."""
    army = imported.army
    count = ability_count(army)
    yield message("{file}: {army}", file=str(out), army=army_head(army))
    bare = _without_profile(imported)
    if bare:
        names = tuple(one.name for one in bare)
        yield message("no profile in the file, so no numbers or base sizes from it: {names}", names=_names(names))
    if unknown := _unknown(army, bare):
        yield message("numbers not known: {names}", names=_names(unknown))
    if without := _without_size(army, bare):
        yield message("no base size: {names}", names=_names(without))
    if count.all:
        yield message(
            "{data} of {all} abilities are data, {enforced} of them enforced in battles; data: {names}",
            data=len(count.data),
            all=count.all,
            enforced=count.enforced,
            names=_names(count.data) or ("-",),
        )
    if count.text:
        yield message("kept as text, for the players to keep: {names}", names=_names(count.text))
    if imported.notes:
        yield counted("{n} note:", "{n} notes:", len(imported.notes))
        yield from (message("  {note}", note=one) for one in imported.notes)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _without_profile(imported: ImportedArmy) -> tuple[Datasheet, ...]:
    """Return the datasheets of units of which the file has no profile."""
    sheets = (one for one in _sheets(imported.army) if one.name in imported.without_profile)
    return tuple(one for one in sheets if all(model.numbers is None for model in one.models))


def _unknown(army: Army40k, bare: Sequence[Datasheet] = ()) -> Sequence[str]:
    """Return whose numbers are not known; of the units in ``bare`` only weapons, as their models are said apart."""
    found = []
    for sheet in _sheets(army):
        models = {one.name for one in sheet.models} if sheet in bare else set()
        found += [f"{sheet.name}: {name}" for name in sheet.unknown if name not in models]
    return found


def _without_size(army: Army40k, bare: Sequence[Datasheet] = ()) -> Sequence[str]:
    return [one.name for sheet in _sheets(army) if sheet not in bare for one in sheet.models if not one.has_size]


def import_json(out: Path, imported: ImportedArmy) -> dict[str, Any]:
    """Return what `import_lines` says, for programs."""
    army = imported.army
    count = ability_count(army)
    return {
        "format": "warcry3d.datasheet-import/1",
        "out": str(out),
        "name": army.name,
        "faction": army.faction,
        "detachment": army.detachment,
        "points": army.points,
        "limit": army.limit,
        "units": [{"id": one.id, "name": one.name, "models": one.models, "points": one.cost} for one in army.units],
        "numbers_unknown": [*_unknown(army)],
        "without_profile": [one.name for one in _without_profile(imported)],
        "without_base": [*_without_size(army)],
        "abilities": {
            "all": count.all,
            "enforced": count.enforced,
            "data": [*dict.fromkeys(count.data)],
            "text": [*dict.fromkeys(count.text)],
        },
        "notes": [str(one) for one in imported.notes],
    }
