"""Rosters that others share become armies of ours, without loss; what is missing or not understood is said."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.rules.warhammer40k.datasheets.rosters import (
    ability,
    as_xml,
    as_zip,
    blade,
    crew,
    forms,
    gun,
    profile,
    roster,
    selection,
    skipper,
    unit_profile,
)
from tests.table.test_fuzz import json_values
from warcry3d.errors import FileError
from warcry3d.rules.armies import SharedFile
from warcry3d.rules.warhammer40k.datasheets.army import ModelLoadout
from warcry3d.rules.warhammer40k.datasheets.datasheet import Damaged
from warcry3d.rules.warhammer40k.datasheets.faults import army_faults
from warcry3d.rules.warhammer40k.datasheets.files import load_army, save_army
from warcry3d.rules.warhammer40k.datasheets.import_lines import ability_count
from warcry3d.rules.warhammer40k.datasheets.roster_import import ImportedArmy
from warcry3d.rules.warhammer40k.datasheets.shared_import import imported_army

PAIR = roster(skipper(), crew(), points=155)


def of(path: Path, value: dict[str, Any] | bytes) -> ImportedArmy:
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return imported_army(SharedFile(path, path.with_name("out.band.json")))


@pytest.mark.parametrize("ending", [".json", ".ros", ".rosz"])
def test_every_form_gives_the_same_army(tmp_path: Path, ending: str) -> None:
    army = of(tmp_path / f"x{ending}", forms(PAIR)[ending]).army
    assert army == of(tmp_path / "y.json", PAIR).army
    assert (army.name, army.faction, army.detachment, army.limit) == ("Ferry", "ferrymen", "Low Water", 1000)
    assert [(unit.name, unit.models, unit.cost) for unit in army.units] == [("Skipper", 1, 75), ("Crew", 5, 80)]
    assert army_faults(army) == ()


def test_an_imported_army_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    army = of(tmp_path / "x.json", PAIR).army
    save_army(army, tmp_path / "x.band.json")
    assert load_army(tmp_path / "x.band.json") == army


def test_keywords_points_enhancement_warlord_and_wargear_come_along(tmp_path: Path) -> None:
    """rule: 40K-KEY-1, 40K-ARMY-4, 40K-ARMY-8, 40K-ARMY-12."""
    lord = of(tmp_path / "x.json", PAIR).army.units[0]
    assert lord.sheet.keywords == ("character", "infantry", "skipper")
    assert lord.sheet.faction_keywords == ("ferrymen",)
    assert lord.is_warlord and lord.points == 60
    assert [(one.name, one.points, one.text) for one in lord.enhancements] == [("Brass Compass", 15, "It points.")]
    assert [(one.name, one.text) for one in lord.wargear] == [("Lantern", "It shines.")]
    assert lord.sheet.leads == ("CREW", "DIVERS")


def test_models_get_the_units_profile_or_their_own(tmp_path: Path) -> None:
    """rule: 40K-SHEET-3."""
    ox = selection("Ox", "model", 2, profiles=[unit_profile("Ox", T="6", M="2D6"), ability("Invulnerable Save", "5+")])
    man = selection("Drovers", "model", 1)
    herd = selection("Herd", "unit", 1, ox, man, profiles=[unit_profile("Drover"), unit_profile("Calf", W="1")], pts=40)
    sheet = of(tmp_path / "x.json", roster(herd)).army.units[0].sheet
    ox_numbers, drover = sheet.model("Ox").numbers, sheet.model("Drovers").numbers
    assert ox_numbers is not None and drover is not None
    assert (str(ox_numbers.move), ox_numbers.toughness, ox_numbers.invulnerable) == ("2D6", 6, 5)
    assert (str(drover.move), drover.toughness, drover.invulnerable) == ("6", 3, None)


def test_weapons_keep_all_their_numbers_and_modes(tmp_path: Path) -> None:
    """rule: 40K-WEAPON-1, 40K-WEAPON-2, 40K-WEAPON-3, 40K-WEAPON-4."""
    imported = of(tmp_path / "x.json", PAIR)
    lord, unit = imported.army.units
    deck_gun = lord.sheet.weapon("deck-gun")
    assert [mode.name for mode in deck_gun.modes] == ["shot", "chain"]
    assert lord.loadouts == (ModelLoadout("Skipper", 1, ("deck-gun", "deck-gun")),)
    harpoon = unit.sheet.weapon("harpoon").modes[0]
    assert (str(harpoon.damage), harpoon.ap, harpoon.other) == ("D6+1", -2, ("Dragging",))
    assert "Harpoon: AP 2 is read as -2" in [str(note) for note in imported.notes]
    assert [str(one) for one in unit.sheet.weapon("boat-gun").modes[0].abilities] == ["rapid fire 1", "anti-fly 4+"]


def test_weapons_are_shared_out_among_the_models_and_a_guess_is_said(tmp_path: Path) -> None:
    imported = of(tmp_path / "x.json", PAIR)
    assert imported.army.units[1].loadouts == (
        ModelLoadout("Mate", 1, ("flare-pistol",)),
        ModelLoadout("Hands", 3, ("boat-gun", "boathook")),
        ModelLoadout("Hands", 1, ("boathook", "harpoon")),
    )
    assert "Crew: who of Hands carries what is a guess" in [str(note) for note in imported.notes]


def test_what_the_unit_itself_carries_goes_to_its_first_model(tmp_path: Path) -> None:
    value = crew()
    value["selections"].append(selection("Mast gun", profiles=[gun("Mast gun")]))
    imported = of(tmp_path / "x.json", roster(value))
    assert imported.army.units[0].loadouts[0].weapons == ("flare-pistol", "mast-gun")
    assert "Crew: Mast gun of the unit itself, given to Mate" in [str(note) for note in imported.notes]


def test_core_abilities_become_data_and_all_others_stay_text(tmp_path: Path) -> None:
    army = of(tmp_path / "x.json", PAIR).army
    sheet = army.units[1].sheet
    assert [str(one) for one in sheet.core] == ["scouts 6"]
    assert [(one.name, one.text) for one in sheet.texts] == [("Old Hands", "They row well.")]
    count = ability_count(army)
    assert set(count.text) == {"Old Hands", "Dragging", "Lantern", "Brass Compass"}
    assert {"scouts 6", "rapid fire 1", "anti-fly 4+", "pistol", "blast", "leader"} <= set(count.data)
    assert 0 < count.enforced <= len(count.data) and count.all == len(count.data) + len(count.text)


DAMAGED = "While this model has 1-4 wounds remaining, "
HIT = "each time this model makes an attack, subtract 1 from the Hit roll."


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        (DAMAGED + HIT, Damaged(4)),
        (DAMAGED + "subtract 3 from its Objective Control characteristic and " + HIT, Damaged(4, -3)),
        (DAMAGED + "halve its Move.", None),
    ],
)
def test_damaged_is_data_where_it_is_the_usual_one_else_text(
    tmp_path: Path, text: str, damaged: Damaged | None
) -> None:
    name = "Damaged: 1-4 wounds remaining"
    barge = selection("Barge", "model", 1, profiles=[unit_profile("Barge", W="12"), ability(name, text)], pts=90)
    sheet = of(tmp_path / "x.json", roster(barge)).army.units[0].sheet
    assert sheet.models[0].damaged == damaged
    assert [one.name for one in sheet.texts] == ([] if damaged else [name])


@pytest.mark.parametrize(
    ("text", "save"),
    [
        ("Models in this unit have a 5+ invulnerable save.", 5),
        ("4+", 4),
        ("This model has a 5+ invulnerable save against ranged attacks.", None),
    ],
)
def test_an_invulnerable_save_without_conditions_is_data(tmp_path: Path, text: str, save: int | None) -> None:
    """rule: 40K-SHEET-3."""
    barge = selection("Barge", "model", 1, profiles=[unit_profile("Barge"), ability("Invulnerable Save", text)], pts=90)
    sheet = of(tmp_path / "x.json", roster(barge)).army.units[0].sheet
    numbers = sheet.models[0].numbers
    assert numbers is not None and numbers.invulnerable == save
    assert bool(sheet.texts) == (save is None)


def test_a_transport_says_how_many_it_carries(tmp_path: Path) -> None:
    """rule: 40K-TRANSPORT-2."""
    text = "This model has a transport capacity of 12 FERRYMEN INFANTRY models. It cannot transport SKIPPER models."
    carries = profile("Barge", "Transport", Capacity=text)
    own = {"categories": ["Dedicated Transport", "Vehicle", "Faction: Ferrymen"], "pts": 70}
    barge = selection("Barge", "model", 1, profiles=[unit_profile("Barge"), carries], **own)
    transport = of(tmp_path / "x.json", roster(skipper(), crew(), barge)).army.units[2].sheet.transport
    assert transport is not None
    assert (transport.capacity, set(transport.keywords), transport.without) == (
        12,
        {"ferrymen", "infantry"},
        ("skipper",),
    )
    assert transport.text == text


def test_profiles_of_other_kinds_are_kept(tmp_path: Path) -> None:
    power = profile("Fog", "Powers", Effect="It rolls in.", Cost="2")
    strike = {**gun("Wave", "Torrent", BS="N/A", A="3D6"), "typeName": "Sea Powers"}
    seer = selection("Seer", "model", 1, profiles=[unit_profile("Seer"), power, strike], pts=50)
    sheet = of(tmp_path / "x.json", roster(seer)).army.units[0].sheet
    assert [(one.name, one.text) for one in sheet.texts] == [("Fog", "Effect: It rolls in.\nCost: 2")]
    wave = sheet.weapon("wave").modes[0]
    assert (str(wave.attacks), wave.skill) == ("3D6", None)


def test_units_of_one_name_share_a_datasheet_unless_their_numbers_differ(tmp_path: Path) -> None:
    """rule: 40K-UNIT-1."""
    tough = crew(profiles=[unit_profile("Crew", T="4")])
    army = of(tmp_path / "x.json", roster(crew(), crew(), tough)).army
    assert [unit.sheet.id for unit in army.units] == ["crew", "crew", "crew-2"]
    assert [unit.id for unit in army.units] == ["crew", "crew-2", "crew-2-2"]
    assert [unit.name for unit in army.units] == ["Crew", "Crew 2", "Crew 3"]


def test_other_settings_are_notes_and_their_rules_texts(tmp_path: Path) -> None:
    rule = {"name": "Ebb", "description": "It goes out."}
    shown = selection("Show Options", "upgrade", 1, selection("Legends"), rules=[rule], categories=["Configuration"])
    army = of(tmp_path / "x.json", roster(crew(), shown)).army
    assert "Show Options: Legends" in army.notes
    assert [(one.name, one.text) for one in army.texts] == [("Ebb", "It goes out.")]


def test_sums_that_do_not_agree_are_said(tmp_path: Path) -> None:
    notes = of(tmp_path / "x.json", roster(crew(), points=99)).notes
    assert "the roster says 99 points; its units add up to 80" in [str(note) for note in notes]


def test_a_roster_without_profiles_has_units_whose_numbers_are_missing(tmp_path: Path) -> None:
    hands = selection("Hands", "model", 4, selection("Boat gun", "upgrade", 4))
    army = of(tmp_path / "x.json", roster(selection("Crew", "unit", 1, hands, pts=80))).army
    assert army.units[0].loadouts == (ModelLoadout("Hands", 4, ("boat-gun",)),)
    assert [*army.units[0].sheet.unknown] == ["Hands", "Boat gun"]


def test_numbers_that_cannot_be_read_are_said_and_missing(tmp_path: Path) -> None:
    barge = selection("Barge", "model", 1, profiles=[unit_profile("Barge", T="big"), gun("Gun", S="?")], pts=9)
    imported = of(tmp_path / "x.json", roster(barge))
    assert [*imported.army.units[0].sheet.unknown] == ["Barge", "Gun"]
    assert [str(note) for note in imported.notes] == [
        "Gun: S is not a number or dice: '?'",
        "Barge: T is not a number or dice: 'big'",
    ]


EARLIER = profile("Crew", "Unit", M='6"', WS="3+", BS="3+", S="4", T="4", W="2", A="2", Ld="7", Save="3+")
BOMB = b'<!DOCTYPE roster [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><roster name="&b;"/>'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            json.dumps(roster(crew(), gameSystemName="Chess")).encode(),
            "the roster is for 'Chess', not for Warhammer 40,000",
        ),
        (
            json.dumps(roster(crew(), gameSystemName="Warhammer 40,000: Kill Team")).encode(),
            "the roster is for 'Warhammer 40,000: Kill Team', not for Warhammer 40,000",
        ),
        (
            json.dumps(roster(crew(), gameSystemName="Warhammer 40,000 9th Edition")).encode(),
            r"the roster is for an earlier edition \(Warhammer 40,000 9th Edition\)",
        ),
        (
            json.dumps(roster(crew(profiles=[EARLIER], selections=[]))).encode(),
            r"the roster is for an earlier edition",
        ),
        (json.dumps(roster()).encode(), "the roster has no units"),
        (BOMB, "the XML declares a document type, which is not allowed"),
        (
            json.dumps(roster(crew(), gameSystemName="Warhammer 40,000: Apocalypse (2019)")).encode(),
            r"not for Warhammer 40,000",
        ),
        (
            b"Krew\nTribe\n990pts | 2 fighters | Valid\n\n- Chief (500pts, Hero)\n- Grunt (490pts)\n",
            "the list is of a warband of Warcry, not of an army of Warhammer 40,000",
        ),
        (as_zip(b" " * 30_000_000), "unpacks to 30000000 bytes"),
        (as_zip(as_xml(PAIR), "../../etc/x.ros") + b"", ""),
        (b"\x00\x01binary", "expected a roster, or a list of units with their points as text"),
        (b"", "expected a roster, or a list of units with their points as text"),
        (b'{"units": []}', "expected a roster: an object with the field 'roster'"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, data: bytes, said: str) -> None:
    if not said:
        assert len(of(tmp_path / "x.rosz", data).army.units) == 2, "a member's name is never a path"
        return
    with pytest.raises(FileError, match=said) as caught:
        of(tmp_path / "x.rosz", data)
    assert "\n" not in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.rosz"]


def test_a_roster_of_another_edition_with_the_same_numbers_comes_in_and_that_is_said(tmp_path: Path) -> None:
    value = roster(crew(), gameSystemName="Warhammer 40,000 11th Edition")
    imported = of(tmp_path / "x.json", json.dumps(value).encode())
    said = "the roster is for Warhammer 40,000 11th Edition; battles are of the 10th edition"
    assert said in map(str, imported.notes) and len(imported.army.units) == 1


def test_a_list_as_text_may_be_packed(tmp_path: Path) -> None:
    assert len(of(tmp_path / "x.zip", as_zip(b"Crew (80 pts)\n", "list.txt")).army.units) == 1


@given(json_values)
def test_any_json_is_an_army_or_a_file_error(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    with pytest.raises(FileError):
        of(path, json.dumps({"roster": value}).encode())


def test_melee_weapons_are_told_from_ranged_ones_of_the_same_name(tmp_path: Path) -> None:
    """rule: 40K-WEAPON-1."""
    spear = selection("Spear", "upgrade", 1, profiles=[gun("Spear"), blade("Spear")])
    guard = selection("Guard", "model", 1, spear, profiles=[unit_profile("Guard")], pts=30)
    sheet = of(tmp_path / "x.json", roster(guard)).army.units[0].sheet
    assert [(one.id, one.is_melee) for one in sheet.weapons] == [("spear", False), ("spear-2", True)]


def test_rosters_by_others_are_read_without_loss() -> None:
    folder = Path(os.environ.get("WARCRY3D_40K_DATA", ""))
    if not os.environ.get("WARCRY3D_40K_DATA") or not folder.is_dir():
        pytest.skip("set WARCRY3D_40K_DATA to a folder of rosters and lists that players share")
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".ros", ".rosz", ".json", ".txt")]
    read = 0
    for path in files:
        try:
            imported = imported_army(SharedFile(path, path))
        except FileError:
            continue
        read += 1
        if path.suffix != ".txt":
            assert not [name for unit in imported.army.units for name in unit.sheet.unknown], path
            assert not [note for note in imported.notes if "add up to" in str(note)], path
    assert read


def test_melee_weapons_without_a_range_and_keywords_with_semicolons_are_read(tmp_path: Path) -> None:
    hook = selection("Hook", profiles=[blade("Hook", "Lethal Hits; Sustained Hits D3", Range="N/A")])
    eel = selection("Eel", "model", 1, hook, profiles=[unit_profile("Eel")], pts=30)
    imported = of(tmp_path / "x.json", roster(eel))
    (mode,) = imported.army.units[0].sheet.weapons[0].modes
    assert mode.reach is None and [str(one) for one in mode.abilities] == ["lethal hits", "sustained hits D3"]
    assert not imported.notes


def test_profiles_that_are_not_understood_are_kept_as_text(tmp_path: Path) -> None:
    odd = selection("Odd gun", profiles=[gun("Odd gun", AP="*", D="3")])
    eel = selection("Eel", "model", 1, odd, profiles=[unit_profile("Eel", M='6"/12"')], pts=30)
    imported = of(tmp_path / "x.json", roster(eel))
    texts = {one.name: one.text for one in imported.army.units[0].sheet.texts}
    assert "AP: *" in texts["Odd gun"] and "D: 3" in texts["Odd gun"]
    assert 'M: 6"/12"' in texts["Eel"] and "T: 3" in texts["Eel"]
    assert len(imported.notes) == 2


def test_values_that_begin_with_a_number_are_read_as_that_and_it_is_said(tmp_path: Path) -> None:
    """rule: 40K-SHEET-3."""
    odd = selection("Odd gun", profiles=[gun("Odd gun", A="D6+3 (see below)", S="8*", AP="-2 (half)", D="2D3")])
    own = unit_profile("Eel", M='6"/12"', T="4 or 5", SV="3+/5++", W="10*", LD="6+*", OC="-")
    imported = of(tmp_path / "x.json", roster(selection("Eel", "model", 1, odd, profiles=[own], pts=30)))
    sheet = imported.army.units[0].sheet
    numbers, (mode,) = sheet.models[0].numbers, sheet.weapons[0].modes
    assert numbers is not None and not [*sheet.unknown]
    assert (str(numbers.move), numbers.toughness, numbers.save, numbers.invulnerable) == ("6", 4, 3, 5)
    assert (numbers.wounds, numbers.leadership, numbers.control) == (10, 6, None)
    assert (str(mode.attacks), str(mode.strength), mode.ap, str(mode.damage)) == ("D6+3", "8", -2, "2D3")
    assert {
        "Eel: M '6\"/12\"' is read as 6",
        "Eel: T '4 or 5' is read as 4",
        "Odd gun: A 'D6+3 (see below)' is read as D6+3",
        "Odd gun: S '8*' is read as 8",
        "Odd gun: AP '-2 (half)' is read as -2",
    } == {str(note) for note in imported.notes}
    assert [one.name for one in sheet.texts] == ["Eel"], "its own words stay"


def test_an_entry_for_two_units_becomes_two(tmp_path: Path) -> None:
    """rule: 40K-UNIT-1."""
    both = {**crew(pts=160), "number": 2}
    mate, hands = both["selections"]
    mate["number"], hands["number"] = 2, 8
    mate["selections"][0]["number"] = 2
    for one, number in zip(hands["selections"], (7, 1, 8), strict=True):
        one["number"] = number
    imported = of(tmp_path / "x.json", roster(both, points=160))
    first, second = imported.army.units
    assert [(one.id, one.name, one.models, one.cost) for one in imported.army.units] == [
        ("crew", "Crew", 5, 80),
        ("crew-2", "Crew 2", 5, 80),
    ]
    carried = [id for unit in (first, second) for one in unit.loadouts for id in one.weapons * one.count]
    assert {id: carried.count(id) for id in carried} == {"flare-pistol": 2, "boat-gun": 7, "harpoon": 1, "boathook": 8}
    assert "Crew: one entry for 2 units; their models: 5, 5" in map(str, imported.notes)


@pytest.mark.parametrize(("points", "each"), [(80, 40), (160, 80), (None, 40)])
def test_points_of_an_entry_for_two_units_follow_the_sum_of_the_roster(
    tmp_path: Path, points: int | None, each: int
) -> None:
    """rule: 40K-ARMY-4."""
    imported = of(tmp_path / "x.json", roster({**crew(), "number": 2}, points=points))
    assert [(one.models, one.cost) for one in imported.army.units] == [(5, each), (5, each)]
    assert not [note for note in imported.notes if "add up to" in str(note)]


def test_costs_other_than_points_are_kept_and_said(tmp_path: Path) -> None:
    costs = [{"name": "pts", "value": 80}, {"name": "Experience", "value": 6}, {"name": "Honours", "value": 0.0}]
    value = roster(crew(costs=costs))
    value["roster"]["costs"] += [{"name": "Crusade Points", "value": 3.0}, {"name": "Experience", "value": 6}]
    imported = of(tmp_path / "x.json", value)
    assert {"Crew: Experience 6", "Crusade Points: 3", "Experience: 6"} <= set(imported.army.notes)
    said = "costs other than points are kept under the army's notes: Crusade Points, Experience"
    assert said in map(str, imported.notes)
    assert not [note for note in imported.army.notes if "Honours" in note]


def test_units_of_one_name_with_other_abilities_have_datasheets_of_their_own(tmp_path: Path) -> None:
    other = crew(profiles=[unit_profile("Crew"), ability("Old Hands", "They sleep.")])
    army = of(tmp_path / "x.json", roster(crew(), other, crew())).army
    assert [unit.sheet.id for unit in army.units] == ["crew", "crew-2", "crew"]
    assert [[one.text for one in unit.sheet.texts] for unit in army.units[:2]] == [["They row well."], ["They sleep."]]
    assert [[str(one) for one in unit.sheet.core] for unit in army.units[:2]] == [["scouts 6"], ["scouts 6"]]


def test_detachments_of_all_forces_are_named(tmp_path: Path) -> None:
    both = roster(crew())
    deep = selection("Detachment", "upgrade", 1, selection("Deep End"), categories=["Configuration"])
    both["roster"]["forces"].append({"name": "Allies", "catalogueName": "Folk", "selections": [deep]})
    assert of(tmp_path / "x.json", both).army.detachment == "Low Water, Deep End"


@pytest.mark.parametrize(
    ("name", "text", "core"),
    [
        ("Feel No Pain 5+", "", "feel no pain 5+"),
        ("Feel No Pain 4+ against Mortal Wounds", "", "feel no pain 4+ (against mortal wounds)"),
        ("Feel No Pain 4+ (Psychic Attacks)", "", "feel no pain 4+ (Psychic Attacks)"),
        ("Thick Hide", "This model has the Feel No Pain 5+ ability.", "feel no pain 5+"),
        (
            "Blank",
            "Models in this unit have the Feel No Pain 4+ ability against Psychic Attacks.",
            "feel no pain 4+ (against psychic attacks)",
        ),
        ("Quick", 'This unit has the **Scouts 6"** ability.', "scouts 6"),
        ("Thick Hide", "While it stands still, this model has the Feel No Pain 5+ ability.", None),
        ("Quick", "This unit has the Swim ability.", None),
        ("Feel No Pain", "Models with 'Feel No Pain x+' may ignore wounds.", None),
    ],
)
def test_feel_no_pain_and_given_abilities_are_data(tmp_path: Path, name: str, text: str, core: str | None) -> None:
    """rule: 40K-SHEET-1."""
    barge = selection("Barge", "model", 1, profiles=[unit_profile("Barge"), ability(name, text)], pts=90)
    sheet = of(tmp_path / "x.json", roster(barge)).army.units[0].sheet
    assert [str(one) for one in sheet.core] == ([core] if core else [])
    assert [one.name for one in sheet.texts] == ([] if core or name == "Feel No Pain" else [name])


def test_abilities_of_some_models_are_theirs_alone(tmp_path: Path) -> None:
    """rule: 40K-SHEET-1."""
    value = crew(rules=[])
    value["selections"][0]["profiles"] = [ability("Feel No Pain 5+", ""), ability("Stealth", "")]
    value["selections"][1]["profiles"] = [ability("Stealth", "")]
    imported = of(tmp_path / "x.json", roster(value))
    assert [str(one) for one in imported.army.units[0].sheet.core] == ["feel no pain 5+ (Mate only)", "stealth"] * 1
    assert (
        ability_count(imported.army).enforced
        == ability_count(of(tmp_path / "y.json", roster(crew())).army).enforced + 1
    )


@pytest.mark.parametrize(("name", "count"), [("2x Deck gun", 2), ("Deck guns (x3)", 3), ("2x Barrel", 1), ("Mk 2", 1)])
def test_a_number_in_the_name_of_a_selection_counts_its_weapon(tmp_path: Path, name: str, count: int) -> None:
    """rule: 40K-WEAPON-1."""
    guns = selection(name, profiles=[gun("Deck gun")])
    barge = selection("Barge", "model", 1, guns, profiles=[unit_profile("Barge")], pts=90)
    assert of(tmp_path / "x.json", roster(barge)).army.units[0].loadouts[0].weapons == ("deck-gun",) * count


def test_a_leader_inside_of_a_unit_leads_it(tmp_path: Path) -> None:
    """rule: 40K-FORM-1."""
    both = crew()
    both["selections"].append(skipper())
    imported = of(tmp_path / "x.json", roster(both, points=155))
    led, leader = imported.army.units
    assert (led.models, leader.models, leader.joins, leader.is_warlord) == (5, 1, led.id, True)
    assert [one.name for one in leader.enhancements] == ["Brass Compass"] and not imported.notes[2:]
    assert army_faults(imported.army) == ()
    lone = skipper(profiles=[unit_profile("Skipper", W="4")])
    both["selections"][-1] = lone
    imported = of(tmp_path / "y.json", roster(both))
    assert [unit.joins for unit in imported.army.units] == ["", ""]
    assert "Skipper stands inside of Crew: it is taken as a unit of its own" in map(str, imported.notes)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Add 1 to the bearer’s Wounds characteristic.", "6 3 4 5 7 2 None"),
        ('The bearer has a Move characteristic of 10".', "10 3 4 4 7 2 None"),
        ("The bearer has a Save characteristic of 3+.", "6 3 3 4 7 2 None"),
        ("The bearer has a 4+ invulnerable save.", "6 3 4 4 7 2 4"),
        ("Add 1 to the bearer's Wounds characteristic. It glows.", "6 3 4 4 7 2 None"),
    ],
)
def test_wargear_that_changes_numbers_is_counted(tmp_path: Path, text: str, numbers: str) -> None:
    """rule: 40K-SHEET-3."""
    shell = selection("Shell", "upgrade", 1, profiles=[ability("Shell", text)])
    eel = selection("Eel", "model", 1, shell, profiles=[unit_profile("Eel", W="4")], pts=30)
    army = of(tmp_path / "x.json", roster(eel)).army
    own = army.units[0].sheet.models[0].numbers
    assert own is not None
    values = (own.move, own.toughness, own.save, own.wounds, own.leadership, own.control, own.invulnerable)
    assert " ".join(map(str, values)) == numbers
    (thing,) = army.units[0].wargear
    count = ability_count(army)
    assert thing.is_counted is ("glows" not in text) and (count.enforced, len(count.text)) == (
        (1, 0) if thing.is_counted else (0, 1)
    )
    save_army(army, tmp_path / "x.band.json")
    assert load_army(tmp_path / "x.band.json") == army


def test_wargear_of_one_model_of_several_changes_none_of_them(tmp_path: Path) -> None:
    """rule: 40K-SHEET-3."""
    shell = selection(
        "Shell", "upgrade", 1, profiles=[ability("Shell", "Add 1 to the bearer’s Wounds characteristic.")]
    )
    eels = selection("Eels", "model", 3, shell, profiles=[unit_profile("Eel", W="4")], pts=30)
    unit = of(tmp_path / "x.json", roster(eels)).army.units[0]
    numbers = unit.sheet.models[0].numbers
    assert numbers is not None and numbers.wounds == 4 and not unit.wargear[0].is_counted
