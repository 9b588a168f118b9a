"""Minkowski sums of areas and base outlines: by hand, within their bounds, and monotone. Lengths in inches."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity

from tests.soak import examples
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.volume import CURVE_TOLERANCE, TOUCH_TOLERANCE, Volume

ROUNDING = 2e-8
HALVES = [(0.63, 0.63), (0.49, 0.49), (1.77, 1.02), (0.74, 0.41)]


def volume(half: tuple[float, float], turn: float = 0.0, *, is_square: bool = False) -> Volume:
    return Volume(is_square, half, turn, 1.0, 0.1)


@st.composite
def areas(draw: st.DrawFn) -> shapely.Geometry:
    """Turned boxes that overlap, rings with holes, and stars with shallow and deep notches."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    if draw(st.booleans()):
        corners = rng.uniform(0, 4, (rng.integers(1, 6), 2))
        boxes = [shapely.box(x, y, x + rng.uniform(0.02, 3), y + rng.uniform(0.02, 0.6)) for x, y in corners]
        return shapely.union_all([affinity.rotate(box, rng.uniform(0, 180)) for box in boxes])
    count, rough = int(rng.integers(5, 60)), float(rng.choice([0.005, 0.1, 0.7]))
    turns = np.sort(rng.uniform(0, math.tau, count))
    far = rng.uniform(0.3, 2.5) * rng.uniform(1 - rough, 1 + rough, count)
    star = shapely.Polygon(np.column_stack([far * np.cos(turns), far * np.sin(turns)])).buffer(0)
    hole = affinity.scale(star, *rng.uniform(0.2, 0.9, 2), origin=(0, 0))
    return shapely.difference(star, hole) if draw(st.booleans()) else star


def depth(area: shapely.Geometry, outline: Volume, points: FloatArray) -> FloatArray:
    """Return how far (in) the outline's true curve, its centre at each point, has to grow to touch the area.

    The plane is scaled so that the curve is a circle of radius 1: nothing shared with what is tested.
    """
    half = np.array(outline.half) - TOUCH_TOLERANCE
    c, s = math.cos(outline.turn), math.sin(outline.turn)

    def scaled(flat: FloatArray) -> FloatArray:
        return np.asarray(flat @ np.array([[c, -s], [s, c]]) / half)

    own = shapely.transform(area, scaled)
    return np.asarray((shapely.distance(own, shapely.points(scaled(points))) - 1) * max(half))


@examples(60)
@given(areas(), st.sampled_from(HALVES), st.floats(0, math.tau))
def test_rims_of_sums_lie_outside_true_curves_by_no_more_than_their_tolerance(
    area: shapely.Geometry, half: tuple[float, float], turn: float
) -> None:
    outline = volume(half, turn)
    found = minkowski_sum(area, outline)
    for ring in shapely.get_rings(shapely.get_parts(found)):
        corners = shapely.get_coordinates(ring)
        for share in np.linspace(0, 1, 7)[:-1]:
            gap = depth(area, outline, corners[:-1] * (1 - share) + corners[1:] * share)
            assert gap.min() > -ROUNDING
            assert gap.max() < CURVE_TOLERANCE + ROUNDING


@examples(60)
@given(areas(), st.sampled_from(HALVES), st.booleans(), st.floats(0, math.tau), st.integers(0, 10**6))
def test_places_are_in_a_sum_where_the_outline_overlaps_the_area(
    area: shapely.Geometry, half: tuple[float, float], is_square: bool, turn: float, seed: int
) -> None:
    outline = volume(half, turn, is_square=is_square)
    found = minkowski_sum(area, outline)
    west, south, east, north = found.bounds
    for x, y in np.random.default_rng(seed).uniform((west, south), (east, north), (40, 2)):
        rim = outline.polygon((x, y), inset=TOUCH_TOLERANCE)
        if abs(found.boundary.distance(shapely.Point(x, y))) > ROUNDING:
            assert found.contains(shapely.Point(x, y)) == rim.intersects(area)


