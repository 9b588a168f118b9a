"""Warscrolls and armies as text."""

from collections import Counter
from collections.abc import Iterator

from warcry3d.message import Message, counted, message, template
from warcry3d.rules.ageofsigmar.warscrolls.ability import Spell
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit, WarscrollArmy
from warcry3d.rules.ageofsigmar.warscrolls.table_models import figure_of
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Loadout, ScrollWeapon, Warscroll, WeaponKind
from warcry3d.table.bases import base_message

__all__ = ["army_head", "unit_card", "unit_line", "warscroll_card", "warscroll_line"]

WHEN = {
    "always": template("always"),
    "set-up": template("after set-up"),
    "hero": template("in your hero phase"),
    "every-hero": template("in every hero phase"),
    "command": template("command ability"),
    "shooting": template("in your shooting phase"),
    "combat": template("at the start of combat"),
    "after-combat": template("after its attacks in combat"),
    "battleshock": template("in the battleshock phase"),
}
"""When an ability works, in words."""


def army_head(army: WarscrollArmy) -> Message:
    """Return an army's name and how large it is: units, models, wounds, as there are no points."""
    return message(
        "{name}: {units}, {models}, {wounds}",
        name=army.name,
        units=counted("{n} unit", "{n} units", len(army.units)),
        models=counted("{n} model", "{n} models", army.model_count),
        wounds=counted("{n} wound", "{n} wounds", army.wounds),
    )


def unit_line(unit: ArmyUnit) -> Message:
    """Return a unit: its name, its models, who of them carries what."""
    models = counted("{n} model", "{n} models", len(unit.models))
    counts = Counter(unit.models)
    if len(counts) == 1:
        return message("{name} [{id}]: {models}", name=unit.name, id=unit.id, models=models)
    some = tuple(
        message("{count} {loadout}", count=count, loadout=unit.warscroll.loadout(id).name)
        for id, count in counts.items()
    )
    return message("{name} [{id}]: {models}: {loadouts}", name=unit.name, id=unit.id, models=models, loadouts=some)


def unit_card(unit: ArmyUnit) -> tuple[Message, ...]:
    """Return a unit of an army with its warscroll."""
    return (unit_line(unit), *warscroll_card(unit.warscroll))


def warscroll_line(scroll: Warscroll) -> Message:
    """Return a warscroll in one line."""
    return message("{name} [{id}]: {numbers}", name=scroll.name, id=scroll.id, numbers=_numbers(scroll))


def _numbers(scroll: Warscroll) -> Message:
    save = f"{scroll.save}+" if scroll.save <= 6 else "-"
    return message(
        "Move {move:g}, Wounds {wounds}, Bravery {bravery}, Save {save}",
        move=scroll.move,
        wounds=scroll.wounds,
        bravery=scroll.bravery,
        save=save,
    )


def warscroll_card(scroll: Warscroll) -> Iterator[Message]:
    """Yield a warscroll: numbers, keywords, weapons, who carries what, abilities, spells, how it stands on a table."""
    yield message("  {ability}", ability=_numbers(scroll))
    if scroll.keywords:
        yield message("  keywords: {keywords}", keywords=scroll.keywords)
    if scroll.flies:
        yield message("  it can fly")
    yield from (_weapon(weapon) for weapon in scroll.weapons)
    if len(scroll.loadouts) > 1:
        yield from (_loadout(one, scroll) for one in scroll.loadouts)
    for row in scroll.damage_table:
        yield _row(row.start, scroll)
    if scroll.is_wizard:
        yield message(
            "  wizard: casts {casts} and unbinds {unbinds} a turn", casts=scroll.casts, unbinds=scroll.unbinds
        )
    yield from (_spell(spell) for spell in scroll.spells)
    for ability in scroll.abilities:
        when = Message(WHEN[ability.when])
        yield message("  {name} ({when}): {text}", name=ability.name, when=when, text=ability.text)
        if not ability.do:
            yield message("    the program does not enforce it")
    yield from (message("  on the card, without effect in play: {note}", note=note) for note in scroll.notes)
    figure = figure_of(scroll, scroll.loadout_ids[0])
    if scroll.base is None:
        yield message("  no base size, stands as {figure}", figure=figure)
    else:
        yield message("  {base}, stands as {figure}", base=base_message(scroll.base), figure=figure)


def _weapon(weapon: ScrollWeapon) -> Message:
    kind = message("missile") if weapon.kind is WeaponKind.MISSILE else message("melee")
    return message("  {name} ({kind}): {numbers}", name=weapon.name, kind=kind, numbers=_weapon_numbers(weapon))


def _weapon_numbers(weapon: ScrollWeapon) -> Message:
    return message(
        "Range {range:g}, Attacks {attacks}, To Hit {hit}+, To Wound {wound}+, Rend {rend}, Damage {damage}",
        range=weapon.range,
        attacks=str(weapon.attacks),
        hit=weapon.to_hit,
        wound=weapon.to_wound,
        rend=str(weapon.rend) if weapon.rend else "-",
        damage=str(weapon.damage),
    )


def _loadout(one: Loadout, scroll: Warscroll) -> Message:
    weapons = tuple(weapon.name for weapon in scroll.weapons if weapon.id in one.weapons)
    line = message("{loadout}: {weapons}", loadout=one.name, weapons=weapons)
    if one.attacks:
        line = message("{line}; melee Attacks +{n}", line=line, n=one.attacks)
    if one.once:
        line = message("{line}; one in a unit", line=line)
    if one.every:
        line = message("{line}; one for every {n} models", line=line, n=one.every)
    return message("  {ability}", ability=line)


def _row(start: int, scroll: Warscroll) -> Message:
    then = scroll.at_wounds(start)
    weapons = tuple(
        message("{name}: {numbers}", name=now.name, numbers=_weapon_numbers(now))
        for now, whole in zip(then.weapons, scroll.weapons, strict=True)
        if now != whole
    )
    line = message("  from {wounds} wounds on: Move {move:g}", wounds=start, move=then.move)
    return message("{line}; {weapons}", line=line, weapons=weapons) if weapons else line


def _spell(spell: Spell) -> Message:
    return message("  {name} (spell, {value}+): {text}", name=spell.name, value=spell.value, text=spell.text)
