"""Exposure: against shares known by geometry, and laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.soak import examples
from warcry3d.geom import shapes
from warcry3d.geom.low_discrepancy import low_discrepancy
from warcry3d.geom.solid import Placement
from warcry3d.sight.exposure import StandInBody, exposure, seen_from


def test_low_discrepancy_points_fill_the_cube_more_evenly_than_random_ones() -> None:
    points = low_discrepancy(4096, 2)
    assert ((points >= 0) & (points < 1)).all()
    boxes = np.histogram2d(points[:, 0], points[:, 1], bins=16)[0]
    assert boxes.min() >= 12 and boxes.max() <= 20  # 16 on average; random ones spread by 4 and more
    assert np.array_equal(low_discrepancy(10, 3, skip=5), low_discrepancy(15, 3)[5:])


BODY = StandInBody(0.63, 1.3)


def line_of_spots(*xs: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([(x, 0.0, 0.0) for x in xs])


def test_a_wall_parts_the_spots_into_two_that_see_only_their_own() -> None:
    at = line_of_spots(1, 2, 3, 7, 8)
    wall = shapes.box((4.9, -50, -1), (5.1, 50, 9))
    found = exposure([wall], at, np.zeros(5, np.int64), BODY)
    assert found.overall == pytest.approx([2 / 4, 2 / 4, 2 / 4, 1 / 4, 1 / 4])
    assert found.share[:, 0] == pytest.approx(found.overall)


def test_shares_are_told_by_storey_and_leave_out_the_spot_itself() -> None:
    at = np.array([(1, 0, 0), (2, 0, 0), (3, 0, 0), (9, 0, 0), (8, 0, 6.0)])
    wall = shapes.box((4.9, -50, -1), (5.1, 50, 3))
    found = exposure([wall], at, np.array([0, 0, 0, 0, 1]), BODY)
    # The tower sees all; nobody on the floor sees past the wall.
    assert found.share.tolist() == pytest.approx(np.array([[2 / 3, 1], [2 / 3, 1], [2 / 3, 1], [0, 1], [1, 0]]))
    assert found.overall == pytest.approx([3 / 4, 3 / 4, 3 / 4, 1 / 4, 1])


def test_pairs_that_are_seen_need_one_line_and_no_more() -> None:
    at = line_of_spots(*range(10))
    assert exposure([], at, np.zeros(10, np.int64), BODY, lines=16).rays == 45
    assert exposure([], at, np.zeros(10, np.int64), BODY).overall.tolist() == [1.0] * 10


def test_more_lines_find_at_least_as_much() -> None:
    rng = np.random.default_rng(2)
    at = np.column_stack([rng.uniform(0, 20, (60, 2)), np.zeros(60)])
    stones = [shapes.box((x, y, 0), (x + 1, y + 1, 2)) for x, y in rng.uniform(1, 18, (12, 2))]
    shares = [exposure(stones, at, np.zeros(60, np.int64), BODY, lines=n).overall for n in (1, 4, 16)]
    assert (shares[0] <= shares[1]).all() and (shares[1] <= shares[2]).all()
    assert shares[0].mean() < shares[2].mean()


def test_a_place_sees_the_spots_that_see_it() -> None:
    rng = np.random.default_rng(4)
    at = np.column_stack([rng.uniform(0, 20, (40, 2)), np.zeros(40)])
    stones = [shapes.box((x, y, 0), (x + 1.5, y + 1.5, 2)) for x, y in rng.uniform(1, 18, (8, 2))]
    found = exposure(stones, at, np.zeros(40, np.int64), BODY)
    for k in (0, 17, 39):
        others = np.delete(at, k, axis=0)
        assert seen_from(stones, at[k : k + 1], others, BODY).mean() == pytest.approx(found.overall[k], abs=0.06)


@examples(15)
@given(turn=st.floats(0, 2 * math.pi), x=st.floats(-30, 30), y=st.floats(-30, 30))
def test_turning_and_moving_everything_changes_next_to_nothing(turn: float, x: float, y: float) -> None:
    rng = np.random.default_rng(6)
    at = np.column_stack([rng.uniform(0, 20, (40, 2)), np.zeros(40)])
    stones = [shapes.box((a, b, 0), (a + 1.5, b + 1.5, 2)) for a, b in rng.uniform(1, 18, (8, 2))]
    moved = Placement((x, y, 0), turn)
    before = exposure(stones, at, np.zeros(40, np.int64), BODY).overall
    after = exposure([s.placed(moved) for s in stones], moved.apply(at), np.zeros(40, np.int64), BODY).overall
    assert np.abs(before - after).max() <= 2 / 39 + 1e-9  # float32 may flip a line that grazes


def test_a_figure_lower_than_its_base_is_refused() -> None:
    with pytest.raises(ValueError, match="higher than its base"):
        StandInBody(0.5, 0.1)


def test_one_spot_alone_is_seen_from_nowhere() -> None:
    found = exposure([], line_of_spots(3), np.zeros(1, np.int64), BODY)
    assert found.overall.tolist() == [0.0]
    assert found.rays == 0
