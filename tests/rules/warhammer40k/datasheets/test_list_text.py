"""Army lists as text, in the forms that people share: every form gives the same units."""

from pathlib import Path

import pytest

from warcry3d.errors import FileError
from warcry3d.rules.armies import SharedFile
from warcry3d.rules.warhammer40k.datasheets.army import Army40k
from warcry3d.rules.warhammer40k.datasheets.faults import army_faults
from warcry3d.rules.warhammer40k.datasheets.list_lines import split_items
from warcry3d.rules.warhammer40k.datasheets.list_text import roster_of_text
from warcry3d.rules.warhammer40k.datasheets.roster_import import army_of_roster
from warcry3d.rules.warhammer40k.datasheets.shared_import import imported_army
from warcry3d.table.jsonfile import JsonPath

APP = """Low Water Raid (315 points)

Ferrymen
Incursion (1,000 points)
Low Water


CHARACTERS

Skipper (75 points)
  • Warlord
  • 1x Deck gun
    1x Cutlass
  • Enhancement: Brass Compass


BATTLELINE

Crew (80 points)
  • 1x Mate
    • 1x Flare pistol
      1x Boathook
  • 4x Hand
    • 4x Boat gun
      4x Boathook


DEDICATED TRANSPORTS

Barge (70 points)
  • 2x Deck gun
    1x Ram


OTHER DATASHEETS

Eels (90 points)
  • 3x Eel
    • 3x Teeth

Exported with App Version: v1.40.1 (94), Data Version: v675
"""

FLAT = """Low Water Raid (315 points)
Ferrymen
Low Water
Incursion (1000 points)
CHARACTERS
Skipper (75 points)
• Warlord
• 1x Deck gun
1x Cutlass
• Enhancements: Brass Compass
BATTLELINE
Crew (80 points)
• 1x Mate
• 1x Flare pistol
1x Boathook
• 4x Hand
• 4x Boat gun
4x Boathook
DEDICATED TRANSPORTS
Barge (70 points)
• 2x Deck gun
1x Ram
OTHER DATASHEETS
Eels (90 points)
• 3x Eel
• 3x Teeth
"""

HEAD = """+++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Folk - Ferrymen
+ DETACHMENT: Low Water
+ TOTAL ARMY POINTS: 315pts
+
+ WARLORD: Char1: Skipper
+ ENHANCEMENT: Brass Compass (on Char1: Skipper)
+ NUMBER OF UNITS: 4
+++++++++++++++++++++++++++++++++++

"""

NEW_RECRUIT = (
    HEAD
    + """CHARACTER

1x Skipper (75 pts)
• 1x Deck gun
• 1x Cutlass
• Brass Compass (+15 pts)

BATTLELINE

5x Crew (80 pts)
• 1x Mate
    • 1x Flare pistol
    • 1x Boathook
    • Mate
• 4x Hand
    • 4x Boat gun
    • 4x Boathook
    • 4x Hand

DEDICATED TRANSPORT

1x Barge (70 pts)
• 2x Deck gun
• 1x Ram

OTHER DATASHEETS

3x Eels (90 pts)
• 3x Eel
    • 3x Teeth
"""
)

TOURNAMENT = (
    HEAD
    + """CHARACTER

Char1: 1x Skipper (75 pts)
1 with Deck gun, Cutlass
  • Warlord
Enhancement: Brass Compass (+15 pts)

BATTLELINE

5x Crew (80 pts)
• 1x Mate
    1 with Flare pistol, Boathook
• 4x Hand
    4 with Boat gun, Boathook

DEDICATED TRANSPORT

1x Barge (70 pts)
1 with 2x Deck gun, Ram

OTHER DATASHEETS

3x Eels (90 pts)
• 3x Eel
    3 with Teeth
"""
)

