"""How sure a verdict is, in the Judge room: asked, followed, stopped, drawn."""

import math
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

import numpy as np
import pytest

from tests import zoo
from warcry3d.app.judge.intents import ClickFighter, JudgeAction, PickTool, TryTable
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.sure.map import MARKS, map_image, sure_maps
from warcry3d.app.judge.sure.model import (
    AnswerSure,
    AskSure,
    ChooseShift,
    ChooseTurn,
    FailSure,
    StopSure,
    SureQuestion,
    SureState,
)
from warcry3d.app.judge.sure.part import SureWork
from warcry3d.app.scene.colours import drawn
from warcry3d.app.shell.background.jobs import JobProgress, JobStoppedError
from warcry3d.errors import QuestionError
from warcry3d.rules.placement_doubt import VerdictDoubt, verdict_doubt

WALL = zoo.feature("w", zoo.box_part("stones", (8, -5, 0), (8.2, 5.2, 4)))
TABLE = zoo.table(WALL, zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5), side="blue"))
NOBODY = JudgeModel(TABLE, states=MappingProxyType({"sure": SureState()}))
PAIR = NOBODY.after(ClickFighter("a")).after(ClickFighter("b"))
ASKED = PAIR.after(AskSure())


@pytest.fixture(scope="module")
def found() -> VerdictDoubt:
    return verdict_doubt(TABLE, "a", "b", places=24)


def state(model: JudgeModel) -> SureState:
    return model.state(SureState)


def question(model: JudgeModel) -> SureQuestion:
    asked = state(model).asked
    assert asked is not None
    return asked


def test_nothing_is_worked_out_until_it_is_asked() -> None:
    assert state(PAIR).asked is None and not state(PAIR).is_running
    assert state(ASKED).is_running and question(ASKED).case == PAIR.case


def test_nobody_is_asked_about_before_two_are_picked() -> None:
    assert state(NOBODY.after(ClickFighter("a")).after(AskSure())).asked is None


def test_answer_fills_in_and_ends_when_it_is_whole(found: VerdictDoubt) -> None:
    part = ASKED.after(AnswerSure(question(ASKED), found))
    assert state(part).is_running and len(state(part).places) == 24
    whole = part.after(AnswerSure(question(ASKED), found, is_whole=True))
    assert not state(whole).is_running and state(whole).is_whole


@pytest.mark.parametrize("change", [JudgeAction.SWAP, TryTable(replace(TABLE)), ClickFighter("b")])
def test_answer_to_another_question_is_dropped(change: Any, found: VerdictDoubt) -> None:
    answer = AnswerSure(question(ASKED), found)
    other = ASKED.after(answer).after(change)
    assert state(other).found is None and not state(other).is_running
    assert state(other.after(answer)).found is None


def test_other_changes_of_the_room_leave_it_alone(found: VerdictDoubt) -> None:
    answered = ASKED.after(AnswerSure(question(ASKED), found))
    assert state(answered.after(PickTool("tape"))) is state(answered)


def test_another_doubt_asks_anew_but_only_what_was_asked() -> None:
    assert state(PAIR.after(ChooseShift(0.25))).asked is None
    wider = ASKED.after(ChooseShift(0.25)).after(ChooseTurn(15.0))
    assert state(wider).is_running
    assert (question(wider).doubt.shift, question(wider).doubt.turn) == (0.25, math.radians(15.0))


def test_what_is_stopped_keeps_what_is_known_and_takes_no_more(found: VerdictDoubt) -> None:
    stopped = ASKED.after(AnswerSure(question(ASKED), found)).after(StopSure())
    assert not state(stopped).is_running and len(state(stopped).places) == 24
    assert not state(stopped.after(AnswerSure(question(ASKED), found, is_whole=True))).is_whole


def test_failure_is_kept_with_its_question() -> None:
    failed = ASKED.after(FailSure(question(ASKED), QuestionError("no")))
    assert str(state(failed).failure) == "no" and not state(failed).is_running


def test_work_can_be_followed_and_ends_soon_when_it_is_cancelled() -> None:
    class Kernels:
        def wait_for_kernels(self, what: str) -> None:
            assert what == "sight"

    class Stopping(JobProgress):
        def report(self, share: float) -> None:
            super().report(share)
            self.is_cancelled = share >= 3 / 400

    work = SureWork(cast(Any, Kernels()), question(ASKED))
    with pytest.raises(JobStoppedError):
        work(Stopping())
    assert len(work.judged) == 3


def test_each_verdict_has_a_colour_and_a_shape_of_its_own() -> None:
    assert len({shape for shape, _ in MARKS.values()}) == len({colour for _, colour in MARKS.values()}) == len(MARKS)
    inked = []
    for answer, (_, colour) in MARKS.items():
        image = map_image(((0.0, 0.0),), (answer,))
        ink = np.array([round(255 * one) for one in drawn(colour)])
        inked.append(frozenset(map(tuple, np.argwhere((image[..., :3] == ink).all(axis=2)).tolist())))
        assert inked[-1]
    assert len(set(inked)) == len(MARKS)


def test_marks_stand_where_the_placements_are() -> None:
    image = map_image(((1.0, 0.0), (0.0, -1.0)), ("seen", "seen"))
    ink = np.array([round(255 * one) for one in drawn(MARKS["seen"][1])])
    rows, columns = np.nonzero((image[..., :3] == ink).all(axis=2))
    middle = (image.shape[0] - 1) / 2
    places = np.column_stack([columns, rows]) / middle - 1.0
    assert set(map(tuple, np.round(places).astype(int).tolist())) == {(1, 0), (0, -1)}


def test_both_bases_have_a_map_but_not_through_an_eye(found: VerdictDoubt) -> None:
    answered = ASKED.after(AnswerSure(question(ASKED), found))
    maps = sure_maps(answered)
    middles = [one.triangles.reshape(-1, 3)[:, :2].mean(axis=0) for one in maps]
    assert len(maps) == 2
    assert [abs(middle - at).max() < 0.5 for middle, at in zip(middles, ((5, 5), (12, 5)), strict=True)] == [True, True]
    assert sure_maps(answered.after(JudgeAction.TOGGLE_EYE)) == ()
    assert sure_maps(ASKED) == ()
