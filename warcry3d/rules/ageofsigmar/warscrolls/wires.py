"""Conversion of warscrolls between files and the program, and what no warscroll can say."""

from collections.abc import Mapping
from dataclasses import replace

from warcry3d.game.dice_sum import dice_sum
from warcry3d.rules.ageofsigmar.warscrolls.check import check_ability, check_spell
from warcry3d.rules.ageofsigmar.warscrolls.format import (
    LoadoutWire,
    ScrollWeaponWire,
    WarscrollWire,
    WeaponChangeWire,
    WoundRowWire,
)
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Loadout, ScrollWeapon, Warscroll, WoundRow
from warcry3d.rules.army_files import hyphenated, hyphenated_word, numbered_ids
from warcry3d.table.bases import base_from_wire, base_to_wire
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import unique_ids
from warcry3d.table.shipped import figure_names

__all__ = ["warscroll_from_wire", "warscroll_to_wire"]


def warscroll_from_wire(wire: WarscrollWire, spot: JsonPath) -> Warscroll:
    """Return the warscroll; raise `FileError` for what a warscroll cannot be."""
    weapons = _weapons(wire, spot.at("weapons"))
    loadouts = _loadouts(wire, weapons, spot.at("loadouts"))
    _check_keywords(wire, spot.at("keywords"))
    if wire.figure is not None and wire.figure not in figure_names():
        raise spot.at("figure").error(
            "no figure '{name}'; there are: {known}", name=wire.figure, known=", ".join(figure_names())
        )
    if wire.size[0] > wire.size[1]:
        raise spot.at("size").error(
            "expected the least before the most, got {low} and {high}", low=wire.size[0], high=wire.size[1]
        )
    if wire.spells and not wire.casts:
        raise spot.at("spells").error("only a warscroll that casts spells has them: give 'casts'")
    _check_words(wire, weapons, loadouts, spot)
    return Warscroll(
        id=wire.id,
        name=wire.name,
        move=wire.move,
        wounds=wire.wounds,
        bravery=wire.bravery,
        save=wire.save,
        weapons=weapons,
        loadouts=loadouts,
        base=None if wire.base is None else base_from_wire(wire.base, spot.at("base")),
        keywords=wire.keywords,
        flies=wire.flies,
        casts=wire.casts,
        unbinds=wire.unbinds,
        spells=wire.spells,
        abilities=wire.abilities,
        size=wire.size,
        figure=wire.figure or "",
        damage_table=_damage_table(wire, weapons, spot.at("damage_table")),
        notes=wire.notes,
    )


def _check_keywords(wire: WarscrollWire, spot: JsonPath) -> None:
    for i, keyword in enumerate(wire.keywords):
        hyphenated_word(keyword, spot.at(i))
        if keyword in wire.keywords[:i]:
            raise spot.at(i).error("the keyword '{keyword}' is given twice", keyword=keyword)


def _check_words(
    wire: WarscrollWire, weapons: tuple[ScrollWeapon, ...], loadouts: tuple[Loadout, ...], spot: JsonPath
) -> None:
    unique_ids((one.id for one in wire.abilities), spot.at("abilities"))
    unique_ids((one.id for one in wire.spells), spot.at("spells"))
    names = [weapon.id for weapon in weapons]
    for i, ability in enumerate(wire.abilities):
        check_ability(ability, [one.id for one in loadouts], names, spot.at("abilities", i))
    for i, spell in enumerate(wire.spells):
        check_spell(spell, names, spot.at("spells", i))


def _weapons(wire: WarscrollWire, spot: JsonPath) -> tuple[ScrollWeapon, ...]:
    ids = numbered_ids([one.id for one in wire.weapons], [hyphenated(one.name) or "weapon" for one in wire.weapons])
    unique_ids(ids, spot)
    return tuple(
        ScrollWeapon(
            id,
            one.name,
            one.kind,
            one.range,
            dice_sum(one.attacks),
            one.to_hit,
            one.to_wound,
            one.rend,
            dice_sum(one.damage),
        )
        for id, one in zip(ids, wire.weapons, strict=True)
    )


def _loadouts(wire: WarscrollWire, weapons: tuple[ScrollWeapon, ...], spot: JsonPath) -> tuple[Loadout, ...]:
    known = [weapon.id for weapon in weapons]
    if not wire.loadouts:
        return (Loadout("all", wire.name, tuple(known)),)
    ids = numbered_ids([one.id for one in wire.loadouts], [hyphenated(one.name) or "all" for one in wire.loadouts])
    unique_ids(ids, spot)
    for i, one in enumerate(wire.loadouts):
        for k, weapon in enumerate(one.weapons):
            if weapon not in known:
                raise spot.at(i, "weapons", k).error(
                    "unknown word '{word}'; known here: {known}", word=weapon, known=", ".join(known) or "-"
                )
    return tuple(
        Loadout(id, one.name, tuple(one.weapons), one.attacks, one.wounds, one.once, one.every)
        for id, one in zip(ids, wire.loadouts, strict=True)
    )


