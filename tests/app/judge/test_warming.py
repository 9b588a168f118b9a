"""What verdicts rest on is made ready once for each terrain, before one is asked."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from tests import zoo
from warcry3d.app.judge.intents import ClickFighter
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.warming import Warming
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.messages import Words

TABLE = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5), side="blue"))
MODEL = JudgeModel(TABLE)


class Host:
    """A host that rests or not, and what it was asked to do."""

    def __init__(self, *, is_resting: bool) -> None:
        self.is_resting = is_resting
        self.jobs = SimpleNamespace(start=self._start)
        self.begun: list[Any] = []
        self.awaited: list[str] = []

    def _start(self, slot: str, name: Any, work: Any, on_done: Any, on_failed: Any, *, is_quiet: bool) -> None:
        assert is_quiet and name(Words("en"))
        self.begun.append(work)
        on_done(None)

    def wait_for_kernels(self, what: str) -> None:
        self.awaited.append(what)


def begun(host: Host, *models: JudgeModel) -> int:
    warming = Warming(host)  # type: ignore[arg-type]
    for model in models:
        warming.follow(model)
    return len(host.begun)


def test_it_begins_once_when_the_window_rests_or_a_model_is_picked() -> None:
    assert begun(Host(is_resting=False), MODEL) == 0
    assert begun(Host(is_resting=True), MODEL, MODEL) == 1
    assert begun(Host(is_resting=False), MODEL.after(ClickFighter("a"))) == 1


def test_models_that_move_need_nothing_new_and_another_terrain_does() -> None:
    moved = TABLE.placing("a", TABLE.model("b").placement)
    other = replace(TABLE, terrain=replace(TABLE.terrain))
    assert begun(Host(is_resting=True), MODEL, JudgeModel(moved)) == 1
    assert begun(Host(is_resting=True), MODEL, JudgeModel(other)) == 2


def test_a_table_without_a_pair_needs_nothing() -> None:
    assert begun(Host(is_resting=True), JudgeModel(replace(TABLE, models=TABLE.models[:1]))) == 0


def test_the_work_waits_for_the_kernels_and_stops_when_it_is_cancelled() -> None:
    host = Host(is_resting=True)
    assert begun(host, MODEL) == 1
    host.begun[0](JobProgress())
    assert host.awaited == ["sight"]
