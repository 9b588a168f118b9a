"""Warbands as the armies of Warcry: read, checked, listed, shown, imported and exported."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.file_writes import atomic_write
from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message, counted, message
from warcry3d.rules.armies import Army, ArmyAnswer, ArmyFighter, ArmyFilter, ArmyPick, SharedFile
from warcry3d.rules.warcry.bands.band import Groups, Warband
from warcry3d.rules.warcry.bands.base_sizes import BaseBook, load_bases, with_bases
from warcry3d.rules.warcry.bands.community import community_json, load_community
from warcry3d.rules.warcry.bands.composition import composed, pool_of, suggested
from warcry3d.rules.warcry.bands.factions import alliances
from warcry3d.rules.warcry.bands.faults import faults
from warcry3d.rules.warcry.bands.fighter_cards import (
    band_head,
    card_lines,
    fighter_card,
    group_lines,
    names_list,
    profile_line,
)
from warcry3d.rules.warcry.bands.files import (
    band_to_wire,
    is_band,
    load_band,
    load_profiles,
    named_file,
    save_band,
    save_fighters,
    shipped_band,
    shipped_bands,
    shipped_fighters,
)
from warcry3d.rules.warcry.bands.groups import group_faults, split_evenly
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.bands.runemarks import runemark
from warcry3d.rules.warcry.bands.wires import profile_to_wire
from warcry3d.table.bases import base_of_text
from warcry3d.table.jsonfile import spread

__all__ = ["WarcryArmies"]

MOST_NAMES = 8
"""Names of factions or fighters that an error lists where one is not found."""

_EMPTY = Message("")


class WarcryArmies:
    """The warbands of Warcry, as `warcry3d.rules.armies.Armies` asks for them."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the warbands that ship."""
        return shipped_bands()

    def read(self, name: str) -> Army:
        """Return a warband with its breaches of the rules, those of its groups too where it is split."""
        return _army(load_band(named_file(name)))

    def check(self, name: str) -> ArmyAnswer:
        """Return whether a warband is legal; groups are suggested where it has none."""
        band = load_band(named_file(name))
        found = _faults(band)
        suggested = split_evenly(band) if band.groups is None else None
        return ArmyAnswer(tuple(_checked(band, found, suggested)), _check_json(band, found, suggested), not found)

    def list(self, name: str | None, only: ArmyFilter) -> ArmyAnswer:
        """Return the fighters of a file that fit; without a name, what ships."""
        if name is None:
            return _shipped()
        profiles = load_profiles(named_file(name))
        if only.faction is not None:
            _known_faction(only.faction, profiles)
        found = [profile for profile in profiles if _fits(profile, only)]
        return ArmyAnswer(tuple(_listed(found)), _fighters_json(found))

    def show(self, name: str, fighter: str | None) -> ArmyAnswer:
        """Return the cards of a warband, of all fighters of a file, or of one of them."""
        path = named_file(name)
        if fighter is None and is_band(path):
            band = load_band(path)
            return ArmyAnswer(tuple(_shown(band)), msgspec.to_builtins(band_to_wire(band)))
        found = _asked(path, load_profiles(path), fighter)
        cards = [
            line
            for number, profile in enumerate(found)
            for line in (*([_EMPTY] if number else []), _head(profile), *card_lines(profile))
        ]
        return ArmyAnswer(tuple(cards), _fighters_json(found))

    def factions(self) -> ArmyAnswer:
        """Return the grand alliances with their factions and cities (WC-FACTION-2 to 9)."""
        found = {"format": "warcry3d.factions/1", "alliances": msgspec.to_builtins(alliances())}
        return ArmyAnswer(tuple(_factions()), found)

    def import_shared(self, shared: SharedFile) -> ArmyAnswer:
        """Write the fighters of a shared file, with bases where they can be found; return what is missing."""
        profiles = load_community(shared.file)
        for file in shared.bases:
            profiles = with_bases(profiles, load_bases(file))
        profiles = with_bases(profiles, _book(shared.sizes))
        save_fighters(profiles, shared.out)
        without = [profile for profile in profiles if profile.base is None]
        monsters = [profile for profile in profiles if profile.is_monster and not profile.damage_table]
        json = {
            "format": "warcry3d.band-import/1",
            "out": str(shared.out),
            "fighters": len(profiles),
            "factions": sorted({profile.faction for profile in profiles}),
            "without_base": _names_json(without),
            "without_damage_table": _names_json(monsters),
        }
        return ArmyAnswer(tuple(_imported(shared.out, profiles, without, monsters)), json)

    def export_shared(self, name: str, out: Path, *, bases: bool) -> ArmyAnswer:
        """Write fighters as Warcry tools share them; return what such a file cannot hold."""
        profiles = load_profiles(named_file(name))
        atomic_write(out, spread(community_json(profiles, bases=bases)))
        lines = [_written(out, profiles)]
        lost = [profile.name for profile in profiles if profile.damage_table]
        if lost:
            lines.append(message("the format has no damage tables; left out: {names}", names=names_list(lost)))
        return ArmyAnswer(
            tuple(lines), {"format": "warcry3d.band-export/1", "out": str(out), "without_damage_table": lost}
        )

    def pools(self) -> tuple[str, ...]:
        """Return the names of the files of fighters that ship."""
        return shipped_fighters()

    def pool(self, pick: ArmyPick) -> tuple[ArmyFighter, ...]:
        """Return all fighters of a file, each under its faction."""
        return tuple(
            ArmyFighter(one.id, one.name, one.points, (*card_lines(one),), one.faction, one.base is not None)
            for one in pool_of(pick)
        )

    def compose(self, pick: ArmyPick) -> Army:
        """Return the warband of the fighters that were picked; the first leads it."""
        return _army(composed(pick))

    def suggest(self, pick: ArmyPick, group: str) -> tuple[str, ...]:
        """Return the ids of a legal warband of a faction."""
        return suggested(pick, group)

    def save(self, pick: ArmyPick, out: Path) -> None:
        """Write the warband of the fighters that were picked, with all their profiles in it."""
        save_band(composed(pick), out)


