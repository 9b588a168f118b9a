"""What a new battle can be arranged of, and at which field it is refused: on the rule systems that there are."""

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.game.race import register_race
from warcry3d.app.home.arranging import begin_arranged, boards_of, choices_of, system_titles, tell_band
from warcry3d.app.home.new_battle import (
    BOARD,
    START,
    AddBand,
    ChooseBand,
    ChooseBoard,
    ChoosePlayers,
    ChooseSetting,
    ChooseSystem,
    NewBattle,
    Refuse,
    band_field,
    setting_field,
)
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.errors import QuestionError
from warcry3d.rules.systems import SYSTEMS, System
from warcry3d.table.saving import save_table
from warcry3d.table.table_edits import empty_table


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))


def new_battle(system: str = "warcry") -> NewBattle:
    return NewBattle().after(ChooseSystem(choices_of(system), "person", "person"))


def refused(new: NewBattle) -> Refuse:
    made = begin_arranged(new)
    assert isinstance(made, Refuse)
    return made


def test_race_is_offered_with_its_board_and_without_warbands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = register_race(monkeypatch, tmp_path)
    assert ("race", "Race") in system_titles()
    new = new_battle("race")
    assert new.system is not None and new.system.boards == (board,)
    assert not (new.system.has_bands or new.system.has_random_boards or new.system.bands)
    made = begin_arranged(new)
    assert isinstance(made, Path)
    assert read_battle(made).setup.ruleset == "race"


def test_system_without_battles_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "bare", lambda: System("bare", "Bare"))
    with pytest.raises(QuestionError, match="has no battles"):
        choices_of("bare")


def test_three_sides_draw_a_map_for_three() -> None:
    """rule: WC-PLAYERS-1."""
    made = begin_arranged(new_battle().after(ChoosePlayers(3)))
    assert isinstance(made, Path)
    assert read_battle(made).setup.players == ("red", "blue", "green")


def test_map_for_two_is_refused_to_three_at_its_field() -> None:
    new = new_battle().after(ChoosePlayers(3))
    assert new.system is not None
    two = next(one for one in new.system.known["deployment"] if one not in ("Three Roads", "Four Winds"))
    found = refused(new.after(ChooseSetting("deployment", two)))
    assert (found.field, str(found.error)) == (
        setting_field("deployment"),
        f"the deployment map '{two}' has 2 colours; expected one for each of 3 players",
    )


def test_warband_is_refused_at_its_side(tmp_path: Path) -> None:
    torn = tmp_path / "torn.band.json"
    torn.write_text("{")
    assert refused(new_battle().after(AddBand("blue", str(torn)))).field == band_field("blue")
    assert tell_band("warcry", str(torn)).army is None


def test_own_warbands_are_offered_by_their_names_to_the_system_that_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stood there by their files' names until they were picked, and those of other rule systems too."""
    from warcry3d.rules.warcry.bands.files import save_band, shipped_band

    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path))
    (tmp_path / "warbands").mkdir()
    cards = {"from": ["lantern-road.creatures.json"], "creatures": [{"creature": "lamp-captain"}]}
    locks = {"format": "warcry3d.creature-warband/1", "name": "The Locks", "faction": "LG", **cards}
    mine, tide, torn = (str(tmp_path / "warbands" / f"{name}.band.json") for name in ("mine", "tide", "torn"))
    Path(mine).write_text(json.dumps(locks))
    save_band(replace(shipped_band("low-tide"), name="My Tide"), Path(tide))
    Path(torn).write_text("{")
    found = {name: choices_of(name) for name in ("dndminiatures", "warcry")}
    assert [set(one.bands) & {mine, tide, torn} for one in found.values()] == [{mine, torn}, {tide, torn}]
    assert found["dndminiatures"].band_names[mine] == "The Locks" and found["warcry"].band_names[tide] == "My Tide"


def test_illegal_warband_is_told_before_and_refused_with_its_rule(tmp_path: Path) -> None:
    from warcry3d.rules.warcry.bands.files import save_band, shipped_band

    band = shipped_band("low-tide")
    file = tmp_path / "few.band.json"
    save_band(replace(band, fighters=band.fighters[:2], groups=None), file)
    told = tell_band("warcry", str(file))
    assert told.army is not None and [fault.rule for fault in told.army.faults] == ["WC-BAND-1"]
    new = new_battle().after(AddBand("red", str(file)))
    found = refused(new)
    assert found.field == band_field("red")
    assert str(found.error).startswith("the warband is not legal: 2 fighters are too few")
    assert isinstance(begin_arranged(new.after(ChooseSetting("warbands", "any"))), Path)


