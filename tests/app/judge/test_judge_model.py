"""The Judge room's model: what is picked and asked, one intent at a time."""

import pytest

from tests import zoo
from warcry3d.app.judge.intents import (
    AnswerSight,
    ChooseViewer,
    ClickFighter,
    CountTag,
    JudgeAction,
    ShowTable,
    SightQuestion,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.table.models import Tag

TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 5)), zoo.fighter("post", (9, 9)))


def both() -> JudgeModel:
    return JudgeModel(TABLE).after(ClickFighter("talon")).after(ClickFighter("brute"))


def test_first_click_picks_the_viewer_and_second_the_target() -> None:
    assert JudgeModel(TABLE).after(ClickFighter("talon")).question is None
    assert both().question == SightQuestion("talon", "brute")


def test_third_click_changes_the_target() -> None:
    assert both().after(ClickFighter("post")).question == SightQuestion("talon", "post")


def test_click_on_the_target_lets_it_go() -> None:
    assert both().after(ClickFighter("brute")).question is None
    assert both().after(ClickFighter("brute")).viewer == "talon"


def test_click_on_the_viewer_lets_it_go_and_the_target_looks() -> None:
    left = both().after(ClickFighter("talon"))
    assert (left.viewer, left.target) == ("brute", None)


def test_clicked_name_must_be_on_the_table() -> None:
    with pytest.raises(UnknownNameError):
        both().after(ClickFighter("nobody"))


def test_swap_turns_the_question_round() -> None:
    assert both().after(JudgeAction.SWAP).question == SightQuestion("brute", "talon")
    assert JudgeModel(TABLE).after(ClickFighter("talon")).after(JudgeAction.SWAP).viewer == "talon"


def test_new_viewer_keeps_the_target_unless_it_is_the_same() -> None:
    assert both().after(ChooseViewer("post")).question == SightQuestion("post", "brute")
    assert both().after(ChooseViewer("brute")).question is None


def test_escape_goes_one_step_back_each_time() -> None:
    model = both().after(JudgeAction.TOGGLE_EYE)
    seen = []
    for _ in range(4):
        seen.append((model.through_eye, model.viewer, model.target))
        model = model.after(JudgeAction.STEP_BACK)
    assert seen == [(True, "talon", "brute"), (False, "talon", "brute"), (False, "talon", None), (False, None, None)]


def test_clear_lets_both_go_at_once() -> None:
    cleared = both().after(JudgeAction.TOGGLE_EYE).after(JudgeAction.CLEAR)
    assert (cleared.through_eye, cleared.viewer, cleared.target) == (False, None, None)


def test_answer_to_another_question_is_not_shown() -> None:
    error = QuestionError("no")
    model = both().after(AnswerSight(SightQuestion("talon", "brute"), failure=error))
    assert model.failure is error and not model.is_waiting
    other = model.after(ClickFighter("post"))
    assert other.failure is None and other.is_waiting
    assert other.after(ClickFighter("brute")).failure is error


def test_another_table_keeps_the_agreements_and_a_moved_one_the_question() -> None:
    model = both().after(CountTag(Tag.WEAPON, False))
    new = model.after(ShowTable(TABLE, is_new=True))
    assert (new.viewer, new.tags) == (None, model.tags)
    assert model.after(ShowTable(TABLE)).question == model.question


def test_nobody_looks_through_no_eye() -> None:
    assert not JudgeModel(TABLE).after(JudgeAction.TOGGLE_EYE).through_eye


def test_leaving_weapons_out_changes_the_question_but_bodies_always_count() -> None:
    without = both().after(CountTag(Tag.WEAPON, False))
    assert without.question == SightQuestion("talon", "brute", frozenset({Tag.BODY, Tag.BANNER}))
    assert without.after(CountTag(Tag.WEAPON, True)).question == both().question
    assert both().after(CountTag(Tag.BODY, False)).question == both().question
