"""The Home room in a window: pages, keys, files to go on with, and a battle that is begun."""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.home.test_new_battle import NEW, SYSTEM
from tests.app.panel_bench import MENU, SIZE, PanelBench
from tests.app.windows import Made, press, said, steps, until, window_on
from tests.game.race import Eager, Race, race_setup
from warcry3d.app.home.arranging import choices_of
from warcry3d.app.home.model import (
    FEW_BATTLES,
    ChangeRecord,
    GoToPage,
    HomeAction,
    HomeIntent,
    HomeModel,
    ListFiles,
    Open,
    Page,
    PickBand,
    PickSystem,
)
from warcry3d.app.home.new_battle import (
    START,
    ChooseBand,
    ChooseBoard,
    ChoosePlayers,
    ChooseSeat,
    ChooseSetting,
    DiceSource,
    RandomBoard,
    Refuse,
    UseDice,
)
from warcry3d.app.home.new_battle_view import player_name
from warcry3d.app.home.room import HomeRoom
from warcry3d.app.home.view import HomeView, when_changed
from warcry3d.app.pictures.thumbnail import FileSummary
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.files.battle_start import BattleStart, read_battle
from warcry3d.app.shell.files.battles import (
    BattleOrder,
    begin_battle,
    free_record,
    recorded_battles,
    rename_record,
    sample_battle,
)
from warcry3d.app.shell.files.open_table import MAKING
from warcry3d.app.shell.files.table_files import shipped_tables, tip_of
from warcry3d.app.shell.files.thumbnails import Thumbnail
from warcry3d.app.shell.model import OpenFile, Panel
from warcry3d.app.shell.room import Frame
from warcry3d.app.shell.window import Window
from warcry3d.errors import FileError, QuestionError
from warcry3d.game.ruleset import Choice
from warcry3d.message import message
from warcry3d.messages import LANGUAGES, Words
from warcry3d.rules.battle_api import BattleOffer
from warcry3d.rules.systems import SYSTEMS, System
from warcry3d.table.saving import save_table
from warcry3d.table.table import Table
from warcry3d.table.table_edits import empty_table


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path / "cache"))


@pytest.fixture(autouse=True)
def _race(monkeypatch: pytest.MonkeyPatch) -> None:
    offer = BattleOffer(
        Race(), lambda asked: race_setup(), {"eager": Eager}, table="race.table.json", bands=("snails",)
    )
    monkeypatch.setitem(SYSTEMS, "race", lambda: System("race", "Race", battle=lambda: offer))


@pytest.fixture(autouse=True)
def _no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Any:
        raise OSError

    monkeypatch.setattr("warcry3d.app.shell.files.thumbnails.Thumbnails._asked_of_worker", refuse)


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path) -> Iterator[Made]:
    table = make_table(make_model("talon", 2, 2))
    with window_on(graphics, table, tmp_path / "small-fight.table.json") as window:
        window[0].open_room("home")
        yield window


def home(made: Made) -> HomeRoom:
    assert isinstance(made[0].room, HomeRoom)
    return made[0].room


def race_table() -> Table:
    return Race().table(Race().start(race_setup()))


def begun(name: str = "evening") -> Path:
    return begin_battle(BattleOrder(race_table(), {"red": "person", "blue": "eager"}, ("a", "b"), 5, name))


def test_new_battle_is_recorded_in_the_users_folder_with_who_plays(tmp_path: Path) -> None:
    first, second = begun(), begun()
    assert first == tmp_path / "data" / "battles" / "evening.battle.jsonl"
    assert second.name == "evening-2.battle.jsonl"
    assert set(recorded_battles()[0]) == {first, second}


def test_battles_are_listed_newest_first_and_those_elsewhere_too(tmp_path: Path) -> None:
    import os

    elsewhere = tmp_path / "old.battle.jsonl"
    elsewhere.write_text("")
    os.utime(elsewhere, (1, 1))
    there = begun()
    listed, refused = recorded_battles([elsewhere, tmp_path / "gone.battle.jsonl", tmp_path / "a.table.json"])
    assert listed == (there, elsewhere) and refused is None


def test_name_of_a_record_has_nothing_that_a_folder_would_not_take(tmp_path: Path) -> None:
    assert free_record(tmp_path, "a/b c:*").name == "b-c.battle.jsonl"
    assert free_record(tmp_path, "..").name == "battle.battle.jsonl"


