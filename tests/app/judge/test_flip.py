"""The smallest move that flips a verdict, in the Judge room: asked, stopped, shown on the table."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

import pytest
from imgui_bundle import imgui

from tests import zoo
from tests.app.panel_bench import PanelBench
from tests.app.windows import answer
from warcry3d.app.judge.flip.card import board_side, draw_flip_card
from warcry3d.app.judge.flip.model import AnswerFlip, AskFlips, FailFlips, FlipState, ShowFlip, StopFlips
from warcry3d.app.judge.flip.part import flip_work
from warcry3d.app.judge.flip.scene import flip_lengths, flip_overlays
from warcry3d.app.judge.intents import AnswerSight, ClickFighter, JudgeAction, TryTable
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.scene.overlays import Arrow, Ghost
from warcry3d.app.scene.verdict import colour_of
from warcry3d.app.shell.background.jobs import JobProgress, JobStoppedError
from warcry3d.app.widgets.side_panel import side_panel
from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.rules.smallest_flip import Flip
from warcry3d.sight.verdict import Seen
from warcry3d.table.tape_measures import BoardEdge, FromCorner, FromEdge

WALL = zoo.feature("w", zoo.box_part("stones", (8, -5, 0), (8.2, 5.2, 4)))
TABLE = zoo.table(WALL, zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5), side="blue"))
NOBODY = JudgeModel(TABLE, states=MappingProxyType({"flip": FlipState()}))
PAIR = NOBODY.after(ClickFighter("a")).after(ClickFighter("b"))
ASKED = PAIR.after(AskFlips())
SEEN = Seen(((0.0, 0.0, 1.0), (1.0, 0.0, 1.0)), 1.0)
NORTH = Flip("a", (0.0, 0.1), SEEN, 0.09, 2.0)
NOWHERE = Flip("b", None, None, 2.0, 2.0)


def state(model: JudgeModel) -> FlipState:
    return model.state(FlipState)


def answered(*flips: Flip) -> JudgeModel:
    model = ASKED
    for flip in flips:
        assert model.case is not None
        model = model.after(AnswerFlip(model.case, flip))
    return model


def test_search_begins_when_it_is_asked_and_ends_with_both_answers() -> None:
    assert not state(PAIR).is_running and state(ASKED).is_running
    assert state(answered(NORTH)).is_running
    assert not state(answered(NORTH, NOWHERE)).is_running
    assert dict(state(answered(NORTH, NOWHERE)).found) == {"a": NORTH, "b": NOWHERE}


@pytest.mark.parametrize("change", [JudgeAction.SWAP, TryTable(replace(TABLE)), ClickFighter("b")])
def test_answer_to_another_question_is_dropped(change: Any) -> None:
    other = answered(NORTH).after(change)
    assert ASKED.case is not None
    assert not state(other).found
    assert not state(other.after(AnswerFlip(ASKED.case, NORTH))).found


def test_what_is_stopped_takes_no_more_and_can_be_asked_again() -> None:
    stopped = answered(NORTH).after(StopFlips())
    assert not state(stopped).is_running and stopped.case is not None
    assert dict(state(stopped.after(AnswerFlip(stopped.case, NOWHERE))).found) == {"a": NORTH}
    assert state(stopped.after(AskFlips())).is_running


def test_card_comes_into_view_while_it_is_searched_and_is_left_alone_then() -> None:
    bench = PanelBench()
    scrolled: list[float] = []

    def low_panel(model: JudgeModel) -> list[Any]:
        """Draw the card below much else, in a panel that is too low for it."""
        frame = bench.frame_of(Words("en"))
        assert model.question is not None
        judged = model.after(AnswerSight(model.question, answer(TABLE, "a", "b")))
        with side_panel("low", (0.0, 0.0, 300.0, 120.0)):
            imgui.dummy((1, 400))
            draw_flip_card(frame, judged, state(judged))
            scrolled.append(imgui.get_scroll_y())
            imgui.dummy((1, 400))
        return []

    bench.draw(lambda: low_panel(PAIR), 3)
    assert scrolled[-1] == 0
    bench.draw(lambda: low_panel(ASKED), 3)
    there = scrolled[-1]
    assert 300 < there < 600
    bench.draw(lambda: low_panel(answered(NORTH, NOWHERE)), 3)
    assert scrolled[-1] == there
    bench.close()


def test_failure_ends_the_search() -> None:
    assert ASKED.case is not None
    failed = state(ASKED.after(FailFlips(ASKED.case, QuestionError("no"))))
    assert not failed.is_running and str(failed.failure) == "no"


def test_only_one_whose_move_is_known_is_shown() -> None:
    assert state(answered(NORTH).after(ShowFlip("a"))).shown == "a"
    assert state(answered(NORTH).after(ShowFlip("b"))).shown is None
    assert state(answered(NORTH).after(ShowFlip("a")).after(ShowFlip(None))).shown is None


def the_arrow() -> Arrow:
    (made,) = (one for one in flip_overlays(answered(NORTH, NOWHERE)) if isinstance(one, Arrow))
    return made


def test_arrow_goes_from_the_edge_of_the_base_as_far_as_the_move() -> None:
    made, edge = the_arrow(), TABLE.model("a").base.width / 2
    assert made.start[:2] == pytest.approx((5.0, 5.0 + edge)) and made.end[:2] == pytest.approx((5.0, 5.1 + edge))
    assert made.colour == colour_of(SEEN)


def test_length_is_that_of_the_arrow_and_stands_before_its_tip() -> None:
    (label,) = flip_lengths(answered(NORTH, NOWHERE), Words("en"))
    assert label.text == "0.10 in" and label.arrow == the_arrow()


def test_ghost_stands_where_the_move_ends() -> None:
    ghosts = [one for one in flip_overlays(answered(NORTH).after(ShowFlip("a"))) if isinstance(one, Ghost)]
    assert [(ghost.model, ghost.at) for ghost in ghosts] == [("a", (5.0, 5.1, 0.0))]
    assert not [one for one in flip_overlays(answered(NORTH)) if isinstance(one, Ghost)]


def test_search_ends_soon_when_it_is_cancelled() -> None:
    class Kernels:
        def wait_for_kernels(self, what: str) -> None:
            assert what == "sight"

    assert ASKED.case is not None
    progress = JobProgress()
    progress.is_cancelled = True
    with pytest.raises(JobStoppedError):
        flip_work(cast(Any, Kernels()), ASKED.case, "a", "b")(progress)


@pytest.mark.parametrize(
    ("degrees", "side"),
    [
        (0.0, FromEdge(BoardEdge.RIGHT)),
        (-80.0, FromEdge(BoardEdge.NEAR)),
        (100.0, FromEdge(BoardEdge.FAR)),
        (179.0, FromEdge(BoardEdge.LEFT)),
        (-178.0, FromEdge(BoardEdge.LEFT)),
        (-40.0, FromCorner(BoardEdge.RIGHT, BoardEdge.NEAR)),
        (130.0, FromCorner(BoardEdge.LEFT, BoardEdge.FAR)),
    ],
)
def test_move_is_called_by_the_side_of_the_board_that_it_goes_to(degrees: float, side: FromEdge | FromCorner) -> None:
    assert board_side(degrees) == side
