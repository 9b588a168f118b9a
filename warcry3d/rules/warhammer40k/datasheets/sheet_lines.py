"""Datasheets, units and armies as lines for people."""

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.datasheets.ability_words import ability_message, core_message, weapon_words
from warcry3d.rules.warhammer40k.datasheets.army import Army40k, SheetUnit
from warcry3d.rules.warhammer40k.datasheets.datasheet import Damaged, Datasheet, ModelProfile, Numbers
from warcry3d.rules.warhammer40k.datasheets.rule_words import rule_message
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon, WeaponMode
from warcry3d.table.bases import base_message

__all__ = ["army_head", "sheet_card", "sheet_head", "text_lines", "unit_card"]

LONGEST: Final = 200
"""Letters of a line of a rule's text; sentences of the program cut values that are much longer."""


def army_head(army: Army40k) -> Message:
    """Return an army's name, faction, detachment, units, points."""
    return message(
        "{name} ({faction}, {detachment}): {units}, {points} of {limit} points",
        name=army.name,
        faction=army.faction,
        detachment=army.detachment or "-",
        units=counted("{n} unit", "{n} units", len(army.units)),
        points=army.points,
        limit=army.limit,
    )


def sheet_head(sheet: Datasheet) -> Message:
    """Return a datasheet in one line: its name, and what units of it cost."""
    costs = ", ".join(f"{models}: {points}" for models, points in sheet.points)
    if not costs:
        return message("{name} [{id}]", name=sheet.name, id=sheet.id)
    return message("{name} [{id}], points by models: {costs}", name=sheet.name, id=sheet.id, costs=costs)


def unit_card(army: Army40k, unit: SheetUnit) -> tuple[Message, ...]:
    """Return a unit of an army: its models with what they carry, upgrades, whom it leads, then its datasheet."""
    lines = [
        message(
            "{name} [{id}]: {models}, {points} points",
            name=unit.name,
            id=unit.id,
            models=counted("{n} model", "{n} models", unit.models),
            points=unit.cost,
        )
    ]
    for one in unit.loadouts:
        counts = Counter(unit.sheet.weapon(id).name for id in one.weapons)
        names = tuple(name if count == 1 else f"{count}x {name}" for name, count in counts.items())
        lines.append(
            message("  {count} x {model}: {weapons}", count=one.count, model=one.model, weapons=names or ("-",))
        )
    if unit.is_warlord:
        lines.append(message("  the warlord"))
    if (led := army.unit(unit.joins)) is not None:
        lines.append(message("  leads {unit}", unit=led.name))
    if (carrier := army.unit(unit.inside)) is not None:
        lines.append(message("  starts inside {unit}", unit=carrier.name))
    for upgrade in unit.enhancements:
        lines.append(message("  enhancement, {points} points:", points=upgrade.points))
        lines += text_lines(upgrade.name, upgrade.text)
    for thing in unit.wargear:
        name = thing.name if thing.count == 1 else f"{thing.count}x {thing.name}"
        if thing.is_counted:
            lines.append(message("  {name}: the numbers of its bearer have it", name=name))
        else:
            lines += text_lines(name, thing.text)
    return (*lines, *sheet_card(unit.sheet))


def sheet_card(sheet: Datasheet) -> Iterator[Message]:
    """Yield a datasheet's models, weapons, abilities and keywords."""
    for model in sheet.models:
        yield _model_line(model)
    for weapon in sheet.weapons:
        yield from _weapon_lines(weapon)
    yield from (message("  {words}", words=line) for line in weapon_words(sheet))
    yield from (message("  {words}", words=core_message(one)) for one in sheet.core)
    yield from (message("  {words}", words=rule_message(one)) for one in sheet.rules)
    for model in sheet.models:
        if model.damaged is not None:
            yield _damaged_line(model.name, model.damaged)
    if sheet.leads:
        yield message("  can lead {names}", names=sheet.leads)
    if sheet.transport is not None:
        yield message(
            "  carries {count} models with the keywords {keywords}",
            count=sheet.transport.capacity,
            keywords=sheet.transport.keywords or ("-",),
        )
        if sheet.transport.text:
            yield from text_lines("Transport", sheet.transport.text)
    for one in sheet.texts:
        yield from text_lines(one.name, one.text)
    yield message("  keywords: {keywords}", keywords=sheet.keywords or ("-",))
    yield message("  faction keywords: {keywords}", keywords=sheet.faction_keywords or ("-",))