def test_sample_battle_is_ready_for_a_persons_first_activation(tmp_path: Path) -> None:
    path = sample_battle()
    assert path == tmp_path / "data" / "battles" / "sample-battle.battle.jsonl"
    start = read_battle(path)
    assert start.divergence is None, "the rules go another way: python -m assets.source battles"
    assert start.seats == {"red": "person", "blue": "plain"}
    assert isinstance(start.game.pending, Choice) and start.game.pending.player == "red"


def test_sample_battle_that_was_played_is_kept_beside_a_fresh_one() -> None:
    first = sample_battle()
    assert sample_battle() == first
    first.write_bytes(first.read_bytes()[:-1])
    assert sample_battle().name == "sample-battle-2.battle.jsonl"


def test_without_a_data_folder_no_battle_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", "")
    listed, refused = recorded_battles()
    assert listed == () and "no folder for battles" in str(refused)
    with pytest.raises(FileError, match="no folder for battles"):
        begun()


def test_folder_of_battles_that_is_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    assert recorded_battles() == ((), None)


def test_folder_of_battles_that_cannot_be_read_is_told_and_battles_elsewhere_are_listed(
    made: Made, tmp_path: Path
) -> None:
    elsewhere, folder = tmp_path / "old.battle.jsonl", tmp_path / "data" / "battles"
    elsewhere.write_text("")
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("not a folder")
    listed, refused = recorded_battles([elsewhere])
    assert listed == (elsewhere,) and isinstance(refused, FileError)
    for word in (str(folder), "cannot be read", "Not a directory"):
        assert word in str(refused)
    home(made).refresh()
    assert str(home(made).model.refused) == str(refused)
    folder.unlink()
    home(made).refresh()
    assert home(made).model.refused is None


def test_continue_opens_the_battle_played_last_in_the_play_room(made: Made) -> None:
    record = begun()
    window, _ = made
    home(made).refresh()
    press(made, "c")
    until(window, lambda: window.room_name == "play" and not window.open_table.is_loading)
    start = window.document.content
    assert isinstance(start, BattleStart)
    assert start.path.samefile(record) and start.seats == {"red": "person", "blue": "eager"} and start.seed == 5


