"""The armies of D&D Miniatures, as commands and windows ask for them."""

import json
from pathlib import Path

import pytest

from tests.rules.dndminiatures.creatures.folk import band_json, creature_json
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.messages import Words
from warcry3d.rules.armies import Armies, ArmyAnswer, ArmyFilter, ArmyPick, SharedFile
from warcry3d.rules.dndminiatures.creatures.armies import CreatureArmies
from warcry3d.rules.dndminiatures.creatures.card import FACTIONS
from warcry3d.rules.dndminiatures.creatures.files import load_creature_band, load_creatures

ARMIES: Armies = CreatureArmies()
EVERYBODY = ArmyFilter()


def lines(answer: ArmyAnswer, language: str = "en") -> list[str]:
    return [Words(language).text(line) for line in answer.lines]


def test_what_ships_is_listed() -> None:
    answer = ARMIES.list(None, EVERYBODY)
    assert "thornway: The Thornway (CG): 10 creatures, 100 points" in lines(answer)
    assert "lantern-road.creatures.json: creatures to pick from" in lines(answer)
    assert [one["name"] for one in answer.json["bands"]] == list(ARMIES.shipped())
    assert ARMIES.pools() == ("lantern-road.creatures.json",)


@pytest.mark.parametrize("name", ARMIES.shipped())
def test_shipped_army_is_read_and_legal(name: str) -> None:
    army = ARMIES.read(name)
    assert army.faults == ()
    assert army.points == sum(fighter.points for fighter in army.fighters) == 100
    assert all(fighter.card and fighter.has_base for fighter in army.fighters)
    assert ARMIES.check(name).is_yes


def test_check_lists_every_fault_with_rule_and_place(tmp_path: Path) -> None:
    """rule: DDM-BAND-2, DDM-BAND-4, DDM-BAND-5."""
    path = tmp_path / "x.band.json"
    cards = [creature_json("a", cost=71), creature_json("b", cost=40)]
    path.write_text(json.dumps(band_json(*({"creature": one} for one in cards))), encoding="utf-8")
    answer = ARMIES.check(str(path))
    assert not answer.is_yes and not answer.json["legal"]
    assert lines(answer) == [
        "The Post (LG): 2 creatures, 111 points",
        "  creatures: 111 points are 11 more than the 100 allowed (DDM-BAND-2)",
        "  creatures: the warband has no commander: a creature with a commander rating must be in it (DDM-BAND-5)",
        "  creatures[0].creature.cost: A costs 71 points, but at most 70 are allowed for one creature (DDM-BAND-4)",
    ]
    assert [fault["rule"] for fault in answer.json["faults"]] == ["DDM-BAND-2", "DDM-BAND-5", "DDM-BAND-4"]


@pytest.mark.parametrize(
    ("only", "ids"),
    [
        (ArmyFilter(keywords=("undead",)), ["bonded-dead", "pale-diver"]),
        (ArmyFilter(keywords=("Evil", "huge")), ["sump-colossus"]),
        (ArmyFilter(faction="lg", points=6), ["lantern-levy", "vigil-hound"]),
        (ArmyFilter(alliance="good", keywords=("animal",)), ["vigil-hound"]),
    ],
)
def test_lists_are_narrowed(only: ArmyFilter, ids: list[str]) -> None:
    """rule: DDM-CARD-12."""
    assert [one["id"] for one in ARMIES.list("lantern-road", only).json["creatures"]] == ids