COMPACT = (
    HEAD
    + """Char1: 1x Skipper (75 pts): Warlord, Deck gun, Cutlass
Enhancement: Brass Compass (+15 pts)

5x Crew (80 pts)
• 1x Mate: Flare pistol, Boathook
• 4x Hand: 4 with Boat gun, Boathook
1x Barge (70 pts): 2x Deck gun, Ram
3x Eels (90 pts)
• 3x Eel: 3 with Teeth
"""
)

MARKDOWN = """Xenos - Ferrymen - Low Water Raid - [315 pts]

# ++ Army Roster ++ [315 pts]
## Configuration
Battle Size: Incursion (1000 Point limit)
Detachment: Low Water
Show/Hide Options

## Character [75 pts]
Skipper [75 pts]: Warlord, Deck gun, Cutlass

## Battleline [80 pts]
Crew [80 pts]:
• 1x Mate: Flare pistol, Boathook
• 4x Hand: Boat gun, Boathook

## Dedicated Transport [70 pts]
Barge [70 pts]: 2x Deck gun, Ram

## Beast [90 pts]
Eels [90 pts]:
• 3x Eel: Teeth
"""

BATTLESCRIBE = """++ Army Roster (Folk - Ferrymen) [315pts] ++

+ Configuration +

Battle Size: 1. Incursion (1000 Point limit)
Detachment: Low Water

+ Character +

Skipper [75pts]: Warlord, Deck gun, Cutlass

+ Battleline +

Crew [80pts]
. Mate: Flare pistol, Boathook
. 4x Hand: 4x Boat gun, 4x Boathook

+ Dedicated Transport +

Barge [70pts]: 2x Deck gun, Ram

+ Beast +

Eels [90pts]
. 3x Eel: 3x Teeth

++ Total: [315pts] ++
"""

FORGE = """Low Water Raid - Ferrymen - Low Water (315 Points)


Character:
Skipper (75 pts)
  • Deck gun
  • Cutlass
  • E: Brass Compass
  • Warlord


Battleline:
Crew (80 pts)
  • Mate
    • Flare pistol
    • Boathook
  • 4x Hand
    • 4x Boat gun
    • 4x Boathook


Dedicated Transport:
Barge (70 pts)
  • Guns and ram
    • 2x Deck gun
    • Ram


Beast:
Eels (90 pts)
  • 3x Eel
    • 3x Teeth
"""

FORMS = {
    "the app": APP,
    "the app, spaces lost": FLAT,
    "New Recruit": NEW_RECRUIT,
    "tournament": TOURNAMENT,
    "tournament, compact": COMPACT,
    "markdown": MARKDOWN,
    "BattleScribe": BATTLESCRIBE,
    "ListForge": FORGE,
}


def army_of(text: str) -> Army40k:
    return army_of_roster(roster_of_text(text, JsonPath("list.txt"))).army


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("change", ["as it is", "Windows", "in a code block"])
def test_every_form_gives_the_same_units(form: str, change: str) -> None:
    """rule: 40K-ARMY-4."""
    text = FORMS[form]
    text = {"Windows": text.replace("\n", "\r\n"), "in a code block": f"```\n{text}```"}.get(change, text)
    army = army_of(text)
    found = [
        (unit.name, unit.cost, [(one.model, one.count, one.weapons) for one in unit.loadouts]) for unit in army.units
    ]
    assert found == [
        ("Skipper", 75, [("Skipper", 1, ("cutlass", "deck-gun"))]),
        ("Crew", 80, [("Mate", 1, ("boathook", "flare-pistol")), ("Hand", 4, ("boat-gun", "boathook"))]),
        ("Barge", 70, [("Barge", 1, ("deck-gun", "deck-gun", "ram"))]),
        ("Eels", 90, [("Eel", 3, ("teeth",))]),
    ]
    assert army.points == 315
    assert (army.faction, army.detachment, army.limit) == ("ferrymen", "Low Water", 1000)
    assert [unit.is_warlord for unit in army.units] == [True, False, False, False]


