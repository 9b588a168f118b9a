"""Upright bodies: how far from each other, how far from a solid."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import minimize

from tests import strategies
from tests.geom.brute import winding_number
from tests.strategies import Motion
from warcry3d.geom import shapes
from warcry3d.geom.nearest import Prism, distance_to_solid, separation
from warcry3d.geom.planar import Ellipse, Rectangle
from warcry3d.geom.solid import Placement, Solid

DISC = Prism(Ellipse((0, 0), (1, 1)), 0, 0.2)


def disc(x: float, y: float, z: float, radius: float = 1.0, height: float = 0.2) -> Prism:
    return Prism(Ellipse((x, y), (radius, radius)), z, z + height)


def test_bodies_on_one_level_are_nearest_at_mid_height() -> None:
    apart = separation(disc(0, 0, 0), disc(5, 0, 0))
    assert (apart.straight, apart.level, apart.upright) == (pytest.approx(3), pytest.approx(3), 0)
    assert apart.start == pytest.approx((1, 0, 0.1))
    assert apart.end == pytest.approx((4, 0, 0.1))


def test_bodies_that_share_some_heights_are_nearest_in_their_middle() -> None:
    apart = separation(disc(0, 0, 0), disc(5, 0, 0.15))
    assert apart.upright == 0
    assert (apart.start[2], apart.end[2]) == (pytest.approx(0.175), pytest.approx(0.175))


def test_bodies_on_two_levels_are_nearest_from_top_to_bottom() -> None:
    apart = separation(disc(5, 0, 4.2), disc(0, 0, 0))
    assert (apart.straight, apart.level, apart.upright) == (pytest.approx(5), pytest.approx(3), pytest.approx(4))
    assert apart.start == pytest.approx((4, 0, 4.2))
    assert apart.end == pytest.approx((1, 0, 0.2))


def test_body_above_another_is_straight_over_it() -> None:
    apart = separation(disc(0, 0, 0), disc(0.5, 0, 3))
    assert (apart.straight, apart.level) == (pytest.approx(2.8), 0)
    assert apart.start == pytest.approx((0.25, 0, 0.2))
    assert apart.end == pytest.approx((0.25, 0, 3))


@given(strategies.uprights(), strategies.uprights(), strategies.motions())
def test_separation_is_the_same_both_ways_and_wherever_the_bodies_stand(a: Prism, b: Prism, motion: Motion) -> None:
    def moved(body: Prism) -> Prism:
        lift = motion.shift[2]
        return Prism(motion.outline(body.outline), body.low + lift, body.high + lift)

    there, back, elsewhere = separation(a, b), separation(b, a), separation(moved(a), moved(b))
    assert there.straight == pytest.approx(math.hypot(there.level, there.upright), abs=1e-12)
    assert there.straight == pytest.approx(back.straight, abs=1e-12)
    assert math.dist(there.start, back.end) < 1e-9
    assert math.dist(there.end, back.start) < 1e-9
    assert there.straight == pytest.approx(elsewhere.straight, abs=1e-11)
    assert math.dist(motion.point(there.start), elsewhere.start) < 1e-6
    assert math.dist(motion.point(there.end), elsewhere.end) < 1e-6


@pytest.mark.parametrize(
    ("low", "high", "distance"),
    [
        ((1.5, -5, 0), (2, 5, 3), 0.5),  # a wall beside it
        ((-5, -5, 0.6), (5, 5, 1), 0.4),  # a slab over it
        ((-0.1, -0.1, 0.5), (0.1, 0.1, 1), 0.3),  # a post hanging over its middle, no edge of which is nearest
        ((2, 0.5, 0.2), (3, 1, 0.3), math.hypot(2, 0.5) - 1),  # a corner level with its top
        ((4, 0, 4.2), (5, 1, 5), 5),  # an edge up and away: 3 level, 4 up
        ((0.9, -5, -1), (2, 5, 3), 0),  # a wall it stands in
        ((-5, -5, -5), (5, 5, 5), 0),  # a solid that holds it whole
        ((-0.1, -0.1, 0.05), (0.1, 0.1, 0.1), 0),  # a solid it holds whole
    ],
)
def test_distance_from_a_disc_to_a_box(low: tuple[float, ...], high: tuple[float, ...], distance: float) -> None:
    assert distance_to_solid(DISC, shapes.box(low, high)) == pytest.approx(distance, abs=1e-9)


def test_distance_from_an_oval_to_a_slanting_face_is_square_to_the_face() -> None:
    # The plane x + z = 4 over an oval of half length 2, height 1: nearest is (2, 0, 1), 1 / sqrt 2 away.
    oval = Prism(Ellipse((0, 0), (2, 1)), 0, 1)
    corners = np.array([(4, -9, 0), (4, 9, 0), (-5, 0, 9), (9, 0, 9)], dtype=float)
    solid = Solid(corners, np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], dtype=np.int32))
    assert distance_to_solid(oval, solid) == pytest.approx(math.sqrt(0.5), abs=1e-9)


def test_distance_to_a_fine_mesh_is_that_to_its_nearest_triangle() -> None:
    ball = shapes.cylinder((6, 0), 2, (0, 5))
    assert distance_to_solid(DISC, ball) == pytest.approx(3, abs=1e-9)


@given(strategies.uprights(), strategies.tetrahedra(), strategies.tetrahedra())
def test_distance_beyond_what_is_asked_for_may_be_infinite_and_else_is_exact(
    body: Prism, one: Solid, other: Solid
) -> None:
    solid = Solid(np.concatenate([one.vertices, other.vertices]), np.concatenate([one.faces, other.faces + 4]))
    exact = distance_to_solid(body, solid)
    for within in (0.0, 0.5 * exact, exact, 2.0 * exact):
        found = distance_to_solid(body, solid, within)
        assert found == exact or (math.isinf(found) and exact > within)


def test_a_solid_whose_box_alone_is_near_is_infinitely_far_at_once() -> None:
    ell = shapes.box((3, -5, 0), (9, -4, 1)), shapes.box((3, 4, 0), (9, 5, 1))
    solid = Solid(np.concatenate([s.vertices for s in ell]), np.concatenate([ell[0].faces, ell[1].faces + 8]))
    assert distance_to_solid(Prism(Ellipse((6, 0), (1, 1)), 0, 1), solid, 0.5) == math.inf


@given(strategies.uprights(), strategies.tetrahedra())
def test_distance_to_a_solid_is_what_a_general_solver_finds(body: Prism, solid: Solid) -> None:
    def squared(weights: np.ndarray) -> tuple[float, np.ndarray]:
        point = weights @ solid.vertices
        away = point - body.nearest(point[None])[0]
        return float(away @ away), 2 * solid.vertices @ away

    found = minimize(
        squared,
        np.full(4, 0.25),
        jac=True,
        method="SLSQP",
        bounds=[(0, 1)] * 4,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(4)},
        options={"ftol": 1e-16, "maxiter": 500},
    )
    assert distance_to_solid(body, solid) == pytest.approx(math.sqrt(found.fun), abs=1e-5)


@given(strategies.uprights(), strategies.tetrahedra(), strategies.motions())
def test_distance_to_a_solid_turns_and_moves_with_both(body: Prism, solid: Solid, motion: Motion) -> None:
    lift = motion.shift[2]
    moved = replace(body, outline=motion.outline(body.outline), low=body.low + lift, high=body.high + lift)
    placed = solid.placed(Placement(motion.shift, motion.turn))
    assert distance_to_solid(moved, placed) == pytest.approx(distance_to_solid(body, solid), abs=1e-8)


def test_surface_winds_once_round_the_inside_and_not_round_the_outside() -> None:
    cube = shapes.box((0, 0, 0), (1, 1, 1))
    assert winding_number(cube, (0.3, 0.4, 0.9)) == pytest.approx(1)
    assert winding_number(cube, (0.3, 0.4, 1.1)) == pytest.approx(0)


def test_box_of_a_turned_rectangle_holds_its_corners() -> None:
    body = Prism(Rectangle((1, 2), (2, 1), math.radians(30)), 0, 1)
    reach = (2 * math.cos(math.radians(30)) + 0.5, 1 + math.cos(math.radians(30)))
    expected = [(1 - reach[0], 2 - reach[1], 0), (1 + reach[0], 2 + reach[1], 1)]
    assert body.bounds == pytest.approx(np.array(expected))
