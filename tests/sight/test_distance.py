"""How far two models are apart, base to base."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from tests import strategies, zoo
from tests.strategies import Motion
from warcry3d.geom import shapes
from warcry3d.sight.distance import (
    base_outline,
    base_to_solid,
    farthest_part,
    is_within,
    measure,
    measure_to_point,
)
from warcry3d.table.models import Base, BaseShape, Model

INCH = Base(BaseShape.ROUND, 1.0, 1.0, 0.1)
"""A round base 1 in across and 0.1 in high: easy to reckon with."""

OVAL = Base(BaseShape.OVAL, 4.0, 2.0, 0.1)
SQUARE = Base(BaseShape.SQUARE, 1.0, 1.0, 0.1)


def fighter(x: float, y: float, z: float = 0.0, base: Base = INCH, facing: float = 0.0) -> Model:
    return zoo.fighter("fighter", (x, y, z), base=base, facing=facing)


def test_fighters_on_the_floor_are_as_far_as_their_bases_edges() -> None:
    """rule: WC-DIST-1."""
    apart = measure(fighter(0, 0), fighter(3, 4))
    assert (apart.direct, apart.horizontal, apart.vertical) == (pytest.approx(4), pytest.approx(4), 0)
    assert apart.line[0] == pytest.approx((0.3, 0.4, 0.05))
    assert apart.line[1] == pytest.approx((2.7, 3.6, 0.05))


def test_height_counts_from_the_top_of_the_lower_base_to_the_bottom_of_the_higher() -> None:
    """rule: WC-DIST-1, WC-DIST-6."""
    apart = measure(fighter(0, 0), fighter(5, 0, 3.1))
    assert (apart.direct, apart.horizontal, apart.vertical) == (pytest.approx(5), pytest.approx(4), pytest.approx(3))
    assert apart.line == ((pytest.approx(0.5), pytest.approx(0), 0.1), (pytest.approx(4.5), pytest.approx(0), 3.1))


def test_fighter_straight_above_is_as_far_as_the_empty_height() -> None:
    """rule: WC-DIST-1."""
    apart = measure(fighter(2, 2, 4.1), fighter(2, 2))
    assert (apart.direct, apart.horizontal, apart.vertical) == (pytest.approx(4), 0, pytest.approx(4))


def test_oval_base_counts_as_the_oval_it_is_at_its_facing() -> None:
    """rule: WC-DIST-1."""
    lengthwise = measure(fighter(0, 0, base=OVAL), fighter(10, 0))
    broadside = measure(fighter(0, 0, base=OVAL, facing=90), fighter(10, 0))
    assert (lengthwise.direct, broadside.direct) == (pytest.approx(7.5, abs=1e-12), pytest.approx(8.5, abs=1e-12))


def test_oval_askew_is_nearest_where_its_edge_is_square_to_the_way() -> None:
    """rule: WC-DIST-1.

    (4 cos t, 3 sin t) and a point far out along its normal there, by hand at cos t = 0.6, sin t = 0.8: the edge's point
    is (2.4, 2.4), the normal (3 * 0.6, 4 * 0.8) = (1.8, 3.2).
    """
    oval = Base(BaseShape.OVAL, 8.0, 6.0, 0.1)
    length = math.hypot(1.8, 3.2)
    apart = measure(fighter(0, 0, base=oval), fighter(2.4 + 1.8 * 2, 2.4 + 3.2 * 2))
    assert apart.direct == pytest.approx(2 * length - 0.5, abs=1e-12)
    assert apart.line[0] == pytest.approx((2.4, 2.4, 0.05))


def test_square_bases_corner_to_corner() -> None:
    """rule: WC-DIST-1."""
    apart = measure(fighter(0, 0, base=SQUARE), fighter(4, 5, base=SQUARE))
    assert apart.direct == pytest.approx(5)
    assert apart.line[0] == pytest.approx((0.5, 0.5, 0.05))


def test_square_bases_side_to_side_are_measured_in_the_middle_of_what_faces() -> None:
    """rule: WC-DIST-1."""
    apart = measure(fighter(0, 0, base=SQUARE), fighter(4, 0.4, base=SQUARE))
    assert apart.direct == pytest.approx(3)
    assert apart.line == (pytest.approx((0.5, 0.2, 0.05)), pytest.approx((3.5, 0.2, 0.05)))


def test_bases_that_overlap_or_touch_are_no_distance_apart() -> None:
    """rule: WC-DIST-1."""
    assert measure(fighter(0, 0), fighter(0.7, 0)).direct == 0
    assert measure(fighter(0, 0), fighter(1, 0)).direct == pytest.approx(0, abs=1e-12)


def test_base_on_low_terrain_beside_another_shares_its_heights() -> None:
    """rule: WC-DIST-1."""
    assert measure(fighter(0, 0), fighter(3, 0, 0.06)).vertical == 0


def test_exactly_the_distance_is_within_it_whatever_the_rounding() -> None:
    """rule: WC-DIST-2."""
    apart = measure(fighter(0.1, 0), fighter(4.1 + 0.3 - 0.3, 0))
    assert is_within(apart.direct, 3)
    assert is_within(3 + 1e-12, 3)
    assert not is_within(3.001, 3)


def test_base_is_wholly_within_a_distance_of_a_point_when_its_far_rim_is() -> None:
    """rule: WC-DIST-2, WC-DIST-4."""
    far = farthest_part(fighter(2.5, 0), (0, 0, 0))
    assert (far.horizontal, far.vertical) == (pytest.approx(3, abs=1e-12), pytest.approx(0.1))
    assert is_within(far.horizontal, 3)
    assert not is_within(farthest_part(fighter(2.501, 0), (0, 0, 0)).horizontal, 3)


def test_oval_is_wholly_within_when_its_far_end_is_and_not_just_its_near() -> None:
    """rule: WC-DIST-2, WC-DIST-4."""
    assert farthest_part(fighter(5, 0, base=OVAL), (0, 0, 0)).horizontal == pytest.approx(7, abs=1e-12)
    broadside = farthest_part(fighter(0, 0, base=OVAL, facing=90), (0, 0, 0))
    assert broadside.horizontal == pytest.approx(2, abs=1e-12)


def test_square_is_wholly_within_when_its_far_corner_is() -> None:
    """rule: WC-DIST-2, WC-DIST-4."""
    assert farthest_part(fighter(2.5, 3.5, base=SQUARE), (0, 0, 0)).horizontal == pytest.approx(5)


def test_farthest_part_from_another_base_is_measured_to_that_bases_edge() -> None:
    """rule: WC-DIST-2, WC-DIST-4."""
    far = farthest_part(fighter(4, 0, 3.1), fighter(0, 0))
    assert (far.horizontal, far.vertical) == (pytest.approx(4, abs=1e-12), pytest.approx(3.1))
    assert far.direct == pytest.approx(math.hypot(4, 3.1))
    assert farthest_part(fighter(0.2, 0), fighter(0, 0, base=OVAL)).direct == 0


def test_distance_to_a_marker_goes_to_its_centre() -> None:
    """rule: WC-DIST-3."""
    apart = measure_to_point(fighter(3, 4), (0, 0, 0))
    assert (apart.direct, apart.horizontal, apart.vertical) == (pytest.approx(4.5), pytest.approx(4.5), 0)
    assert apart.line == (pytest.approx((2.7, 3.6, 0)), (0, 0, 0))


def test_distance_to_a_marker_on_another_level_counts_the_height() -> None:
    """rule: WC-DIST-3."""
    assert measure_to_point(fighter(4.5, 0, 3), (0, 0, 0)).direct == pytest.approx(5)
    assert measure_to_point(fighter(0, 0), (0.2, 0.1, 4.1)).direct == pytest.approx(4)


@given(strategies.models("one"), strategies.models("two"))
def test_every_sampled_part_of_a_base_is_within_its_farthest(a: Model, b: Model) -> None:
    """rule: WC-DIST-2, WC-DIST-4."""
    outline, other = base_outline(a), base_outline(b)
    directions = np.linspace(0, 2 * math.pi, 3000)
    rim = outline.farthest(np.column_stack([np.cos(directions), np.sin(directions)]))
    sampled = float(np.linalg.norm(other.nearest(rim) - rim, axis=1).max())
    farthest = farthest_part(a, b).horizontal
    assert sampled <= farthest + 1e-9
    assert farthest <= sampled + 1e-3


def test_base_to_a_wall_is_measured_in_three_dimensions() -> None:
    """rule: WC-DIST-1."""
    assert base_to_solid(fighter(0, 0, 0), shapes.box((3.5, -2, 4.1), (4, 2, 5))) == pytest.approx(5)


@given(strategies.models("one"), strategies.models("two"))
def test_distance_is_the_same_both_ways_round(a: Model, b: Model) -> None:
    """rule: WC-DIST-1."""
    there, back = measure(a, b), measure(b, a)
    assert there.direct == pytest.approx(back.direct, abs=1e-12)
    assert there.direct == pytest.approx(math.hypot(there.horizontal, there.vertical), abs=1e-12)
    assert math.dist(there.line[0], back.line[1]) < 1e-9
    assert math.dist(there.line[1], back.line[0]) < 1e-9


@given(strategies.models("one"), strategies.models("two"), strategies.motions())
def test_distance_does_not_change_when_both_are_turned_and_moved(a: Model, b: Model, motion: Motion) -> None:
    """rule: WC-DIST-1."""
    here, there = measure(a, b), measure(motion.model(a), motion.model(b))
    assert here.direct == pytest.approx(there.direct, abs=1e-10)
    assert here.vertical == pytest.approx(there.vertical, abs=1e-12)
    for one, other in zip(here.line, there.line, strict=True):
        assert math.dist(motion.point(one), other) < 1e-6


@given(strategies.models("one"), strategies.models("two"))
def test_line_is_as_long_as_the_distance(a: Model, b: Model) -> None:
    """rule: WC-DIST-1."""
    apart = measure(a, b)
    assert math.dist(*apart.line) == pytest.approx(apart.direct, abs=1e-9)


@given(strategies.models("one"), strategies.models("two"))
def test_taller_base_is_never_farther(a: Model, b: Model) -> None:
    """rule: WC-DIST-1."""
    taller = replace(a, base=replace(a.base, height=a.base.height + 0.5))
    assert measure(taller, b).direct <= measure(a, b).direct + 1e-12
