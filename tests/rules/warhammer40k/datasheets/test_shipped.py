"""The armies and datasheets that ship: original, complete, on bases of the sizes their figures were made for."""

import json

import pytest
from msgspec.json import encode

from assets.source.preview import read
from warcry3d.rules.warhammer40k.datasheets.army import Army40k
from warcry3d.rules.warhammer40k.datasheets.files import (
    load_datasheets,
    named_army_file,
    shipped_armies,
    shipped_army,
    shipped_datasheet_files,
)
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponWord
from warcry3d.table.bases import base_to_wire
from warcry3d.table.shipped import shipped_figure

ARMIES = [shipped_army(name) for name in shipped_armies()]
SHEETS = [sheet for file in shipped_datasheet_files() for sheet in load_datasheets(named_army_file(file))]


def test_two_armies_ship() -> None:
    assert len(ARMIES) == 2


@pytest.mark.parametrize("army", ARMIES, ids=lambda army: army.name)
@pytest.mark.parametrize("keyword", ["infantry", "character", "vehicle", "monster", "dedicated transport", "fly"])
def test_each_army_has_a_unit_of_every_kind(army: Army40k, keyword: str) -> None:
    """rule: 40K-ARMY-2, 40K-ARMY-3."""
    assert any(unit.has(keyword, army.faction) for unit in army.units)
    assert army.detachment


@pytest.mark.parametrize("army", ARMIES, ids=lambda army: army.name)
def test_transports_start_full_and_leaders_lead(army: Army40k) -> None:
    """rule: 40K-ARMY-11, 40K-FORM-1, 40K-TRANSPORT-2."""
    for unit in army.units:
        if unit.has("dedicated transport"):
            assert any(other.inside == unit.id for other in army.units)
    assert any(unit.joins for unit in army.units)


def test_one_flyer_is_an_aircraft_and_one_is_not() -> None:
    flyers = [sheet for sheet in SHEETS if sheet.has("fly") and not sheet.has("transport")]
    assert sorted(sheet.has("aircraft") for sheet in flyers) == [False, True]
    numbers = next(sheet for sheet in flyers if sheet.has("aircraft")).models[0].numbers
    assert numbers is not None and str(numbers.move) == "20+"


def test_every_ability_of_weapons_is_used_by_some_weapon() -> None:
    modes = [mode for sheet in SHEETS for weapon in sheet.weapons for mode in weapon.modes]
    assert {one.word for mode in modes for one in mode.abilities} == set(WeaponWord)
    assert not any(mode.other for mode in modes)


def test_every_model_has_a_figure_made_for_its_base() -> None:
    for model in (model for sheet in SHEETS for model in sheet.models):
        _, extras = read(shipped_figure(model.figure))
        assert model.base is not None
        assert extras["base"] == json.loads(encode(base_to_wire(model.base))), model.name
    assert len({model.figure for sheet in SHEETS for model in sheet.models}) >= 9


def test_nothing_of_the_datasheets_is_left_to_the_players() -> None:
    assert not any(sheet.texts for sheet in SHEETS)
    assert not any([*sheet.unknown] for sheet in SHEETS)
    assert all(model.base is not None for sheet in SHEETS for model in sheet.models)
