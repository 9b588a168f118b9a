"""Work in the background: answers, jobs, and what becomes of errors there."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future

import pytest

from tests.patience import PATIENCE
from warcry3d.app.judge.intents import SightQuestion
from warcry3d.app.shell.background.jobs import Answers, JobError, JobProgress, Jobs, JobStoppedError, failure_of
from warcry3d.errors import WarcryError
from warcry3d.messages import Words


def nameless(words: Words) -> str:
    return "working"


def poll_until(jobs: Jobs, holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        jobs.poll()
        threading.Event().wait(0.001)
        assert time.monotonic() < limit, "it never came about"


def test_job_hands_its_result_over_in_the_thread_that_polls() -> None:
    jobs, found = Jobs(), list[tuple[str, bool]]()
    here = threading.get_ident()
    jobs.start("a", nameless, lambda p: "done", lambda r: found.append((r, threading.get_ident() == here)), found.clear)
    poll_until(jobs, lambda: bool(found))
    assert found == [("done", True)]
    assert jobs.running == ()
    jobs.close()


def test_job_of_a_slot_replaces_the_one_before_and_its_stale_answer_is_dropped() -> None:
    jobs, found, gate = Jobs(), list[str](), threading.Event()

    def slow(progress: JobProgress) -> str:
        assert gate.wait(PATIENCE)
        return f"stale {progress.is_cancelled}"

    first = jobs.start("load", nameless, slow, found.append, lambda error: None)
    jobs.start("load", nameless, lambda p: "new", found.append, lambda error: None)
    assert first.progress.is_cancelled
    gate.set()
    poll_until(jobs, lambda: bool(found))
    assert first.future.result(PATIENCE) == "stale True"
    jobs.poll()
    assert found == ["new"]
    jobs.close()


def test_job_that_another_cancels_when_both_are_done_is_dropped() -> None:
    jobs, found = Jobs(), list[str]()

    def cancel_the_other(answer: str) -> None:
        found.append(answer)
        jobs.cancel("b")

    first = jobs.start("a", nameless, lambda p: "first", cancel_the_other, lambda error: None)
    second = jobs.start("b", nameless, lambda p: "second", found.append, lambda error: None)
    assert (first.future.result(PATIENCE), second.future.result(PATIENCE)) == ("first", "second")
    assert jobs.poll() and not jobs.poll()
    assert found == ["first"] and jobs.running == ()
    jobs.close()


def test_work_that_looks_ends_once_it_is_cancelled_and_nobody_hears_of_it() -> None:
    jobs, heard, gate = Jobs(), list[object](), threading.Event()

    def work(progress: JobProgress) -> str:
        progress.check()
        assert gate.wait(PATIENCE)
        progress.check()
        return "never"

    job = jobs.start("load", nameless, work, heard.append, heard.append)
    job.cancel()
    jobs.cancel("load")
    gate.set()
    with pytest.raises((JobStoppedError, CancelledError)):
        job.future.result(PATIENCE)
    jobs.poll()
    assert heard == []
    jobs.close()


def test_progress_is_a_share() -> None:
    progress = JobProgress()
    assert progress.share is None
    for said, share in ((0.25, 0.25), (7.0, 1.0), (-1.0, 0.0)):
        progress.report(said)
        assert progress.share == share


@pytest.mark.parametrize("error", [WarcryError("no way"), ZeroDivisionError("by nought")])
def test_error_in_a_job_is_told_and_never_a_crash(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    jobs, told = Jobs(), list[WarcryError]()

    def fails(progress: JobProgress) -> None:
        raise error

    jobs.start("a", nameless, fails, lambda r: None, told.append)
    poll_until(jobs, lambda: bool(told))
    if isinstance(error, WarcryError):
        assert told == [error]
    else:
        assert isinstance(told[0], JobError)
        assert str(told[0]) == "internal error: ZeroDivisionError: by nought"
        assert "by nought" in capsys.readouterr().err
    jobs.close()


def wait_for(answers: Answers[SightQuestion, str], question: SightQuestion) -> None:
    limit = time.monotonic() + PATIENCE
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
        gate.wait(PATIENCE)
        return question.target

    answers = Answers(judge)
    for target in ("a", "b", "c"):
        answers.ask(SightQuestion("talon", target))
    gate.set()
    wait_for(answers, SightQuestion("talon", "c"))
    assert asked == ["a", "c"]
    answers.close()


def test_newest_question_is_begun_without_being_polled_for() -> None:
    gates = {target: threading.Event() for target in "ab"}
    begun = threading.Event()

    def judge(question: SightQuestion) -> str:
        if question.target == "b":
            begun.set()
        gates[question.target].wait(PATIENCE)
        return question.target

    answers = Answers(judge)
    answers.ask(SightQuestion("talon", "a"))
    answers.ask(SightQuestion("talon", "b"))
    gates["a"].set()
    assert begun.wait(PATIENCE)
    assert answers.settle(0.0), "the first one is answered"
    assert answers.is_working
    gates["b"].set()
    assert answers.settle(PATIENCE)
    assert [question.target for question in answers.known] == ["a", "b"]
    assert not answers.is_working
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


def test_answer_that_comes_soon_can_be_waited_for() -> None:
    gate = threading.Event()

    def judge(question: SightQuestion) -> str:
        gate.wait(20)
        return question.target

    answers = Answers(judge)
    question = SightQuestion("talon", "brute")
    assert not answers.settle(20), "nothing was asked"
    answers.ask(question)
    assert not answers.settle(0.0)
    gate.set()
    assert answers.settle(20)
    assert answers.known[question] == "brute"
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


def test_work_that_was_cancelled_did_not_fail() -> None:
    cancelled: Future[None] = Future()
    cancelled.cancel()
    assert failure_of(cancelled) is None


def test_answer_that_nobody_waits_for_stops_once_another_is_wanted() -> None:
    begun, stopped = threading.Event(), list[str]()

    def judge(question: SightQuestion) -> str:
        limit = time.monotonic() + PATIENCE
        while question.target == "a" and not stopped and time.monotonic() < limit:
            begun.set()
            try:
                answers.check()
            except JobStoppedError:
                stopped.append(question.target)
                raise
        return question.target

    answers = Answers(judge)
    first, second = SightQuestion("talon", "a"), SightQuestion("talon", "b")
    answers.ask(first)
    assert begun.wait(PATIENCE)
    answers.stop_stale()
    assert not stopped, "nothing else is wanted"
    answers.ask(second)
    answers.stop_stale()
    wait_for(answers, second)
    assert stopped == ["a"] and first not in answers.known and answers.failure(first) is None
    answers.ask(first)
    wait_for(answers, first)
    answers.close()
