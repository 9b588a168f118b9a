"""Army lists as text in the forms of newer programs, in other languages and by hand: nothing in them is lost."""

import pytest

from tests.rules.warhammer40k.datasheets.test_list_text import army_of
from warcry3d.errors import FileError
from warcry3d.rules.warhammer40k.datasheets.army import SheetUnit
from warcry3d.rules.warhammer40k.datasheets.list_text import roster_of_text
from warcry3d.rules.warhammer40k.datasheets.roster_import import army_of_roster
from warcry3d.table.jsonfile import JsonPath

ATTACHED = """Ebb and Flow (415 points)

River Folk
Ferrymen
Strike Force (2000 points)
Low Water and High Water (3 Detachment Points)
Hold the Bank

Attached Units
Attached Unit 1

Skipper Ulm (110 points)
• Attached as: Leader (Character)
  • Warlord
  • 1x Deck gun
    1x Cutlass

Crew (165 points)
• Attached as: Bodyguard (Battleline)
  • 1x Mate
    • 1x Flare pistol
  • 4x Hand
    • 3x Boat gun
      1x Harpoon

CHARACTERS

Pilot (140 points)
  • 1x Pilot
     • Warlord
     ◦ 1x Lead line
  • 2x Boy
     ◦ 2x Stick

Exported with App Version: v2.1.1 (132), Data Version: v895
"""

FRENCH = """Flotte (1 005 points)

Peuple du Fleuve
Basses Eaux
Force de Frappe (2000 points)


PERSONNAGES

Capitaine (905 points)
  • Seigneur de Guerre
  • 1x Sabre
    1x Épée d’os
  • Optimisation : Boussole


LIGNE

Matelots (100 points)
  • 10x Matelot
    • 10x Gaffe

Exporté avec la Version de l'Appli : v2.0.1 (122), Version de Données : v875
"""

GERMAN = """Flotte (1.005 Punkte)

Flussvolk
Ebbe
Schlacht (2000 Punkte)

CHARAKTERMODELLE

Kapitän (905 Punkte)
  • Kriegsherr
  • 1x Säbel
    1x Épée d'os
  • Verbesserung: Boussole

LINIE

Matelots (100 Punkte)
  • 10x Matelot
    • 10x Gaffe
"""

HAND = """Raiders of the ford

Skipper - 75pts
- Warlord
- Cutlass
10 Hands - 85pts
Hands x20 170pts
3 x Eels 80 pts
Barge: 65 points
Great Barge 160
Total: 635 points
"""


def brief(unit: SheetUnit) -> tuple[str, int, list[tuple[int, str, tuple[str, ...]]]]:
    return unit.name, unit.cost, [(one.count, one.model, one.weapons) for one in unit.loadouts]


def test_attached_units_of_the_newer_app_keep_their_models_and_places() -> None:
    army = army_of(ATTACHED)
    assert [brief(unit) for unit in army.units] == [
        ("Skipper Ulm", 110, [(1, "Skipper Ulm", ("cutlass", "deck-gun"))]),
        ("Crew", 165, [(1, "Mate", ("flare-pistol",)), (3, "Hand", ("boat-gun",)), (1, "Hand", ("harpoon",))]),
        ("Pilot", 140, [(1, "Pilot", ("lead-line",)), (2, "Boy", ("stick",))]),
    ]
    assert army.units[0].has("character") and army.units[1].has("battleline")
    assert [unit.is_warlord for unit in army.units] == [True, False, True]
    assert "Attached unit 1: Skipper Ulm (Leader (Character)); Crew (Bodyguard (Battleline))" in army.notes


def test_the_head_tells_chapter_detachment_and_disposition_apart() -> None:
    army = army_of(ATTACHED)
    assert (army.name, army.faction, army.limit) == ("Ebb and Flow", "river folk", 2000)
    assert army.detachment == "Low Water and High Water"
    assert {"Chapter: Ferrymen", "Force disposition: Hold the Bank"} <= set(army.notes)


