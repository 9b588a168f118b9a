"""A rule system that the window has never heard of is played in it from New battle to the winner (issue 12, part 1)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.play.battles import desk_of, key, race_process, ready
from tests.app.play.conftest import SmallWindow
from tests.app.windows import Made, press, until
from tests.game.race import register_race
from warcry3d.app.home.new_battle import ChooseSeat, ChooseSetting, TypeSeed
from warcry3d.app.home.room import HomeRoom
from warcry3d.app.play.state import Due
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.app.shell.settings import Settings
from warcry3d.game.prompts import Go
from warcry3d.game.ruleset import Outcome
from warcry3d.rules.systems import SYSTEMS


@pytest.fixture
def made(small_window: SmallWindow, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", race_process)
    monkeypatch.setattr("warcry3d.app.home.arranger.DEFAULT", "race")
    register_race(monkeypatch, own_folder)
    with small_window(Settings(has_instant_dice=True, has_less_motion=True, pace=4.0)) as window:
        window[0].open_room("home")
        yield window


def test_race_is_arranged_and_played_to_its_winner(made: Made) -> None:
    window, _ = made
    room = window.room
    assert isinstance(room, HomeRoom)
    press(made, "n")
    until(window, lambda: room.model.arranged.is_ready)
    assert [name for name, _ in room.model.systems] == list(SYSTEMS) and "race" in SYSTEMS
    room.do(ChooseSetting("length", "6"))
    room.do(TypeSeed(3))
    room.do(ChooseSeat("blue", "eager"))
    press(made, "enter")
    until(window, lambda: window.room_name == "play" and not window.open_table.is_loading)
    ready(made)
    desk = desk_of(made)
    for _ in range(40):
        match desk.model.due:
            case Due.OVER:
                break
            case Due.THROW:
                key(made, "space")
            case _ if desk.model.chosen == "push":
                key(made, "2")
            case _:
                run(made)
    pending = desk.model.game.pending
    assert desk.model.due is Due.OVER and isinstance(pending, Outcome) and pending.winners
    record = window.document.path
    desk.close()
    start = read_battle(record)
    assert start.divergence is None and start.setup.ruleset == "race"
    assert all(runner.placement.at[0] > 1.0 for runner in start.game.table.models), "the program's runner ran too"
    assert {type(step.action).__name__ for step in start.game.done} >= {"Push", "Go", "Rolled"}


def run(made: Made) -> None:
    """Answer whatever is due but a push: run as far as the dice let, or say who bumps first."""
    window, _ = made
    desk = desk_of(made)
    if "run" not in {prompt.id for prompt in desk.model.prompts or ()}:
        key(made, "1")
        return
    before = len(desk.model.game.done)
    key(made, "u")
    assert desk.mover is not None
    mover = desk.mover.controller
    until(window, lambda: not mover.model.is_preparing)
    budget = next(prompt.budget for prompt in desk.model.prompts or () if isinstance(prompt, Go))
    for _ in range(round(2 * budget) + 1):
        press(made, "arrow_right")
    until(window, lambda: mover.held is not None and mover.held.is_current and mover.held.is_moved)
    key(made, "enter")
    until(window, lambda: len(desk.model.game.done) > before)
    ready(made)
