"""Armies of warscrolls, as `warcry3d.rules.armies.Armies` asks for them."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.warscrolls.army import WarscrollArmy
from warcry3d.rules.ageofsigmar.warscrolls.army_composition import (
    composed_army,
    faction_of,
    scroll_pool,
    suggested_army,
)
from warcry3d.rules.ageofsigmar.warscrolls.army_faults import army_advice, army_faults
from warcry3d.rules.ageofsigmar.warscrolls.catalogue_answer import import_catalogue
from warcry3d.rules.ageofsigmar.warscrolls.files import (
    army_to_wire,
    is_army,
    load_any_warscrolls,
    load_army,
    named_army_file,
    save_army,
    shipped_armies,
    shipped_army,
    shipped_warscroll_files,
)
from warcry3d.rules.ageofsigmar.warscrolls.format import WARSCROLLS_FORMAT
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll
from warcry3d.rules.ageofsigmar.warscrolls.warscroll_lines import (
    army_head,
    unit_card,
    unit_line,
    warscroll_card,
    warscroll_line,
)
from warcry3d.rules.ageofsigmar.warscrolls.wires import warscroll_to_wire
from warcry3d.rules.armies import Army, ArmyAnswer, ArmyFighter, ArmyFilter, ArmyPick, SharedFile
from warcry3d.rules.army_files import hyphenated

__all__ = ["WarscrollArmies"]

MOST_NAMES = 8
"""Names of warscrolls that an error lists where one is not found."""

_EMPTY = Message("")


class WarscrollArmies:
    """The armies of Age of Sigmar: they have no points and no limits (AOS-ARMY-1)."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the armies that ship."""
        return shipped_armies()

    def read(self, name: str) -> Army:
        """Return an army with its breaches."""
        return _army(load_army(named_army_file(name)))

    def check(self, name: str) -> ArmyAnswer:
        """Return whether an army is legal, its units, every breach, and what is unusual."""
        army = load_army(named_army_file(name))
        found = army_faults(army)
        lines = [army_head(army)]
        for fault in found:
            lines.append(
                message("  {place}: {fault} ({rule})", place=fault.place, fault=fault.message, rule=fault.rule)
            )
        lines += [] if found else [message("  the army is legal")]
        lines += [message("  {ability}", ability=unit_line(unit)) for unit in army.units]
        advice = army_advice(army)
        lines += [message("  advice: {advice}", advice=one) for one in advice]
        json = {
            "format": "warcry3d.army-check/1",
            "name": army.name,
            "models": army.model_count,
            "wounds": army.wounds,
            "legal": not found,
            "faults": [{"rule": fault.rule, "place": fault.place, "text": str(fault)} for fault in found],
            "advice": [str(one) for one in advice],
            "units": [{"id": unit.id, "name": unit.name, "models": list(unit.model_ids)} for unit in army.units],
        }
        return ArmyAnswer(tuple(lines), json, not found)

    def list(self, name: str | None, only: ArmyFilter) -> ArmyAnswer:
        """Return the warscrolls of a file that fit; without a name, what ships. A faction is a keyword, too."""
        if name is None:
            return _shipped()
        if only.points is not None:
            raise QuestionError("armies of this rule system have no points: give no most of them")
        scrolls = [scroll for scroll in load_any_warscrolls(named_army_file(name)) if _fits(scroll, only)]
        return ArmyAnswer(tuple(_listed(scrolls)), _json(scrolls))

    def show(self, name: str, fighter: str | None) -> ArmyAnswer:
        """Return the warscrolls of an army by unit, of all of a file, or one of them."""
        path = named_army_file(name)
        if fighter is None and is_army(path):
            army = load_army(path)
            lines = [army_head(army)]
            for unit in army.units:
                lines += [_EMPTY, *unit_card(unit)]
            return ArmyAnswer(tuple(lines), msgspec.to_builtins(army_to_wire(army)))
        scrolls = _asked(path, load_any_warscrolls(path), fighter)
        lines = []
        for scroll in scrolls:
            lines += [_EMPTY] if lines else []
            lines += [message("{name} [{id}]", name=scroll.name, id=scroll.id), *warscroll_card(scroll)]
        return ArmyAnswer(tuple(lines), _json(scrolls))

    def factions(self) -> ArmyAnswer:
        """Return that there are none: any models may stand together."""
        lines = (message("any units may stand together in an army: this rule system has no factions"),)
        return ArmyAnswer(lines, {"format": "warcry3d.factions/1", "factions": []})

    def import_shared(self, shared: SharedFile) -> ArmyAnswer:
        """Write the warscrolls of a BattleScribe catalogue of 2015 as a file of ours; return what is not enforced."""
        return import_catalogue(shared)

    def export_shared(self, name: str, out: Path, *, bases: bool) -> ArmyAnswer:
        """Raise `QuestionError`: catalogues hold texts of rules, which data cannot be turned back into."""
        raise QuestionError("warscrolls cannot be exported: share the file of warscrolls itself, {file}", file=name)

    def pools(self) -> tuple[str, ...]:
        """Return the names of the files of warscrolls that ship."""
        return shipped_warscroll_files()

    def pool(self, pick: ArmyPick) -> tuple[ArmyFighter, ...]:
        """Return all warscrolls of a file, listed under their first keyword."""
        return tuple(
            ArmyFighter(scroll.id, scroll.name, 0, tuple(warscroll_card(scroll)), faction_of(scroll), bool(scroll.base))
            for scroll in scroll_pool(pick)
        )

    def compose(self, pick: ArmyPick) -> Army:
        """Return the army of the warscrolls that were picked."""
        return _army(composed_army(pick))

    def suggest(self, pick: ArmyPick, group: str) -> tuple[str, ...]:
        """Return the ids of an army of a group."""
        return suggested_army(pick, group)

    def save(self, pick: ArmyPick, out: Path) -> None:
        """Write the army of the warscrolls that were picked, with all its warscrolls in it."""
        save_army(composed_army(pick), out)


