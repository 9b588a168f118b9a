"""Fighters and warbands as text."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from warcry3d.message import Message, counted, message, template
from warcry3d.rules.warcry.bands.band import Fighter, Groups, Role, Warband
from warcry3d.rules.warcry.bands.profile import DamageRow, Profile, Weapon
from warcry3d.rules.warcry.bands.table_models import figure_name
from warcry3d.table.bases import base_message

__all__ = ["band_head", "card_lines", "fighter_card", "group_lines", "names_list", "profile_line"]

ROLES: Mapping[Role, str] = MappingProxyType(
    {
        Role.LEADER: template("leader"),
        Role.OWN: template("of the warband"),
        Role.ALLY: template("ally"),
        Role.THRALL: template("thrall"),
        Role.MONSTER: template("monster"),
    }
)
"""What a fighter is in its warband."""

MOST_NAMES = 8
"""Names in a row before the rest is only counted."""


def band_head(band: Warband) -> Message:
    """Return a warband's name, faction, fighters and points."""
    return message(
        "{name} ({faction}, {alliance}): {fighters}, {points} points",
        name=band.name,
        faction=band.faction,
        alliance=band.alliance,
        fighters=counted("{n} fighter", "{n} fighters", len(band.fighters)),
        points=band.points,
    )


def group_lines(band: Warband, groups: Groups) -> list[Message]:
    """Return a line for each group: its fighters' names."""
    names = {fighter.id: fighter.name for fighter in band.fighters}
    return [
        message("  {group}: {names}", group=name, names=tuple(names.get(member, member) for member in members))
        for name, members in groups.each()
    ]


def profile_line(profile: Profile) -> Message:
    """Return a profile in one line: who, for what, how fast, how tough, with what runemarks."""
    line = message(
        "{name} [{id}]: {points} points, Move {move:g}, Toughness {toughness}, Wounds {wounds}",
        name=profile.name,
        id=profile.id,
        points=profile.points,
        move=profile.move,
        toughness=profile.toughness,
        wounds=profile.wounds,
    )
    if not profile.runemarks:
        return line
    return message("{profile}; {mark}", profile=line, mark=", ".join(profile.runemarks))


def fighter_card(fighter: Fighter) -> tuple[Message, ...]:
    """Return a fighter of a warband: what it is there, and its card."""
    profile = fighter.profile
    called = f"{fighter.name}, {profile.name}" if fighter.name != profile.name else fighter.name
    head = message("{name} [{id}]: {role}", name=called, id=fighter.id, role=Message(ROLES[fighter.role]))
    return (head, *card_lines(profile))


def card_lines(profile: Profile) -> Iterator[Message]:
    """Yield a profile's card: characteristics, weapons, base, damage table."""
    stars = profile.starred
    yield message(
        "  {faction} ({alliance}), {points} points",
        faction=profile.faction,
        alliance=profile.alliance,
        points=profile.points,
    )
    yield message(
        "  Move {move:g}{starred}, Toughness {toughness}{tough_star}, Wounds {wounds}",
        move=profile.move,
        starred="*" if "move" in stars else "",
        toughness=profile.toughness,
        tough_star="*" if "toughness" in stars else "",
        wounds=profile.wounds,
    )
    if profile.runemarks:
        yield message("  runemarks: {mark}", mark=", ".join(profile.runemarks))
    yield from (_weapon(weapon, number, stars) for number, weapon in enumerate(profile.weapons))
    yield from (_damage(profile, row, until) for row, until in _spans(profile))
    base = message("no base size is known") if profile.base is None else base_message(profile.base)
    yield message("  {base}, stands as {figure}", base=base, figure=figure_name(profile))


def _weapon(weapon: Weapon, number: int, stars: frozenset[str]) -> Message:
    def star(*names: str) -> str:
        return "*" if any(f"weapons[{number}].{name}" in stars for name in names) else ""

    reach = f"{weapon.max_range:g}" if weapon.min_range == 0 else f"{weapon.min_range:g}-{weapon.max_range:g}"
    return message(
        "  {weapon}: Range {reach}, Attacks {attacks}, Strength {strength}, Damage {damage}",
        weapon=weapon.runemark,
        reach=reach + star("min_range", "max_range"),
        attacks=f"{weapon.attacks}{star('attacks')}",
        strength=f"{weapon.strength}{star('strength')}",
        damage=f"{weapon.hit}/{weapon.crit}{star('hit', 'crit')}",
    )


def _spans(profile: Profile) -> Iterator[tuple[DamageRow, int]]:
    """Yield each row of a damage table with the last damage point it holds for."""
    ends = [row.start - 1 for row in profile.damage_table[1:]]
    if profile.damage_table:
        ends.append(profile.wounds - 1)
    yield from zip(profile.damage_table, ends, strict=True)


def _damage(profile: Profile, row: DamageRow, until: int) -> Message:
    stars = profile.starred
    changed = [message("Move {move:g}", move=row.move)] if "move" in stars else []
    changed += [message("Toughness {toughness}", toughness=row.toughness)] if "toughness" in stars else []
    for number, weapon in enumerate(row.weapons):
        changed += _starred_weapon(weapon, {star for star in stars if star.startswith(f"weapons[{number}].")})
    return message(
        "  * with {start} to {until} damage points: {values}", start=row.start, until=until, values=tuple(changed)
    )


def _starred_weapon(weapon: Weapon, stars: set[str]) -> Iterator[Message]:
    names = {star.rpartition(".")[2] for star in stars}
    kind = weapon.runemark
    if names & {"min_range", "max_range"}:
        yield message("{weapon} Range {reach}", weapon=kind, reach=f"{weapon.min_range:g}-{weapon.max_range:g}")
    if "attacks" in names:
        yield message("{weapon} Attacks {attacks}", weapon=kind, attacks=weapon.attacks)
    if "strength" in names:
        yield message("{weapon} Strength {strength}", weapon=kind, strength=weapon.strength)
    if names & {"hit", "crit"}:
        yield message("{weapon} Damage {hit}/{crit}", weapon=kind, hit=weapon.hit, crit=weapon.crit)


def names_list(names: Sequence[str], *, most: int = MOST_NAMES) -> Message | tuple[str, ...]:
    """Return names to be listed in a message: the first of them, and how many more there are."""
    if len(names) <= most:
        return tuple(names)
    return message("{names} and {more} more", names=tuple(names[:most]), more=len(names) - most)
