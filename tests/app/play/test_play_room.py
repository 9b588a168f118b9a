"""Battles in the window: records open at their end, are stepped through, continued by keys and by mouse."""

import os
import signal
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.app.play.battles import begun_race, desk_of, key, open_battle, race_process, ready, whole_race
from tests.app.windows import Made, click, pixel_of, place_of, play_room, press, rested, said, steps, until
from tests.game.race import register_race
from tests.game.race.in_process import Broken
from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.play.intents import LookAtStep, PlayCommand, ShowRules
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.panels.flow import flow_of
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.prompt_keys import key_of_prompt
from warcry3d.app.play.state import Due
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.app.shell.inputs import Pressed, Released
from warcry3d.app.shell.model import OpenFile
from warcry3d.game.player_process import PlayerDiedError, PlayerProcess
from warcry3d.game.record import load_record
from warcry3d.game.setup import Setup
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the record of a race that was played to its end."""
    register_race(monkeypatch, tmp_path)
    return whole_race(tmp_path / "evening.battle.jsonl")


def test_window_opens_a_record_in_the_play_room_and_arrow_keys_step(made: Made, record: Path) -> None:
    window, screen = made
    window.do(OpenFile(record))
    until(window, lambda: window.room_name == "play" and play_room(window).battle is not None)
    assert screen.title == "Evening - warcry3d"
    last = desk_of(made).model.steps
    at_the_end = window.document.table.model("red").placement
    press(made, "arrow_left")
    assert desk_of(made).model.moment.step == last - 1
    press(made, "home")
    assert desk_of(made).model.moment.step == 0
    assert window.document.table.model("red").placement != at_the_end
    assert not window.document.is_changed
    press(made, "end")
    assert window.document.table.model("red").placement == at_the_end
    steps(window)
    assert dict(play_room(window).names(Words("en"))) == {"red": "Rusty", "blue": "Bluebell"}
    assert all(part > 0 for part in place_of(window, "red"))


def test_picture_is_as_wide_as_the_window_while_a_battle_is_open(made: Made, race: Path) -> None:
    window, _ = made
    beside = window.picture_size
    open_battle(made, race)
    assert window.picture_size[0] > beside[0]
    assert made[1].size == window.picture_size


def test_notices_stand_over_the_prompt_and_cover_no_panel_at_the_foot(made: Made, race: Path) -> None:
    window, _ = made
    open_battle(made, race)
    at, (width, height) = window.shown.notices_at, window._screen.size
    bar = layout_of(width, height, 0, window.scale).bar
    assert at is not None and 0 < at[0] < width / 2 and at[1] < bar[1]


@pytest.mark.parametrize("size", [(1280, 704), (1280, 720), (1920, 1000)])
def test_card_of_odds_covers_no_roster(size: tuple[int, int]) -> None:
    layout = layout_of(*size, 36.0, 1.0)
    _, top, _, height = layout.rosters[1]
    assert top + height < layout.card[1] and layout.card[1] + layout.card[3] < size[1]
    assert layout.card[3] > 280, "the odds of an attack need so much"


def test_bar_and_prompt_stay_where_they_are_while_a_choice_is_worked_out(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    tops = [desk.notices_at]
    key(made, "2")
    assert desk.model.due is Due.THROW
    tops.append(desk.notices_at)
    key(made, "space")
    tops.append(desk.notices_at)
    assert len(set(tops)) == 1, "notices stand over the prompt, and the prompt over the bar"


def test_key_that_answers_a_prompt_leads_to_no_other_room_while_nothing_is_asked(made: Made, race: Path) -> None:
    window, _ = made
    desk = open_battle(made, race)
    key(made, "2")
    key(made, "space")
    asked = {key_of_prompt(one, desk.model.prompts or ()) for one in desk.model.prompts or ()} - {""}
    assert asked
    desk.model = desk.model.after(LookAtStep(1))
    for name in asked:
        key(made, name)
        assert window.room is play_room(made[0])


def test_key_that_places_as_is_suggested_never_saves_a_table_where_nothing_is_placed(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    assert not desk._pointer.is_placing
    key(made, "s")
    assert not made[0].model.is_asking


def test_panel_that_grows_is_drawn_whole_in_the_first_frame_that_shows_it(made: Made, race: Path) -> None:
    """Seen where frames took a second: a card and the bar stood cut until the next one."""
    window, _ = made
    desk = open_battle(made, race)
    steps(window, 3)
    assert desk._view.is_settled
    desk.do(ShowRules(("RACE-1",)))
    drawn: list[bool] = []
    again = window.draw_panels_again
    window.draw_panels_again = lambda: (drawn.append(True), again())[1]  # type: ignore[method-assign]
    for _ in range(4):
        steps(window, 1)
        assert desk._view.is_settled, "what a frame shows in the end is as high as its content"
    assert drawn


def test_choice_is_answered_by_its_number_and_written_before_the_next_one(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    assert desk.model.due is Due.ANSWER and desk.model.chosen == "push"
    key(made, "2")
    assert desk.model.due is Due.THROW
    assert [step.action["do"] for step in load_record(race).steps] == ["push"]
    key(made, "space")
    assert [step.action["do"] for step in load_record(race).steps] == ["push", "rolled"]


def test_number_that_no_option_has_turns_no_camera(made: Made, race: Path) -> None:
    """Keys of numbers that mean nothing to the battle look from other sides."""
    window, _ = made
    desk = open_battle(made, race)
    goal = window.viewpoint.camera.goal
    assert desk.model.due is Due.ANSWER and 6 not in desk.model.numbers.values()
    key(made, "6")
    assert window.viewpoint.camera.goal == goal
    key(made, "2")
    assert desk.model.due is Due.THROW
    key(made, "6")
    assert window.viewpoint.camera.goal != goal, "no number answers anything now"


def test_key_of_the_window_that_was_changed_is_not_taken_for_one_of_the_room(made: Made, race: Path) -> None:
    window, _ = made
    desk = open_battle(made, race)
    window.use_settings(replace(window.settings, keys={"shell.look.corner": "u", "play.throw": "f8"}))
    key(made, "u")
    assert desk.model.game.done == () and desk.model.due is Due.ANSWER
    key(made, "1")
    assert desk.model.due is Due.THROW
    key(made, "space")
    assert desk.model.due is Due.THROW
    key(made, "f8")
    assert len(desk.model.game.done) == 2


def test_runner_is_moved_by_arrow_keys_and_snaps_to_its_last_inch(made: Made, race: Path) -> None:
    window, _ = made
    desk = open_battle(made, race)
    key(made, "2")
    key(made, "space")
    key(made, "u")
    assert desk.mover is not None
    mover = desk.mover.controller
    until(window, lambda: not mover.model.is_preparing)
    inches = desk.model.prompts[0].budget if desk.model.prompts else 0.0  # type: ignore[union-attr]
    for _ in range(round(2 * inches) + 1):
        press(made, "arrow_right")
    until(window, lambda: mover.held is not None and mover.held.is_current and mover.held.is_moved)
    assert mover.held is not None and mover.held.answer is not None and mover.held.answer.is_shortened
    key(made, "enter")
    until(window, lambda: len(desk.model.game.done) == 3)
    assert window.document.table.model("red").placement.at[0] == pytest.approx(1 + inches, abs=1e-3)


def test_second_click_where_a_click_on_the_table_began_a_move_moves_there(made: Made, race: Path) -> None:
    window, _ = made
    desk = open_battle(made, race)
    for name in ("2", "space"):
        key(made, name)
    until(window, lambda: desk.model.begun_on_table is not None and not window.is_changing)
    x, y, _ = window.document.table.model("red").placement.at
    there = pixel_of(window, (x + 1.5, y, 0.0))
    click(made, there)
    assert desk.mover is not None
    mover = desk.mover.controller
    until(window, lambda: mover.held is not None and mover.held.is_current and mover.held.is_moved)
    click(made, there)
    until(window, lambda: len(desk.model.game.done) == 3)
    assert window.document.table.model("red").placement.at[0] == pytest.approx(x + 1.5, abs=0.1)


def test_fighter_dropped_where_it_may_not_stand_stays_in_hand_there_and_the_prompt_says_why(
    made: Made, race: Path
) -> None:
    window, _ = made
    desk = open_battle(made, race)
    for name in ("2", "space", "u"):
        key(made, name)
    assert desk.mover is not None

    def held() -> HeldFighter:
        assert desk.mover is not None and desk.mover.controller.held is not None
        return desk.mover.controller.held

    until(window, lambda: desk.mover is not None and not desk.mover.controller.model.is_preparing)
    x, y, z = desk.model.moment.table.model("blue").placement.at
    desk.mover.aim((x + 0.1, y, z))
    until(window, lambda: held().is_current and held().is_moved)
    assert held().moved is not None and not held().moved.is_legal  # type: ignore[union-attr]
    for _ in range(2):
        key(made, "enter")
    until(window, lambda: bool(desk.model.faults) and desk.mover is not None and held().is_current)
    spot = held().spot
    assert spot is not None and not held().laid
    assert spot.at[:2] == pytest.approx((x + 0.1, y), abs=0.05), "where it was held before"
    assert desk.model.draft.paths == () and len(desk.model.game.done) == 2
    desk.mover.aim((1.5, 2.0, 0.0))
    until(window, lambda: held().is_current)
    key(made, "enter")
    until(window, lambda: len(desk.model.game.done) == 3)


def test_undo_goes_back_to_the_choice_and_dice_fall_as_they_fell(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    key(made, "2")
    key(made, "space")
    faces = desk.model.game.done[1].action.faces
    key(made, "control-z")
    assert desk.model.game.done == () and desk.model.chosen == "push"
    assert len(load_record(race).steps) == 0
    key(made, "2")
    ready(made)
    until(made[0], lambda: len(desk.model.game.done) == 2)
    assert desk.model.game.done[1].action.faces == faces
    key(made, "control-z")
    key(made, "control-y")
    assert len(desk.model.game.done) == 2


def test_frame_that_takes_a_choice_back_shows_what_was_due_before_it(
    made: Made, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is played again and no prompt is worked out twice: states are kept, and what they ask."""
    monkeypatch.setattr("warcry3d.app.play.work.AT_ONCE", 60.0)
    desk = open_battle(made, race)
    before = desk.model.prompts
    key(made, "2")
    assert len(desk.model.game.done) == 1
    made[1].inputs += [Pressed("control"), Pressed("z"), Released("z"), Released("control")]
    made[0].step(1 / 60)
    assert desk.model.game.done == ()
    assert before and desk.model.prompts is before


