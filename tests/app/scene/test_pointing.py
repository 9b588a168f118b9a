"""What is under the pointer: worked back from where things are drawn."""

import math

import numpy as np
import pytest

from tests.app.conftest import ROUND, MakeModel, MakeTable
from warcry3d.app.scene import pointing as pointing_module
from warcry3d.app.scene.camera import middle_of, project
from warcry3d.app.scene.orbit import Orbit, overlooking, ray
from warcry3d.app.scene.overlays import Sign, SignKind, lifted
from warcry3d.app.scene.pick import pick
from warcry3d.app.scene.pointing import board_under, fighter_under
from warcry3d.table.table import Table

SIZE = (900, 560)
ABOVE = Orbit((6.0, 4.0, 0.0), 30.0, math.radians(-90), math.radians(89.5))
"""x runs to the right, y up."""


def test_fighter_is_under_the_pixel_it_is_drawn_at(make_table: MakeTable, make_model: MakeModel) -> None:
    table = make_table(make_model("one", 3, 4), make_model("two", 9, 4))
    shot = overlooking(table, "corner", SIZE[0] / SIZE[1]).shot()
    for model in table.models:
        (x, y) = project(shot, middle_of(model)[None], SIZE)[0][:2]
        assert fighter_under(table, shot, (x, y), SIZE) == model.id
    assert fighter_under(table, shot, (1.0, 1.0), SIZE) is None


def test_fighter_is_meant_a_few_pixels_beside_its_base_but_no_farther(
    make_table: MakeTable, make_model: MakeModel
) -> None:
    table = make_table(make_model("one", 6, 4))
    shot = ABOVE.shot()
    (x, y) = project(shot, np.array([[6 + ROUND.length / 2, 4, ROUND.height]]), SIZE)[0][:2]
    near, far = (x + 4, y), (x + 12, y)
    assert pick(table, *ray(shot, 2 * near[0] / SIZE[0] - 1, 1 - 2 * near[1] / SIZE[1], SIZE[0] / SIZE[1])) is None
    assert fighter_under(table, shot, near, SIZE) == "one"
    assert fighter_under(table, shot, far, SIZE) is None


def test_fighter_left_out_is_looked_through(make_table: MakeTable, make_model: MakeModel) -> None:
    table = make_table(make_model("one", 3, 4))
    shot = overlooking(table, "corner", SIZE[0] / SIZE[1]).shot()
    (x, y) = project(shot, middle_of(table.models[0])[None], SIZE)[0][:2]
    assert fighter_under(table, shot, (x, y), SIZE, without=("one",)) is None


def test_middle_of_the_picture_is_the_point_looked_at(make_table: MakeTable) -> None:
    found = board_under(make_table(), ABOVE, (SIZE[0] / 2, SIZE[1] / 2), SIZE)
    assert found == pytest.approx((6.0, 4.0, 0.0))


def test_beside_the_board_and_above_the_horizon_there_is_no_board(make_table: MakeTable) -> None:
    low = Orbit((6.0, 4.0, 0.0), 30.0, 0.0, math.radians(2))
    assert board_under(make_table(), ABOVE, (0.0, SIZE[1] / 2), SIZE) is None
    assert board_under(make_table(), low, (SIZE[0] / 2, 0.0), SIZE) is None


def test_most_pixels_ask_no_model_at_all(
    make_table: MakeTable, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table(make_model("one", 3, 4), make_model("two", 9, 4))
    shot = overlooking(table, "corner", SIZE[0] / SIZE[1]).shot()
    asked = list[tuple[str, ...]]()

    def pick(table: Table, *_: object, without: tuple[str, ...]) -> None:
        asked.append(tuple(model.id for model in table.models if model.id not in without))

    monkeypatch.setattr(pointing_module, "pick_model", pick)
    assert fighter_under(table, shot, (5.0, 5.0), SIZE) is None
    assert not asked
    x, y, _ = project(shot, np.array([middle_of(table.model("one"))]), SIZE)[0].tolist()
    fighter_under(table, shot, (x, y), SIZE)
    assert set(asked) == {("one",)}


def test_ring_drawn_over_other_figures_and_walls_is_where_its_fighter_is_meant(
    make_table: MakeTable, make_model: MakeModel
) -> None:
    front, behind = make_model("front", 6, 3), make_model("behind", 6, 4)
    shot = overlooking(make_table(), "front", SIZE[0] / SIZE[1]).shot()
    x, y, _ = project(shot, np.array([lifted(behind.placement.at)]), SIZE)[0].tolist()
    rings = tuple(Sign(lifted(model.placement.at), SignKind.RING, size=34.0) for model in (front, behind))
    in_front = make_table(front, behind)
    behind_wall = make_table(behind, walls={"wall": ((2.0, 2.0, 0.0), (10.0, 2.2, 4.0))})
    assert fighter_under(in_front, shot, (x, y), SIZE) == "front"
    assert fighter_under(behind_wall, shot, (x, y), SIZE) is None
    for table in (in_front, behind_wall):
        assert fighter_under(table, shot, (x, y), SIZE, rings=rings) == "behind"
        assert fighter_under(table, shot, (x, y), SIZE, rings=rings, without=("behind",)) != "behind"
    rim = (x + 15.0, y)
    assert fighter_under(behind_wall, shot, rim, SIZE, rings=rings) == "behind"
    assert fighter_under(behind_wall, shot, (x + 15.0 * 2, y), SIZE, rings=rings) is None
    assert fighter_under(behind_wall, shot, (x + 15.0 * 2, y), SIZE, rings=rings, scale=2.0) == "behind"