@pytest.mark.parametrize("behind", [True, False], ids=["detachment behind the size", "detachment before the size"])
def test_a_chapter_is_no_detachment(behind: bool) -> None:
    size, detachment = "Incursion (1000 points)", "Low Water"
    rest = f"{size}\n{detachment}" if behind else f"{detachment}\n{size}"
    army = army_of(f"Raid (80 points)\n\nRiver Folk\nFerrymen\n{rest}\n\nBATTLELINE\n\nCrew (80 points)\n  • 5x Hand\n")
    assert (army.faction, army.detachment) == ("river folk", "Low Water")
    assert "Chapter: Ferrymen" in army.notes


def test_a_title_of_several_lines_without_points_is_no_faction() -> None:
    title = "I brought oars.\nYou did not.\n\n(80 points)"
    head = "Ferrymen\nLow Water (3 Detachment Points)\nIncursion (1000 points)"
    army = army_of(f"{title}\n\n{head}\n\nCrew (80 points)\n• 5x Hand\n")
    assert (army.name, army.faction, army.detachment) == ("I brought oars.", "ferrymen", "Low Water")
    assert len(army.units) == 1 and army.points == 80


def test_a_title_of_several_lines_ends_in_its_points() -> None:
    head = "Here it is:\n\nRaid\nnumber 7 (80 points)\n\nFerrymen\nLow Water\nIncursion (1000 points)"
    text = f"{head}\n\nCrew (80 points)\n"
    imported = army_of_roster(roster_of_text(text, JsonPath("list.txt")))
    assert (imported.army.name, imported.army.faction) == ("Raid number 7", "ferrymen")
    assert "lines not understood: 1 'Here it is:'" in map(str, imported.notes)


def test_detachments_on_lines_of_their_own_all_count() -> None:
    text = "+ FACTION KEYWORD: Ferrymen\n+ DETACHMENT: Ebb (2 Detachment Points)\n+ DETACHMENT: Flow\n\nCrew (80 pts)\n"
    assert army_of(text).detachment == "Ebb and Flow"


@pytest.mark.parametrize("text", [FRENCH, GERMAN], ids=["French", "German"])
def test_lists_in_other_languages_are_read_as_well(text: str) -> None:
    army = army_of(text)
    captain, sailors = army.units
    assert (army.name, army.limit, army.points) == ("Flotte", 2000, 1005)
    assert captain.is_warlord and captain.has("character") and sailors.has("battleline")
    assert [one.name for one in captain.enhancements] == ["Boussole"]
    assert len(captain.loadouts[0].weapons) == 2
    assert brief(sailors) == ("Matelots", 100, [(10, "Matelot", ("gaffe",))])


def test_lists_by_hand_are_read() -> None:
    army = army_of(HAND)
    found = [(unit.name, unit.models, unit.cost) for unit in army.units]
    assert found == [
        ("Skipper", 1, 75),
        ("Hands", 10, 85),
        ("Hands 2", 20, 170),
        ("Eels", 3, 80),
        ("Barge", 1, 65),
        ("Great Barge", 1, 160),
    ]
    assert army.units[0].is_warlord and army.units[0].loadouts[0].weapons == ("cutlass",)


def test_bullets_with_points_are_units_where_nothing_else_is_one() -> None:
    army = army_of("Raid\n\n- 10 Hands - 85pts\n- Skipper (75 pts)\n   - Cutlass\n- Barge 65\n")
    assert [(unit.name, unit.models, unit.cost) for unit in army.units] == [
        ("Hands", 10, 85),
        ("Skipper", 1, 75),
        ("Barge", 1, 65),
    ]
    assert army.units[1].loadouts[0].weapons == ("cutlass",)


