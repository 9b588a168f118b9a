"""Visible shares and exposure: against shares known by geometry, and laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import zoo
from tests.soak import examples
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement
from warcry3d.sight.share import StandInBody, exposure, low_discrepancy, seen_from, share
from warcry3d.table.models import Tag

FAR = 400.0


def test_nothing_between_shows_all() -> None:
    found = share(zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 9))), "a", "b")
    assert found.best.share == 1
    assert found.pairs.share == 1


def test_a_wall_between_shows_nothing_and_says_how_little_that_is_worth() -> None:
    wall = zoo.feature("wall", zoo.box_part("p", (7, -20, 0), (7.5, 40, 9)))
    found = share(zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5)), wall), "a", "b")
    assert (found.best.share, found.pairs.share) == (0, 0)
    assert found.best.error == pytest.approx(1 / found.best.rays)
    assert found.best.rays > 0


def test_half_behind_a_wall_close_to_it_is_half_seen() -> None:
    # A figure 1.4 in high seen level from afar, a wall to half its height right before it.
    half = (0.1378 + 1.4) / 2
    wall = zoo.feature("wall", zoo.box_part("p", (399.0, -5, 0), (399.5, 15, half)))
    viewer = zoo.fighter(
        "a",
        (0, 5),
        tall=half + 0.001,
        shape=zoo.figure(shapes.box((-0.01, -0.01, half - 0.01), (0.01, 0.01, half + 0.01))),
    )
    target = zoo.fighter("b", (FAR, 5))
    found = share(zoo.table(viewer, target, wall, width=500), "a", "b", rays=40_000)
    assert found.pairs.share == pytest.approx(0.5, abs=0.02)
    assert abs(found.pairs.share - 0.5) < 5 * found.pairs.error + 0.02


@pytest.mark.parametrize("part", [0.25, 0.5, 0.8])
def test_a_wall_across_part_of_the_figure_hides_that_part(part: float) -> None:
    # The figure is 1 in wide across the line; the wall leaves the share ``part`` of its breadth free, seen from afar.
    wall = zoo.feature("wall", zoo.box_part("p", (399.4, -30, 0), (399.5, 5.5 - part, 9)))
    viewer = zoo.fighter("a", (0, 5), shape=zoo.figure(shapes.box((-0.01, -0.01, 0.7), (0.01, 0.01, 0.72))))
    target = zoo.fighter("b", (FAR, 5), wide=1.0)
    found = share(zoo.table(viewer, target, wall, width=500), "a", "b", rays=40_000)
    assert found.pairs.share == pytest.approx(part, abs=0.02)
    assert found.best.share == pytest.approx(part, abs=0.02)


def test_the_best_place_sees_at_least_as_much_as_all_on_the_whole() -> None:
    wall = zoo.feature("wall", zoo.box_part("p", (7.4, 0, 0), (7.6, 5, 3)))
    found = share(zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (10, 5)), wall), "a", "b")
    assert found.best.share > found.pairs.share + 5 * found.pairs.error > 0.3
    assert found.eye[1] > 5  # it looks past the wall's end


def test_errors_shrink_and_estimates_agree_as_rays_grow() -> None:
    wall = zoo.feature("wall", zoo.box_part("p", (7.4, 0, 0), (7.6, 5, 3)))
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (10, 5)), wall)
    few, many = (share(table, "a", "b", rays=rays).pairs for rays in (2_000, 100_000))
    assert many.error < few.error
    assert abs(few.share - many.share) < 4 * few.error
    assert many.rays > 10 * few.rays


def test_other_figures_stand_in_the_way_and_the_two_themselves_do_not() -> None:
    between = zoo.fighter("c", (7, 5), wide=4, tall=3)
    pair = (zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5)))
    assert share(zoo.table(*pair), "a", "b").pairs.share == 1
    assert share(zoo.table(*pair, between), "a", "b").pairs.share < 0.1


def test_parts_that_do_not_count_are_neither_seen_nor_see() -> None:
    wall = zoo.feature("wall", zoo.box_part("p", (7, -20, 0), (7.5, 40, 2)))
    banner = zoo.figure(
        shapes.box((-0.1, -0.1, 0.2), (0.1, 0.1, 1.5)),
        shapes.box((-0.1, -0.1, 2), (0.1, 0.1, 4)),
        tags=("body", "banner"),
    )
    table = zoo.table(zoo.fighter("a", (5, 5), shape=banner), zoo.fighter("b", (12, 5), shape=banner), wall)
    assert share(table, "a", "b").best.share > 0.4
    assert share(table, "a", "b", tags=frozenset({Tag.BODY})).best.share == 0
    nothing = share(table, "a", "b", tags=frozenset({Tag.WEAPON}))
    assert (nothing.best.rays, nothing.pairs.rays) == (0, 0)


def test_the_same_table_gives_the_same_numbers() -> None:
    wall = zoo.feature("wall", zoo.box_part("p", (7.4, 0, 0), (7.6, 5, 3)))
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (10, 5)), wall)
    assert share(table, "a", "b") == share(table, "a", "b")


def test_nobody_looks_at_itself_or_at_who_is_not_there() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)))
    with pytest.raises(QuestionError):
        share(table, "a", "a")
    with pytest.raises(UnknownNameError):
        share(table, "a", "b")


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
