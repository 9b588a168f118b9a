"""Armies of datasheets as `warcry3d.rules.armies` asks for them: read, checked, listed, shown, composed, imported."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.message import Message, counted, message
from warcry3d.rules.armies import Army, ArmyAnswer, ArmyFighter, ArmyFilter, ArmyPick, SharedFile
from warcry3d.rules.warhammer40k.datasheets.army import Army40k
from warcry3d.rules.warhammer40k.datasheets.composition import composed_army, sheet_pool, suggested_army
from warcry3d.rules.warhammer40k.datasheets.datasheet import TRANSPORT, Datasheet
from warcry3d.rules.warhammer40k.datasheets.faults import army_faults
from warcry3d.rules.warhammer40k.datasheets.files import (
    army_to_wire,
    fewest,
    is_army,
    load_any_datasheets,
    load_army,
    named_army_file,
    save_army,
    shipped_armies,
    shipped_army,
    shipped_datasheet_files,
)
from warcry3d.rules.warhammer40k.datasheets.format import DATASHEETS_FORMAT
from warcry3d.rules.warhammer40k.datasheets.import_lines import import_json, import_lines
from warcry3d.rules.warhammer40k.datasheets.shared_import import imported_army
from warcry3d.rules.warhammer40k.datasheets.sheet_lines import army_head, sheet_card, sheet_head, text_lines, unit_card
from warcry3d.rules.warhammer40k.datasheets.wires import datasheet_to_wire

__all__ = ["DatasheetArmies"]

MOST_NAMES = 8
"""Names of datasheets that an error lists where one is not found."""

_EMPTY = Message("")


class DatasheetArmies:
    """The armies of Warhammer 40,000, as `warcry3d.rules.armies.Armies` asks for them; a fighter is a unit here."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the armies that ship."""
        return shipped_armies()

    def read(self, name: str) -> Army:
        """Return an army with its breaches of the rules."""
        return _army(load_army(named_army_file(name)))

    def check(self, name: str) -> ArmyAnswer:
        """Return whether an army is legal, with every breach; that a transport starts empty is said, but is none."""
        army = load_army(named_army_file(name))
        found = army_faults(army)
        lines = [army_head(army)]
        for fault in found:
            lines.append(
                message("  {place}: {fault} ({rule})", place=fault.place, fault=fault.message, rule=fault.rule)
            )
        if not found:
            lines.append(message("  the army is legal"))
        empty = [one for one in army.units if one.has(TRANSPORT) and not any(o.inside == one.id for o in army.units)]
        for unit in empty:
            lines.append(
                message(
                    "  {unit} must start with a unit inside, or it cannot be set up ({rule})",
                    unit=unit.name,
                    rule="40K-ARMY-11",
                )
            )
        json = {
            "format": "warcry3d.band-check/1",
            "name": army.name,
            "faction": army.faction,
            "points": army.points,
            "legal": not found,
            "faults": [{"rule": fault.rule, "place": fault.place, "text": str(fault)} for fault in found],
            "empty_transports": [one.id for one in empty],
            "units": [{"id": one.id, "name": one.name, "models": one.models, "points": one.cost} for one in army.units],
        }
        return ArmyAnswer(tuple(lines), json, not found)

    def list(self, name: str | None, only: ArmyFilter) -> ArmyAnswer:
        """Return the datasheets of a file that fit; without a name, what ships.

        A faction is a faction keyword; points are those of the smallest unit. No armies have alliances.
        """
        if name is None:
            return _shipped()
        if only.alliance is not None:
            raise QuestionError("armies of this rule system have no alliances: give a faction or keywords")
        sheets = [sheet for sheet in load_any_datasheets(named_army_file(name)) if _fits(sheet, only)]
        lines = [sheet_head(sheet) for sheet in sheets]
        lines.append(counted("{n} datasheet", "{n} datasheets", len(sheets)))
        return ArmyAnswer(tuple(lines), _sheets_json(sheets))

    def show(self, name: str, fighter: str | None) -> ArmyAnswer:
        """Return the units of an army with their datasheets, all datasheets of a file, or one of them."""
        path = named_army_file(name)
        if is_army(path):
            army = load_army(path)
            units = [one for one in army.units if fighter in (None, one.id, one.name)]
            if units:
                lines = [] if fighter else [army_head(army)]
                for unit in units:
                    lines += [_EMPTY, *unit_card(army, unit)]
                lines += [] if fighter else _texts(army)
                return ArmyAnswer(tuple(lines[1:] if fighter else lines), msgspec.to_builtins(army_to_wire(army)))
        sheets = _asked(path, load_any_datasheets(path), fighter)
        lines = []
        for sheet in sheets:
            lines += [_EMPTY] if lines else []
            lines += [sheet_head(sheet), *sheet_card(sheet)]
        return ArmyAnswer(tuple(lines), _sheets_json(sheets))

    def factions(self) -> ArmyAnswer:
        """Return the faction keywords of what ships; any other faction may be used too."""
        found = sorted({word for file in shipped_datasheet_files() for word in _factions(named_army_file(file))})
        lines = [message("{name}", name=one) for one in found]
        return ArmyAnswer(tuple(lines), {"format": "warcry3d.factions/1", "factions": [{"id": one} for one in found]})

    def import_shared(self, shared: SharedFile) -> ArmyAnswer:
        """Write the army of a roster or a list as a file of ours; return what is missing and who keeps what.

        ``shared.bases``: tables of base sizes, and files of datasheets of ours, which give units of lists numbers.
        """
        imported = imported_army(shared)
        save_army(imported.army, shared.out)
        return ArmyAnswer(tuple(import_lines(shared.out, imported)), import_json(shared.out, imported))

    def export_shared(self, name: str, out: Path, *, bases: bool) -> ArmyAnswer:
        """Raise `QuestionError`: rosters name entries of catalogues that only their own programs have."""
        raise QuestionError("armies of datasheets cannot be exported: share the file itself, {file}", file=name)

    def pools(self) -> tuple[str, ...]:
        """Return the names of the files of datasheets that ship."""
        return shipped_datasheet_files()

    def pool(self, pick: ArmyPick) -> tuple[ArmyFighter, ...]:
        """Return all datasheets of a file under each of their faction keywords; points are of the smallest unit."""
        return tuple(
            ArmyFighter(
                sheet.id,
                sheet.name,
                sheet.cost(sum(one.count for one in fewest(sheet))) or 0,
                (*sheet_card(sheet),),
                faction,
                all(one.has_size for one in sheet.models),
            )
            for sheet in sheet_pool(pick)
            for faction in (sheet.faction_keywords or ("",))
        )

    def compose(self, pick: ArmyPick) -> Army:
        """Return the army of the units that were picked."""
        return _army(composed_army(pick))

    def suggest(self, pick: ArmyPick, group: str) -> tuple[str, ...]:
        """Return the ids of a legal army of a faction."""
        return suggested_army(pick, group)

    def save(self, pick: ArmyPick, out: Path) -> None:
        """Write the army of the units that were picked, with all their datasheets in it."""
        save_army(composed_army(pick), out)


