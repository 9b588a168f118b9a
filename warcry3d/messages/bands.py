"""Fighters and warbands in words."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from warcry3d.messages.description import base_words
from warcry3d.messages.speak import Words, template

if TYPE_CHECKING:
    from warcry3d.game.ruleset import ActionFault
    from warcry3d.rules.warcry.bands.band import Fighter, Groups, Warband
    from warcry3d.rules.warcry.bands.profile import DamageRow, Profile, Weapon

__all__ = ["band_head", "card_lines", "fault_line", "fighter_card", "group_lines", "names_line", "profile_line"]

ROLES: Mapping[str, str] = MappingProxyType(
    {
        "leader": template("leader"),
        "own": template("of the warband"),
        "ally": template("ally"),
        "thrall": template("thrall"),
        "monster": template("monster"),
    }
)
"""What a fighter is in its warband."""

GROUPS: Mapping[str, str] = MappingProxyType(
    {"dagger": template("dagger"), "shield": template("shield"), "hammer": template("hammer")}
)


def band_head(band: "Warband", words: Words) -> str:
    """Return a warband's name, faction, fighters and points."""
    return words.say(
        "{name} ({faction}, {alliance}): {fighters}, {points} points",
        name=band.name,
        faction=band.faction,
        alliance=band.alliance,
        fighters=words.count("{n} fighter", "{n} fighters", len(band.fighters)),
        points=band.points,
    )


def fault_line(fault: "ActionFault", words: Words) -> str:
    """Return a fault with its place and its rule."""
    return words.say("{place}: {fault} ({rule})", place=fault.place, fault=words.warning(fault), rule=fault.rule)


def group_lines(band: "Warband", groups: "Groups", words: Words) -> list[str]:
    """Return a line for each group: its fighters' names."""
    names = {fighter.id: fighter.name for fighter in band.fighters}
    return [
        words.say(
            "  {group}: {names}",
            group=words.say(GROUPS[name]),
            names=words.say(", ").join(names.get(member, member) for member in members),
        )
        for name, members in groups.each()
    ]


def profile_line(profile: "Profile", words: Words) -> str:
    """Return a profile in one line: who, for what, how fast, how tough, with what runemarks."""
    said = words.say(
        "{name} [{id}]: {points} points, Move {move:g}, Toughness {toughness}, Wounds {wounds}",
        name=profile.name,
        id=profile.id,
        points=profile.points,
        move=profile.move,
        toughness=profile.toughness,
        wounds=profile.wounds,
    )
    return (
        words.say("{profile}; {mark}", profile=said, mark=", ".join(profile.runemarks)) if profile.runemarks else said
    )


def fighter_card(fighter: "Fighter", words: Words) -> list[str]:
    """Return a fighter of a warband: what it is there, and its card."""
    profile = fighter.profile
    called = f"{fighter.name}, {profile.name}" if fighter.name != profile.name else fighter.name
    head = words.say("{name} [{id}]: {role}", name=called, id=fighter.id, role=words.say(ROLES[fighter.role.value]))
    return [head, *card_lines(profile, words)]


def card_lines(profile: "Profile", words: Words) -> list[str]:
    """Return a profile's card: characteristics, weapons, base, damage table."""
    stars = profile.starred
    say = words.say
    lines = [
        say(
            "  {faction} ({alliance}), {points} points",
            faction=profile.faction,
            alliance=profile.alliance,
            points=profile.points,
        ),
        say(
            "  Move {move:g}{starred}, Toughness {toughness}{tough_star}, Wounds {wounds}",
            move=profile.move,
            starred="*" if "move" in stars else "",
            toughness=profile.toughness,
            tough_star="*" if "toughness" in stars else "",
            wounds=profile.wounds,
        ),
    ]
    if profile.runemarks:
        lines.append(say("  runemarks: {mark}", mark=", ".join(profile.runemarks)))
    lines += [_weapon(weapon, number, stars, words) for number, weapon in enumerate(profile.weapons)]
    lines += [_damage(profile, row, until, words) for row, until in _spans(profile)]
    lines.append(_stands(profile, words))
    return lines


def _weapon(weapon: "Weapon", number: int, stars: frozenset[str], words: Words) -> str:
    def star(*names: str) -> str:
        return "*" if any(f"weapons[{number}].{name}" in stars for name in names) else ""

    reach = f"{weapon.max_range:g}" if weapon.min_range == 0 else f"{weapon.min_range:g}-{weapon.max_range:g}"
    return words.say(
        "  {weapon}: Range {reach}, Attacks {attacks}, Strength {strength}, Damage {damage}",
        weapon=weapon.runemark,
        reach=reach + star("min_range", "max_range"),
        attacks=f"{weapon.attacks}{star('attacks')}",
        strength=f"{weapon.strength}{star('strength')}",
        damage=f"{weapon.hit}/{weapon.crit}{star('hit', 'crit')}",
    )


def _spans(profile: "Profile") -> "Iterator[tuple[DamageRow, int]]":
    """Yield each row of a damage table with the last damage point it holds for."""
    ends = [row.start - 1 for row in profile.damage_table[1:]]
    if profile.damage_table:
        ends.append(profile.wounds - 1)
    yield from zip(profile.damage_table, ends, strict=True)


def _damage(profile: "Profile", row: "DamageRow", until: int, words: Words) -> str:
    stars = profile.starred
    said = [words.say("Move {move:g}", move=row.move)] if "move" in stars else []
    said += [words.say("Toughness {toughness}", toughness=row.toughness)] if "toughness" in stars else []
    for number, weapon in enumerate(row.weapons):
        said += _starred_weapon(weapon, {star for star in stars if star.startswith(f"weapons[{number}].")}, words)
    return words.say(
        "  * with {start} to {until} damage points: {values}",
        start=row.start,
        until=until,
        values=words.say(", ").join(said),
    )


def _starred_weapon(weapon: "Weapon", stars: set[str], words: Words) -> Iterator[str]:
    names = {star.rpartition(".")[2] for star in stars}
    kind = weapon.runemark
    if names & {"min_range", "max_range"}:
        yield words.say("{weapon} Range {reach}", weapon=kind, reach=f"{weapon.min_range:g}-{weapon.max_range:g}")
    if "attacks" in names:
        yield words.say("{weapon} Attacks {attacks}", weapon=kind, attacks=weapon.attacks)
    if "strength" in names:
        yield words.say("{weapon} Strength {strength}", weapon=kind, strength=weapon.strength)
    if names & {"hit", "crit"}:
        yield words.say("{weapon} Damage {hit}/{crit}", weapon=kind, hit=weapon.hit, crit=weapon.crit)


def _stands(profile: "Profile", words: Words) -> str:
    from warcry3d.rules.warcry.bands.table_models import figure_name

    base = words.say("no base size is known") if profile.base is None else base_words(profile.base, words)
    return words.say("  {base}, stands as {figure}", base=base, figure=figure_name(profile))


def names_line(names: Sequence[str], words: Words, *, most: int = 8) -> str:
    """Return names in a row, and how many more there are."""
    said = words.say(", ").join(names[:most])
    return said if len(names) <= most else words.say("{names} and {more} more", names=said, more=len(names) - most)
