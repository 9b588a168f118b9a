"""The armies of Warhammer 40,000, as commands and windows ask for them."""

import json
from pathlib import Path

import pytest

from tests.rules.warhammer40k.datasheets.rosters import as_xml, as_zip, crew, roster, selection, skipper
from tests.rules.warhammer40k.datasheets.sheets import army_json, single_json
from warcry3d.cli import main
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.messages import Words
from warcry3d.rules.armies import Armies, ArmyAnswer, ArmyFilter, ArmyPick, SharedFile
from warcry3d.rules.warhammer40k.datasheets.armies import DatasheetArmies
from warcry3d.rules.warhammer40k.datasheets.files import load_army

ARMIES: Armies = DatasheetArmies()
EVERYBODY = ArmyFilter()
POOLS = ("kiln-pact.datasheets.json", "pale-tide.datasheets.json")


def lines(answer: ArmyAnswer, language: str = "en") -> list[str]:
    return [Words(language).text(line) for line in answer.lines]


def test_what_ships_is_listed() -> None:
    answer = ARMIES.list(None, EVERYBODY)
    assert "ninth-furnace: The Ninth Furnace (kiln pact, Furnace Column): 6 units, 490 of 500 points" in lines(answer)
    assert [one["name"] for one in answer.json["bands"]] == list(ARMIES.shipped()) == ["ninth-furnace", "slow-flood"]
    assert ARMIES.pools() == POOLS


@pytest.mark.parametrize("name", ARMIES.shipped())
def test_shipped_army_is_read_and_legal(name: str) -> None:
    """rule: 40K-ARMY-4, 40K-ARMY-12."""
    army = ARMIES.read(name)
    assert army.faults == ()
    assert army.points == sum(fighter.points for fighter in army.fighters) in range(480, 501)
    assert all(fighter.card and fighter.has_base for fighter in army.fighters)
    assert ARMIES.check(name).is_yes


def test_check_lists_every_fault_and_an_empty_transport_apart(tmp_path: Path) -> None:
    """rule: 40K-ARMY-4, 40K-ARMY-11."""
    path = tmp_path / "x.band.json"
    cart = {"datasheet": single_json("cart", "vehicle", "dedicated transport", points=960)}
    path.write_text(json.dumps(army_json(cart)), encoding="utf-8")
    answer = ARMIES.check(str(path))
    assert not answer.is_yes
    assert lines(answer) == [
        "The Wall (wall, Gate Guard): 2 units, 1010 of 1000 points",
        "  units: 1010 points are 10 more than the 1000 allowed (40K-ARMY-4)",
        "  Cart must start with a unit inside, or it cannot be set up (40K-ARMY-11)",
    ]
    assert answer.json["empty_transports"] == ["cart"]
    path.write_text(json.dumps(army_json(cart, limit=2000)), encoding="utf-8")
    assert ARMIES.check(str(path)).is_yes, "an empty transport is no fault of the roster"


def test_datasheets_are_listed_by_faction_keywords_and_points() -> None:
    """rule: 40K-KEY-2."""

    def ids(only: ArmyFilter) -> list[str]:
        return [one["id"] for one in ARMIES.list(POOLS[0], only).json["datasheets"]]

    assert len(ids(EVERYBODY)) == 6
    assert ids(ArmyFilter(keywords=("Vehicle", "fly"))) == ["sootwing"]
    assert ids(ArmyFilter(points=50)) == ["kiln-marshal", "ember-levy"]
    assert ids(ArmyFilter(faction="Pale Tide")) == []
    with pytest.raises(QuestionError, match="no alliances"):
        ids(ArmyFilter(alliance="order"))


def test_show_tells_units_with_what_they_carry_and_their_datasheets() -> None:
    shown = lines(ARMIES.show("ninth-furnace", "ember-levy"))
    assert shown[:5] == [
        "Ember Levy [ember-levy]: 10 models, 95 points",
        "  1 x Levy Sergeant: Brand Pistol, Kiln Axe, Trench Blade",
        "  7 x Levy: Cinder Rifle, Trench Blade",
        "  1 x Levy: Slag Lance, Trench Blade",
        "  1 x Levy: Flue Thrower, Trench Blade",
    ]
    assert "  Cinder Rifle: 24 in, A 1, BS 4+, S 4, AP 0, D 1 [rapid fire 1]" in shown
    assert "  torrent: hits without a roll" in shown
    whole = lines(ARMIES.show("ninth-furnace", None))
    assert "  leads Ember Levy" in whole and "  starts inside Cinder Hauler" in whole
    assert lines(ARMIES.show(POOLS[1], "Skimray"))[0] == "Skimray [skimray], points by models: 1: 70"
    with pytest.raises(UnknownNameError, match=r"no datasheet 'Skimrey' in .*; similar: Skimray"):
        ARMIES.show(POOLS[1], "Skimrey")


