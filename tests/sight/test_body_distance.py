"""How far two models are apart, body to body, bases left out."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies, zoo
from tests.strategies import Motion
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement, Solid
from warcry3d.sight.body_distance import (
    are_bodies_within,
    bodies_to_feature,
    body_box,
    is_body_within_feature,
    measure_bodies,
    nearest_bodies,
)
from warcry3d.sight.distance import measure
from warcry3d.table.models import Figure, Model

CUBE = shapes.box((-0.5, -0.5, 0.0), (0.5, 0.5, 1.0))


def body(x: float, y: float, z: float = 0.0, *solids: Solid, facing: float = 0.0, id: str = "one") -> Model:
    """Return a model of a cube of an inch (or other solids) on a base of 32 mm."""
    return zoo.fighter(id, (x, y, z), shape=zoo.figure(*(solids or (CUBE,))), facing=facing)


def test_bodies_are_as_far_as_their_nearest_points_whatever_their_bases() -> None:
    """rule: AOS-DIST-1, AOS-DIST-2. Cubes of an inch, 4 in from middle to middle: 3; their bases are 2.74 apart."""
    apart = measure_bodies(body(0, 0), body(4, 0))
    assert (apart.direct, apart.horizontal, apart.vertical) == (3, 3, 0)
    assert (apart.line[0][0], apart.line[1][0]) == (0.5, 3.5)
    assert measure(body(0, 0), body(4, 0)).direct == pytest.approx(4 - 32 / 25.4)


def test_height_counts() -> None:
    """rule: AOS-DIST-4. 3 in across from cube to cube and 4 in of air between them: 5."""
    apart = measure_bodies(body(0, 0), body(4, 0, 5))
    assert (apart.direct, apart.horizontal, apart.vertical) == (pytest.approx(5), pytest.approx(3), pytest.approx(4))


def test_facing_counts() -> None:
    """Edge to face: a cube turned by 45 degrees reaches half its diagonal."""
    assert measure_bodies(body(0, 0, facing=45), body(4, 0)).direct == pytest.approx(3.5 - math.sqrt(0.5))


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(body(0.7, 0.2), id="faces cross"),
        pytest.param(body(1, 0), id="faces touch"),
        pytest.param(body(0, 0, 0, shapes.box((-0.1, -0.1, 0.4), (0.1, 0.1, 0.6))), id="one within the other"),
        pytest.param(body(0, 0, 0, shapes.box((-0.1, -0.1, -3), (0.1, 0.1, 3))), id="an edge through a face"),
    ],
)
def test_bodies_that_meet_are_not_apart(other: Model) -> None:
    assert measure_bodies(body(0, 0), other).direct == pytest.approx(0, abs=1e-12)
    assert measure_bodies(other, body(0, 0)).direct == pytest.approx(0, abs=1e-12)
    assert are_bodies_within(body(0, 0), other, 0.0)


def test_a_body_within_another_is_within_any_distance_wherever_they_stand() -> None:
    outer, inner = body(7, 3, facing=30), body(7, 3, 0, shapes.box((-0.1, -0.1, 0.4), (0.1, 0.1, 0.6)), facing=70)
    assert are_bodies_within(outer, inner, 0.0) and are_bodies_within(inner, outer, 0.0)


def test_model_without_a_body_is_measured_by_its_base() -> None:
    bare = zoo.fighter("bare", (4, 0), shape=Figure("bare", ()))
    assert measure_bodies(body(0, 0), bare) == measure(body(0, 0), bare)
    assert are_bodies_within(bare, body(0, 0), 2.75) and not are_bodies_within(bare, body(0, 0), 2.7)
    assert body_box(bare)[1][2] == pytest.approx(bare.base.height)


@pytest.mark.parametrize(("limit", "expected"), [(2.9999, False), (3.0, True), (3.1, True)])
def test_within_means_at_most(limit: float, expected: bool) -> None:
    """rule: AOS-MOVE-8, AOS-CASE-8. Exactly 3 is within 3."""
    assert are_bodies_within(body(0, 0), body(4, 0), limit) is expected


def test_units_are_as_far_as_their_nearest_pair() -> None:
    """rule: AOS-DIST-1."""
    some = [body(x, 0, id=f"a{x}") for x in (0, 3)]
    others = [body(x, 0, id=f"b{x}") for x in (12, 7, 20)]
    found = nearest_bodies(some, others)
    assert found is not None
    assert (found.one.id, found.other.id, found.measure.direct) == ("a3", "b7", 3)
    assert nearest_bodies(some, others, 2.99) is None
    assert nearest_bodies(some, others, 3.0) == found
    assert nearest_bodies([], others) is None


def test_features_are_as_far_as_their_nearest_part() -> None:
    """rule: AOS-TERRAIN-7. Within 3 of the feature: from the body."""
    wall = zoo.feature("wall", zoo.box_part("low", (0, 0, 0), (1, 1, 1)), zoo.box_part("high", (0, 4, 0), (1, 5, 9)))
    assert bodies_to_feature([body(4.5, 0.5)], wall) == pytest.approx(3)
    assert bodies_to_feature([body(9, 9), body(1.5, 6.5)], wall) == pytest.approx(1)
    assert is_body_within_feature(body(4.5, 0.5), wall, 3.0) and not is_body_within_feature(body(4.5, 0.5), wall, 2.9)
    bare = zoo.fighter("bare", (3, 0.5), shape=Figure("bare", ()))
    assert bodies_to_feature([bare], wall) == pytest.approx(2 - 16 / 25.4)


def is_nearest(one: np.ndarray, other: np.ndarray, line: tuple[tuple[float, ...], ...]) -> bool:
    """Return whether a line between two convex bodies is the shortest: planes across its ends part all corners."""
    start, end = np.array(line)
    way = end - start
    return bool(((one - start) @ way <= 1e-9).all() and ((other - end) @ way >= -1e-9).all())


@given(strategies.tetrahedra(), strategies.tetrahedra(), strategies.placements(), strategies.placements())
def test_shortest_line_between_convex_bodies_is_proved_by_the_planes_across_its_ends(
    one: Solid, other: Solid, at: Placement, elsewhere: Placement
) -> None:
    a = Model("a", "red", zoo.round_base(), zoo.figure(one), at)
    b = Model("b", "blue", zoo.round_base(), zoo.figure(other), elsewhere)
    apart = measure_bodies(a, b)
    assert math.dist(*apart.line) == pytest.approx(apart.direct, abs=1e-9)
    assert measure_bodies(b, a).direct == pytest.approx(apart.direct, abs=1e-9)
    if apart.direct > 0:
        assert is_nearest(a.solids[0].vertices, b.solids[0].vertices, apart.line)
        assert are_bodies_within(a, b, apart.direct) and not are_bodies_within(a, b, apart.direct - 1e-4)


@given(st.lists(strategies.tetrahedra(), min_size=2, max_size=3), strategies.tetrahedra(), strategies.placements())
def test_body_of_several_parts_is_as_far_as_the_nearest_of_them(
    parts: list[Solid], other: Solid, at: Placement
) -> None:
    rest = Model("b", "blue", zoo.round_base(), zoo.figure(other), at)
    alone = [measure_bodies(body(0, 0, 0, part), rest).direct for part in parts]
    assert measure_bodies(body(0, 0, 0, *parts), rest).direct == pytest.approx(min(alone), abs=1e-9)


@given(strategies.tetrahedra(), strategies.tetrahedra(), strategies.placements(), strategies.motions())
def test_distance_moves_with_the_table(one: Solid, other: Solid, at: Placement, motion: Motion) -> None:
    a = Model("a", "red", zoo.round_base(), zoo.figure(one), Placement())
    b = Model("b", "blue", zoo.round_base(), zoo.figure(other), at)
    assert measure_bodies(motion.model(a), motion.model(b)).direct == pytest.approx(
        measure_bodies(a, b).direct, abs=1e-7
    )
