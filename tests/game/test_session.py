"""A battle under way: played, taken back, done again."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.race import Bump, Eager, Push, Race, RaceAction, Running, race_setup, run
from warcry3d.errors import FileError, UnknownNameError
from warcry3d.game.actions import Rolled
from warcry3d.game.dice import SeededDice, TypedDice
from warcry3d.game.due import due_faults
from warcry3d.game.players import EndlessBattleError, PlayerError, play_on, play_out
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Choice, Outcome, Roll, Ruleset
from warcry3d.game.session import Game, IllegalActionError, NothingToUndoError
from warcry3d.message import Message

SOME = SeededDice(11)
BOTH = {"red": Eager(), "blue": Eager()}


def begun(length: float = 20.0, rounds: int = 12) -> Game[Running, RaceAction]:
    return Game.begin(Race(), race_setup(length, rounds))


def raced(seed: int = 5) -> Game[Running, RaceAction]:
    return play_out(begun(), BOTH, SeededDice(seed), seed=seed)


def test_game_begins_with_a_choice() -> None:
    game = begun()
    assert isinstance(game.pending, Choice)
    assert (game.pending.player, game.pending.kind, str(game.pending.why)) == ("red", "push", "how hard to push?")
    assert (game.done, game.thrown, game.is_over) == ((), 0, False)


def test_bad_set_up_is_refused_by_the_rule_system() -> None:
    with pytest.raises(FileError, match=r"set-up: details\.length: expected a number > 0\.0, got -1"):
        begun(-1.0)


def test_actions_lead_on_and_leave_the_game_as_it_was() -> None:
    game = begun()
    pushed = game.play(Push(2))
    assert isinstance(pushed.pending, Roll) and (pushed.pending.count, pushed.pending.sides) == (2, 4)
    rolled = pushed.play(Rolled((4, 3)))
    gone = rolled.play(run(6.5))
    assert gone.table.model("red").placement.at == (7.5, 2.0, 0.0)
    assert game.table.model("red").placement.at == (1.0, 2.0, 0.0)
    assert [str(event) for event in gone.events] == ["red pushes with 2", "red throws 4, 3", "red goes 6.50 in"]
    assert (len(game.done), len(gone.done), gone.thrown) == (0, 3, 2)


def test_illegal_action_tells_all_faults_and_changes_nothing() -> None:
    game = begun().play(Push(1)).play(Rolled((3,)))
    with pytest.raises(IllegalActionError) as caught:
        game.play(run(4.25))
    assert str(caught.value) == "not allowed: 1.25 in too far (RACE-2)"
    (fault,) = caught.value.faults
    assert (fault.rule, fault.place, fault.at) == ("RACE-2", "path", (4.0, 2.0, 0.0))
    assert game.faults(run(3.0)) == ()


def test_dice_are_due_before_anything_else_and_must_fit() -> None:
    game = begun().play(Push(2))
    assert [str(fault) for fault in game.faults(run(1.0))] == ["dice are due first: how far to go at most"]
    assert [str(fault) for fault in game.faults(Rolled((1, 2, 3)))] == ["expected 2 dice, got 3"]
    found = [(str(fault), fault.place) for fault in game.faults(Rolled((5, 0)))]
    assert found == [
        ("a die with 4 sides does not show 5", "faces[0]"),
        ("a die with 4 sides does not show 0", "faces[1]"),
    ]
    assert [str(fault) for fault in begun().faults(Rolled((1,)))] == ["no dice are due: red has to choose"]


def test_nothing_is_due_after_the_end() -> None:
    over = raced()
    assert isinstance(over.pending, Outcome)
    assert [str(fault) for fault in over.faults(Push(1))] == ["the battle is over"]
    assert due_faults(Outcome(None), Rolled((1,))) != ()
    assert over.settle(SOME) is over
    assert play_on(over, BOTH, SOME, seed=1) is over


def test_settling_throws_all_dice_up_to_the_next_choice() -> None:
    game = begun().play(Push(3)).settle(SOME)
    assert isinstance(game.pending, Choice) and game.pending.kind == "go"
    assert game.thrown == 3
    assert game.settle(SOME) is game


def test_taking_back_and_doing_again_gives_the_very_same_states() -> None:
    game = raced()
    back = game.undo(4)
    assert back.state is game.done[-5].state
    assert back.redo(4).state is game.state
    assert back.redo().redo().undo(2).state is back.state
    assert [step.action for step in back.redo(4).done] == [step.action for step in game.done]


def test_dice_that_were_taken_back_fall_as_they_fell() -> None:
    typed = iter(["4 4", "1 1"])
    dice = TypedDice(lambda roll: next(typed))
    game = begun().play(Push(2)).settle(dice)
    again = game.undo().settle(dice)
    assert again.state is game.state
    assert game.undo(2).play(Push(2)).settle(dice).state is game.state


def test_another_choice_forgets_what_was_taken_back_but_a_seed_keeps_its_dice() -> None:
    game = begun().play(Push(2)).settle(SOME)
    other = game.undo_choice().play(Push(3)).settle(SOME)
    assert other.undone == ()
    first, second = game.done[-1].action, other.done[-1].action
    assert isinstance(first, Rolled) and isinstance(second, Rolled)
    assert second.faces[:2] == first.faces


def test_taking_back_a_choice_takes_its_dice_along() -> None:
    game = begun().play(Push(2)).settle(SOME)
    assert len(game.done) == 2
    back = game.undo_choice()
    assert (len(back.done), len(back.undone)) == (0, 2)
    after = game.play(run(1.0))
    assert len(after.undo_choice().done) == 2


def test_more_than_there_is_cannot_be_taken_back_or_done_again() -> None:
    game = begun()
    with pytest.raises(NothingToUndoError, match="cannot undo 1 action: there were only 0"):
        game.undo()
    with pytest.raises(NothingToUndoError, match="cannot redo 2 actions: only 1 can be redone"):
        game.play(Push(1)).undo().redo(2)
    with pytest.raises(NothingToUndoError, match="no player has chosen anything yet"):
        game.undo_choice()
    with pytest.raises(NothingToUndoError):
        game.play(Push(1)).undo(-1)


@given(st.lists(st.integers(0, 3), max_size=30), st.integers(0, 50))
def test_going_to_and_fro_changes_nothing(moves: list[int], seed: int) -> None:
    game = play_out(begun(6.0), BOTH, SeededDice(seed), seed=seed)
    at = game
    for move in moves:
        at = at.undo(min(move, len(at.done))) if move % 2 else at.redo(min(move, len(at.undone)))
        log = [*at.done, *reversed(at.undone)]
        assert log == list(game.done)
        assert at.state is (log[len(at.done) - 1].state if at.done else game.first)
    assert at.redo(len(at.undone)).hash == game.hash


def test_same_seed_gives_the_same_battle_another_one_another() -> None:
    assert raced(5).hash == raced(5).hash
    assert [step.action for step in raced(5).done] == [step.action for step in raced(5).done]
    assert [step.action for step in raced(5).done] != [step.action for step in raced(6).done]


def test_battle_taken_up_again_goes_on_as_it_would_have() -> None:
    game = raced()
    later = play_out(replace(game.undo(9), undone=()), BOTH, SeededDice(5), seed=5)
    assert [step.action for step in later.done] == [step.action for step in game.done]


class Cheat(Eager):
    """Wants to go where it may not."""

    def choose(
        self, ruleset: Ruleset[Running, RaceAction], state: Running, choice: Choice, random: Stream
    ) -> RaceAction:
        return Bump("red")


def test_player_that_does_what_it_may_not_is_told_apart() -> None:
    with pytest.raises(PlayerError) as caught:
        play_out(begun(), {"red": Eager(), "blue": Cheat()}, SOME)
    said = str(caught.value)
    assert said.startswith("step 4: asked for push, blue wants Bump(first='red'), which is not allowed: something else")
    assert len(caught.value.faults) == 1


def test_battle_without_end_is_stopped() -> None:
    with pytest.raises(EndlessBattleError, match="not over after 7 actions"):
        play_out(begun(1000.0), BOTH, SOME, limit=7)


def test_player_that_is_missing_is_named() -> None:
    with pytest.raises(UnknownNameError, match="no player is named for blue; players: red"):
        play_out(begun(), {"red": Eager()}, SOME)


def test_reasons_fill_their_sentences() -> None:
    assert str(RuleReason("X", Message("{a} of {b}", {"a": 1, "b": 2}))) == "1 of 2"