def _army(army: WarscrollArmy) -> Army:
    units = tuple(
        ArmyFighter(unit.id, unit.name, 0, unit_card(unit), faction_of(unit.warscroll), unit.warscroll.base is not None)
        for unit in army.units
    )
    return Army(army.name, 0, units, army_faults(army), army.model_count)


def _shipped() -> ArmyAnswer:
    armies = {name: shipped_army(name) for name in shipped_armies()}
    lines = [message("{name}: {band}", name=name, band=army_head(army)) for name, army in armies.items()]
    lines += [message("{name}: warscrolls to pick from", name=name) for name in shipped_warscroll_files()]
    found = [
        {"name": name, "title": army.name, "models": army.model_count, "wounds": army.wounds}
        for name, army in armies.items()
    ]
    return ArmyAnswer(
        tuple(lines), {"format": "warcry3d.bands/1", "bands": found, "warscrolls": [*shipped_warscroll_files()]}
    )


def _fits(scroll: Warscroll, only: ArmyFilter) -> bool:
    words = [word for word in (only.faction, only.alliance, *only.keywords) if word is not None]
    return scroll.has(*(hyphenated(word) for word in words))


def _listed(scrolls: Sequence[Warscroll]) -> Iterator[Message]:
    for group in dict.fromkeys(faction_of(scroll) for scroll in scrolls):
        yield message("{factions}:", factions=group)
        yield from (
            message("  {creature}", creature=warscroll_line(scroll))
            for scroll in scrolls
            if faction_of(scroll) == group
        )
    yield counted("{n} warscroll", "{n} warscrolls", len(scrolls))


def _json(scrolls: Sequence[Warscroll]) -> dict[str, Any]:
    return {
        "format": WARSCROLLS_FORMAT,
        "warscrolls": [msgspec.to_builtins(warscroll_to_wire(scroll)) for scroll in scrolls],
    }


def _asked(path: Path, scrolls: Sequence[Warscroll], name: str | None) -> Sequence[Warscroll]:
    """Return the warscrolls with an id or a name, all of them without one; raise `UnknownNameError`."""
    found = [scroll for scroll in scrolls if name is None or name in (scroll.id, scroll.name)]
    if not found:
        known = get_close_matches(name or "", [scroll.name for scroll in scrolls], n=MOST_NAMES, cutoff=0.4)
        raise UnknownNameError(
            "no warscroll '{name}' in {file}; similar: {known}",
            name=name,
            file=str(path),
            known=", ".join(known) or "-",
        )
    return found