def _army(band: Warband) -> Army:
    fighters = tuple(ArmyFighter(one.id, one.name, one.profile.points, (*fighter_card(one),)) for one in band.fighters)
    return Army(band.name, band.points, fighters, _faults(band))


def _faults(band: Warband) -> tuple[ActionFault, ...]:
    found = faults(band)
    return found if band.groups is None else (*found, *group_faults(band, band.groups))


def _checked(band: Warband, found: Sequence[ActionFault], suggested: Groups | None) -> Iterator[Message]:
    yield band_head(band)
    for fault in found:
        yield message(
            "  {place}: {fault} ({rule})",
            place=fault.place,
            fault=fault.message,
            rule=fault.rule,
        )
    if not found:
        yield message("  the warband is legal")
    if band.groups is not None:
        yield message("groups:")
        yield from group_lines(band, band.groups)
    if suggested is not None:
        yield message("it has no groups yet; suggested groups:")
        yield from group_lines(band, suggested)


def _check_json(band: Warband, found: Sequence[ActionFault], suggested: Groups | None) -> dict[str, Any]:
    groups = band.groups or suggested
    return {
        "format": "warcry3d.band-check/1",
        "name": band.name,
        "faction": band.faction,
        "alliance": band.alliance,
        "points": band.points,
        "legal": not found,
        "faults": [{"rule": fault.rule, "place": fault.place, "text": str(fault)} for fault in found],
        "fighters": [{"id": one.id, "name": one.name, "role": one.role.value} for one in band.fighters],
        "groups": {name: list(members) for name, members in groups.each()} if groups else None,
        "suggested": suggested is not None,
    }


def _known_faction(name: str, profiles: Sequence[Profile]) -> None:
    """Raise `UnknownNameError`, naming the nearest, where nobody is of the faction or company called ``name``."""
    known = sorted({mark for profile in profiles for mark in (profile.faction, profile.company) if mark})
    if runemark(name) not in known:
        near = get_close_matches(runemark(name), known, n=MOST_NAMES, cutoff=0.4) or known[:MOST_NAMES]
        raise UnknownNameError("no fighter of the faction '{name}'; similar: {known}", name=name, known=", ".join(near))


def _fits(profile: Profile, only: ArmyFilter) -> bool:
    return (
        (only.faction is None or runemark(only.faction) in (profile.faction, profile.company))
        and (only.alliance is None or runemark(only.alliance) == profile.alliance)
        and all(profile.has(runemark(mark)) for mark in only.keywords)
        and (only.points is None or profile.points <= only.points)
    )


