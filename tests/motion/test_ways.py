"""Shortest ways on one level, worked by hand. Lengths in inches."""

import math

import numpy as np
import pytest
import shapely

from warcry3d.errors import QuestionError
from warcry3d.motion.ways import Ways, WaysField, ways

BOARD = shapely.box(0, 0, 10, 10)
NOTHING = np.empty((0, 2))


def ways_from(free: shapely.Geometry, *sources: tuple[float, float], limit: float = 30.0, spacing: float = 0.5) -> Ways:
    return ways(WaysField.of(free), np.array(sources), limit=limit, spacing=spacing)


def cost_to(found: Ways, x: float, y: float) -> float:
    return float(found.distance_to(np.array([[x, y]]))[0])


def walled(*closed: shapely.Geometry) -> shapely.Geometry:
    return BOARD.difference(shapely.union_all(closed))


def test_way_over_open_ground_is_straight() -> None:
    way = ways_from(BOARD, (1, 1)).way_to((4, 5))
    assert way is not None
    assert way.points == ((1, 1), (4, 5))
    assert way.length == way.cost == 5


def test_way_around_a_wall_bends_at_its_two_corners() -> None:
    way = ways_from(walled(shapely.box(4, 0, 6, 7)), (3, 1)).way_to((7, 1))
    assert way is not None
    assert way.points == ((3, 1), (4, 7), (6, 7), (7, 1))
    assert way.length == pytest.approx(2 * math.hypot(1, 6) + 2, abs=1e-12)


def test_way_along_walls_touches_them() -> None:
    found = ways_from(walled(shapely.box(4, 0, 6, 7)), (4, 0))
    assert cost_to(found, 4, 7) == 7
    assert cost_to(found, 6, 0) == pytest.approx(16, abs=1e-12)


def test_way_around_a_spike_goes_back_along_its_other_side() -> None:
    spike = shapely.Polygon([(4.999, 0), (5.001, 0), (5, 8)])
    length = math.hypot(0.001, 8)
    assert cost_to(ways_from(walled(spike), (4.999, 0)), 5.001, 0) == pytest.approx(2 * length, abs=1e-12)


def test_squares_that_touch_at_a_corner_leave_a_way_through() -> None:
    found = ways_from(walled(shapely.box(0, 0, 5, 5), shapely.box(5, 5, 10, 10)), (4, 6))
    assert cost_to(found, 6, 4) == pytest.approx(2 * math.sqrt(2), abs=1e-12)
    assert cost_to(found, 9, 1) == pytest.approx(5 * math.sqrt(2), abs=1e-12)
    bent = found.way_to((9, 4.5))
    assert bent is not None
    assert bent.points == ((4, 6), (5, 5), (9, 4.5))


def test_corner_that_touches_the_middle_of_a_wall_leaves_a_way_through() -> None:
    wedge = shapely.Polygon([(5, 5), (10, 0), (10, 10)])
    found = ways_from(walled(shapely.box(0, 0, 5, 10), wedge), (5, 1))
    assert cost_to(found, 5, 9) == pytest.approx(8, abs=1e-12)


def test_two_areas_that_touch_at_a_point_are_one() -> None:
    two = shapely.MultiPolygon(
        [shapely.Polygon([(0, 0), (5, 0), (5, 10), (0, 10)]), shapely.Polygon([(5, 5), (10, 0), (10, 10)])]
    )
    found = ways_from(two, (1, 5), limit=9)
    assert cost_to(found, 10, 5) == 9
    assert cost_to(found, 9, 8) == pytest.approx(4 + 5, abs=1e-12)


def test_walls_pushed_together_leave_no_way_through() -> None:
    found = ways_from(walled(shapely.box(4, 0, 5, 5), shapely.box(4, 5, 5, 10)), (1, 5))
    assert math.isnan(cost_to(found, 9, 5))
    assert found.way_to((9, 5)) is None


def test_narrow_passage_is_a_way_through_down_to_the_play() -> None:
    found = ways_from(walled(shapely.box(4, 0, 5, 5), shapely.box(4, 5 + 1e-7, 5, 10)), (1, 5))
    assert cost_to(found, 9, 5) == pytest.approx(8, abs=1e-12)
    closed = ways_from(walled(shapely.box(4, 0, 5, 5), shapely.box(4, 5 + 1e-9, 5, 10)), (1, 5))
    assert math.isnan(cost_to(closed, 9, 5))


def test_way_runs_straight_between_corners_from_both_sides() -> None:
    found = ways_from(walled(shapely.box(2, 0, 3, 5), shapely.box(5, 5, 6, 10), shapely.box(7, 0, 8, 5)), (1, 5))
    assert cost_to(found, 9, 5) == 8


def test_room_without_a_door_is_not_reached() -> None:
    room = shapely.box(4, 4, 8, 8).difference(shapely.box(5, 5, 7, 7))
    found = ways_from(walled(room), (1, 1))
    assert math.isnan(cost_to(found, 6, 6))
    assert np.isnan(found.cost[12, 12]) and found.x[12] == found.y[12] == 6
    assert cost_to(ways_from(walled(room), (5, 5)), 7, 7) == pytest.approx(math.sqrt(8))


