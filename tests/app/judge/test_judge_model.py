"""What is picked and asked, and answers from the background."""

import threading
import time

import pytest

from tests import zoo
from warcry3d.app.judge.model import Answers, Dispute, SightQuestion
from warcry3d.errors import UnknownNameError, WarcryError
from warcry3d.table.models import Tag

TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 5)), zoo.fighter("post", (9, 9)))


def both() -> Dispute:
    return Dispute(TABLE).picking("talon").picking("brute")


def test_first_click_picks_the_viewer_and_second_the_target() -> None:
    assert Dispute(TABLE).picking("talon").question is None
    assert both().question == SightQuestion("talon", "brute")


def test_third_click_changes_the_target() -> None:
    assert both().picking("post").question == SightQuestion("talon", "post")


def test_click_on_the_target_lets_it_go() -> None:
    assert both().picking("brute").question is None
    assert both().picking("brute").viewer == "talon"


def test_click_on_the_viewer_lets_it_go_and_the_target_looks() -> None:
    left = both().picking("talon")
    assert (left.viewer, left.target) == ("brute", None)


def test_click_on_nothing_changes_nothing() -> None:
    assert both().picking(None).question == SightQuestion("talon", "brute")


def test_clicked_name_must_be_on_the_table() -> None:
    with pytest.raises(UnknownNameError):
        both().picking("nobody")


def test_swap_turns_the_question_round() -> None:
    assert both().swapped().question == SightQuestion("brute", "talon")
    assert Dispute(TABLE).picking("talon").swapped().viewer == "talon"


def test_new_viewer_keeps_the_target_unless_it_is_the_same() -> None:
    assert both().seen_from("post").question == SightQuestion("post", "brute")
    assert both().seen_from("brute").question is None


def test_escape_leaves_the_eye_first_and_then_lets_all_go() -> None:
    inside = both().looking_through_eye(True)
    assert inside.through_eye
    assert inside.cleared().question == both().question
    assert not inside.cleared().through_eye
    assert inside.cleared().cleared().viewer is None


def test_nobody_looks_through_no_eye() -> None:
    assert not Dispute(TABLE).looking_through_eye(True).through_eye


def test_leaving_weapons_out_changes_the_question_but_bodies_always_count() -> None:
    without = both().counting(Tag.WEAPON, False)
    assert without.question == SightQuestion("talon", "brute", frozenset({Tag.BODY, Tag.BANNER}))
    assert without.counting(Tag.WEAPON, True).question == both().question
    assert both().counting(Tag.BODY, False).question == both().question


def wait_for(answers: Answers[SightQuestion, str], question: SightQuestion) -> None:
    limit = time.monotonic() + 20
    while question not in answers.known and answers.failure(question) is None:
        answers.poll()
        threading.Event().wait(0.001)
        assert time.monotonic() < limit, "no answer came"


def test_answer_comes_from_another_thread_and_is_kept() -> None:
    asked: list[tuple[SightQuestion, bool]] = []

    def judge(question: SightQuestion) -> str:
        asked.append((question, threading.current_thread() is threading.main_thread()))
        return question.viewer

    answers = Answers(judge)
    question = SightQuestion("talon", "brute")
    answers.ask(question)
    wait_for(answers, question)
    answers.ask(question)
    assert not answers.is_working
    assert asked == [(question, False)]
    assert answers.known[question] == "talon"
    answers.close()


def test_question_no_longer_wanted_is_never_begun() -> None:
    gate = threading.Event()
    asked: list[str] = []

    def judge(question: SightQuestion) -> str:
        asked.append(question.target)
        gate.wait(20)
        return question.target

    answers = Answers(judge)
    for target in ("a", "b", "c"):
        answers.ask(SightQuestion("talon", target))
    gate.set()
    wait_for(answers, SightQuestion("talon", "c"))
    assert asked == ["a", "c"]
    answers.close()


def test_error_of_the_judge_is_an_answer() -> None:
    def judge(question: SightQuestion) -> str:
        raise WarcryError("no way")

    answers = Answers(judge)
    question = SightQuestion("talon", "brute")
    answers.ask(question)
    wait_for(answers, question)
    assert str(answers.failure(question)) == "no way"
    answers.ask(question)
    assert not answers.is_working
    answers.close()


def test_only_so_many_of_the_last_answers_are_kept() -> None:
    def judge(question: SightQuestion) -> str:
        return question.target

    answers = Answers(judge, keep=2)
    questions = [SightQuestion("talon", target) for target in "abc"]
    for question in questions:
        answers.ask(question)
        wait_for(answers, question)
    assert list(answers.known) == questions[1:]
    answers.close()
