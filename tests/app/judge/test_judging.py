"""Judging in the window: answers in another thread, about the newest question and table, once the kernel is there."""

import threading
import time
from collections.abc import Callable

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.shell.test_window import answer
from warcry3d.app.judge import judging
from warcry3d.app.judge.judging import Judging
from warcry3d.app.judge.model import SightQuestion
from warcry3d.errors import QuestionError, WarcryError
from warcry3d.geom.solid import Placement
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table

ASKED = SightQuestion("talon", "brute")


@pytest.fixture
def table(make_table: MakeTable, make_model: MakeModel) -> Table:
    return make_table(make_model("talon", 2, 2), make_model("brute", 9, 3, side="blue"), make_model("silent", 6, 6))


def until(judging: Judging, holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 30
    while not holds():
        judging.poll()
        time.sleep(0.001)
        assert time.monotonic() < limit, "it never came about"


def test_answer_comes_with_a_poll_and_is_kept(table: Table) -> None:
    made = Judging(table, answer)
    made.ask(ASKED)
    assert made.answer(ASKED) is None
    until(made, lambda: made.answer(ASKED) is not None)
    found = made.answer(ASKED)
    assert found is not None and (found.viewer, found.target) == ("talon", "brute")
    assert made.answer(SightQuestion("brute", "talon")) is None
    assert not made.is_working
    made.ask(ASKED)
    assert made.answer(ASKED) is found
    made.close()


def test_nothing_asked_is_nothing_answered(table: Table) -> None:
    made = Judging(table, answer)
    made.ask(None)
    assert made.answer(None) is None
    assert made.failure(None) is None
    assert not made.poll()
    made.close()


def test_why_there_is_no_answer_is_kept_too(table: Table) -> None:
    made = Judging(table, answer)
    asked = SightQuestion("talon", "silent")
    made.ask(asked)
    until(made, lambda: made.failure(asked) is not None)
    failure: WarcryError | None = made.failure(asked)
    assert isinstance(failure, QuestionError) and "cannot see itself" in str(failure)
    assert made.answer(asked) is None
    assert made.failure(ASKED) is None
    made.close()


def test_the_thread_that_asks_goes_on_while_it_is_judged(table: Table) -> None:
    gate, threads = threading.Event(), list[int]()

    def slow(table: Table, question: SightQuestion) -> Judgement:
        threads.append(threading.get_ident())
        assert gate.wait(30)
        return answer(table, question)

    made = Judging(table, slow)
    made.ask(ASKED)
    assert made.is_working and not made.poll()
    gate.set()
    until(made, lambda: made.answer(ASKED) is not None)
    assert threads == [thread for thread in threads if thread != threading.get_ident()] != []
    made.close()


def test_after_a_move_what_was_known_is_forgotten_and_judged_anew(table: Table) -> None:
    made = Judging(table, answer)
    made.ask(ASKED)
    until(made, lambda: made.answer(ASKED) is not None)
    before = made.answer(ASKED)
    made.restart(table.placing("brute", Placement((5.0, 3.0, 0.0), 0.0)))
    assert made.answer(ASKED) is None
    made.ask(ASKED)
    until(made, lambda: made.answer(ASKED) is not None)
    after = made.answer(ASKED)
    assert before is not None and after is not None
    assert after.distance.direct == pytest.approx(before.distance.direct - 4, abs=0.2)
    made.close()


class Compiling:
    """A kernel that is compiled until it is told to be done."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.is_closed = False

    @property
    def is_working(self) -> bool:
        return not self.done.is_set()

    def wait(self) -> None:
        assert self.done.wait(30)

    def close(self) -> None:
        self.is_closed = True


def test_the_rules_wait_for_the_kernel_and_nobody_else_does(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Compiling()
    monkeypatch.setattr(judging, "Preparation", lambda: kernel)
    asked = []

    def ruled(table: Table, viewer: str, target: str, *, tags: object) -> Judgement:
        assert kernel.done.is_set()
        asked.append((viewer, target, tags))
        return answer(table, SightQuestion(viewer, target))

    monkeypatch.setattr(judging, "judge_by_the_rules", ruled)
    made = Judging(table)
    made.ask(ASKED)
    assert made.is_preparing and made.is_working and not made.poll() and asked == []
    kernel.done.set()
    until(made, lambda: made.answer(ASKED) is not None)
    assert not made.is_preparing
    assert asked == [("talon", "brute", ASKED.tags)]
    made.close()
    assert kernel.is_closed


def test_who_brings_a_judge_prepares_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("nothing is compiled for a judge of one's own")

    monkeypatch.setattr(judging, "Preparation", never)
    made = Judging(table, answer)
    assert not made.is_preparing
    made.close()
