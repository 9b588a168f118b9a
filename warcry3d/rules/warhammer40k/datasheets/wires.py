"""Conversion of datasheets between files and the program, and what no datasheet can say."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from warcry3d.errors import WarcryError
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText, core_ability
from warcry3d.rules.warhammer40k.datasheets.datasheet import (
    Damaged,
    Datasheet,
    ModelProfile,
    Movement,
    Numbers,
    Transport,
    WargearOption,
)
from warcry3d.rules.warhammer40k.datasheets.format import (
    AbilityTextWire,
    DamagedWire,
    DatasheetWire,
    NumbersWire,
    OptionWire,
    SheetModelWire,
    TransportWire,
    Weapon40kWire,
    WeaponModeWire,
)
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import GrantRule
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon, WeaponMode, granted_ability, weapon_ability
from warcry3d.table.bases import base_from_wire, base_to_wire
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import unique_ids
from warcry3d.table.shipped import figure_names

__all__ = ["datasheet_from_wire", "datasheet_to_wire", "text_to_wire"]

T = TypeVar("T")


def datasheet_from_wire(wire: DatasheetWire, spot: JsonPath) -> Datasheet:
    """Return the datasheet; raise `FileError` for what a datasheet cannot say, rules of armies aside."""
    weapons = _weapons(wire.weapons, spot.at("weapons"))
    models = _models(wire.models, spot.at("models"))
    sheet = Datasheet(
        id=wire.id,
        name=wire.name,
        models=models,
        weapons=weapons,
        faction_keywords=_keywords(wire.faction_keywords, spot.at("faction_keywords")),
        keywords=_keywords(wire.keywords, spot.at("keywords")),
        points=_points(wire.points, spot.at("points")),
        options=tuple(
            WargearOption(one.choices, one.instead_of, one.model, one.every, one.most) for one in wire.options
        ),
        core=tuple(_parsed(core_ability, one, spot.at("core", i)) for i, one in enumerate(wire.core)),
        leads=wire.leads,
        transport=_transport(wire.transport, spot.at("transport")),
        texts=tuple(AbilityText(one.name, one.text) for one in wire.texts),
        rules=wire.rules,
    )
    _check_weapon_ids(sheet, spot)
    for i, rule in enumerate(wire.rules):
        if isinstance(rule, GrantRule):
            _parsed(granted_ability, rule.ability, spot.at("rules", i, "ability"))
    return sheet


def _parsed(read: Callable[[str], T], text: str, spot: JsonPath) -> T:
    try:
        return read(text)
    except WarcryError as error:
        raise spot.about(error) from None


def _sum(written: int | str, spot: JsonPath) -> DiceSum:
    try:
        return dice_sum(written)
    except WarcryError as error:
        raise spot.about(error) from None


def _weapons(wires: Sequence[Weapon40kWire], spot: JsonPath) -> tuple[SheetWeapon, ...]:
    found = []
    for i, wire in enumerate(wires):
        here = spot.at(i)
        modes = tuple(_mode(one, here.at("modes", j)) for j, one in enumerate(wire.modes))
        if len({mode.reach is None for mode in modes}) > 1:
            raise here.at("modes").error("a weapon is either ranged or melee: expected two weapons")
        found.append(SheetWeapon(wire.id or hyphenated(wire.name) or wire.name, wire.name, modes))
    unique_ids((one.id for one in found), spot)
    return tuple(found)


def _mode(wire: WeaponModeWire, spot: JsonPath) -> WeaponMode:
    return WeaponMode(
        name=wire.name,
        reach=wire.range,
        attacks=_sum(wire.attacks, spot.at("attacks")),
        skill=wire.skill,
        strength=_sum(wire.strength, spot.at("strength")),
        ap=wire.ap,
        damage=_sum(wire.damage, spot.at("damage")),
        abilities=tuple(_parsed(weapon_ability, one, spot.at("abilities", i)) for i, one in enumerate(wire.abilities)),
        other=wire.other,
    )


def _models(wires: Sequence[SheetModelWire], spot: JsonPath) -> tuple[ModelProfile, ...]:
    unique_ids((one.name for one in wires), spot)
    return tuple(_model(one, spot.at(i)) for i, one in enumerate(wires))


def _model(wire: SheetModelWire, spot: JsonPath) -> ModelProfile:
    if wire.count is not None and wire.count[0] > wire.count[1]:
        raise spot.at("count").error(
            "expected the fewest before the most, got {few} and {most}", few=wire.count[0], most=wire.count[1]
        )
    if wire.base is not None and wire.hull is not None:
        raise spot.at("hull").error("a model has a base or is measured from its hull, not both")
    if wire.figure is not None and wire.figure not in figure_names():
        raise spot.at("figure").error(
            "no figure '{name}'; there are: {known}", name=wire.figure, known=", ".join(figure_names())
        )
    return ModelProfile(
        name=wire.name,
        numbers=None if wire.numbers is None else _numbers(wire.numbers, spot.at("numbers")),
        count=wire.count,
        carries=wire.carries,
        base=None if wire.base is None else base_from_wire(wire.base, spot.at("base")),
        hull=wire.hull,
        damaged=None if wire.damaged is None else Damaged(wire.damaged.wounds, wire.damaged.control),
        keywords=_keywords(wire.keywords, spot.at("keywords")),
        figure=wire.figure or "",
    )


def _numbers(wire: NumbersWire, spot: JsonPath) -> Numbers:
    return Numbers(
        _move(wire.move, spot.at("move")),
        *(wire.toughness, wire.save, wire.wounds, wire.leadership, wire.control, wire.invulnerable),
    )


def _move(written: int | str, spot: JsonPath) -> Movement:
    if written == "-":
        return Movement(None)
    at_least = isinstance(written, str) and re.fullmatch(r"(\d+)\+", written)
    return Movement(_sum(int(at_least[1]) if at_least else written, spot), at_least=bool(at_least))


def _points(points: tuple[tuple[int, int], ...], spot: JsonPath) -> tuple[tuple[int, int], ...]:
    for i, (before, after) in enumerate(pairwise(points)):
        if after[0] <= before[0]:
            raise spot.at(i + 1).error(
                "expected more models than in the row before, {before}, got {after}", before=before[0], after=after[0]
            )
    return points


def _option(wire: OptionWire) -> WargearOption:
    return WargearOption(wire.choices, wire.instead_of, wire.model, wire.every, wire.most)


def _transport(wire: TransportWire | None, spot: JsonPath) -> Transport | None:
    if wire is None:
        return None
    keywords = (_keywords(wire.keywords, spot.at("keywords")), _keywords(wire.without, spot.at("without")))
    return Transport(wire.capacity, *keywords, wire.text)


def _keywords(words: tuple[str, ...], spot: JsonPath) -> tuple[str, ...]:
    for i, word in enumerate(words):
        if word != word.casefold().strip():
            raise spot.at(i).error("expected a keyword in lower case, got '{word}'", word=word)
        if word in words[:i]:
            raise spot.error("the keyword '{keyword}' is given twice", keyword=word)
    return words


def _check_weapon_ids(sheet: Datasheet, spot: JsonPath) -> None:
    """Raise `FileError` where models or options name weapons or models that the datasheet does not have."""
    known = [one.id for one in sheet.weapons]

    def check(ids: Iterable[str], here: JsonPath) -> None:
        for id in ids:
            if id not in known:
                raise here.error("no weapon '{name}'; there are: {known}", name=id, known=", ".join(known) or "-")

    for i, model in enumerate(sheet.models):
        check(model.carries, spot.at("models", i, "carries"))
    for i, option in enumerate(sheet.options):
        here = spot.at("options", i)
        check(option.instead_of, here.at("instead_of"))
        for j, choice in enumerate(option.choices):
            check(choice, here.at("choices", j))
        if option.model and option.model not in [one.name for one in sheet.models]:
            names = ", ".join(one.name for one in sheet.models)
            raise here.at("model").error("no model '{name}'; there are: {known}", name=option.model, known=names)


def datasheet_to_wire(sheet: Datasheet) -> DatasheetWire:
    """Return a datasheet as files write it; reading that back gives the same datasheet."""
    return DatasheetWire(
        id=sheet.id,
        name=sheet.name,
        models=[_model_to_wire(one) for one in sheet.models],
        weapons=[_weapon_to_wire(one) for one in sheet.weapons],
        faction_keywords=sheet.faction_keywords,
        keywords=sheet.keywords,
        points=sheet.points,
        options=[
            OptionWire(choices=one.choices, instead_of=one.instead_of, model=one.model, every=one.every, most=one.most)
            for one in sheet.options
        ],
        core=tuple(str(one) for one in sheet.core),
        leads=sheet.leads,
        transport=_transport_to_wire(sheet.transport),
        texts=[text_to_wire(one) for one in sheet.texts],
        rules=sheet.rules,
    )


def text_to_wire(text: AbilityText) -> AbilityTextWire:
    """Return an ability as text in the form of files."""
    return AbilityTextWire(name=text.name, text=text.text)


def _weapon_to_wire(weapon: SheetWeapon) -> Weapon40kWire:
    id = None if weapon.id == hyphenated(weapon.name) else weapon.id
    modes = [
        WeaponModeWire(
            name=one.name,
            range=one.reach,
            attacks=one.attacks.written,
            skill=one.skill,
            strength=one.strength.written,
            ap=one.ap,
            damage=one.damage.written,
            abilities=tuple(str(ability) for ability in one.abilities),
            other=one.other,
        )
        for one in weapon.modes
    ]
    return Weapon40kWire(name=weapon.name, id=id, modes=modes)


def _model_to_wire(model: ModelProfile) -> SheetModelWire:
    numbers, damaged = model.numbers, model.damaged
    return SheetModelWire(
        name=model.name,
        numbers=None if numbers is None else _numbers_to_wire(numbers),
        count=model.count,
        carries=model.carries,
        base=None if model.base is None else base_to_wire(model.base),
        hull=model.hull,
        damaged=None if damaged is None else DamagedWire(wounds=damaged.wounds, control=damaged.control),
        keywords=model.keywords,
        figure=model.figure or None,
    )


def _numbers_to_wire(numbers: Numbers) -> NumbersWire:
    move = numbers.move
    written = move.inches.written if move.inches is not None and not move.at_least else str(move)
    return NumbersWire(
        move=written,
        toughness=numbers.toughness,
        save=numbers.save,
        wounds=numbers.wounds,
        leadership=numbers.leadership,
        control=numbers.control,
        invulnerable=numbers.invulnerable,
    )


def _transport_to_wire(one: Transport | None) -> TransportWire | None:
    if one is None:
        return None
    return TransportWire(capacity=one.capacity, keywords=one.keywords, without=one.without, text=one.text)