def _damage_table(wire: WarscrollWire, weapons: tuple[ScrollWeapon, ...], spot: JsonPath) -> tuple[WoundRow, ...]:
    rows: list[WoundRow] = []
    known = [weapon.id for weapon in weapons]
    for i, row in enumerate(wire.damage_table):
        here = spot.at(i)
        if rows and row.start <= rows[-1].start:
            raise here.at("start").error(
                "expected more than in the row before, {before}, got {start}", before=rows[-1].start, start=row.start
            )
        if row.start >= wire.wounds:
            raise here.at("start").error(
                "a model is slain at {wounds} wounds; this row begins at {start}", wounds=wire.wounds, start=row.start
            )
        for name in row.weapons:
            if name not in known:
                raise here.at("weapons", name).error(
                    "unknown word '{word}'; known here: {known}", word=name, known=", ".join(known) or "-"
                )
        changed = tuple(_changed(weapon, row.weapons.get(weapon.id, WeaponChangeWire())) for weapon in weapons)
        rows.append(WoundRow(row.start, wire.move if row.move is None else row.move, changed))
    return tuple(rows)


def _changed(weapon: ScrollWeapon, row: WeaponChangeWire) -> ScrollWeapon:
    return replace(
        weapon,
        range=weapon.range if row.range is None else row.range,
        attacks=weapon.attacks if row.attacks is None else dice_sum(row.attacks),
        to_hit=weapon.to_hit if row.to_hit is None else row.to_hit,
        to_wound=weapon.to_wound if row.to_wound is None else row.to_wound,
        rend=weapon.rend if row.rend is None else row.rend,
        damage=weapon.damage if row.damage is None else dice_sum(row.damage),
    )


def warscroll_to_wire(warscroll: Warscroll) -> WarscrollWire:
    """Return a warscroll as files write it; reading that back gives the same warscroll."""
    return WarscrollWire(
        id=warscroll.id,
        name=warscroll.name,
        move=warscroll.move,
        wounds=warscroll.wounds,
        bravery=warscroll.bravery,
        save=warscroll.save,
        base=None if warscroll.base is None else base_to_wire(warscroll.base),
        keywords=warscroll.keywords,
        flies=warscroll.flies,
        casts=warscroll.casts,
        unbinds=warscroll.unbinds,
        weapons=[_weapon_wire(weapon) for weapon in warscroll.weapons],
        loadouts=[_loadout_wire(one) for one in warscroll.loadouts],
        spells=warscroll.spells,
        abilities=warscroll.abilities,
        size=warscroll.size,
        figure=warscroll.figure or None,
        damage_table=[_row_wire(row, warscroll) for row in warscroll.damage_table],
        notes=warscroll.notes,
    )


def _weapon_wire(weapon: ScrollWeapon) -> ScrollWeaponWire:
    return ScrollWeaponWire(
        name=weapon.name,
        id=weapon.id,
        kind=weapon.kind,
        range=weapon.range,
        attacks=weapon.attacks.written,
        to_hit=weapon.to_hit,
        to_wound=weapon.to_wound,
        rend=weapon.rend,
        damage=weapon.damage.written,
    )


def _loadout_wire(one: Loadout) -> LoadoutWire:
    return LoadoutWire(
        name=one.name,
        id=one.id,
        weapons=list(one.weapons),
        attacks=one.attacks,
        wounds=one.wounds,
        once=one.once,
        every=one.every,
    )


def _row_wire(row: WoundRow, warscroll: Warscroll) -> WoundRowWire:
    changes = {
        now.id: change
        for now, whole in zip(row.weapons, warscroll.weapons, strict=True)
        if (change := _change(now, whole)) != WeaponChangeWire()
    }
    return WoundRowWire(start=row.start, move=None if row.move == warscroll.move else row.move, weapons=changes)


def _change(now: ScrollWeapon, whole: ScrollWeapon) -> WeaponChangeWire:
    new, old = _weapon_wire(now), _weapon_wire(whole)
    fields = WeaponChangeWire.__struct_fields__
    changed: Mapping[str, object] = {
        name: getattr(new, name) for name in fields if getattr(new, name) != getattr(old, name)
    }
    return WeaponChangeWire(**changed)  # type: ignore[arg-type]
