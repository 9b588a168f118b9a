"""Where bases stand: levels, free areas, spots."""

import math

import numpy as np
import pytest

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.terrain.layouts.ground import StandingGround, footprint


def test_floor_is_the_board_less_the_rim_and_the_grown_obstacles() -> None:
    block = zoo.feature("block", zoo.box_part("p", (0, 0, 0), (4, 2, 3)), at=(10, 10))
    ground = StandingGround(zoo.table(block))
    free = ground.free(ground.levels[0], radius=0.5, height=1.3)
    whole = 29 * 21
    grown = 4 * 2 + 2 * 0.5 * (4 + 2) + math.pi * 0.25
    assert free.area == pytest.approx(whole - grown, abs=0.01)
    assert free.area <= whole - grown  # on the safe side


def test_what_rises_less_than_an_inch_is_walked_over() -> None:
    low = zoo.feature("low", zoo.box_part("p", (0, 0, 0), (4, 2, 0.99)), at=(10, 10))
    ground = StandingGround(zoo.table(low))
    assert ground.free(ground.levels[0], radius=0.5, height=1.3).area == pytest.approx(29 * 21)


def test_what_rises_a_full_inch_is_not() -> None:
    full = zoo.feature("full", zoo.box_part("p", (0, 0, 0), (4, 2, 1)), at=(10, 10))
    ground = StandingGround(zoo.table(full))
    assert ground.free(ground.levels[0], radius=0.5, height=1.3).area < 29 * 21 - 8


@pytest.mark.parametrize(("under", "is_free"), [(1.31, True), (1.29, False)])
def test_a_roof_leaves_room_for_who_is_low_enough(under: float, is_free: bool) -> None:
    roof = zoo.feature("roof", zoo.box_part("p", (0, 0, under), (8, 8, under + 0.5)), at=(10, 10))
    ground = StandingGround(zoo.table(roof))
    from shapely import Point

    assert ground.free(ground.levels[0], radius=0.5, height=1.3).contains(Point(14, 14)) == is_free


def test_platforms_are_levels_with_their_height_where_the_feature_stands() -> None:
    block = zoo.box_part("p", (0, 0, 0), (4, 2, 3))
    ground = StandingGround(
        zoo.table(zoo.feature("a", block, at=(10, 10)), zoo.feature("b", block, at=(20, 10, 2), turn=90))
    )
    assert [(level.name, level.height) for level in ground.levels] == [("", 0), ("a/p", 3), ("b/p", 5)]
    assert ground.levels[2].outline.bounds == pytest.approx((18, 10, 20, 14))


def test_scenery_openings_and_open_doors_are_not_in_the_way() -> None:
    gate = zoo.feature(
        "gate",
        zoo.box_part("tree", (0, 0, 0), (2, 2, 3), "scenery"),
        zoo.part("way", shapes.box((3, 0, 0), (5, 2, 2)), "arch", is_opening=True),
        zoo.box_part("leaf", (6, 0, 0), (8, 0.2, 2), "door"),
        at=(10, 10),
        state={"leaf": "open"},
    )
    ground = StandingGround(zoo.table(gate))
    assert ground.free(ground.levels[0], radius=0.5, height=1.3).area == pytest.approx(29 * 21)
    assert len(ground.levels) == 1


def test_spots_are_where_bases_have_room_and_stand_on_low_terrain() -> None:
    low = zoo.feature("low", zoo.box_part("p", (0, 0, 0), (4, 4, 0.5)), at=(10, 10))
    wall = zoo.feature("wall", zoo.box_part("p", (0, 0, 0), (4, 0.4, 3)), at=(20, 10))
    spots = StandingGround(zoo.table(low, wall)).spots(1.0, radius=0.63, height=1.3)
    flat = spots.at[:, :2]
    assert flat.min() == 1.5  # half an inch from the edge a base of 32 mm would stick out
    on_low = ((flat > 10) & (flat < 14)).all(axis=1)
    assert on_low.sum() == 16
    assert spots.at[on_low, 2] == pytest.approx(np.full(16, 0.5))
    assert (spots.at[~on_low, 2] == 0).all()
    assert not ((np.abs(flat - (21.5, 10.5)) < 0.1).all(axis=1)).any()


def test_storeys_part_where_a_step_is_higher_than_an_inch() -> None:
    blocks = [
        zoo.feature(f"b{k}", zoo.box_part("p", (0, 0, 0), (2, 2, high)), at=(3 + 4 * k, 10))
        for k, high in enumerate((3.0, 3.9, 1.5, 6.0))
    ]
    storey, spans = StandingGround(zoo.table(*blocks)).storeys
    assert spans == ((0, 0), (1.5, 1.5), (3.0, 3.9), (6.0, 6.0))
    assert storey.tolist() == [0, 2, 2, 1, 3]


def test_footprint_is_turned_and_moved_with_the_feature() -> None:
    block = zoo.feature("a", zoo.box_part("p", (0, 0, 0), (4, 2, 3)), at=(10, 10), turn=90)
    assert footprint(block).bounds == pytest.approx((8, 10, 10, 14))
    legs = zoo.feature("t", zoo.box_part("leg", (0, 0, 0), (1, 1, 2)), zoo.box_part("top", (0, 0, 2), (4, 4, 3)))
    assert footprint(legs).area == pytest.approx(16)
    assert footprint(legs, below=1).area == pytest.approx(1)


def test_a_hole_in_the_plan_stays_a_hole() -> None:
    ring = [
        zoo.box_part("s", (0, 0, 0), (6, 1, 3)),
        zoo.box_part("n", (0, 5, 0), (6, 6, 3)),
        zoo.box_part("w", (0, 0, 0), (1, 6, 3)),
        zoo.box_part("e", (5, 0, 0), (6, 6, 3)),
    ]
    assert footprint(zoo.feature("ring", *ring)).area == pytest.approx(36 - 16)
    union = zoo.feature("one", zoo.part("all", _together(*(part.solid for part in ring))))
    assert footprint(union).area == pytest.approx(36 - 16)


def _together(*solids: shapes.Solid) -> shapes.Solid:
    from warcry3d.geom.unite import unite

    return unite(solids).solid
