"""What follows from a verdict: asked once, for what holds now, and stopped when nobody wants it."""

from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any, ClassVar, Self, cast

import pytest

from tests import zoo
from tests.patience import PATIENCE
from warcry3d.app.judge.intents import (
    AnswerSight,
    ClickFighter,
    HoverFighter,
    JudgeAction,
    JudgeIntent,
    PartIntent,
    SightCase,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.verdict_sequel import POLLS, SequelJobs, VerdictSequel
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.errors import QuestionError, WarcryError
from warcry3d.rules.judgement import judge
from warcry3d.rules.results import Judgement

TABLE = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5), side="blue"))


@dataclass(frozen=True)
class Found(PartIntent):
    part: ClassVar[str] = "sequel"
    case: SightCase
    found: str


@dataclass(frozen=True)
class Begin(PartIntent):
    part: ClassVar[str] = "sequel"
    asked: str | None


@dataclass(frozen=True)
class SequelState:
    part: ClassVar[str] = "sequel"
    found: Found | None = None
    asked: str | None = None

    def after(self, intent: PartIntent, judge: JudgeModel) -> Self:
        if isinstance(intent, Begin):
            return type(self)(self.found, intent.asked)
        return type(self)(cast(Found, intent), self.asked)

    def following(self, before: JudgeModel, judge: JudgeModel) -> Self:
        return self if self.found is None or self.found.case == judge.case else type(self)()


class KeptJobs:
    """Jobs that tests end by hand."""

    def __init__(self) -> None:
        self.running: dict[str, tuple[Any, Any]] = {}

    def start(self, slot: str, name: Any, work: Any, on_done: Any, on_failed: Any, *, is_quiet: bool) -> None:
        assert is_quiet
        self.running[slot] = (lambda: on_done(work(JobProgress())), on_failed)

    def cancel(self, slot: str) -> None:
        self.running.pop(slot, None)


@dataclass
class SequelBench:
    model: JudgeModel = field(
        default_factory=lambda: JudgeModel(TABLE, states=MappingProxyType({"sequel": SequelState()}))
    )
    host: Any = field(default_factory=lambda: SimpleNamespace(jobs=KeptJobs()))
    part: Any = None

    def do(self, intent: JudgeIntent | PartIntent) -> None:
        before, self.model = self.model, self.model.after(intent)
        if self.model is not before:
            self.part.follow(before)

    @property
    def state(self) -> SequelState:
        return self.model.state(SequelState)


class Sentence(VerdictSequel[str]):
    """Says who looks at whom."""

    is_failing = False

    @property
    def first_state(self) -> SequelState:
        return SequelState()

    def find(self, case: SightCase, judgement: Judgement) -> str:
        asked.append(judgement.viewer)
        if self.is_failing:
            raise QuestionError("no")
        return f"{judgement.viewer}-{judgement.target}"

    def is_found(self, model: JudgeModel) -> bool:
        return model.state(SequelState).found is not None

    def showing(self, case: SightCase, found: str) -> Found:
        return Found(case, found)


asked: list[str] = []


@pytest.fixture(scope="module")
def judgements() -> dict[str, Judgement]:
    return {"a": judge(TABLE, "a", "b"), "b": judge(TABLE, "b", "a")}


@pytest.fixture
def bench() -> Any:
    asked.clear()
    made = SequelBench()
    made.part = Sentence(made)
    yield made
    made.part.close()


def answer(bench: SequelBench, judgement: Judgement | None, *, is_quick: bool = False) -> None:
    assert bench.model.question is not None
    bench.do(AnswerSight(bench.model.question, judgement, is_quick=is_quick))


def settle(bench: SequelBench) -> None:
    for _ in range(POLLS):
        bench.part.poll()
    bench.part._answers.settle(PATIENCE)
    bench.part._show()


def test_it_is_asked_once_a_verdict_is_there_and_shown_when_it_is_found(
    bench: SequelBench, judgements: dict[str, Judgement]
) -> None:
    bench.do(ClickFighter("a"))
    bench.do(ClickFighter("b"))
    assert not bench.part.is_working
    answer(bench, judgements["a"])
    assert bench.part.is_working
    settle(bench)
    assert bench.state.found is not None and bench.state.found.found == "a-b"
    assert asked == ["a"] and not bench.part.is_working


def test_it_is_asked_only_after_the_frame_that_draws_the_verdict(
    bench: SequelBench, judgements: dict[str, Judgement]
) -> None:
    bench.do(ClickFighter("a"))
    bench.do(ClickFighter("b"))
    answer(bench, judgements["a"])
    bench.part.poll()
    assert asked == [] and bench.part.is_working
    bench.do(HoverFighter("a"))  # a pointer that never rests does not put it off
    bench.part.poll()
    settle(bench)
    assert asked == ["a"]


def test_what_is_known_is_shown_again_without_work(bench: SequelBench, judgements: dict[str, Judgement]) -> None:
    bench.do(ClickFighter("a"))
    bench.do(ClickFighter("b"))
    for viewer in ("a", "b", "a"):
        answer(bench, judgements[viewer])
        settle(bench)
        assert bench.state.found is not None and bench.state.found.found[0] == viewer
        bench.do(JudgeAction.SWAP)
        assert bench.state.found is None
    assert asked == ["a", "b"]


def test_an_answer_to_what_is_no_longer_asked_is_not_shown(
    bench: SequelBench, judgements: dict[str, Judgement]
) -> None:
    bench.do(ClickFighter("a"))
    bench.do(ClickFighter("b"))
    answer(bench, judgements["a"])
    bench.do(JudgeAction.SWAP)
    settle(bench)
    assert bench.state.found is None


def test_a_failure_is_not_asked_again(bench: SequelBench, judgements: dict[str, Judgement]) -> None:
    bench.part.is_failing = True
    bench.do(ClickFighter("a"))
    bench.do(ClickFighter("b"))
    for _ in range(2):
        answer(bench, judgements["a"])
        settle(bench)
    assert asked == ["a"] and bench.state.found is None


class Asking(SequelJobs[str]):
    """Works out what is asked in two jobs."""

    slots = ("one", "two")

    def wanted(self, model: JudgeModel) -> str | None:
        return model.state(SequelState).asked

    def begin(self, asked: str) -> None:
        for slot in self.slots:
            self.start(slot, lambda words: "working", partial(self._work, asked + slot), self._found, self._failed)

    def _work(self, answer: str, progress: JobProgress) -> str:
        return answer

    def _found(self, found: str) -> Found:
        assert self.bench.model.case is not None
        return Found(self.bench.model.case, found)

    def _failed(self, error: WarcryError) -> Begin:
        return Begin(None)


def test_jobs_run_for_what_is_asked_and_stop_when_it_no_longer_is() -> None:
    bench = SequelBench()
    bench.part = Asking(cast(Any, bench))
    jobs = bench.host.jobs
    bench.do(ClickFighter("a"))
    bench.do(Begin("x"))
    assert list(jobs.running) == ["one", "two"]
    first = jobs.running["one"]
    bench.do(ClickFighter("b"))
    assert jobs.running["one"] is first
    bench.do(Begin("y"))
    assert list(jobs.running) == ["one", "two"] and jobs.running["one"] is not first
    jobs.running["two"][0]()
    assert bench.state.found is not None and bench.state.found.found == "ytwo"
    jobs.running["one"][1](QuestionError("no"))
    assert jobs.running == {} and bench.state.asked is None
    bench.do(Begin("z"))
    bench.part.close()
    assert jobs.running == {}
