"""The view along the line: it looks at the narrowest place, and says how wide the room is there."""

import math

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.line_view import line_view
from warcry3d.app.scene.overlays import Sign, SignKind
from warcry3d.app.scene.verdict import ShownVerdict
from warcry3d.messages import Words
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.verdict import Hidden, Seen, TooClose, Verdict
from warcry3d.table.table import Table

LINE = ((2.0, 4.0, 1.0), (9.0, 4.0, 1.0))
SLIT = {"left": ((5.0, 4.05, 0.0), (5.5, 8.0, 3.0)), "right": ((5.0, 0.0, 0.0), (5.5, 3.9, 3.0))}
MIDDLE = (0.5, 0.5)
NOTHING = np.zeros(0, np.int32)
PROOF = Certificate("ann", "bob", "", (NOTHING, NOTHING), NOTHING, np.zeros(0))


@pytest.fixture
def table(make_table: MakeTable, make_model: MakeModel) -> Table:
    return make_table(make_model("ann", 2, 4), make_model("bob", 9, 4, side="blue"), walls=SLIT)


def of(verdict: Verdict) -> ShownVerdict:
    return ShownVerdict("ann", "bob", verdict, LINE)


def test_free_line_is_looked_along_where_a_wall_is_nearest(table: Table) -> None:
    view = line_view(table, of(Seen(LINE, 0.05 * 25.4)))
    assert view.gap is not None and not view.is_blocked
    assert view.gap.width_mm == pytest.approx(0.1 * 25.4)
    assert 5.0 <= view.gap.at[0] <= 5.5 and view.gap.at[1:] == pytest.approx((4.0, 1.0))
    x, y, away = project(view.shot, np.array([view.gap.at]), (1, 1))[0]
    assert (x, y) == pytest.approx(MIDDLE)
    half_seen = away * math.tan(view.shot.field / 2)
    assert 2 * 0.1 <= half_seen <= 3 * 0.1


def test_gap_too_narrow_to_call_is_looked_at(table: Table) -> None:
    view = line_view(table, of(TooClose(0.1, LINE, ("left/stones",))))
    assert view.gap is not None and view.gap.width_mm == 0.1
    assert view.shot.target == pytest.approx(view.gap.at) and 5.0 <= view.gap.at[0] <= 5.5


def test_line_with_room_all_around_has_no_narrowest_place(table: Table) -> None:
    view = line_view(table, of(Seen(LINE, 25.4)))
    assert view.gap is None and view.shot.target == pytest.approx(LINE[1])


def test_of_a_hidden_target_the_look_ends_at_what_blocks_it(make_table: MakeTable, make_model: MakeModel) -> None:
    wall = make_table(
        make_model("ann", 2, 4), make_model("bob", 9, 4, side="blue"), walls={"wall": ((5, 2, 0), (5.5, 6, 3))}
    )
    view = line_view(wall, of(Hidden(("wall/stones",), PROOF)))
    crosses = [one for one in view.overlays if isinstance(one, Sign) and one.kind is SignKind.CROSS]
    assert view.is_blocked and view.gap is None and len(crosses) == 1
    assert crosses[0].at[0] == pytest.approx(5.0, abs=1e-4) and view.shot.target == crosses[0].at


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_kind_of_view_has_a_title_of_its_own(table: Table, language: str) -> None:
    verdicts = (Seen(LINE, 1.0), Seen(LINE, 25.4), Hidden(("left/stones",), PROOF))
    titles = {line_view(table, of(verdict)).title(Words(language)) for verdict in verdicts}
    assert len(titles) == 3
    assert language == "en" or not any(title.isascii() for title in titles)
