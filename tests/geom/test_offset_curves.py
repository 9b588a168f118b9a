"""Where a base can be at a given distance from another shape, and where two such curves meet."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from tests import strategies
from warcry3d.geom.offset_curves import ConvexPolygon, OffsetCurve, OffsetLine, dot, meeting
from warcry3d.geom.planar import ConvexShape2D, Ellipse, Point2, Rectangle, span_between

ROUND = Ellipse((0.0, 0.0), (0.63, 0.63))


def about_origin(shape: ConvexShape2D) -> ConvexShape2D:
    return type(shape)((0.0, 0.0), shape.half, shape.turn)


def placed(shape: ConvexShape2D, at: Point2) -> ConvexShape2D:
    return type(shape)(at, shape.half, shape.turn)


def polygon(shape: ConvexShape2D) -> shapely.Polygon:
    """Return a shape as a fine polygon, made without the code that is tested."""
    if isinstance(shape, Rectangle):
        return shapely.Polygon(shape.corners())
    return shapely.Polygon(shape.rim(np.linspace(0, math.tau, 240, endpoint=False)))


def offset_by_brute_force(fixed: ConvexShape2D, moving: ConvexShape2D, distance: float) -> shapely.LineString:
    """Return the rim of the sum of two polygons and a disc: the hull of all sums of their corners, grown."""
    a, b = (np.array(polygon(shape).exterior.coords) for shape in (fixed, moving))
    hull = shapely.MultiPoint((a[:, None] - b[None]).reshape(-1, 2)).convex_hull
    return hull.buffer(distance, quad_segs=60).exterior


def test_two_round_bases_meet_where_two_circles_do() -> None:
    found = meeting(OffsetCurve(dot((0, 0)), None, 5.0), OffsetCurve(dot((6, 0)), None, 5.0))
    assert sorted(found.points) == [pytest.approx((3, -4)), pytest.approx((3, 4))]
    assert found.apart == 0


def test_distances_from_two_edges_leave_one_place() -> None:
    left = OffsetLine((0, 22), (0, 0), ROUND, 3.2)
    near = OffsetLine((0, 0), (30, 0), ROUND, 11.4)
    assert meeting(left, near).points == (pytest.approx((3.83, 12.03)),)


def test_an_oval_is_measured_from_its_own_nearest_edge() -> None:
    oval = Ellipse((0.0, 0.0), (1.5, 0.75), 0.0)
    left, near = OffsetLine((0, 22), (0, 0), oval, 2.0), OffsetLine((0, 0), (30, 0), oval, 2.0)
    assert meeting(left, near).points == (pytest.approx((3.5, 2.75)),)
    turned = Ellipse((0.0, 0.0), (1.5, 0.75), math.pi / 2)
    left, near = OffsetLine((0, 22), (0, 0), turned, 2.0), OffsetLine((0, 0), (30, 0), turned, 2.0)
    assert meeting(left, near).points == (pytest.approx((2.75, 3.5)),)


def test_distances_that_just_touch_leave_one_place() -> None:
    outside = meeting(OffsetCurve(dot((0, 0)), None, 4.0), OffsetCurve(dot((10, 0)), None, 6.0))
    inside = meeting(OffsetCurve(dot((0, 0)), None, 6.0), OffsetCurve(dot((4, 0)), None, 2.0))
    assert outside.points == (pytest.approx((4, 0), abs=1e-5),)
    assert inside.points == (pytest.approx((6, 0), abs=1e-5),)


def test_distances_that_do_not_meet_say_how_far_apart_they_stay() -> None:
    short = meeting(OffsetCurve(dot((0, 0)), None, 3.0), OffsetCurve(dot((10, 0)), None, 6.0))
    assert (short.points, short.apart) == ((), pytest.approx(1))
    assert short.between == pytest.approx((3.5, 0), abs=1e-5)
    long = meeting(OffsetCurve(dot((0, 0)), None, 3.0), OffsetCurve(dot((1, 0)), None, 1.0))
    assert (long.points, long.apart) == ((), pytest.approx(1))
    assert long.between == pytest.approx((2.5, 0), abs=1e-5)


def test_a_square_is_met_along_its_flat_side_too() -> None:
    square = Rectangle((0.0, 0.0), (0.5, 0.5), 0.3)
    side = OffsetCurve(Rectangle((0.0, 0.0), (1.0, 1.0)), square, 1.0)
    found = meeting(side, OffsetLine((0, -2), (30, -2), square, 1.0))
    reach = 0.5 * (math.cos(0.3) + math.sin(0.3))
    assert sorted(found.points) == [pytest.approx((-2 - reach, reach - 1)), pytest.approx((2 + reach, reach - 1))]


def test_a_polygon_is_measured_from_its_hull() -> None:
    square = ConvexPolygon(((1.0, 1.0), (-1.0, 1.0), (0.0, 0.0), (-1.0, -1.0), (1.0, -1.0)))
    both = [OffsetCurve(one, ROUND, 0.8) for one in (square, Rectangle((0.0, 0.0), (1.0, 1.0)))]
    points = np.array([(3.0, 0.2), (2.0, 2.5), (-1.2, 0.1), (0.1, -4.0)])
    assert both[0].signed(points) == pytest.approx(both[1].signed(points))
    wall = ConvexPolygon(((0.0, 0.0), (3.0, 0.0)))
    assert OffsetCurve(wall, None, 1.0).signed(np.array([(1.5, 1.0), (5.0, 0.0)])) == pytest.approx([0.0, 1.0])


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(strategies.outlines(), strategies.outlines(), strategies.outlines(), st.data())
def test_a_place_found_is_as_far_from_both_as_was_said(
    a: ConvexShape2D, b: ConvexShape2D, moving: ConvexShape2D, data: st.DataObject
) -> None:
    """The distances are taken from a place that is known, and measured again by other code at each place found."""
    at = (data.draw(strategies.lengths(-8, 8)), data.draw(strategies.lengths(-8, 8)))
    moving = about_origin(moving)
    first, second = (span_between(shape, placed(moving, at)).gap for shape in (a, b))
    assume(min(first, second) > 0.01 and span_between(a, b).gap > 0.1)
    found = meeting(OffsetCurve(a, moving, first), OffsetCurve(b, moving, second))
    assert found.points
    for point in found.points:
        gaps = [span_between(shape, placed(moving, point)).gap for shape in (a, b)]
        assert gaps == pytest.approx([first, second], abs=2e-6)


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(strategies.outlines(), strategies.outlines(), strategies.outlines(), st.data())
def test_all_places_are_found_that_brute_force_finds(
    a: ConvexShape2D, b: ConvexShape2D, moving: ConvexShape2D, data: st.DataObject
) -> None:
    moving = about_origin(moving)
    distances = (data.draw(strategies.lengths(0.1, 7)), data.draw(strategies.lengths(0.1, 7)))
    assume(span_between(a, b).gap > 0.1)
    rims = [offset_by_brute_force(one, moving, d) for one, d in zip((a, b), distances, strict=True)]
    found = meeting(OffsetCurve(a, moving, distances[0]), OffsetCurve(b, moving, distances[1]))
    if rims[0].distance(rims[1]) > 0:
        assume(rims[0].distance(rims[1]) > 0.01)
        assert found.points == ()
        assert found.apart == pytest.approx(rims[0].distance(rims[1]), abs=0.01)
        assert rims[0].distance(shapely.Point(found.between)) == pytest.approx(found.apart / 2, abs=0.01)
        return
    crossings = shapely.get_coordinates(rims[0].intersection(rims[1]))
    assume(all(math.dist(p, q) > 0.2 for i, p in enumerate(crossings) for q in crossings[:i]))  # they cross, not graze
    assert len(found.points) == len(crossings)
    for crossing in crossings.tolist():
        assert min(math.dist(crossing, point) for point in found.points) < 0.05