def _listed(profiles: Sequence[Profile]) -> Iterator[Message]:
    for faction in dict.fromkeys(profile.faction for profile in profiles):
        own = [profile for profile in profiles if profile.faction == faction]
        yield message("{faction} ({alliance})", faction=faction, alliance=own[0].alliance)
        yield from (message("  {profile}", profile=profile_line(profile)) for profile in own)
    yield counted("{n} fighter", "{n} fighters", len(profiles))


def _factions() -> Iterator[Message]:
    for alliance in alliances():
        yield Message("{name} [{id}]", {"name": alliance.name, "id": alliance.id})
        for faction in alliance.factions:
            yield Message("  {name} [{id}]", {"name": faction.name, "id": faction.id})
            for city in faction.cities:
                yield Message("    {name} [{id}]", {"name": city.name, "id": city.id})


def _shipped() -> ArmyAnswer:
    bands = {name: shipped_band(name) for name in shipped_bands()}
    lines = [message("{name}: {band}", name=name, band=band_head(band)) for name, band in bands.items()]
    lines += [message("{name}: fighters to pick from", name=name) for name in shipped_fighters()]
    found = [
        {
            "name": name,
            "title": band.name,
            "faction": band.faction,
            "alliance": band.alliance,
            "points": band.points,
        }
        for name, band in bands.items()
    ]
    json = {"format": "warcry3d.bands/1", "bands": found, "fighters": [*shipped_fighters()]}
    return ArmyAnswer(tuple(lines), json)


def _fighters_json(profiles: Sequence[Profile]) -> dict[str, Any]:
    return {
        "format": "warcry3d.fighters/1",
        "fighters": [msgspec.to_builtins(profile_to_wire(profile)) for profile in profiles],
    }


def _shown(band: Warband) -> Iterator[Message]:
    yield band_head(band)
    if band.groups is not None:
        yield from group_lines(band, band.groups)
    for fighter in band.fighters:
        yield _EMPTY
        yield from fighter_card(fighter)


def _asked(path: Path, profiles: Sequence[Profile], name: str | None) -> Sequence[Profile]:
    """Return the profiles with an id or a name, all of them without one; raise `UnknownNameError`."""
    found = [profile for profile in profiles if name is None or name in (profile.id, profile.name)]
    if not found:
        near = [p.name for p in profiles if name is not None and name.lower() in p.name.lower()][:MOST_NAMES]
        raise UnknownNameError(
            "no fighter '{name}' in {file}; similar: {known}", name=name, file=str(path), known=", ".join(near) or "-"
        )
    return found


def _head(profile: Profile) -> Message:
    return message("{name} [{id}]", name=profile.name, id=profile.id)


def _book(sizes: Mapping[str, str]) -> BaseBook:
    """Return base sizes as a person gives them; raise `QuestionError` for what is none."""
    given = {}
    for name, text in sizes.items():
        base = base_of_text(text)
        if base is None:
            raise QuestionError(
                "expected a base size such as 32 or 60x35 for '{name}', got '{text}'", name=name, text=text
            )
        given[name] = base
    return BaseBook(given, {}, {})


def _written(out: Path, profiles: Sequence[Profile]) -> Message:
    fighters = counted("{n} fighter", "{n} fighters", len(profiles))
    return message("{file}: {fighters}", file=str(out), fighters=fighters)


def _imported(
    out: Path, profiles: Sequence[Profile], without: Sequence[Profile], monsters: Sequence[Profile]
) -> Iterator[Message]:
    yield message(
        "{file}: {fighters} of {factions}",
        file=str(out),
        fighters=counted("{n} fighter", "{n} fighters", len(profiles)),
        factions=counted("{n} faction", "{n} factions", len({profile.faction for profile in profiles})),
    )
    if without:
        yield counted(
            "{n} fighter has no base size and cannot stand on a table: {names}",
            "{n} fighters have no base size and cannot stand on a table: {names}",
            len(without),
            names=names_list([profile.name for profile in without]),
        )
        yield message(
            "set it with --base '{name}=32', or in a file for --bases: {example}",
            name=without[0].name,
            example=f'{{"{without[0].name}": 32}}',
        )
    if monsters:
        yield counted(
            "{n} monster has no damage table (the format has none): {names}",
            "{n} monsters have no damage table (the format has none): {names}",
            len(monsters),
            names=names_list([profile.name for profile in monsters]),
        )
        yield message("add it as 'damage_table' next to their weapons in {file}", file=str(out))


def _names_json(profiles: Sequence[Profile]) -> list[dict[str, str]]:
    return [{"id": profile.id, "name": profile.name, "faction": profile.faction} for profile in profiles]
