"""Where two flat outlines are nearest."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.strategies import Motion
from warcry3d.geom.planar import ConvexShape2D, Ellipse, Rectangle, span_between


def near(point: tuple[float, float], x: float, y: float) -> bool:
    return math.dist(point, (x, y)) < 1e-9


def on(outline: ConvexShape2D, point: tuple[float, float]) -> float:
    """Return how far a point is from a filled outline."""
    given_point = np.array([point])
    return float(np.linalg.norm(outline.nearest(given_point) - given_point))


def rim(outline: ConvexShape2D, count: int = 4000) -> np.ndarray:
    t = np.linspace(0, 2 * np.pi, count)
    if isinstance(outline, Ellipse):
        own = np.column_stack([outline.half[0] * np.cos(t), outline.half[1] * np.sin(t)])
    else:
        s, (a, b) = np.linspace(-1, 1, count // 4), outline.half
        own = np.concatenate(
            [
                np.column_stack(side)
                for side in ((a * s, 0 * s + b), (a * s, 0 * s - b), (0 * s + a, b * s), (0 * s - a, b * s))
            ]
        )
    c, s_ = math.cos(outline.turn), math.sin(outline.turn)
    return np.asarray(own @ np.array([[c, s_], [-s_, c]]) + np.array(outline.centre))


def test_circles_are_nearest_on_the_line_of_their_centres() -> None:
    span = span_between(Ellipse((0, 0), (1, 1)), Ellipse((3, 4), (2, 2)))
    assert span.gap == pytest.approx(2, abs=1e-12)
    assert near(span.start, 0.6, 0.8)
    assert near(span.end, 1.8, 2.4)


def test_circle_is_nearest_to_the_side_of_a_square_that_faces_it() -> None:
    span = span_between(Ellipse((0, 0.3), (1, 1)), Rectangle((3, 0), (1, 1)))
    assert span.gap == pytest.approx(1, abs=1e-12)
    assert near(span.start, 1, 0.3)
    assert near(span.end, 2, 0.3)


def test_circle_is_nearest_to_the_corner_of_a_square_askew_of_it() -> None:
    span = span_between(Ellipse((0, 0), (1, 1)), Rectangle((4, 5), (1, 1)))
    assert span.gap == pytest.approx(4, abs=1e-12)
    assert near(span.end, 3, 4)


def test_ovals_end_to_end_keep_their_true_length() -> None:
    span = span_between(Ellipse((0, 0), (2, 1)), Ellipse((5, 0), (1, 0.5), math.pi / 2))
    assert span.gap == pytest.approx(2.5, abs=1e-12)
    assert near(span.start, 2, 0)
    assert near(span.end, 4.5, 0)


def test_oval_is_measured_to_its_curve_and_not_to_a_polygon() -> None:
    # From (4, 3) the nearest point of x^2 / 4 + y^2 = 1 is where 4 x' + ... : checked by the normal there.
    span = span_between(Ellipse((0, 0), (2, 1)), Ellipse((4, 3), (1e-3, 1e-3)))
    x, y = span.start
    assert x * x / 4 + y * y == pytest.approx(1, abs=1e-12)
    assert (x / 4) * (3 - y) == pytest.approx(y * (4 - x), abs=1e-12)


def test_facing_sides_are_nearest_in_the_middle_of_what_they_share() -> None:
    span = span_between(Rectangle((0, 0), (1, 1)), Rectangle((4, 1.5), (1, 2)))
    assert span.gap == pytest.approx(2, abs=1e-12)
    assert near(span.start, 1, 0.25)
    assert near(span.end, 3, 0.25)


@pytest.mark.parametrize("degrees", [0, 30, 45, 77, 123, 211.5])
def test_facing_sides_stay_facing_when_turned_together(degrees: float) -> None:
    motion = Motion(math.radians(degrees), (17.3, -4.1, 0))
    a, b = motion.outline(Rectangle((0, 0), (1, 1))), motion.outline(Rectangle((4, 1.5), (1, 2), math.pi))
    span = span_between(a, b)
    assert near(span.start, *motion.point((1, 0.25)))
    assert near(span.end, *motion.point((3, 0.25)))


def test_overlapping_circles_meet_where_they_first_would_growing_together() -> None:
    span = span_between(Ellipse((0, 0), (2, 2)), Ellipse((1.5, 0), (1, 1)))
    assert span.gap == 0
    assert near(span.start, 1, 0)
    assert span.start == span.end


def test_concentric_outlines_meet_in_their_centre() -> None:
    span = span_between(Ellipse((3, 4), (2, 1), 0.3), Rectangle((3, 4), (1, 1)))
    assert (span.gap, span.start, span.end) == (0, (3, 4), (3, 4))


def test_overlapping_squares_meet_in_the_middle_of_the_sides_that_face_each_other() -> None:
    span = span_between(Rectangle((0, 0), (1, 1)), Rectangle((1, 0.5), (1, 1)))
    assert span.gap == 0
    assert near(span.start, 0.5, 0.25)


def test_touching_outlines_have_no_gap_and_share_their_point() -> None:
    span = span_between(Ellipse((0, 0), (1, 1)), Ellipse((2, 0), (1, 1)))
    assert span.gap == pytest.approx(0, abs=1e-12)
    assert near(span.start, 1, 0)
    assert near(span.end, 1, 0)


@given(strategies.outlines(), strategies.outlines())
def test_each_end_is_the_nearest_point_to_the_other(a: ConvexShape2D, b: ConvexShape2D) -> None:
    """For convex shapes this alone makes a pair the nearest: each lies on its own, and neither can come closer."""
    span = span_between(a, b)
    assert on(a, span.start) < 1e-9
    assert on(b, span.end) < 1e-9
    assert math.dist(span.start, span.end) == pytest.approx(span.gap, abs=1e-9)
    assert on(b, span.start) == pytest.approx(span.gap, abs=1e-9)
    assert on(a, span.end) == pytest.approx(span.gap, abs=1e-9)


@given(strategies.outlines(), strategies.outlines())
def test_outlines_exchanged_give_the_ends_exchanged(a: ConvexShape2D, b: ConvexShape2D) -> None:
    there, back = span_between(a, b), span_between(b, a)
    assert there.gap == pytest.approx(back.gap, abs=1e-12)
    assert near(there.start, *back.end)
    assert near(there.end, *back.start)


@given(strategies.outlines(), strategies.outlines(), strategies.motions())
def test_nearest_points_turn_and_move_with_the_outlines(a: ConvexShape2D, b: ConvexShape2D, motion: Motion) -> None:
    before, after = span_between(a, b), span_between(motion.outline(a), motion.outline(b))
    assert after.gap == pytest.approx(before.gap, abs=1e-11)
    assert math.dist(after.start, motion.point(before.start)) < 1e-6
    assert math.dist(after.end, motion.point(before.end)) < 1e-6


@given(strategies.outlines(), strategies.outlines())
def test_gap_is_what_dense_points_along_the_rim_tell(a: ConvexShape2D, b: ConvexShape2D) -> None:
    points = rim(a)
    sampled = float(np.linalg.norm(b.nearest(points) - points, axis=1).min())
    gap = span_between(a, b).gap
    assert gap <= sampled + 1e-12
    assert sampled <= gap + 0.01 or (gap == 0 and on(a, b.centre) == 0)


@given(strategies.outlines(), st.lists(st.tuples(strategies.lengths(-6, 6), strategies.lengths(-6, 6)), min_size=1))
def test_nearest_point_of_an_outline_is_as_near_as_any_of_its_rim(
    outline: ConvexShape2D, points: list[tuple[float, float]]
) -> None:
    given_points = np.array(points)
    nearest = outline.nearest(given_points)
    distance = np.linalg.norm(nearest - given_points, axis=1)
    assert np.abs(outline.nearest(nearest) - nearest).max() < 1e-12
    sampled = np.linalg.norm(rim(outline)[None] - given_points[:, None], axis=2).min(axis=1)
    assert (distance <= sampled + 1e-12).all()
    outside = distance > 0
    assert (sampled[outside] <= distance[outside] + 0.01).all()


@given(strategies.outlines(), strategies.angles())
def test_farthest_point_is_as_far_as_any_of_the_rim(outline: ConvexShape2D, angle: float) -> None:
    direction = np.array([math.cos(angle), math.sin(angle)])
    reach = float(outline.farthest(direction[None])[0] @ direction)
    sampled = float((rim(outline) @ direction).max())
    assert sampled <= reach + 1e-12
    assert reach <= sampled + 1e-3
    assert on(outline, tuple(outline.farthest(direction[None])[0])) < 1e-12