def test_the_whole_text_of_an_ability_is_shown(tmp_path: Path) -> None:
    text = "\n".join(
        f"Line {i} of a long rule, which goes on and on and on and says a great many things." for i in range(40)
    )
    sheet = single_json("ox", texts=[{"name": "Long", "text": text}])
    path = tmp_path / "x.datasheets.json"
    path.write_text(json.dumps({"format": "warcry3d.datasheets/1", "datasheets": [sheet]}), encoding="utf-8")
    shown = " ".join(lines(ARMIES.show(str(path), None)))
    assert all(f"Line {i} of" in shown for i in range(40)) and "..." not in shown


def test_an_import_says_what_is_missing_and_who_keeps_what(tmp_path: Path) -> None:
    source, out = tmp_path / "x.rosz", tmp_path / "x.band.json"
    source.write_bytes(as_zip(as_xml(roster(skipper(), crew(), points=155))))
    answer = ARMIES.import_shared(SharedFile(source, out, sizes={"Crew": "32"}))
    assert load_army(out).points == 155
    said = lines(answer)
    assert said[0].endswith("Ferry (ferrymen, Low Water): 2 units, 155 of 1000 points")
    assert said[1] == "no base size: Skipper"
    assert said[2].startswith("6 of 10 abilities are data, 6 of them enforced in battles; data: ")
    assert said[3] == "kept as text, for the players to keep: Old Hands, Dragging, Lantern, Brass Compass"
    assert answer.json["abilities"]["text"] == ["Old Hands", "Dragging", "Lantern", "Brass Compass"]
    assert answer.json["without_base"] == ["Skipper"]


def test_an_import_says_in_one_line_that_a_unit_has_no_profile(tmp_path: Path) -> None:
    source, out = tmp_path / "x.json", tmp_path / "x.band.json"
    source.write_text(json.dumps(roster(selection("Nobody", "unit", 1, pts=50))), encoding="utf-8")
    answer = ARMIES.import_shared(SharedFile(source, out))
    assert lines(answer)[1:] == ["no profile in the file, so no numbers or base sizes from it: Nobody"]
    assert (answer.json["without_profile"], answer.json["without_base"]) == (["Nobody"], ["Nobody"])
    assert [one.name for one in load_army(out).units] == ["Nobody"]
    source.write_text(json.dumps(roster(selection("Nobody", "unit", 1, pts=50), skipper())), encoding="utf-8")
    mixed = lines(ARMIES.import_shared(SharedFile(source, out)))
    assert mixed[1:3] == [
        "no profile in the file, so no numbers or base sizes from it: Nobody",
        "no base size: Skipper",
    ]


def test_nothing_is_written_where_the_import_fails(tmp_path: Path) -> None:
    source = tmp_path / "x.txt"
    source.write_text("nothing", encoding="utf-8")
    with pytest.raises(FileError):
        ARMIES.import_shared(SharedFile(source, tmp_path / "out.band.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["x.txt"]


def test_exports_are_refused_with_the_reason() -> None:
    with pytest.raises(QuestionError, match="armies of datasheets cannot be exported"):
        ARMIES.export_shared("slow-flood", Path("x"), bases=False)


@pytest.mark.parametrize("pool", POOLS)
def test_a_suggested_army_is_legal_and_is_saved_and_read(tmp_path: Path, pool: str) -> None:
    """rule: 40K-ARMY-5, 40K-ARMY-12."""
    faction = ARMIES.pool(ArmyPick(pool))[0].group
    pick = ArmyPick(pool, "Mine", ARMIES.suggest(ArmyPick(pool), faction))
    army = ARMIES.compose(pick)
    assert (army.name, army.faults) == ("Mine", ())
    assert 400 < army.points <= 500
    ARMIES.save(pick, tmp_path / "x.band.json")
    assert ARMIES.read(str(tmp_path / "x.band.json")) == army


def test_compositions_of_nobody_are_refused() -> None:
    with pytest.raises(QuestionError, match="pick datasheets of kiln-pact"):
        ARMIES.compose(ArmyPick(POOLS[0]))
    with pytest.raises(QuestionError, match="the file has no character of orks to lead an army"):
        ARMIES.suggest(ArmyPick(POOLS[0]), "orks")


def test_factions_are_those_of_what_ships() -> None:
    assert lines(ARMIES.factions()) == ["kiln pact", "pale tide"]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_commands_on_armies_take_the_system(
    capsys: pytest.CaptureFixture[str], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8" if language == "zh_CN" else "C.UTF-8")
    source = tmp_path / "x.json"
    source.write_text(json.dumps(roster(skipper(), crew())), encoding="utf-8")
    out = str(tmp_path / "x.band.json")
    assert main(["band", "import", str(source), "--out", out, "--system", "warhammer40k"]) == 0
    assert main(["band", "check", out, "--system", "warhammer40k"]) == 0
    said = capsys.readouterr().out
    assert "155" in said
