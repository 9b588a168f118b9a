"""What is wrong with a warband (WC-BAND-1 to 5), all of it."""

from collections.abc import Iterator

from warcry3d.game.ruleset import ActionFault
from warcry3d.message import Message
from warcry3d.rules.warcry.bands.band import Fighter, Role, Warband
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
"""WC-BAND-1."""

MOST_HEROES = 3
"""The leader and allies with the runemark counted in (WC-BAND-2, 4)."""

MOST_RUNEMARKS = 3
"""Beside the faction's (WC-BAND-3)."""

MOST_ALLIES, MOST_THRALLS, MOST_MONSTERS = 2, 3, 1
"""WC-BAND-4, WC-BAND-5."""


def faults(band: Warband) -> tuple[ActionFault, ...]:
    """Return every breach of the rules of warbands; none: the warband is legal.

    Faults of the whole come first, then the fighters' in their order; ``place`` is the place in the warband's file. Its
    groups are not looked at: see `group_faults`.
    """
    found = [*_size(band), *_leader(band), *_counts(band)]
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
            "WC-BAND-1",
            "fighters",
            "{points} points are {over} more than the {most} allowed",
            points=band.points,
            over=band.points - MOST_POINTS,
            most=MOST_POINTS,
        )


def _leader(band: Warband) -> Iterator[ActionFault]:
    """Yield what is wrong with who leads (WC-BAND-2, 4)."""
    leaders = [number for number, fighter in enumerate(band.fighters) if fighter.role is Role.LEADER]
    if not leaders:
        yield _breach("WC-BAND-2", "fighters", "nobody leads the warband: the fighter picked first is its leader")
    for number in leaders:
        name, profile, place = band.fighters[number].name, band.fighters[number].profile, f"fighters[{number}]"
        if number > 0:
            yield _breach(
                "WC-BAND-2",
                f"{place}.role",
                "{name} is no leader: the fighter picked first is, and it alone",
                name=name,
            )
        if not profile.is_hero:
            yield _breach(
                "WC-BAND-2",
                f"{place}.profile.runemarks",
                "{name} leads without the runemark {mark}",
                name=name,
                mark=HERO,
            )
        if profile.faction != band.faction:
            yield _breach("WC-BAND-4", f"{place}.role", "{name} is of another faction: allies never lead", name=name)


def _counts(band: Warband) -> Iterator[ActionFault]:
    """Yield what there are too many of."""
    heroes = sum(fighter.profile.is_hero for fighter in band.fighters)
    if heroes > MOST_HEROES:
        yield _breach(
            "WC-BAND-2",
            "fighters",
            "{count} fighters have the runemark {mark}: at most {most} may, the leader and allies counted in",
            count=heroes,
            mark=HERO,
            most=MOST_HEROES,
        )
    roles = [fighter.role for fighter in band.fighters]
    if (count := roles.count(Role.ALLY)) > MOST_ALLIES:
        yield _breach("WC-BAND-4", "fighters", "{count} allies: at most {most}", count=count, most=MOST_ALLIES)
    if (count := roles.count(Role.THRALL)) > MOST_THRALLS:
        yield _breach("WC-BAND-5", "fighters", "{count} thralls: at most {most}", count=count, most=MOST_THRALLS)
    if (count := roles.count(Role.MONSTER)) > MOST_MONSTERS:
        yield _breach("WC-BAND-5", "fighters", "{count} monsters: at most {most}", count=count, most=MOST_MONSTERS)


def _belongs(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    """Yield why a fighter may not be in the warband as what it is (WC-BAND-1, 4, 5)."""
    match fighter.role:
        case Role.LEADER | Role.OWN:
            yield from _own(fighter, band, place)
        case Role.ALLY:
            yield from _ally(fighter, band, place)
        case Role.THRALL if not fighter.profile.is_thrall:
            yield _lacks(fighter, THRALL, "WC-BAND-5", place)
        case Role.MONSTER if not fighter.profile.is_monster:
            yield _lacks(fighter, GARGANTUAN, "WC-BAND-5", place)
        case _:
            pass
    if fighter.role is not Role.MONSTER and fighter.profile.is_monster:
        yield _breach(
            "WC-BAND-5",
            f"{place}.role",
            "{name} has the runemark {mark}: it joins as the monster or not at all",
            name=fighter.name,
            mark=GARGANTUAN,
        )
    yield from _alliance(fighter, band, place)


def _own(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    if fighter.profile.faction != band.faction:
        yield _breach(
            "WC-BAND-1",
            f"{place}.profile.faction",
            "{name} has the faction runemark {has}; the warband's is {needs}",
            name=fighter.name,
            has=fighter.profile.faction,
            needs=band.faction,
        )


def _ally(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    if not (fighter.profile.is_hero or fighter.profile.is_ally):
        yield _breach(
            "WC-BAND-4",
            f"{place}.profile.runemarks",
            "{name} has none of the runemarks that allies have: {mark}",
            name=fighter.name,
            mark=f"{HERO}, {ALLY}",
        )
    if fighter.profile.faction == band.faction:
        yield _breach(
            "WC-BAND-4",
            f"{place}.role",
            "{name} is of the warband's own faction: allies are of another",
            name=fighter.name,
        )


def _lacks(fighter: Fighter, mark: str, rule: str, place: str) -> ActionFault:
    return _breach(rule, f"{place}.profile.runemarks", "{name} lacks the runemark {mark}", name=fighter.name, mark=mark)


ALLIANCE_RULES = {Role.ALLY: "WC-BAND-4", Role.THRALL: "WC-BAND-5", Role.MONSTER: "WC-BAND-5"}


def _alliance(fighter: Fighter, band: Warband, place: str) -> Iterator[ActionFault]:
    """Yield that a fighter is of another grand alliance: a faction is of one, and so are all who join it."""
    if fighter.profile.alliance != band.alliance:
        yield _breach(
            ALLIANCE_RULES.get(fighter.role, "WC-BAND-1"),
            f"{place}.profile.alliance",
            "{name} is of the grand alliance {has}; the warband's is {needs}",
            name=fighter.name,
            has=fighter.profile.alliance,
            needs=band.alliance,
        )


def _profile(fighter: Fighter, place: str) -> Iterator[ActionFault]:
    """Yield what a profile may not be (WC-BAND-3)."""
    profile = fighter.profile
    if len(profile.runemarks) > MOST_RUNEMARKS:
        yield _breach(
            "WC-BAND-3",
            f"{place}.runemarks",
            "{name} has {count} runemarks beside its faction's: at most {most}",
            name=fighter.name,
            count=len(profile.runemarks),
            most=MOST_RUNEMARKS,
        )
    if not profile.weapons:
        yield _breach("WC-BAND-3", f"{place}.weapons", "{name} has no weapon: at least one", name=fighter.name)