@pytest.mark.parametrize(
    ("only", "said"),
    [
        (ArmyFilter(faction="XX"), "no faction 'XX'; there are: LG, CG, LE, CE"),
        (ArmyFilter(alliance="nice"), "no alliance 'nice'; there are: Lawful, Chaotic, Good, Evil"),
    ],
)
def test_a_faction_that_is_none_is_refused(only: ArmyFilter, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        ARMIES.list("lantern-road", only)


def test_card_has_everything_that_is_played_with() -> None:
    """rule: DDM-CARD-1, DDM-CARD-14, DDM-CARD-15."""
    assert lines(ARMIES.show("lantern-road", "mist-singer")) == [
        "Mist Singer [mist-singer]",
        "  CG, 14 points",
        "  medium: Fey",
        "  Level 4, Speed 6, AC 16, HP 20",
        "  melee +3 (5 magic)",
        "  conceal 11",
        "  spell resistance 6",
        "  Lull, 2 uses (spell of level 1; the nearest enemy; in sight): "
        "asleep, until it takes damage, save 14: nothing",
        "  Veil, 1 use (spell of level 2; one friend; touch): invisible, until it attacks",
        "  1 square, stands as shaman",
    ]
    captain = lines(ARMIES.show("lantern-road", "Lamp Captain"))
    assert "  LG, 26 points, commander rating 5" in captain
    assert "  commander effect: followers: AC +1" in captain
    assert "  damage +5 (melee, against Evil)" in captain


def test_cards_are_shown_in_chinese_without_an_english_word() -> None:
    """Ids, factions and AC, HP stay; all names, types and sentences are Chinese."""
    shown = lines(ARMIES.show("lantern-road", None), "zh_CN")
    plain = [line.partition("[")[0] for line in shown]
    left = {word for line in plain for word in _english(line)}
    assert left <= {"AC", "HP", "x", *FACTIONS, *_figures()}


def _english(line: str) -> list[str]:
    words = "".join(letter if letter.isascii() and letter.isalpha() else " " for letter in line).split()
    return [word for word in words if word]


def _figures() -> set[str]:
    from warcry3d.table.shipped import figure_names

    return set(figure_names())


def test_warband_is_shown_card_by_card() -> None:
    shown = lines(ARMIES.show("thornway", None))
    assert shown[:3] == ["The Thornway (CG): 10 creatures, 100 points", "", "Thornway Captain [thornway-captain]"]
    assert "Sedge, Reed Archer [sedge]" in shown
    answer = ARMIES.show("thornway", "reed-archer")
    assert [one["id"] for one in answer.json["creatures"]] == ["reed-archer"]
    with pytest.raises(UnknownNameError, match=r"no creature 'Reed Archers' in .*; similar: Reed Archer"):
        ARMIES.show("thornway", "Reed Archers")


def test_factions_are_four() -> None:
    """rule: DDM-CARD-3."""
    assert lines(ARMIES.factions())[0] == "Lawful Good [LG]"
    assert [one["id"] for one in ARMIES.factions().json["factions"]] == list(FACTIONS)


def test_pool_lists_a_creature_under_each_of_its_factions() -> None:
    """rule: DDM-CARD-3."""
    pool = ARMIES.pool(ArmyPick("lantern-road"))
    assert [fighter.group for fighter in pool if fighter.id == "vigil-hound"] == ["LG", "CG"]
    assert list(dict.fromkeys(fighter.group for fighter in pool)) == list(FACTIONS)


def test_warband_is_suggested_composed_and_saved(tmp_path: Path) -> None:
    ids = ARMIES.suggest(ArmyPick("lantern-road"), "CE")
    pick = ArmyPick("lantern-road", "Ours", ids)
    army = ARMIES.compose(pick)
    assert (army.name, army.points, army.faults) == ("Ours", 100, ())
    ARMIES.save(pick, tmp_path / "ours.band.json")
    assert ARMIES.read(str(tmp_path / "ours.band.json")) == army
    assert load_creature_band(tmp_path / "ours.band.json").faction == "CE"


TABLE = """name,faction,cost,commander,Lvl,Spd,AC,HP,Melee,Special Abilities
Reeve,LG,20,3,4,6,16,25,+4 (5),Cleave
Mole,LG/CG,5,0,2,4,15,10,+3 (5),Burrow 4; Turn Undead 4
Ghost,CE,9,0,,6,12,10,,
Stone,LE,9,0,1,6,12,10,heavy,
"""


def test_table_is_imported_and_says_what_is_missing_or_not_understood(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TABLE, encoding="utf-8")
    out = tmp_path / "t.creatures.json"
    answer = ARMIES.import_shared(SharedFile(tmp_path / "t.csv", out))
    assert lines(answer) == [
        f"{out}: 2 creatures",
        "2 creatures are left out:",
        "  Ghost (line 4): missing: level, melee attack",
        "  Stone (line 5): melee: expected attack values and the damage of a hit in brackets, such as '+12/+12 (10)', "
        "got 'heavy'",
        "fill in the table what is missing, and import it again",
        "1 creature has something on its card that is kept as text, without effect in play:",
        "  Mole: Burrow 4",
        "  Mole: Turn Undead 4 (read in part)",
    ]
    assert answer.json["left_out"][0] == {
        "name": "Ghost",
        "place": "line 4",
        "missing": ["level", "melee"],
        "wrong": [],
    }
    assert answer.json["kept_as_text"] == [{"name": "Mole", "unknown": ["Burrow 4"], "in_part": ["Turn Undead 4"]}]
    assert [one.name for one in load_creatures(out)] == ["Reeve", "Mole"]
    assert "  on the card, without effect in play: Burrow 4" in lines(ARMIES.show(str(out), "mole"))
    assert ARMIES.compose(ArmyPick(str(out), "X", ("reeve", "mole"))).faults == ()


def test_what_cannot_be_asked_is_said(tmp_path: Path) -> None:
    with pytest.raises(QuestionError, match="give no base sizes"):
        ARMIES.import_shared(SharedFile(tmp_path / "t.csv", tmp_path / "o.json", sizes={"Reeve": "32"}))
    with pytest.raises(QuestionError, match="creatures cannot be exported"):
        ARMIES.export_shared("lantern-road", tmp_path / "o.json", bases=False)
    with pytest.raises(FileError, match="there is no file"):
        ARMIES.read("nowhere")
