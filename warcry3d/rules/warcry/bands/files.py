"""Reading and writing fighters and warbands."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from warcry3d.file_writes import atomic_write
from warcry3d.rules.army_files import hyphenated_word, numbered_ids
from warcry3d.rules.card_files import CardFiles, called_card
from warcry3d.rules.warcry.bands.band import Fighter, Groups, Role, Warband, role_of
from warcry3d.rules.warcry.bands.format import (
    FIGHTERS_FORMAT,
    WARBAND_FORMAT,
    FightersWire,
    FighterWire,
    GroupsWire,
    WarbandWire,
)
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.bands.wires import profile_from_wire, profile_to_wire
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, spread, valid_json
from warcry3d.table.pieces import unique_ids

__all__ = [
    "band_from_json",
    "band_to_wire",
    "fighters_from_json",
    "is_band",
    "load_band",
    "load_fighters",
    "load_profiles",
    "named_file",
    "save_band",
    "save_fighters",
    "shipped_band",
    "shipped_bands",
    "shipped_fighters",
    "shipped_file",
]

DATA = Path(__file__).resolve().parent.parent / "data"


def shipped_file(name: str) -> Path:
    """Return where a file of fighters or warbands lies among those that ship (whether it is there or not)."""
    return DATA / name


def shipped_band(name: str) -> Warband:
    """Return the warband that ships under ``name``; raise `FileError` where there is none."""
    return load_band(FILES.shipped_army(name))


def load_profiles(path: Path) -> tuple[Profile, ...]:
    """Return the profiles of a file of fighters, or those in a warband, each once."""
    if is_band(path):
        return tuple({fighter.profile.id: fighter.profile for fighter in load_band(path).fighters}.values())
    return load_fighters(path)


def fighters_from_json(value: object, name: str = "fighters") -> tuple[Profile, ...]:
    """Return the profiles of a parsed file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), FightersWire, spot)
    unique_ids((profile.id for profile in wire.fighters), spot.at("fighters"))
    return tuple(profile_from_wire(profile, spot.at("fighters", i)) for i, profile in enumerate(wire.fighters))


FILES = CardFiles(DATA, ".fighters.json", FIGHTERS_FORMAT, WARBAND_FORMAT, fighters_from_json)
"""Files of fighters and of warbands made of them."""

shipped_bands = FILES.shipped_armies
shipped_fighters = FILES.shipped
named_file = FILES.named
is_band = FILES.is_army
load_fighters = FILES.load


def save_fighters(profiles: Iterable[Profile], path: Path | str) -> None:
    """Write a file of fighters, all of it or (where that fails with `FileError`) nothing."""
    wires = [profile_to_wire(profile) for profile in profiles]
    atomic_write(Path(path), spread(FightersWire(format=FIGHTERS_FORMAT, fighters=wires)))


def load_band(path: Path | str) -> Warband:
    """Return the warband of a ``*.band.json`` file, legal or not; raise `FileError` for what is no warband at all."""
    path = Path(path)
    spot = JsonPath(str(path))
    return band_from_json(parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot), folder=path.parent, name=spot.file)


def band_from_json(value: object, *, folder: Path | str, name: str = "warband") -> Warband:
    """Return the warband of a parsed file; files under ``from`` are looked for in ``folder``, then among what ships.

    ``name`` stands for the file in errors.
    """
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), WarbandWire, spot)
    faction = hyphenated_word(wire.faction, spot.at("faction"))
    known = FILES.known(wire.sources, Path(folder), spot.at("from"))
    profiles = [_profile(one, known, spot.at("fighters", i, "profile")) for i, one in enumerate(wire.fighters)]
    ids = numbered_ids([one.id for one in wire.fighters], [profile.id for profile in profiles])
    unique_ids(ids, spot.at("fighters"))
    fighters = tuple(
        Fighter(
            id,
            one.name or profile.name,
            profile,
            role_of(profile, faction, is_first=i == 0) if one.role is None else Role(one.role),
        )
        for i, (id, one, profile) in enumerate(zip(ids, wire.fighters, profiles, strict=True))
    )
    if wire.alliance is not None:
        hyphenated_word(wire.alliance, spot.at("alliance"))
    alliance = wire.alliance or next((p.alliance for p in profiles if p.faction == faction), "")
    city = "" if wire.city is None else hyphenated_word(wire.city, spot.at("city"))
    return Warband(wire.name, faction, alliance, fighters, _groups(wire.groups, ids, spot.at("groups")), city)


def _profile(wire: FighterWire, known: Mapping[str, list[Profile]], spot: JsonPath) -> Profile:
    if isinstance(wire.profile, str):
        return called_card(wire.profile, known, spot)
    return profile_from_wire(wire.profile, spot)


def _groups(wire: GroupsWire | None, ids: Sequence[str], spot: JsonPath) -> Groups | None:
    if wire is None:
        return None
    groups = Groups(tuple(wire.dagger), tuple(wire.shield), tuple(wire.hammer))
    for name, members in groups.each():
        for i, member in enumerate(members):
            if member not in ids:
                raise spot.at(name, i).error(
                    "no fighter '{name}' in the warband; there are: {known}", name=member, known=", ".join(ids)
                )
    return groups


def save_band(band: Warband, path: Path | str) -> None:
    """Write a warband with all its profiles in it, all of the file or (where that fails with `FileError`) nothing."""
    atomic_write(Path(path), spread(band_to_wire(band)))


def band_to_wire(band: Warband) -> WarbandWire:
    """Return a warband as its file has it."""
    values: dict[str, Any] = {name: list(members) for name, members in band.groups.each()} if band.groups else {}
    return WarbandWire(
        format=WARBAND_FORMAT,
        name=band.name,
        faction=band.faction,
        alliance=band.alliance or None,
        city=band.city or None,
        fighters=[
            FighterWire(profile=profile_to_wire(one.profile), id=one.id, name=one.name, role=one.role.value)
            for one in band.fighters
        ],
        groups=GroupsWire(**values) if band.groups else None,
    )