@pytest.mark.parametrize(
    "form", ["the app", "the app, spaces lost", "New Recruit", "tournament", "tournament, compact", "ListForge"]
)
def test_enhancements_come_along(form: str) -> None:
    """rule: 40K-ARMY-8."""
    upgrades = army_of(FORMS[form]).units[0].enhancements
    points = 15 if "+15 pts" in FORMS[form] else 0
    assert [(one.name, one.points) for one in upgrades] == [("Brass Compass", points)]


@pytest.mark.parametrize("form", ["the app", "New Recruit", "markdown", "ListForge"])
def test_headings_give_keywords(form: str) -> None:
    """rule: 40K-ARMY-6."""
    lord, crew, barge, _ = army_of(FORMS[form]).units
    assert lord.has("character") and crew.has("battleline") and barge.has("dedicated transport")


def test_names_of_lists_come_along() -> None:
    assert army_of(APP).name == army_of(FORGE).name == army_of(MARKDOWN).name == "Low Water Raid"


def test_what_else_a_list_says_is_noted() -> None:
    assert "Number of units: 4" in army_of(COMPACT).notes
    assert "Show/Hide Options" in army_of(MARKDOWN).notes


def test_a_list_has_no_numbers_and_the_check_says_so() -> None:
    """rule: 40K-SHEET-1."""
    faults = army_faults(army_of(APP))
    assert {fault.rule for fault in faults} == {"40K-SHEET-1"}
    assert str(faults[0]) == "the numbers of Skipper are not known: Skipper, Deck gun, Cutlass"


def test_models_that_carry_different_things_are_told_apart() -> None:
    text = "Crew (80 pts)\n• 4x Hand\n    3 with Boat gun\n    1 with Harpoon\n      • Old flag, Hand\n"
    unit = army_of(text).units[0]
    assert [(one.count, one.weapons) for one in unit.loadouts] == [(3, ("boat-gun",)), (1, ("harpoon",))]
    assert [one.name for one in unit.wargear] == ["Old flag"]


@pytest.mark.parametrize(
    ("items", "weapons"), [("2x Gun, Hook", ("gun", "gun", "hook")), ("2x Gun, 2x Hook", ("gun", "hook"))]
)
def test_counts_behind_a_colon_are_for_each_model_or_for_all(items: str, weapons: tuple[str, ...]) -> None:
    assert army_of(f"Crew [80 pts]\n• 2x Hand: {items}\n").units[0].loadouts[0].weapons == weapons


def test_labels_of_choices_are_no_models() -> None:
    choice = "  • B: many hands\n    • Hand w/ harpoon\n      • Harpoon\n    • 3x Hand\n      • 3x Gun\n"
    text = f"Crew (80 pts)\n  • Mate\n    • Pistol\n{choice}"
    unit = army_of(text).units[0]
    assert [(one.model, one.count) for one in unit.loadouts] == [("Mate", 1), ("Hand w/ harpoon", 1), ("Hand", 3)]


@pytest.mark.parametrize("text", ["", "hello", "one\ntwo\nthree", "+ FACTION KEYWORD: Orks\n", "- a\n- b\n"])
def test_text_without_units_is_refused(text: str) -> None:
    with pytest.raises(FileError, match=r"list\.txt: expected a roster, or a list of units with their points as text"):
        roster_of_text(text, JsonPath("list.txt"))


def test_a_list_without_end_is_refused() -> None:
    with pytest.raises(FileError, match="the list has more than 5000 lines"):
        roster_of_text("Crew (80 pts)\n" * 5001, JsonPath("list.txt"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_lists_are_read_in_the_encodings_of_windows(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("Kapitän (75 pts)\n• 1x Säbel\n".encode(encoding))
    army = imported_army(SharedFile(path, path)).army
    assert (army.name, army.units[0].name) == ("list", "Kapitän")


def test_commas_in_brackets_do_not_separate() -> None:
    assert split_items("Gun (long, old), 2x Hook") == (("Gun (long, old)", 1), ("Hook", 2))
