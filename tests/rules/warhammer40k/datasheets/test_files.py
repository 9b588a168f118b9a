"""Files of datasheets and armies: read, written, refused with file, place and what was expected."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.rules.warhammer40k.datasheets.sheets import BLADE, GUN, NUMBERS, army_json, sheet_json, single_json
from tests.table.test_fuzz import json_values
from warcry3d.errors import FileError
from warcry3d.rules.warhammer40k.datasheets.files import (
    army_from_json,
    datasheets_from_json,
    load_any_datasheets,
    load_army,
    load_datasheets,
    save_army,
    save_datasheets,
)
from warcry3d.table.format import schema


def sheets(*found: Any) -> dict[str, Any]:
    return {"format": "warcry3d.datasheets/1", "datasheets": list(found)}


def test_a_datasheet_holds_all_that_is_printed_on_it() -> None:
    """rule: 40K-SHEET-1, 40K-SHEET-2, 40K-SHEET-3, 40K-WEAPON-1, 40K-WEAPON-3, 40K-WEAPON-4."""
    (sheet,) = datasheets_from_json(sheets(sheet_json()))
    captain = sheet.model("Captain").numbers
    assert captain is not None
    assert (str(captain.move), captain.toughness, captain.save, captain.wounds) == ("6", 4, 3, 2)
    assert (captain.leadership, captain.control, captain.invulnerable) == (6, 2, None)
    rifle, blade, launcher = (sheet.weapon(id) for id in ("rifle", "blade", "launcher"))
    assert (rifle.is_melee, blade.is_melee) == (False, True)
    assert (rifle.modes[0].reach, str(rifle.modes[0].attacks), rifle.modes[0].ap) == (24, "2", -1)
    assert [mode.name for mode in launcher.modes] == ["frag", "krak"]
    assert sheet.cost(5) == 80 and sheet.cost(6) == 160 and sheet.cost(11) is None


@pytest.mark.parametrize(("written", "shown"), [(6, "6"), ("-", "-"), ("20+", "20+"), ("2D6", "2D6"), ("D6+3", "D6+3")])
def test_movement_may_be_a_number_dice_at_least_so_much_or_none(written: int | str, shown: str) -> None:
    """rule: 40K-SHEET-2."""
    value = sheets(single_json("ox", models=[{"name": "Ox", "numbers": {**NUMBERS, "move": written}}]))
    (sheet,) = datasheets_from_json(value)
    numbers = sheet.models[0].numbers
    assert numbers is not None and str(numbers.move) == shown
    assert numbers.move.at_least == (shown == "20+")


def test_keywords_of_both_lists_count_alike_in_any_order() -> None:
    """rule: 40K-KEY-1, 40K-KEY-2."""
    (sheet,) = datasheets_from_json(sheets(sheet_json()))
    assert sheet.has("infantry", "wall") and sheet.has("wall", "infantry")
    assert not sheet.has("infantry", "fly")


def test_a_unit_has_the_keywords_of_all_of_its_models() -> None:
    """rule: 40K-KEY-3."""
    hound = {"name": "Hound", "numbers": NUMBERS, "keywords": ["beast"]}
    (sheet,) = datasheets_from_json(sheets(single_json("pack", "infantry", models=[hound, {"name": "Master"}])))
    assert sheet.has("beast", "infantry")


def test_datasheets_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    more = sheet_json(
        "all-of-it",
        core=["deep strike", "scouts 6", "feel no pain 5+", "deadly demise D3 (the hull)", "firing deck 4"],
        leads=["Wardens"],
        transport={"capacity": 10, "keywords": ["infantry"], "without": ["fly"], "text": "Ten of them."},
        texts=[{"name": "Hold", "text": "They hold."}],
    )
    more["models"][0] |= {"base": {"oval": [60, 35]}, "damaged": {"wounds": 1, "control": -1}, "keywords": ["officer"]}
    more["models"][1] |= {"hull": [5.0, 3.0], "figure": "swordsman"}
    more["weapons"][0]["modes"][0] |= {"abilities": ["anti-fly 4+", "rapid fire D3"], "other": ["snagged"]}
    before = datasheets_from_json(sheets(sheet_json(), more, single_json("ox", models=[{"name": "Ox"}], weapons=[])))
    path = tmp_path / "x.datasheets.json"
    save_datasheets(before, path)
    assert load_datasheets(path) == before


def test_an_army_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    units = [
        {
            "datasheet": sheet_json(),
            "id": "first",
            "loadouts": [{"model": "Captain", "weapons": ["rifle", "fist"]}, {"model": "Warden", "count": 9}],
        },
        {"datasheet": sheet_json(), "name": "The Others", "wargear": [{"name": "Flag", "count": 2, "text": "High."}]},
        {
            "datasheet": single_json("guide", "character", leads=["Wardens"]),
            "joins": "first",
            "enhancements": [{"name": "Crown", "points": 15, "text": "Shines."}],
        },
    ]
    army = army_from_json(
        army_json(*units, texts=[{"name": "Wall", "text": "It stands."}], notes=["a note"]), folder="."
    )
    assert [unit.id for unit in army.units] == ["lord", "first", "wardens", "guide"]
    assert [unit.name for unit in army.units] == ["Lord", "Wardens", "The Others", "Guide"]
    assert [unit.models for unit in army.units] == [1, 10, 5, 1]
    assert army.points == 50 + 160 + 80 + 50 + 15
    path = tmp_path / "x.band.json"
    save_army(army, path)
    assert load_army(path) == army
    assert {sheet.id for sheet in load_any_datasheets(path)} == {"lord", "wardens", "guide"}


def test_wargear_without_a_name_belongs_to_every_model() -> None:
    """rule: 40K-SHEET-5."""
    army = army_from_json(
        army_json({"datasheet": sheet_json(), "loadouts": [{"model": "Warden", "count": 4}]}), folder="."
    )
    assert army.units[1].loadouts[0].weapons == ("rifle", "blade")


def test_datasheets_come_from_files_beside_the_army(tmp_path: Path) -> None:
    save_datasheets(datasheets_from_json(sheets(sheet_json())), tmp_path / "wall.datasheets.json")
    value = army_json({"datasheet": "wardens"}, **{"from": ["wall.datasheets.json"]})
    assert army_from_json(value, folder=tmp_path).units[1].sheet.name == "Wardens"


WRONG_SHEETS: list[tuple[dict[str, Any], str]] = [
    ({"models": []}, r"datasheets\[0\]\.models"),
    ({"points": [[5, 80], [5, 90]]}, r"points\[1\]: expected more models than in the row before, 5, got 5"),
    ({"keywords": ["Infantry"]}, r"keywords\[0\]: expected a keyword in lower case, got 'Infantry'"),
    ({"keywords": ["fly", "fly"]}, r"keywords: the keyword 'fly' is given twice"),
    ({"core": ["flies well"]}, r"core\[0\]: unknown word 'flies well'; known here: deadly demise"),
    ({"weapons": [{"name": "Rifle"}, {"name": "Rifle"}]}, r"weapons\[1\]"),
    (
        {"weapons": [{"name": "Rifle", "modes": [GUN, BLADE]}]},
        r"weapons\[0\]\.modes: a weapon is either ranged or melee",
    ),
    ({"weapons": [{"name": "R", "modes": [{**GUN, "abilities": ["quick"]}]}]}, r"abilities\[0\]: unknown word 'quick'"),
    ({"weapons": [{"name": "R", "modes": [{**GUN, "attacks": "D7"}]}]}, r"weapons\[0\]\.modes\[0\]\.attacks"),
    ({"weapons": [{"name": "R", "modes": [{**GUN, "ap": 1}]}]}, r"weapons\[0\]\.modes\[0\]\.ap"),
    ({"weapons": []}, r"models\[0\]\.carries: no weapon 'rifle'; there are: -"),
    ({"options": [{"choices": [["bow"]]}]}, r"options\[0\]\.choices\[0\]: no weapon 'bow'; there are: rifle"),
    ({"options": [{"choices": [["fist"]], "model": "Cook"}]}, r"options\[0\]\.model: no model 'Cook'; there are: Capt"),
    ({"models": [{"name": "A"}, {"name": "A"}]}, r"models\[1\]"),
    (
        {"models": [{"name": "A", "count": [5, 4]}]},
        r"models\[0\]\.count: expected the fewest before the most, got 5 and 4",
    ),
    (
        {"models": [{"name": "A", "base": {"round": 32}, "hull": [3, 2]}]},
        r"models\[0\]\.hull: a model has a base or is",
    ),
    ({"models": [{"name": "A", "figure": "dragon"}]}, r"models\[0\]\.figure: no figure 'dragon'; there are: "),
    ({"models": [{"name": "A", "numbers": {**NUMBERS, "move": "fast"}}]}, r"models\[0\]\.numbers\.move"),
    ({"speed": 3}, r"unknown field 'speed'"),
]


@pytest.mark.parametrize(("change", "said"), WRONG_SHEETS)
def test_what_no_datasheet_can_say_is_refused_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError, match=said) as caught:
        datasheets_from_json(sheets(sheet_json(**change)), "x.json")
    assert str(caught.value).startswith("x.json: ")


WRONG_ARMIES: list[tuple[dict[str, Any], str]] = [
    ({"datasheet": "ghosts"}, r"units\[1\]\.datasheet: nothing is called 'ghosts' in the files under 'from'"),
    (
        {"datasheet": sheet_json(), "loadouts": [{"model": "Cook"}]},
        r"loadouts\[0\]\.model: no model 'Cook'; there are: ",
    ),
    (
        {"datasheet": sheet_json(), "loadouts": [{"model": "Warden", "weapons": ["bow"]}]},
        r"weapons\[0\]: no weapon 'bow'",
    ),
    (
        {"datasheet": sheet_json(), "joins": "ghosts"},
        r"units\[1\]\.joins: no other unit 'ghosts'; there are: lord, wardens",
    ),
    ({"datasheet": sheet_json(), "inside": "wardens"}, r"units\[1\]\.inside: no other unit 'wardens'"),
]


@pytest.mark.parametrize(("unit", "said"), WRONG_ARMIES)
def test_what_no_army_can_say_is_refused_with_its_place(unit: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError, match=said) as caught:
        army_from_json(army_json(unit), folder=".", name="x.band.json")
    assert str(caught.value).startswith("x.band.json: ")


def test_an_id_given_twice_is_refused() -> None:
    unit = {"datasheet": sheet_json(), "id": "first"}
    with pytest.raises(FileError, match=r"units\[2\]"):
        army_from_json(army_json(unit, unit), folder=".")


@given(json_values)
def test_any_json_is_read_or_refused_with_a_file_error(value: object) -> None:
    for read in (datasheets_from_json, lambda value: army_from_json(value, folder=".")):
        with pytest.raises(FileError):
            read(value)


@pytest.mark.parametrize("name", ["datasheets", "datasheet-army"])
def test_the_formats_have_schemas(name: str) -> None:
    assert json.dumps(schema(name))
    assert schema(name)["$defs"]
