"""Warbands composed of fighters from a file: picked by a person, or suggested (WC-BAND-1 to 8)."""

from collections.abc import Sequence

from warcry3d.errors import QuestionError
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.warcry.bands.band import Fighter, Warband, role_of
from warcry3d.rules.warcry.bands.base_sizes import BaseBook, with_bases
from warcry3d.rules.warcry.bands.factions import faction_named
from warcry3d.rules.warcry.bands.faults import MOST_FIGHTERS, MOST_POINTS, faults
from warcry3d.rules.warcry.bands.files import load_profiles, named_file
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.bands.runemarks import HERO
from warcry3d.table.bases import base_of_text

__all__ = ["composed", "pool_of", "suggested"]


def pool_of(pick: ArmyPick) -> tuple[Profile, ...]:
    """Return the profiles to pick from, with the base sizes that were given.

    Raise `FileError` for the file, `QuestionError` for what is no base size.
    """
    given = {}
    for id, text in pick.sizes.items():
        base = base_of_text(text)
        if base is None:
            raise QuestionError(
                "expected a base size such as 32 or 60x35 for '{name}', got '{text}'", name=id, text=text
            )
        given[id] = base
    return with_bases(load_profiles(named_file(pick.file)), BaseBook(given, {}, {}))


def composed(pick: ArmyPick) -> Warband:
    """Return the warband of the fighters that were picked, legal or not: the first leads it, and it is of his faction.

    Raise `QuestionError` where nobody was picked, or somebody who is not in the file.
    """
    known = {profile.id: profile for profile in pool_of(pick)}
    missing = [id for id in pick.fighters if id not in known]
    if missing or not pick.fighters:
        raise QuestionError("pick fighters of {file} first", file=pick.file)
    return _warband(pick.name, [known[id] for id in pick.fighters])


def _warband(name: str, profiles: Sequence[Profile]) -> Warband:
    first, fighters, taken = profiles[0], [], dict[str, int]()
    for number, profile in enumerate(profiles):
        count = taken[profile.id] = taken.get(profile.id, 0) + 1
        suffix, title = (f"-{count}", f"{profile.name} {count}") if count > 1 else ("", profile.name)
        role = role_of(profile, first.faction, is_first=number == 0)
        fighters.append(Fighter(f"{profile.id}{suffix}", title, profile, role))
    return Warband(name, first.faction, first.alliance, tuple(fighters), city=_city(first))


def _city(leader: Profile) -> str:
    """Return the leader's city where its faction has cities, else the first of them; "" where it has none."""
    known = faction_named(leader.faction)
    cities = [city.id for city in known[0].cities] if known is not None else []
    return leader.company if leader.company in cities else next(iter(cities), "")


def suggested(pick: ArmyPick, faction: str) -> tuple[str, ...]:
    """Return the ids of a legal warband of a faction, of as many different fighters as its points allow.

    The dearest hero that leaves room for others leads; then the others join in turn, the dearest first, as long as
    there are points. Raise `QuestionError` saying what the file lacks.
    """
    own = [one for one in pool_of(pick) if one.faction == faction and one.base is not None and not one.is_monster]
    heroes = sorted((one for one in own if one.is_hero), key=_dearest)
    others = sorted((one for one in own if not one.is_hero), key=_dearest)
    if not heroes:
        raise QuestionError(
            "no fighter of {faction} that has a base size can lead: a leader needs the runemark {mark}",
            faction=faction,
            mark=HERO,
        )
    found = [band for leader in heroes for band in [_filled([leader], others)] if not faults(_warband("", band))]
    if not found:
        raise QuestionError("{faction} has too few fighters with a base size for a warband", faction=faction)
    return tuple(profile.id for profile in max(found, key=lambda band: sum(one.points for one in band)))


def _dearest(profile: Profile) -> tuple[int, str]:
    return -profile.points, profile.id


def _filled(band: list[Profile], others: Sequence[Profile]) -> list[Profile]:
    """Return a warband with all that its points and its size still allow, in turn."""
    band, has_grown = list(band), True
    while has_grown:
        has_grown = False
        for one in others:
            if sum(own.points for own in band) + one.points <= MOST_POINTS and len(band) < MOST_FIGHTERS:
                band.append(one)
                has_grown = True
    return band
