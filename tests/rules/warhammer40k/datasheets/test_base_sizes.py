"""Base sizes and numbers from tables that others share, and sizes given by the user."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.warhammer40k.datasheets.rosters import crew, roster
from tests.rules.warhammer40k.datasheets.sheets import sheet_json
from tests.rules.warhammer40k.datasheets.test_list_text import APP
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.rules.armies import SharedFile
from warcry3d.rules.warhammer40k.datasheets.army import Army40k
from warcry3d.rules.warhammer40k.datasheets.base_sizes import size_book
from warcry3d.rules.warhammer40k.datasheets.shared_import import imported_army
from warcry3d.table.bases import base_of_mm
from warcry3d.table.jsonfile import JsonPath

ROW = {"M": '6"', "T": "4", "Sv": "3+", "inv": "4", "W": "2", "Ld": "6+", "OC": "1", "base_note": ""}


def imported(folder: Path, *tables: Any, value: Any = None, **sizes: str) -> Army40k:
    source = folder / "list"
    source.write_text(APP if value is None else json.dumps(value), encoding="utf-8")
    paths = []
    for i, table in enumerate(tables):
        paths.append(folder / f"{i}.json")
        paths[-1].write_text(json.dumps(table), encoding="utf-8")
    return imported_army(SharedFile(source, folder / "out.json", tuple(paths), sizes)).army


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("40mm", base_of_mm(40, 40)),
        ("28.5mm", base_of_mm(28.5, 28.5)),
        ("120 x 92mm flying base", base_of_mm(120, 92)),
        ("60x35.5mm", base_of_mm(60, 35.5)),
        ("Small Flying Base", base_of_mm(32, 32)),
        ("Large Flying Base", base_of_mm(60, 60)),
        ("Use model", None),
        ("No official base size", None),
        ("", None),
    ],
)
def test_sizes_are_read_as_tables_write_them(tmp_path: Path, text: str, base: object) -> None:
    table = [{"datasheet": "Crew", "model": "Hand", "base": text, **ROW}]
    assert imported(tmp_path, table).units[1].sheet.model("Hand").base == base


def test_a_table_of_models_gives_a_list_its_numbers(tmp_path: Path) -> None:
    """rule: 40K-SHEET-3."""
    rows = [
        {"datasheet": "Crew", "model": "Crew", "base": "32mm", **ROW},
        {"datasheet": "Eels", "model": "EELS", **ROW},
    ]
    army = imported(tmp_path, rows)
    numbers = army.units[1].sheet.model("Mate").numbers
    assert numbers is not None
    assert (str(numbers.move), numbers.toughness, numbers.save, numbers.invulnerable) == ("6", 4, 3, 4)
    assert army.units[3].sheet.model("Eel").numbers == numbers
    assert army.units[0].sheet.model("Skipper").numbers is None


def test_numbers_of_a_roster_are_not_replaced(tmp_path: Path) -> None:
    table = [{"datasheet": "Crew", "model": "Crew", "base": "32mm", **ROW}]
    sheet = imported(tmp_path, table, value=roster(crew())).units[0].sheet
    numbers = sheet.models[0].numbers
    assert numbers is not None and numbers.toughness == 3
    assert sheet.models[0].base == base_of_mm(32, 32)


def test_tables_by_faction_give_bases_and_hulls(tmp_path: Path) -> None:
    """rule: 40K-DIST-2."""
    hull = {"baseType": "hull", "hullDimensions": {"width": 3.5, "height": 6}}
    table = {"FERRYMEN": {"Crew: Mate": {"baseType": "40mm"}, "Crew": {"baseType": "32mm"}, "Barge": hull}}
    army = imported(tmp_path, table)
    sheet = army.units[1].sheet
    assert (sheet.model("Mate").base, sheet.model("Hand").base) == (base_of_mm(40, 40), base_of_mm(32, 32))
    barge = army.units[2].sheet.models[0]
    assert (barge.base, barge.hull, barge.has_size) == (None, (6.0, 3.5), True)


@pytest.mark.parametrize(
    "table", [{"ferrymen": ["Skipper || 40mm"]}, {"ferrymen": {"Skipper": "40mm"}}, {"Skipper": 40}, {"Skipper": "40"}]
)
def test_other_tables_are_read_too(tmp_path: Path, table: Any) -> None:
    assert imported(tmp_path, table).units[0].sheet.models[0].base == base_of_mm(40, 40)


def test_sizes_that_differ_between_factions_are_left_to_the_user(tmp_path: Path) -> None:
    table = {"a": {"Crew": "25mm"}, "b": {"Crew": "32mm"}}
    assert imported(tmp_path, table).units[1].sheet.models[0].base is None
    assert imported(tmp_path, table, Crew="28.5").units[1].sheet.models[0].base == base_of_mm(28.5, 28.5)


def test_given_sizes_come_first_and_must_be_somebodys(tmp_path: Path) -> None:
    table = {"a": {"Crew": "25mm"}}
    sheet = imported(tmp_path, table, Mate="60x35").units[1].sheet
    assert (sheet.model("Mate").base, sheet.model("Hand").base) == (base_of_mm(60, 35), base_of_mm(25, 25))
    with pytest.raises(UnknownNameError, match="no datasheet or model is called 'Ghost'"):
        imported(tmp_path, Ghost="32")
    with pytest.raises(QuestionError, match="expected a size in millimetres such as 32 or 60x35, got 'big'"):
        imported(tmp_path, Crew="big")


def test_datasheets_of_ours_give_a_list_all_of_its_numbers(tmp_path: Path) -> None:
    """rule: 40K-SHEET-1."""
    captain, wardens = "• 1x Captain\n  • 1x Rifle\n  • 1x Fist\n", "• 4x Warden\n  • 4x Rifle\n  • 4x Horn\n"
    text = f"Raid (80 pts)\nWardens (80 pts)\n{captain}{wardens}"
    (tmp_path / "sheets.json").write_text(
        json.dumps({"format": "warcry3d.datasheets/1", "datasheets": [sheet_json()]}), encoding="utf-8"
    )
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    found = imported_army(SharedFile(tmp_path / "list.txt", tmp_path / "o.json", (tmp_path / "sheets.json",)))
    unit = found.army.units[0]
    assert not [*unit.sheet.unknown]
    assert [(one.model, one.weapons) for one in unit.loadouts] == [
        ("Captain", ("fist", "rifle")),
        ("Warden", ("rifle",)),
    ]
    assert "Wardens: not on its datasheet: Horn" in [str(note) for note in found.notes]


def test_names_with_typographic_apostrophes_and_accents_are_found(tmp_path: Path) -> None:
    """rule: 40K-SHEET-1."""
    sheet = sheet_json(name="Khârn's Wardens")
    sheet["weapons"][0]["name"] = "Wall-rifle"
    sheet["weapons"][0]["id"] = "rifle"
    (tmp_path / "sheets.json").write_text(
        json.dumps({"format": "warcry3d.datasheets/1", "datasheets": [sheet]}), encoding="utf-8"
    )
    text = "Kharn’s wardens (80 pts)\n• 1x Captain\n  • 1x Wall Rifle\n• 4x Warden\n  • 4x Wall rifle\n"
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    found = imported_army(SharedFile(tmp_path / "list.txt", tmp_path / "o.json", (tmp_path / "sheets.json",)))
    assert [(one.model, one.weapons) for one in found.army.units[0].loadouts] == [
        ("Captain", ("rifle",)),
        ("Warden", ("rifle",)),
    ]
    table = [{"datasheet": "Kharn’s Wardens", "model": "Capitain", "base": "40mm"}, {"datasheet": "Crèw", "base": "32"}]
    assert imported(tmp_path, table).units[1].sheet.model("Hand").base == base_of_mm(32, 32)


@pytest.mark.parametrize(
    "table", [3, "x", [3], [{"name": "Crew"}], {"a": {"Crew": 3}}, {"a": [3]}, {"a": None}, {"Crew": "large"}]
)
def test_what_is_no_table_is_refused(table: Any) -> None:
    with pytest.raises(FileError, match=r"^sizes\.json: "):
        size_book(table, JsonPath("sizes.json"))