def test_tournament_lists_may_be_spelt_loosely() -> None:
    text = (
        "+ FACTION KEYWORD: Folk - Ferrymen\n+ WARLORD: Char1: Ülm\n+ TOTAL ARMY POINTS: 295points\n\n"
        "Char1: 1 Ülm (115 points): Gun, Hook\n  Attached to Crew\nInfa6: 10x Crew (180 points)\n"
        "* 1 Mate\n  1 with Gun\n* 9 Hand\n  9 with Hook, Gun\n"
    )
    lord, crew = army_of(text).units
    assert lord.is_warlord and lord.has("character") and crew.has("infantry")
    assert brief(crew) == ("Crew", 180, [(1, "Mate", ("gun",)), (9, "Hand", ("gun", "hook"))])
    assert "Attached: Ülm: Crew" in army_of(text).notes


def test_costs_beside_the_points_do_not_hide_them() -> None:
    text = (
        "Folk - Ferrymen - Raid - [330pts, 4 Tides]\n\n## Character [140pts, 3 Tides]\n"
        "Skipper [140pts, 3 Tides]: Cutlass, Brass Compass [15 pts], Warlord\n"
        "## Battleline [190pts]\nHands [8PP, 190pts]:\n• 1x Mate [20 pts]: Gun\n• 9x Hand: Hook\n"
    )
    skipper, hands = army_of(text).units
    assert (skipper.cost, [(one.name, one.points) for one in skipper.enhancements]) == (140, [("Brass Compass", 15)])
    assert brief(hands) == ("Hands", 190, [(1, "Mate", ("gun",)), (9, "Hand", ("hook",))])


@pytest.mark.parametrize("items", ["3 with Teeth", "3x Teeth", "Teeth"])
def test_models_behind_the_points_carry_the_same(items: str) -> None:
    assert brief(army_of(f"3x Eels (80 pts): {items}\n").units[0])[2] == [(3, "Eels", ("teeth",))]


def test_a_list_that_gives_points_of_no_unit_still_gives_its_units() -> None:
    lines = "2x Ülm + Pilot + 20x Crew\n\nSkipper + 6x Eels\n  Enhancement: Compass\n\nGreat Barge\n"
    army = army_of(f"Raid  (2.000 Points)\n\n{lines}")
    assert [(unit.name, unit.models) for unit in army.units] == [
        ("Ülm", 2),
        ("Pilot", 1),
        ("Crew", 20),
        ("Skipper", 1),
        ("Eels", 6),
        ("Great Barge", 1),
    ]
    assert [one.name for one in army.units[3].enhancements] == ["Compass"]


def test_marks_of_chats_and_odd_spaces_are_no_part_of_names() -> None:
    text = (
        "__**Characters**__\n**Skipper**\u00a0[95 pts] — *Warlord*\n> • 1x\u202fCutlass\n**Crew** — 5 models — 80 pts\n"
    )
    skipper, crew = army_of(text).units
    assert brief(skipper) == ("Skipper", 95, [(1, "Skipper", ("cutlass",))])
    assert skipper.is_warlord and (crew.name, crew.models, crew.cost) == ("Crew", 5, 80)


def test_lines_with_labels_for_weapons_and_tags_are_read() -> None:
    text = (
        "── EPIC HEROES ──────\nUlm [WARLORD]  [130 pts]\n  Weapons: Gun, Hook\n"
        "── OTHER ─────\nEels x10  [60 pts]\n  Weapons: 10x Teeth\n"
    )
    ulm, eels = army_of(text).units
    assert ulm.is_warlord and ulm.has("epic hero") and ulm.loadouts[0].weapons == ("gun", "hook")
    assert brief(eels) == ("Eels", 60, [(10, "Eels", ("teeth",))])


def test_what_is_not_understood_is_said_and_drops_no_unit() -> None:
    text = "Crew (80 pts)\n• 5x Hand\nThe best of crews.\n\nSkipper (75 pts)\n• Cutlass\n\nNice list!\n"
    imported = army_of_roster(roster_of_text(text, JsonPath("list.txt")))
    assert len(imported.army.units) == 2
    assert "lines not understood: 3 'The best of crews.', 8 'Nice list!'" in map(str, imported.notes)


