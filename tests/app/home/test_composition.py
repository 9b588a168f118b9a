"""A warband that is composed of fighters from a file: its model, its page, and the way from a shared list to a side."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.panel_bench import MENU, SIZE, PanelBench
from tests.app.windows import Made, press, said, until, window_on
from tests.rules.warcry.bands.test_composition import entry
from warcry3d.app.home.composer import free_file
from warcry3d.app.home.composition import (
    AddFighter,
    BeginComposing,
    Composition,
    LeaveOut,
    NameBand,
    RefusePick,
    ShowGroup,
    SizeFighter,
    TakePicked,
    TellArmy,
)
from warcry3d.app.home.model import ComposeBand, GoToPage, HomeAction, HomeIntent, HomeModel, Page, PickBand
from warcry3d.app.home.room import HomeRoom
from warcry3d.app.home.view import HomeView
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.model import TakeFile
from warcry3d.app.shell.room import Frame
from warcry3d.errors import QuestionError
from warcry3d.messages import LANGUAGES, Words
from warcry3d.rules.armies import Army, ArmyFighter

POOL = (
    ArmyFighter("boss", "Boss", 200, (), "marsh"),
    ArmyFighter("guard", "Guard", 100, (), "marsh", has_base=False),
    ArmyFighter("wolf", "Wolf", 90, (), "wood"),
)
BEGUN = Composition().after(BeginComposing("red", "mine.fighters.json", POOL))


def test_pool_is_listed_group_by_group() -> None:
    assert (BEGUN.groups, BEGUN.group) == (("marsh", "wood"), "marsh")
    assert [fighter.id for fighter in BEGUN.after(ShowGroup("wood")).listed] == ["wolf"]


def test_fighters_are_picked_in_order_and_left_out_again() -> None:
    made = BEGUN.after(AddFighter("boss")).after(AddFighter("wolf")).after(AddFighter("wolf"))
    assert made.picked == ("boss", "wolf", "wolf")
    assert made.after(LeaveOut(1)).picked == ("boss", "wolf")
    assert made.after(LeaveOut(0)).picked == ("wolf", "wolf")


def test_fighter_without_a_base_joins_once_its_size_is_given() -> None:
    assert not BEGUN.can_join(POOL[1])
    sized = BEGUN.after(SizeFighter("guard", "32"))
    assert sized.can_join(POOL[1]) and sized.pick.sizes == {"guard": "32"}


def test_sum_of_fighters_that_were_picked_before_is_dropped() -> None:
    army = Army("Marsh", 200, (), ())
    first = BEGUN.after(AddFighter("boss"))
    assert first.after(TellArmy(first.pick, army)).can_be_saved
    assert first.after(AddFighter("wolf")).after(TellArmy(first.pick, army)).army is None
    assert not first.after(TellArmy(first.pick, army)).after(RefusePick(QuestionError("no"))).can_be_saved
    named = first.after(NameBand("Fen"))
    assert named.after(TellArmy(first.pick, army)).army == army, "its name changes no sum"


def test_warband_that_was_begun_is_gone_on_with_for_another_side() -> None:
    made = BEGUN.after(TakePicked(("boss", "wolf")))
    again = made.after(BeginComposing("blue", "mine.fighters.json", POOL))
    assert (again.side, again.picked) == ("blue", ("boss", "wolf"))
    assert made.after(BeginComposing("blue", "other.fighters.json", POOL)).picked == ()


def test_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    first = free_file(tmp_path, "The Fen: a band", ".band.json")
    assert first.name == "the-fen-a-band.band.json"
    first.write_text("{}")
    assert free_file(tmp_path, "The Fen: a band", ".band.json").name == "the-fen-a-band-2.band.json"
    assert free_file(tmp_path, "战帮", ".band.json").name == "战帮.band.json"


# In the window


@pytest.fixture
def made(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Made]:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))

    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("warcry3d.app.shell.files.thumbnails.Thumbnails._asked_of_worker", refuse)
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small-fight.table.json") as window:
        window[0].open_room("home")
        yield window


def home(made: Made) -> HomeRoom:
    assert isinstance(made[0].room, HomeRoom)
    return made[0].room


def arranged(made: Made) -> HomeRoom:
    room = home(made)
    press(made, "n")
    until(made[0], lambda: room.model.arranged.is_ready)
    return room


def test_list_of_another_tool_becomes_a_warband_that_plays(made: Made, tmp_path: Path) -> None:
    window, _ = made
    room = arranged(made)
    shared = tmp_path / "shared.json"
    people = [entry("boss", marks=("hero",)), entry("guard"), entry("scout", base="25")]
    shared.write_text(json.dumps(people))
    room.do(PickBand("blue", is_import=True))
    window.do(TakeFile(shared))
    until(window, lambda: room.model.page is Page.COMPOSE)
    room.do(HomeAction.SUGGEST)
    until(window, lambda: room.model.composed.error is not None)
    for id in ("boss", "guard"):
        room.do(SizeFighter(id, "32"))
    room.do(HomeAction.SUGGEST)
    until(window, lambda: room.model.composed.can_be_saved)
    room.do(NameBand("The Fen"))
    room.do(HomeAction.SAVE_BAND)
    until(window, lambda: room.model.page is Page.NEW_BATTLE)
    file = tmp_path / "data" / "warbands" / "the-fen.band.json"
    assert room.model.arranged.seats[1].band == str(file)
    until(window, lambda: str(file) in room.model.arranged.told)
    told = room.model.arranged.told[str(file)]
    assert told.army is not None and not told.army.faults and told.army.name == "The Fen"


def test_list_that_is_none_is_one_notice(made: Made, tmp_path: Path) -> None:
    window, _ = made
    room = arranged(made)
    (tmp_path / "shared.json").write_text("{}")
    room.do(PickBand("blue", is_import=True))
    window.do(TakeFile(tmp_path / "shared.json"))
    until(window, lambda: "expected a list of fighters" in said(window))
    assert room.model.page is Page.NEW_BATTLE


def test_file_of_fighters_picked_as_a_warband_is_composed(made: Made) -> None:
    from warcry3d.rules.warcry.bands.files import shipped_file

    window, _ = made
    room = arranged(made)
    room.do(PickBand("red"))
    window.do(TakeFile(shipped_file("drowned-forest.fighters.json")))
    until(window, lambda: room.model.page is Page.COMPOSE)
    assert room.model.composed.side == "red"
    press(made, "escape")
    assert room.model.page is Page.NEW_BATTLE


# Its page


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.panels.close()


def page(bench: PanelBench, words: Words, made: Composition) -> tuple[HomeView, HomeModel]:
    frame = bench.frame_of(words)
    whole = Frame(words, (0.0, MENU, SIZE[0], SIZE[1] - MENU), frame.picture, frame.shot, frame.bold, 0.75)
    return HomeView(whole, {}, lambda file: None), HomeModel(Page.COMPOSE, composed=made)


FULL = replace(BEGUN.after(TakePicked(("boss", "wolf"))), army=Army("Marsh", 290, (), ()))


def test_everything_on_the_page_can_be_clicked(bench: PanelBench) -> None:
    view, model = page(bench, Words("en"), FULL)
    wanted: set[HomeIntent] = set(bench.sweep(lambda: view.draw(model), (20, 50), SIZE))
    assert {
        AddFighter("boss"),
        LeaveOut(0),
        LeaveOut(1),
        HomeAction.SUGGEST,
        HomeAction.SAVE_BAND,
        GoToPage(Page.NEW_BATTLE),
    } <= wanted
    assert AddFighter("guard") not in wanted, "it has no base yet"
    assert ComposeBand("red", "mine.fighters.json") not in wanted


def test_nothing_is_saved_before_it_is_known_what_it_comes_to(bench: PanelBench) -> None:
    view, model = page(bench, Words("en"), replace(FULL, army=None))
    assert HomeAction.SAVE_BAND not in bench.sweep(lambda: view.draw(model), (400, 400), SIZE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_the_page_runs_over_the_edge(bench: PanelBench, language: str) -> None:
    view, model = page(bench, Words(language), FULL)
    assert bench.is_inside(lambda: view.draw(model), "home")
