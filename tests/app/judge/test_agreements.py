"""What the players agree on in the Judge room: tolerance, rules, what too close counts as; and looking from near."""

import math
from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui

from tests import zoo
from tests.app.panel_bench import PanelBench
from warcry3d.app.judge.agreements import TOLERANCES_MM
from warcry3d.app.judge.intents import (
    AnswerSight,
    ChooseRules,
    ChooseTolerance,
    ClickFighter,
    CountTag,
    CountTooClose,
    PartIntent,
    ShowTable,
    SightCase,
    TooCloseCounts,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import JudgePart, Wanted
from warcry3d.app.judge.verdict_sequel import VerdictSequel
from warcry3d.app.judge.view import JudgeView
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.orbit import near_orbit, overlooking, wide_orbit
from warcry3d.app.shell.room import Frame
from warcry3d.messages import Words
from warcry3d.rules.judgement import judge
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Tag
from warcry3d.units import SIGHT_TOLERANCE_MM

TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 6)))
BOTH = JudgeModel(TABLE).after(ClickFighter("talon")).after(ClickFighter("brute"))


def test_tolerance_and_rules_change_the_question_but_not_what_too_close_counts_as() -> None:
    assert BOTH.question is not None
    assert BOTH.after(ChooseTolerance(1.0)).question != BOTH.question
    assert BOTH.after(ChooseRules("other")).question != BOTH.question
    assert BOTH.after(CountTooClose(TooCloseCounts.SEEN)).question == BOTH.question


def test_usual_tolerance_can_be_chosen_again() -> None:
    assert SIGHT_TOLERANCE_MM in TOLERANCES_MM


def test_agreements_hold_for_the_next_table_but_its_rules_are_its_own() -> None:
    agreed = BOTH.after(ChooseTolerance(1.0)).after(CountTooClose(TooCloseCounts.HIDDEN)).after(ChooseRules("other"))
    new = agreed.after(ShowTable(TABLE, is_new=True))
    assert (new.tolerance_mm, new.too_close, new.rules) == (1.0, TooCloseCounts.HIDDEN, "")


@pytest.mark.parametrize("aspect", [0.6, 1.0, 1.7])
@pytest.mark.parametrize("other", [(9.0, 6.0, 0.0), (5.0, 20.0, 3.0), (5.0, 5.0, 6.0)])
def test_both_are_in_the_picture_from_near(aspect: float, other: tuple[float, float, float]) -> None:
    shot = near_orbit(overlooking(TABLE, "corner", aspect), ((5.0, 5.0, 0.0), other), aspect).shot()
    places = project(shot, [(5.0, 5.0, 0.0), other], (round(600 * aspect), 600))
    assert ((places[:, :2] > 0) & (places[:, :2] < (600 * aspect, 600))).all()


@pytest.mark.parametrize("aspect", [0.6, 1.0, 1.7])
@pytest.mark.parametrize("azimuth", [0.0, 2.0, 4.0])
def test_all_are_in_the_picture_where_lines_run_to_everybody(aspect: float, azimuth: float) -> None:
    places = ((5.0, 5.0, 0.0), (20.0, 1.0, 6.0), (12.0, 18.0, 3.0), (29.0, 21.0, 0.0))
    near = near_orbit(replace(overlooking(TABLE, "corner", aspect), azimuth=azimuth), places[:2], aspect)
    wide = wide_orbit(near, TABLE, places, aspect)
    seen = project(wide.shot(), np.array(places), (round(600 * aspect), 600))
    assert ((seen[:, :2] > 0) & (seen[:, :2] < (600 * aspect, 600))).all()
    assert math.cos(wide.azimuth - near.azimuth) == pytest.approx(1.0)


@pytest.mark.parametrize("azimuth", [0.0, 2.0, 4.0])
@pytest.mark.parametrize("places", [((5, 5, 4), (9, 6, 0)), ((9, 6, 0), (5, 5, 4)), ((5, 5, 0), (9, 6, 2))])
def test_higher_of_both_is_at_the_right_clear_of_the_inset(
    azimuth: float, places: tuple[tuple[float, float, float], ...]
) -> None:
    orbit = replace(overlooking(TABLE, "corner", 1.5), azimuth=azimuth)
    across = project(near_orbit(orbit, places, 1.5).shot(), places, (900, 600))[:, 0]
    high, low = (across[0], across[1]) if places[0][2] > places[1][2] else (across[1], across[0])
    assert high > 450 > low


def test_line_between_both_runs_across_the_picture_seen_from_the_persons_side() -> None:
    orbit = overlooking(TABLE, "corner", 1.5)
    near = near_orbit(orbit, ((5.0, 5.0, 0.0), (9.0, 6.0, 0.0)), 1.5)
    assert math.cos(near.azimuth) * 4.0 + math.sin(near.azimuth) * 1.0 == pytest.approx(0.0, abs=1e-9)
    assert math.cos(near.azimuth - orbit.azimuth) >= 0.0


class Sequel(VerdictSequel[None]):
    """A card below the verdict, so many pixels high."""

    def __init__(self, *, height: float, is_working: bool) -> None:
        self._height, self._works = height, is_working

    @property
    def is_working(self) -> bool:
        return self._works

    def find(self, case: SightCase, judgement: Judgement) -> None: ...
    def is_found(self, model: JudgeModel) -> bool:
        return True

    def showing(self, case: SightCase, found: None) -> PartIntent:
        raise NotImplementedError

    def draw_cards(self, frame: Frame) -> tuple[Wanted, ...]:
        imgui.dummy((10, self._height))
        return ()


def test_switches_stay_where_they_are_while_their_verdict_is_on_its_way() -> None:
    """A panel too low for its cards is scrolled down to the switches; a switch asks anew, and the cards go."""
    bench = PanelBench()
    try:
        asked = BOTH.after(CountTag(Tag.WEAPON, counts=False))
        assert asked.judgement is None and asked.is_waiting and BOTH.question is not None
        judged = BOTH.after(AnswerSight(BOTH.question, judge(TABLE, "talon", "brute")))
        whole = bench.frame_of(Words("en"))
        shown, coming = Sequel(height=60, is_working=False), Sequel(height=0, is_working=True)
        frame = replace(whole, panel=(*whole.panel[:3], 300.0))
        places: list[float] = []

        def drawn(model: JudgeModel, parts: tuple[JudgePart, ...] = (shown,)) -> list[Wanted]:
            wanted = JudgeView(frame, parts).draw(model)
            child = next(one for one in imgui.get_current_context().windows if "/answers" in one.name)
            places.append(child.content_size.y - child.scroll.y)
            return wanted

        bench.draw(lambda: drawn(judged), 3)
        child = next(one for one in imgui.get_current_context().windows if "/answers" in one.name)
        assert child.scroll_max.y > 40
        imgui.internal.set_scroll_y(child, child.scroll_max.y)
        bench.draw(lambda: drawn(judged), 3)
        before, scrolled = places[-1], child.scroll.y
        bench.draw(lambda: drawn(asked), 4)
        assert child.scroll.y == pytest.approx(scrolled, abs=2) and scrolled > 40
        assert places[-1] == pytest.approx(before, abs=2)
        bench.draw(lambda: drawn(judged, (coming,)), 4)  # the verdict is there, a card below it is not yet
        assert child.scroll.y == pytest.approx(scrolled, abs=2)
        assert places[-1] == pytest.approx(before, abs=2)
    finally:
        bench.close()