def test_what_follows_bullets_without_a_mark_is_not_carried() -> None:
    text = "Crew (80 pts)\n• 5x Hand: Hook\nsome junk\n"
    imported = army_of_roster(roster_of_text(text, JsonPath("list.txt")))
    assert "lines not understood: 3 'some junk'" in map(str, imported.notes)
    assert brief(imported.army.units[0])[2] == [(5, "Hand", ("hook",))]


@pytest.mark.parametrize(
    ("lines", "models"),
    [
        ("• 3x Eel\n• 3x Teeth", [(3, "Eels", ("teeth",))]),
        ("• 3x Eel\n• Teeth", [(3, "Eels", ("teeth",))]),
        ("• 3x Eel", [(3, "Eels", ())]),
        ("• 6x Teeth\n• 3x Fins", [(3, "Eels", ("fins", "teeth", "teeth"))]),
        ("• 2x Teeth", [(1, "Eels", ("teeth", "teeth"))]),
    ],
)
def test_models_that_list_nothing_of_their_own_are_counted(lines: str, models: object) -> None:
    assert brief(army_of(f"Eels (80 pts)\n{lines}\n\nUlm (70 pts)\n• Gun\n").units[0])[2] == models


def test_a_number_of_models_by_what_they_carry_is_a_guess_and_said() -> None:
    imported = army_of_roster(roster_of_text("Eels (80 pts)\n• 5x Teeth\n", JsonPath("list.txt")))
    assert "Eels: 5 models is a guess by what they carry" in map(str, imported.notes)


def test_models_behind_the_points_are_counted() -> None:
    unit = army_of("+ Battleline +\nCrew [80pts] (5 models)\n- Boat gun, Boathook\n- Knife\n").units[0]
    assert brief(unit) == ("Crew", 80, [(5, "Crew", ("boat-gun", "boathook", "knife"))])


def test_a_title_between_marks_names_the_faction_and_rules_the_detachment() -> None:
    army = army_of(
        "+++ Raid [FERRYMEN] (80 pts) +++\n\n== Low Water ==\n\nBATTLELINE\n\nCrew (80 pts)\n• 5x Hand: Gun\n"
    )
    assert (army.name, army.faction, army.detachment) == ("Raid", "ferrymen", "Low Water")


def test_a_number_of_models_that_is_not_listed_is_said() -> None:
    text = "10x Crew (80 pts)\n• 1x Mate: Gun\n• 4x Hand: Hook\n"
    imported = army_of_roster(roster_of_text(text, JsonPath("list.txt")))
    assert "Crew: the list says 10 models and lists 5" in map(str, imported.notes)


def test_lists_of_earlier_editions_are_named_as_such() -> None:
    text = "++ Patrol 0CP (Folk) [54 PL, 3CP, 1,000pts] ++\n\n+ HQ [9 PL, 165pts] +\n\nSkipper [5 PL, 85pts]: Gun\n"
    with pytest.raises(FileError, match="the list has power levels: it is of an earlier edition"):
        roster_of_text(text, JsonPath("list.txt"))


def test_things_counted_over_all_models_are_not_carried_by_each() -> None:
    (boyz,) = army_of("Hands (170 pts)\n• 19x Hand: 17x Hook, 2x Harpoon, 17x Gun\n").units
    assert brief(boyz)[2] == [(17, "Hand", ("gun", "hook")), (2, "Hand", ("harpoon",))]


def test_whom_a_character_leads_stands_under_the_notes() -> None:
    text = (
        "+ FACTION KEYWORD: Folk - Ferrymen\n+ TOTAL ARMY POINTS: 240pts\n\n"
        "Char1: 1x Skipper (60 pts): Hook\nLeading Hands[2]\n\n10x Hands (180 pts)\n• 10x Hand: Gun\n"
    )
    army = army_of_roster(roster_of_text(text, JsonPath("list.txt")))
    assert "Attached: Skipper: Hands[2]" in army.army.notes and not army.notes
