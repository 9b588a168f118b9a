"""Records of battles in the Play room: opened at their end, stepped through, with names and standing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, place_of, play_room, press, steps, until, window_on
from tests.game.race import Eager, Race, race_setup, register_race
from warcry3d.app.play import timeline
from warcry3d.app.play.model import FollowTable, GoToStep, OpenTimeline, PlayModel, StepBy
from warcry3d.app.play.timeline import Timeline
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.battle_start import load_battle, read_battle
from warcry3d.app.shell.model import OpenFile, ShellAction
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.record import Journal
from warcry3d.game.session import Game
from warcry3d.geom.solid import Placement
from warcry3d.messages import Words


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the record of a race that was played to its end."""
    register_race(monkeypatch, tmp_path)
    path = tmp_path / "evening.battle.jsonl"
    begun = Game.begin(Race(), race_setup(8.0, 4))
    with Journal.create(path, begun, seed=3, by={"red": "eager"}) as journal:
        play_out(begun, {"red": Eager(), "blue": Eager()}, SeededDice(3), seed=3, follow=journal.follow)
    return path


def timeline_of(record: Path) -> Timeline:
    return timeline.timeline_of(read_battle(record))


def test_record_opens_at_its_last_state(record: Path) -> None:
    loaded = load_battle(record)
    played = timeline_of(record)
    assert played.is_whole and played.steps == len(played.game.done) > 3
    assert [model.placement for model in loaded.table.models] == [model.placement for model in played.game.table.models]
    assert played.moment(played.steps).labels() == {"red": "Rusty", "blue": "Bluebell"}


def test_steps_lead_through_the_battle_and_stop_at_its_ends(record: Path) -> None:
    played = timeline_of(record)
    model = PlayModel(played.game.table).after(OpenTimeline(played, played.game.table))
    assert model.step == played.steps and model.after(StepBy(1)) is model
    first = model.after(GoToStep(-5))
    assert first.step == 0 and first.moment is not None and first.moment.event_lines(Words("en")) == []
    second = first.after(StepBy(1))
    assert second.step == 1 and second.moment is not None and second.moment.event_lines(Words("en"))
    assert first.table.model("red").placement != model.table.model("red").placement
    assert model.after(FollowTable(first.table)).step == model.step


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path) -> Iterator[Made]:
    table = make_table(make_model("talon", 2, 2))
    with window_on(graphics, table, tmp_path / "small-fight.table.json") as window:
        yield window


def test_window_opens_a_record_in_the_play_room_and_arrow_keys_step(made: Made, record: Path) -> None:
    window, screen = made
    window.do(OpenFile(record))
    until(window, lambda: window.room_name == "play")
    assert screen.title == "Evening - warcry3d"
    room = play_room(window)
    last = room.model.step
    at_the_end = window.document.table.model("red").placement
    press(made, "arrow_left")
    assert room.model.step == last - 1
    press(made, "home")
    assert room.model.step == 0
    assert window.document.table.model("red").placement != at_the_end
    assert not window.document.is_changed
    press(made, "end")
    assert window.document.table.model("red").placement == at_the_end
    steps(window)
    assert dict(room.names(Words("en"))) == {"red": "Rusty", "blue": "Bluebell"}
    assert all(part > 0 for part in place_of(window, "red"))


def test_stepping_asks_before_moves_made_on_top_of_a_step_are_lost(made: Made, record: Path) -> None:
    window, _ = made
    window.do(OpenFile(record))
    until(window, lambda: window.room_name == "play")
    room = play_room(window)
    last = room.model.step
    window.change_table(window.document.table.placing("red", Placement((3.0, 3.0, 0.0), 0.0)))
    press(made, "arrow_left")
    assert window.model.is_asking and room.model.step == last
    window.do(ShellAction.DISCARD)
    assert room.model.step == last - 1 and not window.document.is_changed