def test_inside_of_an_obstacle_is_not_reached() -> None:
    found = ways_from(walled(shapely.box(4, 4, 6, 6)), (1, 5))
    assert math.isnan(cost_to(found, 5, 5))
    assert cost_to(found, 4, 5) == 3


def test_cheapest_source_wins() -> None:
    found = ways(WaysField.of(BOARD), np.array([(0, 5), (10, 5)]), np.array([0, 3]), limit=20, spacing=0.5)
    assert cost_to(found, 6, 5) == 6
    assert cost_to(found, 7, 5) == 6
    near, far = found.way_to((1, 5)), found.way_to((9, 5))
    assert near is not None and far is not None
    assert (near.source, near.length, near.cost) == (0, 1, 1)
    assert (far.source, far.length, far.cost) == (1, 1, 4)


def test_source_that_others_reach_more_cheaply_starts_nothing() -> None:
    found = ways(WaysField.of(BOARD), np.array([(0, 5), (2, 5)]), np.array([0, 2.5]), limit=20)
    assert found.tree.order.tolist() == [4]
    assert cost_to(found, 2, 5) == 2


def test_source_dearer_than_the_limit_starts_nothing() -> None:
    found = ways(WaysField.of(BOARD), np.array([(0, 5), (9, 5)]), np.array([0, 7]), limit=6)
    assert math.isnan(cost_to(found, 9, 5))


def test_without_sources_nothing_is_reached() -> None:
    found = ways(WaysField.of(BOARD), NOTHING, limit=6)
    assert np.isnan(found.cost).all()
    assert found.way_to((1, 1)) is None
    assert found.outline().is_empty


def test_a_limit_is_reached_exactly() -> None:
    found = ways_from(BOARD, (1, 1), limit=5)
    assert found.cost[10, 8] == 5 and (found.x[8], found.y[10]) == (4, 5)
    assert cost_to(found, 4, 5) == 5
    assert math.isnan(cost_to(found, 4, 5 + 1e-6))


def test_limit_of_nothing_reaches_the_source_alone() -> None:
    found = ways_from(BOARD, (1, 1), limit=0)
    assert np.argwhere(~np.isnan(found.cost)).tolist() == [[2, 2]]


def test_lattice_lies_on_whole_multiples_of_its_spacing_rims_included() -> None:
    found = ways_from(shapely.box(-0.2, 0.05, 0.3, 0.3), (0, 0.1), spacing=0.1)
    assert found.x.tolist() == pytest.approx([-0.2, -0.1, 0, 0.1, 0.2, 0.3])
    assert found.y.tolist() == pytest.approx([0.1, 0.2, 0.3])
    assert not np.isnan(found.cost).any()


def test_last_stop_of_each_lattice_point_tells_its_way() -> None:
    found = ways_from(walled(shapely.box(4, 0, 6, 7)), (3, 1))
    node = found.previous[2, 14]  # at (7, 1)
    assert found.tree.positions[node].tolist() == [6, 7]
    assert found.cost[2, 14] == pytest.approx(found.tree.costs[node] + math.hypot(1, 6))


@pytest.mark.parametrize("source", [(4, 3), (4, 7), (4 + 1e-10, 3), (4 + 1e-10, 7 - 1e-10), (0, 0), (0, -1e-10)])
def test_rims_and_corners_belong_to_the_field(source: tuple[float, float]) -> None:
    found = ways_from(walled(shapely.box(4, 0, 6, 7)), source)
    around = math.dist(source, (4, 7)) + 2 + math.hypot(1, 6)
    assert cost_to(found, 7, 1) == pytest.approx(around, abs=1e-8)


def test_source_outside_is_refused_with_its_place() -> None:
    with pytest.raises(QuestionError, match=r"no path starts at \(5, 3\): it is outside the field"):
        ways_from(walled(shapely.box(4, 0, 6, 7)), (5, 3))
    with pytest.raises(QuestionError, match="outside"):
        ways_from(walled(shapely.box(4, 0, 6, 7)), (4 + 1e-7, 3))


def test_field_tells_what_it_holds() -> None:
    points = np.array([(1, 1), (5, 3), (4, 3), (4 + 1e-7, 3), (11, 5), (1e9, 0)])
    assert WaysField.of(walled(shapely.box(4, 0, 6, 7))).holds(points).tolist() == [
        True,
        False,
        True,
        False,
        False,
        False,
    ]


def test_empty_area_holds_nothing() -> None:
    field = WaysField.of(shapely.Polygon())
    assert field.holds(np.array([(0.0, 0.0)])).tolist() == [False]
    found = ways(field, NOTHING, limit=6)
    assert found.cost.size == 0
    assert found.outline().is_empty