def test_sample_battle_is_played_from_home_at_a_key(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made
    monkeypatch.setattr("warcry3d.app.home.room.sample_battle", lambda: begun("sample-battle"))
    press(made, "t")
    until(window, lambda: window.room_name == "play" and not window.open_table.is_loading)
    start = window.document.content
    assert isinstance(start, BattleStart) and start.path.name == "sample-battle.battle.jsonl"
    assert home_model_after_return(window).page is Page.START


def test_battle_on_its_way_is_given_up_by_escape(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made
    may_end = threading.Event()
    monkeypatch.setattr("warcry3d.app.home.room.sample_battle", lambda: may_end.wait(60) and begun("sample-battle"))
    for key in ("t", "n"):
        press(made, key)
    assert home(made).awaited is not None and home(made).model.page is Page.START
    steps(window, 1)
    assert window.shown.progress == (), "the page says it"
    press(made, "escape")
    may_end.set()
    assert home(made).awaited is None and not window.jobs.running
    press(made, "n")
    assert home(made).model.page is Page.NEW_BATTLE


def test_file_that_is_opened_while_a_battle_is_set_up_stays_open(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The battle took its place as soon as it was ready."""
    window, _ = made
    may_end = threading.Event()
    monkeypatch.setattr("warcry3d.app.home.room.sample_battle", lambda: may_end.wait(60) and begun("sample-battle"))
    home(made).do(HomeAction.SAMPLE)
    assert window.jobs.is_running(MAKING)
    other = begun("other")
    window.do(OpenFile(other))
    may_end.set()
    until(window, lambda: window.document.path == other and not window.open_table.is_loading)
    steps(window, 30)
    until(window, lambda: not window.jobs.running)
    assert window.document.path == other


def test_sample_battle_that_cannot_be_copied_is_one_notice(made: Made, tmp_path: Path) -> None:
    window, _ = made
    (tmp_path / "data").write_text("a file where the folder should be")
    home(made).do(HomeAction.SAMPLE)
    until(window, lambda: "cannot be made" in said(window))
    assert window.room_name == "home" and str(tmp_path / "data") in said(window)


def home_model_after_return(window: Window) -> HomeModel:
    window.open_room("home")
    assert isinstance(window.room, HomeRoom)
    return window.room.model


def test_arranged_battle_is_begun_and_opened(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made
    bare = replace(SYSTEM, has_bands=False)
    monkeypatch.setattr("warcry3d.app.home.arranger.choices_of", lambda *_: bare)
    monkeypatch.setattr("warcry3d.app.home.arranging.board_table", lambda board, ruleset, folder: race_table())
    press(made, "n")
    until(window, lambda: home(made).model.arranged.is_ready)
    home(made).do(UseDice(DiceSource.REAL))
    press(made, "enter")
    until(window, lambda: window.room_name == "play" and not window.open_table.is_loading)
    start = window.document.content
    assert isinstance(start, BattleStart)
    assert start.seed is None and start.path.name == "track.battle.jsonl"
    assert start.seats == {"red": "person", "blue": "person"}, "the race knows no player called lazy"


def test_battle_that_the_rules_refuse_is_not_begun_and_home_stays(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made

    def refuse(new: object, folder: object) -> Refuse:
        return Refuse(START, QuestionError("no card '{name}' in the deck", name="Fog"))

    monkeypatch.setattr("warcry3d.app.home.arranger.choices_of", lambda *_: SYSTEM)
    monkeypatch.setattr("warcry3d.app.home.arranger.begin_arranged", refuse)
    press(made, "n")
    until(window, lambda: home(made).model.arranged.is_ready)
    press(made, "enter")
    until(window, lambda: START in home(made).model.arranged.refusals)
    assert home(made).model.page is Page.NEW_BATTLE
    press(made, "escape")
    assert home(made).model.page is Page.START


def test_home_leads_to_disputes_settings_and_keys(made: Made) -> None:
    window, _ = made
    room = home(made)
    for action, panel in ((HomeAction.SETTINGS, Panel.SETTINGS), (HomeAction.KEYS, Panel.KEYS)):
        room.do(action)
        assert window.model.panel is panel
    room.do(HomeAction.BROWSE)
    assert window.model.folder is not None
    room.do(HomeAction.DISPUTE)
    assert window.room_name == "judge"


def test_board_opened_from_home_is_shown_in_another_room(made: Made, tmp_path: Path) -> None:
    import json

    from tests.zoo import table_json

    window, screen = made
    path = tmp_path / "other-field.table.json"
    path.write_text(json.dumps(table_json()))
    home(made).do(Open(path))
    until(window, lambda: screen.title == "Other field - warcry3d")
    assert window.room_name == "judge"


def own_board(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    save_table(empty_table(30, 22), file)
    return file


def test_battle_is_arranged_on_the_board_that_another_room_asked_it_for(made: Made, tmp_path: Path) -> None:
    window, _ = made
    board = own_board(tmp_path / "tor.table.json")
    window.open_room("judge")
    window.arrange_battle(board, "warcry")
    until(window, lambda: home(made).model.arranged.board == board)
    arranged = home(made).model.arranged
    assert home(made).model.page is Page.NEW_BATTLE and arranged.is_ready
    assert arranged.system is not None and arranged.system.name == "warcry" and board in arranged.system.boards
    assert ("warcry", SYSTEMS["warcry"]().title) in home(made).model.systems


def test_another_board_is_played_on_with_what_was_chosen_before(made: Made, tmp_path: Path) -> None:
    window, _ = made
    boards = [own_board(tmp_path / f"{name}.table.json") for name in ("tor", "wall")]
    window.arrange_battle(boards[0], "warcry")
    until(window, lambda: home(made).model.arranged.board == boards[0])
    home(made).do(ChooseSeat("blue", "person"))
    window.arrange_battle(boards[1], "warcry")
    until(window, lambda: home(made).model.arranged.board == boards[1])
    assert [seat.player for seat in home(made).model.arranged.seats] == ["person", "person"]


def test_boards_saved_since_are_offered_when_the_page_is_opened_again(made: Made, tmp_path: Path) -> None:
    window, _ = made
    home(made).do(GoToPage(Page.NEW_BATTLE))
    until(window, lambda: home(made).model.arranged.system is not None)
    before = home(made).model.arranged.board
    home(made).do(GoToPage(Page.START))
    board = own_board(tmp_path / "data" / "late.table.json")
    home(made).do(GoToPage(Page.NEW_BATTLE))

    def offered() -> tuple[Path, ...]:
        system = home(made).model.arranged.system
        return system.boards if system is not None else ()

    until(window, lambda: board in offered())
    assert home(made).model.arranged.board == before, "it was not asked for"


def test_warbands_file_is_picked_from_a_folder(made: Made, tmp_path: Path) -> None:
    from warcry3d.app.shell.model import TakeFile

    window, _ = made
    room = home(made)
    room.model = HomeModel(Page.NEW_BATTLE, arranged=NEW)
    (tmp_path / "mine.band.json").write_text("{}")
    room.do(PickBand("blue"))
    assert window.model.folder is not None
    window.do(TakeFile(tmp_path / "mine.band.json"))
    assert window.model.is_clear
    assert [seat.band for seat in room.model.arranged.seats] == ["snails", str(tmp_path / "mine.band.json")]
    steps(window)


# The battles there are


def test_record_is_renamed_and_deleted_after_a_question(made: Made) -> None:
    room, record = home(made), begun()
    room.refresh()
    room.do(ChangeRecord(record, "Our evening"))
    assert record.is_file() and room.model.changing is not None
    room.do(ChangeRecord(record, "Our evening", is_sure=True))
    (renamed,) = room.model.battles
    assert renamed.name == "Our-evening.battle.jsonl" and room.model.changing is None
    room.do(ChangeRecord(renamed))
    press(made, "escape")
    assert renamed.is_file() and room.model.changing is None
    room.do(ChangeRecord(renamed, is_sure=True))
    assert room.model.battles == () and not renamed.exists()


def test_name_of_another_record_is_never_taken(made: Made) -> None:
    first, second = begun("one"), begun("two")
    home(made).do(ChangeRecord(second, "one", is_sure=True))
    assert {path.name for path in recorded_battles()[0]} == {"one.battle.jsonl", "one-2.battle.jsonl"}
    assert rename_record(first, "one") == first, "its own name changes nothing"


def test_record_that_is_gone_or_open_is_one_notice(made: Made) -> None:
    window, _ = made
    room, record = home(made), begun()
    room.refresh()
    record.unlink()
    room.do(ChangeRecord(record, is_sure=True))
    assert "cannot be deleted" in said(window)
    assert room.model.battles == ()
    opened = begun()
    window.do(OpenFile(opened))
    until(window, lambda: window.room_name == "play" and not window.open_table.is_loading)
    window.open_room("home")
    home(made).do(ChangeRecord(opened, is_sure=True))
    assert "is open: open another battle" in said(window) and opened.is_file()


def test_battles_that_are_many_are_listed_when_asked_for(made: Made) -> None:
    record, room = begun(), home(made)
    for number in range(200):
        record.with_name(f"evening-{number + 10}.battle.jsonl").write_bytes(record.read_bytes())
    room.refresh()
    steps(made[0])
    assert (len(room.model.listed), len(room.model.battles)) == (FEW_BATTLES, 201)
    room.do(HomeAction.SHOW_ALL)
    steps(made[0])
    assert len(room.model.listed) == 201


def test_home_without_a_folder_and_without_battles_says_what_to_do(bench: PanelBench) -> None:
    view, model = view_of(bench), HomeModel().after(ListFiles((), (), ()))
    wanted = set(bench.sweep(lambda: view.draw(model), (20, 50), SIZE))
    assert GoToPage(Page.NEW_BATTLE) in wanted and HomeAction.CONTINUE not in wanted
    assert HomeAction.SAMPLE in wanted
    assert view._playing(model)[0][3] is HomeAction.SAMPLE, "who has played nothing is offered the sample first"
    assert view._playing(model.after(FILES))[0][3] == GoToPage(Page.NEW_BATTLE)


@pytest.mark.parametrize("asked", [ChangeRecord(Path("a.battle.jsonl")), ChangeRecord(Path("a.battle.jsonl"), "new")])
def test_question_about_a_record_is_answered_by_mouse(bench: PanelBench, asked: ChangeRecord) -> None:
    view, model = view_of(bench), replace(HomeModel().after(FILES), changing=asked)
    wanted = bench.sweep(lambda: view.draw(model), (286, 50), (900, 220))
    assert replace(asked, is_sure=True) in wanted and HomeAction.LEAVE_RECORD in wanted


def test_menu_of_a_record_offers_a_name_and_deletion(bench: PanelBench) -> None:
    view, model = view_of(bench), HomeModel().after(FILES)
    edge = next(x for x in range(600, 300, -6) if Open(BATTLE) in bench.click(lambda: view.draw(model), (x, 160)))
    wanted: list[HomeIntent] = []
    for top in range(84, 120, 8):
        for line in range(10, 90, 10):
            bench.click(lambda: view.draw(model), (edge - 6, top))
            wanted += bench.click(lambda: view.draw(model), (edge + 10, top + line))
            bench.click(lambda: view.draw(model), (40, 600))  # closes the menu
    assert ChangeRecord(BATTLE, "evening") in wanted and ChangeRecord(BATTLE) in wanted


def test_damaged_record_says_why_in_the_list(bench: PanelBench) -> None:
    fault = message("not a record of a battle: it has no whole line")
    known = {BATTLE: Thumbnail(None, FileSummary(fault=fault, place="line 3"))}
    for language in LANGUAGES:
        view = HomeView(frame_of(bench, Words(language)), known, lambda file: None)
        card = view._battle_card(BATTLE)
        assert Words(language).text(fault) in card.lines and card.lines[1] == Words(language).say(
            "damaged, {place}", place=Words(language).place("line 3")
        )
    old = HomeView(
        frame_of(bench, Words("en")), {BATTLE: Thumbnail(None, FileSummary(version="0.0.1"))}, lambda file: None
    )
    assert "recorded by version 0.0.1" in old._battle_card(BATTLE).tip


def test_tip_of_a_board_is_short_enough_to_leave_its_neighbours_name_to_be_read(bench: PanelBench) -> None:
    """It was the whole path, and lay over the next card's title."""
    long = Path("/somewhere/" + "far/" * 30) / "shelf" / "old-mill.table.json"
    for language in LANGUAGES:
        words = Words(language)
        card = HomeView(frame_of(bench, words), {}, lambda file: None)._battle_card(BATTLE)
        for tip, file in ((card.tip, BATTLE), (tip_of(long, words), long), (tip_of(shipped_tables()[0], words), None)):
            assert all(len(line) <= 60 for line in tip.splitlines())
            assert file is None or (file.name in tip and file.parent.name in tip)
        assert words.say("ships with the program") in tip_of(shipped_tables()[0], words)


# Panels

NOT_HERE = {
    HomeAction.CANCEL,
    HomeAction.START_BATTLE,
    HomeAction.PICK_BOARD,
    HomeAction.SUGGEST,
    HomeAction.SAVE_BAND,
    HomeAction.SHOW_ALL,
    HomeAction.LEAVE_RECORD,
}
"""Intents of other pages, and of what only stands there at times."""
FIELD = 130
"""The row of pixels in which the red side's warband is chosen."""
TWO = (("race", "Race"), ("chess", "Chess"))
BATTLE, BOARD = Path("evening.battle.jsonl"), Path("field.table.json")
FILES = ListFiles((BATTLE,), (BOARD,), ())
SUMMARY = FileSummary((message("round {round} of {rounds}", round=2, rounds=4),))


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.panels.close()


def frame_of(bench: PanelBench, words: Words) -> Frame:
    frame = bench.frame_of(words)
    return Frame(words, (0.0, MENU, SIZE[0], SIZE[1] - MENU), frame.picture, frame.shot, frame.bold, 0.75)


def view_of(bench: PanelBench, words: Words | None = None, awaited: str = "") -> HomeView:
    known = MappingProxyType({BATTLE: Thumbnail(None, SUMMARY)})
    return HomeView(frame_of(bench, words or Words("en")), known, lambda file: None, awaited)


def test_nothing_but_cancel_can_be_clicked_while_a_battle_is_opened(bench: PanelBench) -> None:
    view, model = view_of(bench, awaited="setting up the battle..."), HomeModel().after(FILES)
    assert set(bench.sweep(lambda: view.draw(model), (20, 50), SIZE)) == {HomeAction.CANCEL}


def test_everything_on_the_start_page_can_be_clicked(bench: PanelBench) -> None:
    view, model = view_of(bench), HomeModel().after(FILES)
    wanted: set[HomeIntent] = set(bench.sweep(lambda: view.draw(model), (20, 50), SIZE))
    assert wanted == {GoToPage(Page.NEW_BATTLE), Open(BATTLE), Open(BOARD), *HomeAction} - NOT_HERE


@pytest.mark.parametrize("reason", ["", "Permission denied"])
def test_start_page_says_why_battles_are_not_listed_instead_of_that_there_are_none(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    said: list[str] = []
    for name in ("paragraph", "coloured"):
        monkeypatch.setattr(f"warcry3d.app.home.view.{name}", lambda text, colour=None: said.append(text))
    refused = FileError(Path("battles"), "", "cannot be read: {reason}", reason=reason) if reason else None
    view, model = view_of(bench), HomeModel().after(ListFiles((), (BOARD,), (), refused))
    bench.draw(lambda: view.draw(model))
    assert ("No battle was played yet" in "".join(said)) is (refused is None)
    assert ("Your battles cannot be listed: battles: cannot be read: " in "".join(said)) is (refused is not None)


def test_everything_of_a_new_battle_can_be_chosen(bench: PanelBench) -> None:
    view, model = view_of(bench), HomeModel(Page.NEW_BATTLE, systems=TWO, arranged=NEW)
    wanted = bench.sweep(lambda: view.draw(model), (20, 50), SIZE)
    short = replace(NEW, system=replace(SYSTEM, has_bands=False))
    wanted += bench.sweep(lambda: view.draw(replace(model, arranged=short)), (480, 50), SIZE)
    for intent in (
        ChooseBoard(BOARD),
        ChooseBoard(RandomBoard(1)),
        ChooseSeat("red", "eager"),
        ChooseSeat("blue", "person"),
        ChooseSetting("length", "long"),
        UseDice(DiceSource.REAL),
        GoToPage(Page.START),
        HomeAction.START_BATTLE,
        HomeAction.PICK_BOARD,
        ChoosePlayers(3),
        PickSystem("chess"),
    ):
        assert intent in wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_of_the_program_are_called_by_what_they_do(language: str) -> None:
    warcry, words = choices_of("warcry"), Words(language)
    names = [player_name(player, warcry, words) for player in ("person", *warcry.players)]
    assert len(set(names)) == 3 and not any(player in " ".join(names) for player in warcry.players)
    assert player_name("lazy", SYSTEM, words).endswith("lazy"), "one without a label is called by its name"


def test_warband_is_chosen_from_a_list(bench: PanelBench) -> None:
    view, model = view_of(bench), HomeModel(Page.NEW_BATTLE, systems=TWO, arranged=NEW)
    wanted: list[HomeIntent] = []
    for line in range(20, 170, 10):
        bench.click(lambda: view.draw(model), (700, FIELD))
        wanted += bench.click(lambda: view.draw(model), (700, FIELD + line))
    assert ChooseBand("red", "hares") in wanted and PickBand("red") in wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", [HomeModel().after(FILES), HomeModel(Page.NEW_BATTLE, arranged=NEW)])
def test_nothing_in_home_runs_over_the_edge(bench: PanelBench, model: HomeModel, language: str) -> None:
    view = view_of(bench, Words(language))
    assert bench.is_inside(lambda: view.draw(model), "home")


def test_board_changed_since_it_was_pictured_is_pictured_anew_when_home_is_entered(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, asked = tmp_path / "mine.table.json", list[Path]()
    board.write_text("{}", encoding="utf-8")
    home(made).thumbnails.want([board])
    until(made[0], lambda: board in home(made).thumbnails.known)
    thumbnails = home(made).thumbnails
    made[0].open_room("judge")
    monkeypatch.setattr(thumbnails, "renew", asked.append)
    made[0].open_room("home")
    assert board in asked


@pytest.mark.parametrize(
    ("ago", "said"), [(60, "today 23:24"), (26 * 3600, "11-26 21:25"), (400 * 86400, "2025-10-23 23:25")]
)
def test_card_tells_when_its_battle_was_played_last_in_as_few_letters_as_say_it(
    ago: int, said: str, tmp_path: Path
) -> None:
    """Seen in Chinese: the hour was cut from the end of the line."""
    now = time.mktime((2026, 11, 27, 23, 25, 0, 0, 0, -1))
    file = tmp_path / "some.battle.jsonl"
    file.write_text("")
    os.utime(file, (now - ago, now - ago))
    assert when_changed(file, Words("en"), now) == said
    assert when_changed(tmp_path / "gone", Words("en"), now) == ""