def test_undo_and_redo_are_announced_to_the_other_player_also_where_a_fighter_moves(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    for name in ("2", "space", "u"):
        key(made, name)
    assert desk.mover is not None
    mover = desk.mover.controller
    until(made[0], lambda: not mover.model.is_preparing)
    press(made, "arrow_right")
    until(made[0], lambda: mover.held is not None and mover.held.is_current and mover.held.is_moved)
    key(made, "enter")
    until(made[0], lambda: len(desk.model.game.done) == 3)
    assert "choice back" not in said(made[0])
    key(made, "control-z")
    until(made[0], lambda: len(desk.model.game.done) == 2)
    assert "Red takes a choice back." in said(made[0])
    key(made, "control-y")
    until(made[0], lambda: len(desk.model.game.done) == 3)
    assert "Red makes it again." in said(made[0])


def test_real_dice_are_entered_by_their_faces(made: Made, tmp_path: Path, race: Path) -> None:
    typed = begun_race(tmp_path / "typed.battle.jsonl", seed=None)
    desk = open_battle(made, typed)
    key(made, "2")
    assert desk.model.due is Due.FACES
    key(made, "7")
    assert desk.model.faces == ()
    key(made, "3")
    key(made, "backspace")
    assert desk.model.faces == ()
    key(made, "3")
    key(made, "1")
    assert desk.model.game.done[1].action.faces == (3, 1)


def test_player_of_the_program_answers_is_shown_and_says_why(
    made: Made, tmp_path: Path, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", race_process)
    against = begun_race(tmp_path / "against.battle.jsonl", by={"red": "person", "blue": "eager"})
    desk = open_battle(made, against)
    key(made, "1")
    key(made, "space")
    key(made, "s")
    until(made[0], lambda: desk.model.player == "red" and desk.model.due is Due.ANSWER)
    assert len(desk.model.game.done) >= 6 and desk.model.shown == len(desk.model.game.done)
    assert desk.model.decision is not None and str(desk.model.decision.reason) == "it likes to run."
    key(made, "control-z")
    assert desk.model.player == "red" and len(desk.model.game.done) == 2


def test_window_rests_while_the_programs_player_thinks(
    made: Made, tmp_path: Path, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", race_process)
    desk = open_battle(made, begun_race(tmp_path / "against.battle.jsonl", by={"red": "person", "blue": "eager"}))
    with monkeypatch.context() as unheard:
        unheard.setattr("warcry3d.app.play.opponents.Opponents.poll", lambda self: False)
        key(made, "1")
        key(made, "space")
        made[1].inputs += [Pressed("s"), Released("s")]
        rested(made[0])
        steps(made[0])
        assert desk.model.due is Due.THINK and desk.opponents.is_thinking
        assert desk._preparation._calm._is_shut
    until(made[0], lambda: desk.model.player == "red" and desk.model.due is Due.ANSWER)


def test_player_that_fails_can_be_asked_again_or_taken_over(
    made: Made, tmp_path: Path, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", race_process)
    register_race(monkeypatch, tmp_path, {"broken": Broken})
    desk = open_battle(made, begun_race(tmp_path / "broken.battle.jsonl", by={"red": "broken", "blue": "person"}))
    assert desk.model.due is Due.THINK and isinstance(desk.model.error, PlayerDiedError)
    desk.do(PlayCommand.ASK_AGAIN)
    assert desk.model.error is None
    until(made[0], lambda: desk.model.error is not None)
    desk.do(PlayCommand.TAKE_OVER)
    ready(made)
    key(made, "1")
    assert len(desk.model.game.done) == 1
    again = open_battle(made, tmp_path / "broken.battle.jsonl")
    assert again.model.is_person("red") and len(again.model.game.done) == 1


def test_battle_can_be_gone_on_with_after_it_was_left(made: Made, race: Path) -> None:
    open_battle(made, race)
    key(made, "3")
    key(made, "space")
    before = desk_of(made).model.game.hash
    desk = open_battle(made, race)
    assert desk.model.game.hash == before and len(desk.model.game.done) == 2
    assert read_battle(race).game.hash == before


def test_click_on_a_roster_selects_a_fighter(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    left, top, width, _ = layout_of(*made[1].size, 36.0, 1.0).rosters[1]
    click(made, (left + width / 2, top + 50))
    assert desk.model.selected == "blue"


def test_record_that_another_program_writes_can_only_be_watched(made: Made, race: Path) -> None:
    with read_battle(race).journal():
        desk = open_battle(made, race)
        assert desk.model.due is Due.WATCH
        key(made, "2")
        assert desk.model.game.done == ()


def test_held_key_shows_a_lens_until_it_comes_up_and_what_fails_is_said(made: Made, race: Path) -> None:
    window, screen = made
    desk = open_battle(made, race)
    screen.inputs.append(Pressed("b"))
    steps(window, 2)
    assert desk.model.lens is Lens.BASES
    assert set(window.room.view.hidden) == {"red", "blue"}
    screen.inputs.append(Released("b"))
    steps(window, 2)
    assert desk.model.lens is None and window.room.view.hidden == ()
    screen.inputs.append(Pressed("alt"))
    steps(window, 2)
    until(window, lambda: not desk.is_working)
    steps(window, 2)
    assert desk.model.lens is Lens.SIGHT and desk.model.error is None
    screen.inputs.append(Released("alt"))
    steps(window, 2)
    key(made, "2")
    assert desk.model.due is Due.THROW


def test_click_on_the_time_line_looks_at_a_step_and_the_battle_goes_on_from_it(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    key(made, "2")
    key(made, "space")
    key(made, "s")
    steps(made[0], 2)
    left, top, width, height = layout_of(*made[1].size, 36.0, 1.0).time_line
    click(made, (left + width / 2, top + height / 2))
    assert 0 < desk.model.moment.step < desk.model.steps
    step = desk.model.moment.step
    made[1].inputs += [Pressed("control"), Pressed("enter"), Released("enter"), Released("control")]
    until(made[0], lambda: not desk.model.is_looking_back)
    assert desk.model.steps == step == len(load_record(race).steps)
    assert "goes on from step" in said(made[0])


def test_record_of_a_battle_that_is_over_goes_on_beside_it(made: Made, record: Path) -> None:
    window, screen = made
    open_battle(made, record)
    for name in ("arrow_left", "arrow_left", "arrow_left", "arrow_left"):
        press(made, name)
    step = desk_of(made).model.moment.step
    screen.inputs += [Pressed("control"), Pressed("enter"), Released("enter"), Released("control")]
    until(window, lambda: window.document.path != record)
    ready(made)
    assert window.document.path.parent == record.parent
    assert desk_of(made).model.steps == step and desk_of(made).model.can_go_on


def test_damaged_record_is_told_of_and_goes_on_from_its_last_good_state(made: Made, record: Path) -> None:
    window, _ = made
    lines = record.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"hash":"', b'"hash":"f')
    record.write_bytes(b"".join(lines))
    with patch("warcry3d.app.play.panels.prompt_line.flow_of", wraps=flow_of) as flows:
        desk = open_battle(made, record)
        steps(window, 1)
    prompt = "\n".join("".join(part.text for part in call.args[0]) for call in flows.call_args_list[-2:])
    assert "line 5" in prompt and record.name in prompt and "its own" in prompt
    assert said(window) == "", "it is said once: the prompt keeps it whatever else is said"
    assert desk.model.due is Due.WATCH and desk.model.steps == 3
    made[1].inputs += [Pressed("control"), Pressed("enter"), Released("enter"), Released("control")]
    until(window, lambda: window.document.path != record)
    ready(made)
    assert desk_of(made).model.steps == 3 and desk_of(made).model.can_go_on
    assert b"".join(lines) == record.read_bytes()


def test_record_with_an_action_that_no_rule_knows_says_where_and_what_was_expected(made: Made, record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"do":"', b'"do":"un')
    record.write_bytes(b"".join(lines))
    desk = open_battle(made, record)
    assert desk.model.due is Due.WATCH and desk.model.divergence is not None
    told = "\n".join(Teller(Words("en"), {}).divergence_lines(desk.model.divergence))
    assert "line 5" in told and "there are:" in told
    assert desk.model.can_branch


def test_player_whose_process_is_killed_is_asked_again_by_a_key(
    made: Made, tmp_path: Path, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes: list[PlayerProcess[object, object]] = []

    def process(setup: Setup, player: str, *, seed: int = 0) -> PlayerProcess[object, object]:
        processes.append(race_process(setup, player, seed=seed))
        return processes[-1]

    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", process)
    desk = open_battle(made, begun_race(tmp_path / "killed.battle.jsonl", by={"red": "person", "blue": "eager"}))
    key(made, "1")
    until(made[0], lambda: bool(processes) and processes[0].process_id is not None)
    number = processes[0].process_id
    assert number is not None
    os.kill(number, signal.SIGKILL)
    key(made, "space")
    key(made, "s")
    assert desk.model.due is Due.THINK and isinstance(desk.model.error, PlayerDiedError)
    assert "SIGKILL" in str(desk.model.error)
    key(made, "enter")
    until(made[0], lambda: desk.model.player == "red" and desk.model.due is Due.ANSWER)
    assert len(desk.model.game.done) >= 6


def test_throw_is_watched_before_what_it_led_to_is_shown(made: Made, race: Path) -> None:
    window, screen = made
    window.use_settings(replace(window.settings, has_instant_dice=False))
    desk = open_battle(made, race)
    key(made, "2")
    screen.inputs += [Pressed("space"), Released("space")]
    until(window, lambda: desk.model.due is Due.SHOW)
    assert (desk.model.shown, desk.model.steps) == (1, 2)
    key(made, "space")
    assert desk.model.due is Due.ANSWER and desk.model.shown == 2