def _damaged_line(model: str, damaged: Damaged) -> Message:
    if not damaged.control:
        return message("  {model} with {wounds} wounds or fewer: -1 to hit", model=model, wounds=damaged.wounds)
    return message(
        "  {model} with {wounds} wounds or fewer: -1 to hit, {control} to objective control",
        model=model,
        wounds=damaged.wounds,
        control=damaged.control,
    )


def text_lines(name: str, text: str) -> Iterator[Message]:
    """Yield an ability that the players keep: its name, then its whole text in lines that are not too long."""
    pieces = [piece for line in text.splitlines() for piece in wrap(line, LONGEST)]
    yield message("  {name} (for the players): {text}", name=name, text=pieces[0] if pieces else "-")
    yield from (message("    {text}", text=piece) for piece in pieces[1:])


def _model_line(model: ModelProfile) -> Message:
    size = message("no base size")
    if model.base is not None:
        size = base_message(model.base)
    elif model.hull is not None:
        size = message("measured from its hull, {length:g} x {width:g} in", length=model.hull[0], width=model.hull[1])
    if model.numbers is None:
        return message("  {model}: its numbers are not known; {size}", model=model.name, size=size)
    return message("  {model}: {numbers}; {size}", model=model.name, numbers=_numbers(model.numbers), size=size)


def _numbers(one: Numbers) -> Message:
    values = {
        "move": str(one.move),
        "toughness": _or_dash(one.toughness),
        "save": _plus(one.save),
        "wounds": one.wounds,
        "leadership": _plus(one.leadership),
        "control": _or_dash(one.control),
    }
    numbers = message("M {move}, T {toughness}, SV {save}, W {wounds}, LD {leadership}, OC {control}", **values)
    if one.invulnerable is None:
        return numbers
    return message("{numbers}, invulnerable {save}+", numbers=numbers, save=one.invulnerable)


def _weapon_lines(weapon: SheetWeapon) -> Iterator[Message]:
    if not weapon.modes:
        yield message("  {weapon}: its numbers are not known", weapon=weapon.name)
    for mode in weapon.modes:
        name = f"{weapon.name}, {mode.name}" if mode.name else weapon.name
        line = _melee(name, mode) if mode.reach is None else _ranged(name, mode, mode.reach)
        abilities = tuple(ability_message(one) for one in mode.abilities)
        if abilities:
            line = message("{weapon} [{abilities}]", weapon=line, abilities=abilities)
        if mode.other:
            line = message("{weapon} [for the players: {words}]", weapon=line, words=mode.other)
        yield line


def _ranged(name: str, mode: WeaponMode, reach: float) -> Message:
    return message(
        "  {weapon}: {reach:g} in, A {attacks}, BS {skill}, S {strength}, AP {ap}, D {damage}",
        weapon=name,
        reach=reach,
        attacks=str(mode.attacks),
        skill=_plus(mode.skill),
        strength=str(mode.strength),
        ap=mode.ap,
        damage=str(mode.damage),
    )


def _melee(name: str, mode: WeaponMode) -> Message:
    return message(
        "  {weapon}: melee, A {attacks}, WS {skill}, S {strength}, AP {ap}, D {damage}",
        weapon=name,
        attacks=str(mode.attacks),
        skill=_plus(mode.skill),
        strength=str(mode.strength),
        ap=mode.ap,
        damage=str(mode.damage),
    )


def _plus(number: int | None) -> str:
    return "-" if number is None else f"{number}+"


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)
