"""What the players agree on in the Judge room: tolerance, rules, what too close counts as; and looking from near."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests import zoo
from warcry3d.app.judge.agreements import TOLERANCES_MM
from warcry3d.app.judge.intents import (
    ChooseRules,
    ChooseTolerance,
    ClickFighter,
    CountTooClose,
    ShowTable,
    TooCloseCounts,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.orbit import near_orbit, overlooking, wide_orbit
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
