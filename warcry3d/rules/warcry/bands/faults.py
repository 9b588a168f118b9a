"""What is wrong with a warband (WC-BAND, WC-HERO, WC-ALLY, WC-THRALL, WC-FACTION), all of it."""

from collections.abc import Iterator

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.rules.warcry.bands.band import Fighter, Role, Warband
from warcry3d.rules.warcry.bands.factions import faction_named
from warcry3d.rules.warcry.bands.runemarks import ALLY, GARGANTUAN, HERO, THRALL

__all__ = [
    "FEWEST_FIGHTERS",
    "MOST_ALLIES",
    "MOST_FIGHTERS",
    "MOST_HEROES",
    "MOST_MONSTERS",
    "MOST_POINTS",
    "MOST_RUNEMARKS",
    "MOST_THRALLS",
    "faults",
]

FEWEST_FIGHTERS, MOST_FIGHTERS = 3, 15
"""WC-BAND-1."""

MOST_POINTS = 1000
"""WC-BAND-7."""

MOST_HEROES = 3
"""The leader and allies with the runemark included (WC-HERO-1, WC-HERO-2)."""

MOST_RUNEMARKS = 3
"""In addition to the faction's (WC-RUNE-1)."""

MOST_ALLIES, MOST_THRALLS, MOST_MONSTERS = 2, 3, 1
"""WC-BAND-4, WC-BAND-5, WC-MON-4."""


def faults(band: Warband) -> tuple[ActionFault, ...]:
    """Return every fault of a warband; a warband without faults is legal.

    Faults of the whole warband come first, then those of the fighters in their order; ``place`` is the place in the
    warband's file. Battle groups are checked by `group_faults`.
    """
    found = [*_size(band), *_leader(band), *_counts(band), *_faction(band)]
    for number, fighter in enumerate(band.fighters):
        place = f"fighters[{number}]"
        found += [*_belongs(fighter, band, place), *_profile(fighter, f"{place}.profile")]
    return tuple(found)


def _breach(rule: str, place: str, template: str, /, **values: object) -> ActionFault:
    return ActionFault(rule, Message(template, values), place=place)


def _size(band: Warband) -> Iterator[ActionFault]:
    count = len(band.fighters)
    if count < FEWEST_FIGHTERS:
        yield _breach(
            "WC-BAND-1",
            "fighters",
            "{count} fighters are too few: a warband has at least {fewest}",
            count=count,
            fewest=FEWEST_FIGHTERS,
        )
    if count > MOST_FIGHTERS:
        yield _breach(
            "WC-BAND-1",
            "fighters",
            "{count} fighters are too many: a warband has at most {most}",
            count=count,
            most=MOST_FIGHTERS,
        )
    if band.points > MOST_POINTS:
        yield _breach(
            "WC-BAND-7",
            "fighters",
            "{points} points are {over} more than the {most} allowed",
            points=band.points,
            over=band.points - MOST_POINTS,
            most=MOST_POINTS,
        )


def _leader(band: Warband) -> Iterator[ActionFault]:
    """Yield what is wrong with the leader (WC-BAND-2, WC-HERO-3)."""
    leaders = [number for number, fighter in enumerate(band.fighters) if fighter.role is Role.LEADER]
    if not leaders:
        yield _breach("WC-BAND-2", "fighters", "the warband has no leader: its first fighter must lead it")
    for number in leaders:
        name, profile, place = band.fighters[number].name, band.fighters[number].profile, f"fighters[{number}]"
        if number > 0:
            yield _breach(
                "WC-BAND-2",
                f"{place}.role",
                "only the first fighter may lead, not {name}",
                name=name,
            )
        if not profile.is_hero:
            yield _breach(
                "WC-BAND-2",
                f"{place}.profile.runemarks",
                "{name} cannot lead without the runemark {mark}",
                name=name,
                mark=HERO,
            )
        if profile.faction != band.faction:
            yield _breach("WC-HERO-3", f"{place}.role", "{name} is of another faction: an ally cannot lead", name=name)


def _counts(band: Warband) -> Iterator[ActionFault]:
    """Yield what there are too many of."""
    heroes = sum(fighter.profile.is_hero for fighter in band.fighters)
    if heroes > MOST_HEROES:
        yield _breach(
            "WC-HERO-1",
            "fighters",
            "{count} fighters have the runemark {mark}; at most {most} may, including the leader and allies",
            count=heroes,
            mark=HERO,
            most=MOST_HEROES,
        )
    roles = [fighter.role for fighter in band.fighters]
    if (count := roles.count(Role.ALLY)) > MOST_ALLIES:
        yield _breach(
            "WC-BAND-4", "fighters", "{count} allies, but at most {most} are allowed", count=count, most=MOST_ALLIES
        )
    if (count := roles.count(Role.THRALL)) > MOST_THRALLS:
        yield _breach(
            "WC-BAND-5", "fighters", "{count} thralls, but at most {most} are allowed", count=count, most=MOST_THRALLS
        )
    if (count := roles.count(Role.MONSTER)) > MOST_MONSTERS:
        yield _breach(
            "WC-MON-4", "fighters", "{count} monsters, but at most {most} is allowed", count=count, most=MOST_MONSTERS
        )