@pytest.mark.parametrize(
    ("costs", "limit", "spacing", "said"),
    [
        ([0, 1], 6, 0.1, "1 sources have 2 costs"),
        ([-1], 6, 0.1, "must be finite"),
        ([0], math.nan, 0.1, "must be finite"),
        ([math.inf], 6, 0.1, "must be finite"),
        ([0], 6, 0, "spacing of a lattice must be above 0 in"),
        ([0], 6, 1e-6, "the limit is 10000000"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(costs: list[float], limit: float, spacing: float, said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        ways(WaysField.of(BOARD), np.array([(1, 1)]), np.array(costs), limit=limit, spacing=spacing)


def test_places_that_are_not_finite_are_refused() -> None:
    with pytest.raises(QuestionError, match="not finite"):
        ways_from(BOARD, (math.nan, 1))
    with pytest.raises(QuestionError, match="not finite"):
        WaysField.of(shapely.Polygon([(0, 0), (math.inf, 0), (0, 1)]))


def test_points_put_twice_and_points_in_line_change_nothing() -> None:
    plain = walled(shapely.box(4, 0, 6, 7))
    rim = [(0, 0), (4, 0), (4, 1), (4, 1), (4, 3 + 1e-13), (4, 7), (4, 7 + 1e-10), (5, 7), (6, 7), (6, 0)]
    rim += [(6 + 1e-12, 0), (10, 0), (10, 5), (10, 10), (0, 10), (0, 0), (0, 0)]
    one, other = ways_from(plain, (3, 1)), ways_from(shapely.Polygon(rim), (3, 1))
    assert np.allclose(one.cost, other.cost, atol=1e-9, equal_nan=True)


def test_what_has_no_width_closes_nothing_and_is_no_area() -> None:
    spiked = [(0, 0), (5, 0), (5, 6), (5, 0), (10, 0), (10, 10), (5, 10), (5, 14), (5, 10), (0, 10)]
    found = ways_from(shapely.Polygon(spiked), (4, 1))
    assert cost_to(found, 6, 1) == 2
    assert math.isnan(cost_to(found, 5, 12))


def test_two_ways_round_are_told_by_length() -> None:
    found = ways_from(walled(shapely.box(4, 2, 6, 7)), (3, 4))
    way = found.way_to((7, 4))
    assert way is not None
    assert way.points == ((3, 4), (4, 2), (6, 2), (7, 4))
    assert way.length == pytest.approx(2 * math.hypot(1, 2) + 2)


def test_outline_in_the_open_is_a_disc_within_a_hundredth() -> None:
    outline = ways_from(BOARD, (5, 5), limit=3).outline()
    disc = shapely.Point(5, 5).buffer(3, quad_segs=500)
    assert outline.geom_type == "Polygon"
    assert outline.difference(disc.buffer(1e-5)).is_empty
    assert shapely.hausdorff_distance(outline, disc) < 0.01


def test_outline_behind_a_corner_is_a_sector_about_it() -> None:
    found = ways_from(walled(shapely.box(5, 0, 10, 5)), (3, 5), limit=4)
    behind = found.outline().intersection(shapely.box(5, 5, 10, 10))
    # Seen straight past the corner at (5, 5): a disc of 4 about (3, 5), right of x = 5.
    seen = shapely.Point(3, 5).buffer(4, quad_segs=500).intersection(shapely.box(5, 5, 10, 10))
    assert behind.symmetric_difference(seen).area < 0.02
    low = ways_from(walled(shapely.box(5, 0, 10, 5)), (5, 2), limit=4).outline()
    quarter = shapely.Point(5, 5).buffer(1, quad_segs=500).intersection(shapely.box(5, 5, 10, 10))
    assert low.intersection(shapely.box(5, 5, 10, 10)).symmetric_difference(quarter).area < 0.02


def test_outline_grows_with_its_cost_up_to_the_limit() -> None:
    found = ways_from(walled(shapely.box(4, 0, 6, 7)), (3, 1), limit=9)
    areas = [found.outline(cost).area for cost in (2, 5, 8, 9, 20)]
    assert areas == sorted(areas)
    assert areas[-1] == areas[-2] == found.outline().area


def test_outline_leaves_out_what_stands_inside_it() -> None:
    outline = ways_from(walled(shapely.box(4, 4, 6, 6)), (1, 5)).outline()
    assert outline.equals(walled(shapely.box(4, 4, 6, 6))) or outline.area == pytest.approx(96)
    assert len(shapely.get_parts(outline)) == 1


def test_ten_thousand_corners_are_one_field() -> None:
    rng = np.random.default_rng(1)
    pillars = shapely.buffer(shapely.points(rng.uniform(0, 30, (400, 2))), rng.uniform(0.1, 0.5, 400), quad_segs=12)
    free = shapely.box(0, 0, 30, 30).difference(shapely.union_all(pillars))
    assert shapely.get_num_coordinates(free) > 10_000
    middle = next(p for p in rng.uniform(10, 20, (100, 2)) if free.contains(shapely.Point(p)))
    found = ways(WaysField.of(free), middle[None], limit=6, spacing=0.5)
    xs, ys = np.meshgrid(found.x, found.y)
    back = found.distance_to(np.stack([xs, ys], axis=-1).reshape(-1, 2)).reshape(xs.shape)
    assert np.array_equal(np.isnan(back), np.isnan(found.cost))
    assert np.nanmax(np.abs(back - found.cost)) < 1e-9
    assert np.isfinite(back).sum() > 100
