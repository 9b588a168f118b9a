"""Any step of a battle is looked at, replayed from and gone on from: in battles under way and in records."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.app.play.battles import done, race_model
from tests.game.race import Eager, Race, race_setup, register_race
from warcry3d.app.play import time_marks as module
from warcry3d.app.play.branch import branch_path, write_branch
from warcry3d.app.play.intents import GameChanged, LookAtStep, PickOption, PlayCommand, ReplayTo, StepBy, StepToMark
from warcry3d.app.play.keys import GO_ON, MARK_BEFORE, THROW
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.prompt_keys import intent_of_key
from warcry3d.app.play.shown_steps import ShownSteps
from warcry3d.app.play.state import BackTo
from warcry3d.app.play.time_marks import APART, TimeMark, TimeMarks, marks_of
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.app.shell.settings import Settings
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Event
from warcry3d.game.session import Game
from warcry3d.message import Message

HEADINGS = {"push": 1, "go": 2}


def played() -> PlayModel:
    """Return the model of a race in which something was done."""
    model = race_model()
    for _ in range(3):
        model = done(done(model.after(PickOption("push", "2"))).after(PlayCommand.THROW))
        model = done(model.after(PickOption("stay", ""))) if model.wish is not None else model
        if model.prompt_of("push") is None:
            break
    return model


def test_marks_are_where_something_begins_the_largest_of_each_step() -> None:
    game: Game[object, object] = play_out(  # type: ignore[assignment]
        Game.begin(Race(), race_setup(8.0, 4)), {"red": Eager(), "blue": Eager()}, SeededDice(3), seed=3
    )
    kinds = [[event.kind for event in step.events] for step in game.done]
    expected = [
        TimeMark(number, min(HEADINGS[kind] for kind in found if kind in HEADINGS), "")
        for number, found in enumerate(kinds, 1)
        if any(kind in HEADINGS for kind in found)
    ]
    marks = marks_of(game, HEADINGS)
    assert [(mark.step, mark.rank) for mark in marks] == [(mark.step, mark.rank) for mark in expected]
    assert marks and {mark.rank for mark in marks} <= {1, 2}
    kept = TimeMarks()
    assert kept.of(game, HEADINGS) is kept.of(game, HEADINGS)


def marked(ranks: list[int]) -> tuple[Any, ...]:
    """Return steps with which something of a rank begins (0: nothing)."""
    kinds = {1: "push", 2: "go", 0: "rest"}
    return tuple(SimpleNamespace(events=(Event(kinds[rank], Message("step")),)) for rank in ranks)


def game_of(done: tuple[Any, ...]) -> Any:
    return SimpleNamespace(done=done)


def test_time_line_draws_as_many_marks_as_it_has_room_for_rounds_before_activations() -> None:
    ranks = [1 if n % 60 == 59 else 2 for n in range(6000)]
    marks, room = TimeMarks(), 240.0
    placed = marks.placed(game_of(marked(ranks)), HEADINGS, len(ranks), room)
    assert len(marks.of(game_of(marked(ranks)), HEADINGS)) == 6000
    assert len(placed) <= room / APART + 1
    numbers = [one.number for one in placed if one.mark.rank == 1]
    assert len(numbers) > 0.7 * len(placed) and numbers == sorted(numbers)
    few = marks.placed(game_of(marked([1, 2, 0, 2])), HEADINGS, 4, room)
    assert [(one.mark.step, one.number, one.share) for one in few] == [(1, 1, 0.25), (2, 1, 0.5), (4, 1, 1.0)]
    assert [one.mark.step for one in marks.placed(game_of(marked([1, 2, 0, 2])), HEADINGS, 2, room)] == [1, 2]


def test_marks_that_are_drawn_are_kept_from_frame_to_frame_and_steps_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = list[int]()
    whole = module._marks

    def counted(done: tuple[Any, ...], headings: dict[str, int], begin: int) -> Any:
        looked.append(len(done) - begin)
        return whole(done, headings, begin)

    monkeypatch.setattr(module, "_marks", counted)
    marks, done = TimeMarks(), marked([1, 2, 0, 2, 2])
    game = game_of(done)
    first = marks.placed(game, HEADINGS, 5, 100.0)
    assert marks.placed(game, HEADINGS, 5, 100.0) is first and looked == [5]
    longer = (*done, *marked([2]))
    assert [mark.step for mark in marks.of(game_of(longer), HEADINGS)] == [1, 2, 4, 5, 6]
    assert looked == [5, 1]
    other = (*done[:3], *marked([0, 1]))
    assert [mark.step for mark in marks.of(game_of(other), HEADINGS)] == [1, 2, 5]
    assert [mark.step for mark in marks.of(game_of(done[:2]), HEADINGS)] == [1, 2]


def test_end_of_a_battle_has_no_number_of_a_round() -> None:
    """Seen after three rounds: a 4 stood at the right end."""
    marks, game = TimeMarks(), game_of(marked([1, 2, 1, 1]))
    assert [one.number for one in marks.placed(game, HEADINGS, 4, 240.0, is_over=True)] == [1, 1, 2, 0]
    assert [one.number for one in marks.placed(game, HEADINGS, 4, 240.0)] == [1, 1, 2, 3]


def test_replay_begins_at_the_beginning_or_at_the_step_looked_at_and_ends_at_the_end() -> None:
    model = played()
    assert model.steps >= 2
    playing = model.after(PlayCommand.PLAY)
    assert playing.is_playing and playing.moment.step == 0
    later = playing.after(ReplayTo(1))
    assert later.is_playing and later.moment.step == 1
    assert not later.after(PlayCommand.PLAY).is_playing
    for _ in range(model.steps - 1):
        later = later.after(ReplayTo(later.moment.step + 1))
    assert not later.is_playing and not later.is_looking_back


@pytest.mark.parametrize("intent", [LookAtStep(1), StepBy(1), StepToMark(1)])
def test_looking_elsewhere_stops_a_replay(intent: LookAtStep | StepBy | StepToMark) -> None:
    assert not played().after(PlayCommand.PLAY).after(intent).is_playing


def test_a_replay_stops_where_the_battle_itself_is_changed() -> None:
    """Found by random keys: undo in a replay left it running in the present, where no step was ever done with."""
    model = played().after(StepBy(-1)).after(PlayCommand.PLAY)
    assert model.is_playing
    changed = model.after(GameChanged(model.game.undo_choice()))
    assert not changed.is_playing and not changed.is_looking_back


def test_replay_goes_on_step_by_step_by_the_clock() -> None:
    shown, model = ShownSteps(), played().after(PlayCommand.PLAY)
    for _ in range(model.steps):
        shown.after(model, Settings())
        assert shown.is_showing
        model = shown.finished(model)
    assert not model.is_looking_back
    assert shown.after(model, Settings()) is model and not shown.is_showing


def test_keys_replay_and_go_on_only_while_the_battle_is_looked_back_at() -> None:
    model = played().after(LookAtStep(1))
    assert intent_of_key(model, THROW.keys[0]) is PlayCommand.PLAY
    assert intent_of_key(model, GO_ON.keys[0]) is PlayCommand.GO_ON
    assert intent_of_key(model, MARK_BEFORE.keys[0]) == StepToMark(-1)
    assert played().after(PlayCommand.GO_ON).wish is None


def test_battle_goes_on_from_the_step_looked_at_and_redo_brings_the_rest_back() -> None:
    model = played().after(LookAtStep(1)).after(PlayCommand.GO_ON)
    assert model.wish == BackTo(1)
    there = model.after(GameChanged(model.game.undo(model.steps - 1)))
    assert there.steps == 1 and not there.is_looking_back and there.moment.step == 1
    assert there.game.redo(len(there.game.undone)).hash == model.game.hash


def test_record_that_is_over_goes_on_in_a_record_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_race(monkeypatch, tmp_path)
    path = tmp_path / "evening.battle.jsonl"
    begun = Game.begin(Race(), race_setup(8.0, 4))
    with Journal.create(path, begun, seed=3, by={"red": "person", "blue": "person"}) as journal:
        play_out(begun, {"red": Eager(), "blue": Eager()}, SeededDice(3), seed=3, follow=journal.follow)
    before = path.read_bytes()
    start = read_battle(path)
    made = write_branch(start, start.game, 2)
    assert made.name == "evening-from-2.battle.jsonl" and path.read_bytes() == before
    there = read_battle(made)
    assert [step.action for step in there.game.done] == [step.action for step in start.game.done[:2]]
    assert (there.seed, dict(there.seats)) == (3, {"red": "person", "blue": "person"})
    assert branch_path(path, 2).name == "evening-from-2-2.battle.jsonl"