def _faction(band: Warband) -> Iterator[ActionFault]:
    """Yield what is wrong with the warband's faction: its grand alliance, its city (WC-FACTION-2, WC-FACTION-5).

    A faction that Warcry does not have is one that players added: its file says its alliance, and it has no cities.
    """
    known = faction_named(band.faction)
    cities = known[0].cities if known is not None else ()
    ids = ", ".join(city.id for city in cities)
    if known is not None and band.alliance != known[1].id:
        yield _breach(
            "WC-FACTION-2",
            "alliance",
            "{faction} belongs to the grand alliance {needs}, not {has}",
            faction=band.faction,
            needs=known[1].id,
            has=band.alliance or "-",
        )
    if cities and band.city not in {city.id for city in cities}:
        yield _breach(
            "WC-FACTION-5",
            "city",
            "a warband of {faction} must name its city, one of {known}; got {has}",
            faction=band.faction,
            known=ids,
            has=band.city or "-",
        )
    if band.city and not cities:
        yield _breach("WC-FACTION-5", "city", "{faction} has no cities, so no city may be named", faction=band.faction)


def _belongs(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    """Yield why a fighter may not be in the warband in its role (WC-BAND-8, WC-ALLY, WC-THRALL, WC-MON-4)."""
    match fighter.role:
        case Role.LEADER | Role.OWN:
            yield from _own(fighter, band, place)
        case Role.ALLY:
            yield from _ally(fighter, band, place)
        case Role.THRALL if not fighter.profile.is_thrall:
            yield _lacks(fighter, THRALL, "WC-THRALL-1", place)
        case Role.MONSTER if not fighter.profile.is_monster:
            yield _lacks(fighter, GARGANTUAN, "WC-MON-4", place)
        case _:
            pass
    if fighter.role is not Role.MONSTER and fighter.profile.is_monster:
        yield _breach(
            "WC-MON-4",
            f"{place}.role",
            "{name} has the runemark {mark}, so it can only join as the monster",
            name=fighter.name,
            mark=GARGANTUAN,
        )
    yield from _known_alliance(fighter, place)
    yield from _alliance(fighter, band, place)


def _known_alliance(fighter: Fighter, place: str) -> Iterator[ActionFault]:
    """Yield that a profile names another grand alliance than its faction's in Warcry (WC-FACTION-2)."""
    known = faction_named(fighter.profile.faction)
    if known is not None and fighter.profile.alliance != known[1].id:
        yield _breach(
            "WC-FACTION-2",
            f"{place}.profile.alliance",
            "{faction} belongs to the grand alliance {needs}, not {has}",
            faction=fighter.profile.faction,
            needs=known[1].id,
            has=fighter.profile.alliance,
        )


def _own(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    if fighter.profile.faction != band.faction:
        yield _breach(
            "WC-BAND-8",
            f"{place}.profile.faction",
            "{name} has the faction runemark {has}; the warband's is {needs}",
            name=fighter.name,
            has=fighter.profile.faction,
            needs=band.faction,
        )


def _ally(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    if not (fighter.profile.is_hero or fighter.profile.is_ally):
        yield _breach(
            "WC-ALLY-1",
            f"{place}.profile.runemarks",
            "{name} has none of the runemarks that an ally needs: {mark}",
            name=fighter.name,
            mark=f"{HERO}, {ALLY}",
        )
    if fighter.profile.faction == band.faction:
        yield _breach(
            "WC-ALLY-2",
            f"{place}.role",
            "{name} is of the warband's own faction; an ally must be of another faction",
            name=fighter.name,
        )


def _lacks(fighter: Fighter, mark: str, rule: str, place: str) -> ActionFault:
    return _breach(rule, f"{place}.profile.runemarks", "{name} lacks the runemark {mark}", name=fighter.name, mark=mark)


ALLIANCE_RULES = {Role.ALLY: "WC-ALLY-3", Role.THRALL: "WC-THRALL-2", Role.MONSTER: "WC-MON-5"}


def _alliance(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    """Yield that a fighter is of another grand alliance than the warband (WC-FACTION-3)."""
    if fighter.profile.alliance != band.alliance:
        yield _breach(
            ALLIANCE_RULES.get(fighter.role, "WC-FACTION-3"),
            f"{place}.profile.alliance",
            "{name} is of the grand alliance {has}; the warband's is {needs}",
            name=fighter.name,
            has=fighter.profile.alliance,
            needs=band.alliance,
        )


def _profile(fighter: Fighter, place: str) -> Iterator[ActionFault]:
    """Yield what is wrong with a profile (WC-PROFILE-1, WC-RUNE-1)."""
    profile = fighter.profile
    if len(profile.runemarks) > MOST_RUNEMARKS:
        yield _breach(
            "WC-RUNE-1",
            f"{place}.runemarks",
            "{name} has {count} runemarks besides its faction's, but at most {most} are allowed",
            name=fighter.name,
            count=len(profile.runemarks),
            most=MOST_RUNEMARKS,
        )
    if not profile.weapons:
        yield _breach(
            "WC-PROFILE-1", f"{place}.weapons", "{name} has no weapon; it needs at least one", name=fighter.name
        )
