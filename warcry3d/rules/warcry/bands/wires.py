"""Conversion of profiles between files and the program."""

from typing import Any

import msgspec

from warcry3d.rules.army_files import hyphenated_word
from warcry3d.rules.warcry.bands.format import DamageRowWire, ProfileWire, WeaponRowWire, WeaponWire
from warcry3d.rules.warcry.bands.profile import DamageRow, Profile, Weapon
from warcry3d.table.bases import base_from_wire, base_to_wire
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.shipped import figure_names

__all__ = ["profile_from_wire", "profile_to_wire"]


def profile_from_wire(wire: ProfileWire, spot: JsonPath) -> Profile:
    """Return the profile; raise `FileError` for what a profile cannot be, rules of warbands aside."""
    weapons = tuple(_weapon(weapon, spot.at("weapons", i)) for i, weapon in enumerate(wire.weapons))
    marks = tuple(hyphenated_word(mark, spot.at("runemarks", i)) for i, mark in enumerate(wire.runemarks))
    if len(set(marks)) < len(marks):
        twice = next(mark for i, mark in enumerate(marks) if mark in marks[:i])
        raise spot.at("runemarks").error("the runemark '{mark}' is given twice", mark=twice)
    if wire.figure is not None and wire.figure not in figure_names():
        raise spot.at("figure").error(
            "no figure '{name}'; there are: {known}", name=wire.figure, known=", ".join(figure_names())
        )
    return Profile(
        id=wire.id,
        name=wire.name,
        faction=hyphenated_word(wire.faction, spot.at("faction")),
        alliance=hyphenated_word(wire.alliance, spot.at("alliance")),
        move=wire.move,
        toughness=wire.toughness,
        wounds=wire.wounds,
        points=wire.points,
        runemarks=marks,
        weapons=weapons,
        base=None if wire.base is None else base_from_wire(wire.base, spot.at("base")),
        figure=wire.figure,
        company="" if wire.company is None else hyphenated_word(wire.company, spot.at("company")),
        damage_table=_damage_table(wire, weapons, spot.at("damage_table")),
        extra=wire.extra,
    )


def _weapon(wire: WeaponWire, spot: JsonPath) -> Weapon:
    low, high = _range(wire.range, spot.at("range"))
    hyphenated_word(wire.runemark, spot.at("runemark"))
    return Weapon(wire.runemark, low, high, wire.attacks, wire.strength, *wire.damage, extra=wire.extra)


def _range(reach: tuple[float, float], spot: JsonPath) -> tuple[float, float]:
    low, high = reach
    if not low < high:
        raise spot.error("expected the least before the most it reaches, got {low:g} and {high:g}", low=low, high=high)
    return reach


def _damage_table(wire: ProfileWire, weapons: tuple[Weapon, ...], spot: JsonPath) -> tuple[DamageRow, ...]:
    rows: list[DamageRow] = []
    for i, row in enumerate(wire.damage_table):
        here = spot.at(i)
        if rows and row.start <= rows[-1].start:
            raise here.at("start").error(
                "expected more than in the row before, {before}, got {start}", before=rows[-1].start, start=row.start
            )
        if row.start >= wire.wounds:
            raise here.at("start").error(
                "the fighter is taken down at {wounds} damage points; this row begins at {start}",
                wounds=wire.wounds,
                start=row.start,
            )
        if row.weapons and len(row.weapons) != len(weapons):
            raise here.at("weapons").error(
                "expected an entry for each of the {count} weapons, got {has}",
                count=len(weapons),
                has=len(row.weapons),
            )
        changed = tuple(
            _changed(weapon, change, here.at("weapons", k, "range"))
            for k, (weapon, change) in enumerate(zip(weapons, row.weapons, strict=False))
        )
        move = wire.move if row.move is None else row.move
        toughness = wire.toughness if row.toughness is None else row.toughness
        rows.append(DamageRow(row.start, move, toughness, changed or weapons))
    return tuple(rows)


def _changed(weapon: Weapon, change: WeaponRowWire, spot: JsonPath) -> Weapon:
    low, high = (weapon.min_range, weapon.max_range) if change.range is None else _range(change.range, spot)
    hit, crit = (weapon.hit, weapon.crit) if change.damage is None else change.damage
    attacks = weapon.attacks if change.attacks is None else change.attacks
    strength = weapon.strength if change.strength is None else change.strength
    return Weapon(weapon.runemark, low, high, attacks, strength, hit, crit, extra=weapon.extra)


def profile_to_wire(profile: Profile) -> ProfileWire:
    """Return a profile as files write it; reading that back gives the same profile."""
    return ProfileWire(
        id=profile.id,
        name=profile.name,
        faction=profile.faction,
        alliance=profile.alliance,
        company=profile.company or None,
        move=profile.move,
        toughness=profile.toughness,
        wounds=profile.wounds,
        points=profile.points,
        runemarks=list(profile.runemarks),
        weapons=[_weapon_wire(weapon) for weapon in profile.weapons],
        base=None if profile.base is None else base_to_wire(profile.base),
        figure=profile.figure,
        damage_table=[_row_wire(row, profile) for row in profile.damage_table],
        extra=dict(profile.extra),
    )


def _weapon_wire(weapon: Weapon) -> WeaponWire:
    return WeaponWire(
        runemark=weapon.runemark,
        range=(weapon.min_range, weapon.max_range),
        attacks=weapon.attacks,
        strength=weapon.strength,
        damage=(weapon.hit, weapon.crit),
        extra=dict(weapon.extra),
    )


def _row_wire(row: DamageRow, profile: Profile) -> DamageRowWire:
    weapons = [_change(now, whole) for now, whole in zip(row.weapons, profile.weapons, strict=True)]
    return DamageRowWire(
        start=row.start,
        move=None if row.move == profile.move else row.move,
        toughness=None if row.toughness == profile.toughness else row.toughness,
        weapons=weapons if any(change != WeaponRowWire() for change in weapons) else [],
    )


def _change(now: Weapon, whole: Weapon) -> WeaponRowWire:
    new, old = _weapon_wire(now), _weapon_wire(whole)
    changed: dict[str, Any] = {
        name: getattr(new, name)
        for name in msgspec.structs.asdict(WeaponRowWire())
        if getattr(new, name) != getattr(old, name)
    }
    return WeaponRowWire(**changed)