@examples(60)
@given(areas(), areas(), st.sampled_from(HALVES), st.booleans(), st.floats(0, math.tau))
def test_a_larger_area_has_a_larger_sum(
    area: shapely.Geometry, more: shapely.Geometry, half: tuple[float, float], is_square: bool, turn: float
) -> None:
    """It failed by 3e-4 in while arcs were cut into chords that began where the area's own sides did."""
    outline = volume(half, turn, is_square=is_square)
    small, large = minkowski_sum(area, outline), minkowski_sum(shapely.union(area, more), outline)
    assert small.difference(large.buffer(ROUNDING, join_style="mitre")).area < 1e-12


def test_a_shallow_notch_in_a_wall_keeps_its_depth() -> None:
    """A wall along y = 0 with a notch 4 in wide and 0.01 deep in the middle: a base of 32 mm gets 0.01 in nearer there.

    GEOS's buffer filled notches shallower than a hundredth of the radius, and kept an oval up to 0.02 in too far off.
    """
    wall = shapely.Polygon([(0, -1), (10, -1), (10, 0), (7, 0), (5, -0.006), (3, 0), (0, 0)])
    outline = volume((0.63, 0.63))
    radius = outline.half[0] - TOUCH_TOLERANCE
    found = minkowski_sum(wall, outline)
    assert found.bounds[3] == pytest.approx(radius, abs=CURVE_TOLERANCE)
    assert not found.contains(shapely.Point(5, radius - 0.006 + CURVE_TOLERANCE + 1e-4))


def test_a_square_in_a_yard_may_be_where_the_yard_is_wide_enough() -> None:
    """A yard of 3 x 2 in between walls; a base of 1 in, 0.002 of it off all round: 2.004 x 1.004 are left."""
    walls = shapely.difference(shapely.box(0, 0, 5, 4), shapely.box(1, 1, 4, 3))
    yard = minkowski_sum(walls, volume((0.5, 0.5), is_square=True)).interiors[0]
    assert yard.bounds == pytest.approx((1.498, 1.498, 3.502, 2.502), abs=1e-7)


def test_holes_that_the_outline_does_not_fit_into_are_filled() -> None:
    walls = shapely.difference(shapely.box(0, 0, 5, 4), shapely.box(1, 1, 4, 2.2))
    assert len(minkowski_sum(walls, volume((0.63, 0.63))).interiors) == 0
    assert len(minkowski_sum(walls, volume((0.55, 0.55))).interiors) == 1


def test_the_sum_with_nothing_is_nothing() -> None:
    assert minkowski_sum(shapely.Polygon(), volume((0.63, 0.63))).is_empty
    assert minkowski_sum(shapely.LineString([(0, 0), (1, 1)]), volume((0.63, 0.63))).is_empty


def test_separate_areas_far_apart_stay_separate() -> None:
    two = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(5, 0, 6, 1)])
    assert len(shapely.get_parts(minkowski_sum(two, volume((0.63, 0.63))))) == 2


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("is_square", [False, True])
def test_outlines_that_share_their_areas_are_one_polygon(half: tuple[float, float], is_square: bool) -> None:
    """Whoever asks first, the same areas are kept for all of one key: a circle has no facing, a half turn is none."""
    one = volume(half, 0.9, is_square=is_square)
    for turn in (0.0, 0.3, 0.9 + math.pi, 3.9269908169872414, 0.9 + 1e-12):
        other = volume(half, turn, is_square=is_square)
        assert np.array_equal(one.rim(), other.rim()) == (one.key == other.key)


def test_tower_in_a_courtyard_closes_as_much_as_alone() -> None:
    """A ring of walls with no way in, and a tower in its middle."""
    outline = volume((0.49, 0.49))
    walls = shapely.difference(shapely.box(0, 0, 10, 10), shapely.box(0.2, 0.2, 9.8, 9.8))
    tower = shapely.box(3, 3, 7, 7)
    both = minkowski_sum(shapely.union_all([walls, tower]), outline)
    apart = minkowski_sum(walls, outline).area + minkowski_sum(tower, outline).area
    assert both.area == pytest.approx(apart, abs=1e-6)