def _army(army: Army40k) -> Army:
    fighters = tuple(
        ArmyFighter(
            unit.id,
            unit.name,
            unit.cost,
            unit_card(army, unit),
            army.faction,
            all(one.has_size for one in unit.profiles()),
        )
        for unit in army.units
    )
    return Army(army.name, army.points, fighters, army_faults(army), sum(unit.models for unit in army.units))


def _texts(army: Army40k) -> Iterator[Message]:
    if army.texts:
        yield _EMPTY
    for one in army.texts:
        yield from text_lines(one.name, one.text)
    yield from (message("  {note}", note=one) for one in army.notes)


def _shipped() -> ArmyAnswer:
    armies = {name: shipped_army(name) for name in shipped_armies()}
    lines = [message("{name}: {army}", name=name, army=army_head(army)) for name, army in armies.items()]
    lines += [message("{name}: datasheets to pick from", name=name) for name in shipped_datasheet_files()]
    found = [
        {"name": name, "title": army.name, "faction": army.faction, "points": army.points}
        for name, army in armies.items()
    ]
    json = {"format": "warcry3d.bands/1", "bands": found, "datasheets": [*shipped_datasheet_files()]}
    return ArmyAnswer(tuple(lines), json)


def _fits(sheet: Datasheet, only: ArmyFilter) -> bool:
    cost = sheet.cost(sum(one.count for one in fewest(sheet)))
    return (
        (only.faction is None or only.faction.casefold() in sheet.faction_keywords)
        and sheet.has(*(word.casefold() for word in only.keywords))
        and (only.points is None or (cost is not None and cost <= only.points))
    )


def _factions(path: Path) -> Iterator[str]:
    return (word for sheet in load_any_datasheets(path) for word in sheet.faction_keywords)


def _sheets_json(sheets: Sequence[Datasheet]) -> dict[str, Any]:
    return {
        "format": DATASHEETS_FORMAT,
        "datasheets": [msgspec.to_builtins(datasheet_to_wire(sheet)) for sheet in sheets],
    }


def _asked(path: Path, sheets: Sequence[Datasheet], name: str | None) -> Sequence[Datasheet]:
    """Return the datasheets with an id or a name, all of them without one; raise `UnknownNameError`."""
    found = [sheet for sheet in sheets if name is None or name in (sheet.id, sheet.name)]
    if not found:
        known = get_close_matches(name or "", [sheet.name for sheet in sheets], n=MOST_NAMES, cutoff=0.4)
        raise UnknownNameError(
            "no datasheet '{name}' in {file}; similar: {known}",
            name=name,
            file=str(path),
            known=", ".join(known) or "-",
        )
    return found