def test_board_of_another_system_or_a_torn_one_is_refused_at_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = register_race(monkeypatch, tmp_path)
    found = refused(new_battle().after(ChooseBoard(race)))
    assert (found.field, str(found.error)) == (BOARD, "this board is for Race; choose one for Warcry")
    torn = tmp_path / "torn.table.json"
    torn.write_text(json.dumps({"format": "warcry3d.table/1"}))
    assert refused(new_battle().after(ChooseBoard(torn))).field == BOARD


def test_file_of_cards_is_refused_at_its_setting(tmp_path: Path) -> None:
    decks = tmp_path / "mine.decks.json"
    decks.write_text("[]")
    assert refused(new_battle().after(ChooseSetting("decks", str(decks)))).field == setting_field("decks")
    assert refused(new_battle().after(ChooseSetting("victory", "Fog"))).field == setting_field("victory")


def test_what_is_about_no_field_is_said_where_the_battle_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", "")
    assert refused(new_battle()).field == START


def test_card_that_brings_a_board_makes_the_chosen_one_idle() -> None:
    new = new_battle()
    assert not new.has_own_board
    assert new.after(ChooseSetting("terrain", "deck")).has_own_board


def test_settings_that_the_system_does_not_know_are_refused_at_the_start() -> None:
    assert refused(replace(new_battle(), options=MappingProxyType({"colour": "red"}))).field == START


def test_every_warband_that_ships_is_told_legal() -> None:
    for band in choices_of("warcry").bands:
        told = tell_band("warcry", band)
        assert told.army is not None and not told.army.faults, band
    assert new_battle().after(ChooseBand("red", "low-tide")).is_ready


def test_open_board_of_the_persons_own_is_offered_first_to_its_rule_system(tmp_path: Path) -> None:
    own, other = tmp_path / "mine.table.json", tmp_path / "squares.table.json"
    save_table(empty_table(30, 22), own)
    save_table(empty_table(34, 22, ruleset="dndminiatures"), other)
    assert choices_of("warcry", own).boards[0] == choices_of("warcry", own).default_board == own
    later = choices_of("warcry", other, (other, own, own, tmp_path / "gone.table.json"))
    assert later.boards.count(own) == 1 and later.boards[0] == own and other not in later.boards
    assert later.default_board == choices_of("warcry").default_board
    offered = choices_of("warcry").boards
    for path in (other, offered[0], tmp_path / "gone.table.json", tmp_path / "a.battle.jsonl"):
        assert choices_of("warcry", path).boards == offered


def test_warbands_that_ship_are_listed_by_their_own_names() -> None:
    choices, told = choices_of("dndminiatures"), tell_band("dndminiatures", "iron-ledger")
    assert told.army is not None and choices.band_names["iron-ledger"] == told.army.name == "The Iron Ledger"
    assert choices.band_names.keys() == {*choices.bands}


def test_board_whose_piece_is_gone_says_so(tmp_path: Path) -> None:
    """It was offered like any other, and refused once the battle was to begin."""
    wire = {"format": "warcry3d.table/1", "ruleset": "warcry", "board": {"width": 30, "depth": 22}, "models": []}
    boards = {}
    for name, piece in (("whole", "terrain/well.glb"), ("torn", "mine.glb"), ("odd", 7)):
        boards[name] = tmp_path / f"{name}.table.json"
        boards[name].write_text(json.dumps({**wire, "features": [{"id": "a", "piece": piece, "at": [5, 5]}]}))
    offered = boards_of("warcry", None, tuple(boards.values()))
    assert set(boards.values()) <= set(offered.boards)
    assert offered.lacking[boards["torn"]] == "mine.glb" and boards["whole"] not in offered.lacking
    asked = NewBattle().after(ChooseSystem(choices_of("warcry", None, tuple(boards.values())), "person", "plain"))
    assert asked.system is not None and asked.system.lacking == offered.lacking
