"""Picking by a ray: worked by hand, and against fine meshes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import zoo
from warcry3d.app.scene.pick import PickHit, pick, ray_base, ray_solid
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement

DOWN = np.array([0.0, 0.0, -1.0])
EAST = np.array([1.0, 0.0, 0.0])


def at(*point: float) -> np.ndarray:
    return np.array(point, dtype=np.float64)


def test_ray_meets_the_near_side_of_a_box() -> None:
    assert ray_solid(shapes.box((2, -1, 0), (3, 1, 2)), at(0, 0, 1), EAST) == pytest.approx(2)


def test_ray_beside_or_behind_a_box_misses() -> None:
    box = shapes.box((2, -1, 0), (3, 1, 2))
    assert ray_solid(box, at(0, 1.01, 1), EAST) == math.inf
    assert ray_solid(box, at(4, 0, 1), EAST) == math.inf


def test_ray_meets_a_round_base_at_its_rim() -> None:
    assert ray_base(zoo.round_base(50.8), Placement((5, 0, 0)), at(0, 0, 0.05), EAST) == pytest.approx(4)


def test_ray_meets_a_turned_oval_where_it_is_narrow() -> None:
    base = zoo.oval_base(101.6, 50.8)
    assert ray_base(base, Placement((5, 0, 0), math.pi / 2), at(0, 0, 0.05), EAST) == pytest.approx(4)
    assert ray_base(base, Placement((5, 0, 0), 0), at(0, 0, 0.05), EAST) == pytest.approx(3)


def test_ray_from_above_meets_the_top_of_a_square_base_to_its_corner() -> None:
    base = zoo.square_base(2.0)
    assert ray_base(base, Placement(), at(0.99, 0.99, 5), DOWN) == pytest.approx(5 - base.height)
    assert ray_base(base, Placement(), at(1.01, 0.99, 5), DOWN) == math.inf


@given(x=st.floats(-3, 3), y=st.floats(-3, 3), turn=st.floats(-7, 7), rise=st.floats(0.1, 1.4))
def test_round_base_agrees_with_its_mesh(x: float, y: float, turn: float, rise: float) -> None:
    base, placement = zoo.round_base(60), Placement((0.3, -0.2, 0.5), turn)
    mesh = shapes.cylinder((0, 0), base.length / 2, (0, base.height)).placed(placement)
    direction = at(math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), -math.sin(rise))
    exact = ray_base(base, placement, at(x, y, 4), direction)
    coarse = ray_solid(mesh, at(x, y, 4), direction)
    near_the_rim = exact == math.inf or coarse == math.inf
    assert near_the_rim or exact == pytest.approx(coarse, abs=0.03)
    if coarse < math.inf:
        assert exact < math.inf


def test_nearest_fighter_is_picked() -> None:
    table = zoo.table(zoo.fighter("near", (10, 5)), zoo.fighter("far", (15, 5)))
    assert pick(table, at(0, 5, 1), EAST) == PickHit("near", pytest.approx(9.85))


def test_fighter_behind_a_wall_is_not_picked() -> None:
    wall = zoo.feature("wall", zoo.box_part("stones", (8, 0, 0), (8.4, 22, 3)))
    table = zoo.table(wall, zoo.fighter("behind", (10, 5)))
    hit = pick(table, at(0, 5, 1), EAST)
    assert hit == PickHit(None, pytest.approx(8))


def test_fighter_is_picked_by_its_base() -> None:
    table = zoo.table(zoo.fighter("one", (10, 5)))
    hit = pick(table, at(10.55, 5, 8), DOWN)
    assert hit is not None
    assert hit.model == "one"


def test_ray_passes_through_who_is_left_out() -> None:
    table = zoo.table(zoo.fighter("near", (10, 5)), zoo.fighter("far", (15, 5)))
    hit = pick(table, at(0, 5, 1), EAST, without=("near",))
    assert hit is not None
    assert hit.model == "far"


def test_ray_into_the_air_picks_nothing() -> None:
    assert pick(zoo.table(zoo.fighter("one", (10, 5))), at(0, 5, 8), EAST) is None
